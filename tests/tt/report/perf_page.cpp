// The performance report as a page: the order of the stacked summary, and which roof limits each op.

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/tt/report/perf_page.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

#include "tests/support/tt_ops.hpp"

BOOST_AUTO_TEST_SUITE(report_tt_perf_page)

namespace {

namespace rl = ridgeline;
using rl::us;

constexpr rl::hw::device on = rl::hw::image<rl::hw::n150>();

rl::tt_perf_result report_of(const std::vector<rl::tt_op>& ops) { return rl::report_tt_ops(ops, &on); }

std::vector<std::string> names_of(const rl::bar_chart& chart) {
  std::vector<std::string> names;
  for (const rl::chart_series& s : chart.series) names.push_back(s.name);
  return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_stack_goes_by_category_then_by_time) {
  // Compute: LayerNorm 20 us, Binary 10; tensor manipulation: Transpose 40; data movement: Move 30.
  const std::vector<rl::tt_op> ops{test::device_op("Binary", 0, 10 * us), test::device_op("Move", 0, 30 * us),
                                   test::device_op("Transpose", 0, 40 * us), test::device_op("LayerNorm", 0, 20 * us)};
  const rl::tt_perf_result report = report_of(ops);
  const rl::bar_chart chart = rl::tt_summary_chart(report);
  BOOST_TEST(chart.labels == (std::vector<std::string>{"all devices"}), boost::test_tools::per_element());
  BOOST_TEST(names_of(chart) == (std::vector<std::string>{"LayerNorm", "Binary", "Transpose", "Move"}),
             boost::test_tools::per_element());
  BOOST_TEST(chart.series[0].group == "Compute");
  BOOST_TEST(chart.series[2].group == "TM");
  BOOST_TEST(chart.series[3].group == "DM");
  BOOST_TEST(chart.series[0].values[0] == 20.0, boost::test_tools::tolerance(1e-12));  // 20 of 100 us
  BOOST_TEST(chart.series[0].notes[0] == "20.0 %, 20 μs, 1 op");
  const rl::bar_chart classic = rl::tt_summary_chart(report, true);
  BOOST_TEST(names_of(classic) == (std::vector<std::string>{"Transpose", "Move", "LayerNorm", "Binary"}),
             boost::test_tools::per_element());
  BOOST_TEST(classic.series[0].group == "");
}

/// The chart of the summary is there with its table only.
BOOST_AUTO_TEST_CASE(a_page_without_summary_has_no_chart_of_it) {
  const rl::tt_perf_result report = report_of({test::device_op("Binary", 0, 10 * us)});
  std::vector<rl::table> tables{rl::tt_ops_table(report)};
  BOOST_TEST(rl::tt_perf_page(report, tables, "ops.csv").charts.size() == 1u);  // the roofline
  tables.push_back(rl::tt_summary_table(report, rl::tt_summary_key::op));
  BOOST_TEST(rl::tt_perf_page(report, tables, "ops.csv").charts.size() == 2u);
}

BOOST_AUTO_TEST_CASE(ops_of_equal_sizes_and_fidelity_are_one_point) {
  // 2 * 1024^3 FLOP over 3 * 1024^2 * 2 B of DRAM traffic: 341.33 FLOP/B, whatever the time.
  const std::vector<rl::tt_op> ops{test::matmul_op(1024, 1024, 1024, 100 * us), test::matmul_op(1024, 1024, 1024, 300 * us),
                                   test::matmul_op(1024, 1024, 1024, 50 * us, "LoFi"),
                                   test::matmul_op(1024, 1024, 1024, 50 * us, "HiFi4", test::in_l1),
                                   test::device_op("LayerNorm")};
  const rl::roofline_chart chart = rl::tt_perf_roofline(report_of(ops));
  BOOST_REQUIRE(chart.points.size() == 2u);
  const rl::roofline_chart::point& p = chart.points[chart.points[0].count == 2 ? 0 : 1];
  BOOST_TEST(p.count == 2);
  BOOST_TEST(p.at.in(rl::FLOPpB) == 341.333333333, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(p.time.in(us) == 400.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(p.achieved.in(rl::TFLOPps) == 10.73741824, boost::test_tools::tolerance(1e-12));  // 4 * 1024^3 / 400 us
  BOOST_REQUIRE(p.under < chart.roofs.size());
  BOOST_TEST(chart.roofs[p.under].name == "HiFi4");
  // 64 cores * 4096 / 4 FLOP * 1 GHz = 65.536 TFLOP/s, below 341.33 FLOP/B * 288 GB/s = 98.3 TFLOP/s
  BOOST_TEST(chart.roofs[p.under].peak.in(rl::TFLOPps) == 65.536, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(p.share == 10.73741824 / 65.536, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(chart.about.ends_with("Not drawn: 1 without DRAM traffic."));
}

BOOST_AUTO_TEST_CASE(a_report_without_rows_has_empty_charts) {
  const rl::tt_perf_result report = report_of({});
  BOOST_TEST(rl::tt_summary_chart(report).series.empty());
  BOOST_TEST(rl::tt_perf_roofline(report).points.empty());
}

BOOST_AUTO_TEST_SUITE_END()
