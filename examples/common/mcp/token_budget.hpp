/// Text for readers that count tokens.
#ifndef RIDGELINE_EXAMPLES_COMMON_TOKEN_BUDGET_HPP
#define RIDGELINE_EXAMPLES_COMMON_TOKEN_BUDGET_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace program {

/// Upper bound for a text's tokens in common tokenizers: three letters or two digits make one, each other mark and each
/// non-ASCII byte is one, of a run of blanks the first is free and eight others count as one.
inline std::size_t most_tokens(std::string_view text) {
  enum class kind { letter, digit, blank, mark };
  const auto kind_of = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? kind::letter
           : c >= '0' && c <= '9'                           ? kind::digit
           : c == ' '                                       ? kind::blank
                                                            : kind::mark;
  };
  std::size_t tokens = 0;
  for (std::size_t at = 0; at < text.size();) {
    const kind k = kind_of(text[at]);
    std::size_t end = at + 1;
    while (k != kind::mark && end < text.size() && kind_of(text[end]) == k) ++end;
    const std::size_t n = end - at;
    tokens += k == kind::letter ? (n + 2) / 3 : k == kind::digit ? (n + 1) / 2 : k == kind::blank ? (n + 6) / 8 : n;
    at = end;
  }
  return tokens;
}

/// Lines up to a number of tokens.
class token_budget {
 public:
  explicit token_budget(std::size_t most) : left_(most) {}

  /// Adds a line without control sequences for the terminal. False, and nothing is added, if it does not fit.
  bool line(std::string_view text) {
    std::string plain;
    ridgeline::append_plain(plain, text);
    const std::size_t cost = most_tokens(plain) + 1;
    if (cost > left_) return false;
    left_ -= cost;
    text_ += plain + "\n";
    return true;
  }
  /// Adds a line, or as much of it as fits. False if something is cut off.
  bool front_of(std::string_view text) {
    if (line(text)) return true;
    std::size_t fits = 0, beyond = text.size();
    while (beyond - fits > 1) {
      const std::size_t half = fits + (beyond - fits) / 2;
      std::string plain;
      ridgeline::append_plain(plain, ridgeline::utf8_front(text, half));
      if (most_tokens(plain) + 4 <= left_) fits = half;
      else beyond = half;
    }
    if (fits != 0) line(std::string(ridgeline::utf8_front(text, fits)) + "...");
    return false;
  }
  /// Adds lines until one does not fit; returns how many were left out.
  std::size_t lines(std::string_view text) {
    std::size_t left_out = 0;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (left_out != 0 || !line(text.substr(0, end))) ++left_out;
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return left_out;
  }
  std::size_t left() const { return left_; }
  const std::string& text() const { return text_; }

 private:
  std::size_t left_;
  std::string text_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TOKEN_BUDGET_HPP
