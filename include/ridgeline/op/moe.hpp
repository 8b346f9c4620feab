#ifndef RIDGELINE_OP_MOE_HPP
#define RIDGELINE_OP_MOE_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

namespace ridgeline::op {

/// Which of `experts` experts `tokens` tokens reach that choose `chosen` each at random: how many, expected.
constexpr double active_experts(double experts, double chosen, double tokens) {
  return experts * (1 - power(divide(experts - chosen, experts), tokens));
}

/// Experts of a mixture: each token goes to `chosen` of them.
struct experts {
  double tokens = 0, hidden = 0, inner = 0, count = 0, chosen = 0;
  bool gated = false;                        ///< two matrices up: one is the gate
  byte_count in{}, weight{}, out{};          ///< bytes of one element

  constexpr double matrices_up() const { return gated ? 2 : 1; }
  constexpr double active() const { return active_experts(count, chosen, tokens); }
};

/// Both products and the weighted sum in one kernel.
struct fused_experts : experts {
  constexpr flop_count flops() const {
    return (2 * tokens * hidden * inner * chosen * (matrices_up() + 1) + tokens * hidden * (2 * chosen - 1)) * FLOP;
  }
  constexpr byte_count bytes() const {
    return tokens * hidden * in + active() * inner * hidden * (matrices_up() + 1) * weight + tokens * hidden * out;
  }
};

/// From the hidden to the inner size.
struct experts_up : experts {
  constexpr flop_count flops() const { return 2 * tokens * hidden * inner * chosen * matrices_up() * FLOP; }
  constexpr byte_count bytes() const {
    return tokens * hidden * in + active() * matrices_up() * hidden * inner * weight + tokens * inner * chosen * out;
  }
};

/// And back.
struct experts_down : experts {
  constexpr flop_count flops() const { return 2 * tokens * inner * hidden * chosen * FLOP; }
  constexpr byte_count bytes() const {
    return tokens * inner * chosen * in + active() * inner * hidden * weight + tokens * hidden * out;
  }
};

/// One product for all pairs of a token and its expert, whichever way.
struct routed_gemm : experts {
  constexpr double rows() const { return tokens * chosen; }
  constexpr flop_count flops() const { return 2 * rows() * inner * hidden * FLOP; }
  constexpr byte_count bytes() const {
    return rows() * hidden * in + active() * inner * hidden * weight + rows() * inner * out;
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_MOE_HPP
