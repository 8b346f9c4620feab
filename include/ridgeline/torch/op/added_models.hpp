#ifndef RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
#define RIDGELINE_TORCH_OP_ADDED_MODELS_HPP

#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/op/schema/ascend.hpp>
#include <ridgeline/torch/op/schema/attention.hpp>
#include <ridgeline/torch/op/schema/elementwise.hpp>
#include <ridgeline/torch/op/schema/engines.hpp>
#include <ridgeline/torch/op/schema/graphs.hpp>
#include <ridgeline/torch/op/schema/indexed.hpp>
#include <ridgeline/torch/op/schema/layers.hpp>
#include <ridgeline/torch/op/schema/liger.hpp>
#include <ridgeline/torch/op/schema/lists.hpp>
#include <ridgeline/torch/op/schema/losses.hpp>
#include <ridgeline/torch/op/schema/norms.hpp>
#include <ridgeline/torch/op/schema/packed.hpp>
#include <ridgeline/torch/op/schema/products.hpp>
#include <ridgeline/torch/op/schema/reductions.hpp>
#include <ridgeline/torch/op/schema/resampling.hpp>
#include <ridgeline/torch/op/schema/scans.hpp>
#include <ridgeline/torch/op/schema/splatting.hpp>
#include <ridgeline/torch/op/schema/templates.hpp>
#include <ridgeline/torch/op/schema/transformer_engine.hpp>
#include <ridgeline/torch/op/schema/vision.hpp>
#include <ridgeline/torch/op/serving_cache.hpp>

namespace ridgeline {

/// Models of ops that TraceLens has no model of: a layer above `torch_built_in_set`, which `few_models` disables.
using torch_added_set =
    torch_model_set<torch_engine_norms, torch_engine_norms_of_0, torch_engine_activations, torch_engine_quantisers,
                    torch_engine_fp4_quantiser, torch_engine_rotations, torch_engine_caches, torch_engine_routing,
                    torch_engine_gate, torch_engine_sampling, torch_engine_products, torch_eager_products,
                    torch_grouped_mm, torch_flash_cache, torch_paged_kernel, torch_gated_delta,
                    torch_categories_alone, torch_eager_unary, torch_eager_binary, torch_eager_reduction,
                    torch_eager_lists, torch_eager_joined, torch_pooling, torch_fbgemm_products, torch_scaled_mm_v2,
                    torch_eager_attention, torch_eager_attention_backward, torch_eager_indexed, torch_masked_fill,
                    torch_eager_losses, torch_indexed_by_list, torch_linear, torch_matmul, torch_recurrent,
                    torch_fourier, torch_solvers, torch_recurrent_cells, torch_bitsandbytes,
                    torch_bitsandbytes_products, torch_flex_attention, torch_resampling, torch_engine_experts,
                    torch_gelu, torch_listed_reductions, torch_reflection_pad, torch_resampling_gradient,
                    torch_grid_sampler, torch_flex_template, torch_product_template,
                    torch_other_template, torch_chunk_cat, torch_splatting, torch_engine_all_reduce_norm,
                    torch_eager_batch_norm, torch_synchronised_norm, torch_layer_norm_function,
                    torch_rms_norm_function, torch_packed_products, torch_liger,
                    torch_liger_cross_entropy, torch_te_linear, torch_te_linear_gradients, torch_te_grouped,
                    torch_grouped_gradients<torch_te_grouped>, torch_grouped_function,
                    torch_grouped_gradients<torch_grouped_function>, torch_te_mlp, torch_te_mlp_gradients,
                    torch_fused_weight_gradient, torch_te_attention, torch_scans,
                    torch_causal_conv_functions, torch_chunk_scan, torch_npu_attention, torch_npu_attention_backward,
                    torch_npu_rows, torch_semi_structured, torch_packed_flash, torch_vision, torch_graph_sums,
                    torch_graph_products>;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
