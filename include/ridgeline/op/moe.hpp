#ifndef RIDGELINE_OP_MOE_HPP
#define RIDGELINE_OP_MOE_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

namespace ridgeline::op {

/// The expected number of `experts` that receive work when each of `tokens` tokens picks `chosen` of them at random.
constexpr double active_experts(double experts, double chosen, double tokens) {
  return experts * (1 - power(divide(experts - chosen, experts), tokens));
}

/// A mixture-of-experts layer: each token is routed to `chosen` of `count` experts.
struct experts {
  double tokens = 0, hidden = 0, inner = 0, count = 0, chosen = 0;
  bool gated = false;                        ///< two up projections, one of which is the gate
  byte_count in{}, weight{}, out{};          ///< bytes per element

  constexpr double matrices_up() const { return gated ? 2 : 1; }
  constexpr double active() const { return active_experts(count, chosen, tokens); }
};

/// Both projections and the weighted sum in one kernel.
struct fused_experts : experts {
  constexpr flop_count flops() const {
    return (2 * tokens * hidden * inner * chosen * (matrices_up() + 1) + tokens * hidden * (2 * chosen - 1)) * FLOP;
  }
  constexpr byte_count bytes() const {
    return tokens * hidden * in + active() * inner * hidden * (matrices_up() + 1) * weight + tokens * hidden * out;
  }
};

/// The projection from the hidden to the inner size.
struct experts_up : experts {
  constexpr flop_count flops() const { return 2 * tokens * hidden * inner * chosen * matrices_up() * FLOP; }
  constexpr byte_count bytes() const {
    return tokens * hidden * in + active() * matrices_up() * hidden * inner * weight + tokens * inner * chosen * out;
  }
};

/// The projection back to the hidden size.
struct experts_down : experts {
  constexpr flop_count flops() const { return 2 * tokens * inner * hidden * chosen * FLOP; }
  constexpr byte_count bytes() const {
    return tokens * inner * chosen * in + active() * inner * hidden * weight + tokens * hidden * out;
  }
};

/// One product over all token-expert pairs, in either direction.
struct routed_gemm : experts {
  constexpr double rows() const { return tokens * chosen; }
  constexpr flop_count flops() const { return 2 * rows() * inner * hidden * FLOP; }
  constexpr byte_count bytes() const {
    return rows() * hidden * in + active() * inner * hidden * weight + rows() * inner * out;
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_MOE_HPP
