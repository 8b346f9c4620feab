#ifndef RIDGELINE_READ_READ_CSV_HPP
#define RIDGELINE_READ_READ_CSV_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/cell_value.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/text_file.hpp>

namespace ridgeline {

/// The records of a CSV in a user's own format; a range for pipelines. Owns the text that std::string_view members
/// refer to, which stays valid when this is moved.
template <class Record>
struct csv_records {
  using owns_texts = void;
  std::vector<Record> records{};
  data_quality problems{};  ///< unreadable cells and rows, counted by reason, with the first position
  text_pool texts{};

  auto begin() const { return records.begin(); }
  auto end() const { return records.end(); }
  std::size_t size() const { return records.size(); }
};

namespace read_detail {

template <class Record, class Fields>
class csv_reader {
 public:
  csv_reader(const Fields& list, std::string_view text, std::string file)
      : fields_(list), text_(text), file_(std::move(file)) {}

  expected<csv_records<Record>> read() {
    const csv_front front = csv_front_of(text_);
    for (const char c : text_.substr(0, front.from)) lines_before_ += c == '\n' ? 1 : 0;
    csv_records<Record> all;
    // A comma, where it finds as many columns: a title may hold the sign that would otherwise separate.
    const std::size_t by_comma = columns_by(',', front.from), by_other = columns_by(front.separator, front.from);
    csv_scanner row(text_, front.from, by_comma != 0 && by_comma >= by_other ? ',' : front.separator);
    if (!row.next()) return failure{errc::not_a_report, {file_}, "is empty, expected a line of column names"};
    const std::string lacking = bind(row, all.problems);
    if (!lacking.empty()) return failure{errc::not_a_report, {file_, line_of(row)}, lacking};
    point_ = row.point(numbers());
    while (row.next()) {
      if (row.repeats(header_))
        all.problems.add("header is repeated in the file; it is skipped", {file_, line_of(row)}, "", false);
      else if (const csv_cell* const beyond = cell_beyond(row.cells(), header_.size()))
        all.problems.add(longer_row, {file_, line_of(row)}, beyond->raw);
      else
        all.records.push_back(record_of(row, all));
    }
    return all;
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);

  /// How many fields have a column if this sign separates them.
  std::size_t columns_by(char separator, std::size_t from) {
    csv_scanner row(text_, from, separator);
    data_quality problems;
    if (row.next()) static_cast<void>(bind(row, problems));
    else column_.fill(absent);
    std::size_t found = 0;
    for (const std::size_t c : column_) found += c == absent ? 0 : 1;
    return found;
  }

  /// Finds the column of each field; of several with the same name, the first. Returns a message if one is absent, or
  /// if no field has a column.
  std::string bind(const csv_scanner& header, data_quality& problems) {
    constexpr std::size_t most_titles = 40, longest_title = 60;
    column_.fill(absent);
    header_.clear();
    count_fault(header.fault(), file_, line_of(header), problems);
    std::string scratch, titles, lacking;
    const std::size_t width = header.cells().size();
    for (std::size_t c = 0; c < width; ++c) {
      header_.push_back(header.cells()[c].raw);
      const std::string_view title = without_blanks(header.cells()[c].text(scratch));
      if (c < most_titles) titles += (c == 0 ? "\"" : ", \"") + std::string(utf8_front(title, longest_title)) + "\"";
      fields_.for_each([&](const auto& f, std::size_t i) {
        if (!f.is_named(title)) return;
        if (column_[i] == absent) column_[i] = c;
        else problems.add("the header names this column twice; the first one counts", {file_, line_of(header)}, title,
                          false);
      });
    }
    if (width > most_titles) titles += " and " + std::to_string(width - most_titles) + " more";
    if (header.fault() == csv_fault::too_many_cells) titles += "; columns behind these are ignored";
    bool any = Fields::size == 0;
    for (const std::size_t c : column_) any = any || c != absent;
    fields_.for_each([&](const auto& f, std::size_t i) {
      Record r{};
      const bool optional = has_value_inside<std::remove_cvref_t<decltype(f.of(r))>> && any;
      if (column_[i] != absent || optional || !lacking.empty()) return;
      lacking = "has no column \"" + std::string(f.name) + "\"; its columns are " + titles;
    });
    return lacking;
  }

  template <class T>
  static constexpr bool holds_text() {
    if constexpr (has_value_inside<T>) return holds_text<typename T::value_type>();
    else return std::same_as<T, std::string> || std::same_as<T, std::string_view>;
  }
  /// Which columns are read as numbers.
  std::vector<bool> numbers() const {
    std::vector<bool> is(header_.size(), false);
    Record record{};
    fields_.for_each([&](const auto& f, std::size_t i) {
      if (column_[i] < is.size() && !holds_text<std::remove_cvref_t<decltype(f.of(record))>>()) is[column_[i]] = true;
    });
    return is;
  }

