#ifndef RIDGELINE_XLA_RECORD_WORK_HPP
#define RIDGELINE_XLA_RECORD_WORK_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/work.hpp>

namespace ridgeline {

/// The kind of work of a stream's event.
enum class xla_work : std::uint8_t { kernel, copy, fill };

/// Determined by the beginning of the name, ignoring case. `__amd_rocclr_copyBuffer` is a kernel: the runtime runs
/// it as one. Copies between host and device that CUPTI reports of unified memory, and Intel's copies and fills, have
/// names of their own.
constexpr xla_work xla_work_of(std::string_view name) {
  const auto begins = [&](std::string_view word) { return core_detail::stands_at(name, 0, word); };
  if (begins("copy") || begins("memcpy") || is_page_migration(name) || begins("zeCommandListAppendMemoryCopy"))
    return xla_work::copy;
  return begins("memset") || begins("zeCommandListAppendMemoryFill") ? xla_work::fill : xla_work::kernel;
}

/// The same in the terms of all GPU traces. CUPTI may record a CUDA graph as one, `CudaGraphExec:5`, whose kernels and
/// copies are then not known.
constexpr gpu_kind gpu_kind_of(xla_work work, std::string_view name) {
  if (work != xla_work::kernel) return work == xla_work::copy ? gpu_kind::copy : gpu_kind::fill;
  return name.starts_with("CudaGraphExec:") ? gpu_kind::graph : gpu_kind::kernel;
}

/// Whether an event on a stream's line is no work of the GPU: it tells what happened to unified memory, a page fault or
/// the like, or is a barrier of Intel's.
constexpr bool is_no_xla_work(std::string_view name) {
  return name == "zeCommandListAppendBarrier" || (name.starts_with("UM_") && xla_work_of(name) == xla_work::kernel);
}

/// The name up to the first number after a point: `fusion` for `fusion.3`, `all-reduce-start` for
/// `all-reduce-start.12.remat`.
constexpr std::string_view xla_op_stem(std::string_view name) {
  for (std::size_t at = name.find('.'); at != std::string_view::npos; at = name.find('.', at + 1))
    if (at + 1 < name.size() && name[at + 1] >= '0' && name[at + 1] <= '9') return name.substr(0, at);
  return name;
}

/// Whether the words denote an op that contains other ops, whose cost is theirs.
constexpr bool holds_xla_ops(std::string_view words) {
  return words == "while" || words == "conditional" || words == "call";
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_WORK_HPP
