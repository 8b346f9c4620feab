#ifndef RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
#define RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// A kernel as TorchInductor wrote it to a file of its cache, for traces that do not have its arguments.
struct inductor_kernel {
  std::vector<std::string> ops;          ///< what it fuses: `aten.add`
  double outer = missing<double>;          ///< results, and values that each is made of: upper bounds
  double inner = 1;
  double first_bytes = 0, last_bytes = 0;  ///< of one element of each tensor but the last, and of the last
  std::string_view type{};               ///< of the first tensor, as the profiler spells it

  constexpr byte_count bytes() const {
    return (inner > 1 ? first_bytes * outer * inner + last_bytes * outer : (first_bytes + last_bytes) * outer) * B;
  }
};

/// Kernels by name.
class inductor_kernels {
 public:
  /// Of a name that comes again the first kernel counts.
  void add(std::string_view name, inductor_kernel kernel);
  /// Null where no kernel has this name.
  const inductor_kernel* find(std::string_view name) const;
  std::size_t size() const;
  bool empty() const { return size() == 0; }

 private:
  symbol_pool names_{};
  std::vector<inductor_kernel> kernels_;  // by the symbol of the name
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_INDUCTOR_KERNEL_HPP
