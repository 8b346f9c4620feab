// The name belongs to the model, not to each object; the message says so.
// expect: names_any_op
// expect: static constexpr std::string_view name
// lines: 22
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/torch/op/model_set.hpp>

struct my_op {
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::string_view name = "my::op";
#else
  std::string_view name = "my::op";
#endif
  static constexpr std::string_view category = "GEMM";
  static constexpr ridgeline::op::gemm from(const ridgeline::torch_call& c) { return {.m = c.extent(0, 0)}; }
};
inline const ridgeline::torch_model_entry* const found = ridgeline::torch_models::with<my_op>::find("my::op");
