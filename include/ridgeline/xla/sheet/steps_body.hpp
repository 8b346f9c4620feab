#ifndef RIDGELINE_XLA_SHEET_STEPS_BODY_HPP
#define RIDGELINE_XLA_SHEET_STEPS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace xla_detail {

struct profile_mark {
  std::int64_t start, end;
  std::string_view name{};
  std::uint32_t outer = missing<std::uint32_t>;  ///< the last one that began before it and ends after its start
};

/// Of the marks that contain a time, the one that began last. Looks through a limited number of marks that have ended.
inline std::uint32_t mark_at(const std::vector<profile_mark>& marks, std::int64_t t) {
  const auto behind = std::upper_bound(marks.begin(), marks.end(), t,
                                       [](std::int64_t time, const profile_mark& m) { return time < m.start; });
  if (behind == marks.begin()) return missing<std::uint32_t>;
  auto at = static_cast<std::uint32_t>(behind - 1 - marks.begin());
  for (int depth = 0; known(at) && marks[at].end <= t && depth < 64; ++depth) at = marks[at].outer;
  return known(at) && marks[at].end > t ? at : missing<std::uint32_t>;
}

/// Orders marks by start and finds what encloses each.
inline void by_start(std::vector<profile_mark>& marks) {
  merge_sorted_runs(marks, [](const profile_mark& a, const profile_mark& b) { return a.start < b.start; });
  for (std::uint32_t i = 1; i < marks.size(); ++i) {
    std::uint32_t outer = i - 1;
    while (known(outer) && marks[outer].end <= marks[i].start) outer = marks[outer].outer;
    marks[i].outer = outer;
  }
}

/// When the host began the work of device events: their launches; failing that, the first host event of the same
/// program execution, else the events themselves.
class host_starts {
 public:
  explicit host_starts(const jax_result& r) : trace_(*r.trace) {
    if (trace_.device == xla_device::gpu) return;
    for (const xla_line& line : trace_.lines) {
      if (trace_.plane(line).kind != xla_plane_kind::host) continue;
      for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
        const xla_args* const args = trace_.args_of(trace_.events[i]);
        if (args == nullptr || !known(args->run) || known(args->hlo_op)) continue;
        const std::int64_t start = trace_.events[i].start_ps;
        const auto [at, is_new] = of_run_.try_emplace(args->run, start);
        if (!is_new) at->second = std::min(at->second, start);
      }
    }
  }
  std::int64_t of(const xla_device_event& e) const {
    if (known(e.launch)) return trace_.events[e.launch].start_ps;
    const xla_args* const args = trace_.args_of(trace_.events[e.event]);
    const auto at = args == nullptr || !known(args->run) ? of_run_.end() : of_run_.find(args->run);
    if (at != of_run_.end()) return at->second;
    return trace_.device == xla_device::gpu ? missing<std::int64_t> : trace_.events[e.event].start_ps;
  }

 private:
  const xla_trace& trace_;
  std::map<std::int64_t, std::int64_t> of_run_{};
};

/// Steps by host annotations with a number.
inline bool steps_of_host(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::vector<profile_mark> marks;
  std::vector<std::uint32_t> number_of;
  query_detail::key_table<std::string> numbers;
  for (const xla_host_step& s : trace.host_steps) {  // by start
    marks.push_back({s.start_ps, s.end_ps});
    std::string name = std::to_string(s.number);
    number_of.push_back(numbers.number(name));
    if (number_of.back() == to.names.size()) to.names.push_back(std::move(name));
  }
  if (marks.empty()) return false;
  by_start(marks);
  to.unit = "step_num";
  const host_starts starts(r);
  bool any = false;
  for (const xla_device_event& e : r.events) {
    const std::int64_t start = starts.of(e);
    const std::uint32_t at = known(start) ? mark_at(marks, start) : missing<std::uint32_t>;
    to.of.push_back(known(at) ? number_of[at] : missing<std::uint32_t>);
    any = any || known(at);
  }
  return any;
}

/// Steps by host annotations around the launches.
inline bool steps_asked_for(const jax_result& r, const text_pattern& step, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::vector<profile_mark> marks;
  for (const xla_line& line : trace.lines) {
    if (trace.plane(line).kind != xla_plane_kind::host) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      const xla_event& e = trace.events[i];
      const std::string_view name = known(e.name) ? trace.name(e) : std::string_view();
      if (e.duration_ps > 0 && (name == step.pattern() || step.found_in(name)))
        marks.push_back({e.start_ps, e.start_ps + e.duration_ps, name});
    }
  }
  if (marks.empty()) return false;
  by_start(marks);
  to.unit = step.pattern();
  for (const profile_mark& m : marks) to.names.emplace_back(m.name);
  const host_starts starts(r);
  for (const xla_device_event& e : r.events) {
    const std::int64_t start = starts.of(e);
    to.of.push_back(known(start) ? mark_at(marks, start) : missing<std::uint32_t>);
  }
  return true;
}

