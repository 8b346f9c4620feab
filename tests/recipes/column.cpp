// How to add a column to a report: the recipe quoted in docs/CONTRIBUTING.md.
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "tests/support/text.hpp"

namespace ridgeline {

namespace {

// BEGIN column
/// FLOP per byte of DRAM traffic; empty for ops that no model describes or that touch no DRAM.
inline constexpr auto intensity_column =
    column<"Intensity", FLOPpB>([](const tt_perf_row& r) { return r.flops / r.dram; })
        .digits(1)
        .coloured(tt_detail::unshaded);
// END column

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_column)

BOOST_AUTO_TEST_CASE(it_is_in_every_sink) {
  using namespace ridgeline;
  // BEGIN column test
  tt_op matmul{.code = "Matmul", .fidelity = "HiFi2", .time = 10 * us, .cores = 64};
  matmul.in0 = matmul.out0 = {{1, 1, 32, 1024}, "BFLOAT16", "DEV_0_L1_INTERLEAVED"};
  matmul.in1 = {{1, 1, 1024, 1024}, "BFLOAT16", "DEV_0_DRAM_INTERLEAVED"};
  const std::vector<tt_op> ops{matmul, {.code = "Move", .time = 1 * us}};
  constexpr hw::device on = hw::image<hw::n150>();
  const tt_perf_result report = report_tt_ops(ops, &on);
  const table t = tt_ops_table(report, false, false, tt_perf_columns.with(intensity_column));
  string_output console, file;
  write_console(console, t);
  write_csv(file, t);
  // 2 * 32 * 1024 * 1024 FLOP over 1024 * 1024 * 2 B of weights: 32 FLOP/B
  BOOST_TEST(test::line_starting(console.text(), "0 ").ends_with(" 32.0 FLOP/B"), console.text());
  BOOST_TEST(test::lines_of(file.text())[1].ends_with(",32"), file.text());
  BOOST_TEST(test::lines_of(file.text())[2].ends_with(","), file.text());
  // END column test
}

BOOST_AUTO_TEST_SUITE_END()
