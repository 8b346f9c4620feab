#include <ridgeline/sink/csv_folder.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/table/python_text.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_csv_folder)

namespace {

struct line {
  std::string name;
  double time;
};
constexpr auto line_columns = columns(column<"Name">(&line::name), column<"Time">(&line::time));

}  // namespace

BOOST_AUTO_TEST_CASE(each_table_is_a_file_of_its_name) {
  const temporary_folder folder;
  const std::vector<table> tables{table("a", std::vector<line>{{"x,y", 2}, {"z", missing<double>}}, line_columns),
                                  table("../b", std::vector<line>{}, line_columns)};
  BOOST_REQUIRE(!write_csv_folder(folder.path("new/below"), tables));
  BOOST_TEST(bytes_of(folder.path("new/below/a.csv")) == "Name,Time\n\"x,y\",2.0\nz,\n");
  BOOST_TEST(bytes_of(folder.path("new/below/.._b.csv")) == "Name,Time\n");
}

BOOST_AUTO_TEST_CASE(tables_in_braces_are_written_as_in_a_list) {
  const temporary_folder folder;
  const table a("a", std::vector<line>{{"x", 2}}, line_columns), b("b", std::vector<line>{}, line_columns);
  BOOST_REQUIRE(!write_csv_folder(folder.path("new"), {a, b}));
  BOOST_TEST(bytes_of(folder.path("new/a.csv")) == "Name,Time\nx,2.0\n");
  BOOST_TEST(bytes_of(folder.path("new/b.csv")) == "Name,Time\n");
#if RIDGELINE_WITH_SQLITE
  const std::vector<table> list{a, b};
  BOOST_REQUIRE(!write_sqlite(folder.path("list.db"), "made", list));
  BOOST_REQUIRE(!write_sqlite(folder.path("braces.db"), "made", {a, b}));
  BOOST_TEST((bytes_of(folder.path("list.db")) == bytes_of(folder.path("braces.db"))));
  BOOST_REQUIRE(!write_sqlite(folder.path("one.db"), "made", a));
  BOOST_REQUIRE(!write_sqlite(folder.path("list_of_one.db"), "made", {a}));
  BOOST_TEST((bytes_of(folder.path("one.db")) == bytes_of(folder.path("list_of_one.db"))));
#endif
}

BOOST_AUTO_TEST_CASE(any_number_of_threads_writes_the_same_files) {
  std::vector<line> many;
  for (int i = 0; i < 100'001; ++i) many.push_back({"row " + std::to_string(i), i / 4.0});  // 200,002 cells: a large one
  const std::vector<table> tables{table("large", many, line_columns),
                                  table("small", std::vector<line>{{"x", 9.5}}, line_columns)};
  const temporary_folder folder;
  std::string large = "Name,Time\n";
  for (const line& l : many) {
    large += l.name + ",";
    append_python_real(large, l.time);
    large += "\n";
  }
  for (const unsigned threads : {1u, 2u, 5u}) {
    const std::string to = folder.path(std::to_string(threads));
    BOOST_REQUIRE(!write_csv_folder(to, tables, csv_style::pandas(), threads));
    BOOST_TEST((bytes_of(to + "/large.csv") == large), threads);
    BOOST_TEST(bytes_of(to + "/small.csv") == "Name,Time\nx,9.5\n");
  }
}

BOOST_AUTO_TEST_CASE(tables_of_one_name_have_a_file_each) {
  const std::vector<table> tables{table("a", std::vector<line>{{"first", 1}}, line_columns),
                                  table("x/b", std::vector<line>{{"x", 2}}, line_columns),
                                  table("a", std::vector<line>{{"second", 3}}, line_columns),
                                  table("a", std::vector<line>{{"third", 4}}, line_columns),
                                  table("x_b", std::vector<line>{{"y", 5}}, line_columns)};  // a slash is no file name
  for (const unsigned threads : {1u, 3u}) {
    const temporary_folder folder;
    BOOST_REQUIRE(!write_csv_folder(folder.path(), tables, csv_style::pandas(), threads));
    BOOST_TEST(bytes_of(folder.path("a.csv")) == "Name,Time\nfirst,1.0\n");
    BOOST_TEST(csv_folder_paths("out", tables)[1] == "out/x_b.csv");
    BOOST_TEST(csv_folder_paths("out", tables)[2] == "out/a (2).csv");
    BOOST_TEST(bytes_of(folder.path("a (2).csv")) == "Name,Time\nsecond,3.0\n");
    BOOST_TEST(bytes_of(folder.path("a (3).csv")) == "Name,Time\nthird,4.0\n");
    BOOST_TEST(bytes_of(folder.path("x_b.csv")) == "Name,Time\nx,2.0\n");
    BOOST_TEST(bytes_of(folder.path("x_b (2).csv")) == "Name,Time\ny,5.0\n");
  }
}

BOOST_AUTO_TEST_CASE(of_files_that_cannot_be_written_the_first_is_said) {
  const temporary_folder folder;
  for (const char* taken : {"a.csv", "b.csv"}) std::filesystem::create_directory(folder.path(taken));
  std::vector<table> tables;
  for (const char* name : {"c", "b", "a"}) tables.emplace_back(name, std::vector<line>{}, line_columns);
  const auto why = write_csv_folder(folder.path(), tables);
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why).find("b.csv") != std::string::npos, to_string(*why));
  BOOST_TEST(bytes_of(folder.path("c.csv")) == "Name,Time\n");
}

