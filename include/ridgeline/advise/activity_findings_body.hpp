#ifndef RIDGELINE_ADVISE_ACTIVITY_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_ACTIVITY_FINDINGS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/advise/host_causes_body.hpp>
#include <ridgeline/advise/host_pauses_body.hpp>
#include <ridgeline/advise/removed_work_body.hpp>
#include <ridgeline/advise/row_breaks_body.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>

namespace ridgeline {

namespace advise_detail {

void order_evidence(std::vector<finding_evidence>& evidence) {
  merge_sorted_runs(evidence, [](const finding_evidence& x, const finding_evidence& y) {
    return x.time == y.time ? x.start.base() < y.start.base() : x.time > y.time;
  });
}

void keep_longest(std::vector<finding_evidence>& evidence) {
  order_evidence(evidence);
  if (evidence.size() > 3) evidence.resize(3);
}
void bound_evidence(std::vector<finding_evidence>& evidence) {
  if (evidence.size() > 64) keep_longest(evidence);
}

void take_works(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works) {
  std::map<symbol, std::uint32_t> longest;  // by name
  std::erase_if(works, [&](std::uint32_t w) { return w >= a.works.size(); });
  for (const std::uint32_t w : works) {
    d.concerned += a.works[w].time;
    const auto [at, is_new] = longest.try_emplace(a.works[w].name, w);
    if (!is_new && a.works[w].time > a.works[at->second].time) at->second = w;
  }
  d.count += works.size();
  if (d.evidence.empty()) {
    for (const auto& [name, w] : longest)
      d.evidence.push_back(finding_evidence::of(a, a.works[w], a.described(a.works[w])));
    keep_longest(d.evidence);
  }
  d.works.insert(d.works.end(), works.begin(), works.end());
}

void run_as_one(const gpu_activity& a, std::span<const std::uint32_t> row, finding_draft& d) {
  if (a.in_graph(a.works[row.front()])) {
    for (const std::uint32_t i : row.subspan(1))
      d.change.times.emplace_back(i, std::max(duration(), a.works[i].time - duration::of(fixed_cost)));
    return;
  }
  duration together = duration::of(fixed_cost);
  for (const std::uint32_t i : row)
    if (a.works[i].time.base() > fixed_cost) together += a.works[i].time - duration::of(fixed_cost);
  d.change.times.emplace_back(row.front(), together);
  d.change.let_go(row.subspan(1));
}

std::vector<std::vector<std::uint32_t>> by_stream(const gpu_activity& a) {
  std::vector<std::vector<std::uint32_t>> streams(a.streams);
  for (std::uint32_t i = 0; i < a.works.size(); ++i) streams[a.works[i].stream].push_back(i);
  return streams;
}

/// Whether almost all GPU time was launched by graphs.
bool mostly_graphs(const gpu_activity& a) {
  constexpr double most = 0.9;
  duration in_graphs;
  for (const activity_work& w : a.works)
    if (a.in_graph(w)) in_graphs += w.time;
  return in_graphs.base() > 0 && in_graphs / a.busy() > most;
}

/// The ops in which calls block, by the time that they block in them: the two with the most, and how many calls each
/// has. Each is evidence. An op is the one whose launch was the thread's last, if the call is within it.
std::string ops_around(const gpu_activity& a, const std::vector<std::uint32_t>& blocking,
                       std::vector<finding_evidence>& evidence) {
  std::vector<std::uint32_t> op_of(a.calls.size(), missing<std::uint32_t>);
  for (const activity_work& w : a.works)
    if (known(w.call)) op_of[w.call] = w.op;
  std::vector<bool> blocks(a.calls.size());
  for (const std::uint32_t c : blocking) blocks[c] = true;
  struct op_calls {
    duration time{};
    std::uint64_t count = 0;
    std::uint32_t longest = 0;
  };
  std::map<std::string_view, op_calls> ops;
  std::map<std::uint32_t, std::uint32_t> last_of;  // op of the last launch, by thread
  for (std::uint32_t c = 0; c < a.calls.size(); ++c) {
    const activity_call& call = a.calls[c];
    if (known(op_of[c])) last_of[call.thread] = op_of[c];
    const auto last = last_of.find(call.thread);
    if (!blocks[c] || last == last_of.end()) continue;
    const activity_op& op = a.ops[last->second];
    if (call.start < op.start || call.start >= op.end()) continue;
    const auto [at, first] = ops.try_emplace(a.text(op.name));
    op_calls& all = at->second;
    all.time += call.time, ++all.count;
    if (first || op.time > a.ops[all.longest].time) all.longest = last->second;
  }
  std::vector<std::pair<std::string_view, op_calls>> sorted(ops.begin(), ops.end());
  merge_sorted_runs(sorted, [](const auto& x, const auto& y) { return x.second.time > y.second.time; });
  std::string stated;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& [name, all] = sorted[i];
    add_evidence(evidence, finding_evidence::of(a, a.ops[all.longest], name));
    if (i < 2) stated += (i == 0 ? "" : ", ") + std::string(name) + " " + counted(all.count);
  }
  return stated;
}

}  // namespace advise_detail

