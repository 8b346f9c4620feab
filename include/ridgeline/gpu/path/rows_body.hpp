#ifndef RIDGELINE_GPU_PATH_ROWS_BODY_HPP
#define RIDGELINE_GPU_PATH_ROWS_BODY_HPP

#include <utility>

#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/column.hpp>

namespace ridgeline {

number_spread spread_of(std::vector<double>& values) {
  query_detail::all_values all;
  all.values = values;
  all.sorted = false;
  const statistics s = statistics_of(values);
  return {s.count, s.mean, s.sample_deviation(), s.min, all.quantile(25), all.quantile(50), all.quantile(75), s.max};
}

std::vector<path_share_row> shares_of(const std::vector<path_row>& path) {
  constexpr auto time = sum(&path_row::duration);
  double all = 0;
  for (const path_row& r : path) all += r.duration;
  std::vector<path_share_row> rows;
  for (const auto& r : path | group_by(&path_row::bound_by) | aggregate(time) |
      sort_by(desc(time), &path_row::bound_by))
    if (!r[&path_row::bound_by].empty())
      rows.push_back({r[&path_row::bound_by], r[time], all > 0 ? r[time] / all * 100 : 0});
  return rows;
}

what_if_row what_if_of(std::string scenario, double step, double measured) {
  return {std::move(scenario), step, step - measured, step > 0 ? measured / step : missing<double>};
}

namespace gpu_detail {

inline constexpr auto path_columns = columns(
    column<"from_uid">(&path_row::from_uid).bare(), column<"from_point">(&path_row::from_point).left(),
    column<"to_uid">(&path_row::to_uid).bare(), column<"to_point">(&path_row::to_point).left(),
    column<"type">(&path_row::type).left(), column<"duration_us">(&path_row::duration).digits(3),
    column<"begin_us">(&path_row::begin).digits(3), column<"end_us">(&path_row::end).digits(3),
    column<"event_uid">(&path_row::event_uid).bare(), column<"name">(&path_row::name).left(),
    column<"stream">(&path_row::stream).bare(), column<"bound_by">(&path_row::bound_by).left());
inline constexpr auto path_share_columns =
    columns(column<"bound_by">(&path_share_row::bound_by).left(),
            column<"duration_us">(&path_share_row::duration).digits(3), column<"percent">(&path_share_row::percent));
inline constexpr auto path_edge_columns = columns(
    column<"from_uid">(&path_edge_row::from_uid).bare(), column<"from_point">(&path_edge_row::from_point).left(),
    column<"to_uid">(&path_edge_row::to_uid).bare(), column<"to_point">(&path_edge_row::to_point).left(),
    column<"type">(&path_edge_row::type).left(), column<"duration_us">(&path_edge_row::duration).digits(3),
    column<"event_uid">(&path_edge_row::event_uid).bare(), column<"critical">(&path_edge_row::critical));
inline constexpr auto path_constant_columns =
    columns(column<"constant">(&path_constant_row::constant).left(),
            column<"value_us">(&path_constant_row::value).digits(3), column<"samples">(&path_constant_row::samples));
inline constexpr auto what_if_columns =
    columns(column<"scenario">(&what_if_row::scenario).left(), column<"step_us">(&what_if_row::step).digits(3),
            column<"change_us">(&what_if_row::change).digits(3), column<"speedup">(&what_if_row::speedup).digits(3));
inline constexpr auto idle_cause_columns = columns(
    column<"device">(&idle_cause_row::device).bare(), column<"stream">(&idle_cause_row::stream).bare(),
    column<"idle_category">(&idle_cause_row::category).left(), column<"idle_time_us">(&idle_cause_row::time).digits(3),
    column<"idle_time_ratio">(&idle_cause_row::ratio).digits(4),
    column<"count">([](const idle_cause_row& r) { return r.gaps.count; }),
    column<"mean_us">([](const idle_cause_row& r) { return r.gaps.mean; }),
    column<"std_us">([](const idle_cause_row& r) { return r.gaps.deviation; }),
    column<"min_us">([](const idle_cause_row& r) { return r.gaps.min; }),
    column<"p25_us">([](const idle_cause_row& r) { return r.gaps.p25; }),
    column<"p50_us">([](const idle_cause_row& r) { return r.gaps.p50; }),
    column<"p75_us">([](const idle_cause_row& r) { return r.gaps.p75; }),
    column<"max_us">([](const idle_cause_row& r) { return r.gaps.max; }));
inline constexpr auto idle_host_columns =
    columns(column<"device">(&idle_host_row::device).bare(), column<"activity">(&idle_host_row::activity).left(),
            column<"name">(&idle_host_row::name).left(), column<"idle_time_us">(&idle_host_row::time).digits(3),
            column<"gaps">(&idle_host_row::gaps));
inline constexpr auto device_time_columns = columns(
    column<"device">(&device_time_row::device).bare(), column<"idle_time_us">(&device_time_row::idle).digits(3),
    column<"compute_time_us">(&device_time_row::compute).digits(3),
    column<"non_compute_time_us">(&device_time_row::other).digits(3),
    column<"kernel_time_us">(&device_time_row::all).digits(3),
    column<"idle_time_pct">([](const device_time_row& r) { return r.percent(r.idle); }),
    column<"compute_time_pct">([](const device_time_row& r) { return r.percent(r.compute); }),
    column<"non_compute_time_pct">([](const device_time_row& r) { return r.percent(r.other); }));
inline constexpr auto overlap_columns =
    columns(column<"device">(&overlap_row::device).bare(), column<"overlap_us">(&overlap_row::overlap).digits(3),
            column<"communication_us">(&overlap_row::communication).digits(3),
            column<"overlap_pct">(&overlap_row::percent));
inline constexpr auto kernel_type_columns =
    columns(column<"device">(&kernel_type_row::device).bare(), column<"kernel_type">(&kernel_type_row::type).left(),
            column<"sum_us">(&kernel_type_row::time).digits(3), column<"percent">(&kernel_type_row::percent));
inline constexpr auto kernel_share_columns =
    columns(column<"name">(&kernel_share_row::name).left(), column<"kernel_type">(&kernel_share_row::type).left(),
            column<"sum_us">(&kernel_share_row::sum).digits(3), column<"max_us">(&kernel_share_row::max).digits(3),
            column<"min_us">(&kernel_share_row::min).digits(3),
                column<"std_us">(&kernel_share_row::deviation).digits(3),
            column<"mean_us">(&kernel_share_row::mean).digits(3));
inline constexpr auto launch_columns = columns(
    column<"cpu_uid">(&launch_row::cpu_uid).bare(), column<"gpu_uid">(&launch_row::gpu_uid).bare(),
    column<"correlation">(&launch_row::correlation).bare(), column<"cpu_duration_us">(&launch_row::call).digits(3),
    column<"gpu_duration_us">(&launch_row::task).digits(3), column<"launch_delay_us">(&launch_row::delay).digits(3),
    column<"queued_us">(&launch_row::queued).digits(3), column<"latency_us">(&launch_row::latency).digits(3));
inline constexpr auto launch_class_columns = columns(column<"class">(&launch_class_row::name).left(),
                                                     column<"count">(&launch_class_row::count));
inline constexpr auto queue_columns =
    columns(column<"uid">(&queue_row::uid).bare(), column<"ts_us">(&queue_row::time).digits(3),
            column<"device">(&queue_row::device).bare(), column<"stream">(&queue_row::stream).bare(),
            column<"queue_length">(&queue_row::length));
template <auto Which>
inline constexpr auto quartile_columns = columns(
    column<"count">([](const auto& r) { return (r.*Which).count; }),
    column<"mean">([](const auto& r) { return (r.*Which).mean; }),
    column<"std">([](const auto& r) { return (r.*Which).deviation; }),
    column<"min">([](const auto& r) { return (r.*Which).min; }),
    column<"p25">([](const auto& r) { return (r.*Which).p25; }),
    column<"p50">([](const auto& r) { return (r.*Which).p50; }),
    column<"p75">([](const auto& r) { return (r.*Which).p75; }),
    column<"max">([](const auto& r) { return (r.*Which).max; }));
inline constexpr auto queue_summary_columns =
    columns(column<"device">(&queue_summary_row::device).bare(), column<"stream">(&queue_summary_row::stream).bare())
        .with(quartile_columns<&queue_summary_row::length>)
        .with(column<"time_mean">(&queue_summary_row::time_mean));
inline constexpr auto queue_full_columns =
    columns(column<"device">(&queue_full_row::device).bare(), column<"stream">(&queue_full_row::stream).bare(),
            column<"duration_at_max_us">(&queue_full_row::time).digits(3),
            column<"relative_duration">(&queue_full_row::share).digits(4));
inline constexpr auto bandwidth_columns =
    columns(column<"ts_us">(&bandwidth_row::time).digits(3), column<"name">(&bandwidth_row::name).left(),
            column<"memory_bw_gbps">(&bandwidth_row::bandwidth));
inline constexpr auto bandwidth_summary_columns = columns(column<"name">(&bandwidth_summary_row::name).left())
                                                      .with(quartile_columns<&bandwidth_summary_row::bandwidth>);
inline constexpr auto sequence_columns =
    columns(column<"pattern">(&sequence_row::pattern).left(), column<"count">(&sequence_row::count),
            column<"gpu_kernel_duration_us">(&sequence_row::gpu).digits(3),
            column<"cpu_op_duration_us">(&sequence_row::cpu).digits(3));
inline constexpr auto op_launch_columns = columns(
    column<"op">(&op_launch_row::op).left(), column<"kernel_sequence">(&op_launch_row::sequence).left(),
    column<"count">(&op_launch_row::count), column<"avg_op_launch_delay_us">(&op_launch_row::op_delay).digits(3),
    column<"avg_runtime_delay_us">(&op_launch_row::runtime_delay).digits(3));

}  // namespace gpu_detail

std::vector<table> path_tables(path_rows rows) {
  std::vector<table> tables;
  const auto add = [&](const char* name, auto&& list, const auto& shown,
      std::initializer_list<const char*> by_device = {}) {
    if (list.empty()) return;
    table t(name, std::move(list), shown);
    if (!rows.by_device)
      for (const char* title : by_device) t = t.without(title);
    tables.push_back(std::move(t));
  };
  using namespace gpu_detail;
  add("critical_path", rows.path, path_columns);
  add("critical_path_summary", rows.summary, path_share_columns);
  add("critical_path_edges", rows.edges, path_edge_columns);
  add("critical_path_model", rows.model, path_constant_columns);
  add("what_if", rows.what_if, what_if_columns);
  add("idle_causes", rows.idle, idle_cause_columns, {"device"});
  add("idle_host_activity", rows.idle_host, idle_host_columns);
  add("temporal_breakdown", rows.devices, device_time_columns, {"device"});
  add("comm_comp_overlap", rows.overlaps, overlap_columns, {"device", "overlap_us", "communication_us"});
  add("kernel_type_breakdown", rows.kernel_types, kernel_type_columns, {"device"});
  add("kernel_breakdown", rows.kernels, kernel_share_columns);
  if (!rows.annotations.empty())
    tables.push_back(table("gpu_user_annotations", std::move(rows.annotations),
        kernel_share_columns).without("kernel_type"));
  add("launch_stats", rows.launches, launch_columns, {"cpu_uid", "gpu_uid", "queued_us", "latency_us"});
  add("launch_stats_summary", rows.launch_classes, launch_class_columns);
  add("queue_length", rows.queue, queue_columns, {"device"});
  add("queue_length_summary", rows.queue_summary, queue_summary_columns, {"device", "time_mean"});
  add("queue_full", rows.queue_full, queue_full_columns, {"device"});
  add("memory_bw", rows.bandwidth, bandwidth_columns);
  add("memory_bw_summary", rows.bandwidth_summary, bandwidth_summary_columns);
  add("kernel_sequences", rows.sequences, sequence_columns);
  add("op_launch_delays", rows.op_launches, op_launch_columns);
  return tables;
}

std::vector<std::string> path_sheet_names() {
  return {"critical_path", "critical_path_summary", "critical_path_edges", "critical_path_model", "what_if",
          "idle_causes", "idle_host_activity", "temporal_breakdown", "comm_comp_overlap", "kernel_type_breakdown",
          "kernel_breakdown", "gpu_user_annotations", "launch_stats", "launch_stats_summary", "queue_length",
          "queue_length_summary", "queue_full", "memory_bw", "memory_bw_summary", "kernel_sequences",
          "op_launch_delays"};
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_ROWS_BODY_HPP
