#ifndef RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible when it counts the FLOP and bytes of an op: one switch
/// a fault, off by default. Each has a row of the same name in docs/deviations.md.
struct torch_model_faults {
  bool few_models = false;             ///< ops of `torch_added_set` have no model
  bool few_types = false;              ///< e5m2, integers and others have no precision, uint8 is fp8; bool has no size
  bool scaled_mm_bias_of_three = false;  ///< a scaled mm has a bias only when exactly three arguments were recorded
  bool mm_in_one_type = false;         ///< all matrices of mm, addmm, bmm, baddbmm have the first one's type
  bool transposed_conv_without_groups = false;  ///< a grouped transposed convolution has one group's output channels
  bool conv_bias_of_three = false;     ///< a convolution has a bias only when exactly three arguments were recorded
  bool conv_bias_gradient_in_bytes = false;  ///< the bias gradient's elements are one byte each
  bool attention_in_two_bytes = false; ///< elements of attention are two bytes, whatever their type
  bool causal_square_only = false;     ///< causal attention with more keys than queries has no model
  bool upsample_without_factors = false;  ///< an upsampling by factors has no model
  bool reduce_to_one = false;          ///< every reduction has one output
  bool norm_training_by_slot = false;  ///< a norm trains when the argument was recorded, False included
  bool norm_weights_by_slot = false;   ///< a norm has weight and bias when it could have them
  bool ranges_for_vllm_only = false;   ///< only vLLM's attention is told the step that it belongs to
  bool triton_types_of_c10 = false;    ///< tensors whose type the profiler spells `float` and the like have no bytes
  bool triton_spec_by_type = false;    ///< a compiled kernel's Compute Spec names a type that no chip has a peak for
  bool unrecorded_is_usual = false;    ///< a value that was not recorded is the usual one: stride 1, not causal
  bool gradients_always_all = false;   ///< output_mask is not read: every gradient counts
  bool bias_is_a_row = false;          ///< the matrix that addmm and baddbmm add has one row
  bool operands_left_out = false;      ///< O in the backward pass of attention, its bias, scales of products: no bytes
  bool windows_are_whole = false;      ///< attention in a window of the keys counts all of them
  bool flags_too_early = false;        ///< flash_attn: dropout and causal stand where one version has them
  bool result_by_input = false;        ///< products: result and bias are sized by the input's type, not by out_dtype
  bool pairs_are_single = false;       ///< scaled products: FP4 elements, two in a byte, count as one
  bool bytes_need_flops = false;       ///< an op whose FLOP are not known has no bytes either

  /// All of them: what `--parity` chooses.
  static constexpr torch_model_faults parity();
};

constexpr torch_model_faults torch_model_faults::parity() { return all_on<torch_model_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
