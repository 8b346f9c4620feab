#ifndef RIDGELINE_TORCH_OP_COSTS_BODY_HPP
#define RIDGELINE_TORCH_OP_COSTS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/op/called_again.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/record/inductor_kernel.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

/// The ranges of a trace, for finding the step that an op belongs to. If any on the host tell the sums of steps, as ops
/// are there, only these count: those of the GPU last longer, and others are around several steps or in one.
class torch_ranges {
 public:
  torch_ranges(const torch_trace& trace, const torch_model_faults& faults) : trace_(&trace) {
    asked_once tells_sums(trace.texts, [](std::string_view name) { return parse_iteration(name).has_sums; });
    std::vector<nested_spans<std::int64_t>::span> steps;
    const auto is_range = [](const torch_event& e) {
      return is_annotation(e.category) && e.is_complete();
    };
    const auto is_step = [&](const torch_event& e) {
      return is_range(e) && e.category == kineto_category::user_annotation && tells_sums(e.name);
    };
    for (std::uint32_t i = 0; i < trace.events.size() && !faults.first_range_of_all; ++i)
      if (const torch_event& e = trace.events[i]; is_step(e))
        steps.push_back({e.place, e.start.base(), e.end().base(), i});
    for (const torch_event& e : trace.events)
      if (steps.empty() ? is_range(e) : is_step(e)) ranges_.push_back({&e, {}});
    steps_ = nested_spans<std::int64_t>(std::move(steps));
    merge_sorted_runs(ranges_, [](const range& a, const range& b) { return a.event->start < b.event->start; });
    time_point latest;
    for (range& r : ranges_) {
      if (&r == &ranges_.front() || latest < r.event->end()) latest = r.event->end();
      r.latest_end = latest;
    }
  }
  /// The innermost step on the thread of `e`; otherwise the first range by start that contains all of `e` and ends
  /// after it, as ops of captures have another thread. Null if there is none.
  const torch_event* around(const torch_event& e) const {
    if (known(e.start))
      if (const std::uint32_t step = steps_.innermost(e.place, e.start.base()); known(step))
        return &trace_->events[step];
    const auto ends_before = [](const range& r, time_point end) { return r.latest_end <= end; };
    const auto at = std::lower_bound(ranges_.begin(), ranges_.end(), e.end(), ends_before);
    return at != ranges_.end() && at->event->start <= e.start ? at->event : nullptr;
  }

 private:
  struct range {
    const torch_event* event;
    time_point latest_end;  ///< latest end of the ranges up to this one
  };
  const torch_trace* trace_;
  std::vector<range> ranges_{};
  nested_spans<std::int64_t> steps_{{}};
};

}  // namespace torch_detail

class torch_costs::memory {
 public:
  memory(const call_tree& tree, const torch_cost_options& options)
      : tree_(&tree), options_(options), models_(tree.trace().texts.bound(), unasked),
        original_(tree.trace().texts, {options.models}) {}

  const torch_model_entry* model_of(symbol name) {
    std::uint32_t& entry = models_[index_of(name)];
    if (entry == unasked) {
      const torch_model_entry* const found =
          options_.models->find(tree_->trace().text(name), options_.faults.few_models);
      entry = found == nullptr ? missing<std::uint32_t> : static_cast<std::uint32_t>(entries_.size());
      if (found != nullptr) entries_.push_back(found);
    }
    return known(entry) ? entries_[entry] : nullptr;
  }
  bool is_of_original(symbol name) { return original_(name); }
  bool is_beside(std::uint32_t event, std::uint32_t work) {
    const torch_model_entry* const model = model_of(tree_->trace().events[event].name);
    if (model == nullptr || !model->leaves_work()) return false;
    return model->own_work ? tree_->communicates(work) : tree_->op_around(work) != event;
  }
  const torch_cost* cost_of(std::uint32_t event) {
    const torch_model_entry* const model = model_of(tree_->trace().events[event].name);
    if (model == nullptr) return nullptr;
    std::uint32_t& number = number_of(event);
    if (number == unasked) {
      const bool asked = model->alone || model->own_work || model->beside_ops;
      const bool others = asked ? !launches_itself(event, *model) : is_called_again(event, *model);
      number = others ? not_its_own : call_number(event, *model);
    }
    return number == not_its_own ? nullptr : described(number);
  }
  std::uint32_t counted_below(std::uint32_t event) {
    if (options_.faults.outer_call_counts || !tree_->contains(event)) return missing<std::uint32_t>;
    const std::uint32_t last = std::min(tree_->last_of(event), tree_->first_of(event) + most_asked);
    for (std::uint32_t i = tree_->first_of(event) + 1; i < last; ++i) {
      const std::uint32_t below = tree_->order()[i];
      const bool is_same = tree_->trace().events[below].name == tree_->trace().events[event].name;
      if (is_same && tree_->has_gpu_work(below) && cost_of(below) != nullptr) return below;
    }
    return missing<std::uint32_t>;
  }
  std::size_t size() const { return costs_.size(); }
  const call_tree& tree() const { return *tree_; }
  const torch_model_faults& faults() const { return options_.faults; }

