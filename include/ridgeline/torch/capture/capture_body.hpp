#ifndef RIDGELINE_TORCH_CAPTURE_CAPTURE_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_CAPTURE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/step/serving_step_body.hpp>
#include <ridgeline/torch/tree/module_frame.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

/// Parses `capture_<n>_<mode>` into the number and the rest.
struct capture_range_name {
  std::int64_t size = missing<std::int64_t>;
  std::string_view mode{};
};
constexpr capture_range_name capture_range_of(std::string_view name) {
  annotation_cursor at(name);
  at.take("capture_");
  const double size = at.number();
  at.take("_");
  if (!at.ok() || at.rest().empty() || !(size < 1e15)) return {};
  return {static_cast<std::int64_t>(size), at.rest()};
}

bool is_dummy_run(std::string_view name) {
  annotation_cursor at(name);
  at.take("vllm/v1/worker/gpu_model_runner.py(");
  at.number();
  at.take("): _dummy_run");
  return at.ok();
}

/// Finds the windows of a file without their calls: pairs of a begin and an end. Ends are assigned to begins in file
/// order, or to the last open begin on their thread.
struct capture_bounds {
  std::uint32_t begin, end;
};
std::vector<capture_bounds> capture_bounds_of(const torch_trace& trace, torch_faults faults) {
  std::vector<std::uint32_t> begins, ends;
  std::vector<capture_bounds> bounds;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::cuda_runtime || !e.is_complete()) continue;
    if (begins_capture(trace.name(e))) begins.push_back(i);
    if (ends_capture(trace.name(e))) ends.push_back(i);
  }
  if (faults.one_capture_a_file) {
    for (std::size_t i = 0; i < std::min(begins.size(), ends.size()); ++i) bounds.push_back({begins[i], ends[i]});
    return bounds;
  }
  std::vector<std::uint32_t> calls(begins);
  calls.insert(calls.end(), ends.begin(), ends.end());
  merge_sorted_runs(calls, [&](std::uint32_t a, std::uint32_t b) {
    return trace.events[a].start < trace.events[b].start;
  });
  std::unordered_map<std::uint32_t, std::uint32_t> open;  // by place
  for (const std::uint32_t i : calls) {
    const torch_event& e = trace.events[i];
    if (begins_capture(trace.name(e))) {
      open[e.place] = i;
    } else if (const auto at = open.find(e.place); at != open.end()) {
      bounds.push_back({at->second, i});
      open.erase(at);
    }
  }
  merge_sorted_runs(bounds, [](const capture_bounds& a, const capture_bounds& b) { return a.begin < b.begin; });
  return bounds;
}

class window_finder {
 public:
  window_finder(const torch_trace& trace, torch_faults faults)
      : trace_(trace), faults_(faults),
        tree_(build_call_tree(trace, {.python_frames = true, .faults = faults, .communication = nullptr})),
        clock_(tree_.clock()),
        names_module_(trace.texts, [](std::string_view name) { return name.starts_with(module_frame_front); }) {}

  std::vector<capture_window> find() && {
    std::vector<capture_window> windows;
    std::size_t budget = 8 * trace_.events.size() + 100'000;  // guards against endlessly nested windows
    for (const capture_bounds& b : capture_bounds_of(trace_, faults_)) {
      capture_window w;
      w.begin = b.begin;
      fill(w, clock_.end(trace_.events[b.begin]), clock_.start(trace_.events[b.end]), budget);
      windows.push_back(std::move(w));
    }
    name(windows);
    return windows;
  }

 private:
  struct item {
    captured_call call;
    std::int64_t start;
    std::uint32_t level;
  };

  bool inside(std::uint32_t event, std::int64_t first, std::int64_t last) const {
    const torch_event& e = trace_.events[event];
    return clock_.start(e) >= first && clock_.end(e) <= last;
  }
  bool is_top(std::uint32_t event, std::int64_t first, std::int64_t last) const {
    const torch_event& e = trace_.events[event];
    if (is_gpu(e.category) || !inside(event, first, last)) return false;
    const std::uint32_t parent = tree_.parent_of(event);
    if (known(parent) && inside(parent, first, last)) return false;
    if (!faults_.captures_need_frames) return true;
    return known(parent) && !is_runtime(e.category);
  }

