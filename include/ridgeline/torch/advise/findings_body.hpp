#ifndef RIDGELINE_TORCH_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_FINDINGS_BODY_HPP

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/advise/shape_rules.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace torch_detail {

using advise_detail::counted;
using advise_detail::time_text;

std::string advice_on_layout(const finding_numbers& n) {
  return "Keep one memory layout (channels_last, no .contiguous()) and write data where it is read: " +
         counted(n.count, "copy changes", "copies change") + " only the place or the order of data, in " +
         time_text(n.concerned) + ".";
}
std::string advice_on_roundtrips(const finding_numbers& n) {
  return "Leave out " + counted(n.count, "cast", "casts") + " that the next one undoes, " + time_text(n.concerned) +
         " in all.";
}
std::string advice_on_chains(const finding_numbers& n) {
  return "Fuse these elementwise ops (torch.compile, a fused kernel): " + counted(n.count) + " back to back take " +
         time_text(n.concerned) + " and go through the same memory each time.";
}
std::string advice_on_fp32(const finding_numbers& n) {
  return "Use " + std::string(n.detail) + " if the accuracy allows: " +
         counted(n.count, "kernel of a float product takes ", "kernels of float products take ") +
         time_text(n.concerned) + ".";
}
std::string advice_on_roof(const finding_numbers& n, std::string_view one, std::string_view several) {
  return "Speed up " + (n.count == 1 ? "this " + std::string(one) : "these " + counted(n.count, "", several)) + " (" +
         time_text(n.concerned) + "): " + std::string(n.detail) + ".";
}
std::string advice_on_products(const finding_numbers& n) { return advice_on_roof(n, "product", "products"); }
std::string advice_on_attention(const finding_numbers& n) {
  return advice_on_roof(n, "call of attention", "calls of attention");
}
std::string advice_on_cache(const finding_numbers& n) {
  return advice_on_roof(n, "read of the KV cache", "reads of the KV cache");
}
std::string advice_on_memory(const finding_numbers& n) {
  return advice_on_roof(n, "memory-bound op", "memory-bound ops");
}
std::string advice_on_unfused_attention(const finding_numbers& n) {
  return "Use fused attention (scaled_dot_product_attention): product, softmax and product run as " +
         counted(n.count, "kernel", "kernels") + " " + std::string(n.detail) + ", in " + time_text(n.concerned) + ".";
}
std::string advice_on_optimizer(const finding_numbers& n) {
  return "Use the fused optimizer (fused=True, or foreach=True): " + counted(n.count, "kernel", "kernels") + " for " +
         std::string(n.detail) + " take " + time_text(n.concerned) + ".";
}
std::string advice_on_small_messages(const finding_numbers& n) {
  return "Send " + counted(n.count, "collective", "collectives") + " below 1 MB in a row as " + std::string(n.detail) +
         " (larger buckets, one flat tensor): they take " + time_text(n.concerned) + ".";
}
std::string advice_on_recompute(const finding_numbers& n) {
  return "Select what to checkpoint, at the price of memory: " + counted(n.count, "kernel runs", "kernels run") +
         " again, in " + time_text(n.concerned) + ".";
}

template <const activity_finding_kind& Kind>
void found_by(const torch_findings_run& run, finding_drafts& to) {
  Kind.collect(run, to);
}
/// A kind that applies to every GPU trace.
template <const activity_finding_kind& Kind>
constexpr torch_finding_kind every_trace_has() {
  return {Kind.id,       Kind.confidence, Kind.bound,  Kind.silent,
          Kind.rests_on, found_by<Kind>,  Kind.advice, Kind.needs_all};
}

namespace kinds = advise_detail::kinds;
inline constexpr std::string_view needs_shapes = "shapes_missing";

inline constexpr std::array all_torch_findings{
    torch_finding_kind{"layout_copies", finding_confidence::medium, finding_bound::upper, "", needs_shapes,
                       torch_findings::layout_copies, advice_on_layout},
    torch_finding_kind{"dtype_roundtrip", finding_confidence::high, finding_bound::exact, "", needs_shapes,
                       torch_findings::dtype_roundtrip, advice_on_roundtrips, true},
    every_trace_has<kinds::small_kernels>(),
    torch_finding_kind{"optimizer_unfused", finding_confidence::medium, finding_bound::exact, "", needs_shapes,
                       torch_findings::optimizer_unfused, advice_on_optimizer},
    torch_finding_kind{"unfused_elementwise", finding_confidence::medium, finding_bound::exact, "", needs_shapes,
                       torch_findings::unfused_elementwise, advice_on_chains, true},
    every_trace_has<kinds::slow_outliers>(),
    torch_finding_kind{"gemm_fp32", finding_confidence::medium, finding_bound::exact, "", needs_shapes,
                       torch_findings::gemm_fp32, advice_on_fp32},
    torch_finding_kind{"gemm_below_roof", finding_confidence::medium, finding_bound::exact, "stream_overlap",
                       needs_shapes, torch_findings::gemm_below_roof, advice_on_products},
    torch_finding_kind{"attention_below_roof", finding_confidence::medium, finding_bound::exact, "stream_overlap",
                       needs_shapes, torch_findings::attention_below_roof, advice_on_attention},
    torch_finding_kind{"kv_cache_bandwidth", finding_confidence::medium, finding_bound::exact, "stream_overlap",
                       needs_shapes, torch_findings::kv_cache_bandwidth, advice_on_cache},
    torch_finding_kind{"attention_unfused", finding_confidence::medium, finding_bound::exact, "stream_overlap",
                       needs_shapes, torch_findings::attention_unfused, advice_on_unfused_attention, true},
    torch_finding_kind{"memory_below_roof", finding_confidence::medium, finding_bound::exact, "stream_overlap",
                       needs_shapes, torch_findings::memory_below_roof, advice_on_memory},
    every_trace_has<kinds::memset_in_step>(),
    every_trace_has<kinds::copies_exposed>(),
    torch_finding_kind{"comm_small", finding_confidence::medium, finding_bound::exact, "collective_args_missing", "",
                       torch_findings::comm_small, advice_on_small_messages, true},
    every_trace_has<kinds::comm_exposed>(),
    torch_finding_kind{"recompute_share", finding_confidence::low, finding_bound::upper, "stacks_missing", "",
                       torch_findings::recompute_share, advice_on_recompute},
    every_trace_has<kinds::streams_serialised>(),
    every_trace_has<kinds::sync_points>(),
    every_trace_has<kinds::data_loading>(),
    every_trace_has<kinds::allocator>(),
    every_trace_has<kinds::compile_in_window>(),
    every_trace_has<kinds::module_loading>(),
    every_trace_has<kinds::host_bound>()};

/// The ops whose arguments were recorded and that a model describes.
std::vector<torch_modelled_op> modelled_ops(const torch_profile& run, const gpu_activity& a, torch_costs& costs) {
  std::vector<torch_modelled_op> found;
  for (std::uint32_t o = 0; o < a.ops.size(); ++o) {
    if (!known(a.ops[o].dims)) continue;
    const torch_model_entry* const model = costs.model_of(run.event(a.ops[o].uid));
    const torch_cost* const cost = model == nullptr ? nullptr : costs.cost_of(a.ops[o].uid);
    if (cost != nullptr) found.push_back({o, model, cost});
  }
  return found;
}

}  // namespace torch_detail

