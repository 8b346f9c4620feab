#ifndef RIDGELINE_MODEL_TORCH_MOE_HPP
#define RIDGELINE_MODEL_TORCH_MOE_HPP

#include <array>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/moe.hpp>

/// Models of mixtures of experts.
namespace ridgeline {

/// Bytes of an element; names with their case, with or without `c10::`.
constexpr byte_count torch_expert_size(std::string_view type, byte_count otherwise) {
  if (type.starts_with("c10::")) type.remove_prefix(5);
  for (const std::string_view one : {"Float8_e4m3fn", "Float8_e4m3fnuz", "Float8_e5m2", "Float8_e5m2fnuz", "FP8"})
    if (type == one) return 1 * B;
  if (type == "FP4" || type == "Float4_e2m1fn_x2") return 0.5 * B;
  if (type == "BFloat16" || type == "Half") return 2 * B;
  if (type == "Float" || type == "float") return 4 * B;
  return otherwise;
}

/// What is shown beside the sizes of a mixture's products.
struct torch_expert_shown {
  std::string_view in{}, weight{}, out{};
  bool gated = true;
};
struct torch_moe_model {
  static constexpr engine compute = engine::matrix;

  static void parameters(torch_parameters& out, const op::experts& e, const torch_expert_shown& shown) {
    out.whole("num_tokens", e.tokens).whole("hidden_dim", e.hidden).whole("inter_dim", e.inner)
        .whole("num_experts", e.count).whole("topk", e.chosen);
    if (shown.gated) out.flag("gated", e.gated);
    out.text("input_dtype", shown.in);
    if (shown.weight.data() != nullptr) out.text("weight_dtype", shown.weight);
    if (shown.out.data() != nullptr) out.text("output_dtype", shown.out);
  }
};

/// Where a fused op has its input, its weights up ([E, 2N or N, K]), down ([E, K, N]) and the choice of experts.
struct torch_experts_row {
  std::string_view name;
  int up, down, chosen;
  bool chosen_is_value = false;  ///< `chosen` is a number, not a tensor whose last extent counts
  int in, weight;                ///< arguments with the types
  int out = -1;                  ///< -1: as the input
  bool by_weight = false;        ///< precision is the weights'
};
namespace detail {
/// Packed weights have fewer columns than the input: N grows with them.
template <class Op>
constexpr Op packed_experts(const torch_call& c, const torch_experts_row& r) {
  Op e;
  const torch_shape up = c.shape(r.up), down = c.shape(r.down);
  e.tokens = c.extent(0, 0), e.count = down[0], e.hidden = down[1];
  e.inner = down[2] * op::floor_div(down[1], up[-1]);
  e.chosen = r.chosen_is_value ? c.number(r.chosen) : c.extent(r.chosen, 1);
  e.gated = up[1] == 2 * e.inner;
  e.in = torch_expert_size(c.type(r.in), 2 * B);
  e.weight = torch_expert_size(c.type(r.weight), 1 * B);
  e.out = r.out < 0 ? e.in : torch_expert_size(c.type(r.out), 2 * B);
  return e;
}
}  // namespace detail

template <class Shape>
struct torch_experts_call : Shape {
  torch_experts_row at{};
};
template <class Shape>
struct torch_packed_experts : torch_moe_model {
  using row = torch_experts_row;
  static constexpr torch_experts_call<Shape> from(const torch_call& c, const row& r) {
    return {detail::packed_experts<Shape>(c, r), r};
  }
  static std::string_view compute_type(const torch_call& c, const torch_experts_call<Shape>& e) {
    return c.type(e.at.by_weight ? e.at.weight : e.at.in);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_experts_call<Shape>& e) {
    torch_moe_model::parameters(out, e, {c.type(e.at.in), c.type(e.at.weight),
                                         e.at.out < 0 ? std::string_view() : c.type(e.at.out)});
  }
};
struct torch_fused_experts : torch_packed_experts<op::fused_experts> {
  static constexpr std::string_view category = "MoE_fused";
  static constexpr std::array rows{
      row{.name = "pseudo_op::moe_aiter_fused_1stage", .up = 1, .down = 2, .chosen = 3, .in = 0, .weight = 1},
      row{.name = "aiter::fmoe_fp8_blockscale_g1u1", .up = 2, .down = 3, .chosen = 8, .chosen_is_value = true, .in = 1,
          .weight = 2, .out = 0},
      row{.name = "aiter::fmoe_g1u1", .up = 2, .down = 3, .chosen = 8, .chosen_is_value = true, .in = 1, .weight = 2,
          .out = 0}};
};
struct torch_experts_up : torch_packed_experts<op::experts_up> {
  static constexpr std::string_view category = "MoE_unfused";
  static constexpr std::array rows{
      row{.name = "aiter::ck_moe_stage1", .up = 1, .down = 2, .chosen = 6, .in = 0, .weight = 1},
      row{.name = "pseudo_op::moe_flydsl_stage1", .up = 1, .down = 2, .chosen = 3, .in = 0, .weight = 1,
          .by_weight = true}};
};
struct torch_experts_down : torch_packed_experts<op::experts_down> {
  static constexpr std::string_view category = "MoE_unfused";
  static constexpr std::array rows{row{.name = "pseudo_op::moe_flydsl_stage2", .up = 1, .down = 2, .chosen = 3, .in = 0,
                                       .weight = 1, .by_weight = true}};
};

/// Second products whose input is [M, k, N]: which argument is the weights [E, K, N], and the one up where they are
/// packed.
struct torch_routed_down : torch_moe_model {
  struct row { std::string_view name; int weights, up, out; };
  static constexpr std::string_view category = "MoE_unfused";
  static constexpr std::array rows{row{"aiter::moe_cktile2stages_gemm2_ck", 1, -1, 2},
                                   row{"aiter::ck_moe_stage2", 2, 1, -1}};
  struct call : op::experts_down { row at{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    call e{{}, r};
    const torch_shape x = c.shape(0), w = c.shape(r.weights);
    e.tokens = x[0], e.chosen = x[1], e.inner = x[2], e.count = w[0], e.hidden = w[1];
    if (r.up >= 0) e.inner *= op::floor_div(w[1], c.extent(r.up, -1));
    e.in = torch_expert_size(c.type(0), 2 * B), e.weight = torch_expert_size(c.type(r.weights), 1 * B);
    e.out = r.out < 0 ? e.in : torch_expert_size(c.type(r.out), 2 * B);
    return e;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& e) {
    torch_moe_model::parameters(out, e, {c.type(0), c.type(e.at.weights),
                                         e.at.out < 0 ? std::string_view() : c.type(e.at.out), false});
  }
};
struct torch_cktile_up : torch_moe_model {
  static constexpr std::string_view name = "aiter::moe_cktile2stages_gemm1_ck", category = "MoE_unfused";
  static constexpr op::experts_up from(const torch_call& c) {
    op::experts_up e;
    const torch_shape out = c.shape(2);
    e.tokens = c.extent(0, 0), e.hidden = c.extent(0, 1), e.count = c.extent(1, 0), e.chosen = out[1], e.inner = out[2];
    e.gated = c.extent(1, 1) == 2 * e.inner;
    e.in = torch_expert_size(c.type(0), 2 * B), e.weight = torch_expert_size(c.type(1), 1 * B);
    e.out = torch_expert_size(c.type(2), 2 * B);
    return e;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::experts_up& e) {
    torch_moe_model::parameters(out, e, {c.type(0), c.type(1), c.type(2)});
  }
};

/// Pseudo ops of vLLM; the kernel tells the format of the weights, the pseudo op itself how many experts and gates.
namespace detail {
template <class Op>
constexpr Op triton_experts(const torch_call& c) {
  Op e;
  e.tokens = c.extent(0, 0), e.hidden = e.inner = c.extent(0, 1), e.count = c.extent(1, 1);
  e.chosen = c.chosen_experts, e.gated = c.gated;
  e.in = e.out = torch_expert_size(c.type(0), 2 * B);
  const std::string_view type = c.kernel.find("fp4") != c.kernel.npos ? "FP4"
                                : c.kernel.find("fp8") != c.kernel.npos || c.kernel.find("e4m3") != c.kernel.npos
                                    ? "FP8"
                                    : std::string_view();
  e.weight = torch_expert_size(type, byte_count::unknown());
  if (!known(e.weight)) e.tokens = unknown_ratio;
  return e;
}
}  // namespace detail
struct torch_triton_experts : torch_moe_model {
  static constexpr std::string_view category = "MoE_unfused";
  static constexpr bool asks_kernel(std::string_view) { return true; }  // the first
  static std::string_view compute_type(const torch_call&, const op::experts& e) { return shown_weight(e); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::experts& e) {
    torch_moe_model::parameters(out, e, {c.type(0), shown_weight(e), {}});
  }
  static constexpr std::string_view shown_weight(const op::experts& e) { return e.weight == 1 * B ? "FP8" : "FP4"; }
};
struct torch_triton_experts_up : torch_triton_experts {
  static constexpr std::string_view name = "pseudo_op::moe_triton_unfused_up";
  static constexpr op::experts_up from(const torch_call& c) { return detail::triton_experts<op::experts_up>(c); }
};
struct torch_triton_experts_down : torch_triton_experts {
  static constexpr std::string_view name = "pseudo_op::moe_triton_unfused_down";
  static constexpr op::experts_down from(const torch_call& c) { return detail::triton_experts<op::experts_down>(c); }
};
struct torch_gptq_experts_up : torch_moe_model {
  static constexpr std::string_view name = "pseudo_op::moe_gptq_awq_up", category = "MoE_unfused";
  static constexpr op::experts_up from(const torch_call& c) {
    op::experts_up e;
    e.tokens = c.extent(0, 0), e.hidden = c.extent(0, 1), e.count = c.extent(1, 0), e.chosen = c.chosen_experts;
    e.gated = c.gated, e.inner = c.extent(1, 1) / (c.gated ? 2 : 1);
    e.in = e.out = torch_expert_size(c.type(0), 2 * B), e.weight = 0.5 * B;
    return e;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::experts& e) {
    torch_moe_model::parameters(out, e, {c.type(0), {}, {}});
  }
};
struct torch_gptq_experts_down : torch_moe_model {
  static constexpr std::string_view name = "pseudo_op::moe_gptq_awq_down", category = "MoE_unfused";
  static constexpr op::experts_down from(const torch_call& c) {
    op::experts_down e;
    e.tokens = c.extent(0, 0), e.hidden = c.extent(0, 1), e.count = c.extent(2, 0), e.inner = 2 * c.extent(2, 2);
    e.chosen = c.chosen_experts;
    e.in = e.out = torch_expert_size(c.type(0), 2 * B), e.weight = 0.5 * B;
    return e;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::experts& e) {
    torch_moe_model::parameters(out, e, {c.type(0), {}, {}, false});
  }
};

/// SGLang's product of routed rows.
struct torch_invoked_experts : torch_moe_model {
  static constexpr std::string_view name = "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
                                    category = "MoE_unfused";
  static constexpr op::routed_gemm from(const torch_call& c) {
    op::routed_gemm e;
    const torch_shape w = c.shape(1), chosen = c.shape(8);
    e.count = w[0], e.inner = w[1], e.hidden = w[2], e.tokens = chosen[0], e.chosen = chosen[1];
    e.in = torch_expert_size(c.type(0), 2 * B), e.weight = torch_expert_size(c.type(1), 1 * B);
    e.out = torch_expert_size(c.type(3), torch_expert_size(c.type(0), 2 * B));
    return e;
  }
  static std::string_view compute_type(const torch_call& c, const op::routed_gemm&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::routed_gemm& e) {
    out.whole("m_work", e.tokens * e.chosen).whole("num_tokens", e.tokens).whole("topk", e.chosen).whole("N", e.inner)
        .whole("K", e.hidden).whole("num_experts", e.count).text("input_dtype", c.type(0))
        .text("weight_dtype", c.type(1)).text("output_dtype", c.type(3));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_MOE_HPP