  /// Collects the calls of a window, level by level, then orders them by start. The calls of each thread are ordered
  /// by start, so those in the window are found from the call that begins it.
  void fill(capture_window& w, std::int64_t first, std::int64_t last, std::size_t& budget) {
    if (by_start_.empty()) order_calls();
    const auto before = [&](std::uint32_t e, std::int64_t start) { return clock_.start(trace_.events[e]) < start; };
    std::vector<std::uint32_t> events;  // level by level
    std::vector<captured_call> calls;
    for (auto at = std::lower_bound(by_start_.begin(), by_start_.end(), first, before);
         at != by_start_.end() && clock_.start(trace_.events[*at]) <= last && budget != 0; ++at, --budget)
      if (is_top(*at, first, last)) calls.push_back({*at, missing<std::uint32_t>});
    for (std::size_t i = 0; i < calls.size() && budget != 0; ++i) {
      for (const call_node child : children_of(node_of(tree_, calls[i].event))) {
        if (is_gpu_work(child) || budget == 0) break;  // GPU work comes after the calls
        calls.push_back({child.uid(), static_cast<std::uint32_t>(i)});
        --budget;
      }
    }
    std::vector<std::uint32_t> order = numbers_below(calls.size()), place(calls.size());
    merge_sorted_runs(order, [&](std::uint32_t a, std::uint32_t b) {
      return clock_.start(trace_.events[calls[a].event]) < clock_.start(trace_.events[calls[b].event]);
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    for (const std::uint32_t i : order) {
      const captured_call& c = calls[i];
      w.calls.push_back({c.event, known(c.parent) ? place[c.parent] : missing<std::uint32_t>});
      const torch_event& e = trace_.events[c.event];
      if (is_runtime(e.category) && starts_gpu_work(trace_.name(e)))
        w.dispatches.push_back(static_cast<std::uint32_t>(w.calls.size() - 1));
    }
    if (!faults_.grafted_ops_last_like_launch) leave_out_idle_frames(w);
  }
  /// Removes Python frames that contain no op, launch or module: nine tenths of a window, which would be copied for
  /// each step.
  void leave_out_idle_frames(capture_window& w) {
    std::vector<bool> kept(w.calls.size(), false);
    for (std::size_t i = w.calls.size(); i-- > 0;) {  // nested calls come after their parent
      const torch_event& e = trace_.events[w.calls[i].event];
      if (e.category != kineto_category::python_function || names_module_(e.name)) kept[i] = true;
      if (kept[i] && known(w.calls[i].parent)) kept[w.calls[i].parent] = true;
    }
    std::vector<std::uint32_t> place(w.calls.size(), 0);
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < w.calls.size(); ++i) {
      place[i] = next;
      if (!kept[i]) continue;
      captured_call c = w.calls[i];
      if (known(c.parent)) c.parent = place[c.parent];
      w.calls[next++] = c;
    }
    w.calls.resize(next);
    for (std::uint32_t& d : w.dispatches) d = place[d];
  }
  void order_calls() {
    for (const std::uint32_t e : tree_.order())
      if (!is_gpu(trace_.events[e].category)) by_start_.push_back(e);
    merge_sorted_runs(by_start_, [](std::uint32_t a, std::uint32_t b) { return a < b; });
    merge_sorted_runs(by_start_, [&](std::uint32_t a, std::uint32_t b) {
      return clock_.start(trace_.events[a]) < clock_.start(trace_.events[b]);
    });
  }

  /// Assigns each window the range around its beginning on its thread: the last one that had begun.
  void name(std::vector<capture_window>& windows) const {
    struct range {
      const torch_event* event;
      std::int64_t size;
    };
    std::unordered_map<std::uint32_t, std::vector<range>> ranges;  // by place
    for (const torch_event& e : trace_.events) {
      if (e.category != kineto_category::user_annotation || !e.is_complete()) continue;
      const capture_range_name n = capture_range_of(trace_.name(e));
      if (known(n.size)) ranges[e.place].push_back({&e, n.size});
    }
    for (auto& [place, of_place] : ranges)
      merge_sorted_runs(of_place, [](const range& a, const range& b) { return a.event->start < b.event->start; });
    for (capture_window& w : windows) {
      const torch_event& begin = trace_.events[w.begin];
      const auto at = ranges.find(begin.place);
      if (at == ranges.end()) continue;
      const auto after = std::upper_bound(
          at->second.begin(), at->second.end(), begin.start,
          [](time_point start, const range& r) { return start < r.event->start; });
      if (after == at->second.begin() || (after - 1)->event->end() <= begin.start) continue;
      w.size = (after - 1)->size;
      w.range = static_cast<std::uint32_t>((after - 1)->event - trace_.events.data());
    }
  }

  const torch_trace& trace_;
  torch_faults faults_;
  call_tree tree_;
  torch_clock clock_;
  std::vector<std::uint32_t> by_start_{};
  asked_once<bool (*)(std::string_view)> names_module_;
};

}  // namespace torch_detail

