// How a user adds models.
#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/op/norm.hpp>

using namespace ridgeline;

namespace test_torch_op_model_set {

namespace {

/// A complete user-defined model.
struct my_norm {
  static constexpr std::string_view name = "my::rms_norm", category = "RMSNorm_fwd";
  static constexpr torch_call example{.dims = "[[2,4],[4]]", .types = R"(["c10::Half","c10::Half"])"};

  static constexpr op::rms_norm from(const torch_call& c) {
    return {.elements = c.shape(0).size(), .channels = c.extent(1, 0), .element = c.size(0)};
  }
};
/// Attention with arguments in other positions: one line.
struct my_attention : torch_attention {
  static constexpr std::array rows{row{.name = "my::attention", .q = 2, .dropout = -1, .causal = 7}};
};
/// A better model of an op that already has one.
struct my_mm {
  static constexpr std::string_view name = "aten::mm", category = "MyGEMM";
  static constexpr op::gemm from(const torch_call& c) { return {.m = c.extent(0, 0), .n = 1, .k = 1}; }
};
using mine = torch_models::with<my_norm, my_attention>;
using better = mine::with<my_mm>;

static_assert(mine::find("my::rms_norm")->category == "RMSNorm_fwd" && mine::find("my::rms_norm")->sheet == "RMSNorm");
static_assert(mine::find("my::attention")->category == "SDPA_fwd" && mine::find("my::attention")->has_backward);
// 2 rows of 4: 2 * (2 * 4 + 2) + 2 * 8 FLOP; two tensors and a weight of two bytes
static_assert(flops(my_norm::from(my_norm::example)) == 36 * FLOP && bytes(my_norm::from(my_norm::example)) == 40 * B);

// The newest model of a name wins, on purpose.
static_assert(better::find("aten::mm")->category == "MyGEMM");
static_assert(better::find("my::rms_norm")->category == "RMSNorm_fwd");

// Ops that no user layer claims go to the library: at compile time in a table that builds on its set.
using own = torch_model_layers<torch_model_set<my_norm, my_mm>, torch_built_in_set>;
static_assert(own::find("aten::mm")->category == "MyGEMM" && own::find("aten::addmm")->category == "GEMM");
static_assert(own::find("my::other") == nullptr && own::find("triton_red_fused_sum_0")->category == "triton");
constexpr std::size_t names_in_all = [] {
  std::size_t n = 0;
  own::table.for_each([&](const torch_model_entry&) { ++n; });
  return n;
}();
static_assert(names_in_all == torch_built_in_set::entries.size() + 1);  // aten::mm is claimed twice and appears once

// Names of compiled kernels are matched by prefix and have no category sheet.
static_assert(torch_built_in_set::find("triton_red_fused_sum_0")->category == "triton");
static_assert(torch_built_in_set::find("triton_red_fused_sum_0")->sheet.empty());
static_assert(torch_built_in_set::find_exact("triton_red_") == nullptr && torch_built_in_set::find("triton_tem_fused_mm") == nullptr);

static_assert(torch_built_in_set::find("aten::mm")->asks_kernel("Cijk_Alik_Bljk_S"));
static_assert(torch_built_in_set::find("vllm::unified_attention_with_output")->annotated);
static_assert(torch_built_in_set::find("ConvBias_Backward")->of_forward && !torch_built_in_set::find("ConvBias_")->of_forward);

}  // namespace

int nothing;

}  // namespace test_torch_op_model_set
