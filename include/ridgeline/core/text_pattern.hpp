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

/// A regular expression for searching in untrusted text. The search takes at most time proportional to text length
/// times pattern length and does not recurse over the text, whatever the two contain. Names come from foreign files, on
/// which `std::regex` can take exponential time or overflow the stack, and POSIX `regexec` is not available everywhere
/// and guarantees neither. There are therefore no back-references and no lookaround.
///
/// Syntax: literal bytes, `.`, `[a-z_]`, `[^...]`, `\d \w \s \D \W \S`, `\b \B`, `^ $`, `* + ?` (a `?` after a
/// quantifier has no effect), `{m}`, `{m,}`, `{m,n}`, `|`, `( )`, `(?: )`, `\x41`, and `\` before any punctuation.
/// `(?i)` at the start ignores ASCII case. Text is matched as bytes: a non-ASCII character counts as several.
class text_pattern {
 public:
  /// Fails with `errc::usage` and the position in the pattern for unsupported syntax or a pattern that is too long.
  static expected<text_pattern> compile(std::string_view pattern);

  /// Whether the pattern matches anywhere in `text`. Thread-safe.
  bool found_in(std::string_view text) const;

  /// The pattern as given to `compile`.
  const std::string& pattern() const { return pattern_; }

 private:
  friend class core_detail::text_pattern_parser;

  enum class step : std::uint8_t { bytes, either, jump, front, back, word_edge, no_word_edge, matched };
  /// One step of the search. References to other steps are relative, so that blocks of steps can be copied.
  struct instruction {
    step what = step::matched;
    std::uint32_t set = 0;  ///< for `bytes`: index into `sets_`
    std::int32_t first = 1;
    std::int32_t second = 1;  ///< for `either`
  };
  struct byte_set {
    std::uint64_t words[4] = {};
    bool has(unsigned char c) const { return (words[c >> 6] >> (c & 63) & 1u) != 0; }
    void add(unsigned char c) { words[c >> 6] |= std::uint64_t{1} << (c & 63); }
  };
  /// The steps reached at one position of the text, each once.
  struct reached;

  bool follow(std::size_t from, std::string_view text, std::size_t at, reached& to) const;

  std::string pattern_{};
  std::vector<instruction> steps_;
  std::vector<byte_set> sets_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_PATTERN_HPP
