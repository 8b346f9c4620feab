#ifndef RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/report/heaviest.hpp>
#include <ridgeline/torch/report/lacks.hpp>
#include <ridgeline/torch/report/phase_sheets.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/serving/coverage.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/family_rules.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/metrics_rows.hpp>
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

inline constexpr std::string_view argument_not_recorded =
    "op model: an argument of a call was not recorded; what depends on it is unknown";
inline constexpr std::string_view faster_than_roof =
    "roofline: an op is faster than the chip's roof; the chip or the model is wrong";

/// Reports impossible results of the models: calls they could not read, and rates above the roof.
void judge_models(const torch_profile& run, const torch_families& sheets, data_quality& quality) {
  if (sheets.unrecorded != 0)
    quality.add(argument_not_recorded, source_pos{}, run.trace().name(run.event(sheets.first_unrecorded)), false,
                sheets.unrecorded);
  if (sheets.failed != 0)
    quality.add("op model: the arguments of a call are not plausible; its FLOP and bytes are unknown", source_pos{},
                run.trace().name(run.event(sheets.first_failed)), false, sheets.failed);
  for (const torch_family_calls& s : sheets.sheets)
    for (const torch_sheet_event& e : s.events)
      if (s.metrics_of(e).is_impossible())
        quality.add(faster_than_roof, source_pos{}, run.trace().name(run.event(e.event)), false);
}
/// The same for calls whose models have no category sheet.
void judge_models(const torch_profile& run, const torch_unified& unified, data_quality& quality) {
  const auto add = [&](std::string_view reason, const std::vector<std::uint32_t>& calls) {
    if (!calls.empty())
      quality.add(reason, source_pos{}, run.trace().name(run.event(calls.front())), false, calls.size());
  };
  add(argument_not_recorded, unified.unrecorded);
  add(faster_than_roof, unified.above_roof);
}

/// Clears the times that the checks leave unknown.
void leave_unknown(std::vector<torch_timeline_row>& rows, const trace_health& health) {
  const unknown_times unknown = health.times_unknown();
  if (unknown == unknown_times::none) return;
  for (torch_timeline_row& r : rows) {
    const bool idle = r.part == gpu_time::idle || r.part == gpu_time::micro_idle || r.part == gpu_time::macro_idle;
    if (idle || unknown == unknown_times::all) r.milliseconds = r.percent_of_total = missing<double>;
  }
}

/// The points of the chart, one per row, with the texts that they show.
class roofline_points {
 public:
  template <class Row>
  void add(const Row& r, std::string_view name, python_list dims_as) {
    std::string& dims = dims_.emplace_back();
    if (known(r.arguments.input_dims)) append_python(dims, r.run->trace().text(r.arguments.input_dims), dims_as);
    points_.push_back({name, dims, roof_spec_of(r), r.bound, r.intensity.value * FLOPpB, r.compute_rate.mean * TFLOPps,
                       r.share.mean, r.count, r.time.sum * us});
  }
  roofline_chart chart(const hw::roofs* roofs) const { return roofline_of(points_, roofs); }

 private:
  std::deque<std::string> dims_{};
  std::vector<roof_point> points_{};
};

roofline_chart roofline_of_rows(const std::vector<torch_unified_row>& rows, const hw::roofs* roofs) {
  roofline_points points;
  for (const torch_unified_row& r : rows) points.add(r, r.name, python_list::tuple);
  return points.chart(roofs);
}
roofline_chart roofline_of_rows(const std::vector<torch_roofline_sheet>& sheets, const hw::roofs* roofs) {
  roofline_points points;
  for (const torch_roofline_sheet& s : sheets)
    for (const torch_roofline_row& r : s.rows) points.add(r, r.name(), python_list::list);
  return points.chart(roofs);
}

/// Sheets that belong together, and what is to be said of the input because of them.
struct report_part {
  std::vector<table> tables{};
  data_quality quality{};
  void add(table t) { tables.push_back(std::move(t)); }
};

/// Builds the sheets: those of costs beside those of GPU time, as neither needs the other.
class report_builder {
 public:
  report_builder(const torch_profile& run, const torch_report_options& options, data_quality* quality)
      : run_(run), ops_run_(run.of_ops()), options_(options), quality_(quality) {}

  torch_report build() && {
    parallel_for(2, options_.threads, [&](std::size_t i, unsigned) {
      if (i == 0) add_costs();
      else add_times();
    });
    for (report_part* const part : {&ops_, &costs_, &rest_}) {
      if (quality_ != nullptr) quality_->merge(part->quality);
      for (table& t : part->tables) out_.tables.push_back(std::move(t));
    }
    if (run_.extension().add_tables != nullptr) run_.extension().add_tables(run_, out_.tables);
    if (out_.overview.heaviest.empty() && !out_.overview.of_host)
      describe_kernels(torch_kernel_summary(run_, torch_kernels_of(run_), total_, run_.has_ops()), out_.overview);
    return std::move(out_);
  }

