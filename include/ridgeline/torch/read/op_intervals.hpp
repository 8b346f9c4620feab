#ifndef RIDGELINE_TORCH_READ_OP_INTERVALS_HPP
#define RIDGELINE_TORCH_READ_OP_INTERVALS_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/read/flow_links.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Whether GPU work is the interval that the profiler of PyTorch 1.7 measured around an op by two events on the GPU: it
/// is in the process `CUDA functions` and bears the name of the op in which its flow begins.
inline bool is_interval_of_op(const torch_trace& trace, const torch_event& e) {
  if (e.category != kineto_category::kernel || !e.is_complete()) return false;
  if (!known(e.place) || !known(e.external_id) || e.external_id > number_along_flow(0)) return false;
  const auto op = static_cast<std::size_t>(number_along_flow(0) - e.external_id);
  if (op >= trace.events.size() || trace.events[op].category != kineto_category::cpu_op) return false;
  if (trace.events[op].name != e.name) return false;
  return category_of_process(trace.text(trace.places[e.place].process), "") == kineto_category::kernel;
}

/// Cuts such intervals to what the intervals of the ops below leave of them, so that each moment is that of one op. The
/// first piece takes the place of the event, further ones come behind all events; an op without one has no work.
inline void divide_intervals_of_ops(torch_trace& trace) {
  struct interval {
    std::uint32_t place;
    time_point begin, end;
    std::uint32_t event;
  };
  std::vector<interval> all;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (is_interval_of_op(trace, e)) all.push_back({e.place, e.start, e.end(), i});
  }
  if (all.empty()) return;
  all = std::move(all) | sort_by(&interval::place, &interval::begin, desc(&interval::end));
  std::vector<interval> open, pieces;  // the beginning of an open one is that of what is left of it
  const auto take_until = [&](interval& of, time_point end) {
    if (of.begin < end) pieces.push_back({of.place, of.begin, end, of.event});
  };
  const auto close = [&] {
    const interval closed = open.back();
    take_until(open.back(), closed.end);
    open.pop_back();
    if (!open.empty() && open.back().begin < closed.end) open.back().begin = closed.end;
  };
  for (const interval& i : all) {
    while (!open.empty() && (open.back().place != i.place || open.back().end <= i.begin)) close();
    if (!open.empty()) take_until(open.back(), i.begin);
    open.push_back(i);
  }
  while (!open.empty()) close();
  std::vector<bool> has_piece(trace.events.size(), false);
  for (const interval& p : std::move(pieces) | sort_by(&interval::event, &interval::begin)) {
    torch_event piece = trace.events[p.event];
    piece.start = p.begin, piece.time = p.end - p.begin;
    if (has_piece[p.event]) trace.events.push_back(piece);
    else trace.events[p.event] = piece;
    has_piece[p.event] = true;
  }
  for (const interval& i : all) {
    if (has_piece[i.event]) continue;
    trace.events[i.event].category = kineto_category::none;
    trace.events[i.event].args = missing<std::uint32_t>;
  }
  std::erase_if(trace.file_times, [&](const torch_file_time& t) { return has_piece[t.event]; });  // nanoseconds count
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_OP_INTERVALS_HPP
