#include <ridgeline/op/elementwise.hpp>

namespace test_op_elementwise {

using namespace ridgeline;

// 6 elements of 2 B in, 3 of 4 B out, 5 FLOP for each of those
static_assert(flops(op::unary{6, 3, 2 * B, 4 * B, 5}) == 3 * 5 * FLOP);
static_assert(bytes(op::unary{6, 3, 2 * B, 4 * B, 5}) == 6 * 2 * B + 3 * 4 * B);
static_assert(flops(op::unary{6, 3, 2 * B, 4 * B}) == 3 * FLOP, "one per element");
// the second input is broadcast
static_assert(flops(op::binary{6, 2, 6, 2 * B, 4 * B, 1 * B, 3}) == 6 * 3 * FLOP);
static_assert(bytes(op::binary{6, 2, 6, 2 * B, 4 * B, 1 * B, 3}) == 6 * 2 * B + 2 * 4 * B + 6 * 1 * B);
static_assert(flops(op::mapping{4, 3, 5 * B, 7 * B}) == 4 * 3 * FLOP);
static_assert(bytes(op::mapping{4, 3, 5 * B, 7 * B}) == 4 * 5 * B + 7 * B);
static_assert(flops(op::transfer(9 * B)) == 0 * FLOP && bytes(op::transfer(9 * B)) == 9 * B);
// a sum of 6 to 2 elements
static_assert(flops(op::reduce{6, 2, 4 * B}) == 6 * FLOP && bytes(op::reduce{6, 2, 4 * B}) == (6 + 2) * 4 * B);
static_assert(bytes(op::reduce{.inputs = 6, .element = 4 * B}) == (6 + 1) * 4 * B, "to one");
// 2 rows of 3 classes, of which the logits are padded to 4: 5 each, and 8 + 4 B a row
static_assert(flops(op::cross_entropy{2, 3, 8, 2 * B}) == 5 * 2 * 3 * FLOP);
static_assert(bytes(op::cross_entropy{2, 3, 8, 2 * B}) == 8 * 2 * B + 2 * (8 + 4) * B);

}  // namespace test_op_elementwise
