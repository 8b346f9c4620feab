#ifndef RIDGELINE_COMPARE_BASELINE_HPP
#define RIDGELINE_COMPARE_BASELINE_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/sink/output.hpp>

/// Runs without their traces: a few kilobytes that a comparison can use instead.
namespace ridgeline {

inline constexpr std::string_view baseline_schema = "ridgeline-baseline/1";

/// Writes runs as JSON: their facts, and for each step, op and piece the calls and whole nanoseconds. Labels and paths
/// are omitted.
void write_baseline(output& to, const std::vector<compared_run>& runs);

/// Reads runs from such a document; `file` is used in messages. Inconsistent content is a failure.
expected<std::vector<compared_run>> read_baseline(std::string_view json, const std::string& file);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_BASELINE_HPP
