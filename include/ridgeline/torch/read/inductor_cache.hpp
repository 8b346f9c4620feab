#ifndef RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP
#define RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP

#include <string>
#include <string_view>

#include <ridgeline/torch/record/inductor_kernel.hpp>

/// Reads the Python files that TorchInductor keeps of what it compiles: which ops a kernel fuses, how large it is, what
/// it points to.
namespace ridgeline {

/// Adds the kernels of one generated file: `name = async_compile.triton('name', '''...''')`.
void read_inductor_file(std::string_view text, inductor_kernels& to);

/// The kernels in all Python files below a folder; none where it cannot be read. Links to folders are not followed, and
/// files beyond 16 MiB and the first 200,000 entries are passed over.
inductor_kernels read_inductor_cache(const std::string& folder);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_INDUCTOR_CACHE_HPP
