#ifndef RIDGELINE_TIMELINE_LINE_DIVISION_HPP
#define RIDGELINE_TIMELINE_LINE_DIVISION_HPP

#include <cstdint>
#include <limits>
#include <vector>

namespace ridgeline {

/// A span of a line, such as a call of a thread or an op of a core, in any unit of time.
struct line_span {
  std::uint32_t id = 0;
  std::int64_t start = 0, end = 0;
};

/// Divides the time of a line among its spans: each moment belongs to the one that began last of those that still run.
/// So the parts never overlap, and add up to the time in which any of them runs, even where spans are not nested.
class line_division {
 public:
  /// `spans` in order of their starts, of those that start together the outer one first. Calls `give(id, start, end)`
  /// for each part, by start; a span without length has an empty one. Calls `holds(id)` for a span in which another
  /// one that has a length begins, and ends no later, with no other span around that.
  template <class Give, class Holds>
  void divide(const std::vector<line_span>& spans, Give give, Holds holds) {
    at_ = std::numeric_limits<std::int64_t>::min();
    for (const line_span& s : spans) {
      close(s.start, give);
      if (!open_.empty()) {
        take(open_.back().id, s.start, give);
        if (s.end > s.start && s.end <= open_.back().end) holds(open_.back().id);
      }
      if (s.start > at_) at_ = s.start;
      if (s.end == s.start) give(s.id, s.start, s.end);
      open_.push_back(s);
    }
    close(std::numeric_limits<std::int64_t>::max(), give);
  }

 private:
  /// Closes the spans that have ended by then.
  template <class Give>
  void close(std::int64_t until, Give& give) {
    for (; !open_.empty() && open_.back().end <= until; open_.pop_back()) take(open_.back().id, open_.back().end, give);
  }
  template <class Give>
  void take(std::uint32_t id, std::int64_t until, Give& give) {
    if (until <= at_) return;
    give(id, at_, until);
    at_ = until;
  }

  std::vector<line_span> open_{};
  std::int64_t at_ = 0;  ///< what is before it has been given
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_LINE_DIVISION_HPP
