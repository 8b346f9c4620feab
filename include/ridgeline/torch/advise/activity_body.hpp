#ifndef RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace torch_detail {

/// Converts the events of a trace to an activity.
class activity_maker {
 public:
  explicit activity_maker(const torch_profile& run) : run_(run), trace_(run.trace()) {}

  gpu_activity make() && {
    out_.texts = &trace_.texts;
    kinds_.assign(trace_.texts.bound(), unasked);
    streams_.assign(trace_.places.size() + 1, missing<std::uint32_t>);
    // Upper bounds: unused capacity costs no memory, because its pages are never touched.
    out_.works.reserve(trace_.gpus.size());
    out_.calls.reserve(trace_.launches.size());
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (run_.grafted().grafted(i)) continue;  // the host made this call when the graph was captured
      if (e.phase == chrome_phase::complete && e.has_span()) add(e, i);
    }
    finish_activity(out_);
    take_links_of_tree();
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
    w.kind = e.category == kineto_category::gpu_memcpy   ? gpu_kind::copy
             : e.category == kineto_category::gpu_memset ? gpu_kind::fill
                                                         : gpu_kind::kernel;
    w.communicates = run_.tree().communicates(uid);
    std::uint32_t& stream = streams_[known(e.place) ? e.place + 1 : 0];
    if (!known(stream)) stream = out_.streams++;
    w.stream = stream;
    if (const gpu_arguments* const g = trace_.gpu(e)) w.grid = g->grid, w.block = g->block;
    if (const collective_arguments* const c = trace_.collective(e)) w.collective = c->name, w.group = c->group_name;
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
    for (activity_work& w : out_.works)
      if (const std::uint32_t launch = run_.tree().parent_of(w.uid); known(launch) && known(call_of[launch]))
        w.call = call_of[launch];
  }
  void add_range(const torch_event& e, std::uint32_t uid) {
    std::uint8_t& kind = kinds_[index_of(e.name)];
    if (kind == unasked) kind = static_cast<std::uint8_t>(range_kind_of(trace_.name(e)));
    if (kind != static_cast<std::uint8_t>(range_kind::other))
      out_.ranges.push_back(
          {e.start, e.time, uid, e.name, static_cast<range_kind>(kind), thread_of(e), process_of(e)});
  }

  /// Finds the ops that launched work: by the number that both carry, else the nearest op around the launch.
  void add_ops() {
    std::unordered_map<std::int64_t, std::uint32_t> wanted;  // by External id: number of the op
    for (const activity_work& w : out_.works)
      if (const std::int64_t id = trace_.events[w.uid].external_id; known(id)) wanted.try_emplace(id,
          missing<std::uint32_t>);
    if (wanted.empty()) return add_ops_around();
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category != kineto_category::cpu_op || e.phase != chrome_phase::complete || !e.has_span()) continue;
      const auto at = known(e.external_id) ? wanted.find(e.external_id) : wanted.end();
      if (at != wanted.end()) at->second = add_op(i);
    }
    for (activity_work& w : out_.works)
      if (const std::int64_t id = trace_.events[w.uid].external_id; known(id)) w.op = wanted.find(id)->second;
    if (run_.grafted().any() || out_.ops.empty()) add_ops_around();
  }
  /// Uses the nearest op around the launch; if ops were found by number, only for work whose launch is known from a
  /// capture.
  void add_ops_around() {
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    const bool all = out_.ops.empty();
    for (activity_work& w : out_.works) {
      std::uint32_t at = run_.tree().parent_of(w.uid);
      if (!all && (!known(at) || !run_.grafted().grafted(at))) continue;
      while (known(at) && trace_.events[at].category != kineto_category::cpu_op) at = run_.tree().parent_of(at);
      if (!known(at) || !trace_.events[at].has_span()) continue;
      const auto [number, is_new] = numbers.try_emplace(at, 0);
      if (is_new) number->second = add_op(at);
      w.op = number->second;
    }
  }
  std::uint32_t add_op(std::uint32_t uid) {
    const torch_event& e = trace_.events[uid];
    activity_op op{e.start, e.time, uid, e.name, missing<symbol>, missing<symbol>};
    if (const op_arguments* const given = trace_.op(e)) op.dims = given->input_dims, op.types = given->input_types;
    out_.ops.push_back(op);
    return static_cast<std::uint32_t>(out_.ops.size() - 1);
  }

  void find_longest_step() {
    if (out_.works.empty() || out_.last - out_.first <= long_silence) return;
    std::vector<std::int64_t> starts;
    for (const torch_event& e : trace_.events)
      if (e.phase == chrome_phase::complete && e.has_span()) starts.push_back(e.start.base());
    out_.longest_step = longest_silence(std::move(starts));
  }

  const torch_profile& run_;
  const torch_trace& trace_;
  gpu_activity out_{.first = missing<time_point>, .last = missing<time_point>};
  std::vector<std::uint8_t> kinds_{};      // kinds of ranges, by name
  std::vector<std::uint32_t> streams_{};   // stream by place
};

}  // namespace torch_detail

gpu_activity activity_of(const torch_profile& run) { return torch_detail::activity_maker(run).make(); }

void leave_out_repeated_work(torch_trace& trace) {
  const auto key = [&](std::uint32_t i) {
    const torch_event& e = trace.events[i];
    const std::int64_t op = is_gpu(e.category) ? 0 : e.external_id;
    return std::tuple(e.time.base(), e.place, e.name, e.correlation, e.category, op);
  };
  // among spans equal in every respect: the later ones, and the total number of spans
  const auto repeated = [&](auto&& counts) {
    std::vector<std::pair<time_point, std::uint32_t>> spans;
    std::vector<std::uint32_t> together, again;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const torch_event& e = trace.events[i];
      if (e.has_span() && e.phase == chrome_phase::complete && counts(e.category)) spans.emplace_back(e.start, i);
    }
    merge_sorted_runs(spans, std::less<>{});
    for (std::size_t first = 0, last = 0; first < spans.size(); first = last) {
      while (last < spans.size() && spans[last].first == spans[first].first) ++last;
      if (last - first == 1) continue;
      together.clear();
      for (std::size_t i = first; i < last; ++i) together.push_back(spans[i].second);
      merge_sorted_runs(together, [&](std::uint32_t x, std::uint32_t y) { return key(x) < key(y); });
      for (std::size_t i = 1; i < together.size(); ++i)
        if (key(together[i]) == key(together[i - 1])) again.push_back(together[i]);
    }
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
  if (again.empty() || 2 * again.size() != works) return;
  for (const std::uint32_t i : repeated([](kineto_category c) { return !is_gpu(c); }).first) leave_out(i);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_ACTIVITY_BODY_HPP
