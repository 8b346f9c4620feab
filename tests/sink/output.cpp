#include <ridgeline/sink/output.hpp>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

namespace {

const auto write_new = [](output& to) { to.write("new"); };

std::string why(const std::optional<failure>& result) { return result ? to_string(*result) : "written"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_output)

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
  if (::geteuid() == 0) return;  // root may write everywhere
  const std::string kept = folder.file("kept", "old");
  ::chmod(kept.c_str(), 0444);
  BOOST_TEST(why(write_file(kept, write_new)) == kept + ": cannot be written: Permission denied");
  ::chmod(folder.path().c_str(), 0555);
  BOOST_TEST(why(write_file(folder.path("report.csv"), write_new)) ==
             folder.path("report.csv") + ": cannot be written: Permission denied");
  ::chmod(folder.path().c_str(), 0755);
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

// A redirected standard output is a regular file behind /dev/stdout. It must be written where it stands: renaming
// another file over it, or over the link in /dev, would lose what else goes there.
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
