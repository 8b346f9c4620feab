#ifndef RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/gemm_serving.hpp>
#include <ridgeline/torch/op/product_kernels.hpp>

/// Layers of Transformer Engine from 2.0 on: autograd functions that launch matrix products with no op in between, and
/// gather and scatter for tensor parallelism: the product is of the gathered rows. Where they cast to FP8 themselves,
/// only the names of their kernels tell. Bytes are those of the layer's own tensors.
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
    torch_product g = torch_product::of(c, op::divide(c.shape(x).size(), k) * c.gathered, c.extent(w, 0), k, x, w);
    if (c.shape(w).rank() != 2 || c.extent(w, 1) != k || c.extent(x, -1) != k) g.m = missing<double>;
    g.c = g.a, g.bias_element = g.b;
    const int after = (x > w ? x : w) + 1;
    for (const int i : {after, after + 1}) g.bias = g.bias || (c.shape(i).rank() == 1 && c.extent(i, 0) == g.n);
    if (normed) g.scales = k * c.size(1);  // what the norm multiplies by
    return g;
  }
};

/// The rows of a product's result, as its gradient, the only or first argument of the backward pass, tells them: ranks
/// may each have a part of the input's. Missing if it does not.
constexpr double torch_rows_of_gradient(const torch_call& c, double columns) {
  const torch_shape result(json_list(c.gradient)[0]);
  return result[-1] == columns ? op::divide(result.size(), columns) : missing<double>;
}

/// The gradients of the input and of the weights. Where one product ran, it is the input's: the weights are frozen, or
/// their gradient comes later.
struct torch_te_linear_gradients : torch_te_linear {
  static constexpr bool of_forward = true, counts_kernels = true;
  static constexpr std::array rows{
      row{"_LinearBackward", "linear.py: the arguments of _Linear"},
      row{"_LayerNormLinearBackward", "layernorm_linear.py: those of _LayerNormLinear"}};

  static constexpr torch_product from(const torch_call& c, const row& r) {
    torch_call forward = c;
    forward.gathered = 1;  // of the input or of the gradient
    torch_product g = torch_te_linear::from(forward, r);
    g.batch = c.kernels == 1 ? 1 : 2, g.batch_first = true, g.bias = false;
    if (torch_rows_of_gradient(c, g.n) > g.m) g.m = torch_rows_of_gradient(c, g.n);
    return g;
  }
};

/// Megatron's linear layer, whose products are ops of their own, except for the weights' gradient if a kernel adds it
/// to a sum over micro-batches: float, unless the name of the kernel shows that it writes a shorter type.
struct torch_fused_weight_gradient : torch_gemm {
  static constexpr bool of_forward = true, beside_ops = true;
  static constexpr std::string_view names[] = {"LinearWithGradAccumulationAndAsyncCommunicationBackward",
                                               "LinearWithGradAccumulationAndAsyncAllreduceBackward"};
  static constexpr std::string_view schema =
      "layers.py: input (..,K), weight (N,K), bias, gradient_accumulation_fusion, allreduce_dgrad, sequence_parallel, "
      "...";

  static constexpr bool asks_kernel(std::string_view kernel) { return torch_detail::is_te_product(kernel); }
  static constexpr torch_product from(const torch_call& c) {
    const double k = c.extent(0, -1), n = c.extent(1, 0), rows = torch_rows_of_gradient(c, n);
    const bool whole = c.is_false(5);  // each rank has all of the input
    torch_product g = torch_product::of(c, n, k, known(rows) || !whole ? rows : op::divide(c.shape(0).size(), k));
    if (c.extent(1, -1) != k) g.m = missing<double>;
    g.c = 2 * torch_detail::bytes_of_sum(c.kernel);  // read and written
    g.strides = false;
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
};

/// The function of grouped_gemm, whose groups are the rows of a tensor; functions of others with that name take a
/// number where it takes whether the weights are transposed.
struct torch_grouped_function : torch_te_grouped {
  static constexpr std::string_view name = "GroupedGemm";
  static constexpr std::string_view schema = "ops.py: a (M,K), b (G,K,N), batch_sizes, trans_b";

