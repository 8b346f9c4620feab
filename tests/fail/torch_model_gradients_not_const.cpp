// A backward pass whose cost cannot be asked of a constant shape would be left out without a word.
// expect: counts_gradients
// expect: flop_count gradient_flops() const
// lines: 25
#include <ridgeline/torch/op/model_set.hpp>

#ifdef RIDGELINE_MUST_PASS
#define CONST const
#else
#define CONST
#endif
struct shape {
  double n = 0;
  constexpr ridgeline::flop_count flops() const { return n * ridgeline::FLOP; }
  constexpr ridgeline::byte_count bytes() const { return n * ridgeline::B; }
  constexpr ridgeline::flop_count gradient_flops() CONST { return n * ridgeline::FLOP; }
  constexpr ridgeline::byte_count gradient_bytes() CONST { return n * ridgeline::B; }
};
struct my_op {
  static constexpr std::string_view name = "my::op", category = "elementwise";
  static constexpr shape from(const ridgeline::torch_call& c) { return {c.shape(0).size()}; }
};
inline constexpr const ridgeline::torch_model_entry* found = ridgeline::torch_models::with<my_op>::find("my::op");
