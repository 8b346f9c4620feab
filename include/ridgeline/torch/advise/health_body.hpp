#ifndef RIDGELINE_TORCH_ADVISE_HEALTH_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_HEALTH_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/shared_checks.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/shared_numbers.hpp>

namespace ridgeline {

namespace torch_detail {

/// Inputs of the checks of a PyTorch trace.
struct torch_evidence : activity_evidence {
  torch_evidence(const gpu_activity& a, const gpu_replay& r, const torch_profile& p)
      : activity_evidence(a, r), run(p), trace(p.trace()) {
    lost = lost_part_of(trace);
    if (of_other_profilers(trace))
      other_advice = "Most spans of the file are of another profiler: what it records is set there.";
  }

  const torch_profile& run;
  const torch_trace& trace;
};

using advise_detail::counted;
using advise_detail::pass;
using advise_detail::report;
using advise_detail::report_none;

/// The time of steps that were left out counts as idle, so that the host has no part in it. This is no fault of the
/// trace: `--strict` does not fail.
void judge_idle(const torch_evidence& e, health_check& c) {
  activity_rules::idle_unexplained(e, c);
  if (!e.trace.lacks_steps_between || c.is == trace_verdict::unknowable) return;
  c.is = trace_verdict::degraded, c.count = 1, c.share = 0;
  c.message = "steps in between are left out: their time counts as idle, and host_bound and sync_points are silent";
  c.other_advice = "Report on steps in a row: --steps A:B.";
}

void judge_host_ops(const torch_evidence& e, health_check& c) {
  if (e.activity.host_ops != 0) return pass(c);
  report_none(e, c, 1, "ops", "no ops were recorded: there are no sheets of ops");
}

void judge_shapes(const torch_evidence& e, health_check& c) {
  duration all, without;
  std::uint64_t n = 0;
  std::int64_t first = missing<std::int64_t>;
  for (const activity_work& w : e.activity.works) {
    const activity_op* const op = e.activity.op_of(w);
    if (op == nullptr || !e.activity.text(op->name).starts_with("aten::")) continue;
    all += w.time;
    if (known(op->dims)) continue;
    without += w.time;
    if (n++ == 0) first = op->uid;
  }
  if (all.base() <= 0) return;
  constexpr double degraded = 0.1, unknowable = 0.5;
  const double share = without / all;
  if (!(share > degraded)) return pass(c);
  report(c, share > unknowable ? trace_verdict::unknowable : trace_verdict::degraded, n, share, first,
         "the shapes of ops with " + in_percent(share) + " of their GPU time were not recorded: FLOP, bytes and roofs "
                                                         "of these are unknown");
  c.other_advice = e.other_advice;
}

void judge_stacks(const torch_evidence& e, health_check& c) {
  if (e.activity.host_ops == 0) return;
  const auto is_frame = [](const torch_event& event) { return event.category == kineto_category::python_function; };
  const auto has_frames = [&](const torch_trace& t) { return std::any_of(t.events.begin(), t.events.end(), is_frame); };
  if (has_frames(e.trace)) return pass(c);
  if (const torch_captures* const captures = e.run.options().captures; captures != nullptr && e.run.grafted().any())
    for (const capture_file& file : captures->files)
      if (has_frames(file.trace)) return pass(c);
  report_none(e, c, 0, "Python frames", "no Python frames were recorded: call stacks and recomputation are unknown");
}

void judge_steps(const torch_evidence& e, health_check& c) {
  if (e.activity.host_ops == 0) return;
  for (const activity_range& r : e.activity.ranges)
    if (r.kind == range_kind::step) return pass(c);
  report_none(e, c, 0, "marked step", "no step is marked: phases by annotations and warm-up are unknown");
}

void judge_collectives(const torch_evidence& e, health_check& c) {
  std::uint64_t all = 0, without = 0;
  duration time;
  std::int64_t first = missing<std::int64_t>;
  for (const activity_work& w : e.activity.works) {
    if (w.kind != gpu_kind::kernel || !w.communicates) continue;
    const std::string_view name = e.activity.name(w);
    if (!core_detail::stands_in(name, "nccl") && !core_detail::stands_in(name, "rccl")) continue;
    ++all;
    if (known(w.collective)) continue;
    time += w.time;
    if (without++ == 0) first = w.uid;
  }
  if (all == 0) return;
  constexpr double most = 0.01;
  if (!(static_cast<double>(without) > most * static_cast<double>(all))) return pass(c);
  report(c, trace_verdict::degraded, without, e.share(time), first,
         counted(without) + " of " + counted(all) + " collectives do not record what they move (" +
             in_percent(e.share(time)) + " of GPU time): sizes and bandwidths are unknown");
}

void judge_warmup(const torch_evidence& e, health_check& c) {
  std::vector<const activity_range*> steps;
  for (const activity_range& r : e.activity.ranges)
    if (e.activity.text(r.name).starts_with(torch_detail::profiler_step)) steps.push_back(&r);
  if (steps.size() < 3 || e.epochs_mixed) return;
  merge_sorted_runs(steps, [](const activity_range* a, const activity_range* b) { return a->start < b->start; });
  std::vector<double> rest;  // nanoseconds
  for (std::size_t i = 1; i < steps.size(); ++i) rest.push_back(static_cast<double>(steps[i]->time.base()));
  merge_sorted_runs(rest, std::less<>());
  const double median = median_of(rest);
  const duration first = steps.front()->time;
  if (!(static_cast<double>(first.base()) > 2 * median)) return pass(c);
  // Where as many later steps differ as the first does, none of them says how long a step takes without warm-up.
  const double lower = rest[(rest.size() - 1) / 2];
  const auto slow = std::count_if(rest.begin(), rest.end(), [&](double time) { return time > 2 * lower; });
  if (2 * static_cast<std::size_t>(slow) >= rest.size()) return pass(c);
  report(c, trace_verdict::degraded, 1, e.window.base() > 0 ? std::min(1.0, first / e.window) : 0, steps.front()->uid,
         "the first step takes " + advise_detail::time_text(first) + ", later ones " +
             advise_detail::time_text(duration::of(static_cast<std::int64_t>(median))) +
             ": means over steps include the warm-up");
}

void judge_dropped(const torch_evidence& e, health_check& c) {
  const std::uint64_t n = dropped_records(e.trace);
  if (n == 0) return pass(c);
  const double all = static_cast<double>(n) + static_cast<double>(e.activity.works.size());
  const std::string what = "the profiler dropped " + counted(n) + " records";
  report(c, trace_verdict::degraded, n, static_cast<double>(n) / all, missing<std::int64_t>,
         what + ": idle time is too large, counts are too small");
  if (!e.lost.of_file) c.lost = what;
}

void judge_recompute(const torch_evidence& e, health_check& c) {
  if (e.activity.host_ops == 0 || !e.run.options().recompute) return;  // recomputation was not requested
  bool again = false;
  for (const torch_event& event : e.trace.events) {
    if (event.category == kineto_category::python_function) return pass(c);
    again = again || (event.category == kineto_category::cpu_op &&
                      e.trace.name(event).find("CheckpointFunctionBackward") != std::string_view::npos);
  }
  if (!again) return pass(c);
  report(c, trace_verdict::unknowable, 1, 0, missing<std::int64_t>,
         "forward ops run again in the backward pass, but no stacks show which: is_recompute is only known below "
         "CheckpointFunctionBackward");
  c.other_advice = e.lost.any() ? e.lost.advice : e.other_advice;
}

void judge_file(const torch_evidence& e, health_check& c) {
  torch_problems lost = e.trace.problems;
  lost.entries[static_cast<std::size_t>(torch_problem::kernel_unlinked)] = {};  // reported by `unlinked_work`
  advise_detail::judge_left_out(lost, torch_problem_table, e.trace.events.size(), e.lost, c);
}

void judge_duplicates(const torch_evidence& e, health_check& c) {
  activity_rules::duplicates(e, e.trace.problems[torch_problem::work_repeated].count, c);
}

/// Numbers of several processes, where nothing tells which process a device works for, are as bad as repeated ones.
void judge_numbers(const torch_evidence& e, health_check& c) {
  activity_rules::correlation_repeated(e, c);
  const std::uint64_t shared = e.run.tree().problems()[torch_problem::correlation_repeated].count;
  if (c.found() || shared == 0 || !torch_detail::file_sections(e.trace).mixed()) return;
  report(c, trace_verdict::degraded, shared,
         static_cast<double>(shared) / static_cast<double>(std::max<std::uint64_t>(shared, e.activity.calls.size())),
         missing<std::int64_t>,
         counted(shared, "number", "numbers") + " of launches of several processes, whose events are mixed: ops sheets "
         "may assign work to the op of another process");
}

inline constexpr std::string_view of_ops =
    "ops_summary_by_category,ops_summary*,ops_all*,unified_perf_summary,model_coverage,roofline";
inline constexpr std::string_view of_roofs = "roofline,unified_perf_summary,model_coverage";
inline constexpr std::string_view of_phases = "ops_summary_prefill,ops_summary_decode,ops_summary_mixed,"
                                              "kernel_summary_prefill,kernel_summary_decode,kernel_summary_mixed";
inline constexpr shared_sheets torch_sheets{
    .times = "gpu_timeline",
    .counts = "gpu_timeline,ops_summary*,ops_all*,kernel_summary*",
    .launches = of_ops,
    .kernels = "kernel_summary*",
    .lengths = "kernel_summary*,gpu_timeline",
    .rates = "kernel_summary*,short_kernel*,roofline,unified_perf_summary",
    .delays = "gpu_timeline"};

/// A check, and the option of the report that needs what it checks, where only one does.
struct torch_rule {
  health_facts facts;
  void (*judge)(const torch_evidence&, health_check&) = nullptr;
  void (*shared)(const activity_evidence&, health_check&) = nullptr;
  bool torch_health_options::*needed_for = nullptr;
};
constexpr torch_rule torch_shared(std::string_view name, std::string_view advice = {}) {
  const auto rule = shared_rule<torch_evidence>(name, torch_sheets, advice);
  return {rule.facts, nullptr, rule.shared};
}
constexpr torch_rule for_option(bool torch_health_options::*option, const health_facts& facts,
                                void (*judge)(const torch_evidence&, health_check&)) {
  torch_rule rule{facts, judge, nullptr, option};
  rule.facts.for_option = true;
  return rule;
}

inline constexpr std::array torch_health_rules{
    torch_shared("no_gpu_work", "Record the GPU too: activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]."),
    torch_shared("kernels_lost", "Record fewer steps or give the profiler larger buffers."),
    torch_shared("cut_end", "Synchronise the device before the profiler stops; record fewer steps."),
    torch_shared("cut_start", "Synchronise the device before the window, or begin it with schedule(warmup=1)."),
    torch_shared("unlinked_work", "Record runtime and driver calls of all threads, with larger buffers."),
    torch_shared("zero_duration",
                 "Update the profiler's GPU library; a second run shows whether the same kernels lack times."),
    torch_shared("clipped_duration", "Update the profiler's GPU library, which clips times."),
    torch_shared("epoch_mixed", "Record with one clock: update the profiler, and do not merge traces by hand."),
    torch_shared("clock_offset"),
    torch_shared("order_inverted"),
    torch_shared("stream_overlap", "Update the profiler's GPU library; leave these kernels out of means."),
    torch_rule{torch_shared("duplicates").facts, judge_duplicates},
    torch_rule{torch_shared("correlation_repeated").facts, judge_numbers},
    torch_shared("graph_replays",
                 "Also record a run without graphs (enforce_eager=True), for ops and shapes."),
    torch_shared("graph_collapsed", "Record the kernels of graphs: --cuda-graph-trace=node, or a run without graphs."),
    torch_rule{torch_shared("idle_unexplained").facts, judge_idle},
    torch_rule{{"host_ops_missing", of_ops, "Record ops: activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]."},
               judge_host_ops},
    for_option(&torch_health_options::roofs,
               {"shapes_missing", of_roofs, "Record with record_shapes=True."}, judge_shapes),
    for_option(&torch_health_options::call_stacks,
               {"stacks_missing", "", "Record with with_stack=True."}, judge_stacks),
    for_option(&torch_health_options::phases,
               {"steps_missing", of_phases, "Call prof.step(), or annotate the steps."}, judge_steps),
    torch_rule{{"collective_args_missing", "coll_analysis",
                "Record with a PyTorch that writes arguments of collectives (2.3)."},
               judge_collectives},
    torch_shared("profiler_overhead", "Record fewer steps, without stacks, after schedule(warmup=1)."),
    torch_rule{{"warmup_step", "ops_summary*,ops_all*,unified_perf_summary",
                "Leave the first step out: schedule(wait=1, warmup=1, active=3)."},
               judge_warmup},
    torch_rule{{"records_dropped", "gpu_timeline", "Give the profiler larger buffers, or record fewer steps."},
               judge_dropped},
    torch_rule{{"recompute_unknown", "", "Record with with_stack=True."}, judge_recompute},
    torch_rule{{"file_damaged", "*", "Write the trace again: the file was cut or changed."}, judge_file}};

}  // namespace torch_detail

trace_health health_of(const torch_profile& run, const gpu_activity& activity, const gpu_replay& replay,
                       const torch_health_options& options) {
  const auto& rules = torch_detail::torch_health_rules;
  trace_health health = judged(torch_detail::torch_evidence(activity, replay, run), rules);
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i].needed_for != nullptr) health.checks[i].needed = options.*rules[i].needed_for;
  return health;
}

trace_health health_of(const torch_profile& run, const torch_health_options& options) {
  const gpu_activity activity = activity_of(run);
  return health_of(run, activity, gpu_replay(activity), options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_HEALTH_BODY_HPP
