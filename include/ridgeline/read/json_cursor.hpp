#ifndef RIDGELINE_READ_JSON_CURSOR_HPP
#define RIDGELINE_READ_JSON_CURSOR_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/letters.hpp>

#if RIDGELINE_HAS_SSE2
#include <emmintrin.h>
#endif

namespace ridgeline {

/// The raw text between a string's quotes. `plain`: ASCII without escapes, so the bytes are the text.
struct json_string {
  std::string_view raw{};
  bool plain = true;
};

/// Whether a bare word represents a non-finite number: `NaN` and `Infinity` as written by Python, `nan` and `inf` as
/// written by C and C++, with or without a sign.
constexpr bool json_not_finite(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return word == "NaN" || word == "nan" || word == "Infinity" || word == "infinity" || word == "inf" || word == "Inf";
}

/// A position in a JSON text, and the parsing steps from there. Each step returns true if it found the named element,
/// and then points past it; otherwise `at` points to the error, and parsing can resume anywhere. It does not allocate
/// (except for values nested deeper than 64) or recurse. Beyond the standard it accepts the bare words of
/// `json_not_finite` and N/A, any control character as a blank, and any byte except a line end in a string: strings
/// never span lines, so an unclosed one cannot swallow the rest of the file.
struct json_cursor {
  const char* at = nullptr;
  const char* end = nullptr;

  bool done() const { return at == end; }
  bool next_is(char c) const { return at != end && *at == c; }

  [[gnu::always_inline]] void skip_blanks() {
    if (at == end || is_dark(*at)) return;
#if RIDGELINE_HAS_SSE2
    if (end - at >= 16) {  // runs are rarely longer
      const unsigned dark = dark_mask(at);
      if (dark != 0) {
        at += std::countr_zero(dark);
        return;
      }
    }
#endif
    skip_long_blanks();
  }

  /// Consumes `c` if it comes next.
  bool take(char c) {
    if (at == end || *at != c) return false;
    ++at;
    return true;
  }

  /// Skips blanks, then consumes `c`.
  bool expect(char c) {
    skip_blanks();
    return take(c);
  }

  /// Parses a string, starting at its opening quote.
  [[gnu::always_inline]] bool string(json_string& out) {
    if (!take('"')) return false;
#if RIDGELINE_HAS_SSE2
    if (end - at >= 16) {  // most strings in a trace are short and plain
      const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      const unsigned stops = stop_mask(v);
      const auto n = static_cast<unsigned>(std::countr_zero(stops | 0x10000u));
      const unsigned high = static_cast<unsigned>(_mm_movemask_epi8(v)) & ((1u << n) - 1);
      if (n < 16 && at[n] == '"' && high == 0) {
        out = {{at, n}, true};
        at += n + 1;
        return true;
      }
    }
#endif
    return long_string(out);
  }

  /// Parses a key, its colon and the following blanks, so that the value comes next.
  bool key(json_string& out) {
    skip_blanks();
    if (!string(out) || !expect(':')) return false;
    skip_blanks();
    return true;
  }

  /// Parses the separator between members of an object or elements of an array: true if another one follows (`at`
  /// points to it), false with `closed` set if `close` came.
  bool another(char close, bool& closed) {
    skip_blanks();
    closed = take(close);
    if (closed || !take(',')) return false;
    skip_blanks();
    return true;
  }

  /// After a number in an object: consumes a comma and digits that can only be its decimals, as written under a locale
  /// with decimal commas.
  bool take_decimals() {
    if (end - at < 2 || *at != ',' || at[1] < '0' || at[1] > '9') return false;
    ++at;
    static_cast<void>(word());
    return true;
  }

  /// Skips any value, and gives its text.
  bool value(std::string_view& out) {
    skip_blanks();
    const char* const first = at;
    if (!skip_value()) return false;
    out = {first, static_cast<std::size_t>(at - first)};
    return true;
  }

  /// Returns a number or bare word, the longest run of such characters; the caller checks what it spells.
  std::string_view word() {
    const char* const first = at;
    while (at != end && is_word(*at)) ++at;
    return {first, static_cast<std::size_t>(at - first)};
  }

