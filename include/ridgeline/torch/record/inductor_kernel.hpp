#ifndef RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
#define RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// A kernel as TorchInductor wrote it to a file of its cache, for traces that do not have its arguments.
struct inductor_kernel {
  std::vector<std::string> ops{};        ///< what it fuses: `aten.add`
  double outer = missing<double>;          ///< results, and values that each is made of: upper bounds
  double inner = 1;
  double first_bytes = 0, last_bytes = 0;  ///< of one element of each tensor but the last, and of the last
  std::string_view type{};               ///< of the first tensor, as the profiler spells it

  constexpr byte_count bytes() const {
    return (inner > 1 ? first_bytes * outer * inner + last_bytes * outer : (first_bytes + last_bytes) * outer) * B;
  }
};

/// Kernels by name.
struct inductor_kernels : std::map<std::string, inductor_kernel, std::less<>> {};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
