#ifndef RIDGELINE_MODEL_TORCH_GEMM_SERVING_HPP
#define RIDGELINE_MODEL_TORCH_GEMM_SERVING_HPP

#include <ridgeline/model/torch_gemm.hpp>

/// Products of serving engines, whose weights are stored as N rows of K, and grouped products.
namespace ridgeline {

inline constexpr std::string_view torch_bf16 = "c10::bfloat16";  // as these engines spell it

namespace detail {
/// A[m,k] and W[n,k], which these arguments are.
constexpr torch_gemm_call weights_by_rows(const torch_call& c, std::string_view out_type) {
  torch_gemm_call g;
  g.m = c.extent(0, 0), g.n = c.extent(1, 0), g.k = c.extent(0, 1);
  g.types = {c.type(0), c.type(1), out_type};
  g.type_count = 3;
  g.computes = g.types[0];
  g.batch_first = true;
  g.a = c.size(0), g.b = c.size(1), g.c = c.size_of_type(out_type);
  return g;
}
}  // namespace detail

/// Where the type of the result comes from, and which argument is the bias.
struct torch_weight_gemm_row {
  std::string_view name;
  int out = -1;        ///< argument; -1: bfloat16
  int otherwise = -1;  ///< argument, when `out` is no tensor of a known type; -1: bfloat16
  int bias = -1;
};
struct torch_weight_gemm : torch_gemm {
  using row = torch_weight_gemm_row;
  static constexpr std::array rows{row{"aiter::gemm_a16w16_atomic_", 3},
                                   row{"sglang_profiler::gemm_kernels_flydsl_hgemm", 3},
                                   row{"aiter::gemm_a16w16", 0, 0, 2},
                                   row{"aiter::_gemm_a16w16_asm", 2, 0},
                                   row{"vllm::rocm_unquantized_gemm", 2, 2, 2}};

  static constexpr torch_gemm_call from(const torch_call& c, const row& r) {
    std::string_view out = r.out < 0 ? torch_bf16 : c.type(r.out);
    if (!known(c.size_of_type(out))) out = r.otherwise < 0 ? (out.empty() ? torch_bf16 : out) : c.type(r.otherwise);
    if (out.data() == nullptr) out = "";
    torch_gemm_call g = detail::weights_by_rows(c, out);
    g.bias = r.bias >= 0 && c.tensor(r.bias);
    if (r.out == r.bias && !g.bias) g.c = c.size(1);  // its type is the bias's
    g.bias_element = g.c;
    g.batch_first = r.bias != r.out || r.bias < 0;
    return g;
  }
};

struct torch_fp4_weight_gemm : torch_gemm {
  static constexpr std::string_view name = "aiter::gemm_afp4wfp4_";
  static constexpr torch_gemm_call from(const torch_call& c) {
    torch_gemm_call g = detail::weights_by_rows(c, torch_bf16);
    g.k *= 2, g.a = g.b = 0.5 * B, g.computes = "fp4";
    return g;
  }
};

struct torch_batched_fp4_weight_gemm : torch_gemm {
  static constexpr std::string_view name = "aiter::batched_gemm_a16wfp4_";
  static constexpr torch_gemm_call from(const torch_call& c) {
    torch_gemm_call g = detail::weights_by_rows(c, torch_bf16);
    const torch_shape a = c.shape(0);
    g.batch = a[0], g.m = a[1], g.k = a[2], g.n = c.extent(1, 1);
    g.b = 0.5 * B, g.computes = "fp4";
    return g;
  }
};

struct torch_batched_int8_gemm : torch_gemm {
  static constexpr std::string_view name =
      "sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant_batched_gemm_a8w8_a_"
      "per_token_group_prequant_w_per_batched_tensor_quant";
  static constexpr torch_gemm_call from(const torch_call& c) {
    torch_gemm_call g = detail::weights_by_rows(c, torch_bf16);
    const torch_shape a = c.shape(0), w = c.shape(1);
    g.batch = w[0], g.n = w[1], g.k = a[2], g.m = a[0] == w[0] ? a[1] : a[0];
    g.computes = g.types[1];
    return g;
  }
};

/// 8-bit products with a scale for each block.
struct torch_block_scaled_gemm : torch_gemm {
  struct row { std::string_view name; };
  static constexpr std::array rows{row{"sglang_profiler::fp8_utils_gemm_a8w8_blockscale"},
                                   row{"sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale"},
                                   row{"vllm::rocm_aiter_triton_gemm_a8w8_blockscale"},
                                   row{"vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm"},
                                   row{"aiter::gemm_a8w8_blockscale_ck"},
                                   row{"aiter::gemm_a8w8_blockscale_cktile"},
                                   row{"aiter::gemm_a8w8_blockscale_bpreshuffle_ck"},
                                   row{"aiter::gemm_a8w8_blockscale_bpreshuffle_cktile"},
                                   row{"aiter::_gemm_a8w8_blockscale_bpreshuffle_asm"},
                                   row{"aiter::flatmm_a8w8_blockscale_asm"},
                                   row{"aiter::gfx950_a8w8_blockscale_asm"},
                                   row{"aiter::gemm_a8w8_ck"},
                                   row{"aiter::gemm_a8w8_bpreshuffle_ck"},
                                   row{"aiter::gemm_a8w8_bpreshuffle"}};

