#ifndef RIDGELINE_TORCH_OP_SEQUENCE_HPP
#define RIDGELINE_TORCH_OP_SEQUENCE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/sequence.hpp>

/// Models of rotary embeddings, state-space ops, collectives of serving engines, hyper-connections.
namespace ridgeline {

/// In-place rotary position embeddings: 3 FLOP per element.
constexpr op::unary torch_rotation(double elements, byte_count element) {
  return {elements, elements, element, element, 3};
}

struct torch_rope : torch_family<"RoPE_fwd"> {
  static constexpr std::string_view name = "FusedRoPEFunc";
  static constexpr op::unary from(const torch_call& c) {
    return torch_rotation(c.shape(0).size(), torch_size_or_half(c, 0));
  }
  static constexpr torch_shown parameters{"seq_len=D0[0] batch=D0[1] heads=D0[2] head_dim=D0[3] num_elements",
                                          &op::unary::outputs};
};
struct torch_cached_rope : torch_family<"RoPE_fwd"> {
  static constexpr std::string_view name = "aiter::rope_cached_positions_2c_fwd_impl";
  static constexpr op::unary from(const torch_call& c) {
    return torch_rotation(c.shape(2).size() + c.shape(3).size(), torch_size_or_half(c, 0));
  }
  static constexpr torch_shown parameters{"x_shape=D2 y_shape=D3 num_elements", &op::unary::outputs};
};
struct torch_sgl_rope : torch_family<"RoPE_fwd"> {
  static constexpr std::string_view name = "sgl_kernel::rotary_embedding";
  static constexpr int computes = 1;

  static constexpr op::unary from(const torch_call& c) {
    const bool unsaid = c.value(3).empty() && c.faults.empty_is_usual;
    const double head = unsaid ? c.extent(1, -1) : c.number(3);
    const auto heads_of = [&](int i) {  // of [T, heads * size] or [T, heads, size]
      return c.shape(i).rank() == 3 ? c.extent(i, 1) : op::floor_div(c.extent(i, 1), head);
    };
    const double heads = heads_of(1) + heads_of(2);
    const double rotated = c.shape(4).rank() < 2 && c.faults.empty_is_usual ? head : c.extent(4, 1);
    return torch_rotation(c.extent(1, 0) * heads * rotated, torch_size_or_half(c, 1));
  }
  static constexpr torch_shown parameters{"num_elements", &op::unary::outputs};
};
/// Rotates the positional part of Q and K, concatenates it with the latent part and writes it to the cache.
struct torch_latent_rope : torch_family<"RoPE_fwd", "FusedRoPE"> {
  static constexpr std::string_view names[] = {"aiter::fused_qk_rope_cat_and_cache_mla",
                                               "aiter::fused_qk_rope_concat_and_cache_mla"};
  /// The second one has one head of K, and a separate result.
  static constexpr bool concats(const torch_call& c) { return c.name == names[1]; }
  static constexpr double kv_heads(const torch_call& c) { return concats(c) ? 1 : c.extent(2, 1); }

  static constexpr op::mapping from(const torch_call& c) {
    const double tokens = c.extent(0, 0), of_q = tokens * c.extent(0, 1), of_k = tokens * kv_heads(c);
    const double positional = c.extent(1, 2), width = c.extent(0, 2) + positional;
    const byte_count written = of_q * width * c.size(concats(c) ? 5 : 0) + of_k * width * c.size(4);
    return {(of_q + of_k) * positional, 3, {}, (of_q + of_k) * width * c.size(0) + written};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::mapping&) {
    out.show(c, "T=D0[0] QH=D0[1] KH D_lora=D0[2] D_pe=D1[2] dtype_in=T0 dtype_kv=T4", kv_heads(c));
    if (concats(c)) out.show(c, "dtype_out=T5");
  }
};

/// A convolution along time, with a separate filter for each channel.
struct torch_causal_conv1d : torch_matrix_family<"SSM_fwd"> {
  static constexpr std::string_view name = "DaoAILab::_causal_conv1d_fwd_cpp";
  static constexpr op::mapping from(const torch_call& c) {
    const byte_count element = or_else(c.size(0), 2 * B);
    const double weights = c.shape(1).size() + (c.tensor(2) ? c.extent(0, 1) : 0);
    return {c.shape(0).size(), 2 * c.extent(1, 1), 2 * element, weights * element};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::mapping&) {
    out.show(c, "batch=D0[0] channels=D0[1] seq_len=D0[2] kernel_size=D1[1] has_bias", c.tensor(2));
  }
};

/// With the weight of a projection, its result is a product more, and two more for its gradients.
struct torch_mamba_scan : torch_matrix_family<"SSM_fwd"> {
  static constexpr std::string_view name = "MambaSplitConv1dScanCombinedFn";
  struct s : op::state_space_scan {
    double projected = 0, products = 1;  ///< results of the projection for each token
    byte_count of_weight{};              ///< bytes of one of its elements

    constexpr flop_count flops() const {
      return op::state_space_scan::flops() + products * 2 * batch * length * inner() * projected * FLOP;
    }
    constexpr byte_count bytes() const {
      return op::state_space_scan::bytes() + products * projected * inner() * of_weight +
             batch * length * projected * element;
    }
  };

