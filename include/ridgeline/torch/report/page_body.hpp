#ifndef RIDGELINE_TORCH_REPORT_PAGE_BODY_HPP
#define RIDGELINE_TORCH_REPORT_PAGE_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/table/page.hpp>
#include <ridgeline/torch/report/page.hpp>

/// The PyTorch report as an HTML page.
namespace ridgeline {

namespace torch_detail {

/// Finds a column by the first of several titles that a table has: sheets name the same quantity differently.
class titled_columns {
 public:
  explicit titled_columns(const table& t) : table_(t) {}

  std::size_t find(std::initializer_list<std::string_view> titles) const {
    for (const std::string_view title : titles)
      if (const std::size_t c = table_.find(title); c < table_.columns()) return c;
    return table_.columns();
  }
  double number(std::size_t row, std::size_t column, double without) {
    if (column >= table_.columns()) return without;
    const cell v = table_.at(row, column, scratch_);
    return v.is_number() ? v.number() : without;
  }
  /// Valid until the next call.
  std::string_view text(std::size_t row, std::size_t column) {
    return column < table_.columns() ? table_.at(row, column, scratch_).text : std::string_view();
  }

 private:
  const table& table_;
  std::string scratch_{};
};

/// A row of a sheet of ops, with its own copies of texts.
struct sheet_point {
  std::string name{}, shape{}, spec{}, bound{};
  roof_point row{};
};

/// Adds a point for each row of a sheet of ops that has FLOP, traffic and time.
void add_roof_points(std::vector<sheet_point>& points, const table& t) {
  titled_columns in(t);
  const std::size_t name = in.find({"name"}), at = in.find({"FLOPS/Byte", "FLOPS/Byte_first"}),
                    rate = in.find({"TFLOPS/s_mean"}), time = in.find({"Kernel Time (µs)_sum"}),
                    count = in.find({"operation_count", "name_count"}), spec = in.find({"Compute Spec"}),
                    bound = in.find({"Roofline Bound", "Roofline Bound_first"}), share = in.find({"Pct Roofline_mean"}),
                    dims = in.find({"Input Dims", "Input Dims_first"});
  if (at == t.columns() || rate == t.columns() || time == t.columns()) return;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    const double x = in.number(r, at, 0), y = in.number(r, rate, 0), microseconds = in.number(r, time, 0);
    if (!(x > 0) || !(y > 0) || !(microseconds > 0)) continue;
    sheet_point p;
    p.name = in.text(r, name);
    p.shape = in.text(r, dims);
    p.spec = in.text(r, spec);
    p.bound = in.text(r, bound);
    p.row.at = x * FLOPpB;
    p.row.achieved = y * TFLOPps;
    p.row.share = in.number(r, share, missing<double>) / 100;
    p.row.count = static_cast<std::int64_t>(in.number(r, count, 1));
    p.row.time = microseconds * us;
    points.push_back(std::move(p));
  }
}

}  // namespace torch_detail

roofline_chart torch_roofline(std::span<const table> tables, const hw::roofs* roofs) {
  std::vector<torch_detail::sheet_point> found;
  for (const table& t : tables)
    if (t.name() == "unified_perf_summary") torch_detail::add_roof_points(found, t);
  if (found.empty())
    for (const table& t : tables) torch_detail::add_roof_points(found, t);
  std::vector<roof_point> points;
  for (const torch_detail::sheet_point& p : found) {
    points.push_back(p.row);
    points.back().name = p.name, points.back().shape = p.shape;
    points.back().spec = p.spec, points.back().bound = p.bound;
  }
  return roofline_of(points, roofs);
}

report_page torch_page(std::vector<table> tables, roofline_chart roofline, const hw::roofs* roofs,
                       const std::string& trace, flame_chart modules) {
  report_page p{"pytorch_report", "PyTorch report", {{"Trace", trace}}, {}, {}, {}};
  if (roofs != nullptr) p.facts.emplace_back("Chip", roofs->name);
  const auto add = [&](const std::optional<bar_chart>& chart) {
    if (chart) p.charts.emplace_back(*chart);
  };
  for (const table& t : tables) {
    if (t.name() == "gpu_timeline") add(bars_of(t, "type", "time ms", "GPU time", "ms", 20));
    if (t.name() == "ops_summary_by_category")
      add(bars_of(t, "op category", "total_direct_kernel_time_ms", "Kernel time by category", "ms", 30));
    if (t.name() == "ops_summary")
      add(bars_of(t, "name", "total_direct_kernel_time_ms", "Ops that take longest", "ms", 20));
    if (t.name().starts_with("short_kernel"))
      add(bars_of(t, "bin_start", "count", "Short kernels by duration [μs]", "kernels", 500,
                  bar_chart::form::histogram));
  }
  if (!modules.boxes.empty()) p.charts.emplace_back(std::move(modules));
  p.charts.emplace_back(std::move(roofline));
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_PAGE_BODY_HPP
