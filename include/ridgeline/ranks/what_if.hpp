#ifndef RIDGELINE_RANKS_WHAT_IF_HPP
#define RIDGELINE_RANKS_WHAT_IF_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/figures.hpp>

namespace ridgeline {

/// The run replayed with some durations as measured and all others replaced by the median of their class
/// ("Understanding Stragglers in Large Model Training Using What-if Analysis", OSDI 2025; here medians are used for
/// computation too).
struct rank_what_if_row {
  std::string scope{}, name{};
  double slowdown = missing<double>;
  double time = missing<double>, ideal = missing<double>;  ///< microseconds; only in the row `all`
  double waste() const { return 100 * (1 - 1 / slowdown); }  ///< percent
};

/// How far a rank is above the medians of its classes, in microseconds: computation and copies, late launches,
/// transfers, waits for calls that no trace has.
struct rank_excess {
  double slowdown = missing<double>;
  double compute = missing<double>, host = missing<double>, link = missing<double>, open = missing<double>;
  double saved = missing<double>;  ///< how much shorter the run is if nothing takes the rank longer than the median
  double waited = 0, caused = 0;  ///< time waited for others; by how much it was last, summed
  std::int64_t last = 0;          ///< how often it was last, where the clocks can show it
  bool blamed = false;
  std::string_view cause = "none";  ///< of a blamed rank
};

/// Which rank is slow and why, or why that cannot be determined.
struct straggler_verdict {
  std::string straggler = "cannot tell", cause = "cannot tell", why{};
  double confidence = missing<double>;  ///< percent
  double slowdown = missing<double>, time = missing<double>, ideal = missing<double>;  ///< microseconds
};

/// What is lost where no rank is slower than the others: in each step another one is last, or in each collective.
/// `together` is then all ranks.
enum class rank_variation : std::uint8_t { none, by_step, by_call };

struct what_if_analysis {
  std::vector<rank_what_if_row> rows;
  std::vector<rank_excess> ranks;    ///< by position
  straggler_verdict verdict{};
  std::vector<std::int64_t> steps;   ///< that are compared; none where the whole run is taken as one
  bool stages = false;               ///< ranks are stages of a pipeline: the run has sends
  /// How much longer the run takes than with medians, in microseconds. This and `rank_excess::saved` are also known
  /// where ranks share no steps: the whole run is then one.
  double excess = missing<double>;
  /// What is to be fixed as a whole, by positions: the blamed ranks, or those between which transfers are slow, with
  /// the groups in which they are. And how much shorter the run then is, in microseconds.
  std::vector<std::uint32_t> together, slow_groups;
  double saved_together = missing<double>;
  double slow_factor = missing<double>;  ///< how many times as long as elsewhere transfers take in these groups
  rank_variation varies = rank_variation::none;
  double replayed_error = missing<double>;  ///< replay with all durations as measured vs. the run; microseconds
};

/// Replays the run and finds out who is slow. If it cannot be replayed, there are no rows and `verdict.why` gives the
/// reason.
what_if_analysis what_if_of(const call_matching& all, const std::vector<collective_figures>& figures);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WHAT_IF_HPP
