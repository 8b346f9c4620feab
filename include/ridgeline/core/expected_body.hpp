#ifndef RIDGELINE_CORE_EXPECTED_BODY_HPP
#define RIDGELINE_CORE_EXPECTED_BODY_HPP

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

std::string to_string(const source_pos& at) {
  std::string text = at.file;
  if (at.line != 0) text += ":" + std::to_string(at.line);
  if (at.line != 0 && at.column != 0) text += ":" + std::to_string(at.column);
  return text;
}

std::string to_string(const failure& f) {
  const std::string where = to_string(f.at);
  return where.empty() ? f.what : where + ": " + f.what;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_EXPECTED_BODY_HPP
