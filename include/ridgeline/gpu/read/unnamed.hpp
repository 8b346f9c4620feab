#ifndef RIDGELINE_GPU_READ_UNNAMED_HPP
#define RIDGELINE_GPU_READ_UNNAMED_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline::gpu_detail {

/// Names a thing whose number has no text, and counts it: `kernel 12`, or `kernel` without a number.
inline symbol unnamed(gpu_trace& trace, std::string_view what, std::int64_t number,
                      std::uint64_t byte = gpu_problems::nowhere) {
  const std::string name = std::string(what) + (known(number) ? " " + std::to_string(number) : std::string());
  trace.problems.add(gpu_problem::text_missing, byte, name);
  return trace.texts.keep(name);
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_UNNAMED_HPP
