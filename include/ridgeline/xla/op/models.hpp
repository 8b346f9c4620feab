#ifndef RIDGELINE_XLA_OP_MODELS_HPP
#define RIDGELINE_XLA_OP_MODELS_HPP

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/conv.hpp>
#include <ridgeline/xla/op/gemm.hpp>
#include <ridgeline/op/roofline.hpp>
#include <ridgeline/op/set.hpp>

namespace ridgeline {

/// The models of calls in XLA programs. `xla_models::with<mine>` asks a user's first.
using xla_models = op_set<xla_gemm, xla_attention, xla_conv>;

/// What a call costs by its model. Not `known`: no model describes it. `fits` is false where one does, and the call's
/// shapes are not what it knows.
struct xla_cost {
  bool known = false;
  bool fits = false;
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  xla_description about{};

  /// The time that a chip needs at least. A limit that the chip has no figure for is unknown.
  roof over(const hw::roofs& on) const {
    return {flops / on.peak_of(hw::spec_of(about.peak.engine, about.peak.type)), bytes / on.memory};
  }
};

template <class Models = xla_models>
xla_cost cost_of(const xla_call& call, const xla_faults& faults) {
  xla_cost cost;
  cost.known = Models::visit(call, [&](const auto& model) {
    if constexpr (requires { model.fits; }) {
      cost.fits = model.fits;
    } else {
      cost.fits = true;
    }
    if (!cost.fits) return;
    cost.flops = ridgeline::flops(model);
    cost.bytes = ridgeline::bytes(model);
    if constexpr (requires { model.describe(cost.about); }) model.describe(cost.about);
  }, faults);
  return cost;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_MODELS_HPP
