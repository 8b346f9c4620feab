#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_output)

namespace {

const auto write_new = [](output& to) { to.write("new"); };

std::string why(const std::optional<failure>& result) { return result ? to_string(*result) : "written"; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_file_is_written_and_nothing_stays_beside_it) {
  const temporary_folder folder;
  BOOST_TEST(why(write_file(folder.path("report.csv"), write_new)) == "written");
  BOOST_TEST(bytes_of(folder.path("report.csv")) == "new");
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(small_and_large_texts_come_in_order) {
  const temporary_folder folder;
  std::string all;
  const auto writer = [&](output& to) {
    for (std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 200'000u, 3u, 65535u, 2u}) {
      const std::string text(size, static_cast<char>('a' + all.size() % 26));
      to.write(text);
      all += text;
    }
  };
  BOOST_TEST(why(write_file(folder.path("f"), writer)) == "written");
  BOOST_TEST((bytes_of(folder.path("f")) == all));
}

BOOST_AUTO_TEST_CASE(the_old_file_stands_until_the_new_one_is_done) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  BOOST_TEST(why(write_file(path, [&](output& to) {
    to.write(std::string(100'000, 'x'));
    BOOST_TEST(bytes_of(path) == "old");
    BOOST_TEST(folder.entries() == 2u);
  })) == "written");
  BOOST_TEST(bytes_of(path).size() == 100'000u);
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(another_name_of_the_old_file_keeps_it) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  BOOST_REQUIRE(::link(path.c_str(), folder.path("kept.csv").c_str()) == 0);
  BOOST_TEST(why(write_file(path, write_new)) == "written");
  BOOST_TEST(bytes_of(path) == "new");
  BOOST_TEST(bytes_of(folder.path("kept.csv")) == "old");
  BOOST_TEST(folder.entries() == 2u);
}

BOOST_AUTO_TEST_CASE(a_folder_that_has_taken_the_name_stays) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  {
    partial_file file(write_target::of(path));
    BOOST_REQUIRE((::unlink(path.c_str()) == 0 && ::mkdir(path.c_str(), 0755) == 0));
    BOOST_TEST(file.put_in_place() == EISDIR);
    BOOST_TEST(folder.entries() == 2u);
  }
  BOOST_TEST(std::filesystem::is_directory(path));
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(a_write_that_fails_leaves_the_old_file_and_nothing_else) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const ::rlimit small{100'000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string result = why(write_file(path, [](output& to) {
    for (int i = 0; i < 10; ++i) to.write(std::string(50'000, 'x'));
  }));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(result == path + ": cannot be written: File too large");
  BOOST_TEST(bytes_of(path) == "old");
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(places_that_cannot_be_written_say_why) {
  const temporary_folder folder;
  BOOST_TEST(why(write_file(folder.path("none/report.csv"), write_new)) ==
             folder.path("none/report.csv") + ": cannot be written: No such file or directory");
  BOOST_TEST(why(write_file(folder.path(), write_new)) == folder.path() + ": cannot be written: Is a directory");
  BOOST_TEST(why(write_file("/dev/full", write_new)) == "/dev/full: cannot be written: No space left on device");
  BOOST_TEST(why(write_file("/dev/fd/9999", write_new)) == "/dev/fd/9999: cannot be written: Bad file descriptor");
  BOOST_TEST((write_file("/dev/full", write_new)->code == errc::cannot_write));
  BOOST_TEST(folder.entries() == 0u);
  if (::geteuid() == 0) return;  // root can write everywhere
  ::chmod(folder.path().c_str(), 0555);
  BOOST_TEST(why(write_file(folder.path("report.csv"), write_new)) ==
             folder.path("report.csv") + ": cannot be written: Permission denied");
  ::chmod(folder.path().c_str(), 0755);
}

BOOST_AUTO_TEST_CASE(a_read_only_file_is_refused_to_root_too) {
  const temporary_folder folder;
  const std::string kept = folder.file("kept", "old");
  ::chmod(kept.c_str(), 0444);
  BOOST_TEST(why(write_file(kept, write_new)) == kept + ": cannot be written: Permission denied");
  BOOST_TEST(bytes_of(kept) == "old");
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(a_writer_that_gives_up_leaves_the_old_file) {
  const temporary_folder folder;
  const std::string path = folder.file("report.gz", "old");
  const auto writer = [&](output& to) -> std::optional<failure> {
    to.write("half");
    return failure{errc::cannot_write, {path}, "cannot be packed"};
  };
  BOOST_TEST(why(write_file(path, writer)) == path + ": cannot be packed");
  BOOST_TEST(bytes_of(path) == "old");
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(links_stay_and_what_they_lead_to_is_replaced) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  std::filesystem::create_symlink("report.csv", folder.path("latest"));
  BOOST_TEST(why(write_file(folder.path("latest"), write_new)) == "written");
  BOOST_TEST(std::filesystem::is_symlink(folder.path("latest")));
  BOOST_TEST(bytes_of(path) == "new");
  BOOST_TEST(folder.entries() == 2u);
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_stays_and_its_target_is_made) {
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("below"));
  std::filesystem::create_symlink("below/second", folder.path("first"));
  std::filesystem::create_symlink("report.csv", folder.path("below/second"));
  BOOST_TEST(why(write_file(folder.path("first"), write_new)) == "written");
  BOOST_TEST(std::filesystem::is_symlink(folder.path("first")));
  BOOST_TEST(std::filesystem::is_symlink(folder.path("below/second")));
  BOOST_TEST(bytes_of(folder.path("below/report.csv")) == "new");
  std::filesystem::create_symlink("round", folder.path("round"));
  BOOST_TEST(why(write_file(folder.path("round"), write_new)) ==
             folder.path("round") + ": cannot be written: Too many levels of symbolic links");
}

BOOST_AUTO_TEST_CASE(a_link_that_was_planted_beside_is_not_followed) {
  const temporary_folder folder;
  const std::string victim = folder.file("victim", "precious");
  const std::string beside = folder.path("report.csv") + ".partial-" + std::to_string(::getpid());
  std::filesystem::create_symlink(victim, beside);
  BOOST_TEST(why(write_file(folder.path("report.csv"), write_new)) == "written");
  BOOST_TEST(bytes_of(victim) == "precious");
  BOOST_TEST(bytes_of(folder.path("report.csv")) == "new");
}

BOOST_AUTO_TEST_CASE(permissions_are_kept) {
  const temporary_folder folder;
  const std::string path = folder.file("report.csv", "old");
  ::chmod(path.c_str(), 0640);
  BOOST_TEST(why(write_file(path, write_new)) == "written");
  struct ::stat about {};
  ::stat(path.c_str(), &about);
  BOOST_TEST((about.st_mode & 07777) == 0640u);
}

BOOST_AUTO_TEST_CASE(long_names_are_no_obstacle) {
  const temporary_folder folder;
  const std::string path = folder.path(std::string(255, 'n'));  // as long as a name may be
  BOOST_TEST(why(write_file(path, write_new)) == "written");
  BOOST_TEST(bytes_of(path) == "new");
}

// A redirected standard output is a regular file behind /dev/stdout. It must be written in place: renaming another file
// over it, or over the link in /dev, would lose what else goes there.
BOOST_AUTO_TEST_CASE(open_descriptors_are_written_where_they_stand) {
  const temporary_folder folder;
  const std::string path = folder.path("redirected");
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT, 0666);
  BOOST_REQUIRE(fd >= 0);
  BOOST_REQUIRE(::write(fd, "before ", 7) == 7);
  for (const std::string& name : {"/dev/fd/" + std::to_string(fd), "/proc/self/fd/" + std::to_string(fd)})
    BOOST_TEST(why(write_file(name, write_new)) == "written");
  BOOST_REQUIRE(::write(fd, " after", 6) == 6);
  ::close(fd);
  BOOST_TEST(bytes_of(path) == "before newnew after");
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(pipes_are_written_to) {
  const temporary_folder folder;
  const std::string path = folder.path("pipe");
  BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  BOOST_REQUIRE(reader >= 0);
  BOOST_TEST(why(write_file(path, write_new)) == "written");
  char got[8] = {};
  BOOST_TEST(::read(reader, got, sizeof(got)) == 3);
  BOOST_TEST(std::string(got) == "new");
  ::close(reader);
  BOOST_TEST(is_written_in_place(path));
  BOOST_TEST(is_written_in_place("/dev/stdout"));
  BOOST_TEST(is_written_in_place("/dev/null"));
  BOOST_TEST(!is_written_in_place(folder.path("new.csv")));
  BOOST_TEST(!is_written_in_place(folder.file("old.csv", "")));
}

BOOST_AUTO_TEST_CASE(one_file_is_found_behind_links_and_spellings) {
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", "{}"), other = folder.file("other.json", "{}");
  std::filesystem::create_symlink("trace.json", folder.path("link"));
  std::filesystem::create_hard_link(trace, folder.path("twin"));
  BOOST_TEST(same_file(trace, trace));
  BOOST_TEST(same_file(trace, folder.path("./trace.json")));
  BOOST_TEST(same_file(folder.path("link"), trace));
  BOOST_TEST(same_file(trace, folder.path("twin")));
  BOOST_TEST(!same_file(trace, other));
  BOOST_TEST(!same_file(trace, folder.path("none")));
  BOOST_TEST(!same_file(folder.path("none"), folder.path("none")));
  BOOST_TEST(!same_file("/dev/null", "/dev/null"));
  const int fd = ::open(trace.c_str(), O_RDONLY);
  BOOST_TEST(same_file("/dev/fd/" + std::to_string(fd), trace));  // `report /dev/stdin --json trace.json <trace.json`
  ::close(fd);
}

// A child writes half of a file and waits; the signal must end it as usual and leave nothing of the file.
BOOST_AUTO_TEST_CASE(a_signal_leaves_no_partial_file) {
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
    const temporary_folder folder;
    const std::string path = folder.file("report.csv", "old");
    int ready[2] = {};
    BOOST_REQUIRE(::pipe(ready) == 0);
    const ::pid_t child = ::fork();
    if (child == 0) {
      for (const int n : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) std::signal(n, SIG_DFL);
      remove_partial_files_on_signals();
      (void)write_file(path, [&](output& to) {
        to.write(std::string(100'000, 'x'));
        (void)!::write(ready[1], "1", 1);
        for (;;) ::pause();
      });
      ::_exit(0);
    }
    char one = 0;
    BOOST_REQUIRE(::read(ready[0], &one, 1) == 1);
    BOOST_TEST(folder.entries() == 2u);
    ::kill(child, number);
    int status = 0;
    ::waitpid(child, &status, 0);
    BOOST_TEST((WIFSIGNALED(status) && WTERMSIG(status) == number));
    BOOST_TEST(folder.entries() == 1u);
    BOOST_TEST(bytes_of(path) == "old");
    ::close(ready[0]);
    ::close(ready[1]);
  }
}

BOOST_AUTO_TEST_CASE(signals_that_are_ignored_stay_so) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const auto ends = std::signal(SIGTERM, SIG_DFL);
  remove_partial_files_on_signals();
  BOOST_TEST((std::signal(SIGHUP, before) == SIG_IGN));
  BOOST_TEST((std::signal(SIGTERM, ends) != SIG_DFL));
  for (const int number : {SIGINT, SIGPIPE, SIGXFSZ}) std::signal(number, SIG_DFL);
}

// More files at once than the list can hold: all are written; the excess is only not cleaned up by signals.
BOOST_AUTO_TEST_CASE(many_partial_files_at_once) {
  const temporary_folder folder;
  std::vector<std::unique_ptr<partial_file>> files;
  for (int i = 0; i < 40; ++i)
    files.push_back(std::make_unique<partial_file>(write_target::of(folder.path("f" + std::to_string(i)))));
  BOOST_TEST(folder.entries() == 40u);
  for (int i = 0; i < 20; ++i) BOOST_TEST(files[static_cast<std::size_t>(i)]->put_in_place() == 0);
  files.clear();
  BOOST_TEST(folder.entries() == 20u);
  {
    const partial_file again(write_target::of(folder.path("again")));
    BOOST_TEST(folder.entries() == 21u);
    remove_partial_files();
    BOOST_TEST(folder.entries() == 20u);
  }
}

BOOST_AUTO_TEST_CASE(after_a_failed_write_nothing_more_is_written) {
  file_output out(::open("/dev/full", O_WRONLY));
  out.write("a");
  out.flush();
  BOOST_TEST(out.error() == ENOSPC);
  out.write(std::string(200'000, 'b'));
  out.flush();
  BOOST_TEST(out.error() == ENOSPC);
}

BOOST_AUTO_TEST_SUITE_END()
