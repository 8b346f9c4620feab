#include <ridgeline/sink/csv.hpp>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/xml_text.hpp>
#include <ridgeline/read/csv.hpp>

#include "tests/support/random_csv.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_csv)

namespace {

struct row {
  std::string name{};
  double share = missing<double>;
  std::optional<int> cores{};
  bool sharded = false;
};

constexpr auto list = columns(column<"Name">(&row::name), column<"Share", percent>(&row::share).digits(1),
                              column<"Cores">(&row::cores), column<"Sharded">(&row::sharded).for_files());

std::string csv(std::vector<row> rows, const csv_style& style = {}) {
  string_output out;
  write_csv(out, table("t", std::move(rows), list), style);
  return out.text();
}

std::string cell_text(std::string_view text) {
  std::string out;
  append_csv_text(out, text);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_and_header) {
  BOOST_TEST(csv({{"a", 0.1234, 64, true}, {"", missing<double>, {}, false}}) ==
             "Name,Share,Cores,Sharded\r\na,12.34,64,True\r\n,,,False\r\n");
  BOOST_TEST(csv({}) == "Name,Share,Cores,Sharded\r\n");
}

BOOST_AUTO_TEST_CASE(threads_do_not_show) {
  for (const std::size_t rows : {0u, 1u, 8191u, 8192u, 100'000u}) {  // four cells a row: 8192 rows are a block
    std::vector<row> all(rows);
    for (std::size_t i = 0; i < rows; ++i)
      all[i] = {"name " + std::to_string(i), static_cast<double>(i) / 7, static_cast<int>(i), i % 3 == 0};
    const table t("t", std::move(all), list);
    string_output alone;
    write_csv(alone, t);
    for (const unsigned threads : {2u, 5u}) {
      string_output several;
      write_csv(several, t, {}, threads);
      BOOST_TEST((several.text() == alone.text()));
    }
  }
}

BOOST_AUTO_TEST_CASE(styles) {
  BOOST_TEST(csv({{"a", 0.12345, 12345, true}}, {"\n", true, true}) ==
             "Name,Share [%],Cores,Sharded\na,12.3,12345,True\n");
}

BOOST_AUTO_TEST_CASE(numbers_are_unrounded) {
  BOOST_TEST(csv({{"", 1.0 / 3, {}, false}}).find(",33.33333333333333,") != std::string::npos);
  BOOST_TEST(csv({{"", std::numeric_limits<double>::infinity(), {}, false}}).find(",inf,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_are_quoted_where_they_must_be) {
  BOOST_TEST(cell_text("plain text; with 'this' \t") == "plain text; with 'this' \t");
  BOOST_TEST(cell_text("a,b") == "\"a,b\"");
  BOOST_TEST(cell_text("say \"x\"") == "\"say \"\"x\"\"\"");
  BOOST_TEST(cell_text("a\nb") == "\"a\nb\"");
  BOOST_TEST(cell_text("a\rb") == "\"a\rb\"");
  BOOST_TEST(cell_text("") == "");
}

/// 0xE9 is Latin-1, 0xE2 0x82 a euro sign that was cut: three bytes that are no UTF-8. The whole sign stays, and with text
/// as it is, everything.
BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_replaced) {
  const std::string name = "caf\xE9 \xE2\x82\xAC, \xE2\x82";
  const std::string head = "Name,Share,Cores,Sharded\r\n";
  BOOST_TEST(csv({{name}}) == head + "\"caf\xEF\xBF\xBD \xE2\x82\xAC, \xEF\xBF\xBD\xEF\xBF\xBD\",,,False\r\n");
  BOOST_TEST(csv({{name}}, csv_style().raw()) == head + '"' + name + "\",,,False\r\n");
  std::string clean = "before";
  BOOST_TEST(valid_text("\xE2\x82\xAC", clean) == "\xE2\x82\xAC");
  BOOST_TEST(valid_text("", clean) == "");
  BOOST_TEST(valid_text("\xFF", clean) == "\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_CASE(a_lone_empty_cell_is_no_blank_line) {
  string_output out;
  write_csv(out, table("t", std::vector<row>{{}, {"a"}}, columns(column<"Name">(&row::name))));
  BOOST_TEST(out.text() == "Name\r\n\"\"\r\na\r\n");
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back) {
  random_csv random(20260127);
  for (int i = 0; i < 5000; ++i) {
    const std::string a = random.text(6), b = random.text(6), c = i % 2 == 0 ? "" : random.text(2);
    const std::string text = cell_text(a) + "," + cell_text(b) + "," + cell_text(c) + "\r\n";
    csv_scanner scanner(text);
    BOOST_REQUIRE(scanner.next());
    std::string scratch;
    BOOST_REQUIRE(scanner.cells().size() == 3u);
    BOOST_REQUIRE_EQUAL(scanner.cells()[0].text(scratch), a);
    BOOST_REQUIRE_EQUAL(scanner.cells()[1].text(scratch), b);
    BOOST_REQUIRE_EQUAL(scanner.cells()[2].text(scratch), c);
    BOOST_REQUIRE((scanner.fault() == csv_fault::none));
    BOOST_REQUIRE(!scanner.next());
  }
}

BOOST_AUTO_TEST_CASE(text_that_a_spreadsheet_would_run_is_made_harmless) {
  for (const char* text : {"=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(\"http://x\")", "-1+1", "--1",
                           "+-1", "-1|cmd", "==", "-1,5"})
    BOOST_TEST(is_formula(text), text);
  // Numbers, and text that a spreadsheet cannot read as a formula.
  for (const char* text : {"", "-", "+", "=", "@", "-1", "+1.5e-3", "-.5", "-inf", "a=b", "1-1", "'=1", " =1", "aten::mm"})
    BOOST_TEST(!is_formula(text), text);
}

BOOST_AUTO_TEST_CASE(only_text_is_guarded_and_a_style_leaves_it) {
  const std::vector<row> rows{{"=1+1", -0.5, -64, false}, {"-x,y", -0.25, -1, false}};
  BOOST_TEST(csv(rows) == "Name,Share,Cores,Sharded\r\n'=1+1,-50,-64,False\r\n\"'-x,y\",-25,-1,False\r\n");
  BOOST_TEST(csv(rows, csv_style{}.raw()) == "Name,Share,Cores,Sharded\r\n=1+1,-50,-64,False\r\n\"-x,y\",-25,-1,False\r\n");
  BOOST_TEST(csv_style::pandas().raw().line_end == "\n");
  BOOST_TEST(csv_style::pandas().raw().python_reals);
}

BOOST_AUTO_TEST_SUITE_END()
