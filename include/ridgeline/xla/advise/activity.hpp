#ifndef RIDGELINE_XLA_ADVISE_ACTIVITY_HPP
#define RIDGELINE_XLA_ADVISE_ACTIVITY_HPP

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/health.hpp>

namespace ridgeline {

class gpu_replay;
struct jax_result;

/// What health and findings read of a JAX profile: the work of all streams with its launch, calls of the runtime, steps
/// of the devices and of the host, and compilation on the host. Of TPUs and of the host's own ops it is the ops without
/// others inside, and each asynchronous op on a stream beside those of its line that it overlaps. Stamps are whole
/// nanoseconds. Numbers of work (`uid`) are those of the sheets, those of calls and ranges positions in the trace. The
/// report and its trace must outlive it.
gpu_activity activity_of(const jax_result& report);

/// The checks of a JAX profile; their names begin with `xp_`.
trace_health health_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay);

/// What to fix in it.
finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_ACTIVITY_HPP
