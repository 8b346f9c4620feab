#ifndef RIDGELINE_READ_CSV_HPP
#define RIDGELINE_READ_CSV_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/letters.hpp>

#if RIDGELINE_HAS_SSE2
#include <emmintrin.h>
#endif

namespace ridgeline {

/// One cell of a row: the text between the delimiters, without the quotes around it.
struct csv_cell {
  std::string_view raw{};
  bool doubled_quotes = false;  ///< `raw` holds `""` where `"` is meant

  /// The cell's text; `scratch` is used only where quotes are doubled, and must live as long as the result.
  std::string_view text(std::string& scratch) const {
    if (!doubled_quotes) return raw;
    scratch.clear();
    for (std::size_t i = 0; i < raw.size(); ++i) {
      scratch += raw[i];
      if (raw[i] == '"' && i + 1 < raw.size() && raw[i + 1] == '"') ++i;
    }
    return scratch;
  }
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
inline csv_front csv_front_of(std::string_view text) {
  csv_front front{text.starts_with("\xEF\xBB\xBF") ? 3u : 0u};
  const std::string_view line = text.substr(front.from, text.find('\n', front.from) - front.from);
  const std::size_t length = line.ends_with('\r') ? line.size() - 1 : line.size();
  if (core_detail::stands_at(line, 0, "sep=") && length == 5 && front.from + line.size() < text.size())
    return {front.from + line.size() + 1, line[4]};
  if (line.find(',') != line.npos) return front;
  for (const char c : {'\t', ';'})
    if (line.find(c) != line.npos) return {front.from, c};
  return front;
}

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
  bool next(std::size_t limit = to_end) {
    while (at_ < text_.size() && at_ < limit) {
      row_start_ = at_;
      row_line_ = line_;
      read_row();
      if (cells_.size() > 1 || fault_ != csv_fault::none) return true;
      if (cells_[0].raw.find_first_not_of(" \t") != std::string_view::npos) return true;
    }
    return false;
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
  static std::size_t line_start(std::string_view text, std::size_t from, std::size_t limit) {
    if (from == 0) return 0;
    const std::size_t newline = text.substr(0, limit).find('\n', from - 1);
    return newline == std::string_view::npos || newline + 1 >= limit ? to_end : newline + 1;
  }

 private:
  void read_row() {
    cells_.clear();
    fault_ = csv_fault::none;
    end_ = text_.size() - row_start_ > max_row ? row_start_ + max_row : text_.size();
    std::size_t cell = at_;
    for (;;) {
      if (cell < end_ && text_[cell] == '"' && quoted_cell(cell)) {
        if (at_ == end_ || text_[at_] == '\n') break;
        cell = ++at_;
        continue;
      }
      plain_cells(cell);
      if (at_ == end_ || text_[at_] == '\n') break;
      cell = at_;  // a quote opens the cell at `cell`
    }
    if (at_ < text_.size() && text_[at_] != '\n') {
      fault_ = csv_fault::too_long;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
    complete_ = at_ < text_.size();
    if (complete_) ++at_;
    ++line_;
  }

  /// Cuts unquoted cells from `cell` on, up to the line's end or a cell that a quote opens; leaves `at_` there.
  void plain_cells(std::size_t cell) {
    const char* const base = text_.data();
    std::size_t block = cell;
    for (;;) {
      std::uint64_t marks = block + 64 <= end_ ? marks_of(base + block) : marks_of_tail(base + block, end_ - block);
      while (marks != 0) {
        const std::size_t mark = block + static_cast<std::size_t>(std::countr_zero(marks));
        marks &= marks - 1;
        push(cell, mark, false);
        cell = mark + 1;
        if (base[mark] == '\n') {
          at_ = mark;
          return trim_return();
        }
        if (cell < end_ && base[cell] == '"') {
          at_ = cell;
          return;
        }
      }
      block += 64;
      if (block >= end_) {
        push(cell, end_, false);
        at_ = end_;
        return trim_return();
      }
    }
  }

  /// Reads the quoted cell whose quote is at `open`. False, with nothing consumed, when the quote is never closed.
  bool quoted_cell(std::size_t open) {
    bool doubled = false;
    std::size_t close = open + 1;
    for (;; close += 2) {
      const void* found = close < end_ ? std::memchr(text_.data() + close, '"', end_ - close) : nullptr;
      if (found == nullptr) {
        fault_ = csv_fault::open_quote;
        return false;
      }
      close = static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
      if (close + 1 >= end_ || text_[close + 1] != '"') break;
      doubled = true;
    }
    const std::string_view inside = text_.substr(open + 1, close - open - 1);
    push(open + 1, close, doubled);
    line_ += static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), '\n'));
    at_ = close + 1;
    if (at_ < end_ && text_[at_] == '\r' && (at_ + 1 == end_ || text_[at_ + 1] == '\n')) ++at_;
    if (at_ < end_ && text_[at_] != separator_ && text_[at_] != '\n') {
      fault_ = csv_fault::text_after_quote;
      while (at_ < end_ && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
    }
    return true;
  }

  void push(std::size_t from, std::size_t to, bool doubled_quotes) {
    if (cells_.size() < max_cells) {
      cells_.push_back({text_.substr(from, to - from), doubled_quotes});
    } else {
      fault_ = csv_fault::too_many_cells;
    }
  }
  /// Takes the carriage return off the last cell of a line that ends at `at_`.
  void trim_return() {
    std::string_view& last = cells_.back().raw;
    const bool at_line_end = last.data() + last.size() == text_.data() + at_;
    if (at_line_end && !last.empty() && last.back() == '\r') last.remove_suffix(1);
  }

  /// One bit for each of 64 bytes that is a separator or a line feed.
  std::uint64_t marks_of(const char* p) const {
#if RIDGELINE_HAS_SSE2
    const __m128i separator = _mm_set1_epi8(separator_);
    const __m128i feed = _mm_set1_epi8('\n');
    std::uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      __m128i bytes;
      std::memcpy(&bytes, p + 16 * i, 16);
      const __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, separator), _mm_cmpeq_epi8(bytes, feed));
      bits |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(hit))) << (16 * i);
    }
    return bits;
#else
    return marks_of_tail(p, 64);
#endif
  }
  std::uint64_t marks_of_tail(const char* p, std::size_t n) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < n && i < 64; ++i)
      if (p[i] == separator_ || p[i] == '\n') bits |= std::uint64_t{1} << i;
    return bits;
  }

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
