#ifndef RIDGELINE_RANKS_ADVISE_AWAITED_RANKS_HPP
#define RIDGELINE_RANKS_ADVISE_AWAITED_RANKS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>

/// How long ranks wait for the one that joins their collectives last. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// How long one rank waits for another, in microseconds.
struct wait_for_rank {
  std::uint64_t count = 0;
  double wait = 0;  ///< in all
  double idle = 0;  ///< of it, with nothing to compute
  /// What it could gain: in each step at most what it waits, and the time in collectives with nothing to compute.
  double gain = 0;
  std::map<std::int64_t, double> in_step{};  ///< waits, by the step's position on the rank that waits
};

/// A rank that others wait for.
struct awaited_rank {
  std::vector<wait_for_rank> by{};  ///< by position of the rank that waits
  double time = 0;                  ///< waits and transfers of these collectives, in microseconds
  std::uint64_t count = 0;
  std::vector<finding_evidence> evidence{};

  /// The mean over those that wait for it.
  double mean(double wait_for_rank::*which) const {
    double sum = 0, ranks = 0;
    for (const wait_for_rank& w : by)
      if (w.count > 0) sum += w.*which, ++ranks;
    return ranks > 0 ? sum / ranks : 0;
  }
};

/// Whether a rank has steps that are not compared.
inline bool is_compared_in_part(const rank_comparison& compared) {
  const std::vector<std::int64_t>& steps = compared.what_if().steps;
  if (steps.empty()) return false;
  for (const rank_facts& r : compared.matching().ranks())
    for (const rank_step& s : r.steps)
      if (known(s.number) && known(s.first) && !std::binary_search(steps.begin(), steps.end(), s.number)) return true;
  return false;
}

/// Adds up waits for last ranks. Only collectives whose last arrival the clocks can identify count. What held the last
/// rank up itself, in the step or the one before, since a collective of the group brought its ranks together, is not
/// its fault: waits for calls that no trace has and, where the run cannot be replayed, all its waits; a receive then
/// waits for the work of a pipeline, which is no fault of anybody. A collective beside which those who wait for the
/// rank go on computing does not bring them together. What a rank waits in several collectives at once counts once.
/// Ranks that are to be fixed together count as one, which is last where one of them is; it is found by the position of
/// the first. Of a run that is compared in part, only the compared steps count.
class awaited_ranks {
 public:
  explicit awaited_ranks(const rank_comparison& compared)
      : compared_(compared),
        all_(compared.matching()),
        what_(compared.what_if()),
        replayed_(known(what_.excess)),
        part_(is_compared_in_part(compared)),
        held_up_(all_, held_up(replayed_)),
        together_(all_.ranks().size(), false) {
    if (what_.slow_groups.empty())
      for (const std::uint32_t r : what_.together) together_[r] = true;
  }

  /// By position.
  std::map<std::uint32_t, awaited_rank> find() && {
    std::vector<double> until(all_.ranks().size(), -HUGE_VAL);  // the last wait of each rank that counted
    ends_by_group before;
    for (std::size_t i = 0; i < compared_.figures().size(); ++i) {
      const collective_figures& f = compared_.figures()[i];
      const matched_collective& c = all_.collectives()[f.collective];
      const std::uint32_t last = is_compared(c) ? last_of(f, c) : missing<std::uint32_t>;
      if (known(last)) add(i, f, c, last, before, until);
      for (const std::uint32_t call : all_.members(c)) {
        if (call == f.last_call && !brings_together(f, c)) continue;
        std::int64_t& end = before.try_emplace(key_of(all_.calls()[call].rank, c.group), INT64_MIN).first->second;
        end = std::max(end, all_.use(call).finish());
      }
    }
    const auto unused = unused_times();
    for (auto& [last, rank] : found_)
      for (std::uint32_t r = 0; r < rank.by.size(); ++r)
        for (const auto& [step, wait] : rank.by[r].in_step) rank.by[r].gain += std::min(wait, unused.at({r, step}));
    return std::move(found_);
  }

 private:
  using ends_by_group = std::unordered_map<std::uint64_t, std::int64_t>;  // when a rank was last together with others
  static std::uint64_t key_of(std::uint32_t rank, std::uint32_t group) { return std::uint64_t{rank} << 32 | group; }

