#ifndef RIDGELINE_READ_JSON_STEPS_HPP
#define RIDGELINE_READ_JSON_STEPS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>
#include <ridgeline/read/json_cursor.hpp>

#if RIDGELINE_HAS_SSE2
#include <emmintrin.h>
#endif

namespace ridgeline {

/// The ways from one value of an object to the next, `,\n    "dur": `, as a file spells them over and over. A program
/// writes the members of its objects in the same order with the same blanks: so the bytes behind a value are compared
/// with those that stood there the last times, and where they are equal, the key need not be taken apart again.
///
/// A step is a number: the caller keeps that of the last step in an object, and begins with the number of a start. Each
/// kind of place from where steps are taken (behind a brace, behind a value) has numbers of its own, so that a step
/// that was right once is right again.
class json_steps {
 public:
  static constexpr std::uint8_t none = 0;

  /// Numbers 1 to `starts` are starts.
  explicit json_steps(std::uint8_t starts) : steps_(std::size_t{starts} + 1) {}

  /// The step behind step `last`, taken: the cursor stands at the value. `none`, and nothing taken, where the bytes are
  /// others than the last times.
  std::uint8_t take(json_cursor& c, std::uint8_t last) const {
    if (static_cast<std::size_t>(c.end - c.at) <= longest) return none;
    for (const std::uint8_t next : steps_[last].next) {
      const step& s = steps_[next];
      if (next == none || !stands_at(s, c.at)) continue;
      if (static_cast<unsigned char>(c.at[s.size]) <= 0x20) return none;  // more blanks
      c.at += s.size;
      return next;
    }
    return none;
  }

  /// What the caller made of the step's key.
  std::uint8_t code(std::uint8_t of) const { return steps_[of].code; }

  /// Behind step `last` stood `text`, whose key means `code`. The number of that step; `otherwise` where it is too long
  /// or there are too many.
  std::uint8_t learn(std::uint8_t last, std::string_view text, std::uint8_t code, std::uint8_t otherwise) {
    if (text.size() > longest || steps_.size() >= most) return otherwise;
    const auto same = [&](const step& s) { return s.code == code && std::string_view(s.text.data(), s.size) == text; };
    std::size_t i = 1;
    while (i < steps_.size() && !same(steps_[i])) ++i;
    if (i == steps_.size()) {
      step s;
      text.copy(s.text.data(), text.size());
      s.size = static_cast<std::uint8_t>(text.size());
      s.code = code;
      steps_.push_back(s);
    }
    const auto found = static_cast<std::uint8_t>(i);
    std::array<std::uint8_t, 2>& next = steps_[last].next;
    if (next[0] != found) next = {found, next[0]};
    return found;
  }

 private:
  static constexpr std::size_t longest = 48, most = 128;  // a trace of PyTorch has sixty
  struct step {
    alignas(16) std::array<char, longest> text{};
    std::uint8_t size = 0, code = 0;
    std::array<std::uint8_t, 2> next{};  ///< what came behind it, the last one first
  };

  /// Whether 48 bytes that can be read begin with the step's text.
  static bool stands_at(const step& s, const char* at) {
#if RIDGELINE_HAS_SSE2
    const auto equal = [&](std::size_t i) {
      const __m128i a = _mm_load_si128(reinterpret_cast<const __m128i*>(s.text.data() + i));
      const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
      return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)))) << i;
    };
    const std::uint64_t others = ~(equal(0) | equal(16) | equal(32));
    return (others & ((std::uint64_t{1} << s.size) - 1)) == 0;
#else
    return std::memcmp(s.text.data(), at, s.size) == 0;
#endif
  }

  std::vector<step> steps_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_STEPS_HPP
