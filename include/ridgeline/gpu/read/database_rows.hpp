#ifndef RIDGELINE_GPU_READ_DATABASE_ROWS_HPP
#define RIDGELINE_GPU_READ_DATABASE_ROWS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/read/fields.hpp>
#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/read/sqlite.hpp>

namespace ridgeline::gpu_detail {

/// Timestamps and durations are below this, 95 years in nanoseconds, so that sums and differences do not overflow.
inline constexpr std::int64_t longest_time = 3'000'000'000'000'000'000;

/// When something ran. An end before the start is replaced by the start and counted. If both are 0, which profilers
/// write for what they could not time, returns nothing and counts `time_unknown`.
struct gpu_span {
  time_point start;
  duration time;
};
inline std::optional<gpu_span> span_of(std::int64_t start, std::int64_t end, gpu_problems& problems, std::uint64_t byte,
                                       std::string_view text) {
  if (start == 0 && end == 0) return problems.add(gpu_problem::time_unknown, byte, text), std::nullopt;
  if (end < start) problems.add(gpu_problem::negative_duration, byte, text);
  return gpu_span{time_point::of(start), duration::of(end < start ? 0 : end - start)};
}

/// The rows of one table in a catalogue. Columns are accessed by name; a name missing from the catalogue does not
/// compile. A value of an unexpected type marks its row as broken, which is counted once, with table, column and row.
template <const auto& Fields, fixed_string Table>
class field_rows {
 public:
  /// `relation`: the table or view in the file, if its name differs.
  field_rows(const sqlite_file& base, gpu_problems& problems, std::string_view relation = text_of<Table>)
      : relation_(relation), problems_(problems) {
    expected<sqlite_rows> rows = base.rows(relation, names);
    if (rows) rows_.emplace(std::move(*rows));
    else problems_.add(gpu_problem::file_damaged, gpu_problems::nowhere, rows.error().what);
  }

  bool next() {
    if (!rows_) return false;
    if (rows_->next()) {
      ++row_;
      good_ = true;
      return true;
    }
    if (!rows_->broken().empty())
      problems_.add(gpu_problem::file_damaged, gpu_problems::nowhere,
                    relation_ + ", after row " + std::to_string(row_) + ": " + rows_->broken());
    rows_.reset();
    return false;
  }
  /// Whether all values read from this row so far had the expected type.
  bool good() const { return good_; }

  template <fixed_string Name>
  bool given() const {
    return rows_->kind(column<Name>) != sqlite_kind::null;
  }
  template <fixed_string Name>
  bool is_text() const {
    return rows_->kind(column<Name>) == sqlite_kind::text;
  }
  /// Whether a value is given without which the row cannot be used.
  template <fixed_string Name>
  bool has() {
    if (!given<Name>()) broken(column<Name>, "expected a number");
    return given<Name>();
  }
  /// An integer; missing if the column is null or absent.
  template <fixed_string Name>
  std::int64_t number() {
    const sqlite_kind kind = rows_->kind(column<Name>);
    if (kind == sqlite_kind::null) return missing<std::int64_t>;
    const std::optional<std::int64_t> whole = whole_number(kind, column<Name>);
    if (!whole) return broken(column<Name>, "expected a whole number");
    const std::int64_t n = *whole;
    return known(n) ? n : broken(column<Name>, "too large a number:");
  }
  /// The same, limited to `longest_time` in both directions.
  template <fixed_string Name>
  std::int64_t nanoseconds() {
    const std::int64_t n = number<Name>();
    if (!known(n) || (n > -longest_time && n < longest_time)) return n;
    return broken(column<Name>, "a time beyond 95 years:");
  }
  /// Text; empty if null or absent.
  template <fixed_string Name>
  std::string_view text() {
    const sqlite_kind kind = rows_->kind(column<Name>);
    if (kind == sqlite_kind::null) return {};
    if (kind == sqlite_kind::text) return rows_->text(column<Name>);
    broken(column<Name>, "expected a text");
    return {};
  }
  /// A value of any type as text for comparison; empty if null or absent. Never marks the row as broken.
  template <fixed_string Name>
  std::string fact() const {
    switch (rows_->kind(column<Name>)) {
      case sqlite_kind::null: return {};
      case sqlite_kind::integer: return std::to_string(rows_->integer(column<Name>));
      case sqlite_kind::real: return std::to_string(rows_->real(column<Name>));
      default: return std::string(rows_->text(column<Name>));
    }
  }
  /// Start and duration from the columns `start` and `end`. Without an end, returns nothing and counts `open`.
  std::optional<gpu_span> times(gpu_problem open) {
    const std::int64_t start = nanoseconds<"start">(), end = nanoseconds<"end">();
    if (!good_) return {};
    if (!known(start)) return broken(column<"start">, "expected a time"), std::nullopt;
    if (!known(end)) return problems_.add(open, gpu_problems::nowhere, place()), std::nullopt;
    return span_of(start, end, problems_, gpu_problems::nowhere, place());
  }
  /// `TABLE, row 5`.
  std::string place() const { return relation_ + ", row " + std::to_string(row_); }

