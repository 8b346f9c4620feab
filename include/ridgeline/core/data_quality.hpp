#ifndef RIDGELINE_CORE_DATA_QUALITY_HPP
#define RIDGELINE_CORE_DATA_QUALITY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// One kind of thing that was skipped, truncated, unlinked or implausible: how often, and where it was first seen.
struct quality_issue {
  std::string reason{};       ///< a sentence that holds for all occurrences
  std::uint64_t count = 0;
  source_pos first{};
  std::string example{};      ///< what was found at `first`
  bool lost_input = false;    ///< part of the input is missing from the report because of it
};

/// What was wrong with an input, counted by reason, in the order in which the reasons were first met. Two counts
/// merge; merging keeps the earlier input's `first`.
class data_quality {
 public:
  /// Counts one occurrence (or `times`). The reasons are few and come from the program's text, never from the input.
  void add(std::string_view reason, source_pos at, std::string_view example, bool lost_input = true,
           std::uint64_t times = 1);
  /// Adds what was met later; `lines` is how many lines of the same file came before it.
  void merge(const data_quality& later, std::uint64_t lines = 0);

  const std::vector<quality_issue>& issues() const { return issues_; }
  std::vector<quality_issue>& issues() { return issues_; }
  bool empty() const { return issues_.empty(); }
  /// Whether part of the input was left out: what `--strict` asks.
  bool lost_input() const;

 private:
  std::vector<quality_issue> issues_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_DATA_QUALITY_HPP
