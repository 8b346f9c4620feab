#ifndef RIDGELINE_RANKS_RANK_PATTERN_HPP
#define RIDGELINE_RANKS_RANK_PATTERN_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pattern.hpp>

namespace ridgeline {

/// A regular expression that extracts a rank: the number is the group `rank`, or else the first group, as in
/// `gpu(?P<rank>\d+)`. The group must not be nested in another one.
class rank_pattern {
 public:
  static expected<rank_pattern> compile(std::string_view text);

  /// The number at the first match, or with `last_place` at the last one; nothing if the text does not match.
  std::optional<std::int64_t> rank_in(std::string_view text, bool last_place) const;

 private:
  rank_pattern(text_pattern before, text_pattern group, text_pattern after)
      : before_(std::move(before)), group_(std::move(group)), after_(std::move(after)) {}
  text_pattern before_, group_, after_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_PATTERN_HPP
