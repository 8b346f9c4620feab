#ifndef RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP
#define RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/replay.hpp>

/// What the host saves when work goes.
namespace ridgeline::advise_detail {

inline constexpr std::int64_t loading_call = 1'000'000;  // ns: a launch that takes longer loads its module

/// The host time of a change, and that which goes with its removed works: the span of an op whose works all go, and
/// otherwise the launches, since the op is called for the rest. A launch that loads its module stays in either case.
inline std::vector<host_cut> cuts_of(const gpu_activity& a, const replay_change& change) {
  if (change.gone.empty()) return change.cuts;
  std::vector<std::uint32_t> stay(a.ops.size());
  for (const activity_work& w : a.works)
    if (known(w.op)) ++stay[w.op];
  std::vector<bool> counted(a.works.size());
  for (const std::uint32_t i : change.gone) {
    if (known(a.works[i].op) && !counted[i]) --stay[a.works[i].op];
    counted[i] = true;
  }
  std::vector<host_cut> cuts = change.cuts;
  for (const std::uint32_t i : change.gone) {
    const activity_call* const call = a.call_of(a.works[i]);
    const activity_op* const op = a.op_of(a.works[i]);
    const bool loads = op != nullptr && call != nullptr && call->time.base() > loading_call && call->time < op->time;
    if (op != nullptr && stay[a.works[i].op] == 0)
      cuts.push_back({op->end(), loads ? op->time - call->time : op->time,
                      call != nullptr ? call->thread : missing<std::uint32_t>});
    else if (call != nullptr && call->kind != call_kind::graph_launch && !loads)
      cuts.push_back({call->end(), call->time, call->thread});
  }
  return cuts;
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP
