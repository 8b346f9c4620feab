#include <ridgeline/compare/stored_report.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/compare/report_json.hpp>
#include <ridgeline/compare/stored_text.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/sink/csv.hpp>

#include "tests/support/sheets.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/workbook_parts.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(compare_stored_report)

namespace {

[[maybe_unused]] bool is_number(std::string_view text) { return to_double(text).has_value(); }
bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::string text_of(const value_sheet& sheet) {
  string_output out;
  write_csv(out, table_of(sheet), csv_style::pandas());
  return out.text();
}

}  // namespace

BOOST_AUTO_TEST_CASE(sheet_names_are_found_again) {
  BOOST_TEST(full_sheet_name("gpu_timeline") == "gpu_timeline");
  BOOST_TEST(full_sheet_name("kernel_launchers_summary_by_cat") == "kernel_launchers_summary_by_category");
  BOOST_TEST(full_sheet_name("InferenceAttention_fwd_kl_overl") == "InferenceAttention_fwd_kl_overlap");
  BOOST_TEST(full_sheet_name("unified_perf_summary_kl_overlap") == "unified_perf_summary_kl_overlap");  // 31 characters
  const std::string cut = "a_name_of_more_than_31_characte";
  std::vector<std::vector<value_sheet>> reports{{{cut, {}, {}}}, {{cut + "rs_here", {}, {}}, {"a_name", {}, {}}}};
  restore_sheet_names(reports);
  BOOST_TEST(reports[0][0].name == cut + "rs_here");
  BOOST_TEST(reports[1][1].name == "a_name");
  reports[0][0].name = cut;
  reports[1].push_back({cut + "rs", {}, {}});  // either may be it
  restore_sheet_names(reports);
  BOOST_TEST(reports[0][0].name == cut);
}

BOOST_AUTO_TEST_CASE(what_our_csvs_mark_is_read_as_it_was) {
  data_quality quality;  // an apostrophe before what a spreadsheet would compute; a workbook and JSON need none
  const value_sheet sheet = values_of_csv("s", "'=title,b\n'=cmd(),'quoted'\n-5,'\n", "s.csv", quality);
  BOOST_TEST(sheet.titles[0] == "=title");
  BOOST_TEST(sheet.rows[0][0].text == "=cmd()");
  BOOST_TEST(sheet.rows[0][1].text == "'quoted'");
  BOOST_TEST(sheet.rows[1][0].number == -5.0);
  BOOST_TEST(sheet.rows[1][1].text == "'");
  BOOST_TEST(text_of(sheet) == "'=title,b\n'=cmd(),'quoted'\n-5.0,'\n");
}

BOOST_AUTO_TEST_CASE(a_text_is_the_same_whatever_stores_it) {
  data_quality quality;
  const value_sheet csv = values_of_csv("s", "op,axis,over\nsum,None,2\ngelu,nan,None\n", "s.csv", quality);
  const expected<stored_report> json = read_report_json(
      R"({"schema":1,"program":"p","version":"0","tables":[{"name":"s","columns":[{"title":"op","unit":""},)"
      R"({"title":"axis","unit":""},{"title":"over","unit":""}],"rows":[["sum","None","2"],["gelu","nan","None"]]}]})",
      "r.json");
  BOOST_REQUIRE(json.has_value());
  BOOST_TEST(text_of(json->sheets[0]) == text_of(csv));
  BOOST_TEST(json->sheets[0].rows[0][2].number == 2.0);
  struct row {
    std::string_view op, axis, over;
  };
  const table made("s", std::vector<row>{{"sum", "None", "2"}, {"gelu", "nan", "None"}},
                   columns(column<"op">(&row::op), column<"axis">(&row::axis), column<"over">(&row::over)));
  BOOST_TEST(text_of(as_stored(values_of(made))) == text_of(csv));
}

#if RIDGELINE_WITH_XLSXREADER

