#ifndef RIDGELINE_GPU_COMMUNICATION_RULE_HPP
#define RIDGELINE_GPU_COMMUNICATION_RULE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/collective_kind.hpp>

namespace ridgeline::gpu {

/// Whose communication a kernel is, and what it does.
struct communication {
  std::string_view library{};  ///< as its authors write it, "DeepEP"; empty: not told by the names
  collective_kind kind = collective_kind::unknown;
  friend constexpr bool operator==(const communication&, const communication&) = default;
};

/// Which of a kernel's two names a rule reads.
enum class name_read : std::uint8_t {
  kernel,
  op  ///< of the innermost op around the launch
};

/// Where in the name the text of a rule has to stand.
enum class text_place : std::uint8_t {
  anywhere,
  front,             ///< the name begins with it
  whole,             ///< the name is it
  word_start,        ///< no letter, digit or underscore before it
  no_letter_before   ///< no letter or digit before it; an underscore may be there: `ep::` in `deep_ep::`
};

/// What follows from the text.
enum class rule_says : std::uint8_t {
  communication,
  computation,
  more  ///< nothing by itself; of what is communication it gives library or kind
};

/// A row of the table of kinds. The text is compared without regard to upper and lower case (ASCII). A rule with a
/// `test` asks that instead of comparing text.
struct communication_rule {
  std::string_view text{};
  text_place place = text_place::anywhere;
  rule_says says = rule_says::communication;
  std::string_view library{};
  collective_kind kind = collective_kind::unknown;
  const char* source = "";  ///< where the name was read
  name_read of = name_read::kernel;
  bool (*test)(std::string_view kernel, std::string_view op) = nullptr;
};

namespace gpu_detail {

constexpr bool letter_or_digit(char c) {
  const char letter = core_detail::lower_letter(c);
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9');
}

constexpr bool place_fits(const communication_rule& r, std::string_view name, std::size_t at) {
  switch (r.place) {
    case text_place::anywhere: return true;
    case text_place::front: return at == 0;
    case text_place::whole: return at == 0 && r.text.size() == name.size();
    case text_place::word_start: return at == 0 || (!letter_or_digit(name[at - 1]) && name[at - 1] != '_');
    case text_place::no_letter_before: return at == 0 || !letter_or_digit(name[at - 1]);
  }
  return false;
}

/// What the rules say of a kernel: of each kind of answer the first row that gives it.
struct rules_met {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t decides = none;  ///< says communication or computation
  std::size_t library = none;
  std::size_t kind = none;

  constexpr void meet(std::size_t row, const communication_rule& r) {
    if (r.says != rule_says::more && row < decides) decides = row;
    if (!r.library.empty() && row < library) library = row;
    if (r.kind != collective_kind::unknown && row < kind) kind = row;
  }
};

/// The three bytes with which texts of rules begin, so that a scan compares texts only where one may begin. A byte
/// counts by its last five bits, which are the same for both cases of a letter.
class beginnings {
 public:
  constexpr void add(std::string_view text) {
    if (text.empty()) return;
    const unsigned free = text.size() == 1 ? 10 : text.size() == 2 ? 5 : 0;  // bits that a short text leaves open
    const unsigned first = key_at(text, 0) >> free << free;
    for (unsigned key = first; key < first + (1u << free); ++key) words_[key >> 6] |= std::uint64_t{1} << (key & 63);
  }
  /// The first place from `at` on where a text may begin; the name's length when there is none.
  constexpr std::size_t next(std::string_view name, std::size_t at) const {
    for (unsigned key = key_at(name, at); at < name.size(); ++at, key = (key << 5 | low(name, at + 2)) & 0x7FFFu)
      if ((words_[key >> 6] >> (key & 63) & 1u) != 0) break;
    return at;
  }

 private:
  static constexpr unsigned low(std::string_view name, std::size_t i) {
    return i < name.size() ? static_cast<unsigned char>(name[i]) & 31u : 0u;
  }
  static constexpr unsigned key_at(std::string_view name, std::size_t at) {
    return low(name, at) << 10 | low(name, at + 1) << 5 | low(name, at + 2);
  }
  std::uint64_t words_[512] = {};
};

constexpr beginnings beginnings_of(std::span<const communication_rule> rules, name_read of) {
  beginnings b;
  for (const communication_rule& r : rules)
    if (r.of == of) b.add(r.text);
  return b;
}

/// One pass over a name: time linear in its length, no allocation.
constexpr void scan(std::span<const communication_rule> rules, const beginnings& first, name_read of,
                    std::string_view name, rules_met& met) {
  for (std::size_t at = first.next(name, 0); at < name.size(); at = first.next(name, at + 1)) {
    for (std::size_t row = 0; row < rules.size(); ++row) {
      const communication_rule& r = rules[row];
      if (r.of == of && !r.text.empty() && core_detail::stands_at(name, at, r.text) && place_fits(r, name, at))
        met.meet(row, r);
    }
  }
}

}  // namespace gpu_detail

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COMMUNICATION_RULE_HPP
