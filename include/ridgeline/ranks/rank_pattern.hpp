#ifndef RIDGELINE_RANKS_RANK_PATTERN_HPP
#define RIDGELINE_RANKS_RANK_PATTERN_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pattern.hpp>

namespace ridgeline {

/// A regular expression whose group `rank`, or else first group, is a rank's number: `gpu(?P<rank>\d+)`. The group may
/// not stand inside another one.
class rank_pattern {
 public:
  static expected<rank_pattern> compile(std::string_view text);

  /// The number at the first place that fits, or at the last one.
  std::optional<std::int64_t> rank_in(std::string_view text, bool last_place) const;

 private:
  rank_pattern(text_pattern before, text_pattern group, text_pattern behind)
      : before_(std::move(before)), group_(std::move(group)), behind_(std::move(behind)) {}
  text_pattern before_, group_, behind_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_PATTERN_HPP