 private:
  static constexpr std::uint32_t unasked = missing<std::uint32_t> - 1, not_its_own = unasked - 1;
  struct call_key {
    symbol name{}, dims{}, types{}, strides{}, concrete{}, kernel{}, annotation{};
    std::uint32_t below = missing<std::uint32_t>;  // the number of the cost that the op below tells
    std::int16_t experts = -1, heads = -1, head = -1, gated = 0;
    std::uint32_t kernels = 0, forward_kernels = 0;
    symbol gradient = missing<symbol>;
    std::uint32_t gathered = 1;
    friend bool operator==(const call_key&, const call_key&) = default;
  };

  /// Whether an op launches GPU work with no op in between, but for those that copy or communicate, if the model is of
  /// the op's own work; if it is beside that of ops below, any that the model asks for.
  bool launches_itself(std::uint32_t event, const torch_model_entry& model) {
    if (!tree_->contains(event)) return false;
    const torch_trace& trace = tree_->trace();
    bool own = false;
    for (const std::uint32_t position : first_work_of(event)) {
      const std::uint32_t work = tree_->order()[position], op = tree_->op_around(work);
      if (model.beside_ops) own = own || (op == event && is_asked(trace.events[work].name, model));
      else if (op == event) own = true;
      else if (!known(op) || !model.own_work) return false;
      else if (!tree_->communicates(work) && trace.name(trace.events[op]) != "aten::copy_") return false;
    }
    return own;
  }
  /// Whether all work of an op is that of calls below, which take what its tensors hold and count instead: shards of a
  /// DTensor, 8-bit floats and their scales, parts of a nested tensor, copies of another type (autocast). Such a call
  /// has the op's name, or is a product within one, or communicates: PyTorch's own ops call no such others.
  /// Of calls and work below an op, only the first `most_asked` are looked at.
  bool is_called_again(std::uint32_t event, const torch_model_entry& model) {
    if (options_.faults.outer_call_counts || !tree_->contains(event)) return false;
    const torch_event& e = tree_->trace().events[event];
    const auto is_product = [](const torch_model_entry* m) { return m != nullptr && m->category == "GEMM"; };
    const bool of_torch = tree_->trace().name(e).starts_with("aten::"), product = of_torch && is_product(&model);
    const std::uint32_t last = std::min(tree_->last_of(event), tree_->first_of(event) + most_asked);
    bool again = false;
    for (std::uint32_t i = tree_->first_of(event) + 1; i < last && !again; ++i) {
      const torch_event& below = tree_->trace().events[tree_->order()[i]];
      if (below.category != kineto_category::cpu_op || !tree_->has_gpu_work(tree_->order()[i])) continue;
      if (below.name == e.name && !torch_detail::takes_others(tree_->trace(), e, below)) return false;
      again = below.name == e.name || (product && is_product(model_of(below.name)));
    }
    const auto [work, end] = tree_->gpu_positions_of(event);
    again = again || (of_torch && end - work <= most_asked && any_communication_of(node_of(*tree_, event)));
    const auto is_own = [&](std::uint32_t position) { return tree_->op_around(tree_->order()[position]) == event; };
    return again && std::none_of(work, work + std::min<std::ptrdiff_t>(end - work, most_asked), is_own);
  }
  const torch_cost* described(std::uint32_t number) const {
    return costs_[number].described ? &costs_[number] : nullptr;
  }
  /// The slot of an event, by its position in the tree, which has fewer events than the trace.
  std::uint32_t& number_of(std::uint32_t event) {
    if (!tree_->contains(event)) return outside_.try_emplace(event, unasked).first->second;
    if (numbers_.empty()) numbers_.assign(tree_->order().size(), unasked);
    return numbers_[tree_->first_of(event)];
  }
  /// The index in `costs_` for an event; the cost of a new kind of call is computed.
  std::uint32_t call_number(std::uint32_t event, const torch_model_entry& model) {
    call_key key = key_of(event, model);
    if (!options_.faults.windows_are_whole && is_attention(model)) key.below = narrowed_below(event);
    return number_of_call(key, model);
  }
  std::uint32_t number_of_call(const call_key& key, const torch_model_entry& model) {
    const auto [at, is_new] = known_.try_emplace(key, std::uint32_t{0});
    if (is_new) {
      at->second = static_cast<std::uint32_t>(costs_.size());
      costs_.push_back(model.cost_of(call_of(key)));
      if (known(key.below)) narrow(costs_.back(), costs_[key.below]);
    }
    return at->second;
  }
  call_key key_of(std::uint32_t event, const torch_model_entry& model) {
    const torch_trace& trace = tree_->trace();
    const torch_event& e = trace.events[event];
    const std::uint32_t told_by = model.of_forward ? forward_op(event) : event;
    const op_arguments args = known(told_by) ? trace.arguments(trace.events[told_by]) : op_arguments{};
    call_key key{e.name, args.input_dims, args.input_types, args.input_strides, args.concrete_inputs};
    if (model.asks_kernel != nullptr) key.kernel = kernel_of(event, model, key.kernels);
    if (model.of_forward) {
      key.gradient = trace.arguments(e).input_dims;
      if (model.counts_kernels && known(told_by)) kernel_of(told_by, model, key.forward_kernels);
    }
    if (model.own_work) key.gathered = gathered_below(event);
    if (model.annotated) key.annotation = range_of(e);
    key.experts = args.chosen_experts, key.heads = args.query_heads, key.head = args.head_size;
    key.gated = args.gated_experts ? 1 : 0;
    return key;
  }

