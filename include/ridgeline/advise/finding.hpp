#ifndef RIDGELINE_ADVISE_FINDING_HPP
#define RIDGELINE_ADVISE_FINDING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/table/table.hpp>

/// Findings: what costs how much wall time, where, and what to do about it.
namespace ridgeline {

/// `high`: only what the trace measured; `medium`: rests on a chip's rates or a model; `low`: on a guess that the
/// advice names.
enum class finding_confidence : std::uint8_t { high, medium, low };
constexpr std::string_view name_of(finding_confidence c) {
  constexpr std::array<std::string_view, 3> names{"high", "medium", "low"};
  return names[static_cast<std::size_t>(c)];
}

/// Whether the time is what the replay gives, or no more than it.
enum class finding_bound : std::uint8_t { exact, upper };
constexpr std::string_view name_of(finding_bound b) { return b == finding_bound::exact ? "exact" : "upper"; }

/// A place: the sheet and its row, or an event of the trace by its number and start. The number depends on the format
/// that the trace was recorded in, the start does not.
struct finding_evidence {
  std::string sheet{};
  std::int64_t row = missing<std::int64_t>;
  std::int64_t uid = missing<std::int64_t>;
  std::string name{};
  duration time{};
  time_point start = missing<time_point>;

  /// An event of an activity: a call, an op, a range or a piece of GPU work.
  template <class Event>
  static finding_evidence of(const Event& e, std::string_view name) {
    return {"traceEvents", missing<std::int64_t>, e.uid, std::string(name), e.time, e.start};
  }
};

/// What the advice of a finding is made of.
struct finding_numbers {
  std::uint64_t count = 0;
  duration concerned{}, recoverable{}, window{};
  std::string_view name{};     ///< of the first piece of evidence
  std::string_view detail{};   ///< what the rule says besides
  std::span<const std::uint32_t> rows{};  ///< of the sheet that it is about, where the family tells
};

/// One group of a rule's evidence, before it is judged.
struct finding_draft {
  std::string group{};                    ///< behind the id in the key: names and shapes, never numbers of events
  std::string detail{};                   ///< for the advice
  replay_change change{};                 ///< what fixing it would change
  replay_change besides{};                ///< what is changed already before and after
  duration recoverable = missing<duration>;  ///< where no replay is needed
  std::uint64_t count = 0;
  duration concerned{};                   ///< time of the evidence today
  std::vector<finding_evidence> evidence{};  ///< at most three are shown
  std::vector<std::uint32_t> works{};     ///< whose GPU time it is about
  std::vector<std::uint32_t> rows{};      ///< all rows of its sheet that it is about, where the family tells
  bool guess = false;                     ///< it rests on a guess, which its advice names: confidence is low
};

/// A finding as it is reported.
struct finding {
  std::size_t rank = 0;                   ///< from 1
  std::string id{}, key{};
  duration recoverable{};
  double share = 0;                       ///< of the window
  duration concerned{};
  std::uint64_t count = 0;
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::vector<finding_evidence> evidence;
  std::string advice{};
  std::vector<std::size_t> overlaps;      ///< ranks of findings whose evidence shares work
  std::vector<std::uint32_t> rows;        ///< all rows of its sheet that it is about, where the family tells
};

/// The findings of a trace, the one that gives back most first.
struct finding_list {
  duration window{};
  duration combined{};                    ///< what all of them give back together
  std::vector<finding> all;
};

/// Where rules put what they found. Each piece of GPU work belongs to the first rule that claims it.
class finding_drafts {
 public:
  explicit finding_drafts(std::size_t works = 0);

  /// A new draft of the rule that is at work.
  finding_draft& add(std::string group);
  bool claimed(std::uint32_t work) const { return claimed_[work]; }
  void claim(std::span<const std::uint32_t> works);
  std::vector<finding_draft> take();

 private:
  std::vector<finding_draft> list_;
  std::vector<bool> claimed_;
};

/// A kind of finding: a row of a family's table. `silent` names the checks of health that forbid it when they find
/// something, `rests_on` those that forbid it when they are unknowable, both divided by commas.
template <class Run>
struct finding_kind {
  std::string_view id{};
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::string_view silent{}, rests_on{};
  void (*collect)(const Run&, finding_drafts&) = nullptr;
  std::string (*advice)(const finding_numbers&) = nullptr;
};

/// A struct of a user as a kind: `id`, `collect(run, drafts)`, `advice(numbers)`; `confidence`, `bound`, `silent` and
/// `rests_on` where it has them.
template <class T, class Run>
constexpr finding_kind<Run> finding_kind_of() {
  finding_kind<Run> k{T::id, finding_confidence::medium, finding_bound::exact, {}, {}, &T::collect, &T::advice};
  if constexpr (requires { T::confidence; }) k.confidence = T::confidence;
  if constexpr (requires { T::bound; }) k.bound = T::bound;
  if constexpr (requires { T::silent; }) k.silent = T::silent;
  if constexpr (requires { T::rests_on; }) k.rests_on = T::rests_on;
  return k;
}

struct finding_options {
  std::size_t most = 20;
  double least_share = 0.01;              ///< of the window
  duration least = duration::of(10'000);
  duration least_of = missing<duration>;  ///< what `least_share` is a share of; missing: the window
  double lanes = 1;                       ///< devices whose savings are added: shares are of so many windows
};

/// A draft with what its kind says of it.
struct judged_draft {
  std::string_view id{};
  finding_confidence confidence = finding_confidence::high;
  finding_bound bound = finding_bound::exact;
  std::string (*advice)(const finding_numbers&) = nullptr;
  finding_draft draft{};
};

/// Ranks drafts by what they give back, leaves out what is below the least, and words the advice. `replay` may be null
/// where all drafts know their time; savings then add up.
finding_list ranked(std::vector<judged_draft> drafts, const gpu_replay* replay, duration window,
                    const finding_options& options = {});

namespace advise_detail {

/// Whether health lets a kind speak. `front` stands before the names of the family's checks: `xp_`.
bool may_speak(const trace_health& health, std::string_view silent, std::string_view rests_on, std::string_view front);

/// Runs the kinds of a table one after the other.
template <class Run, class Kinds>
void collect_all(const Run& run, const Kinds& kinds, const trace_health& health, std::string_view front,
                 finding_drafts& drafts, std::vector<judged_draft>& to) {
  for (const finding_kind<Run>& kind : kinds) {
    if (!may_speak(health, kind.silent, kind.rests_on, front)) continue;
    kind.collect(run, drafts);
    for (finding_draft& d : drafts.take()) {
      drafts.claim(d.works);
      to.push_back({kind.id, kind.confidence, kind.bound, kind.advice, std::move(d)});
    }
  }
}

}  // namespace advise_detail

/// Sheet `findings`.
table findings_table(const finding_list& list);

/// A name of at most 80 characters: of a longer one the first 60, `...`, and the last 17.
std::string short_name(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDING_HPP
