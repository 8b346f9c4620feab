#ifndef RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings_body.hpp>

/// Findings about fills and about concurrent streams.
namespace ridgeline {

namespace advise_detail {

/// A stream with the time of its computations.
struct busy_stream {
  duration time{};
  std::uint32_t number = 0, device = missing<std::uint32_t>, process = missing<std::uint32_t>;
};

/// Whether two streams never overlap, though no work of them waits for another stream.
inline bool take_turns(const activity_findings_run& run, std::uint32_t one, std::uint32_t two) {
  const gpu_activity& a = run.activity;
  const covered_by of_one(a, [&](const activity_work& w) { return w.stream == one; });
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    if (w.stream != one && w.stream != two) continue;
    if (known(run.replay.waiting_of(i).other)) return false;
    if (w.stream == two && of_one.in(w.start.base(), w.end().base()) != 0) return false;
  }
  return true;
}

}  // namespace advise_detail

namespace activity_findings {

void memset_in_step(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> fills;
  duration sum;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (a.works[i].kind == gpu_kind::fill && !a.works[i].communicates && !to.claimed(i)) fills.push_back(i),
        sum += a.works[i].time;
  if (100 * sum.in(us) <= run.replay.window().in(us)) return;
  finding_draft& d = to.add("");
  d.change.let_go(fills);
  take_works(a, d, std::move(fills));
}

void streams_serialised(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<advise_detail::busy_stream> streams(a.streams);
  for (std::uint32_t s = 0; s < a.streams; ++s) streams[s].number = s;
  for (const activity_work& w : a.works) {
    advise_detail::busy_stream& s = streams[w.stream];
    if (!known(s.device)) s.device = w.device;
    if (!known(s.process)) s.process = w.process;
    if (w.kind == gpu_kind::kernel && !w.communicates) s.time += w.time;
  }
  merge_sorted_runs(streams, [](const auto& x, const auto& y) {
    return x.time == y.time ? x.number < y.number : x.time > y.time;
  });
  // GPUs work side by side anyhow, and what processes run on one is not for one of them to order
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> busiest;  // by device and process
  for (const advise_detail::busy_stream& s : streams) {
    if (s.time.base() == 0) return;
    std::vector<std::uint32_t>& two = busiest[{s.device, s.process}];
    if (two.size() == 2) continue;
    two.push_back(s.number);
    if (two.size() < 2 || !advise_detail::take_turns(run, two[0], two[1])) continue;
    std::vector<std::uint32_t> works;
    for (std::uint32_t i = 0; i < a.works.size(); ++i)
      if (a.works[i].stream == two[1]) works.push_back(i);
    finding_draft& d = to.add("");
    d.recoverable = s.time;
    take_works(a, d, std::move(works));
    d.works.clear();  // it concerns when they run, so it claims none
    return;
  }
}

}  // namespace activity_findings

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_STREAM_FINDINGS_BODY_HPP
