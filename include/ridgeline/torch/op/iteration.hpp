#ifndef RIDGELINE_TORCH_OP_ITERATION_HPP
#define RIDGELINE_TORCH_OP_ITERATION_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/record/step_names.hpp>

namespace ridgeline {

/// One kind of request in a step of a serving engine: their number, and sums over them.
struct torch_requests {
  double count = 0;
  double queries = 0;           ///< tokens of this step
  double keys = 0;              ///< tokens including those in the cache
  double queries_squared = 0;
  double products = 0;          ///< sum over requests of queries times keys
};

/// What a step of a serving engine processes: prompts, one more token for each running request, both, or nothing.
enum class step_phase : unsigned char { prefilldecode, prefill_only, decode_only, idle };

constexpr std::string_view name_of(step_phase p) {
  constexpr std::array<std::string_view, 4> names{"prefilldecode", "prefill_only", "decode_only", "idle"};
  return names[static_cast<std::size_t>(p)];
}
constexpr step_phase phase_of_requests(double prompts, double generating) {
  if (prompts > 0) return generating > 0 ? step_phase::prefilldecode : step_phase::prefill_only;
  return generating > 0 ? step_phase::decode_only : step_phase::idle;
}

/// The description of a step that a serving engine puts in the name of the range around it. `vllm_old` and
/// `sglang_other` give only the phase, `trtllm` the numbers of requests.
struct torch_iteration {
  enum class format : unsigned char {
    none, vllm, vllm_native, vllm_old, sglang, sglang_native, sglang_other, trtllm, atom, diffusion
  };
  format is = format::none;
  step_phase phase = step_phase::idle;  ///< by the engine's word for it, if any, else by the requests
  torch_requests context{}, generation{};
  bool has_sums = false;  ///< queries, keys and products are given as well as counts

  constexpr explicit operator bool() const { return is != format::none; }
};

namespace torch_detail {

/// The number after `key=` at the start of a word; NaN if there is none.
constexpr double annotated(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
    if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '[') continue;
    annotation_cursor rest(text.substr(at + key.size()));
    if (!rest.take("=")) continue;
    const double value = rest.number();
    if (rest.ok()) return value;
  }
  return missing<double>;
}

/// Parses `<r>(sq<>sk<>sqsq<>sqsk<>)`.
constexpr torch_requests summed_requests(annotation_cursor& at) {
  torch_requests r;
  r.count = at.number();
  at.take("(sq");
  r.queries = at.number(true);
  at.take("sk");
  r.keys = at.number(true);
  at.take("sqsq");
  r.queries_squared = at.number(true);
  at.take("sqsk");
  r.products = at.number(true);
  at.take(")");
  return r;
}
constexpr torch_requests counted_requests(annotation_cursor& at) {
  torch_requests r;
  r.count = at.number();
  at.take("(");
  r.queries = at.number(true);
  at.take(")");
  return r;
}

constexpr torch_iteration vllm_iteration(std::string_view name, bool sums) {
  annotation_cursor at(name);
  torch_iteration i;
  at.take("execute_");
  if (sums) at.number(), at.take("_");
  at.take("context_");
  i.context = sums ? summed_requests(at) : counted_requests(at);
  at.take("_generation_");
  i.generation = sums ? summed_requests(at) : counted_requests(at);
  i.is = !at.ok() ? torch_iteration::format::none : sums ? torch_iteration::format::vllm
                                                         : torch_iteration::format::vllm_native;
  i.phase = phase_of_requests(i.context.count, i.generation.count);
  i.has_sums = sums;
  return i;
}
/// vLLM until 2025, `execute_new_1_cached_3`; the second chunk of a prompt counts as cached.
constexpr torch_iteration old_vllm_iteration(std::string_view name) {
  annotation_cursor at(name);
  at.take("execute_new_");
  const double prompts = at.number();
  at.take("_cached_");
  const double cached = at.number();
  torch_iteration i;
  if (at.ok()) i.is = torch_iteration::format::vllm_old, i.phase = phase_of_requests(prompts, cached);
  return i;
}

/// The word that SGLang names a kind of step with. For steps that are not `counted`, only the phase is read.
struct sglang_step_word {
  std::string_view word{};
  step_phase phase = step_phase::idle;
  bool counted = false;

  constexpr explicit operator bool() const { return !word.empty(); }
};

/// Whether a range is named as SGLang names its steps: `step[` and a word in capitals, whatever it is.
inline constexpr std::string_view sglang_front = "step[";
constexpr bool is_named_as_sglang_step(std::string_view name) {
  return name.starts_with(sglang_front) && name.size() > sglang_front.size() &&
         core_detail::is_capital(name[sglang_front.size()]);
}

/// Whether a range is named as SGLang names what the draft model does beside the steps of the target.
constexpr bool is_draft_range(std::string_view name) { return name == "draft" || name == "draft_extend"; }

/// Whether one of the words that underscores divide is `part`.
constexpr bool has_part(std::string_view words, std::string_view part) {
  for (std::size_t at = words.find(part); at != words.npos; at = words.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    if ((at == 0 || words[at - 1] == '_') && (end == words.size() || words[end] == '_')) return true;
  }
  return false;
}

