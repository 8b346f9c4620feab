#ifndef RIDGELINE_TORCH_ADVISE_FINDINGS_HPP
#define RIDGELINE_TORCH_ADVISE_FINDINGS_HPP

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/finding.hpp>

namespace ridgeline {

struct torch_cost;
class torch_costs;
struct torch_model_entry;
class torch_profile;
struct torch_trace;
namespace hw {
struct roofs;
}

/// An op that a model describes: its number in the activity, and what it costs.
struct torch_modelled_op {
  std::uint32_t op = 0;
  const torch_model_entry* model = nullptr;
  const torch_cost* cost = nullptr;
};

/// Inputs of the finding rules for a PyTorch trace: the activity common to all GPU traces, the run with its ops and
/// arguments, the op models, and the chip.
struct torch_findings_run : activity_findings_run {
  const torch_profile& run;
  torch_costs& costs;
  const hw::roofs* roofs = nullptr;   ///< null: no chip is known; findings that need one are silent
  std::span<const torch_modelled_op> modelled{};  ///< by number; empty if no chip is known

  /// The GPU work of each op, by op number in the activity; empty for ops whose work an earlier rule has claimed.
  std::vector<std::vector<std::uint32_t>> work_by_op(const finding_drafts& claimed) const;
};

using torch_finding_kind = finding_kind<torch_findings_run>;

/// The built-in kinds, in the order in which they claim work.
std::span<const torch_finding_kind> torch_finding_kinds();

/// User-defined finding kinds, one struct per kind in the form `finding_kind_of` expects. A report extension adds
/// them with `using findings = torch_finding_list<my_finding>;`.
template <class... Kinds>
struct torch_finding_list {
  static constexpr std::array<torch_finding_kind, sizeof...(Kinds)> kinds{
      finding_kind_of<Kinds, torch_findings_run>()...};
};

/// What to fix in a run, most rewarding first. `own` kinds run before the built-in ones. `roofs` may be null.
finding_list findings_of(const torch_profile& run, const hw::roofs* roofs, const trace_health& health,
                         const gpu_activity& activity, const gpu_replay& replay,
                         std::span<const torch_finding_kind> own = {}, const finding_options& options = {});
/// The same, with health and activity computed here.
finding_list findings_of(const torch_profile& run, const hw::roofs* roofs = nullptr,
                         std::span<const torch_finding_kind> own = {}, const finding_options& options = {});
finding_list findings_of(const torch_trace&, const hw::roofs* = nullptr) = delete;  // Of `torch_profile run(trace)`.

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_FINDINGS_HPP
