#ifndef RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP
#define RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP


#include <ridgeline/advise/activity.hpp>

namespace ridgeline {

class torch_profile;
struct torch_trace;

/// The view of a run that health and findings use: GPU work with its launch and its op (by `External id`; if no work
/// has one, the op around the launch). The run must outlive it.
gpu_activity activity_of(const torch_profile& run);

/// Excludes GPU work that occurs a second time in the trace with equal name, start, length, stream and correlation;
/// it keeps its number. Their count is added to the trace's problems. If all GPU work occurs twice, exact duplicates
/// of calls and ops are excluded too. Returns the trace: `torch_profile run(leave_out_repeated_work(*trace))`.
torch_trace& leave_out_repeated_work(torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_ACTIVITY_HPP
