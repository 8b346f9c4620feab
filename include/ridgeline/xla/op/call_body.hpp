#ifndef RIDGELINE_XLA_OP_CALL_BODY_HPP
#define RIDGELINE_XLA_OP_CALL_BODY_HPP

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/xla/op/call.hpp>

namespace ridgeline {

namespace xla_detail {

/// The position after `key` and `:` or `=` in a backend config; npos if the key is absent.
inline std::size_t value_position(std::string_view config, std::string_view key) {
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

/// The integer at the beginning of `text`, after blanks and optionally in quotes. Nothing if there is none, or if it
/// is too large.
inline std::optional<std::int64_t> leading_number(std::string_view text) {
  std::size_t i = std::min(text.find_first_not_of(' '), text.size());
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

std::string_view config_object(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::value_position(config, key);
  if (at == std::string_view::npos || at == config.size() || config[at] != '{') return {};
  std::size_t depth = 0;
  for (std::size_t end = at; end < config.size(); ++end) {
    if (config[end] == '{') ++depth;
    if (config[end] == '}' && --depth == 0) return config.substr(at + 1, end - at - 1);
  }
  return {};
}

std::optional<std::int64_t> config_number(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::value_position(config, key);
  return at == std::string_view::npos ? std::nullopt : xla_detail::leading_number(config.substr(at));
}

bool config_is_set(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::value_position(config, key);
  if (at == std::string_view::npos) return false;
  if (config.substr(at).starts_with("true")) return true;
  for (const char c : config.substr(at)) {
    if (c >= '1' && c <= '9') return true;
    if (c != '0' && c != '.' && c != '-' && c != '"') return false;
  }
  return false;
}

std::string_view config_text(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::value_position(config, key);
  if (at == std::string_view::npos || at == config.size() || config[at] != '"') return {};
  const std::size_t end = config.find('"', at + 1);
  return end == std::string_view::npos ? std::string_view{} : config.substr(at + 1, end - at - 1);
}

std::optional<std::vector<std::int64_t>> config_list(std::string_view config, std::string_view key) {
  const std::size_t at = xla_detail::value_position(config, key);
  if (at == std::string_view::npos || at == config.size() || config[at] != '[') return std::nullopt;
  const std::size_t end = config.find(']', at);
  if (end == std::string_view::npos) return std::nullopt;
  std::vector<std::int64_t> numbers;
  std::string_view rest = config.substr(at + 1, end - at - 1);
  while (!rest.empty()) {
    const std::string_view number = core_detail::take_part(rest, ',');
    if (const auto n = xla_detail::leading_number(number)) numbers.push_back(*n);
  }
  return numbers;
}

namespace xla_detail {

/// The contracting dimensions of a Transformer Engine product on one side: those before or those after the axis
/// boundary, depending on whether the side is transposed.
inline std::optional<std::vector<std::int64_t>> te_contracting(const xla_call& call, const xla_tensor& t, bool left) {
  const auto boundary = config_number(call.config, left ? "lhs_axis_boundary" : "rhs_axis_boundary");
  const auto rank = static_cast<std::int64_t>(t.dims.size());
  if (!boundary || *boundary < 0 || *boundary > rank) return std::nullopt;
  const bool front = config_is_set(call.config, left ? "lhs_transposed" : "rhs_transposed") == left;
  std::vector<std::int64_t> dimensions;
  for (std::int64_t d = front ? 0 : *boundary; d < (front ? *boundary : rank); ++d) dimensions.push_back(d);
  return dimensions;
}

/// Transformer Engine's product of groups: lhs, its scales, rhs, its scales, a bias, the sizes of the groups, where lhs
/// and rhs lie flat. What it gives tells their extents: M x N, each row by the K x N matrix of its group, or, as the
/// gradient of these matrices, G x M x N, each place of K summed into the result of its group. Nothing where the
/// elements do not fit, nor of its first form, which has each group as an operand of its own.
inline std::optional<xla_dot> te_groups(const xla_call& call) {
  if (call.operands.size() < 6 || call.outputs.empty() || config_number(call.config, "num_gemms")) return std::nullopt;
  const xla_tensor& c = call.outputs[0];
  const std::size_t rank = c.dims.size();
  if (rank != 2 && rank != 3) return std::nullopt;
  const auto m = static_cast<double>(c.dims[rank - 2]), n = static_cast<double>(c.dims[rank - 1]);
  const double left = call.operands[0].elements(), right = call.operands[2].elements();
  const double k = std::floor(left / m), groups = rank == 3 ? 1 : std::floor(right / (k * n));
  constexpr double most = 1e15;  // so that products are exact
  if (!(m > 0 && n > 0 && k > 0 && groups > 0 && left < most && right < most) || m * k != left ||
      groups * k * n != right)
    return std::nullopt;
  const auto shaped = [&](std::size_t operand, std::initializer_list<double> extents) {
    xla_tensor t;
    t.type = call.operands[operand].type;
    for (const double extent : extents) t.dims.push_back(static_cast<std::int64_t>(extent));
    return t;
  };
  if (rank == 3) return xla_dot{shaped(0, {k, m}), shaped(2, {k, n}), c, {0}, {0}, {}, {}, {}, true};
  return xla_dot{shaped(0, {m, k}), shaped(2, {groups, k, n}), c, {1}, {1}, {}, {}, {0}, true};
}

}  // namespace xla_detail

std::vector<std::size_t> multiplied_operands(const xla_call& call) {
  const bool te = is_te_matrix_product(call.target) || is_te_grouped_product(call.target);
  std::vector<std::size_t> numbers;
  for (std::size_t n = 0; n < call.operands.size() && numbers.size() < 2; ++n)
    if (te ? n == 0 || n == 2 : !call.operands[n].dims.empty()) numbers.push_back(n);
  return numbers;
}

byte_count bytes_beside(const xla_call& call, std::size_t first, std::size_t second) {
  const auto counts = [](const xla_tensor& t) {
    return t.elements() > 1 && (is_floating(t.type) || is_complex(t.type) || t.dims.size() > 1);
  };
  byte_count sum{};
  for (std::size_t n = 0; n < call.operands.size(); ++n)
    if (n != first && n != second && counts(call.operands[n])) sum += call.operands[n].bytes();
  for (std::size_t n = 1; n < call.outputs.size(); ++n)
    if (counts(call.outputs[n]) && !is_scratch(call.outputs[n].type, call.outputs[n].dims.size()))
      sum += call.outputs[n].bytes();
  return sum;
}

std::optional<xla_dot> product_of(const xla_call& call) {
  if (is_te_grouped_product(call.target)) return xla_detail::te_groups(call);
  const bool te = is_te_matrix_product(call.target);
  std::vector<const xla_tensor*> matrices;
  for (const std::size_t n : multiplied_operands(call)) matrices.push_back(&call.operands[n]);
  const bool floating = std::any_of(matrices.begin(), matrices.end(),
                                    [](const xla_tensor* t) { return is_floating(t->type); });
  const auto c = std::find_if(call.outputs.begin(), call.outputs.end(), [&](const xla_tensor& t) {
    return !t.dims.empty() && (!floating || is_floating(t.type));
  });
  if (matrices.size() < 2) return std::nullopt;
  if (is_block_scaled_product(call.target) && c != call.outputs.end()) {
    const auto last = static_cast<std::int64_t>(matrices[0]->dims.size()) - 1;
    std::vector<std::int64_t> batches;
    for (std::int64_t d = 0; d + 1 < last; ++d) batches.push_back(d);
    return xla_dot{*matrices[0], *matrices[1], *c, {last}, {last}, batches, batches};
  }
  auto lhs = te ? xla_detail::te_contracting(call, *matrices[0], true)
                : config_list(call.config, "lhs_contracting_dimensions");
  auto rhs = te ? xla_detail::te_contracting(call, *matrices[1], false)
                : config_list(call.config, "rhs_contracting_dimensions");
  if (c == call.outputs.end() || !lhs || !rhs) return std::nullopt;
  return xla_dot{*matrices[0], *matrices[1], *c, std::move(*lhs), std::move(*rhs),
                 config_list(call.config, "lhs_batch_dimensions").value_or(std::vector<std::int64_t>{}),
                 config_list(call.config, "rhs_batch_dimensions").value_or(std::vector<std::int64_t>{}),
                 config_list(call.config, "rhs_group_dimensions").value_or(std::vector<std::int64_t>{}),
                 config_list(call.config, "lhs_ragged_dimensions").has_value()};
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CALL_BODY_HPP
