#ifndef RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// Known faults of TraceLens (commit 171dd747) in counting the FLOP and bytes of ops: one switch per fault, off by
/// default. Each has a row of the same name in docs/deviations.md.
struct torch_model_faults {
  bool few_models = false;             ///< ops of `torch_added_set` have no model
  bool few_types = false;              ///< e5m2, integers and others have no precision, uint8 is fp8; bool has no size
  bool scaled_mm_bias_of_three = false;  ///< a scaled mm has a bias only when exactly three arguments were recorded
  bool mm_in_one_type = false;         ///< all matrices of mm, addmm, bmm, baddbmm take the type of the first
  bool transposed_conv_without_groups = false;  ///< grouped transposed convolutions count one group's output channels
  bool conv_bias_of_three = false;     ///< a convolution has a bias only when exactly three arguments were recorded
  bool conv_bias_gradient_in_bytes = false;  ///< elements of the bias gradient count as one byte
  bool attention_in_two_bytes = false; ///< elements in attention count as two bytes, whatever their type
  bool causal_square_only = false;     ///< causal attention with more keys than queries has no model
  bool upsample_without_factors = false;  ///< upsampling given by scale factors has no model
  bool reduce_to_one = false;          ///< every reduction is counted with one output
  bool norm_training_by_slot = false;  ///< a norm is in training mode if the argument was recorded, even as False
  bool norm_weights_by_slot = false;   ///< a norm always counts weight and bias if its signature has them
  bool ranges_for_vllm_only = false;   ///< only vLLM's attention knows the step that it belongs to
  bool first_range_of_all = false;     ///< an op's step is the first range of any kind around it, on the GPU, too
  bool triton_types_of_c10 = false;    ///< tensors of types spelled `float` and the like have no bytes
  bool triton_spec_by_type = false;    ///< a compiled kernel's Compute Spec names a type without a peak on any chip
  bool triton_one_axis = false;        ///< a compiled kernel over a plane has as many points as its last axis
  bool triton_tables_are_whole = false;  ///< a compiled kernel that looks up rows of a table reads all of it
  bool empty_is_one = false;           ///< elementwise: an empty extent beside a number, or an extent of 1, counts as 1
  bool empty_is_usual = false;         ///< values recorded as an empty text are usual: stride 1, not causal
  bool all_arguments_needed = false;   ///< an op that lacks an argument of `torch_needs_table` has no figures
  bool all_sizes_needed = false;       ///< an op with an unknown element size that is listed there has none either
  bool unknown_types_are_half = false; ///< rotations and cross entropy: elements of unknown types take two bytes
  bool gradients_always_all = false;   ///< output_mask is ignored: every gradient counts
  bool bias_is_a_row = false;          ///< the matrix added by addmm and baddbmm counts as one row
  bool operands_left_out = false;      ///< no bytes for O and bias in attention backward, scales of products
  bool linear_needs_step = false;      ///< linear attention without a step is left out, as if it had no tokens
  bool key_heads_are_half = false;     ///< linear attention has half as many heads of K as of V, whatever fits
  bool windows_are_whole = false;      ///< attention in a window or a cache counts all keys
  bool longest_as_recorded = false;    ///< packed attention takes a longest sequence above all its tokens as it is
  bool flags_too_early = false;        ///< flash_attn: dropout and causal at the positions of one version only
  bool result_by_input = false;        ///< matrix products: result and bias take the input's type, not out_dtype
  bool pairs_are_single = false;       ///< products: FP4 elements packed two to a byte count as one
  bool sparse_is_full = false;         ///< sparse tensors count all of their elements
  bool packed_experts_as_stored = false;  ///< packed weights of experts: K is the number of their stored columns
  bool choices_as_stored = false;      ///< experts of a token: the second extent of the choices, whatever the first
  bool sequence_on_any_thread = false; ///< Apex's gradients: the last op with their number, on whatever thread
  bool outer_call_counts = false;      ///< an op that is called again on what its tensors hold counts as it was called
  bool bytes_need_flops = false;       ///< an op with unknown FLOP has no bytes either

  /// All faults on, as `--parity` selects.
  static constexpr torch_model_faults parity();
};

constexpr torch_model_faults torch_model_faults::parity() { return all_on<torch_model_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
