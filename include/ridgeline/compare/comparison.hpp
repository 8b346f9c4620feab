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

/// Runs against a baseline: what changed, whether it is real, where it comes from.
namespace ridgeline {

struct comparison_options {
  verdict_options verdicts{};
  step_choice steps{};
  std::vector<std::string> allowed{};    ///< checks that refuse nothing
  std::optional<gate_limits> gate{};
};

/// All that is said of the runs. Each list holds the versions behind the first one in their order.
struct comparison {
  compared_versions versions;
  verdict_options options{};                  ///< those of the gate where it sets them
  std::vector<comparability_row> checks;
  std::vector<verdict> verdicts;
  std::vector<attribution_row> attribution;
  std::optional<gate_outcome> gate{};         ///< refers to `verdicts`
  bool refused = false;                       ///< some version is not comparable

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

/// The runs must stay where they are; those of the first label are the baseline.
comparison compare_runs(const std::vector<compared_run>& runs, const comparison_options& options);

/// The sheets: runs, comparability, verdicts, attribution, steps; with three versions and more the trends; the gate
/// where there is one.
std::vector<table> sheets_of(const comparison& c);

/// What a comparison says of a version in one sentence: `new is 3.1 % slower per step (2.6 to 3.6 %)`.
std::string sentence_of(const comparison& c, const version& of);

/// The comparison on a console, at most 25 lines of `width` columns.
void write_console(output& to, const comparison& c, std::size_t width);

/// The comparison as a page; `more` are tables beside its own.
report_page page_of(const comparison& c, std::vector<table> more);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_COMPARISON_HPP
