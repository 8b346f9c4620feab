#ifndef RIDGELINE_TORCH_PHASE_TEXT_HPP
#define RIDGELINE_TORCH_PHASE_TEXT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/units.hpp>

/// What the names of an op and its kernels show about their phase. The rules are defined on one text: all names of a
/// row, joined with blanks. That text is never built; each name is analysed once, and the results are combined.
namespace ridgeline {

/// Words that the rules look for, in lower case.
enum class phase_word : unsigned char {
  prefill, context, prompt, initialization, first_token, decode, generation, autoregressive, continuous_batch,
  paged_attention, kv_cache, reshape_and_cache, incremental, single_token, context_attention, prompt_attention,
  context_phase, prompt_processing, next_token, paged_attn_v2, block_sparse_attention, page_attention, flash_decode,
  chunked_prefill, block_prefill, flash_prefill, flash_attn, varlen
};
inline constexpr std::array<std::string_view, 28> phase_words{
    "prefill", "context", "prompt", "initialization", "first_token", "decode", "generation", "autoregressive",
    "continuous_batch", "paged_attention", "kv_cache", "reshape_and_cache", "incremental", "single_token",
    "context_attention", "prompt_attention", "context_phase", "prompt_processing", "next_token", "paged_attn_v2",
    "block_sparse_attention", "page_attention", "flash_decode", "chunked_prefill", "block_prefill", "flash_prefill",
    "flash_attn", "varlen"};

/// A set of words.
struct phase_word_set {
  std::uint32_t bits = 0;

  constexpr phase_word_set() = default;
  template <class... Words>
  constexpr explicit phase_word_set(phase_word first, Words... rest) : bits(bit(first)) {
    ((bits |= bit(rest)), ...);
  }
  static constexpr std::uint32_t bit(phase_word w) { return std::uint32_t{1} << static_cast<unsigned>(w); }
  constexpr bool has(phase_word w) const { return (bits & bit(w)) != 0; }
  constexpr bool any(phase_word_set of) const { return (bits & of.bits) != 0; }
};

/// The results for all rules of one name, or of several joined names.
struct phase_text {
  phase_word_set words{};
  phase_word_set then_decode{};   ///< which of paged_attention, flash_attn, varlen `decode` follows
  phase_word_set then_prefill{};  ///< which of them `prefill` follows
  double lengths = 0;             ///< sum of the sequence lengths in the name
  double length_count = 0;        ///< number of nonzero lengths
  bool ends_open = false;         ///< ends in `seqlen`: a number at the start of the next name is a length
  double first_number = missing<double>;  ///< leading digits

  constexpr void add_length(double n) {
    if (n > 0) lengths += n, length_count += 1;
  }
};

namespace torch_detail {

using core_detail::is_digit;

/// Parses digits from `at` on and moves `at` behind them; NaN if there are none.
constexpr double digits_at(std::string_view text, std::size_t& at) {
  double n = missing<double>;
  for (; at < text.size() && is_digit(text[at]); ++at) n = (known(n) ? n * 10 : 0) + (text[at] - '0');
  return n;
}

/// Converts ASCII letters to lower case.
inline void lower_case(std::string_view text, std::string& out) {
  out.assign(text);
  for (char& c : out) c = core_detail::lower_letter(c);
}

/// Reads `sl<n>`, `seqlen<n>`, `seqlen_<n>`, `seqlen <n>` and `seq<n>` from left to right.
constexpr void read_lengths(std::string_view text, phase_text& out) {
  for (std::size_t at = text.find('s'); at != text.npos; at = text.find('s', at)) {
    std::size_t end = at + 1;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("seqlen")) {
      end = at + 6;
      if (end == text.size()) out.ends_open = true;
      else if (text[end] == '_' || text[end] == ' ' || (text[end] >= '\t' && text[end] <= '\r')) ++end;
    } else if (rest.starts_with("seq")) {
      end = at + 3;
    } else if (rest.starts_with("sl")) {
      end = at + 2;
    } else {
      ++at;
      continue;
    }
    const double n = digits_at(text, end);
    if (known(n)) out.add_length(n);
    at = end;
  }
}

inline constexpr std::array<phase_word, 3> attention_heads{phase_word::paged_attention, phase_word::flash_attn,
                                                           phase_word::varlen};
inline constexpr phase_word_set attention_head_words(phase_word::paged_attention, phase_word::flash_attn,
                                                     phase_word::varlen);

}  // namespace torch_detail

/// Analyses one name; `lower` is scratch space.
inline phase_text phase_text_of(std::string_view name, std::string& lower) {
  torch_detail::lower_case(name, lower);
  const std::string_view text = lower;
  phase_text t;
  for (std::size_t i = 0; i < phase_words.size(); ++i)
    if (text.find(phase_words[i]) != text.npos) t.words.bits |= std::uint32_t{1} << i;
  for (const phase_word head : torch_detail::attention_heads) {
    if (!t.words.has(head)) continue;
    const std::string_view word = phase_words[static_cast<std::size_t>(head)];
    const std::string_view after = text.substr(text.find(word) + word.size());
    if (after.find("decode") != after.npos) t.then_decode.bits |= phase_word_set::bit(head);
    if (after.find("prefill") != after.npos) t.then_prefill.bits |= phase_word_set::bit(head);
  }
  torch_detail::read_lengths(text, t);
  std::size_t at = 0;
  t.first_number = torch_detail::digits_at(text, at);
  return t;
}
inline phase_text phase_text_of(std::string_view name) {
  std::string lower;
  return phase_text_of(name, lower);
}

/// The result for the two names joined with a blank.
constexpr phase_text phase_text_of_both(const phase_text& a, const phase_text& b) {
  phase_text t;
  t.words.bits = a.words.bits | b.words.bits;
  t.then_decode.bits = a.then_decode.bits | b.then_decode.bits;
  t.then_prefill.bits = a.then_prefill.bits | b.then_prefill.bits;
  const std::uint32_t heads = a.words.bits & torch_detail::attention_head_words.bits;
  if (b.words.has(phase_word::decode)) t.then_decode.bits |= heads;
  if (b.words.has(phase_word::prefill)) t.then_prefill.bits |= heads;
  t.lengths = a.lengths + b.lengths;
  t.length_count = a.length_count + b.length_count;
  if (a.ends_open && known(b.first_number)) t.add_length(b.first_number);
  t.ends_open = b.ends_open;
  t.first_number = a.first_number;
  return t;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_TEXT_HPP