  static bool is_attention(const torch_model_entry& model) {
    return model.category.starts_with("SDPA") || model.category == "InferenceAttention";
  }
  /// The attention op below an event that tells a window of keys, if all modelled attention below the event is that
  /// op's. Attention calls few ops; of those that are nested without end, only the first are looked at.
  std::uint32_t narrowed_below(std::uint32_t event) {
    const call_tree& tree = *tree_;
    if (!tree.contains(event)) return missing<std::uint32_t>;
    const std::uint32_t last = std::min(tree.last_of(event), tree.first_of(event) + most_asked);
    std::uint32_t found = missing<std::uint32_t>, around = tree.last_of(event);
    for (std::uint32_t i = tree.first_of(event) + 1; i < last; ++i) {
      const std::uint32_t below = tree.order()[i];
      const torch_model_entry* const model = model_of(tree.trace().events[below].name);
      if (model == nullptr || !is_attention(*model) || !tree.has_gpu_work(below)) continue;
      const std::uint32_t number = number_of_call(key_of(below, *model), *model);
      const torch_cost& cost = costs_[number];
      if (cost.compute != engine::matrix || !cost.described) continue;
      if (known(found) || tree.last_of(below) > around) return missing<std::uint32_t>;
      if (!cost.narrowed) {
        around = tree.last_of(below);
        continue;
      }
      found = number;
      i = tree.last_of(below) - 1;
    }
    return found;
  }
  /// Counts an op as the op below it that tells a window, unless it tells one itself.
  static void narrow(torch_cost& outer, const torch_cost& inner) {
    if (outer.narrowed) return;
    outer.forward = inner.forward, outer.narrowed = true, outer.unrecorded = false;
    if (outer.backward.is != torch_work::state::undefined) outer.backward = inner.backward;
    outer.parameters = inner.parameters;
  }

