#ifndef RIDGELINE_READ_CSV_HPP
#define RIDGELINE_READ_CSV_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>

namespace ridgeline {

class data_quality;

/// `text` without leading and trailing blanks and tabs.
constexpr std::string_view without_blanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The title in a header cell. In concatenated files, a repeated header may still have a byte order mark and quotes.
constexpr std::string_view csv_title(std::string_view raw) {
  raw.remove_prefix(byte_order_mark_size(raw));
  return without_blanks(core_detail::unquoted(raw));
}

/// What the point in `1.234` is, in a table whose cells are not separated by commas: the decimal mark; where numbers of
/// the table have decimal commas, a mark of thousands; where it has numbers of both kinds, nobody knows.
enum class csv_point : std::uint8_t { decimal, thousands, unclear };

/// Whether `text` is a number such as `1.234`, whose point may be either mark.
bool has_either_mark(std::string_view text);

/// Converts a number written by a spreadsheet to plain notation: `12,5` and `1.234,5` of a semicolon-separated table,
/// `82,678.5` of a comma-separated one. Empty if it is not a number, or if the comma or the point may be either mark.
std::string plain_number(std::string_view text, char separator, csv_point point = csv_point::decimal);

/// Message for a number whose point may be either mark.
inline constexpr std::string_view unclear_point =
    "a point may be the decimal mark or one of thousands, as the table has decimal commas and decimal points";

/// One cell of a row: the text between the delimiters, without surrounding quotes.
struct csv_cell {
  std::string_view raw{};
  bool doubled_quotes = false;  ///< `raw` contains `""` for each `"`

  /// The cell's text; `scratch` is used only if quotes are doubled, and must then outlive the result.
  std::string_view text(std::string& scratch) const { return doubled_quotes ? text_without_doubles(scratch) : raw; }

 private:
  std::string_view text_without_doubles(std::string& scratch) const;
};

/// Message for leaving out a row with a separator too many.
inline constexpr std::string_view longer_row = "row has more cells than the header; it is left out";

/// The first cell with text beyond the last column of a header; null if there is none. A row that has one has a
/// separator too many, nobody knows where: its cells may be those of other columns, and it must be left out.
inline const csv_cell* cell_beyond(const std::vector<csv_cell>& cells, std::size_t width) {
  for (std::size_t i = width; i < cells.size(); ++i)
    if (!without_blanks(cells[i].raw).empty()) return &cells[i];
  return nullptr;
}

/// A problem with a row's quotes or length; if there are several, the last one found.
enum class csv_fault : std::uint8_t { none, open_quote, text_after_quote, too_many_cells, too_long };

/// Counts such a problem of a row.
void count_fault(csv_fault fault, const std::string& file, std::uint64_t line, data_quality& quality);

/// The line of a text that starts at `at`, without its line end.
constexpr std::string_view line_from(std::string_view text, std::size_t at) {
  const std::string_view line = text.substr(at, text.find('\n', at) - at);
  return line.substr(0, line.size() - (line.ends_with('\r') ? 1 : 0));
}

/// Where a table starts in a text, and its cell separator.
struct csv_front {
  std::size_t from = 0;
  char separator = ',';
};

/// Skips a byte order mark, blank lines, comments (`# ...`; such a line with as many cells as the one below it is the
/// header) and a `sep=;` line as written by spreadsheets. That line determines the separator; without it, cells are
/// separated by tabs, semicolons or bars if the first line contains some and no comma, otherwise by commas.
csv_front csv_front_of(std::string_view text);

/// Splits CSV text (RFC 4180; LF or CRLF) into rows of cells, in one pass and without copying. A quote is special only
/// at the start of a cell. A quote not closed within the first `max_row` bytes of its row is taken as text, so that it
/// spoils one row rather than the rest of the file. A row depends only on where it starts.
class csv_scanner {
 public:
  static constexpr std::size_t max_row = std::size_t{16} << 20;   ///< bytes; the rest of the line is ignored
  static constexpr std::size_t max_cells = std::size_t{1} << 14;  ///< per row; further cells are ignored
  static constexpr std::size_t to_end = static_cast<std::size_t>(-1);

  explicit csv_scanner(std::string_view text, std::size_t from = 0, char separator = ',')
      : text_(text), at_(from), separator_(separator) {}
  char separator() const { return separator_; }

  /// Reads the next non-blank row that starts before `limit`. Returns false if there is none; `position()` is then
  /// where the first row after the limit may start.
  bool next(std::size_t limit = to_end);

  /// Continues at `next`, after a single-line row that was parsed in another way.
  void pass_row(std::size_t next) {
    at_ = next;
    ++line_;
  }

  const std::vector<csv_cell>& cells() const { return cells_; }
  /// What a point is in the numbers of these columns, in all rows after the current one.
  csv_point point(const std::vector<bool>& columns) const;
  /// The text of the current row, including its line end.
  std::string_view line() const { return text_.substr(row_start_, at_ - row_start_); }
  /// Byte offsets of the start of the current row and of the next one.
  std::size_t row_start() const { return row_start_; }
  std::size_t position() const { return at_; }
  /// The number of lines before the current row and read so far, counted from where this scanner started.
  std::uint64_t row_line() const { return row_line_; }
  std::uint64_t lines() const { return line_; }
  csv_fault fault() const { return fault_; }
  /// Whether the current row repeats a header of these cells, as in concatenated files. Letter case may differ if
  /// another tool wrote it, and a byte order mark may precede it.
  bool repeats(const std::vector<std::string_view>& header) const;
  /// Whether the current row ends with a line end. The last row of a truncated text does not, and its last number may
  /// have lost digits, so it must not be trusted.
  bool complete() const { return complete_; }

  /// The first line start in [`from`, `limit`), where a row may begin; `to_end` if there is none.
  static std::size_t line_start(std::string_view text, std::size_t from, std::size_t limit);

 private:
  // Their bodies are next to that of `next`, into which they are inlined.
  inline void read_row();
  inline void plain_cells(std::size_t cell);
  inline bool quoted_cell(std::size_t open);
  inline void push(std::size_t from, std::size_t to, bool doubled_quotes);
  inline void trim_return();
  inline std::uint64_t marks_of(const char* p) const;
  inline std::uint64_t marks_of_tail(const char* p, std::size_t n) const;

  std::string_view text_;
  std::size_t at_;
  char separator_;
  std::size_t row_start_ = 0;
  std::size_t end_ = 0;  // limit of the current row
  std::uint64_t line_ = 0;
  std::uint64_t row_line_ = 0;
  csv_fault fault_ = csv_fault::none;
  bool complete_ = true;
  std::vector<csv_cell> cells_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CSV_HPP
