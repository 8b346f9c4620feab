#ifndef RIDGELINE_XLA_OP_CALL_HPP
#define RIDGELINE_XLA_OP_CALL_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/descriptor.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/record/hlo.hpp>
#include <ridgeline/xla/record/faults.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

/// A tensor that an instruction takes or gives.
struct xla_tensor {
  hlo_type type = hlo_type::invalid;
  std::vector<std::int64_t> dims{};
  std::vector<std::int64_t> layout{};  ///< dimensions from the fastest to the slowest
  bool has_layout = false;

  double elements() const {
    double product = 1;
    for (const std::int64_t d : dims) product *= static_cast<double>(d);
    return product;
  }
  byte_count bytes() const { return elements() * size_of(type); }
};

/// A matrix product: what it multiplies, what it gives, and the dimensions that it sums over and runs through.
struct xla_dot {
  xla_tensor a{}, b{}, c{};
  std::vector<std::int64_t> lhs_contracting{}, rhs_contracting{}, lhs_batch{}, rhs_batch{};
};

/// An instruction with a kernel of it, as op models see it.
struct xla_call {
  std::string_view kernel{};
  xla_category category = xla_category::rest;
  std::string_view opcode{};
  std::string_view target{};  ///< of a custom call
  std::string_view config{};  ///< the backend's
  std::vector<xla_tensor> operands{};
  std::vector<xla_tensor> outputs{};      ///< of a tuple its parts
  std::optional<xla_dot> dot{};           ///< of a fusion, the first one in what it calls
  std::optional<hlo_conv> conv{};
};

/// What an op sheet says of a call beside its cost: a whole number, or a text.
struct xla_parameter {
  std::string_view title;  ///< `param: M`
  std::string text;
  double number = missing<double>;
};
struct xla_description {
  std::vector<xla_parameter> parameters{};
  std::vector<xla_tensor> inputs{};  ///< in place of the operands; none: the operands
  math peak{};                       ///< which of a chip's peaks applies

  void add(std::string_view title, std::string text) { parameters.push_back({title, std::move(text)}); }
  void add(std::string_view title, double number) {
    std::string text;
    append_shortest(text, number);
    parameters.push_back({title, std::move(text), number});
  }
  void add(std::string_view title, bool yes) { add(title, std::string(yes ? "True" : "False")); }
  /// The parameter of that title; null where the model has none.
  const xla_parameter* find(std::string_view title) const {
    for (const xla_parameter& p : parameters)
      if (p.title == title) return &p;
    return nullptr;
  }
};

namespace xla_detail {

/// `(4096, 1024)`, `(0,)`, `()`: a Python tuple.
inline void append_tuple(std::string& out, const std::vector<std::int64_t>& numbers) {
  out += '(';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) out += ", ";
    out += std::to_string(numbers[i]);
  }
  out += numbers.size() == 1 ? ",)" : ")";
}
inline std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  std::string text;
  append_tuple(text, numbers);
  return text;
}

/// The position behind `key` and `:` or `=` in a backend's config; npos where the key is not there.
inline std::size_t behind_key(std::string_view config, std::string_view key) {
  for (std::size_t at = config.find(key); at != std::string_view::npos; at = config.find(key, at + 1)) {
    const char before = at == 0 ? ' ' : config[at - 1];
    std::size_t end = at + key.size();
    if (before != '"' && before != '{' && before != ' ' && before != ',') continue;
    if (end < config.size() && config[end] == '"') ++end;
    while (end < config.size() && config[end] == ' ') ++end;
    if (end == config.size() || (config[end] != ':' && config[end] != '=')) continue;
    ++end;
    while (end < config.size() && config[end] == ' ') ++end;
    return end;
  }
  return std::string_view::npos;
}

/// The whole number that `text` begins with, between quotes or not. Nothing where there is none or a huge one.
inline std::optional<std::int64_t> leading_number(std::string_view text) {
  std::size_t i = 0;
  if (i < text.size() && text[i] == '"') ++i;
  const bool minus = i < text.size() && text[i] == '-';
  if (minus) ++i;
  std::int64_t number = 0;
  const std::size_t digits = i;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    if (i - digits == 18) return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  if (i == digits) return std::nullopt;
  return minus ? -number : number;
}

}  // namespace xla_detail

/// A number of a backend's config, `"beta":0` or `attn_heads = 16 : i64`; nothing where it is not there.
inline std::optional<std::int64_t> config_number(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::behind_key(config, key);
  return at == std::string_view::npos ? std::nullopt : xla_detail::leading_number(config.substr(at));
}

/// Whether a number of the config is there and not zero, `"beta":0.5` included.
inline bool config_is_set(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::behind_key(config, key);
  if (at == std::string_view::npos) return false;
  for (const char c : config.substr(at)) {
    if (c >= '1' && c <= '9') return true;
    if (c != '0' && c != '.' && c != '-' && c != '"') return false;
  }
  return false;
}

/// A text of the config, `"epilogue":"BIAS"`; empty where it is not there.
inline std::string_view config_text(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::behind_key(config, key);
  if (at == std::string_view::npos || at == config.size() || config[at] != '"') return {};
  const std::size_t end = config.find('"', at + 1);
  return end == std::string_view::npos ? std::string_view{} : config.substr(at + 1, end - at - 1);
}

/// A list of numbers of the config, `"lhs_contracting_dimensions":["1"]`; nothing where it is not there.
inline std::optional<std::vector<std::int64_t>> config_list(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::behind_key(config, key);
  if (at == std::string_view::npos || at == config.size() || config[at] != '[') return std::nullopt;
  const std::size_t end = config.find(']', at);
  if (end == std::string_view::npos) return std::nullopt;
  std::vector<std::int64_t> numbers;
  std::string_view rest = config.substr(at + 1, end - at - 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    if (const auto n = xla_detail::leading_number(rest)) numbers.push_back(*n);
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return numbers;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CALL_HPP
