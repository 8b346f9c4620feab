#ifndef RIDGELINE_XLA_RECORD_FAULTS_HPP
#define RIDGELINE_XLA_RECORD_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible in its JAX report: one switch a fault, off by
/// default. Each has a row of the same name in docs/deviations.md.
struct xla_faults {
  bool rounded_stamps = false;           ///< times are rounded to doubles of microseconds before they are subtracted
  bool hlo_needs_launch = false;         ///< only kernels whose launch is known get their instruction
  bool roots_missing = false;            ///< the instruction that gives a computation's value is not found
  bool collectives_by_text = false;      ///< async collectives are matched in order of text: 10 before 2
  bool metadata_cut_at_comma = false;    ///< an instruction's metadata ends at its first comma
  bool dims_of_few_types = false;        ///< operands are listed when their type is letters and digits, not scalars
  bool sizes_of_few_types = false;       ///< input bytes count some types only
  bool gemm_extents_by_value = false;    ///< K is taken out of a shape where its value first stands
  bool gemm_bias_by_beta = false;        ///< an epilogue with a bias is not seen
  bool gemm_one_element_size = false;    ///< b and the output are sized like a
  bool triton_gemms_unmodelled = false;  ///< fusions with a product, and those of TE, have no model
  bool category_by_names = false;        ///< the target of a custom call does not tell what its kernels are
  bool cudnn_attention_unmodelled = false;  ///< cuDNN's fused attention has no model
  bool attention_shapes_of_operands = false;  ///< packed layouts fail: shapes come from three operands of four extents
  bool attention_never_causal = false;   ///< the mask is not looked at
  bool conv_filter_truncated = false;    ///< the kernel loses its two feature dimensions
  bool conv_backward_confused = false;   ///< both gradients alike, with the first output as the output of the forward
  bool conv_bias_by_count = false;       ///< a convolution of three operands has a bias
  bool communication_by_three_words = false;  ///< nccl, rccl and cross_device_reduce alone are communication

  /// All of them: what `--parity` chooses.
  static constexpr xla_faults parity();
};

constexpr xla_faults xla_faults::parity() { return all_on<xla_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_FAULTS_HPP
