#ifndef RIDGELINE_TT_READ_COMPARED_RUN_HPP
#define RIDGELINE_TT_READ_COMPARED_RUN_HPP

#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pattern.hpp>

namespace ridgeline {

/// The text of an ops CSV as a run to compare. Its steps begin at the signposts that `step` is found in; without one
/// they
/// are the replays of captured traces, where there are two or more, else they begin at the signpost whose name, numbers
/// aside, occurs most often (three times at least) and end at its partner (`iteration start`, `iteration end`); else
/// the
/// file is one step. A step is as long as its rows' durations and the latencies in front of them. What is wrong with
/// cells is counted in `quality`. Label, path and kind are left to the caller.
expected<compared_run> read_compared_ops(std::string_view csv, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_COMPARED_RUN_HPP
