#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_json_cursor)

namespace {

/// How many bytes of `text` form one value; npos on failure.
std::size_t value_size(std::string_view text) {
  json_cursor c{text.data(), text.data() + text.size()};
  return c.skip_value() ? static_cast<std::size_t>(c.at - text.data()) : std::string_view::npos;
}
bool is_value(std::string_view text) { return value_size(text) == text.size(); }
std::string decoded(std::string_view raw) {
  std::string out;
  append_text(out, raw);
  return out;
}
std::string compact(std::string_view raw) {
  std::string out;
  json_repairs repairs;
  return append_compact(out, raw, 16, repairs) ? out : "too deep";
}

}  // namespace

BOOST_AUTO_TEST_CASE(passes_every_kind_of_value) {
  for (const std::string_view text :
       {"1", "-1.5e3", "true", "null", "NaN", "-Infinity", "\"\"", "\"a\\\"b\"", "[]", "{}", "[[], [1, [2]], {\"a\": []}]",
        "{\"a\": 1, \"b\": {\"c\": [true, null]}}", "[ \n\t 1 ,\r\n 2 ]"})
    BOOST_TEST(is_value(text), text);
}

BOOST_AUTO_TEST_CASE(stops_at_what_is_not_json) {
  for (const std::string_view text : {"", "[", "[1", "[1,", "[1,]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\" 1}", "{1: 2}", "[}",
                                      "{\"a\": 1]", "\"", "\"abc", "\"a\nb\"", "nul", "tru", "+1", "-", "'a'", "\"\\"})
    BOOST_TEST(!is_value(text), text);
}

BOOST_AUTO_TEST_CASE(depth_costs_no_stack) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  BOOST_TEST(is_value(deep));
  std::string mixed;
  for (int i = 0; i < 1000; ++i) mixed += i % 3 == 0 ? "{\"a\":" : "[";
  mixed += "1";
  for (int i = 999; i >= 0; --i) mixed += i % 3 == 0 ? "}" : "]";
  BOOST_TEST(is_value(mixed));
  mixed[mixed.size() - 500] = mixed[mixed.size() - 500] == '}' ? ']' : '}';
  BOOST_TEST(!is_value(mixed));
}

BOOST_AUTO_TEST_CASE(finds_the_end_of_strings_of_all_sizes) {
  for (std::size_t n = 0; n < 70; ++n) {
    const std::string text = '"' + std::string(n, 'x') + "\" and more than sixteen bytes behind it";
    BOOST_TEST(value_size(text) == n + 2);
    const std::string escaped = '"' + std::string(n, 'x') + "\\\"\\\\\"";
    BOOST_TEST(value_size(escaped) == n + 6);  // the text, four bytes of escapes, two quotes
  }
}

BOOST_AUTO_TEST_CASE(knows_plain_strings) {
  const auto plain = [](std::string_view text) {
    json_cursor c{text.data(), text.data() + text.size()};
    json_string found;
    BOOST_TEST(c.string(found));
    return found.plain;
  };
  BOOST_TEST(plain("\"abc\""));
  BOOST_TEST(plain("\"abc\" \xC3\xA9 behind it, far enough for one load"));
  BOOST_TEST(!plain("\"\xC3\xA9\""));
  BOOST_TEST(!plain("\"abcdefghijklmnopqrstuvwxyz\xC3\xA9 abcdefghijklmnop\""));
  BOOST_TEST(!plain("\"a\\n\""));
  BOOST_TEST(!plain("\"a\tb\""));
}

BOOST_AUTO_TEST_CASE(decodes_escapes) {
  BOOST_TEST(decoded(R"(a\n\t\"\\\/b)") == "a\n\t\"\\/b");
  BOOST_TEST(decoded(R"(\u00e9\u20ac)") == "\xC3\xA9\xE2\x82\xAC");
  BOOST_TEST(decoded(R"(\ud83d\ude00)") == "\xF0\x9F\x98\x80");
}

BOOST_AUTO_TEST_CASE(replaces_what_is_no_text) {
  const std::string bad = "\xEF\xBF\xBD";  // U+FFFD
  BOOST_TEST(decoded(R"(\ud83d)") == bad);               // half a pair
  BOOST_TEST(decoded(R"(\ude00x)") == bad + "x");        // the other half
  BOOST_TEST(decoded(R"(\ud83d\u0041)") == bad + "A");   // a half and a letter
  BOOST_TEST(decoded(R"(\q)") == bad + "q");
  BOOST_TEST(decoded(R"(\u12)") == bad + "12");
  BOOST_TEST(decoded("\\") == bad);
  BOOST_TEST(decoded("a\xFFz") == "a" + bad + "z");
  BOOST_TEST(decoded("\xC0\xAF") == bad + bad);          // an overlong slash
  BOOST_TEST(decoded("\xED\xA0\x80") == bad + bad + bad);  // a surrogate in UTF-8
}

BOOST_AUTO_TEST_CASE(spells_values_one_way) {
  BOOST_TEST(compact("[ [16,\n 559], [ ] ]") == "[[16,559],[]]");
  BOOST_TEST(compact(R"(["", "a b", "\u0041\"" ])") == R"(["","a b","A\""])");
  BOOST_TEST(compact("[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]") == "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]");  // 16 deep
  BOOST_TEST(compact("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]") == "too deep");
}

BOOST_AUTO_TEST_SUITE_END()
