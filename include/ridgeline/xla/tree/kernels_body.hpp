#ifndef RIDGELINE_XLA_TREE_KERNELS_BODY_HPP
#define RIDGELINE_XLA_TREE_KERNELS_BODY_HPP

/// Definitions for <ridgeline/xla/tree/kernels.hpp>; include in exactly one source file, via `impl.hpp`.

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/xla/tree/kernels.hpp>

namespace ridgeline {

std::vector<xla_work_record> kernels(const xla_trace& trace) {
  xla_problems ignored;  // reports tell what could not be linked
  std::vector<xla_work_record> all;
  for (const xla_device_event& work : link_launches(trace, ignored)) all.emplace_back(trace, work);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_KERNELS_BODY_HPP
