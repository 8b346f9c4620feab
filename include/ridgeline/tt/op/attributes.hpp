#ifndef RIDGELINE_TT_OP_ATTRIBUTES_HPP
#define RIDGELINE_TT_OP_ATTRIBUTES_HPP

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

/// Parses the text in an op's ATTRIBUTES cell: `{'key': 'value'; 'config': 'Name(a=1;b=(2;3))'; ...}`.
namespace ridgeline::tt_attributes {

/// The text after the first `key`, up to the end of the attributes; nothing if the key is absent.
inline std::optional<std::string_view> after(std::string_view attributes, std::string_view key) {
  const std::size_t at = attributes.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  return attributes.substr(at + key.size());
}

/// The integer at the beginning of `text`.
inline std::optional<int> leading_int(std::string_view text) {
  int value = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
  if (done.ec != std::errc{}) return std::nullopt;
  return value;
}

/// The integer after the first `key`, as in `in0_block_w=2`.
inline std::optional<int> integer(std::string_view attributes, std::string_view key) {
  const std::optional<std::string_view> rest = after(attributes, key);
  return rest ? leading_int(*rest) : std::nullopt;
}

/// The value of a flag `'key': 'true'`, which may also be written `True` or `1`; nothing if the key is absent.
inline std::optional<bool> flag(std::string_view attributes, std::string_view quoted_key) {
  const std::optional<std::string_view> rest = after(attributes, quoted_key);
  if (!rest) return std::nullopt;
  return rest->starts_with("true") || rest->starts_with("True") || rest->starts_with("1'");
}

/// A pair of integers, `window_hw=(3;5)`.
struct pair {
  int first = 0;
  int second = 0;
};
inline std::optional<pair> pair_of(std::string_view attributes, std::string_view key) {
  const std::optional<std::string_view> rest = after(attributes, key);
  if (!rest || rest->substr(0, 2) != "=(") return std::nullopt;
  const std::size_t semicolon = rest->find(';');
  const std::optional<int> first = leading_int(rest->substr(2));
  if (!first || semicolon == std::string_view::npos) return std::nullopt;
  std::string_view tail = rest->substr(semicolon + 1);
  while (!tail.empty() && tail.front() == ' ') tail.remove_prefix(1);
  const std::optional<int> second = leading_int(tail);
  if (!second) return std::nullopt;
  return pair{*first, *second};
}

/// Appends the first `pieces` semicolon-separated parts of the text after `key`, joined with commas; `x` if the key
/// is absent. Parentheses and blanks are kept: `(3,3)`.
inline void append_list(std::string& out, std::string_view attributes, std::string_view key, int pieces) {
  std::optional<std::string_view> rest = after(attributes, key);
  if (!rest) {
    out += 'x';
    return;
  }
  for (int i = 0; i < pieces; ++i) {
    const std::size_t end = rest->find(';');
    if (i != 0) out += ',';
    out += rest->substr(0, end);
    if (end == std::string_view::npos) return;
    rest->remove_prefix(end + 1);
  }
}

}  // namespace ridgeline::tt_attributes

#endif  // RIDGELINE_TT_OP_ATTRIBUTES_HPP
