#ifndef RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP
#define RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/core/problem_counts.hpp>

/// The checks common to all GPU traces: rules over work, launches and calls.
namespace ridgeline {

struct activity_evidence;

/// A check of a family: its texts, and the rule that evaluates it, either the family's own or one shared by all GPU
/// traces.
template <class Evidence>
struct health_rule {
  health_facts facts;
  void (*judge)(const Evidence&, health_check&) = nullptr;
  void (*shared)(const activity_evidence&, health_check&) = nullptr;
};

/// The input of the rules, computed once. Activity and replay must outlive it.
struct activity_evidence {
  activity_evidence(const gpu_activity& a, const gpu_replay& r);

  const gpu_activity& activity;
  const gpu_replay& replay;
  duration window{}, busy{};
  std::vector<bool> has_work;           ///< by call
  std::vector<bool> inner;              ///< by call: a launch inside another one, which is one with it
  std::uint64_t linked = 0;             ///< pieces of work with a launch
  /// Launch calls of one kind that were not captured.
  struct launch_calls {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> lost{};  ///< those without work, by start
    std::size_t lost_inside = 0;        ///< of these: those before recording of work stopped; the others come after

    std::size_t lost_after() const { return lost.size() - lost_inside; }
  };
  launch_calls kernels{}, graphs{};
  time_point first_linked = missing<time_point>;
  /// Timestamps are not comparable: no span starts for more than a day; or none starts for a minute, and work starts
  /// that long before its launch, or that long after it on an otherwise idle stream. A minute without such work is a
  /// pause or a wait.
  bool epochs_mixed = false;
  lost_part lost{};                 ///< of the trace
  std::string_view other_advice{};  ///< on what was not recorded, if that of the family's checks does not apply

  double share(duration part) const { return busy.base() > 0 ? part / busy : 0; }
};

/// Applies the checks of a table to the evidence, in table order.
template <class Evidence, class Rules>
trace_health judged(const Evidence& e, const Rules& rules) {
  trace_health health;
  for (const auto& rule : rules) {
    health_check c;
    c.facts = &rule.facts;
    if (rule.judge != nullptr) rule.judge(e, c);
    if constexpr (std::is_convertible_v<const Evidence&, const activity_evidence&>)
      if (rule.shared != nullptr) rule.shared(e, c);
    health.checks.push_back(c);
  }
  return health;
}

namespace activity_rules {

void no_work(const activity_evidence& e, health_check& c);
void kernels_lost(const activity_evidence& e, health_check& c);
void cut_end(const activity_evidence& e, health_check& c);
void cut_start(const activity_evidence& e, health_check& c);
void unlinked_work(const activity_evidence& e, health_check& c);
void zero_duration(const activity_evidence& e, health_check& c);
void clipped_duration(const activity_evidence& e, health_check& c);
void epoch_mixed(const activity_evidence& e, health_check& c);
void clock_offset(const activity_evidence& e, health_check& c);
void order_inverted(const activity_evidence& e, health_check& c);
void stream_overlap(const activity_evidence& e, health_check& c);
void duplicates(const activity_evidence& e, health_check& c);
/// The same where the reader has left out that many which it had met before.
void duplicates(const activity_evidence& e, std::uint64_t left_out, health_check& c);
void correlation_repeated(const activity_evidence& e, health_check& c);
void graph_replays(const activity_evidence& e, health_check& c);
void graph_collapsed(const activity_evidence& e, health_check& c);
void idle_unexplained(const activity_evidence& e, health_check& c);
void profiler_overhead(const activity_evidence& e, health_check& c);

}  // namespace activity_rules

namespace advise_detail {

/// `1,234`
std::string counted(std::uint64_t n);
/// The number followed by the singular or plural word: `1 launch`.
std::string counted(std::uint64_t n, std::string_view one, std::string_view several);
/// A fraction as a percentage: `30.9 %`.
/// A duration with three digits: `4.1 ms`, `312 us`.
std::string time_text(duration t);
/// Fills in the result of a check.
void report(health_check& c, trace_verdict is, std::uint64_t count, double share, std::int64_t first,
            std::string message);
inline void pass(health_check& c) { c.is = trace_verdict::sound; }

/// Fills in that a trace has nothing of a kind. `message` says so of a whole trace, then `: ` and what follows from it;
/// if a part is missing, that may hold it, and no option of the profiler is advised.
inline void report_none(const activity_evidence& e, health_check& c, double share, std::string_view kind,
                        std::string_view message) {
  std::string text(message);
  if (e.lost.any())
    text.replace(0, message.find(": "), e.lost.what + ", and what was read has no " + std::string(kind));
  report(c, trace_verdict::unknowable, 1, share, missing<std::int64_t>, std::move(text));
  c.other_advice = e.lost.any() ? e.lost.advice : e.other_advice;
}

/// Judges a file by what its reader left out, using the problem table of its format. `records` is the number read.
/// `lost`: what of the file is missing in unknown places, which the problems need not count.
template <class Problems, class Table>
void judge_left_out(const Problems& problems, const Table& table, std::uint64_t records, const lost_part& lost,
                    health_check& c) {
  std::uint64_t n = 0, kinds = 0;
  std::string what;
  std::int64_t first = missing<std::int64_t>;
  for (const auto& facts : table) {
    const auto& found = problems[facts.kind];
    if (!facts.left_out || found.count == 0) continue;
    n += found.count, ++kinds;
    what.append(what.empty() ? "" : ", ").append(facts.name);
    if (found.first_byte != Problems::nowhere && !known(first)) first = static_cast<std::int64_t>(found.first_byte);
  }
  const bool of_file = lost.any() && lost.of_file;
  if (n == 0 && of_file) n = kinds = 1;
  if (n == 0) return pass(c);
  std::string text = counted(n, "part", "parts") + " of the file could not be read (" + what + ")";
  if (of_file) text = kinds == 1 ? lost.what : lost.what + "; " + text;
  report(c, trace_verdict::degraded, n, static_cast<double>(n) / static_cast<double>(n + records), first,
         text + ": no sheet counts what " + (of_file ? "is missing" : "they held"));
  if (of_file) c.lost = lost.what, c.other_advice = lost.advice;
}

}  // namespace advise_detail

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP
