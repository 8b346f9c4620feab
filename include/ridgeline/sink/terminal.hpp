#ifndef RIDGELINE_SINK_TERMINAL_HPP
#define RIDGELINE_SINK_TERMINAL_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/table/colour.hpp>

namespace ridgeline {

/// The width of `text` in terminal columns: two for a wide code point (Chinese, Japanese, Korean, emoji), none for a
/// combining mark, otherwise one.
std::size_t display_width(std::string_view text);

/// Appends `text` in a form that can only be displayed. A control character becomes its picture (`␛` for escape, `␊`
/// for a line break). Other characters that could control a terminal (two-byte controls, line separators, marks that
/// change the writing direction) become `?`, as do invalid UTF-8 bytes. Text wider than `most` columns is cut and ends
/// with `…`. Returns the width of the appended text.
std::size_t append_plain(std::string& out, std::string_view text, std::size_t most = static_cast<std::size_t>(-1));

/// The escape code for a colour in the 256-colour palette.
constexpr std::string_view escape_of(colour c) {
  constexpr std::array<std::string_view, 10> codes{
      "",           "\x1b[38;5;8m",  "\x1b[38;5;9m",  "\x1b[38;5;10m", "\x1b[38;5;11m",
      "\x1b[38;5;12m", "\x1b[38;5;13m", "\x1b[38;5;14m", "\x1b[38;5;15m", "\x1b[38;5;208m"};
  return codes[static_cast<std::size_t>(c)];
}
/// The same, or a colour readable on both white and black: no light colours, and the terminal's own default for white.
constexpr std::string_view escape_of(colour c, bool any_background) {
  constexpr std::array<std::string_view, 10> codes{
      "",               "\x1b[38;5;244m", "\x1b[38;5;160m", "\x1b[38;5;28m",  "\x1b[38;5;136m",
      "\x1b[38;5;33m", "\x1b[38;5;163m", "\x1b[38;5;30m",  "\x1b[39m", "\x1b[38;5;166m"};
  return any_background ? codes[static_cast<std::size_t>(c)] : escape_of(c);
}
/// Ends a colour.
inline constexpr std::string_view escape_end = "\x1b[0m";

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TERMINAL_HPP
