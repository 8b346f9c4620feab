#ifndef RIDGELINE_TORCH_ADVISE_FINDINGS_HPP
#define RIDGELINE_TORCH_ADVISE_FINDINGS_HPP

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/finding.hpp>

namespace ridgeline {

class torch_costs;
class torch_profile;
namespace hw {
struct roofs;
}

/// What rules over a PyTorch trace read: the activity that all GPU traces have, the run with its ops and arguments,
/// what
/// models say of ops, and the chip.
struct torch_findings_run : activity_findings_run {
  const torch_profile& run;
  torch_costs& costs;
  const hw::roofs* roofs = nullptr;   ///< null: no chip is known, and what rests on one is silent

  /// The GPU work of each op, by its number in the activity; ops whose work an earlier rule has claimed have none.
  std::vector<std::vector<std::uint32_t>> work_by_op(const finding_drafts& claimed) const;
};

using torch_finding_kind = finding_kind<torch_findings_run>;

/// The library's kinds, in the order in which they claim work.
std::span<const torch_finding_kind> torch_finding_kinds();

/// A user's kinds: a struct each, as `finding_kind_of` takes them. An extension of the report names them
/// `using findings = torch_finding_list<my_finding>;`.
template <class... Kinds>
struct torch_finding_list {
  static constexpr std::array<torch_finding_kind, sizeof...(Kinds)> kinds{
      finding_kind_of<Kinds, torch_findings_run>()...};
};

/// What to fix in a run, the most rewarding first. `own` are asked before the library's.
finding_list findings_of(const torch_profile& run, const hw::roofs* roofs, const trace_health& health,
                         const gpu_activity& activity, const gpu_replay& replay,
                         std::span<const torch_finding_kind> own = {}, const finding_options& options = {});
/// The same with all of these made here.
finding_list findings_of(const torch_profile& run, const hw::roofs* roofs = nullptr,
                         std::span<const torch_finding_kind> own = {}, const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_FINDINGS_HPP
