#include <ridgeline/sink/xlsx.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"
#include "tests/support/zip.hpp"

using namespace ridgeline;

namespace {

struct line {
  std::string name;
  double time;
  std::int64_t count;
};
constexpr auto line_columns =
    columns(column<"Name">(&line::name).left(), column<"Time">(&line::time), column<"Count">(&line::count));

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::map<std::string, std::string> written(const std::vector<table>& tables, const workbook_style& style,
                                           data_quality& quality) {
  const temporary_folder folder;
  const auto why = write_xlsx(folder.path("book.xlsx"), tables, style, quality);
  BOOST_REQUIRE(!why);
  BOOST_TEST(folder.entries() == 1u);  // nothing is left beside it
  return test::files_of_zip(bytes_of(folder.path("book.xlsx")));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_xlsx)

BOOST_AUTO_TEST_CASE(a_sheet_has_a_frozen_header_values_and_formats) {
  data_quality quality;
  const std::vector<table> tables{table("times", std::vector<line>{{"a<b>&\x01", 1.25, 12345}, {"", missing<double>, 0}}, line_columns)};
  auto files = written(tables, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  BOOST_TEST(holds(files["xl/workbook.xml"], "<sheet name=\"times\""));
  BOOST_TEST(holds(sheet, "<pane ySplit=\"1\""));
  BOOST_TEST(holds(sheet, "<v>1.25</v>"));
  BOOST_TEST(holds(sheet, "<v>12345</v>"));
  BOOST_TEST(holds(sheet, "a&lt;b&gt;&amp; "), sheet);  // control characters are blanks
  BOOST_TEST(!holds(sheet, "r=\"B3\"><v>"));            // what is not known is an empty cell
  BOOST_TEST(holds(files["xl/styles.xml"], "#,##0.00"));
  BOOST_TEST(quality.empty());
}

BOOST_AUTO_TEST_CASE(long_tables_go_on_in_the_next_sheet_and_it_is_said) {
  data_quality quality;
  workbook_style style;
  style.rows_per_sheet = 3;
  std::vector<line> rows(5, line{"x", 1, 2});
  auto files = written({table("a_name_of_more_than_31_characters_here", rows, line_columns)}, style, quality);
  const std::string book = files["xl/workbook.xml"];
  BOOST_TEST(holds(book, "\"a_name_of_more_than_31_characte\""), book);
  BOOST_TEST(holds(book, "\"a_name_of_more_than_31_char (2)\""), book);
  BOOST_TEST(holds(book, "\"a_name_of_more_than_31_char (3)\""), book);
  BOOST_TEST(holds(files["xl/worksheets/sheet3.xml"], "r=\"C2\""));  // the fifth row, below a header
  BOOST_TEST(!holds(files["xl/worksheets/sheet3.xml"], "r=\"C3\""));
  BOOST_REQUIRE(quality.issues().size() == 1u);
  BOOST_TEST(!quality.lost_input());
}

BOOST_AUTO_TEST_CASE(names_that_a_workbook_refuses_are_changed) {
  data_quality quality;
  const std::vector<line> rows{{"x", 1, 2}};
  auto files = written({table("a/b:c", rows, line_columns), table("A_b_c", rows, line_columns), table("", rows, line_columns)}, {}, quality);
  const std::string book = files["xl/workbook.xml"];
  BOOST_TEST(holds(book, "\"a_b_c\""));
  BOOST_TEST(holds(book, "\"A_b_c (2)\""));  // letter case does not tell sheets apart
  BOOST_TEST(holds(book, "\"_\""));
}

BOOST_AUTO_TEST_CASE(texts_longer_than_a_cell_are_cut_and_counted) {
  data_quality quality;
  auto files = written({table("t", std::vector<line>{{std::string(40'000, 'x'), 1, 2}}, line_columns)}, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  BOOST_TEST(holds(sheet, std::string(32'767, 'x')));
  BOOST_TEST(!holds(sheet, std::string(32'768, 'x')));
  BOOST_TEST(quality.issues().size() == 1u);
}

BOOST_AUTO_TEST_CASE(charts_stand_beside_their_tables) {
  data_quality quality;
  workbook_style style;
  style.charts.push_back({sheet_chart::form::bar, "t", "Where time goes", "Name", {"Time"}, 0, 0});
  style.charts.push_back({sheet_chart::form::bar, "t", "No such column", "Nothing", {"Time"}, 0, 0});
  auto files = written({table("t", std::vector<line>{{"a", 1, 2}, {"b", 3, 4}}, line_columns)}, style, quality);
  BOOST_TEST(holds(files["xl/charts/chart1.xml"], "Where time goes"));
  BOOST_TEST(holds(files["xl/charts/chart1.xml"], "t!$B$2:$B$3"));
  BOOST_TEST(!files.contains("xl/charts/chart2.xml"));
}

BOOST_AUTO_TEST_CASE(equal_tables_are_equal_bytes_and_failures_are_said) {
  const temporary_folder folder;
  data_quality quality;
  const std::vector<table> tables{table("t", std::vector<line>{{"a", 1, 2}}, line_columns)};
  BOOST_REQUIRE(!write_xlsx(folder.path("a.xlsx"), tables, {}, quality));
  BOOST_REQUIRE(!write_xlsx(folder.path("b.xlsx"), tables, {}, quality));
  BOOST_TEST((bytes_of(folder.path("a.xlsx")) == bytes_of(folder.path("b.xlsx"))));
  const auto why = write_xlsx(folder.path("no/such/folder/c.xlsx"), tables, {}, quality);
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(holds(to_string(*why), "cannot be written"));
}

BOOST_AUTO_TEST_SUITE_END()
