#ifndef RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings_body.hpp>

/// Findings about fills and about concurrent streams.
namespace ridgeline::activity_findings {

void memset_in_step(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> fills;
  duration sum;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (a.works[i].kind == gpu_kind::fill && !a.works[i].communicates && !to.claimed(i)) fills.push_back(i),
        sum += a.works[i].time;
  if (100 * sum.in(us) <= run.replay.window().in(us)) return;
  finding_draft& d = to.add("");
  let_go(a, fills, d.change);
  take_works(a, d, std::move(fills));
}

void streams_serialised(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::pair<duration, std::uint32_t>> busy(a.streams);
  for (std::uint32_t s = 0; s < a.streams; ++s) busy[s].second = s;
  for (const activity_work& w : a.works)
    if (w.kind == gpu_kind::kernel && !w.communicates) busy[w.stream].first += w.time;
  merge_sorted_runs(busy, [](const auto& x, const auto& y) {
    return x.first == y.first ? x.second < y.second : x.first > y.first;
  });
  if (busy.size() < 2 || busy[1].first.base() == 0) return;
  const std::uint32_t one = busy[0].second, two = busy[1].second;
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const std::uint32_t other = run.replay.waiting_of(i).other;
    if (known(other) && (a.works[i].stream == one || a.works[i].stream == two)) return;  // one waits for the other
  }
  const covered_time of_one = covered_by(a, [&](const activity_work& w) { return w.stream == one; });
  std::vector<std::uint32_t> works;
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    if (w.stream != two) continue;
    if (of_one.in(w.start.base(), w.end().base()) != 0) return;
    works.push_back(i);
  }
  finding_draft& d = to.add("");
  d.recoverable = busy[1].first;
  take_works(a, d, std::move(works));
  d.works.clear();  // it concerns when they run, so it claims none
}

}  // namespace ridgeline::activity_findings

#endif  // RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP
