// The roofline of GPU reports, from whichever sheets exist.

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/report/page.hpp>

BOOST_AUTO_TEST_SUITE(report_torch_page)

namespace {

namespace rl = ridgeline;

rl::cell text(std::string_view value) { return rl::cell::of(value); }
rl::cell real(double value) { return rl::cell::of(value); }

rl::table sheet(const char* name, std::vector<std::vector<rl::cell>> rows) {
  return rl::table::of_cells(name, {"name", "FLOPS/Byte_first", "TFLOPS/s_mean", "Kernel Time (µs)_sum", "name_count",
                                    "Compute Spec", "Pct Roofline_mean", "Roofline Bound_first"},
                             std::move(rows));
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_with_rate_and_traffic_are_points) {
  const std::vector<rl::table> tables{
      sheet("gemm", {{text("mm"), real(100), real(200), real(50), rl::cell::of(std::int64_t{3}), text("matrix_bf16"),
                      real(40), text("COMPUTE_BOUND")},
                     {text("no flop"), rl::cell{}, rl::cell{}, real(5)},
                     {text("no time"), real(1), real(1), real(0)}}),
      rl::table::of_cells("gpu_timeline", {"type", "time ms"}, {{text("busy_time"), real(1)}})};
  rl::hw::roofs roofs{"chip", false, 5300 * rl::GBps, {{"matrix_bf16", 1300 * rl::TFLOPps}}};
  const rl::roofline_chart chart = rl::torch_roofline(tables, &roofs);
  BOOST_REQUIRE(chart.points.size() == 1u);
  const rl::roofline_chart::point& p = chart.points[0];
  BOOST_TEST(p.name == "mm");
  BOOST_TEST(p.at.in(rl::FLOPpB) == 100.0);
  BOOST_TEST(p.achieved.in(rl::TFLOPps) == 200.0);
  BOOST_TEST(p.time.in(rl::us) == 50.0);
  BOOST_TEST(p.count == 3);
  BOOST_TEST(p.share == 0.4);
  BOOST_TEST(p.bound == "COMPUTE_BOUND");
  BOOST_REQUIRE(chart.roofs.size() == 1u);
  BOOST_TEST(chart.roofs[0].peak.in(rl::TFLOPps) == 1300.0);
  BOOST_TEST(!known(rl::torch_roofline(tables, nullptr).roofs[0].peak));
}

BOOST_AUTO_TEST_CASE(the_unified_sheet_stands_for_the_others) {
  const std::vector<std::vector<rl::cell>> row{{text("mm"), real(100), real(200), real(50)}};
  const std::vector<rl::table> tables{sheet("gemm", row), sheet("unified_perf_summary", row)};
  BOOST_TEST(rl::torch_roofline(tables, nullptr).points.size() == 1u);  // not counted twice
}

BOOST_AUTO_TEST_CASE(pages_have_a_chart_for_each_sheet_that_sums_up) {
  const std::vector<rl::table> tables{
      rl::table::of_cells("gpu_timeline", {"type", "time ms"}, {{text("busy_time"), real(1)}}),
      rl::table::of_cells("ops_summary", {"name", "total_direct_kernel_time_ms"}, {{text("mm"), real(1)}}),
      rl::table::of_cells("coll_analysis", {"rank"}, {})};
  const rl::report_page p = rl::torch_page(tables, rl::torch_roofline(tables, nullptr), nullptr, "t.json");
  BOOST_TEST(p.charts.size() == 3u);  // time, ops, the roofline
  BOOST_TEST(p.tables.size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
