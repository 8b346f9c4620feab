#ifndef RIDGELINE_READ_GPU_ARCH_HPP
#define RIDGELINE_READ_GPU_ARCH_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/hw/roofs.hpp>

namespace ridgeline {

/// Reads the roofs of a chip from a JSON text as TraceLens has it: `name`, `mem_bw_gbps` in GB/s, and rates in TFLOP/s
/// by the name of the math under `max_achievable_tflops`. Other keys are passed over. The rates are measured ones.
expected<hw::roofs> read_gpu_arch(std::string_view document, const std::string& file = {});

expected<hw::roofs> read_gpu_arch_file(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_READ_GPU_ARCH_HPP