 private:
  bool ops_launch_work() const { return run_.has_ops() && !run_.launches().rows.empty(); }

  /// Adds what depends on FLOP and bytes.
  void add_costs() {
    if (options_.charts) out_.roofline = roofline_of({}, options_.roofs);
    if (ops_launch_work()) return add_models();
    if (!run_.has_ops() || options_.original_names) return;
    gpu_events_of(run_.tree(), true).empty() ? add_host_ops() : add_models();
  }

  /// Adds what depends on times alone, and the modules.
  void add_times() {
    torch_timelines timeline = torch_timelines_of(run_, options_.unlinked_kernels, options_.micro_idle_below);
    total_ = run_.faults().share_of_first_run_only ? timeline.first_total : timeline.total;
    out_.overview.timeline = timeline.rows;
    say_missing(run_, options_, out_.overview);
    add_op_sheet(sheet_of("gpu_timeline", std::move(timeline.rows)));
    const torch_phase_sheets phases(ops_run_, options_.phases, &ops_.quality);
    if (ops_launch_work()) add_ops(phases);
    else if (!run_.has_ops()) phases.add_ops(options_.original_names, [&](table t) { add_op_sheet(std::move(t)); });
    if (options_.kernel_summary || options_.short_kernels) add_kernels(phases);
    if (options_.collectives && (run_.has_ops() || !run_.faults().collectives_need_ops)) {
      if (auto rows = torch_collectives(run_); !rows.empty()) rest_.add(sheet_of("coll_analysis", std::move(rows)));
    }
    add_modules();
  }

  void add_ops(const torch_phase_sheets& phases) {
    const std::optional<parent_modules> divided = options_.by_parent_module ? std::optional(parent_modules(ops_run_))
                                                                            : std::nullopt;
    const parent_modules* const modules = divided ? &*divided : nullptr;
    add_op_sheet(extended(sheet_of("ops_summary_by_category", torch_ops_by_category(ops_run_, modules)),
                          torch_sheet_rows::categories));
    add_op_sheet(extended(sheet_of("ops_summary", torch_ops_by_name(ops_run_, modules), options_.serving),
                          torch_sheet_rows::names));
    std::vector<torch_op_row> ops = torch_ops_by_arguments(ops_run_, options_.by_number_of_kernels, modules);
    keep_first(ops, options_.most_ops);
    table all = sheet_of(named("ops_all"), std::move(ops));
    if (!options_.by_number_of_kernels) all = all.without("num_kernels");
    if (!options_.first_occurrence) all = all.without("first_occurrence_time");
    add_op_sheet(extended(std::move(all), torch_sheet_rows::ops));
    phases.add_ops(options_.original_names, [&](table t) { add_op_sheet(std::move(t)); });
    if (!options_.overlaps) return;
    std::uint64_t passed_over = 0;
    add_op_sheet(sheet_of(named("ops_all_kl_overlap"),
                          torch_ops_by_overlap(ops_run_, options_.unlinked_kernels, &passed_over))
                     .without("num_kernels").without("first_occurrence_time"));
    if (passed_over != 0)
      ops_.quality.add("overlap passed over: too much GPU work runs at once; not all of it was compared with the rest",
                       source_pos{}, "", false, passed_over);
  }

  /// The report of a trace without GPU work.
  void add_host_ops() {
    std::vector<torch_host_op_row> rows = torch_host_ops(run_);
    describe_host_ops(rows, out_.overview);
    costs_.add(sheet_of("host_ops_summary", std::move(rows)));
    torch_costs costs(run_.tree(), cost_options());
    add_category_sheets(costs, link_backward(run_.tree()), nullptr);  // they did not run on the chip
  }

  /// Adds GPU time by module, and how much of captured graphs is known.
  void add_modules() {
    if (!options_.original_names && run_.options().captures != nullptr) rest_.add(capture_coverage_table(run_));
    judge_captures(run_, rest_.quality);
    if (!options_.modules) return;
    const std::vector<module_op> ops = counted_ops();
    const torch_modules modules = torch_modules_of(run_, options_.unlinked_kernels, ops);
    if (options_.charts) out_.modules = module_chart(modules);
    judge_modules(modules, rest_.quality);
    rest_.add(modules_table(modules));
    rest_.add(module_tree_table(modules));
  }

