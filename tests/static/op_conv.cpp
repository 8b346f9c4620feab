#include <ridgeline/op/conv.hpp>

using namespace ridgeline;

namespace test_op_conv {

static_assert(op_model<op::conv2d>);
// 2 images of 3 x 8 x 8, 4 filters of 3 x 3 x 3, padded: 4 x 8 x 8 out.
constexpr op::conv2d small{.batch = 2, .out_channels = 4, .out_height = 8, .out_width = 8,
                           .in_channels = 3, .in_height = 8, .in_width = 8, .kernel_height = 3, .kernel_width = 3};
static_assert(small.filter_size() == 27 && small.outputs() == 512);  // 3 * 3 * 3; 2 * 4 * 8 * 8
static_assert(flops(small) == 27'648 * FLOP);                        // 2 * 512 * 27
// BF16: in 2 * 3 * 64 = 384, filters 4 * 27 = 108, out 512: 1004 elements of 2 B.
static_assert(bytes(small) == 2008 * B);

// Depthwise: as many groups as channels, so a filter sees one channel.
constexpr op::conv2d depthwise{.out_channels = 32, .out_height = 10, .out_width = 10, .in_channels = 32,
                               .in_height = 12, .in_width = 12, .kernel_height = 3, .kernel_width = 3, .groups = 32};
static_assert(depthwise.filter_size() == 9 && flops(depthwise) == 57'600 * FLOP);  // 2 * 3200 * 9
// In 32 * 144 = 4608, filters 32 * 9 = 288, out 3200: 8096 elements.
static_assert(bytes(depthwise) == 16'192 * B);

// 1 x 1: a matmul of the pixels: 2 * (2 * 8 * 8) * 16 * 5.
constexpr op::conv2d pointwise{.batch = 2, .out_channels = 5, .out_height = 8, .out_width = 8,
                               .in_channels = 16, .in_height = 8, .in_width = 8};
static_assert(flops(pointwise) == 20'480 * FLOP);
// Formats of their own: in 2048 of FP8, filters 80 of FP32, out 640 of FP16: 2048 + 320 + 1280.
constexpr op::conv2d mixed{.batch = 2, .out_channels = 5, .out_height = 8, .out_width = 8, .in_channels = 16,
                           .in_height = 8, .in_width = 8, .input = dtype::fp8, .weight = dtype::fp32,
                           .output = dtype::fp16};
static_assert(bytes(mixed) == 3648 * B);

static_assert(!known(op::conv2d{.out_channels = 5}.out_height), "without sizes it is not one of no cost");
#ifndef __clang__  // for clang, arithmetic that yields not-a-number is not constant
static_assert(!known(flops(op::conv2d{.out_channels = 5, .in_channels = 16})));
static_assert(!known(bytes(op::conv2d{.out_channels = 5, .out_height = 8, .out_width = 8, .in_channels = 16})));
#endif

int nothing;

}  // namespace test_op_conv
