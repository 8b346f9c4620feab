#ifndef RIDGELINE_GPU_SHEET_ROWS_HPP
#define RIDGELINE_GPU_SHEET_ROWS_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/stats/histogram.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>

/// The rows of a report on a GPU trace. Times in `statistics` are nanoseconds, so that sums are exact; texts refer to
/// the trace, which must outlive the rows and the tables made from them.
namespace ridgeline {

/// A range and a piece of work it contains: the work's call lies inside the range, on the same thread for nested
/// ranges, otherwise in the same process.
struct gpu_held_work {
  std::uint32_t range;
  std::uint32_t work;
};
/// All such pairs, ordered by call start within each thread. If so many ranges are open at a time that there would be
/// more than a few pairs per record, the ranges of that style have none, which `problems` says.
std::vector<gpu_held_work> held_work_of(const gpu_trace& trace, gpu_problems& problems);

struct gpu_device_row {
  std::int64_t device = missing<std::int64_t>;
  std::string_view name{};
  std::int64_t kernels = 0, memory_ops = 0, streams = 0;
  duration busy{};
};
std::vector<gpu_device_row> gpu_devices(const gpu_trace& trace);

struct gpu_timeline_row {
  std::int64_t device = missing<std::int64_t>;  ///< missing: all devices combined
  gpu_time part{};
  double milliseconds = 0;
  double percent_of_total = 0;
};
std::vector<gpu_timeline_row> gpu_timeline_rows(const gpu_trace& trace, const std::vector<bool>& communicates,
                                                std::optional<double> micro_idle_below = {});

/// Which texts of the trace are names of communication kernels, by symbol.
std::vector<bool> communicating_names(const gpu_trace& trace, const gpu::communication_table& table);

struct gpu_kernel_row {
  std::string_view name{};
  std::string_view category{};
  statistics time{};
  double percent = missing<double>;
};
std::vector<gpu_kernel_row> gpu_kernel_summary(const gpu_trace& trace, const std::vector<bool>& communicates);

struct gpu_call_row {
  std::string_view name{};
  statistics time{};
  double percent = missing<double>;
};
std::vector<gpu_call_row> gpu_call_summary(const gpu_trace& trace);

struct gpu_copy_row {
  std::string_view operation{}, source{}, target{};
  statistics time{};
  double percent = missing<double>;
  std::int64_t bytes = missing<std::int64_t>;
  double mean_bytes = missing<double>;
  duration sized = missing<duration>;   ///< total time of copies with a known size
};
std::vector<gpu_copy_row> gpu_copy_summary(const gpu_trace& trace);

struct gpu_range_row {
  std::string_view domain{}, name{};
  bool nested = true;
  statistics time{};
  double percent = missing<double>;
  std::int64_t work = 0;
  duration work_time{};
};
std::vector<gpu_range_row> gpu_range_summary(const gpu_trace& trace);

struct gpu_range_kernel_row {
  std::string_view domain{}, name{};
  bool nested = true;
  std::string_view kernel{};
  statistics time{};
  std::int64_t ranges = 0;
};
std::vector<gpu_range_kernel_row> gpu_range_kernels(const gpu_trace& trace, const std::vector<gpu_held_work>& held);

/// Kernels of one name started by calls of one name; the remaining values are missing for kernels without a call.
struct gpu_launch_row {
  std::string_view kernel{}, call{};
  std::int64_t count = 0;
  std::int64_t calls = missing<std::int64_t>;
  duration call_time = missing<duration>;
  std::int64_t queued = missing<std::int64_t>;   ///< how many waited after their call had returned
  duration queue_time = missing<duration>;
  double delay = missing<double>;                ///< mean time from the call's start to the kernel's, nanoseconds
  duration kernel_time{};
};
std::vector<gpu_launch_row> gpu_kernel_launches(const gpu_trace& trace);

struct gpu_short_kernel_row {
  std::string_view name{};
  statistics time{};
  double percent = missing<double>;   ///< of the time of all kernels and graphs
};
/// Kernels shorter than `below` microseconds, by name; appends their durations in microseconds to `lengths`.
std::vector<gpu_short_kernel_row> gpu_short_kernels(const gpu_trace& trace, double below, std::vector<double>& lengths);

/// A single piece of work.
struct gpu_trace_row {
  const gpu_trace* trace = nullptr;
  std::uint32_t work = 0;
  std::uint32_t range = missing<std::uint32_t>;  ///< the innermost of the nested ranges
  time_point zero{};                             ///< the earliest start
};
std::vector<gpu_trace_row> gpu_trace_rows(const gpu_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_ROWS_HPP
