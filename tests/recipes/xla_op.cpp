// How to add a model of an XLA call, and of a type that cannot be edited: the code quoted in docs/CONTRIBUTING.md.
#include <boost/test/unit_test.hpp>

#include <ridgeline/op/roofline.hpp>
#include <ridgeline/xla/op/model.hpp>

#include "tests/support/xla_calls.hpp"

namespace theirs {

struct scan_plan {
  double steps = 0, width = 0;
};

}  // namespace theirs

// BEGIN traits
/// What an op of another library costs, which has no flops() and bytes() of its own.
template <>
struct ridgeline::op_traits<theirs::scan_plan> {
  static constexpr flop_count flops(const theirs::scan_plan& s) { return 2 * s.steps * s.width * FLOP; }
  static constexpr byte_count bytes(const theirs::scan_plan& s) { return 4 * s.steps * s.width * B; }
};
// END traits

namespace ridgeline {

namespace {

// BEGIN xla op
/// A scan behind a custom call: rows of the operand are steps.
struct xla_my_scan {
  static bool matches(const xla_call& c) { return c.target == "my_scan"; }
  static std::optional<theirs::scan_plan> from(const xla_call& c) {
    if (c.operands.empty() || c.operands[0].dims.size() != 2) return {};  // shapes that do not fit: no figures
    return theirs::scan_plan{static_cast<double>(c.operands[0].dims[0]), static_cast<double>(c.operands[0].dims[1])};
  }
};
// END xla op

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_xla_op)

BOOST_AUTO_TEST_CASE(a_call_of_one_s_own) {
  using namespace ridgeline;
  xla_call call;
  call.target = "my_scan";
  call.operands = {test::bf16({8, 16})};
  // BEGIN xla op test
  const xla_cost cost = cost_of(call, {}, xla_model_list<xla_my_scan>);  // options.models of a report takes the list
  BOOST_TEST((cost.flops == 256 * FLOP));  // 2 * 8 * 16
  BOOST_TEST((cost.bytes == 512 * B));     // 4 * 8 * 16
  BOOST_TEST(operational_intensity(theirs::scan_plan{8, 16}).in(FLOPpB) == 0.5);
  // END xla op test
  call.operands.clear();
  const xla_cost unread = cost_of(call, {}, xla_model_list<xla_my_scan>);
  BOOST_TEST((unread.modelled && !unread.fits));
}

BOOST_AUTO_TEST_SUITE_END()
