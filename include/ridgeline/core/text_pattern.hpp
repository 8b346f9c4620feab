#ifndef RIDGELINE_CORE_TEXT_PATTERN_HPP
#define RIDGELINE_CORE_TEXT_PATTERN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

namespace core_detail {
class text_pattern_parser;
}

/// A regular expression that is asked whether it occurs in a text. The time is at most the length of the text times
/// that of the pattern, and nothing recurses over the text, whatever either of them holds: names come from foreign
/// files, where `std::regex` takes exponential time or exhausts the stack, and POSIX `regexec` is not everywhere and
/// promises neither. Hence no back references and no looking around.
///
/// It knows: literal bytes, `.`, `[a-z_]`, `[^...]`, `\d \w \s \D \W \S`, `\b \B`, `^ $`, `* + ?` (a `?` behind them
/// changes nothing), `{m}`, `{m,}`, `{m,n}`, `|`, `( )`, `(?: )`, `\x41`, and `\` before any punctuation. `(?i)` at the
/// front: letters (ASCII) of both cases are the same. Texts are bytes: a letter outside of ASCII counts as several.
class text_pattern {
 public:
  /// `errc::usage`, with the place in the pattern, for what it does not know or what would be too long.
  static expected<text_pattern> compile(std::string_view pattern);

  /// Whether it matches anywhere in `text`. Any thread may ask.
  bool found_in(std::string_view text) const;

  /// As it was written.
  const std::string& pattern() const { return pattern_; }

 private:
  friend class core_detail::text_pattern_parser;

  enum class step : std::uint8_t { bytes, either, jump, front, back, word_edge, no_word_edge, matched };
  /// A step of the search. Places of others are relative to it, so that a block of steps can be copied.
  struct instruction {
    step what = step::matched;
    std::uint32_t set = 0;  ///< of `bytes`: index in `sets_`
    std::int32_t first = 1;
    std::int32_t second = 1;  ///< of `either`
  };
  struct byte_set {
    std::uint64_t words[4] = {};
    bool has(unsigned char c) const { return (words[c >> 6] >> (c & 63) & 1u) != 0; }
    void add(unsigned char c) { words[c >> 6] |= std::uint64_t{1} << (c & 63); }
  };
  /// Steps that are reached at one place of the text, each once.
  struct reached;

  bool follow(std::size_t from, std::string_view text, std::size_t at, reached& to) const;

  std::string pattern_{};
  std::vector<instruction> steps_;
  std::vector<byte_set> sets_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_PATTERN_HPP
