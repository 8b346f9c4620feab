#include <ridgeline/sink/csv_folder.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

namespace {

struct line {
  std::string name;
  double time;
};
constexpr auto line_columns = columns(column<"Name">(&line::name), column<"Time">(&line::time));

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_csv_folder)

BOOST_AUTO_TEST_CASE(each_table_is_a_file_of_its_name) {
  const temporary_folder folder;
  const std::vector<table> tables{table("a", std::vector<line>{{"x,y", 2}, {"z", missing<double>}}, line_columns),
                                  table("../b", std::vector<line>{}, line_columns)};
  BOOST_REQUIRE(!write_csv_folder(folder.path("new/below"), tables));
  BOOST_TEST(bytes_of(folder.path("new/below/a.csv")) == "Name,Time\n\"x,y\",2.0\nz,\n");
  BOOST_TEST(bytes_of(folder.path("new/below/.._b.csv")) == "Name,Time\n");
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
  BOOST_TEST(make_folder("").has_value());  // no folder, and not the one that the program runs in
}

BOOST_AUTO_TEST_SUITE_END()
