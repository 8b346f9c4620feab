#ifndef RIDGELINE_MODEL_TORCH_GEMM_HPP
#define RIDGELINE_MODEL_TORCH_GEMM_HPP

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/op/whole.hpp>

/// Models of matrix multiplications. Positions count arguments from 0.
namespace ridgeline {

/// A product as reports show it.
struct torch_gemm_call : op::gemm {
  std::array<std::string_view, 4> types{};  ///< of A, B and, where the model knows them, of result and bias
  int type_count = 2;
  int strides_a = -1, strides_b = -1;       ///< arguments whose strides are shown; -1: none are
  int scales_a = -1, scales_b = -1;         ///< arguments whose types are shown
  bool batch_first = false;                 ///< B stands before M, not behind the types
  std::string_view computes = types[0];     ///< the type whose precision counts
};

/// Which of two matrices a kernel reads transposed, as its name tells; absent where the name does not say.
struct torch_transposition {
  std::optional<bool> a{}, b{};
  bool parsed = false;
};
constexpr torch_transposition transposition_of(std::string_view kernel) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  /// three lower-case letters behind the first `mark` that has them
  const auto letters = [&](std::string_view mark) {
    for (std::size_t at = kernel.find(mark); at != kernel.npos; at = kernel.find(mark, at + 1)) {
      const std::string_view found = kernel.substr(at + mark.size(), 3);
      if (found.size() == 3 && lower(found[0]) && lower(found[1]) && lower(found[2])) return found;
    }
    return std::string_view();
  };
  torch_transposition t;
  if (kernel.starts_with("nvjet")) {
    const std::string_view last = kernel.substr(kernel.find_last_of('_') + 1);
    if (last.size() < 2) return t;
    return {last[0] == 'T', last[1] == 'T', true};
  }
  const std::string_view a = letters("_A"), b = letters("_B");
  if (letters("C").empty() || a.empty() || b.empty()) return t;
  t.parsed = true;
  const auto has = [&](std::string_view word) { return kernel.find(word) != kernel.npos; };
  if (has("_Ailk_") || has("_Alik_")) t.a = has("_Alik_") && !has("_Ailk_");
  if (has("_Bljk_") || has("_Bjlk_")) t.b = has("_Bjlk_") && !has("_Bljk_");
  return t;
}

/// What all models of products share.
struct torch_gemm {
  static constexpr std::string_view category = "GEMM";
  static constexpr engine compute = engine::matrix;

  static constexpr bool asks_kernel(std::string_view kernel) { return transposition_of(kernel).parsed; }
  static constexpr std::string_view compute_type(const torch_call&, const torch_gemm_call& g) { return g.computes; }

  static void parameters(torch_parameters& out, const torch_call& c, const torch_gemm_call& g) {
    if (g.batch_first) out.whole("B", g.batch);
    out.whole("M", g.m).whole("N", g.n).whole("K", g.k).flag("bias", g.bias);
    if (g.strides_a >= 0) {
      out.tuple("stride_A", c.stride(g.strides_a)).tuple("stride_B", c.stride(g.strides_b));
    }
    out.tuple("dtype_A_B", types_of(g));
    if (g.scales_a >= 0) {
      out.text("dtype_scaleA", c.type(g.scales_a)).text("dtype_scaleB", c.type(g.scales_b));
    }
    extra(out, c, g);
    if (!g.batch_first) out.whole("B", 1);
    const torch_transposition t = transposition_of(c.kernel);
    if (!t.parsed) return;
    const auto text = [](std::optional<bool> on) { return !on ? "null" : *on ? "true" : "false"; };
    std::string both = "[";
    both += text(t.a);
    both += ',';
    both += text(t.b);
    both += ']';
    out.tuple("transpose", both);
  }

 protected:
  static std::string types_of(const torch_gemm_call& g) {
    if (g.type_count == 2) return torch_parameters::json({g.types[0], g.types[1]});
    if (g.type_count == 3) return torch_parameters::json({g.types[0], g.types[1], g.types[2]});
    return torch_parameters::json({g.types[0], g.types[1], g.types[2], g.types[3]});
  }
  /// Whether the call has exactly three arguments, the last of them a bias.
  static constexpr void extra(torch_parameters&, const torch_call&, const torch_gemm_call&) {}
};

