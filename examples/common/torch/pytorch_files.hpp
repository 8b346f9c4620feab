/// What pytorch_report prints, and its workbook and page.
#ifndef RIDGELINE_EXAMPLES_COMMON_PYTORCH_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_PYTORCH_FILES_HPP

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/page.hpp>

#include "../advice_options.hpp"
#include "../program.hpp"
#include "../table_files.hpp"
#include "../written_files.hpp"
#include "torch_judged.hpp"

namespace program {

namespace rl = ridgeline;

/// `runs/trace.json.gz` gives `runs/trace_perf_report.xlsx`.
inline std::string workbook_beside(const std::string& trace) {
  const std::size_t json = trace.rfind(".json");
  return trace.substr(0, json) + "_perf_report.xlsx";
}

/// The workbook's charts: where the time goes, and how long short kernels take.
inline rl::workbook_style pytorch_charts(const std::vector<rl::table>& tables) {
  rl::workbook_style style;
  using form = rl::sheet_chart::form;
  for (const rl::table& t : tables) {
    if (t.name() == "gpu_timeline" && t.find("is_recompute") == t.columns())
      style.charts.push_back({form::bar, t.name(), "GPU time [ms]", "type", {"time ms"}, 0, 0});
    if (t.name() == "roofline") {
      style.charts.push_back({form::scatter_log, t.name(), "Ops under the roofs", "FLOPS/Byte", {"TFLOPS/s"}, 0, 0});
      style.charts.back().series = "series";
      style.charts.back().lines = "is_roof";
    }
    if (t.name().starts_with("short_kernel") && t.find("bin_start") != t.columns())
      style.charts.push_back(
          {form::histogram, t.name(), "Short kernels by duration [µs]", "bin_start", {"count"}, 0, 0});
  }
  return style;
}

/// The report on the console, without advice if it is the original's. False if it could not be written.
inline bool show_pytorch(const torch_judged& made, bool parity) {
  return show_report("pytorch_report", [&](rl::output& out) {
    if (!parity) show_advice(out, made.health, made.findings);
    write_console(out, made.report.overview, console_width());
  });
}

/// Writes the requested files; the page takes its charts from the report. False if one is not written.
inline bool write_pytorch(const table_files& files, torch_judged& made, rl::data_quality& quality,
                          const rl::hw::roofs* roofs, const std::string& trace, bool parity) {
  const std::vector<rl::table>& tables = made.report.tables;
  return files.write(tables, quality, pytorch_charts(tables), [&] {
    rl::report_page page = rl::torch_page(tables, std::move(made.report.roofline), roofs, trace,
                                          std::move(made.report.modules));
    if (!parity) put_advice_first(page, made.health);
    return page;
  });
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PYTORCH_FILES_HPP