  static constexpr torch_gemm_call from(const torch_call& c, const row&) {
    return detail::weights_by_rows(c, torch_bf16);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_gemm_call& g) {
    torch_gemm::parameters(out, c, g);
    if (c.arguments() > 3) {
      const auto block = [&](std::string_view name, double extent, double blocks) {
        const double size = op::ceil_div(extent, blocks);
        if (known(size)) out.whole(name, size);
        else out.none(name);
      };
      out.text("quant_scheme", "a8w8_blockscale").text("quant_granularity", "per_block");
      block("block_k", g.k, c.extent(2, -1));
      block("block_n", g.n, c.extent(3, 0));
      out.text("scale_dtype", c.type(2));
    }
    torch_shape shape = torch_shape::scalar();
    shape.push(g.m);
    shape.push(g.n);
    out.tuple("output_shape", torch_parameters::json(shape)).text("output_dtype", torch_bf16);
  }
};

/// Sizes of the groups of a grouped product: one shape for all, or a list of shapes.
struct torch_groups {
  double count = 0, products = 0, inputs = 0, rows = 0, outputs = 0;
  double k = unknown_ratio, n = unknown_ratio;  ///< of the first group
  bool alike = true;                            ///< all groups have its K and N

  constexpr void add(double m, double k_of_it, double n_of_it, double k_of_b) {
    if (count == 0) k = k_of_it, n = n_of_it;
    alike = alike && k_of_it == k && n_of_it == n;
    if (k_of_it != k_of_b) k_of_it = unknown_ratio;  // the matrices do not fit
    count += 1, rows += m, products += m * k_of_it * n_of_it, inputs += m * k_of_it + k_of_it * n_of_it;
    outputs += m * n_of_it;
  }
  static constexpr torch_groups from_lists(json_list a, json_list b) {
    torch_groups g;
    if (a.size() != b.size()) return g;
    std::string_view rest = b.inside();  // read beside a: no entry is looked for twice
    a.each([&](std::string_view text) {
      const std::size_t end = detail::end_of_value(rest, 0);
      const torch_shape left(text), right(rest.substr(0, end));
      rest.remove_prefix(end < rest.size() ? end + 1 : end);
      g.add(left[0], left[1], right[1], right[0]);
      return true;
    });
    return g;
  }
  static constexpr bool is_list(std::string_view text) { return json_list(text)[0].starts_with('['); }
};

struct torch_grouped_gemm {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "GroupedGEMM_fwd";
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{row{"primus_turbo::grouped_gemm"}, row{"primus_turbo::grouped_gemm_impl"},
                                   row{"primus_turbo_cpp_extension::grouped_gemm"},
                                   row{"primus_turbo_cpp_extension::ck_grouped_gemm"}};

