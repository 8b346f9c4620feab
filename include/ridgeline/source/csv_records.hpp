#ifndef RIDGELINE_SOURCE_CSV_RECORDS_HPP
#define RIDGELINE_SOURCE_CSV_RECORDS_HPP

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/record/data_quality.hpp>
#include <ridgeline/record/field.hpp>
#include <ridgeline/source/bytes.hpp>
#include <ridgeline/source/csv.hpp>
#include <ridgeline/source/number.hpp>

namespace ridgeline {

/// How a file is read: on how many threads, in pieces of what size, and whom to tell of the progress.
struct read_options {
  unsigned threads = default_threads();
  std::size_t piece = std::size_t{4} << 20;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};  ///< called from any thread
};

// How the text of a cell becomes a member of a record, by the member's type. False: the text does not say one.

inline bool read_cell(std::string_view text, std::string_view& out, text_pool& pool, no_unit) {
  out = pool.keep(text);
  return true;
}
template <std::signed_integral Int>
bool read_cell(std::string_view text, Int& out, text_pool&, no_unit) {
  const std::optional<std::int64_t> value = to_int(text);
  if (!value) return says_missing(text);
  if (*value < std::numeric_limits<Int>::min() || *value > std::numeric_limits<Int>::max()) return false;
  out = static_cast<Int>(*value);
  return true;
}
template <dim D, unit_of_measure Unit>
bool read_cell(std::string_view text, quantity<D>& out, text_pool&, Unit unit) {
  const std::optional<double> value = to_double(text);
  if (!value) return says_missing(text);
  out = *value * unit;
  return true;
}
/// An extent, `32` or `32[19]` (padded, then logical): the padded number counts.
inline bool read_cell(std::string_view text, std::uint32_t& out, text_pool&, no_unit) {
  const std::string_view padded = text.substr(0, text.find('['));
  const std::optional<std::int64_t> value = to_int(padded);
  if (!value) return says_missing(padded);
  if (*value < 0 || *value >= 0xffffffff) return false;
  out = static_cast<std::uint32_t>(*value);
  return true;
}

/// Reads the rows of one CSV text into records, by a list of fields.
template <class Record, class Fields>
class csv_record_reader {
 public:
  csv_record_reader(const Fields& list, std::string file) : fields_(list), file_(std::move(file)) {
    column_.fill(absent);
  }

  /// Finds each field's column in the header row. The first column of a name counts.
  void bind(const std::vector<csv_cell>& header) {
    width_ = header.size();
    std::string scratch;
    for (std::size_t c = header.size(); c-- > 0;) {
      const std::string_view title = trimmed(header[c].text(scratch));
      fields_.each([&](const auto& f, std::size_t i) {
        const bool better = column_[i] == absent || title == f.name || trimmed(header[column_[i]].raw) != f.name;
        if (f.is_named(title) && better) column_[i] = c;
      });
    }
  }

  /// Whether the header has the column of the field with this name.
  bool has(std::string_view name) const {
    bool found = false;
    fields_.each([&](const auto& f, std::size_t i) { found = found || (f.name == name && column_[i] != absent); });
    return found;
  }
  const Fields& list() const { return fields_; }
  const std::string& file() const { return file_; }

  /// The record in the scanner's current row. What cannot be read is counted and stays unknown.
  Record read(const csv_scanner& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    Record record{};
    const std::vector<csv_cell>& cells = row.cells();
    const source_pos at{file_, row.row_line() + 1, 0};
    if (row.fault() != csv_fault::none) count_fault(row.fault(), at, quality);
    if (cells.size() < width_) quality.add("row has fewer cells than the header", at, "", false);
    if (cells.size() > width_) quality.add("row has more cells than the header; the rest is ignored", at, "", false);
    std::string scratch;
    fields_.each([&](const auto& f, std::size_t i) {
      if (column_[i] >= cells.size()) return;
      const csv_cell& cell = cells[column_[i]];
      if (cell.raw.empty()) return;
      using unit_type = typename std::remove_cvref_t<decltype(f)>::unit_type;
      const std::string_view found = cell.text(scratch);
      if (read_cell(found, f.of(record), pool, unit_type{})) return;
      source_pos where = at;
      where.column = static_cast<std::uint64_t>(cell.raw.data() - text.data()) - row.row_start() + 1;
      quality.add("expected a number in column \"" + std::string(f.name) + "\"", where, found);
    });
    return record;
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);

