#ifndef RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP

#include <array>
#include <string_view>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible when it counts the FLOP and bytes of an op: one switch
/// a fault, off by default. Each has a row of the same name in docs/deviations.md.
struct torch_model_faults {
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
  bool bytes_need_flops = false;       ///< an op whose FLOP are not known has no bytes either

  /// All of them: what `--parity` chooses.
  static constexpr torch_model_faults parity();
};

/// A fault's name, as in docs/deviations.md, and its switch.
struct torch_model_fault {
  std::string_view name;
  bool torch_model_faults::*on;
};

inline constexpr std::array torch_model_fault_list{
    torch_model_fault{"few_types", &torch_model_faults::few_types},
    torch_model_fault{"scaled_mm_bias_of_three", &torch_model_faults::scaled_mm_bias_of_three},
    torch_model_fault{"mm_in_one_type", &torch_model_faults::mm_in_one_type},
    torch_model_fault{"transposed_conv_without_groups", &torch_model_faults::transposed_conv_without_groups},
    torch_model_fault{"conv_bias_of_three", &torch_model_faults::conv_bias_of_three},
    torch_model_fault{"conv_bias_gradient_in_bytes", &torch_model_faults::conv_bias_gradient_in_bytes},
    torch_model_fault{"attention_in_two_bytes", &torch_model_faults::attention_in_two_bytes},
    torch_model_fault{"causal_square_only", &torch_model_faults::causal_square_only},
    torch_model_fault{"upsample_without_factors", &torch_model_faults::upsample_without_factors},
    torch_model_fault{"reduce_to_one", &torch_model_faults::reduce_to_one},
    torch_model_fault{"norm_training_by_slot", &torch_model_faults::norm_training_by_slot},
    torch_model_fault{"norm_weights_by_slot", &torch_model_faults::norm_weights_by_slot},
    torch_model_fault{"ranges_for_vllm_only", &torch_model_faults::ranges_for_vllm_only},
    torch_model_fault{"triton_types_of_c10", &torch_model_faults::triton_types_of_c10},
    torch_model_fault{"triton_spec_by_type", &torch_model_faults::triton_spec_by_type},
    torch_model_fault{"unrecorded_is_usual", &torch_model_faults::unrecorded_is_usual},
    torch_model_fault{"gradients_always_all", &torch_model_faults::gradients_always_all},
    torch_model_fault{"bias_is_a_row", &torch_model_faults::bias_is_a_row},
    torch_model_fault{"operands_left_out", &torch_model_faults::operands_left_out},
    torch_model_fault{"bytes_need_flops", &torch_model_faults::bytes_need_flops}};

static_assert(torch_model_fault_list.size() == sizeof(torch_model_faults),
              "a switch of torch_model_faults is missing from torch_model_fault_list");

constexpr torch_model_faults torch_model_faults::parity() {
  torch_model_faults all;
  for (const torch_model_fault& f : torch_model_fault_list) all.*f.on = true;
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_MODEL_FAULTS_HPP
