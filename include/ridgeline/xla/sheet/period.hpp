#ifndef RIDGELINE_XLA_SHEET_PERIOD_HPP
#define RIDGELINE_XLA_SHEET_PERIOD_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/xla/sheet/run.hpp>

/// Finds the period of a sequence of kernels. Internal: included by body files only.
namespace ridgeline::xla_detail {

/// The smallest number of kernels after which a sequence of kernels repeats itself up to its end, the last repetition
/// possibly in part: 2 for fill, copy, fill, copy, fill. A sequence without two whole repetitions is one. Linear time,
/// by the failure function of Knuth, Morris and Pratt.
inline std::size_t period_of(const jax_kernel* first, std::size_t n) {
  std::vector<std::size_t> border(n + 1);
  for (std::size_t i = 1, k = 0; i < n; ++i) {
    while (k > 0 && first[i].kind != first[k].kind) k = border[k];
    if (first[i].kind == first[k].kind) ++k;
    border[i + 1] = k;
  }
  const std::size_t period = n - border[n];
  return n % period == 0 || n / period >= 2 ? period : n;
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_SHEET_PERIOD_HPP
