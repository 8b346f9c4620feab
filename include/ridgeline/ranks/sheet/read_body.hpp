#ifndef RIDGELINE_RANKS_SHEET_READ_BODY_HPP
#define RIDGELINE_RANKS_SHEET_READ_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/ranks/sheet/details.hpp>
#include <ridgeline/ranks/sheet/groups.hpp>
#include <ridgeline/ranks/sheet/rank_calls.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/ranks/wire.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/sheet/families.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Makes the partial result of one rank.
class rank_reader {
 public:
  rank_reader(const torch_trace& trace, std::int64_t rank, const std::string& path, const rank_reading& how)
      : how_(how), run_(trace, how.run), trace_(run_.trace()), tree_(run_.tree()) {
    out_.ranks.emplace_back();
    facts().rank = rank;
    facts().path = path;
  }

  fleet_partial read() && {
    rank_facts& f = facts();
    f.world_size = trace_.distributed.world_size;
    f.trace_rank = trace_.distributed.rank;
    f.devices = static_cast<std::int64_t>(trace_.devices.size());
    f.events = static_cast<std::int64_t>(trace_.events.size());
    if (!trace_.devices.empty()) f.chip = trace_.busiest_device()->name;
    const torch_problems problems = merge(trace_.problems, tree_.problems());
    f.cut = problems[torch_problem::file_cut].count > 0;
    f.quality = quality_of(run_, f.path);
    if (std::none_of(trace_.events.begin(), trace_.events.end(),
                     [](const torch_event& e) { return is_gpu(e.category); }))
      f.quality.add("no device event: the trace has no GPU work", source_pos{f.path}, "", false);
    timeline();
    launchers();
    calls();
    f.base = trace_.base_time;
    if (how_.linked_calls_only) ranks_detail::keep_collectives(run_, f);
    else ranks_detail::keep_calls(run_, f);
    if (how_.kernels) ranks_detail::keep_kernels(run_, f);
    if (!how_.linked_calls_only) checks();
    f.texts.close();
    return std::move(out_);
  }

 private:
  rank_facts& facts() { return out_.ranks.back(); }

  void timeline() {
    const std::vector<std::uint32_t> events = gpu_events_of(tree_, how_.unlinked);
    const gpu_timeline line = how_.linked_calls_only ? gpu_timeline_of(tree_, events) : rank_timeline_of(tree_, events);
    facts().timeline_empty = line.empty, facts().timeline = times_of(line);
  }

  /// The health checks. Annotations and kernel names provide what a collective's arguments lack.
  void checks() {
    constexpr double few = 0.01;
    const auto unnamed = std::count_if(facts().collectives.begin(), facts().collectives.end(),
                                       [](const collective_use& u) { return !known(u.in_elements); });
    trace_health health = health_of(run_);
    for (health_check& c : health.checks) {
      if (c.name() == "collective_args_missing" && c.found() &&
          static_cast<double>(unnamed) <= few * static_cast<double>(facts().collectives.size()))
        c.is = trace_verdict::sound;
      facts().checks.add(c);
    }
    facts().checks.found.shrink_to_fit();
  }

  void launchers() {
    std::map<std::string_view, fleet_launcher> by_name;  // a few hundred names
    std::vector<fleet_launcher*> of_symbol(trace_.texts.bound(), nullptr);
    for (const torch_launch& l : run_.launches().rows) {
      const symbol name = run_.event(l.event).name;
      fleet_launcher*& to = of_symbol[index_of(name)];
      if (to == nullptr) {
        to = &by_name[trace_.text(name)];
        to->name = trace_.text(name);
      }
      ++to->count;
      to->time.add(l.direct_time);
      const std::span<const std::uint32_t> work = run_.launches().work_of(l);
      if (std::all_of(work.begin(), work.end(),
                      [&](std::uint32_t e) {
                        return tree_.lane_of(e) == gpu_lane::copy ||
                               (!how_.linked_calls_only && run_.event(e).category == kineto_category::gpu_memset);
                      }))
        to->copy_time.add(l.direct_time);
    }
    for (auto& entry : by_name) out_.launchers.push_back(std::move(entry.second));
  }

