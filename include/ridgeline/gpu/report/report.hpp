#ifndef RIDGELINE_GPU_REPORT_REPORT_HPP
#define RIDGELINE_GPU_REPORT_REPORT_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/table/page.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// Options of a report on a GPU trace. Times are microseconds.
struct gpu_report_options {
  bool trace = false;                               ///< include the sheet with one row per piece of work
  bool short_kernels = false;
  double short_kernel_below = 10;
  std::size_t histogram_bins = 100;
  std::optional<std::size_t> most_short_kernels{};  ///< maximum rows of short_kernels_all_details
  std::optional<double> micro_idle_below{};         ///< shorter gaps are micro idle time
  const gpu::communication_table* communication = nullptr;  ///< null: the built-in one
};

/// The sheets of a report on a GPU trace, without empty ones except `gpu_timeline`. Their texts refer to the trace,
/// which must outlive them. Problems found on the way are counted in `problems`.
std::vector<table> gpu_tables(const gpu_trace& trace, const gpu_report_options& options, gpu_problems& problems);
std::vector<table> gpu_tables(gpu_trace&&, const gpu_report_options&,  // Name the trace: its sheets refer to it.
                              gpu_problems&) = delete;

/// The names of all possible sheets.
std::vector<std::string> gpu_sheet_names();

/// The report as a page: how the time is spent, and the tables.
report_page gpu_page(std::vector<table> tables, const std::string& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_REPORT_REPORT_HPP
