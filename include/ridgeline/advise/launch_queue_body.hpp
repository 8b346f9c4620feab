#ifndef RIDGELINE_ADVISE_LAUNCH_QUEUE_BODY_HPP
#define RIDGELINE_ADVISE_LAUNCH_QUEUE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/hosts.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline::advise_detail {

/// Which calls are launches that waited until there was room in the queue: hundreds of launches of the process have not
/// run, the call takes longer than its launches usually do, and it ends as soon as work ends that was submitted before.
/// Drivers hold a thousand launches or more.
inline std::vector<bool> waits_for_room(const gpu_activity& a, const activity_hosts& hosts) {
  constexpr std::int64_t usual_launch = 20'000;  // ns, at most
  constexpr std::ptrdiff_t full = 500;
  std::vector<std::int64_t> done(a.calls.size(), missing<std::int64_t>);
  for (const activity_work& w : a.works)
    if (known(w.call)) done[w.call] = known(done[w.call]) ? std::max(done[w.call], w.end().base()) : w.end().base();
  struct launches {
    std::vector<std::int64_t> begins{}, ends{};  // of the calls, and of their work
    std::vector<std::int64_t> quick{};           // times of calls that found room
    std::int64_t usual = usual_launch;
  };
  std::vector<launches> of_process(hosts.processes());
  const auto of = [&](std::size_t c) -> launches& { return of_process[hosts.process(hosts.of(a.calls[c].thread))]; };
  for (std::size_t c = 0; c < done.size(); ++c)
    if (known(done[c])) of(c).begins.push_back(a.calls[c].start.base()), of(c).ends.push_back(done[c]);
  for (launches& l : of_process) merge_sorted_runs(l.ends, [](std::int64_t x, std::int64_t y) { return x < y; });
  const auto up_to = [](const std::vector<std::int64_t>& times, time_point t) {
    return std::upper_bound(times.begin(), times.end(), t.base()) - times.begin();
  };
  std::vector<bool> waits(a.calls.size());
  for (std::size_t c = 0; c < done.size(); ++c) {
    if (!known(done[c])) continue;
    launches& l = of(c);
    waits[c] = up_to(l.begins, a.calls[c].start) - up_to(l.ends, a.calls[c].start) > full;
    if (!waits[c]) l.quick.push_back(a.calls[c].time.base());
  }
  for (launches& l : of_process) {
    if (l.quick.empty()) continue;
    const auto middle = l.quick.begin() + static_cast<std::ptrdiff_t>(l.quick.size() / 2);
    std::nth_element(l.quick.begin(), middle, l.quick.end());
    l.usual = std::min(l.usual, *middle);
  }
  for (std::size_t c = 0; c < done.size(); ++c) {
    if (!waits[c]) continue;
    const activity_call& call = a.calls[c];
    const launches& l = of(c);
    const std::ptrdiff_t ended = up_to(l.ends, call.end());
    const std::int64_t last = ended == 0 ? call.start.base() : l.ends[static_cast<std::size_t>(ended - 1)];
    const bool long_one = 2 * call.time.base() > 3 * l.usual;
    waits[c] = long_one && last > call.start.base() && call.end().base() - last <= usual_launch;
  }
  return waits;
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_LAUNCH_QUEUE_BODY_HPP
