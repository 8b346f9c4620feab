#ifndef RIDGELINE_XLA_OP_GEMM_BODY_HPP
#define RIDGELINE_XLA_OP_GEMM_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/xla/op/gemm.hpp>

namespace ridgeline {

namespace xla_detail {

inline bool column_major(const xla_tensor& c) {
  return c.layout.size() >= 2 && c.layout[0] == 0 && c.layout[1] == 1;
}

/// Products of one operand's extents: contracting dimensions, batches, groups, and the rest.
struct dot_extents {
  double k = 1, batch = 1, groups = 1, rest = 1;

  dot_extents(const xla_tensor& t, const std::vector<std::int64_t>& contracting,
              const std::vector<std::int64_t>& batches, const std::vector<std::int64_t>& of_groups = {}) {
    const auto in = [](const std::vector<std::int64_t>& list, std::size_t d) {
      return std::find(list.begin(), list.end(), static_cast<std::int64_t>(d)) != list.end();
    };
    for (std::size_t d = 0; d < t.dims.size(); ++d)
      (in(contracting, d) ? k : in(batches, d) ? batch : in(of_groups, d) ? groups : rest) *=
          static_cast<double>(t.dims[d]);
  }
};

inline bool set_extents(op::gemm& g, const xla_dot& dot) {
  const dot_extents a(dot.a, dot.lhs_contracting, dot.lhs_batch),
      b(dot.b, dot.rhs_contracting, dot.rhs_batch, dot.rhs_group);
  const bool m_of_a = column_major(dot.c);
  g.batch = a.batch;
  g.k = a.k;
  g.m = m_of_a ? a.rest : b.rest;
  g.n = m_of_a ? b.rest : a.rest;
  return a.k == b.k && a.batch == b.batch;
}

/// The original's rule: the first extent equal to K is taken as K, and the first equal to the batch as the batch.
inline bool set_extents_by_value(op::gemm& g, const xla_dot& dot) {
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
    g.batch = static_cast<double>(dot.c.dims[0]);
    remove(a, dot.c.dims[0]);
    remove(b, dot.c.dims[0]);
  }
  const auto first = [](const std::vector<std::int64_t>& list) {
    return list.empty() ? 1.0 : static_cast<double>(list[0]);
  };
  const bool m_of_a = column_major(dot.c);
  g.k = static_cast<double>(k);
  g.m = m_of_a ? first(a) : first(b);
  g.n = m_of_a ? first(b) : first(a);
  return true;
}

}  // namespace xla_detail

bool xla_gemm::matches(const xla_call& call) {
  if (call.category != xla_category::gemm || call.operands.empty()) return false;
  return is_xla_matrix_product(call.target) || (call.opcode == "fusion" && call.dot);
}

std::optional<xla_gemm> xla_gemm::from(const xla_call& call, const xla_faults& faults) {
  const bool grouped = is_te_grouped_product(call.target), te = grouped || is_te_matrix_product(call.target);
  const std::optional<xla_dot> found = call.target.empty() ? call.dot : product_of(call);
  const bool later = te || is_block_scaled_product(call.target);
  if (!found || (later && faults.triton_gemms_unmodelled)) return std::nullopt;
  const xla_dot& dot = *found;
  xla_gemm g;
  g.kernel = call.kernel;
  g.moved = call.moved;
  if (dot.ragged && !known(g.moved) && !faults.gemm_one_element_size)  // second operand or result: all groups
    g.moved = dot.a.bytes() + dot.b.bytes() + dot.c.bytes();
  if (!(faults.gemm_extents_by_value ? xla_detail::set_extents_by_value(g, dot) : xla_detail::set_extents(g, dot)))
    return std::nullopt;
  const bool for_fp8 = call.target.ends_with("$f8") || call.wrapped.ends_with("$f8");
  const bool fp8 = for_fp8 && facts_of(dot.a.type).format == dtype::fp8;
  g.a_type = fp8 ? "fp8" : name_of(dot.a.type);
  g.b_type = fp8 || faults.gemm_one_element_size ? g.a_type : name_of(dot.b.type);
  const dtype of_a = facts_of(dot.a.type).format;
  g.format = facts_of(multiplied_as(dot.a.type, dot.b.type)).format;
  g.precision = of_a == dtype::any ? name_of(dot.a.type) : ridgeline::name_of(of_a);
  const bool m_of_a = xla_detail::column_major(dot.c);
  g.a = size_of((m_of_a ? dot.a : dot.b).type);
  g.b = size_of((m_of_a ? dot.b : dot.a).type);
  g.c = size_of(dot.c.type);
  if (faults.gemm_one_element_size) {
    g.a = g.b = g.c = size_of(dot.a.type);
    if (of_a != dtype::fp32 && of_a != dtype::fp16 && of_a != dtype::bf16 && !fp8) return std::nullopt;
  }
  g.bias_element = g.c;
  g.complex_numbers = is_complex(dot.a.type) && !faults.gemm_one_element_size;
  g.bias = config_is_set(call.config, "beta") || (te && config_is_set(call.config, "fuse_bias")) ||
           (!faults.gemm_bias_by_beta && config_text(call.config, "epilogue").find("BIAS") != std::string_view::npos);
  // added operands come after the two that are multiplied: one row for each column, or a whole matrix
  double added = 0;
  for (std::size_t n = 0, matrices = 0; n < call.operands.size(); ++n)
    if (te ? n == 4 : !call.operands[n].dims.empty() && ++matrices > 2) added += call.operands[n].elements();
  if (grouped && added > 0) g.bias = true;
  const bool all_arrays = !call.target.empty() && !faults.gemm_one_element_size && !faults.gemm_bias_by_beta;
  if (const auto pair = multiplied_operands(call); all_arrays) g.beside = bytes_beside(call, pair[0], pair[1]);
  if (g.bias && added > 0 && !faults.gemm_bias_by_beta) g.bias_elements = all_arrays ? 0 : added;
  return g;
}

void xla_gemm::describe(xla_parameters& to) const {
  to.add("B", batch);
  to.add("M", m);
  to.add("N", n);
  to.add("K", k);
  to.add("bias", bias);
  to.add_types(a_type, b_type);
  to.add("simulation_dtype", std::string(precision));
  if (const std::string_view transpose = transposition_of(kernel); !transpose.empty())
    to.add("transpose", std::string(transpose));
}

std::string_view xla_gemm::transposition_of(std::string_view name) {
  constexpr std::string_view texts[] = {"(False, False)", "(False, True)", "(True, False)", "(True, True)"};
  const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  if ((has("_Ailk_") || has("_Alik_")) && (has("_Bljk_") || has("_Bjlk_")))
    return texts[(has("_Alik_") ? 2 : 0) + (has("_Bjlk_") ? 1 : 0)];
  if (!name.starts_with("nvjet")) return {};
  const std::string_view last = name.substr(name.rfind('_') + 1);
  return texts[(last.size() > 0 && last[0] == 'T' ? 2 : 0) + (last.size() > 1 && last[1] == 'T' ? 1 : 0)];
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_GEMM_BODY_HPP