BOOST_AUTO_TEST_CASE(other_files_stay) {
  const temporary_folder folder;
  folder.file("mine.txt", "kept");
  BOOST_REQUIRE(!write_csv_folder(folder.path(), std::vector<table>{}));
  BOOST_TEST(bytes_of(folder.path("mine.txt")) == "kept");
}

BOOST_AUTO_TEST_CASE(a_file_in_the_way_is_said) {
  const temporary_folder folder;
  folder.file("taken", "");
  const auto why = write_csv_folder(folder.path("taken/below"), std::vector<table>{});
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why).find("cannot be made") != std::string::npos, to_string(*why));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_says_why) {
  const temporary_folder folder;
  std::filesystem::create_symlink("nowhere", folder.path("link"));
  const auto why = make_folder(folder.path("link"));  // the name is taken, and leads to nothing
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(why->what == "cannot be made: " + std::string(std::strerror(EEXIST)));
  BOOST_TEST(make_folder("").has_value());  // not a folder, and not the working directory of the program
}

BOOST_AUTO_TEST_CASE(sheets_of_a_run_before_are_removed_where_nothing_else_is) {
  const std::vector<table> tables{table("a", std::vector<line>{}, line_columns)};
  constexpr std::string_view known[] = {"a", "old", "older", "folder", "link"};
  const temporary_folder sheets;
  for (const char* name : {"a.csv", "old.csv"}) sheets.file(name, "before");
  BOOST_REQUIRE(!write_csv_folder(sheets.path(), tables));
  BOOST_REQUIRE(!remove_old_csvs(sheets.path(), tables, known));
  BOOST_TEST(bytes_of(sheets.path("a.csv")) == "Name,Time\n");
  BOOST_TEST(!std::filesystem::exists(sheets.path("old.csv")));
  const temporary_folder mixed;  // `old.csv` may be the user's, as `mine.csv` is
  for (const char* name : {"old.csv", "mine.csv"}) mixed.file(name, "before");
  std::filesystem::create_directory(mixed.path("folder.csv"));
  std::filesystem::create_symlink("mine.csv", mixed.path("link.csv"));
  BOOST_REQUIRE(!write_csv_folder(mixed.path(), tables));
  std::vector<std::string> kept;
  BOOST_REQUIRE(!remove_old_csvs(mixed.path(), tables, known, &kept));
  BOOST_TEST(kept == std::vector<std::string>{mixed.path() + "/old.csv"}, boost::test_tools::per_element());
  BOOST_TEST(bytes_of(mixed.path("old.csv")) == "before");
  BOOST_TEST(!remove_old_csvs(mixed.path("none"), tables, known));
}

// Files that the program writes next to its sheets are not somebody else's, and stay.
BOOST_AUTO_TEST_CASE(files_beside_the_sheets_keep_no_old_csv) {
  const std::vector<table> tables{table("a", std::vector<line>{}, line_columns)};
  constexpr std::string_view known[] = {"a", "old"};
  const auto beside = [](std::string_view name) { return name.ends_with(".log"); };
  const temporary_folder sheets;
  for (const char* const name : {"old.csv", "tool-0.log"}) sheets.file(name, "before");
  BOOST_REQUIRE(!write_csv_folder(sheets.path(), tables));
  std::vector<std::string> kept;
  BOOST_REQUIRE(!remove_old_csvs(sheets.path(), tables, known, &kept, beside));
  BOOST_TEST(kept.empty());
  BOOST_TEST(!std::filesystem::exists(sheets.path("old.csv")));
  BOOST_TEST(bytes_of(sheets.path("tool-0.log")) == "before");
  for (const char* const name : {"old.csv", "mine.txt"}) sheets.file(name, "before");
  BOOST_REQUIRE(!remove_old_csvs(sheets.path(), tables, known, &kept, beside));
  BOOST_TEST(kept.size() == 1u);  // mine.txt may be of the one who wrote old.csv
}

// Two lists may know the same sheet: it is removed once, and its absence afterwards is no failure.
BOOST_AUTO_TEST_CASE(a_sheet_known_twice_is_removed_once) {
  const std::vector<table> tables{table("a", std::vector<line>{}, line_columns)};
  constexpr std::string_view known[] = {"data_quality", "a", "data_quality"};
  const temporary_folder sheets;
  sheets.file("data_quality.csv", "before");
  BOOST_REQUIRE(!write_csv_folder(sheets.path(), tables));
  BOOST_TEST(!remove_old_csvs(sheets.path(), tables, known));
  BOOST_TEST(!std::filesystem::exists(sheets.path("data_quality.csv")));
}

BOOST_AUTO_TEST_SUITE_END()
