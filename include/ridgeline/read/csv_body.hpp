#ifndef RIDGELINE_READ_CSV_BODY_HPP
#define RIDGELINE_READ_CSV_BODY_HPP

/// Reading a row takes one external call; everything needed to split it is inlined into that.

#include <algorithm>
#include <bit>
#include <cstring>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/read/csv.hpp>

#if RIDGELINE_HAS_SSE2
#include <emmintrin.h>
#endif

namespace ridgeline {

std::string_view csv_cell::text_without_doubles(std::string& scratch) const {
  scratch.clear();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    scratch += raw[i];
    if (raw[i] == '"' && i + 1 < raw.size() && raw[i + 1] == '"') ++i;
  }
  return scratch;
}

csv_front csv_front_of(std::string_view text) {
  const auto separator_of = [](std::string_view line) {
    for (const char c : {',', '\t', ';', '|'})
      if (line.find(c) != line.npos) return c;
    return ',';
  };
  const auto marks = [&](std::string_view line) { return std::count(line.begin(), line.end(), separator_of(line)); };
  std::size_t from = byte_order_mark_size(text), comment = text.npos;
  for (std::string_view line = line_from(text, from); line.starts_with('#') || without_blanks(line).empty();
       line = line_from(text, from)) {
    const std::size_t end = text.find('\n', from);
    if (end == text.npos) break;
    if (line.starts_with('#')) comment = from;
    from = end + 1;
  }
  const auto cells = comment == text.npos ? 0 : marks(line_from(text, comment));
  if (cells > 0 && cells == marks(line_from(text, from))) from = comment;
  const std::string_view line = line_from(text, from);
  if (core_detail::stands_at(line, 0, "sep=") && line.size() == 5 && text.find('\n', from) != text.npos)
    return {text.find('\n', from) + 1, line[4]};
  return {from, separator_of(line)};
}

void count_fault(csv_fault fault, const std::string& file, std::uint64_t line, data_quality& quality) {
  switch (fault) {
    case csv_fault::none: return;
    case csv_fault::open_quote:
      return quality.add("quote is never closed; it is read as text", {file, line}, "", false);
    case csv_fault::text_after_quote: return quality.add("text after a closing quote is ignored", {file, line}, "");
    case csv_fault::too_many_cells:
      return quality.add("row has more than 16384 cells; the rest is ignored", {file, line}, "");
    case csv_fault::too_long: return quality.add("row is longer than 16 MiB; the rest is ignored", {file, line}, "");
  }
}

namespace read_detail {

constexpr std::string_view without_sign(std::string_view number) {
  return number.substr(number.starts_with('-') || number.starts_with('+') ? 1 : 0);
}
/// Whether a number consists of several groups of three signs, the first of one to three, with `mark` between them.
constexpr bool is_in_groups(std::string_view whole, char mark) {
  for (std::size_t after = 1; after <= whole.size(); ++after)  // from the right, each fourth is a mark
    if ((whole[whole.size() - after] == mark) != (after % 4 == 0)) return false;
  return whole.size() > 4 && whole.front() != mark;
}
/// Whether three digits behind a mark, and those before it, may be groups of thousands.
constexpr bool may_be_thousands(std::string_view whole, std::string_view after) {
  return after.size() == 3 && whole.size() <= 3 && whole != "0";
}

/// Converts `12,5` and `1.234,5`, as written in semicolon-separated tables, to `12.5` and `1234.5`. Empty if there are
/// several commas, or if the comma (`12,345`) or the point (`1.234`) may be either mark, as far as the table tells.
inline std::string with_decimal_point(std::string_view text, csv_point point) {
  const std::string_view number = without_blanks(text), signless = without_sign(number);
  const std::size_t comma = std::min(signless.find(','), signless.size());
  const bool has_comma = comma < signless.size();
  const std::string_view whole = signless.substr(0, comma), decimals = signless.substr(comma + (has_comma ? 1 : 0));
  if (decimals.find_first_of(".,") != decimals.npos) return {};
  std::string plain(number.substr(0, number.size() - signless.size() + whole.size()));
  if (whole.find('.') != whole.npos) {
    if (!is_in_groups(whole, '.') || (point != csv_point::thousands && has_either_mark(signless))) return {};
    std::erase(plain, '.');
  } else if (!has_comma || (point != csv_point::thousands && may_be_thousands(whole, decimals))) {
    return {};
  }
  return has_comma ? plain.append(".").append(decimals) : plain;
}

/// The decimal mark that a number shows, `,` or `.`; 0 if it shows none.
constexpr char decimal_mark_of(std::string_view text) {
  const std::string_view number = without_sign(without_blanks(text));
  const std::size_t last = number.find_last_of(".,");
  if (last == number.npos || number.find_first_not_of("0123456789.,") != number.npos) return 0;
  const char mark = number[last], other = mark == ',' ? '.' : ',';
  const std::string_view whole = number.substr(0, last), after = number.substr(last + 1);
  if (whole.empty() || after.empty()) return 0;
  if (whole.find(other) != whole.npos) return is_in_groups(whole, other) ? mark : '\0';
  if (whole.find(mark) != whole.npos) return is_in_groups(number, mark) ? other : '\0';
  return may_be_thousands(whole, after) ? '\0' : mark;
}

/// Converts `82,678.5`, as written by spreadsheets in comma-separated tables, to `82678.5`; there a comma is never the
/// decimal mark. Empty unless every group after the first has three digits.
inline std::string without_thousands(std::string_view text) {
  const std::string_view number = without_blanks(text), signless = without_sign(number);
  const std::string_view whole = signless.substr(0, signless.find('.')), rest = signless.substr(whole.size());
  if (!is_in_groups(whole, ',') || rest.find(',') != rest.npos) return {};
  std::string digits(number);
  std::erase(digits, ',');
  return digits;
}

}  // namespace read_detail

