#ifndef RIDGELINE_GPU_PATH_USAGE_HPP
#define RIDGELINE_GPU_PATH_USAGE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/gpu/path/waits.hpp>

namespace ridgeline {

/// Options for the sheets on idle time, launches and kernels.
struct gpu_usage_options {
  duration kernel_gap = duration::of(30'000);         ///< shorter gaps in a stream are attributed to the hardware
  duration slow_call = duration::of(50'000);          ///< longer calls are outliers
  duration slow_launch = duration::of(100'000);       ///< longer launch delays are outliers
  std::vector<std::int64_t> idle_streams{};           ///< restrict `idle_causes` to these streams; empty: all
  std::int64_t full_queue = 1024;                     ///< a queue with this many tasks is full
  std::size_t kernel_names = 10;                      ///< maximum number of names in `kernel_breakdown`
  double kernel_share = 0.8;                          ///< names above this quantile of the running sums become `others`
};

namespace gpu_detail {

inline double in_us(std::int64_t ns) { return static_cast<double>(ns) / 1000; }

inline constexpr std::array<std::string_view, 3> lane_names{"COMPUTATION", "COMMUNICATION", "MEMORY"};
/// By the lanes that are busy, a bit each.
inline constexpr std::array<std::string_view, 8> lane_set_names{
    "", "COMPUTATION", "COMMUNICATION", "COMPUTATION overlapping COMMUNICATION", "MEMORY",
    "COMPUTATION overlapping MEMORY", "COMMUNICATION overlapping MEMORY",
    "COMPUTATION overlapping COMMUNICATION overlapping MEMORY"};

}  // namespace gpu_detail

/// Begin of the first and of the last event, ns; 0 if there are none.
std::pair<std::int64_t, std::int64_t> begins_of(const path_activity& activity);
/// The cause of each gap in each stream and in each device as a whole. Takes n log n time.
std::vector<idle_cause_row> idle_causes(const path_activity& activity, const gpu_waits& waits,
                                        const gpu_usage_options& options);
/// What the host did while a device waited for it. `chains` must cover the whole trace.
std::vector<idle_host_row> idle_host_activity(const path_activity& activity, const gpu_waits& waits,
                                              const host_chains& chains);
/// A row for each task whose call is in the trace, and the number of outliers among them.
std::vector<launch_row> launch_stats(const path_activity& activity, const gpu_waits& waits);
std::vector<launch_class_row> launch_classes(const std::vector<launch_row>& rows, const gpu_usage_options& options);
/// The number of tasks waiting in each stream at each call and each task begin; times count from the first event.
std::vector<queue_row> queue_lengths(const path_activity& activity, const gpu_waits& waits);
std::vector<queue_summary_row> queue_summary(const std::vector<queue_row>& rows);
std::vector<queue_full_row> full_queues(const path_activity& activity, const std::vector<queue_row>& rows,
                                        const gpu_usage_options& options);
/// How each device's time is divided among lanes.
std::vector<device_time_row> device_times(const path_activity& activity);
std::vector<overlap_row> communication_overlap(const path_activity& activity);
std::vector<kernel_type_row> kernel_types(const path_activity& activity);
/// Tasks by lane and name; names beyond the requested number are combined per lane.
std::vector<kernel_share_row> kernel_shares(const path_activity& activity, const gpu_usage_options& options);
/// Time on the GPU by type of kernel and name.
struct kernel_time {
  std::string_view type, name;
  double time;
};
/// Of the types of kernels with more than `most` names, each name with its time, longest first; it is `others` where it
/// is behind the first `most`, or where the running sum exceeds the quantile `share` of all running sums.
struct summed_name {
  kernel_time sum;
  bool others = false;
};
std::vector<summed_name> summed_names(const std::vector<kernel_time>& kernels, std::size_t most, double share);
/// A row for each type and name.
std::vector<kernel_share_row> kernel_shares(const std::vector<kernel_time>& kernels);
/// The total bandwidth of running copies over time, by direction.
std::vector<bandwidth_row> copy_bandwidth(const path_activity& activity);
std::vector<bandwidth_summary_row> bandwidth_summary(const std::vector<bandwidth_row>& rows);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_USAGE_HPP
