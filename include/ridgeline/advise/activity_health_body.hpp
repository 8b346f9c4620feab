#ifndef RIDGELINE_ADVISE_ACTIVITY_HEALTH_BODY_HPP
#define RIDGELINE_ADVISE_ACTIVITY_HEALTH_BODY_HPP

#include <algorithm>
#include <tuple>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/lost_launches.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/timeline/intervals.hpp>

namespace ridgeline {

namespace advise_detail {

using span_ns = basic_interval<std::int64_t>;

std::string counted(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view several) {
  return counted(n) + " " + std::string(n == 1 ? one : several);
}

std::string time_text(duration t) {
  const double in_us = t.in(us);
  const bool seconds = in_us >= 999'500, millis = in_us >= 999.5;  // which would round to 1000 of the smaller unit
  const double value = seconds ? in_us / 1e6 : millis ? in_us / 1e3 : in_us;
  return fixed_text(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + (seconds ? " s" : millis ? " ms" : " us");
}

void report(health_check& c, trace_verdict is, std::uint64_t count, double share, std::int64_t first,
            std::string message) {
  c.is = is;
  c.count = count;
  c.share = std::clamp(share, 0.0, 1.0);
  c.first = first;
  c.message = std::move(message);
}

/// Totals over work of one kind.
struct concerned {
  std::uint64_t count = 0;
  duration time{};
  std::int64_t first = missing<std::int64_t>;

  void add(const activity_work& w) {
    if (count++ == 0) first = w.uid;
    time += w.time;
  }
};

bool many(std::uint64_t count, std::uint64_t all) {
  return count >= 2 && static_cast<double>(count) >= few * static_cast<double>(all);
}

/// Whether work starts a `long_silence` before its launch, or behind it on a stream that had nothing else to do.
bool works_far_from_launches(const gpu_activity& a) {
  std::vector<time_point> busy_until(a.streams, missing<time_point>);
  for (const activity_work& w : a.works) {
    time_point& until = busy_until[w.stream];
    if (const activity_call* const call = a.call_of(w)) {
      const time_point ready = known(until) && until > call->start ? until : call->start;
      if (w.start - ready > long_silence || call->start - w.start > long_silence) return true;
    }
    if (!known(until) || w.end() > until) until = w.end();
  }
  return false;
}

}  // namespace advise_detail

activity_evidence::activity_evidence(const gpu_activity& a, const gpu_replay& r)
    : activity(a), replay(r), window(r.window()), busy(a.busy()) {
  constexpr duration day = duration::of(86'400'000'000'000);
  epochs_mixed = a.longest_step > day || (a.longest_step > long_silence && advise_detail::works_far_from_launches(a));
  has_work.assign(a.calls.size(), false);
  for (const activity_work& w : a.works) {
    if (!known(w.call)) continue;
    if (linked++ == 0) first_linked = w.start;
    has_work[w.call] = true;
  }
  inner = advise_detail::join_nested_launches(a, has_work);
  for (std::uint32_t i = 0; i < a.calls.size(); ++i) {
    const activity_call& c = a.calls[i];
    if ((c.kind != call_kind::kernel_launch && c.kind != call_kind::graph_launch) || c.captured || inner[i]) continue;
    launch_calls& of_kind = c.kind == call_kind::graph_launch ? graphs : kernels;
    ++of_kind.count;
    if (!has_work[i]) of_kind.lost.push_back(i);
  }
  for (const call_kind kind : {call_kind::kernel_launch, call_kind::graph_launch}) {
    launch_calls& of_kind = kind == call_kind::graph_launch ? graphs : kernels;
    advise_detail::keep_lost(a, has_work, of_kind.lost);
    of_kind.lost_inside = advise_detail::lost_before_the_end(a, has_work, inner, kind, of_kind.lost, of_kind.count);
  }
  const bool none = graphs.lost_inside != 0 && graphs.lost.size() == graphs.count;
  if (none) graphs.lost_inside = graphs.count;  // work of graphs was not recorded
}

namespace activity_rules {

using namespace advise_detail;

void no_work(const activity_evidence& e, health_check& c) {
  if (!e.activity.works.empty()) return pass(c);
  report_none(e, c, 1, "GPU work", "no GPU work was recorded: all GPU times are unknown");
}

void kernels_lost(const activity_evidence& e, health_check& c) {
  const std::uint64_t n = e.kernels.lost_inside, all = e.kernels.count;
  if (e.linked == 0 || all == 0) return;
  if (!many(n, all)) return pass(c);
  const double share = static_cast<double>(n) / static_cast<double>(all);
  constexpr double most = 0.2;
  report(c, share > most ? trace_verdict::unknowable : trace_verdict::degraded, n, share,
         e.activity.calls[e.kernels.lost.front()].uid,
         counted(n) + " of " + counted(all) + " kernel launches have no kernel (" + in_percent(share) +
             "): idle time is too large, busy time and counts are too small");
}

void cut_end(const activity_evidence& e, health_check& c) {
  const std::uint64_t graphs = e.graphs.lost_after(), n = e.kernels.lost_after() + graphs,
                      all = e.kernels.count + (graphs != 0 ? e.graphs.count : 0);
  if (e.linked == 0 || all == 0) return;
  if (!many(n, all)) return pass(c);
  const double share = static_cast<double>(n) / static_cast<double>(all);
  std::uint32_t first = missing<std::uint32_t>;
  for (const activity_evidence::launch_calls* const of_kind : {&e.kernels, &e.graphs})
    if (of_kind->lost_after() != 0) first = std::min(first, of_kind->lost[of_kind->lost_inside]);
  report(c, trace_verdict::degraded, n, share, e.activity.calls[first].uid,
         "the last " + counted(n) + " of " + counted(all) +
             (graphs == 0 ? " kernel launches have no kernel (" : " launches of kernels and graphs have no work (") +
             in_percent(share) + "): recording of the GPU stopped early");
}

void zero_duration(const activity_evidence& e, health_check& c) {
  concerned all;
  std::uint64_t kernels = 0;
  for (const activity_work& w : e.activity.works) {
    if (w.kind != gpu_kind::kernel) continue;
    ++kernels;
    if (w.time.base() <= 0) all.add(w);
  }
  if (kernels == 0) return;
  if (all.count == 0) return pass(c);
  const double share = static_cast<double>(all.count) / static_cast<double>(kernels);
  report(c, trace_verdict::degraded, all.count, share, all.first,
         counted(all.count) + " of " + counted(kernels) + " kernels take no time (" + in_percent(share) +
             " of kernels): their times and rates are unknown");
}

void clipped_duration(const activity_evidence& e, health_check& c) {
  duration longest = duration::of(0);
  for (const activity_work& w : e.activity.works)
    if (w.kind == gpu_kind::kernel && w.time > longest) longest = w.time;
  if (longest.base() == 0) return;
  concerned all;
  symbol name = missing<symbol>;
  bool several = false;
  for (const activity_work& w : e.activity.works) {
    if (w.kind != gpu_kind::kernel || !(w.time == longest)) continue;
    all.add(w);
    several = several || (known(name) && w.name != name);
    name = w.name;
  }
  constexpr std::uint64_t least = 5;
  if (all.count < least || !several) return pass(c);
  // whole microseconds, as of PyTorch up to 2.2, repeat by chance: the more frequent, the shorter
  constexpr std::int64_t microsecond = 1000;
  bool whole = true;
  std::uint64_t next_shorter = 0;
  for (const activity_work& w : e.activity.works) {
    whole = whole && w.time.base() % microsecond == 0;
    if (w.kind == gpu_kind::kernel && w.time.base() == longest.base() - microsecond) ++next_shorter;
  }
  if (whole && next_shorter >= all.count) return pass(c);
  report(c, trace_verdict::degraded, all.count, e.share(all.time), all.first,
         counted(all.count, "kernel takes", "kernels take") + " exactly " + time_text(longest) +
             ", the longest duration (" + in_percent(e.share(all.time)) + " of GPU time): longer ones were clipped");
}

void epoch_mixed(const activity_evidence& e, health_check& c) {
  if (e.activity.works.empty()) return;
  const duration step = e.activity.longest_step;
  if (step == duration()) return pass(c);
  const std::string silence = "nothing starts for " + time_text(step);
  if (e.epochs_mixed)
    return report(c, trace_verdict::unknowable, 1, 1, missing<std::int64_t>,
                  silence + ": stamps of several epochs are mixed");
  report(c, trace_verdict::degraded, 1, e.window.base() > 0 ? std::min(1.0, step / e.window) : 0, missing<std::int64_t>,
         silence + ": the program paused or waited, or several recordings were merged");
}

void clock_offset(const activity_evidence& e, health_check& c) {
  if (e.linked == 0 || e.epochs_mixed) return;
  constexpr std::int64_t jitter = 1000;  // ns
  concerned all;
  std::int64_t shift = 0, early = 0, late = 0;
  const time_point middle = e.activity.works.front().start + duration::of(e.window.base() / 2);
  for (const activity_work& w : e.activity.works) {
    const activity_call* const call = e.activity.call_of(w);
    if (call == nullptr) continue;
    const std::int64_t before = (call->start - w.start).base();
    (w.start < middle ? early : late) = std::max(w.start < middle ? early : late, before);
    shift = std::max(shift, before);
    if (before > jitter) all.add(w);
  }
  if (all.count == 0 || static_cast<double>(all.count) < few * static_cast<double>(e.activity.works.size()))
    return pass(c);
  std::string text =
      counted(all.count, "piece of GPU work starts before its launch", "pieces of GPU work start before their launch") +
      ", by up to " + time_text(duration::of(shift)) + ": the clocks of host and GPU differ";
  const double ppm = e.window.base() > 0 ?
      2e6 * static_cast<double>(late - early) / static_cast<double>(e.window.base()) : 0;
  constexpr double drift = 100;
  if (ppm > drift || ppm < -drift) text += ", and the difference grows by " + fixed_text(std::fabs(ppm), 0) + " ppm";
  report(c, trace_verdict::degraded, all.count, e.share(all.time), all.first, std::move(text));
}

void order_inverted(const activity_evidence& e, health_check& c) {
  if (e.linked == 0 || e.epochs_mixed) return;
  struct stream {
    time_point at = missing<time_point>;                 // the last start
    time_point before = at, latest = at;                 // the latest launch of work that started earlier; of all
  };
  std::vector<stream> streams(e.activity.streams);
  concerned all;
  for (const activity_work& w : e.activity.works) {
    const activity_call* const call = e.activity.call_of(w);
    if (call == nullptr) continue;
    stream& s = streams[w.stream];
    if (w.start != s.at) s.at = w.start, s.before = s.latest;
    if (known(s.before) && call->start < s.before) all.add(w);
    else if (!known(s.latest) || call->start > s.latest) s.latest = call->start;
  }
  if (all.count < 2 || static_cast<double>(all.count) <= few * static_cast<double>(e.activity.works.size()))
    return pass(c);
  report(c, trace_verdict::degraded, all.count, e.share(all.time), all.first,
         counted(all.count, "piece of GPU work runs", "pieces of GPU work run") +
             " before work of their stream that was launched earlier: links "
             "from launches to work are wrong");
}

void stream_overlap(const activity_evidence& e, health_check& c) {
  if (e.activity.works.empty() || e.epochs_mixed) return;
  constexpr std::int64_t real = 10'000;  // ns: programmatic dependent launches overlap by less
  constexpr double most = 0.02;
  struct stream {
    const activity_work* before = nullptr;
    const activity_work* furthest = nullptr;  // the one with the latest end so far
    bool counted = false;                     // how far that runs over what follows
  };
  std::vector<stream> streams(e.activity.streams);
  concerned all;
  duration over;
  std::int64_t longest = 0;
  for (const activity_work& w : e.activity.works) {
    stream& s = streams[w.stream];
    const activity_work* const last = std::exchange(s.before, &w);
    const bool again = last != nullptr && last->start == w.start && last->time == w.time && last->name == w.name;
    if (!again && s.furthest != nullptr && w.start < s.furthest->end() && w.time.base() > 0 &&
        !different_nodes_of_a_launch(*s.furthest, w)) {
      const duration beyond = s.furthest->end() - w.start;
      all.add(w);
      longest = std::max(longest, beyond.base());
      if (!std::exchange(s.counted, true)) over += beyond;
    }
    if (s.furthest == nullptr || w.end() > s.furthest->end()) s.furthest = &w, s.counted = false;
  }
  if (!(e.share(over) > most) || longest <= real) return pass(c);
  report(c, trace_verdict::degraded, all.count, e.share(over), all.first,
         counted(all.count, "piece of GPU work starts", "pieces of GPU work start") +
             " before the previous work of its stream has ended, by up to " +
             time_text(duration::of(longest)) + ": times of kernels run over the next ones");
}

void duplicates(const activity_evidence& e, health_check& c) {
  if (e.activity.works.empty()) return;
  const auto key = [](const activity_work* w) {
    return std::tuple(w->start.base(), w->time.base(), w->stream, w->name, w->correlation, w->graph_node);
  };
  std::vector<const activity_work*> order;
  for (const activity_work& w : e.activity.works) order.push_back(&w);
  merge_sorted_runs(order, [&](const activity_work* x, const activity_work* y) { return key(x) < key(y); });
  concerned all;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (key(order[i]) == key(order[i - 1])) all.add(*order[i]);
  if (all.count == 0) return pass(c);
  report(c, trace_verdict::degraded, all.count, e.share(all.time), all.first,
         counted(all.count, "piece of GPU work occurs", "pieces of GPU work occur") + " in the trace twice (" +
             in_percent(e.share(all.time)) + " of GPU time): counts and sums are too large");
}

void duplicates(const activity_evidence& e, std::uint64_t left_out, health_check& c) {
  duplicates(e, c);
  if (left_out == 0 || c.found()) return;
  const double all = static_cast<double>(left_out) + static_cast<double>(e.activity.works.size());
  report(c, trace_verdict::degraded, left_out, static_cast<double>(left_out) / all, missing<std::int64_t>,
         counted(left_out, "piece", "pieces") + " of GPU work recorded twice, counted once");
}

void correlation_repeated(const activity_evidence& e, health_check& c) {
  struct numbered {
    std::uint32_t process;  // each has numbers of its own
    std::int64_t number;
    std::uint32_t call;
    bool same_number(const numbered& x) const { return process == x.process && number == x.number; }
  };
  std::vector<numbered> numbers;
  for (std::uint32_t i = 0; i < e.activity.calls.size(); ++i)
    if (const activity_call& l = e.activity.calls[i];
        l.kind == call_kind::kernel_launch && known(l.correlation) && !e.inner[i])
      numbers.push_back({l.process, l.correlation, i});
  if (numbers.empty()) return;
  merge_sorted_runs(numbers, [](const numbered& x, const numbered& y) {
    return std::tie(x.process, x.number, x.call) < std::tie(y.process, y.number, y.call);
  });
  std::uint64_t n = 0;
  std::uint32_t first = missing<std::uint32_t>;
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i].same_number(numbers[i - 1]) && n++ == 0) first = e.activity.calls[numbers[i].call].uid;
  if (n == 0) return pass(c);
  report(c, trace_verdict::degraded, n, static_cast<double>(n) / static_cast<double>(numbers.size()), first,
         counted(n) + " kernel launches share their number with another one: ops sheets assign work to the wrong op");
}

void graph_replays(const activity_evidence& e, health_check& c) {
  if (e.linked == 0) return;
  concerned all;
  for (const activity_work& w : e.activity.works)
    if (e.activity.in_graph(w) && !w.op_of_capture) all.add(w);
  constexpr double most = 0.1;
  if (!(e.share(all.time) > most)) return pass(c);
  report(c, trace_verdict::degraded, all.count, e.share(all.time), all.first,
         counted(all.count, "piece", "pieces") + " of GPU work ran inside graphs (" + in_percent(e.share(all.time)) +
             " of GPU time): their ops and shapes are not in the trace");
}

void graph_collapsed(const activity_evidence& e, health_check& c) {
  const std::uint64_t n = e.linked == 0 ? 0 : e.graphs.lost_inside, all = e.graphs.count;
  if (n != 0)
    return report(c, trace_verdict::unknowable, n, static_cast<double>(n) / static_cast<double>(all),
                  e.activity.calls[e.graphs.lost.front()].uid,
                  counted(n) + " of " + counted(all) +
                      " graph launches lack work that the graph ran: idle time is unknown");
  concerned whole;
  for (const activity_work& w : e.activity.works)
    if (w.kind == gpu_kind::graph) whole.add(w);
  constexpr double most = 0.01;
  const double share = e.share(whole.time);
  if (share > most)
    return report(c, trace_verdict::degraded, whole.count, share, whole.first,
                  counted(whole.count, "graph was", "graphs were") + " recorded whole (" + in_percent(share) +
                      " of GPU time): what they compute, send and copy is unknown");
  if (e.linked != 0 && all != 0) pass(c);
}

}  // namespace activity_rules

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_HEALTH_BODY_HPP
