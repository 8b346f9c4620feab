#ifndef RIDGELINE_READ_CSV_RECORDS_HPP
#define RIDGELINE_READ_CSV_RECORDS_HPP

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/field.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/read/options.hpp>

namespace ridgeline {

// Parse the text of a cell into a record member, by the member's type. Numbers may be surrounded by blanks. Return
// false if the text is not a valid value.

inline bool read_cell(std::string_view text, std::string_view& out, text_pool& pool, no_unit) {
  out = pool.keep(text);
  return true;
}
template <std::signed_integral Int>
bool read_cell(std::string_view text, Int& out, text_pool&, no_unit) {
  const std::string_view number = without_blanks(text);
  const std::optional<std::int64_t> value = to_int(number);
  if (!value) return says_no_value(number);
  if (*value < std::numeric_limits<Int>::min() || *value > std::numeric_limits<Int>::max()) return false;
  out = static_cast<Int>(*value);
  return true;
}
template <dim D, unit_of_measure Unit>
bool read_cell(std::string_view text, quantity<D>& out, text_pool&, Unit unit) {
  const std::string_view number = without_blanks(text);
  const std::optional<double> value = to_double(number);
  if (!value) return says_no_value(number);
  out = *value * unit;
  return true;
}
/// An extent, `32` or `32[19]` (padded, then logical): the padded number is used.
inline bool read_cell(std::string_view text, std::uint32_t& out, text_pool&, no_unit) {
  const std::string_view padded = without_blanks(text.substr(0, text.find('[')));
  const std::optional<std::int64_t> value = to_int(padded);
  if (!value) return says_no_value(padded);
  if (*value < 0 || *value >= 0xffffffff) return false;
  out = static_cast<std::uint32_t>(*value);
  return true;
}

/// A number as the cells of a table have them.
inline std::optional<double> csv_number(std::string_view text, char separator, csv_point point) {
  const bool either = point != csv_point::decimal && has_either_mark(text);
  const std::optional<double> value = either ? std::nullopt : to_double(text);
  return value ? value : to_double(plain_number(text, separator, point));
}

/// What a cell should contain, for the message when `read_cell` fails.
template <class Member>
constexpr std::string_view expected_in(const Member&) {
  return "a number";
}

/// Reads the rows of one CSV text into records, using a list of fields. A row is a `csv_scanner`, or an in-memory row
/// with the same interface but without text.
template <class Record, class Fields>
class csv_record_reader {
 public:
  csv_record_reader(const Fields& list, std::string file) : fields_(list), file_(std::move(file)) {
    column_.fill(absent);
  }

  /// Finds each field's column in the header, the scanner's current row. Of columns with the same name, the first is
  /// used.
  template <class Row>
  void bind(const Row& header, data_quality& quality) {
    const std::vector<csv_cell>& cells = header.cells();
    width_ = cells.size();
    if constexpr (requires { header.separator(); }) separator_ = header.separator();
    for (const csv_cell& cell : cells) header_.push_back(cell.raw);
    std::string scratch;
    for (std::size_t c = cells.size(); c-- > 0;) {
      const std::string_view title = without_blanks(cells[c].text(scratch));
      fields_.for_each([&](const auto& f, std::size_t i) {
        const bool better = column_[i] == absent || title == f.name || title_[i] != f.name;
        if (!f.is_named(title) || !better) return;
        if (column_[i] != absent && core_detail::same_letters(title_[i], title))
          quality.add("the header names this column twice; the first one counts", {file_, 1 + header.row_line()}, title,
                      false);
        column_[i] = c;
        title_[i] = title;
      });
    }
    count_fault(header.fault(), file_, 1 + header.row_line(), quality);
    if constexpr (requires { header.separator(); }) point_ = header.point(numbers());
  }

  /// Whether the header contains the column of the field with this name.
  bool has(std::string_view name) const {
    bool found = false;
    fields_.for_each([&](const auto& f, std::size_t i) { found = found || (f.name == name && column_[i] != absent); });
    return found;
  }
  /// The column of the field with this name; beyond the last column if the header lacks it.
  std::size_t column_of(std::string_view name) const {
    std::size_t found = absent;
    fields_.for_each([&](const auto& f, std::size_t i) { found = f.name == name ? column_[i] : found; });
    return found;
  }
  std::size_t width() const { return width_; }
  /// Whether the scanner's row repeats the header, as in concatenated files. Letter case may differ if another tool
  /// wrote it, and a byte order mark may precede it.
  bool repeats_header(const csv_scanner& row) const { return row.repeats(header_); }
  const Fields& list() const { return fields_; }
  const std::string& file() const { return file_; }
  char separator() const { return separator_; }
  csv_point point() const { return point_; }

