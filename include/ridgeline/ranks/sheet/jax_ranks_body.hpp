#ifndef RIDGELINE_RANKS_SHEET_JAX_RANKS_BODY_HPP
#define RIDGELINE_RANKS_SHEET_JAX_RANKS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/gpu_spans.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/sheet/comparison_columns.hpp>
#include <ridgeline/ranks/sheet/jax_devices.hpp>
#include <ridgeline/ranks/sheet/jax_ranks.hpp>
#include <ridgeline/ranks/sheet/launch_order.hpp>
#include <ridgeline/ranks/sheet/rank_calls.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/timeline/covered_time.hpp>
#include <ridgeline/xla/op/collective.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Reads the devices of one profile.
class jax_rank_reader {
 public:
  jax_rank_reader(const jax_result& r, const std::string& path, std::int64_t first)
      : r_(r), trace_(*r.trace), devices_(r), steps_(steps_of(r)),
        numbered_(std::all_of(steps_.names.begin(), steps_.names.end(),
                              [](const std::string& name) { return to_int(name).has_value(); })) {
    for (std::size_t d = 0; d < devices_.size(); ++d) {
      rank_facts f;
      f.rank = f.trace_rank = first + static_cast<std::int64_t>(d);
      f.path = path, f.devices = 1;
      f.device_name = devices_.name(d);
      if (trace_.hosts.size() == 1) f.host = trace_.hosts.front();
      f.base = base();
      ranks_.push_back(std::move(f));
    }
    uids_.resize(devices_.size());
    for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) uids_[device_of(uid)].push_back(uid);
  }

  std::vector<rank_facts> read() && {
    for (std::size_t d = 0; d < ranks_.size(); ++d) find_steps(d);
    if (r_.trace->device != xla_device::gpu) pairs_.emplace(r_);
    for (const jax_call& call : r_.calls)
      if (collective(call.in)) count(call.in, call.first->uid);
    for (std::uint32_t uid = 0; pairs_ && uid < r_.events.size(); ++uid)
      if (const xla_kernel_kind& kind = r_.kind_of(uid);
          kind.lane == gpu_lane::communication && kind.instruction == 0 && !pairs_->is_second(uid))
        count(&kind, uid);
    for (const jax_call& call : r_.calls)
      executed(call.first->uid, call.in, *call.kind,
               r_.event_of(call.first->uid).start_ps + static_cast<std::int64_t>(std::llround(call.span * 1e6)));
    for (std::size_t d = 0; d < ranks_.size(); ++d) {
      rank_facts& f = ranks_[d];
      std::vector<launched_span> launched;
      for (const std::uint32_t uid : uids_[d]) {
        const xla_kernel_kind& kind = r_.kind_of(uid);
        f.kernels_in_all += kind.work == xla_work::kernel ? 1 : 0;
        if (kind.lane == gpu_lane::compute) launched.push_back(launched_at(r_, uid));
        if (kind.lane != gpu_lane::communication) continue;
        ++f.communication_kernels;
        if (pairs_ && pairs_->is_second(uid)) continue;
        if (kind.instruction == 0) unnamed(d, uid);
        else if (pairs_ && r_.line_of(uid).kind == xla_line_kind::async_ops)  // no start event
          executed(uid, &r_.kinds.instruction(kind), kind, r_.event_of(uid).start_ps + r_.event_of(uid).duration_ps);
      }
      f.gpu_events = f.events = static_cast<std::int64_t>(uids_[d].size());
      merge_sorted_runs(f.collectives,
                        [](const collective_use& a, const collective_use& b) { return a.begin < b.begin; });
      const covered_time worked(work_of(d));
      for (collective_use& u : f.collectives)
        u.work_at_begin = worked.until(u.begin), u.work_at_end = worked.until(u.finish());
      for (rank_step& s : f.steps)
        if (known(s.first)) s.work_at_first = worked.until(s.first), s.work_at_last = worked.until(s.last);
      order_by_launch(std::move(launched), f);
      f.texts.close();
    }
    return std::move(ranks_);
  }

 private:
  /// The zero of the time lines, in nanoseconds since 1970. Newer files count from the profile's start, older ones
  /// from 1970.
  std::int64_t base() const {
    constexpr std::int64_t in_2001 = 1'000'000'000'000'000'000;
    const bool relative = trace_.base_ns < in_2001 && known(trace_.profile_start_ns);
    return relative ? trace_.profile_start_ns + trace_.base_ns : trace_.base_ns;
  }
  std::vector<basic_interval<std::int64_t>> work_of(std::size_t d) const {
    std::vector<basic_interval<std::int64_t>> work;
    for (const std::uint32_t uid : uids_[d]) {
      if (r_.kind_of(uid).lane == gpu_lane::communication) continue;
      r_.own.each(uid, r_.event_of(uid),
                  [&](const xla_own_time::stretch& s) { work.push_back({ns_of(s.start), ns_of(s.end)}); });
    }
    return work;
  }
  static std::array<double, 8> timeline_of(gpu_spans<std::int64_t> spans) {
    return times_of(gpu_timeline_of(std::move(spans), [](std::int64_t ps) { return static_cast<double>(ps) / 1e6; }));
  }

  void find_steps(std::size_t d) {
    rank_facts& f = ranks_[d];
    std::vector<gpu_spans<std::int64_t>> spans(steps_.names.size());
    gpu_spans<std::int64_t> all;
    std::vector<rank_step> steps(steps_.names.size());
    for (const std::uint32_t uid : uids_[d]) {
      const xla_event& e = r_.event_of(uid);
      const basic_interval<std::int64_t> span{e.start_ps, trace_.end_of(e)};
      r_.own.each(uid, e, [&](const xla_own_time::stretch& own) {
        all.add(r_.kind_of(uid).lane, {own.start, own.end});
        if (known(steps_.of[uid])) spans[steps_.of[uid]].add(r_.kind_of(uid).lane, {own.start, own.end});
      });
      if (!known(steps_.of[uid])) continue;
      rank_step& s = steps[steps_.of[uid]];
      s.hold(ns_of(span.first), ns_of(span.last));
      const std::int64_t launch = launch_of(r_, uid);
      if (known(launch) && !(launch < s.launched.at)) s.launched.at = launch + 1;
    }
    f.timeline = timeline_of(std::move(all)), f.timeline_empty = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!known(steps[i].first)) continue;
      if (steps_.unit != "whole") steps[i].number = number_of(i);
      steps[i].begin = steps[i].first, steps[i].span = steps[i].last - steps[i].first;
      steps[i].timeline = timeline_of(std::move(spans[i]));
      position_.emplace(std::pair(d, static_cast<std::uint32_t>(i)), static_cast<std::int64_t>(f.steps.size()));
      f.steps.push_back(steps[i]);
    }
    if (f.steps.empty()) f.steps.emplace_back();
    f.steps_by_place = !numbered_;
  }
  /// The step's name if all steps are named by numbers; else its position.
  std::int64_t number_of(std::size_t step) const {
    return numbered_ ? *to_int(steps_.names[step]) : static_cast<std::int64_t>(step);
  }
  std::int64_t step_of(std::size_t d, std::uint32_t uid) const {
    if (!known(steps_.of[uid])) return missing<std::int64_t>;
    const auto at = position_.find({d, steps_.of[uid]});
    return at == position_.end() ? missing<std::int64_t> : at->second;
  }

  /// The number of the program execution that an event belongs to; missing if there is none.
  std::int64_t run_of(std::uint32_t uid) const {
    const std::int64_t run = trace_.stats_of(r_.event_of(uid)).run;
    return known(run) && run >= 0 ? run : missing<std::int64_t>;
  }
  static constexpr std::int64_t most_in_a_run = std::int64_t{1} << 20, most_runs = (std::int64_t{1} << 42) - 1;

  /// Finds the collectives that one execution of a program runs several times, that is, in a loop. `of` is the
  /// instruction, or the kernel kind if the file lacks the instruction.
  void count(const void* of, std::uint32_t uid) {
    const std::int64_t run = run_of(uid);
    if (known(run) && counted_[{device_of(uid), of}].next(run) != 0) looped_.insert(of);
  }
  /// The sequence number of a collective: the number of the program's execution, in a loop combined with the
  /// iteration within it. Without such a number there is none: how many came before depends on where the file begins.
  std::int64_t sequence_of(const void* of, std::uint32_t uid) {
    const std::int64_t run = run_of(uid);
    if (!known(run) || !looped_.contains(of)) return run;
    const std::int64_t inside = occurrences_[{device_of(uid), of}].next(run);
    return (run & most_runs) * most_in_a_run + std::min(inside, most_in_a_run - 1);
  }
  std::size_t device_of(std::uint32_t uid) const { return devices_.of(uid); }

  const std::optional<xla_collective>& collective(const xla_instruction* in) {
    const auto [at, is_new] = collectives_.try_emplace(in);
    if (!is_new) return at->second;
    at->second = collective_of(trace_, in->place);
    if (at->second) number_by_rank(*at->second, trace_.modules[in->place.module]);
    return at->second;
  }
  /// Groups count the devices that the program is assigned to. Numbers of assigned devices are those of the profile
  /// if they are all there; those of GPUs go on from host to host, as ranks do; those of TPUs follow the topology.
  void number_by_rank(xla_collective& c, const hlo_module& m) const {
    const std::span<const std::int64_t> assigned = m.list(m.assigned);
    std::map<std::int64_t, std::int64_t> rank_of;
    for (std::size_t d = 0; d < ranks_.size(); ++d) rank_of.emplace(devices_.number(d), ranks_[d].rank);
    const auto is_here = [&](std::int64_t device) { return rank_of.contains(device); };
    const bool all_here = std::all_of(assigned.begin(), assigned.end(), is_here);
    if (!all_here && trace_.device != xla_device::gpu) return;
    for (std::vector<std::int64_t>& group : c.groups) {
      for (std::int64_t& n : group) {
        if (n < 0 || static_cast<std::uint64_t>(n) >= assigned.size()) continue;
        const std::int64_t device = assigned[static_cast<std::size_t>(n)];
        n = all_here ? rank_of.at(device) : device;
      }
      keep_each_once(group);
    }
  }
  collective_use at_event(std::size_t d, std::uint32_t uid, std::int64_t end_ps) const {
    collective_use u;
    const xla_event& e = r_.event_of(uid);
    if (pairs_) end_ps = std::max(end_ps, pairs_->end_of(uid));
    u.begin = ns_of(e.start_ps), u.span = ns_of(end_ps) - u.begin;
    u.start = static_cast<double>(u.begin) / 1000, u.length = static_cast<double>(u.span) / 1000;
    u.stream = r_.line_of(uid).key;
    u.step = step_of(d, uid);
    u.launched.at = launch_of(r_, uid);
    return u;
  }

  void executed(std::uint32_t uid, const xla_instruction* in, const xla_kernel_kind& kind, std::int64_t end) {
    const std::optional<xla_collective>& c = collective(in);
    if (!c) return;
    const std::size_t d = device_of(uid);
    rank_facts& f = ranks_[d];
    collective_use u = at_event(d, uid, end);
    u.kind = c->kind;
    u.name = f.texts.number(name_of(c->kind));
    u.group = f.texts.number(std::string(kind.hlo_module) + "/" + std::string(kind.hlo_op));
    u.type = c->type.empty() ? 0 : f.texts.number(c->type);
    u.in_elements = c->in_elements, u.out_elements = c->out_elements;
    u.from = metadata_source::kernel;
    if (!devices_.is_merged(d)) u.sequence = sequence_of(in, uid);
    const auto [joined, is_new] = joined_.try_emplace({d, in});
    if (is_new) {
      joined->second.second = c->groups.empty() ? c->devices : missing<std::int64_t>;
      if (const std::vector<std::int64_t>* const group = c->group_of(f.rank))
        joined->second = {f.texts.number(json_list_of(*group)), static_cast<std::int64_t>(group->size())};
      if (devices_.is_merged(d)) joined->second.first = 0;  // which of them it is, is not known
    }
    u.members = joined->second.first, u.size = joined->second.second;
    f.collectives.push_back(u);
  }
  /// A collective kernel that belongs to no program in the file.
  void unnamed(std::size_t d, std::uint32_t uid) {
    collective_use u = at_event(d, uid, trace_.end_of(r_.event_of(uid)));
    if (pairs_) {
      const xla_kernel_kind& kind = r_.kind_of(uid);
      u.kind = xla_collective_by(kind.words);
      if (u.kind == gpu::collective_kind::unknown) u.kind = xla_collective_by(xla_op_stem(kind.name));
      u.group = ranks_[d].texts.number(std::string(kind.hlo_module) + "/" + std::string(kind.hlo_op));
      u.sequence = sequence_of(&kind, uid);
    } else if (const auto found = gpu::communication_of(r_.kind_of(uid).name)) u.kind = found->kind;
    if (u.kind != gpu::collective_kind::unknown) u.name = ranks_[d].texts.number(name_of(u.kind));
    ranks_[d].collectives.push_back(u);
  }

  const jax_result& r_;
  const xla_trace& trace_;
  jax_devices devices_;
  jax_steps steps_;
  bool numbered_;  // all steps are named by numbers
  std::vector<rank_facts> ranks_{};
  std::vector<std::vector<std::uint32_t>> uids_{};
  std::map<std::pair<std::size_t, std::uint32_t>, std::int64_t> position_{};
  std::map<const xla_instruction*, std::optional<xla_collective>> collectives_{};
  std::map<std::pair<std::size_t, const void*>, occurrences> counted_{}, occurrences_{};
  std::set<const void*> looped_{};
  std::optional<xla_pairs> pairs_{};
  /// By device and instruction: the text of the members, and their number.
  std::map<std::pair<std::size_t, const xla_instruction*>, std::pair<std::uint32_t, std::int64_t>> joined_{};
};

}  // namespace ranks_detail

