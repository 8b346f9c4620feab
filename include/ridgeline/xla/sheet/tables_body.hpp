#ifndef RIDGELINE_XLA_SHEET_TABLES_BODY_HPP
#define RIDGELINE_XLA_SHEET_TABLES_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/xla/op/shape_text.hpp>
#include <ridgeline/xla/sheet/op_columns.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

namespace ridgeline {

namespace xla_detail {

/// Turns `FA BWD` into `op_fa_bwd`.
inline std::string op_sheet_name(xla_category c) {
  std::string name = "op_";
  for (const char ch : name_of(c))
    name += ch == ' ' || ch == '/' ? '_' : core_detail::lower_letter(ch);
  return name;
}

/// The table without columns that are empty in all rows.
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

/// Collects the names of all rows' parameters in order of first appearance, and looks them up in each row.
inline std::vector<std::string_view> find_parameters(std::vector<jax_group_row>& rows) {
  std::vector<std::string_view> names;
  const auto cost_of_row = [](const jax_group_row& row) -> const xla_cost& { return row.group.first->kind->cost; };
  for (const jax_group_row& row : rows)
    for (const xla_parameter& p : cost_of_row(row).parameters.all)
      if (std::find(names.begin(), names.end(), p.name) == names.end()) names.push_back(p.name);
  for (jax_group_row& row : rows)
    for (const std::string_view name : names) row.parameters.push_back(cost_of_row(row).parameters.find(name));
  return names;
}

/// The value of a parameter: an integer if it is one, else a number, a text, or an empty cell.
inline cell parameter_cell(const jax_group_row& row, std::size_t n, std::string&) {
  const xla_parameter* const p = row.parameters[n];
  if (p == nullptr) return {};
  if (!known(p->number)) return cell::of(std::string_view(p->text));
  const bool integer = std::fabs(p->number) < 1e15 && std::floor(p->number) == p->number;
  return integer ? cell::of(static_cast<std::int64_t>(p->number)) : cell::of(p->number);
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

table jax_timeline_table(const jax_result& r) {
  std::vector<jax_time_row> rows;
  for (const jax_gpu& gpu : r.gpus)
    for (const jax_time_row& row : xla_detail::time_rows(gpu.times, gpu.pid)) rows.push_back(row);
  return table("gpu_timeline", std::move(rows), jax_time_columns);
}
table jax_averages_table(const jax_result& r) {
  gpu_timeline mean;
  for (std::size_t part = 0; part < mean.microseconds.size(); ++part) {
    for (const jax_gpu& gpu : r.gpus) mean.microseconds[part] += gpu.times.microseconds[part];
    if (!r.gpus.empty()) mean.microseconds[part] /= static_cast<double>(r.gpus.size());
  }
  const auto rows = r.gpus.empty() ? std::vector<jax_time_row>{} : xla_detail::time_rows(mean, 0);
  return table("gpu_events_averages", rows, jax_time_columns).without("gpu_pid");
}

table jax_launchers_table(const jax_result& r) {
  return table("kernel_launchers", xla_detail::kernel_rows(r, false), jax_launcher_columns);
}
table jax_xla_table(const jax_result& r) {
  return table("df_xla_perf", xla_detail::kernel_rows(r, true), jax_xla_columns);
}

table jax_summary_table(const jax_result& r) {
  return table("kernel_launchers_summary",
               summarise(r, [](const xla_kernel_kind&) { return true; },
                         [](const xla_kernel_kind& k) { return std::string(k.name); }),
               jax_summary_columns);
}
table jax_category_table(const jax_result& r) {
  return table("kernel_launchers_summary_by_category",
               summarise(r, [](const xla_kernel_kind&) { return true; },
                         [](const xla_kernel_kind& k) { return std::string(k.category_name()); }),
               jax_category_columns);
}
table jax_xla_summary_table(const jax_result& r) {
  return table("xla_summary",
               summarise(r, [](const xla_kernel_kind& k) { return k.category == xla_category::rest; },
                         [](const xla_kernel_kind& k) { return without_digits(k.name); }),
               jax_summary_columns);
}
table jax_arguments_table(const jax_result& r) {
  std::vector<jax_group_row> rows;
  for (const jax_group& group : group_by_arguments(r)) rows.push_back({&r, group, {}, {}});
  return table("kernel_launchers_unique_args", std::move(rows), jax_arguments_columns);
}

table jax_op_table(const jax_result& r, xla_category category) {
  std::vector<jax_group_row> rows;
  for (const jax_group& group : group_by_parameters(r, category)) {
    const xla_cost& cost = group.first->kind->cost;
    jax_group_row row{&r, group, group.first->in->input_dims, group.first->in->input_types};
    if (!cost.inputs.empty()) std::tie(row.dims, row.types) = xla_detail::tuples_of(cost.inputs);
    if (r.options.roofs != nullptr) row.limits = cost.over(*r.options.roofs, row.group.time.mean * us);
    rows.push_back(std::move(row));
  }
  std::vector<std::string> titles;
  for (const std::string_view name : xla_detail::find_parameters(rows))
    titles.push_back(std::string("param: ").append(name));
  const table t(xla_detail::op_sheet_name(category), std::move(rows), jax_op_columns);
  return xla_detail::without_empty_columns(
      t.spread<jax_group_row>("GFLOPS_first", std::move(titles), xla_detail::parameter_cell));
}

table jax_calls_table(const jax_result& r) {
  std::vector<jax_call_row> rows;
  rows.reserve(r.calls.size());
  for (const jax_call& call : r.calls) {
    jax_call_row row{&r, call};
    if (r.options.roofs != nullptr) row.limits = call.over(*r.options.roofs);
    rows.push_back(row);
  }
  table t("hlo_calls", std::move(rows), jax_call_columns);
  if (r.options.roofs == nullptr)
    t = t.without("Roofline Time (µs)").without("Roofline Bound").without("Pct Roofline");
  return t;
}

table jax_modules_table(const jax_result& r) { return {"xla_modules", modules_of(r), jax_module_columns}; }

std::vector<table> jax_tables(const jax_result& r, const data_quality& quality, jax_names names) {
  const bool original = names == jax_names::original;
  const auto named = [&](const table& t) {
    return t.renamed(std::string(spelt(jax_sheet_spellings, t.name(), original)));
  };
  std::vector<table> tables{jax_timeline_table(r), jax_averages_table(r), jax_launchers_table(r),
                            named(jax_summary_table(r)), named(jax_category_table(r)),
                            named(jax_arguments_table(r)), jax_xla_table(r), jax_xla_summary_table(r)};
  if (!original) tables.push_back(jax_calls_table(r));
  const bool ops = r.trace->device == xla_device::tpu || r.trace->device == xla_device::cpu;
  if (!original && ops) tables.push_back(jax_modules_table(r));
  for (std::size_t c = 0; c < xla_category_table.size(); ++c)
    if (table t = jax_op_table(r, static_cast<xla_category>(c)); t.rows() != 0) tables.push_back(std::move(t));
  tables.push_back(quality_table(quality));
  return tables;
}

std::vector<std::string> jax_sheet_names(jax_names names) {
  const bool original = names == jax_names::original;
  std::vector<std::string> all{"gpu_timeline", "gpu_events_averages", "kernel_launchers"};
  for (const sheet_spelling& s : jax_sheet_spellings) all.emplace_back(original ? s.original : s.documented);
  all.insert(all.end(), {"df_xla_perf", "xla_summary"});
  if (!original) all.insert(all.end(), {"hlo_calls", "xla_modules"});
  for (std::size_t c = 0; c < xla_category_table.size(); ++c)
    all.push_back(xla_detail::op_sheet_name(static_cast<xla_category>(c)));
  if (!original) all.insert(all.end(), {"findings", "trace_health", "trace_health_sheets"});
  all.emplace_back("data_quality");
  return all;
}

workbook_style jax_workbook_style(jax_names names) {
  const bool original = names == jax_names::original;
  workbook_style style;
  const auto named = [&](std::string_view documented) {
    return std::string(spelt(jax_sheet_spellings, documented, original));
  };
  style.charts.push_back({sheet_chart::form::pie, named("ops_summary_by_category"),
                          "Kernel time by category", "op category", {"total_direct_kernel_time_ms"}, 0, 0});
  style.charts.push_back({sheet_chart::form::bar, named("ops_summary"),
                          "Kernels that take longest", "name", {"total_direct_kernel_time_ms"}, 0, 10});
  return style;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_TABLES_BODY_HPP
