#ifndef RIDGELINE_TORCH_PHASE_SHAPES_HPP
#define RIDGELINE_TORCH_PHASE_SHAPES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/step_evidence.hpp>
#include <ridgeline/torch/phase/step_signs.hpp>
#include <ridgeline/torch/run/category_table.hpp>

/// The method `shapes`: the arguments of attention determine the phase of the whole step around it. It also works
/// for a trace without any annotations.
namespace ridgeline {

namespace torch_detail {

/// Classifies launches for the division into steps; results are cached per distinct call.
class step_judge {
 public:
  step_judge(const torch_profile& run, double threshold)
      : run_(run), costs_(run.tree(), {.models = run.extension().models}), threshold_(threshold),
        is_input_(run.trace()), looks_up_(run), attends_(run), is_graph_(run.trace().texts, launches_graph),
        says_prefill_(run.trace().texts, kernel_says<&attention_words::prefill>),
        says_decode_(run.trace().texts, kernel_says<&attention_words::decode>),
        says_paged_prefill_(run.trace().texts, kernel_says<&attention_words::paged_prefill>) {}

  bool looks_up(std::uint32_t launch) {
    const torch_launch& l = run_.launches().rows[launch];
    if (looks_up_(l)) return true;
    const torch_event& e = run_.event(l.event);
    return e.category != kineto_category::cpu_op && l.first != l.last && !is_graph_(e.name) &&
           looks_up_(run_.event(run_.launches().work[l.first]).name);
  }
  bool copies_in(std::uint32_t launch) {
    const torch_launch& l = run_.launches().rows[launch];
    return l.first != l.last && is_input_(run_.event(run_.launches().work[l.first]));
  }
  launch_evidence evidence(std::uint32_t launch) {
    const torch_launch& l = run_.launches().rows[launch];
    const std::uint32_t event = l.event;
    const torch_event& e = run_.event(event);
    launch_evidence out;
    bool attends = false;
    for (const std::uint32_t work : run_.launches().work_of(l))
      if (const symbol kernel = run_.event(work).name; attends_(kernel)) {
        attends = true;
        out.words.add({says_prefill_(kernel), says_decode_(kernel), says_paged_prefill_(kernel)});
      }
    out.graph = is_graph_(e.name), out.model = out.graph && attends;
    if (e.category != kineto_category::cpu_op) {
      out.attention.attends = attends && !out.graph;
      return out;
    }
    const op_arguments& op = run_.trace().arguments(e);
    const call_key key{e.name, op.input_dims, op.concrete_inputs, attends ? 1u : 0u};
    const auto [at, is_new] = attention_.try_emplace(key, attention_evidence{});
    if (is_new) {
      torch_call c;
      c.name = run_.trace().text(e.name), c.dims = run_.trace().text(op.input_dims);
      c.concrete = run_.trace().text(op.concrete_inputs);
      lower_case(c.name, lower_);
      const bool by_batch = c.shape(0).rank() == 4;
      const torch_model_entry* const model = costs_.model_of(e);
      const bool has_words = key.attends != 0 || (model != nullptr && (model->category.starts_with("SDPA") ||
                                                                       model->category == "InferenceAttention"));
      const auto of_model = [&](std::string_view size) { return by_batch ? shown(event, size) : missing<double>; };
      at->second = evidence_of_attention(c, lower_, threshold_, of_model("N_Q"), of_model("N_KV"), has_words);
    }
    out.attention = at->second;
    out.product = product_of(event, e);
    return out;
  }

 private:
  struct call_key {
    symbol name, dims, concrete;
    std::uint32_t attends;  ///< 1 if a kernel of the launch is attention by its name
    friend bool operator==(const call_key&, const call_key&) = default;
  };

  template <bool attention_words::*Word>
  static bool kernel_says(std::string_view kernel) {
    std::string lower;
    lower_case(kernel, lower);
    return words_of_attention_kernel(lower).*Word;
  }
  /// The extents of a matrix product by the op's model.
  matrix_product product_of(std::uint32_t event, const torch_event& e) {
    const torch_model_entry* const model = costs_.model_of(e);
    if (model == nullptr || !model->category.starts_with("GEMM")) return {};
    const double batch = shown(event, "B"), m = shown(event, "M"), n = shown(event, "N"), k = shown(event, "K");
    if ((known(batch) && batch != 1) || !known(m)) return {};  // a batched product is hand-written attention
    return {m, known(n) ? n : 0, known(k) ? k : 0};
  }
  /// A number among the parameters of the op's model; missing without one.
  double shown(std::uint32_t event, std::string_view name) {
    const torch_cost* const cost = costs_.cost_of(event);
    return cost != nullptr ? cost->parameters.number(name) : missing<double>;
  }

