#ifndef RIDGELINE_TORCH_OP_COST_HPP
#define RIDGELINE_TORCH_OP_COST_HPP

#include <string>

#include <ridgeline/hw/descriptor.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

/// The cost of one direction of an op. `failed`: the model cannot read the call; `undefined`: the model does not
/// cover it.
struct torch_work {
  enum class state : unsigned char { undefined, failed, counted };  // counted: FLOP, bytes, or both are known
  state is = state::undefined;
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;

  bool counted() const { return is == state::counted; }
  bool complete() const { return known(flops) && known(bytes); }
};

/// The complete result of a model for a call.
struct torch_cost {
  torch_work forward{}, backward{};
  bool described = true;            ///< false: the call lacks data the model needs, and counts as not modelled
  bool unrecorded = false;          ///< FLOP or bytes are unknown because an argument was not recorded
  bool narrowed = false;            ///< the arguments tell that attention's queries see only some of the keys
  engine compute = engine::vector;
  dtype precision = dtype::any;
  std::string spec{};               ///< `matrix_bf16`; empty if there is no precision
  torch_parameters parameters{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_COST_HPP
