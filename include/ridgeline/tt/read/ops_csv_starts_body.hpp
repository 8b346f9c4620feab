#ifndef RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP
#define RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

namespace ridgeline::tt_detail {

/// Marks the ops from `before` on, those of one file, whose start is from an earlier run: by what they overlap and,
/// where they were read, by the cycles of their devices.
void mark_stale_starts(tt_ops& all, std::size_t before) {
  impossible_overlaps overlaps;
  for (std::size_t i = before; i < all.ops.size(); ++i) {
    tt_op& op = all.ops[i];
    if (op.type != tt_op_type::device || !known(op.time) || !known(op.gap)) continue;
    if (overlaps.has(op.device, {op.time.in(ns), op.gap.in(ns), op.cores, op.available_cores, op.sub_device,
                                 op.attributes}))
      op.stale_start = true;
  }
  if (all.details.size() != all.ops.size()) return;
  const auto length = [&](std::size_t i) {
    return known(all.details[i].firmware) ? all.details[i].firmware : all.ops[i].time;
  };
  bool any = false;
  for (std::size_t i = before; i < all.ops.size() && !any; ++i) any = length(i) > tt_stale_after;
  if (!any) return;
  std::vector<device_span> spans;
  for (std::size_t i = before; i < all.ops.size(); ++i) {
    const tt_op_detail& d = all.details[i];
    spans.push_back(device_span::of(i, all.ops[i].device, d.start_cycle, d.end_cycle, length(i)));
  }
  for (const std::size_t i : with_stale_starts(spans)) all.ops[i].stale_start = true;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_STARTS_BODY_HPP
