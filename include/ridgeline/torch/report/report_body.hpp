#ifndef RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/report/phase_sheets.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/overlap.hpp>
#include <ridgeline/torch/sheet/roof_points.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>
#include <ridgeline/torch/sheet/timeline.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/backward.hpp>

namespace ridgeline {

namespace torch_detail {

template <class Row>
void keep_first(std::vector<Row>& rows, std::optional<std::size_t> most) {
  if (most && rows.size() > *most) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(*most), rows.end());
}

/// Where a result of the models cannot be: calls that they could not read, and shares of the roof above all of it.
void judge_models(const torch_profile& run, const torch_families& sheets, data_quality& quality) {
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
  table coverage = torch_table("model_coverage", torch_coverage_of(unified));
  std::vector<torch_roof_point> points;
  if (options.roofs != nullptr) points = torch_roof_points(unified.rows, *options.roofs);
  add(torch_unified_table(run, std::move(unified), options.call_stacks));
  if (!options.original_names) add(std::move(coverage));
  if (!options.original_names && !points.empty()) add(torch_table("roofline", std::move(points)));
  const torch_families sheets = torch_sheets_of(run, costs, links, options.roofs);
  if (quality != nullptr) judge_models(run, sheets, *quality);
  const torch_roofline_options how{options.by_number_of_kernels, options.most_roofline_rows};
  for (table& t : torch_roofline_tables(run, torch_rooflines_of(run, sheets, how), how)) add(std::move(t));
}

}  // namespace torch_detail

std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options,
                                data_quality* quality) {
  std::vector<table> tables;
  const auto named = [&](std::string_view documented, std::string_view original) {
    return std::string(options.original_names ? original : documented);
  };
  const auto add = [&](table t) {
    tables.push_back(run.options().recompute ? std::move(t) : t.without("is_recompute"));
  };
  torch_timelines timeline = torch_timelines_of(run, options.unlinked_kernels, options.micro_idle_below);
  const double total = run.faults().share_of_first_run_only ? timeline.first_total : timeline.total;
  add(torch_table("gpu_timeline", std::move(timeline.rows)));
  const torch_phase_sheets phases(run, options.phases, quality);
  if (run.has_ops() && !run.launches().rows.empty()) {
    add(torch_table("ops_summary_by_category", torch_ops_by_category(run)));
    add(torch_table("ops_summary", torch_ops_by_name(run)));
    std::vector<torch_op_row> ops = torch_ops_by_arguments(run, options.by_number_of_kernels);
    torch_detail::keep_first(ops, options.most_ops);
    table all = torch_table(named("ops_all", "ops_unique_args"), std::move(ops));
    if (!options.by_number_of_kernels) all = all.without("num_kernels");
    if (!options.first_occurrence) all = all.without("first_occurrence_time");
    add(std::move(all));
    phases.add_ops(add);
    if (options.overlaps)
      add(torch_table(named("ops_all_kl_overlap", "ops_unique_args_kl_overlap"),
                      torch_ops_by_overlap(run, options.unlinked_kernels))
              .without("num_kernels").without("first_occurrence_time"));
    torch_detail::add_model_tables(run, options, quality, [&](table t) { tables.push_back(std::move(t)); });
  }
  if (options.kernel_summary || options.short_kernels) {
    std::vector<torch_kernel> kernels = torch_kernels_of(run);
    if (options.kernel_summary) {
      std::vector<torch_kernel_row> rows = torch_kernel_summary(run, kernels, total);
      table summary = phases ? phases.kernel_summary(std::move(rows), options.original_names)
                             : torch_table("kernel_summary", std::move(rows));
      tables.push_back(run.has_ops() ? std::move(summary) : summary.without("Parent cpu_op"));
      phases.add_kernels(kernels, [&](table t) { tables.push_back(std::move(t)); });
    }
    if (options.short_kernels) {
      kernels = short_kernels_of(run, std::move(kernels), options.short_kernel_below);
      tables.push_back(torch_table(named("short_kernels_histogram", "short_kernel_histogram"),
                                   torch_histogram(run, kernels, options.histogram_bins)));
      std::vector<torch_short_kernel_row> rows = torch_short_kernel_summary(run, kernels, total);
      torch_detail::keep_first(rows, options.most_short_kernels);
      table details = torch_table(named("short_kernels_all_details", "short_kernels_summary"), std::move(rows));
      if (!run.has_ops())
        details = details.without("Parent cpu_op").without("Input dims").without("Input strides").without(
            "Concrete Inputs");
      tables.push_back(std::move(details));
    }
  }
  if (options.collectives && (run.has_ops() || !run.faults().collectives_need_ops)) {
    std::vector<torch_collective_row> rows = torch_collectives(run);
    if (!rows.empty()) tables.push_back(torch_table("coll_analysis", std::move(rows)));
  }
  if (run.extension().add_tables != nullptr) run.extension().add_tables(run, tables);
  return tables;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP
