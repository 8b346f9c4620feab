#ifndef RIDGELINE_XLA_SHEET_STEPS_BODY_HPP
#define RIDGELINE_XLA_SHEET_STEPS_BODY_HPP

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/xla/sheet/steps.hpp>
#include <ridgeline/xla/tree/earlier_run.hpp>
#include <ridgeline/xla/tree/link_body.hpp>
#include <ridgeline/xla/tree/once_run.hpp>

namespace ridgeline {

namespace xla_detail {

using profile_spans = nested_spans<std::int64_t>;

/// An event that marks a step.
struct step_mark {
  std::uint32_t plane;
  std::int64_t start;
  const xla_event* event;
};

/// When the host began the work of device events: their launches; failing that, the first host event of the same
/// program execution, else the events themselves.
class host_starts {
 public:
  explicit host_starts(const jax_result& r) : trace_(*r.trace) {
    if (trace_.device != xla_device::gpu) of_run_ = calls_of_runs(trace_);
  }
  std::int64_t of(const xla_device_event& e) const {
    if (known(e.launch)) return trace_.events[e.launch].start_ps;
    const auto at = of_run_.find(trace_.stats_of(trace_.events[e.event]).run);
    if (at != of_run_.end()) return trace_.events[at->second].start_ps;
    return trace_.device == xla_device::gpu ? missing<std::int64_t> : trace_.events[e.event].start_ps;
  }

 private:
  const xla_trace& trace_;
  std::map<std::int64_t, std::uint32_t> of_run_{};
};

/// Gives each device event the annotation in which the host began its work.
inline void place_by_launch(const jax_result& r, const profile_spans& marks, jax_steps& to) {
  const host_starts starts(r);
  for (const xla_device_event& e : r.events) {
    const std::int64_t start = starts.of(e);
    to.of.push_back(known(start) ? marks.innermost(0, start) : missing<std::uint32_t>);
  }
}

/// Steps by host annotations with a number.
inline bool steps_of_host(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::vector<profile_spans::span> marks;
  query_detail::key_table<std::string> numbers;
  for (const xla_host_step& s : trace.host_steps) {  // by start
    std::string name = std::to_string(s.number);
    const std::uint32_t number = numbers.number(name);
    marks.push_back({0, s.start_ps, s.end_ps, number});
    if (number == to.names.size()) to.names.push_back(std::move(name));
  }
  if (marks.empty()) return false;
  to.unit = "step_num";
  place_by_launch(r, profile_spans(std::move(marks)), to);
  return std::any_of(to.of.begin(), to.of.end(), [](std::uint32_t step) { return known(step); });
}

/// Steps by host annotations around the launches.
inline bool steps_asked_for(const jax_result& r, const text_pattern& step, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::vector<step_mark> found;
  for (const xla_line& line : trace.lines) {
    if (!trace.is_of_host(line)) continue;
    for (const xla_event& e : trace.events_of(line))
      if (e.duration_ps > 0 && known(e.name) && (trace.name(e) == step.pattern() || step.found_in(trace.name(e))))
        found.push_back({line.plane, e.start_ps, &e});
  }
  if (found.empty()) return false;
  found = std::move(found) | sort_by(&step_mark::start);
  std::vector<profile_spans::span> marks;
  for (const step_mark& m : found) {
    marks.push_back({0, m.start, m.start + m.event->duration_ps, static_cast<std::uint32_t>(to.names.size())});
    to.names.emplace_back(trace.name(*m.event));
  }
  to.unit = step.pattern();
  place_by_launch(r, profile_spans(std::move(marks)), to);
  return true;
}

/// Steps by the line `Steps` of each device; steps of one name are merged.
inline bool steps_of_devices(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::vector<step_mark> found;
  for (const xla_line& line : trace.lines) {
    if (line.kind != xla_line_kind::steps) continue;
    for (const xla_event& e : trace.events_of(line))
      if (known(e.name)) found.push_back({line.plane, e.start_ps, &e});
  }
  if (found.empty()) return false;
  found = std::move(found) | sort_by(&step_mark::start, &step_mark::plane);
  std::vector<profile_spans::span> marks;
  query_detail::key_table<std::string> numbers;
  for (const step_mark& m : found) {
    const std::uint32_t number = numbers.number(trace.name(*m.event));
    if (number == to.names.size()) to.names.emplace_back(trace.name(*m.event));
    marks.push_back({m.plane, m.start, m.start + m.event->duration_ps, number});
  }
  to.unit = "Steps";
  const profile_spans spans(std::move(marks));
  for (const xla_device_event& e : r.events)
    to.of.push_back(spans.innermost(trace.lines[e.line].plane, trace.events[e.event].start_ps));
  return true;
}

/// Where executions of a program begin: at its first instruction that they run once, if any is known to be, which is
/// the same on all devices that run it.
class execution_starts {
 public:
  execution_starts(const jax_result& r, std::string_view program)
      : r_(r), program_(program), once_(*r.trace), begins_(r.events.size()) {
    for (const jax_call& c : r.calls) begins_[c.first->uid] = true;
  }

