#ifndef RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/advise/findings_run_body.hpp>
#include <ridgeline/xla/advise/fusion_rules_body.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/sheet/call_groups.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace xla_detail {

/// Data transfers from the host at the beginning of a step: infeeds, and copies to the device before its first
/// kernel there, launched in the step or between steps. Those that nothing overlaps could be hidden.
void input_bound(const jax_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<bool> ours(a.works.size());
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    ours[i] = !to.claimed(i) && xla_op_stem(a.name(a.works[i])).starts_with("infeed");
  const auto from_host = [&](const activity_work& w) {
    return w.kind == gpu_kind::copy && copy_way_of(a.name(w)) == copy_way::to_device;
  };
  struct device_state {
    std::uint32_t step = missing<std::uint32_t>;
    std::vector<std::uint32_t> copies{};  // since the kernel before
  };
  std::map<std::uint32_t, device_state> devices;
  const bool marked = std::any_of(a.ranges.begin(), a.ranges.end(),
                                  [](const activity_range& r) { return r.kind == range_kind::step; });
  const jax_steps steps = marked ? steps_of(run.report) : jax_steps();  // by launch: the host runs ahead
  for (std::uint32_t i = 0; marked && i < a.works.size(); ++i) {  // by start
    const activity_work& w = a.works[i];
    const std::uint32_t step = steps.of[w.uid];
    device_state& device = devices[run.report.line_of(w.uid).plane];
    if (from_host(w)) {
      if (!to.claimed(i)) device.copies.push_back(i);
    } else if (w.kind == gpu_kind::kernel && !w.communicates && !ours[i]) {
      for (const std::uint32_t copy : device.copies) {
        const std::uint32_t of = steps.of[a.works[copy].uid];
        if (known(step) && step != device.step && (known(of) ? of == step : known(device.step))) ours[copy] = true;
      }
      if (known(step)) device.step = step;
      device.copies.clear();
    }
  }
  std::vector<std::uint32_t> works;
  std::vector<advise_detail::span_ns> others;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (ours[i]) works.push_back(i);
    else others.push_back({a.works[i].start.base(), a.works[i].end().base()});
  if (works.empty()) return;
  const covered_time covered(std::move(others));
  finding_draft& d = to.add("");
  for (const std::uint32_t i : works)
    d.change.times.emplace_back(i, duration::of(covered.in(a.works[i].start.base(), a.works[i].end().base())));
  set_works(a, d, std::move(works));
}
std::string advice_on_input(const finding_numbers& n) {
  return "Feed the next batch while a step runs (prefetch to the device): " +
         counted(n.count, "transfer takes ", "transfers take ") + time_text(n.concerned) + " where steps begin.";
}

void recompile(const jax_findings_run& run, finding_drafts& to) {
  advise_detail::cut_ranges(run, range_kind::recompilation, to);
}
std::string advice_on_recompiling(const finding_numbers& n) {
  return "Keep shapes, dtypes and static arguments the same from step to step: " +
         counted(n.count, "compilation", "compilations") + " between steps, " + time_text(n.concerned) + ".";
}

/// What of TPUs' transfers nothing covers: an op that starts one, the transfer beside the core and the op that waits
/// for it change together. Ops of the core are counted, of a pair its start; a transfer alone counts too.
template <class Ours, class Covers>
void exposed_pairs(const jax_findings_run& run, finding_drafts& to, Ours is_ours, Covers covers) {
  const gpu_activity& a = run.activity;
  const jax_result& r = run.report;
  struct pair {
    std::string name{};  // of its start, if that is there
    std::vector<std::uint32_t> works{};
    std::uint64_t begun = 0, ops = 0;
    duration of_core{};
  };
  const std::vector<std::string>& names = run.names_of_pairs;
  std::map<std::string_view, std::size_t> number;
  std::vector<pair> pairs;
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    const xla_kernel_kind& kind = run.kind_of(w);
    const std::string& name = names[r.kinds.kind_of[w.uid]];
    if (to.claimed(i) || !is_ours(w, name)) continue;
    const auto [at, is_new] = number.try_emplace(name, pairs.size());
    if (is_new) pairs.emplace_back();
    pair& p = pairs[at->second];
    const bool waits = xla_half_of(kind.hlo_op, r.kinds.instruction(kind).call.opcode) == xla_half::done;
    if (p.name.empty() || !waits) p.name = a.name(w);
    p.works.push_back(i);
    if (r.line_of(w.uid).kind == xla_line_kind::async_ops) continue;
    p.of_core += w.time;
    ++p.ops;
    if (!waits) ++p.begun;
  }
  const advise_detail::covered_by covered(a, covers);
  const advise_detail::covered_by busy(a, [&](const activity_work& w) {
    return is_ours(w, names[r.kinds.kind_of[w.uid]]);
  });
  const std::int64_t from = a.works.front().start.base(), end = from + run.replay.window().base();
  for (pair& p : pairs) {
    finding_draft d;
    d.group = short_name(p.name);
    std::int64_t link = 0;
    for (const std::uint32_t i : p.works) {
      d.change.times.emplace_back(i, duration::of(covered.in(a.works[i])));
      link = std::max(link, busy.in(a.works[i].device, from, end));
    }
    set_works(a, d, std::move(p.works));
    if (p.ops != 0) d.count = p.begun != 0 ? p.begun : p.ops, d.concerned = p.of_core;
    std::optional<finding_draft> fewer = advise_detail::limit_by_link(run, duration::of(link), d);
    to.add(d.group) = d;
    if (fewer) to.add(fewer->group) = *fewer;
  }
}

