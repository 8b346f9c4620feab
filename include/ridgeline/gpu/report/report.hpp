#ifndef RIDGELINE_GPU_REPORT_REPORT_HPP
#define RIDGELINE_GPU_REPORT_REPORT_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/table/page.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// What a report on a GPU trace holds. Times are microseconds.
struct gpu_report_options {
  bool trace = false;                               ///< the sheet with a row for each piece of work
  bool short_kernels = false;
  double short_kernel_below = 10;
  std::size_t histogram_bins = 100;
  std::optional<std::size_t> most_short_kernels{};  ///< rows of short_kernels_all_details
  std::optional<double> micro_idle_below{};         ///< gaps below this are micro idle time
  const gpu::communication_table* communication = nullptr;  ///< null: the built-in one
};

/// The sheets of a report on a GPU trace, those without rows left out but for `gpu_timeline`. Their texts belong to the
/// trace. What is found on the way is counted in `problems`.
std::vector<table> gpu_tables(const gpu_trace& trace, const gpu_report_options& options, gpu_problems& problems);

/// The names of all sheets that there can be.
std::vector<std::string> gpu_sheet_names();

/// The report as a page: where the time goes, and the tables.
report_page gpu_page(std::vector<table> tables, const std::string& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_REPORT_REPORT_HPP
