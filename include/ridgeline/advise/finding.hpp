#ifndef RIDGELINE_ADVISE_FINDING_HPP
#define RIDGELINE_ADVISE_FINDING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/table/table.hpp>

/// Findings: what costs how much wall time, where, and what to do about it.
namespace ridgeline {

/// `high`: based only on measurements; `medium`: based on a chip's rates or a model; `low`: based on a guess that the
/// advice states.
enum class finding_confidence : std::uint8_t { high, medium, low };
constexpr std::string_view name_of(finding_confidence c) {
  constexpr std::array<std::string_view, 3> names{"high", "medium", "low"};
  return names[static_cast<std::size_t>(c)];
}

/// Whether the time equals the result of the replay, or is an upper bound.
enum class finding_bound : std::uint8_t { exact, upper };
constexpr std::string_view name_of(finding_bound b) { return b == finding_bound::exact ? "exact" : "upper"; }

/// A location: a sheet and its row, or an event of the trace by number and start. The number depends on the trace
/// format, the start does not.
struct finding_evidence {
  std::string sheet{};
  std::int64_t row = missing<std::int64_t>;
  std::int64_t uid = missing<std::int64_t>;
  std::string name{};
  duration time{};
  time_point start = missing<time_point>;

  /// An event in an activity: a call, an op, a range or a piece of GPU work.
  template <class Event>
  static finding_evidence of(const gpu_activity& a, const Event& e, std::string_view name) {
    std::string_view in = a.calls_in;
    if constexpr (std::is_same_v<Event, activity_work>) in = a.works_in;
    if constexpr (std::is_same_v<Event, activity_range>) in = a.ranges_in;
    return {std::string(in), missing<std::int64_t>, e.uid, std::string(name), e.time, e.start};
  }
};

/// The numbers and texts from which a finding's advice is built.
struct finding_numbers {
  std::uint64_t count = 0;
  duration concerned{}, recoverable{}, window{};
  std::string_view name{};     ///< from the first piece of evidence
  std::string_view detail{};   ///< additional text from the rule
  std::span<const std::uint32_t> rows{};  ///< rows of its sheet, if the family provides them
};

/// One group of a rule's evidence, before it is ranked.
struct finding_draft {
  std::string group{};                    ///< follows the id in the key: names and shapes, never event numbers
  std::string detail{};                   ///< text for the advice
  replay_change change{};                 ///< the effect of fixing it
  replay_change besides{};                ///< a change already applied to both sides of the comparison
  duration recoverable = missing<duration>;  ///< set if no replay is needed; more than the window counts as the window
  std::uint64_t count = 0;
  duration concerned{};                   ///< current time of the evidence
  std::vector<finding_evidence> evidence{};  ///< at most three are shown
  std::vector<std::uint32_t> works{};     ///< the work whose GPU time it is about
  std::vector<std::uint32_t> rows{};      ///< all affected rows of its sheet, if the family provides them
  bool guess = false;                     ///< based on a guess, stated in its advice: confidence is low
  bool is_wall_time = false;              ///< its saving is one device's time, for which all others wait
  bool unsure = false;                    ///< what it rests on is in doubt: confidence is medium at most
};

/// A finding as reported.
struct finding {
  std::size_t rank = 0;                   ///< from 1
  std::string id{}, key{};
  duration recoverable{};
  double share = 0;                       ///< fraction of the window
  duration concerned{};
  std::uint64_t count = 0;
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::vector<finding_evidence> evidence;
  std::string advice{};
  std::vector<std::size_t> overlaps;      ///< ranks of findings whose evidence includes the same work
  std::vector<std::uint32_t> rows;        ///< all affected rows of its sheet, if the family provides them
  duration of_all{};                      ///< `recoverable`, as a sum over all devices
};

/// The findings of a trace, largest saving first.
struct finding_list {
  duration window{};
  duration combined{};                    ///< saving if all are fixed: at least the longest that is no change
  std::vector<finding> all;
};

/// Collects the results of rules. Each piece of GPU work belongs to the first rule that claims it.
class finding_drafts {
 public:
  explicit finding_drafts(std::size_t works = 0);

