#ifndef RIDGELINE_TORCH_READ_LIST_TEXT_HPP
#define RIDGELINE_TORCH_READ_LIST_TEXT_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

/// Lists of arguments in other notations than JSON.
namespace ridgeline::torch_detail {

/// Converts `4,8;;8,2` to `[[4,8],[],[8,2]]` and `float;Scalar` to `["float","Scalar"]`.
inline std::string list_of_semicolons(std::string_view text) {
  const bool numbers = text.find_first_not_of("0123456789,; -") == std::string_view::npos;
  const std::string_view open = numbers ? "[" : "\"", close = numbers ? "]" : "\"";
  std::string list = "[";
  for (;;) {
    const std::size_t end = std::min(text.find(';'), text.size());
    list.append(open).append(text.substr(0, end)).append(close);
    if (end >= text.size() || end + 1 == text.size()) break;  // a trailing semicolon ends the last item
    list += ',';
    text.remove_prefix(end + 1);
  }
  return list += ']';
}

/// Whether some of these shapes or strides are in quotes, and nothing else is: no event that a cut one runs into.
inline bool quotes_extents(std::string_view text) {
  return text.find_first_of("\"'") != text.npos && text.find_first_not_of("0123456789-,()[]\"' \t\r\n") == text.npos;
}

/// Converts Python's `['float', 'bool']` and `((4, 8), (2,))` to JSON. With `extents`, numbers and lists in quotes lose
/// them: `["(4, 8)", ""]` becomes `[[4, 8], []]`.
inline std::string list_of_python(std::string_view text, bool extents) {
  std::string list;
  char before = 0;
  for (const char ch : text) {
    const bool quote = ch == '"' || ch == '\'';
    if (quote && extents) {
      if (before == ch) list += "[]";
    } else if (ch == ')' || ch == ']') {
      while (list.ends_with(' ') || list.ends_with(',')) list.pop_back();
      list += ']';
    } else {
      list += quote ? '"' : ch == '(' ? '[' : ch;
    }
    before = ch;
  }
  return list;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_LIST_TEXT_HPP
