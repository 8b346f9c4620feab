#ifndef RIDGELINE_TT_DEVICE_DISPATCH_OPS_HPP
#define RIDGELINE_TT_DEVICE_DISPATCH_OPS_HPP

#include <vector>

#include <ridgeline/tt/device/device_ops.hpp>

namespace ridgeline::tt_detail {

/// Which cores only dispatch work: those with command queue zones, by position in the log's names.
std::vector<bool> dispatch_cores(const tt_lines& lines);

/// Adds what a log's dispatch cores, which are given by position in `tt_lines::cores`, did for each op to
/// `tt_device_ops::dispatch`, by device and time; of an id, its first dispatch. Its entries are the ends of the command
/// queue zones of BRISC, from the one that names the op to the one that notifies the subordinate, and of the
/// subordinate's zone (NCRISC) that sent the op's go signal. Such a zone bears the name of its command, if it has one.
///
/// Go signals follow in the order of the ops. If there are fewer or more of them than ops, markers are lost, and a
/// signal belongs to the last op whose subordinate was notified before it.
void cut_dispatch(const tt_lines& lines, const std::vector<bool>& dispatching, tt_device_ops& out);

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_DEVICE_DISPATCH_OPS_HPP
