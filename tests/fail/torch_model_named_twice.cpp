// Two models in one list for the same op do not compile; the message names the op.
// expect: op_named_once
// expect: my::op
// expect: claim the same op
// lines: 20
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/torch/op/model_set.hpp>

struct first {
  static constexpr std::string_view name = "my::op", category = "GEMM";
  static constexpr ridgeline::op::gemm from(const ridgeline::torch_call& c) { return {.m = c.extent(0, 0)}; }
};
struct second : first {};

#ifdef RIDGELINE_MUST_PASS
using mine = ridgeline::torch_models::with<first>::with<second>;
#else
using mine = ridgeline::torch_models::with<first, second>;
#endif
inline constexpr const ridgeline::torch_model_entry* found = mine::find("my::op");
