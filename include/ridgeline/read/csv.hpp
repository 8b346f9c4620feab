#ifndef RIDGELINE_READ_CSV_HPP
#define RIDGELINE_READ_CSV_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline {

/// One cell of a row: the text between the delimiters, without the quotes around it.
struct csv_cell {
  std::string_view raw{};
  bool doubled_quotes = false;  ///< `raw` holds `""` where `"` is meant

  /// The cell's text; `scratch` is used only where quotes are doubled, and must live as long as the result.
  std::string_view text(std::string& scratch) const { return doubled_quotes ? text_without_doubles(scratch) : raw; }

 private:
  std::string_view text_without_doubles(std::string& scratch) const;
};

/// What was odd about a row's quotes or length; the last one found where there are several.
enum class csv_fault : std::uint8_t { none, open_quote, text_after_quote, too_many_cells, too_long };

/// Where a table begins in a text, and what stands between its cells.
struct csv_front {
  std::size_t from = 0;
  char separator = ',';
};

/// A table begins behind a byte order mark and a line `sep=;`, which spreadsheets write. Its cells are separated as
/// that line says; else by tabs or semicolons where its first line has some and no comma; else by commas.
csv_front csv_front_of(std::string_view text);

/// Cuts CSV text (RFC 4180; LF or CRLF) into rows of cells, in one pass and without copies. A quote is special only at
/// the start of a cell. A quote that is not closed before its row has `max_row` bytes is taken as text, so that it
/// costs its own row and not the rest of the file. Rows depend on nothing but the place where they start.
class csv_scanner {
 public:
  static constexpr std::size_t max_row = std::size_t{16} << 20;   ///< bytes; the rest of the line is passed over
  static constexpr std::size_t max_cells = std::size_t{1} << 14;  ///< of one row; further ones are passed over
  static constexpr std::size_t to_end = static_cast<std::size_t>(-1);

  explicit csv_scanner(std::string_view text, std::size_t from = 0, char separator = ',')
      : text_(text), at_(from), separator_(separator) {}
  char separator() const { return separator_; }

  /// Reads the next row that starts before `limit` and is not blank. False when there is none; `position()` is then
  /// where the first row behind the limit may start.
  bool next(std::size_t limit = to_end);

  /// Goes on at `next`, behind a row of one line that was read in another way.
  void pass_row(std::size_t next) {
    at_ = next;
    ++line_;
  }

  const std::vector<csv_cell>& cells() const { return cells_; }
  /// The text of the current row, with its line end.
  std::string_view line() const { return text_.substr(row_start_, at_ - row_start_); }
  /// Byte offset at which the current row starts, and at which the next one does.
  std::size_t row_start() const { return row_start_; }
  std::size_t position() const { return at_; }
  /// Lines before the current row, and lines read so far, counted from where this scanner began.
  std::uint64_t row_line() const { return row_line_; }
  std::uint64_t lines() const { return line_; }
  csv_fault fault() const { return fault_; }
  /// Whether a line end closes the current row. The last row of a text that was cut has none, and its last number may
  /// be shorter than it was: what it says is not to be believed.
  bool complete() const { return complete_; }

  /// The first line start from `from` on and before `limit`: where a row may begin. `to_end` when there is none.
  static std::size_t line_start(std::string_view text, std::size_t from, std::size_t limit);

 private:
  // Their bodies stand beside that of `next`, which they are inlined into.
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
  std::size_t end_ = 0;  // of what the current row may hold
  std::uint64_t line_ = 0;
  std::uint64_t row_line_ = 0;
  csv_fault fault_ = csv_fault::none;
  bool complete_ = true;
  std::vector<csv_cell> cells_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CSV_HPP
