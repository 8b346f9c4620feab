#ifndef RIDGELINE_GPU_SHEET_WORK_ROWS_BODY_HPP
#define RIDGELINE_GPU_SHEET_WORK_ROWS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <ridgeline/gpu/gpu_spans.hpp>
#include <ridgeline/gpu/sheet/rows.hpp>
#include <ridgeline/gpu/stream_numbers.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/timeline/intervals.hpp>

/// Rows about individual pieces of work and calls.
namespace ridgeline {

namespace gpu_detail {

inline constexpr auto length_of_record = [](const auto& r) { return static_cast<double>(r.time.base()); };
inline constexpr auto is_kernel_or_graph = [](const gpu_work_item& w) {
  return w.kind == gpu_kind::kernel || w.kind == gpu_kind::graph;
};

/// The work of each device; devices are ordered by their first work.
class work_by_device {
 public:
  explicit work_by_device(const gpu_trace& trace) {
    std::vector<std::uint32_t> device_of;
    for (const gpu_work_item& w : trace.work) device_of.push_back(numbers_.number(w.device));
    parts_ = grouped(device_of, numbers_.size());
  }
  std::size_t size() const { return parts_.size(); }
  std::int64_t device(std::uint32_t n) const { return numbers_.keys()[n]; }
  grouping::slice of(std::uint32_t n) const { return parts_.of(n); }
  /// The position of a device; `size()` or more if it has no work.
  std::uint32_t find(std::int64_t device) { return numbers_.number(device); }

