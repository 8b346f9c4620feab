#ifndef RIDGELINE_OP_MATMUL_HPP
#define RIDGELINE_OP_MATMUL_HPP

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// C[b,m,n] = A[b,m,k] B[b,k,n]; every matrix is moved once.
struct matmul {
  double batch = 1, m = missing<double>, k = missing<double>, n = missing<double>;  ///< unknown where not given
  dtype a = dtype::bf16, b = dtype::bf16, c = dtype::bf16;

  /// One multiply and one add for each of the k products in each of the batch * m * n outputs.
  constexpr flop_count flops() const { return 2 * batch * m * k * n * FLOP; }
  constexpr byte_count bytes() const {
    return batch * (m * k * size_of(a) + k * n * size_of(b) + m * n * size_of(c));
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_MATMUL_HPP
