#ifndef RIDGELINE_TORCH_SHEET_METRICS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_METRICS_BODY_HPP

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/sheet/metrics.hpp>

namespace ridgeline {

/// `time` is that of the kernels, in microseconds. Work without FLOP has no roof.
torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs) {
  torch_metrics m;
  m.time = time;
  if (!work.counted()) return m;
  m.flops = work.flops.base(), m.bytes = work.bytes.base();
  if (roofs == nullptr || !(m.flops > 0)) return m;
  m.roof_compute = (work.flops / roofs->peak_of(cost.spec)).in(us);
  m.roof_memory = (work.bytes / roofs->memory).in(us);
  return m;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_METRICS_BODY_HPP
