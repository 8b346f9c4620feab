#include <ridgeline/read/bytes.hpp>

#include <string>
#include <thread>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_bytes)

BOOST_AUTO_TEST_CASE(a_file_is_its_bytes) {
  const temporary_folder folder;
  std::string content("a\0b\n", 4);
  content.append(100'000, 'x');
  const expected<file_bytes> bytes = file_bytes::open(folder.file("some", content));
  BOOST_REQUIRE(bytes.has_value());
  BOOST_TEST((bytes->view() == content));
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_bytes) {
  const temporary_folder folder;
  const expected<file_bytes> bytes = file_bytes::open(folder.file("empty", ""));
  BOOST_REQUIRE(bytes.has_value());
  BOOST_TEST(bytes->view().empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_says_why) {
  const temporary_folder folder;
  const expected<file_bytes> missing = file_bytes::open(folder.path("missing"));
  BOOST_REQUIRE(!missing);
  BOOST_TEST((missing.error().code == errc::cannot_read));
  BOOST_TEST(to_string(missing.error()) == folder.path("missing") + ": cannot be read: No such file or directory");
  const expected<file_bytes> is_folder = file_bytes::open(folder.path());
  BOOST_REQUIRE(!is_folder);
  BOOST_TEST(to_string(is_folder.error()) == folder.path() + ": is a folder, expected a file");
}

BOOST_AUTO_TEST_CASE(a_pipe_is_read_to_its_end) {
  const temporary_folder folder;
  const std::string path = folder.path("pipe");
  BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const std::string content(3'000'000, 'p');  // more than a pipe holds, and more than one read step
  std::thread writer([&] { folder.file("pipe", content); });
  const expected<file_bytes> bytes = file_bytes::open(path);
  writer.join();
  BOOST_REQUIRE(bytes.has_value());
  BOOST_TEST((bytes->view() == content));
  bytes->release(bytes->view());
  BOOST_TEST((bytes->view() == content));
}

BOOST_AUTO_TEST_CASE(files_without_a_size_are_read_too) {
  const expected<file_bytes> bytes = file_bytes::open("/proc/self/status");  // the system reports 0 bytes
  BOOST_REQUIRE(bytes.has_value());
  BOOST_TEST(bytes->view().substr(0, 5) == "Name:");
}

BOOST_AUTO_TEST_CASE(released_parts_can_be_read_again) {
  const temporary_folder folder;
  std::string content;
  for (int i = 0; i < 20'000; ++i) content += std::to_string(i) + ' ';
  const expected<file_bytes> bytes = file_bytes::open(folder.file("some", content));
  BOOST_REQUIRE(bytes.has_value());
  for (std::size_t from : {0u, 1u, 4095u, 4096u, 50'000u})
    for (std::size_t length : {0u, 1u, 4095u, 4096u, 4097u, 40'000u}) bytes->release(bytes->view().substr(from, length));
  bytes->release(bytes->view());
  BOOST_TEST((bytes->view() == content));
}

BOOST_AUTO_TEST_CASE(views_outlive_a_move) {
  const temporary_folder folder;
  expected<file_bytes> opened = file_bytes::open(folder.file("some", "content"));
  BOOST_REQUIRE(opened.has_value());
  const std::string_view view = opened->view();
  file_bytes moved = *std::move(opened);
  file_bytes assigned;
  assigned = std::move(moved);
  BOOST_TEST(view == "content");
  BOOST_TEST((assigned.view().data() == view.data()));
}

BOOST_AUTO_TEST_CASE(a_pipe_ends_at_the_limit) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  const std::string all(1000, 'x');
  BOOST_REQUIRE(::write(ends[1], all.data(), all.size()) == 1000);
  ::close(ends[1]);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  const auto bytes = file_bytes::open(path, 999);
  ::close(ends[0]);
  BOOST_REQUIRE(!bytes.has_value());
  BOOST_TEST(bytes.error().what == "does not end within 999 bytes, the limit");
  BOOST_TEST(memory_limit() > 0u);
}

BOOST_AUTO_TEST_CASE(files_beyond_half_of_the_memory_are_noted) {
  constexpr std::size_t limit = 12'000'000'000;  // three quarters of 16 GB, of which 8 are half
  BOOST_TEST(note_on_size(8'000'000'000, limit).empty());
  BOOST_TEST(note_on_size(10'000'000'000, limit) ==
             "has 10 GB, more than half of the memory (16 GB in all): it is read in pieces, and the report keeps "
             "a third to two thirds of its size in memory");
}

BOOST_AUTO_TEST_SUITE_END()