/// A row: which arguments are A and B.
struct torch_mm_row {
  std::string_view name;
  int a, b;
  bool batched = false, bias = false;
  int out = -1;  ///< the argument that a call with a given result has it in
};
/// Products of PyTorch itself.
struct torch_mm : torch_gemm {
  static constexpr std::array rows{torch_mm_row{"aten::mm", 0, 1, false, false, 2},
                                   torch_mm_row{"aten::bmm", 0, 1, true, false, 2},
                                   torch_mm_row{"aten::addmm", 1, 2, false, true, 5},
                                   torch_mm_row{"aten::baddbmm", 1, 2, true, true, 5}};

  static constexpr torch_gemm_call from(const torch_call& c, const torch_mm_row& r) {
    const torch_shape a = c.shape(r.a), b = c.shape(r.b);
    torch_gemm_call g;
    const int first = r.batched ? 1 : 0;
    if (r.batched) g.batch = a[0];
    g.m = a[first], g.n = b[first + 1], g.k = a[first + 1];
    g.bias = r.bias, g.batch_first = r.batched;
    g.types = {c.type(r.a), c.type(r.b)};
    g.computes = g.types[0];
    g.strides_a = r.a, g.strides_b = r.b;
    g.a = g.b = g.c = g.bias_element = c.size(r.a);
    if (!c.faults.mm_in_one_type) {
      g.b = c.size(r.b);
      if (c.tensor(r.out)) g.c = c.size(r.out);
      if (r.bias) g.bias_element = c.size(0);
    }
    return g;
  }
};

struct torch_scaled_mm : torch_gemm {
  struct row { std::string_view name; };
  static constexpr std::array rows{row{"aten::_scaled_mm"}, row{"trtllm::cublas_scaled_mm"},
                                   row{"bitsandbytes::int8_linear_matmul"}};

  static constexpr torch_gemm_call from(const torch_call& c, const row&) {
    torch_gemm_call g;
    g.m = c.extent(0, 0), g.n = c.extent(1, 1), g.k = c.extent(0, 1);
    // self, mat2, scale_a, scale_b, bias, ...; older ones: self, mat2, bias
    g.bias = c.arguments() == 3 || (!c.faults.scaled_mm_bias_of_three && c.arguments() >= 8 && c.tensor(4));
    g.types = {c.type(0), c.type(1)};
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 1;
    g.a = g.b = g.bias_element = c.size(0);
    g.c = g.a == 1 * B ? 2 * B : g.a == 8 * B ? byte_count::unknown() : g.a;
    if (!known(g.a)) g.m = unknown_ratio;
    return g;
  }
};

/// Quantises A on the way: of the arguments the first two matrices are A and B.
struct torch_dynamic_quant_gemm : torch_gemm {
  static constexpr std::string_view name = "vllm::gemm_with_dynamic_quant";

  static constexpr torch_gemm_call from(const torch_call& c) {
    torch_gemm_call g;
    torch_shape found[2];
    int n = 0;
    json_list(c.dims).each([&](std::string_view text) {
      const torch_shape shape(text);
      if (shape.rank() == 2) found[n++] = shape;
      return n < 2;
    });
    g.m = found[0][0], g.n = found[1][0], g.k = found[0][1];
    g.types = {c.type(0), c.type(1)};
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 1;
    g.a = g.b = g.c = c.size(0);
    return g;
  }
};

/// Transformer Engine's product.
struct torch_te_gemm : torch_gemm {
  static constexpr std::string_view name = "tex_ts::te_gemm_ts";

  static constexpr torch_gemm_call from(const torch_call& c) {
    torch_gemm_call g;
    const bool ta = c.value(4) == "1", tb = c.value(9) == "1";
    g.m = c.extent(0, ta ? 0 : 1), g.k = c.extent(0, ta ? 1 : 0), g.n = c.extent(5, tb ? 1 : 0);
    g.bias = !c.value(14).empty();
    g.types = {c.type(0), c.type(5), c.type(10), c.type(18)};
    g.type_count = 4;
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 5;
    g.a = c.size(0), g.b = c.size(5), g.c = c.size(10), g.bias_element = c.size(18);
    return g;
  }
};

/// Products within linear layers; both matrices must be of one type.
struct torch_linear_mm : torch_gemm {
  struct row { std::string_view name; };
  static constexpr std::array rows{row{"_Linear_yfwd_mm"},          row{"_LinearBackward_xgrad_mm"},
                                   row{"_LinearBackward_wgrad_mm"}, row{"_LayerNormLinear_yfwd_mm"},
                                   row{"_LayerNormLinearBackward_xgrad_mm"},
                                   row{"_LayerNormLinearBackward_wgrad_mm"}};

  static constexpr torch_gemm_call from(const torch_call& c, const row&) {
    torch_gemm_call g;
    g.m = c.type(0) == c.type(1) ? c.extent(0, 0) : unknown_ratio;
    g.n = c.extent(1, 1), g.k = c.extent(0, 1);
    g.types = {c.type(0), c.type(1)};
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 1;
    g.a = g.b = c.size(0), g.c = 2 * B;
    return g;
  }
};

/// Primus-Turbo's products; those in FP4 keep two elements in a byte.
struct torch_hipblaslt_gemm : torch_gemm {
  struct row { std::string_view name; bool fp4; };
  static constexpr std::array rows{row{"primus_turbo_cpp_extension::hipblaslt_gemm_fp8", false},
                                   row{"primus_turbo::hipblaslt_gemm_fp8", false},
                                   row{"primus_turbo_cpp_extension::hipblaslt_gemm_fp4", true},
                                   row{"primus_turbo::hipblaslt_gemm_fp4", true}};

  static constexpr torch_gemm_call from(const torch_call& c, const row& r) {
    const auto on = [&](int i) { return c.flag(i) || c.value(i) == "1"; };
    torch_shape a = c.shape(0), b = c.shape(2);
    bool ta = on(5), tb = on(6);
    if (on(7)) {
      const torch_shape first = a;
      const bool first_transposed = ta;
      a = b, b = first;
      ta = !tb, tb = !first_transposed;
    }
    torch_gemm_call g;
    g.m = a[ta ? 1 : 0], g.k = a[ta ? 0 : 1] * (r.fp4 ? 2 : 1), g.n = b[tb ? 0 : 1];
    g.types = {c.type(0), c.type(2)};
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 2, g.scales_a = 1, g.scales_b = 3;
    g.a = c.size(0), g.b = c.size(2), g.c = g.a == 1 * B ? 2 * B : g.a;
    if (r.fp4) pack_fp4(g, c.size(1), c.size(3));
    return g;
  }
  /// Two elements a byte, and a scale for each 32.
  static constexpr void pack_fp4(torch_gemm_call& g, byte_count scale_a, byte_count scale_b) {
    const double blocks = op::ceil_div(g.k, 32);
    g.scales = g.m * blocks * or_else(scale_a, 1 * B) + g.n * blocks * or_else(scale_b, 1 * B);
    g.a = g.a / 2, g.b = g.b / 2, g.c = 2 * B;
  }
};

struct torch_fp4_gemm : torch_gemm {
  struct row { std::string_view name; };
  static constexpr std::array rows{row{"aiter::gemm_a4w4"}, row{"aiter::_gemm_a4w4_asm"}};

  static constexpr torch_gemm_call from(const torch_call& c, const row&) {
    torch_gemm_call g;
    g.m = c.extent(0, 0), g.k = 2 * c.extent(0, 1), g.n = c.extent(1, 0);
    g.types = {c.type(0), c.type(1)};
    g.computes = g.types[0];
    g.strides_a = 0, g.strides_b = 1, g.scales_a = 2, g.scales_b = 3;
    g.a = c.size(0), g.b = c.size(1);
    torch_hipblaslt_gemm::pack_fp4(g, c.size(2), c.size(3));
    return g;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_GEMM_HPP