/// The word after `step[`, which is the name of SGLang's `ForwardMode`; nothing for any other name, and for words that
/// are not known. Versions differ in how they name the steps of speculative decoding, `TARGET_VERIFY`, `VERIFY`,
/// `DRAFT_EXTEND_V2`, `DRAFT_LOOP`, so parts of the word decide; diffusion (`DLLM_EXTEND`) is neither phase.
constexpr sglang_step_word sglang_word_of(std::string_view name) {
  if (!is_named_as_sglang_step(name)) return {};
  name.remove_prefix(sglang_front.size());
  const std::string_view word = name.substr(0, name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"));
  if (word == "EXTEND") return {word, step_phase::prefill_only, true};
  if (word == "DECODE") return {word, step_phase::decode_only, true};
  if (word == "MIXED") return {word, step_phase::prefilldecode, true};
  if (word == "IDLE") return {word, step_phase::idle, false};
  const auto has = [&](std::string_view part) { return has_part(word, part); };
  if (has("DLLM")) return {};
  if (has("VERIFY") || has("DRAFT")) return {word, step_phase::decode_only, false};
  if (has("EXTEND") || has("PREFILL")) return {word, step_phase::prefill_only, false};
  if (has("DECODE")) return {word, step_phase::decode_only, false};
  if (has("MIXED")) return {word, step_phase::prefilldecode, false};
  return {};
}

constexpr torch_iteration sglang_iteration(std::string_view name) {
  torch_iteration i;
  const sglang_step_word kind = sglang_word_of(name);
  if (!kind) return i;
  i.phase = !kind.counted && annotated(name, "bs") == 0 ? step_phase::idle : kind.phase;
  i.is = torch_iteration::format::sglang_other;
  if (!kind.counted) return i;
  const bool extend = i.phase == step_phase::prefill_only, decode = i.phase == step_phase::decode_only;
  const bool mixed = i.phase == step_phase::prefilldecode;
  const auto get = [&](std::string_view key) { return annotated(name, key); };
  const double requests = or_zero(get("bs"));
  if (extend) i.context.count = requests;
  if (decode) i.generation.count = requests;
  if (mixed) i.context.count = or_zero(get("c")), i.generation.count = or_zero(get("g"));
  i.has_sums = name.find("sqsq=") != name.npos;
  i.is = i.has_sums ? torch_iteration::format::sglang : torch_iteration::format::sglang_native;
  // a batch of one kind leaves its tokens to `toks`, or to `bs` if there is one for each request
  const auto tokens = [&](std::string_view sum, std::string_view otherwise) {
    const double given = get(sum);
    return or_zero(known(given) ? given : get(otherwise));
  };
  if (i.has_sums) {
    i.context.queries = tokens("c_sq", extend ? "toks" : ""), i.context.keys = or_zero(get("c_sk"));
    i.context.queries_squared = or_zero(get("c_sqsq")), i.context.products = or_zero(get("c_sqsk"));
    i.generation.queries = tokens("g_sq", decode ? "bs" : ""), i.generation.keys = or_zero(get("g_sk"));
    i.generation.queries_squared = or_zero(get("g_sqsq")), i.generation.products = or_zero(get("g_sqsk"));
  } else if (decode) {
    i.generation.queries = requests;
  } else {
    i.context.queries = or_zero(get("toks"));
  }
  return i;
}

/// TensorRT-LLM, `[Executor] _forward_step 7: 1 ctx reqs, 512 ctx tokens, 3 gen reqs`; without the tokens, and at first
/// without the number of the step, in older versions.
constexpr torch_iteration trtllm_iteration(std::string_view name) {
  annotation_cursor at(name);
  at.take("[Executor] _forward_step");
  if (at.rest().starts_with(' ')) at.take(" "), at.number();
  at.take(": ");
  torch_iteration i;
  i.context.count = at.number();
  at.take(" ctx reqs, ");
  if (at.rest().find(" ctx tokens, ") != name.npos) i.context.queries = at.number(), at.take(" ctx tokens, ");
  i.generation.count = at.number();
  at.take(" gen reqs");
  if (!at.ok()) return {};
  i.is = torch_iteration::format::trtllm;
  i.phase = phase_of_requests(i.context.count, i.generation.count);
  return i;
}

constexpr torch_iteration atom_iteration(std::string_view name) {
  torch_iteration i;
  const bool prefill = name.starts_with("prefill[");
  if (!prefill && !name.starts_with("decode[")) return i;
  torch_requests& r = prefill ? i.context : i.generation;
  r.count = or_zero(annotated(name, "bs"));
  r.queries = or_zero(annotated(name, "tok"));
  const double squared = annotated(name, "sqsq"), products = annotated(name, "sqsk");
  r.queries_squared = or_zero(squared), r.products = or_zero(products), r.keys = or_zero(annotated(name, "sk"));
  i.has_sums = known(squared) && known(products);
  i.phase = prefill ? step_phase::prefill_only : step_phase::decode_only;
  i.is = torch_iteration::format::atom;
  return i;
}

}  // namespace torch_detail

/// Parses the name of a range as written by vLLM, SGLang, TensorRT-LLM, ATOM and diffusion servers; the result converts
/// to false for any other name.
constexpr torch_iteration parse_iteration(std::string_view name) {
  if (const torch_iteration i = torch_detail::vllm_iteration(name, true)) return i;
  if (const torch_iteration i = torch_detail::vllm_iteration(name, false)) return i;
  if (const torch_iteration i = torch_detail::old_vllm_iteration(name)) return i;
  if (const torch_iteration i = torch_detail::sglang_iteration(name)) return i;
  if (const torch_iteration i = torch_detail::trtllm_iteration(name)) return i;
  if (const torch_iteration i = torch_detail::atom_iteration(name)) return i;
  torch_detail::annotation_cursor at(name);
  torch_iteration i;
  at.take("execute_diffusion_");
  i.generation.count = at.number();
  at.take("_");
  at.number();
  at.take("x");
  at.number();
  if (at.ok()) i.is = torch_iteration::format::diffusion;
  return i;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ITERATION_HPP
