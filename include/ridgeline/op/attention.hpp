#ifndef RIDGELINE_OP_ATTENTION_HPP
#define RIDGELINE_OP_ATTENTION_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

namespace ridgeline::op {

/// Number of query-key pairs within a band around the diagonal on which the last query meets the last key: from
/// `before` keys before the diagonal to `behind` keys after it. Computed as an area, so the band up to the diagonal of
/// a square (`behind` 0) is exactly half of it. Missing when `queries` or `keys` is.
constexpr double pairs_in_band(double queries, double keys, double before, double behind) {
  if (!known(queries) || !known(keys)) return missing<double>;
  const auto corner = [&](double top) {  // area below a line that falls from `top` by one per query, within the keys
    const auto below = [&](double y) { return y <= 0 ? 0 : y <= keys ? y * y / 2 : keys * (y - keys / 2); };
    return below(top) - below(top - queries);
  };
  return queries * keys - corner(keys - before) - corner(queries - behind);
}

/// Number of query-key pairs up to the diagonal on which the last query meets the last key, if queries see only the
/// keys of their own chunk of `chunk` keys; as an area.
constexpr double pairs_in_chunks(double queries, double keys, double chunk) {
  const auto below = [&](double tokens) {  // of the first tokens
    const double whole = tokens <= 0 ? 0 : floor_div(tokens, chunk), rest = tokens <= 0 ? 0 : tokens - whole * chunk;
    return (whole * chunk * chunk + rest * rest) / 2;
  };
  return below(keys) - below(keys - queries);
}

/// Scaled dot product attention; softmax, masks and dropout are not counted. Several heads of Q may share one head of K
/// and V.
struct attention {
  double batch = 1, heads = missing<double>, kv_heads = heads;
  double queries = 0, keys = 0;        ///< tokens, summed over all sequences if their lengths differ
  double head = missing<double>, value_head = head;  ///< elements in one head of Q and K, and in one head of V
  double pairs = queries * keys;       ///< query-key pairs that are computed
  double mask = 1;                     ///< fraction of the pairs that the mask keeps
  double reduced = keys;               ///< keys whose gradients are summed over the Q heads that share them
  bool recomputes = false;             ///< the backward pass recomputes the scores, as flash attention does
  bool reads_result = true;            ///< the backward pass reads the forward result in addition to its gradient
  byte_count element = missing<byte_count>;
  byte_count bias{};                   ///< total bytes of the bias added to the scores
  double second = 0;                   ///< elements in one head of a second part of Q, which is met with V

  constexpr flop_count flops() const {
    return batch * heads * 2 * pairs * (head + second + value_head) * mask * FLOP;
  }
  constexpr byte_count bytes() const {
    const double rows = queries * heads * (head + second + value_head);
    return batch * (rows + keys * kv_heads * (head + value_head)) * element + bias;
  }
  /// FLOP for the gradients of Q, K and V.
  constexpr flop_count gradient_flops() const {
    const double products = batch * heads * 2 * pairs * (2 * value_head + (recomputes ? 3 : 2) * head);
    const double shared = floor_div(heads, kv_heads) - 1;
    return (products + batch * reduced * (head + value_head) * shared) * mask * FLOP;
  }
  /// Reads Q, K, V, the gradient of the result and, unless `reads_result` is false, the result; writes three gradients.
  constexpr byte_count gradient_bytes() const {
    const double results = reads_result ? 2 : 1;
    return batch * (2 * queries * heads * head + 2 * keys * kv_heads * (head + value_head) +
                    results * queries * heads * value_head) * element + bias;
  }
};

/// Attention over a KV cache during serving: prompts (context) and single tokens (generation) combined, as sums over
/// the requests.
struct cached_attention {
  double heads = 0, kv_heads = 0, head = 0, value_head = 0;
  double tokens = 0;       ///< queries in this step
  double pairs = 0;        ///< query-key pairs
  double masked = 0;       ///< pairs within prompts; half of them lie above the diagonal
  double cached = 0;       ///< keys read from the cache
  byte_count element{}, cache_element{};
  double second = 0;       ///< elements in one head of a second part of Q, which is met with V

  constexpr flop_count flops() const {
    const double products = head + second + value_head;
    return (2 * heads * products * pairs - heads * products * masked) * FLOP;
  }
  constexpr byte_count bytes() const {
    return tokens * ((heads + kv_heads) * (head + value_head) + heads * second) * element +
           cached * kv_heads * (head + value_head) * cache_element;
  }
};

/// Attention with a gated recurrent state instead of a cache.
struct linear_attention {
  double tokens = 0, value_heads = 0, key = 0, value = 0;

  constexpr flop_count flops() const { return 7 * tokens * value_heads * value * key * FLOP; }
  constexpr byte_count bytes() const { return 2 * tokens * value_heads * (key + 2 * value + 2) * B; }
};

/// Attention in which each query attends to its own list of keys.
struct sparse_attention {
  double queries = 0, heads = 0, head = 0, pairs = 0;
  byte_count element{}, cache_element{};

  constexpr flop_count flops() const { return 4 * pairs * heads * head * FLOP; }
  constexpr byte_count bytes() const { return 2 * queries * heads * head * element + pairs * head * cache_element; }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ATTENTION_HPP
