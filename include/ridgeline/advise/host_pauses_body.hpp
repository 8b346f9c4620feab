#ifndef RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP
#define RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/core/missing.hpp>

/// Pauses of the program: times without work on the GPU that faster launches do not shorten.
namespace ridgeline::advise_detail {

/// A pause is rare in a program: nothing runs for this long, and the period makes up most of the idle time.
inline constexpr duration shortest_pause = duration::of(1'000'000'000);

/// A period in which nothing runs on the GPU.
struct idle_gap {
  time_point from{};
  duration time{};
  time_point to() const { return from + time; }
};

/// Each gap, from the first piece of work to the last.
std::vector<idle_gap> gaps_of(const gpu_activity& a) {
  std::vector<idle_gap> gaps;
  time_point busy_until = a.works.front().start;
  for (const activity_work& w : a.works) {
    if (w.start > busy_until) gaps.push_back({busy_until, w.start - busy_until});
    busy_until = std::max(busy_until, w.end());
  }
  return gaps;
}

/// The shortest call, op or range that covers more than half of a gap; empty if there is none.
std::string_view host_in(const gpu_activity& a, const idle_gap& gap) {
  std::string_view name;
  duration least = missing<duration>;
  const auto look = [&](const auto& spans) {
    for (const auto& s : spans) {
      const duration inside = std::min(s.end(), gap.to()) - std::max(s.start, gap.from);
      if (2 * inside.base() <= gap.time.base() || (known(least) && s.time >= least)) continue;
      least = s.time, name = a.text(s.name);
    }
  };
  look(a.calls), look(a.ops), look(a.ranges);
  return name;
}

/// Gaps of at least a millisecond in which mostly neither an op nor a call runs: faster launches do not shorten them.
struct host_pauses {
  std::size_t count = 0;
  duration time{};
  idle_gap longest{};

  host_pauses(const gpu_activity& a, std::vector<idle_gap> gaps) {
    constexpr std::int64_t shortest = 1'000'000;
    std::erase_if(gaps, [](const idle_gap& g) { return g.time.base() < shortest; });
    if (gaps.empty()) return;
    std::vector<span_ns> spans;
    for (const activity_call& c : a.calls) spans.push_back({c.start.base(), c.end().base()});
    for (const activity_op& o : a.ops) spans.push_back({o.start.base(), o.end().base()});
    const covered_time host(std::move(spans));
    for (const idle_gap& g : gaps) {
      if (2 * host.in(g.from.base(), g.to().base()) >= g.time.base()) continue;
      ++count;
      time += g.time;
      if (g.time > longest.time) longest = g;
    }
  }
};

/// What the host did in pauses, if these are most of the time in which the GPU is idle; otherwise empty.
std::string pauses_told(const gpu_activity& a, duration idle) {
  std::vector<idle_gap> gaps = gaps_of(a);
  idle_gap longest;
  for (const idle_gap& g : gaps)
    if (g.time > longest.time) longest = g;
  if (longest.time > shortest_pause && 2 * longest.time.base() > idle.base()) {
    const std::string_view host = host_in(a, longest);
    return "nothing ran for " + time_text(longest.time) + ", and the trace " +
           (host.empty() ? "does not show what the host did then" : "shows the host in " + std::string(host));
  }
  const host_pauses pauses(a, std::move(gaps));
  if (pauses.count == 0 || 2 * pauses.time.base() <= idle.base()) return {};
  const std::string_view host = host_in(a, pauses.longest);
  return counted(pauses.count, "pause of ", "pauses of up to ") + time_text(pauses.longest.time) + ", " +
         time_text(pauses.time) + " in all, without an op or a call" +
         (host.empty() ? std::string() : ", the longest in " + std::string(host));
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP
