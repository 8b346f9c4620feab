#ifndef RIDGELINE_TORCH_ADVISE_MERGING_RULES_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_MERGING_RULES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/torch/advise/op_evidence_body.hpp>
#include <ridgeline/torch/advise/roof_rules_body.hpp>
#include <ridgeline/torch/advise/shape_rules.hpp>
#include <ridgeline/torch/record/element_bytes.hpp>
#include <ridgeline/torch/tree/announcements.hpp>

/// Rules about work that one kernel, or one message, could do in place of several.
namespace ridgeline {

namespace torch_detail {

/// Several pieces of work as one: `kept` takes `together`, the others go.
void merge_into(std::uint32_t kept, std::span<const std::uint32_t> works, duration together, replay_change& change) {
  std::vector<std::uint32_t> others;
  for (const std::uint32_t i : works)
    if (i != kept) others.push_back(i);
  change.times.emplace_back(kept, std::max(together, duration::of(advise_detail::fixed_cost)));
  change.let_go(others);
}
duration time_of(const gpu_activity& a, std::span<const std::uint32_t> works) {
  duration sum;
  for (const std::uint32_t i : works) sum += a.works[i].time;
  return sum;
}

/// Attention as separate kernels on a stream: a batched product, a softmax over all of its result, and a product with
/// that, with nothing in between but elementwise ops over the same scores and copies.
class unfused_attention {
 public:
  unfused_attention(const torch_findings_run& run, const finding_drafts& to)
      : run_(run), a_(run.activity), to_(to), work_(run.work_by_op(to)) {}

  static bool is_softmax(std::string_view op) { return is_any(op, {"aten::_softmax", "aten::_safe_softmax"}); }
  struct found {
    std::vector<std::uint32_t> works{};
    double roof = missing<double>;                 ///< of the same attention as one kernel, in microseconds
  };
  /// That begins at a position of a stream; without work if none does.
  found at(std::span<const std::uint32_t> stream, std::size_t first) const {
    constexpr std::size_t most = 16;               // pieces of work
    constexpr double largest_head = 256;           // of flash attention
    const std::uint32_t op = a_.works[stream[first]].op;
    if (first > 0 && a_.works[stream[first - 1]].op == op) return {};
    const product scores = product_of(op);
    if (!known(scores.b) || !(scores.k <= largest_head)) return {};
    found f;
    bool softmax = false;
    std::uint32_t last = missing<std::uint32_t>;   // the second product, once it is found
    for (std::size_t i = first; i < stream.size() && i < first + most; ++i) {
      const activity_work& w = a_.works[stream[i]];
      if (known(last) && w.op != last) break;
      if (w.op == op || w.op == last) {
        f.works.push_back(stream[i]);
        continue;
      }
      if (!known(w.op) || w.kind != gpu_kind::kernel || !known(a_.ops[w.op].dims)) return {};
      const torch_call c = call_of(a_, a_.ops[w.op]);
      const bool of_scores = most_elements(c) == scores.b * scores.m * scores.n;
      const bool normalises = is_softmax(c.name);
      if (const product values = product_of(w.op); values.k == scores.n && values.m == scores.m &&
                                                   values.b == scores.b && values.n <= largest_head && softmax) {
        last = w.op;
        f.works.push_back(stream[i]);
        f.roof = roof_of(scores, values);
      } else if (of_scores && (normalises || c.name.find("dropout") != c.name.npos ||
                               a_.name(w).find("elementwise") != std::string_view::npos)) {
        if (normalises && (softmax || to_.claimed(stream[i]))) return {};
        softmax = softmax || normalises;
        if (!to_.claimed(stream[i])) f.works.push_back(stream[i]);
      } else if (!is_any(c.name, {"aten::copy_", "aten::clone", "aten::contiguous"})) {
        return {};
      }
    }
    return known(f.roof) ? f : found{};
  }

 private:
  struct product {
    double b = missing<double>, m = missing<double>, n = missing<double>, k = missing<double>;
    double compute = missing<double>, element = missing<double>;
  };
  /// A batched product that no other finding is about.
  product product_of(std::uint32_t o) const {
    if (!known(o) || work_[o].empty() || !known(a_.ops[o].dims)) return {};
    const std::uint32_t event = a_.ops[o].uid;
    const torch_model_entry* const model = run_.costs.model_of(run_.run.event(event));
    const torch_cost* const cost = run_.costs.cost_of(event);
    if (model == nullptr || cost == nullptr || model->category != "GEMM") return {};
    const torch_metrics metrics = judged(run_, *cost, work_[o]);
    if (!metrics.has_both_roofs()) return {};
    const torch_parameters& p = cost->parameters;
    return {p.number("B"), p.number("M"), p.number("N"), p.number("K"), metrics.compute_time(),
            torch_type_size(call_of(a_, a_.ops[o]).type(0)).base()};
  }
  /// Q, K, V and the result each move once.
  double roof_of(const product& scores, const product& values) const {
    const double rows = scores.m * (scores.k + values.n) + scores.n * (scores.k + values.n);
    const double memory = (scores.b * rows * scores.element * B / run_.roofs->memory).in(us);
    return std::max(scores.compute + values.compute, memory);
  }

