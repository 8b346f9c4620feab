#ifndef RIDGELINE_TORCH_OP_GEMM_SERVING_HPP
#define RIDGELINE_TORCH_OP_GEMM_SERVING_HPP

#include <ridgeline/torch/op/gemm.hpp>

/// Matrix products of serving engines, whose weights are stored as N rows of K, and grouped products.
namespace ridgeline {

inline constexpr std::string_view torch_bf16 = "c10::bfloat16";  // in these engines' spelling

/// The product of A[m,k] and W[n,k], the first two arguments.
constexpr torch_product torch_weights_by_rows(const torch_call& c, std::string_view out_type) {
  torch_product g = torch_product::of(c, c.extent(0, 0), c.extent(1, 0), c.extent(0, 1));
  g.types[2] = out_type, g.type_count = 3, g.c = c.size_of_type(out_type);
  g.strides = false, g.batch_first = true;
  return g;
}

/// The source of the result's type, and the position of the bias.
struct torch_weight_gemm_row {
  std::string_view name;
  int out;             ///< argument
  int otherwise = -1;  ///< argument used if `out` is not a tensor of a known type; -1: bfloat16
  int bias = -1;
};
struct torch_weight_gemm : torch_gemm {
  using row = torch_weight_gemm_row;
  static constexpr std::array rows{row{"aiter::gemm_a16w16_atomic_", 3},
                                   row{"sglang_profiler::gemm_kernels_flydsl_hgemm", 3},
                                   row{"aiter::gemm_a16w16", 0, 0, 2}, row{"aiter::_gemm_a16w16_asm", 2, 0},
                                   row{"vllm::rocm_unquantized_gemm", 2, 2, 2}};

  static constexpr torch_product from(const torch_call& c, const row& r) {
    std::string_view out = c.type(r.out);
    const bool absent = out.data() == nullptr || (out.empty() && !c.faults.all_sizes_needed);
    if (!known(c.size_of_type(out))) out = r.otherwise < 0 ? (absent ? torch_bf16 : out) : c.type(r.otherwise);
    if (out.data() == nullptr) out = "";
    torch_product g = torch_weights_by_rows(c, out);
    g.bias = r.bias >= 0 && c.tensor(r.bias);
    if (r.out == r.bias && !g.bias) g.c = g.b;  // the argument with the type is the bias
    g.bias_element = g.c;
    g.batch_first = r.bias != r.out || r.bias < 0;
    return g;
  }
};

/// Matrices in formats that their types do not show.
struct torch_mixed_gemm : torch_gemm {
  static constexpr std::string_view names[] = {
      "aiter::gemm_afp4wfp4_", "aiter::batched_gemm_a16wfp4_",
      "sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant_batched_gemm_a8w8_a_"
      "per_token_group_prequant_w_per_batched_tensor_quant"};

  static constexpr torch_product from(const torch_call& c) {
    torch_product g = torch_weights_by_rows(c, torch_bf16);
    const torch_shape a = c.shape(0), w = c.shape(1);
    if (c.name == names[2]) {  // 8-bit formats
      g.batch = w[0], g.m = a[0] == w[0] ? a[1] : a[0], g.n = w[1], g.k = a[2], g.computes = g.types[1];
      return g;
    }
    g.b = 0.5 * B, g.computes = "fp4";
    if (c.name == names[1]) g.batch = a[0], g.m = a[1], g.n = w[1], g.k = a[2];
    else g.k *= 2, g.a = 0.5 * B;
    return g;
  }
};

/// 8-bit products with one scale per block.
struct torch_block_scaled_gemm : torch_gemm {
  static constexpr std::string_view names[] = {"sglang_profiler::fp8_utils_gemm_a8w8_blockscale",
                                               "sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale",
                                               "vllm::rocm_aiter_triton_gemm_a8w8_blockscale",
                                               "vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm",
                                               "aiter::gemm_a8w8_blockscale_ck",
                                               "aiter::gemm_a8w8_blockscale_cktile",
                                               "aiter::gemm_a8w8_blockscale_bpreshuffle_ck",
                                               "aiter::gemm_a8w8_blockscale_bpreshuffle_cktile",
                                               "aiter::_gemm_a8w8_blockscale_bpreshuffle_asm",
                                               "aiter::flatmm_a8w8_blockscale_asm",
                                               "aiter::gfx950_a8w8_blockscale_asm",
                                               "aiter::gemm_a8w8_ck",
                                               "aiter::gemm_a8w8_bpreshuffle_ck",
                                               "aiter::gemm_a8w8_bpreshuffle"};

