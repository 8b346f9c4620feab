#ifndef RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP
#define RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP

/// Definitions for <ridgeline/tt/tree/device_ops.hpp>; include in exactly one source file, via `impl.hpp`.

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/tt/tree/device_ops.hpp>

namespace ridgeline {

std::vector<tt_op_record> ops(const tt_ops& report) {
  std::vector<tt_op_record> all;
  for (const tt_op& op : report.ops)
    if (!op.is_signpost()) all.emplace_back(op);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP
