#ifndef RIDGELINE_TORCH_OP_MOE_HPP
#define RIDGELINE_TORCH_OP_MOE_HPP

#include <array>
#include <concepts>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/moe.hpp>

/// Models of mixtures of experts.
namespace ridgeline {

/// A product in a mixture of experts as shown in reports.
template <class Shape>
struct torch_experts_call : Shape {
  bool shows_gate = true, by_weight = false;  ///< by_weight: the weights determine the precision
  std::string_view in_type{}, weight_type{}, out_type{};

  /// Takes element types from the given arguments; results have the input's type if `to` is -1. An input of unknown
  /// type takes two bytes or, behind the result that it is quantised for, one.
  constexpr void take_types(const torch_call& c, int from, int weights, int to = -1) {
    in_type = c.type(from), this->in = torch_expert_size(in_type, (from > 0 ? 1 : 2) * B, c.faults);
    weight_type = c.type(weights), this->weight = torch_expert_size(weight_type, 1 * B, c.faults);
    out_type = to < 0 ? std::string_view() : c.type(to);
    this->out = to < 0 ? this->in : torch_expert_size(out_type, 2 * B, c.faults);
  }
  /// With `packed` weights in each element of argument `i`, if its type does not tell that.
  constexpr void unpack(const torch_call& c, int i, double packed) {
    if (packed > 1 && known(c.size(i)) && !c.faults.pairs_are_single) this->weight = c.size(i) / packed;
  }
};
template <fixed_string Category, class Shape>
struct torch_experts : torch_matrix_family<Category> {
  using call = torch_experts_call<Shape>;

  static constexpr std::string_view compute_type(const torch_call&, const call& e) {
    return e.by_weight ? e.weight_type : e.in_type;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& e) {
    out.show(c, "num_tokens hidden_dim inter_dim num_experts topk", e.tokens, e.hidden, e.inner, e.count, e.chosen);
    if (e.shows_gate) out.show(c, "gated", e.gated);
    out.show(c, "input_dtype", e.in_type);
    if (e.weight_type.data() != nullptr) out.show(c, "weight_dtype", e.weight_type);
    if (e.out_type.data() != nullptr) out.show(c, "output_dtype", e.out_type);
  }
};

/// The positions of an op's input, which is followed by the weights up ([E, 2N or N, K]) and down ([E, K, N]), and
/// of the choice of experts. If the input is not argument 0, it is quantised: argument 0 is then the result, and the
/// choice is a number.
struct torch_experts_row {
  std::string_view name;
  int chosen, in = 0;
  bool by_weight = false;  ///< the weights determine the precision
};
template <fixed_string Category, class Shape>
struct torch_packed_experts : torch_experts<Category, Shape> {
  using row = torch_experts_row;
  /// Packed weights have fewer columns than the input, so N is scaled up accordingly.
  static constexpr torch_experts_call<Shape> from(const torch_call& c, const row& r) {
    torch_experts_call<Shape> e;
    const torch_shape up = c.shape(r.in + 1), down = c.shape(r.in + 2);
    e.tokens = c.extent(0, 0), e.count = down[0], e.hidden = down[1];
    const double packed = op::floor_div(down[1], up[-1]);
    e.inner = down[2] * packed, e.gated = up[1] == 2 * e.inner;
    const torch_shape by = c.shape(r.chosen);  // also results of all choices behind each other
    const bool after = by.rank() == 2 && by[0] > e.tokens && !c.faults.choices_as_stored;
    e.chosen = r.in > 0 ? c.number(r.chosen) : after ? by[0] / e.tokens : by[1];
    e.by_weight = r.by_weight, e.take_types(c, r.in, r.in + 1, r.in > 0 ? 0 : -1);
    e.unpack(c, r.in + 1, packed);
    return e;
  }
};
struct torch_fused_experts : torch_packed_experts<"MoE_fused", op::fused_experts> {
  static constexpr std::array rows{row{"pseudo_op::moe_aiter_fused_1stage", 3},
                                   row{"aiter::fmoe_fp8_blockscale_g1u1", 8, 1}, row{"aiter::fmoe_g1u1", 8, 1}};
};
struct torch_experts_up : torch_packed_experts<"MoE_unfused", op::experts_up> {
  static constexpr std::array rows{row{"aiter::ck_moe_stage1", 6}, row{"pseudo_op::moe_flydsl_stage1", 3, 0, true}};
};
struct torch_experts_down : torch_packed_experts<"MoE_unfused", op::experts_down> {
  static constexpr std::array rows{row{"pseudo_op::moe_flydsl_stage2", 3, 0, true}};
};

/// Second products, with input [M, k, N]: the position of the weights [E, K, N] and, if they are packed, of the
/// weights up.
struct torch_routed_down : torch_experts<"MoE_unfused", op::experts_down> {
  struct row { std::string_view name; int weights, up, out; };
  static constexpr std::array rows{row{"aiter::moe_cktile2stages_gemm2_ck", 1, -1, 2},
                                   row{"aiter::ck_moe_stage2", 2, 1, -1}};

