#ifndef RIDGELINE_MODEL_TORCH_SEQUENCE_HPP
#define RIDGELINE_MODEL_TORCH_SEQUENCE_HPP

#include <array>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/sequence.hpp>

/// Models of rotary embeddings, state-space ops, collectives of serving engines, hyper-connections.
namespace ridgeline {

struct torch_rope {
  static constexpr std::string_view name = "FusedRoPEFunc", category = "RoPE_fwd";
  static constexpr op::rope from(const torch_call& c) { return {c.shape(0).size(), c.size(0)}; }
  static void parameters(torch_parameters& out, const torch_call& c, const op::rope& r) {
    constexpr std::string_view names[] = {"seq_len", "batch", "heads", "head_dim"};
    for (int i = 0; i < 4; ++i) out.whole(names[i], c.extent(0, i));
    out.whole("num_elements", r.elements);
  }
};
struct torch_cached_rope {
  static constexpr std::string_view name = "aiter::rope_cached_positions_2c_fwd_impl", category = "RoPE_fwd";
  static constexpr op::rope from(const torch_call& c) { return {c.shape(2).size() + c.shape(3).size(), c.size(0)}; }
  static void parameters(torch_parameters& out, const torch_call& c, const op::rope& r) {
    out.tuple("x_shape", c.dims_text(2)).tuple("y_shape", c.dims_text(3)).whole("num_elements", r.elements);
  }
};
struct torch_sgl_rope {
  static constexpr std::string_view name = "sgl_kernel::rotary_embedding", category = "RoPE_fwd";
  static constexpr op::rope from(const torch_call& c) {
    const double head = c.number(3);
    const double heads = op::floor_div(c.extent(1, 1), head) + op::floor_div(c.extent(2, 1), head);
    return {c.extent(1, 0) * heads * c.extent(4, 1), c.size(1)};
  }
  static std::string_view compute_type(const torch_call& c, const op::rope&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call&, const op::rope& r) {
    out.whole("num_elements", r.elements);
  }
};
struct torch_latent_rope {
  struct row { std::string_view name; bool concat; };
  static constexpr std::string_view category = "RoPE_fwd", sheet = "FusedRoPE";
  static constexpr std::array rows{row{"aiter::fused_qk_rope_cat_and_cache_mla", false},
                                   row{"aiter::fused_qk_rope_concat_and_cache_mla", true}};
  struct call : op::latent_rope { bool concat = false; };

  static constexpr call from(const torch_call& c, const row& r) {
    const torch_shape q = c.shape(0);
    return {{q[0], q[1], r.concat ? 1 : c.extent(2, 1), q[2], c.extent(1, 2), c.size(0), c.size(r.concat ? 5 : 0),
             c.size(4)}, r.concat};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& r) {
    out.whole("T", r.tokens).whole("QH", r.heads).whole("KH", r.kv_heads).whole("D_lora", r.latent)
        .whole("D_pe", r.positional).text("dtype_in", c.type(0)).text("dtype_kv", c.type(4));
    if (r.concat) out.text("dtype_out", c.type(5));
  }
};

struct torch_causal_conv1d {
  static constexpr std::string_view name = "DaoAILab::_causal_conv1d_fwd_cpp", category = "SSM_fwd";
  static constexpr engine compute = engine::matrix;
  static constexpr op::causal_conv1d from(const torch_call& c) {
    const torch_shape x = c.shape(0);
    return {x[0], x[1], x[2], c.extent(1, 1), c.shape(1).size(), c.tensor(2), or_else(c.size(0), 2 * B)};
  }
  static void parameters(torch_parameters& out, const torch_call&, const op::causal_conv1d& s) {
    out.whole("batch", s.batch).whole("channels", s.channels).whole("seq_len", s.length)
        .whole("kernel_size", s.kernel).flag("has_bias", s.bias);
  }
};
struct torch_mamba_scan {
  static constexpr std::string_view name = "MambaSplitConv1dScanCombinedFn", category = "SSM_fwd";
  static constexpr engine compute = engine::matrix;
  static constexpr op::state_space_scan from(const torch_call& c) {
    op::state_space_scan s;
    const auto given = [&](int i, double otherwise) { return c.number(i) > 0 ? c.number(i) : otherwise; };
    const torch_shape x = c.shape(0), filter = c.shape(1);
    s.batch = x[0], s.length = x[1], s.width = x[2], s.channels = filter[0], s.kernel = filter[1];
    s.heads = c.extent(3, 0), s.chunk = given(6, 128), s.head = given(15, 64), s.groups = given(16, 1);
    s.state = (s.width - 2 * s.heads * s.head - s.heads) / (2 * s.groups);
    if (s.state != op::floor(s.state) || s.state < 0) s.state = unknown_ratio;
    s.element = or_else(c.size(0), 2 * B);
    s.per_head = or_else(c.size(3), 4 * B) + or_else(c.size(4), 4 * B) + or_else(c.size(5), s.element);
    return s;
  }
  static constexpr op::state_space_scan backward(const op::state_space_scan& s) { return s; }
  static void parameters(torch_parameters& out, const torch_call&, const op::state_space_scan& s) {
    out.whole("B", s.batch).whole("T", s.length).whole("H", s.heads).whole("P", s.head).whole("G", s.groups)
        .whole("N", s.state).whole("C", s.chunk).whole("d_inner", s.heads * s.head).whole("d_conv", s.kernel)
        .whole("conv_channels", s.channels).whole("combined_dim", s.width);
  }
};

/// Which arguments a collective reads and writes; -1: it counts the one it reads twice.
struct torch_exchange_row {
  std::string_view name;
  int in, out;
  bool shows_stride = true, out_first = false;
};
struct torch_exchange {
  using row = torch_exchange_row;
  static constexpr std::string_view category = "CustomCollective";
  static constexpr std::array rows{row{"_C_custom_ar::all_reduce", 1, -1}, row{"sgl_kernel::all_reduce_reg", 1, -1},
                                   row{"sgl_kernel::qr_all_reduce", 1, -1}, row{"_C_custom_ar::qr_all_reduce", 1, -1},
                                   row{"aiter::reduce_scatter", 1, 2}, row{"aiter::all_gather_reg", 1, 2},
                                   row{"sglang::reg_all_gather_into_tensor", 1, 0, false, true}};
  struct call : op::transfer { row at{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    return {{(c.shape(r.in).size() + c.shape(r.out < 0 ? r.in : r.out).size()) * c.size(r.in)}, r};
  }
  static std::string_view compute_type(const torch_call&, const call&) { return {}; }
  static void parameters(torch_parameters& out, const torch_call& c, const call& t) {
    if (t.at.out_first) out.tuple("out_shape", c.dims_text(t.at.out));
    out.tuple("op_shape", c.dims_text(t.at.in));
    if (t.at.out >= 0 && !t.at.out_first) out.tuple("out_shape", c.dims_text(t.at.out));
    out.text("dtype_in", c.type(t.at.in));
    if (t.at.shows_stride) out.tuple("stride_input", c.stride(t.at.in));
  }
};
struct torch_all_reduce_norm {
  struct row { std::string_view name; int x, weight; };
  static constexpr std::string_view category = "CustomCollective";
  static constexpr std::array rows{row{"aiter::fused_allreduce_rmsnorm", 2, 6},
                                   row{"aiter::fused_allreduce_rmsnorm_", 0, 2}};
  struct call : op::all_reduce_norm { int x = 0; };

