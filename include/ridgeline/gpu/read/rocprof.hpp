#ifndef RIDGELINE_GPU_READ_ROCPROF_HPP
#define RIDGELINE_GPU_READ_ROCPROF_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/gpu/record/trace.hpp>

/// Terms of rocprofv3 that are common to its output formats.
namespace ridgeline::gpu_detail {

/// `MEMORY_COPY_HOST_TO_DEVICE` in the spelling of other profilers; `Unknown` for anything else.
constexpr std::string_view rocprof_copy_name(std::string_view name) {
  copy_way way = copy_way::unknown;
  if (std::string_view rest = name; take_front(rest, "Copy")) way = way_at_front(rest, copy_end_names, "To");
  if (const std::size_t to = name.rfind("_TO_"); way == copy_way::unknown && to != name.npos) {
    std::string_view rest = name.substr(to == 0 ? 0 : name.rfind('_', to - 1) + 1);
    const copy_way found = way_at_front(rest, copy_end_names, "_TO_");
    if (rest.empty()) way = found;
  }
  return way == copy_way::unknown ? "Unknown" : name_of(way);
}

/// The rocprofv3 name of a category written by ROCm Systems Profiler: `hip_api` for `rocm_hip_api`.
constexpr std::string_view rocprof_category(std::string_view category) {
  return category.substr(category.starts_with("rocm_") ? 5 : 0);
}

/// Regions marked by the program; all others are calls.
constexpr bool is_rocprof_marker(std::string_view category) {
  return core_detail::stands_at(rocprof_category(category), 0, "MARKER");
}

/// Calls of a ROCm library, `hip_api`, `RCCL_API`, whether or not they have a number.
constexpr bool is_rocprof_call(std::string_view category) {
  const bool api = category.ends_with("_api") || category.find("_API") != std::string_view::npos;
  return api && !is_rocprof_marker(category);
}

/// What the kernel's driver did, such as page faults and evictions: no call of the program.
constexpr bool is_of_the_driver(std::string_view category) { return rocprof_category(category).starts_with("KFD_"); }

/// Functions of the program, as ROCm Systems Profiler writes them to a database: `host`, `python`, `mpi`. Categories of
/// ROCm calls are in capitals there, or start with `rocm_`.
constexpr bool is_function_of_program(std::string_view category) {
  return !category.empty() && category[0] >= 'a' && category[0] <= 'z' && !category.starts_with("rocm_");
}

/// Of several calls with the same number, the one with the lowest rank gets the work: HIP's own call, then one of HIP's
/// compiler, then one below HIP.
constexpr std::uint8_t rocprof_call_rank(std::string_view category) {
  const std::string_view c = rocprof_category(category);
  if (c.starts_with("HIP_RUNTIME_API") || c == "hip_api" || c == "hip") return 0;
  return core_detail::stands_at(c, 0, "HIP") ? 1 : 2;
}

/// What a slice of a Perfetto trace represents: judged by its category, or, on lanes for all work of a stream or
/// device, by its name. Memory allocation is not GPU work.
enum class rocprof_slice : std::uint8_t { kernel, copy, marker, nothing, other };
constexpr rocprof_slice rocprof_slice_of(std::string_view category, std::string_view name) {
  const std::string_view c = rocprof_category(category);
  const bool any_work = c == "hip_stream" || c == "device_hip";
  if (c.starts_with("scratch_memory") || c.starts_with("memory_alloc") ||
      (any_work && name.starts_with("SCRATCH_MEMORY")))
    return rocprof_slice::nothing;
  if (c == "memory_copy" || (any_work && rocprof_copy_name(name) != "Unknown")) return rocprof_slice::copy;
  if (c == "kernel_dispatch" || any_work) return rocprof_slice::kernel;
  return is_rocprof_marker(c) ? rocprof_slice::marker : rocprof_slice::other;
}

/// Whether a name is that of a function of ROCTx, not a text of the program.
constexpr bool is_roctx_function(std::string_view name) { return name.starts_with("roctx"); }

/// Whether a function of ROCTx marks the whole process: `roctxProcessRangeA`, `roctxRangeStartA`.
constexpr bool is_process_marker(std::string_view function) {
  return is_roctx_function(function) && (function.find("Process") != std::string_view::npos ||
                                         function.find("Start") != std::string_view::npos);
}

/// Converts a grid from threads, as ROCm counts it, to blocks, rounding up.
constexpr std::array<std::int64_t, 3> blocks_of(const std::array<std::int64_t, 3>& threads,
                                                const std::array<std::int64_t, 3>& block) {
  std::array<std::int64_t, 3> blocks{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};
  for (std::size_t i = 0; i < 3; ++i)
    if (known(threads[i]) && threads[i] >= 0 && known(block[i]) && block[i] > 0)
      blocks[i] = threads[i] / block[i] + (threads[i] % block[i] != 0 ? 1 : 0);
  return blocks;
}

/// Dynamic bytes are those of a dispatch beyond the static ones of its kernel.
constexpr void set_shared_bytes(gpu_launch_shape& shape, std::int64_t of_kernel, std::int64_t of_dispatch) {
  shape.static_shared = of_kernel;
  std::int64_t rest = 0;
  if (known(of_kernel) && known(of_dispatch) && !__builtin_sub_overflow(of_dispatch, of_kernel, &rest))
    shape.dynamic_shared = std::max<std::int64_t>(rest, 0);
}

/// An agent: a processor that executes work or holds memory.
struct rocprof_agent {
  bool is_gpu = false;
  std::int64_t device = missing<std::int64_t>;  ///< for GPUs: its place in `placed_devices`

  std::string_view memory() const { return is_gpu ? "Device" : "Host"; }
};

/// A copy between two agents, either of which may be unknown. It belongs to the target if that is a GPU, otherwise to
/// the source if that is one; a copy between CPUs belongs to no device.
inline void place_copy(gpu_trace& trace, gpu_work_item& copy, const rocprof_agent* from, const rocprof_agent* to) {
  if (from != nullptr) copy.source = trace.texts.keep(from->memory());
  if (to != nullptr) copy.target = trace.texts.keep(to->memory());
  if (to != nullptr && to->is_gpu) copy.device = to->device;
  else if (from != nullptr && from->is_gpu) copy.device = from->device;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_ROCPROF_HPP
