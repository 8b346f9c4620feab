#ifndef RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
#define RIDGELINE_TORCH_OP_ADDED_MODELS_HPP

#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/op/schema_eager.hpp>
#include <ridgeline/torch/op/schema_engines.hpp>
#include <ridgeline/torch/op/schema_products.hpp>
#include <ridgeline/torch/op/schema_sources.hpp>
#include <ridgeline/torch/op/serving_cache.hpp>

namespace ridgeline {

/// Models of ops that TraceLens has none of: a layer above `torch_built_in_set` that `few_models` passes over.
using torch_added_set =
    torch_model_set<torch_engine_norms, torch_engine_activations, torch_engine_quantisers, torch_engine_rotations,
                    torch_engine_caches, torch_engine_routing, torch_engine_sampling, torch_engine_products,
                    torch_grouped_mm, torch_flash_cache, torch_paged_kernel, torch_categories_alone, torch_eager_unary,
                    torch_eager_binary, torch_eager_reduction, torch_eager_lists>;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