  /// The costs of the GPU work according to the models, each piece once.
  std::vector<module_op> counted_ops() {
    std::vector<module_op> ops;
    torch_costs costs(run_.tree(), cost_options());
    for (const torch_counted_work& w : torch_counted_works(run_, costs, link_backward(run_.tree()), options_.roofs)) {
      const torch_metrics& m = w.metrics;
      module_op& op = ops.emplace_back();
      op.event = w.event;
      op.counts.flops = m.flops;
      op.counts.bytes = m.bytes;
      op.counts.time = m.time;
      if (!m.has_roof()) continue;
      op.counts.roof_time = m.roof_time();
      op.counts.roofed = m.time;
      op.counts.compute = known(m.compute_time()) ? m.compute_time() : 0;
      op.counts.memory = known(m.roof_memory) ? m.roof_memory : 0;
    }
    return ops;
  }

  /// Adds `unified_perf_summary`, the share of GPU time that has a model, and the category sheets.
  void add_models() {
    torch_costs costs(run_.tree(), cost_options());
    const backward_links links = link_backward(run_.tree());
    torch_unified unified = torch_unified_of(run_, costs, links, options_.roofs);
    if (unified.rows.empty()) return;
    describe_ops(unified, options_, out_.overview);
    if (options_.serving && !options_.call_stacks && run_.tree().options().python_frames)
      for (torch_unified_row& r : unified.rows) r.stacks_in_details = true;
    if (options_.charts) out_.roofline = roofline_of_rows(unified.rows, options_.roofs);
    std::vector<torch_coverage_row> covered = torch_coverage_of(unified);
    if (options_.charts && known(covered.front().part.share))
      out_.roofline.about +=
          " FLOP and bytes are known for " + in_percent(covered.front().part.share) + " of all GPU time.";
    table coverage = sheet_of("model_coverage", std::move(covered));
    std::vector<torch_roof_point> points;
    if (options_.roofs != nullptr) points = torch_roof_points(unified.rows, *options_.roofs);
    const std::uint64_t cut_stacks = options_.call_stacks ? torch_limit_stacks(run_, unified) : 0;
    if (cut_stacks != 0)
      costs_.quality.add("call stack cut: the stack is deeper than this; its outermost calls are left out",
                         source_pos{}, std::to_string(unified.most_stack_calls) + " calls", false, cut_stacks);
    if (!options_.original_names) judge_models(run_, unified, costs_.quality);
    costs_.add(extended(torch_unified_table(run_, std::move(unified), options_.call_stacks),
                        torch_sheet_rows::unified));
    if (!options_.original_names) costs_.add(std::move(coverage));
    if (!options_.original_names && !points.empty()) costs_.add(sheet_of("roofline", std::move(points)));
    add_category_sheets(costs, links, options_.roofs);
  }

  void add_category_sheets(torch_costs& costs, const backward_links& links, const hw::roofs* roofs) {
    const torch_families sheets = torch_sheets_of(run_, costs, links, roofs);
    judge_models(run_, sheets, costs_.quality);
    const torch_roofline_options how{options_.by_number_of_kernels, options_.most_roofline_rows, options_.serving};
    std::vector<torch_roofline_sheet> rooflines = torch_rooflines_of(run_, sheets, how);
    if (options_.charts && out_.roofline.points.empty()) {
      const std::string about = std::move(out_.roofline.about);  // including the coverage of GPU time
      (out_.roofline = roofline_of_rows(rooflines, options_.roofs)).about = about;
    }
    for (table& t : torch_roofline_tables(run_, std::move(rooflines), how))
      costs_.add(extended(std::move(t), torch_sheet_rows::families));
  }

  void add_kernels(const torch_phase_sheets& phases) {
    std::vector<torch_kernel> kernels = torch_kernels_of(ops_run_);
    if (options_.kernel_summary) {
      const bool by_op = ops_run_.has_ops() && (!options_.original_names || any_below_op(kernels));
      std::vector<torch_kernel_row> rows = torch_kernel_summary(ops_run_, kernels, total_, by_op);
      table summary = phases.kernel_summary(std::move(rows), options_.original_names);
      summary = extended(std::move(summary), torch_sheet_rows::kernels);
      rest_.add(by_op ? std::move(summary) : summary.without("Parent cpu_op"));
      phases.add_kernels(kernels, [&](table t) { rest_.add(std::move(t)); });
    }
    if (!options_.short_kernels) return;
    kernels = short_kernels_of(ops_run_, std::move(kernels), options_.short_kernel_below);
    rest_.add(sheet_of(named("short_kernels_histogram"),
                       torch_histogram(ops_run_, kernels, options_.histogram_bins)));
    std::vector<torch_short_kernel_row> rows = torch_short_kernel_summary(ops_run_, kernels, total_);
    keep_first(rows, options_.most_short_kernels);
    table details = sheet_of(named("short_kernels_all_details"), std::move(rows));
    for (const std::string_view of_op : {"Parent cpu_op", "Input dims", "Input strides", "Concrete Inputs"})
      if (!ops_run_.has_ops()) details = details.without(of_op);
    rest_.add(std::move(details));
  }

