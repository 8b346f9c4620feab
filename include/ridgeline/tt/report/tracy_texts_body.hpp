#ifndef RIDGELINE_TT_REPORT_TRACY_TEXTS_BODY_HPP
#define RIDGELINE_TT_REPORT_TRACY_TEXTS_BODY_HPP

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/number.hpp>

/// Signposts and rounded numbers as the ops report of Tracy's logs shows them.
namespace ridgeline::tt_detail::tt_tracy {

/// A signpost's first line, and its other lines joined by blanks. The original takes only the text after the last
/// colon and blank, and of that the first two lines.
struct signpost_texts {
  std::string header{}, message{};
};
inline signpost_texts texts_of(std::string_view text, bool cut) {
  if (cut)
    if (const std::size_t colon = text.rfind(": "); colon != std::string_view::npos) text.remove_prefix(colon + 2);
  signpost_texts texts;
  bool first = true;
  for (std::size_t lines = 0; !text.empty() && !(cut && lines == 2); ++lines) {
    std::string_view line = core_detail::take_part(text, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (first) {
      texts.header = line;
    } else {
      if (!texts.message.empty()) texts.message += ' ';
      texts.message += line;
    }
    first = false;
  }
  return texts;
}

/// `value` rounded to the given decimals like Python's `round`.
inline double rounded(double value, int digits) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  if (end.ec != std::errc{}) return value;
  return to_double({text.data(), static_cast<std::size_t>(end.ptr - text.data())}).value_or(value);
}

}  // namespace ridgeline::tt_detail::tt_tracy

#endif  // RIDGELINE_TT_REPORT_TRACY_TEXTS_BODY_HPP
