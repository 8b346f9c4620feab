#ifndef RIDGELINE_TORCH_SHEET_UNIFIED_COLUMNS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_UNIFIED_COLUMNS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/torch/sheet/call_stack.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>
#include <ridgeline/torch/sheet/rooflines_columns.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {
/// The tree that knows the callers of a row's kernels.
const call_tree& tree_of_kernels(const torch_unified_row& row) {
  const call_tree& before = row.run->of_ops().tree();
  return before.contains(row.event) ? row.run->tree() : before;
}
/// The stack of a row's first call.
torch_call_stack stack_of_row(const torch_unified_row& row) {
  std::vector<std::uint32_t> kernels;
  for (const kernel_detail& k : row.details)
    if (k.in_first_call) kernels.push_back(k.event);
  if (kernels.empty()) return {};
  return torch_call_stack_of(row.run->tree(), row.event, kernels, row.synthetic, row.most_stack_calls,
                             &tree_of_kernels(row));
}
/// The kernels of a row. The original adds the stack of each if frames are in the tree but stacks were not
/// requested.
inline constexpr auto details_with_stacks = [](const torch_unified_row& row, std::string& scratch) {
  scratch.clear();
  if (!row.stacks_in_details || row.synthetic) {
    append_kernel_details(scratch, row.run->trace(), row.details);
  } else {
    append_kernel_details(scratch, row.run->trace(), row.details, [&](std::string& out, std::uint32_t kernel) {
      torch_call_stack callers;
      callers.shared = names_between(node_of(row.run->tree(), kernel).parent(), missing<std::uint32_t>,
                                     row.most_stack_calls);
      if (const call_tree& launched = tree_of_kernels(row); &launched != &row.run->tree()) {
        const std::vector<std::string> again =
            names_between(node_of(launched, kernel).parent(), missing<std::uint32_t>, row.most_stack_calls);
        callers.shared.insert(callers.shared.end(), again.begin(), again.end());
      }
      append_call_stack(out, callers);
    });
  }
  return std::string_view(scratch);
};
const place_labels& labels_of_row(const torch_unified_row& row) {
  return row.run->labels(row.run->event(row.event));
}
}  // namespace torch_detail