/// Copies between a TPU and its host; each half of a pair tells for both.
void host_copies(const jax_findings_run& run, finding_drafts& to) {
  if (run.report.trace->device == xla_device::gpu) return;  // their copies have names that tell
  const std::vector<std::string>& names = run.names_of_pairs;
  std::set<std::string_view> crossing;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (run.report.kinds.kinds[k].crosses_bus) crossing.insert(names[k]);
  const auto is_copy = [](const activity_work& w) { return w.kind == gpu_kind::copy && !w.communicates; };
  exposed_pairs(run, to, [&](const activity_work& w, const std::string& name) {
    return is_copy(w) && crossing.contains(name);
  }, [&](const activity_work& w) { return !is_copy(w); });
}

void collectives_of_tpus(const jax_findings_run& run, finding_drafts& to) {
  if (run.report.trace->device == xla_device::gpu) return;
  exposed_pairs(run, to, [](const activity_work& w, const std::string&) { return w.communicates; },
                [](const activity_work& w) { return !w.communicates && w.kind != gpu_kind::copy; });
}

/// Products of one name and shape below half of the chip's roof, all devices together.
void products_below_roof(const jax_findings_run& run, finding_drafts& to) {
  constexpr double attainable = 0.8, far_below = 0.5;
  const jax_result& r = run.report;
  if (r.options.roofs == nullptr || r.problems[xla_problem::other_chip].count != 0) return;
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> work_of(r.events.size(), missing<std::uint32_t>);
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i)) work_of[a.works[i].uid] = i;
  const auto is_product = [](const jax_call& c) {
    const bool multiplies = c.in->call.dot || c.kind->category == xla_category::gemm ||
                            c.kind->words.starts_with("convolution");
    return multiplies && !c.kind->starts && !holds_xla_ops(c.kind->words);
  };
  std::vector<jax_call> calls;
  for (const jax_call& c : r.calls) {
    bool ours = is_product(c);
    for (std::int64_t k = 0; ours && k < c.kernels; ++k) ours = known(work_of[c.first[k].uid]);
    if (ours) calls.push_back(c);
  }
  struct group {
    call_group calls{};
    roof limits{missing<time_quantity>, missing<time_quantity>};
    finding_draft draft{};
    std::vector<std::uint32_t> works{};
  };
  std::map<std::pair<std::string_view, std::string_view>, group> slow;
  for (const call_group& g : group_calls(calls)) {
    const roof limits = g.over(*r.options.roofs);
    const double share = limits.share(g.mean());
    if (!known(limits.compute) || !known(limits.memory) || !(share > 0 && share < far_below)) continue;
    slow[{g.name, g.dims}] = {g, limits, {}, {}};
  }
  for (const jax_call& c : calls) {
    const auto at = slow.find({c.longest->kind->name, c.in->input_dims});
    if (at == slow.end()) continue;
    duration all;
    for (std::int64_t k = 0; k < c.kernels; ++k) all += a.works[work_of[c.first[k].uid]].time;
    for (std::int64_t k = 0; k < c.kernels; ++k) {
      const std::uint32_t i = work_of[c.first[k].uid];
      const double part = all.base() > 0 ? a.works[i].time / all : 0;
      at->second.draft.change.times.emplace_back(i, duration(at->second.limits.time() / attainable * part));
      at->second.works.push_back(i);
    }
  }
  for (auto& [key, g] : slow) {
    const std::string shapes = key.second == "()" ? "" : " " + std::string(key.second);
    finding_draft& d = to.add(short_name(std::string(key.first) + shapes));
    d.change = std::move(g.draft.change);
    d.detail = in_percent(g.calls.share(*r.options.roofs)) + " of the roof is reached; ";
    d.detail += g.limits.memory > g.limits.compute
                    ? "it is memory-bound: fuse it with neighbouring ops, or use a larger batch"
                    : "use extents that fill the matrix units, or a narrower type";
    set_works(a, d, std::move(g.works));
    d.count = static_cast<std::uint64_t>(g.calls.count);
  }
}
std::string advice_on_jax_products(const finding_numbers& n) {
  return "Speed up " + (n.count == 1 ? std::string("this product") : "these " + counted(n.count) + " products") + " (" +
         time_text(n.concerned) + "): " + std::string(n.detail) + ".";
}