  bool is_compared(const matched_collective& c) const {
    return !part_ || std::binary_search(what_.steps.begin(), what_.steps.end(), all_.step_of(c));
  }
  /// The call that is last where the clocks can tell, if only which of the ranks to be fixed together is not told.
  std::uint32_t last_of(const collective_figures& f, const matched_collective& c) const {
    constexpr std::uint32_t none = missing<std::uint32_t>;
    if (!f.is_certain() || all_.members(c).size() < 2) return none;
    if (!replayed_ && c.kind == gpu::collective_kind::send_recv) return none;
    const auto calls = all_.members(c);
    if (std::any_of(calls.begin(), calls.end(), [&](std::uint32_t call) {
          return all_.has_drift_beyond_belief(all_.calls()[call].rank);  // the match is to be doubted first
        }))
      return none;
    if (known(f.last_call)) return f.last_call;
    const std::uint32_t last = *std::max_element(calls.begin(), calls.end(), [&](std::uint32_t a, std::uint32_t b) {
      return all_.start_of(a).at < all_.start_of(b).at;
    });
    const corrected_stamp at = all_.start_of(last);
    const bool stated = std::all_of(calls.begin(), calls.end(), [&](std::uint32_t call) {
      const corrected_stamp other = all_.start_of(call);
      return together_[all_.calls()[call].rank] ||
             at.at - other.at > 2 * std::hypot(at.half_width, other.half_width);
    });
    return stated && together_[all_.calls()[last].rank] ? last : none;
  }
  /// How long each rank has nothing to compute in collectives, by rank and step.
  std::map<std::pair<std::uint32_t, std::int64_t>, double> unused_times() const {
    std::map<std::pair<std::uint32_t, std::int64_t>, double> unused;
    for (std::uint32_t call = 0; call < all_.calls().size(); ++call)
      unused[{all_.calls()[call].rank, all_.use(call).step}] +=
          std::max(0.0, static_cast<double>(all_.use(call).span) / 1000 - work_beside(all_, call));
    return unused;
  }
  std::vector<double> held_up(bool replayed) const {
    std::vector<double> waits = open_waits_of(all_);
    for (std::uint32_t call = 0; !replayed && call < waits.size(); ++call)
      if (const collective_figures* const f = compared_.figures_of_call(call); f != nullptr && known(f->skew))
        waits[call] += std::max(0.0, wait_of(all_, *f, call) - work_beside(all_, call));
    return waits;
  }
  void add(std::size_t row, const collective_figures& f, const matched_collective& c, std::uint32_t last_call,
           const ends_by_group& before, std::vector<double>& until) {
    const std::uint32_t last = all_.calls()[last_call].rank;
    const collective_use& own = all_.use(last_call);
    const auto previous = before.find(key_of(last, c.group));
    std::int64_t since = previous == before.end() ? INT64_MIN : previous->second;
    if (own.step > 0) since = std::max(since, all_.ranks()[last].steps[static_cast<std::size_t>(own.step) - 1].first);
    const double excused = held_up_.in(last, since, own.begin);
    if (!(wait_of_first(f, c) > excused)) return;
    awaited_rank& to = found_[together_[last] ? what_.together.front() : last];
    to.by.resize(all_.ranks().size());
    double waits = 0, idle = 0, others = 0;
    for (const std::uint32_t call : all_.members(c)) {
      const std::uint32_t rank = all_.calls()[call].rank;
      if (rank == last || (what_.varies == rank_variation::none && together_[last] && together_[rank])) continue;
      ++others;
      const double start = std::max(all_.start_of(call).at, until[rank]), beside = work_beside(all_, call);
      const double wait = std::max(0.0, f.last_start - start - excused);
      wait_for_rank& w = to.by[rank];
      ++w.count, w.wait += wait, w.idle += std::max(0.0, wait - beside), w.in_step[all_.use(call).step] += wait;
      waits += wait, idle += std::max(0.0, wait - beside);
      until[rank] = std::max(until[rank], f.last_start);
    }
    others = std::max(others, 1.0);
    to.time += waits / others + f.transfer;
    ++to.count;
    constexpr std::int64_t first_row = 2;  // of a spreadsheet, after the header row
    to.evidence.push_back({"collectives", static_cast<std::int64_t>(row) + first_row, missing<std::int64_t>,
                           std::string(name_of(c.kind)), duration(idle / others * us)});
    advise_detail::bound_evidence(to.evidence);
  }
  /// Whether those who wait for the last rank have nothing to compute for at least half of that time.
  bool brings_together(const collective_figures& f, const matched_collective& c) const {
    double waits = 0, idle = 0;
    for (const std::uint32_t call : all_.members(c)) {
      const double wait = wait_of(all_, f, call);
      waits += wait, idle += std::max(0.0, wait - work_beside(all_, call));
    }
    return 2 * idle >= waits;
  }
  double wait_of_first(const collective_figures& f, const matched_collective& c) const {
    double most = 0;
    for (const std::uint32_t call : all_.members(c)) most = std::max(most, wait_of(all_, f, call));
    return most;
  }

  const rank_comparison& compared_;
  const call_matching& all_;
  const what_if_analysis& what_;
  bool replayed_, part_;
  sums_by_end held_up_;
  std::vector<bool> together_;  // by position
  std::map<std::uint32_t, awaited_rank> found_{};
};

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_ADVISE_AWAITED_RANKS_HPP
