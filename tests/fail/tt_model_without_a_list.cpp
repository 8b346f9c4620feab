// expect: models are a list: report_tt_ops<tt_models::with<my_op>>(ops, chip)
// lines: 25
#include <vector>

#include <ridgeline/tt.hpp>

namespace rl = ridgeline;

struct my_norm {
  double elements = 0;
  static constexpr bool matches(const rl::tt_op& r) { return r.code == "MyNorm"; }
  constexpr rl::flop_count flops() const { return 4 * elements * rl::FLOP; }
  constexpr rl::byte_count bytes() const { return 4 * elements * rl::B; }
  static constexpr my_norm from(const rl::tt_op& r) { return {r.in0.elements()}; }
};
#ifdef RIDGELINE_MUST_PASS
auto report(const std::vector<rl::tt_op>& ops) { return rl::report_tt_ops<rl::tt_models::with<my_norm>>(ops, nullptr); }
#else
auto report(const std::vector<rl::tt_op>& ops) { return rl::report_tt_ops<my_norm>(ops, nullptr); }
#endif