  static constexpr s from(const torch_call& c) {
    const bool recorded = c.has_values() || c.faults.empty_is_usual;
    const auto positive_or = [&](int i, double otherwise) {
      return !recorded ? missing<double> : c.number(i) > 0 ? c.number(i) : otherwise;
    };
    const torch_shape x = c.shape(0), filter = c.shape(1);
    s scan{{.batch = x[0], .length = x[1], .heads = c.extent(3, 0), .head = positive_or(15, 64),
            .groups = positive_or(16, 1), .chunk = positive_or(6, 128), .kernel = filter[1], .channels = filter[0],
            .width = x[2]}};
    scan.state = (scan.width - 2 * scan.inner() - scan.heads) / (2 * scan.groups);
    if (scan.state != op::floor(scan.state) || scan.state < 0) scan.state = missing<double>;
    scan.element = or_else(c.size(0), 2 * B);
    scan.per_head = or_else(c.size(3), 4 * B) + or_else(c.size(4), 4 * B) + or_else(c.size(5), scan.element);
    constexpr int weight = 13;  // (results, inner)
    if (c.shape(weight).rank() == 2 && !c.faults.operands_left_out)
      scan.projected = c.extent(weight, 0), scan.of_weight = c.size(weight);
    return scan;
  }
  static constexpr s backward(s scan) {
    scan.products = 2;
    return scan;
  }
  static constexpr torch_shown parameters{
      "B=D0[0] T=D0[1] H=D3[0] P G N C d_inner d_conv=D1[1] conv_channels=D1[0] combined_dim=D0[2]", &s::head,
      &s::groups, &s::state, &s::chunk, &s::inner};
};

/// The argument that a collective writes; -1: argument 1, which it reads, counts twice.
struct torch_exchange_row {
  std::string_view names;
  int out = -1;
};
struct torch_exchange : torch_family<"CustomCollective"> {
  using row = torch_exchange_row;
  static constexpr std::array rows{row{"_C_custom_ar::all_reduce sgl_kernel::all_reduce_reg sgl_kernel::qr_all_reduce "
                                       "_C_custom_ar::qr_all_reduce"},
                                   row{"aiter::reduce_scatter aiter::all_gather_reg", 2},
                                   row{"sglang::reg_all_gather_into_tensor", 0}};
  static constexpr int computes = -1;
  struct call : op::mapping { int out = -1; };

  static constexpr call from(const torch_call& c, const row& r) {
    const double elements = c.shape(1).size() + c.shape(r.out < 0 ? 1 : r.out).size();
    return {op::transfer(elements * c.size(1)), r.out};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& t) {
    if (t.out == 0) return out.show(c, "out_shape=D0 op_shape=D1 dtype_in=T1");
    out.show(c, "op_shape=D1");
    if (t.out > 0) out.show(c, "out_shape=D2");
    out.show(c, "dtype_in=T1 stride_input=S1");
  }
};
/// Sum over ranks and RMS norm of the result in one kernel.
struct torch_all_reduce_norm : torch_family<"CustomCollective"> {
  struct row { std::string_view name; int argument, weight; };
  static constexpr std::array rows{row{"aiter::fused_allreduce_rmsnorm", 2, 6},
                                   row{"aiter::fused_allreduce_rmsnorm_", 0, 2}};
  static constexpr int computes = -1;
  using call = torch_from<op::rms_norm>;

  static constexpr call from(const torch_call& c, const row& r) {
    return {{c.shape(r.argument).size(), c.extent(r.weight, 0), 3, 4, c.size(r.argument)}, r.argument};
  }
  static constexpr torch_shown parameters{"op_shape=D0 dtype_in=T0 stride_input=S0 num_channels", &call::channels};
};

/// The positions of a hyper-connection op's rows [M, C], its streams, its projection and its partial sums.
struct torch_hyper_row {
  std::string_view name;
  int rows, streams, type, mixes = -1, splits = -1;
  bool mixed = false, projects = false, normed = false;
};
using torch_hyper_call = torch_from<op::hyper_connection>;
struct torch_hyper_vector : torch_family<"mHC"> {
  using row = torch_hyper_row;
  static constexpr std::array rows{
      row{.name = "aiter::mhc_post", .rows = 1, .streams = 0, .type = 1, .mixed = true},
      row{.name = "aiter::mhc_pre_big_fuse_rmsnorm", .rows = 2, .streams = 0, .type = 7, .mixes = 6, .splits = 3,
          .normed = true}};

  static constexpr torch_hyper_call from(const torch_call& c, const row& r) {
    torch_hyper_call h;
    h.argument = r.type, h.element = c.size(r.type);
    h.tokens = c.extent(r.rows, 0), h.channels = c.extent(r.rows, -1), h.streams = c.extent(r.streams, 1);
    if (r.mixes >= 0) h.mixes = c.extent(r.mixes, 0), h.splits = c.extent(r.splits, 0);
    if (r.projects) h.projected = c.extent(r.mixes, 1);
    h.mixed = r.mixed, h.projects = r.projects, h.normed = r.normed;
    return h;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_hyper_call& h) {
    const bool splits = h.projects || h.normed;
    out.show(c, "M n C hc3", h.tokens, h.streams, h.channels, splits ? torch_value::of(h.mixes) : torch_value());
    if (h.projects) out.show(c, "K", h.projected);
    if (splits) out.show(c, "split_k", h.splits);
    out.show(c.from_argument(h.argument), "dtype_in=T0");
  }
};
struct torch_hyper_matrix : torch_hyper_vector {
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{
      row{.name = "aiter::mhc_pre_gemm_sqrsum", .rows = 2, .streams = 2, .type = 2, .mixes = 3, .splits = 0,
          .projects = true},
      row{.name = "aiter::mhc_fused_post_pre_gemm_sqrsum", .rows = 3, .streams = 2, .type = 3, .mixes = 7, .splits = 0,
          .mixed = true, .projects = true}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SEQUENCE_HPP
