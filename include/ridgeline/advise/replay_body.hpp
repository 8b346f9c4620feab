#ifndef RIDGELINE_ADVISE_REPLAY_BODY_HPP
#define RIDGELINE_ADVISE_REPLAY_BODY_HPP

#include <algorithm>
#include <functional>
#include <queue>

#include <ridgeline/advise/launch_queue_body.hpp>
#include <ridgeline/advise/removed_work_body.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/advise/stream_waits_body.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline {

namespace advise_detail {

inline constexpr std::int64_t longest_delay = 50'000;   // ns: a longer delay is a queue rather than launch latency
inline constexpr std::int64_t launches_differ = 5'000;  // ns: between engines and between calls of one host
inline constexpr std::int64_t stamp_jitter = 500;       // ns: possible error between two timestamps
inline constexpr std::int64_t freed_call = 10'000;      // ns: the cost of a call that waits for nothing
inline constexpr std::int64_t never = missing<std::int64_t>;
inline constexpr std::int64_t holds_nothing = -(std::int64_t{1} << 62);  // a delay that never causes a wait

constexpr std::int64_t later(std::int64_t a, std::int64_t b) { return a > b ? a : b; }  // `never` precedes all

/// Adds timestamps with saturation, because damaged traces could overflow 64 bits.
constexpr std::int64_t sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  std::int64_t s = 0;
  if (__builtin_add_overflow(a, b, &s)) s = b > 0 ? most : -most;
  return s > most ? most : s < -most ? -most : s;
}

/// Rounds to whole nanoseconds, exact because a sum of doubles is below 2^53 of them; saturates for damaged traces.
inline duration whole(double ns) {
  constexpr double most = 0x1p62;
  return duration::of(static_cast<std::int64_t>(ns > most ? most : ns < -most ? -most : ns));
}

}  // namespace advise_detail

void replay_change::add(const replay_change& other) {
  times.insert(times.end(), other.times.begin(), other.times.end());
  gone.insert(gone.end(), other.gone.begin(), other.gone.end());
  gone_alone.insert(gone_alone.end(), other.gone_alone.begin(), other.gone_alone.end());
  sooner.insert(sooner.end(), other.sooner.begin(), other.sooner.end());
  cuts.insert(cuts.end(), other.cuts.begin(), other.cuts.end());
  freed.insert(freed.end(), other.freed.begin(), other.freed.end());
  fast_host = fast_host || other.fast_host;
}

namespace advise_detail {

/// Builds the graph of a replay: first who waited for whom, then the nodes in the order in which work was submitted.
class replay_builder {
 public:
  replay_builder(const gpu_activity& a, gpu_replay& to) : a_(a), to_(to), g_(to.graph_) {}
  void build() && {
    queued_ = waits_for_room(a_, to_.hosts_);
    find_launches();
    find_waits();
    order_acts();
    add_moments();
  }

 private:
  using node = std::uint32_t;
  static constexpr node none = missing<node>;
  struct act {
    std::int64_t when = 0;
    std::uint32_t number = 0;   // of the work or the blocking call
    bool is_call = false;
  };

  void find_launches();
  void find_waits();
  void see_recorded(std::uint32_t work);
  void order_acts();
  void add_moments();
  void add_work(std::uint32_t work);
  void add_call(std::uint32_t number);
  std::uint32_t end_call(const activity_call& call);

  node add_node(std::int64_t at) { return g_.add_node(sum(at, -to_.origin_)); }
  /// Adds an edge to the most recently added node.
  std::uint32_t add_edge(node from, delay_kind kind, std::int64_t delay) {
    to_.kinds_.push_back(kind);
    return g_.add_edge(from, static_cast<node>(g_.nodes() - 1), delay);
  }
  using ending = std::pair<std::int64_t, std::uint32_t>;
  struct host {
    node at = none;
    std::uint32_t launching = none;  // the call it has reached
  };
  struct process {
    node latest = 0;                 // the last point in time of any of its hosts
    bool launched = false;
    node drained = none;
    std::int64_t waited = never;
    std::priority_queue<ending, std::vector<ending>, std::greater<>> running{};
  };

