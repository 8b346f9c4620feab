// expect: an op model's `from` returns the model itself
// lines: 25
#include <optional>
#include <vector>

#include <ridgeline/tt.hpp>

namespace rl = ridgeline;

struct my_norm {
  double elements = 0;
  static constexpr bool matches(const rl::tt_op& r) { return r.code == "MyNorm"; }
  constexpr rl::flop_count flops() const { return 4 * elements * rl::FLOP; }
  constexpr rl::byte_count bytes() const { return 4 * elements * rl::B; }
#ifdef RIDGELINE_MUST_PASS
  static constexpr my_norm from(const rl::tt_op& r) { return {r.in0.elements()}; }
#else
  static constexpr std::optional<my_norm> from(const rl::tt_op& r) { return my_norm{r.in0.elements()}; }
#endif
};
auto report(const std::vector<rl::tt_op>& ops) { return rl::report_tt_ops<rl::tt_models::with<my_norm>>(ops, nullptr); }
