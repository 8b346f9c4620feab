#ifndef RIDGELINE_TORCH_STEP_SERVING_STEP_HPP
#define RIDGELINE_TORCH_STEP_SERVING_STEP_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/record/faults.hpp>

namespace ridgeline {

struct torch_trace;

/// One step of a serving engine: the range around it, and the data in its name. `rows`: the number of rows of the
/// step's matrices, which decides which captured graph it runs; missing if the name does not show it.
struct serving_step {
  std::uint32_t event = missing<std::uint32_t>;
  std::int64_t rows = missing<std::int64_t>;
  std::int64_t context_requests = 0, context_tokens = 0;
  std::int64_t generation_requests = 0, generation_tokens = 0;

  constexpr std::int64_t requests() const { return context_requests + generation_requests; }
  constexpr step_phase phase() const {
    return phase_of_requests(static_cast<double>(context_requests), static_cast<double>(generation_requests));
  }
};

/// How much the name of a step shows. Native names count tokens; detailed ones also have sums over requests. Native
/// names are only used in traces without detailed ones.
enum class step_detail : unsigned char { none, native, detailed };

namespace torch_detail {

constexpr bool is_word_letter(char c) { return core_detail::is_letter_or_digit(c) || c == '_'; }

/// Whether a name begins with `step[EXTEND` or another word whose steps are counted, which it then loses.
constexpr bool take_step_kind(std::string_view& name) {
  const sglang_step_word kind = sglang_word_of(name);
  if (!kind.counted) return false;
  const std::string_view rest = name.substr(sglang_front.size() + kind.word.size());
  if (!rest.empty() && is_word_letter(rest.front())) return false;
  name = rest;
  return true;
}

/// Whether the text contains `sqsq=` followed by a digit.
constexpr bool has_sums(std::string_view text) {
  constexpr std::string_view key = "sqsq=";
  for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1))
    if (at + key.size() < text.size() && core_detail::is_digit(text[at + key.size()])) return true;
  return false;
}

/// Whether a name is `execute_<n>_context_<n>(sq<n>sk<n>sqsq<n>sqsk<n>)_generation_<n>(...)`, or without sums; no
/// number may be absent.
constexpr bool is_vllm_step(std::string_view name, bool sums) {
  annotation_cursor at(name);
  at.take("execute_");
  if (sums) at.number(), at.take("_");
  for (const std::string_view kind : {"context_", "_generation_"}) {
    at.take(kind);
    at.number();
    at.take("(");
    if (sums) {
      for (const std::string_view key : {"sq", "sk", "sqsq", "sqsk"}) at.take(key), at.number();
    } else {
      at.number();
    }
    at.take(")");
  }
  return at.ok();
}

/// Converts a count to an integer, limited to 1e15; 0 if it is unknown or negative.
constexpr std::int64_t whole_of(double n) {
  constexpr double most = 1e15;
  return !known(n) ? 0 : static_cast<std::int64_t>(n < 0 ? 0 : n > most ? most : n);
}

}  // namespace torch_detail

/// Whether a range's name is that of a step, and how detailed it is.
constexpr step_detail step_detail_of(std::string_view name) {
  using namespace torch_detail;
  if (is_vllm_step(name, true)) return step_detail::detailed;
  if (is_vllm_step(name, false)) return step_detail::native;
  if (name.starts_with("prefill[") || name.starts_with("decode[")) {
    const std::size_t close = name.rfind(']');
    if (close == name.npos) return step_detail::none;
    return has_sums(name.substr(0, close)) ? step_detail::detailed : step_detail::native;
  }
  if (std::string_view rest = name; take_step_kind(rest)) {
    const std::size_t close = rest.find(']');
    if (close == rest.npos) return step_detail::none;
    return has_sums(rest.substr(0, close)) ? step_detail::detailed : step_detail::native;
  }
  return parse_iteration(name).is == torch_iteration::format::diffusion ? step_detail::native : step_detail::none;
}

namespace torch_detail {

/// The rows of an SGLang step without sums: from `step[KIND bs=<n>]` and `step[KIND bs=<n> toks=<n>]`. For any other
/// name, the text between its first two underscores, if that is a number.
constexpr std::int64_t native_sglang_rows(std::string_view name) {
  std::string_view rest = name;
  annotation_cursor at(take_step_kind(rest) ? rest : std::string_view());
  at.take(" bs=");
  const double requests = at.number();
  double tokens = 0;
  if (at.ok() && at.rest().starts_with(" toks=")) at.take(" toks="), tokens = at.number();
  at.take("]");
  if (at.ok() && at.rest().empty())
    return whole_of(name.starts_with("step[DECODE") || !(tokens > 0) ? requests : tokens);
  const std::size_t first = name.find('_');
  if (first == name.npos) return missing<std::int64_t>;
  const std::string_view second = name.substr(first + 1, name.find('_', first + 1) - first - 1);
  annotation_cursor whole(second);
  const double n = whole.number();
  return whole.ok() && whole.rest().empty() ? whole_of(n) : missing<std::int64_t>;
}

constexpr double first_of(double a, double b, double c) { return a > 0 ? a : b > 0 ? b : or_zero(c); }

}  // namespace torch_detail

/// Parses the name of a step, for which `step_detail_of(name)` is not `none`.
constexpr serving_step read_serving_step(std::string_view name) {
  using format = torch_iteration::format;
  using torch_detail::annotated, torch_detail::whole_of;
  const torch_iteration i = parse_iteration(name);
  serving_step s;
  s.context_requests = whole_of(i.context.count), s.context_tokens = whole_of(i.context.queries);
  s.generation_requests = whole_of(i.generation.count), s.generation_tokens = whole_of(i.generation.queries);
  switch (i.is) {
    case format::sglang:
      s.rows = whole_of(torch_detail::first_of(i.context.queries + i.generation.queries, annotated(name, "toks"),
                                               annotated(name, "bs")));
      break;
    case format::sglang_native:
      s.rows = torch_detail::native_sglang_rows(name);
      if (name.starts_with("step[MIXED"))
        s.context_requests = whole_of(annotated(name, "bs")), s.generation_requests = 0;
      break;
    case format::diffusion:
      s.rows = whole_of(i.generation.count);
      s.generation_requests = 0;
      break;
    case format::none:
    case format::vllm_old:
    case format::sglang_other:
    case format::trtllm: break;
    case format::vllm:
    case format::vllm_native:
    case format::atom: s.rows = s.context_tokens + s.generation_tokens; break;
  }
  return s;
}

/// The steps of a trace by start: host ranges recognised by name. A range around other steps of its thread is none
/// itself if all calls in it that start GPU work are in those.
std::vector<serving_step> serving_steps_of(const torch_trace& trace, torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_SERVING_STEP_HPP
