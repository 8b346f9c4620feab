#include <ridgeline/op/norm.hpp>

namespace test_op_norm {

using namespace ridgeline;

// 3 rows of 4 channels, 2 B an element
constexpr op::norm forward{.elements = 12, .channels = 4, .element = 2 * B};
static_assert(flops(forward) == (6 * 4 + 5 * 12) * FLOP);
static_assert(bytes(forward) == (2 * 12 + 4 * (4 + 2)) * 2 * B, "weight and bias; two running statistics are written");
constexpr op::norm inference{.elements = 12, .channels = 4, .bias = false, .training = false, .element = 2 * B};
static_assert(flops(inference) == (6 * 4 + 2 * 12) * FLOP && bytes(inference) == (2 * 12 + 4 * 3) * 2 * B);
constexpr op::norm plain{.elements = 12, .channels = 4, .affine = false, .training = false, .element = 2 * B};
static_assert(bytes(plain) == (2 * 12 + 4 * 2) * 2 * B);

constexpr op::norm_backward backward{.elements = 12, .channels = 4, .element = 2 * B};
static_assert(flops(backward) == 4 * (4 * 3 + 5 * 3) * FLOP, "sums over 3 rows, and the gradient of the input");
static_assert(bytes(backward) == (3 * 12 + 4 * (1 + 2 + 1)) * 2 * B);
constexpr op::norm_backward fixed{.elements = 12, .channels = 4, .training = false, .element = 2 * B};
static_assert(flops(fixed) == 4 * (3 + 4 * 3) * FLOP && bytes(fixed) == (3 * 12 + 4 * 1) * 2 * B);
constexpr op::norm_backward of_weights{.elements = 12, .channels = 4, .input_gradient = false, .element = 2 * B};
static_assert(flops(of_weights) == 4 * (4 * 3 + 2 * 3) * FLOP && of_weights.tensors() == 2);
constexpr op::norm_backward of_nothing{.elements = 12, .channels = 4, .input_gradient = false, .sums = false};
static_assert(flops(of_nothing) == 0 * FLOP);
static_assert(op::norm_backward{.affine = false, .training = false}.tensors() == 2, "the input is not read");
static_assert(op::norm_backward{.two_tensors = true}.tensors() == 3);
static_assert(op::norm_backward{.training = false, .two_tensors = true}.tensors() == 2);
static_assert(op::norm_backward{.input_gradient = false, .two_tensors = true}.tensors() == 2);

constexpr op::rms_norm rms{.elements = 12, .channels = 4, .element = 2 * B, .other = 5 * B};
static_assert(flops(rms) == (3 * (2 * 4 + 2) + 2 * 12) * FLOP && bytes(rms) == (2 * 12 + 4) * 2 * B + 5 * B);
constexpr op::rms_norm without_weight{.elements = 12, .channels = 4, .element = 2 * B, .weight = false};
static_assert(flops(without_weight) == (3 * (2 * 4 + 2) + 12) * FLOP && bytes(without_weight) == 2 * 12 * 2 * B);

constexpr op::rms_norm_backward rms_gradients{.elements = 12, .channels = 4, .element = 2 * B};
static_assert(flops(rms_gradients) == 12 * (2 + 6 + 2) * FLOP && bytes(rms_gradients) == (3 * 12 + 2 * 4) * 2 * B);
static_assert(flops(op::rms_norm_backward{.elements = 4, .channels = 4}) == 4 * (2 + 6 + 1) * FLOP, "one row: no sum");
constexpr op::rms_norm_backward of_its_weight{.elements = 12, .channels = 4, .input_gradient = false, .element = 2 * B};
static_assert(flops(of_its_weight) == 12 * (2 + 2) * FLOP && bytes(of_its_weight) == (2 * 12 + 2 * 4) * 2 * B);
constexpr op::rms_norm_backward all_written{.elements = 12, .channels = 4, .input_gradient = false,
                                            .weight_gradient = false, .writes_all = true, .element = 2 * B};
static_assert(bytes(all_written) == (3 * 12 + 2 * 4) * 2 * B);

}  // namespace test_op_norm
