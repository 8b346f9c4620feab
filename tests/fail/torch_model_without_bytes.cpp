// A model whose shape does not count its bytes does not compile; the message says what is missing.
// expect: counts_bytes
// expect: byte_count bytes() const
// lines: 22
#include <ridgeline/torch/op/model_set.hpp>

struct half_shape {
  double n = 0;
  constexpr ridgeline::flop_count flops() const { return n * ridgeline::FLOP; }
#ifdef RIDGELINE_MUST_PASS
  constexpr ridgeline::byte_count bytes() const { return n * ridgeline::B; }
#endif
};
struct my_op {
  static constexpr std::string_view name = "my::op", category = "elementwise";
  static constexpr half_shape from(const ridgeline::torch_call& c) { return {c.shape(0).size()}; }
};
inline constexpr const ridgeline::torch_model_entry* found = ridgeline::torch_models::with<my_op>::find("my::op");
