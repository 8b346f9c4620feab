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

/// Caches the text between one value of an object and the next, `,\n    "dur": `, which files repeat over and over.
/// Programs write the members of their objects in the same order with the same blanks, so the bytes after a value are
/// compared with those seen there before; if they are equal, the key need not be parsed again.
///
/// A step is a number. The caller stores the number of the last step in an object, and begins with the number of a
/// start. Each kind of position from which steps are taken (after a brace, after a value) has its own numbers, so that
/// a step that matched once will match again.
class json_steps {
 public:
  static constexpr std::uint8_t none = 0;

  /// Numbers 1 to `starts` are starts.
  explicit json_steps(std::uint8_t starts) : steps_(std::size_t{starts} + 1) {}

  /// Tries to take a step after step `last`, leaving the cursor at the value. Returns `none`, and does not move, if the
  /// bytes differ from those seen before.
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

  /// The code the caller assigned to the step's key.
  std::uint8_t code(std::uint8_t of) const { return steps_[of].code; }

  /// Records that `text`, whose key has the given `code`, followed step `last`. Returns the number of that step, or
  /// `otherwise` if the text is too long or there are too many steps.
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
  static constexpr std::size_t longest = 48, most = 128;  // a PyTorch trace has sixty
  struct step {
    alignas(16) std::array<char, longest> text{};
    std::uint8_t size = 0, code = 0;
    std::array<std::uint8_t, 2> next{};  ///< steps that followed this one, most recent first
  };

  /// Whether the 48 readable bytes at `at` begin with the step's text.
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
