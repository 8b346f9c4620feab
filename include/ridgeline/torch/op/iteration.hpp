#ifndef RIDGELINE_TORCH_OP_ITERATION_HPP
#define RIDGELINE_TORCH_OP_ITERATION_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/torch/op/argument.hpp>

namespace ridgeline {

/// One kind of requests in a step of a serving engine: how many, and sums over them.
struct torch_requests {
  double count = 0;
  double queries = 0;           ///< tokens of this step
  double keys = 0;              ///< tokens with those in the cache
  double queries_squared = 0;
  double products = 0;          ///< of a request's queries and keys
};

/// What a serving engine says of a step in the name of the range around it.
struct torch_iteration {
  enum class format : unsigned char { none, vllm, vllm_native, sglang, sglang_native, atom, diffusion };
  format is = format::none;
  torch_requests context{}, generation{};
  bool has_sums = false;  ///< queries, keys and products are given, not only counts

  constexpr explicit operator bool() const { return is != format::none; }
};

namespace torch_detail {

/// Takes texts and numbers off the front of a text.
class annotation_cursor {
 public:
  constexpr explicit annotation_cursor(std::string_view text) : rest_(text) {}

  constexpr bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return ok_ = false;
    rest_.remove_prefix(word.size());
    return true;
  }
  /// Digits; none count as 0 where `optional`.
  constexpr double number(bool optional = false) {
    double value = 0;
    std::size_t n = 0;
    for (; n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9'; ++n) value = value * 10 + (rest_[n] - '0');
    if (n == 0 && !optional) ok_ = false;
    rest_.remove_prefix(n);
    return value;
  }
  constexpr bool ok() const { return ok_; }
  constexpr std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// The number behind `key=` where a word starts; unknown without one.
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

/// `<r>(sq<>sk<>sqsq<>sqsk<>)`
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
  i.has_sums = sums;
  return i;
}

constexpr torch_iteration sglang_iteration(std::string_view name) {
  torch_iteration i;
  if (!name.starts_with("step[")) return i;
  const std::string_view kind = name.substr(5);
  const bool extend = kind.starts_with("EXTEND"), decode = kind.starts_with("DECODE");
  const bool mixed = kind.starts_with("MIXED");
  if (!extend && !decode && !mixed) return i;
  const auto get = [&](std::string_view key) { return annotated(name, key); };
  const double requests = or_zero(get("bs"));
  if (extend) i.context.count = requests;
  if (decode) i.generation.count = requests;
  if (mixed) i.context.count = or_zero(get("c")), i.generation.count = or_zero(get("g"));
  i.has_sums = name.find("sqsq=") != name.npos;
  i.is = i.has_sums ? torch_iteration::format::sglang : torch_iteration::format::sglang_native;
  if (i.has_sums) {
    i.context.queries = or_zero(get("c_sq")), i.context.keys = or_zero(get("c_sk"));
    i.context.queries_squared = or_zero(get("c_sqsq")), i.context.products = or_zero(get("c_sqsk"));
    i.generation.queries = or_zero(get("g_sq")), i.generation.keys = or_zero(get("g_sk"));
    i.generation.queries_squared = or_zero(get("g_sqsq")), i.generation.products = or_zero(get("g_sqsk"));
  } else if (decode) {
    i.generation.queries = requests;
  } else {
    i.context.queries = or_zero(get("toks"));
  }
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
  i.is = torch_iteration::format::atom;
  return i;
}

}  // namespace torch_detail

/// Reads the name of a range as vLLM, SGLang, ATOM and diffusion servers write it; false when it is none of these.
constexpr torch_iteration parse_iteration(std::string_view name) {
  if (const torch_iteration i = torch_detail::vllm_iteration(name, true)) return i;
  if (const torch_iteration i = torch_detail::vllm_iteration(name, false)) return i;
  if (const torch_iteration i = torch_detail::sglang_iteration(name)) return i;
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
