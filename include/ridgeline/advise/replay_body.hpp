#ifndef RIDGELINE_ADVISE_REPLAY_BODY_HPP
#define RIDGELINE_ADVISE_REPLAY_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include <ridgeline/advise/replay.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline {

namespace advise_detail {

inline constexpr std::int64_t longest_delay = 50'000;   // ns: a queue that is longer is no delay of the launch
inline constexpr std::int64_t stamp_jitter = 500;       // ns: what two stamps may differ by
inline constexpr std::int64_t freed_call = 10'000;      // ns: what a call costs that waits for nothing
inline constexpr std::int64_t never = missing<std::int64_t>;

constexpr std::int64_t later(std::int64_t a, std::int64_t b) { return a > b ? a : b; }  // `never` is before all

/// Sums of stamps of a damaged trace: kept inside what 64 bits hold.
constexpr std::int64_t sum(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  std::int64_t s = 0;
  if (__builtin_add_overflow(a, b, &s)) s = b > 0 ? most : -most;
  return s > most ? most : s < -most ? -most : s;
}

}  // namespace advise_detail

void replay_change::add(const replay_change& other) {
  times.insert(times.end(), other.times.begin(), other.times.end());
  gone.insert(gone.end(), other.gone.begin(), other.gone.end());
  cuts.insert(cuts.end(), other.cuts.begin(), other.cuts.end());
  freed.insert(freed.end(), other.freed.begin(), other.freed.end());
  fast_host = fast_host || other.fast_host;
}

gpu_replay::gpu_replay(const gpu_activity& a) : a_(&a), window_(a.window()) {
  using namespace advise_detail;
  const auto n = static_cast<std::uint32_t>(a.works.size());
  delay_.assign(a.streams, longest_delay);
  before_.assign(n, missing<std::uint32_t>);
  std::vector<std::uint32_t> tail(a.streams, missing<std::uint32_t>);
  std::vector<std::int64_t> keys(n, never);
  for (std::uint32_t i = 0; i < n; ++i) {
    const activity_work& w = a.works[i];
    const activity_call* const call = a.call_of(w);
    if (call != nullptr) {
      delay_[w.stream] = std::min(delay_[w.stream], std::max<std::int64_t>(0, (w.start - call->start).base()));
      if (!known(last_launch_) || call->start > last_launch_) last_launch_ = call->start;
      keys[i] = call->start.base();
    }
    before_[i] = tail[w.stream];
    if (known(before_[i])) keys[i] = later(keys[i], keys[before_[i]]);
    tail[w.stream] = i;
  }
  find_waits();
  order_acts(keys);
  find_blocking();
}

void gpu_replay::find_waits() {
  using namespace advise_detail;
  const std::vector<activity_work>& works = a_->works;
  const auto n = static_cast<std::uint32_t>(works.size());
  waits_.assign(n, {});
  rest_.assign(n, 0);
  std::vector<std::pair<std::int64_t, std::uint32_t>> ends;
  if (a_->streams > 1) {
    for (std::uint32_t i = 0; i < n; ++i) ends.emplace_back(works[i].end().base(), i);
    merge_sorted_runs(ends, [](const auto& x, const auto& y) { return x < y; });
  }
  std::vector<std::int64_t> keys(n, never);  // of issue, as in the order of acts
  std::uint64_t steps = 64 * static_cast<std::uint64_t>(n) + 1'000'000;  // a trace of many streams ends in linear time
  for (std::uint32_t i = 0; i < n; ++i) {
    const activity_work& w = works[i];
    const activity_call* const call = a_->call_of(w);
    waiting& at = waits_[i];
    if (known(before_[i])) at.ready = works[before_[i]].end().base(), keys[i] = keys[before_[i]];
    if (call != nullptr) {
      at.ready = later(at.ready, sum(call->start.base(), delay_[w.stream]));
      keys[i] = later(keys[i], call->start.base());
    }
    const std::int64_t start = w.start.base();
    if (known(at.ready) && start - at.ready > stamp_jitter && !ends.empty()) {
      const std::int64_t floor = at.ready;
      auto end = std::upper_bound(ends.begin(), ends.end(), std::pair(start, missing<std::uint32_t>));
      for (; end != ends.begin() && (end - 1)->first > floor && steps > 0; --end, --steps) {
        const std::uint32_t u = (end - 1)->second;
        if (u >= i || works[u].stream == w.stream || keys[u] > keys[i]) continue;  // not issued before it
        at.other = u;
        at.ready = later(at.ready, (end - 1)->first);
        break;
      }
    }
    rest_[i] = known(at.ready) ? start - at.ready : 0;
  }
}

void gpu_replay::order_acts(const std::vector<std::int64_t>& keys) {
  for (std::uint32_t i = 0; i < keys.size(); ++i) acts_.push_back({keys[i], i, false});
  for (std::uint32_t c = 0; c < a_->calls.size(); ++c) {
    if (a_->calls[c].kind != call_kind::blocking) continue;
    acts_.push_back({a_->calls[c].start.base(), static_cast<std::uint32_t>(blocking_.size()), true});
    blocking_.push_back({c, missing<std::int64_t>, 0, 0, 0});
  }
  merge_sorted_runs(acts_, [](const act& x, const act& y) {
    return x.when != y.when ? x.when < y.when : x.is_call != y.is_call ? y.is_call : x.number < y.number;
  });
}