 private:
  static consteval std::size_t size() {
    std::size_t n = 0;
    for (const source_field& f : Fields) n += f.table == Table.view() ? 1u : 0u;
    return n;
  }
  static constexpr std::array<std::string_view, size()> names = [] {
    std::array<std::string_view, size()> list{};
    std::size_t n = 0;
    for (const source_field& f : Fields)
      if (f.table == Table.view()) list[n++] = f.name;
    return list;
  }();
  /// A table's rows need not be contiguous in the catalogue; what counts is the position among the table's own.
  template <fixed_string Name>
  static constexpr std::size_t column = [] {
    static_cast<void>(field_number<Fields>(Table, Name));
    std::size_t n = 0;
    while (names[n] != Name.view()) ++n;
    return n;
  }();

  /// Also handles untyped columns, in which other programs leave digits as text and numbers like `64.0`.
  std::optional<std::int64_t> whole_number(sqlite_kind kind, std::size_t at) const {
    switch (kind) {
      case sqlite_kind::integer: return rows_->integer(at);
      case sqlite_kind::text: return to_int(rows_->text(at));
      case sqlite_kind::real: return whole_of(rows_->real(at));
      default: return std::nullopt;
    }
  }

  std::int64_t broken(std::size_t at, std::string_view what) {
    if (good_) {
      constexpr std::array<std::string_view, 5> kinds{"null", "a whole number", "a number with decimals", "a text",
                                                      "bytes"};
      const sqlite_kind kind = rows_->kind(at);
      std::string found = relation_;
      found.append(".").append(names[at]).append(", row ").append(std::to_string(row_)).append(": ").append(what);
      if (kind == sqlite_kind::integer) found.append(" ").append(std::to_string(rows_->integer(at)));
      else found.append(", found ").append(kinds[static_cast<std::size_t>(kind)]);
      problems_.add(gpu_problem::value_unreadable, gpu_problems::nowhere, found);
    }
    good_ = false;
    return missing<std::int64_t>;
  }

  std::string relation_;
  gpu_problems& problems_;
  std::optional<sqlite_rows> rows_{};
  std::uint64_t row_ = 0;
  bool good_ = true;
};

/// Records why a database cannot be read completely, if that is known before reading rows.
inline void tell_damage(const sqlite_file& base, gpu_problems& problems) {
  if (!base.damage().empty()) problems.add(gpu_problem::file_damaged, gpu_problems::nowhere, base.damage());
}

/// The trace read from a database, or a failure if damage prevented reading anything.
inline expected<gpu_trace> unless_nothing(gpu_trace trace, const std::string& file) {
  const auto& damage = trace.problems[gpu_problem::file_damaged];
  const bool nothing = trace.work.empty() && trace.calls.empty() && trace.ranges.empty();
  if (nothing && damage.count != 0)
    return failure{errc::not_a_report, {file}, "the database is damaged, and no row can be read: " + damage.example};
  return trace;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_DATABASE_ROWS_HPP