namespace activity_findings {

using namespace advise_detail;

void sync_points(const activity_findings_run& run, finding_drafts& to) {
  if (mostly_graphs(run.activity)) return;
  const gpu_activity& a = run.activity;
  finding_draft d;
  const compiled_for compiling(run);
  d.change.freed = run.replay.followed_calls();
  const std::vector<bool> freeing = waits_for_freeing(a);
  std::erase_if(d.change.freed, [&](std::uint32_t c) { return compiling.within(a.calls[c]) || freeing[c]; });
  if (d.change.freed.empty()) return;
  for (const std::uint32_t c : d.change.freed) {
    const activity_call& call = a.calls[c];
    d.concerned += call.time;
    add_evidence(d.evidence, finding_evidence::of(a, call, a.text(call.name)));
  }
  d.count = d.change.freed.size();
  d.detail = ops_around(a, d.change.freed, d.evidence);
  order_evidence(d.evidence);
  to.add("") = std::move(d);
}

void data_loading(const activity_findings_run& run, finding_drafts& to) {
  cut_ranges(run, range_kind::data_loading, to);
}
void compile_in_window(const activity_findings_run& run, finding_drafts& to) {
  cut_ranges(run, range_kind::compilation, to);
}
void allocator(const activity_findings_run& run, finding_drafts& to) {
  host_time time(run);
  finding_draft d;
  time.add(run.activity.calls, allocates, d);
  time.cut(d);
  if (d.count == 0) return;
  const std::vector<bool> freeing = waits_for_freeing(run.activity);
  for (std::uint32_t c = 0; c < freeing.size(); ++c)
    if (freeing[c]) ++d.count, d.change.freed.push_back(c), d.concerned += run.activity.calls[c].time;
  to.add("") = std::move(d);
}

void host_bound(const activity_findings_run& run, finding_drafts& to) {
  if (mostly_graphs(run.activity)) return;
  const gpu_activity& a = run.activity;
  finding_draft d;
  d.besides = named_causes(run);
  if (finding_draft held = long_launches(run, false); held.count != 0) {
    d.besides.add(held.change);
    held.group = "launches held up";
    held.detail = "Find out what holds launches up (locks of other threads that allocate or free, preemption): " +
                  counted(held.count, "launch takes ", "launches take ") + time_text(held.concerned);
    held.concerned = held.recoverable;
    to.add(held.group) = std::move(held);
  }
  d.change.fast_host = true;
  const covered_by busy(a, [](const activity_work&) { return true; });
  const std::int64_t from = a.works.front().start.base();
  d.concerned = duration::of(run.replay.window().base() - busy.mean(from, from + run.replay.window().base()));
  std::uint64_t graphs = 0;
  std::vector<bool> launched(a.calls.size());  // that of a graph launches several pieces of work
  const covered_time named = time_of_causes(d.besides.cuts);
  std::map<std::uint32_t, time_point> busy_until;  // by device
  for (const activity_work& w : a.works) {
    time_point& until = busy_until.try_emplace(w.device, w.start).first->second;
    duration idle;
    if (w.start > until) idle = w.start - until - duration::of(named.in(until.base(), w.start.base()));
    until = std::max(until, w.end());
    const activity_call* const call = a.call_of(w);
    if (call == nullptr || launched[w.call]) continue;
    launched[w.call] = true;
    ++d.count;
    if (a.in_graph(w)) ++graphs;
    const activity_op* const op = a.op_of(w);
    finding_evidence late = op == nullptr ? finding_evidence::of(a, *call, a.text(call->name))
                                          : finding_evidence::of(a, *op, a.text(op->name));
    late.time = idle;  // before it
    add_evidence(d.evidence, std::move(late));
  }
  order_evidence(d.evidence);
  if (d.count == 0) return;
  d.detail = advise_detail::pauses_detail(a, named, d.concerned);
  if (d.detail.empty() && 2 * graphs > d.count)
    d.detail = "Launch less often (larger graphs): " + counted(graphs, "launch", "launches") + " of graphs among " +
               counted(d.count);
  to.add("") = std::move(d);
}

void module_loading(const activity_findings_run& run, finding_drafts& to) {
  finding_draft d = long_launches(run, true);
  if (d.count != 0) to.add("") = std::move(d);
}

void small_kernels(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::map<symbol, finding_draft> drafts;
  std::map<symbol, std::vector<std::uint32_t>> works;
  std::vector<std::uint32_t> row;
  row_breaks breaks(run);
  const auto close = [&] {
    if (row.size() >= least_in_a_row)
      breaks.each_part(row, [&](std::span<const std::uint32_t> part) {
        if (part.size() < least_in_a_row) return;
        const symbol name = a.works[part.front()].name;
        run_as_one(a, part, drafts[name]);
        std::vector<std::uint32_t>& all = works[name];
        all.insert(all.end(), part.begin(), part.end());
      });
    row.clear();
  };
  for (const std::vector<std::uint32_t>& stream : by_stream(a)) {
    for (const std::uint32_t i : stream) {
      const activity_work& w = a.works[i];
      const bool fits = w.kind == gpu_kind::kernel && !w.communicates && w.time.base() < short_kernel && !to.claimed(i);
      if (!row.empty() && (!fits || a.works[row.front()].name != w.name)) close();
      if (fits) row.push_back(i);
    }
    close();
  }
  for (auto& [name, d] : drafts) {
    take_works(a, d, std::move(works[name]));
    d.group = short_name(a.text(name));
    to.add(d.group) = std::move(d);
  }
}

}  // namespace activity_findings

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_FINDINGS_BODY_HPP
