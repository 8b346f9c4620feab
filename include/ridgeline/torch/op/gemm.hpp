#ifndef RIDGELINE_TORCH_OP_GEMM_HPP
#define RIDGELINE_TORCH_OP_GEMM_HPP

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/torch/op/transposition.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/op/rounding.hpp>

/// Models of matrix multiplications. Argument positions count from 0.
namespace ridgeline {

/// A matrix product as shown in reports.
struct torch_product : op::gemm {
  int at_a = 0, at_b = 1;                   ///< the arguments A and B
  std::array<std::string_view, 4> types{};  ///< of A, B and, if known to the model, result and bias
  std::size_t type_count = 2;
  std::string_view computes{};              ///< the type that determines the precision
  int scale_a = -1, scale_b = -1;           ///< arguments whose types are shown; -1: none
  bool strides = true, batch_first = false; ///< strides are shown; B is listed before M, not after the types

  /// The product of arguments `a` and `b`, with element sizes by their types.
  static constexpr torch_product of(const torch_call& c, double m, double n, double k, int a = 0, int b = 1) {
    torch_product g;
    g.m = m, g.n = n, g.k = k, g.at_a = a, g.at_b = b;
    g.types = {c.type(a), c.type(b)}, g.computes = g.types[0];
    g.a = c.size(a), g.b = c.size(b);
    return g;
  }
  /// The result has the type whose number is argument `i`, or that of A if it is None; unknown if it was not
  /// recorded.
  constexpr void take_result_type(const torch_call& call, int i) {
    const double number = call.number(i);
    c = known(number) ? torch_type_size_of_number(number) : call.has_value(i) ? call.size(at_a) : missing<byte_count>;
  }
  /// Counts stored elements only: an extent with stride 0, in A and B of a broadcasting product, repeats them.
  constexpr void count_stored(const torch_call& call) {
    if (call.faults.operands_left_out) return;
    const auto share = [&](int i) {
      const double all = call.shape(i).size();
      return all > 0 ? call.stored_elements(i) / all : 1;
    };
    a = a * share(at_a), b = b * share(at_b);
  }
  /// Where the elements of A are pairs of FP4 in a byte, K counts twice its extent, and each element of A and B is half
  /// a byte; so is that of the result if it has A's type, `also_result`.
  constexpr void count_pairs(const torch_call& call, bool also_result = false) {
    if (torch_type_precision(call.type(at_a)) != dtype::fp4 || call.faults.pairs_are_single) return;
    k *= 2, a = a / 2, b = b / 2;
    if (also_result) c = c / 2;
  }
  /// Counts the scales of A and B if they are tensors; the original leaves them out.
  constexpr void add_scales(const torch_call& call, int of_a, int of_b) {
    if (call.faults.operands_left_out) return;
    for (const int i : {of_a, of_b})
      if (call.tensor(i)) scales += call.stored_elements(i) * call.size(i);
  }
};

/// Common base of all models of matrix products.
struct torch_gemm : torch_matrix_family<"GEMM"> {
  static constexpr bool asks_kernel(std::string_view kernel) { return transposition_of(kernel).parsed; }
  static constexpr std::string_view compute_type(const torch_call&, const torch_product& g) { return g.computes; }

  static void parameters(torch_parameters& out, const torch_call& c, const torch_product& g) {
    add_product(out, c, g);
    add_transposition(out, c);
  }

 protected:
  static void add_product(torch_parameters& out, const torch_call& c, const torch_product& g) {
    if (g.batch_first) out.show(c, "B", g.batch);
    out.show(c, "M N K bias", g.m, g.n, g.k, g.bias);
    const auto stride = [&](int i) { return torch_value::tuple(c.stride(i)); };
    if (g.strides) out.show(c, "stride_A stride_B", stride(g.at_a), stride(g.at_b));
    out.add("dtype_A_B", torch_value::tuple(std::span(g.types).first(g.type_count)));
    if (g.scale_a >= 0) out.show(c, "dtype_scaleA dtype_scaleB", c.type(g.scale_a), c.type(g.scale_b));
    if (!g.batch_first) out.show(c, "B=1");
  }
  /// The last parameter, if a kernel's name tells it.
  static void add_transposition(torch_parameters& out, const torch_call& c) {
    const torch_transposition t = transposition_of(c.kernel);
    if (!t.parsed) return;
    const auto text = [](std::optional<bool> on) { return std::string(!on ? "null" : *on ? "true" : "false"); };
    out.add("transpose", torch_value::tuple("[" + text(t.a) + "," + text(t.b) + "]"));
  }
};

/// PyTorch's own products. What is added precedes the matrices: a row, or a full matrix. After the matrices comes
/// the factor that it is multiplied by (if 0, it is not read), and after the next argument an optional result. If
/// there is one more argument but no such result, the type of the result directly follows the matrices.
struct torch_mm : torch_gemm {
  struct row { std::string_view name; bool bias, batched; };
  static constexpr std::array rows{row{"aten::mm", false, false}, row{"aten::addmm", true, false},
                                   row{"aten::bmm", false, true}, row{"aten::baddbmm", true, true}};

