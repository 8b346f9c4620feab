#ifndef RIDGELINE_XLA_ADVISE_HEALTH_BODY_HPP
#define RIDGELINE_XLA_ADVISE_HEALTH_BODY_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/shared_checks.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

namespace xla_detail {

struct xla_evidence : activity_evidence {
  xla_evidence(const jax_result& report_, const gpu_activity& a, const gpu_replay& r)
      : activity_evidence(a, r), report(report_) {
    lost = lost_part_of(report.problems);
  }
  const jax_result& report;
};

using advise_detail::counted;
using advise_detail::pass;

void judge_file(const xla_evidence& e, health_check& c) {
  advise_detail::judge_left_out(e.report.problems, xla_problem_table, e.report.trace->events.size(), e.lost, c);
}

void judge_duplicates(const xla_evidence& e, health_check& c) {
  activity_rules::duplicates(e, e.report.problems[xla_problem::work_repeated].count, c);
}

/// Finds kernels of programs that the file does not contain, and kernels that do not name their instruction: none, a
/// whole command buffer, or one that is not there.
void judge_modules(const xla_evidence& e, health_check& c) {
  struct lack {
    duration time{};
    std::uint64_t count = 0;
    std::int64_t first = missing<std::int64_t>;

    void add(const activity_work& w) {
      time += w.time;
      if (count++ == 0) first = w.uid;
    }
  } program, name;
  const std::vector<hlo_module>& modules = e.report.trace->modules;
  const bool holds_programs =
      std::any_of(modules.begin(), modules.end(), [](const hlo_module& m) { return !m.instructions.empty(); });
  for (const activity_work& w : e.activity.works) {
    const xla_kernel_kind& k = e.report.kind_of(w.uid);
    if (k.unheld && !k.described) program.add(w);
    else if (holds_programs && w.kind == gpu_kind::kernel && !k.executes) name.add(w);
  }
  constexpr double most = 0.01;
  const duration time = program.time + name.time;
  if (!(e.share(time) > most)) return pass(c);
  const auto of_kernels = [&](const lack& l) {
    return counted(l.count, "kernel", "kernels") + " (" + in_percent(e.share(l.time)) + " of GPU time)";
  };
  std::string text;
  if (program.count != 0) text = "the programs of " + of_kernels(program) + " are not in the file";
  if (name.count != 0)
    text += (text.empty() ? "" : ", and ") + of_kernels(name) +
            (name.count == 1 ? " does not name its instruction" : " do not name their instructions");
  advise_detail::report(c, trace_verdict::unknowable, program.count + name.count, e.share(time),
                        program.count != 0 ? program.first : name.first,
                        text + ": their shapes and costs are unknown");
  c.other_advice = e.lost.advice;
}

void judge_steps(const xla_evidence& e, health_check& c) {
  for (const activity_range& r : e.activity.ranges)
    if (r.kind == range_kind::step) return pass(c);
  advise_detail::report_none(e, c, 0, "marked step", "no step is marked: times by step and warm-up are unknown");
}

void judge_compilation(const xla_evidence& e, health_check& c) {
  if (e.activity.works.empty()) return;
  const time_point from = e.activity.works.front().start, to = from + e.window;
  duration time;
  std::uint64_t n = 0;
  std::int64_t first = missing<std::int64_t>;
  for (const activity_range& r : e.activity.ranges) {
    const bool compiles = r.kind == range_kind::compilation || r.kind == range_kind::recompilation;
    if (!compiles || r.end() <= from || r.start >= to) continue;
    time += r.time;
    if (n++ == 0) first = r.uid;
  }
  if (n == 0) return pass(c);
  advise_detail::report(c, trace_verdict::degraded, n, e.window.base() > 0 ? std::min(1.0, time / e.window) : 0, first,
                        counted(n, "program was", "programs were") +
                            " compiled while the GPU worked: idle time and times "
                            "of first calls include the compiler");
}

/// One of several devices with far fewer events than the others is probably truncated.
void judge_planes(const xla_evidence& e, health_check& c) {
  std::map<std::int64_t, std::uint64_t> counts;
  for (const xla_device_event& d : e.report.events)
    ++counts[gpu_pid(e.report.trace->plane(e.report.trace->lines[d.line]))];
  if (counts.size() < 2) return;
  const auto by_count = [](const auto& x, const auto& y) { return x.second < y.second; };
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end(), by_count);
  constexpr double apart = 0.05;
  const std::string device = std::string(name_of(e.report.trace->device)) + " ";
  const double lacks = 1 - static_cast<double>(least->second) / static_cast<double>(most->second);
  if (!(lacks > apart)) return pass(c);
  advise_detail::report(c, trace_verdict::degraded, most->second - least->second, lacks, missing<std::int64_t>,
                        device + std::to_string(least->first) + " has " + counted(least->second) +
                            " events where " + device + std::to_string(most->first) + " has " + counted(most->second) +
                            ": one of them may have been cut");
}

