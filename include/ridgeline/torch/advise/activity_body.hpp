#ifndef RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/advise/idle_gaps.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/path/waits.hpp>
#include <ridgeline/gpu/repeated_work.hpp>
#include <ridgeline/gpu/stream_numbers.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/path/activity.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/announcements.hpp>
#include <ridgeline/torch/tree/link.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

/// Converts the events of a trace to an activity.
class activity_maker {
 public:
  explicit activity_maker(const torch_profile& run)
      : run_(run), trace_(run.trace()), numbers_(trace_), stated_(run.tree()) {}

  gpu_activity make() && {
    out_.texts = &trace_.texts;
    kinds_.assign(trace_.texts.bound(), unasked);
    // Upper bounds: unused capacity costs no memory, because its pages are never touched.
    out_.works.reserve(trace_.gpus.size());
    out_.calls.reserve(trace_.launches.size());
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (run_.grafted().grafted(i)) continue;  // the host made this call when the graph was captured
      if (e.is_complete()) add(e, i);
    }
    out_.streams = streams_.size();
    finish_activity(out_);
    take_links_of_tree();
    add_waits();
    add_ops();
    find_longest_step();
    return std::move(out_);
  }

 private:
  static constexpr std::uint8_t unasked = 0xFF;

  void add(const torch_event& e, std::uint32_t uid) {
    if (!known(out_.first) || e.start < out_.first) out_.first = e.start;
    if (!known(out_.last) || e.start > out_.last) out_.last = e.start;
    if (is_gpu(e.category)) add_work(e, uid);
    else if (is_runtime(e.category)) add_call(e, uid);
    else if (e.category == kineto_category::overhead) out_.overhead.push_back({e.start, e.time, uid, e.name, {}});
    else if (e.category == kineto_category::cpu_op || e.category == kineto_category::user_annotation) add_range(e, uid);
    out_.host_ops += e.category == kineto_category::cpu_op ? 1u : 0u;
  }
  void add_work(const torch_event& e, std::uint32_t uid) {
    activity_work& w = out_.works.emplace_back();
    w.start = e.start, w.time = e.time, w.correlation = e.correlation, w.uid = uid, w.name = e.name;
    w.kind = kind_of(e.category);
    w.communicates = run_.tree().communicates(uid);
    const gpu_arguments* const g = trace_.gpu(e);
    // streams of several contexts on one GPU can have one number, and so one place
    const bool in_context = g != nullptr && known(g->context);
    w.stream = streams_.number(thread_of(e), 0, in_context ? std::int64_t{g->context} : missing<std::int64_t>);
    if (g != nullptr && known(g->device)) w.device = devices_.number(g->device);
    if (g != nullptr) w.grid = g->grid, w.block = g->block;
    if (const collective_arguments* const c = stated_.of(uid)) w.collective = c->name, w.group = c->group_name;
    if (const torch_graph_node* const n = trace_.graph_node(e)) w.graph_node = n->node;
  }
  void add_call(const torch_event& e, std::uint32_t uid) {
    activity_call& c = out_.calls.emplace_back();
    c.start = e.start, c.time = e.time, c.correlation = e.correlation, c.uid = uid, c.name = e.name;
    c.thread = thread_of(e), c.process = process_of(e);
  }
  static std::uint32_t thread_of(const torch_event& e) { return known(e.place) ? e.place + 1 : 0; }
  std::uint32_t process_of(const torch_event& e) const {
    return known(e.place) ? static_cast<std::uint32_t>(index_of(trace_.places[e.place].process)) + 1 : 0;
  }
  /// Work belongs to the call that launched it in the tree, which knows more than numbers: they repeat, or are 0.
  void take_links_of_tree() {
    std::vector<std::uint32_t> call_of(trace_.events.size(), missing<std::uint32_t>);
    for (std::uint32_t c = 0; c < out_.calls.size(); ++c) call_of[out_.calls[c].uid] = c;
    for (activity_work& w : out_.works) {
      const std::uint32_t launch = run_.tree().parent_of(w.uid);
      if (!known(launch)) continue;
      if (known(call_of[launch])) w.call = call_of[launch], w.process = out_.calls[w.call].process;
      w.op_of_capture = run_.grafted().grafted(launch);
    }
    tell_blocking_copies(out_);
  }
  /// Adds recorded waits for events, as the critical path knows them.
  void add_waits() {
    const auto is_wait = [](const torch_event_details& d) { return known(d.wait_record); };
    if (std::none_of(trace_.details.begin(), trace_.details.end(), is_wait)) return;
    const path_activity path = path_activity_of(run_.tree());
    const gpu_waits waits = recorded_waits_of(path);
    std::vector<std::uint32_t> work_of(trace_.events.size(), missing<std::uint32_t>);
    for (std::uint32_t w = 0; w < out_.works.size(); ++w) work_of[out_.works[w].uid] = w;
    for (std::uint32_t t = 0; t < path.tasks.size(); ++t)
      for (const std::uint32_t source : waits.sources_of(waits.tasks[t]))
        if (known(work_of[path.tasks[t].uid]) && known(work_of[path.tasks[source].uid]))
          out_.waits.emplace_back(work_of[path.tasks[t].uid], work_of[path.tasks[source].uid]);
    merge_sorted_runs(out_.waits, [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  void add_range(const torch_event& e, std::uint32_t uid) {
    std::uint8_t& kind = kinds_[index_of(e.name)];
    if (kind == unasked) kind = static_cast<std::uint8_t>(range_kind_of(trace_.name(e)));
    if (kind != static_cast<std::uint8_t>(range_kind::other))
      out_.ranges.push_back(
          {e.start, e.time, uid, e.name, static_cast<range_kind>(kind), thread_of(e), process_of(e)});
  }

  /// Finds the ops that launched work. Work with an `External id` belongs to the op with that number; if the nearest op
  /// around its launch has it, to that one. Numbers start again in each process and in each recording: otherwise it is
  /// the only op with the number in the process of the launch, else the nearest one. If no op has a number of work, the
  /// work's id is its own correlation, or a graph's capture tells the launch, it is the nearest one.
  void add_ops() {
    add_host_work();
    const std::vector<std::uint32_t> named = named_ops();
    const auto names_op = [&](const activity_work& w) { return !named_in(named, w).empty(); };
    const bool numbered = std::any_of(out_.works.begin(), out_.works.end(), names_op);
    std::vector<std::uint32_t> number(trace_.events.size(), missing<std::uint32_t>);
    const auto op_of = [&](const activity_work& w) { return numbered ? op_named(named, w) : op_around(w.uid); };
    for (const activity_work& w : out_.works)
      if (const std::uint32_t op = op_of(w); known(op)) number[op] = 0;
    for (std::uint32_t i = 0; i < number.size(); ++i)
      if (known(number[i])) number[i] = add_op(i);
    for (activity_work& w : out_.works)
      if (const std::uint32_t op = op_of(w); known(op)) w.op = number[op];
  }
  /// Finds the outermost ops in long idle times of the GPU, on threads that launch work.
  void add_host_work() {
    std::vector<advise_detail::span_ns> idle;
    for (const advise_detail::idle_gap& g : advise_detail::idle_gaps_of(out_, advise_detail::shortest_reported_gap))
      idle.push_back({g.from.base(), g.to().base()});
    if (idle.empty()) return;
    const covered_time gaps(std::move(idle));
    std::vector<bool> launches(trace_.places.size() + 1);
    for (const activity_work& w : out_.works)
      if (const activity_call* const call = out_.call_of(w)) launches[call->thread] = true;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category != kineto_category::cpu_op || !e.is_complete()) continue;
      if (!known(op_around(i)) && launches[thread_of(e)] && gaps.in(e.start.base(), (e.start + e.time).base()) > 0)
        out_.host_work.push_back({e.start, e.time, i, e.name});
    }
    const auto start = [](const activity_op& op) { return op.start; };
    merge_sorted_runs(out_.host_work, [&](const activity_op& a, const activity_op& b) { return start(a) < start(b); });
  }
  /// The ops with a number of their own, by number and process, if any work has such a number.
  std::vector<std::uint32_t> named_ops() const {
    std::vector<std::uint32_t> ops;
    if (std::none_of(out_.works.begin(), out_.works.end(),
                     [&](const activity_work& w) { return known(numbers_.of(trace_.events[w.uid])); }))
      return ops;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category == kineto_category::cpu_op && e.is_complete() && known(e.external_id)) ops.push_back(i);
    }
    const auto key = [&](std::uint32_t op) { return std::pair(number_of(op), process_of(trace_.events[op])); };
    merge_sorted_runs(ops, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return ops;
  }
  std::int64_t number_of(std::uint32_t op) const { return trace_.events[op].external_id; }
  /// The ops with the number of a piece of work.
  std::span<const std::uint32_t> named_in(std::span<const std::uint32_t> named, const activity_work& w) const {
    const std::int64_t id = numbers_.of(trace_.events[w.uid]);
    if (!known(id)) return {};
    const auto first = std::partition_point(named.begin(), named.end(), [&](auto op) { return number_of(op) < id; });
    return {first, std::partition_point(first, named.end(), [&](auto op) { return number_of(op) == id; })};
  }
  /// The nearest op around an event, if it has a start and a length.
  std::uint32_t op_around(std::uint32_t event) const {
    const std::uint32_t op = run_.tree().op_around(event);
    return known(op) && trace_.events[op].has_span() ? op : missing<std::uint32_t>;
  }
  std::uint32_t op_named(std::span<const std::uint32_t> named, const activity_work& w) const {
    const std::uint32_t launch = run_.tree().parent_of(w.uid), nearest = op_around(w.uid);
    if (known(nearest) && run_.grafted().grafted(launch)) return nearest;
    const torch_event& work = trace_.events[w.uid];
    if (known(work.external_id) && !known(numbers_.of(work))) return nearest;
    const std::span<const std::uint32_t> ops = named_in(named, w);
    if (ops.empty()) return missing<std::uint32_t>;
    if (known(nearest) && number_of(nearest) == number_of(ops.front())) return nearest;
    if (known(launch)) {
      const std::uint32_t here = process_of(trace_.events[launch]);
      const auto process = [&](std::uint32_t op) { return process_of(trace_.events[op]); };
      const auto mine = std::partition_point(ops.begin(), ops.end(), [&](auto op) { return process(op) < here; });
      if (mine != ops.end() && process(*mine) == here && (mine + 1 == ops.end() || process(mine[1]) != here))
        return *mine;
    }
    return known(nearest) ? nearest : ops.size() == 1 ? ops.front() : missing<std::uint32_t>;
  }
  std::uint32_t add_op(std::uint32_t uid) {
    const torch_event& e = trace_.events[uid];
    out_.ops.push_back({e.start, e.time, uid, e.name, trace_.arguments(e).input_dims, trace_.arguments(e).input_types});
    return static_cast<std::uint32_t>(out_.ops.size() - 1);
  }

  void find_longest_step() {
    if (out_.works.empty() || out_.last - out_.first <= long_silence) return;
    std::vector<std::int64_t> starts;
    for (const torch_event& e : trace_.events)
      if (e.is_complete()) starts.push_back(e.start.base());
    out_.longest_step = longest_silence(std::move(starts));
  }

  const torch_profile& run_;
  const torch_trace& trace_;
  op_numbers numbers_;
  stated_collectives stated_;
  gpu_activity out_{.first = missing<time_point>, .last = missing<time_point>};
  std::vector<std::uint8_t> kinds_{};      // kinds of ranges, by name
  stream_numbers streams_{};
  distinct<std::int64_t> devices_{};
};

}  // namespace torch_detail

