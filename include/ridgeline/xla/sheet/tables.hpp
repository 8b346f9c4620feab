#ifndef RIDGELINE_XLA_SHEET_TABLES_HPP
#define RIDGELINE_XLA_SHEET_TABLES_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/xla/sheet/op_columns.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/table.hpp>

/// The JAX report as tables. Their rows point into the result, which must outlive them.
namespace ridgeline {

namespace xla_detail {

/// `FA BWD` gives `op_fa_bwd`.
inline std::string op_sheet_name(xla_category c) {
  std::string name = "op_";
  for (const char ch : name_of(c))
    name += ch == ' ' || ch == '/' ? '_' : ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch - 'A' + 'a') : ch;
  return name;
}

/// The table without the columns that hold nothing in any row.
inline table without_empty_columns(table t) {
  if (t.rows() == 0) return t;
  std::vector<std::string> empty;
  std::string scratch;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    bool any = false;
    for (std::size_t r = 0; r < t.rows() && !any; ++r) any = !t.at(r, c, scratch).empty();
    if (!any) empty.emplace_back(t.column(c).title);
  }
  for (const std::string& title : empty) t = t.without(title);
  return t;
}

inline std::vector<jax_time_row> time_rows(const gpu_timeline& times, std::int64_t pid) {
  std::vector<jax_time_row> rows;
  for (const gpu_time part : times.rows()) rows.push_back({part, times[part] / 1000, times.percent(part), pid});
  return rows;
}

inline std::vector<jax_kernel_row> kernel_rows(const jax_result& r, bool uncategorised_only) {
  std::vector<jax_kernel_row> rows;
  rows.reserve(uncategorised_only ? 0 : r.launchers().size());
  for (const jax_kernel& k : r.launchers())
    if (!uncategorised_only || k.kind->category == xla_category::rest) rows.push_back({&r, &k});
  return rows;
}

}  // namespace xla_detail

/// Each GPU's time line, and the mean of all of them.
inline table jax_timeline_table(const jax_result& r) {
  std::vector<jax_time_row> rows;
  for (const jax_gpu& gpu : r.gpus)
    for (const jax_time_row& row : xla_detail::time_rows(gpu.times, gpu.pid)) rows.push_back(row);
  return table("gpu_timeline", std::move(rows), jax_time_columns);
}
inline table jax_averages_table(const jax_result& r) {
  gpu_timeline mean;
  for (std::size_t part = 0; part < mean.microseconds.size(); ++part) {
    for (const jax_gpu& gpu : r.gpus) mean.microseconds[part] += gpu.times.microseconds[part];
    if (!r.gpus.empty()) mean.microseconds[part] /= static_cast<double>(r.gpus.size());
  }
  const auto rows = r.gpus.empty() ? std::vector<jax_time_row>{} : xla_detail::time_rows(mean, 0);
  return table("gpu_events_averages", rows, jax_time_columns).without("gpu_pid");
}

inline table jax_launchers_table(const jax_result& r) {
  return table("kernel_launchers", xla_detail::kernel_rows(r, false), jax_launcher_columns);
}
inline table jax_xla_table(const jax_result& r) {
  return table("df_xla_perf", xla_detail::kernel_rows(r, true), jax_xla_columns);
}

inline table jax_summary_table(const jax_result& r) {
  return table("kernel_launchers_summary",
               summarise(r, [](const xla_kernel_kind&) { return true; },
                         [](const xla_kernel_kind& k) { return std::string(k.name); }),
               jax_summary_columns);
}
inline table jax_category_table(const jax_result& r) {
  return table("kernel_launchers_summary_by_category",
               summarise(r, [](const xla_kernel_kind&) { return true; },
                         [](const xla_kernel_kind& k) { return std::string(name_of(k.category)); }),
               jax_category_columns);
}
inline table jax_xla_summary_table(const jax_result& r) {
  return table("xla_summary",
               summarise(r, [](const xla_kernel_kind& k) { return k.category == xla_category::rest; },
                         [](const xla_kernel_kind& k) { return without_digits(k.name); }),
               jax_summary_columns);
}
inline table jax_arguments_table(const jax_result& r) {
  std::vector<jax_group_row> rows;
  for (const jax_group& group : group_by_arguments(r)) rows.push_back({&r, group, {}, {}});
  return table("kernel_launchers_unique_args", std::move(rows), jax_arguments_columns);
}

/// The sheet of the kernels of a category that models describe.
inline table jax_op_table(const jax_result& r, xla_category category) {
  std::vector<jax_group_row> rows;
  for (const jax_group& group : group_by_parameters(r, category)) {
    const xla_cost& cost = group.first->kind->cost;
    jax_group_row row{&r, group, group.first->in->input_dims, group.first->in->input_types};
    if (!cost.about.inputs.empty()) std::tie(row.dims, row.types) = xla_detail::tuples_of(cost.about.inputs);
    if (r.options.roofs != nullptr) row.limits = cost.over(*r.options.roofs);
    rows.push_back(std::move(row));
  }
  return xla_detail::without_empty_columns(table(xla_detail::op_sheet_name(category), std::move(rows), jax_op_columns));
}

/// Each execution of an instruction, charged once.
inline table jax_calls_table(const jax_result& r) {
  std::vector<jax_call_row> rows;
  for (const jax_call& call : calls_of(r)) {
    jax_call_row row{&r, call};
    if (r.options.roofs != nullptr && call.kind->cost.fits) row.limits = call.kind->cost.over(*r.options.roofs);
    rows.push_back(row);
  }
  table t("hlo_calls", std::move(rows), jax_call_columns);
  if (r.options.roofs == nullptr)
    t = t.without("Roofline Time (µs)").without("Roofline Bound").without("Pct Roofline");
  return t;
}

/// Whose names the sheets have: the documents', or the original's.
enum class jax_names : std::uint8_t { documented, original };

/// All sheets, in the order of the workbook. With the original's names there are the original's sheets only, and
/// `data_quality`.
inline std::vector<table> jax_tables(const jax_result& r, const data_quality& quality, jax_names names) {
  const bool original = names == jax_names::original;
  const auto named = [&](table t, const char* documented) { return original ? t : t.renamed(documented); };
  std::vector<table> tables{jax_timeline_table(r), jax_averages_table(r), jax_launchers_table(r),
                            named(jax_summary_table(r), "ops_summary"),
                            named(jax_category_table(r), "ops_summary_by_category"),
                            named(jax_arguments_table(r), "ops_all"), jax_xla_table(r), jax_xla_summary_table(r)};
  if (!original) tables.push_back(jax_calls_table(r));
  for (std::size_t c = 0; c < xla_category_table.size(); ++c)
    if (table t = jax_op_table(r, static_cast<xla_category>(c)); t.rows() != 0) tables.push_back(std::move(t));
  tables.push_back(quality_table(quality));
  return tables;
}

/// The charts of the workbook: where the time goes by category, and the ten longest kernels.
inline workbook_style jax_workbook_style(jax_names names) {
  const bool original = names == jax_names::original;
  workbook_style style;
  style.charts.push_back({sheet_chart::form::pie,
                          original ? "kernel_launchers_summary_by_category" : "ops_summary_by_category",
                          "Kernel time by category", "op category", {"total_direct_kernel_time_ms"}, 0, 0});
  style.charts.push_back({sheet_chart::form::bar, original ? "kernel_launchers_summary" : "ops_summary",
                          "Kernels that take longest", "name", {"total_direct_kernel_time_ms"}, 0, 10});
  return style;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_TABLES_HPP
