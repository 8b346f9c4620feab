// Cores that cannot be asked of a constant model would be passed over: its peak would be that of all cores.
// expect: an op model's used_cores is `constexpr double used_cores() const`
// lines: 25
#include <ridgeline/tt/op/cost.hpp>

struct on_one_core {
  double elements = 0;
  static constexpr bool matches(const auto& r) { return r.code == "TopK"; }
  static constexpr on_one_core from(const auto& r) { return {r.in0.elements()}; }
  constexpr ridgeline::flop_count flops() const { return elements * ridgeline::FLOP; }
  constexpr ridgeline::byte_count bytes() const { return elements * ridgeline::B; }
#ifdef RIDGELINE_MUST_PASS
  constexpr double used_cores() const { return 1; }
#else
  constexpr double used_cores() { return 1; }
#endif
};
inline constexpr ridgeline::tt_cost_function cost = ridgeline::tt_cost_by<ridgeline::tt_models::with<on_one_core>>;
