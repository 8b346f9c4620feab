// Statistics of host zones: all columns, some columns, broken ones; the table of them.

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/sheet/host_zones.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/tt/read/host_zones.hpp>

#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(source_host_zones)

namespace {

namespace rl = ridgeline;

const std::string head = "name,src_file,src_line,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns\n";

}  // namespace

BOOST_AUTO_TEST_CASE(every_column_is_read) {
  const auto read = rl::read_host_zones_text(
      head + "short,a.cpp,7,1000,0.25,2,500,400,600,141.421\n\"run, all\",/x/b.cpp,12,3000000,75.5,3,1000000,1,2999998,5.5\n", "z.csv");
  BOOST_REQUIRE(static_cast<bool>(read));
  BOOST_TEST(read->quality.empty());
  BOOST_REQUIRE(read->zones.size() == 2u);
  const rl::host_zone& z = read->zones[1];
  BOOST_TEST(z.name == "run, all");
  BOOST_TEST(z.file == "/x/b.cpp");
  BOOST_TEST(z.line == 12);
  BOOST_TEST(z.count == 3);
  BOOST_TEST(z.percent == 75.5);
  BOOST_TEST(z.total.in(rl::ms) == 3.0);
  rl::string_output out;
  write_csv(out, rl::host_zones_table(*read));
  const auto lines = test::lines_of(out.text());
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[1].starts_with("\"run, all\",/x/b.cpp,12,3,3000,75.5,1000,0.001,2999.998,0.0055"));  // the longest first
  BOOST_TEST(lines[2].starts_with("short,a.cpp,7,2,1,0.25,0.5,0.4,0.6,0.141421"));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_empty) {
  const auto read = rl::read_host_zones_text("total_ns,name\n5,a\nx,b\n", "z.csv");
  BOOST_REQUIRE(static_cast<bool>(read));
  BOOST_REQUIRE(read->zones.size() == 2u);
  BOOST_TEST(read->zones[0].line == -1);
  BOOST_TEST(!known(read->zones[1].total));
  BOOST_TEST(read->quality.issues().size() == 1u);
}

// As a spreadsheet saves it where commas are decimal marks; line 4 of the file has a broken cell.
BOOST_AUTO_TEST_CASE(a_spreadsheet_s_separators_and_decimal_commas_are_read) {
  const auto read = rl::read_host_zones_text(
      "\xEF\xBB\xBFsep=;\r\nname;total_ns;total_perc\r\nrun;3000000;75,5\r\nend;x;1,5\r\n", "z.csv");
  BOOST_REQUIRE(static_cast<bool>(read));
  BOOST_REQUIRE(read->zones.size() == 2u);
  BOOST_TEST(read->zones[0].total.in(rl::ms) == 3.0);
  BOOST_TEST(read->zones[0].percent == 75.5);
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].first.line == 4u);
}

BOOST_AUTO_TEST_CASE(what_is_no_such_file_says_so) {
  for (const char* text : {"", "\n\n", "OP CODE,OP TYPE\na,b\n", "name\n"}) {
    const auto read = rl::read_host_zones_text(text, "z.csv");
    BOOST_REQUIRE(!static_cast<bool>(read));
    BOOST_TEST(to_string(read.error()).find("z.csv:1") == 0u, to_string(read.error()));
  }
}

BOOST_AUTO_TEST_SUITE_END()
