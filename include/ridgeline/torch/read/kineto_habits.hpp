#ifndef RIDGELINE_TORCH_READ_KINETO_HABITS_HPP
#define RIDGELINE_TORCH_READ_KINETO_HABITS_HPP

#include <cstdint>

#include <ridgeline/torch/read/device_tasks.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/span_halves.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Takes stamps that are too long for microseconds for nanoseconds, and with them all lengths, where each span has such
/// a stamp. Else they are unreadable, as they were counted when they were read.
inline void mend_nanoseconds(torch_trace& trace) {
  bool all = true;
  std::uint64_t marked = 0;
  for (const torch_event& e : trace.events) {
    const bool span = e.phase == chrome_phase::complete || e.phase == chrome_phase::begin;
    if (is_nanosecond_stamp(e.start)) ++marked;
    else if (span && known(e.start)) all = false;
  }
  for (torch_event& e : trace.events) {
    const bool stamped = is_nanosecond_stamp(e.start);
    if (all) {
      if (stamped) e.start = without_mark(e.start);
      if (known(e.time)) e.time = duration::of((e.time.base() + 500) / 1000);
    } else if (stamped) {
      e.start = missing<time_point>;
      trace.fractional_stamps = true;
      if (e.phase == chrome_phase::complete && known(e.time)) trace.problems.add(torch_problem::time_missing);
    }
  }
  if (!all) return;
  trace.file_times.clear();  // whole nanoseconds say it
  for (torch_unknown_work& u : trace.unknown_work) u.time = duration::of(u.time.base() / 1000);
  torch_problems::entry& counted = trace.problems.entries[static_cast<std::size_t>(torch_problem::number_unreadable)];
  counted.count -= marked;
  if (counted.count == 0) counted.first_byte = torch_problems::nowhere;
}

/// Mends what other writers than Kineto do.
inline void mend_habits(torch_trace& trace, const kineto_habits& habits) {
  if (habits.nanoseconds) mend_nanoseconds(trace);
  if (habits.halves) join_span_halves(trace);
  if (habits.tasks) link_device_tasks(trace);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_HABITS_HPP
