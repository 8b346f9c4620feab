#ifndef RIDGELINE_GPU_COMMUNICATION_RULE_HPP
#define RIDGELINE_GPU_COMMUNICATION_RULE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/collective_kind.hpp>

namespace ridgeline::gpu {

/// The library a communication kernel belongs to, and what the kernel does.
struct communication {
  std::string_view library{};  ///< as spelled by its authors, "DeepEP"; empty: unknown
  collective_kind kind = collective_kind::unknown;
  friend constexpr bool operator==(const communication&, const communication&) = default;
};

/// Which of the two names a rule applies to.
enum class name_read : std::uint8_t {
  kernel,
  op  ///< the innermost op around the launch
};

/// Where in the name the text of a rule must occur.
enum class text_place : std::uint8_t {
  anywhere,
  front,             ///< at the start of the name
  whole,             ///< the entire name
  word_start,        ///< not preceded by a letter, digit or underscore
  no_letter_before   ///< not preceded by a letter or digit, but possibly by an underscore: `ep::` in `deep_ep::`
};

/// What a match means.
enum class rule_says : std::uint8_t {
  communication,
  computation,
  more  ///< decides nothing, but adds library or kind to communication
};

/// A row of the table. The text is compared ignoring ASCII case. A rule with a `test` uses that instead of the text.
struct communication_rule {
  std::string_view text{};
  text_place place = text_place::anywhere;
  rule_says says = rule_says::communication;
  std::string_view library{};
  collective_kind kind = collective_kind::unknown;
  const char* source = "";  ///< where the name was found
  name_read of = name_read::kernel;
  bool (*test)(std::string_view kernel, std::string_view op) = nullptr;
};

namespace gpu_detail {

using core_detail::is_letter_or_digit;

constexpr bool place_fits(const communication_rule& r, std::string_view name, std::size_t at) {
  switch (r.place) {
    case text_place::anywhere: return true;
    case text_place::front: return at == 0;
    case text_place::whole: return at == 0 && r.text.size() == name.size();
    case text_place::word_start: return at == 0 || (!is_letter_or_digit(name[at - 1]) && name[at - 1] != '_');
    case text_place::no_letter_before: return at == 0 || !is_letter_or_digit(name[at - 1]);
  }
  return false;
}

/// The rules a kernel matches: for each kind of answer, the first row that provides it.
struct rules_met {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t decides = none;  ///< decides between communication and computation
  std::size_t library = none;
  std::size_t kind = none;

  constexpr void meet(std::size_t row, const communication_rule& r) {
    if (r.says != rule_says::more && row < decides) decides = row;
    if (!r.library.empty() && row < library) library = row;
    if (r.kind != collective_kind::unknown && row < kind) kind = row;
  }
};

constexpr core_detail::beginnings beginnings_of(std::span<const communication_rule> rules, name_read of) {
  core_detail::beginnings b;
  for (const communication_rule& r : rules)
    if (r.of == of) b.add(r.text);
  return b;
}

/// Scans a name in one pass, in time linear in its length and without allocating.
constexpr void scan(std::span<const communication_rule> rules, const core_detail::beginnings& first, name_read of,
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