  static std::string_view trimmed(std::string_view title) {
    while (!title.empty() && (title.front() == ' ' || title.front() == '\t')) title.remove_prefix(1);
    while (!title.empty() && (title.back() == ' ' || title.back() == '\t')) title.remove_suffix(1);
    return title;
  }
  static void count_fault(csv_fault fault, const source_pos& at, data_quality& quality) {
    if (fault == csv_fault::open_quote) quality.add("quote is never closed; it is taken as text", at, "", false);
    if (fault == csv_fault::text_after_quote) quality.add("text after a closing quote is ignored", at, "", false);
    if (fault == csv_fault::too_long) quality.add("row is longer than 16 MiB and may be cut short", at, "");
  }

  Fields fields_;
  std::string file_;
  std::array<std::size_t, Fields::size> column_{};
  std::size_t width_ = 0;
};

/// What `read_csv_pieces` makes of one piece of the file.
template <class Record>
struct csv_piece {
  std::size_t begin = 0, end = 0;  ///< byte offsets of its first row and of the next piece's
  std::uint64_t lines = 0;
  std::vector<Record> records{};
  data_quality quality{};
};

/// Reads all rows from `from` on, in pieces and on several threads; `pools` has one pool per thread. Each piece starts
/// at the first line of its part of the file. Where the piece before ends elsewhere, because a quoted cell holds line
/// breaks, it is read again from the true place: the result is that of one pass, whatever the pieces and threads.
template <class Record, class Reader>
std::vector<csv_piece<Record>> read_csv_pieces(const file_bytes& file, std::size_t from, const Reader& reader,
                                               std::vector<text_pool>& pools, const read_options& options) {
  const std::string_view text = file.view();
  const std::size_t step = options.piece == 0 ? std::size_t{4} << 20 : options.piece;
  const std::size_t n = from < text.size() ? (text.size() - from + step - 1) / step : 0;
  std::vector<csv_piece<Record>> pieces(n);
  const auto read_piece = [&](csv_piece<Record>& piece, std::size_t begin, std::size_t limit, text_pool& pool) {
    piece = {};
    piece.begin = begin;
    csv_scanner row(text, begin);
    piece.records.reserve((limit - begin) / 512 + 16);  // rows of ops reports are longer; what is not used costs nothing
    while (row.position() < limit && row.next()) piece.records.push_back(reader.read(row, text, pool, piece.quality));
    piece.end = row.position() < begin ? begin : row.position();
    piece.lines = row.lines();
    file.release(text.substr(begin, piece.end - begin));
  };
  std::atomic<std::uint64_t> done{0};
  parallel_for(n, options.threads, [&](std::size_t i, unsigned worker) {
    const std::size_t begin = i == 0 ? from : csv_scanner::line_start(text, from + i * step);
    const std::size_t limit = std::min(text.size(), from + (i + 1) * step);
    read_piece(pieces[i], begin, std::max(begin, limit), pools[worker]);
    if (options.progress) options.progress(done += step, text.size() - from);
  });
  for (std::size_t i = 1; i < n; ++i)
    if (pieces[i].begin != pieces[i - 1].end)
      read_piece(pieces[i], pieces[i - 1].end, std::max(pieces[i - 1].end, std::min(text.size(), from + (i + 1) * step)),
                 pools[0]);
  return pieces;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SOURCE_CSV_RECORDS_HPP
