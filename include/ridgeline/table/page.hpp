#ifndef RIDGELINE_TABLE_PAGE_HPP
#define RIDGELINE_TABLE_PAGE_HPP

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/table/table.hpp>

/// A report as a page, before it is written.
namespace ridgeline {

using page_chart = std::variant<bar_chart, roofline_chart, timeline_chart, flame_chart, span_chart>;

/// A report as a page: what it is about, charts, and the tables behind them.
struct report_page {
  struct link {
    std::string text{}, to{};        ///< `to` is written by the program, never taken from a trace
  };
  std::string program{}, title{};
  std::vector<std::pair<std::string, std::string>> facts{};
  std::vector<page_chart> charts{};
  std::vector<table> tables{};
  std::vector<link> links{};
};

/// Puts the tables of these names before all others, in the order of the names.
void put_first(std::vector<table>& tables, std::initializer_list<std::string_view> names);

/// Bars of one column of a table over the texts of another, the first `most` rows; nothing where the table lacks one.
std::optional<bar_chart> bars_of(const table& t, std::string_view labels, std::string_view values,
                                 std::string title, std::string unit, std::size_t most,
                                 bar_chart::form shape = bar_chart::form::bars);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PAGE_HPP
