#ifndef RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP
#define RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>

/// The checks that every GPU trace shares: rules over work, launches and calls.
namespace ridgeline {

struct activity_evidence;

/// A check of a family: its texts, and the rule that fills it in: the family's own, or one that every GPU trace shares.
template <class Evidence>
struct health_rule {
  health_facts facts;
  void (*judge)(const Evidence&, health_check&) = nullptr;
  void (*shared)(const activity_evidence&, health_check&) = nullptr;
};

/// What the rules read, worked out once. Activity and replay must outlive it.
struct activity_evidence {
  activity_evidence(const gpu_activity& a, const gpu_replay& r);

  const gpu_activity& activity;
  const gpu_replay& replay;
  duration window{}, busy{};
  std::vector<bool> has_work;           ///< by call
  std::uint64_t launches = 0;           ///< kernel launch calls that were not captured
  std::uint64_t linked = 0;             ///< works with a launch
  std::vector<std::uint32_t> lost;      ///< such calls without work, by start
  std::size_t lost_inside = 0;          ///< of `lost`: those before recording of work stopped; the rest come behind
  time_point first_linked = missing<time_point>;
  /// Stamps do not compare: no span starts for more than a day, or for a minute and work starts that far before its
  /// launch, or behind it on a stream that had nothing else to do. A minute without such work is a pause or a wait.
  bool epochs_mixed = false;

  double share(duration part) const { return busy.base() > 0 ? part / busy : 0; }
};

/// The checks of a table over evidence, in its order.
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
void correlation_repeated(const activity_evidence& e, health_check& c);
void graph_replays(const activity_evidence& e, health_check& c);
void graph_collapsed(const activity_evidence& e, health_check& c);
void idle_unexplained(const activity_evidence& e, health_check& c);
void profiler_overhead(const activity_evidence& e, health_check& c);

}  // namespace activity_rules

namespace advise_detail {

/// `1,234`
std::string counted(std::uint64_t n);
/// The same in front of the word for one, or for several: `1 launch`.
std::string counted(std::uint64_t n, std::string_view one, std::string_view several);
/// `30.9 %` of a share of one.
std::string in_percent(double share);
/// `4.1 ms`, `312 us`: three digits.
std::string time_text(duration t);
/// Fills in a check.
void report(health_check& c, trace_verdict is, std::uint64_t count, double share, std::int64_t first,
            std::string message);
inline void pass(health_check& c) { c.is = trace_verdict::sound; }

/// Judges a file by what its reader left out: the problems of a format by the facts of its table. `records` were read.
template <class Problems, class Table>
void judge_left_out(const Problems& problems, const Table& table, std::uint64_t records, health_check& c) {
  std::uint64_t n = 0;
  std::string what;
  std::int64_t first = missing<std::int64_t>;
  for (const auto& facts : table) {
    const auto& found = problems[facts.kind];
    if (!facts.left_out || found.count == 0) continue;
    n += found.count;
    what.append(what.empty() ? "" : ", ").append(facts.name);
    if (found.first_byte != Problems::nowhere && !known(first)) first = static_cast<std::int64_t>(found.first_byte);
  }
  if (n == 0) return pass(c);
  report(c, trace_verdict::degraded, n, static_cast<double>(n) / static_cast<double>(n + records), first,
         counted(n, "part", "parts") + " of the file could not be read (" + what + "): what they held is in no sheet");
}

}  // namespace advise_detail

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_HEALTH_HPP
