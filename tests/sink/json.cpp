#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;
using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(sink_json)

namespace {

std::string json_text(std::string_view text) {
  std::string out;
  append_json_text(out, text);
  return out;
}

struct row {
  std::string name{};
  double value = 0;
  colour shade = colour::none;
};
constexpr auto shade = [](const row& r) { return r.shade; };
constexpr auto bare = columns(column<"Name">(&row::name), column<"Value", percent>(&row::value));
constexpr auto coloured = columns(column<"Name">(&row::name).coloured(shade), column<"Value", percent>(&row::value));
constexpr auto all_coloured = columns(column<"Name">(&row::name).coloured(shade),
                                      column<"Value", percent>(&row::value).coloured(shade));

template <class List>
std::string json(std::vector<row> rows, const List& list) {
  string_output out;
  const std::vector<table> tables{table("t", std::move(rows), list)};
  write_json(out, "p", tables);
  const std::string start = "{\"schema\":1,\"program\":\"p\",\"version\":\"" RIDGELINE_VERSION "\",\"tables\":[\n";
  BOOST_TEST(out.text().substr(0, start.size()) == start);
  return out.text().substr(std::min(out.text().size(), start.size()));
}

const std::string head =
    "{\"name\":\"t\",\"columns\":[{\"title\":\"Name\",\"unit\":\"\"},{\"title\":\"Value\",\"unit\":\"%\"}],\"rows\":[";

}  // namespace

BOOST_AUTO_TEST_CASE(texts_are_escaped) {
  BOOST_TEST(json_text("") == "\"\"");
  BOOST_TEST(json_text("a\"b\\c/d") == "\"a\\\"b\\\\c/d\"");
  BOOST_TEST(json_text("\0\x01\n\x1F\x7F"sv) == "\"\\u0000\\u0001\\u000a\\u001f\x7F\"");
  BOOST_TEST(json_text("μs \xF0\x9F\xAA\xA7") == "\"μs \xF0\x9F\xAA\xA7\"");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_utf8_are_replaced_one_by_one) {
  BOOST_TEST(json_text("\xFF") == "\"\\ufffd\"");
  BOOST_TEST(json_text("a\xC2") == "\"a\\ufffd\"");
  BOOST_TEST(json_text("\xC2\"") == "\"\\ufffd\\\"\"");  // the quote is not included
  BOOST_TEST(json_text("\xE2\x82x") == "\"\\ufffd\\ufffdx\"");
  BOOST_TEST(json_text("\xED\xA0\x80") == "\"\\ufffd\\ufffd\\ufffd\"");
  BOOST_TEST(json_text("\xF4\x90\x80\x80") == "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

BOOST_AUTO_TEST_CASE(unsigned_integers_keep_their_digits) {
  struct handled {
    std::uint64_t handle;
  };
  string_output text, csv;
  const std::vector<table> tables{table("t", std::vector<handled>{{9223372036854775809u}, {7}},
                                        columns(column<"Handle">(&handled::handle)))};
  write_json(text, "p", tables);
  write_csv(csv, tables[0]);
  BOOST_TEST((text.text().find("\n[9223372036854775809],\n[7]]") != std::string::npos), text.text());
  BOOST_TEST(csv.text() == "Handle\r\n9223372036854775809\r\n7\r\n");
}

BOOST_AUTO_TEST_CASE(rows) {
  BOOST_TEST(json({{"a", 0.125}, {"b", missing<double>}}, bare) == head + "\n[\"a\",12.5],\n[\"b\",null]]}\n]}\n");
  BOOST_TEST(json({}, bare) == head + "]}\n]}\n");
}

BOOST_AUTO_TEST_CASE(infinities_are_null) {
  const double infinity = std::numeric_limits<double>::infinity();
  BOOST_TEST(json({{"a", infinity}, {"b", -infinity}, {"c", 1e300}}, bare) ==
             head + "\n[\"a\",null],\n[\"b\",null],\n[\"c\",1e+302]]}\n]}\n");
}

BOOST_AUTO_TEST_CASE(colours_stand_beside_the_rows) {
  BOOST_TEST(json({{"a", 0.01, colour::red}, {"b", 0.02}}, coloured) ==
             head + "\n[\"a\",1],\n[\"b\",2]],\"colors\":[\n{\"Name\":\"red\"},\n{}]}\n]}\n");
  BOOST_TEST(json({{"a", 0.01, colour::grey}, {"b", 0.02}}, all_coloured) ==
             head + "\n[\"a\",1],\n[\"b\",2]],\"colors\":[\n{\"*\":\"grey\"},\n{}]}\n]}\n");
  BOOST_TEST(json({{"a", 0.01}}, coloured) == head + "\n[\"a\",1]]}\n]}\n");
}

BOOST_AUTO_TEST_CASE(no_tables_is_a_document_too) {
  string_output out;
  write_json(out, "p", {});
  BOOST_TEST(out.text() == "{\"schema\":1,\"program\":\"p\",\"version\":\"" RIDGELINE_VERSION "\",\"tables\":[\n]}\n");
}

BOOST_AUTO_TEST_SUITE_END()
