#ifndef RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
#define RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// A kernel as TorchInductor wrote it to its cache, for traces that lack the kernel's arguments.
struct inductor_kernel {
  std::vector<std::string> ops;          ///< the ops it fuses: `aten.add`
  double outer = missing<double>;          ///< number of results, and of inputs per result: upper bounds
  double inner = 1;
  double first_bytes = 0, last_bytes = 0;  ///< bytes per element: all tensors but the last, summed; the last
  bool over_input = false;               ///< the first tensor is read and written over
  std::string_view type{};               ///< element type of the first tensor, in the profiler's spelling

  constexpr byte_count bytes() const {
    return (inner > 1 ? first_bytes * outer * inner + last_bytes * outer : (first_bytes + last_bytes) * outer) * B;
  }
};

/// Kernels by name.
class inductor_kernels {
 public:
  /// If a name is added twice, the first kernel is kept.
  void add(std::string_view name, inductor_kernel kernel);
  /// Null if no kernel has this name.
  const inductor_kernel* find(std::string_view name) const;
  std::size_t size() const;
  bool empty() const { return size() == 0; }

 private:
  symbol_pool names_{};
  std::vector<inductor_kernel> kernels_;  // by the symbol of the name
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
