#ifndef RIDGELINE_TORCH_OP_SCHEMA_TEMPLATES_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_TEMPLATES_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/torch/op/schema/row.hpp>

/// Products that TorchInductor compiles, together with what it fuses before and behind them.
namespace ridgeline {

/// The work of such a kernel, and the types of what it multiplies.
struct torch_template_work : torch_product_work {
  std::array<std::string_view, 2> types{};
};

/// Products that TorchInductor compiles from a template. The result is the last tensor of more than one element; A and
/// B are the pair, of the matrices before it, with an extent K of both so that K * K * result = A * B, in whatever
/// order their extents lie. Batches are leading extents of all three. Where pairs differ in K, or two pairs have no
/// matrix in common, the product is unknown; an outer product, where K is 1, is one only if no other pair fits: scales
/// of rows and columns look like it. All else belongs to what the kernel computes before and behind the product. That
/// is little, and left out, except for one operation per element of the result with each further tensor that has an
/// element for each of those, or is a vector with one for each column.
struct torch_product_template : torch_matrix_family<"GEMM"> {
  static constexpr std::string_view sheet{};
  static constexpr bool prefix = true;
  /// Whatever stands behind it: a name lists the ops that were compiled, sorted, and the product may not be there.
  static constexpr std::string_view name = "triton_tem_fused_";
  static constexpr std::string_view schema = "mm.py, bmm.py: A, B and what is fused with them, result";

  static constexpr torch_template_work from(const torch_call& c) {
    torch_template_work w{{1, missing<double>, 0, 0, 0, {}, nullptr}};
    std::array<torch_shape, most> tensors{};
    std::array<std::string_view, most> types{};
    std::size_t n = 0;
    c.for_each_tensor([&](std::string_view dims, std::string_view type) {
      if (type == "Scalar") return;
      const torch_shape one(dims);
      w.moved += one.size() * torch_compiled_size(type, c.faults);
      if (!(one.size() > 1)) return;  // a single element is a scale
      if (n < most) tensors[n] = one, types[n] = type;
      ++n;
    });
    if (n == 0) w.moved = missing<byte_count>;
    if (n < 3 && c.lacks != nullptr) *c.lacks = true;
    if (n < 3 || n > most) return w;
    const torch_shape& result = tensors[n - 1];
    const pair found = multiplied(tensors, n - 1, result);
    if (!known(found.k)) return w;
    const double each = found.batch * found.k;
    w.batch = found.batch, w.k = found.k;
    w.m = tensors[found.a].size() / each, w.n = tensors[found.b].size() / each;
    w.types = {types[found.a], types[found.b]};
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const bool of_a_row = tensors[i].rank() == 1 && tensors[i].size() == result[-1];
      if (i != found.a && i != found.b && (of_a_row || tensors[i].size() == result.size())) w.more += result.size();
    }
    return w;
  }
  /// What is read in a larger type becomes one of the other's before the product.
  static constexpr std::string_view compute_type(const torch_call& c, const torch_template_work& w) {
    const auto& [a, b] = w.types;
    if (a.empty()) return c.type(0);
    return c.size_of_type(b) < c.size_of_type(a) ? b : a;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_template_work& w) {
    if (w.types[0].empty()) return out.show(c, "B M N K dtype_A_B=(T0,T1)", w.batch, w.m, w.n, w.k);
    out.show(c, "B M N K dtype_A_B", w.batch, w.m, w.n, w.k, torch_value::tuple(w.types));
  }

 private:
  static constexpr std::size_t most = 24;  // tensors of a kernel whose product is looked for
  struct pair {
    std::size_t a = 0, b = 0;
    double batch = 1, k = missing<double>;

    constexpr bool has(std::size_t i) const { return i == a || i == b; }
  };

  static constexpr double in_batches(const torch_shape& a, const torch_shape& b, const torch_shape& result) {
    double batch = 1;
    if (a.rank() != b.rank() || a.rank() != result.rank()) return batch;
    for (int d = 0; d + 2 < a.rank() && a[d] == b[d] && a[d] == result[d]; ++d) batch *= a[d];
    return batch;
  }
  /// The extent that a product of the two sums over; missing if they are none.
  static constexpr double summed(const torch_shape& a, const torch_shape& b, double results) {
    for (int i = 0; i < a.rank(); ++i)
      for (int j = 0; j < b.rank(); ++j)
        if (a[i] == b[j] && a[i] * a[i] * results == a.size() * b.size()) return a[i];
    return missing<double>;
  }
  static constexpr pair multiplied(const std::array<torch_shape, most>& all, std::size_t n, const torch_shape& result) {
    pair found;
    bool clear = true;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        if (all[a].rank() < 2 || all[b].rank() < 2) continue;
        const double batch = in_batches(all[a], all[b], result), k = summed(all[a], all[b], batch * result.size());
        if (!known(k)) continue;
        if (!known(found.k) || (found.k == 1 && k > 1)) found = {a, b, batch, k}, clear = true;
        else if (k > 1 || found.k == 1) clear = clear && k == found.k && (found.has(a) || found.has(b));
      }
    return clear ? found : pair();
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_TEMPLATES_HPP
