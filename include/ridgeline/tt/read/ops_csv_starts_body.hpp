#ifndef RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

namespace ridgeline::tt_detail {

/// Marks the ops from `before` on whose start is from an earlier run by the cycles of their devices, if they were read.
void mark_stale_starts(tt_ops& all, std::size_t before) {
  if (all.details.size() != all.ops.size()) return;
  constexpr time_quantity second = 1000 * ms;
  const auto length = [&](std::size_t i) {
    return known(all.details[i].firmware) ? all.details[i].firmware : all.ops[i].time;
  };
  bool any = false;
  for (std::size_t i = before; i < all.ops.size() && !any; ++i) any = length(i) > second;
  if (!any) return;
  std::vector<device_span> spans;
  for (std::size_t i = before; i < all.ops.size(); ++i) {
    const tt_op_detail& d = all.details[i];
    spans.push_back({all.ops[i].device, d.start_cycle, d.end_cycle,
                     static_cast<double>(d.end_cycle - d.start_cycle) * (second / length(i))});
  }
  for (const std::size_t i : with_stale_starts(spans)) all.ops[before + i].stale_start = true;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP
