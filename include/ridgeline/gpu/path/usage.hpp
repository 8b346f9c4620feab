#ifndef RIDGELINE_GPU_PATH_USAGE_HPP
#define RIDGELINE_GPU_PATH_USAGE_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/gpu/path/waits.hpp>

namespace ridgeline {

/// What the sheets on idle time, launches and kernels are asked for.
struct gpu_usage_options {
  duration kernel_gap = duration::of(30'000);         ///< gaps of a stream below this are the hardware's
  duration slow_call = duration::of(50'000);          ///< calls above this are outliers
  duration slow_launch = duration::of(100'000);       ///< launch delays above this are
  std::vector<std::int64_t> idle_streams{};           ///< `idle_causes` of these streams only; empty: all
  std::int64_t full_queue = 1024;                     ///< a queue of so many tasks is full
  std::size_t kernel_names = 10;                      ///< names that `kernel_breakdown` shows at most
  double kernel_share = 0.8;                          ///< names above this quantile of the running sums are `others`
};

/// Begin of the first event and of the last, ns; 0 of none.
std::pair<std::int64_t, std::int64_t> begins_of(const path_activity& activity);
/// Why each stream, and each device as a whole, had nothing to do: each gap has one cause. n log n.
std::vector<idle_cause_row> idle_causes(const path_activity& activity, const gpu_waits& waits,
                                        const gpu_usage_options& options);
/// What the host did while a device waited for it. `chains`: those of the whole trace.
std::vector<idle_host_row> idle_host_activity(const path_activity& activity, const gpu_waits& waits,
                                              const host_chains& chains);
/// A row for each task whose call is in the trace, and how many of them stand out.
std::vector<launch_row> launch_stats(const path_activity& activity, const gpu_waits& waits);
std::vector<launch_class_row> launch_classes(const std::vector<launch_row>& rows, const gpu_usage_options& options);
/// How many tasks wait in each stream, at each call and each begin of a task; times from the first event on.
std::vector<queue_row> queue_lengths(const path_activity& activity, const gpu_waits& waits);
std::vector<queue_summary_row> queue_summary(const std::vector<queue_row>& rows);
std::vector<queue_full_row> full_queues(const path_activity& activity, const std::vector<queue_row>& rows,
                                        const gpu_usage_options& options);
/// How each device's time is divided, by lanes.
std::vector<device_time_row> device_times(const path_activity& activity);
std::vector<overlap_row> communication_overlap(const path_activity& activity);
std::vector<kernel_type_row> kernel_types(const path_activity& activity);
/// Tasks by lane and name; of a lane with more names than asked for the rest together.
std::vector<kernel_share_row> kernel_shares(const path_activity& activity, const gpu_usage_options& options);
/// The bandwidth that runs at each moment, by direction.
std::vector<bandwidth_row> copy_bandwidth(const path_activity& activity);
std::vector<bandwidth_summary_row> bandwidth_summary(const std::vector<bandwidth_row>& rows);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_USAGE_HPP
