#ifndef RIDGELINE_GPU_READ_FAR_TIMES_HPP
#define RIDGELINE_GPU_READ_FAR_TIMES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

/// Records whose stamps cannot be: one of them decides how long everything took.
namespace ridgeline::gpu_detail {

/// Stamps of one list of one process that stand a day apart are not of one recording. One at or before 0 with nothing
/// else within a minute is no stamp: profilers write 0 for what they could not time.
inline constexpr std::int64_t far_apart_ns = 86'400'000'000'000, alone_ns = 60'000'000'000;

/// Whether a start at or before 0 stands alone among `starts`, which are in order.
inline bool is_no_stamp(std::int64_t start, const std::vector<std::int64_t>& starts) {
  if (start > 0) return false;
  const auto [at, next] = std::equal_range(starts.begin(), starts.end(), start);
  return next != starts.end() && *next - start > alone_ns && (at == starts.begin() || start - *(at - 1) > alone_ns);
}

/// Marks in `far` the records of one list and one process, `own`, that stand far from most of them. `starts` are those
/// of all records of the process, in order.
template <class Record>
void mark_far(const std::vector<Record>& records, const std::vector<std::uint32_t>& own,
              const std::vector<std::int64_t>& starts, std::vector<bool>& far) {
  const auto start_of = [&](std::uint32_t i) { return records[i].start.base(); };
  std::vector<std::uint32_t> left;
  for (const std::uint32_t i : own) {
    if (is_no_stamp(start_of(i), starts)) far[i] = true;
    else left.push_back(i);
  }
  if (left.empty()) return;
  left = std::move(left) | sort_by(start_of);
  std::size_t best = 0, best_end = 0;
  for (std::size_t first = 0, i = 0; i < left.size(); ++i) {
    if (i + 1 < left.size() && start_of(left[i + 1]) - start_of(left[i]) <= far_apart_ns) continue;
    if (i + 1 - first > best_end - best) best = first, best_end = i + 1;
    first = i + 1;
  }
  if ((best_end - best) * 2 <= left.size()) best = 0, best_end = left.size();  // no side is most of them
  const std::int64_t last = start_of(left[best_end - 1]);
  for (std::size_t i = 0; i < left.size(); ++i)
    far[left[i]] = i < best || i >= best_end || records[left[i]].end().base() - last > far_apart_ns;
}

/// Whether no record can be far from others: the usual case, seen in one look at each.
inline bool none_is_far(const gpu_trace& trace) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  const auto see = [&](const auto& records) {
    for (const auto& r : records) {
      first = std::min(first, r.start.base());
      last = std::max(last, r.end().base());
    }
  };
  see(trace.work), see(trace.calls), see(trace.ranges);
  return first > last || last - first <= (first > 0 ? far_apart_ns : alone_ns);
}

/// Takes out what is marked, and counts it. `moved` becomes where each record stands then; missing for those out.
template <class Record>
void take_out(gpu_trace& trace, std::vector<Record>& records, const std::vector<bool>& far,
              std::vector<std::uint32_t>& moved) {
  std::size_t kept = 0;
  moved.assign(records.size(), missing<std::uint32_t>);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (far[i]) {
      const Record& r = records[i];
      trace.problems.add(gpu_problem::time_unknown, gpu_problems::nowhere,
                         std::string(known(r.name) ? trace.text(r.name) : std::string_view()) + ", start " +
                             std::to_string(r.start.base()) + " ns, length " + std::to_string(r.time.base()) + " ns");
      continue;
    }
    moved[i] = static_cast<std::uint32_t>(kept);
    records[kept++] = records[i];
  }
  records.resize(kept);
}

/// Leaves out work, calls and ranges that stand far from all others of their process, and says so.
inline void leave_out_far(gpu_trace& trace) {
  if (none_is_far(trace)) return;
  distinct<std::int64_t> processes;
  std::vector<std::vector<std::int64_t>> starts;
  const auto by_process = [&](const auto& records) {
    std::vector<std::vector<std::uint32_t>> parts;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
      const std::uint32_t p = processes.number(static_cast<std::int64_t>(records[i].process));
      if (p >= parts.size()) parts.resize(p + std::size_t{1});
      if (p >= starts.size()) starts.resize(p + std::size_t{1});
      parts[p].push_back(i);
      starts[p].push_back(records[i].start.base());
    }
    return parts;
  };
  const auto work = by_process(trace.work), calls = by_process(trace.calls), ranges = by_process(trace.ranges);
  for (std::vector<std::int64_t>& s : starts) s = std::move(s) | sort_by([](std::int64_t at) { return at; });
  const auto marked = [&](const auto& records, const std::vector<std::vector<std::uint32_t>>& parts) {
    std::vector<bool> far(records.size());
    for (std::size_t p = 0; p < parts.size(); ++p)
      if (!parts[p].empty()) mark_far(records, parts[p], starts[p], far);
    return far;
  };
  const std::vector<bool> far_work = marked(trace.work, work), far_calls = marked(trace.calls, calls),
                          far_ranges = marked(trace.ranges, ranges);
  const auto any = [](const std::vector<bool>& far) { return std::find(far.begin(), far.end(), true) != far.end(); };
  std::vector<std::uint32_t> moved;
  if (any(far_ranges)) take_out(trace, trace.ranges, far_ranges, moved);
  if (any(far_calls)) {
    take_out(trace, trace.calls, far_calls, moved);
    for (gpu_work_item& w : trace.work)
      if (known(w.call)) w.call = moved[w.call];
  }
  if (!any(far_work)) return;
  take_out(trace, trace.work, far_work, moved);
  std::erase_if(trace.graph_nodes, [&](const gpu_graph_node& n) { return !known(moved[n.work]); });
  for (gpu_graph_node& n : trace.graph_nodes) n.work = moved[n.work];
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_FAR_TIMES_HPP
