#ifndef RIDGELINE_XLA_OP_GEMM_HPP
#define RIDGELINE_XLA_OP_GEMM_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/op/matmul.hpp>

namespace ridgeline {

/// A matrix product of XLA: a library call, or a fusion written in Triton. M and N are the library's: it works column
/// by column, so that M belongs to the second operand, unless the output lies column by column itself.
struct xla_gemm {
  op::matmul shape{};
  byte_count m_element{}, n_element{}, c_element{};  ///< of the operands that M and N come from, of the output
  bool bias = false;
  std::string_view a_type{}, b_type{}, precision{};
  dtype format = dtype::any;
  std::string_view kernel{};
  bool fits = false;

  constexpr flop_count flops() const {
    return shape.flops() + (bias ? shape.batch * shape.m * shape.n : 0) * FLOP;  // an addition for each output
  }
  constexpr byte_count bytes() const {
    return shape.batch * (shape.m * shape.k * m_element + shape.k * shape.n * n_element +
                          (shape.m + (bias ? 1 : 0)) * shape.n * c_element);
  }

  /// `from` is asked about library calls with two matrices and about fusions with a product in them.
  static bool matches(const xla_call& call) {
    if (call.category != xla_category::gemm || call.operands.empty()) return false;
    const bool library = call.target.find("matmul") != std::string_view::npos ||
                         call.target.find("cublas") != std::string_view::npos;
    return library || (call.opcode == "fusion" && call.dot);
  }

  static xla_gemm from(const xla_call& call, const xla_faults& faults) {
    xla_gemm g;
    g.kernel = call.kernel;
    const std::optional<xla_dot> found = call.target.empty() ? call.dot : library_dot(call);
    if (!found) return g;
    const xla_dot& dot = *found;
    g.fits = faults.gemm_extents_by_value ? g.set_extents_by_value(dot) : g.set_extents(dot);
    const bool fp8 = call.target.ends_with("$f8") && facts_of(dot.a.type).format == dtype::fp8;
    g.a_type = fp8 ? "fp8" : name_of(dot.a.type);
    g.b_type = fp8 || faults.gemm_one_element_size ? g.a_type : name_of(dot.b.type);
    g.format = facts_of(dot.a.type).format;
    g.precision = g.format == dtype::any ? name_of(dot.a.type) : ridgeline::name_of(g.format);
    const bool m_of_a = column_major(dot.c);
    g.m_element = size_of((m_of_a ? dot.a : dot.b).type);
    g.n_element = size_of((m_of_a ? dot.b : dot.a).type);
    g.c_element = size_of(dot.c.type);
    if (faults.gemm_one_element_size) {
      g.m_element = g.n_element = g.c_element = size_of(dot.a.type);
      const bool sized = g.format == dtype::fp32 || g.format == dtype::fp16 || g.format == dtype::bf16 || fp8;
      g.fits = g.fits && sized;
    }
    g.bias = config_is_set(call.config, "beta") ||
             (!faults.gemm_bias_by_beta &&
              config_text(call.config, "epilogue").find("BIAS") != std::string_view::npos);
    return g;
  }

  void describe(xla_description& to) const {
    to.add("param: B", shape.batch);
    to.add("param: M", shape.m);
    to.add("param: N", shape.n);
    to.add("param: K", shape.k);
    to.add("param: bias", bias);
    std::string types = "('";
    types += a_type;
    types += "', '";
    types += b_type;
    types += "')";
    to.add("param: dtype_A_B", std::move(types));
    to.add("param: simulation_dtype", std::string(precision));
    if (const std::string_view transpose = transposition_of(kernel); !transpose.empty())
      to.add("param: transpose", std::string(transpose));
    to.peak = {engine::matrix, format};
  }

  /// Which operands a kernel transposes, as its name tells; empty where it does not.
  static std::string_view transposition_of(std::string_view name) {
    constexpr std::string_view texts[] = {"(False, False)", "(False, True)", "(True, False)", "(True, True)"};
    const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
    if ((has("_Ailk_") || has("_Alik_")) && (has("_Bljk_") || has("_Bjlk_")))
      return texts[(has("_Alik_") ? 2 : 0) + (has("_Bjlk_") ? 1 : 0)];
    if (!name.starts_with("nvjet")) return {};
    const std::string_view last = name.substr(name.rfind('_') + 1);
    return texts[(last.size() > 0 && last[0] == 'T' ? 2 : 0) + (last.size() > 1 && last[1] == 'T' ? 1 : 0)];
  }

 private:
  /// The dot of a library call: its first two operands that are no scalars, the first floating output that is none.
  static std::optional<xla_dot> library_dot(const xla_call& call) {
    std::vector<const xla_tensor*> matrices;
    for (const xla_tensor& t : call.operands)
      if (!t.dims.empty() && matrices.size() < 2) matrices.push_back(&t);
    const auto c = std::find_if(call.outputs.begin(), call.outputs.end(), [](const xla_tensor& t) {
      return !t.dims.empty() && is_floating(t.type);
    });
    auto lhs = config_list(call.config, "lhs_contracting_dimensions");
    auto rhs = config_list(call.config, "rhs_contracting_dimensions");
    if (matrices.size() < 2 || c == call.outputs.end() || !lhs || !rhs) return std::nullopt;
    return xla_dot{*matrices[0], *matrices[1], *c, std::move(*lhs), std::move(*rhs),
                   config_list(call.config, "lhs_batch_dimensions").value_or(std::vector<std::int64_t>{}),
                   config_list(call.config, "rhs_batch_dimensions").value_or(std::vector<std::int64_t>{})};
  }

  static bool column_major(const xla_tensor& c) {
    return c.layout.size() >= 2 && c.layout[0] == 0 && c.layout[1] == 1;
  }

  static bool has(const std::vector<std::int64_t>& list, std::size_t n) {
    return std::find(list.begin(), list.end(), static_cast<std::int64_t>(n)) != list.end();
  }

  /// Products of the extents that are summed over, run through, and kept.
  bool set_extents(const xla_dot& dot) {
    const auto split = [](const xla_tensor& t, const auto& contracting, const auto& batch) {
      struct { double k = 1, b = 1, kept = 1; } extents;
      for (std::size_t d = 0; d < t.dims.size(); ++d) {
        const auto extent = static_cast<double>(t.dims[d]);
        (has(contracting, d) ? extents.k : has(batch, d) ? extents.b : extents.kept) *= extent;
      }
      return extents;
    };
    const auto a = split(dot.a, dot.lhs_contracting, dot.lhs_batch);
    const auto b = split(dot.b, dot.rhs_contracting, dot.rhs_batch);
    const bool m_of_a = column_major(dot.c);
    shape.batch = a.b;
    shape.k = a.k;
    shape.m = m_of_a ? a.kept : b.kept;
    shape.n = m_of_a ? b.kept : a.kept;
    return a.k == b.k && a.b == b.b;
  }

  /// As the original: the first extent equal to K is taken for it, and the first equal to the batch for that.
  bool set_extents_by_value(const xla_dot& dot) {
    const auto extent = [](const xla_tensor& t, const std::vector<std::int64_t>& which) {
      return which.size() == 1 && which[0] >= 0 && static_cast<std::size_t>(which[0]) < t.dims.size()
                 ? t.dims[static_cast<std::size_t>(which[0])] : missing<std::int64_t>;
    };
    const std::int64_t k = extent(dot.a, dot.lhs_contracting);
    if (!known(k) || k != extent(dot.b, dot.rhs_contracting)) return false;
    std::vector<std::int64_t> a = dot.a.dims, b = dot.b.dims;
    const auto remove = [](std::vector<std::int64_t>& list, std::int64_t value) {
      if (const auto at = std::find(list.begin(), list.end(), value); at != list.end()) list.erase(at);
    };
    remove(a, k);
    remove(b, k);
    if (dot.c.dims.size() > 2) {
      shape.batch = static_cast<double>(dot.c.dims[0]);
      remove(a, dot.c.dims[0]);
      remove(b, dot.c.dims[0]);
    }
    const auto first = [](const std::vector<std::int64_t>& list) {
      return list.empty() ? 1.0 : static_cast<double>(list[0]);
    };
    const bool m_of_a = column_major(dot.c);
    shape.k = static_cast<double>(k);
    shape.m = m_of_a ? first(a) : first(b);
    shape.n = m_of_a ? first(b) : first(a);
    return true;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_GEMM_HPP
