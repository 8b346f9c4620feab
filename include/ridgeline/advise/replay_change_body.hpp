#ifndef RIDGELINE_ADVISE_REPLAY_CHANGE_BODY_HPP
#define RIDGELINE_ADVISE_REPLAY_CHANGE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/advise/removed_work_body.hpp>
#include <ridgeline/advise/replay_body.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

/// What a change does to the delays of a replay.
namespace ridgeline {

/// Removed work takes no time and needs no launch, but keeps its place on the stream: what the stream was told to wait
/// for before it holds up what comes behind it, because a stream runs in order. So does what held up the first work of
/// a stream for long, such as work from before the recording. The gap before work without a launch is the time of a
/// host that was not recorded: it stays, but for what a launch costs, the least gap on the stream or the fixed cost of
/// a kernel.
void gpu_replay::let_go(const advise_detail::removed_work& gone, std::vector<double>& delays) const {
  using namespace advise_detail;
  const std::vector<dependency_graph::edge>& edges = graph_.edges();
  const auto to_begin = [&](std::uint32_t w) {  // the edges to its begin, the one from the work before it first
    std::uint32_t first = task_edge_[w];
    while (first > 0 && edges[first - 1].to == begin_of(w)) --first;
    return std::pair(first, task_edge_[w]);
  };
  std::vector<std::int64_t> least(a_->streams, fixed_cost);  // gap, by stream
  for (std::uint32_t w = 0; w < a_->works.size(); ++w) {
    const auto [gap, last] = to_begin(w);
    if (known(a_->works[w].call) || gap == last || kinds_[gap] != delay_kind::stream_gap) continue;
    std::int64_t& of_stream = least[a_->works[w].stream];
    of_stream = std::max<std::int64_t>(0, std::min(of_stream, edges[gap].delay));
  }
  for (const std::uint32_t w : gone.works()) {
    delays[task_edge_[w]] = 0;
    const bool launched = known(a_->works[w].call);
    const auto [first, last] = to_begin(w);
    const bool was_held_up = kinds_[first] == delay_kind::launch &&
                             a_->works[w].start.base() - waits_[w].ready > longest_delay;
    for (std::uint32_t e = first; e < last; ++e) {
      const std::int64_t beyond = edges[e].delay - least[a_->works[w].stream];
      const bool other = known(waits_[w].other) && edges[e].from == end_of(waits_[w].other);
      if ((kinds_[e] == delay_kind::launch && !was_held_up) || (other && !waits_[w].stated)) delays[e] = holds_nothing;
      else if (kinds_[e] == delay_kind::stream_gap)
        delays[e] = launched ? 0 : static_cast<double>(std::max<std::int64_t>(0, beyond));
    }
  }
  std::vector<bool> placed(a_->streams);  // whether something places the next work of the stream
  for (std::uint32_t w = 0; w < a_->works.size(); ++w) {
    const std::uint32_t stream = a_->works[w].stream;
    if (placed[stream] || (gone.contains(w) && known(a_->works[w].call))) continue;
    placed[stream] = true;
    const std::uint32_t last = task_edge_[w] - 1;  // of those to its begin: at least one
    if (kinds_[last] == delay_kind::start)
      delays[last] = static_cast<double>(graph_.measured(edges[last].to) - graph_.measured(edges[last].from));
  }
}

void gpu_replay::cut(std::vector<host_cut> cuts, std::vector<double>& delays) const {
  const auto host = [&](const host_cut& c) { return known(c.thread) ? hosts_.of(c.thread) : missing<std::uint32_t>; };
  merge_sorted_runs(cuts, [&](const host_cut& x, const host_cut& y) {
    const std::uint32_t of_x = host(x), of_y = host(y);
    return of_x != of_y ? of_x < of_y : x.at == y.at ? x.time > y.time : x.at < y.at;
  });
  const auto same = [&](const host_cut& x, const host_cut& y) { return x.at == y.at && host(x) == host(y); };
  cuts.erase(std::unique(cuts.begin(), cuts.end(), same), cuts.end());
  std::vector<std::vector<advise_detail::span_ns>> waits(hosts_.size());  // for room in the queue: no time of the host
  for (const std::uint32_t c : queued_) {
    const activity_call& call = a_->calls[c];
    waits[hosts_.of(call.thread)].push_back({call.start.base(), call.end().base()});
  }
  std::vector<covered_time> in_queue;
  for (auto& w : waits) in_queue.emplace_back(std::move(w));
  std::vector<std::size_t> next(hosts_.size() + 1, cuts.size());  // by host, the last for those of no known host
  const auto place = [&](std::uint32_t h) { return known(h) ? h : hosts_.size(); };
  for (std::size_t i = cuts.size(); i-- > 0;) next[place(host(cuts[i]))] = i;
  for (const host_edge& e : host_edges_) {
    const std::int64_t at = graph_.measured(graph_.edges()[e.edge].to);
    for (const std::uint32_t h : {e.host, missing<std::uint32_t>})
      for (std::size_t& i = next[place(h)];
           i < cuts.size() && host(cuts[i]) == h && advise_detail::sum(cuts[i].at.base(), -origin_) <= at; ++i)
        delays[e.edge] -= static_cast<double>(cuts[i].time.base() - in_queue[e.host].in(
                              advise_detail::sum(cuts[i].at.base(), -cuts[i].time.base()), cuts[i].at.base()));
  }
}

std::vector<double> gpu_replay::delays_with(const replay_change& change,
                                            const advise_detail::removed_work& gone) const {
  using namespace advise_detail;
  const std::vector<dependency_graph::edge>& edges = graph_.edges();
  std::vector<double> delays(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) delays[e] = static_cast<double>(edges[e].delay);
  std::vector<bool> changed(change.times.empty() ? 0 : a_->works.size());
  for (const auto& [w, t] : change.times) {
    const auto time = static_cast<double>(std::max<std::int64_t>(0, t.base()));
    double& delay = delays[task_edge_[w]];
    delay = changed[w] ? std::min(delay, time) : time;
    changed[w] = true;
  }
  for (const auto& [w, time] : change.sooner)
    for (std::uint32_t e = task_edge_[w]; e > 0 && edges[e - 1].to == begin_of(w); --e)
      if (kinds_[e - 1] == delay_kind::stream_gap)
        delays[e - 1] = static_cast<double>(std::max<std::int64_t>(0, edges[e - 1].delay - time.base()));
      else if (kinds_[e - 1] == delay_kind::launch)
        delays[e - 1] = static_cast<double>(delay_[a_->works[w].stream] +
                                            (a_->works[w].start.base() - waits_[w].ready) - time.base());
  if (!gone.works().empty()) let_go(gone, delays);
  if (std::vector<host_cut> cuts = cuts_of(change, gone); !cuts.empty()) cut(std::move(cuts), delays);
  std::vector<bool> freed(change.freed.empty() ? 0 : a_->calls.size());
  for (const std::uint32_t c : change.freed) freed[c] = true;
  for (std::size_t b = 0; !freed.empty() && b < blocking_.size(); ++b) {
    if (!freed[blocking_[b].call]) continue;
    const std::uint32_t e = cost_edge_[b];
    delays[e] = static_cast<double>(std::max<std::int64_t>(0, std::min(blocking_[b].cost, freed_call)));
    if (e + 1 < edges.size() && edges[e + 1].to == edges[e].to) delays[e + 1] = holds_nothing;
  }
  for (const host_edge& e : host_edges_)
    if (change.fast_host && e.launched) delays[e.edge] = 0;
  return delays;
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_REPLAY_CHANGE_BODY_HPP