/// The profiler reports lost events, in a message or as a number in a plane.
void judge_dropped(const xla_evidence& e, health_check& c) {
  const xla_trace& trace = *e.report.trace;
  std::uint64_t events = 0, messages = 0;
  std::string example;
  for (const xla_plane& p : trace.planes)
    if (known(p.dropped) && p.dropped > 0) events += static_cast<std::uint64_t>(p.dropped);
  for (const std::string& text : trace.messages) {
    if (!core_detail::stands_in(text, "drop")) continue;
    if (messages++ == 0) example = text;
  }
  if (events == 0 && messages == 0) return pass(c);
  const auto all = static_cast<double>(events) + static_cast<double>(trace.events.size());
  advise_detail::report(c, trace_verdict::degraded, events + messages,
                        all > 0 ? static_cast<double>(events) / all : 0, missing<std::int64_t>,
                        "the profiler lost events" + (events != 0 ? ", " + counted(events) : std::string()) +
                            (example.empty() ? "" : " (" + std::string(utf8_front(example, 60)) + ")") +
                            ": counts and times are too small, idle time is too large");
  constexpr double few = 0.001;
  if (events >= 2 && static_cast<double>(events) >= few * all) c.lost = "the profiler lost events";
}

inline constexpr std::string_view of_calls = "kernel_launchers,gpu_events_averages", of_times = "gpu_timeline",
                                  of_kernels = "kernel_launchers,ops_summary,ops_all,xla_summary";
inline constexpr shared_sheets xla_sheets{.times = of_times,
                                          .counts = "gpu_timeline,kernel_launchers,ops_summary",
                                          .launches = of_calls,
                                          .kernels = of_kernels,
                                          .lengths = of_kernels,
                                          .rates = of_kernels,
                                          .delays = of_times};

using xla_rule = health_rule<xla_evidence>;
constexpr xla_rule xla_shared(std::string_view name, std::string_view called, std::string_view advice = {}) {
  return shared_rule<xla_evidence>(name, xla_sheets, advice, called);
}

inline constexpr std::array xla_health_rules{
    xla_shared("no_gpu_work", "xp_no_device", "Record on the GPU: jax.profiler.trace around work that runs there."),
    xla_rule{{"xp_events_dropped", "*", "Record fewer steps, or less of the host: the profiler's buffers were full."},
             judge_dropped},
    xla_shared("kernels_lost", "xp_kernels_lost", "Record fewer steps."),
    xla_shared("unlinked_work", "xp_unlinked", "Record the host too: host_tracer_level=2."),
    xla_shared("zero_duration", "xp_zero_duration", "Update the profiler's GPU library."),
    xla_shared("clipped_duration", "xp_clipped", "Update the profiler's GPU library, which clips times."),
    xla_shared("epoch_mixed", "xp_epoch_mixed", "Record with one clock."),
    xla_shared("clock_offset", "xp_clock_offset"),
    xla_shared("order_inverted", "xp_order_inverted"),
    xla_shared("stream_overlap", "xp_overlap",
               "Update the profiler's GPU library; leave these kernels out of means."),
    xla_rule{xla_shared("duplicates", "xp_duplicates", "Record again.").facts, judge_duplicates},
    xla_shared("graph_collapsed", "xp_graph_collapsed",
               "Record without command buffers: --xla_gpu_enable_command_buffer=."),
    xla_shared("idle_unexplained", "xp_idle_unexplained", "Record fewer steps: events may have been dropped."),
    xla_rule{
        {"xp_module_missing", "df_xla_perf,hlo_calls,op_*",
         "Record with the compiled programs (enable_hlo_proto), and without command buffers: "
         "--xla_gpu_enable_command_buffer=."},
        judge_modules},
    xla_rule{{"xp_steps_missing", "", "Mark the steps: jax.profiler.StepTraceAnnotation.", true}, judge_steps},
    xla_rule{{"xp_compile_in_window", "gpu_timeline,ops_summary", "Run each step once before recording begins."},
             judge_compilation},
    xla_rule{{"xp_planes_differ", "gpu_timeline", "Record fewer steps: the profiler keeps so many events a device."},
             judge_planes},
    xla_rule{{"xp_file_damaged", "*", "Write the profile again: the file was cut or changed."}, judge_file}};

}  // namespace xla_detail

trace_health health_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay) {
  trace_health health = judged(xla_detail::xla_evidence(report, activity, replay), xla_detail::xla_health_rules);
  for (health_check& c : health.checks)
    if (c.facts->for_option) c.needed = false;  // no option of the report asks for steps
  return health;
}

trace_health health_of(const jax_result& report) {
  const gpu_activity activity = activity_of(report);
  return health_of(report, activity, gpu_replay(activity));
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_HEALTH_BODY_HPP
