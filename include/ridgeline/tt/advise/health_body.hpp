#ifndef RIDGELINE_TT_ADVISE_HEALTH_BODY_HPP
#define RIDGELINE_TT_ADVISE_HEALTH_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/advise/call_counts_body.hpp>
#include <ridgeline/tt/advise/device_time_body.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

namespace tt_detail {

using advise_detail::counted;
using advise_detail::pass;
using advise_detail::report;

inline constexpr double few_rows = 0.01;

/// The rows that a check found.
struct rows_found {
  std::uint64_t count = 0;
  std::int64_t first = missing<std::int64_t>;

  void add(const tt_judged_row& row) {
    if (count++ == 0) first = row.op->id;
  }
  double share(const tt_judged_rows& of) const {
    return of.device.empty() ? 0 : static_cast<double>(count) / static_cast<double>(of.device.size());
  }
};

/// Reports the rows for which `wanted(row)` holds, if any; `text` follows their number.
template <class Wanted>
void judge_rows(const tt_judged_rows& rows, health_check& c, Wanted wanted, std::string_view text) {
  if (rows.device.empty()) return;
  rows_found found;
  for (const tt_judged_row& row : rows.device)
    if (wanted(row)) found.add(row);
  if (found.count == 0) return pass(c);
  report(c, trace_verdict::degraded, found.count, found.share(rows), found.first,
         counted(found.count) + " of " + counted(rows.device.size()) + std::string(text));
}

/// What is said of logs in which cores ran, but no op.
inline constexpr health_facts programs_without_ops{
    "tt_no_device_ops", "ops,summary",
    "Launch the programs as ops (TTNN), or read per_core_op_to_op_times and tt_device_report."};

void no_device_ops(const tt_judged_rows& rows, health_check& c) {
  if (!rows.device.empty()) return pass(c);
  const bool of_programs = rows.starts_of_no_op > 0;
  if (of_programs) c.facts = &programs_without_ops;
  report(c, trace_verdict::unknowable, 1, 1, missing<std::int64_t>,
         of_programs ? counted(rows.starts_of_no_op, "run of a core has", "runs of cores have") +
                           " the host id 0, which is no op's: no op ran on a device"
                     : "no op ran on a device: all times are unknown");
}

void data_missing(const tt_judged_rows& rows, health_check& c) {
  // An op that was captured into a trace did not run then; its replays have separate rows.
  const auto lost = [](const tt_judged_row& r) { return !known(r.op->time) && !r.op->captured; };
  judge_rows(rows, c, [&](const tt_judged_row& r) { return !r.has_own_time() || lost(r); },
             " device rows have no kernel duration, or an impossible one: times and summary lack them");
  constexpr double most = 0.2;
  constexpr std::uint64_t buffer = 1000;
  if (!c.found()) return;
  if (c.share > most) c.is = trace_verdict::unknowable;
  std::uint64_t flat = 0;
  for (const auto& device : rows.by_device()) {
    const auto timed = static_cast<std::uint64_t>(
        std::count_if(device.begin(), device.end(), [&](std::uint32_t i) { return known(rows.device[i].op->time); }));
    if (timed == 0 || timed % buffer != 0 || (flat != 0 && flat != timed)) return;
    flat = timed;
  }
  if (flat != 0) c.message += "; each device has " + counted(flat) + ": the profiler's buffer was full";
}

void zero_duration(const tt_judged_rows& rows, health_check& c) {
  judge_rows(rows, c, [](const tt_judged_row& r) { return r.time() <= 0; },
             " device rows take no time: their rates are unknown");
}

void duration_inconsistent(const tt_judged_rows& rows, health_check& c) {
  judge_rows(rows, c, [](const tt_judged_row& r) { return r.outlasts_firmware(); },
             " kernels take longer than the enclosing firmware span: their times are wrong");
}

void cycle_wrap(const tt_judged_rows& rows, health_check& c) {
  judge_rows(rows, c, [](const tt_judged_row& r) {
    return r.detail->start_cycle >= 0 && r.detail->end_cycle >= 0 && r.detail->end_cycle < r.detail->start_cycle;
  }, " rows end at a lower cycle than they start: order and gaps on the device are wrong");
}

void clock_rate(const tt_judged_rows& rows, health_check& c) {
  constexpr double shortest = 2000, apart = 0.05;  // ns; share
  std::map<std::int32_t, std::vector<double>> rates;  // by device: each has a clock of its own
  std::size_t rated = 0;
  const auto rate = [&](const tt_judged_row& r) {
    return r.detail->firmware.in(ns) >= shortest ? r.detail->cycles_per_ns() : missing<double>;
  };
  for (const tt_judged_row& r : rows.device)
    if (const double f = rate(r); known(f)) rates[r.op->device].push_back(f), ++rated;
  if (rates.empty()) return;
  std::map<std::int32_t, double> medians;
  for (auto& [device, of_device] : rates) medians[device] = median_of(of_device);
  judge_rows(rows, c, [&](const tt_judged_row& r) {
    const double f = rate(r);
    if (!known(f)) return false;
    const double median = medians.at(r.op->device);
    return f > median * (1 + apart) || f < median * (1 - apart);
  }, " rows count cycles at another rate than the rest: nanoseconds are based on a wrong or changing clock");
  if (c.found() && (c.count < 2 || static_cast<double>(c.count) <= few_rows * static_cast<double>(rated)))
    c = {.facts = c.facts, .is = trace_verdict::sound};
}

/// Ops of one device that run beside each other, on sub-devices.
void overlap(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  double sum = 0, twice = 0;
  rows_found found;
  for (const auto& device : rows.by_device()) {
    const device_time t = time_of(rows, device);
    sum += t.sum, twice += t.twice;
    for (const std::uint32_t i : t.beside) found.add(rows.device[i]);
  }
  if (!(twice > least_shared * sum)) return pass(c);
  report(c, trace_verdict::degraded, found.count, twice / sum, found.first,
         counted(found.count, "row", "rows") + " began while another op ran on their device: " +
             in_percent(twice / sum) + " of the device time is counted twice");
}

void duplicates(const tt_judged_rows& rows, health_check& c) {
  struct key {
    std::int64_t device, call, trace, session, start;  // a replay repeats all but its start
  };
  distinct<key> seen;
  judge_rows(rows, c, [&](const tt_judged_row& r) {
    if (r.op->global_call_count < 0) return false;
    const std::size_t before = seen.size();
    seen.number({r.op->device, r.op->global_call_count, r.detail->trace_id, r.op->replay_session,
                 r.detail->start_cycle});
    return seen.size() == before;
  }, " rows are in the file twice: sums are too large");
}

void device_missing_ops(const tt_judged_rows& rows, health_check& c) {
  struct key {
    std::int64_t device, call, session;
  };
  distinct<key> seen;
  std::map<std::int32_t, std::uint64_t> calls;  // by device
  for (const tt_judged_row& r : rows.device) {
    if (r.op->global_call_count < 0 || r.op->device < 0) continue;
    const std::size_t before = seen.size();
    seen.number({r.op->device, r.op->global_call_count, r.op->replay_session});
    if (seen.size() != before) ++calls[r.op->device];
  }
  if (calls.size() < 2) return;
  std::uint64_t most = 0, lacking = 0;
  for (const auto& [device, n] : calls) most = std::max(most, n);
  std::int64_t first = missing<std::int64_t>;
  for (const auto& [device, n] : calls) {
    lacking += most - n;
    if (n != most && !known(first)) first = device;
  }
  if (lacking == 0) return pass(c);
  report(c, trace_verdict::degraded, lacking, static_cast<double>(lacking) / static_cast<double>(most * calls.size()),
         missing<std::int64_t>,
         "devices ran different numbers of ops: " + counted(lacking, "is missing", "are missing") +
             ", first on device " + std::to_string(first) + ": merged rows lack these devices");
}

/// What is said of programs that are compiled although they ran before.
inline constexpr health_facts compiled_again{
    "tt_cold_program_cache", "ops,summary,high_gap",
    "Enable the program cache, or keep constant what programs are hashed by: a further pass takes as long."};

void cold_cache(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  double all = 0, cold = 0;
  rows_found found, again;
  for (const tt_judged_row& r : rows.device) {
    if (r.gap() > 0) all += r.gap();
    if (!r.cold && !r.recompiled) continue;
    found.add(r);
    if (r.recompiled) again.add(r);
    if (r.gap() > 0) cold += r.gap();
  }
  constexpr double degraded = 0.1, unknowable = 0.5;
  const double share = all > 0 ? cold / all : 0;
  if (found.count == 0 || (!rows.says_cache_hits && !(share > degraded))) return pass(c);
  const bool hopeless = (rows.says_cache_hits && found.count == rows.device.size()) || share > unknowable;
  const bool all_again = again.count == found.count;
  if (all_again) c.facts = &compiled_again;
  report(c, hopeless ? trace_verdict::unknowable : trace_verdict::degraded, found.count, share, found.first,
         counted(found.count, "row waits for the compilation of its", "rows wait for the compilation of their") +
             " program" + (again.count == 0 ? "" : all_again ? " again" : ", " + counted(again.count) + " again") +
             " (" + in_percent(share) + " of all gaps)" +
             (all_again ? "" : ": gaps and shares of the total time describe the first pass"));
}

/// Whether a replayed op ended before the one listed in front of it started. Their host times are those of the capture.
bool ended_before(const tt_judged_row& b, const tt_judged_row& a) {
  return !has_stale_start(*a.op) && b.detail->end_cycle >= 0 && b.detail->end_cycle < a.detail->start_cycle;
}

void order_of_rows(const tt_judged_rows& rows, health_check& c) {
  const auto replayed = [](const tt_judged_row& r) { return r.replayed(); };
  const bool replays = std::any_of(rows.device.begin(), rows.device.end(), replayed);
  if (rows.device.empty() || rows.file_order || (!rows.ops->has_host_start && !replays)) return;
  rows_found found;
  for (const auto& device : rows.by_device()) {
    for (std::size_t k = 1; k < device.size(); ++k) {
      const tt_judged_row &a = rows.device[device[k - 1]], &b = rows.device[device[k]];
      if (a.op->host != b.op->host) continue;
      if (a.replayed() && b.replayed() && ended_before(b, a)) found.add(b);
      if (a.replayed() || b.replayed()) continue;
      const double host = (b.op->host_start - a.op->host_start).in(ns);
      if (a.detail->start_cycle < 0 || b.detail->start_cycle < 0) continue;
      const std::int64_t cycles = b.detail->start_cycle - a.detail->start_cycle;
      if ((host > 0 && cycles < 0) || (host < 0 && cycles > 0)) found.add(b);
    }
  }
  constexpr double most = 0.005;
  if (found.count < 2 || !(found.share(rows) > most)) return pass(c);
  report(c, trace_verdict::degraded, found.count, found.share(rows), found.first,
         counted(found.count) + " rows started in another order on the device than " +
             (replays ? "in the file" : "on the host") + ": gaps are wrong");
}

void roof_missing(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  for (const tt_judged_row& r : rows.device)
    if (r.detail->ideal.in(ns) > 1) return pass(c);
  report(c, trace_verdict::unknowable, rows.device.size(), 1, rows.device.front().op->id,
         "no row has an ideal time (PM IDEAL): how far ops are from their roofs is unknown");
}

void roof_exceeded(const tt_judged_rows& rows, health_check& c) {
  constexpr double factor = 1.05;
  judge_rows(rows, c, [&](const tt_judged_row& r) {
    return r.detail->ideal.in(ns) > 1 && r.time() > 0 && r.detail->ideal.in(ns) > factor * r.time();
  }, " rows are faster than their ideal time (PM IDEAL): their roofs are not used");
}

void shapes_missing(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  for (const tt_judged_row& r : rows.device)
    if (r.detail->has_tensor) return pass(c);
  report(c, trace_verdict::unknowable, rows.device.size(), 1, rows.device.front().op->id,
         "no row has a tensor (INPUT_0): DRAM traffic, FLOP and bounds are unknown");
}

void signposts_missing(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  for (const tt_op& op : rows.ops->ops)
    if (op.is_signpost()) return pass(c);
  const std::vector<std::uint32_t> ops = rows.by_device().empty() ? std::vector<std::uint32_t>() :
      rows.by_device().front();
  const std::size_t half = ops.size() / 2;
  bool twice = half >= 2 && ops.size() % 2 == 0 && !rows.device[ops.front()].replayed();
  for (std::size_t i = 0; twice && i < half; ++i)
    twice = rows.device[ops[i]].kind == rows.device[ops[half + i]].kind;
  if (!twice) return pass(c);
  report(c, trace_verdict::degraded, 1, 0, missing<std::int64_t>,
         "the same ops run twice without a signpost between: warm-up and measured pass are one window");
}

void arch_mixed(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty()) return;
  if (rows.ops->archs.size() < 2) return pass(c);
  report(c, trace_verdict::degraded, rows.ops->archs.size(), 1, missing<std::int64_t>,
         counted(rows.ops->archs.size()) + " architectures are in one file: peaks are those of the first");
}