  static constexpr torch_groups from(const torch_call& c) {
    torch_groups g;
    const torch_shape a = c.shape(0), b = c.shape(1);
    const bool by_rows = c.flag(3);
    g.in = g.out = c.size(0), g.rows = a[0], g.k = a[1], g.count = b[0], g.n = b[by_rows ? 1 : 2];
    if ((!by_rows && !c.is_false(3)) || a.rank() != 2 || b[by_rows ? 2 : 1] != g.k) g.rows = missing<double>;
    const double met = g.count < g.rows ? g.count : g.rows;
    g.products = g.rows * g.k * g.n, g.inputs = g.rows * g.k + met * g.k * g.n, g.outputs = g.rows * g.n;
    return g;
  }
};

/// The gradients of the inputs and of the weights, each with the gradient of the result. Where no more products ran
/// than forward, they are the inputs': the weights are frozen.
template <class Forward>
struct torch_grouped_gradients : Forward {
  static constexpr bool of_forward = true, counts_kernels = true;
  static constexpr std::string_view category = "GroupedGEMM_bwd";
  static constexpr std::string_view name =
      Forward::name == torch_te_grouped::name ? "_GroupedLinearBackward" : "GroupedGemmBackward";

  static constexpr torch_groups from(const torch_call& c) {
    torch_groups g = Forward::from(c);
    if (c.kernels > c.forward_kernels) g.products *= 2, g.inputs *= 2, g.outputs *= 2;
    return g;
  }
};

/// Two layers and what is between them, with a norm in front. The first weight has the input's columns; the second,
/// with as many rows, has those of the first's result, or half of them behind a gate. Workspaces are between them.
struct torch_te_mlp : torch_matrix_family<"GEMM"> {
  static constexpr bool own_work = true;
  static constexpr std::string_view name = "_LayerNormMLP";
  static constexpr std::string_view schema =
      "layernorm_mlp.py: input (..,K), ln_weight, ln_bias, fc1_weight (N,K), [workspace], fc1_bias, ..., fc2_weight, "
      "...";
  struct call {
    double rows = missing<double>, k = missing<double>, n = missing<double>, inner = missing<double>, products = 1;
    double biases = 0, others = 0;  ///< elements that are added; elements of biases and of the norm
    byte_count element = missing<byte_count>;

    constexpr flop_count flops() const { return (products * 2 * rows * k * (n + inner) + biases) * FLOP; }
    constexpr byte_count bytes() const {
      return (products * (2 * rows * k + k * (n + inner)) + others) * element;
    }
  };

  static constexpr bool asks_kernel(std::string_view kernel) { return torch_detail::is_te_product(kernel); }
  static constexpr std::string_view compute_type(const torch_call& c, const call&) {
    return torch_detail::is_fp8_product(c.kernel) ? "c10::Float8_e4m3fn" : c.type(0);
  }
  static constexpr call from(const torch_call& c) {
    call l;
    l.k = c.extent(0, -1), l.element = c.size(0);
    int first = 3, second = 0;
    const int end = static_cast<int>(c.arguments() < 24 ? c.arguments() : 24);
    if (c.shape(first).rank() == 2 && c.extent(first, 1) == l.k) l.n = c.extent(first, 0);
    for (int i = first + 1; i < end && second == 0; ++i)
      if (const torch_shape w = c.shape(i); w.rank() == 2 && w[0] == l.k && (w[1] == l.n || 2 * w[1] == l.n))
        second = i;
    if (second > 0) l.inner = c.extent(second, 1), l.rows = op::divide(c.shape(0).size(), l.k) * c.gathered;
    for (int i = 1; i < end && second > 0; ++i) {
      if (c.shape(i).rank() != 1) continue;
      const bool of_first = i > first && i < second && c.extent(i, 0) == l.n;
      const bool of_second = i > second && c.extent(i, 0) == l.k;
      if (i < first || of_first || of_second) l.others += c.extent(i, 0);
      if (of_first || of_second) l.biases += l.rows * c.extent(i, 0);
    }
    return l;
  }
  static constexpr torch_shown parameters{"M N K N_2 dtype_A_B=(T0,T3)", &call::rows, &call::n, &call::k, &call::inner};
};
/// Each of the two products has two gradients; where no more than two ran, the weights are frozen.
struct torch_te_mlp_gradients : torch_te_mlp {
  static constexpr bool of_forward = true, counts_kernels = true;
  static constexpr std::string_view name = "_LayerNormMLPBackward";

  static constexpr call from(const torch_call& c) {
    call l = torch_te_mlp::from(c);
    l.products = c.kernels == 1 || c.kernels == 2 ? 1 : 2, l.biases = 0;
    return l;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_TRANSFORMER_ENGINE_HPP
