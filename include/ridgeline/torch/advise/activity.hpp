#ifndef RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP
#define RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP

#include <cstdint>

#include <ridgeline/advise/activity.hpp>

namespace ridgeline {

class torch_profile;
struct torch_trace;

/// What health and findings read of a run: work with its launch and its op (`External id`; where no work has one, the
/// op around the launch). The run must outlive it.
gpu_activity activity_of(const torch_profile& run);

/// Takes GPU work that stands in the trace a second time, equal in name, start, length, stream and correlation, out of
/// it; it keeps its number. How many there were is counted in the trace's problems. Where all of it stands there twice,
/// so do calls and ops: what is equal in all is left out of these, too.
void leave_out_repeated_work(torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP
