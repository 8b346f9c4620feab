#ifndef RIDGELINE_TT_OP_COST_HPP
#define RIDGELINE_TT_OP_COST_HPP

#include <concepts>
#include <string>

#include <ridgeline/op/model.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/op/perf_row.hpp>

/// Lists of op models as plain functions, which a report takes as an argument; a new model then only costs its own
/// compile time.
namespace ridgeline {

namespace op_detail {

// Constants of their own: clang 16 crashes at these expressions within a generic lambda.
template <class Model>
inline constexpr bool usable_cores =
    !requires { requires is_function<decltype(&Model::used_cores)>; } ||
    requires(const Model& model) { model.used_cores(); };
template <class Model>
inline constexpr bool usable_label =
    !requires { requires is_function<decltype(&Model::append_label)>; } ||
    requires(const Model& model, std::string& label) { model.append_label(label); };

}  // namespace op_detail

/// The cost of one record according to a model.
struct tt_op_cost {
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  double used_cores = missing<double>;  ///< the number of cores that the peak refers to
  tt_row_kind kind = tt_row_kind::modelled;
  bool dram_sharded = false;            ///< a matmul that runs on one core per DRAM bank
};

/// Finds the model of `op`, fills `cost` and appends to `label` the text that follows the op's code in the report.
/// Returns false, and leaves both unchanged, if no model matches.
using tt_cost_function = bool (*)(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost);

/// The function for a list of models: `tt_cost_by<tt_models::with<my_op>>`.
template <class Models>
bool tt_cost_by(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost) {
  constexpr bool is_list = requires { Models::size; };
  static_assert(is_list, "models are a list: report_tt_ops<tt_models::with<my_op>>(ops, chip)");
  if constexpr (!is_list) return false;
  else return Models::visit(
      op,
      [&]<class Model>(const Model& model) {
        cost.flops = ridgeline::flops(model);
        cost.bytes = ridgeline::bytes(model);
        cost.used_cores = op.cores >= 0 ? op.cores : missing<double>;
        static_assert(op_detail::usable_cores<Model>,
                      "an op model's used_cores is `constexpr double used_cores() const`");
        static_assert(op_detail::usable_label<Model>,
                      "an op model's append_label is `void append_label(std::string& label) const`");
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

/// The function for the built-in models, `tt_models`.
bool tt_cost_of(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_COST_HPP