  host& host_of(const activity_call& call) { return hosts_[to_.hosts_.of(call.thread)]; }
  process& process_of(const activity_call& call) {
    return processes_[to_.hosts_.process(to_.hosts_.of(call.thread))];
  }
  /// Advances the host of a call to its start, whatever it does until then. At first it follows the others of its
  /// process.
  void move_host(const activity_call& to) {
    const std::uint32_t number = to_.hosts_.of(to.thread);
    host& h = hosts_[number];
    process& p = process_of(to);
    if (known(h.launching) && queued_[h.launching]) end_call(a_.calls[h.launching]);
    const node from = known(h.at) ? h.at : p.latest;
    h.at = p.latest = add_node(to.start.base());
    const std::int64_t delay = sum(g_.measured(h.at), -g_.measured(from));
    to_.host_edges_.push_back({add_edge(from, delay_kind::host, delay), number, p.launched});
  }

  const gpu_activity& a_;
  gpu_replay& to_;
  dependency_graph& g_;
  std::vector<std::uint32_t> before_{};  // by work: the previous one on its stream
  std::vector<std::int64_t> issued_{};   // by work: its launch, or that of the previous work
  std::vector<bool> launched_{};         // by stream: a launch of its work is known
  std::vector<std::int64_t> rest_{};     // by work
  std::vector<bool> held_{};             // by work: a long launch (loading a module) submitted it late
  std::vector<std::uint32_t> first_source_{}, sources_{};  // by work: recorded waits, a range in the second list
  std::size_t next_wait_ = 0;
  std::vector<act> acts_{};
  std::vector<bool> queued_{};           // by call: a launch that waits for room in the queue
  std::vector<host> hosts_{};
  std::vector<process> processes_{};
  std::vector<std::uint32_t> owner_{};   // by stream: the process that launches on it
};

void replay_builder::find_launches() {
  const auto n = static_cast<std::uint32_t>(a_.works.size());
  std::vector<std::int64_t>& delay = to_.delay_;
  delay.assign(a_.streams, longest_delay);
  before_.assign(n, none);
  issued_.assign(n, never);
  launched_.assign(a_.streams, false);
  std::vector<std::uint32_t> tail(a_.streams, none);
  for (std::uint32_t i = 0; i < n; ++i) {
    const activity_work& w = a_.works[i];
    const activity_call* const call = a_.call_of(w);
    if (call != nullptr) {
      delay[w.stream] = std::min(delay[w.stream], std::max<std::int64_t>(0, (w.start - call->start).base()));
      issued_[i] = call->start.base();
      launched_[w.stream] = true;
    }
    before_[i] = tail[w.stream];
    if (known(before_[i])) issued_[i] = later(issued_[i], issued_[before_[i]]);
    tail[w.stream] = i;
  }
  // A stream that always waits for others shows no launch that runs at once: its delay is about that of the others.
  using place = std::pair<std::uint32_t, std::uint32_t>;  // process and device
  std::vector<std::pair<place, std::uint32_t>> streams;
  for (std::uint32_t s = 0; s < a_.streams; ++s)
    if (known(tail[s])) streams.emplace_back(place(a_.works[tail[s]].process, a_.works[tail[s]].device), s);
  merge_sorted_runs(streams, [](const auto& x, const auto& y) { return x.first < y.first; });
  for (std::size_t i = 0, end = 0; i < streams.size(); i = end) {
    std::int64_t least = longest_delay;
    for (end = i; end < streams.size() && streams[end].first == streams[i].first; ++end)
      least = std::min(least, delay[streams[end].second]);
    for (std::size_t k = i; k < end; ++k) {
      std::int64_t& own = delay[streams[k].second];
      own = std::min(own, least + launches_differ);
    }
  }
}

void replay_builder::find_waits() {
  const std::vector<activity_work>& works = a_.works;
  const auto n = static_cast<std::uint32_t>(works.size());
  to_.waits_.assign(n, {});
  first_source_.assign(n + 1, 0);
  rest_.assign(n, 0), held_.assign(n, false);
  const stream_waits waits(a_);
  std::vector<ending> ends;
  if (a_.streams > 1) {
    for (std::uint32_t i = 0; i < n; ++i) ends.emplace_back(works[i].end().base(), i);
    merge_sorted_runs(ends, [](const auto& x, const auto& y) { return x < y; });
  }
  std::uint64_t steps = 64 * static_cast<std::uint64_t>(n) + 1'000'000;  // keeps traces with many streams linear
  for (std::uint32_t i = 0; i < n; ++i) {
    const activity_work& w = works[i];
    const activity_call* const call = a_.call_of(w);
    gpu_replay::waiting& at = to_.waits_[i];
    if (known(before_[i])) at.ready = works[before_[i]].end().base();
    if (call != nullptr) at.ready = later(at.ready, sum(call->start.base(), to_.delay_[w.stream]));
    const std::int64_t start = w.start.base();
    see_recorded(i);
    if (known(at.ready) && start - at.ready > stamp_jitter && !ends.empty()) {
      auto end = std::upper_bound(ends.begin(), ends.end(), ending(start, missing<std::uint32_t>));
      for (; end != ends.begin() && (end - 1)->first > at.ready && steps > 0; --end, --steps) {
        const std::uint32_t u = (end - 1)->second;
        if (u >= i || works[u].stream == w.stream || issued_[u] > issued_[i]) continue;  // not issued before it
        if (!waits.possible(w, issued_[i], works[u], issued_[u])) continue;
        at.other = u;
        at.stated = call != nullptr
                      ? waits.stated(call->process, known(before_[i]) ? issued_[before_[i]] : never, issued_[i])
                      : !launched_[w.stream];
        at.ready = later(at.ready, (end - 1)->first);
        break;
      }
    }
    rest_[i] = known(at.ready) ? start - at.ready : 0;
    if (call == nullptr || !is_long_launch(*call) || queued_[w.call] || rest_[i] <= longest_delay) continue;
    if (start <= sum(call->end().base(), longest_delay)) held_[i] = true, rest_[i] = 0;
  }
  first_source_[n] = static_cast<std::uint32_t>(sources_.size());
}

/// Waits for events that were recorded for a work: of sources that were issued before it and had ended when it started.
void replay_builder::see_recorded(std::uint32_t work) {
  first_source_[work] = static_cast<std::uint32_t>(sources_.size());
  gpu_replay::waiting& at = to_.waits_[work];
  for (; next_wait_ < a_.waits.size() && a_.waits[next_wait_].first <= work; ++next_wait_) {
    const auto [waiting, source] = a_.waits[next_wait_];
    const std::int64_t end = a_.works[source].end().base();
    const bool before = waiting == work && source < work && issued_[source] <= issued_[work];
    if (!before || end > a_.works[work].start.base()) continue;
    sources_.push_back(source);
    if (known(at.ready) && end <= at.ready) continue;
    at.ready = end, at.other = source, at.stated = true;
  }
}

void replay_builder::order_acts() {
  for (std::uint32_t i = 0; i < issued_.size(); ++i) acts_.push_back({issued_[i], i, false});
  for (std::uint32_t c = 0; c < a_.calls.size(); ++c) {
    if (a_.calls[c].kind != call_kind::blocking) continue;
    acts_.push_back({a_.calls[c].start.base(), static_cast<std::uint32_t>(to_.blocking_.size()), true});
    to_.blocking_.push_back({c, missing<std::int64_t>, 0});
  }
  merge_sorted_runs(acts_, [](const act& x, const act& y) {
    return x.when != y.when ? x.when < y.when : x.is_call != y.is_call ? y.is_call : x.number < y.number;
  });
}

void replay_builder::add_moments() {
  if (!a_.works.empty()) to_.origin_ = a_.works.front().start.base();
  g_.reserve(3 * acts_.size() + 1, 4 * acts_.size());
  to_.kinds_.reserve(4 * acts_.size());
  to_.task_edge_.assign(a_.works.size(), none);
  to_.launch_node_.assign(a_.works.size(), none);
  to_.cost_edge_.assign(to_.blocking_.size(), none);
  for (std::uint32_t c = 0; c < queued_.size(); ++c)
    if (queued_[c]) to_.queued_.push_back(c);
  g_.add_node(0);
  hosts_.resize(to_.hosts_.size());
  processes_.resize(std::max<std::size_t>(1, to_.hosts_.processes()));
  owner_.assign(a_.streams, 0);
  for (const act& now : acts_) now.is_call ? add_call(now.number) : add_work(now.number);
  g_.order();
}

void replay_builder::add_work(std::uint32_t work) {
  const activity_work& w = a_.works[work];
  if (const activity_call* const call = a_.call_of(w)) {
    owner_[w.stream] = to_.hosts_.process(to_.hosts_.of(call->thread));
    if (host& h = host_of(*call); h.launching != w.call) {
      move_host(*call);
      h.launching = w.call;
      process_of(*call).launched = true;
    }
  }
  process& p = processes_[owner_[w.stream]];
  const std::int64_t rest = rest_[work];
  const node begin = add_node(w.start.base());
  if (known(before_[work])) add_edge(to_.end_of(before_[work]), delay_kind::stream_gap, rest);
  if (known(w.call)) {
    const node launch = to_.launch_node_[work] = host_of(a_.calls[w.call]).at;
    add_edge(launch, delay_kind::launch,
             held_[work] ? g_.measured(begin) - g_.measured(launch) : sum(to_.delay_[w.stream], rest));
  }
  const std::uint32_t other = to_.waits_[work].other;
  if (known(other)) add_edge(to_.end_of(other), delay_kind::stream_gap, rest);
  for (std::uint32_t s = first_source_[work]; s < first_source_[work + 1]; ++s)
    if (sources_[s] != other) add_edge(to_.end_of(sources_[s]), delay_kind::stream_gap, rest);
  if (!known(w.call))
    add_edge(p.latest, delay_kind::start,
             known(before_[work]) ? holds_nothing : sum(g_.measured(begin), -g_.measured(p.latest)));
  add_node(w.end().base());
  to_.task_edge_[work] = add_edge(begin, delay_kind::task, std::max<std::int64_t>(0, w.time.base()));
  p.running.emplace(w.end().base(), work);
}

void replay_builder::add_call(std::uint32_t number) {
  gpu_replay::blocking& b = to_.blocking_[number];
  const activity_call& call = a_.calls[b.call];
  move_host(call);
  host_of(call).launching = none;
  const std::uint32_t own = to_.cost_edge_[number] = end_call(call);
  b.waited = process_of(call).waited;
  b.cost = g_.edges()[own].delay;
  if (b.waited > never) process_of(call).launched = true;  // it waited for work that was launched before the recording
}

/// Ends a call that waits for what its process has submitted and that has ended by then. Returns the edge of the call's
/// own time.
std::uint32_t replay_builder::end_call(const activity_call& call) {
  process& p = process_of(call);
  std::vector<std::uint32_t> ended;
  for (; !p.running.empty() && p.running.top().first <= sum(call.end().base(), stamp_jitter); p.running.pop()) {
    p.waited = later(p.waited, p.running.top().first);
    ended.push_back(p.running.top().second);
  }
  if (!ended.empty()) {
    const node all = add_node(p.waited);
    if (known(p.drained)) add_edge(p.drained, delay_kind::sync_return, 0);
    for (const std::uint32_t work : ended) add_edge(to_.end_of(work), delay_kind::sync_return, 0);
    p.drained = all;
  }
  const std::int64_t cost = call.end().base() - later(call.start.base(), p.waited);
  node& at = host_of(call).at;
  const node begin = at;
  at = p.latest = add_node(call.end().base());
  const std::uint32_t own = add_edge(begin, delay_kind::host, cost);
  if (known(p.drained)) add_edge(p.drained, delay_kind::sync_return, cost);
  return own;
}

}  // namespace advise_detail