  const torch_profile& run_;
  torch_costs costs_;
  double threshold_;
  input_copies is_input_;
  token_lookups looks_up_;
  attention_launches attends_;
  asked_once<bool (*)(std::string_view)> is_graph_, says_prefill_, says_decode_, says_paged_prefill_;
  std::string lower_{};
  std::unordered_map<call_key, attention_evidence, byte_hash> attention_{};
};

/// Whether a step is over: logits were computed. What follows belongs to it, up to the first product of the next one.
class step_end {
 public:
  /// The next launch of the step, number `i`, before it is added to what the step showed.
  void before(std::size_t i, const launch_evidence& e, const step_evidence& seen) {
    if (!reached() || !(e.product.m > 0) || known(next_)) return;
    if (e.product.reads(logits_)) logits_ = {};  // a layer wider than those before
    else if (e.product.n != logits_.n) next_ = i, seen_ = seen;
  }
  void after(const launch_evidence& e, const step_evidence& seen) {
    if (e.product.m > 0 && seen.ends()) logits_ = e.product, next_ = missing<std::size_t>;
  }
  bool reached() const { return logits_.m > 0; }
  /// The first launch behind the step, if attention is called at `i`; `seen` becomes what the step showed up to there.
  std::size_t at(std::size_t i, step_evidence& seen) {
    if (!known(next_)) return i;
    seen = std::move(seen_);
    return next_;
  }

 private:
  matrix_product logits_{};
  std::size_t next_ = missing<std::size_t>;  // the first other product behind them
  step_evidence seen_{};                     // up to there
};

}  // namespace torch_detail

/// The phase of each launch, from the step that it belongs to. On each thread a step begins with an embedding or a
/// copy to the GPU, behind attention with a captured graph that holds attention itself, or behind logits if attention
/// follows. A stretch without evidence belongs to the following step, or at the end to the preceding one; and what a
/// copy begins may go on with the step.
inline std::vector<inference_phase> phases_by_shapes(const torch_profile& run, double threshold) {
  struct stretch {
    std::size_t end;  ///< behind its last launch
    step_evidence seen;
    bool by_copy;  ///< it begins with a copy to the GPU
  };
  const torch_launches& launches = run.launches();
  std::vector<inference_phase> phases(launches.rows.size(), inference_phase::unlabelled);
  std::vector<std::uint32_t> order = numbers_below(launches.rows.size());
  const auto place = [&](std::size_t i) { return run.event(launches.rows[order[i]].event).place; };
  merge_sorted_runs(order, [&](std::uint32_t a, std::uint32_t b) {
    return run.event(launches.rows[a].event).place < run.event(launches.rows[b].event).place;
  });
  torch_detail::step_judge judge(run, threshold);
  std::vector<stretch> steps;
  run_signs signs;
  stretch now{};
  torch_detail::step_end logits;
  const auto close = [&](std::size_t end) {
    now.end = end;
    const std::size_t begin = steps.empty() ? 0 : steps.back().end;
    if (now.by_copy && !steps.empty() && place(begin) == place(begin - 1) && steps.back().seen.goes_on_in(now.seen))
      steps.back().end = end, steps.back().seen.add(now.seen);
    else
      steps.push_back(std::move(now));
    now = {}, logits = {};
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const launch_evidence shown = judge.evidence(order[i]);
    const bool other_thread = i != 0 && place(i) != place(i - 1);
    const bool copy = judge.copies_in(order[i]);
    if (other_thread || (now.seen.any() && (copy || judge.looks_up(order[i]))) || (now.seen.attends() && shown.model)) {
      close(i);
      now.by_copy = copy;
    }
    if (logits.reached() && shown.attention.attends) {
      i = logits.at(i, now.seen);
      close(i--);  // again from the begin of the next step
      continue;
    }
    logits.before(i, shown, now.seen);
    now.seen.add(shown);
    logits.after(shown, now.seen);
    signs.decode_words |= shown.words.decode;
  }
  if (!order.empty()) close(order.size());
  for (const stretch& s : steps) {
    signs.graphs |= s.seen.has_graph(), signs.models |= s.seen.is_graph();
    signs.calls = std::max(signs.calls, s.seen.calls());
  }
  std::size_t first = 0;
  for (const stretch& s : steps) {
    inference_phase phase = s.seen.phase(threshold, signs);
    if (!s.seen.any() && first > 0 && place(first - 1) == place(first)) phase = phases[order[first - 1]];
    for (; first < s.end; ++first) phases[order[first]] = phase;
  }
  return phases;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_SHAPES_HPP
