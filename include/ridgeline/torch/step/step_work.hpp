#ifndef RIDGELINE_TORCH_STEP_STEP_WORK_HPP
#define RIDGELINE_TORCH_STEP_STEP_WORK_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

namespace ridgeline {

/// Which events of a trace belong to steps: what lies in the range of a step on its own thread, the GPU work that is
/// linked to it by its number, and the flows between the two.
class step_work {
 public:
  step_work(const torch_trace& trace, std::span<const serving_step> steps, torch_faults faults = {});

  std::size_t steps() const { return gpu_offsets_.size() - 1; }
  /// The calls and ranges of a step on its own thread, by start, the step's range among them.
  std::span<const std::uint32_t> host(std::size_t step) const { return slice(host_, host_offsets_, step); }
  /// Its kernels, copies and fills, by number. The original counts ranges of the GPU among them.
  std::span<const std::uint32_t> gpu(std::size_t step) const { return slice(gpu_, gpu_offsets_, step); }
  /// Steps lie in each other so often that not all of what is in them was looked at.
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

/// Leaves in the trace what belongs to some of its steps, and what the trace says of itself; events get new numbers.
/// The original loses the names of processes and threads on the way.
void keep_steps(torch_trace& trace, const step_work& work, std::span<const std::size_t> steps,
                torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEP_WORK_HPP