  static constexpr op::grouped_gemm from(const torch_call& c, const row&) {
    op::grouped_gemm g;
    if (torch_groups::is_list(c.dims_text(0))) {
      const torch_groups all = torch_groups::from_lists(json_list(c.dims_text(0)), json_list(c.dims_text(1)));
      g = {all.count, all.alike ? all.rows : unknown_ratio, all.k, all.n};
    } else {
      const torch_shape a = c.shape(0), b = c.shape(1);
      const bool by_rows = b[1] != a[1] && b[2] == a[1];
      g = {b[0], a[0], a[1], by_rows ? b[1] : b[2]};
    }
    g.in = c.size(0), g.out = c.type(1).data() == nullptr ? c.size(0) : c.size(1);
    return g;
  }
  static void parameters(torch_parameters& out, const torch_call&, const op::grouped_gemm& g) {
    sizes(out, g.m, g.k, g.n, g.groups, g.in, g.out);
  }
  static void sizes(torch_parameters& out, double m, double k, double n, double groups, byte_count in, byte_count to) {
    out.whole("M", m).whole("K", k).whole("N", n).whole("G", groups).whole("bpe_in", in.base())
        .whole("bpe_out", to.base());
  }
};

struct torch_ragged_gemm_call : op::ragged_gemm {
  torch_groups groups{};
};
struct torch_ragged_gemm {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "GroupedGEMM_fwd";
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{row{"primus_turbo::grouped_gemm_variable_k"},
                                   row{"primus_turbo::grouped_gemm_variable_k_impl"},
                                   row{"primus_turbo_cpp_extension::grouped_gemm_variable_k"},
                                   row{"primus_turbo_cpp_extension::ck_grouped_gemm_variable_k"}};

  static constexpr torch_ragged_gemm_call from(const torch_call& c, const row&) {
    torch_ragged_gemm_call g;
    if (torch_groups::is_list(c.dims_text(0))) {
      g.groups = torch_groups::from_lists(json_list(c.dims_text(0)), json_list(c.dims_text(1)));
    } else {
      const torch_shape a = c.shape(0), b = c.shape(1);
      g.groups.add(a[0], a[1], b[1], a[1]);  // one group: (M,K) x (K,N)
    }
    g.products = g.groups.count > 0 ? g.groups.products : unknown_ratio;
    g.inputs = g.groups.inputs, g.outputs = g.groups.outputs;
    g.in = c.size(0), g.out = c.type(1).data() == nullptr ? c.size(0) : c.size(1);
    return g;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_ragged_gemm_call& g) {
    torch_grouped_gemm::sizes(out, g.groups.rows, g.groups.k, g.groups.n, g.groups.count, g.in, g.out);
    std::string pairs = "[";
    if (torch_groups::is_list(c.dims_text(0))) {
      const json_list a(c.dims_text(0)), b(c.dims_text(1));
      std::string_view rest = b.inside();
      a.each([&](std::string_view text) {
        const std::size_t end = detail::end_of_value(rest, 0);
        append_pair(pairs, text, rest.substr(0, end));
        rest.remove_prefix(end < rest.size() ? end + 1 : end);
        return true;
      });
    } else {
      torch_shape weights = torch_shape::scalar();
      weights.push(g.groups.k);
      weights.push(g.groups.n);
      append_pair(pairs, c.dims_text(0), torch_parameters::json(weights));
    }
    pairs += ']';
    out.list_of_tuples("group_pairs", pairs);
  }
  static void append_pair(std::string& out, std::string_view a, std::string_view b) {
    if (out.size() > 1) out += ',';
    out += '[';
    out += a;
    out += ',';
    out += b;
    out += ']';
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_GEMM_SERVING_HPP
