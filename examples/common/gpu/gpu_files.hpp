/// What gpu_report prints, and its workbook.
#ifndef RIDGELINE_EXAMPLES_COMMON_GPU_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_GPU_FILES_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/table.hpp>

#include "../advice_options.hpp"
#include "../console.hpp"
#include "../program.hpp"
#include "../written_files.hpp"

namespace program {

namespace rl = ridgeline;

/// The workbook's charts: which kernels take longest, and how long short ones take.
inline rl::workbook_style gpu_charts(const std::vector<rl::table>& tables) {
  rl::workbook_style style;
  using form = rl::sheet_chart::form;
  for (const rl::table& t : tables) {
    if (t.name() == "kernel_summary")
      style.charts.push_back(
          {form::bar, t.name(), "Kernels that take longest [us]", "kernel_name", {"total_time_us"}, 0, 0});
    if (t.name() == "short_kernels_histogram")
      style.charts.push_back(
          {form::histogram, t.name(), "Short kernels by duration [us]", "bin_start", {"count"}, 0, 0});
  }
  return style;
}

/// Whether to trust the report, what to do, and the first rows of each sheet. False if they could not be written.
inline bool show_gpu(const std::vector<rl::table>& tables, const rl::trace_health& health,
                     const rl::finding_list& findings) {
  constexpr std::size_t most = 20;
  rl::console_style style;
  style.most_width = 60;
  style.colours = wants_colour(1);
  return show_report("gpu_report", [&](rl::output& out) {
    show_advice(out, health, findings);
    for (const rl::table& t : tables) {
      if (t.name() == "findings" || t.name().starts_with("trace_health")) continue;  // printed above
      std::string title = t.name();
      if (t.rows() > most) title += " (the first " + std::to_string(most) + " of " + std::to_string(t.rows()) + ")";
      out.write(title + "\n");
      rl::console_style own = style;
      const rl::table fit = fitted(t.head(most), 1, console_width(), own);
      write_console(out, fit, own);
      out.write("\n");
    }
  });
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_GPU_FILES_HPP