/// Steps by the line `Steps` of each device; steps of one name are merged.
inline bool steps_of_devices(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::map<std::uint32_t, std::vector<profile_mark>> planes;
  std::vector<profile_mark> all;
  for (const xla_line& line : trace.lines) {
    if (line.kind != xla_line_kind::steps) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      const xla_event& e = trace.events[i];
      if (!known(e.name)) continue;
      planes[line.plane].push_back({e.start_ps, e.start_ps + e.duration_ps, trace.name(e)});
    }
  }
  for (auto& [plane, marks] : planes) by_start(marks), all.insert(all.end(), marks.begin(), marks.end());
  if (all.empty()) return false;
  by_start(all);
  query_detail::key_table<std::string> numbers;
  for (const profile_mark& m : all)
    if (numbers.number(m.name) == to.names.size()) to.names.emplace_back(m.name);
  to.unit = "Steps";
  for (const xla_device_event& e : r.events) {
    const std::vector<profile_mark>& marks = planes[trace.lines[e.line].plane];
    const std::uint32_t at = mark_at(marks, trace.events[e.event].start_ps);
    to.of.push_back(known(at) ? numbers.number(marks[at].name) : missing<std::uint32_t>);
  }
  return true;
}

/// Steps by the executions of the program that takes the most time.
inline bool steps_of_program(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  const auto kind = [&](std::size_t uid) -> const xla_kernel_kind& { return r.kinds.kinds[r.kinds.kind_of[uid]]; };
  std::map<std::string_view, std::int64_t> times;
  for (std::size_t uid = 0; uid < r.events.size(); ++uid)
    if (!kind(uid).hlo_module.empty())
      times[kind(uid).hlo_module] += r.own.of(static_cast<std::uint32_t>(uid), trace.events[r.events[uid].event]);
  std::pair<std::string_view, std::int64_t> longest{{}, -1};
  for (const auto& t : times)
    if (t.second > longest.second) longest = t;
  if (longest.second < 0) return false;
  to.unit = longest.first;
  to.of.assign(r.events.size(), missing<std::uint32_t>);
  std::map<std::uint32_t, std::vector<std::uint32_t>> planes;
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid)
    planes[trace.lines[r.events[uid].line].plane].push_back(uid);
  for (auto& [plane, uids] : planes) {
    merge_sorted_runs(uids, [&](std::uint32_t a, std::uint32_t b) {
      return trace.events[r.events[a].event].start_ps < trace.events[r.events[b].event].start_ps;
    });
    std::string_view first, before;
    std::uint32_t step = missing<std::uint32_t>;
    std::map<std::int64_t, std::uint32_t> runs;
    const bool ops = trace.device == xla_device::tpu || trace.device == xla_device::cpu;
    for (const std::uint32_t uid : uids) {
      const xla_kernel_kind& k = kind(uid);
      const xla_args* const args = ops ? trace.args_of(trace.events[r.events[uid].event]) : nullptr;
      if (args != nullptr && known(args->run)) {  // executions are numbered, and may overlap on host threads
        if (k.hlo_module != longest.first) continue;
        step = runs.try_emplace(args->run, static_cast<std::uint32_t>(runs.size())).first->second;
      } else if (k.hlo_module == longest.first) {
        if (first.empty()) first = k.hlo_op;
        if (k.hlo_op == first && before != first) step = known(step) ? step + 1 : 0;  // the first of several kernels
        before = k.hlo_op;
      }
      to.of[uid] = step;
      while (known(step) && to.names.size() <= step)
        to.names.push_back(to.unit + "#" + std::to_string(to.names.size()));
    }
  }
  return !to.names.empty();
}

}  // namespace xla_detail

jax_steps steps_of(const jax_result& r, const std::optional<text_pattern>& step) {
  using namespace xla_detail;
  jax_steps steps;
  if (step && steps_asked_for(r, *step, steps)) return steps;
  const auto marked_by = [&](bool (*rule)(const jax_result&, jax_steps&)) {
    steps = {};
    return rule(r, steps);
  };
  if (!step && (marked_by(steps_of_devices) || marked_by(steps_of_host) || marked_by(steps_of_program))) return steps;
  steps = {};
  steps.names.emplace_back("whole");
  steps.of.assign(r.events.size(), 0);
  return steps;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_STEPS_BODY_HPP
