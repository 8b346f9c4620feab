#ifndef RIDGELINE_COMPARE_COMPARISON_HPP
#define RIDGELINE_COMPARE_COMPARISON_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/compare/attribution.hpp>
#include <ridgeline/compare/comparability.hpp>
#include <ridgeline/compare/gate.hpp>
#include <ridgeline/compare/trend.hpp>
#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/page.hpp>

/// Compares runs with a baseline: what changed, whether it is significant, and where it comes from.
namespace ridgeline {

struct comparison_options {
  verdict_options verdicts{};
  step_choice steps{};
  std::vector<std::string> allowed{};    ///< checks that never refuse
  std::optional<gate_limits> gate{};
};

/// All results of a comparison. Each list covers the versions after the first, in order.
struct comparison {
  compared_versions versions;
  verdict_options options{};                  ///< with the gate's values where it sets any
  std::vector<comparability_row> checks;
  std::vector<verdict> verdicts;
  std::vector<attribution_row> attribution;
  std::optional<gate_outcome> gate{};         ///< refers to `verdicts`
  bool refused = false;                       ///< at least one version is not comparable
  std::vector<compared_run> runs{};           ///< those that it was given to keep; the versions refer to them

  comparison() = default;
  comparison(comparison&&) = default;
  comparison& operator=(comparison&&) = default;

  /// The rows of a version in one of the lists, by its label.
  template <class Row>
  std::vector<const Row*> of(const std::vector<Row>& rows, const std::string& label) const {
    std::vector<const Row*> found;
    for (const Row& r : rows)
      if (r.run == label) found.push_back(&r);
    return found;
  }
};

/// Runs with the first label are the baseline. The comparison keeps those of a temporary list; others must not move.
comparison compare_runs(const std::vector<compared_run>& runs, const comparison_options& options);
comparison compare_runs(std::vector<compared_run>&& runs, const comparison_options& options);

/// The sheets: runs, comparability, verdicts, attribution and steps; trends from three versions on; the gate if there
/// is one.
std::vector<table> sheets_of(const comparison& c);

/// The result for a version in one sentence: `new is 3.1 % slower per step (2.6 to 3.6 %)`.
std::string sentence_of(const comparison& c, const version& of);

/// The summary of its gate for a pull request: with the sentences of the first eight versions.
void write_gate_markdown(output& to, const comparison& c);

/// Writes the comparison to a console, in at most 25 lines of `width` columns.
void write_console(output& to, const comparison& c, std::size_t width);

/// The comparison as a page; `more` are tables in addition to its own.
report_page page_of(const comparison& c, std::vector<table> more);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_COMPARISON_HPP
