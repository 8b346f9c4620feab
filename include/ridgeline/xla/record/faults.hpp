#ifndef RIDGELINE_XLA_RECORD_FAULTS_HPP
#define RIDGELINE_XLA_RECORD_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// Known faults of TraceLens' (commit 171dd747) JAX report: one switch per fault, off by default. Each has a row of
/// the same name in docs/deviations.md.
struct xla_faults {
  bool rounded_stamps = false;           ///< times are rounded to doubles of microseconds before they are subtracted
  bool last_launch_of_a_number = false;  ///< of several launches of one number the last one counts
  bool hlo_needs_launch = false;         ///< only kernels with a known launch get their instruction
  bool roots_missing = false;            ///< the root instruction of a computation is not found
  bool instructions_by_stat = false;     ///< kernels of a command buffer, which names no instruction, have none
  bool collectives_by_text = false;      ///< async collectives are matched in text order: 10 before 2
  bool metadata_cut_short = false;       ///< an instruction's metadata ends at its first comma, bracket or the like
  bool dims_of_few_types = false;        ///< lists only non-scalars whose type is letters and then digits
  bool sizes_of_few_types = false;       ///< input bytes count only some types
  bool gemm_extents_by_value = false;    ///< K is removed from a shape at the first extent with its value
  bool gemm_bias_by_beta = false;        ///< an epilogue with a bias is not recognised
  bool gemm_one_element_size = false;    ///< b and the output are assumed to have a's element size
  bool triton_gemms_unmodelled = false;  ///< fusions with a product, and TE products, have no model
  bool category_by_names = false;        ///< the target of a custom call does not determine the category
  bool cudnn_attention_unmodelled = false;  ///< cuDNN's fused attention has no model
  bool attention_shapes_of_operands = false;  ///< packed layouts fail: shapes are read from three 4-d operands
  bool attention_never_causal = false;   ///< the mask is ignored
  bool conv_filter_truncated = false;    ///< the kernel loses its two feature dimensions
  bool conv_backward_confused = false;   ///< both gradients use the first output as the forward output
  bool conv_bias_by_count = false;       ///< any convolution with three operands has a bias
  bool conv_one_element_size = false;    ///< all of a convolution is sized like its first operand; no side input
  bool repeats_counted = false;          ///< GPU work that stands in the file twice counts twice
  bool first_program_of_a_name = false;  ///< of several programs of one name, the first with an instruction has it
  bool gpus_unnamed = false;             ///< without a given chip there are no roofs, though the profile names the GPU
  bool communication_by_three_words = false;  ///< only nccl, rccl and cross_device_reduce are communication

  /// All faults on, as `--parity` selects.
  static constexpr xla_faults parity();
};

constexpr xla_faults xla_faults::parity() { return all_on<xla_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_FAULTS_HPP
