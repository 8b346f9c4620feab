// The ops report as a page: calls inside calls, and kernel time by op.

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/report/ops_page.hpp>

BOOST_AUTO_TEST_SUITE(report_tt_ops_page)

namespace {

namespace rl = ridgeline;

std::vector<rl::stored_cell> row(std::string_view code, std::int64_t from, std::int64_t to, std::int64_t kernel) {
  return {rl::cell::of(code), rl::cell::of(from), rl::cell::of(to), kernel < 0 ? rl::cell{} : rl::cell::of(kernel)};
}

rl::tt_ops_report report_of(std::vector<std::vector<rl::stored_cell>> rows) {
  rl::tt_ops_report report;
  report.titles = {"OP CODE", "HOST START TS", "HOST END TS", "DEVICE KERNEL DURATION [ns]"};
  report.rows = std::move(rows);
  return report;
}

}  // namespace

BOOST_AUTO_TEST_CASE(calls_lie_inside_calls) {
  // B and C are inside A; D begins when A ends; the second row of A belongs to another device.
  const rl::tt_ops_report report = report_of({row("C", 1050, 1060, 1), row("A", 1000, 1100, 1), row(" B", 1010, 1040, 1),
                                              row("A", 1000, 1100, 1), row("D", 1100, 1200, 1), row("bad", 30, 20, 1)});
  const rl::timeline_chart chart = rl::tt_ops_timeline(report);
  BOOST_REQUIRE(chart.groups.size() == 1u);
  BOOST_REQUIRE(chart.groups[0].lanes.size() == 2u);
  const auto& outer = chart.groups[0].lanes[0].levels[0];
  const auto& inner = chart.groups[0].lanes[1].levels[0];
  BOOST_REQUIRE(outer.size() == 2u);
  BOOST_REQUIRE(inner.size() == 2u);
  BOOST_TEST(outer[0].start == 0);  // from the first call on
  BOOST_TEST(outer[0].length == 100);
  BOOST_TEST(outer[1].start == 100);
  BOOST_TEST(chart.names[inner[0].name] == "B");
  BOOST_TEST(inner[1].start == 50);
  BOOST_TEST(rl::tt_ops_timeline(report_of({})).groups.empty());
}

BOOST_AUTO_TEST_CASE(calls_too_deep_are_counted) {
  std::vector<std::vector<rl::stored_cell>> rows;
  for (std::int64_t i = 0; i < 20; ++i) rows.push_back(row("f", i, 100 - i, 1));
  const rl::timeline_chart chart = rl::tt_ops_timeline(report_of(rows));
  BOOST_TEST(chart.groups[0].lanes.size() == 16u);
  BOOST_TEST(chart.about == "Not drawn: 4 calls nested more than 16 deep.");
}

BOOST_AUTO_TEST_CASE(kernel_time_is_summed_by_op) {
  const rl::tt_ops_report report =
      report_of({row("A", 0, 1, 30), row("B", 0, 1, 50), row("A", 0, 1, 40), row("C", 0, 1, 10), row("D", 0, 1, -1)});
  const rl::bar_chart chart = rl::tt_ops_bars(report, 2);
  BOOST_TEST(chart.labels == (std::vector<std::string>{"A", "B"}), boost::test_tools::per_element());
  BOOST_TEST(chart.series[0].values == (std::vector<double>{70, 50}), boost::test_tools::per_element());
  BOOST_TEST(chart.about == "The 2 largest of 3.");
}

BOOST_AUTO_TEST_SUITE_END()
