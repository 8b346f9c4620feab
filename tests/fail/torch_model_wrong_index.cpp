// A model that reads an argument missing from its own example does not compile.
// expect: wrong index
// expect: its own example
// lines: 22
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/torch/op/model_set.hpp>

struct my_op {
  static constexpr std::string_view name = "my::op", category = "elementwise";
  static constexpr ridgeline::torch_call example{.dims = "[[2,3]]", .types = "[\"float\"]"};
#ifdef RIDGELINE_MUST_PASS
  static constexpr int x = 0;
#else
  static constexpr int x = 1;
#endif
  static constexpr ridgeline::op::unary from(const ridgeline::torch_call& c) {
    const double n = c.shape(x).size();
    return {n, n, c.size(0), c.size(0)};
  }
};
inline constexpr const ridgeline::torch_model_entry* found = ridgeline::torch_models::with<my_op>::find("my::op");
