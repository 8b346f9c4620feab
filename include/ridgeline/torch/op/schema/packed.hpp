#ifndef RIDGELINE_TORCH_OP_SCHEMA_PACKED_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_PACKED_HPP

#include <array>

#include <ridgeline/torch/op/schema/products.hpp>

/// Products of a few rows with weights in another form: vllm csrc/rocm/torch_bindings.cpp and csrc/quantization/gguf,
/// sglang sgl-kernel/csrc/common_extension.cc.
namespace ridgeline {

struct torch_packed_products : torch_product_words {
  static constexpr torch_columns<4> of_1_and_0{"B M N K bias=false dtype_A_B=(T1,T0)"};
  static constexpr std::array rows{
      gemm_row("_rocm_C::wvSplitKrc", "d1[0]", "d0[0]", "d0[1]", "t2?(d1[0]*d0[0])",
          "n0*e0+n1*e1+d1[0]*d0[0]*e0+t2?(n2*e2)", of_0_and_1, "weights (N,K), x (M,K), bias, CuCount"),
      gemm_row("_rocm_C::wvSplitKQ", "d1[0]", "d0[0]", "d0[1]", "t2?(h6*d1[0]*d0[0])",
          "n0*e0+n1*e1+t2?(n2*e2)+h6*n3*e3+8", of_0_and_1,
          "weights (N,K), x (M,K), [bias], out (M,N), scales of both, CuCount; until 2025 without the bias"),
      gemm_row("_C::ggml_mul_mat_a8 _C::ggml_mul_mat_vec_a8 sgl_kernel::ggml_mul_mat_a8 "
          "sgl_kernel::ggml_mul_mat_vec_a8", "d1[0]", "c3", "d1[1]", "0", "n0*e0+n1*e1+d1[0]*c3*e1", of_1_and_0,
          "W (N, bytes), X (M,K), type, N", 1),
      gemm_row("sgl_kernel::gptq_gemm", "d0[0]", "d1[1]", "d0[1]", "0", "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d1[1]*e0",
          of_0_and_1, "a (M,K), packed (.., N), zeros, scales, g_idx, ..."),
      row{"_C::cutlass_w4a8_moe_mm", "GroupedGEMM_fwd", "1", "d0[0]", "d0[1]", "d1[1]", "0",
          "n0*e0+n1*e1+n3*e3+min(d2[0],d0[0])*(n2*e2+n4*e4+n5*e5)/d2[0]", groups_of_1_and_2,
          "out (M,N), a (M,K), packed (G,..), scales of tokens, of columns, of groups, group size, ...", 1}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_PACKED_HPP