  static constexpr torch_product from(const torch_call& c, const row& r) {
    const int first = r.bias ? 1 : 0, result = r.bias ? 5 : 2, rows_at = r.batched ? 1 : 0;
    const torch_shape a = c.shape(first), b = c.shape(first + 1);
    torch_product g = torch_product::of(c, a[rows_at], b[rows_at + 1], a[rows_at + 1], first, first + 1);
    if (r.batched) g.batch = a[0], g.batch_first = true;
    g.bias = r.bias, g.c = g.bias_element = g.a;
    const bool typed = static_cast<int>(c.arguments()) == result + 1 && !c.tensor(result) &&
                       !c.faults.result_by_input;
    if (c.faults.mm_in_one_type) g.b = g.a;
    else if (c.tensor(result)) g.c = c.size(result);
    else if (typed) g.take_result_type(c, first + 2);
    if (r.bias && !c.faults.mm_in_one_type) g.bias_element = c.size(0);
    if (r.bias && !c.faults.bias_is_a_row) add_full_bias(g, c, typed ? 4 : 3);
    const dtype numbers = torch_type_precision(c.type(first), c.faults);
    g.complex_numbers = numbers == dtype::complex64 || numbers == dtype::complex128;
    g.count_stored(c);
    g.count_pairs(c, !c.tensor(result) && !typed);
    return g;
  }

 private:
  /// If the factor was not recorded, a row is assumed to be a linear layer's bias; for a matrix it is unknown
  /// whether it is read.
  static constexpr void add_full_bias(torch_product& g, const torch_call& c, int factor) {
    g.bias_elements = c.stored_elements(0);
    if (c.number(factor) == 0) g.bias = false;
    else if (g.bias_elements > g.n && !c.has_value(factor)) g.k = missing<double>;
  }
};

struct torch_scaled_mm : torch_gemm {
  static constexpr std::string_view names[] = {"aten::_scaled_mm", "trtllm::cublas_scaled_mm",
                                               "bitsandbytes::int8_linear_matmul"};

  /// PyTorch's arguments: self, mat2, scale_a, scale_b, bias, scale_result, out_dtype, ...; until 2.4: self, mat2,
  /// bias, out_dtype, scale_a, scale_b, scale_result and, since 2.2, one more, where the fourth is not a tensor; older
  /// versions: self, mat2, bias.
  static constexpr bool is_before_2_5(const torch_call& c) {
    return c.arguments() >= 7 && (c.type(3).empty() || c.type(3) == "Scalar");
  }
  static constexpr int bias_at(const torch_call& c) { return c.arguments() == 3 || is_before_2_5(c) ? 2 : 4; }

  static constexpr torch_product from(const torch_call& c) {
    const bool rows_of_b = c.name == names[2] && !c.faults.result_by_input;  // B is (N,K), and the result is int32
    torch_product g = torch_product::of(c, c.extent(0, 0), c.extent(1, rows_of_b ? 0 : 1), c.extent(0, 1));
    if (rows_of_b) {
      g.k = c.extent(0, -1), g.m = c.shape(0).size() / g.k, g.c = 4 * B;
      return g;
    }
    const bool of_pytorch = c.name == names[0] && c.arguments() >= 7, typed = of_pytorch && !c.faults.result_by_input;
    const bool before_2_5 = typed && is_before_2_5(c);
    const int bias = typed || c.arguments() == 3 ? bias_at(c) : 4, scale = before_2_5 ? 4 : 2;
    g.bias = c.arguments() == 3 || (!c.faults.scaled_mm_bias_of_three && c.arguments() >= 7 && c.tensor(bias));
    g.b = g.bias_element = g.a;
    g.c = g.a == 1 * B ? 2 * B : g.a == 8 * B ? missing<byte_count> : g.a;
    if (!known(g.a)) g.m = missing<double>;
    if (c.arguments() > 4 && c.name != names[2]) g.add_scales(c, scale, scale + 1);
    if (typed) g.bias_element = c.size(bias), g.take_result_type(c, before_2_5 ? 3 : 6);
    g.count_pairs(c);
    return g;
  }
};

/// Quantises A on the fly: the first two matrices among the arguments are A and B.
struct torch_dynamic_quant_gemm : torch_gemm {
  static constexpr std::string_view name = "vllm::gemm_with_dynamic_quant";

