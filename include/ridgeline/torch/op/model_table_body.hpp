#ifndef RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
#define RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP

#include <ridgeline/torch/op/added_models.hpp>
#include <ridgeline/torch/op/built_in_models.hpp>

namespace ridgeline {

torch_cost torch_model_entry::cost_of(const torch_call& call) const { return cost(call, row); }

namespace torch_detail {
constexpr bool adds_only() {
  for (const torch_model_entry& e : torch_added_set::entries)
    if (torch_built_in_set::place_of(e.name) != torch_model_table::nowhere) return false;
  return true;
}
static_assert(adds_only(), "a model of an op that torch_built_in_set has a model of, too");
}  // namespace torch_detail

const torch_model_table built_in_torch_models{torch_added_set::entries, &torch_added_set::place_of,
                                              &torch_built_in_set::table, true};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
