// Parameters in another form would be left out without a word.
// expect: const torch_call& c, const shape& s
// lines: 25
#include <ridgeline/torch/op/model_set.hpp>

struct shape {
  double n = 0;
  constexpr ridgeline::flop_count flops() const { return n * ridgeline::FLOP; }
  constexpr ridgeline::byte_count bytes() const { return n * ridgeline::B; }
};
struct my_op {
  static constexpr std::string_view name = "my::op", category = "elementwise";
  static constexpr shape from(const ridgeline::torch_call& c) { return {c.shape(0).size()}; }
#ifdef RIDGELINE_MUST_PASS
  static void parameters(ridgeline::torch_parameters& out, const ridgeline::torch_call& c, const shape&);
#else
  static void parameters(ridgeline::torch_parameters& out, const ridgeline::torch_call& c);
#endif
};
inline constexpr const ridgeline::torch_model_entry* found = ridgeline::torch_models::with<my_op>::find("my::op");
