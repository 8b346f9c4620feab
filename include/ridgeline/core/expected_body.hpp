#ifndef RIDGELINE_CORE_EXPECTED_BODY_HPP
#define RIDGELINE_CORE_EXPECTED_BODY_HPP

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

std::string to_string(const source_pos& at) {
  std::string text = at.file;
  if (at.line == 0) return text;
  const bool in_memory = text.empty();
  text += (in_memory ? "line " : ":") + std::to_string(at.line);
  if (at.column != 0) text += (in_memory ? ", column " : ":") + std::to_string(at.column);
  return text;
}

std::string to_string(const failure& f) {
  const std::string where = to_string(f.at);
  std::string text = where.empty() ? f.what : where + ": " + f.what;
  // a zero of the input would end the text for printf: its picture stands for it, as on the console
  for (std::size_t at = 0; (at = text.find('\0', at)) != text.npos;) text.replace(at, 1, "\u2400");
  return text;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_EXPECTED_BODY_HPP