  /// Whether nothing is written in a row beyond the last column of the header; otherwise it is counted.
  template <class Row>
  bool is_aligned(const Row& row, data_quality& quality) const {
    const csv_cell* const beyond = cell_beyond(row.cells(), width_);
    if (beyond != nullptr) quality.add(longer_row, {file_, row.row_line() + 1}, beyond->raw);
    return beyond == nullptr;
  }

  /// The record in the scanner's current row of `text`, which is aligned. Unreadable values are counted and stay
  /// unknown.
  template <class Row>
  Record read(const Row& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    count_fault(row.fault(), file_, row.row_line() + 1, quality);
    if (row.cells().size() != width_) count_width(row, quality);
    return read_cells(row, text, pool, quality);
  }
  /// The same without counting problems of the row as a whole, which another reader counts.
  template <class Row>
  Record read_cells(const Row& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    Record record{};
    const std::vector<csv_cell>& cells = row.cells();
    std::string scratch;
    fields_.for_each([&](const auto& f, std::size_t i) {
      if (column_[i] >= cells.size()) return;
      const csv_cell& cell = cells[column_[i]];
      if (cell.raw.empty()) return;
      using unit_type = typename std::remove_cvref_t<decltype(f)>::unit_type;
      const std::string_view found = cell.text(scratch);
      constexpr bool is_number = !std::same_as<std::remove_cvref_t<decltype(f.of(record))>, std::string_view>;
      const bool either = is_number && point_ != csv_point::decimal && has_either_mark(found);
      if (!either && read_cell(found, f.of(record), pool, unit_type{})) return;
      if (const std::string as_written = plain_number(found, separator_, point_); !as_written.empty())
        if (read_cell(as_written, f.of(record), pool, unit_type{})) return;
      quality.add("expected " + std::string(expected_in(f.of(record))) + " in column \"" + title_[i] + "\"" +
                      (either ? ": " + std::string(unclear_point) : std::string()),
                  place_of(cell, row, text), found);
    });
    return record;
  }

  /// The position of a cell's text: its line and the byte within that line. The line is not the row's first if earlier
  /// cells contain line breaks.
  template <class Row>
  source_pos place_of(const csv_cell& cell, const Row& row, std::string_view text) const {
    if (text.empty()) return {file_, row.row_line() + 1};
    const auto at = static_cast<std::size_t>(cell.raw.data() - text.data());
    const std::string_view before = text.substr(row.row_start(), at - row.row_start());
    const std::size_t feed = before.rfind('\n');
    const std::size_t in_line = feed == std::string_view::npos ? before.size() : before.size() - feed - 1;
    const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    return {file_, row.row_line() + 1 + lines, in_line + 1};
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);

  template <class Row>
  void count_width(const Row& row, data_quality& quality) const {
    const std::vector<csv_cell>& cells = row.cells();
    const source_pos at{file_, row.row_line() + 1};
    if (cells.size() < width_) return quality.add("row has fewer cells than the header", at, "", false);
    quality.add("row has more cells than the header; they are empty", at, "", false);
  }

  /// Which columns are read as numbers.
  std::vector<bool> numbers() const {
    std::vector<bool> is(width_, false);
    Record record{};
    fields_.for_each([&](const auto& f, std::size_t i) {
      constexpr bool text = std::same_as<std::remove_cvref_t<decltype(f.of(record))>, std::string_view>;
      if (column_[i] < width_ && !text) is[column_[i]] = true;
    });
    return is;
  }

