#ifndef RIDGELINE_CORE_DATA_QUALITY_BODY_HPP
#define RIDGELINE_CORE_DATA_QUALITY_BODY_HPP

#include <cstddef>
#include <utility>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/utf8.hpp>

namespace ridgeline {

void data_quality::add(std::string_view reason, source_pos at, std::string_view example, bool lost_input,
         std::uint64_t times) {
  if (times == 0) return;
  for (quality_issue& issue : issues_) {
    if (issue.reason == reason) {
      issue.count += times;
      issue.lost_input = issue.lost_input || lost_input;
      return;
    }
  }
  constexpr std::size_t shown = 120;
  issues_.push_back({std::string(reason), times, std::move(at), std::string(utf8_front(example, shown)), lost_input});
}

void data_quality::merge(const data_quality& later, std::uint64_t lines) {
  for (const quality_issue& issue : later.issues_) {
    source_pos at = issue.first;
    if (at.line != 0) at.line += lines;
    add(issue.reason, std::move(at), issue.example, issue.lost_input, issue.count);
  }
}

bool data_quality::lost_input() const {
  for (const quality_issue& issue : issues_)
    if (issue.lost_input) return true;
  return false;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_DATA_QUALITY_BODY_HPP
