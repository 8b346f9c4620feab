#include <ridgeline/sink/archive.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/tar.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/inflate.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_archive)

namespace {

archive_entry file(const std::string& name, const std::string& bytes) {
  return {name, [bytes](const std::function<void(std::string_view)>& take) { take(bytes); }};
}
std::string unpacked(const std::string& gzip) {
  const expected<inflated_bytes> bytes = inflate(gzip);
  BOOST_REQUIRE(bytes);
  return std::string(bytes->view());
}

}  // namespace

BOOST_AUTO_TEST_CASE(tar_reads_what_is_written) {
  const temporary_folder folder;
  std::string long_bytes(3 << 20, 'x');
  long_bytes += "end";
  const std::string deep = "ops/" + std::string(150, 'n') + ":: op; 1";
  BOOST_TEST(!write_archive(folder.path("a.tgz"), {{"ops", {}}, file("ops/a.csv", "1,2\n"), file("ops/empty", ""),
                                                   {deep, {}}, file(deep + "/b", long_bytes)}));
  const test::shell shell;
  BOOST_TEST(shell.run("tar xzf '" + folder.path("a.tgz") + "'").exit_code == 0);
  BOOST_TEST(bytes_of((shell.folder() / "ops/a.csv").string()) == "1,2\n");
  BOOST_TEST(std::filesystem::file_size(shell.folder() / "ops/empty") == 0u);
  BOOST_TEST((bytes_of((shell.folder() / deep / "b").string()) == long_bytes));
}

BOOST_AUTO_TEST_CASE(equal_content_gives_equal_bytes) {
  const temporary_folder folder;
  std::string text;
  for (long i = 0; i < 300000; ++i) text += std::to_string(i * 7919) + "\n";
  BOOST_TEST(!write_archive(folder.path("a.tgz"), {file("x", text)}, 1));
  BOOST_TEST(!write_archive(folder.path("b.tgz"), {file("x", text)}, 3));
  BOOST_TEST((bytes_of(folder.path("a.tgz")) == bytes_of(folder.path("b.tgz"))));
}

BOOST_AUTO_TEST_CASE(headers_have_the_right_sum_and_no_time) {
  string_output to;
  tar_writer tar(to);
  tar.file("a", "hello");
  tar.finish();
  BOOST_REQUIRE(to.text().size() == 2048u);  // a header, a block, two empty blocks
  BOOST_TEST(to.text().substr(124, 11) == "00000000005");
  BOOST_TEST(to.text().substr(136, 11) == "00000000000");
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i) sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(to.text()[i]);
  BOOST_TEST(std::stoul(to.text().substr(148, 6), nullptr, 8) == sum);
}

// level 1 is ISA-L's where it is there, with blocks that are stored where nothing can be saved
BOOST_AUTO_TEST_CASE(a_member_unpacks_to_what_went_in) {
  std::string random, repeated(3'000'000, 'x');
  std::uint32_t state = 1;
  for (int i = 0; i < 1 << 20; ++i) random += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  for (const std::string& text : {std::string(), std::string("x"), random, repeated, random + repeated})
    for (const int level : {1, 6}) {
      const std::string packed = gzip_member(text, level);
      BOOST_TEST((unpacked(packed) == text), text.size() << " bytes at level " << level);
      BOOST_TEST(packed.size() <= text.size() + text.size() / 1000 + 100);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_gzip_file_is_one) {
  string_output to;
  gzip_output gzip(to);
  BOOST_TEST(gzip.finish());
  BOOST_TEST(is_gzip(to.text()));
  BOOST_TEST(unpacked(to.text()).empty());
}

BOOST_AUTO_TEST_SUITE_END()
