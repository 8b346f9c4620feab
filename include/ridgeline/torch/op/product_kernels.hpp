#ifndef RIDGELINE_TORCH_OP_PRODUCT_KERNELS_HPP
#define RIDGELINE_TORCH_OP_PRODUCT_KERNELS_HPP

#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/units.hpp>

/// What the names of the matrix products that Transformer Engine launches tell: cuBLAS, Tensile, CUTLASS.
namespace ridgeline {

namespace torch_detail {
constexpr bool is_te_product(std::string_view kernel) {
  bool multiplies = false;
  for (const std::string_view word : {"gemm", "cijk", "nvjet", "cutlass"})
    multiplies = multiplies || core_detail::stands_in(kernel, word);
  return multiplies && !core_detail::stands_in(kernel, "splitkreduce");
}
/// Tensile writes FP8 as `F8`, cuBLAS as `e4m3` or, in front of the other types of an `nvjet`, as `q` or `r`.
constexpr bool is_fp8_product(std::string_view kernel) {
  return core_detail::starts_with_any(kernel, {"nvjet_q", "nvjet_r", "nvjet_sm100_q", "nvjet_sm100_r"}) ||
         core_detail::has_any(kernel, {"_F8", "e4m3", "e5m2", "fp8"});
}
/// The size of an element that a product adds to: four bytes, unless the types of an `nvjet` end in a shorter one.
constexpr byte_count bytes_of_sum(std::string_view kernel) {
  if (!kernel.starts_with("nvjet_")) return 4 * B;
  const std::size_t types = kernel.starts_with("nvjet_sm") ? kernel.find('_', 6) + 1 : 6;
  const std::string_view front = kernel.substr(0, kernel.find('_', types));
  return (front.ends_with('h') || front.ends_with('t') ? 2 : 4) * B;
}
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PRODUCT_KERNELS_HPP
