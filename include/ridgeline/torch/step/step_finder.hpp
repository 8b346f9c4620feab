#ifndef RIDGELINE_TORCH_STEP_STEP_FINDER_HPP
#define RIDGELINE_TORCH_STEP_STEP_FINDER_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

namespace ridgeline {

/// Finds the step that an event is in: the innermost of its thread. The steps are in order of start.
class step_finder {
 public:
  step_finder(const torch_trace& trace, const std::vector<serving_step>& steps);

  /// Whether any step is inside another one of its thread.
  bool nested() const { return nested_; }
  /// Its position; missing if the event is in none. Both ends belong to a step.
  std::size_t of(const torch_event& event) const;
  /// The innermost other step around a step; missing if there is none.
  std::size_t around(std::size_t step) const { return around_[step]; }

 private:
  bool holds(std::size_t step, const torch_event& event) const;

  const torch_trace& trace_;
  std::vector<std::uint32_t> events_{};                  // of the steps
  std::vector<std::size_t> around_;
  std::vector<std::vector<std::size_t>> places_;         // steps by place and start, outer ones first
  bool nested_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEP_FINDER_HPP
