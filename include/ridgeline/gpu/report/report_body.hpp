#ifndef RIDGELINE_GPU_REPORT_REPORT_BODY_HPP
#define RIDGELINE_GPU_REPORT_REPORT_BODY_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/gpu/sheet/columns.hpp>
#include <ridgeline/gpu/sheet/rows.hpp>

namespace ridgeline {

std::vector<table> gpu_tables(const gpu_trace& trace, const gpu_report_options& options, gpu_problems& problems) {
  const gpu::communication_table built_in;
  const std::vector<bool> communicates =
      communicating_names(trace, options.communication != nullptr ? *options.communication : built_in);
  const std::vector<gpu_held_work> held = held_work_of(trace, problems);
  std::vector<table> tables;
  const auto add = [&](std::string name, auto rows, const auto& list) {
    if (!rows.empty()) tables.emplace_back(std::move(name), std::move(rows), list);
  };
  tables.emplace_back("gpu_timeline", gpu_timeline_rows(trace, communicates, options.micro_idle_below),
                      gpu_timeline_columns);
  add("devices", gpu_devices(trace), gpu_device_columns);
  add("kernel_summary", gpu_kernel_summary(trace, communicates), gpu_kernel_columns);
  add("api_summary", gpu_call_summary(trace), gpu_call_columns);
  add("memory_copies", gpu_copy_summary(trace), gpu_copy_columns);
  add("ranges", gpu_range_summary(trace), gpu_range_columns);
  add("ranges_kernels", gpu_range_kernels(trace, held), gpu_range_kernel_columns);
  add("kernel_launches", gpu_kernel_launches(trace), gpu_launch_columns);
  if (options.short_kernels) {
    std::vector<double> lengths;
    std::vector<gpu_short_kernel_row> rows = gpu_short_kernels(trace, options.short_kernel_below, lengths);
    if (options.most_short_kernels && *options.most_short_kernels < rows.size())
      rows.resize(*options.most_short_kernels);
    add("short_kernels_histogram", histogram_of(lengths, options.histogram_bins), gpu_histogram_columns);
    add("short_kernels_all_details", std::move(rows), gpu_short_kernel_columns);
  }
  if (options.trace) add("gpu_trace", gpu_trace_rows(trace), gpu_trace_columns);
  return tables;
}

std::vector<std::string> gpu_sheet_names() {
  return {"gpu_timeline",
          "devices",
          "kernel_summary",
          "api_summary",
          "memory_copies",
          "ranges",
          "ranges_kernels",
          "kernel_launches",
          "short_kernels_histogram",
          "short_kernels_all_details",
          "gpu_trace",
          "findings",
          "trace_health",
          "trace_health_sheets",
          "data_quality"};
}

namespace gpu_detail {

/// The number of rows at the top with the same first column; in `gpu_timeline`, those of all devices combined.
inline std::size_t first_rows_alike(const table& t) {
  std::string first, scratch;
  std::size_t rows = 0;
  for (; rows < t.rows(); ++rows) {
    const std::string_view text = t.at(rows, 0, scratch).text;
    if (rows == 0) first = text;
    else if (text != first) break;
  }
  return rows;
}

}  // namespace gpu_detail

report_page gpu_page(std::vector<table> tables, const std::string& trace) {
  report_page p{"gpu_report", "GPU report", {{"Trace", trace}}, {}, {}, {}};
  const auto add = [&](const std::optional<bar_chart>& chart) {
    if (chart) p.charts.emplace_back(*chart);
  };
  for (const table& t : tables) {
    if (t.name() == "gpu_timeline")
      add(bars_of(t.head(gpu_detail::first_rows_alike(t)), "type", "time ms", "GPU time", "ms", 20));
    if (t.name() == "kernel_summary")
      add(bars_of(t, "kernel_name", "total_time_us", "Kernels that take longest", "us", 20));
    if (t.name() == "api_summary") add(bars_of(t, "api_name", "total_time_us", "Calls that take longest", "us", 20));
    if (t.name() == "short_kernels_histogram")
      add(bars_of(t, "bin_start", "count", "Short kernels by duration [μs]", "kernels", 500,
                  bar_chart::form::histogram));
  }
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_REPORT_REPORT_BODY_HPP