std::vector<rank_facts> jax_ranks(const jax_result& report, const std::string& path, std::int64_t first) {
  std::vector<rank_facts> ranks = ranks_detail::jax_rank_reader(report, path, first).read();
  number_steps_alike(ranks);  // the profile may begin while some devices are in a step that is over on others
  return ranks;
}

std::int64_t devices_of_programs(const jax_result& report) {
  const xla_trace& trace = *report.trace;
  std::int64_t most = 0;
  if (trace.device == xla_device::cpu && (report.events.empty() || !ranks_detail::jax_devices(report).all_named()))
    return most;  // whose threads are one device here
  for (const xla_instruction& in : report.kinds.instructions) {
    const std::optional<xla_collective> c = in.place.found() ? collective_of(trace, in.place) : std::nullopt;
    if (!c) continue;
    const std::int64_t devices = trace.modules[in.place.module].devices;
    if (known(devices)) most = std::max(most, devices);
    for (const std::vector<std::int64_t>& group : c->groups)
      for (const std::int64_t device : group) most = std::max(most, device + 1);  // which count from 0
  }
  return most;
}

void remark_on_merged_devices(const jax_result& report, data_quality& quality) {
  if (report.trace->device != xla_device::cpu || !ranks_detail::jax_devices(report).any_merged()) return;
  quality.add("devices merged: several devices of the host run a program, and its ops do not say which; they are one "
              "rank, and nothing shows which of their collectives belong together",
              {}, "", false);
}

