#ifndef RIDGELINE_TORCH_OP_METRICS_BODY_HPP
#define RIDGELINE_TORCH_OP_METRICS_BODY_HPP

#include <string_view>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

bool is_named_for_tf32(std::string_view kernel) {
  return gpu_detail::contains_any_case(kernel, "tf32") || kernel.find("s1688") != std::string_view::npos;
}

stand_in_kernels stand_in_kernels_of(std::string_view kernel) {
  if (gpu_detail::contains_any_case(kernel, "winograd")) return stand_in_kernels::winograd;
  return is_named_for_tf32(kernel) ? stand_in_kernels::tf32 : stand_in_kernels::ordinary;
}

void judge_by_kernels(torch_metrics& m, stand_in_kernels how) {
  if (!m.stood_in) return;
  m.named_rounded = how == stand_in_kernels::tf32;
  if (how != stand_in_kernels::winograd) return;
  m.roof_compute = m.roof_rounded = missing<double>;
  m.memory_alone = known(m.roof_memory);
}

torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs,
                         bool needs_peak) {
  torch_metrics m;
  m.time = time;
  if (!work.counted()) return m;
  m.flops = work.flops.base(), m.bytes = work.bytes.base();
  if (roofs == nullptr || !(m.flops > 0)) return m;
  m.roof_compute = (work.flops / (needs_peak ? roofs->peak_of(cost.spec) : roofs->rate_of(cost.spec))).in(us);
  m.stood_in = known(m.roof_compute) && !known(roofs->peak_of(cost.spec));
  if (!needs_peak) m.roof_rounded = (work.flops / roofs->rounded_rate_of(cost.spec)).in(us);
  m.roof_memory = (work.bytes / roofs->memory).in(us);
  m.memory_alone = !needs_peak && !known(m.roof_compute) && known(m.roof_memory);
  return m;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_METRICS_BODY_HPP
