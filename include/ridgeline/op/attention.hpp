#ifndef RIDGELINE_OP_ATTENTION_HPP
#define RIDGELINE_OP_ATTENTION_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

namespace ridgeline::op {

/// Pairs of a query and a key within a band around the diagonal on which the last query meets the last key: from
/// `before` keys in front of it to `behind` keys after it. Areas, so that the band up to the diagonal (`behind` 0) of a
/// square is half of it.
constexpr double pairs_in_band(double queries, double keys, double before, double behind) {
  if (!known(queries) || !known(keys)) return missing<double>;
  const auto corner = [&](double top) {  // the area below a line that falls from `top` by one a query, within the keys
    const auto below = [&](double y) { return y <= 0 ? 0 : y <= keys ? y * y / 2 : keys * (y - keys / 2); };
    return below(top) - below(top - queries);
  };
  return queries * keys - corner(keys - before) - corner(queries - behind);
}

/// Scaled dot product attention; softmax, masks and dropout are not counted. Heads of K and V may be shared by several
/// heads of Q.
struct attention {
  double batch = 1, heads = 0, kv_heads = 0;
  double queries = 0, keys = 0;        ///< tokens, of all sequences when they differ in length
  double head = 0, value_head = 0;     ///< elements of one head of Q and K, and of V
  double pairs = queries * keys;       ///< of a query and a key that meet
  double mask = 1;                     ///< share of the pairs that the mask leaves
  double reduced = keys;               ///< keys whose gradients are summed over the heads of Q that share them
  bool recomputes = false;             ///< backward computes the scores again, as flash attention does
  bool reads_result = true;            ///< backward reads the result beside its gradient
  byte_count element{};
  byte_count bias{};                   ///< of what is added to the scores, in all

  constexpr flop_count flops() const { return batch * heads * 2 * pairs * (head + value_head) * mask * FLOP; }
  constexpr byte_count bytes() const {
    return batch * (queries * heads * (head + value_head) + keys * kv_heads * (head + value_head)) * element + bias;
  }
  /// Of Q, K and V.
  constexpr flop_count gradient_flops() const {
    const double products = batch * heads * 2 * pairs * (2 * value_head + (recomputes ? 3 : 2) * head);
    const double shared = floor_div(heads, kv_heads) - 1;
    return (products + batch * reduced * (head + value_head) * shared) * mask * FLOP;
  }
  /// Q, K, V and the gradient of the result are read, most often the result too; three gradients are written.
  constexpr byte_count gradient_bytes() const {
    const double results = reads_result ? 2 : 1;
    return batch * (2 * queries * heads * head + 2 * keys * kv_heads * (head + value_head) +
                    results * queries * heads * value_head) * element + bias;
  }
};

/// Attention over a cache of keys and values while serving: prompts (context) and single tokens (generation) together,
/// as sums over the requests.
struct cached_attention {
  double heads = 0, kv_heads = 0, head = 0, value_head = 0;
  double tokens = 0;       ///< queries of this step
  double pairs = 0;        ///< of a query and a key
  double masked = 0;       ///< pairs within prompts: half of them lie above the diagonal
  double cached = 0;       ///< keys that are read from the cache
  byte_count element{}, cache_element{};

  constexpr flop_count flops() const {
    return (2 * heads * (head + value_head) * pairs - heads * (head + value_head) * masked) * FLOP;
  }
  constexpr byte_count bytes() const {
    return tokens * (heads + kv_heads) * (head + value_head) * element +
           cached * kv_heads * (head + value_head) * cache_element;
  }
};

/// Attention with a gated recurrent state in place of a cache.
struct linear_attention {
  double tokens = 0, value_heads = 0, key = 0, value = 0;

  constexpr flop_count flops() const { return 7 * tokens * value_heads * value * key * FLOP; }
  constexpr byte_count bytes() const { return 2 * tokens * value_heads * (key + 2 * value + 2) * B; }
};

/// Attention of each query to a list of its own keys.
struct sparse_attention {
  double queries = 0, heads = 0, head = 0, pairs = 0;
  byte_count element{}, cache_element{};

  constexpr flop_count flops() const { return 4 * pairs * heads * head * FLOP; }
  constexpr byte_count bytes() const { return 2 * queries * heads * head * element + pairs * head * cache_element; }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ATTENTION_HPP
