#ifndef RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP
#define RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP

namespace ridgeline {

class torch_profile;
struct path_activity;
namespace hw {
struct roofs;
}

/// Assigns each task its op, and the time it would take if that op ran at its roof: the op's roof time (as in the
/// sheets, the longer of compute and memory time), divided among its tasks in proportion to their times. The op is
/// the nearest one with a model around the launch; tasks without such an op get none. Linear in the number of events
/// of the tree.
void add_roof_times(path_activity& activity, const torch_profile& run, const hw::roofs& chip);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP
