// A peak that cannot be asked of a constant shape would be passed over, and another one would apply.
// expect: an XLA shape's peak is `math peak() const`
// lines: 25
#include <ridgeline/xla/op/model.hpp>

struct scan {
  double steps = 0;
  double inputs = 0;  // no function: not the tensors to show
  constexpr ridgeline::flop_count flops() const { return steps * ridgeline::FLOP; }
  constexpr ridgeline::byte_count bytes() const { return steps * ridgeline::B; }
#ifdef RIDGELINE_MUST_PASS
  constexpr ridgeline::math peak() const { return ridgeline::vector_fp32; }
#else
  constexpr ridgeline::math peak() { return ridgeline::vector_fp32; }
#endif
};
struct scans {
  static bool matches(const ridgeline::xla_call& c) { return c.target == "my_scan"; }
  static scan from(const ridgeline::xla_call& c) { return {static_cast<double>(c.operands.size())}; }
};
inline const ridgeline::xla_model_table models = ridgeline::xla_model_list<scans>;
