#ifndef RIDGELINE_GPU_PATH_ROWS_HPP
#define RIDGELINE_GPU_PATH_ROWS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/table/table.hpp>

/// The rows of the critical path sheets. Times are microseconds; texts are views into the trace or constants.
namespace ridgeline {

inline constexpr std::uint32_t no_uid = missing<std::uint32_t>;

/// Distribution of a list of numbers; missing where there are too few values.
struct number_spread {
  std::int64_t count = 0;
  double mean = missing<double>, deviation = missing<double>, min = missing<double>, p25 = missing<double>,
         p50 = missing<double>, p75 = missing<double>, max = missing<double>;
};
/// Sorts `values`.
number_spread spread_of(std::vector<double>& values);

struct path_row {
  std::uint32_t from_uid = no_uid, to_uid = no_uid, event_uid = no_uid;
  std::string_view from_point{}, to_point{}, type{}, name{}, bound_by{};
  double duration = 0, begin = 0, end = 0;
  std::int64_t stream = missing<std::int64_t>;
};
struct path_edge_row {
  std::uint32_t from_uid = no_uid, to_uid = no_uid, event_uid = no_uid;
  std::string_view from_point{}, to_point{}, type{};
  double duration = 0;
  bool critical = false;
};
struct path_share_row {
  std::string_view bound_by{};
  double duration = 0, percent = 0;
};
struct path_constant_row {
  std::string_view constant{};
  double value = 0;
  std::int64_t samples = 0;
};
struct what_if_row {
  std::string scenario{};
  double step = 0, change = 0, speedup = missing<double>;
};
struct idle_cause_row {
  std::int64_t device = missing<std::int64_t>, stream = missing<std::int64_t>;
  std::string_view category{};
  double time = 0, ratio = missing<double>;
  number_spread gaps{};
};
struct idle_host_row {
  std::int64_t device = missing<std::int64_t>;
  std::string_view activity{}, name{};
  double time = 0;
  std::int64_t gaps = 0;
};
struct device_time_row {
  std::int64_t device = missing<std::int64_t>;
  double idle = 0, compute = 0, other = 0, all = 0;
  double percent(double part) const { return part / all * 100; }
};
struct overlap_row {
  std::int64_t device = missing<std::int64_t>;
  double overlap = missing<double>, communication = missing<double>, percent = missing<double>;
};
struct kernel_type_row {
  std::int64_t device = missing<std::int64_t>;
  std::string_view type{};
  double time = 0, percent = 0;
};
struct kernel_share_row {
  std::string_view name{}, type{};
  double sum = 0, max = 0, min = 0, deviation = 0, mean = 0;
};
struct launch_row {
  std::uint32_t cpu_uid = no_uid, gpu_uid = no_uid;
  std::int64_t correlation = 0;
  double call = 0, task = 0, delay = 0, queued = missing<double>, latency = missing<double>;
};
struct launch_class_row {
  std::string_view name{};
  std::int64_t count = 0;
};
struct queue_row {
  std::uint32_t uid = 0;
  double time = 0;
  std::int64_t device = missing<std::int64_t>, stream = 0, length = 0;
};
struct queue_summary_row {
  std::int64_t device = missing<std::int64_t>, stream = 0;
  number_spread length{};
  double time_mean = missing<double>;
};
struct queue_full_row {
  std::int64_t device = missing<std::int64_t>, stream = 0;
  double time = 0, share = 0;
};
struct bandwidth_row {
  double time = 0;
  std::string_view name{};
  double bandwidth = 0;
  std::uint32_t uid = 0;   ///< the copy that begins or ends
};
struct bandwidth_summary_row {
  std::string_view name{};
  number_spread bandwidth{};
};
struct sequence_row {
  std::string pattern{};
  std::int64_t count = 0;
  double gpu = 0, cpu = 0;
};
struct op_launch_row {
  std::string_view op{};
  std::string sequence{};
  std::int64_t count = 0;
  double op_delay = 0, runtime_delay = 0;
};

/// All rows of a report; what is unavailable is an empty list. `by_device` shows the columns that distinguish devices,
/// and others that the original does not have.
struct path_rows {
  std::vector<path_row> path;
  std::vector<path_share_row> summary;
  std::vector<path_edge_row> edges;
  std::vector<path_constant_row> model;
  std::vector<what_if_row> what_if;
  std::vector<idle_cause_row> idle;
  std::vector<idle_host_row> idle_host;
  std::vector<device_time_row> devices;
  std::vector<overlap_row> overlaps;
  std::vector<kernel_type_row> kernel_types;
  std::vector<kernel_share_row> kernels, annotations;
  std::vector<launch_row> launches;
  std::vector<launch_class_row> launch_classes;
  std::vector<queue_row> queue;
  std::vector<queue_summary_row> queue_summary;
  std::vector<queue_full_row> queue_full;
  std::vector<bandwidth_row> bandwidth;
  std::vector<bandwidth_summary_row> bandwidth_summary;
  std::vector<sequence_row> sequences;
  std::vector<op_launch_row> op_launches;
  bool by_device = true;
  double zero = 0;   ///< the trace's first begin, the origin of the times in `queue` and `bandwidth`
};

/// Total duration by cause, longest first, then by name; rows without a cause only count towards the total.
std::vector<path_share_row> shares_of(const std::vector<path_row>& path);
/// A scenario compared with the measured time.
what_if_row what_if_of(std::string scenario, double step, double measured);

/// The sheets, without those that have no rows.
std::vector<table> path_tables(path_rows rows);
/// The names of all possible sheets.
std::vector<std::string> path_sheet_names();

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_ROWS_HPP
