#ifndef RIDGELINE_TABLE_PAGE_HPP
#define RIDGELINE_TABLE_PAGE_HPP

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/format.hpp>
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
inline void put_first(std::vector<table>& tables, std::initializer_list<std::string_view> names) {
  std::vector<table> first;
  for (const std::string_view name : names)
    for (const table& t : tables)
      if (t.name() == name) first.push_back(t);
  for (const table& t : tables)
    if (std::find(names.begin(), names.end(), t.name()) == names.end()) first.push_back(t);
  tables = std::move(first);
}

/// Bars of one column of a table over the texts of another, the first `most` rows; nothing where the table lacks one.
inline std::optional<bar_chart> bars_of(const table& t, std::string_view labels, std::string_view values,
                                        std::string title, std::string unit, std::size_t most,
                                        bar_chart::form shape = bar_chart::form::bars) {
  const std::size_t label = t.find(labels), value = t.find(values);
  if (label == t.columns() || value == t.columns() || t.rows() == 0) return std::nullopt;
  bar_chart chart;
  chart.shape = shape;
  chart.title = std::move(title);
  chart.unit = std::move(unit);
  chart.series.emplace_back();
  std::string scratch;
  for (std::size_t r = 0; r < t.rows() && r < most; ++r) {
    const cell v = t.at(r, value, scratch);
    const double number = v.kind == cell_kind::integer ? static_cast<double>(v.integer) : v.real;
    chart.series[0].values.push_back(number);
    chart.labels.emplace_back();
    append_for_people(chart.labels.back(), t.at(r, label, scratch), t.column(label));
  }
  if (t.rows() > most) {
    chart.about = "The first " + std::to_string(most);
    chart.about += " of " + std::to_string(t.rows()) + ".";
  }
  return chart;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PAGE_HPP
