#ifndef RIDGELINE_TORCH_OP_SCHEMA_SCANS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_SCANS_HPP

#include <array>

#include <ridgeline/torch/op/schema/words.hpp>

/// Autograd functions of models with a recurrent state: mamba mamba_ssm/ops, causal-conv1d, flash-linear-attention
/// fla/modules. Texts and objects are left out of the recorded arguments.
namespace ridgeline {

/// The scan of Mamba, nine FLOP for each element of the states, as mamba's own benchmarks count it; norms with a gate.
struct torch_scans : torch_schema_words {
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype_in_out=(T0,T0)"};
  static constexpr std::array rows{
      row{"SelectiveScanFn", "SSM_fwd", "SSM", "9*n0*d2[1]+t5?n0+t6?n0",
          "2*n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+t5?(n5*e5)+t6?(n6*e6+n0*e0)+t7?(n7*e7)", shown,
          "selective_scan_interface.py: u (B,D,L), delta, A (D,N), B, C, D, z, delta_bias, ...; with z two results", 2},
      row{"LayerNormGatedFunction", "NORM_fwd", "Normalization", "(9*n0+2*n0/d0[-1])/f8",
          "2*n0*e0+n1*e1+4*n0/d0[-1]+t2?(n2*e2)+t3?(n3*e3)+t4?(2*n4*e4)", shown,
          "fused_norm_gate.py: x, g, weight, bias, residual, eps, prenorm, residual_in_fp32, is_rms_norm"}};
};

/// Convolutions along time that launch their kernel themselves; newer versions do so in an op.
struct torch_causal_conv_functions : torch_schema_words {
  static constexpr bool alone = true;
  static constexpr std::array rows{
      row{"CausalConv1dFn", "SSM_fwd", "SSM", "2*n0*d1[1]", "2*n0*e0+n1*e1+t2?(n2*e2)+t3?(n3*e3)", torch_scans::shown,
          "causal_conv1d_interface.py: x (B,D,L), weight (D,W), bias, seq_idx, ..."}};
};

/// The chunked scan of Mamba-2, counted as in `MambaSplitConv1dScanCombinedFn`.
struct torch_chunk_scan : torch_schema_words {
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{
      row{"MambaChunkScanCombinedFn", "SSM_fwd", "SSM", "2*n3*c5+2*n0*c5+4*n0*d3[3]",
          "2*n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+t6?(n6*e6)+t7?(n7*e7)", torch_scans::shown,
          "ssd_combined.py: x (B,L,H,P), dt, A, B (B,L,G,N), C, chunk_size, D, z, ..."}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_SCANS_HPP
