// A row with an impossible argument index does not compile.
// expect: wrong index
// expect: before 0
// lines: 22
#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/op/model_set.hpp>

struct my_attention : ridgeline::torch_attention {
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::array rows{row{.name = "my::attention", .q = 1}};
#else
  static constexpr std::array rows{row{.name = "my::attention", .q = -1}};
#endif
};
inline constexpr const ridgeline::torch_model_entry* found =
    ridgeline::torch_models::with<my_attention>::find("my::attention");
