#ifndef RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/op/call.hpp>

/// What rules about ops have in common: the calls behind work, and evidence by op.
namespace ridgeline::torch_detail {

inline constexpr double attainable = 0.8, far_below = 0.5;  // of a roof: what a kernel can reach; worth reporting

/// Text such as `aten::bmm [[32,8,64],[32,64,8]]`.
std::string name_with_shapes(const gpu_activity& a, const activity_op& op) {
  std::string text(a.text(op.name));
  if (known(op.dims)) text.append(" ").append(a.text(op.dims));
  return text;
}

/// Evidence by op: the longest call for each op and its shapes.
void evidence_of_ops(const gpu_activity& a, std::span<const std::uint32_t> works, finding_draft& d) {
  std::map<std::pair<symbol, symbol>, std::uint32_t> longest;
  for (const std::uint32_t i : works) {
    const activity_op* const op = a.op_of(a.works[i]);
    if (op == nullptr) continue;
    const auto [at, is_new] = longest.try_emplace({op->name, op->dims}, i);
    if (!is_new && a.works[i].time > a.works[at->second].time) at->second = i;
  }
  for (const auto& [key, i] : longest)
    d.evidence.push_back(finding_evidence::of(a, a.works[i], name_with_shapes(a, *a.op_of(a.works[i]))));
  advise_detail::order_evidence(d.evidence);
  if (d.evidence.size() > 3) d.evidence.resize(3);
}

/// The call of an op, for access to its arguments by position.
torch_call call_of(const gpu_activity& a, const activity_op& op) {
  torch_call c;
  c.name = a.text(op.name);
  if (known(op.dims)) c.dims = a.text(op.dims);
  if (known(op.types)) c.types = a.text(op.types);
  return c;
}

bool is_any(std::string_view name, std::initializer_list<std::string_view> of) {
  return std::find(of.begin(), of.end(), name) != of.end();
}

/// The most elements that a tensor of the call has.
double most_elements(const torch_call& c) {
  double most = 0;
  c.for_each_tensor([&](std::string_view dims, std::string_view) { most = std::max(most, torch_shape(dims).size()); });
  return most;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_ADVISE_OP_EVIDENCE_BODY_HPP