  torch_call call_of(const call_key& key) const {
    const torch_trace& trace = tree_->trace();
    torch_call c;
    c.name = trace.text(key.name), c.dims = trace.text(key.dims), c.types = trace.text(key.types);
    c.strides = trace.text(key.strides), c.concrete = trace.text(key.concrete);
    c.kernel = trace.text(key.kernel), c.annotation = trace.text(key.annotation);
    c.kernels = static_cast<int>(key.kernels), c.forward_kernels = static_cast<int>(key.forward_kernels);
    c.gradient = trace.text(key.gradient), c.gathered = key.gathered;
    const auto given = [](std::int16_t n) { return n < 0 ? missing<double> : n; };
    c.chosen_experts = given(key.experts), c.query_heads = given(key.heads), c.head_size = given(key.head);
    c.gated = key.gated != 0;
    c.faults = options_.faults;
    if (options_.generated != nullptr) c.generated = options_.generated->find(c.name);
    return c;
  }

  static constexpr std::uint32_t most_asked = 1000;
  /// Positions of GPU work below an op. Ops that ask launch a few; of a thousand and more, as below ops that are nested
  /// without end, only the first are looked at.
  std::span<const std::uint32_t> first_work_of(std::uint32_t event) const {
    const auto [first, last] = tree_->gpu_positions_of(event);
    return {first, static_cast<std::size_t>(std::min<std::ptrdiff_t>(last - first, most_asked))};
  }
  /// The name of the first kernel by time, among those below the event, that the model asks for.
  symbol kernel_of(std::uint32_t event, const torch_model_entry& model, std::uint32_t& asked) {
    const torch_trace& trace = tree_->trace();
    const torch_event* found = nullptr;
    for (const std::uint32_t position : first_work_of(event)) {
      const torch_event& k = trace.events[tree_->order()[position]];
      if (model.beside_ops && tree_->op_around(tree_->order()[position]) != event) continue;
      if (!model.counts_kernels && found != nullptr && !(k.start < found->start)) continue;
      if (!is_asked(k.name, model)) continue;
      if (model.counts_kernels) ++asked;
      if (found == nullptr || k.start < found->start) found = &k;
    }
    return found == nullptr ? missing<symbol> : found->name;
  }

  /// Whether a model wants the name of this kernel; asked once per name.
  bool is_asked(symbol kernel, const torch_model_entry& model) {
    std::vector<std::uint8_t>& known = asked_[model.asks_kernel];
    if (known.empty()) known.resize(tree_->trace().texts.bound(), 2);
    std::uint8_t& wanted = known[index_of(kernel)];
    if (wanted == 2) wanted = model.asks_kernel(tree_->trace().text(kernel)) ? 1 : 0;
    return wanted == 1;
  }

  symbol range_of(const torch_event& e) {
    constexpr std::string_view vllm = "vllm::unified_attention_with_output";
    constexpr std::string_view passed_over = "aiter::linear_attention";  // skipped by the original's list
    const std::string_view name = tree_->trace().name(e);
    const bool listed = options_.serving ? !name.starts_with(passed_over) : name.starts_with(vllm);
    if (options_.faults.ranges_for_vllm_only && !listed) return missing<symbol>;
    if (ranges_ == nullptr) ranges_ = std::make_unique<torch_detail::torch_ranges>(tree_->trace(), options_.faults);
    const torch_event* const range = ranges_->around(e);
    return range == nullptr ? missing<symbol> : range->name;
  }

  /// By how much the gathers below an event make what is gathered larger, as with sequences that are divided among
  /// ranks; 1 without any.
  std::uint32_t gathered_below(std::uint32_t event) {
    const torch_trace& trace = tree_->trace();
    if (!tree_->contains(event) || trace.collectives.empty()) return 1;
    for (const call_node w : gpu_work_of(node_of(*tree_, event))) {
      const collective_arguments* const c = trace.collective(trace.events[w.uid()]);
      if (c == nullptr || !(c->in_elements > 0) || c->out_elements <= c->in_elements) continue;
      if (c->out_elements % c->in_elements == 0) return static_cast<std::uint32_t>(c->out_elements / c->in_elements);
    }
    return 1;
  }