  torch_cost_options cost_options() const {
    return {run_.extension().models, options_.model_faults, options_.generated, options_.serving};
  }
  std::string named(std::string_view documented) const {
    return std::string(spelt(torch_sheet_spellings, documented, options_.original_names));
  }
  /// A sheet with the columns that the extension adds to it.
  table extended(table sheet, torch_sheet_rows rows) const {
    return run_.extension().add_columns == nullptr ? sheet : run_.extension().add_columns(sheet, rows);
  }
  /// Adds the time line or a sheet of ops; its column on recomputation is removed unless recomputation was requested.
  void add_op_sheet(table t) { ops_.add(run_.options().recompute ? std::move(t) : t.without("is_recompute")); }

  const torch_profile& run_;
  const torch_profile& ops_run_;
  const torch_report_options& options_;
  data_quality* quality_;
  double total_ = 0;  // total of the time line, microseconds
  report_part ops_{}, costs_{}, rest_{};  // in the order of the workbook
  torch_report out_{};
};

}  // namespace torch_detail

torch_report torch_report_of(const torch_profile& run, const torch_report_options& options, data_quality* quality) {
  return torch_detail::report_builder(run, options, quality).build();
}

void leave_unknown(torch_report& report, const trace_health& health) {
  torch_detail::leave_unknown(report.overview.timeline, health);
  for (table& t : report.tables) {
    if (t.name() != "gpu_timeline") continue;
    const bool divided = t.find("is_recompute") != t.columns();
    t = sheet_of("gpu_timeline", report.overview.timeline);
    if (!divided) t = t.without("is_recompute");
  }
}

std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options, data_quality* quality) {
  return torch_report_of(run, options, quality).tables;
}

void add_sheets(torch_report_options& options, std::span<const std::string> names) {
  for (const std::string_view name : names) {
    const bool all = name == "all", of_phase = name.ends_with("_prefill") || name.ends_with("_decode") ||
                                               name.ends_with("_mixed");
    if (all || name.starts_with("kernel_summary")) options.kernel_summary = true;
    if (all || name.starts_with("short_kernel")) options.short_kernels = true;
    if (all || name.ends_with("_kl_overlap")) options.overlaps = true;
    if ((all || of_phase) && !options.phases) options.phases.emplace();
    if (name == "modules" || name == "module_tree") options.modules = true;
    if (name == "coll_analysis") options.collectives = true;
  }
}

std::vector<std::string> torch_sheet_names(const torch_extension_table& extension, bool original_names) {
  std::vector<std::string> names{"gpu_timeline", "ops_summary_by_category", "ops_summary"};
  const auto add = [&](std::string_view documented) {
    names.emplace_back(spelt(torch_sheet_spellings, documented, original_names));
  };
  if (!original_names) names.emplace_back("host_ops_summary");
  add("ops_all");
  for (const std::string_view phase : {"prefill", "decode", "mixed"})
    names.push_back("ops_summary_" + std::string(phase));
  add("ops_all_kl_overlap");
  names.emplace_back("unified_perf_summary");
  if (!original_names) names.insert(names.end(), {"model_coverage", "roofline"});
  std::vector<std::string_view> families;
  const auto is_new = [&](const torch_model_entry& model) {
    return !model.sheet.empty() && std::find(families.begin(), families.end(), model.sheet) == families.end();
  };
  const auto add_family = [&](const torch_model_entry& model) { families.push_back(model.sheet); };
  extension.models->for_each_of(is_new, add_family, original_names);
  for (const std::string_view family : families)
    for (const std::string_view direction : {"_fwd", "_bwd"}) {
      names.emplace_back(family);
      if (!torch_detail::has_sheet_per_direction(family)) break;
      names.back() += direction;
    }
  names.emplace_back("kernel_summary");
  for (const std::string_view phase : {"prefill", "decode", "mixed"})
    names.push_back("kernel_summary_" + std::string(phase));
  names.insert(names.end(), {"steps", "steady_state", "phase_runs", "modules", "module_tree"});
  if (!original_names) names.insert(names.end(), {"step_times", "capture_coverage"});
  add("short_kernels_histogram");
  add("short_kernels_all_details");
  names.insert(names.end(), {"coll_analysis", "data_quality"});
  if (!original_names) names.insert(names.end(), {"findings", "trace_health", "trace_health_sheets"});
  return names;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_BODY_HPP
