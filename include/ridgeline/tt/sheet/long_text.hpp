#ifndef RIDGELINE_TT_SHEET_LONG_TEXT_HPP
#define RIDGELINE_TT_SHEET_LONG_TEXT_HPP

#include <cstddef>
#include <string>

#include <ridgeline/sink/output.hpp>

namespace ridgeline::tt_detail {

/// Writes a text that grows once it is worth a write, and clears it.
inline void write_if_long(output& to, std::string& text) {
  constexpr std::size_t worth_a_write = 60000;
  if (text.size() < worth_a_write) return;
  to.write(text);
  text.clear();
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_SHEET_LONG_TEXT_HPP