BOOST_AUTO_TEST_CASE(a_workbook_gives_what_the_csv_of_the_table_gives) {
  const std::string csv =
      "name,time,\"a,b\",flag,none\nmm,0.30000000000000004,7,True,\n\"add <&> x\",1e-7,-3,False,nan\n"
      "123,,,,N/A\n";
  data_quality quality;
  const value_sheet wanted = values_of_csv("ops", csv, "ops.csv", quality);
  ::test::workbook_parts book;
  book.sheets = {{"ops", ::test::sheet_xml(::test::sheet_of(csv), is_number)}};
  const expected<stored_report> report = read_report_workbook(book.bytes(), "b.xlsx", quality);
  BOOST_REQUIRE(report.has_value());
  BOOST_REQUIRE(report->sheets.size() == 1u);
  BOOST_TEST(report->program == "");
  const value_sheet& found = report->sheets[0];
  BOOST_TEST(found.titles == wanted.titles);
  BOOST_REQUIRE(found.rows.size() == 3u);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 5; ++c) {
      BOOST_TEST(found.rows[r][c].text == wanted.rows[r][c].text);
      BOOST_TEST(known(found.rows[r][c].number) == known(wanted.rows[r][c].number));
      if (known(found.rows[r][c].number)) BOOST_TEST(found.rows[r][c].number == wanted.rows[r][c].number);
    }
  BOOST_TEST(found.rows[0][3].text == "True");
  BOOST_TEST(found.rows[2][0].number == 123.0);  // a text that is a number, as in the CSV
  BOOST_TEST(quality.empty());
}

BOOST_AUTO_TEST_CASE(what_a_sheet_lacks_is_counted) {
  ::test::workbook_parts book;
  book.sheets = {{"one",
                  "<row><c t=\"str\"><v>name</v></c><c t=\"str\"><v>t</v></c></row><row><c t=\"e\"><v>#N/A</v></c>"
                  "<c><f>A1</f></c></row><row/><row><c t=\"str\"><v>x</v></c><c><v>2</v></c><c><v>9</v></c></row>"},
                 {"two", "<row><c></row>"},
                 {"three", ""}};
  data_quality quality;
  const expected<stored_report> report = read_report_workbook(book.bytes(), "b.xlsx", quality);
  BOOST_REQUIRE(report.has_value());
  BOOST_REQUIRE(report->sheets.size() == 2u);
  BOOST_TEST(text_of(report->sheets[0]) == "name,t\n,\nx,2.0\n");  // a row of empty cells, none of nothing
  BOOST_TEST(report->sheets[1].titles.empty());
  BOOST_REQUIRE(quality.issues().size() == 3u);
  BOOST_TEST(quality.issues()[0].reason == "cell of a workbook holds an error; it is empty");
  BOOST_TEST(to_string(quality.issues()[0].first) == "b.xlsx:2:1");
  BOOST_TEST(quality.issues()[0].example == "one: #N/A");
  BOOST_TEST(!quality.issues()[0].lost_input);
  BOOST_TEST(quality.issues()[1].reason == "cell of a workbook holds a formula without its value; it is empty");
  BOOST_TEST(quality.issues()[2].reason == "sheet of a workbook cannot be read; it is left out");
  BOOST_TEST(holds(quality.issues()[2].example, "sheet \"two\": cell A1: is damaged"));
  BOOST_TEST(quality.lost_input());
  book.sheets = {{"two", "<row><c></row>"}};  // nothing is left
  const expected<stored_report> none = read_report_workbook(book.bytes(), "b.xlsx", quality);
  BOOST_REQUIRE(!none.has_value());
  BOOST_TEST(holds(to_string(none.error()), "b.xlsx: sheet \"two\": cell A1: is damaged"));
}