  Fields fields_;
  std::string file_;
  std::array<std::size_t, Fields::size> column_{};
  std::array<std::string, Fields::size> title_{};  // as spelled in the header
  std::size_t width_ = 0;
  char separator_ = ',';
  csv_point point_ = csv_point::decimal;
  std::vector<std::string_view> header_;    // views into the text being read
};

/// One piece of the file as read by `for_csv_pieces`.
template <class Record>
struct csv_piece {
  std::size_t begin = csv_scanner::to_end, end = 0;  ///< byte offsets of its first row and the next piece's
  std::uint64_t lines = 0;
  std::vector<Record> records{};
  std::vector<std::size_t> gaps{};  ///< numbers of the records in front of which a row was left out
  data_quality quality{};
};

/// Message for dropping the last row of a truncated file.
inline constexpr std::string_view cut_row = "file ends within its last row (no line end): that row is left out";

/// Whether a row may be used. A row without a line end is the last of a truncated file; it is counted and dropped.
inline bool is_complete(const csv_scanner& row, const std::string& file, data_quality& quality) {
  if (row.complete()) return true;
  std::string scratch;
  quality.add(cut_row, {file, row.row_line() + 1},
              row.cells().empty() ? std::string_view{} : row.cells().back().text(scratch));
  return false;
}

/// The same for a row that a reader is to read, which must also be aligned with its header.
template <class Reader>
bool may_be_read(const csv_scanner& row, const Reader& reader, data_quality& quality) {
  return is_complete(row, reader.file(), quality) && reader.is_aligned(row, quality);
}

/// A lower bound in bytes for most rows: 512 for ops reports, unless the reader specifies another.
template <class Reader>
inline constexpr std::size_t shortest_row = 512;
template <class Reader>
  requires requires { Reader::shortest_row; }
inline constexpr std::size_t shortest_row<Reader> = Reader::shortest_row;

/// Whether nothing is written in a row that is read to its end, as spreadsheets write formatted empty rows: `,,,`.
inline bool is_blank(const csv_scanner& row) {
  if (row.fault() != csv_fault::none) return false;
  for (const csv_cell& cell : row.cells())
    if (!without_blanks(cell.raw).empty()) return false;
  return true;
}

/// Reads all rows of `text` from offset `from` on, in pieces and on several threads; `pools` has one pool per thread.
/// Each piece starts at the first line of its part of the text. If the previous piece ends elsewhere, because a quoted
/// cell contains line breaks, the piece is read again from its true start, so the result is that of a single pass for
/// any number of pieces and threads. `take(piece)` receives the pieces in order and may move out of them what it needs;
/// their memory is reused. `source`, if not null, is the file that contains `text`; pages already read are released.
template <class Record, class Reader, class Take>
void for_csv_pieces(std::string_view text, std::size_t from, const Reader& reader, std::vector<text_pool>& pools,
                    const read_options& options, const file_bytes* source, Take&& take) {
  const std::size_t step = std::max<std::size_t>(options.piece, 1);
  const std::size_t n = from < text.size() ? (text.size() - from - 1) / step + 1 : 0;
  const auto limit_of = [&](std::size_t i) { return i + 1 == n ? text.size() : from + (i + 1) * step; };
  const auto restart = [](csv_piece<Record>& piece, std::size_t begin, std::size_t end) {
    piece.begin = begin, piece.end = end, piece.lines = 0;
    piece.records.clear(), piece.gaps.clear();
    piece.quality = {};
  };
  const auto read_piece = [&](csv_piece<Record>& piece, std::size_t begin, std::size_t limit, text_pool& pool) {
    restart(piece, begin, 0);
    csv_scanner row(text, begin, reader.separator());
    // Few rows are shorter; unused capacity costs nothing.
    piece.records.reserve((limit - begin) / shortest_row<Reader> + 16);
    for (;;) {
      if constexpr (requires(Record& record) { reader.read_plain(text, begin, pool, record); }) {
        for (std::size_t next = 0; row.position() < limit; row.pass_row(next)) {
          next = reader.read_plain(text, row.position(), pool, piece.records.emplace_back());
          if (next != 0) continue;
          piece.records.pop_back();
          break;
        }
      }
      if (!row.next(limit)) break;
      if (!is_complete(row, reader.file(), piece.quality)) continue;
      if constexpr (requires { reader.repeats_header(row); })
        if (reader.repeats_header(row)) {
          piece.quality.add("header is repeated in the file; it is skipped",
                            {reader.file(), row.row_line() + 1}, "", false);
          piece.gaps.push_back(piece.records.size());
          continue;
        }
      if (is_blank(row) || !reader.is_aligned(row, piece.quality)) {
        piece.gaps.push_back(piece.records.size());
        continue;
      }
      piece.records.push_back(reader.read(row, text, pool, piece.quality));
    }
    piece.end = row.position();
    piece.lines = row.lines();
    if (source != nullptr) source->release(text.substr(begin, piece.end - begin));
  };
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(options.threads, pools.size()));
  constexpr std::size_t worth_a_start = std::size_t{1} << 20;  // bytes between two starts of the threads, at least
  const std::size_t at_once = std::max(std::size_t{4} * std::max(threads, 1u), worth_a_start / step);
  std::vector<csv_piece<Record>> pieces(std::min(n, at_once));
  std::atomic<std::uint64_t> done{0};
  std::size_t at = from;
  for (std::size_t first = 0; first < n; first += pieces.size()) {
    const std::size_t some = std::min(pieces.size(), n - first);
    parallel_for(some, threads, [&](std::size_t k, unsigned worker) {
      const std::size_t i = first + k;
      const std::size_t begin = i == 0 ? from : csv_scanner::line_start(text, from + i * step, limit_of(i));
      restart(pieces[k], csv_scanner::to_end, 0);
      if (begin != csv_scanner::to_end) read_piece(pieces[k], begin, limit_of(i), pools[worker]);
      if (options.progress) options.progress(done += step, text.size() - from);
    });
    for (std::size_t k = 0; k < some; ++k) {
      if (pieces[k].begin != at) {
        if (at < limit_of(first + k)) {
          read_piece(pieces[k], at, limit_of(first + k), pools[0]);
        } else {
          restart(pieces[k], at, at);
        }
      }
      at = pieces[k].end;
      take(pieces[k]);
    }
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CSV_RECORDS_HPP
