// A model must state the category of its op; the message says so.
// expect: has_category
// expect: std::string_view category
// lines: 22
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/torch/op/model_set.hpp>

struct my_op {
  static constexpr std::string_view name = "my::op";
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::string_view category = "GEMM";
#endif
  static constexpr ridgeline::op::gemm from(const ridgeline::torch_call& c) { return {.m = c.extent(0, 0)}; }
};
inline constexpr const ridgeline::torch_model_entry* found = ridgeline::torch_models::with<my_op>::find("my::op");
