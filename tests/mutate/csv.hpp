#ifndef RIDGELINE_TESTS_MUTATE_CSV_HPP
#define RIDGELINE_TESTS_MUTATE_CSV_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>

#include "tests/mutate/bytes.hpp"

/// Tables as text, for damage to rows, columns and cells; and a CSV reader for tests.
namespace mutate {

using csv_rows = std::vector<std::vector<std::string>>;

struct csv_contents {
  csv_rows rows{};          ///< the header first; lines without cells are skipped
  bool ends_within = false; ///< the last line has no line end
  bool plain = true;        ///< no quote can be read in two ways
};

inline csv_contents csv_contents_of(std::string_view text) {
  csv_contents found;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false, any = false;
  const auto end_row = [&] {
    row.push_back(std::move(cell));
    cell.clear();
    if (row.size() > 1 || row.front().find_first_not_of(" \t") != std::string::npos) found.rows.push_back(std::move(row));
    row.clear();
    any = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') found.plain = false;
    if (c == '\0' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) found.plain = false;
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') cell += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (!quoted && c == ',') row.push_back(std::move(cell)), cell.clear(), any = true;
    else if (!quoted && c == '\n') end_row();
    else if (c != '\r') cell += c, any = true;
  }
  found.ends_within = any && found.plain;  // with quotes, two readers may see different ends
  if (any || quoted) end_row();
  return found;
}

inline std::string text_of(const csv_rows& rows, std::string_view comma) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) text.append(c == 0 ? "" : comma).append(row[c]);
    text += '\n';
  }
  return text;
}

/// One change to rows, columns or cells; the first `head` rows are the header.
inline void damage_rows(csv_rows& rows, std::size_t head, random& r) {
  if (rows.size() <= head) return;
  const std::size_t row = head + below(r, rows.size() - head);
  std::vector<std::string>& cells = rows[row];
  const std::size_t column = below(r, cells.size());
  const std::size_t other = below(r, cells.size());
  switch (below(r, 9)) {
    case 0: rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row)); break;
    case 1: rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(row), std::vector<std::string>(cells)); break;
    case 2: std::swap(cells, rows[head + below(r, rows.size() - head)]); break;
    case 3:  // two columns swap
      for (std::size_t i = head - 1; i < rows.size(); ++i)
        if (std::max(column, other) < rows[i].size()) std::swap(rows[i][column], rows[i][other]);
      break;
    case 4:  // a column is removed
      for (std::size_t i = head - 1; i < rows.size(); ++i)
        if (column < rows[i].size()) rows[i].erase(rows[i].begin() + static_cast<std::ptrdiff_t>(column));
      break;
    case 5: cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(column)); break;
    case 6:
      cells[column] =
          one_of(r, std::vector<std::string>{"", "-", "x", "\"7\"", "\"a,b\"", " 12 ", "0x10", "12abc", "1 2"});
      break;
    case 7: rows[head - 1][below(r, rows[head - 1].size())] = "column"; break;
    default: cells[column] = odd_number(r); break;
  }
}

/// How many rows or cells `quality` reports as missing from the report.
inline std::uint64_t left_out(const ridgeline::data_quality& quality) {
  std::uint64_t n = 0;
  for (const ridgeline::quality_issue& i : quality.issues())
    if (i.lost_input) n += i.count;
  return n;
}

inline std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// A number of one to fifteen digits and nothing else.
inline std::optional<std::int64_t> plain_number(std::string_view cell) {
  const std::string text = trimmed(cell);
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || text.size() > 15 || !digits)
    return std::nullopt;
  return std::stoll(text);
}

/// The only column with that name, ignoring blanks around it; nothing if there is none, or more than one.
inline std::optional<std::size_t> column_of(const std::vector<std::string>& header, std::string_view name) {
  std::optional<std::size_t> at;
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (trimmed(header[c]) != name) continue;
    if (at) return std::nullopt;
    at = c;
  }
  return at;
}

/// What is in `a` but not in `b`, counting repetitions.
template <class T>
std::vector<T> only_in_first(std::vector<T> a, std::vector<T> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<T> left;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
  return left;
}

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_CSV_HPP
