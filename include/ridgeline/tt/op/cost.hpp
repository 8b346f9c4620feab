#ifndef RIDGELINE_TT_OP_COST_HPP
#define RIDGELINE_TT_OP_COST_HPP

#include <concepts>
#include <string>

#include <ridgeline/op/model.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/op/perf_row.hpp>

/// Lists of op models as plain functions: a report takes one, so that a new model costs its own compile time only.
namespace ridgeline {

/// What a model says of one record.
struct tt_op_cost {
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  double used_cores = missing<double>;  ///< the cores that the peak is taken for
  tt_row_kind kind = tt_row_kind::modelled;
  bool dram_sharded = false;            ///< a matmul that runs on one core a DRAM bank
};

/// Finds the model of `op`, fills `cost` and appends to `label` what the report shows behind the op's code. False, with
/// both as they were, when no model matches.
using tt_cost_function = bool (*)(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost);

/// The function of a list of models: `tt_cost_by<tt_models::with<my_op>>`.
template <class Models>
bool tt_cost_by(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost) {
  return Models::visit(
      op,
      [&]<class Model>(const Model& model) {
        cost.flops = ridgeline::flops(model);
        cost.bytes = ridgeline::bytes(model);
        cost.used_cores = op.cores >= 0 ? op.cores : missing<double>;
        if constexpr (requires { model.used_cores(); }) cost.used_cores = model.used_cores();
        if constexpr (std::same_as<Model, tt_conv>) cost.kind = tt_row_kind::conv;
        if constexpr (std::same_as<Model, tt_matmul>) {
          cost.kind = tt_row_kind::matmul;
          cost.dram_sharded = model.dram_sharded;
        }
        if constexpr (requires { model.append_label(label); }) model.append_label(label);
      },
      context);
}

/// That of the library's models, `tt_models`.
bool tt_cost_of(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_COST_HPP
