#ifndef RIDGELINE_COMPARE_RANK_RUNS_HPP
#define RIDGELINE_COMPARE_RANK_RUNS_HPP

#include <vector>

#include <ridgeline/compare/run.hpp>

namespace ridgeline {

/// Combines the ranks of one job into one run: each step is taken from the rank that needed longest for it, with all
/// its parts, ops and pieces, so that its data still adds up; of ranks that are equally long but for 1 %, from the one
/// that waits least in this step, or, where that is no more than 1 % of the step less, from the one that waits least
/// over the run. Steps are matched by name and by occurrence of that name; those absent on some rank are dropped.
/// Devices and counts are added up; the world size is at least the number of ranks.
compared_run slowest_of(const std::vector<compared_run>& ranks);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_RANK_RUNS_HPP