gpu_activity activity_of(const torch_profile& run) { return torch_detail::activity_maker(run).make(); }

torch_trace& leave_out_repeated_work(torch_trace& trace) {
  const auto key = [&](std::uint32_t i) {
    const torch_event& e = trace.events[i];
    const std::int64_t op = is_gpu(e.category) ? 0 : e.external_id;
    const torch_graph_node* const node = trace.graph_node(e);  // branches of a graph may agree in all else
    return std::tuple(e.time.base(), e.place, e.name, e.correlation, e.category, op, node != nullptr ? node->node : 0);
  };
  // among spans equal in every respect: the later ones, and the total number of spans
  const auto repeated = [&](auto&& counts) {
    std::vector<std::pair<time_point, std::uint32_t>> spans;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const torch_event& e = trace.events[i];
      if (e.is_complete() && counts(e.category)) spans.emplace_back(e.start, i);
    }
    merge_sorted_runs(spans, std::less<>{});
    std::vector<std::uint32_t> again;
    for (const std::size_t i : gpu_detail::repeated_spans(
             spans.size(), [&](std::size_t x, std::size_t y) { return spans[x].first == spans[y].first; },
             [&](std::size_t x) { return key(spans[x].second); }))
      again.push_back(spans[i].second);
    return std::pair(std::move(again), spans.size());
  };
  const auto leave_out = [&](std::uint32_t i) {
    torch_event lost;
    lost.phase = chrome_phase::lost;
    trace.events[i] = lost;
  };
  const auto [again, works] = repeated([](kineto_category c) { return is_gpu(c); });
  for (const std::uint32_t i : again) {
    leave_out(i);
    trace.problems.add(torch_problem::work_repeated);
  }
  // Every one occurs twice: the file contains the whole trace twice, including the host side.
  if (again.empty() || 2 * again.size() != works) return trace;
  for (const std::uint32_t i : repeated([](kineto_category c) { return !is_gpu(c); }).first) leave_out(i);
  return trace;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP
