#ifndef RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP
#define RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/advise/finding.hpp>
#include <ridgeline/advise/idle_gaps.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>

/// Pauses of the program: times without work on the GPU that faster launches do not shorten.
namespace ridgeline::advise_detail {

/// A pause is rare in a program: nothing runs for this long, and the period makes up most of the idle time.
inline constexpr duration shortest_pause = duration::of(1'000'000'000);

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
  look(a.calls), look(a.ops), look(a.host_work), look(a.ranges);
  return name;
}

/// Gaps of one kind.
struct gap_sum {
  std::size_t count = 0;
  duration time{};
  idle_gap longest{};

  void add(const idle_gap& g) {
    ++count;
    time += g.time;
    if (g.time > longest.time) longest = g;
  }
};

/// Long gaps that faster launches do not shorten: mostly neither an op nor a call runs in them, or ops of the host that
/// launch nothing.
struct host_gaps {
  gap_sum pauses{}, worked{};
  std::vector<span_ns> in_work{};  ///< the latter

  host_gaps(const gpu_activity& a, const std::vector<idle_gap>& gaps) {
    if (gaps.empty()) return;
    const auto covered_by_all = [](const auto&... lists) {
      std::vector<span_ns> spans;
      const auto add = [&](const auto& list) {
        for (const auto& s : list) spans.push_back({s.start.base(), s.end().base()});
      };
      (add(lists), ...);
      return covered_time(std::move(spans));
    };
    const covered_time launching = covered_by_all(a.calls, a.ops), host = covered_by_all(a.calls, a.ops, a.host_work);
    for (const idle_gap& g : gaps) {
      const auto mostly = [&](const covered_time& by) {
        return 2 * by.in(g.from.base(), g.to().base()) >= g.time.base();
      };
      if (mostly(launching)) continue;
      if (!mostly(host)) pauses.add(g);
      else worked.add(g), in_work.push_back({g.from.base(), g.to().base()});
    }
  }
};

/// The op of the host that takes most of those gaps, and how often it runs.
std::string work_detail(const gpu_activity& a, const host_gaps& gaps) {
  struct op_sum {
    std::uint64_t count = 0;
    std::int64_t time = 0;
  };
  std::map<std::string_view, op_sum> ops;
  const covered_time in_work(gaps.in_work);
  for (const activity_op& o : a.host_work) {
    const std::int64_t inside = in_work.in(o.start.base(), o.end().base());
    if (inside == 0) continue;
    op_sum& s = ops[a.text(o.name)];
    ++s.count, s.time += inside;
  }
  const auto most = std::max_element(ops.begin(), ops.end(),
                                     [](const auto& x, const auto& y) { return x.second.time < y.second.time; });
  return short_name(most->first) + " takes " + time_text(duration::of(most->second.time)) + " of it in " +
         counted(most->second.count, "call", "calls");
}

/// What threads that launch take for asking, again and again and between two launches, whether the GPU is done, if that
/// is more than half of a time; otherwise empty.
std::string polls_detail(const gpu_activity& a, duration idle) {
  asked_once asks(*a.texts, [](std::string_view name) {
    return name.ends_with("EventQuery") || name.ends_with("StreamQuery");
  });
  if (!asks.of_any()) return {};
  constexpr std::uint64_t least = 3;  // in a row: a single question waits for nothing
  struct row {
    time_point start{}, end{};
    std::uint64_t count = 0;
    symbol name = missing<symbol>;
  };
  std::vector<bool> launches(a.calls.size());
  for (const activity_work& w : a.works)
    if (known(w.call)) launches[w.call] = true;
  std::map<std::uint32_t, row> rows;  // by thread
  std::map<std::uint32_t, bool> has_launched;
  row all;
  duration time;
  for (std::size_t i = 0; i < a.calls.size(); ++i) {
    const activity_call& c = a.calls[i];
    row& r = rows[c.thread];
    if (asks(c.name)) {
      if (r.count++ == 0) r.start = c.start;
      r.end = c.end(), r.name = c.name;
      continue;
    }
    bool& launched = has_launched[c.thread];
    if (launched && launches[i] && r.count >= least) all.count += r.count, all.name = r.name, time += r.end - r.start;
    r.count = 0;
    launched = launched || launches[i];
  }
  if (2 * time.base() <= idle.base()) return {};
  return "Launch on instead of asking whether the GPU is done: " + counted(all.count) +
         " calls (" + std::string(a.text(all.name)) + ") take " + time_text(time);
}

/// When the host time of causes passes.
covered_time time_of_causes(const std::vector<host_cut>& causes) {
  std::vector<span_ns> spans;
  for (const host_cut& c : causes) spans.push_back({(c.at - c.time).base(), c.at.base()});
  return covered_time(std::move(spans));
}

/// Long gaps without those that a named cause explains: these have findings of their own, and are no idle time here.
std::vector<idle_gap> unexplained_gaps(const gpu_activity& a, const covered_time& named, duration& idle) {
  std::vector<idle_gap> gaps = idle_gaps_of(a, shortest_reported_gap);
  std::erase_if(gaps, [&](const idle_gap& g) {
    const bool explained = 2 * named.in(g.from.base(), g.to().base()) >= g.time.base();
    if (explained) idle = idle - g.time;
    return explained;
  });
  return gaps;
}

/// What the host does while the GPU is idle, and what to do about it, if pauses or its own ops are most of that time;
/// otherwise empty.
std::string pauses_detail(const gpu_activity& a, const covered_time& named, duration idle) {
  const std::vector<idle_gap> gaps = unexplained_gaps(a, named, idle);
  idle_gap longest;
  for (const idle_gap& g : gaps)
    if (g.time > longest.time) longest = g;
  if (longest.time > shortest_pause && 2 * longest.time.base() > idle.base()) {
    const std::string_view host = host_in(a, longest);
    return "Find out what the host does, or record without the pauses: nothing ran for " + time_text(longest.time) +
           ", and the trace " + (host.empty() ? "does not show why" : "shows the host in " + std::string(host));
  }
  if (std::string polls = polls_detail(a, idle); !polls.empty()) return polls;
  const host_gaps by(a, gaps);
  if (2 * by.worked.time.base() > idle.base())
    return "Move work of the host to the GPU or to other threads: " + work_detail(a, by);
  if (2 * by.pauses.time.base() <= idle.base()) return {};
  const std::string_view host = host_in(a, by.pauses.longest);
  const bool one = by.pauses.count == 1;
  return "Find out what the host does in " + counted(by.pauses.count, "pause of ", "pauses of up to ") +
         time_text(by.pauses.longest.time) + (one ? "" : ", " + time_text(by.pauses.time) + " in all,") +
         " with no op or call" + (host.empty() ? "" : (one ? " (in " : " (longest: ") + std::string(host) + ")");
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_HOST_PAUSES_BODY_HPP
