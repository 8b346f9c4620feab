#ifndef RIDGELINE_TORCH_ADVISE_ROOF_RULES_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_ROOF_RULES_BODY_HPP

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/advise/chip_means_body.hpp>
#include <ridgeline/torch/advise/op_evidence_body.hpp>
#include <ridgeline/torch/advise/product_devices_body.hpp>
#include <ridgeline/torch/advise/shape_rules.hpp>
#include <ridgeline/torch/op/schema/norms.hpp>
#include <ridgeline/torch/op/stand_in.hpp>

/// Rules about ops that stay far below their roof: one rule, and what differs between families of ops.
namespace ridgeline {

namespace torch_detail {

/// The metrics of an op from its work, judged by the roof of what computed it, as in the row of its sheet.
torch_metrics judged(const torch_findings_run& run, const torch_cost& cost, const std::vector<std::uint32_t>& works) {
  duration took;
  for (const std::uint32_t i : works) took += run.activity.works[i].time;
  torch_metrics m = metrics_of(cost, cost.forward, took.in(us), run.roofs);
  if (m.stand_in == stand_in_kernels::none) return m;
  std::vector<std::uint32_t> kernels;
  for (const std::uint32_t i : works) kernels.push_back(run.activity.works[i].uid);
  judge_by_kernels(m, stand_in_kernels_of(run.run, kernels));
  return m;
}

std::string whole(double x) { return std::to_string(static_cast<std::int64_t>(x)); }

/// A call that a rule judges.
struct roof_call {
  const torch_findings_run& run;
  std::string_view op;
  std::uint32_t event;
  const torch_model_entry& model;
  const torch_cost& cost;
  byte_count cache;                                ///< of the chip, the last level
  torch_metrics metrics{};

