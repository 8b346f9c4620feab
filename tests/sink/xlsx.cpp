#include <ridgeline/sink/xlsx.hpp>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"
#include "tests/support/zip.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_xlsx)

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
  BOOST_TEST(folder.entries() == 1u);  // nothing else is left in the folder
  return test::files_of_zip(bytes_of(folder.path("book.xlsx")));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_sheet_has_a_frozen_header_values_and_formats) {
  data_quality quality;
  const std::vector<table> tables{table("times", std::vector<line>{{"a<b>&\x01", 1.25, 12345}, {"", missing<double>, 0}}, line_columns)};
  auto files = written(tables, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  BOOST_TEST(holds(files["xl/workbook.xml"], "<sheet name=\"times\""));
  BOOST_TEST(holds(sheet, "<pane xSplit=\"1\" ySplit=\"1\""));
  BOOST_TEST(holds(sheet, "<v>1.25</v>"));
  BOOST_TEST(holds(sheet, "<v>12345</v>"));
  BOOST_TEST(holds(sheet, "a&lt;b&gt;&amp; "), sheet);  // control characters become blanks
  BOOST_TEST(!holds(sheet, "r=\"B3\"><v>"));            // an unknown value is an empty cell
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

BOOST_AUTO_TEST_CASE(more_than_a_sheet_holds_is_not_lost_in_silence) {
  data_quality quality;
  workbook_style style;
  style.rows_per_sheet = 2'000'000;  // beyond the format's 1'048'576, of which one is the header
  std::vector<line> rows(1'048'576, line{"", missing<double>, 0});
  rows.back().time = 7;
  auto files = written({table("long", rows, column<"Time">(&line::time))}, style, quality);
  BOOST_TEST(holds(files["xl/worksheets/sheet2.xml"], "<v>7</v>"));
  BOOST_TEST(quality.issues().size() == 1u);
  // 16'386 columns, of which a sheet has 16'384: the last is XFD
  data_quality wide;
  std::vector<std::string> titles;
  for (int i = 0; i < 16'386; ++i) titles.push_back("c" + std::to_string(i));
  files = written({table::of_cells("wide", titles, {})}, {}, wide);
  BOOST_TEST(holds(files["xl/worksheets/sheet1.xml"], "r=\"XFD1\""));
  BOOST_REQUIRE(wide.issues().size() == 1u);
  BOOST_TEST(wide.issues().front().example == "2 columns");
}

BOOST_AUTO_TEST_CASE(names_that_a_workbook_refuses_are_changed) {
  data_quality quality;
  const std::vector<line> rows{{"x", 1, 2}};
  auto files = written({table("a/b:c", rows, line_columns), table("A_b_c", rows, line_columns), table("", rows, line_columns),
                        table("History", rows, line_columns)}, {}, quality);
  const std::string book = files["xl/workbook.xml"];
  BOOST_TEST(holds(book, "\"a_b_c\""));
  BOOST_TEST(holds(book, "\"A_b_c (2)\""));  // sheet names ignore letter case
  BOOST_TEST(holds(book, "\"_\""));
  BOOST_TEST(holds(book, "\"History (2)\""));  // Excel refuses History in any letter case
}

BOOST_AUTO_TEST_CASE(a_workbook_of_no_tables_has_an_empty_sheet) {
  data_quality quality;
  auto files = written({}, {}, quality);
  BOOST_TEST(holds(files["xl/workbook.xml"], "<sheet name=\"Sheet1\""));
  BOOST_TEST(!holds(files["xl/worksheets/sheet1.xml"], "<c "));
  BOOST_TEST(quality.empty());
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
  style.charts.push_back({sheet_chart::form::bar, "t", "No such values", "Name", {"Nothing"}, 0, 0});
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
  BOOST_REQUIRE(!write_xlsx(folder.path("b.xlsx"), tables));  // for callers that do not ask about cut cells
  BOOST_TEST((bytes_of(folder.path("a.xlsx")) == bytes_of(folder.path("b.xlsx"))));
  const auto why = write_xlsx(folder.path("no/such/folder/c.xlsx"), tables, {}, quality);
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(holds(to_string(*why), "cannot be written"));
}

BOOST_AUTO_TEST_CASE(text_is_text_and_xml_can_hold_it) {
  data_quality quality;
  const std::vector<line> rows{{"=1+1", 1, 2}, {"+x", 1, 2}, {"-x", 1, 2}, {"@x", 1, 2},
                               {"a\xEF\xBF\xBE" "b\xEF\xBF\xBF" "c\xff" "d\x7F" "e", 1, 2}};
  auto files = written({table("U\xEF\xBF\xBE'", rows, line_columns)}, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  BOOST_TEST(!holds(sheet, "<f>"));  // not a formula
  for (const char* text : {">=1+1<", ">+x<", ">-x<", ">@x<"}) BOOST_TEST(holds(sheet, text), text);
  BOOST_TEST(holds(sheet, "a\xEF\xBF\xBD" "b\xEF\xBF\xBD" "c\xEF\xBF\xBD" "d e"));
  BOOST_TEST(holds(files["xl/workbook.xml"], "\"U\xEF\xBF\xBD_\""));
}

BOOST_AUTO_TEST_CASE(names_that_look_like_an_escape_of_a_sheet_stay_as_they_are) {
  data_quality quality;
  // A reader turns _x0041_ into A; _x005F_ is the underscore that keeps it from that.
  const std::vector<line> rows{{"k_x0041_", 1, 2}, {"_x0041_x00aF_", 1, 2}, {"_x041_ _x0041 _xg041_", 1, 2}};
  auto files = written({table("_x0041_", rows, line_columns)}, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  for (const char* text : {">k_x005F_x0041_<", ">_x005F_x0041_x005F_x00aF_<", ">_x041_ _x0041 _xg041_<"})
    BOOST_TEST(holds(sheet, text), text);
  BOOST_TEST(holds(files["xl/workbook.xml"], "name=\"_x0041_\""));  // sheet names have no escapes
  const std::vector<line> longest{{std::string(32'760, 'a') + "_x0041_", 1, 2}};  // 32,767, and 6 more of the escape
  auto cut = written({table("t", longest, line_columns)}, {}, quality);
  BOOST_TEST(holds(cut["xl/worksheets/sheet1.xml"], "aaa_x005F_<"));
  BOOST_TEST(quality.issues().size() == 1u);
}

BOOST_AUTO_TEST_CASE(whole_numbers_that_a_sheet_would_round_are_text) {
  data_quality quality;
  constexpr std::int64_t most = 9'007'199'254'740'992;  // 2^53: from there on doubles skip integers
  const std::vector<line> rows{{"a", 2, most}, {"b", 2, most + 1}, {"c", 2, -most - 1}};
  auto files = written({table("t", rows, line_columns)}, {}, quality);
  const std::string sheet = files["xl/worksheets/sheet1.xml"];
  for (const char* text : {"<v>9007199254740992</v>", ">9007199254740993<", ">-9007199254740993<"})
    BOOST_TEST(holds(sheet, text), text);
  BOOST_TEST(!holds(sheet, "<v>9007199254740993</v>"));
}

BOOST_AUTO_TEST_CASE(the_columns_up_to_the_name_stay_and_each_has_a_filter) {
  data_quality quality;
  constexpr auto numbered = columns(column<"ID">(&line::count), column<"Name">(&line::name), column<"Time">(&line::time));
  const std::vector<line> rows{{"x", 1, 2}, {"y", 3, 4}};
  auto files = written({table("a", rows, numbered), table("wide", std::vector<line>{{std::string(90, 'w'), 1, 2}}, numbered),
                        table("none", std::vector<line>{}, numbered)}, {}, quality);
  BOOST_TEST(holds(files["xl/worksheets/sheet1.xml"], "<pane xSplit=\"2\" ySplit=\"1\""));
  BOOST_TEST(holds(files["xl/worksheets/sheet1.xml"], "<autoFilter ref=\"A1:C3\"/>"));
  BOOST_TEST(holds(files["xl/worksheets/sheet2.xml"], "<pane xSplit=\"2\" ySplit=\"1\""));  // 10 and 62 wide
  BOOST_TEST(holds(files["xl/worksheets/sheet3.xml"], "<pane ySplit=\"1\""));
  BOOST_TEST(!holds(files["xl/worksheets/sheet3.xml"], "autoFilter"));
}

BOOST_AUTO_TEST_CASE(cells_have_the_colours_of_the_page) {
  data_quality quality;
  constexpr auto coloured = columns(
      column<"Name">(&line::name).coloured([](const line& l) { return l.count > 2 ? colour::red : colour::none; }),
      column<"Time">(&line::time).coloured([](const line& l) { return l.count > 2 ? colour::red : colour::green; }));
  auto files = written({table("t", std::vector<line>{{"x", 1, 2}, {"y", 3, 4}}, coloured)}, {}, quality);
  const std::string styles = files["xl/styles.xml"];
  BOOST_TEST(holds(styles, "<color rgb=\"FFB3261E\"/>"), styles);  // --t-red and --t-green of sink/page/page.css
  BOOST_TEST(holds(styles, "<color rgb=\"FF1C7A47\"/>"));
  BOOST_TEST(!holds(files["xl/worksheets/sheet1.xml"], "<c r=\"A2\" s="));  // in the cell's default colour
}

BOOST_AUTO_TEST_CASE(a_workbook_replaces_only_what_may_be_replaced) {
  const temporary_folder folder;
  data_quality quality;
  const std::vector<table> tables{table("t", std::vector<line>{{"a", 1, 2}}, line_columns)};
  BOOST_REQUIRE(!write_xlsx(folder.path("good.xlsx"), tables, {}, quality));
  const std::string good = bytes_of(folder.path("good.xlsx"));
  // A link stays a link.
  std::filesystem::create_symlink("good.xlsx", folder.path("link.xlsx"));
  BOOST_REQUIRE(!write_xlsx(folder.path("link.xlsx"), tables, {}, quality));
  BOOST_TEST(std::filesystem::is_symlink(folder.path("link.xlsx")));
  BOOST_TEST((bytes_of(folder.path("good.xlsx")) == good));
  // A pipe gets the bytes.
  const std::string pipe = folder.path("pipe");
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  BOOST_REQUIRE(!write_xlsx(pipe, tables, {}, quality));
  std::string got(good.size() + 1, '\0');
  const ::ssize_t n = ::read(reader, got.data(), got.size());
  ::close(reader);
  BOOST_TEST((n == static_cast<::ssize_t>(good.size()) && got.substr(0, good.size()) == good));
  BOOST_TEST(std::filesystem::is_fifo(pipe));
  // Devices stay, and report when they are full.
  BOOST_TEST(!write_xlsx("/dev/null", tables, {}, quality));
  const auto full = write_xlsx("/dev/full", tables, {}, quality);
  BOOST_REQUIRE(full.has_value());
  BOOST_TEST(to_string(*full) == "/dev/full: cannot be written: No space left on device");
  // A file that is marked as read-only stays.
  ::chmod(folder.path("good.xlsx").c_str(), 0444);
  const auto refused = write_xlsx(folder.path("good.xlsx"), {}, {}, quality);
  BOOST_REQUIRE(refused.has_value());
  BOOST_TEST(to_string(*refused) == folder.path("good.xlsx") + ": cannot be written: Permission denied");
  BOOST_TEST((bytes_of(folder.path("good.xlsx")) == good));
  BOOST_TEST(folder.entries() == 3u);
}

// 40 sheets of 100 names of 100 random characters, 32 of them: 10 kB each, of which compression leaves 5/8 or more, so
// that 100 kB have room for each sheet and not for the workbook.
BOOST_AUTO_TEST_CASE(a_workbook_that_finds_no_room_says_so_in_the_words_of_the_system) {
  const temporary_folder folder;
  data_quality quality;
  const std::string path = folder.file("book.xlsx", "old");
  std::mt19937 random(1);
  std::vector<table> tables;
  std::vector<std::vector<line>> rows(40);
  for (std::vector<line>& sheet : rows) {
    for (int i = 0; i < 100; ++i) {
      std::string name(100, ' ');
      for (char& c : name) c = "0123456789abcdefghijklmnopqrstuv"[random() % 32];
      sheet.push_back({name, 1, 2});
    }
    tables.emplace_back("t" + std::to_string(tables.size()), sheet, line_columns);
  }
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const ::rlimit small{100'000, before.rlim_max};
  BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto why = write_xlsx(path, tables, {}, quality);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why) == path + ": cannot be written: File too large");
  BOOST_TEST(bytes_of(path) == "old");
}

// Temporary files that cannot grow: 20,000 equal rows take about 2 MB in the library's files, and few bytes compressed.
BOOST_AUTO_TEST_CASE(full_temporary_files_are_said_and_the_old_workbook_stays) {
  const temporary_folder folder;
  data_quality quality;
  const std::string path = folder.file("book.xlsx", "old");
  const std::vector<table> tables{table("t", std::vector<line>(20'000, line{"a name of some length", 1, 2}), line_columns)};
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const ::rlim_t most : {500'000u, 1'000'000u, 2'000'000u}) {
    const ::rlimit small{most, before.rlim_max};
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto why = write_xlsx(path, tables, {}, quality);
    ::setrlimit(RLIMIT_FSIZE, &before);
    BOOST_REQUIRE(why.has_value());
    BOOST_TEST(holds(to_string(*why), "temporary files"), to_string(*why));
    BOOST_TEST(bytes_of(path) == "old");
    BOOST_TEST(folder.entries() == 1u);
  }
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(!write_xlsx(path, tables, {}, quality));
  BOOST_TEST(bytes_of(path) != "old");
}

BOOST_AUTO_TEST_SUITE_END()
