#ifndef RIDGELINE_TORCH_OP_STAND_IN_HPP
#define RIDGELINE_TORCH_OP_STAND_IN_HPP

#include <cstdint>
#include <span>

#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline::torch_detail {

/// How the kernels compute, according to the first one whose name shows it; `ordinary` if none does.
template <class Run>
stand_in_kernels stand_in_kernels_of(const Run& run, std::span<const std::uint32_t> kernels) {
  for (const std::uint32_t k : kernels)
    if (const stand_in_kernels how = ridgeline::stand_in_kernels_of(run.trace().name(run.event(k)));
        how != stand_in_kernels::ordinary)
      return how;
  return stand_in_kernels::ordinary;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_OP_STAND_IN_HPP