  Record record_of(const csv_scanner& row, csv_records<Record>& all) const {
    Record record{};
    count_fault(row.fault(), file_, line_of(row), all.problems);
    const std::vector<csv_cell>& cells = row.cells();
    count_width(row, all.problems);
    std::string scratch;
    fields_.for_each([&](const auto& f, std::size_t i) {
      auto& member = f.of(record);
      using type = std::remove_cvref_t<decltype(member)>;
      using unit = typename std::remove_cvref_t<decltype(f)>::unit_type;
      const bool there = column_[i] < cells.size();
      const std::string_view text = there ? cells[column_[i]].text(scratch) : std::string_view();
      const bool either = !holds_text<type>() && point_ != csv_point::decimal && has_either_mark(text);
      found what = either ? found::unreadable : read_detail::read<unit>(text, member, all.texts);
      if (what == found::unreadable && there)
        if (const std::string as_written = plain_number(text, row.separator(), point_); !as_written.empty())
          what = read_detail::read<unit>(as_written, member, all.texts);
      if (what == found::value) return;
      if constexpr (may_be_missing<type>) member = missing<type>;
      if (what == found::unreadable && there)
        all.problems.add("expected " + std::string(expectation<type>()) + " in column \"" + std::string(f.name) + "\"" +
                             (either ? ": " + std::string(unclear_point) : std::string()),
                         place_of(cells[column_[i]], row), text);
    });
    return record;
  }

  template <class T>
  static constexpr std::string_view expectation() {
    if constexpr (has_value_inside<T>) return expectation<typename T::value_type>();
    else if constexpr (reads_itself<T>) return "a known word";
    else if constexpr (std::same_as<T, bool>) return "true or false";
    else if constexpr (std::same_as<T, char>) return "one character";
    else if constexpr (std::integral<T>) return "a whole number in range";
    else return "a number";
  }

  /// The position of a cell: its line and the byte within that line. The line is not the row's first if earlier cells
  /// contain line breaks.
  source_pos place_of(const csv_cell& cell, const csv_scanner& row) const {
    const auto at = static_cast<std::size_t>(cell.raw.data() - text_.data());
    std::uint64_t line = line_of(row);
    std::size_t line_start = row.row_start();
    for (std::size_t i = row.row_start(); i < at; ++i)
      if (text_[i] == '\n') ++line, line_start = i + 1;
    return {file_, line, at - line_start + 1};
  }
  std::uint64_t line_of(const csv_scanner& row) const { return lines_before_ + row.row_line() + 1; }
  void count_width(const csv_scanner& row, data_quality& problems) const {
    const std::vector<csv_cell>& cells = row.cells();
    const source_pos at{file_, line_of(row)};
    if (cells.size() < header_.size()) return problems.add("row has fewer cells than the header", at, "");
    if (cells.size() > header_.size())
      problems.add("row has more cells than the header; they are empty", at, "", false);
  }

  Fields fields_;
  std::string_view text_;
  std::string file_;
  std::array<std::size_t, Fields::size> column_{};
  std::vector<std::string_view> header_{};  // views into the text
  std::uint64_t lines_before_ = 0;          // the header: a line that names the separator
  csv_point point_ = csv_point::decimal;
};

template <class Record, class Field>
using member_type = std::remove_cvref_t<decltype(std::declval<const Field&>().of(std::declval<Record&>()))>;

template <class Record, class... Fields>
consteval bool all_readable() {
  constexpr bool all_have_a_place = (std::is_invocable_v<decltype(Fields::access), Record&> && ...);
  static_assert(all_have_a_place,
                "a field fills a member of the record that is read, or what a callable refers to in it: "
                "read_csv<request>(path, fields(field<\"tokens\">(&request::tokens)))");
  if constexpr (all_have_a_place) return (readable<member_type<Record, Fields>, typename Fields::unit_type>() && ...);
  else return false;
}

}  // namespace read_detail

/// Reads CSV text by a list of fields, `fields(field<"kernel">(&row::name), field<"took (us)", us>(&row::time))`.
/// Columns may be in any order, and further columns are ignored. An absent column is a failure that lists the existing
/// ones, unless the member is optional and another field has a column. Cells are separated by commas, or by the
/// semicolons or tabs of the header; a line `sep=;` is understood, and so are numbers as spreadsheets write them
/// (`plain_number`). Timestamps and durations are converted exactly from their digits. An empty cell, or one that
/// contains "NA" or similar, is missing; so is an unreadable one, which is also counted with its line and column.
/// Members that have no missing value (bool, char) keep their default.
template <class Record, class... Fields>
expected<csv_records<Record>> read_csv_text(std::string_view text, const field_list<Fields...>& list,
                                            std::string file = {}) {
  if constexpr (read_detail::all_readable<Record, Fields...>()) {
    if (std::optional<failure> other = refused_text(text, file)) return *std::move(other);
    return read_detail::csv_reader<Record, field_list<Fields...>>(list, text, std::move(file)).read();
  } else {
    return csv_records<Record>{};
  }
}

/// The same for a file, plain or gzip: `read_csv<request>("requests.csv", request_fields)`.
template <class Record, class... Fields>
expected<csv_records<Record>> read_csv(const std::string& path, const field_list<Fields...>& list) {
  if constexpr (read_detail::all_readable<Record, Fields...>()) {
    const expected<text_file> file = text_file::open(path);
    if (!file) return file.error();
    expected<csv_records<Record>> all = read_csv_text<Record>(file->view(), list, path);
    if (all) file->tell(all->problems, path);
    return all;
  } else {
    return csv_records<Record>{};
  }
}
/// Catches a call without the record type, and one without a list of fields.
template <class Record = int, class... Other>
expected<csv_records<Record>> read_csv(const std::string&, const Other&...) {
  static_assert(sizeof...(Other) > sizeof...(Other),
                "the record type goes in angle brackets, a path and one list of fields in parentheses: "
                "read_csv<request>(\"requests.csv\", fields(field<\"tokens\">(&request::tokens)))");
  return csv_records<Record>{};
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_READ_CSV_HPP