  /// Begins with a device, whose events are given by start.
  void enter(const std::vector<std::uint32_t>& uids) {
    const auto opens = [&](std::uint32_t uid) { return of_program(uid) && r_.kind_of(uid).hlo_op == first_; };
    if (first_.empty() || std::none_of(uids.begin(), uids.end(), opens)) first_ = first_of(uids);
    alone_ = std::all_of(uids.begin(), uids.end(), [&](std::uint32_t uid) { return opens(uid) || !of_program(uid); });
    before_ = {};
    const auto at = std::find_if(uids.begin(), uids.end(), opens);
    stream_ = at == uids.end() ? missing<std::uint32_t> : r_.events[*at].line;
  }
  /// Whether one begins with this event, the next one of the device: with the first of several kernels of the
  /// instruction, between which those of other streams may run, or if it is the only one, with each execution of it.
  bool at(std::uint32_t uid) {
    if (!of_program(uid) || r_.events[uid].line != stream_) return false;
    const std::string_view op = r_.kind_of(uid).hlo_op;
    const bool is_next = op == first_ && (before_ != first_ || (alone_ && begins_[uid]));
    before_ = op;
    return is_next;
  }

 private:
  bool of_program(std::uint32_t uid) const { return r_.kind_of(uid).hlo_module == program_; }
  /// The first that runs once, by the program and by how often it ran: several fusions of a graph may share the kernel
  /// that is named after one of them. At the ends of a profile, some of them have run once more than others. None that
  /// needs what another one makes is the first, though a profile that begins within an execution begins with one.
  std::string_view first_of(const std::vector<std::uint32_t>& uids) {
    struct candidate {
      std::string_view name;
      std::uint32_t instruction;  // of the module
      std::uint64_t runs;
    };
    std::vector<candidate> found;  // in the order in which they begin, of the variant of the program that runs first
    std::vector<std::uint32_t> at(r_.kinds.instructions.size(), missing<std::uint32_t>);  // of each in the list
    std::vector<std::uint32_t> before(r_.trace->lines.size(), missing<std::uint32_t>);    // by stream: what ran last
    std::string_view any;
    std::uint32_t module = missing<std::uint32_t>;
    for (const std::uint32_t uid : uids) {
      if (!of_program(uid)) continue;
      const xla_kernel_kind& k = r_.kind_of(uid);
      if (any.empty()) any = k.hlo_op;
      const bool again = std::exchange(before[r_.events[uid].line], k.instruction) == k.instruction;
      const xla_place place = r_.kinds.instruction(k).place;
      if (again || !once_.holds(place)) continue;
      if (found.empty()) module = place.module;
      if (place.module != module) continue;
      if (!known(at[k.instruction])) {
        at[k.instruction] = static_cast<std::uint32_t>(found.size());
        found.push_back({k.hlo_op, place.instruction, 0});
      }
      ++found[at[k.instruction]].runs;
    }
    if (found.empty()) return any;
    const auto fewer = [](const candidate& x, const candidate& y) { return x.runs < y.runs; };
    const std::uint64_t least = std::min_element(found.begin(), found.end(), fewer)->runs;
    std::erase_if(found, [&](const candidate& c) { return c.runs > least + 1; });
    std::vector<bool> once(r_.trace->modules[module].instructions.size());
    for (const candidate& c : found) once[c.instruction] = true;
    const earlier_run order(*r_.trace, r_.trace->modules[module], std::move(once));
    const auto is_first = [&](const candidate& c) { return !order.needs_one(c.instruction); };
    const auto first = std::find_if(found.begin(), found.end(), is_first);
    return first == found.end() ? found.front().name : first->name;
  }

  const jax_result& r_;
  std::string_view program_, first_{}, before_{};
  once_run once_;
  std::vector<bool> begins_;  ///< an execution of an instruction
  std::uint32_t stream_ = missing<std::uint32_t>;
  bool alone_ = false;        ///< it is the only instruction of the program
};

/// Steps by the executions of the program that takes the most time.
inline bool steps_of_program(const jax_result& r, jax_steps& to) {
  const xla_trace& trace = *r.trace;
  std::map<std::string_view, std::int64_t> times;
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid)
    if (const std::string_view program = r.kind_of(uid).hlo_module; !program.empty())
      times[program] += r.own.of(uid, r.event_of(uid));
  std::pair<std::string_view, std::int64_t> longest{{}, -1};
  for (const auto& t : times)
    if (t.second > longest.second) longest = t;
  if (longest.second < 0) return false;
  to.unit = longest.first;
  to.of.assign(r.events.size(), missing<std::uint32_t>);
  std::map<std::uint32_t, std::vector<std::uint32_t>> planes;
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid)
    planes[r.line_of(uid).plane].push_back(uid);
  execution_starts starts(r, longest.first);
  for (auto& [plane, uids] : planes) {
    merge_sorted_runs(uids, [&](std::uint32_t a, std::uint32_t b) {
      return r.event_of(a).start_ps < r.event_of(b).start_ps;
    });
    starts.enter(uids);
    std::uint32_t step = missing<std::uint32_t>;
    std::map<std::int64_t, std::uint32_t> runs;
    for (const std::uint32_t uid : uids) {
      const xla_kernel_kind& k = r.kind_of(uid);
      const std::int64_t run = trace.stats_of(r.event_of(uid)).run;
      if (trace.has_ops() && known(run)) {  // executions are numbered, and may overlap on host threads
        if (k.hlo_module != longest.first) continue;
        step = runs.try_emplace(run, static_cast<std::uint32_t>(runs.size())).first->second;
      } else if (starts.at(uid)) {
        step = known(step) ? step + 1 : 0;
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