 private:
  distinct<std::int64_t> numbers_{};
  grouping parts_{};
};

/// Sorts by total time, longest first, and adds each row's share of the overall total.
template <class Row, class... Texts>
std::vector<Row> with_shares(std::vector<Row> rows, Texts... texts) {
  double all = 0;
  for (const Row& r : rows) all += r.time.sum;
  for (Row& r : rows) r.percent = all != 0 ? r.time.sum / all * 100 : missing<double>;
  return std::move(rows) | sort_by(desc([](const Row& r) { return r.time.sum; }), texts...);
}

}  // namespace gpu_detail

std::vector<bool> communicating_names(const gpu_trace& trace, const gpu::communication_table& table) {
  std::vector<bool> asked(trace.texts.bound()), yes(trace.texts.bound());
  for (const gpu_work_item& w : trace.work) {
    if (w.kind != gpu_kind::kernel || asked[index_of(w.name)]) continue;
    asked[index_of(w.name)] = true;
    yes[index_of(w.name)] = table.of(trace.text(w.name)).has_value();
  }
  return yes;
}

std::vector<gpu_device_row> gpu_devices(const gpu_trace& trace) {
  const auto device = &gpu_work_item::device;
  const auto kernels = [](const gpu_work_item& w) { return std::int64_t{gpu_detail::is_kernel_or_graph(w)}; };
  const auto memory_ops = [](const gpu_work_item& w) { return std::int64_t{!gpu_detail::is_kernel_or_graph(w)}; };
  gpu_detail::work_by_device parts(trace);
  std::vector<std::int64_t> streams_of(parts.size());
  stream_numbers streams;
  for (const gpu_work_item& w : trace.work) {
    const std::uint32_t met = streams.size();
    if (streams.number(w.device, w.stream, w.context) == met) ++streams_of[parts.find(w.device)];
  }
  std::vector<gpu_device_row> rows;
  // these groups are ordered by each device's first work
  for (const auto& r : trace.work | group_by(device) | aggregate(sum(kernels), sum(memory_ops))) {
    const auto n = static_cast<std::uint32_t>(rows.size());
    std::vector<basic_interval<std::int64_t>> spans;
    for (const std::uint32_t w : parts.of(n)) spans.push_back({trace.work[w].start.base(), trace.work[w].end().base()});
    rows.push_back({r[device], {}, r[sum(kernels)], r[sum(memory_ops)], streams_of[n],
                    duration::of(length_of(union_of(std::move(spans))))});
  }
  for (const gpu_device_name& d : trace.devices) {
    const std::uint32_t n = parts.find(d.device);
    if (n < rows.size() && rows[n].name.empty()) rows[n].name = d.name;
  }
  return std::move(rows) | sort_by(&gpu_device_row::device);
}

std::vector<gpu_timeline_row> gpu_timeline_rows(const gpu_trace& trace, const std::vector<bool>& communicates,
                                                std::optional<double> micro_idle_below) {
  const auto lane_of = [&](const gpu_work_item& w) {
    return w.kind == gpu_kind::copy ? gpu_lane::copy
           : w.kind == gpu_kind::kernel && communicates[index_of(w.name)] ? gpu_lane::communication
                                                                          : gpu_lane::compute;
  };
  std::vector<gpu_timeline_row> rows;
  const auto add = [&](std::int64_t device, const gpu_spans<std::int64_t>& spans) {
    const auto microseconds = [](std::int64_t length) { return duration::of(length).in(us); };
    const gpu_timeline line = gpu_timeline_of(spans, microseconds, micro_idle_below);
    for (const gpu_time part : line.rows()) rows.push_back({device, part, line[part] / 1000, line.percent(part)});
  };
  const gpu_detail::work_by_device parts(trace);
  std::vector<gpu_spans<std::int64_t>> of_device(parts.size());
  gpu_spans<std::int64_t> all;
  for (std::uint32_t n = 0; n < parts.size(); ++n) {
    for (const std::uint32_t i : parts.of(n)) {
      const gpu_work_item& w = trace.work[i];
      all.add(lane_of(w), {w.start.base(), w.end().base()});
      of_device[n].add(lane_of(w), {w.start.base(), w.end().base()});
    }
  }
  add(missing<std::int64_t>, all);
  struct numbered {
    std::int64_t device;
    std::uint32_t n;
  };
  std::vector<numbered> order;
  for (std::uint32_t n = 0; n < parts.size(); ++n) order.push_back({parts.device(n), n});
  for (const numbered& d : std::move(order) | sort_by(&numbered::device))
    if (known(d.device)) add(d.device, of_device[d.n]);
  return rows;
}

std::vector<gpu_kernel_row> gpu_kernel_summary(const gpu_trace& trace, const std::vector<bool>& communicates) {
  std::vector<gpu_kernel_row> rows;
  const auto time = summary(gpu_detail::length_of_record);
  for (const auto& r : trace.work | where(gpu_detail::is_kernel_or_graph) |
                           group_by(&gpu_work_item::name, &gpu_work_item::kind) | aggregate(time)) {
    const symbol name = r[&gpu_work_item::name];
    const bool graph = r[&gpu_work_item::kind] == gpu_kind::graph;
    rows.push_back({trace.text(name), graph ? "graph" : communicates[index_of(name)] ? "communication" : "computation",
                    r[time], missing<double>});
  }
  return gpu_detail::with_shares(std::move(rows), &gpu_kernel_row::name, &gpu_kernel_row::category);
}

std::vector<gpu_call_row> gpu_call_summary(const gpu_trace& trace) {
  std::vector<gpu_call_row> rows;
  const auto time = summary(gpu_detail::length_of_record);
  for (const auto& r : trace.calls | group_by(&gpu_call::name) | aggregate(time))
    rows.push_back({trace.text(r[&gpu_call::name]), r[time], missing<double>});
  return gpu_detail::with_shares(std::move(rows), &gpu_call_row::name);
}

std::vector<gpu_copy_row> gpu_copy_summary(const gpu_trace& trace) {
  const auto text = [&](symbol id) { return trace.text(id); };
  const auto source = [](const gpu_work_item& w) { return w.source; };
  const auto target = [](const gpu_work_item& w) { return w.target; };
  const auto time = summary(gpu_detail::length_of_record);
  const auto bytes = &gpu_work_item::bytes;
  const auto sized = [](const gpu_work_item& w) { return known(w.bytes) ? w.time : missing<duration>; };
  std::vector<gpu_copy_row> rows;
  for (const auto& r : trace.work | where([](const gpu_work_item& w) { return !gpu_detail::is_kernel_or_graph(w); }) |
                           group_by(&gpu_work_item::name, source, target) |
                               aggregate(time, sum(bytes), mean(bytes), sum(sized)))
    rows.push_back({text(r[&gpu_work_item::name]), text(r[source]), text(r[target]), r[time], missing<double>,
                    known(r[mean(bytes)]) ? r[sum(bytes)] : missing<std::int64_t>, r[mean(bytes)], r[sum(sized)]});
  return gpu_detail::with_shares(std::move(rows), &gpu_copy_row::operation, &gpu_copy_row::source,
                                 &gpu_copy_row::target);
}

std::vector<gpu_short_kernel_row> gpu_short_kernels(const gpu_trace& trace, double below,
                                                    std::vector<double>& lengths) {
  const auto is_short = [&](const gpu_work_item& w) { return w.kind == gpu_kind::kernel && w.time.in(us) < below; };
  const auto time = summary(gpu_detail::length_of_record);
  double all = 0;
  for (const gpu_work_item& w : trace.work) {
    if (gpu_detail::is_kernel_or_graph(w)) all += static_cast<double>(w.time.base());
    if (is_short(w)) lengths.push_back(w.time.in(us));
  }
  std::vector<gpu_short_kernel_row> rows;
  for (const auto& r : trace.work | where(is_short) | group_by(&gpu_work_item::name) | aggregate(time))
    rows.push_back(
        {trace.text(r[&gpu_work_item::name]), r[time], all != 0 ? r[time].sum / all * 100 : missing<double>});
  return std::move(rows) |
         sort_by(desc([](const gpu_short_kernel_row& r) { return r.time.sum; }), &gpu_short_kernel_row::name);
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_WORK_ROWS_BODY_HPP
