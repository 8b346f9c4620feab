#ifndef RIDGELINE_TT_READ_OPS_CSV_HEADER_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_HEADER_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/csv.hpp>

namespace ridgeline::tt_detail {

/// The position in `text`, after its first non-blank line, at which a different header begins, as in files of
/// several tt-metal versions that were concatenated. The end of the text if there is none.
std::size_t next_header(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view first = csv_title(line_from(text, begin));
  // Looks at the first cell of each line, which in a header is one of these titles, whichever comes first. Most rows
  // begin otherwise and are skipped quickly.
  std::vector<std::string_view> titles{"OP CODE", "OP TYPE", "DEVICE ID", "GLOBAL CALL COUNT"};
  csv_scanner header(text, begin, csv_front_of(text.substr(begin)).separator);
  if (header.next())
    for (const csv_cell& cell : header.cells()) titles.push_back(csv_title(cell.raw));
  constexpr std::size_t longest = 64;
  for (std::size_t at = text.find('\n', begin); at != text.npos; at = text.find('\n', at + 1)) {
    const std::string_view front = text.substr(at + 1, longest);
    const std::string_view title = csv_title(front.substr(0, front.find_first_of(",;\t|\r\n")));
    const auto is = [&](std::string_view known) { return core_detail::same_letters(known, title); };
    if (title.empty() || std::none_of(titles.begin(), titles.end(), is)) continue;
    const std::string_view line = csv_title(line_from(text, at + 1));
    if (core_detail::same_letters(line, first)) continue;
    const auto names = [&](std::string_view column) { return core_detail::stands_in(line, column); };
    if (names("OP CODE") && names("OP TYPE") && names("DEVICE ID")) return at + 1;
  }
  return text.size();
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_HEADER_BODY_HPP