void cores_exceeded(const tt_judged_rows& rows, health_check& c) {
  judge_rows(rows, c, [](const tt_judged_row& r) {
    return r.op->available_cores > 0 && r.op->cores > r.op->available_cores;
  }, " rows use more cores than exist: their peaks are wrong");
}

void host_clock_mixed(const tt_judged_rows& rows, health_check& c) {
  if (rows.device.empty() || rows.ops->files < 2) return;
  std::map<std::int32_t, std::pair<double, double>> spans;  // by host
  for (const tt_judged_row& r : rows.device) {
    const double start = r.op->host_start.in(ns);
    if (!known(start)) continue;
    const auto [at, is_new] = spans.try_emplace(r.op->host, start, start);
    at->second = {std::min(at->second.first, start), std::max(at->second.second, start)};
  }
  double latest = missing<double>, earliest = missing<double>;
  for (const auto& [host, span] : spans) {
    if (!(latest >= span.first)) latest = span.first;
    if (!(earliest <= span.second)) earliest = span.second;
  }
  if (!(latest > earliest)) return pass(c);
  report(c, trace_verdict::degraded, spans.size(), 0, missing<std::int64_t>,
         "host stamps of the files do not overlap: the order between files is unknown");
}

/// A check of rows. An ops CSV that is made from logs gets those that apply to itself, not to a report made from it.
struct tt_rule {
  health_facts facts;
  void (*judge)(const tt_judged_rows&, health_check&) = nullptr;
  bool of_report = false;
};

