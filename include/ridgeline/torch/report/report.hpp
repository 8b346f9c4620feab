#ifndef RIDGELINE_TORCH_REPORT_REPORT_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/kernels_columns.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>
#include <ridgeline/torch/sheet/overlap.hpp>
#include <ridgeline/torch/sheet/phases_columns.hpp>
#include <ridgeline/torch/sheet/roof_points.hpp>
#include <ridgeline/torch/sheet/rooflines_columns.hpp>
#include <ridgeline/torch/sheet/unified_columns.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

/// What a PyTorch report holds. Numbers are microseconds where nothing else is said.
struct torch_report_options {
  bool unlinked_kernels = false;              ///< the time line has the GPU work that no launch reaches, too
  std::optional<double> micro_idle_below{};   ///< gaps of the time line below this are micro idle time
  bool kernel_summary = false;
  bool short_kernels = false;
  double short_kernel_below = 10;
  std::size_t histogram_bins = 100;
  std::optional<std::size_t> most_short_kernels{};  ///< rows of short_kernels_all_details
  std::optional<std::size_t> most_ops{};            ///< rows of ops_all
  bool collectives = true;
  bool first_occurrence = false;              ///< ops_all says when an op first ran
  bool by_number_of_kernels = false;          ///< ops_all divides ops by how many kernels they launch
  bool overlaps = false;                      ///< the sheet on what runs at the same time
  bool call_stacks = false;                   ///< who called each op; needs Python frames
  bool original_names = false;                ///< sheets are named as the original names them
  const hw::roofs* roofs = nullptr;           ///< what the chip allows; null: it is not known
  std::optional<std::size_t> most_roofline_rows{};  ///< rows of each category sheet
  torch_model_faults model_faults{};
  std::optional<torch_phase_options> phases{};  ///< the sheets of inference phases
  const inductor_kernels* generated = nullptr;  ///< compiled kernels of TorchInductor's cache; null: none
};

/// A row of `gpu_timeline`.
struct torch_timeline_row {
  gpu_time part{};
  double milliseconds = 0;
  double percent_of_total = 0;
  bool recomputed = false;
};

inline constexpr auto torch_timeline_columns =
    columns(column<"type">([](const torch_timeline_row& r) { return name_of(r.part); }).left(),
            column<"time ms">(&torch_timeline_row::milliseconds).digits(3),
            column<"percent">(&torch_timeline_row::percent_of_total),
            column<"is_recompute">(&torch_timeline_row::recomputed));

/// The time line of a run; with recomputation marked two, the one of what ran first before the one of what ran again.
struct torch_timelines {
  std::vector<torch_timeline_row> rows{};
  double total = 0;        ///< microseconds of the whole
  double first_total = 0;  ///< of what ran first
};

inline torch_timelines torch_timelines_of(const torch_profile& run, const torch_report_options& options) {
  torch_timelines lines;
  std::array<std::vector<std::uint32_t>, 2> parts;
  const std::vector<std::uint32_t> events = gpu_events_of(run.tree(), options.unlinked_kernels);
  for (const std::uint32_t e : events) parts[run.recomputed(e) ? 1 : 0].push_back(e);
  for (std::size_t p = 0; p < 2; ++p) {
    const gpu_timeline line = gpu_timeline_of(run.trace(), parts[p], run.tree().clock(), options.micro_idle_below);
    if (line.empty) continue;
    if (p == 0) lines.first_total = line[gpu_time::total];
    for (const gpu_time t : line.rows()) lines.rows.push_back({t, line[t] / 1000, line.percent(t), p == 1});
  }
  lines.total = parts[1].empty() ? lines.first_total
                                 : gpu_timeline_of(run.trace(), events, run.tree().clock())[gpu_time::total];
  return lines;
}

namespace torch_detail {

template <class Row>
void keep_first(std::vector<Row>& rows, std::optional<std::size_t> most) {
  if (most && rows.size() > *most) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(*most), rows.end());
}

}  // namespace torch_detail

