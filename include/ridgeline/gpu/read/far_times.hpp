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

#include <ridgeline/gpu/far_from_most.hpp>
#include <ridgeline/gpu/possible_size.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

/// Removes records with implausible timestamps, a single one of which would determine the total duration, and sizes.
namespace ridgeline::gpu_detail {

/// Whether no record can be an outlier: the usual case, detected in a single pass.
inline bool none_is_far(const gpu_trace& trace) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  const auto is_long = [](const gpu_work_item& w) { return w.time.base() > outlasting_ns; };
  if (std::any_of(trace.work.begin(), trace.work.end(), is_long)) return false;
  const auto see = [&](const auto& records) {
    for (const auto& r : records) {
      first = std::min(first, r.start.base());
      last = std::max(last, r.end().base());
    }
  };
  see(trace.work), see(trace.calls), see(trace.ranges);
  return is_close_together(first, last);
}

/// Removes the marked records and counts them. `moved` receives each record's new index; missing for removed ones.
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

/// Removes work, calls and ranges that are far from all others of their process, and reports them.
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
    for (std::size_t p = 0; p < parts.size(); ++p) {
      std::vector<stamped_span> spans;
      for (const std::uint32_t i : parts[p]) spans.push_back({records[i].start.base(), records[i].end().base()});
      const std::vector<bool> of_part = far_from_most(spans, starts[p]);
      for (std::size_t i = 0; i < spans.size(); ++i) far[parts[p][i]] = of_part[i];
    }
    return far;
  };
  std::vector<bool> far_work = marked(trace.work, work);
  const std::vector<bool> far_calls = marked(trace.calls, calls), far_ranges = marked(trace.ranges, ranges);
  for (std::size_t p = 0; p < work.size(); ++p) {
    std::int64_t all_else = starts[p].back();
    if (p < calls.size())
      for (const std::uint32_t i : calls[p])
        if (!far_calls[i]) all_else = std::max(all_else, trace.calls[i].end().base());
    for (const std::uint32_t i : work[p])
      if (starts[p].size() > 1 && outlasts(trace.work[i].end().base(), all_else)) far_work[i] = true;
  }
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

/// Removes what cannot be: sizes of copies and fills, and records at impossible times.
inline void leave_out_impossible(gpu_trace& trace) {
  for (gpu_work_item& w : trace.work) {
    if (!known(w.bytes) || is_possible_size(w.bytes)) continue;
    trace.problems.add(gpu_problem::size_unknown, gpu_problems::nowhere,
                       std::string(known(w.name) ? trace.text(w.name) : std::string_view()) + ", " +
                           std::to_string(w.bytes) + " bytes");
    w.bytes = missing<std::int64_t>;
  }
  leave_out_far(trace);
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_FAR_TIMES_HPP