void find_capture_windows(capture_file& file, torch_faults faults) {
  file.captures_graphs = captures_graphs(file.trace);
  if (file.captures_graphs) file.windows = torch_detail::window_finder(file.trace, faults).find();
}

namespace torch_detail {

/// Copies events into a new trace.
class event_mover {
 public:
  explicit event_mover(const torch_trace& from)
      : from_(from), events_(from.events.size(), missing<std::uint32_t>), texts_(from.texts.bound(), missing<symbol>),
        places_(from.places.size(), missing<std::uint32_t>) {}

  std::uint32_t moved(std::uint32_t event) {
    if (!known(event)) return event;
    std::uint32_t& to = events_[event];
    if (known(to)) return to;
    to = static_cast<std::uint32_t>(to_.events.size());
    torch_event e = from_.events[event];
    e.name = text(e.name), e.place = place(e.place), e.args = arguments(e);
    to_.events.push_back(e);
    if (const torch_graph_node* const node = from_.graph_node(from_.events[event]))
      to_.graph_nodes.push_back({to, node->graph, node->node});
    return to;
  }
  torch_trace take() && { return std::move(to_); }

 private:
  symbol text(symbol s) {
    if (!known(s)) return s;
    symbol& to = texts_[index_of(s)];
    if (!known(to)) to = to_.texts.keep(from_.text(s));
    return to;
  }
  std::uint32_t place(std::uint32_t p) {
    if (!known(p)) return p;
    std::uint32_t& to = places_[p];
    if (known(to)) return to;
    to = static_cast<std::uint32_t>(to_.places.size());
    to_.places.push_back({text(from_.places[p].process), text(from_.places[p].thread)});
    return to;
  }
  std::uint32_t arguments(const torch_event& e) {
    if (const op_arguments* const op = from_.op(e)) {
      to_.ops.push_back(*op);
      for (symbol* const s : to_.ops.back().texts()) *s = text(*s);
      return static_cast<std::uint32_t>(to_.ops.size() - 1);
    }
    if (const launch_arguments* const launch = from_.launch(e)) {
      to_.launches.push_back({text(launch->grid), text(launch->block), text(launch->kernel)});
      return static_cast<std::uint32_t>(to_.launches.size() - 1);
    }
    return missing<std::uint32_t>;
  }

  const torch_trace& from_;
  torch_trace to_{};
  std::vector<std::uint32_t> events_;
  std::vector<symbol> texts_;
  std::vector<std::uint32_t> places_;
};

}  // namespace torch_detail

void keep_windows(capture_file& file) {
  torch_detail::event_mover mover(file.trace);
  for (capture_window& w : file.windows) {
    w.begin = mover.moved(w.begin), w.range = mover.moved(w.range);
    for (captured_call& c : w.calls) c.event = mover.moved(c.event);
    w.calls.shrink_to_fit(), w.dispatches.shrink_to_fit();
  }
  file.trace = std::move(mover).take();
}

namespace torch_detail {

/// The first list of captures whose size is at least `size`.
inline auto captures_from(std::vector<std::vector<torch_capture>>& by_size, std::int64_t size) {
  const auto smaller = [](const std::vector<torch_capture>& list, std::int64_t n) { return list.front().size < n; };
  return std::lower_bound(by_size.begin(), by_size.end(), size, smaller);
}

}  // namespace torch_detail

void torch_captures::add(torch_capture capture) {
  auto of_size = torch_detail::captures_from(by_size, capture.size);
  if (of_size == by_size.end() || of_size->front().size != capture.size) of_size = by_size.emplace(of_size);
  std::vector<torch_capture>& list = *of_size;
  const auto at = std::upper_bound(list.begin(), list.end(), capture.file,
                                   [](std::size_t file, const torch_capture& c) { return file < c.file; });
  list.insert(at, std::move(capture));
}

const std::vector<torch_capture>* torch_captures::next(std::int64_t rows) {
  for (;;) {
    const std::int64_t unread = rest == nullptr ? missing<std::int64_t> : rest->next_size(rows);
    const auto at = torch_detail::captures_from(by_size, rows);
    if (!known(unread) || (at != by_size.end() && at->front().size < unread))
      return at == by_size.end() ? nullptr : &*at;
    rest->read(unread, *this);
  }
}

bool captures_graphs(const torch_trace& trace) {
  return std::any_of(trace.events.begin(), trace.events.end(), [&](const torch_event& e) {
    return e.category == kineto_category::cuda_runtime && begins_capture(trace.name(e));
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_CAPTURE_BODY_HPP
