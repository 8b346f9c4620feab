#ifndef RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP
#define RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP

#include <string>
#include <string_view>

#include <ridgeline/torch/record/inductor_kernel.hpp>

/// Reads the Python files in TorchInductor's cache: which ops a kernel fuses, its size, and the types of its
/// pointers.
namespace ridgeline {

/// Adds the kernels of one generated file: `name = async_compile.triton('name', '''...''')`.
void read_inductor_file(std::string_view text, inductor_kernels& to);

/// The kernels in all Python files below a folder; none if it cannot be read. Links to folders are not followed.
/// Files larger than 16 MiB, and all entries after the first 200,000, are skipped.
inductor_kernels read_inductor_cache(const std::string& folder);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP
