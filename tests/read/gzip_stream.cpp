#include <ridgeline/read/gzip_stream.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/content_stream.hpp>
#include <ridgeline/sink/gzip.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_gzip_stream)

namespace {

/// The output when `step` bytes are requested at a time, followed by how it ended.
std::string streamed(std::string_view gzip, std::size_t step) {
  gzip_stream from(gzip);
  std::string out, part(step, '\0');
  while (!from.at_end() && !from.odd()) out.append(part, 0, from.read(part.data(), step));
  return out + (from.odd() ? "|odd" : "|end");
}

std::string text_of(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) text += "line " + std::to_string(i * i) + "\n";
  return text.substr(0, size);
}

}  // namespace

BOOST_AUTO_TEST_CASE(gives_all_members_in_steps_of_any_size) {
  const std::string text = text_of(100'000), packed = gzip_member(text, 6), empty = gzip_member("", 6);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, text.size(), 3 * text.size()}) {
    BOOST_TEST((streamed(packed, step) == text + "|end"));
    BOOST_TEST((streamed(packed + empty + packed, step) == text + text + "|end"));
    BOOST_TEST((streamed(packed + std::string(100, '\0'), step) == text + "|end"));
  }
  BOOST_TEST(streamed(empty, 10) == "|end");
}

BOOST_AUTO_TEST_CASE(is_odd_where_the_file_is_not_whole) {
  const std::string text = text_of(10'000), packed = gzip_member(text, 6);
  std::string reserved = packed, sum = packed, data = packed;
  reserved[3] = '\x20';
  sum[sum.size() - 5] = static_cast<char>(sum[sum.size() - 5] ^ 1);
  data[data.size() / 2] = static_cast<char>(data[data.size() / 2] ^ 0x7f);
  for (const std::string& bytes :
       {reserved, sum, data, packed.substr(0, packed.size() - 1), packed.substr(0, 5), packed + "tail", packed + packed.substr(0, 30),
        std::string("no gzip"), std::string()})
    BOOST_TEST(streamed(bytes, 1000).ends_with("|odd"));
  for (const std::string& bytes : {packed + "tail", sum, packed + packed.substr(0, 12)}) {
    const std::string front = streamed(bytes, 1000);
    BOOST_TEST((front.substr(0, front.size() - 4) == text));
  }
}

BOOST_AUTO_TEST_CASE(content_is_that_of_the_file_or_of_what_is_packed_in_it) {
  const temporary_folder folder;
  const std::string text = text_of(50'000), packed = gzip_member(text, 6);
  for (const std::string& bytes : {text, packed, std::string("x")}) {
    const std::string path = folder.file("file", bytes);
    content_stream from(path, 1'000'000);
    std::string out, part(777, '\0');
    for (std::size_t got = 1; got != 0; out.append(part, 0, got)) got = from.read(part.data(), part.size());
    BOOST_TEST(!from.odd());
    BOOST_TEST((out == (bytes == packed ? text : bytes)));
    BOOST_TEST(from.taken() == bytes.size());
    BOOST_TEST(from.size() == bytes.size());

    content_stream small(path, 1000);  // the limit applies to compressed input
    part.resize(1001);
    static_cast<void>(small.read(part.data(), part.size()));
    BOOST_TEST(small.odd() == (bytes == packed));
  }
  BOOST_TEST(content_stream(folder.path("none"), 10).odd());
  BOOST_TEST(content_stream(folder.path("."), 10).odd());
  BOOST_TEST(content_stream("/dev/null", 10).odd());
}

BOOST_AUTO_TEST_SUITE_END()