  static constexpr torch_product from(const torch_call& c) {
    torch_product g = torch_weights_by_rows(c, torch_bf16);
    for (std::string_view& type : g.types)
      if (type.data() == nullptr) type = "";
    if (c.arguments() > 3) g.add_scales(c, 2, 3);
    return g;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_product& g) {
    add_product(out, c, g);
    const auto block = [](double extent, double blocks) {
      const double size = op::ceil_div(extent, blocks);
      return known(size) ? torch_value::of(size) : torch_value();
    };
    const std::string_view scale = c.type(2).data() == nullptr ? "float32" : c.type(2);
    if (c.arguments() > 3)
      out.show(c, "quant_scheme='a8w8_blockscale' quant_granularity='per_block' block_k block_n scale_dtype",
               block(g.k, c.extent(2, -1)), block(g.n, c.extent(3, 0)), scale);
    out.show(c, "output_shape output_dtype='c10::bfloat16'", torch_shape::of({g.m, g.n}));
    add_transposition(out, c);
  }
};

/// Grouped products: one shape for all groups, which share K and N, or lists of pairs of matrices.
struct torch_groups : op::ragged_gemm {
  double count = 0, rows = 0;
  double k = missing<double>, n = missing<double>;  ///< of the first group
  bool alike = true;                            ///< all groups have its K and N

  constexpr void add(double m, double k_of_it, double n_of_it, double k_of_b) {
    if (count == 0) k = k_of_it, n = n_of_it;
    alike = alike && k_of_it == k && n_of_it == n;
    if (k_of_it != k_of_b) k_of_it = missing<double>;  // the matrices do not match
    count += 1, rows += m, products += m * k_of_it * n_of_it, inputs += m * k_of_it + k_of_it * n_of_it;
    outputs += m * n_of_it;
  }
  static constexpr torch_groups of(const torch_call& c) {
    torch_groups g;
    g.in = c.size(0), g.out = c.type(1).data() == nullptr ? g.in : c.size(1);
    const json_list a(c.dims_text(0)), b(c.dims_text(1));
    if (!lists(c) || a.size() != b.size()) return g;  // nothing can be counted without groups
    a.for_each_with(b, [&](std::string_view left, std::string_view right) {
      const torch_shape of_a(left), of_b(right);
      g.add(of_a[0], of_a[1], of_b[1], of_b[0]);
      return true;
    });
    return g;
  }
  static constexpr bool lists(const torch_call& c) { return json_list(c.dims_text(0))[0].starts_with('['); }
};
struct torch_group_family : torch_matrix_family<"GroupedGEMM_fwd"> {
  using g = torch_groups;
  static constexpr torch_shown parameters{"M K N G bpe_in bpe_out", &g::rows, &g::k, &g::n, &g::count, &g::in, &g::out};
};

struct torch_grouped_gemm : torch_group_family {
  static constexpr std::string_view names[] = {"primus_turbo::grouped_gemm", "primus_turbo::grouped_gemm_impl",
                                               "primus_turbo_cpp_extension::grouped_gemm",
                                               "primus_turbo_cpp_extension::ck_grouped_gemm"};

  static constexpr torch_groups from(const torch_call& c) {
    torch_groups g = torch_groups::of(c);
    if (!g.alike) g.rows = missing<double>;
    if (!torch_groups::lists(c)) {
      const torch_shape a = c.shape(0), b = c.shape(1);
      const bool by_rows = b[1] != a[1] && b[2] == a[1];
      g.count = b[0], g.rows = a[0], g.k = a[1], g.n = by_rows ? b[1] : b[2];
    }
    g.products = g.rows * g.k * g.n, g.inputs = g.rows * g.k + g.count * g.k * g.n, g.outputs = g.rows * g.n;
    return g;
  }
};

struct torch_ragged_gemm : torch_group_family {
  static constexpr std::string_view names[] = {"primus_turbo::grouped_gemm_variable_k",
                                               "primus_turbo::grouped_gemm_variable_k_impl",
                                               "primus_turbo_cpp_extension::grouped_gemm_variable_k",
                                               "primus_turbo_cpp_extension::ck_grouped_gemm_variable_k"};

  static constexpr torch_groups from(const torch_call& c) {
    torch_groups g = torch_groups::of(c);
    if (!torch_groups::lists(c)) g.add(c.extent(0, 0), c.extent(0, 1), c.extent(1, 1), c.extent(0, 1));
    if (g.count == 0) g.products = g.inputs = missing<double>;
    return g;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_groups& g) {
    torch_group_family::parameters(out, c, g);
    std::string pairs;
    const auto add = [&](std::string_view a, std::string_view b) {
      pairs.append(pairs.empty() ? "[" : ",[").append(a).append(",").append(b) += ']';
      return true;
    };
    if (torch_groups::lists(c)) json_list(c.dims_text(0)).for_each_with(json_list(c.dims_text(1)), add);
    else add(c.dims_text(0), torch_value::tuple(torch_shape::of({g.k, g.n})).text);
    out.add("group_pairs", torch_value::list_of_tuples("[" + pairs + "]"));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_GEMM_SERVING_HPP
