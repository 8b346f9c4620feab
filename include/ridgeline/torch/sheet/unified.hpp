#ifndef RIDGELINE_TORCH_SHEET_UNIFIED_HPP
#define RIDGELINE_TORCH_SHEET_UNIFIED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/sheet/metrics.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>
#include <ridgeline/torch/sheet/unified_rows.hpp>

namespace ridgeline {

/// Calls of one op with the same arguments that stand for their GPU work.
struct torch_unified_row {
  const torch_profile* run = nullptr;
  std::uint32_t event = missing<std::uint32_t>;       ///< whose data these are: the first call
  std::uint32_t uid = missing<std::uint32_t>;         ///< its number; behind those of all events for a synthetic op
  std::string name{};
  std::string category{};
  bool recomputed = false;
  bool has_model = false;
  bool synthetic = false;               ///< it is one kernel of the event, not the event
  std::int64_t count = 0;
  first_known gflops{}, megabytes{}, intensity{}, roof_time{};
  std::string spec{};
  std::string_view bound{};
  std::string parameters{};             ///< as a Python dict; empty for none
  statistics memory_rate{}, compute_rate{}, share{}, time{}, host_time{};
  std::vector<kernel_detail> details{};
  op_arguments arguments{};
  torch_share part{};
};

/// All GPU work of a run by ops, the longest first.
struct torch_unified {
  std::vector<torch_unified_row> rows{};
  bool has_roofs = false;
};

namespace torch_detail {

struct unified_key {
  symbol name, kernel;  // the kernel of a synthetic op
  std::uint32_t category, labels;
  symbol dims, types, strides, concrete;
  std::uint32_t recomputed;
};

/// A chosen event with its numbers.
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
    const std::vector<torch_unified_choice> chosen = torch_unified_choices(run_, costs_, links_);
    add_calls(chosen);
    return group();
  }

 private:
  void add_calls(const std::vector<torch_unified_choice>& chosen) {
    std::vector<std::uint32_t> events;
    auto next_uid = static_cast<std::uint32_t>(trace_.events.size());
    for (const torch_unified_choice& c : chosen) events.push_back(c.event);
    const std::vector<double> times = subtree_times(run_.tree(), events);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      unified_call call{chosen[i], chosen[i].event};
      call.category = run_.category_of(call.choice.event);
      call.metrics.time = times[i];
      call.first = static_cast<std::uint32_t>(kernels_.size());
      switch (call.choice.as) {
        case torch_row_kind::modelled:
          call.cost = costs_.cost_of(call.choice.event);
          if (call.cost->forward.is == torch_work::state::undefined) continue;
          call.metrics = metrics_of(*call.cost, call.cost->forward, times[i], roofs_);
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
      if (call.choice.as != torch_row_kind::synthetic) {
        const std::vector<std::uint32_t> work = gpu_work_by_launch(node_of(run_.tree(), call.choice.event));
        kernels_.insert(kernels_.end(), work.begin(), work.end());
      }
      call.last = static_cast<std::uint32_t>(kernels_.size());
      calls_.push_back(call);
    }
  }