  const torch_findings_run& run_;
  const gpu_activity& a_;
  const finding_drafts& to_;
  std::vector<std::vector<std::uint32_t>> work_;
};

/// The ranges of PyTorch around an optimizer's step, in order, and the range that an op is in.
class optimizer_steps {
 public:
  explicit optimizer_steps(const torch_trace& trace) : trace_(trace) {
    for (const torch_event& e : trace.events)
      if (e.category == kineto_category::user_annotation && e.is_complete() &&
          trace.name(e).starts_with("Optimizer.step#"))
        steps_.push_back(&e);
    merge_sorted_runs(steps_, [](const torch_event* x, const torch_event* y) { return x->start < y->start; });
  }
  std::size_t size() const { return steps_.size(); }
  std::string_view name(std::size_t step) const { return trace_.name(*steps_[step]); }
  std::size_t of(const torch_event& op) const {
    const auto after = std::upper_bound(steps_.begin(), steps_.end(), op.start,
                                        [](time_point t, const torch_event* s) { return t < s->start; });
    if (after == steps_.begin()) return steps_.size();
    const torch_event& step = **(after - 1);
    return op.start < step.end() && op.place == step.place ? static_cast<std::size_t>(after - 1 - steps_.begin())
                                                           : steps_.size();
  }

 private:
  const torch_trace& trace_;
  std::vector<const torch_event*> steps_{};
};

/// What one step of an optimizer did on the GPU.
struct optimizer_work {
  struct updates {
    std::uint64_t calls = 0;
    double bytes = 0;
  };
  std::vector<std::uint32_t> works{};
  std::map<symbol, updates> in_place{};            ///< by op of arithmetic that changes a tensor with extents
  bool fused = false, claimed = false;

  /// The calls of an op that runs once for each parameter tensor: among those on at least half of the bytes that any
  /// of them changes, which are all parameters or states, the one that is called least.
  updates once_each() const {
    updates least;
    double most = 0;
    for (const auto& [op, u] : in_place) most = std::max(most, u.bytes);
    for (const auto& [op, u] : in_place)
      if (2 * u.bytes >= most && (least.calls == 0 || u.calls < least.calls)) least = u;
    return least;
  }
};

/// A small message: what else is like it, and its bytes.
struct message {
  symbol collective = missing<symbol>, group = missing<symbol>;
  double bytes = missing<double>;
  bool is_like(const message& m) const { return collective == m.collective && group == m.group; }
};
message message_of(const torch_findings_run& run, const stated_collectives& stated, const activity_work& w) {
  const collective_arguments* const c = w.communicates ? stated.of(w.uid) : nullptr;
  if (c == nullptr || !known(w.collective)) return {};
  const gpu::collective_kind kind = gpu::collective_kind_of(run.activity.text(w.collective));
  if (kind == gpu::collective_kind::unknown || kind == gpu::collective_kind::send_recv) return {};
  const auto elements = [](std::int64_t n) { return known(n) ? static_cast<double>(n) : 0; };
  const double bytes = std::max(elements(c->in_elements), elements(c->out_elements)) *
                       torch_element_bytes(run.activity.text(c->dtype));
  return {w.collective, w.group, bytes > 0 ? bytes : missing<double>};
}

}  // namespace torch_detail

namespace torch_findings {

void attention_unfused(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  const auto is_softmax = [&](const activity_op& op) { return unfused_attention::is_softmax(a.text(op.name)); };
  if (run.roofs == nullptr || std::none_of(a.ops.begin(), a.ops.end(), is_softmax)) return;
  const unfused_attention attention(run, to);
  drafts_by_group drafts;
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (std::size_t i = 0; i < stream.size(); ++i) {
      unfused_attention::found f = attention.at(stream, i);
      const duration together(f.roof / attainable * us);
      if (f.works.empty() || !(together < time_of(a, f.works))) continue;
      const std::uint32_t first = f.works.front();
      drafts_by_group::entry& e = drafts.of(short_name(name_with_shapes(a, *a.op_of(a.works[first]))));
      merge_into(first, f.works, together, e.change);
      e.works.insert(e.works.end(), f.works.begin(), f.works.end());
      e.detail = advise_detail::counted(++e.rows, "time", "times");
      while (i + 1 < stream.size() && stream[i + 1] <= f.works.back()) ++i;
    }
  }
  drafts.finish(a, to, true);
}

void optimizer_unfused(const torch_findings_run& run, finding_drafts& to) {
  constexpr std::uint64_t most_each = 4;           // kernels for a parameter tensor
  constexpr double passes = 7;  // a parameter, its gradient and two states are read, all but the gradient written
  if (run.roofs == nullptr || !known(run.roofs->memory)) return;
  const gpu_activity& a = run.activity;
  const optimizer_steps steps(run.run.trace());
  if (steps.size() == 0) return;
  std::vector<optimizer_work> done(steps.size());
  std::vector<bool> seen(a.ops.size());
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    const activity_op* const op = a.op_of(w);
    if (op == nullptr || w.kind != gpu_kind::kernel || w.communicates) continue;
    const std::size_t step = steps.of(run.run.event(op->uid));
    if (step == steps.size()) continue;
    optimizer_work& d = done[step];
    const std::string_view name = a.text(op->name);
    d.fused = d.fused || name.find("_foreach_") != name.npos || name.find("_fused_") != name.npos ||
              a.name(w).find("multi_tensor") != std::string_view::npos;
    d.claimed = d.claimed || to.claimed(i);
    d.works.push_back(i);
    const bool again = seen[w.op];
    seen[w.op] = true;
    const bool is_arithmetic = is_any(name, {"aten::add_", "aten::sub_", "aten::mul_", "aten::div_", "aten::lerp_",
                                             "aten::addcmul_", "aten::addcdiv_"});
    if (again || !known(op->dims) || !is_arithmetic) continue;
    const torch_call c = call_of(a, *op);
    const double bytes = c.shape(0).size() * c.size(0).base();
    if (!c.tensor(0) || !(bytes > 0)) continue;
    optimizer_work::updates& u = d.in_place[op->name];
    ++u.calls, u.bytes += bytes;
  }
  drafts_by_group drafts;
  for (std::size_t s = 0; s < done.size(); ++s) {
    const optimizer_work& d = done[s];
    const optimizer_work::updates once = d.once_each();
    if (d.fused || d.claimed || once.calls == 0 || d.works.size() <= most_each * once.calls) continue;
    const duration together(passes * once.bytes * B / run.roofs->memory / attainable);
    if (!(together < time_of(a, d.works))) continue;
    drafts_by_group::entry& e = drafts.of(std::string(steps.name(s)));
    merge_into(d.works.front(), d.works, together, e.change);
    e.works.insert(e.works.end(), d.works.begin(), d.works.end());
    e.detail = advise_detail::counted(e.rows += once.calls, "parameter tensor", "parameter tensors");
  }
  drafts.finish(a, to, true);
}

