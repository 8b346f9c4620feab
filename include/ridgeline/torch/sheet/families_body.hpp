#ifndef RIDGELINE_TORCH_SHEET_FAMILIES_BODY_HPP
#define RIDGELINE_TORCH_SHEET_FAMILIES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/sheet/families.hpp>
#include <ridgeline/torch/sheet/family_rules.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/recompute.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

double busy_below(const torch_profile& run, const std::vector<std::uint32_t>& nodes) {
  std::vector<std::uint32_t> work;
  for (const std::uint32_t n : nodes)
    for (const call_node w : gpu_work_of(node_of(run.tree(), n))) work.push_back(w.uid());
  return busy_time_of(run.trace(), work, run.tree().clock());
}

/// Collects the events of the families, the kernels below them, and the costs of their backward passes.
class torch_sheet_builder {
 public:
  torch_sheet_builder(const torch_profile& run, torch_costs& costs, const backward_links& links,
                      const hw::roofs* roofs)
      : run_(run), tree_(run.tree()), costs_(costs), links_(links), roofs_(roofs),
        most_kernels_(8 * tree_.gpu_positions().size() + 1'000'000) {}

  torch_families build() && {
    const std::vector<torch_event>& events = run_.trace().events;
    std::vector<std::vector<std::uint32_t>> members;
    std::vector<std::string_view> families;
    category_numbers numbers;
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      if (!tree_.contains(i) || is_gpu(events[i].category)) continue;
      const torch_model_entry* const model = costs_.model_of(events[i]);
      if (model == nullptr || model->sheet.empty()) continue;
      const std::uint32_t at = numbers(model->sheet);
      if (at == families.size()) families.push_back(model->sheet), members.emplace_back();
      members[at].push_back(i);
    }
    for (std::size_t f = 0; f < families.size(); ++f) add_family(families[f], members[f]);
    return std::move(out_);
  }

 private:
  void add_family(std::string_view family, const std::vector<std::uint32_t>& members) {
    const bool divided = has_sheet_per_direction(family);
    torch_family_calls forward{std::string(family), false, divided, {}};
    torch_family_calls backward{std::string(family), true, divided, {}};
    call_kinds forward_kinds(*this, forward), backward_kinds(*this, backward);
    const std::vector<double> times = subtree_times(tree_, members);
    forward.events.reserve(members.size());
    for (std::size_t m = 0; m < members.size(); ++m) {
      const std::uint32_t event = members[m];
      const std::string_view name = run_.trace().name(run_.event(event));
      const torch_cost* const cost = costs_.cost_of(event);
      if (cost == nullptr) {  // autograd knows the outer call
        const std::uint32_t below = divided ? costs_.counted_below(event) : missing<std::uint32_t>;
        if (known(below) && has_gradients(name, *costs_.cost_of(below)))
          add_backward(backward, event, *costs_.cost_of(below), backward_kinds);
        continue;
      }
      if (const std::uint32_t stated = divided && cost->unrecorded ? forward_with_cost(event) : missing<std::uint32_t>;
          known(stated)) {
        torch_sheet_event e{stated, backward_kinds.number_of(*costs_.cost_of(stated)), times[m]};
        e.recomputed = run_.recomputed(event);
        keep_kernels(e, {&event, 1});
        add_event(backward, e);
        continue;
      }
      if (cost->unrecorded) {
        ++out_.unrecorded;
        out_.first_unrecorded = std::min(out_.first_unrecorded, event);
      } else if (cost->forward.is == torch_work::state::failed) {
        ++out_.failed;
        out_.first_failed = std::min(out_.first_failed, event);
      }
      if (cost->forward.counted()) {
        torch_sheet_event e{event, forward_kinds.number_of(*cost), times[m]};
        e.recomputed = run_.recomputed(event);
        keep_kernels(e, {&event, 1});
        if (costs_.model_of(run_.event(event))->leaves_work())
          e.time = busy_time_of(run_.trace(), std::span(out_.kernels).subspan(e.first), tree_.clock());
        add_event(forward, e);
      }
      if (divided && has_gradients(name, *cost))
        add_backward(backward, event, *cost, backward_kinds);
    }
    for (torch_family_calls* const s : {&forward, &backward})
      if (!s->events.empty()) out_.sheets.push_back(std::move(*s));
  }

  /// Whether the gradients of an op are on the backward sheet with its name, instead of those of ops that compute them.
  static bool has_gradients(std::string_view name, const torch_cost& cost) {
    return cost.backward.counted() && !core_detail::is_any(name, torch_ops_with_gradient_ops);
  }
  /// The forward op that tells the figures of an op that computes all of its gradients, but whose arguments were not
  /// recorded.
  std::uint32_t forward_with_cost(std::uint32_t event) {
    const bool all = core_detail::is_any(run_.trace().name(run_.event(event)), torch_gradient_ops);
    if (!all || costs_.faults().all_arguments_needed) return missing<std::uint32_t>;
    const std::uint32_t forward = links_.around(tree_, event).forward;
    if (!known(forward) || !core_detail::is_any(run_.trace().name(run_.event(forward)), torch_ops_with_gradient_ops))
      return missing<std::uint32_t>;
    const torch_cost* const cost = costs_.cost_of(forward);
    return cost != nullptr && cost->backward.complete() ? forward : missing<std::uint32_t>;
  }

  /// Numbers the kinds of calls in a sheet.
  class call_kinds {
   public:
    call_kinds(const torch_sheet_builder& builder, torch_family_calls& sheet) : builder_(builder), sheet_(sheet) {}
    std::uint32_t number_of(const torch_cost& cost) {
      const auto [at, is_new] = numbers_.try_emplace(&cost, static_cast<std::uint32_t>(sheet_.kinds.size()));
      if (is_new) {
        const torch_work& work = sheet_.backward ? cost.backward : cost.forward;
        sheet_.kinds.push_back({&cost, metrics_of(cost, work, 0, builder_.roofs_, builder_.needs_peak())});
      }
      return at->second;
    }

   private:
    const torch_sheet_builder& builder_;
    torch_family_calls& sheet_;
    std::unordered_map<const torch_cost*, std::uint32_t> numbers_{};
  };

  void add_event(torch_family_calls& sheet, torch_sheet_event e) {
    if (sheet.kinds[e.kind].metrics.stand_in != stand_in_kernels::none)
      e.computed = stand_in_kernels_of(run_, {out_.kernels.data() + e.first, out_.kernels.data() + e.last});
    sheet.events.push_back(e);
  }
  bool needs_peak() const { return run_.faults().roof_needs_compute_peak; }

  /// The backward passes of an op, each with its autograd nodes of the op and of everything below it.
  void add_backward(torch_family_calls& sheet, std::uint32_t event, const torch_cost& cost, call_kinds& kinds) {
    const bool as_nodes = run_.faults().recompute_needs_frames;
    if (again_.empty() && !run_.faults().backward_pass_in_each_row) again_ = forward_work_in_backward(tree_);
    talks_ = again_.empty() || any_communication_of(node_of(tree_, event));
    links_.passes_of(tree_, event, passes_);
    for (std::size_t pass = 0; pass < passes_.size(); ++pass) {
      const std::span<const std::uint32_t> nodes = passes_[pass];
      work_.clear();
      for (const std::uint32_t n : nodes) append_work(work_, n);
      torch_sheet_event e{event, kinds.number_of(cost), busy_time_of(run_.trace(), work_, tree_.clock())};
      e.recomputed = run_.recomputed(as_nodes ? event : nodes.front());
      keep_kernels(e, nodes);
      add_event(sheet, e);
    }
    talks_ = true;
  }
  /// Adds the GPU work below an event; without what is not of its model; of an autograd node, without what it does
  /// beside its backward pass, unless that is all: what runs the forward pass again, and communication where the
  /// forward op has none, as that of hooks.
  void append_work(std::vector<std::uint32_t>& to, std::uint32_t event) const {
    const auto work = gpu_work_of(node_of(tree_, event));
    const auto beside = [&](std::uint32_t w) {
      return (!again_.empty() && again_[w] && !again_[event]) || (!talks_ && tree_.communicates(w)) ||
             costs_.is_beside(event, w);
    };
    const std::size_t before = to.size();
    for (const call_node w : work)
      if (!beside(w.uid())) to.push_back(w.uid());
    if (to.size() != before) return;
    for (const call_node w : work) to.push_back(w.uid());
  }

  /// The kernels below some events, without duplicates, by start. The total is limited, for traces whose ops nest
  /// without limit.
  void keep_kernels(torch_sheet_event& e, std::span<const std::uint32_t> nodes) {
    e.first = e.last = static_cast<std::uint32_t>(out_.kernels.size());
    for (const std::uint32_t n : nodes) {
      const auto [first, last] = tree_.gpu_positions_of(n);
      if (out_.kernels.size() + static_cast<std::size_t>(last - first) > most_kernels_) break;
      append_work(out_.kernels, n);
    }
    const torch_clock clock = tree_.clock();
    const auto from = out_.kernels.begin() + e.first, to = out_.kernels.end();
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      const std::int64_t ta = clock.start(run_.event(a)), tb = clock.start(run_.event(b));
      return ta != tb ? ta < tb : a < b;
    };
    if (!std::is_sorted(from, to, before)) std::sort(from, to, before);
    out_.kernels.erase(std::unique(from, to), to);
    e.last = static_cast<std::uint32_t>(out_.kernels.size());
  }

  const torch_profile& run_;
  const call_tree& tree_;
  torch_costs& costs_;
  const backward_links& links_;
  const hw::roofs* roofs_;
  std::size_t most_kernels_;
  std::vector<bool> again_{};  // by event: run for the forward pass within the backward pass; empty: not asked
  bool talks_ = true;          // whether communication below an event belongs to it
  backward_passes passes_{};           // of one call, like `work_`
  std::vector<std::uint32_t> work_{};
  torch_families out_{};
};

}  // namespace torch_detail

torch_families torch_sheets_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                             const hw::roofs* roofs) {
  return torch_detail::torch_sheet_builder(run, costs, links, roofs).build();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_FAMILIES_BODY_HPP
