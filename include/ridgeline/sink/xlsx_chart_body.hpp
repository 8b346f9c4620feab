#ifndef RIDGELINE_SINK_XLSX_CHART_BODY_HPP
#define RIDGELINE_SINK_XLSX_CHART_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/config.hpp>
#include <ridgeline/sink/xlsx.hpp>

#if RIDGELINE_WITH_XLSXWRITER
#include <xlsxwriter.h>

namespace ridgeline::sink_detail::sink {

/// The title followed by its unit, which is omitted for percentages.
inline std::string title_of(const column_facts& column) {
  std::string title(column.title);
  if (!column.unit.empty() && column.unit != percent.symbol) title.append(" [").append(column.unit).append("]");
  return title;
}

/// Draws charts next to the table on a sheet.
class sheet_charts {
 public:
  sheet_charts(lxw_workbook* book, lxw_worksheet* sheet, const std::string& name, const table& t, std::size_t rows)
      : book_(book), sheet_(sheet), name_(name), t_(t), rows_(rows) {}

  void add(const sheet_chart& wanted) {
    using form = sheet_chart::form;
    const std::size_t labels = t_.find(wanted.labels);
    const auto is_there = [&](const std::string& title) { return t_.find(title) < t_.columns(); };
    if (labels == t_.columns() || wanted.first >= t_.rows()) return;
    if (std::none_of(wanted.values.begin(), wanted.values.end(), is_there)) return;
    const auto kind = wanted.shape == form::pie           ? LXW_CHART_PIE
                      : wanted.shape == form::scatter_log ? LXW_CHART_SCATTER
                      : wanted.shape == form::bar         ? LXW_CHART_BAR
                                                          : LXW_CHART_COLUMN;
    lxw_chart* const chart = workbook_add_chart(book_, static_cast<std::uint8_t>(kind));
    const std::size_t drawn =
        wanted.rows == 0 ? t_.rows() - wanted.first : std::min(wanted.rows, t_.rows() - wanted.first);
    const auto first = static_cast<lxw_row_t>(wanted.first + 1);
    const auto last = static_cast<lxw_row_t>(std::min(wanted.first + drawn, rows_ - 1));
    for (const std::string& title : wanted.values) {
      const std::size_t c = t_.find(title);
      if (c == t_.columns()) continue;
      const auto add = [&](const std::string& series_name, lxw_row_t from, lxw_row_t to) {
        lxw_chart_series* const series = chart_add_series(chart, nullptr, nullptr);
        chart_series_set_categories(series, name_.c_str(), from, static_cast<lxw_col_t>(labels), to,
                                    static_cast<lxw_col_t>(labels));
        chart_series_set_values(series, name_.c_str(), from, static_cast<lxw_col_t>(c), to, static_cast<lxw_col_t>(c));
        chart_series_set_name(series, series_name.c_str());
        return series;
      };
      if (t_.find(wanted.series) == t_.columns()) add(title_of(t_.column(c)), first, last);
      else add_series(wanted, first, last, add);
    }
    chart_title_set_name(chart, wanted.title.c_str());
    if (wanted.shape == form::bar) chart_axis_set_reverse(chart->y_axis);  // first row on top
    if (wanted.shape == form::scatter_log) {
      chart_axis_set_log_base(chart->x_axis, 10);
      chart_axis_set_log_base(chart->y_axis, 10);
      chart_axis_set_name(chart->x_axis, title_of(t_.column(labels)).c_str());
      if (!wanted.values.empty()) chart_axis_set_name(chart->y_axis, wanted.values.front().c_str());
      chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
    }
    if (wanted.shape == form::histogram) {
      chart_axis_set_name(chart->x_axis, title_of(t_.column(labels)).c_str());
      chart_set_series_gap(chart, 10);
    }
    if (wanted.shape == form::bar) chart_set_series_gap(chart, 60);
    if (wanted.values.size() == 1 && wanted.shape != form::pie && wanted.series.empty())
      chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    lxw_chart_options placed{};
    placed.x_scale = placed.y_scale = wanted.shape == form::scatter_log ? 2.2 : 1.6;
    worksheet_insert_chart_opt(sheet_, 1, static_cast<lxw_col_t>(t_.columns() + 1), chart, &placed);
  }

 private:
  /// Adds a series, as points or a line, for each run of rows with equal text in the series column.
  template <class Add>
  void add_series(const sheet_chart& wanted, lxw_row_t first, lxw_row_t last, const Add& add) {
    const std::size_t by = t_.find(wanted.series), lines = t_.find(wanted.lines);
    std::string scratch;
    const auto text_at = [&](lxw_row_t row) {
      const cell c = t_.at(row - 1, by, scratch);
      return std::string(c.kind == cell_kind::text ? c.text : std::string_view());
    };
    constexpr std::array<lxw_color_t, 8> colours{0x1F77B4, 0xD62728, 0x2CA02C, 0x9467BD,
                                                 0xFF7F0E, 0x8C564B, 0xE377C2, 0x17BECF};
    std::size_t colour = 0;  // a line and the points after it share one
    bool after_line = false;
    int made = 0;
    for (lxw_row_t from = first; from <= last && made < 255; ++made) {  // the format's limit
      const std::string text = text_at(from);
      lxw_row_t to = from;
      while (to < last && text_at(to + 1) == text) ++to;
      lxw_chart_series* const series = add(text, from, to);
      const bool line = lines < t_.columns() && t_.at(from - 1, lines, scratch).integer != 0;
      if (made > 0 && !after_line) ++colour;
      after_line = line;
      const lxw_color_t shown = colours[colour % colours.size()];
      if (line) {
        lxw_chart_line style{};
        style.color = shown;
        style.width = 1.5;
        chart_series_set_line(series, &style);
        chart_series_set_marker_type(series, LXW_CHART_MARKER_NONE);
      } else {
        chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
        chart_series_set_marker_size(series, 6);
        lxw_chart_fill fill{};
        fill.color = shown;
        chart_series_set_marker_fill(series, &fill);
        lxw_chart_line edge{};
        edge.color = shown;
        chart_series_set_marker_line(series, &edge);
        lxw_chart_line none{};
        none.none = LXW_TRUE;
        chart_series_set_line(series, &none);
      }
      from = to + 1;
    }
  }

  lxw_workbook* book_;
  lxw_worksheet* sheet_;
  const std::string& name_;
  const table& t_;
  std::size_t rows_;  // maximum number of rows per sheet
};

}  // namespace ridgeline::sink_detail::sink

#endif

#endif  // RIDGELINE_SINK_XLSX_CHART_BODY_HPP
