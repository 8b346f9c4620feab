#ifndef RIDGELINE_READ_JSON_CURSOR_HPP
#define RIDGELINE_READ_JSON_CURSOR_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>

#if RIDGELINE_HAS_SSE2
#include <emmintrin.h>
#endif

namespace ridgeline {

/// A string as it stands between its quotes. `plain`: ASCII without escapes, so that the bytes are the text.
struct json_string {
  std::string_view raw{};
  bool plain = true;
};

/// Whether a bare word stands for a number that is none: `NaN` and `Infinity` as Python writes them, `nan` and `inf` as
/// C and C++ do, with a sign or without.
constexpr bool json_not_finite(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return word == "NaN" || word == "nan" || word == "Infinity" || word == "infinity" || word == "inf" || word == "Inf";
}

/// Where to read on in a JSON text, and the steps to take from there. Each step is true when it found what it names
/// and then stands behind it; when it is false, `at` stands where the text went wrong, and reading can start anew at
/// any place. It allocates nothing (but for values nested deeper than 64) and does not recurse. Beyond the standard it
/// takes the bare words of `json_not_finite` and N/A, any control character as a blank, and any byte but a line end in
/// a string: a string never spans lines, which keeps an unclosed one from swallowing the file.
struct json_cursor {
  const char* at = nullptr;
  const char* end = nullptr;

  bool done() const { return at == end; }
  bool next_is(char c) const { return at != end && *at == c; }

  [[gnu::always_inline]] void skip_blanks() {
    if (at == end || is_dark(*at)) return;
#if RIDGELINE_HAS_SSE2
    if (end - at >= 16) {  // the run is seldom longer
      const unsigned dark = dark_mask(at);
      if (dark != 0) {
        at += std::countr_zero(dark);
        return;
      }
    }
#endif
    skip_long_blanks();
  }

  /// Takes `c` when it comes next.
  bool take(char c) {
    if (at == end || *at != c) return false;
    ++at;
    return true;
  }

  /// Blanks, then `c`.
  bool expect(char c) {
    skip_blanks();
    return take(c);
  }

  /// A string, from its quote on.
  [[gnu::always_inline]] bool string(json_string& out) {
    if (!take('"')) return false;
#if RIDGELINE_HAS_SSE2
    if (end - at >= 16) {  // most strings of a trace are short and plain
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

  /// A key with its colon, and the blanks behind it: what comes next is the value.
  bool key(json_string& out) {
    skip_blanks();
    if (!string(out) || !expect(':')) return false;
    skip_blanks();
    return true;
  }

  /// What lies between two members of an object or two elements of an array: true when another one follows (`at`
  /// stands at it), false with `closed` set when `close` came.
  bool another(char close, bool& closed) {
    skip_blanks();
    closed = take(close);
    if (closed || !take(',')) return false;
    skip_blanks();
    return true;
  }

  /// A number or a bare word: the longest run of their characters; the caller judges what it spells.
  std::string_view word() {
    const char* const first = at;
    while (at != end && is_word(*at)) ++at;
    return {first, static_cast<std::size_t>(at - first)};
  }

  /// Any value, checked for its grammar and passed over.
  bool skip_value() {
    open_brackets open;
    json_string passed;
    for (;;) {  // a value begins here
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
      for (;;) {  // and has ended here
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

 private:
#if RIDGELINE_HAS_SSE2
  /// One bit for each of 16 bytes that is not a blank.
  static unsigned dark_mask(const char* from) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8('!')), v)));
  }
  /// One bit for each of 16 bytes that is a quote, a backslash or a control character.
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

  /// The rest of a string behind its opening quote.
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

  /// The kinds of the brackets that are open, one bit each: true for an object.
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
  static bool is_word(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
  }

  /// A number or one of the bare words. A number is only known by its first characters here: nobody reads it.
  bool scalar() {
    const char* const first = at;
    if (*at >= '0' && *at <= '9') {
      do ++at;
      while (at != end && is_word(*at));
      return true;
    }
    const std::string_view w = word();
    if (w.size() > 1 && w[0] == '-' && w[1] >= '0' && w[1] <= '9') return true;
    if (w == "true" || w == "false" || w == "null") return true;
    at = first;
    return odd_word(w.size());
  }

  /// A word that is no JSON, of `size` letters: of a number that is none, or N/A, which Kineto of 2021 wrote.
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