  static constexpr call from(const torch_call& c, const row& r) {
    call e;
    const torch_shape x = c.shape(0), w = c.shape(r.weights);
    e.tokens = x[0], e.chosen = x[1], e.inner = x[2], e.count = w[0], e.hidden = w[1];
    const double packed = r.up >= 0 ? op::floor_div(w[1], c.extent(r.up, -1)) : 1;
    e.inner *= packed, e.shows_gate = false;
    e.take_types(c, 0, r.weights, r.out);
    e.unpack(c, r.weights, packed);
    return e;
  }
};
struct torch_cktile_up : torch_experts<"MoE_unfused", op::experts_up> {
  static constexpr std::string_view name = "aiter::moe_cktile2stages_gemm1_ck";
  static constexpr call from(const torch_call& c) {
    call e;
    const torch_shape x = c.shape(0), w = c.shape(1), result = c.shape(2);
    e.tokens = x[0], e.hidden = x[1], e.count = w[0], e.chosen = result[1], e.inner = result[2];
    e.gated = w[1] == 2 * e.inner;
    e.take_types(c, 0, 1, 2);
    return e;
  }
};

/// Pseudo ops of vLLM; the kernel shows the format of the weights, the pseudo op the numbers of experts and gates.
template <fixed_string Name, class Shape>
struct torch_triton_experts : torch_experts<"MoE_unfused", Shape> {
  static constexpr std::string_view name = text_of<Name>;
  static constexpr bool asks_kernel(std::string_view) { return true; }  // the first kernel
  static constexpr torch_experts_call<Shape> from(const torch_call& c) {
    torch_experts_call<Shape> e;
    const auto kernel_has = [&](std::string_view word) { return c.kernel.find(word) != c.kernel.npos; };
    const bool fp4 = kernel_has("fp4"), fp8 = !fp4 && (kernel_has("fp8") || kernel_has("e4m3"));
    e.take_types(c, 0, 0);
    e.by_weight = true, e.weight_type = fp8 ? "FP8" : "FP4", e.weight = (fp8 ? 1 : 0.5) * B;
    e.tokens = fp4 || fp8 ? c.extent(0, 0) : missing<double>;
    e.hidden = e.inner = c.extent(0, 1), e.count = c.extent(1, 1), e.chosen = c.chosen_experts, e.gated = c.gated;
    return e;
  }
};
using torch_triton_experts_up = torch_triton_experts<"pseudo_op::moe_triton_unfused_up", op::experts_up>;
using torch_triton_experts_down = torch_triton_experts<"pseudo_op::moe_triton_unfused_down", op::experts_down>;

/// Weights with half a byte per element: [E, 2N or N, ...] up, [E, ..., N / 2] down.
template <fixed_string Name, class Shape>
struct torch_gptq_experts : torch_experts<"MoE_unfused", Shape> {
  static constexpr std::string_view name = text_of<Name>;
  static constexpr torch_experts_call<Shape> from(const torch_call& c) {
    torch_experts_call<Shape> e;
    e.shows_gate = std::same_as<Shape, op::experts_up>;
    const torch_shape w = c.shape(e.shows_gate ? 1 : 2);
    e.tokens = c.extent(0, 0), e.hidden = c.extent(0, 1), e.count = w[0], e.chosen = c.chosen_experts;
    e.gated = e.shows_gate && c.gated, e.inner = e.shows_gate ? w[1] / (c.gated ? 2 : 1) : 2 * w[2];
    e.take_types(c, 0, 0);
    e.weight_type = {}, e.weight = 0.5 * B;
    return e;
  }
};
using torch_gptq_experts_up = torch_gptq_experts<"pseudo_op::moe_gptq_awq_up", op::experts_up>;
using torch_gptq_experts_down = torch_gptq_experts<"pseudo_op::moe_gptq_awq_down", op::experts_down>;

/// SGLang's product of routed rows. Its K is that of the input: weights of 4 and 8 bits are packed, several to an
/// element of an integer type, so their own last extent is shorter. The kernel unpacks integers to the input's type.
struct torch_invoked_experts : torch_matrix_family<"MoE_unfused"> {
  static constexpr std::string_view name = "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel";
  using e = op::routed_gemm;

  static constexpr e from(const torch_call& c) {
    e p;
    const torch_shape w = c.shape(1), chosen = c.shape(8);
    p.count = w[0], p.inner = w[1], p.hidden = w[2], p.tokens = chosen[0], p.chosen = chosen[1];
    p.in = torch_expert_size(c.type(0), 2 * B, c.faults), p.weight = torch_expert_size(c.type(1), 1 * B, c.faults);
    p.out = c.type(3).empty() ? p.in : torch_expert_size(c.type(3), 2 * B, c.faults);
    const double k = c.extent(0, -1);
    if (!c.faults.packed_experts_as_stored && k > p.hidden) {
      p.weight = or_else(c.size(1), p.weight) * (p.hidden / k);
      p.hidden = k;
    }
    return p;
  }
  static constexpr std::string_view compute_type(const torch_call& c, const e&) {
    using torch_detail::number_kind, torch_detail::kind_of_type;
    const bool unpacks = kind_of_type(c.type(1)) == number_kind::whole && kind_of_type(c.type(0)) == number_kind::real;
    return c.type(unpacks && !c.faults.packed_experts_as_stored ? 0 : 1);
  }
  static constexpr torch_shown parameters{
      "m_work num_tokens topk N K num_experts input_dtype=T0 weight_dtype=T1 output_dtype=T3", &e::rows, &e::tokens,
      &e::chosen, &e::inner, &e::hidden, &e::count};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MOE_HPP