  void add_backward(unified_call& call) {
    call.cost = costs_.cost_of(call.choice.other);
    const std::vector<std::uint32_t> nodes = links_.backward_of_subtree(run_.tree(), call.choice.other);
    call.metrics = metrics_of(*call.cost, call.cost->backward, busy_below(run_, nodes), roofs_);
    const torch_model_entry* const model = costs_.model_of(run_.event(call.choice.other));
    const std::string_view named = run_.category_by_name(trace_.name(run_.event(call.choice.event)));
    if (named.empty() || among(named, torch_detail::category_prefixes)) call.category = backward_category(model->category);
  }
  /// `SDPA_fwd` gives `SDPA_bwd`.
  std::string_view backward_category(std::string_view forward) {
    std::string text(without_direction(forward));
    text += "_bwd";
    return texts_.text(texts_.keep(text));
  }
  /// That of its whole name, else that of the first kernel which the call launches itself.
  std::string_view synthetic_category(const unified_call& call) {
    const std::string_view by_name = run_.category_by_name(synthetic_name(call));
    if (!by_name.empty()) return by_name;
    const std::uint32_t row = run_.launches().row_of[call.choice.event];
    if (!known(row)) return torch_category_other;
    const torch_event& first = run_.event(run_.launches().work[run_.launches().rows[row].first]);
    const std::string_view by_kernel = torch_detail::category_by_kernel(trace_.name(first));
    return by_kernel.empty() ? torch_category_other : by_kernel;
  }
  std::string synthetic_name(const unified_call& call) const {
    std::string name(trace_.name(run_.event(call.choice.event)));
    name += "->";
    name += trace_.name(run_.event(call.choice.other));
    name += " (Synthetic Op)";
    return name;
  }
  double time_of(std::uint32_t kernel) const {
    const torch_event& e = run_.event(kernel);
    const torch_clock clock = run_.tree().clock();
    return e.has_span() ? clock.microseconds(clock.end(e) - clock.start(e)) : 0;
  }

  torch_unified group() {
    distinct<unified_key> keys;
    category_numbers categories;
    std::vector<std::uint32_t> group_of;
    for (const unified_call& c : calls_) {
      const torch_event& e = run_.event(c.choice.event);
      const op_arguments* const op = trace_.op(e);
      const op_arguments a = op == nullptr ? op_arguments{} : *op;
      const bool synthetic = c.choice.as == torch_row_kind::synthetic;
      group_of.push_back(keys.number({e.name, synthetic ? run_.event(c.choice.other).name : missing<symbol>,
                                      categories(c.category), run_.label_number(e), a.input_dims, a.input_types,
                                      a.input_strides, a.concrete_inputs, run_.recomputed(c.choice.event) ? 1u : 0u}));
    }
    const grouping groups = grouped(group_of, keys.size());
    kernel_details details(trace_);
    torch_unified out;
    for (std::size_t g = 0; g < groups.size(); ++g) out.rows.push_back(row_of(groups.of(g), details));
    for (const unified_call& c : calls_) out.has_roofs = out.has_roofs || c.metrics.has_roof();
    std::sort(out.rows.begin(), out.rows.end(), [](const torch_unified_row& a, const torch_unified_row& b) {
      return a.time.sum != b.time.sum ? a.time.sum > b.time.sum : a.uid < b.uid;
    });
    fill_shares(out.rows, [](const torch_unified_row& r) { return r.time.sum; });
    return out;
  }

  torch_unified_row row_of(const grouping::slice& members, kernel_details& details) {
    torch_unified_row row;
    const unified_call& first = calls_[members.front()];
    row.run = &run_;
    row.event = first.choice.event, row.uid = first.uid, row.category = first.category;
    row.name = first.choice.as == torch_row_kind::synthetic ? synthetic_name(first)
                                                         : std::string(trace_.name(run_.event(row.event)));
    row.recomputed = run_.recomputed(row.event);
    row.has_model = first.cost != nullptr;
    row.synthetic = first.choice.as == torch_row_kind::synthetic;
    row.count = static_cast<std::int64_t>(members.size());
    if (const op_arguments* const a = trace_.op(run_.event(row.event))) row.arguments = *a;
    fill_metrics(row, members, [&](std::uint32_t m) -> const torch_metrics& { return calls_[m].metrics; });
    std::vector<double> host;
    for (const std::uint32_t m : members) {
      const unified_call& c = calls_[m];
      host.push_back(run_.event(c.choice.event).dur);
      const bool counted = c.cost != nullptr && known(c.metrics.flops);
      if (row.spec.empty() && counted) row.spec = c.cost->spec;
      if (row.parameters.empty() && counted) append_parameters(row.parameters, c.cost->parameters);
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

/// Groups the events that stand for a run's GPU work by op and arguments. `roofs` may be null.
inline torch_unified torch_unified_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                               const hw::roofs* roofs) {
  return torch_detail::unified_builder(run, costs, links, roofs).build();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_HPP
