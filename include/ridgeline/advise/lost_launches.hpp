#ifndef RIDGELINE_ADVISE_LOST_LAUNCHES_HPP
#define RIDGELINE_ADVISE_LOST_LAUNCHES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

/// Launches whose work is not in a trace, inside of it or behind the place where recording of work stopped: for bodies
/// alone.
namespace ridgeline::advise_detail {

inline constexpr double few = 0.001;  // a share of events below which a few are chance

/// Whether `x` of `n` are so many more than `x_before` of `n_before` that chance hardly makes it: by the logarithm of
/// how much likelier the rate x / n is than that of before. At least one of the n has to be none.
inline bool far_more(double x, double n, double x_before, double n_before) {
  const double p = x / n, before = (x_before + 0.5) / (n_before + 1);
  return p > before && n * (p * std::log(p / before) + (1 - p) * std::log((1 - p) / (1 - before))) > -std::log(few);
}

/// A launch call that makes another one (`hipLaunchKernel` with `hipModuleLaunchKernel` inside) is one launch with it:
/// if one has work, both have. Returns which calls are inside another.
inline std::vector<bool> join_nested_launches(const gpu_activity& a, std::vector<bool>& has_work) {
  std::vector<bool> inner(a.calls.size());
  std::vector<std::uint32_t> outer(a.calls.size(), missing<std::uint32_t>);
  std::unordered_map<std::uint32_t, std::uint32_t> open;  // by thread: the last launch call that is in no other
  for (std::uint32_t i = 0; i < a.calls.size(); ++i) {
    const activity_call& c = a.calls[i];
    if (c.kind != call_kind::kernel_launch) continue;
    const auto [at, is_new] = open.try_emplace(c.thread, i);
    if (is_new) continue;
    const activity_call& last = a.calls[at->second];
    if (c.end() > last.end() || c.start >= last.end()) {
      at->second = i;
      continue;
    }
    inner[i] = true;
    outer[i] = at->second;
    if (has_work[i]) has_work[at->second] = true;
  }
  for (std::uint32_t i = 0; i < a.calls.size(); ++i)
    if (inner[i] && has_work[outer[i]]) has_work[i] = true;
  return inner;
}

/// How many of the launches of one kind without work (`lost`, of `all`) stand before recording of work stopped: all
/// before the last launch of any kind that has some. But streams end in turns, so that work of a stream that lags is
/// lost while later launches of others have theirs: where launches are lost behind the last one of some stream, far
/// more often than before, and most of what follows is lost, they belong to the end. Streams of copies alone tell
/// nothing about kernels, unless there are no others.
inline std::size_t lost_before_the_end(const gpu_activity& a, const std::vector<bool>& has_work,
                                       const std::vector<bool>& inner, call_kind kind,
                                       const std::vector<std::uint32_t>& lost, std::uint64_t all) {
  std::vector<std::uint32_t> last_of(a.streams, 0);  // launches, by streams
  std::vector<bool> has_kernels(a.streams, false);
  for (const activity_work& w : a.works) {
    if (!known(w.call)) continue;
    last_of[w.stream] = std::max(last_of[w.stream], w.call);
    if (w.kind == gpu_kind::kernel) has_kernels[w.stream] = true;
  }
  std::uint32_t last_of_all = 0, first_end = missing<std::uint32_t>;
  for (std::uint32_t s = 0; s < a.streams; ++s) {
    last_of_all = std::max(last_of_all, last_of[s]);
    if (has_kernels[s]) first_end = std::min(first_end, last_of[s]);
  }
  first_end = std::min(first_end, last_of_all);
  std::size_t inside = lost.size(), next = lost.size(), seen = 0, after = 0;  // `after`: all of these are lost
  bool mixed = false;
  for (auto i = static_cast<std::uint32_t>(a.calls.size()); i-- > first_end && next > 0;) {
    const activity_call& c = a.calls[i];
    if (c.kind != kind || c.captured || inner[i]) continue;
    if (has_work[i] && !mixed) mixed = true, after = seen;
    ++seen;
    if (has_work[i]) continue;
    --next;
    const std::size_t gone = lost.size() - next;
    if (!mixed || (2 * gone >= seen &&
                   far_more(static_cast<double>(gone - after), static_cast<double>(seen - after),
                            static_cast<double>(next), static_cast<double>(all - seen))))
      inside = next;
  }
  return inside;
}

/// From when on the work of each stream was launched within the recording. A stream runs in order: what it runs before
/// its first work with a launch was launched before that. `first`: the start of the first work with a launch of all. A
/// stream without launches gets that, or the last moment at which another stream still ran what had been queued before.
inline std::vector<time_point> launches_known_from(const gpu_activity& a, time_point first) {
  std::vector<time_point> from(a.streams, missing<time_point>);
  std::vector<bool> queued(a.streams);  // work before the first one with a launch
  for (const activity_work& w : a.works) {
    if (known(from[w.stream])) continue;
    if (known(w.call)) from[w.stream] = w.start;
    else queued[w.stream] = true;
  }
  for (std::uint32_t s = 0; s < a.streams; ++s)
    if (queued[s] && known(from[s]) && from[s] > first) first = from[s];
  for (time_point& t : from)
    if (!known(t)) t = first;
  return from;
}

/// Takes calls out of `lost` that share their number with a call that has work: it may be theirs.
inline void keep_lost(const gpu_activity& a, std::vector<bool>& has_work, std::vector<std::uint32_t>& lost) {
  if (lost.empty()) return;
  std::vector<std::int64_t> numbers;
  for (const activity_work& w : a.works)
    if (known(w.call)) numbers.push_back(w.correlation);
  merge_sorted_runs(numbers, std::less<>());
  std::erase_if(lost, [&](std::uint32_t i) {
    const bool shares = std::binary_search(numbers.begin(), numbers.end(), a.calls[i].correlation);
    has_work[i] = shares;
    return shares;
  });
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_LOST_LAUNCHES_HPP
