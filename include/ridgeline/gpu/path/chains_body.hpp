#ifndef RIDGELINE_GPU_PATH_CHAINS_BODY_HPP
#define RIDGELINE_GPU_PATH_CHAINS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace gpu_detail {

/// Nests events into chains.
class chain_builder {
 public:
  chain_builder(const path_activity& a, const path_window& window, const std::vector<bool>& loads_data)
      : a_(a), window_(window), loads_data_(loads_data) {}

  host_chains build() && {
    out_.loads.assign(a_.host.size(), false);
    out_.begin_of.assign(a_.host.size(), missing<std::uint32_t>);
    out_.end_of = out_.begin_of;
    std::vector<std::uint32_t> chosen;
    std::vector<std::size_t> events(a_.threads.size(), 0);
    for (std::uint32_t i = 0; i < a_.host.size(); ++i) {
      const host_event& e = a_.host[i];
      const bool loads = !loads_data_.empty() && loads_data_[i];
      if (e.kind == host_kind::annotation && !loads) continue;
      if (!window_.whole() && (e.begin < window_.begin || e.begin >= window_.end)) continue;
      chosen.push_back(i);
      ++events[e.thread];
    }
    out_.main = window_.whole() ? busiest(events) : a_.host[window_.first].thread;
    const auto thread = [&](std::uint32_t i) { return a_.host[i].thread; };
    const auto begin = [&](std::uint32_t i) { return a_.host[i].begin; };
    const auto end = [&](std::uint32_t i) { return end_of(i); };
    const auto uid = [&](std::uint32_t i) { return a_.host[i].uid; };
    chosen = std::move(chosen) | sort_by(thread, begin, desc(end), uid);
    std::size_t at = 0;
    for (std::uint32_t t = 0; t < a_.threads.size(); ++t) {
      out_.first.push_back(static_cast<std::uint32_t>(out_.nodes.size()));
      if (events[t] == 0 && (window_.whole() || t != out_.main)) continue;
      out_.nodes.push_back({.at = window_.begin});
      for (; at < chosen.size() && a_.host[chosen[at]].thread == t; ++at) enter(chosen[at]);
      while (!open_.empty()) leave();
      if (!window_.whole() && t == out_.main)
        out_.nodes.push_back({.at = window_.end, .is_end = true, .outermost = true});
    }
    out_.first.push_back(static_cast<std::uint32_t>(out_.nodes.size()));
    return std::move(out_);
  }

 private:
  std::int64_t end_of(std::uint32_t i) const { return std::min(a_.host[i].end, window_.end); }

  std::uint32_t busiest(const std::vector<std::size_t>& events) const {
    std::uint32_t best = missing<std::uint32_t>;
    const auto rank = [&](std::uint32_t t) { return std::tuple(a_.threads[t].process, a_.threads[t].thread); };
    for (std::uint32_t t = 0; t < events.size(); ++t) {
      if (events[t] == 0) continue;
      if (!known(best) || events[t] > events[best] || (events[t] == events[best] && rank(t) < rank(best))) best = t;
    }
    return best;
  }

  struct open_event {
    std::uint32_t event;
    std::int64_t end;
  };
  std::uint32_t around() const { return open_.empty() ? missing<std::uint32_t> : open_.back().event; }

  void enter(std::uint32_t i) {
    const std::int64_t begin = a_.host[i].begin;
    while (!open_.empty() && open_.back().end <= begin) leave();
    const std::int64_t end = open_.empty() ? end_of(i) : std::min(end_of(i), open_.back().end);
    out_.loads[i] = (!loads_data_.empty() && loads_data_[i]) || (!open_.empty() && out_.loads[open_.back().event]);
    out_.begin_of[i] = static_cast<std::uint32_t>(out_.nodes.size());
    out_.nodes.push_back({.at = begin, .event = i, .inside = around(), .outermost = open_.empty()});
    open_.push_back({i, end});
  }
  void leave() {
    const open_event e = open_.back();
    open_.pop_back();
    out_.end_of[e.event] = static_cast<std::uint32_t>(out_.nodes.size());
    out_.nodes.push_back({.at = e.end, .event = e.event, .inside = e.event, .is_end = true,
        .outermost = open_.empty()});
  }

  const path_activity& a_;
  const path_window& window_;
  const std::vector<bool>& loads_data_;
  host_chains out_{};
  std::vector<open_event> open_{};
};

/// Finds, for each gap between outermost events of a thread, the other thread it waited for. Sweeps over time, keeping
/// the threads outside any outermost event sorted by the end of their last one.
class waker_finder {
 public:
  waker_finder(const path_activity& a, host_chains& c)
      : a_(a), c_(c), last_(a.threads.size(), missing<std::uint32_t>), process_(a.threads.size()) {
    distinct<std::int64_t> processes;
    for (std::size_t t = 0; t < a.threads.size(); ++t) process_[t] = processes.number(a.threads[t].process);
    idle_.resize(processes.size());
    outer_.assign(c.nodes.size(), missing<std::uint32_t>);
  }