gpu_replay::gpu_replay(const gpu_activity& a) : a_(&a), hosts_(a), window_(a.window()) {
  advise_detail::replay_builder(a, *this).build();
}

std::vector<std::uint32_t> gpu_replay::followed_calls() const {
  std::vector<std::uint32_t> calls;
  for (const blocking& b : blocking_) {
    const activity_call& call = a_->calls[b.call];
    const time_point last = hosts_.last_launch(hosts_.of(call.thread));
    if (known(last) && call.start < last) calls.push_back(b.call);
  }
  return calls;
}

duration gpu_replay::total(const replay_change& change) const {
  const advise_detail::removed_work gone(*a_, change);
  const std::vector<double> at = graph_.simulate(delays_with(change, gone));
  double first = 0, last = 0;
  auto see = [&, any = false](double begin, double end) mutable {
    first = any ? std::min(first, begin) : begin;
    last = any ? std::max(last, end) : end;
    any = true;
  };
  for (std::uint32_t w = 0; w < a_->works.size(); ++w) {
    const activity_call* const call = a_->call_of(a_->works[w]);
    if (call == nullptr || !gone.contains(w)) {
      see(at[begin_of(w)], at[end_of(w)]);
      continue;
    }
    // the host still gets to the op, or to the launch: removed work does not take along the time before it
    const double launch = at[launch_node_[w]];
    see(launch + static_cast<double>(graph_.measured(begin_of(w)) - graph_.measured(launch_node_[w])),
        launch + static_cast<double>(delay_[a_->works[w].stream] - gone.host_time_before(w, *call).base()));
  }
  return advise_detail::whole(last - first);
}

std::vector<time_point> gpu_replay::starts(const replay_change& change) const {
  const std::vector<double> at =
      graph_.simulate(delays_with(change, advise_detail::removed_work(*a_, change)));
  std::vector<time_point> all;
  for (std::uint32_t w = 0; w < a_->works.size(); ++w)
    all.push_back(time_point::of(advise_detail::sum(advise_detail::whole(at[begin_of(w)]).base(), origin_)));
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_REPLAY_BODY_HPP