  /// Adds a draft for the current rule.
  finding_draft& add(std::string group);
  bool claimed(std::uint32_t work) const { return claimed_[work]; }
  void claim(std::span<const std::uint32_t> works);
  std::vector<finding_draft> take();

 private:
  std::vector<finding_draft> list_;
  std::vector<bool> claimed_;
};

/// A kind of finding: a row of a family's table. `silent` lists the health checks that suppress it when they find
/// something, `rests_on` those that suppress it when they are unknowable, both separated by commas.
template <class Run>
struct finding_kind {
  std::string_view id{};
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::string_view silent{}, rests_on{};
  void (*collect)(const Run&, finding_drafts&) = nullptr;
  std::string (*advice)(const finding_numbers&) = nullptr;
  bool needs_all = false;  ///< rests on what is absent (idle time, exposure, order): a guess if parts are missing
};

/// Makes a kind from a user's struct with `id`, `collect(run, drafts)` and `advice(numbers)`, and optionally
/// `confidence`, `bound`, `silent`, `rests_on` and `needs_all`.
template <class T, class Run>
constexpr finding_kind<Run> finding_kind_of() {
  finding_kind<Run> k{T::id, finding_confidence::medium, finding_bound::exact, {}, {}, &T::collect, &T::advice};
  if constexpr (requires { T::confidence; }) k.confidence = T::confidence;
  if constexpr (requires { T::bound; }) k.bound = T::bound;
  if constexpr (requires { T::silent; }) k.silent = T::silent;
  if constexpr (requires { T::rests_on; }) k.rests_on = T::rests_on;
  if constexpr (requires { T::needs_all; }) k.needs_all = T::needs_all;
  return k;
}

struct finding_options {
  std::size_t most = 20;
  double least_share = 0.01;              ///< fraction of the window
  duration least = duration::of(10'000);
  duration least_of = missing<duration>;  ///< the total that `least_share` refers to; missing: the window
  /// Devices whose savings are added up: shares refer to this many windows, but those of wall time.
  double lanes = 1;

  /// Whether a saving is large enough to be reported.
  bool reports(duration saving, duration window) const {
    const duration whole = known(least_of) ? least_of : window;
    return saving >= least && saving.in(us) >= least_share * whole.in(us);
  }
};

/// A draft with the properties of its kind.
struct judged_draft {
  std::string_view id{};
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::string (*advice)(const finding_numbers&) = nullptr;
  finding_draft draft{};
  std::string_view lost{};  ///< what is missing of the trace, if it rests on that: confidence low, an upper bound
};

/// Ranks drafts by their savings, drops those below the thresholds, and writes the advice. `replay` may be null if all
/// drafts have a known time; savings are then added up.
finding_list ranked(std::vector<judged_draft> drafts, const gpu_replay* replay, duration window,
                    const finding_options& options = {});

namespace advise_detail {

/// Whether health allows a kind to report. `front` is the prefix of the family's check names, such as `xp_`.
bool may_speak(const trace_health& health, std::string_view silent, std::string_view rests_on, std::string_view front);

/// Applies the kinds of a table one after the other.
template <class Run, class Kinds>
void collect_all(const Run& run, const Kinds& kinds, const trace_health& health, std::string_view front,
                 finding_drafts& drafts, std::vector<judged_draft>& to) {
  for (const finding_kind<Run>& kind : kinds) {
    if (!may_speak(health, kind.silent, kind.rests_on, front)) continue;
    kind.collect(run, drafts);
    for (finding_draft& d : drafts.take()) {
      drafts.claim(d.works);
      to.push_back({kind.id, kind.confidence, kind.bound, kind.advice, std::move(d),
                    kind.needs_all ? health.lost() : std::string_view()});
    }
  }
}

}  // namespace advise_detail

/// The sheet `findings`.
table findings_table(const finding_list& list);

/// Shortens a name to at most 80 characters: the first 60, `...`, and the last 17.
std::string short_name(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDING_HPP