  /// Skips any value while checking its syntax.
  bool skip_value() {
    open_brackets open;
    json_string passed;
    for (;;) {  // start of a value
      skip_blanks();
      if (at == end) return false;
      if (*at == '"') {
        if (!string(passed)) return false;
      } else if (*at == '[') {
        ++at;
        skip_blanks();
        if (!take(']')) {
          open.push(false);
          continue;
        }
      } else if (*at == '{') {
        ++at;
        skip_blanks();
        if (!take('}')) {
          open.push(true);
          if (!key(passed)) return false;
          continue;
        }
      } else if (!scalar()) {
        return false;
      }
      for (;;) {  // end of a value
        if (open.empty()) return true;
        skip_blanks();
        if (at == end) return false;
        const bool in_object = open.top();
        if (*at == ',') {
          ++at;
          if (in_object && !key(passed)) return false;
          break;
        }
        if (*at != (in_object ? '}' : ']')) return false;
        ++at;
        open.pop();
      }
    }
  }

  /// Whether a number or a bare word may go on with this character.
  static bool is_word(char c) { return core_detail::is_letter_or_digit(c) || c == '.' || c == '-' || c == '+'; }

 private:
#if RIDGELINE_HAS_SSE2
  /// One bit per byte of 16, set for non-blanks.
  static unsigned dark_mask(const char* from) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8('!')), v)));
  }
  /// One bit per byte of 16, set for quotes, backslashes and control characters.
  static unsigned stop_mask(__m128i v) {
    const __m128i stop = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))),
        _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v));
    return static_cast<unsigned>(_mm_movemask_epi8(stop));
  }
#endif

  [[gnu::noinline]] void skip_long_blanks() {
#if RIDGELINE_HAS_SSE2
    for (; end - at >= 16; at += 16) {
      const unsigned dark = dark_mask(at);
      if (dark != 0) {
        at += std::countr_zero(dark);
        return;
      }
    }
#endif
    while (at != end && !is_dark(*at)) ++at;
  }

  /// Parses the rest of a string after its opening quote.
  [[gnu::noinline]] bool long_string(json_string& out) {
    const char* const first = at;
    bool ascii = true;
    for (;;) {
#if RIDGELINE_HAS_SSE2
      while (end - at >= 16) {
        const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const unsigned stops = stop_mask(v);
        const auto high = static_cast<unsigned>(_mm_movemask_epi8(v));
        if (stops != 0) {
          const int n = std::countr_zero(stops);
          ascii = ascii && (high & ((1u << n) - 1)) == 0;
          at += n;
          break;
        }
        ascii = ascii && high == 0;
        at += 16;
      }
#endif
      for (; at != end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20; ++at)
        ascii = ascii && static_cast<unsigned char>(*at) < 0x80;
      if (at == end || *at == '\n') return false;
      if (*at == '"') break;
      ascii = false;
      if (*at == '\\' && end - at >= 2 && at[1] != '\n') ++at;
      ++at;
    }
    out = {{first, static_cast<std::size_t>(at - first)}, ascii};
    ++at;
    return true;
  }

  /// The kinds of the open brackets, one bit each: true for an object.
  class open_brackets {
   public:
    bool empty() const { return depth_ == 0; }
    bool top() const { return (low_ & 1) != 0; }
    void push(bool object) {
      if (depth_ % 64 == 0 && depth_ != 0) deep_.push_back(low_);
      low_ = low_ << 1 | static_cast<std::uint64_t>(object);
      ++depth_;
    }
    void pop() {
      low_ >>= 1;
      --depth_;
      if (depth_ % 64 == 0 && depth_ != 0) {
        low_ = deep_.back();
        deep_.pop_back();
      }
    }

   private:
    std::uint64_t low_ = 0;
    std::size_t depth_ = 0;
    std::vector<std::uint64_t> deep_;
  };

  static bool is_dark(char c) { return static_cast<unsigned char>(c) > 0x20; }

  /// Skips a number or bare word. Only the first characters of a number are checked, because its value is not used.
  bool scalar() {
    const char* const first = at;
    if (core_detail::is_digit(*at)) {
      do ++at;
      while (at != end && is_word(*at));
      return true;
    }
    const std::string_view w = word();
    if (w.size() > 1 && w[0] == '-' && core_detail::is_digit(w[1])) return true;
    if (w == "true" || w == "false" || w == "null") return true;
    at = first;
    return odd_word(w.size());
  }

  /// Skips a non-standard word of `size` letters: a non-finite number, or N/A as written by Kineto in 2021.
  [[gnu::noinline]] bool odd_word(std::size_t size) {
    const std::string_view rest{at, static_cast<std::size_t>(end - at)};
    constexpr std::string_view not_given = "N/A";
    if (json_not_finite(rest.substr(0, size))) at += size;
    else if (rest.starts_with(not_given)) at += not_given.size();
    else return false;
    return true;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_CURSOR_HPP