namespace torch_detail {

/// Where a result of the models cannot be: calls that they could not read, and shares of the roof above all of it.
inline void judge_models(const torch_profile& run, const torch_families& sheets, data_quality& quality) {
  if (sheets.failed != 0)
    quality.add("op model: the arguments of a call cannot be what they say; it has no FLOP and bytes", source_pos{},
                run.trace().name(run.event(sheets.first_failed)), false, sheets.failed);
  for (const torch_family_calls& s : sheets.sheets)
    for (const torch_sheet_event& e : s.events)
      if (e.metrics.share() > 1)
        quality.add("roofline: an op is faster than the chip's roof; chip or model is not the right one", source_pos{},
                    run.trace().name(run.event(e.event)), false);
}

/// `unified_perf_summary`, what share of the GPU time has a model, and the category sheets.
template <class Add>
void add_model_tables(const torch_profile& run, const torch_report_options& options, data_quality* quality, Add add) {
  torch_costs costs(run.tree(), {run.extension().models, options.model_faults, options.generated});
  const backward_links links = link_backward(run.tree());
  torch_unified unified = torch_unified_of(run, costs, links, options.roofs);
  if (unified.rows.empty()) return;
  table coverage("model_coverage", torch_coverage_of(unified), torch_coverage_columns);
  std::vector<torch_roof_point> points;
  if (options.roofs != nullptr) points = torch_roof_points(unified.rows, *options.roofs);
  add(torch_unified_table(run, std::move(unified), options.call_stacks));
  if (!options.original_names) add(std::move(coverage));
  if (!options.original_names && !points.empty()) add(table("roofline", std::move(points), torch_roof_columns));
  const torch_families sheets = torch_sheets_of(run, costs, links, options.roofs);
  if (quality != nullptr) judge_models(run, sheets, *quality);
  const torch_roofline_options how{options.by_number_of_kernels, options.most_roofline_rows};
  for (table& t : torch_roofline_tables(run, torch_rooflines_of(run, sheets, how), how)) add(std::move(t));
}

}  // namespace torch_detail

/// The sheets of a PyTorch report in the order of its workbook. They refer to the run. What the models find implausible
/// is added to `quality`, where there is one.
inline std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options,
                                data_quality* quality = nullptr) {
  std::vector<table> tables;
  const auto named = [&](std::string_view documented, std::string_view original) {
    return std::string(options.original_names ? original : documented);
  };
  const auto add = [&](table t) {
    tables.push_back(run.options().recompute ? std::move(t) : t.without("is_recompute"));
  };
  torch_timelines timeline = torch_timelines_of(run, options);
  const double total = run.faults().share_of_first_run_only ? timeline.first_total : timeline.total;
  add(table("gpu_timeline", std::move(timeline.rows), torch_timeline_columns));
  const torch_phase_sheets phases(run, options.phases, quality);
  if (run.has_ops() && !run.launches().rows.empty()) {
    add(table("ops_summary_by_category", torch_ops_by_category(run), torch_category_columns));
    add(table("ops_summary", torch_ops_by_name(run), torch_name_columns));
    std::vector<torch_op_row> ops = torch_ops_by_arguments(run, options.by_number_of_kernels);
    torch_detail::keep_first(ops, options.most_ops);
    table all(named("ops_all", "ops_unique_args"), std::move(ops), torch_op_columns);
    if (!options.by_number_of_kernels) all = all.without("num_kernels");
    if (!options.first_occurrence) all = all.without("first_occurrence_time");
    add(std::move(all));
    phases.add_ops(add);
    if (options.overlaps)
      add(table(named("ops_all_kl_overlap", "ops_unique_args_kl_overlap"),
                torch_ops_by_overlap(run, options.unlinked_kernels), torch_op_columns.with(torch_overlap_columns))
              .without("num_kernels").without("first_occurrence_time"));
    torch_detail::add_model_tables(run, options, quality,
                                                         [&](table t) { tables.push_back(std::move(t)); });
  }
  if (options.kernel_summary || options.short_kernels) {
    std::vector<torch_kernel> kernels = torch_kernels_of(run);
    if (options.kernel_summary) {
      std::vector<torch_kernel_row> rows = torch_kernel_summary(run, kernels, total);
      table summary = phases ? phases.kernel_summary(std::move(rows), options.original_names)
                             : table("kernel_summary", std::move(rows), torch_kernel_columns);
      tables.push_back(run.has_ops() ? std::move(summary) : summary.without("Parent cpu_op"));
      phases.add_kernels(kernels, [&](table t) { tables.push_back(std::move(t)); });
    }
    if (options.short_kernels) {
      kernels = short_kernels_of(run, std::move(kernels), options.short_kernel_below);
      tables.emplace_back(named("short_kernels_histogram", "short_kernel_histogram"),
                          torch_histogram(run, kernels, options.histogram_bins), torch_histogram_columns);
      std::vector<torch_short_kernel_row> rows = torch_short_kernel_summary(run, kernels, total);
      torch_detail::keep_first(rows, options.most_short_kernels);
      table details(named("short_kernels_all_details", "short_kernels_summary"), std::move(rows),
                    torch_short_kernel_columns);
      if (!run.has_ops())
        details = details.without("Parent cpu_op").without("Input dims").without("Input strides").without(
            "Concrete Inputs");
      tables.push_back(std::move(details));
    }
  }
  if (options.collectives && (run.has_ops() || !run.faults().collectives_need_ops)) {
    std::vector<torch_collective_row> rows = torch_collectives(run);
    if (!rows.empty()) tables.emplace_back("coll_analysis", std::move(rows), torch_collective_columns);
  }
  if (run.extension().add_tables != nullptr) run.extension().add_tables(run, tables);
  return tables;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_HPP