BOOST_AUTO_TEST_CASE(few_bytes_that_stand_for_many_are_refused) {
  // Each row of a few bytes is as wide as its titles: 16,384 cells.
  ::test::workbook_parts book;
  book.sheets = {{"wide", "<row><c r=\"XFD1\"><v>1</v></c></row>"}};
  for (int i = 0; i < 50; ++i) book.sheets[0].second += "<row><c><v>1</v></c></row>";
  data_quality quality;
  const auto wide = read_report_workbook(book.bytes(), "b.xlsx", quality, std::size_t{40} << 20);
  BOOST_REQUIRE(!wide.has_value());  // 50 * 16,384 cells of 40 bytes: 33 MB
  BOOST_TEST(to_string(wide.error()) == "b.xlsx: sheet \"wide\": holds more than 10485760 bytes of cells, the limit");
  // Each cell is a long text to which it refers.
  book.sheets = {{"long", "<row><c><v>1</v></c></row>"}};
  book.shared = "<si><t>" + std::string(30'000, 'x') + "</t></si>";
  for (int i = 0; i < 1000; ++i) book.sheets[0].second += "<row><c t=\"s\"><v>0</v></c></row>";
  BOOST_TEST(!read_report_workbook(book.bytes(), "b.xlsx", quality, std::size_t{80} << 20).has_value());
  BOOST_TEST(read_report_workbook(book.bytes(), "b.xlsx", quality, std::size_t{160} << 20).has_value());
}

BOOST_AUTO_TEST_CASE(a_table_goes_on_in_the_next_sheet) {
  std::string full = "<row><c t=\"str\"><v>n</v></c></row><row r=\"1048576\"><c><v>1</v></c></row>";
  ::test::workbook_parts book;
  book.sheets = {{"ops", full},
                 {"ops (2)", "<row><c t=\"str\"><v>n</v></c></row><row><c><v>2</v></c></row>"},
                 {"ops (3)", "<row><c t=\"str\"><v>n</v></c></row><row><c><v>3</v></c></row>"}};
  data_quality quality;
  const auto report = read_report_workbook(book.bytes(), "b.xlsx", quality);
  BOOST_REQUIRE(report.has_value());
  BOOST_REQUIRE(report->sheets.size() == 2u);  // the second is not full: the third is another table
  BOOST_TEST(text_of(report->sheets[0]) == "n\n1.0\n2.0\n");
  BOOST_TEST(report->sheets[1].name == "ops (3)");
}

BOOST_AUTO_TEST_CASE(reports_are_told_apart_by_content) {
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("csvs"));
  BOOST_TEST(!holds_report_csvs(folder.path("csvs")));
  folder.file("csvs/gpu_timeline.csv", "type,time ms\nbusy,2\n");
  folder.file("csvs/a.csv", "n\n1\n");
  BOOST_TEST(holds_report_csvs(folder.path("csvs")));
  ::test::workbook_parts book;
  book.sheets = {{"a", ::test::sheet_xml({{"n"}, {"1"}}, is_number)},
                 {"gpu_timeline", ::test::sheet_xml({{"type", "time ms"}, {"busy", "2"}}, is_number)}};
  data_quality quality;
  const auto of = [&](const std::string& path) {
    const expected<stored_report> report = read_report(path, quality);
    if (!report) return to_string(report.error());
    std::string all;
    for (const value_sheet& s : report->sheets) all += s.name + ":" + text_of(s);
    return all;
  };
  const std::string wanted = "a:n\n1.0\ngpu_timeline:type,time ms\nbusy,2.0\n";
  BOOST_TEST(of(folder.path("csvs")) == wanted);
  BOOST_TEST(of(folder.file("book.data", book.bytes())) == wanted);
  BOOST_TEST(of(folder.file("r.json",
                            "{\"schema\":1,\"program\":\"p\",\"version\":\"0\",\"tables\":[{\"name\":\"a\","
                            "\"columns\":[{\"title\":\"n\",\"unit\":\"\"}],\"rows\":[[1]]}]}")) == "a:n\n1.0\n");
  BOOST_TEST(holds(of(folder.path("missing")), "cannot be read"));
}

#else

BOOST_AUTO_TEST_CASE(without_its_libraries_a_workbook_is_refused) {
  data_quality quality;
  const auto report = read_report_workbook("PK\x03\x04 xl/workbook.xml", "b.xlsx", quality);
  BOOST_REQUIRE(!report.has_value());
  BOOST_TEST(
      holds(to_string(report.error()), "b.xlsx: is a workbook, and this program was built without minizip and expat"));
}

#endif

BOOST_AUTO_TEST_SUITE_END()
