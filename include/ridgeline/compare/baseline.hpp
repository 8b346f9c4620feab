#ifndef RIDGELINE_COMPARE_BASELINE_HPP
#define RIDGELINE_COMPARE_BASELINE_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/sink/output.hpp>

/// Runs without their traces: a few kilobytes that a comparison can start from as well.
namespace ridgeline {

inline constexpr std::string_view baseline_schema = "ridgeline-baseline/1";

/// Runs as JSON: their facts, and for each step, op and piece calls and whole nanoseconds. Labels and paths are left
/// out.
void write_baseline(output& to, const std::vector<compared_run>& runs);

/// The runs of such a document; `file` is for messages. What does not hold together is a failure.
expected<std::vector<compared_run>> read_baseline(std::string_view json, const std::string& file);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_BASELINE_HPP
