#ifndef RIDGELINE_TORCH_SHEET_UNIFIED_BODY_HPP
#define RIDGELINE_TORCH_SHEET_UNIFIED_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/torch/op/parameters.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/sheet/family_rules.hpp>
#include <ridgeline/torch/sheet/metrics_rows.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/sheet/unified_rows.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

/// A chosen event with its metrics.
struct unified_call {
  torch_unified_choice choice{};
  std::uint32_t uid = missing<std::uint32_t>;
  std::string_view category{};
  const torch_cost* cost = nullptr;
  torch_metrics metrics{};
  std::uint32_t first = 0, last = 0;  // GPU work
};

class unified_builder {
 public:
  unified_builder(const torch_profile& run, torch_costs& costs, const backward_links& links, const hw::roofs* roofs)
      : run_(run), trace_(run.trace()), costs_(costs), links_(links), roofs_(roofs) {}

  torch_unified build() && {
    add_calls(torch_unified_choices(run_, costs_, links_));
    return group();
  }
  std::vector<torch_counted_work> works() && {
    add_calls(torch_unified_choices(run_, costs_, links_));
    std::vector<torch_counted_work> counted;
    for (const unified_call& c : calls_)
      if (known(c.metrics.flops) || known(c.metrics.bytes)) counted.push_back({c.choice.event, c.metrics});
    return counted;
  }

 private:
  void add_calls(const torch_attributed_work& work) {
    const std::vector<torch_unified_choice>& chosen = work.chosen;
    std::vector<std::uint32_t> events;
    auto next_uid = static_cast<std::uint32_t>(trace_.events.size());
    for (const torch_unified_choice& c : chosen) events.push_back(c.event);
    const std::vector<double> times = subtree_times(run_.tree(), events);
    calls_.reserve(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      unified_call call{chosen[i], chosen[i].event};
      call.category = run_.category_of(call.choice.event);
      call.metrics.time = times[i];
      call.first = static_cast<std::uint32_t>(kernels_.size());
      const bool own = call.choice.without_beside || call.choice.leaves_work;
      if (own) call.metrics.time = append_own_work(run_.tree(), call.choice, work.beside, costs_, kernels_);
      switch (call.choice.as) {
        case torch_row_kind::modelled:
          call.cost = costs_.cost_of(call.choice.event);
          if (call.cost->forward.is == torch_work::state::undefined) continue;  // only with the original's fault
          call.metrics = metrics_of(*call.cost, call.cost->forward, call.metrics.time, roofs_, needs_peak());
          break;
        case torch_row_kind::backward: add_backward(call); break;
        case torch_row_kind::launches: break;
        case torch_row_kind::synthetic:
          call.uid = next_uid++;
          call.category = synthetic_category(call);
          call.metrics.time = time_of(call.choice.other);
          kernels_.push_back(call.choice.other);
          break;
      }
      if (call.choice.as != torch_row_kind::synthetic && !own)
        append_gpu_work_by_launch(kernels_, node_of(run_.tree(), call.choice.event));
      call.last = static_cast<std::uint32_t>(kernels_.size());
      if (call.metrics.stand_in != stand_in_kernels::none)
        judge_by_kernels(call.metrics, torch_detail::stand_in_kernels_of(
                                           run_, {kernels_.data() + call.first, kernels_.data() + call.last}));
      calls_.push_back(call);
    }
  }

  void add_backward(unified_call& call) {
    call.cost = costs_.cost_of(call.choice.other);
    const double time = run_.faults().backward_pass_in_each_row
                            ? busy_below(run_, links_.backward_of_subtree(run_.tree(), call.choice.other))
                            : call.metrics.time;
    call.metrics = metrics_of(*call.cost, call.cost->backward, time, roofs_, needs_peak());
    const torch_model_entry* const model = costs_.model_of(run_.event(call.choice.other));
    const std::string_view named = run_.category_by_name(trace_.name(run_.event(call.choice.event)));
    if (named.empty() || core_detail::is_any(named, category_prefixes))
      call.category = backward_category(model->category);
  }
  /// Turns `SDPA_fwd` into `SDPA_bwd`.
  std::string_view backward_category(std::string_view forward) {
    std::string text(without_direction(forward));
    text += "_bwd";
    return texts_.text(texts_.keep(text));
  }
  /// The category by its full name, else by its kernel (in the original the launch's first), else that of the launch.
  std::string_view synthetic_category(const unified_call& call) {
    const std::string_view by_name = run_.category_by_name(synthetic_name(call));
    if (!by_name.empty()) return by_name;
    const std::uint32_t row = run_.launches().row_of(run_.tree(), call.choice.event);
    if (!known(row)) return torch_category_other;
    const torch_launch& launch = run_.launches().rows[row];
    if (run_.faults().categories_by_table) {
      const auto of_first = category_by_kernel(trace_.name(run_.event(run_.launches().work[launch.first])));
      return of_first.empty() ? torch_category_other : of_first;
    }
    const std::string_view by_kernel = kernel_category(trace_.name(run_.event(call.choice.other)));
    const bool of_launch = by_kernel.empty() || launch.category == torch_category_graph;
    return of_launch || is_kernel_word(launch.category) ? launch.category : by_kernel;
  }
  std::string synthetic_name(const unified_call& call) const {
    std::string name(trace_.name(run_.event(call.choice.event)));
    return name.append("->").append(trace_.name(run_.event(call.choice.other))).append(" (Synthetic Op)");
  }
  bool needs_peak() const { return run_.faults().roof_needs_compute_peak; }
  double time_of(std::uint32_t kernel) const {
    const torch_event& e = run_.event(kernel);
    return e.has_span() ? run_.tree().clock().from_to(e, e) : 0;
  }

