#ifndef RIDGELINE_GPU_PATH_SEQUENCES_HPP
#define RIDGELINE_GPU_PATH_SEQUENCES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/gpu/path/waits.hpp>

namespace ridgeline {

/// An event of a thread, and a task with the event that launched it: the input for finding kernel sequences. Times are
/// microseconds.
struct sequence_event {
  double begin = 0, end = 0;
  std::string_view name{};
  std::uint32_t uid = 0;
  std::uint32_t thread = 0;   ///< number of the thread, counting from 0
};
struct sequence_task {
  double begin = 0, length = 0;
  std::string_view name{};
  std::uint32_t call = 0;     ///< index into the events
};

/// The sequences of kernels that ops launch: of the ops whose name contains `op`, takes the outermost ones with at
/// least `least` kernels below them and groups them by their kernels' names. Work of the autograd thread during the
/// backward pass of the step's thread counts as below it. Takes n log n time.
std::vector<sequence_row> kernel_sequences(const std::vector<sequence_event>& events,
                                           const std::vector<sequence_task>& tasks, std::string_view op,
                                           std::size_t least);
std::vector<sequence_row> kernel_sequences(const path_activity& activity, const gpu_waits& waits, std::string_view op,
                                           std::size_t least);

/// How long ops take until they launch, and their kernels until they begin; one row for ops that launch the same
/// kernels. `chains` must cover the whole trace; the op is the one around the call.
std::vector<op_launch_row> op_launch_delays(const path_activity& activity, const gpu_waits& waits,
    const host_chains& chains);

/// What one call of an op launched; rows with the same op and sequence are counted together.
struct op_launch {
  std::string_view op{};
  std::string sequence{};
  double op_delay = 0, runtime_delay = 0;
};
std::vector<op_launch_row> op_launch_rows(const std::vector<op_launch>& launches);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_SEQUENCES_HPP
