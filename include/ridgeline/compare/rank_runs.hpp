#ifndef RIDGELINE_COMPARE_RANK_RUNS_HPP
#define RIDGELINE_COMPARE_RANK_RUNS_HPP

#include <vector>

#include <ridgeline/compare/run.hpp>

namespace ridgeline {

/// The ranks of one job as one run: each step is that of the rank that needed longest for it, with all its parts, ops
/// and pieces, so that what is said of a step still adds up. Steps are one by their names (the how-manieth of a name);
/// those that a rank lacks are left out. Devices and counts are sums; the world is no smaller than the number of ranks.
compared_run slowest_of(const std::vector<compared_run>& ranks);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_RANK_RUNS_HPP
