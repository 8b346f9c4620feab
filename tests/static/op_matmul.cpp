#include <ridgeline/op/matmul.hpp>

using namespace ridgeline;

namespace test_op_matmul {

static_assert(op_model<op::matmul>);
// C[1,2,4] = A[1,2,3] B[1,3,4]: 2 * 4 outputs of 3 multiply-adds.
static_assert(flops(op::matmul{1, 2, 3, 4}) == 48 * FLOP);  // 2 * 1 * 2 * 3 * 4
static_assert(flops(op::matmul{.m = 2, .k = 3, .n = 4}) == 48 * FLOP, "one of a batch");
// BF16: (2 * 3 + 3 * 4 + 2 * 4) * 2 B.
static_assert(bytes(op::matmul{1, 2, 3, 4}) == 52 * B);
static_assert(operational_intensity(op::matmul{1, 2, 3, 4}) == 48.0 / 52 * FLOPpB);
// A batch multiplies work and traffic.
static_assert(flops(op::matmul{5, 2, 3, 4}) == 240 * FLOP && bytes(op::matmul{5, 2, 3, 4}) == 260 * B);
// Each matrix has its own format: FP8 (6 elements) by BFP8 (12, of 1.0625 B) into FP32 (8): 6 + 12.75 + 32.
static_assert(bytes(op::matmul{1, 2, 3, 4, dtype::fp8, dtype::bfp8, dtype::fp32}) == 50.75 * B);
// 4096 cubed: 2 * 4096^3 = 137.438953472 GFLOP over 3 * 4096^2 * 2 = 100.663296 MB: 4096 / 3 FLOP/B.
static_assert(flops(op::matmul{1, 4096, 4096, 4096}) == 137'438'953'472.0 * FLOP);
static_assert(bytes(op::matmul{1, 4096, 4096, 4096}) == 100'663'296.0 * B);
static_assert(operational_intensity(op::matmul{1, 4096, 4096, 4096}) == 4096.0 / 3 * FLOPpB);
// A matrix by a vector: nearly one FLOP per byte: 2 * 1000 * 1000 / ((1e6 + 2000) * 2).
static_assert(flops(op::matmul{1, 1, 1000, 1000}) / (2e6 * FLOP) == 1);
static_assert(bytes(op::matmul{1, 1, 1000, 1000}) == 2'004'000 * B);
// An extent of zero means no work.
static_assert(flops(op::matmul{1, 0, 3, 4}) == 0 * FLOP && bytes(op::matmul{1, 0, 3, 4}) == 24 * B);
static_assert(!known(op::matmul{128, 256, 512}.n), "without its batch it is not one of no columns");
#ifndef __clang__  // for clang, arithmetic that yields not-a-number is not constant
static_assert(!known(flops(op::matmul{1, missing<double>, 3, 4})) && !known(bytes(op::matmul{1, missing<double>, 3, 4})));
#endif

int nothing;

}  // namespace test_op_matmul
