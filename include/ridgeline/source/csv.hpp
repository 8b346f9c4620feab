#ifndef RIDGELINE_SOURCE_CSV_HPP
#define RIDGELINE_SOURCE_CSV_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>

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

/// What was odd about a row's quotes or length.
enum class csv_fault : std::uint8_t { none, open_quote, text_after_quote, too_long };

/// Cuts CSV text (RFC 4180; LF or CRLF) into rows of cells, in one pass and without copies. A quote is special only at
/// the start of a cell. A quote that is never closed, or not within `max_row` bytes, is taken as text, so that it costs
/// its own row and not the rest of the file.
class csv_scanner {
 public:
  static constexpr std::size_t max_row = std::size_t{16} << 20;
  static constexpr std::size_t max_cells = std::size_t{1} << 14;  ///< of one row; further ones are passed over

  explicit csv_scanner(std::string_view text, std::size_t from = 0) : text_(text), at_(from) {}

  /// Reads the next row that is not blank. False at the end of the text.
  bool next() {
    while (at_ < text_.size()) {
      row_start_ = at_;
      row_line_ = line_;
      read_row();
      if (cells_.size() > 1 || !cells_[0].raw.empty() || fault_ != csv_fault::none) return true;
    }
    return false;
  }

  const std::vector<csv_cell>& cells() const { return cells_; }
  /// Byte offset at which the current row starts, and at which the next one does.
  std::size_t row_start() const { return row_start_; }
  std::size_t position() const { return at_; }
  /// Lines before the current row, and lines read so far, counted from where this scanner began.
  std::uint64_t row_line() const { return row_line_; }
  std::uint64_t lines() const { return line_; }
  csv_fault fault() const { return fault_; }

  /// The first line start at or after `from`: where a row may begin.
  static std::size_t line_start(std::string_view text, std::size_t from) {
    if (from == 0) return 0;
    const std::size_t newline = text.find('\n', from - 1);
    return newline == std::string_view::npos ? text.size() : newline + 1;
  }

 private:
  void read_row() {
    cells_.clear();
    fault_ = csv_fault::none;
    const std::size_t limit = text_.size();
    std::size_t cell = at_;
    for (;;) {
      if (cell < limit && text_[cell] == '"' && quoted_cell(cell)) {
        if (at_ == limit || text_[at_] == '\n') break;
        cell = ++at_;
        continue;
      }
      const std::size_t end = plain_cells(cell);
      if (end == limit || text_[end] == '\n') break;
      cell = at_;  // a quote opens the cell at `cell`
    }
    if (at_ < limit) ++at_;
    ++line_;
    if (at_ - row_start_ > max_row) fault_ = csv_fault::too_long;
  }

  /// Cuts unquoted cells from `cell` on, up to the line's end or a cell that a quote opens; returns where it stopped
  /// and leaves `at_` there.
  std::size_t plain_cells(std::size_t cell) {
    const char* const base = text_.data();
    const std::size_t limit = text_.size();
    std::size_t block = cell;
    for (;;) {
      std::uint64_t marks = block + 64 <= limit ? marks_of(base + block) : marks_of_tail(base + block, limit - block);
      while (marks != 0) {
        const std::size_t mark = block + static_cast<std::size_t>(std::countr_zero(marks));
        marks &= marks - 1;
        push(cell, mark);
        if (base[mark] == '\n') {
          trim_return();
          return at_ = mark;
        }
        cell = mark + 1;
        if (cell < limit && base[cell] == '"') return at_ = cell;
      }
      block += 64;
      if (block >= limit) {
        push(cell, limit);
        trim_return();
        return at_ = limit;
      }
    }
  }

  /// Reads the quoted cell whose quote is at `open`. False, with nothing consumed, when the quote is never closed.
  bool quoted_cell(std::size_t open) {
    const std::size_t limit = text_.size();
    const std::size_t end = limit - open > max_row ? open + max_row : limit;
    bool doubled = false;
    std::uint64_t newlines = 0;
    std::size_t from = open + 1;
    std::size_t close = 0;
    for (;;) {
      const void* found = from < end ? std::memchr(text_.data() + from, '"', end - from) : nullptr;
      if (found == nullptr) {
        fault_ = csv_fault::open_quote;
        return false;
      }
      close = static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
      if (close + 1 >= limit || text_[close + 1] != '"') break;
      doubled = true;
      from = close + 2;
    }
    for (std::size_t i = open + 1; i < close; ++i) newlines += text_[i] == '\n';
    if (cells_.size() < max_cells) cells_.push_back({text_.substr(open + 1, close - open - 1), doubled});
    line_ += newlines;
    at_ = close + 1;
    if (at_ < limit && text_[at_] == '\r' && (at_ + 1 == limit || text_[at_ + 1] == '\n')) ++at_;
    if (at_ < limit && text_[at_] != ',' && text_[at_] != '\n') {
      fault_ = csv_fault::text_after_quote;
      while (at_ < limit && text_[at_] != ',' && text_[at_] != '\n') ++at_;
    }
    return true;
  }

  void push(std::size_t from, std::size_t to) {
    if (cells_.size() < max_cells) cells_.push_back({text_.substr(from, to - from), false});
  }
  void trim_return() {
    std::string_view& last = cells_.back().raw;
    if (!last.empty() && last.back() == '\r') last.remove_suffix(1);
  }

  /// One bit for each of 64 bytes that is a comma or a line feed.
  static std::uint64_t marks_of(const char* p) {
#if RIDGELINE_HAS_SSE2
    const __m128i comma = _mm_set1_epi8(',');
    const __m128i feed = _mm_set1_epi8('\n');
    std::uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      __m128i bytes;
      std::memcpy(&bytes, p + 16 * i, 16);
      const __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(bytes, comma), _mm_cmpeq_epi8(bytes, feed));
      bits |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(hit))) << (16 * i);
    }
    return bits;
#else
    return marks_of_tail(p, 64);
#endif
  }
  static std::uint64_t marks_of_tail(const char* p, std::size_t n) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < n && i < 64; ++i)
      if (p[i] == ',' || p[i] == '\n') bits |= std::uint64_t{1} << i;
    return bits;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t row_start_ = 0;
  std::uint64_t line_ = 0;
  std::uint64_t row_line_ = 0;
  csv_fault fault_ = csv_fault::none;
  std::vector<csv_cell> cells_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_SOURCE_CSV_HPP
