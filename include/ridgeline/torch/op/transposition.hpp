#ifndef RIDGELINE_TORCH_OP_TRANSPOSITION_HPP
#define RIDGELINE_TORCH_OP_TRANSPOSITION_HPP

#include <optional>
#include <string_view>

namespace ridgeline {

/// Which of two matrices a kernel reads transposed, according to its name; empty if the name does not show it.
struct torch_transposition {
  std::optional<bool> a{}, b{};
  bool parsed = false;
};
constexpr torch_transposition transposition_of(std::string_view kernel) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  /// three lower-case letters after the first `mark` that is followed by them
  const auto letters = [&](std::string_view mark) {
    for (std::size_t at = kernel.find(mark); at != kernel.npos; at = kernel.find(mark, at + 1)) {
      const std::string_view found = kernel.substr(at + mark.size(), 3);
      if (found.size() == 3 && lower(found[0]) && lower(found[1]) && lower(found[2])) return found;
    }
    return std::string_view();
  };
  torch_transposition t;
  if (kernel.starts_with("nvjet")) {
    const std::string_view last = kernel.substr(kernel.find_last_of('_') + 1);
    if (last.size() < 2) return t;
    return {last[0] == 'T', last[1] == 'T', true};
  }
  const std::string_view a = letters("_A"), b = letters("_B");
  if (letters("C").empty() || a.empty() || b.empty()) return t;
  t.parsed = true;
  const auto has = [&](std::string_view word) { return kernel.find(word) != kernel.npos; };
  if (has("_Ailk_") || has("_Alik_")) t.a = has("_Alik_") && !has("_Ailk_");
  if (has("_Bljk_") || has("_Bjlk_")) t.b = has("_Bjlk_") && !has("_Bljk_");
  return t;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_TRANSPOSITION_HPP
