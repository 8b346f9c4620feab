#ifndef RIDGELINE_TORCH_READ_GPU_PROBLEMS_HPP
#define RIDGELINE_TORCH_READ_GPU_PROBLEMS_HPP


#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/torch/record/problem.hpp>

namespace ridgeline::torch_detail {

/// Translates the problems of a trace in another format to those of PyTorch traces. Link problems are not
/// translated, since links are checked again.
inline torch_problems torch_problems_of(const gpu_problems& from) {
  torch_problems to;
  for (const auto& facts : gpu_problem_table) {
    const auto& e = from[facts.kind];
    if (e.count == 0) continue;
    const auto add = [&](torch_problem p) { to.add(p, e.first_byte, e.count); };
    switch (facts.kind) {
      case gpu_problem::file_damaged: case gpu_problem::packed_damaged: case gpu_problem::packets_lost:
        add(torch_problem::file_cut); break;
      case gpu_problem::value_unreadable: case gpu_problem::size_unknown: add(torch_problem::number_unreadable); break;
      case gpu_problem::negative_duration: add(torch_problem::negative_duration); break;
      case gpu_problem::range_open: case gpu_problem::call_open: case gpu_problem::slice_unfinished:
      case gpu_problem::slice_unstarted: case gpu_problem::clock_unknown: case gpu_problem::time_unknown:
        add(torch_problem::time_missing); break;
      case gpu_problem::text_missing: case gpu_problem::text_undefined: add(torch_problem::name_missing); break;
      default: break;
    }
  }
  return to;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_GPU_PROBLEMS_HPP
