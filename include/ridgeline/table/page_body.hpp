#ifndef RIDGELINE_TABLE_PAGE_BODY_HPP
#define RIDGELINE_TABLE_PAGE_BODY_HPP

#include <algorithm>

#include <ridgeline/table/format.hpp>
#include <ridgeline/table/page.hpp>

namespace ridgeline {

void put_first(std::vector<table>& tables, std::initializer_list<std::string_view> names) {
  std::vector<table> first;
  for (const std::string_view name : names)
    for (const table& t : tables)
      if (t.name() == name) first.push_back(t);
  for (const table& t : tables)
    if (std::find(names.begin(), names.end(), t.name()) == names.end()) first.push_back(t);
  tables = std::move(first);
}

std::optional<bar_chart> bars_of(const table& t, std::string_view labels, std::string_view values, std::string title,
                                 std::string unit, std::size_t most, bar_chart::form shape) {
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
    if (!v.is_number()) continue;  // unknown values get no bar
    const double number = v.number();
    chart.series[0].values.push_back(number);
    chart.labels.emplace_back();
    append_for_people(chart.labels.back(), t.at(r, label, scratch), t.column(label));
  }
  if (chart.labels.empty()) return std::nullopt;
  if (t.rows() > most) {
    chart.about = "The first " + std::to_string(most);
    chart.about += " of " + std::to_string(t.rows()) + ".";
  }
  return chart;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PAGE_BODY_HPP
