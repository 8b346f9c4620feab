#ifndef RIDGELINE_TORCH_STEP_STEP_WORK_HPP
#define RIDGELINE_TORCH_STEP_STEP_WORK_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

namespace ridgeline {

/// Which events of a trace belong to steps: those within the range of a step on its own thread and in no step inside
/// it, the GPU work linked to them by number or otherwise (`link_gpu_work`), and the flows between the two.
class step_work {
 public:
  step_work(const torch_trace& trace, std::span<const serving_step> steps, torch_faults faults = {});

  std::size_t steps() const { return gpu_offsets_.size() - 1; }
  /// The calls and ranges of a step on its own thread, by start, including the step's range.
  std::span<const std::uint32_t> host(std::size_t step) const { return slice(host_, host_offsets_, step); }
  /// Its kernels, copies and fills, by number. The original also includes GPU ranges.
  std::span<const std::uint32_t> gpu(std::size_t step) const { return slice(gpu_, gpu_offsets_, step); }
  /// Whether steps are nested so deeply that not all of their contents were visited.
  bool cut() const { return cut_; }

 private:
  static std::span<const std::uint32_t> slice(const std::vector<std::uint32_t>& all,
                                              const std::vector<std::size_t>& offsets, std::size_t step) {
    return {all.data() + offsets[step], all.data() + offsets[step + 1]};
  }

  std::vector<std::uint32_t> host_, gpu_;
  std::vector<std::size_t> host_offsets_{0}, gpu_offsets_{0};
  bool cut_ = false;
};

/// Reduces the trace to the events of the given steps, in ascending order, and its metadata: the others become `lost`,
/// so that each event keeps its number in the file. The original loses the names of processes and threads here.
void keep_steps(torch_trace& trace, const step_work& work, std::span<const std::size_t> steps,
                torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEP_WORK_HPP
