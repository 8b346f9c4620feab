// How to compare tables of one's own: what docs/compare_report.md quotes.
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/table.hpp>

#include "tests/support/text.hpp"

namespace ridgeline {

namespace {

// BEGIN compare
/// Requests of a server by route, as tables of one's own: `rows | group_by(...) | aggregate(...) | tabulate(...)` are more.
struct route_time {
  std::string route{};
  double milliseconds = 0;
  int requests = 0;
};
inline constexpr auto route_columns =
    columns(column<"route">(&route_time::route).left(), column<"time (ms)">(&route_time::milliseconds),
            column<"requests">(&route_time::requests));

inline table what_changed(const std::vector<route_time>& before, const std::vector<route_time>& after) {
  return compare(table("routes", before, route_columns), table("routes", after, route_columns), {"route"},
                 {"time (ms)", "requests"});
}
// END compare

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_compare)

BOOST_AUTO_TEST_CASE(tables_of_one_s_own) {
  using namespace ridgeline;
  // BEGIN compare test
  const table t = what_changed({{"/search", 30, 3}, {"/search", 20, 2}, {"/old", 5, 1}}, {{"/search", 44, 4}, {"/new", 7, 1}});
  string_output out;
  write_csv(out, t);
  const std::vector<std::string> lines = test::lines_of(out.text());
  BOOST_REQUIRE(lines.size() == 4u);                       // rows of equal keys are one
  BOOST_TEST(lines[1].starts_with("/search,-6"));          // 44 - (30 + 20)
  BOOST_TEST(lines[2].starts_with("/old,-5"));             // a side that is missing counts as zero
  BOOST_TEST(lines[3].starts_with("/new,7"));
  // END compare test
}

BOOST_AUTO_TEST_SUITE_END()
