#ifndef RIDGELINE_TT_READ_CELL_ROW_HPP
#define RIDGELINE_TT_READ_CELL_ROW_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/read/csv.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/stored_cell.hpp>

namespace ridgeline {

/// A row of cells in memory in the form that `csv_record_reader` takes from a CSV; numbers are formatted as in the
/// CSV. It refers to the texts of the cells.
class cell_row {
 public:
  /// Constructs the title row.
  explicit cell_row(const std::vector<std::string>& titles) {
    for (const std::string& title : titles) cells_.push_back({title});
  }
  /// Reserves space for rows with the given number of cells.
  explicit cell_row(std::size_t width) : cells_(width) {}

  /// Makes `row` the current one, the `number`-th after the titles. Missing cells are empty.
  void take(const std::vector<stored_cell>& row, std::uint64_t number) {
    number_ = number;
    written_.clear();
    places_.clear();
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const cell value = c < row.size() ? cell(row[c]) : cell{};
      cells_[c].raw = value.text;
      const std::size_t before = written_.size();
      switch (value.kind) {
        case cell_kind::none:
        case cell_kind::text: continue;
        case cell_kind::boolean: written_ += value.integer != 0 ? "True" : "False"; break;
        case cell_kind::integer: append_integer(written_, value, false); break;
        case cell_kind::real: append_shortest(written_, value.real); break;
      }
      places_.emplace_back(c, before);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {  // `written_` no longer moves from here on
      const std::size_t end = i + 1 < places_.size() ? places_[i + 1].second : written_.size();
      cells_[places_[i].first].raw = std::string_view(written_).substr(places_[i].second, end - places_[i].second);
    }
  }

  const std::vector<csv_cell>& cells() const { return cells_; }
  csv_fault fault() const { return csv_fault::none; }
  std::uint64_t row_line() const { return number_; }
  std::size_t row_start() const { return 0; }

 private:
  std::vector<csv_cell> cells_;
  std::string written_{};
  std::vector<std::pair<std::size_t, std::size_t>> places_;    // formatted cells, and where they begin
  std::uint64_t number_ = 0;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_CELL_ROW_HPP
