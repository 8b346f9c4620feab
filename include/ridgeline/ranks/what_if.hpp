#ifndef RIDGELINE_RANKS_WHAT_IF_HPP
#define RIDGELINE_RANKS_WHAT_IF_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/ranks/figures.hpp>

namespace ridgeline {

/// The run replayed with some of its durations as measured and all others as the median of their like ("Understanding
/// Stragglers in Large Model Training Using What-if Analysis", OSDI 2025; medians for computation too).
struct rank_what_if_row {
  std::string scope{}, name{};
  double slowdown = missing<double>;
  double time = missing<double>, ideal = missing<double>;  ///< microseconds; in the row of all
  double waste() const { return 100 * (1 - 1 / slowdown); }  ///< percent
};

/// What a rank is above the median of its like, in microseconds: computing and copying, late launches, transfers.
struct rank_excess {
  double slowdown = missing<double>;
  double compute = missing<double>, host = missing<double>, link = missing<double>;
  double waited = 0, caused = 0;  ///< for others, and by others for it
  std::int64_t last = 0;          ///< how often it came last, and that can be told
  bool blamed = false;
};

/// Who is slow, and why; or why that cannot be told.
struct straggler_verdict {
  std::string straggler = "cannot tell", cause = "cannot tell", why{};
  double confidence = missing<double>;  ///< percent
  double slowdown = missing<double>, time = missing<double>, ideal = missing<double>;  ///< microseconds
};

struct what_if_analysis {
  std::vector<rank_what_if_row> rows;
  std::vector<rank_excess> ranks;    ///< by position
  straggler_verdict verdict{};
  double replayed_error = missing<double>;  ///< of the replay with all as measured against the run; microseconds
};

what_if_analysis what_if_of(const call_matching& all, const std::vector<collective_figures>& figures);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WHAT_IF_HPP