inline constexpr std::array tt_health_rules{
    tt_rule{{"tt_no_device_ops", "*", "Profile with the device profiler on (TT_METAL_DEVICE_PROFILER=1)."},
            no_device_ops},
    tt_rule{{"tt_device_data_missing", "ops,summary", "Read the device profiler every 1,000 ops: ReadDeviceProfiler."},
            data_missing},
    tt_rule{{"tt_zero_duration", "ops", "Profile again; leave these ops out of rates."}, zero_duration},
    tt_rule{{"tt_duration_inconsistent", "ops,summary", "Profile again with one version of firmware and tools."},
            duration_inconsistent},
    tt_rule{{"tt_cycle_wrap", "ops,summary", "Keep 64 bits of the cycle counter; profile fewer ops at a time."},
            cycle_wrap},
    tt_rule{{"tt_frequency", "ops,summary", "Fix the clock (tt-smi), cool the chip, and profile again."}, clock_rate},
    tt_rule{{"tt_overlap", "ops,summary", "Report sub-devices separately: sums add up work, not elapsed time."},
            overlap, true},
    tt_rule{{"tt_duplicates", "ops,summary", "Write the CSV again; do not append one run to another."}, duplicates},
    tt_rule{{"tt_device_missing_ops", "not_on_all_devices,ops",
             "Read the device profiler of all devices, every 1,000 ops."},
            device_missing_ops},
    tt_rule{{"tt_call_count_gap", "ops,summary", "Read the device profiler every 1,000 ops: ReadDeviceProfiler."},
            call_count_gap},
    tt_rule{{"tt_cold_program_cache", "ops,summary,high_gap", "Measure a second pass, after a signpost."},
            cold_cache, true},
    tt_rule{{"tt_order", "ops,high_gap", "Keep the file's order with --tracing-mode, or write the CSV again."},
            order_of_rows},
    tt_rule{
        {"tt_roof_missing", "ops", "Profile with a version that writes PM IDEAL, or name models of your ops.", true},
        roof_missing, true},
    tt_rule{{"tt_roof_exceeded", "ops", "Report the op: its model or its recorded shape is wrong."},
            roof_exceeded, true},
    tt_rule{{"tt_shapes_missing", "ops", "Record tensors: run the profiler with op information on."},
            shapes_missing, true},
    tt_rule{{"tt_signposts_missing", "ops,summary", "Put a signpost after the warm-up pass."}, signposts_missing, true},
    tt_rule{{"tt_arch_mixed", "ops", "Report each architecture separately."}, arch_mixed},
    tt_rule{{"tt_cores_exceeded", "ops", "Name the board with --arch."}, cores_exceeded},
    tt_rule{{"tt_host_clock_mixed", "ops", "Synchronise the clocks of the hosts, or report each file separately."},
            host_clock_mixed, true}};

/// The checks of the files, then those of the report; `between` may take rows away.
template <class Between>
trace_health judged_in_turn(const tt_judged_rows& rows, bool chip_named, Between between) {
  trace_health health;
  for (const tt_rule& rule : tt_health_rules)
    health.checks.push_back({.facts = &rule.facts, .needed = chip_named || !rule.facts.for_option});
  const auto judge = [&](bool of_report) {
    for (std::size_t i = 0; i < tt_health_rules.size(); ++i)
      if (tt_health_rules[i].of_report == of_report) tt_health_rules[i].judge(rows, health.checks[i]);
  };
  judge(false);
  between();
  judge(true);
  if (rows.ops != nullptr && (rows.ops->log.logs > 0 || rows.ops->log.dropped > 0))
    append_log_checks(health, rows.ops->log);
  return health;
}

}  // namespace tt_detail

trace_health health_of(const tt_judged_rows& rows, bool chip_named) {
  return tt_detail::judged_in_turn(rows, chip_named, [] {});
}

trace_health health_of(tt_judged_rows& rows, const tt_kept_rows& kept, bool chip_named) {
  return tt_detail::judged_in_turn(rows, chip_named, [&] { keep_rows(rows, kept); });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_HEALTH_BODY_HPP