void gpu_replay::find_blocking() {
  using namespace advise_detail;
  using ending = std::pair<std::int64_t, std::uint32_t>;
  std::priority_queue<ending, std::vector<ending>, std::greater<>> issued;
  std::int64_t waited = never;
  for (const act& now : acts_) {
    if (!now.is_call) {
      issued.emplace(a_->works[now.number].end().base(), now.number);
      continue;
    }
    blocking& b = blocking_[now.number];
    const activity_call& call = a_->calls[b.call];
    b.first = static_cast<std::uint32_t>(waited_works_.size());
    for (; !issued.empty() && issued.top().first <= sum(call.end().base(), stamp_jitter); issued.pop()) {
      waited = later(waited, issued.top().first);
      waited_works_.push_back(issued.top().second);
    }
    b.last = static_cast<std::uint32_t>(waited_works_.size());
    b.waited = waited;
    b.cost = call.end().base() - later(call.start.base(), waited);
  }
}

std::vector<std::uint32_t> gpu_replay::followed_calls() const {
  std::vector<std::uint32_t> calls;
  for (const blocking& b : blocking_)
    if (a_->calls[b.call].start < last_launch_) calls.push_back(b.call);
  return calls;
}

gpu_replay::run gpu_replay::replay(const replay_change& change) const {
  using namespace advise_detail;
  const std::vector<activity_work>& works = a_->works;
  run r;
  r.starts.assign(works.size(), 0);
  r.ends.assign(works.size(), 0);
  std::vector<std::int64_t> times(works.size());
  for (std::size_t i = 0; i < works.size(); ++i) times[i] = std::max<std::int64_t>(0, works[i].time.base());
  constexpr std::int64_t gone = -1;
  std::vector<bool> changed(change.times.empty() ? 0 : works.size());
  for (const auto& [w, t] : change.times) {
    const std::int64_t time = std::max<std::int64_t>(0, t.base());
    times[w] = changed[w] ? std::min(times[w], time) : time;
    changed[w] = true;
  }
  for (const std::uint32_t w : change.gone) times[w] = gone;
  std::vector<bool> freed(change.freed.empty() ? 0 : a_->calls.size());
  for (const std::uint32_t c : change.freed) freed[c] = true;
  std::vector<host_cut> cuts = change.cuts;
  merge_sorted_runs(cuts, [](const host_cut& x, const host_cut& y) {
    return x.at == y.at ? x.time > y.time : x.at < y.at;
  });
  cuts.erase(std::unique(cuts.begin(), cuts.end(), [](const host_cut& x, const host_cut& y) { return x.at == y.at; }),
             cuts.end());

  std::vector<std::int64_t> tail(a_->streams, never);
  std::int64_t shift = 0, clock = never, waited = never;
  std::size_t cut = 0;
  for (const act& now : acts_) {
    for (; cut < cuts.size() && cuts[cut].at.base() <= now.when; ++cut) shift = sum(shift, -cuts[cut].time.base());
    if (!now.is_call) {
      const std::uint32_t i = now.number;
      const activity_work& w = works[i];
      std::int64_t launch = never;
      if (const activity_call* const call = a_->call_of(w); call != nullptr) {
        if (change.fast_host) launch = clock = known(clock) ? clock : call->start.base();
        else launch = sum(call->start.base(), shift);
      }
      std::int64_t& before = tail[w.stream];
      if (times[i] == gone) {
        r.starts[i] = r.ends[i] = known(before) ? before : w.start.base();
        continue;
      }
      std::int64_t ready = before;
      if (known(launch)) ready = later(ready, sum(launch, delay_[w.stream]));
      if (known(waits_[i].other)) ready = later(ready, r.ends[waits_[i].other]);
      r.starts[i] = known(ready) ? sum(ready, rest_[i]) : sum(w.start.base(), shift);
      before = r.ends[i] = sum(r.starts[i], times[i]);
      r.first = r.any ? std::min(r.first, r.starts[i]) : r.starts[i];
      r.last = r.any ? std::max(r.last, r.ends[i]) : r.ends[i];
      r.any = true;
      continue;
    }
    const blocking& b = blocking_[now.number];
    const activity_call& call = a_->calls[b.call];
    for (std::uint32_t k = b.first; k < b.last; ++k)
      if (times[waited_works_[k]] != gone) waited = later(waited, r.ends[waited_works_[k]]);
    const std::int64_t from = known(clock) ? clock : sum(call.start.base(), shift);
    const bool waits = freed.empty() || !freed[b.call];
    const std::int64_t end = waits ? sum(later(from, waited), b.cost)
                                   : sum(from, std::max<std::int64_t>(0, std::min(b.cost, freed_call)));
    if (known(clock)) clock = end;
    else shift = sum(end, -call.end().base());
  }
  return r;
}

duration gpu_replay::total(const replay_change& change) const {
  const run r = replay(change);
  return r.any ? duration::of(r.last - r.first) : duration();
}

std::vector<time_point> gpu_replay::starts(const replay_change& change) const {
  std::vector<time_point> all;
  for (const std::int64_t start : replay(change).starts) all.push_back(time_point::of(start));
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_REPLAY_BODY_HPP