/// The columns of `unified_perf_summary`.
inline constexpr auto torch_unified_columns =
    columns(column<"name">(&torch_unified_row::name).left(), column<"op category">(&torch_unified_row::category).left(),
            column<"process_name">(
                [](const torch_unified_row& r) { return torch_detail::labels_of_row(r).process_name; }).left(),
            column<"process_label">(
                [](const torch_unified_row& r) { return torch_detail::labels_of_row(r).process_label; }).left(),
            column<"thread_name">(
                [](const torch_unified_row& r) { return torch_detail::labels_of_row(r).thread_name; }).left(),
            column<"Input Dims">(torch_detail::argument_text<&op_arguments::input_dims>).left(),
            column<"Input type">(torch_detail::argument_text<&op_arguments::input_types>).left(),
            column<"Input Strides">(torch_detail::argument_text<&op_arguments::input_strides>).left(),
            column<"Concrete Inputs">(torch_detail::argument_text<&op_arguments::concrete_inputs>).left(),
            column<"is_recompute">(&torch_unified_row::recomputed))
        .with(column<"ex_UID">(&torch_unified_row::uid), column<"operation_count">(&torch_unified_row::count),
              column<"total_duration_us">([](const torch_unified_row& r) { return r.host_time.sum; }),
              column<"mean_duration_us">([](const torch_unified_row& r) { return r.host_time.mean; }),
              column<"std_duration_us">([](const torch_unified_row& r) { return r.host_time.sample_deviation(); }),
              column<"GFLOPS">([](const torch_unified_row& r) { return r.gflops.value; }),
              column<"Data Moved (MB)">([](const torch_unified_row& r) { return r.megabytes.value; }),
              column<"FLOPS/Byte">([](const torch_unified_row& r) { return r.intensity.value; }),
              column<"Compute Spec">(&torch_unified_row::spec).left(),
              column<"Roofline Bound">(&torch_unified_row::bound).left())
        .with(mean_columns<"TB/s">(&torch_unified_row::memory_rate))
        .with(mean_columns<"TFLOPS/s">(&torch_unified_row::compute_rate))
        .with(mean_columns<"Kernel Time (µs)">(&torch_unified_row::time))
        .with(column<"Kernel Time (µs)_sum">([](const torch_unified_row& r) { return r.time.sum; }))
        .with(median_columns<"duration_us">(&torch_unified_row::host_time))
        .with(median_columns<"TB/s">(&torch_unified_row::memory_rate))
        .with(median_columns<"TFLOPS/s">(&torch_unified_row::compute_rate))
        .with(column<"Roofline Time (µs)_first">([](const torch_unified_row& r) { return r.roof_time.value; }))
        .with(statistic_columns<"Pct Roofline">(&torch_unified_row::share, 2, 100))
        .with(median_columns<"Kernel Time (µs)">(&torch_unified_row::time))
        .with(column<"kernel_details_summary">(torch_detail::details_with_stacks).left().for_files(),
              column<"trunc_kernel_details">(torch_detail::row_short_kernel_details).left(),
              column<"perf_params">(&torch_unified_row::parameters).left(),
              column<"has_perf_model">(&torch_unified_row::has_model),
              column<"entry_point">([](const torch_unified_row& r, std::string& scratch) {
                scratch = torch_entry_point(torch_detail::stack_of_row(r), r.name);
                return std::string_view(scratch);
              }).left(),
              column<"call_stack_full">([](const torch_unified_row& r, std::string& scratch) {
                scratch.clear();
                append_call_stack(scratch, torch_detail::stack_of_row(r));
                return std::string_view(scratch);
              }).left())
        .with(torch_detail::share_columns);

std::uint64_t torch_limit_stacks(const torch_profile& run, torch_unified& unified) {
  constexpr std::uint64_t all = 2'000'000, least = 32;  // calls in all stacks; the least limit of each
  std::vector<std::uint64_t> longer(torch_most_stack_calls + std::size_t{1});  // how many have more calls than this
  const auto count = [&](const call_tree& tree, std::uint32_t inner, std::uint32_t outer) {
    for (std::uint32_t n = calls_between(tree, inner, outer, torch_most_stack_calls + 1); n > 0; --n) ++longer[n - 1];
  };
  for (const torch_unified_row& row : unified.rows) {
    if (row.details.empty() || row.synthetic) continue;
    count(run.tree(), row.event, missing<std::uint32_t>);
    const call_tree& launched = torch_detail::tree_of_kernels(row);
    for (const kernel_detail& k : row.details)
      if (k.in_first_call) count(launched, launched.parent_of(k.event), row.event);
  }
  std::uint32_t each = 0;
  std::uint64_t total = 0;
  while (each < torch_most_stack_calls && ((total += longer[each]) <= all || each < least)) ++each;
  unified.most_stack_calls = each;
  for (torch_unified_row& row : unified.rows) row.most_stack_calls = each;
  return longer[each];
}

table torch_unified_table(const torch_profile& run, torch_unified unified, bool call_stacks) {
  table t("unified_perf_summary", std::move(unified.rows), torch_unified_columns);
  if (!run.options().recompute) t = t.without("is_recompute");
  if (!call_stacks) t = t.without("entry_point").without("call_stack_full");
  if (!unified.has_roofs)
    for (const std::string_view title :
         {"Roofline Bound", "Roofline Time (µs)_first", "Pct Roofline_mean", "Pct Roofline_median", "Pct Roofline_std",
          "Pct Roofline_min", "Pct Roofline_max"})
      t = t.without(title);
  return t;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_COLUMNS_BODY_HPP