  static constexpr call from(const torch_call& c, const row& r) {
    return {{c.shape(r.x).size(), c.extent(r.weight, 0), c.size(r.x)}, r.x};
  }
  static std::string_view compute_type(const torch_call&, const call&) { return {}; }
  static void parameters(torch_parameters& out, const torch_call& c, const call& n) {
    out.tuple("op_shape", c.dims_text(n.x)).text("dtype_in", c.type(n.x)).tuple("stride_input", c.stride(n.x))
        .whole("num_channels", n.channels);
  }
};

/// Where a hyper-connection op has its rows [M, C], its streams, its projection and its partial sums.
struct torch_hyper_row {
  std::string_view name;
  int rows, streams, projection = -1, mixes = -1, splits = -1;
  int type;
  bool mixed = false, projects = false, normed = false;
};
struct torch_hyper_call : op::hyper_connection {
  torch_hyper_row at{};
};
struct torch_hyper_vector {
  using row = torch_hyper_row;
  static constexpr std::string_view category = "mHC";
  static constexpr std::array rows{
      row{.name = "aiter::mhc_post", .rows = 1, .streams = 0, .type = 1, .mixed = true},
      row{.name = "aiter::mhc_pre_big_fuse_rmsnorm", .rows = 2, .streams = 0, .mixes = 6, .splits = 3, .type = 7,
          .normed = true}};

  static constexpr torch_hyper_call from(const torch_call& c, const row& r) {
    torch_hyper_call h{{}, r};
    const torch_shape rows_of = c.shape(r.rows);
    h.tokens = rows_of[0], h.channels = rows_of[-1], h.streams = c.extent(r.streams, 1);
    if (r.projection >= 0) h.mixes = c.extent(r.projection, 0), h.projected = c.extent(r.projection, 1);
    if (r.mixes >= 0) h.mixes = c.extent(r.mixes, 0);
    if (r.splits >= 0) h.splits = c.extent(r.splits, 0);
    h.mixed = r.mixed, h.projects = r.projects, h.normed = r.normed;
    h.element = c.size(r.type);
    return h;
  }
  static std::string_view compute_type(const torch_call& c, const torch_hyper_call& h) { return c.type(h.at.type); }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_hyper_call& h) {
    out.whole("M", h.tokens).whole("n", h.streams).whole("C", h.channels);
    if (h.at.splits < 0) out.none("hc3");
    else out.whole("hc3", h.mixes);
    if (h.projects) out.whole("K", h.projected);
    if (h.at.splits >= 0) out.whole("split_k", h.splits);
    out.text("dtype_in", c.type(h.at.type));
  }
};
struct torch_hyper_matrix : torch_hyper_vector {
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{
      row{.name = "aiter::mhc_pre_gemm_sqrsum", .rows = 2, .streams = 2, .projection = 3, .splits = 0, .type = 2,
          .projects = true},
      row{.name = "aiter::mhc_fused_post_pre_gemm_sqrsum", .rows = 3, .streams = 2, .projection = 7, .splits = 0,
          .type = 3, .mixed = true, .projects = true}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_SEQUENCE_HPP