  void calls() {
    asked_once is_wanted(trace_.texts, [&](std::string_view name) {
      return multi_rank_group_of(name, how_.linked_calls_only) < multi_rank_groups.size();
    });
    std::vector<std::uint32_t> events;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (known(trace_.arguments(e).input_dims) && tree_.contains(i) && is_wanted(e.name)) events.push_back(i);
    }
    torch_costs costs(tree_, {run_.extension().models, how_.models});
    const std::vector<double> times = subtree_times(tree_, events), without_moves = times_without_moves(events, times);
    std::unordered_map<const torch_cost*, std::size_t> of_cost;
    std::map<std::string, std::size_t> of_identity;
    std::vector<fleet_call> calls;
    std::vector<std::vector<std::uint32_t>> members;
    std::size_t failed = 0;
    for (std::size_t m = 0; m < events.size(); ++m) {
      const torch_cost* const cost = costs.cost_of(events[m]);
      if (cost == nullptr || !cost->forward.counted()) {
        ++failed;
        continue;
      }
      const auto [at, is_new] = of_cost.try_emplace(cost, calls.size());
      if (is_new) {
        fleet_call call = call_of(events[m], *cost);
        const auto [place, first] = of_identity.try_emplace(call.identity, calls.size());
        at->second = place->second;
        if (first) calls.push_back(std::move(call)), members.emplace_back();
      }
      add(calls[at->second], events[m], *cost, times[m], without_moves[m]);
      members[at->second].push_back(events[m]);
    }
    if (failed != 0)
      facts().quality.add("op model: a call of a compared op has no FLOP and bytes, and is not in its group's sheet",
                          source_pos{facts().path}, "", false, failed);
    std::size_t left = 8 * tree_.gpu_positions().size() + 1'000'000;  // ops may nest without limit
    for (std::size_t c = 0; c < calls.size(); ++c) calls[c].kernels = kernels_of(members[c], left);
    std::sort(calls.begin(), calls.end(),
              [](const fleet_call& a, const fleet_call& b) { return a.identity < b.identity; });
    out_.calls = std::move(calls);
  }

  fleet_call call_of(std::uint32_t event, const torch_cost& cost) const {
    fleet_call call;
    call.name = trace_.name(run_.event(event));
    wire_writer wire;
    wire(call.name);
    for (const torch_parameters::entry& p : cost.parameters.entries()) {
      call.parameters.push_back({std::string(p.name), p.value});
      wire(call.parameters.back().name), wire(static_cast<std::uint8_t>(p.value.is)), wire(p.value.number);
      wire(p.value.text);
    }
    call.identity = wire.take();
    return call;
  }

  void add(fleet_call& call, std::uint32_t event, const torch_cost& cost, double time, double without_moves) {
    const std::int64_t rank = facts().rank;
    const torch_event& e = run_.event(event);
    const torch_metrics x = metrics_of(cost, cost.forward, time, nullptr);
    torch_metrics moved = x;
    moved.time = without_moves;
    ++call.count;
    call.first.add(rank, event);
    const auto say = [&](of_lowest_rank<double>& to, double value) {
      if (known(value)) to.add(rank, value);
    };
    say(call.gflops, x.gflops()), say(call.megabytes, x.megabytes()), say(call.intensity, x.intensity());
    const auto text = [&](of_lowest_rank<std::string>& to, std::string_view value) {
      if (!to.is_known() && !value.empty()) to.add(rank, std::string(value));
    };
    const place_labels& labels = run_.labels(e);
    text(call.process_name, labels.process_name), text(call.process_label, labels.process_label);
    text(call.thread_name, labels.thread_name), text(call.spec, cost.spec);
    const op_arguments& args = *trace_.op(e);
    text(call.dims, trace_.text(args.input_dims)), text(call.types, trace_.text(args.input_types));
    text(call.strides, trace_.text(args.input_strides)), text(call.concrete, trace_.text(args.concrete_inputs));
    call.memory_rate.add(x.terabytes_per_second());
    call.compute_rate.add(x.tflops_per_second());
    call.compute_rate_without_moves.add(moved.tflops_per_second());
    call.time.add(time);
    call.time_without_moves.add(without_moves);
  }

  /// Busy times below events as in `subtree_times`, but without kernels that only move data.
  std::vector<double> times_without_moves(const std::vector<std::uint32_t>& events,
                                          const std::vector<double>& times) const {
    const std::vector<std::uint32_t>& positions = tree_.gpu_positions();
    asked_once moves(trace_.texts, moves_data_only);
    bool any = false;
    std::vector<std::uint32_t> work(positions.size(), missing<std::uint32_t>);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const std::uint32_t event = tree_.order()[positions[i]];
      if (!run_.event(event).has_span()) continue;
      if (moves(run_.event(event).name)) any = true;
      else work[i] = event;
    }
    if (!any) return times;
    return busy_times(trace_, tree_.clock(), work, gpu_ranges_of(tree_, events));
  }

  std::vector<fleet_kernel> kernels_of(const std::vector<std::uint32_t>& events, std::size_t& left) const {
    std::map<std::pair<std::string_view, std::int64_t>, moments> all;
    for (const std::uint32_t event : events) {
      const auto [first, last] = tree_.gpu_positions_of(event);
      if (static_cast<std::size_t>(last - first) > left) break;
      left -= static_cast<std::size_t>(last - first);
      for (const std::uint32_t* p = first; p != last; ++p) {
        const torch_event& k = run_.event(tree_.order()[*p]);
        all[{trace_.name(k), trace_.stream(k)}].add(trace_.length_us(k));
      }
    }
    std::vector<fleet_kernel> kernels;
    for (auto& [key, time] : all) kernels.push_back({std::string(key.first), key.second, std::move(time)});
    return kernels;
  }

  rank_reading how_;
  torch_profile run_;
  const torch_trace& trace_;
  const call_tree& tree_;
  fleet_partial out_{};
};

}  // namespace ranks_detail

fleet_partial partial_of(const torch_trace& trace, std::int64_t rank, const std::string& path,
                         const rank_reading& how) {
  return ranks_detail::rank_reader(trace, rank, path, how).read();
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_READ_BODY_HPP
