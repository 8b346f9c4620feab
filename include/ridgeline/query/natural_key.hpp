#ifndef RIDGELINE_QUERY_NATURAL_KEY_HPP
#define RIDGELINE_QUERY_NATURAL_KEY_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace ridgeline {

/// A sort key in natural order: numbers compare by value, so that `r10` comes after `r2`.
inline std::string natural_key(std::string_view text) {
  constexpr std::size_t width = 20;
  std::string key;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end - i < width) key.append(end > i ? width - (end - i) : 0, '0');
    key += text.substr(i, end > i ? end - i : 1);
    i = end > i ? end : i + 1;
  }
  return key;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_NATURAL_KEY_HPP
