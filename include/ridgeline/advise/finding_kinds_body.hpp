#ifndef RIDGELINE_ADVISE_FINDING_KINDS_BODY_HPP
#define RIDGELINE_ADVISE_FINDING_KINDS_BODY_HPP

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>

/// The kinds applied to every GPU trace.
namespace ridgeline {

namespace advise_detail {

inline constexpr std::array activity_kinds_in_order{
    kinds::small_kernels, kinds::slow_outliers,      kinds::memset_in_step, kinds::copies_exposed,
    kinds::comm_exposed,  kinds::streams_serialised, kinds::sync_points,    kinds::data_loading,
    kinds::allocator,     kinds::compile_in_window,  kinds::module_loading, kinds::host_bound};

}  // namespace advise_detail

std::span<const activity_finding_kind> activity_finding_kinds() { return advise_detail::activity_kinds_in_order; }

finding_list findings_of(const gpu_activity& activity, const gpu_replay& replay, const trace_health& health,
                         std::span<const activity_finding_kind> own, const finding_options& options,
                         std::string_view front) {
  if (activity.works.empty()) return {};
  const activity_findings_run read{activity, replay, health, options};
  finding_drafts drafts(activity.works.size());
  std::vector<judged_draft> found;
  advise_detail::collect_all(read, own, health, front, drafts, found);
  advise_detail::collect_all(read, activity_finding_kinds(), health, front, drafts, found);
  return ranked(std::move(found), &replay, replay.window(), options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDING_KINDS_BODY_HPP