  void find() {
    std::vector<moment> moments;
    for (std::uint32_t t = 0; t < a_.threads.size(); ++t) {
      std::uint32_t outer = missing<std::uint32_t>;
      for (std::uint32_t n = c_.first[t]; n < c_.first[t + 1]; ++n) {
        const chain_node& node = c_.nodes[n];
        if (node.outermost && !node.is_end) outer = node.event;
        outer_[n] = outer;
        if (!node.outermost) continue;
        const bool lasts = !node.is_end && c_.nodes[c_.end_of[node.event]].at > node.at;
        moments.push_back({n, t, node.is_end && known(node.event) ? step::ended : step::gap_over});
        if (lasts) moments.push_back({n, t, step::began});
      }
    }
    const auto at = [&](const moment& m) { return c_.nodes[m.node].at; };
    for (const moment& m : std::move(moments) | sort_by(at, &moment::what)) {
      if (m.what == step::gap_over) wake(m);
      else if (m.what == step::ended) ended(m);
      else rest(m.thread);
    }
  }

 private:
  enum class step : std::uint8_t { ended, gap_over, began };  // order at equal times
  struct moment {
    std::uint32_t node, thread;
    step what;
  };
  using idle_key = std::tuple<std::int64_t, std::uint32_t, std::uint32_t>;  // last end, first thread of the file last

  std::int64_t begin_of(std::uint32_t event) const { return c_.nodes[c_.begin_of[event]].at; }
  idle_key key(std::uint32_t thread) const {
    return {c_.nodes[last_[thread]].at, ~a_.threads[thread].first_uid, thread};
  }
  void rest(std::uint32_t thread) {
    if (known(last_[thread])) idle_[process_[thread]].erase(key(thread));
  }
  void ended(const moment& m) {
    rest(m.thread);
    last_[m.thread] = m.node;
    idle_[process_[m.thread]].insert(key(m.thread));
  }

  /// Whether an outermost event of the thread begins before `time` and ends after it.
  bool busy_at(std::uint32_t thread, std::int64_t time) const {
    const auto first = c_.nodes.begin() + c_.first[thread] + 1, last = c_.nodes.begin() + c_.first[thread + 1];
    const auto at = std::partition_point(first, last, [&](const chain_node& n) { return n.at <= time; });
    if (at == last || !known(at->event) || (at->outermost && !at->is_end)) return false;
    return begin_of(outer_[static_cast<std::size_t>(at - c_.nodes.begin())]) < time;
  }

  void wake(const moment& m) {
    chain_node& n = c_.nodes[m.node];
    const std::int64_t from = c_.nodes[m.node - 1].at;
    if (from >= n.at) return;
    constexpr int most = 256;  // threads examined per gap, so that no trace makes this quadratic
    const std::set<idle_key>& threads = idle_[process_[m.thread]];
    int seen = 0;
    for (auto t = threads.rbegin(); t != threads.rend() && std::get<0>(*t) >= from && seen < most; ++t, ++seen) {
      const std::uint32_t thread = std::get<2>(*t), end = last_[thread];
      if (thread == m.thread || begin_of(c_.nodes[end].event) < from || busy_at(thread, from)) continue;
      n.waker = end;
      return;
    }
    if (!known(c_.main) || m.thread == c_.main || process_[c_.main] != process_[m.thread]) return;
    const auto first = c_.nodes.begin() + c_.first[c_.main], last = c_.nodes.begin() + c_.first[c_.main + 1];
    const auto after = std::partition_point(first, last, [&](const chain_node& x) { return x.at < n.at; });
    if (after != first && (after - 1)->at > from)
      n.waker = static_cast<std::uint32_t>(after - 1 - c_.nodes.begin());
  }

  const path_activity& a_;
  host_chains& c_;
  std::vector<std::uint32_t> last_;      // by thread: the end of its latest outermost event
  std::vector<std::uint32_t> process_;   // by thread
  std::vector<std::uint32_t> outer_{};   // by node: the outermost event around it
  std::vector<std::set<idle_key>> idle_{};
};

}  // namespace gpu_detail

path_window whole_window(const path_activity& activity) {
  path_window w;
  bool any = false;
  const auto add = [&](std::int64_t begin, std::int64_t end) {
    w.begin = any ? std::min(w.begin, begin) : begin;
    w.end = any ? std::max(w.end, end) : end;
    any = true;
  };
  for (const host_event& e : activity.host)
    if (e.kind != host_kind::annotation) add(e.begin, e.end);
  for (const gpu_task& t : activity.tasks) add(t.begin, t.end);
  return w;
}

host_chains chains_of(const path_activity& activity, const path_window& window, const std::vector<bool>& loads_data) {
  host_chains chains = gpu_detail::chain_builder(activity, window, loads_data).build();
  gpu_detail::waker_finder wakers(activity, chains);
  wakers.find();
  return chains;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_CHAINS_BODY_HPP