  static constexpr torch_product from(const torch_call& c) {
    torch_shape found[2];
    int n = 0;
    c.for_each_tensor([&](std::string_view dims, std::string_view) {
      if (n < 2 && torch_shape(dims).rank() == 2) found[n++] = torch_shape(dims);
    });
    torch_product g = torch_product::of(c, found[0][0], found[1][0], found[0][1]);
    g.b = g.c = g.a;
    return g;
  }
};

/// Transformer Engine's product.
struct torch_te_gemm : torch_gemm {
  static constexpr std::string_view name = "tex_ts::te_gemm_ts";

  static constexpr torch_product from(const torch_call& c) {
    const int a = c.value(4) == "1" ? 1 : 0, b = c.value(9) == "1" ? 1 : 0;  // transposed
    torch_product g = torch_product::of(c, c.extent(0, 1 - a), c.extent(5, b), c.extent(0, a), 0, 5);
    g.bias = !c.value(14).empty();
    if (!c.has_values() && !c.faults.empty_is_usual) g.m = missing<double>;  // it is unknown what is transposed
    g.types = {c.type(0), c.type(5), c.type(10), c.type(18)}, g.type_count = 4;
    g.c = c.size(10), g.bias_element = c.size(18);
    if (c.faults.all_sizes_needed && !known(g.bias_element)) g.c = missing<byte_count>;  // also without a bias
    return g;
  }
};

/// Products within linear layers; both matrices must have the same type.
struct torch_linear_mm : torch_gemm {
  static constexpr std::string_view names[] = {
      "_Linear_yfwd_mm",          "_LinearBackward_xgrad_mm",          "_LinearBackward_wgrad_mm",
      "_LayerNormLinear_yfwd_mm", "_LayerNormLinearBackward_xgrad_mm", "_LayerNormLinearBackward_wgrad_mm"};

  static constexpr torch_product from(const torch_call& c) {
    torch_product g = torch_product::of(c, c.extent(0, 0), c.extent(1, 1), c.extent(0, 1));
    if (c.type(0) != c.type(1)) g.m = missing<double>;
    g.b = g.a, g.c = 2 * B;
    return g;
  }
};

/// Two elements per byte, and one scale per 32 elements.
constexpr torch_product torch_packed_fp4(torch_product g, const torch_call& c, int scale_a, int scale_b) {
  const double blocks = op::ceil_div(g.k, 32);
  g.scales = g.m * blocks * or_else(c.size(scale_a), 1 * B) + g.n * blocks * or_else(c.size(scale_b), 1 * B);
  g.a = g.a / 2, g.b = g.b / 2, g.c = 2 * B;
  g.scale_a = scale_a, g.scale_b = scale_b;
  if (!c.faults.few_types) g.computes = "fp4";  // also where bytes hold the pairs
  return g;
}

/// Primus-Turbo's products; in FP4 there are two elements per byte.
struct torch_hipblaslt_gemm : torch_gemm {
  static constexpr std::string_view names[] = {
      "primus_turbo_cpp_extension::hipblaslt_gemm_fp8", "primus_turbo::hipblaslt_gemm_fp8",
      "primus_turbo_cpp_extension::hipblaslt_gemm_fp4", "primus_turbo::hipblaslt_gemm_fp4"};

  static constexpr torch_product from(const torch_call& c) {
    const bool fp4 = c.name.ends_with("fp4");
    const auto on = [&](int i) { return c.flag(i) || c.value(i) == "1"; };
    const bool swapped = on(7), ta = swapped ? !on(6) : on(5), tb = swapped ? !on(5) : on(6);
    const torch_shape a = c.shape(swapped ? 2 : 0), b = c.shape(swapped ? 0 : 2);
    torch_product g = torch_product::of(c, a[ta ? 1 : 0], b[tb ? 0 : 1], a[ta ? 0 : 1] * (fp4 ? 2 : 1), 0, 2);
    if (!c.has_values() && !c.faults.empty_is_usual) g.m = missing<double>;  // it is unknown what is transposed
    if (fp4) return torch_packed_fp4(g, c, 1, 3);
    g.add_scales(c, 1, 3);
    g.scale_a = 1, g.scale_b = 3, g.c = g.a == 1 * B ? 2 * B : g.a;
    return g;
  }
};

struct torch_fp4_gemm : torch_gemm {
  static constexpr std::string_view names[] = {"aiter::gemm_a4w4", "aiter::_gemm_a4w4_asm"};

  static constexpr torch_product from(const torch_call& c) {
    return torch_packed_fp4(torch_product::of(c, c.extent(0, 0), c.extent(1, 0), 2 * c.extent(0, 1)), c, 2, 3);
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_GEMM_HPP
