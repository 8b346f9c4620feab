#ifndef RIDGELINE_READ_GPU_ARCH_HPP
#define RIDGELINE_READ_GPU_ARCH_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/hw/roofs.hpp>

namespace ridgeline {

/// Reads the roofs of a chip from JSON in TraceLens' format: `name`, `mem_bw_gbps` in GB/s, and rates in TFLOP/s under
/// `max_achievable_tflops`, keyed by the name of the math. Other keys are ignored. The rates count as measured. Fails
/// on invalid JSON, on a rate or bandwidth that is not a positive number, and without any of them; a rate of 0 or null
/// says that the chip has none. Without a bandwidth there is no roof of memory, without rates none of math.
expected<hw::roofs> read_gpu_arch(std::string_view document, const std::string& file = {});

/// The same for a file, plain or gzip.
expected<hw::roofs> read_gpu_arch_file(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_READ_GPU_ARCH_HPP
