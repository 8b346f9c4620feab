#ifndef RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP
#define RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP

namespace ridgeline {

class torch_profile;
struct path_activity;
namespace hw {
struct roofs;
}

/// Says of each task which op it belongs to, and how long it would take if that op ran at its roof: the op's roof time
/// (as in the sheets: the longer of compute and memory), shared by its tasks as their time is. The op is the nearest
/// one around the launch that a model describes; tasks without one stay without. Linear in the events of the tree.
void add_roof_times(path_activity& activity, const torch_profile& run, const hw::roofs& chip);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ROOF_TIMES_HPP
