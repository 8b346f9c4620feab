#ifndef RIDGELINE_TORCH_OP_STAND_IN_HPP
#define RIDGELINE_TORCH_OP_STAND_IN_HPP

#include <cstdint>
#include <span>
#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/record/event.hpp>

/// What an op's GPU work says about its roof.
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

/// The bytes that an op moves over a bus if all its work is copies that leave the memory of their device: those that
/// were recorded, or else half of the model's, which counts both ends. Missing for other ops.
template <class Run>
double bytes_over_bus(const Run& run, std::span<const std::uint32_t> works, double of_model) {
  if (works.empty() || !known(of_model) || run.faults().copies_by_memory) return missing<double>;
  double moved = 0;
  for (const std::uint32_t w : works) {
    const torch_event& e = run.event(w);
    const std::string_view name = run.trace().name(e);
    const bool copies = e.category == kineto_category::gpu_memcpy || name.starts_with("MEMORY_COPY_");
    if (!copies || !is_between_memories(copy_way_of(name))) return missing<double>;
    const gpu_arguments* const gpu = run.trace().gpu(e);
    moved += gpu != nullptr && known(gpu->bytes) ? static_cast<double>(gpu->bytes) : missing<double>;
  }
  return known(moved) ? moved : of_model / 2;
}

/// Adjusts the roof of an op to its GPU work.
template <class Run>
void judge_by_work(torch_metrics& m, const Run& run, std::span<const std::uint32_t> works) {
  if (m.stand_in != stand_in_kernels::none) judge_by_kernels(m, stand_in_kernels_of(run, works));
  if (const double bytes = bytes_over_bus(run, works, m.bytes); known(bytes)) leave_to_bus(m, bytes);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_OP_STAND_IN_HPP
