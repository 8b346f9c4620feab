// How to add an op model to the library: the recipe quoted in docs/CONTRIBUTING.md.
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/report/perf.hpp>

namespace ridgeline {

namespace {

// BEGIN op
/// Layer and RMS norms: square, sum, scale and weight are four FLOP an element.
struct tt_norm {
  double elements = missing<double>;
  byte_count dram{};

  static constexpr bool matches(const tt_op& r) { return r.code.find("LayerNorm") != std::string_view::npos; }
  static constexpr tt_norm from(const tt_op& r, const tt_context& context) {
    return {r.in0.elements(), tt_dram_bytes(r, context.faults)};
  }
  constexpr flop_count flops() const { return 4 * elements * FLOP; }
  constexpr byte_count bytes() const { return dram; }
};
// END op

// BEGIN op facts
constexpr tt_tensor rows{{1, 1, 32, 4096}, "BFLOAT16", "DEV_0_DRAM_INTERLEAVED"};
constexpr tt_op norm{.code = "LayerNorm", .fidelity = "HiFi4", .in0 = rows, .out0 = rows, .time = 2 * us, .cores = 64};

static_assert(tt_norm::matches(norm));
static_assert(flops(tt_norm::from(norm, {})) == 524'288 * FLOP);  // 4 * 32 * 4096
static_assert(bytes(tt_norm::from(norm, {})) == 524'288 * B);     // 2 tensors * 32 * 4096 * 2 B
// END op facts

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_op)

BOOST_AUTO_TEST_CASE(the_report_judges_it) {
  using namespace ridgeline;
  // BEGIN op test
  const std::vector<tt_op> ops{norm};
  constexpr hw::device on = hw::image<hw::n150>();
  const tt_perf_result report = report_tt_ops<tt_models::with<tt_norm>>(ops, &on);
  BOOST_REQUIRE(report.rows.size() == 1u);
  // 524288 B in 2000 ns: 262.144 GB/s; of 288 GB/s 91 %, so that memory bounds it
  BOOST_TEST(report.rows[0].dram.in(GBps) == 262.144, boost::test_tools::tolerance(1e-12));
  BOOST_TEST((report.rows[0].bound == tt_bound::dram));
  // END op test
}

BOOST_AUTO_TEST_SUITE_END()
