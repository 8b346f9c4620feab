#ifndef RIDGELINE_TORCH_OP_COST_HPP
#define RIDGELINE_TORCH_OP_COST_HPP

#include <string>
#include <string_view>

#include <ridgeline/hw/descriptor.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

/// What one direction of an op costs. `failed`: the model cannot read the call; `undefined`: it does not say.
struct torch_work {
  enum class state : unsigned char { undefined, failed, counted };  // counted: the FLOP, the bytes or both are known
  state is = state::undefined;
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;

  bool counted() const { return is == state::counted; }
  bool complete() const { return known(flops) && known(bytes); }
};

/// All that a model says of a call.
struct torch_cost {
  torch_work forward{}, backward{};
  bool described = true;            ///< false: the call lacks what the model needs, and counts as not modelled
  bool unrecorded = false;          ///< FLOP or bytes are not known because an argument was not recorded
  engine compute = engine::vector;
  dtype precision = dtype::any;
  std::string spec{};               ///< `matrix_bf16`; empty without a precision
  torch_parameters parameters{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_COST_HPP
