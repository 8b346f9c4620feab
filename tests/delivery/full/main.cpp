#include <ridgeline/impl.hpp>

#include <string_view>

// 2 * 3 * 4 * 5 = 120 FLOP for a product of 3x4 by 4x5 matrices.
static_assert(ridgeline::flops(ridgeline::op::matmul{1, 3, 4, 5}) == 120 * ridgeline::FLOP);

int main() { return std::string_view(RIDGELINE_VERSION).empty() ? 1 : 0; }
