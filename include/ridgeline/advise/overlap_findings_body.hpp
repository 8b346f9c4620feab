#ifndef RIDGELINE_ADVISE_OVERLAP_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_OVERLAP_FINDINGS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/copy_way.hpp>

/// Findings about copies and communication that computation could hide.
namespace ridgeline {

namespace advise_detail {

bool crosses_the_bus(std::string_view name) { return crosses_the_bus(copy_way_of(name)); }

std::optional<finding_draft> limit_by_link(const activity_findings_run& run, duration busy, finding_draft& d) {
  const gpu_activity& a = run.activity;
  const duration most = std::max(duration(), run.replay.window() - busy);
  duration shorter;
  for (const auto& [w, time] : d.change.times) shorter += a.works[w].time - time;
  if (shorter <= most || !run.options.reports(shorter, run.replay.window())) return {};
  d.recoverable = run.replay.saved(d.change);
  if (d.recoverable <= most) return {};
  d.change = {};  // to hide the rest, they would have to get shorter
  finding_draft fewer = d;
  d.recoverable = most;
  fewer.group += fewer.group.empty() ? "fewer bytes" : ", fewer bytes";
  fewer.detail = std::string(link_is_busy) + time_text(busy);
  fewer.guess = true;
  return fewer;
}

/// The rest of the advice on copies: how much of their time nothing covers.
std::string exposed_detail(const gpu_activity& a, const replay_change& change) {
  duration exposed, covered;
  for (const auto& [w, time] : change.times) exposed += a.works[w].time - time, covered += time;
  return covered.base() == 0 ? "alone" : time_text(exposed) + " of it alone";
}

/// One draft per text, in order of first appearance.
class grouped_drafts {
 public:
  explicit grouped_drafts(finding_drafts& to) : to_(to) {}
  void add(const std::string& group, std::uint32_t work) {
    const auto [at, is_new] = number_.try_emplace(group, groups_.size());
    if (is_new) groups_.emplace_back(group, std::vector<std::uint32_t>());
    groups_[at->second].second.push_back(work);
  }
  /// `covered` is the time of a piece of work that is hidden, `busy` that of its link.
  template <class Covered, class Busy>
  void finish(const activity_findings_run& run, Covered covered, Busy busy) {
    const gpu_activity& a = run.activity;
    for (auto& [group, works] : groups_) {
      finding_draft d;
      d.group = group;
      for (const std::uint32_t w : works) d.change.times.emplace_back(w, covered(a.works[w]));
      d.detail = exposed_detail(a, d.change);
      duration link;
      for (const std::uint32_t w : works) link = std::max(link, busy(a.works[w]));
      take_works(a, d, std::move(works));
      std::optional<finding_draft> fewer = limit_by_link(run, link, d);
      to_.add(group) = std::move(d);
      if (fewer) to_.add(fewer->group) = std::move(*fewer);
    }
  }

 private:
  finding_drafts& to_;
  std::map<std::string, std::size_t> number_{};
  std::vector<std::pair<std::string, std::vector<std::uint32_t>>> groups_{};
};

}  // namespace advise_detail

namespace activity_findings {

using namespace advise_detail;

void copies_exposed(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  asked_once crosses(*a.texts, [](std::string_view name) { return crosses_the_bus(copy_way_of(name)); });
  const auto is_ours = [&](const activity_work& w) { return !w.communicates && crosses(w.name); };
  grouped_drafts groups(to);
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i) && is_ours(a.works[i])) groups.add(short_name(a.described(a.works[i])), i);
  const covered_by others(a, [&](const activity_work& w) { return !is_ours(w); });
  asked_once up(*a.texts, [](std::string_view name) { return copy_way_of(name) == copy_way::to_device; });
  asked_once pageable(*a.texts, is_pageable_copy);
  const covered_by to_device(a, [&](const activity_work& w) { return is_ours(w) && up(w.name); });
  const covered_by to_host(a, [&](const activity_work& w) { return is_ours(w) && !up(w.name); });
  const std::int64_t from = a.works.front().start.base(), end = from + run.replay.window().base();
  groups.finish(run, [&](const activity_work& w) { return duration::of(others.in(w)); },
                [&](const activity_work& w) {
    if (pageable(w.name) || (known(w.source) && is_pageable_copy(a.described(w)))) return duration();  // pin it first
    return duration::of((up(w.name) ? to_device : to_host).in(w.device, from, end));
  });
}

void comm_exposed(const activity_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  grouped_drafts groups(to);
  const bool named = !run.health.found("collective_args_missing");
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    if (!w.communicates || to.claimed(i)) continue;
    std::string group;
    if (named) {
      group = known(w.collective) ? std::string(a.text(w.collective)) : short_name(a.name(w));
      if (known(w.group)) group += " in group " + std::string(a.text(w.group));
    }
    groups.add(group, i);
  }
  const covered_by compute(a, [](const activity_work& w) { return !w.communicates && w.kind != gpu_kind::copy; });
  std::vector<duration> busy(a.streams);  // with communication, by stream
  for (const activity_work& w : a.works)
    if (w.communicates) busy[w.stream] += w.time;
  groups.finish(run, [&](const activity_work& w) { return duration::of(compute.in(w)); },
                [&](const activity_work& w) { return busy[w.stream]; });
}

}  // namespace activity_findings

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_OVERLAP_FINDINGS_BODY_HPP
