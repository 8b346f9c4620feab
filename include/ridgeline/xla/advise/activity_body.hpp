#ifndef RIDGELINE_XLA_ADVISE_ACTIVITY_BODY_HPP
#define RIDGELINE_XLA_ADVISE_ACTIVITY_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <string_view>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/covered_time.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>
#include <ridgeline/xla/tree/link_body.hpp>

namespace ridgeline {

namespace xla_detail {

/// A span in integer nanoseconds. Adjacent spans stay adjacent, and any nonzero duration is at least one nanosecond.
struct whole_span {
  explicit whole_span(const xla_event& e) : whole_span(e.start_ps, e.duration_ps) {}
  whole_span(std::int64_t start_ps, std::int64_t duration_ps) {
    const std::int64_t begin = start_ps / 1000, end = (start_ps + duration_ps) / 1000;
    start = time_point::of(begin);
    time = duration::of(duration_ps > 0 ? std::max<std::int64_t>(end - begin, 1) : 0);
  }
  time_point start{};
  duration time{};
};

/// Whether a host event is compilation: `XlaCompile`, `PjRtClient::Compile`, `backend_compile`.
inline bool is_compilation(std::string_view name) {
  return core_detail::has_any(name, {"XlaCompile", "::Compile", "backend_compile", "xla_compile"});
}

/// Whether a host event is a wait for the device: JAX awaits results by values that become available, so that no
/// call of the runtime shows it. Python's own events, `$api.py:3105 block_until_ready`, `$array.py:631 _value`, and
/// those of the client, `PjRtStreamExecutorBuffer::BlockHostUntilReady`.
inline bool awaits_device(std::string_view name) {
  const std::string_view word = name.substr(name.find_last_of(" :") + 1);
  if (word == "block_until_ready" || word == "BlockHostUntilReady" || word == "Await") return true;
  return name.starts_with("$array.py:") && (word == "_value" || word == "__array__");
}

/// Converts the events of a profile to an activity.
class xla_activity_maker {
 public:
  explicit xla_activity_maker(const jax_result& r) : r_(r), trace_(*r.trace) {}

  gpu_activity make() && {
    out_.texts = &trace_.texts;
    names_.assign(trace_.texts.bound(), name_facts::unasked);
    launches_.resize(trace_.events.size());
    if (trace_.device == xla_device::tpu) call_of_run_ = calls_of_runs(trace_);
    add_work();
    link_runs();
    for (std::uint32_t l = 0; l < trace_.lines.size(); ++l) {
      const xla_line& line = trace_.lines[l];
      if (trace_.is_of_host(line)) add_host(line, l);
      if (line.kind == xla_line_kind::steps) add_steps(line);
    }
    for (const xla_host_step& s : trace_.host_steps) {
      const whole_span span(s.start_ps, s.end_ps - s.start_ps);
      out_.ranges.push_back({span.start, span.time, missing<std::uint32_t>, missing<symbol>, range_kind::step});
    }
    tell_recompilation();
    if (!out_.works.empty() && out_.last - out_.first > long_silence)
      out_.longest_step = longest_silence(std::move(starts_));
    finish_activity(out_);
    return std::move(out_);
  }

 private:
  enum class name_facts : std::uint8_t { unasked, nothing, call, wait, compilation };

