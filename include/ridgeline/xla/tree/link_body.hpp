#ifndef RIDGELINE_XLA_TREE_LINK_BODY_HPP
#define RIDGELINE_XLA_TREE_LINK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/repeated_work.hpp>
#include <ridgeline/xla/tree/link.hpp>

namespace ridgeline {

namespace xla_detail {

/// The work of the device, not yet linked; on host threads, only events that name their instruction.
inline std::vector<xla_device_event> unlinked_work(const xla_trace& trace) {
  std::vector<xla_device_event> work;
  for (std::uint32_t l = 0; l < trace.lines.size(); ++l) {
    const xla_line& line = trace.lines[l];
    if (!is_work_line(trace, line)) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      if (trace.device == xla_device::cpu && !known(trace.stats_of(trace.events[i]).hlo_op)) continue;
      work.push_back({static_cast<std::uint32_t>(i), l, missing<std::uint32_t>});
    }
  }
  return work;
}

/// The call of each execution of a program, by the execution's number: the first host event that has it.
std::map<std::int64_t, std::uint32_t> calls_of_runs(const xla_trace& trace) {
  std::map<std::int64_t, std::uint32_t> calls;
  for (const xla_line& line : trace.lines) {
    if (!trace.is_of_host(line)) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      const xla_args& said = trace.stats_of(trace.events[i]);
      if (!known(said.run) || known(said.hlo_op)) continue;
      const auto [at, is_new] = calls.try_emplace(said.run, static_cast<std::uint32_t>(i));
      if (!is_new && trace.events[i].start_ps < trace.events[at->second].start_ps)
        at->second = static_cast<std::uint32_t>(i);
    }
  }
  return calls;
}

}  // namespace xla_detail

std::vector<xla_device_event> link_launches(const xla_trace& trace, xla_problems& problems,
                                            const xla_faults& faults) {
  using number = std::pair<std::uint32_t, std::int64_t>;  // profile, correlation: profiles number their launches apart
  using launch = std::pair<number, std::uint32_t>;        // and event
  if (trace.has_ops()) return xla_detail::unlinked_work(trace);
  std::vector<launch> launches;
  std::size_t device_events = 0;
  for (const xla_line& line : trace.lines) {
    if (is_work_line(trace, line)) device_events += line.count;
    if (!trace.is_of_host(line)) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i)
      if (const std::int64_t called = trace.stats_of(trace.events[i]).correlation; known(called))
        launches.emplace_back(number(trace.plane(line).profile, called), static_cast<std::uint32_t>(i));
  }
  merge_sorted_runs(launches, [](const launch& a, const launch& b) { return a.first < b.first; });
  std::uint64_t repeated = 0;
  for (std::size_t i = 1; i < launches.size(); ++i)
    if (launches[i].first == launches[i - 1].first) ++repeated;
  problems.add(xla_problem::correlation_repeated, xla_problems::nowhere, {}, repeated);
  if (faults.last_launch_of_a_number)
    for (std::size_t i = launches.size(); i-- > 1;)
      if (launches[i - 1].first == launches[i].first) launches[i - 1].second = launches[i].second;

  std::vector<xla_device_event> linked;
  linked.reserve(device_events);
  std::uint64_t without_number = 0, unlinked = 0;
  std::string_view first_unlinked;
  std::size_t near = 0;  // launches are in nearly the same order as their kernels
  for (std::uint32_t l = 0; l < trace.lines.size(); ++l) {
    const xla_line& line = trace.lines[l];
    if (!is_work_line(trace, line)) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      xla_device_event e{static_cast<std::uint32_t>(i), l, missing<std::uint32_t>};
      const std::int64_t correlation = trace.stats_of(trace.events[i]).correlation;
      if (!known(correlation)) {
        if (!is_page_migration(trace.name(trace.events[i]))) ++without_number;
      } else {
        const number wanted(trace.plane(line).profile, correlation);
        const auto is = [&](std::size_t n) { return n < launches.size() && launches[n].first == wanted; };
        if (!is(near) && is(near + 1)) ++near;
        else if (!is(near) || (near > 0 && is(near - 1)))
          near = static_cast<std::size_t>(std::lower_bound(launches.begin(), launches.end(), launch{wanted, 0}) -
                                          launches.begin());
        if (near < launches.size() && launches[near].first == wanted) {
          e.launch = launches[near].second;
        } else {
          if (unlinked++ == 0) first_unlinked = trace.name(trace.events[i]);
        }
      }
      linked.push_back(e);
    }
  }
  problems.add(xla_problem::link_missing, xla_problems::nowhere, {}, without_number);
  problems.add(xla_problem::kernel_unlinked, xla_problems::nowhere, first_unlinked, unlinked);
  if (linked.empty()) problems.add(xla_problem::no_device);
  return linked;
}

void leave_out_repeated_work(const xla_trace& trace, std::vector<xla_device_event>& work, xla_problems& problems) {
  if (trace.device != xla_device::gpu) return;
  const auto event = [&](std::size_t i) -> const xla_event& { return trace.events[work[i].event]; };
  const auto key = [&](std::size_t i) {
    const xla_event& e = event(i);
    return std::tuple(e.duration_ps, e.name, trace.stats_of(e).correlation);
  };
  const auto start_together = [&](std::size_t x, std::size_t y) {  // they are by line and start
    return work[x].line == work[y].line && event(x).start_ps == event(y).start_ps;
  };
  const std::vector<std::size_t> again = gpu_detail::repeated_spans(work.size(), start_together, key);
  if (again.empty()) return;
  problems.add(xla_problem::work_repeated, xla_problems::nowhere, trace.name(event(again.front())), again.size());
  for (const std::size_t i : again) work[i].event = missing<std::uint32_t>;
  std::erase_if(work, [](const xla_device_event& e) { return !known(e.event); });
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_LINK_BODY_HPP
