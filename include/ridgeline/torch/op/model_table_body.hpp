#ifndef RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
#define RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP

#include <ridgeline/torch/op/built_in_models.hpp>

namespace ridgeline {

torch_cost torch_model_entry::cost_of(const torch_call& call) const { return cost(call, row); }

const torch_model_table built_in_torch_models = torch_built_in_set::table;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