  void see(time_point start) {
    if (!known(out_.first) || start < out_.first) out_.first = start;
    if (!known(out_.last) || start > out_.last) out_.last = start;
    starts_.push_back(start.base());
  }
  /// Links each op to the call of its program, provided that all behind the first such op have one, before them: else
  /// these events of the host are something else, or some are lost.
  void link_runs() {
    time_point first = missing<time_point>;
    bool whole = true;
    for (const activity_work& w : out_.works)
      if (known(w.correlation) && (!known(first) || w.start < first)) first = w.start;
    for (const activity_work& w : out_.works) {
      if (!known(first) || w.start < first) continue;
      whole = whole && known(w.correlation) &&
              trace_.events[static_cast<std::size_t>(w.correlation)].start_ps <=
                  r_.event_of(w.uid).start_ps;
    }
    if (!call_of_run_.empty() && !whole) {
      for (activity_work& w : out_.works) w.correlation = missing<std::int64_t>;
      call_of_run_.clear();
    }
    for (const auto& [run, event] : call_of_run_) calls_of_runs_.insert(event), launches_[event] = true;
  }
  void add_work() {
    std::uint32_t line = missing<std::uint32_t>, stream = 0;
    for (std::uint32_t uid = 0; uid < r_.events.size(); ++uid) {
      const xla_device_event& e = r_.events[uid];
      const xla_kernel_kind& kind = r_.kind_of(uid);
      const xla_event& event = trace_.events[e.event];
      const whole_span span(event.start_ps, trace_.end_of(event) - event.start_ps);
      if (r_.own.holds_others(uid)) continue;  // the nested ops are included instead
      if (e.line != line) line = e.line, stream = out_.streams++, beside_ = {};  // events are ordered line by line
      activity_work& w = out_.works.emplace_back();
      w.start = span.start, w.time = span.time, w.uid = uid, w.name = event.name;
      const bool is_async = trace_.lines[line].kind == xla_line_kind::async_ops;
      w.stream = is_async && beside_.empty() ? occupied(stream, span)
                 : is_async || trace_.runs_on(event) ? stream_beside(span)
                                                     : stream;
      w.device = trace_.lines[line].plane;
      if (known(e.launch)) w.correlation = e.launch, launches_[e.launch] = true;
      if (const auto at = call_of_run_.find(trace_.stats_of(event).run); at != call_of_run_.end())
        w.correlation = static_cast<std::int64_t>(at->second);
      w.kind = gpu_kind_of(kind.work, kind.name);
      if (trace_.device != xla_device::gpu && kind.lane == gpu_lane::copy) w.kind = gpu_kind::copy;
      w.communicates = kind.lane == gpu_lane::communication;
      see(span.start);
    }
  }
  /// Asynchronous ops overlap, so each is assigned to the stream that has been idle longest, or to a new one if none
  /// is idle.
  std::uint32_t stream_beside(const whole_span& span) {
    if (beside_.empty() || beside_.top().first > span.start.base()) return occupied(out_.streams++, span);
    const std::uint32_t stream = beside_.top().second;
    beside_.pop();
    return occupied(stream, span);
  }
  std::uint32_t occupied(std::uint32_t stream, const whole_span& span) {
    beside_.emplace((span.start + span.time).base(), stream);
    return stream;
  }
  /// Finds compilation after the begin of the first step and before that of the last one.
  void tell_recompilation() {
    if (std::none_of(out_.ranges.begin(), out_.ranges.end(),
                     [](const activity_range& r) { return r.kind == range_kind::compilation; }))
      return;
    const jax_steps steps = steps_of(r_);
    if (steps.unit == "whole") return;
    std::vector<std::int64_t> begins(steps.names.size(), missing<std::int64_t>);
    for (std::uint32_t uid = 0; uid < r_.events.size(); ++uid) {
      if (!known(steps.of[uid])) continue;
      std::int64_t& begin = begins[steps.of[uid]];
      const std::int64_t start = r_.event_of(uid).start_ps / 1000;
      if (!known(begin) || start < begin) begin = start;
    }
    std::erase_if(begins, [](std::int64_t begin) { return !known(begin); });
    if (begins.size() < 2) return;
    const auto [first, last] = std::minmax_element(begins.begin(), begins.end());
    for (activity_range& r : out_.ranges)
      if (r.kind == range_kind::compilation && r.start.base() > *first && r.start.base() < *last)
        r.kind = range_kind::recompilation;
  }
  void add_host(const xla_line& line, std::uint32_t number) {
    std::int64_t awaited = INT64_MIN;  // the end of the last wait
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      const xla_event& e = trace_.events[i];
      const bool linked = known(trace_.stats_of(e).correlation) || calls_of_runs_.contains(i);
      const name_facts facts = facts_of(e.name);
      if (!linked && facts == name_facts::nothing) continue;
      if (e.start_ps < awaited && facts != name_facts::compilation && !launches_[i]) continue;  // how it waits
      const std::int64_t waited = facts == name_facts::wait ? waited_for_work(line, i) : 0;
      if (!linked && facts == name_facts::wait && waited == 0) continue;
      if (waited != 0) awaited = e.start_ps + e.duration_ps;
      const whole_span span = waited != 0 ? whole_span(e.start_ps, waited) : whole_span(e);
      const auto at = static_cast<std::uint32_t>(i);
      see(span.start);
      if (!linked && facts == name_facts::compilation)
        out_.ranges.push_back({span.start, span.time, at, e.name, range_kind::compilation, number + 1});
      else
        out_.calls.push_back({span.start, span.time, at, at, number + 1, e.name,
                              waited != 0 ? call_kind::blocking : call_kind::other});
    }
  }
  /// How long an event that awaits a result waits for work: until the last work that ends meanwhile, and for no longer
  /// than a call takes to return after it. What follows is work of the host that is awaited as well. 0 if no work ends
  /// meanwhile, or less than half of the time until then is work, or if the thread itself launches some.
  std::int64_t waited_for_work(const xla_line& line, std::uint64_t event) {
    constexpr std::int64_t return_at_most = 50'000'000;  // ps
    if (ends_.empty()) {
      std::vector<basic_interval<std::int64_t>> works;
      for (const xla_device_event& d : r_.events) {
        const xla_event& work = trace_.events[d.event];
        ends_.push_back(trace_.end_of(work));
        works.push_back({work.start_ps, ends_.back()});
      }
      merge_sorted_runs(ends_, std::less<>{});
      work_ = covered_time(std::move(works));
    }
    const xla_event& e = trace_.events[event];
    const std::int64_t end = e.start_ps + e.duration_ps;
    const auto last = std::upper_bound(ends_.begin(), ends_.end(), end);
    const std::int64_t done = last == ends_.begin() ? e.start_ps : *(last - 1);
    if (done <= e.start_ps || 2 * work_.in(e.start_ps, done) < done - e.start_ps || launches_in(line, event)) return 0;
    return std::min(end, done + return_at_most) - e.start_ps;
  }
  /// Whether an event of the line launched work during an event of it.
  bool launches_in(const xla_line& line, std::uint64_t event) {
    if (listed_ != &line) {
      listed_ = &line, launches_of_line_.clear();
      for (std::uint64_t i = line.first; i < line.first + line.count; ++i)
        if (launches_[i]) launches_of_line_.push_back(i);
    }
    const auto next = std::lower_bound(launches_of_line_.begin(), launches_of_line_.end(), event);
    return next != launches_of_line_.end() &&
           trace_.events[*next].start_ps < trace_.events[event].start_ps + trace_.events[event].duration_ps;
  }
  void add_steps(const xla_line& line) {
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) {
      const xla_event& e = trace_.events[i];
      const whole_span span(e);
      out_.ranges.push_back({span.start, span.time, static_cast<std::uint32_t>(i), e.name, range_kind::step});
    }
  }
  name_facts facts_of(symbol name) {
    name_facts& facts = names_[index_of(name)];
    if (facts != name_facts::unasked) return facts;
    const std::string_view text = trace_.text(name);
    if (is_compilation(text)) return facts = name_facts::compilation;
    if (awaits_device(text)) return facts = name_facts::wait;
    return facts = call_kind_of(text) != call_kind::other ? name_facts::call : name_facts::nothing;
  }

  const jax_result& r_;
  const xla_trace& trace_;
  std::vector<std::int64_t> starts_{};
  gpu_activity out_{.first = missing<time_point>, .last = missing<time_point>};
  std::vector<name_facts> names_{};
  std::map<std::int64_t, std::uint32_t> call_of_run_{};  // by number of the execution: an event
  std::set<std::uint64_t> calls_of_runs_{};
  std::vector<bool> launches_{};                         // by event: whether it launched work
  const xla_line* listed_ = nullptr;
  std::vector<std::uint64_t> launches_of_line_{};        // events of that line
  std::vector<std::int64_t> ends_{};                     // of work, ascending
  covered_time work_{{}};
  using end_and_stream = std::pair<std::int64_t, std::uint32_t>;
  std::priority_queue<end_and_stream, std::vector<end_and_stream>, std::greater<>> beside_{};
};

}  // namespace xla_detail

gpu_activity activity_of(const jax_result& report) { return xla_detail::xla_activity_maker(report).make(); }

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_ACTIVITY_BODY_HPP