std::span<const torch_finding_kind> torch_finding_kinds() { return torch_detail::all_torch_findings; }

finding_list findings_of(const torch_profile& run, const hw::roofs* roofs, const trace_health& health,
                         const gpu_activity& activity, const gpu_replay& replay,
                         std::span<const torch_finding_kind> own, const finding_options& options) {
  if (activity.works.empty()) return {};
  torch_costs costs(run.tree(), {run.extension().models, {}, nullptr});
  torch_findings_run read{{activity, replay, health, options}, run, costs, roofs};
  std::vector<torch_modelled_op> modelled;
  if (roofs != nullptr) modelled = torch_detail::modelled_ops(run, activity, costs);
  read.modelled = modelled;
  finding_drafts drafts(activity.works.size());
  std::vector<judged_draft> found;
  const std::span<const torch_finding_kind> extended(run.extension().findings, run.extension().finding_count);
  advise_detail::collect_all(read, own, health, "", drafts, found);
  advise_detail::collect_all(read, extended, health, "", drafts, found);
  advise_detail::collect_all(read, torch_finding_kinds(), health, "", drafts, found);
  return ranked(std::move(found), &replay, replay.window(), options);
}

finding_list findings_of(const torch_profile& run, const hw::roofs* roofs, std::span<const torch_finding_kind> own,
                         const finding_options& options) {
  const gpu_activity activity = activity_of(run);
  const gpu_replay replay(activity);
  return findings_of(run, roofs, health_of(run, activity, replay), activity, replay, own, options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_FINDINGS_BODY_HPP
