#ifndef RIDGELINE_TT_ADVISE_LOG_HEALTH_BODY_HPP
#define RIDGELINE_TT_ADVISE_LOG_HEALTH_BODY_HPP

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/tt/advise/health_body.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

namespace tt_detail {

double part_of(std::uint64_t n, std::uint64_t all) {
  return all == 0 ? 1 : static_cast<double>(n) / static_cast<double>(all);
}

void markers_dropped(const tt_log_doubts& log, health_check& c) {
  using namespace advise_detail;
  if (log.dropped == 0) {
    if (log.lost_runs > 0)
      report(c, trace_verdict::degraded, log.lost_runs, part_of(log.lost_runs, log.lost_runs + log.replayed_runs),
             missing<std::int64_t>,
             counted(log.lost_runs, "run of an op in a replay is", "runs of ops in replays are") +
                 " missing from the device log: totals lack them, and gaps count their time");
    else if (log.logs > 0)
      pass(c);
    return;
  }
  report(c, trace_verdict::degraded, log.dropped, part_of(log.dropped, log.riscs), missing<std::int64_t>,
         "the profiler found its buffers full " + counted(log.dropped, "time", "times") +
             " and dropped markers: ops and ends of kernels are missing");
}

void unpaired(const tt_log_doubts& log, health_check& c) {
  using namespace advise_detail;
  if (log.starts == 0) return;
  if (log.unpaired == 0 && log.stale == 0) return pass(c);
  if (log.unpaired == 0)
    return report(c, trace_verdict::degraded, log.stale, part_of(log.stale, log.starts + log.stale),
                  missing<std::int64_t>,
                  counted(log.stale, "start of firmware or a kernel is", "starts of firmware and kernels are") +
                      " of an earlier run and left out: times of these ops are missing or too short");
  report(c, trace_verdict::degraded, log.unpaired, part_of(log.unpaired, log.starts), log.first_unpaired,
         counted(log.unpaired) + " of " + counted(log.starts) +
             " starts of firmware and kernels have no end: their durations are missing or too short");
}

void core_silent(const tt_log_doubts& log, health_check& c) {
  using namespace advise_detail;
  if (log.cut > 0)
    return report(c, trace_verdict::degraded, log.cut, part_of(log.cut, log.logs), missing<std::int64_t>,
                  counted(log.cut, "device log ends", "device logs end") +
                      " within a row: what followed is missing, cores too; copy the whole file");
  if (log.runs == 0) return;
  if (log.partial == 0) return pass(c);
  report(c, trace_verdict::degraded, log.partial, part_of(log.partial, log.runs), log.first_partial,
         counted(log.partial) + " of " + counted(log.runs) +
             " runs of ops lack cores that the op has in other runs: their times cover only the remaining cores");
}

void counter_wrapped(const tt_log_doubts& log, health_check& c) {
  using namespace advise_detail;
  if (log.markers == 0) return;
  if (log.wraps == 0) return pass(c);
  report(c, trace_verdict::degraded, log.wraps, part_of(log.wraps, log.riscs), log.first_wrap,
         "the cycle counter wrapped on " + counted(log.wraps, "processor", "processors") +
             ": times continue after it");
}

using log_rule = health_rule<tt_log_doubts>;
constexpr std::array<log_rule, 4> log_rules(std::string_view sheets) {
  return {log_rule{{"ttlog_markers_dropped", sheets,
                    "Read the device profiler every 1,000 ops (ReadDeviceProfiler), or mark fewer zones."},
                   markers_dropped},
          log_rule{{"ttlog_unpaired", sheets, "Mark fewer zones, or read the device profiler more often."}, unpaired},
          log_rule{{"ttlog_core_silent", sheets, "Read the device profiler every 1,000 ops: ReadDeviceProfiler."},
                   core_silent},
          log_rule{{"ttlog_wrap", sheets, "Keep 64 bits of the cycle counter; profile less at a time."},
                   counter_wrapped}};
}
inline constexpr auto of_device_report = log_rules("statistics,core_statistics");
inline constexpr auto of_ops_report = log_rules("ops,summary,per_core_op_to_op_times");

}  // namespace tt_detail

trace_health health_of(const tt_log_doubts& log) { return judged(log, tt_detail::of_device_report); }

trace_health health_of_ops(tt_judged_rows rows, const tt_log_doubts& log, bool host_only) {
  rows.starts_of_no_op = log.starts_of_no_op;
  trace_health health;
  for (const tt_detail::tt_rule& rule : tt_detail::tt_health_rules) {
    if (rule.of_report) continue;
    health_check& c = health.checks.emplace_back(health_check{.facts = &rule.facts});
    if (!host_only) rule.judge(rows, c);
  }
  append_log_checks(health, log);
  return health;
}

void append_log_checks(trace_health& health, const tt_log_doubts& log) {
  for (health_check& c : judged(log, tt_detail::of_ops_report).checks) health.checks.push_back(std::move(c));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_LOG_HEALTH_BODY_HPP
