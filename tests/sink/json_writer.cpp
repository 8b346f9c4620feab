// JSON: commas, escapes and line breaks; what is passed on, and when.
#include <ridgeline/sink/json_writer.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_json_writer)

namespace {

/// What `write(json)` writes.
template <class Write>
std::string written(Write write) {
  string_output out;
  {
    json_writer json(out);
    write(json);
  }
  return out.text();
}

/// Counts the pieces that it receives.
class counted_output final : public output {
 public:
  void write(std::string_view text) override {
    ++pieces;
    bytes += text.size();
  }
  std::size_t pieces = 0, bytes = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(commas_stand_between_values_and_nowhere_else) {
  const std::string text = written([](json_writer& json) {
    json.object([&] {
      json.key("a").value(1).key("b").value("x").key("c").list([] {});
      json.key("d").list(std::vector<int>{1, 2, 3}, [&](int n) { json.value(n); });
      json.key("e").object([] {}).key("f").list([&] {
        json.object([&] { json.key("g").null(); });
        json.list([&] { json.value(true).value(false); });
      });
    });
  });
  BOOST_TEST(text == R"({"a":1,"b":"x","c":[],"d":[1,2,3],"e":{},"f":[{"g":null},[true,false]]})");
}

BOOST_AUTO_TEST_CASE(line_breaks_stand_behind_the_comma) {
  const std::string text = written([](json_writer& json) {
    json.list([&] {
      json.line().value(1);
      json.line().object([&] { json.line().key("a").value(2); });
      json.line();
    });
  });
  BOOST_TEST(text == "[\n1,\n{\n\"a\":2}\n]");
}

BOOST_AUTO_TEST_CASE(numbers_read_back_and_what_is_not_finite_is_null) {
  const std::string text = written([](json_writer& json) {
    json.list([&] {
      json.value(std::int64_t{-9223372036854775807 - 1}).value(std::uint64_t{18446744073709551615u});
      json.value(std::uint8_t{7}).value(0.1).value(24.0).value(1e300);
      json.value(std::numeric_limits<double>::infinity()).value(std::numeric_limits<double>::quiet_NaN());
    });
  });
  BOOST_TEST(text == "[-9223372036854775808,18446744073709551615,7,0.1,24,1e+300,null,null]");
}

BOOST_AUTO_TEST_CASE(text_is_escaped_and_raw_text_is_not) {
  const std::string text = written([](json_writer& json) {
    json.object([&] { json.key("a\"b").value("c\\d\n\x01\xff\u00e9").key("e").raw("[ 1 ]"); });
  });
  BOOST_TEST(text == "{\"a\\\"b\":\"c\\\\d\\u000a\\u0001\\ufffd\u00e9\",\"e\":[ 1 ]}");
}

BOOST_AUTO_TEST_CASE(what_needs_an_escape_is_found_at_every_place) {  // texts are passed eight bytes at a time
  constexpr std::string_view around = "abcdefghijklmnopqrst";
  const auto between = [&](std::size_t at, const std::string& what) {
    return std::string(around.substr(0, at)) + what + std::string(around.substr(at));
  };
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"\"", "\\\""}, {"\\", "\\\\"}, {"\x1f", "\\u001f"}, {std::string(1, '\0'), "\\u0000"}, {" ", " "},
      {"\x7f", "\x7f"}, {"!#[]", "!#[]"}, {"\xc3\xa9", "\xc3\xa9"}, {"\x80", "\\ufffd"}, {"\xff", "\\ufffd"},
      {"\n ", "\\u000a "}};
  for (const auto& [plain, escaped] : pairs)
    for (std::size_t at = 0; at <= around.size(); ++at) {
      std::string text;
      append_json_text(text, between(at, plain));
      BOOST_TEST(text == "\"" + between(at, escaped) + "\"");
    }
}

BOOST_AUTO_TEST_CASE(bytes_are_handed_on_in_large_pieces) {
  counted_output out;
  {
    json_writer json(out);
    json.list([&] {
      for (int i = 0; i < 100'000; ++i) json.value(12345);
    });
    BOOST_TEST(out.pieces > 5u);
  }
  BOOST_TEST(out.bytes == 600'001u);  // five digits and a comma each, one comma less, two brackets
  BOOST_TEST(out.pieces < 12u);       // 64 KiB each
}

BOOST_AUTO_TEST_SUITE_END()