  torch_unified group() {
    distinct<torch_op_key> keys;
    category_numbers categories;
    std::vector<std::uint32_t> group_of;
    const bool narrowed_apart = !costs_.faults().windows_are_whole;  // the original's rows are of equal arguments
    for (const unified_call& c : calls_) {
      const bool synthetic = c.choice.as == torch_row_kind::synthetic;
      const symbol kernel = synthetic ? run_.event(c.choice.other).name : missing<symbol>;
      const bool narrowed = narrowed_apart && c.cost != nullptr && c.cost->narrowed;
      group_of.push_back(keys.number(torch_op_key_of(run_, c.choice.event, categories(c.category),
                                                     static_cast<std::uint32_t>(kernel), narrowed ? 1 : 0)));
    }
    const grouping groups = grouped(group_of, keys.size());
    kernel_details details(trace_, run_.faults().kernels_by_position);
    torch_unified out;
    for (std::size_t g = 0; g < groups.size(); ++g) out.rows.push_back(row_of(groups.of(g), details));
    for (const unified_call& c : calls_) {
      out.has_roofs = out.has_roofs || c.metrics.has_roof();
      if (c.cost == nullptr || has_sheet(c.choice)) continue;
      if (c.metrics.is_impossible()) out.above_roof.push_back(c.choice.event);
      if (c.cost->unrecorded) out.unrecorded.push_back(c.choice.event);
    }
    const auto time = [](const torch_unified_row& r) { return r.time.sum; };
    out.rows = std::move(out.rows) | sort_by(desc(time), &torch_unified_row::uid);
    fill_shares(out.rows, time);
    add_rest(out);
    return out;
  }

  /// Whether the model of a chosen event, or of its forward op, has a category sheet.
  bool has_sheet(const torch_unified_choice& c) {
    const std::uint32_t op = c.as == torch_row_kind::backward ? c.other : c.event;
    const torch_model_entry* const model = costs_.model_of(run_.event(op));
    return model != nullptr && !model->sheet.empty();
  }

  /// Adds up the GPU work that is in no row.
  void add_rest(torch_unified& out) const {
    std::vector<bool> in_row(trace_.events.size(), false);
    for (const std::uint32_t k : kernels_) in_row[k] = true;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (in_row[i] || !is_gpu(e.category) || !e.is_complete()) continue;
      if (run_.tree().communicates(i)) out.communication += time_of(i), ++out.communication_count;
      else if (!known(run_.tree().parent_of(i))) out.unlinked += time_of(i), ++out.unlinked_count;
    }
  }

  torch_unified_row row_of(const grouping::slice& members, kernel_details& details) {
    torch_unified_row row;
    const unified_call& first = calls_[members.front()];
    row.run = &run_, row.event = first.choice.event, row.uid = first.uid, row.category = first.category;
    row.name = first.choice.as == torch_row_kind::synthetic ? synthetic_name(first)
                                                         : std::string(trace_.name(run_.event(row.event)));
    row.recomputed = run_.recomputed(row.event), row.has_model = first.cost != nullptr;
    row.synthetic = first.choice.as == torch_row_kind::synthetic;
    row.count = static_cast<std::int64_t>(members.size());
    row.arguments = trace_.arguments(run_.event(row.event));
    fill_metrics(row, members, [&](std::uint32_t m) -> const torch_metrics& { return calls_[m].metrics; });
    std::vector<double> host;
    for (const std::uint32_t m : members) {
      const unified_call& c = calls_[m];
      host.push_back(run_.host_time(c.choice.event));
      if (c.cost == nullptr || (!known(c.metrics.flops) && !known(c.metrics.bytes))) continue;
      if (row.spec.empty()) row.spec = c.cost->spec;
      if (row.parameters.empty()) append_parameters(row.parameters, c.cost->parameters);
    }
    row.host_time = statistics_of(host);
    row.details = details.over(members, [&](std::uint32_t m) {
      return std::span<const std::uint32_t>(kernels_.data() + calls_[m].first, kernels_.data() + calls_[m].last);
    });
    return row;
  }

  const torch_profile& run_;
  const torch_trace& trace_;
  torch_costs& costs_;
  const backward_links& links_;
  const hw::roofs* roofs_;
  std::vector<unified_call> calls_{};
  std::vector<std::uint32_t> kernels_{};
  symbol_pool texts_{};
};

}  // namespace torch_detail

torch_unified torch_unified_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                               const hw::roofs* roofs) {
  return torch_detail::unified_builder(run, costs, links, roofs).build();
}

std::vector<torch_counted_work> torch_counted_works(const torch_profile& run, torch_costs& costs,
                                                    const backward_links& links, const hw::roofs* roofs) {
  return torch_detail::unified_builder(run, costs, links, roofs).works();
}

torch_unified torch_unified_of(const torch_profile& run, const hw::roofs* roofs) {
  torch_costs costs(run.tree(), {run.extension().models, {}, nullptr});
  return torch_unified_of(run, costs, link_backward(run.tree()), roofs);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_BODY_HPP
