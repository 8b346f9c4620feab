#ifndef RIDGELINE_CORE_DATA_QUALITY_HPP
#define RIDGELINE_CORE_DATA_QUALITY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// One kind of skipped, truncated, unlinked or implausible input: how often it occurred, and where first.
struct quality_issue {
  std::string reason{};       ///< a sentence that applies to all occurrences
  std::uint64_t count = 0;
  source_pos first{};
  std::string example{};      ///< what was found at `first`
  bool lost_input = false;    ///< whether it made part of the input missing from the report
};

/// Problems of an input, counted by reason, in the order in which the reasons first occurred. Two sets of counts can be
/// merged, which keeps `first` of the earlier input.
class data_quality {
 public:
  /// Counts one occurrence (or `times`). Reasons form a small fixed set defined by the program and never contain input.
  void add(std::string_view reason, source_pos at, std::string_view example, bool lost_input = true,
           std::uint64_t times = 1);
  /// Adds the problems of a later part; `lines` is the number of lines in the same file before that part.
  void merge(const data_quality& later, std::uint64_t lines = 0);

  const std::vector<quality_issue>& issues() const { return issues_; }
  std::vector<quality_issue>& issues() { return issues_; }
  bool empty() const { return issues_.empty(); }
  auto begin() const { return issues_.begin(); }
  auto end() const { return issues_.end(); }
  /// Whether part of the input was left out, the condition `--strict` checks.
  bool lost_input() const;

 private:
  std::vector<quality_issue> issues_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_DATA_QUALITY_HPP
