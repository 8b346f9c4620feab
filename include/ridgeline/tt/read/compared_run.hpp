#ifndef RIDGELINE_TT_READ_COMPARED_RUN_HPP
#define RIDGELINE_TT_READ_COMPARED_RUN_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/table/stored_cell.hpp>

namespace ridgeline {

/// Prepares the text of an ops CSV for comparison. Rows go by host time, as in the performance report. Steps begin at
/// the signposts that match `step`; without `step`, they are the replays of captured traces if there are at least two,
/// else they begin at the signpost whose name, ignoring numbers, occurs most often (at least three times) and end at
/// its counterpart (`iteration start`, `iteration end`), else the file is one step. The length of a step is the sum of
/// its rows' durations and the latencies before them. Problems with cells are counted in `quality`. Label, path and
/// kind are left to the caller.
expected<compared_run> read_compared_ops(std::string_view csv, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality);
/// The same for the rows of an ops report in memory.
expected<compared_run> read_compared_ops(const std::vector<std::string>& titles,
                                         const std::vector<std::vector<stored_cell>>& rows, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_COMPARED_RUN_HPP
