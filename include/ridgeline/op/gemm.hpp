#ifndef RIDGELINE_OP_GEMM_HPP
#define RIDGELINE_OP_GEMM_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// C[b,m,n] = A[b,m,k] B[b,k,n] + bias, with any element sizes. An unknown element size makes the bytes unknown, but
/// not the FLOP.
struct gemm {
  double batch = 1, m = missing<double>, n = missing<double>, k = missing<double>;
  bool bias = false;
  double bias_elements = missing<double>;    ///< over all batches; if unknown, n per batch
  byte_count a = missing<byte_count>, b = a, c = a, bias_element = a;  ///< bytes per element
  byte_count scales{};                       ///< total bytes of the scales of block-scaled formats
  bool complex_numbers = false;              ///< a product then takes 4 products and 2 sums, a sum 2 sums

  constexpr flop_count flops() const {
    return batch * ((complex_numbers ? 8 : 2) * m * n * k + (bias ? (complex_numbers ? 2 : 1) * m * n : 0)) * FLOP;
  }
  constexpr byte_count bytes() const {
    const byte_count matrices = m * k * a + k * n * b + m * n * c;
    const double added = known(bias_elements) ? bias_elements : batch * n;
    return (bias ? batch * matrices + added * bias_element : batch * matrices) + scales;
  }
};

/// A grouped matrix product with groups of any size, described by sums over the groups.
struct ragged_gemm {
  double products = 0, inputs = 0, outputs = 0;  ///< sums of m*k*n, of m*k + k*n, and of m*n
  byte_count in{}, out{};

  constexpr flop_count flops() const { return 2 * products * FLOP; }
  constexpr byte_count bytes() const { return inputs * in + outputs * out; }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_GEMM_HPP