void comm_small(const torch_findings_run& run, finding_drafts& to) {
  constexpr double small = 1e6;                    // bytes
  constexpr std::size_t least = 8;
  const gpu_activity& a = run.activity;
  struct size_rate {
    double least = missing<double>, most = 0, time = 0, calls = 0;  // of the largest messages, us
  };
  std::map<std::pair<symbol, symbol>, size_rate> rates;
  const torch_detail::stated_collectives stated(run.run.tree());
  std::vector<message> messages(a.works.size());
  std::vector<bool> used(a.works.size());          // before the next one begins, other work waited for it
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    messages[i] = message_of(run, stated, a.works[i]);
    if (const std::uint32_t other = run.replay.waiting_of(i).other; known(other) && !a.works[i].communicates)
      used[other] = true;
    const double bytes = messages[i].bytes;
    if (!known(bytes)) continue;
    size_rate& r = rates[{messages[i].collective, messages[i].group}];
    if (!(r.least <= bytes)) r.least = bytes;
    if (bytes > r.most) r.most = bytes, r.time = r.calls = 0;
    if (bytes == r.most) r.time += a.works[i].time.in(us), ++r.calls;
  }
  drafts_by_group drafts;
  std::vector<std::uint32_t> row;
  const auto close = [&] {
    if (row.size() >= least) {
      const message& m = messages[row.front()];
      const size_rate& r = rates[{m.collective, m.group}];
      double bytes = 0;
      for (const std::uint32_t i : row) bytes += messages[i].bytes;
      const duration together(bytes * (r.time / r.calls) / r.most * us);
      if (r.least < r.most && together < time_of(a, row)) {
        std::string group(a.text(m.collective));
        if (known(m.group)) group += " in group " + std::string(a.text(m.group));
        drafts_by_group::entry& e = drafts.of(group);
        merge_into(row.back(), row, together, e.change);  // all of its inputs are there
        e.works.insert(e.works.end(), row.begin(), row.end());
        e.detail = advise_detail::counted(++e.rows, "larger one", "larger ones");
      }
    }
    row.clear();
  };
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (const std::uint32_t i : stream) {
      const bool fits = messages[i].bytes < small && !to.claimed(i);
      if (!row.empty() && (!fits || !messages[row.front()].is_like(messages[i]) || used[row.back()])) close();
      if (fits) row.push_back(i);
    }
    close();
  }
  drafts.finish(a, to, false);
}

}  // namespace torch_findings

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_MERGING_RULES_BODY_HPP
