#ifndef RIDGELINE_GPU_PATH_LANES_BODY_HPP
#define RIDGELINE_GPU_PATH_LANES_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/gpu/path/usage.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/timeline/intervals.hpp>

namespace ridgeline {

namespace gpu_detail {

using task_spans = basic_interval_set<std::int64_t>;

/// The work of a device, by `gpu_lane`.
struct device_lanes {
  std::int64_t device;
  std::array<task_spans, 3> lanes;
};

inline std::vector<device_lanes> lanes_of(const path_activity& a) {
  std::vector<device_lanes> all;
  for (const std::int64_t d : a.devices) all.push_back({d, {}});
  for (const gpu_task& t : a.tasks)
    all[a.streams[t.stream].device_index].lanes[static_cast<std::size_t>(t.lane)].push_back({t.begin, t.end});
  for (device_lanes& d : all)
    for (task_spans& lane : d.lanes) lane = union_of(std::move(lane));
  std::erase_if(all, [](const device_lanes& d) {
    return std::all_of(d.lanes.begin(), d.lanes.end(), [](const task_spans& l) { return l.empty(); });
  });
  return std::move(all) | sort_by(&device_lanes::device);
}
inline task_spans joined(const task_spans& a, const task_spans& b) {
  task_spans both = a;
  both.insert(both.end(), b.begin(), b.end());
  return union_of(std::move(both));
}

/// `Memcpy HtoD` for copies to the device, whatever the profiler calls them, and `Memset` for fills.
inline std::string_view copy_with_way(std::string_view name) {
  if (name.starts_with("Memset")) return "Memset";
  if (name.starts_with("Memcpy")) return name.substr(0, 11);
  switch (copy_way_of(name)) {
    case copy_way::to_device: return "Memcpy HtoD";
    case copy_way::to_host: return "Memcpy DtoH";
    case copy_way::on_device: return "Memcpy DtoD";
    case copy_way::on_host: return "Memcpy HtoH";
    case copy_way::between_peers: return "Memcpy PtoP";
    case copy_way::unknown: break;
  }
  return "Memcpy Unknown";
}

}  // namespace gpu_detail

std::vector<device_time_row> device_times(const path_activity& activity) {
  using namespace gpu_detail;
  std::vector<device_time_row> rows;
  for (const device_lanes& d : lanes_of(activity)) {
    const task_spans all = gpu_detail::joined(gpu_detail::joined(d.lanes[0], d.lanes[1]), d.lanes[2]);
    const std::int64_t busy = length_of(all), compute = length_of(d.lanes[0]), extent = extent_of(all);
    rows.push_back({d.device, in_us(extent - busy), in_us(compute), in_us(busy - compute), in_us(extent)});
  }
  return rows;
}

std::vector<overlap_row> communication_overlap(const path_activity& activity) {
  using namespace gpu_detail;
  std::vector<overlap_row> rows;
  for (const device_lanes& d : lanes_of(activity)) {
    const double communication = in_us(length_of(d.lanes[1])),
        both = in_us(length_of(intersected(d.lanes[0], d.lanes[1])));
    rows.push_back({d.device, both, communication, communication > 0 ? both / communication * 100 : missing<double>});
  }
  return rows;
}

std::vector<kernel_type_row> kernel_types(const path_activity& activity) {
  using namespace gpu_detail;
  std::vector<kernel_type_row> rows;
  for (const device_lanes& d : lanes_of(activity)) {
    double all = 0;
    const std::size_t first = rows.size();
    for (std::size_t set = 1; set < lane_set_names.size(); ++set) {
      task_spans inside;
      bool any = false;
      for (std::size_t lane = 0; lane < 3; ++lane) {
        if ((set >> lane & 1) == 0) continue;
        inside = any ? intersected(inside, d.lanes[lane]) : d.lanes[lane];
        any = true;
      }
      for (std::size_t lane = 0; lane < 3; ++lane)
        if ((set >> lane & 1) == 0) inside = difference_of(inside, d.lanes[lane]);
      const double time = in_us(length_of(inside));
      if (time > 0) rows.push_back({d.device, lane_set_names[set], time, 0});
      all += time;
    }
    for (std::size_t i = first; i < rows.size(); ++i) rows[i].percent = rows[i].time / all * 100;
  }
  return std::move(rows) | sort_by(&kernel_type_row::device, desc(&kernel_type_row::time), &kernel_type_row::type);
}

std::vector<summed_name> summed_names(const std::vector<kernel_time>& kernels, std::size_t most, double share) {
  using one = kernel_time;
  constexpr auto time = sum(&one::time);
  const auto names = kernels | group_by(&one::type, &one::name) | aggregate(time) |
      sort_by(&one::type, desc(time), &one::name);
  std::vector<summed_name> summed;
  for (std::size_t i = 0, first = 0; i < names.size(); first = i) {
    query_detail::all_values running;
    double so_far = 0;
    for (; i < names.size() && names[i][&one::type] == names[first][&one::type]; ++i)
      running.add(so_far += names[i][time]);
    if (i - first <= most) continue;
    const std::vector<double> sums = running.values;
    const double bound = running.quantile(share * 100);
    for (std::size_t k = first; k < i; ++k)
      summed.push_back({{names[k][&one::type], names[k][&one::name], names[k][time]},
                        k - first >= most || sums[k - first] > bound});
  }
  return summed;
}

std::vector<kernel_share_row> kernel_shares(const std::vector<kernel_time>& kernels) {
  using one = kernel_time;
  constexpr auto time = sum(&one::time);
  constexpr auto most = max(&one::time);
  constexpr auto least = min(&one::time);
  constexpr auto average = mean(&one::time);
  constexpr auto spread = stddev(&one::time);
  std::vector<kernel_share_row> rows;
  for (const auto& r : kernels | group_by(&one::type, &one::name) | aggregate(time, most, least, average, spread) |
                           sort_by(&one::type, &one::name))
    rows.push_back({r[&one::name], r[&one::type], r[time], r[most], r[least], known(r[spread]) ? r[spread] : 0,
        r[average]});
  return rows;
}

std::vector<kernel_share_row> kernel_shares(const path_activity& activity, const gpu_usage_options& options) {
  std::vector<kernel_time> all;
  for (const gpu_task& t : activity.tasks)
    all.push_back({gpu_detail::lane_names[static_cast<std::size_t>(t.lane)], t.name,
        gpu_detail::in_us(t.end - t.begin)});
  std::set<std::pair<std::string_view, std::string_view>> others;
  for (const summed_name& n : summed_names(all, options.kernel_names, options.kernel_share))
    if (n.others) others.emplace(n.sum.type, n.sum.name);
  for (kernel_time& k : all)
    if (others.contains({k.type, k.name})) k.name = "others";
  return kernel_shares(all);
}

std::vector<bandwidth_row> copy_bandwidth(const path_activity& activity) {
  struct point {
    std::string_view name;
    std::int64_t at;
    bool begins;
    double change;
    std::uint32_t uid;
  };
  std::vector<point> points;
  const std::int64_t zero = begins_of(activity).first;
  for (const gpu_task& t : activity.tasks) {
    if (t.lane != gpu_lane::copy || !known(t.bandwidth) || t.end <= t.begin) continue;
    const std::string_view name = gpu_detail::copy_with_way(t.name);
    points.push_back({name, t.begin, true, t.bandwidth, t.uid});
    points.push_back({name, t.end, false, -t.bandwidth, t.uid});
  }
  const auto order = [](const point& p) { return p.begins ? 1 : 0; };
  std::vector<bandwidth_row> rows;
  std::int64_t running = 0;  // number of copies running; when the last one ends, no rounding error remains
  for (const point& p : std::move(points) | sort_by(&point::name, &point::at, order)) {
    const bool same = !rows.empty() && rows.back().name == p.name;
    running = (same ? running : 0) + (p.begins ? 1 : -1);
    const double now = running == 0 ? 0 : (same ? rows.back().bandwidth : 0) + p.change;
    rows.push_back({gpu_detail::in_us(p.at - zero), p.name, now, p.uid});
  }
  return rows;
}

std::vector<bandwidth_summary_row> bandwidth_summary(const std::vector<bandwidth_row>& rows) {
  std::vector<bandwidth_summary_row> summary;
  for (std::size_t i = 0, first = 0; i < rows.size(); first = i) {
    std::vector<double> values;
    for (; i < rows.size() && rows[i].name == rows[first].name; ++i)
      if (rows[i].bandwidth > 0) values.push_back(rows[i].bandwidth);
    if (!values.empty()) summary.push_back({rows[first].name, spread_of(values)});
  }
  return summary;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_LANES_BODY_HPP
