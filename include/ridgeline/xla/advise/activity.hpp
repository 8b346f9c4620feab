#ifndef RIDGELINE_XLA_ADVISE_ACTIVITY_HPP
#define RIDGELINE_XLA_ADVISE_ACTIVITY_HPP

#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/health.hpp>

namespace ridgeline {

class gpu_replay;
struct jax_result;

/// The view of a JAX profile that health and findings use: the work of all streams with its launches, runtime calls,
/// steps of the devices and of the host, and compilation on the host. For TPUs and the host's own ops, only ops
/// without nested ops are included, and each asynchronous op is on a separate stream from the ops of its line that
/// it overlaps. Stamps are integer nanoseconds. `uid` is the number in the sheets for work, and the position in the
/// trace for calls and ranges. The report and its trace must outlive the activity.
gpu_activity activity_of(const jax_result& report);

/// The health checks of a JAX profile; their names begin with `xp_`.
trace_health health_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay);
/// The same, with activity and replay made here.
trace_health health_of(const jax_result& report);

/// What to fix in a JAX profile. `more` are drafts of other rules, which are ranked with its own.
finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const finding_options& options = {},
                         std::vector<judged_draft> more = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_ACTIVITY_HPP
