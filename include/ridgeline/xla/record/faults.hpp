#ifndef RIDGELINE_XLA_RECORD_FAULTS_HPP
#define RIDGELINE_XLA_RECORD_FAULTS_HPP

#include <array>
#include <string_view>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible in its JAX report: one switch a fault, off by
/// default. Each has a row of the same name in docs/deviations.md.
struct xla_faults {
  bool rounded_stamps = false;           ///< times are doubles of microseconds before they are difference_of
  bool hlo_needs_launch = false;         ///< only kernels whose launch is known get their instruction
  bool roots_missing = false;            ///< the instruction that gives a computation's value is not found
  bool collectives_by_text = false;      ///< async collectives are matched in order of text: 10 before 2
  bool metadata_cut_at_comma = false;    ///< an instruction's metadata ends at its first comma
  bool dims_of_few_types = false;        ///< operands are listed when their type is letters and digits, not scalars
  bool sizes_of_few_types = false;       ///< input bytes count some types only
  bool gemm_extents_by_value = false;    ///< K is taken out of a shape where its value first stands
  bool gemm_bias_by_beta = false;        ///< an epilogue with a bias is not seen
  bool gemm_one_element_size = false;    ///< b and the output are sized like a
  bool triton_gemms_unmodelled = false;  ///< fusions with a matrix product have no model
  bool attention_shapes_of_operands = false;  ///< packed layouts fail: shapes come from three operands of four extents
  bool attention_never_causal = false;   ///< the mask is not looked at
  bool conv_filter_truncated = false;    ///< the kernel loses its two feature dimensions
  bool conv_backward_confused = false;   ///< both gradients alike, with the first output as the output of the forward
  bool conv_bias_by_count = false;       ///< a convolution of three operands has a bias

  /// All of them: what `--parity` chooses.
  static constexpr xla_faults parity();
};

/// A fault's name, as in docs/deviations.md, and its switch.
struct xla_fault {
  std::string_view name;
  bool xla_faults::*on;
};

inline constexpr std::array xla_fault_list{
    xla_fault{"rounded_stamps", &xla_faults::rounded_stamps},
    xla_fault{"hlo_needs_launch", &xla_faults::hlo_needs_launch},
    xla_fault{"roots_missing", &xla_faults::roots_missing},
    xla_fault{"collectives_by_text", &xla_faults::collectives_by_text},
    xla_fault{"metadata_cut_at_comma", &xla_faults::metadata_cut_at_comma},
    xla_fault{"dims_of_few_types", &xla_faults::dims_of_few_types},
    xla_fault{"sizes_of_few_types", &xla_faults::sizes_of_few_types},
    xla_fault{"gemm_extents_by_value", &xla_faults::gemm_extents_by_value},
    xla_fault{"gemm_bias_by_beta", &xla_faults::gemm_bias_by_beta},
    xla_fault{"gemm_one_element_size", &xla_faults::gemm_one_element_size},
    xla_fault{"triton_gemms_unmodelled", &xla_faults::triton_gemms_unmodelled},
    xla_fault{"attention_shapes_of_operands", &xla_faults::attention_shapes_of_operands},
    xla_fault{"attention_never_causal", &xla_faults::attention_never_causal},
    xla_fault{"conv_filter_truncated", &xla_faults::conv_filter_truncated},
    xla_fault{"conv_backward_confused", &xla_faults::conv_backward_confused},
    xla_fault{"conv_bias_by_count", &xla_faults::conv_bias_by_count}};

static_assert(xla_fault_list.size() == sizeof(xla_faults), "a switch of xla_faults is missing from xla_fault_list");

constexpr xla_faults xla_faults::parity() {
  xla_faults all;
  for (const xla_fault& f : xla_fault_list) all.*f.on = true;
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_FAULTS_HPP