  bool is_product() const { return model.category == "GEMM"; }
  bool is_serving() const { return model.category == "InferenceAttention" && cost.compute == engine::matrix; }
  bool is_attention() const {
    return is_serving() || (model.category.starts_with("SDPA") && cost.compute == engine::matrix);
  }
  bool is_memory_bound() const { return metrics.roof_memory > metrics.compute_time(); }
  /// The least time on the chip, in microseconds; missing if one of its roofs is unknown.
  double least() const {
    return metrics.has_both_roofs() && !cost.spec.empty() ? metrics.roof_time() : missing<double>;
  }
};

/// The multiprocessors of the chip, or missing.
double units_of(const torch_findings_run& run) {
  const torch_device* const device = run.run.trace().busiest_device();
  return device == nullptr || !known(device->multiprocessors) ? missing<double>
                                                              : static_cast<double>(device->multiprocessors);
}

std::string idle_beside(double tiles, std::string_view size, double units) {
  return whole(tiles) + (tiles == 1 ? " tile of " : " tiles of ") + std::string(size) +
         (tiles == 1 ? " leaves " : " leave ") + whole(units - tiles) + " of " + whole(units) + " units idle: ";
}

/// Why a product is slow, judged by its extents.
std::string reason_for_product(const roof_call& c) {
  const double m = c.cost.parameters.number("M"), n = c.cost.parameters.number("N"), k = c.cost.parameters.number("K"),
               b = c.cost.parameters.number("B"), units = units_of(c.run);
  const double step = c.cost.spec.ends_with("8") ? 16 : 8;
  std::string odd;
  for (const auto& [name, x] : {std::pair("M", m), std::pair("N", n), std::pair("K", k)})
    if (known(x) && std::fmod(x, step) != 0 && (name[0] != 'M' || x > 64))
      odd += (odd.empty() ? "pad " : ", ") + std::string(name) + " = " + whole(x);
  if (!odd.empty()) return odd + " to a multiple of " + whole(step);
  if (known(b) && b >= 16 && known(m) && known(n) &&
      m * n <= 128 * 128) return "batch these small products, or fuse them";
  if (c.is_memory_bound()) return "memory-bound: fuse with neighbouring ops, or use a larger batch";
  if (known(m) && known(n) && known(units)) {
    const double tiles = std::ceil(m / 128) * std::ceil(n / 128) * (known(b) ? b : 1);
    if (tiles < units) return idle_beside(tiles, "128 x 128", units) + "split K or use a larger batch";
  }
  if (known(k) && k <= 128) return "K = " + whole(k) + " is small: fuse with neighbouring ops";
  const std::string_view tuning = means_of(c.run).tuning;
  return "tune the kernel (max-autotune" + (tuning.empty() ? std::string() : ", " + std::string(tuning)) +
         "), or store the operands in the other order";
}

/// Whether the arguments, and the range around a step of an engine, tell how long sequences are. Of packed ones only
/// the longest is recorded: the work is known if all are as long. The tokens of a range are those of the rows, of which
/// a captured graph may add some.
bool lengths_known(const roof_call& c) {
  const auto n = [&](std::string_view name) { return c.cost.parameters.number(name); };
  if (c.is_serving()) {
    const double tokens = n("c_sq") + n("g_sq");
    return tokens <= n("N_Q") && 2 * tokens > n("N_Q");
  }
  const double sequences = n("num_seqs_q");
  if (!known(sequences) || sequences <= 1) return true;
  return sequences * n("max_seqlen_q") == n("N_Q") && n("num_seqs_kv") * n("max_seqlen_kv") == n("N_KV");
}
/// Whether it decodes, and what that takes is to read the cache.
bool reads_cache(const roof_call& c) {
  return c.is_serving() && c.cost.parameters.number("c_sq") == 0 && c.is_memory_bound();
}
double least_of_attention(const roof_call& c) { return lengths_known(c) ? c.least() : missing<double>; }
std::string reason_for_attention(const roof_call& c) {
  const double head = c.cost.parameters.number("d_h_qk"), units = units_of(c.run);
  const torch_parameters& p = c.cost.parameters;
  const double tiles = p.number("B") * p.number("H_Q") * std::ceil(p.number("N_Q") / 128);
  if (known(head) && std::fmod(head, 8) != 0) return "pad the head size " + whole(head) + " to a multiple of 8";
  if (!c.is_serving() && tiles < units)
    return idle_beside(tiles, "128 rows", units) + "split the keys (flash decoding)";
  return "use another kernel" + in_brackets(means_of(c.run).attention);
}
std::string reason_for_cache(const roof_call&) {
  return "split the keys over more units (flash decoding), or use larger pages";
}

/// How much longer than the roof the best kernels take, beside what all of them do: norms over more than a row read
/// their input twice, once for its moments, and gradients of norms read both inputs twice. The parts of a norm over all
/// ranks are passes of their own.
double passes_of(const roof_call& c) {
  if (c.model.sheet != "Normalization" || torch_synchronised_norm::describes_op(c.op)) return 1;
  if (c.op.find("backward") != c.op.npos) return 5.0 / 3;
  return core_detail::has_any(c.op, {"batch_norm", "instance_norm", "group_norm"}) ? 1.5 : 1;
}
/// Gradients of attention add into memory that others add into as well: 0.6 of the roof is what is known of them.
double gradients_beyond(const roof_call& c) { return c.model.category.ends_with("_bwd") ? attainable / 0.6 : 1; }
double no_more(const roof_call&) { return 1; }
/// Norms, softmax, reductions that read their input once (no sorting, no medians), and lookups of embeddings.
bool streams_memory(const roof_call& c) {
  if (c.cost.compute != engine::vector) return false;
  if (c.model.sheet == "Normalization" || c.model.sheet == "RMSNorm") return true;
  if (c.model.sheet == "Reduce")
    return !core_detail::has_any(c.op, {"sort", "topk", "median", "mode", "kthvalue", "histc", "unique", "cum"});
  if (c.op == "aten::embedding") return true;
  const std::uint32_t around = c.run.run.tree().parent_of(c.event);
  return c.op == "aten::index_select" && known(around) &&
         c.run.run.trace().name(c.run.run.event(around)) == "aten::embedding";
}
/// The last-level cache of the chip: of the one that the rates are for, or of the one in the trace. Of an unknown one
/// that of an MI300, among the largest.
byte_count cache_of(const torch_findings_run& run) {
  const hw::device* const chip = chip_of(run);
  return chip != nullptr && known(chip->last_level_cache) ? chip->last_level_cache : 256 * MiB;
}
double least_of_memory(const roof_call& c) {
  constexpr byte_count least_traffic = 1e6 * B;
  const byte_count bytes = c.cost.forward.bytes;
  if (!(bytes > least_traffic) || !(bytes > c.cache)) return missing<double>;
  const double memory = (bytes / c.run.roofs->memory).in(us);
  return c.metrics.compute_time() > memory ? missing<double> : memory;
}
std::string reason_for_memory(const roof_call& c) {
  if (c.op.find("softmax") != c.op.npos && c.op.find("log_softmax") == c.op.npos)
    return "fuse with neighbouring ops, or into attention (scaled_dot_product_attention)";
  return "fuse with neighbouring ops (torch.compile, a fused kernel)";
}

/// What a family of ops differs in from others.
struct roof_family {
  bool (*concerns)(const roof_call&);            ///< asked before there are metrics
  double (*least)(const roof_call&);             ///< microseconds; missing: it cannot be told
  std::string (*reason)(const roof_call&);
  double (*beyond)(const roof_call&) = no_more;  ///< how many times as long the best kernels take
  bool short_ones = false;                       ///< also calls of which the fixed cost is much
};
inline constexpr roof_family product_roof{[](const roof_call& c) { return c.is_product(); },
                                          [](const roof_call& c) { return c.least(); }, reason_for_product, no_more,
                                          true};
inline constexpr roof_family attention_roof{
    [](const roof_call& c) { return c.is_attention(); },
    [](const roof_call& c) { return reads_cache(c) ? missing<double> : least_of_attention(c); }, reason_for_attention,
    gradients_beyond};
inline constexpr roof_family cache_roof{
    [](const roof_call& c) { return c.is_serving(); },
    [](const roof_call& c) { return reads_cache(c) ? least_of_attention(c) : missing<double>; }, reason_for_cache};
inline constexpr roof_family memory_roof{streams_memory, least_of_memory, reason_for_memory, passes_of};

/// The calls of one op with equal shapes and types, and whether they ran as TF32.
struct call_group {
  symbol name, dims, types;
  bool rounded;
  friend auto operator<=>(const call_group&, const call_group&) = default;
};

double mean_over(const std::vector<std::uint32_t>& ops, const std::vector<double>& values) {
  double sum = 0;
  for (const std::uint32_t o : ops) sum += values[o];
  return sum / static_cast<double>(ops.size());
}

/// The slow ops of a group, each at what is attainable; `best` is by op, in microseconds. Returns their work.
std::vector<std::uint32_t> speed_up(const gpu_activity& a, const std::vector<std::uint32_t>& ops,
                                    const std::vector<std::vector<std::uint32_t>>& work,
                                    const std::vector<double>& best, replay_change& change) {
  std::vector<std::uint32_t> works;
  for (const std::uint32_t o : ops) {
    duration all;
    for (const std::uint32_t i : work[o]) all += a.works[i].time;
    for (const std::uint32_t i : work[o]) {
      const double part = all.base() > 0 ? a.works[i].time / all : 0;
      const duration then(best[o] / attainable * part * us);
      if (then < a.works[i].time) change.times.emplace_back(i, then);
      works.push_back(i);
    }
  }
  merge_sorted_runs(works, std::less<>{});
  return works;
}

/// Ops of a family whose mean time is more than twice that of their roof, by op, shapes and types: each at what is
/// attainable.
void below_roof(const torch_findings_run& run, finding_drafts& to, const roof_family& family) {
  if (run.roofs == nullptr) return;
  const gpu_activity& a = run.activity;
  const byte_count cache = cache_of(run);
  const auto call_of_op = [&](const torch_modelled_op& m) {
    return roof_call{run, a.text(a.ops[m.op].name), a.ops[m.op].uid, *m.model, *m.cost, cache};
  };
  std::vector<const torch_modelled_op*> concerned;
  for (const torch_modelled_op& m : run.modelled)
    if (family.concerns(call_of_op(m))) concerned.push_back(&m);
  if (concerned.empty()) return;
  const auto work = run.work_by_op(to);
  const auto judged_call = [&](const torch_modelled_op& m) {
    roof_call c = call_of_op(m);
    c.metrics = judged(run, c.cost, work[m.op]);
    return c;
  };
  struct equal_calls {
    const torch_modelled_op* first = nullptr;
    std::vector<std::uint32_t> ops{};
  };
  std::vector<double> least(a.ops.size(), missing<double>), best = least;  // us
  std::map<call_group, equal_calls> groups;
  for (const torch_modelled_op* const m : concerned) {
    const std::uint32_t o = m->op;
    if (work[o].empty()) continue;
    const roof_call c = judged_call(*m);
    least[o] = family.least(c), best[o] = least[o] * family.beyond(c);
    if (!(least[o] > 0)) continue;
    equal_calls& equal = groups[{a.ops[o].name, a.ops[o].dims, a.ops[o].types, c.metrics.rounded()}];
    if (equal.ops.empty()) equal.first = m;
    equal.ops.push_back(o);
  }
  for (const auto& [key, equal] : groups) {
    const auto [slow, fast] = slow_and_fast(run, equal.ops, work, mean_over(equal.ops, best) / far_below);
    if (!(mean_over(slow.ops, best) < far_below * slow.mean())) continue;
    const bool is_short = slow.mean() * 1000 < static_cast<double>(advise_detail::short_kernel) ||
                          mean_over(slow.ops, best) * 1000 < static_cast<double>(advise_detail::fixed_cost);
    if (is_short && !family.short_ones) continue;
    finding_draft& d = to.add(short_name(name_with_shapes(a, a.ops[equal.first->op])) + " " +
                              short_name(known(key.types) ? a.text(key.types) : std::string_view()) +
                              (key.rounded ? " as TF32" : ""));
    d.detail = in_percent(mean_over(slow.ops, least) / slow.mean()) + " of the roof is reached";
    d.detail += fast.ops.empty() ? "; " + family.reason(judged_call(*equal.first))
                                 : " on device " + slow.devices + ", and " +
                                       in_percent(mean_over(fast.ops, least) / fast.mean()) +
                                       " on others: find out what slows it down";
    std::vector<std::uint32_t> works = speed_up(a, slow.ops, work, best, d.change);
    take_ops(a, d, std::move(works));
    d.count = slow.ops.size();
  }
}

}  // namespace torch_detail

namespace torch_findings {

using namespace torch_detail;

void gemm_below_roof(const torch_findings_run& run, finding_drafts& to) { below_roof(run, to, product_roof); }
void attention_below_roof(const torch_findings_run& run, finding_drafts& to) { below_roof(run, to, attention_roof); }
void kv_cache_bandwidth(const torch_findings_run& run, finding_drafts& to) { below_roof(run, to, cache_roof); }
void memory_below_roof(const torch_findings_run& run, finding_drafts& to) { below_roof(run, to, memory_roof); }

void gemm_fp32(const torch_findings_run& run, finding_drafts& to) {
  if (run.roofs == nullptr || !known(run.roofs->peak_of("matrix_bf16"))) return;
  const gpu_activity& a = run.activity;
  const auto work = run.work_by_op(to);
  std::vector<std::uint32_t> works;
  replay_change change;
  for (const auto& [o, model, cost] : run.modelled) {
    if (work[o].empty() || model->category != "GEMM" || cost->precision != dtype::fp32) continue;
    torch_cost half;
    half.spec = "matrix_bf16", half.forward = cost->forward, half.forward.bytes = cost->forward.bytes / 2;
    const torch_metrics ran = judged(run, *cost, work[o]), then = judged(run, half, work[o]);
    const bool complete = ran.has_both_roofs() && then.has_both_roofs();
    if (!complete || ran.rounded() || !(then.roof_time() < ran.roof_time())) continue;
    for (const std::uint32_t i : work[o]) {
      if (is_named_for_tf32(a.name(a.works[i]))) continue;
      change.times.emplace_back(i, duration(a.works[i].time * (then.roof_time() / ran.roof_time())));
      works.push_back(i);
    }
  }
  if (works.empty()) return;
  merge_sorted_runs(works, std::less<>{});
  finding_draft& d = to.add("");
  d.detail = narrower_types(run);
  d.change = std::move(change);
  take_ops(a, d, std::move(works));
}

}  // namespace torch_findings

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_ROOF_RULES_BODY_HPP