std::string plain_number(std::string_view text, char separator, csv_point point) {
  return separator == ',' ? read_detail::without_thousands(text) : read_detail::with_decimal_point(text, point);
}

bool has_either_mark(std::string_view text) {
  const std::string_view number = read_detail::without_sign(without_blanks(text));
  const std::size_t point = number.find('.');
  if (point == number.npos || number.find_first_not_of("0123456789.") != number.npos) return false;
  return point > 0 && read_detail::may_be_thousands(number.substr(0, point), number.substr(point + 1));
}

csv_point csv_scanner::point(const std::vector<bool>& columns) const {
  bool commas = false, points = false;
  std::string scratch;
  for (csv_scanner rows(text_, at_, separator_); separator_ != ',' && !(commas && points) && rows.next();) {
    for (std::size_t c = 0; c < rows.cells().size() && c < columns.size(); ++c) {
      const char mark = columns[c] ? read_detail::decimal_mark_of(rows.cells()[c].text(scratch)) : '\0';
      commas = commas || mark == ',', points = points || mark == '.';
    }
  }
  return !commas ? csv_point::decimal : points ? csv_point::unclear : csv_point::thousands;
}

bool csv_scanner::repeats(const std::vector<std::string_view>& header) const {
  return std::equal(header.begin(), header.end(), cells_.begin(), cells_.end(),
                    [](std::string_view title, const csv_cell& cell) {
                      return core_detail::same_letters(csv_title(title), csv_title(cell.raw));
                    });
}

std::size_t csv_scanner::line_start(std::string_view text, std::size_t from, std::size_t limit) {
  if (from == 0) return 0;
  const std::size_t newline = text.substr(0, limit).find('\n', from - 1);
  return newline == std::string_view::npos || newline + 1 >= limit ? to_end : newline + 1;
}

inline void csv_scanner::read_row() {
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

/// Splits unquoted cells from `cell` up to the end of the line or a cell that starts with a quote; leaves `at_` there.
inline void csv_scanner::plain_cells(std::size_t cell) {
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

/// Reads the quoted cell whose opening quote is at `open`. Returns false, consuming nothing, if the quote is never
/// closed.
inline bool csv_scanner::quoted_cell(std::size_t open) {
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

inline void csv_scanner::push(std::size_t from, std::size_t to, bool doubled_quotes) {
  if (cells_.size() < max_cells) {
    cells_.push_back({text_.substr(from, to - from), doubled_quotes});
  } else {
    fault_ = csv_fault::too_many_cells;
  }
}
/// Removes the carriage return from the last cell of a line that ends at `at_`.
inline void csv_scanner::trim_return() {
  std::string_view& last = cells_.back().raw;
  const bool at_line_end = last.data() + last.size() == text_.data() + at_;
  if (at_line_end && !last.empty() && last.back() == '\r') last.remove_suffix(1);
}

/// One bit per byte of 64, set for separators and line feeds.
inline std::uint64_t csv_scanner::marks_of(const char* p) const {
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
inline std::uint64_t csv_scanner::marks_of_tail(const char* p, std::size_t n) const {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < n && i < 64; ++i)
    if (p[i] == separator_ || p[i] == '\n') bits |= std::uint64_t{1} << i;
  return bits;
}

bool csv_scanner::next(std::size_t limit) {
  while (at_ < text_.size() && at_ < limit) {
    row_start_ = at_;
    row_line_ = line_;
    read_row();
    if (cells_.size() > 1 || fault_ != csv_fault::none) return true;
    if (cells_[0].raw.find_first_not_of(" \t") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CSV_BODY_HPP