  /// The forward op of which this is the `Backward`: of those with its name and sequence number, the one on the thread
  /// whose gradients the autograd node around computes, else on the only thread that has any.
  std::uint32_t forward_op(std::uint32_t event) {
    const torch_trace& trace = tree_->trace();
    const torch_event& e = trace.events[event];
    std::string_view name = trace.name(e);
    if (name.ends_with("Backward")) name.remove_suffix(8);
    const symbol forward = trace.texts.find(name);
    const std::int64_t number = trace.arguments(e).sequence;
    if (!known(forward) || !known(number)) return missing<std::uint32_t>;
    const auto& numbered = numbered_ops(forward);
    const auto found = numbered.find(number);
    if (found == numbered.end()) return missing<std::uint32_t>;
    if (options_.faults.sequence_on_any_thread) return found->second.back();
    if (links_ == nullptr) links_ = std::make_unique<backward_links>(link_backward(*tree_));
    const std::uint32_t linked = links_->around(*tree_, event).forward;
    const torch_event* const of_node = known(linked) ? &trace.events[linked] : nullptr;
    const auto process = [&](const torch_event& f) { return trace.places[f.place].process; };
    std::uint32_t best = missing<std::uint32_t>;
    for (const std::uint32_t i : found->second) {
      const torch_event& f = trace.events[i];
      if (!known(f.start) || !known(f.place) || f.start >= e.start) continue;
      if (of_node != nullptr ? f.place != of_node->place || f.start > of_node->start
                             : known(e.place) && process(f) != process(e))
        continue;
      if (known(best) && trace.events[best].place != f.place) return missing<std::uint32_t>;
      if (!known(best) || trace.events[best].start <= f.start) best = i;
    }
    return best;
  }
  /// The ops with a name, by sequence number, in file order.
  using ops_by_number = std::unordered_map<std::int64_t, std::vector<std::uint32_t>, byte_hash>;
  const ops_by_number& numbered_ops(symbol name) {
    const torch_trace& trace = tree_->trace();
    auto [at, is_new] = numbered_.try_emplace(name);
    for (std::uint32_t i = 0; is_new && i < trace.events.size(); ++i) {
      const std::int64_t number = trace.arguments(trace.events[i]).sequence;
      if (trace.events[i].name == name && known(number)) at->second[number].push_back(i);
    }
    return at->second;
  }

  const call_tree* tree_;
  torch_cost_options options_;
  std::vector<std::uint32_t> models_;
  std::vector<const torch_model_entry*> entries_{};
  struct has_original_model {
    const torch_model_table* models;
    bool operator()(std::string_view name) const { return models->find(name, true) != nullptr; }
  };
  asked_once<has_original_model> original_;
  std::unordered_map<call_key, std::uint32_t, byte_hash> known_{};
  std::unordered_map<decltype(torch_model_entry::asks_kernel), std::vector<std::uint8_t>> asked_{};  // by name
  std::deque<torch_cost> costs_{};
  std::vector<std::uint32_t> numbers_{};  // by position in the tree
  std::unordered_map<std::uint32_t, std::uint32_t> outside_{};  // by event, for events that are not in the tree
  std::unique_ptr<torch_detail::torch_ranges> ranges_{};
  std::unordered_map<symbol, ops_by_number> numbered_{};
  std::unique_ptr<backward_links> links_{};
};

torch_costs::torch_costs(const call_tree& tree, const torch_cost_options& options)
    : memory_(std::make_unique<memory>(tree, options)) {}
torch_costs::~torch_costs() = default;
const torch_model_entry* torch_costs::model_of(symbol name) { return memory_->model_of(name); }
const torch_model_entry* torch_costs::model_of(const torch_event& e) { return memory_->model_of(e.name); }
bool torch_costs::is_of_original(symbol name) { return memory_->is_of_original(name); }
bool torch_costs::is_beside(std::uint32_t event, std::uint32_t work) { return memory_->is_beside(event, work); }
const torch_cost* torch_costs::cost_of(std::uint32_t event) { return memory_->cost_of(event); }
std::uint32_t torch_costs::counted_below(std::uint32_t event) { return memory_->counted_below(event); }
std::size_t torch_costs::size() const { return memory_->size(); }
const call_tree& torch_costs::tree() const { return memory_->tree(); }
const torch_model_faults& torch_costs::faults() const { return memory_->faults(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_COSTS_BODY_HPP