/// What a rule of the shared kinds finds about the host. No more can be had than a device is idle: what else the work
/// of a stream waited for shows in its launch alone, which comes late where the host awaits results.
void idle_at_most(const jax_findings_run& run, finding_drafts& to,
                  void (*rule)(const activity_findings_run&, finding_drafts&)) {
  rule(run, to);
  for (finding_draft& d : to.take()) {
    replay_change with = d.besides;
    with.add(d.change);
    if (run.replay.total(d.besides) - run.replay.total(with) > run.idle) d.recoverable = run.idle;
    to.add(d.group) = std::move(d);
  }
}
void late_launches(const jax_findings_run& run, finding_drafts& to) {
  if (run.report.trace->device != xla_device::tpu) idle_at_most(run, to, activity_findings::host_bound);
}
void awaited_results(const jax_findings_run& run, finding_drafts& to) {
  idle_at_most(run, to, activity_findings::sync_points);
}

/// Programs that a TPU's host begins late. One call runs all ops of an execution.
void late_programs(const jax_findings_run& run, finding_drafts& to) {
  if (run.report.trace->device != xla_device::tpu) return;
  activity_findings::host_bound(run, to);
  std::set<std::uint32_t> calls;
  for (const activity_work& w : run.activity.works)
    if (known(w.call)) calls.insert(w.call);
  for (finding_draft& d : to.take()) {
    d.count = calls.size();
    to.add(d.group) = std::move(d);
  }
}
std::string advice_on_late_programs(const finding_numbers& n) {
  if (!n.detail.empty()) return advise_detail::advice_on_host(n);
  return "Call the next step before the results of the last one are needed, or run several steps in one program: " +
         counted(n.count, "call holds", "calls hold") + " work back for " + time_text(n.recoverable) + " of " +
         time_text(n.window) + ".";
}

using jax_finding_kind = finding_kind<jax_findings_run>;
inline constexpr std::string_view rests_on_time = "kernels_lost,graph_collapsed";

inline constexpr std::array jax_kinds{
    jax_finding_kind{"jax_small_fusions", finding_confidence::medium, finding_bound::exact, "zero_duration", "",
                     small_fusions, advice_on_small_fusions, true},
    jax_finding_kind{"jax_input_bound", finding_confidence::high, finding_bound::exact, "", "steps_missing",
                     input_bound, advice_on_input, true},
    jax_finding_kind{"jax_recompile", finding_confidence::high, finding_bound::exact, "", rests_on_time, recompile,
                     advice_on_recompiling, true},
    jax_finding_kind{"copies_exposed", finding_confidence::high, finding_bound::exact, "", "", host_copies,
                     advise_detail::advice_on_copies, true},
    jax_finding_kind{"comm_exposed", finding_confidence::high, finding_bound::upper, "", "", collectives_of_tpus,
                     advise_detail::advice_on_communication, true}};
/// Asked after the kinds that every trace has, so that outliers claimed by them do not count in a mean.
inline constexpr std::array jax_last_kinds{
    jax_finding_kind{"gemm_below_roof", finding_confidence::medium, finding_bound::exact, "overlap", "",
                     products_below_roof, advice_on_jax_products},
    jax_finding_kind{"host_bound", finding_confidence::high, finding_bound::exact, advise_detail::kinds::of_host,
                     advise_detail::kinds::needs_time, late_programs, advice_on_late_programs, true},
    jax_finding_kind{"host_bound", finding_confidence::high, finding_bound::exact, advise_detail::kinds::of_host,
                     advise_detail::kinds::needs_time, late_launches, advise_detail::advice_on_host, true},
    jax_finding_kind{"sync_points", finding_confidence::high, finding_bound::exact, advise_detail::kinds::of_host,
                     advise_detail::kinds::needs_time, awaited_results, advise_detail::advice_on_syncs, true}};
/// Sequences of equal kernels are handled first, so that they do not count as different fusions.
inline constexpr std::array jax_first_kinds{advise_detail::kinds::small_kernels};

}  // namespace xla_detail

finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const finding_options& options, std::vector<judged_draft> more) {
  if (activity.works.empty()) return {};
  constexpr std::string_view front = "xp_";
  const activity_findings_run shared{activity, replay, health, options};
  const xla_detail::jax_findings_run run(shared, report);
  finding_drafts drafts(activity.works.size());
  advise_detail::collect_all(shared, xla_detail::jax_first_kinds, health, front, drafts, more);
  advise_detail::collect_all(run, xla_detail::jax_kinds, health, front, drafts, more);
  std::vector<activity_finding_kind> kinds(activity_finding_kinds().begin(), activity_finding_kinds().end());
  std::erase_if(kinds, [](const activity_finding_kind& k) { return k.id == "host_bound" || k.id == "sync_points"; });
  advise_detail::collect_all(shared, kinds, health, front, drafts, more);
  advise_detail::collect_all(run, xla_detail::jax_last_kinds, health, front, drafts, more);
  return ranked(std::move(more), &replay, replay.window(), options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP
