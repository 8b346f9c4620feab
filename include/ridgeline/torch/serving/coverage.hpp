#ifndef RIDGELINE_TORCH_SERVING_COVERAGE_HPP
#define RIDGELINE_TORCH_SERVING_COVERAGE_HPP

#include <string>

#include <ridgeline/table/table.hpp>

namespace ridgeline {

class data_quality;
class torch_profile;

/// The sheet `capture_coverage`: for each step with graph launches, how much of their GPU time a capture describes,
/// and why not all of it; the total in the last row.
table capture_coverage_table(const torch_profile& run);

/// `captures: 24 of 25 launches of graphs, 98.2 % of their GPU time, by ops of captures`; empty for a run without
/// captures.
std::string capture_coverage_line(const torch_profile& run);

/// Counts the launches that no capture describes, by reason.
void judge_captures(const torch_profile& run, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SERVING_COVERAGE_HPP
