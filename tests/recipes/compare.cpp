// How to compare your own tables: the code quoted in docs/compare_report.md.
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

inline expected<table> what_changed(const std::vector<route_time>& before, const std::vector<route_time>& after) {
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
  const expected<table> t = what_changed({{"/search", 30, 3}, {"/search", 20, 2}, {"/old", 5, 1}},
                                         {{"/search", 44, 4}, {"/new", 7, 1}});
  string_output out;
  BOOST_REQUIRE(t.has_value());  // else a title is in neither table, and t.error() names those that are
  write_csv(out, *t);
  const std::vector<std::string> lines = test::lines_of(out.text());
  BOOST_REQUIRE(lines.size() == 4u);                       // rows of equal keys are one
  BOOST_TEST(lines[1].starts_with("/search,-6"));          // 44 - (30 + 20)
  BOOST_TEST(lines[2].starts_with("/old,-5"));             // a side that is missing counts as zero
  BOOST_TEST(lines[3].starts_with("/new,7"));
  // END compare test
}

BOOST_AUTO_TEST_CASE(a_title_that_is_not_there) {
  using namespace ridgeline;
  const std::vector<route_time> rows{{"/search", 30, 3}};
  const table t("routes", rows, route_columns);
  const table without_route("short", rows, columns(column<"time (ms)">(&route_time::milliseconds)));
  const auto said = [](const expected<table>& r) { return r ? "" : to_string(r.error()); };
  BOOST_TEST(said(compare(t, t, {"rout"}, {"requests"})) ==
             R"x(table "routes" has no column "rout", which is named as a key; )x"
             R"x(its columns are "route", "time (ms)", "requests")x");
  BOOST_TEST(said(compare(t, without_route, {"route"}, {"time (ms)"})) ==
             R"x(table "short" has no column "route", which is named as a key; its columns are "time (ms)")x");
  BOOST_TEST(said(compare(t, t, {"route"}, {"time"})).starts_with(R"x(table "routes" has no column "time")x"));
  BOOST_TEST(said(compare(t, table(), {"route"}, {"time"})).ends_with("it has none at all"));
  BOOST_TEST(compare(t, without_route, {"time (ms)"}, {"requests"}).has_value());  // one of them has the measure
  BOOST_TEST(!compare(t, t, {}, {"requests"}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
