// A model of Tenstorrent ops is what `from` returns.
// expect: my_softmax
// expect: counts_flops
// lines: 40
#include <ridgeline/tt/op/ops.hpp>

using namespace ridgeline;

struct shape {
  double elements = 0;
  constexpr flop_count flops() const { return elements * FLOP; }
  constexpr byte_count bytes() const { return elements * B; }
};
#ifdef RIDGELINE_MUST_PASS
struct my_softmax : shape {
  static constexpr my_softmax from(const tt_op& r) { return {{r.in0.elements()}}; }
#else
struct my_softmax {
  static constexpr shape from(const tt_op& r) { return {r.in0.elements()}; }
#endif
  static constexpr bool matches(const tt_op& r) { return r.code == "Softmax"; }
};

inline constexpr int size = tt_models::with<my_softmax>::size;
