#ifndef RIDGELINE_TORCH_OP_METRICS_BODY_HPP
#define RIDGELINE_TORCH_OP_METRICS_BODY_HPP

#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

bool is_named_for_tf32(std::string_view kernel) {
  return core_detail::stands_in(kernel, "tf32") || kernel.find("s1688") != std::string_view::npos ||
         kernel.find("_S_MX_") != std::string_view::npos;
}

stand_in_kernels stand_in_kernels_of(std::string_view kernel) {
  if (core_detail::stands_in(kernel, "winograd")) return stand_in_kernels::winograd;
  return is_named_for_tf32(kernel) ? stand_in_kernels::tf32 : stand_in_kernels::ordinary;
}

void judge_by_kernels(torch_metrics& m, stand_in_kernels how) {
  if (m.stand_in == stand_in_kernels::none) return;
  m.stand_in = how;
  const bool of_other_types = how == stand_in_kernels::tf32 && !known(m.roof_rounded);
  if (how != stand_in_kernels::winograd && !of_other_types) return;
  m.roof_compute = m.roof_rounded = missing<double>;
  m.memory_alone = known(m.roof_memory), m.compute_alone = false;
}

void judge_by_chip(torch_metrics& m, std::string_view spec, const hw::roofs& roofs, bool needs_peak) {
  if (!(m.flops > 0)) return;
  const flop_rate peak = roofs.peak_of(spec);
  m.roof_compute = (m.flops * FLOP / (needs_peak ? peak : roofs.rate_of(spec))).in(us);
  if (known(m.roof_compute) && !needs_peak && (!known(peak) || roofs.may_be_rounded(spec)))
    m.stand_in = stand_in_kernels::ordinary;
  if (!needs_peak) m.roof_rounded = (m.flops * FLOP / roofs.rounded_rate_of(spec)).in(us);
  m.roof_memory = (m.bytes * B / roofs.memory).in(us);
  m.fits_cache = m.bytes * B <= roofs.cache;
  m.memory_alone = !needs_peak && !known(m.roof_compute) && known(m.roof_memory);
  m.compute_alone = !needs_peak && known(m.roof_compute) && !known(roofs.memory);
}

torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs,
                         bool needs_peak) {
  torch_metrics m;
  m.time = time;
  if (!work.counted()) return m;
  m.flops = work.flops.base(), m.bytes = work.bytes.base();
  if (roofs != nullptr) judge_by_chip(m, cost.spec, *roofs, needs_peak);
  return m;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_METRICS_BODY_HPP
