#ifndef RIDGELINE_TORCH_OP_METRICS_BODY_HPP
#define RIDGELINE_TORCH_OP_METRICS_BODY_HPP

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs,
                         bool needs_peak) {
  torch_metrics m;
  m.time = time;
  if (!work.counted()) return m;
  m.flops = work.flops.base(), m.bytes = work.bytes.base();
  if (roofs == nullptr || !(m.flops > 0)) return m;
  m.roof_compute = (work.flops / roofs->peak_of(cost.spec)).in(us);
  m.roof_memory = (work.bytes / roofs->memory).in(us);
  m.memory_alone = !needs_peak && !known(m.roof_compute) && known(m.roof_memory);
  return m;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_METRICS_BODY_HPP