void remark_on_missing_devices(std::int64_t found, std::int64_t wanted, data_quality& quality) {
  if (wanted <= found) return;
  quality.add("devices missing: a program runs on more devices than the profiles have; a rank need not be the device "
              "of that number in its groups",
              {}, std::to_string(found) + " of " + std::to_string(wanted) + " devices", false);
}

std::vector<table> jax_rank_tables(const rank_comparison& c) {
  std::vector<table> tables;
  const bool any = !c.matching().calls().empty();
  std::vector<const rank_facts*> ranks;
  for (const rank_facts& f : c.matching().ranks()) ranks.push_back(&f);
  tables.emplace_back("ranks", std::move(ranks), ranks_detail::rank_device_columns);
  for (table& t : comparison_tables(c)) {
    const bool steps = t.name() == "rank_steps";
    if (steps || any) tables.push_back(steps ? t.renamed("device_steps") : std::move(t));
  }
  return tables;
}

std::string slow_device_line(const rank_comparison& c) {
  const std::size_t devices = c.matching().ranks().size();
  if (devices < 2 || c.matching().calls().empty()) return {};
  return std::to_string(devices) + " devices: " + c.what_if().verdict.why + "\n";
}

std::vector<std::string> jax_rank_sheet_names() {
  return {"ranks", "straggler_verdict", "stragglers", "what_if", "device_steps", "collectives", "collective_matching",
          "long", "clock_offsets"};
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_JAX_RANKS_BODY_HPP
