#ifndef RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/gemm_serving.hpp>
#include <ridgeline/torch/op/product_kernels.hpp>

/// Layers of Transformer Engine from 2.0 on: autograd functions that launch matrix products with no op in between, and
/// gather and scatter for tensor parallelism. Where they cast to FP8 themselves, only the names of their kernels tell.
/// Bytes are those of the layer's own tensors.
namespace ridgeline {

struct torch_te_linear : torch_gemm {
  struct row { std::string_view name, schema; };
  static constexpr bool own_work = true;
  static constexpr std::array rows{
      row{"_Linear", "linear.py: weight (N,K), [workspace], input (..,K), bias, ...; others have the input first"},
      row{"_LayerNormLinear",
          "layernorm_linear.py: input (..,K), ln_weight, ln_bias, weight (N,K), [workspace], bias, ..."}};

  static constexpr bool asks_kernel(std::string_view kernel) { return torch_detail::is_te_product(kernel); }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_product& g) {
    return torch_detail::is_fp8_product(c.kernel) ? "c10::Float8_e4m3fn" : g.computes;
  }
  static constexpr torch_product from(const torch_call& c, const row& r) {
    const bool normed = r.name.find("LayerNorm") != r.name.npos, input_first = normed || c.shape(0).rank() != 2;
    const double k = c.extent(0, -1);
    const bool workspace = c.shape(2).rank() > 1 && c.extent(2, -1) == k;
    const int x = input_first ? 0 : workspace ? 2 : 1, w = normed ? 3 : input_first ? 1 : 0;
    torch_product g = torch_product::of(c, op::divide(c.shape(x).size(), k), c.extent(w, 0), k, x, w);
    if (c.shape(w).rank() != 2 || c.extent(w, 1) != k || c.extent(x, -1) != k) g.m = missing<double>;
    g.c = g.a, g.bias_element = g.b;
    const int after = (x > w ? x : w) + 1;
    for (const int i : {after, after + 1}) g.bias = g.bias || (c.shape(i).rank() == 1 && c.extent(i, 0) == g.n);
    if (normed) g.scales = k * c.size(1);  // what the norm multiplies by
    return g;
  }
};

/// The gradients of the input and of the weights. Where one product ran, it is the input's: the weights are frozen, or
/// their gradient comes later.
struct torch_te_linear_gradients : torch_te_linear {
  static constexpr bool of_forward = true, counts_kernels = true;
  static constexpr std::array rows{
      row{"_LinearBackward", "linear.py: the arguments of _Linear"},
      row{"_LayerNormLinearBackward", "layernorm_linear.py: those of _LayerNormLinear"}};

  static constexpr torch_product from(const torch_call& c, const row& r) {
    torch_product g = torch_te_linear::from(c, r);
    g.batch = c.kernels == 1 ? 1 : 2, g.batch_first = true, g.bias = false;
    return g;
  }
};

struct torch_te_grouped : torch_group_family {
  static constexpr bool own_work = true;
  static constexpr std::string_view name = "_GroupedLinear";
  static constexpr std::string_view schema = "grouped_linear.py: input (..,K), ..., weights (N,K), biases";

  static constexpr bool asks_kernel(std::string_view kernel) { return torch_detail::is_te_product(kernel); }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_groups&) {
    return torch_detail::is_fp8_product(c.kernel) ? "c10::Float8_e4m3fn" : c.type(0);
  }
  static constexpr torch_groups from(const torch_call& c) {
    torch_groups g;
    g.in = g.out = c.size(0), g.k = c.extent(0, -1), g.rows = op::divide(c.shape(0).size(), g.k);
    std::string_view weights;
    int at = 0;
    c.for_each_tensor([&](std::string_view dims, std::string_view) {
      const torch_shape w(dims);
      if (at++ == 0 || w.rank() != 2 || w[1] != g.k || (g.count > 0 && dims != weights)) return;
      weights = dims, g.n = w[0], g.count += 1;
    });
    if (g.count == 0) g.rows = missing<double>;
    const double met = g.count < g.rows ? g.count : g.rows;  // rows meet at most as many groups as there are rows
    g.products = g.rows * g.k * g.n, g.inputs = g.rows * g.k + met * g.k * g.n, g.outputs = g.rows * g.n;
    return g;
  }
  /// The gradients of the input and of the weights, each with the gradient of the result.
  static constexpr op::ragged_gemm backward(const torch_groups& g) {
    return {2 * g.products, 2 * g.inputs, 2 * g.outputs, g.in, g.out};
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP
