#ifndef RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/op/call.hpp>

/// What rules about ops have in common: the calls behind work, and evidence by op.
namespace ridgeline::torch_detail {

using core_detail::has_any, core_detail::is_any;

inline constexpr double attainable = 0.8, far_below = 0.5;  // of a roof: what a kernel can reach; worth reporting

/// Text such as `aten::bmm [[32,8,64],[32,64,8]]`.
std::string name_with_shapes(const gpu_activity& a, const activity_op& op) {
  std::string text(a.text(op.name));
  if (known(op.dims)) text.append(" ").append(a.text(op.dims));
  return text;
}

/// Makes a draft about some work, with evidence by op: the longest call for each op and its shapes.
void take_ops(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works) {
  std::map<std::pair<symbol, symbol>, std::uint32_t> longest;
  for (const std::uint32_t i : works) {
    const activity_op* const op = a.op_of(a.works[i]);
    if (op == nullptr) continue;
    const auto [at, is_new] = longest.try_emplace({op->name, op->dims}, i);
    if (!is_new && a.works[i].time > a.works[at->second].time) at->second = i;
  }
  for (const auto& [key, i] : longest)
    d.evidence.push_back(finding_evidence::of(a, a.works[i], name_with_shapes(a, *a.op_of(a.works[i]))));
  advise_detail::keep_longest(d.evidence);
  advise_detail::take_works(a, d, std::move(works));
}

/// A draft about work that could be left out; none if there is no work.
void leave_out(const gpu_activity& a, finding_drafts& to, std::vector<std::uint32_t> works) {
  if (works.empty()) return;
  finding_draft& d = to.add("");
  d.change.let_go(works);
  take_ops(a, d, std::move(works));
}

/// Drafts by the text of their group, in order of first appearance, each with its work.
class drafts_by_group {
 public:
  struct entry {
    std::string group{}, detail{};
    replay_change change{};
    std::vector<std::uint32_t> works{};
    std::uint64_t rows = 0;                        ///< how many of them were merged
  };
  entry& of(const std::string& group) {
    const auto [at, is_new] = number_.try_emplace(group, entries_.size());
    if (is_new) entries_.emplace_back().group = group;
    return entries_[at->second];
  }
  void finish(const gpu_activity& a, finding_drafts& to, bool by_op) {
    for (entry& e : entries_) {
      finding_draft& d = to.add(std::move(e.group));
      d.change = std::move(e.change), d.detail = std::move(e.detail);
      merge_sorted_runs(e.works, std::less<>{});
      if (by_op) take_ops(a, d, std::move(e.works));
      else advise_detail::take_works(a, d, std::move(e.works));
    }
  }

 private:
  std::map<std::string, std::size_t> number_{};
  std::vector<entry> entries_{};
};

/// The call of an op, for access to its arguments by position.
torch_call call_of(const gpu_activity& a, const activity_op& op) {
  torch_call c;
  c.name = a.text(op.name);
  if (known(op.dims)) c.dims = a.text(op.dims);
  if (known(op.types)) c.types = a.text(op.types);
  return c;
}

/// The most elements that a tensor of the call has.
double most_elements(const torch_call& c) {
  double most = 0;
  c.for_each_tensor([&](std::string_view dims, std::string_view) { most = std::max(most, torch_shape(dims).size()); });
  return most;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP
