#include <ridgeline/op/attention.hpp>

namespace test_op_attention {

using namespace ridgeline;

// Areas between two lines, 4 queries by 4 keys: without the triangles beyond 2 keys before and 1 behind the diagonal.
static_assert(op::pairs_in_band(4, 4, 2, 1) == 16 - 2 * 2 / 2.0 - 3 * 3 / 2.0);
static_assert(op::pairs_in_band(4, 4, 1, 2) == op::pairs_in_band(4, 4, 2, 1), "the other side");
static_assert(op::pairs_in_band(4, 4, 4, 0) == 8 && op::pairs_in_band(4, 4, 0, 4) == 8, "half of the square");
static_assert(op::pairs_in_band(4, 4, 4, 4) == 16, "all");
static_assert(op::pairs_in_band(2, 4, 4, 0) == 2.5 + 3.5, "the last of two queries meets the last of four keys");
static_assert(op::pairs_in_band(4, 2, 2, 0) == 0.5 + 1.5, "the first two of four queries come before all keys");
static_assert(!known(op::pairs_in_band(missing<double>, 4, 1, 0)));
static_assert(!known(op::pairs_in_band(4, missing<double>, 1, 0)));
static_assert(op::pairs_in_chunks(4, 4, 2) == 2 + 2, "two triangles of 2 * 2 / 2");
static_assert(op::pairs_in_chunks(5, 5, 3) == 4.5 + 2, "of 3 * 3 / 2, and of the two tokens that are left");
static_assert(op::pairs_in_chunks(2, 5, 3) == 2, "the last two queries");
static_assert(op::pairs_in_chunks(5, 3, 3) == 4.5, "queries before all keys");

constexpr op::attention of_both{.batch = 2, .heads = 4, .kv_heads = 2, .queries = 3, .keys = 5, .head = 8,
                                .value_head = 6, .element = 2 * B, .bias = 10 * B};
static_assert(of_both.flops() == 2 * 4 * 2 * (3 * 5) * (8 + 6) * FLOP);
static_assert(of_both.bytes() == 2 * (3 * 4 * (8 + 6) + 5 * 2 * (8 + 6)) * 2 * B + 10 * B, "Q and the result, K and V");
static_assert(of_both.gradient_flops() ==
                  (2 * 4 * 2 * (3 * 5) * (2 * 6 + 2 * 8) + 2 * 5 * (8 + 6) * (4 / 2 - 1)) * FLOP,
              "of V and the weights, of Q and K, and the sum over the two heads of Q that share one of K and V");
static_assert(of_both.gradient_bytes() == 2 * (2 * 3 * 4 * 8 + 2 * 5 * 2 * (8 + 6) + 2 * 3 * 4 * 6) * 2 * B + 10 * B);
constexpr op::attention again{.heads = 4, .queries = 3, .keys = 5, .head = 8, .value_head = 6, .mask = 0.5,
                              .recomputes = true, .reads_result = false, .element = 2 * B};
static_assert(again.gradient_flops() == 4 * 2 * (3 * 5) * (2 * 6 + 3 * 8) * 0.5 * FLOP, "the scores once more");
static_assert(again.gradient_bytes() == (2 * 3 * 4 * 8 + 2 * 5 * 4 * (8 + 6) + 3 * 4 * 6) * 2 * B, "not the result");
constexpr op::attention in_parts{.batch = 1, .heads = 4, .kv_heads = 1, .queries = 3, .keys = 5, .head = 8,
                                 .value_head = 6, .mask = 0.5, .element = 2 * B, .second = 1};
static_assert(in_parts.flops() == 4 * 2 * (3 * 5) * (8 + 1 + 6) * 0.5 * FLOP);
static_assert(in_parts.bytes() == (3 * 4 * (8 + 1 + 6) + 5 * (8 + 6)) * 2 * B);

constexpr op::cached_attention cached{.heads = 4, .kv_heads = 2, .head = 8, .value_head = 6, .tokens = 3, .pairs = 10,
                                      .masked = 4, .cached = 5, .element = 2 * B, .cache_element = 1 * B, .second = 1};
static_assert(cached.flops() == 4 * 2 * (8 + 1 + 6) * (10 - 4 / 2) * FLOP, "half of what prompts have lies above");
static_assert(cached.bytes() == 3 * ((4 + 2) * (8 + 6) + 4 * 1) * 2 * B + 5 * 2 * (8 + 6) * 1 * B);

constexpr op::linear_attention linear{.tokens = 2, .value_heads = 3, .key = 4, .value = 5};
static_assert(linear.flops() == 7 * 2 * 3 * (4 * 5) * FLOP);
static_assert(linear.bytes() == 2 * 3 * (4 + 5 + 5 + 2) * 2 * B);

constexpr op::sparse_attention sparse{.queries = 2, .heads = 3, .head = 4, .pairs = 5, .element = 2 * B,
                                      .cache_element = 1 * B};
static_assert(sparse.flops() == 2 * 2 * 5 * 3 * 4 * FLOP, "two products");
static_assert(sparse.bytes() == 2 * (2 * 3 * 4) * 2 * B + 5 * 4 * 1 * B, "Q and the result, and the listed keys");

}  // namespace test_op_attention
