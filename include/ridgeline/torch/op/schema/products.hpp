#ifndef RIDGELINE_TORCH_OP_SCHEMA_PRODUCTS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_PRODUCTS_HPP

#include <array>
#include <string_view>

#include <ridgeline/op/picked.hpp>
#include <ridgeline/op/rounding.hpp>
#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/moe.hpp>
#include <ridgeline/torch/op/schema/row.hpp>

/// Products on matrix engines: quantised ones of serving engines, and products of groups.
namespace ridgeline {

struct torch_product_words : torch_product_model {
  using text = std::string_view;
  static constexpr torch_columns<4> of_0_and_1{"B M N K bias=false dtype_A_B=(T0,T1)"};
  static constexpr torch_columns<4> of_0_and_2{"B M N K bias=false dtype_A_B=(T0,T2)"};
  static constexpr torch_columns<4> of_1_and_2{"B M N K bias=false dtype_A_B=(T1,T2)"};
  static constexpr torch_columns<4> of_1_and_3{"B M N K bias=false dtype_A_B=(T1,T3)"};
  static constexpr torch_columns<4> groups_of_1_and_2{"B M N K G=D2[0] dtype_A_B=(T1,T2)"};
  static constexpr torch_columns<4> groups_of_6_and_7{"B M N K G=D7[0] dtype_A_B=(T6,T7)"};
  static constexpr text scaled_bytes = "n1*e1+n2*e2+n0*e0+4*(n3+n4)+t5?(n5*e5)";
  static constexpr text fp4_bytes = "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4";
  // groups with weights of their own and scales of them: rows meet those of at most as many groups as there are rows
  static constexpr text group_bytes = "n0*e0+n1*e1+n3*e3+min(d2[0],d0[0])*(n2*e2+n4*e4)/d2[0]";
  static constexpr text float_scaled_group_bytes = "n0*e0+n1*e1+4*n3+min(d2[0],d0[0])*(n2*e2+4*n4)/d2[0]";
  static constexpr text to_type_bytes = "n0*e0+n1*e1+d0[0]*d1[1]*l4+4*(n2+n3)+t5?(n5*e5)";
  static constexpr text to_type_more = "2*d0[0]*d1[1]+t5?(d0[0]*d1[1])";
  static constexpr text deep_bytes = "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+t5?(n5*e5)";
  static constexpr text qserve_bytes = "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+n5*e5+n6*e6";
  static constexpr text three = "n0*e0+n1*e1+n2*e2";
  static constexpr int in_fp4 = -4;  // what two elements in a byte compute in

  static constexpr row gemm_row(text names, text m, text n, text k, text more, text bytes, torch_columns<4> shown,
                                text schema, int by = 0) {
    return {names, "GEMM", "1", m, n, k, more, bytes, shown, schema, by};
  }
};

struct torch_engine_products : torch_product_words {
  static constexpr std::string_view compute_type(const torch_call& c, const torch_product_work& w) {
    return w.row->computes == in_fp4 ? std::string_view("fp4") : c.type(w.row->computes);
  }
  static constexpr std::array rows{
      gemm_row("_C::cutlass_scaled_mm", "d0[0]", "d0[1]", "d1[1]", "2*n0+t5?n0", scaled_bytes, of_1_and_2,
          "out, a (M,K), b (K,N), a_scales, b_scales, bias", 1),
      gemm_row("_C::cutlass_scaled_mm_azp", "d0[0]", "d0[1]", "d1[1]", "4*n0+t7?n0",
          "n1*e1+n2*e2+n0*e0+4*(n3+n4)+4*(n5+t6?n6)+t7?(n7*e7)", of_1_and_2,
          "out, a, b, a_scales, b_scales, azp_adj, azp, bias", 1),
      gemm_row("_C::cutlass_scaled_fp4_mm sgl_kernel::cutlass_scaled_fp4_mm", "d0[0]", "d0[1]", "2*d1[1]", "0",
          fp4_bytes, of_1_and_2, "out, a (M,K/2), b (N,K/2), block scales of a and b, alpha", in_fp4),
      gemm_row("sgl_kernel::fp8_scaled_mm sgl_kernel::int8_scaled_mm", "d0[0]", "d1[1]", "d0[1]", to_type_more,
          to_type_bytes, of_0_and_1, "mat_a (M,K), mat_b (K,N), scales_a, scales_b, out_dtype, bias"),
      gemm_row("sgl_kernel::fp8_blockwise_scaled_mm", "d0[0]", "d1[1]", "d0[1]", "0",
          "n0*e0+n1*e1+d0[0]*d1[1]*l4+4*(n2+n3)", of_0_and_1,
          "mat_a (M,K), mat_b (K,N), scales_a, scales_b, out_dtype"),
      row{"sgl_kernel::bmm_fp8", "GEMM", "d0[0]", "d0[1]", "d2[2]", "d0[2]", "0", three, of_0_and_1,
          "A (B,M,K), B (B,K,N), D, A_scale, B_scale, workspace, handle"},
      gemm_row("sgl_kernel::dsv3_fused_a_gemm sgl_kernel::dsv3_router_gemm _C::dsv3_fused_a_gemm "
          "_moe_C::dsv3_router_gemm", "d0[0]", "d0[1]", "d1[1]", "0", three, of_1_and_2, "output, mat_a (M,K), mat_b",
          1),
      gemm_row("trtllm::fp8_block_scaling_gemm", "d0[0]", "d1[0]", "d0[1]", "0",
          "n0*e0+n1*e1+2*d0[0]*d1[0]+n2*e2+n3*e3", of_0_and_1,
          "mat1 (M,K), mat2 (N,K), mat1Scale, mat2Scale; the result is bfloat16"),
      gemm_row("trtllm::fp4_gemm", "d0[0]", "d1[0]", "2*d0[1]", "0", "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d1[0]*l6",
          of_0_and_1, "mat1 (M,K/2), mat2 (N,K/2), scales, globalScale, format, out_dtype", in_fp4),
      gemm_row("trtllm::nvfp4_gemm", "d0[0]", "d1[0]", "2*d0[1]", "0", "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d1[0]*l5",
          of_0_and_1, "act_fp4 (M,K/2), weight (N,K/2), act_sf, weight_scale, alpha, output_dtype", in_fp4),
      gemm_row("trtllm::fp8_rowwise_gemm", "d0[0]", "d1[0]", "d0[1]", "0", "n0*e0+n1*e1+d0[0]*d1[0]*l4+n2*e2+n3*e3",
          of_0_and_1, "act (M,K), weight (N,K), act_scale, weight_scale, output_dtype"),
      gemm_row("trtllm::cublas_mm", "d0[0]", "d1[1]", "d0[1]", "t2?(d0[0]*d1[1])",
          "n0*e0+n1*e1+d0[0]*d1[1]*l3+t2?(n2*e2)", of_0_and_1, "mat_a (M,K), mat_b (K,N), bias, out_dtype"),
      gemm_row("_rocm_C::wvSplitK", "d1[0]", "d0[0]", "d0[1]", "t2?(d1[0]*d0[0])",
          "n0*e0+n1*e1+d1[0]*d0[0]*e0+t2?(n2*e2)", of_0_and_1, "weights (N,K), x (M,K), [bias], CuCount"),
      gemm_row("_rocm_C::LLMM1", "d1[0]", "d0[0]", "d0[1]", "0", "n0*e0+n1*e1+d1[0]*d0[0]*e0", of_0_and_1,
          "weights (N,K), x (M,K), rows_per_block"),
      gemm_row("_C::awq_gemm", "d0[0]", "8*d1[1]", "d0[1]", "0", "n0*e0+4*n1+n2*e2+4*n3+8*d0[0]*d1[1]*e0", of_0_and_1,
          "x (M,K), packed (K,N/8), scales, zeros, split_k_iters"),
      gemm_row("_C::gptq_gemm", "d0[0]", "d1[1]", "d0[1]", "0", "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d1[1]*e0", of_0_and_1,
          "a (M,K), packed (.., N), zeros, scales, g_idx, ..."),
      gemm_row("_C::marlin_gemm", "c12", "c13", "c14", "0", "c12*c14*e0+n2*e2+c12*c13*e0+t3?(n3*e3)+t4?(n4*e4)",
          of_0_and_2,
          "a, c, packed b, bias, scales, a_scales, global scale, zeros, g_idx, perm, workspace, type, M, N, K"),
      gemm_row("_C::gptq_marlin_gemm", "d0[0]", "j15?d2[-1]+h15?(t3?d3[-1]+u3?d4[-1])", "d0[1]", "0",
          "n0*e0+j15?(n1*e1)+n2*e2+d0[0]*(j15?d2[-1]+h15?(t3?d3[-1]+u3?d4[-1]))*e0+t3?(n3*e3)+t4?(n4*e4)", of_0_and_2,
          "a (M,K), c, packed b, [bias], scales (.., N), ...; until 0.7, of at most 15, a, packed b, scales"),
      gemm_row("sgl_kernel::gptq_marlin_gemm", "z7", "z6", "z5", "0", "z7*z5*e0+n2*e2+z7*z6*e0+n3*e3+t5?(n5*e5)",
          of_0_and_2,
          "a, c, packed b, scales, global scale, zeros, g_idx, perm, workspace, type, M, N, K and four flags"),
      gemm_row("_C::machete_mm", "d0[0]", "d1[1]", "d0[1]", "0",
          "n0*e0+n1*e1+d0[0]*d1[1]*l3+t4?(n4*e4)+t5?(n5*e5)+t7?(n7*e7)+t8?(n8*e8)", of_0_and_1,
          "A (M,K), packed (..,N), type, out type, scales, zeros, group size, scales of columns, of tokens, ..."),
      gemm_row("_C::cutlass_w4a8_mm", "d0[0]", "n4", "d0[1]", "0", "n0*e0+n1*e1+n2*e2+n4*e4+n5*e5+d0[0]*n4*l6",
          of_0_and_1, "A (M,K), packed, scales of groups, group size, scales of columns (N), of tokens, out type, ..."),
      gemm_row("_C::allspark_w8a16_gemm", "d0[0]", "c4", "d0[1]", "0", "n0*e0+n1*e1+n2*e2+t3?(n3*e3)+d0[0]*c4*e0",
          of_0_and_1, "a (M,K), packed, scales, zeros, N, ..."),
      gemm_row("deep_gemm::fp8_gemm_nt", "d0[0]", "d2[0]", "d0[1]", "t5?n4", deep_bytes, of_0_and_2,
          "a (M,K), a_scale, b (N,K), b_scale, d (M,N), c, ..."),
      gemm_row("vllm::fp8_gemm_nt_op", "d0[0]", "d2[0]", "d0[1]", "0", deep_bytes, of_0_and_2,
          "q_input (M,K), input_scale, weight (N,K), weight_scale, output, ue8m0"),
      gemm_row("sgl_kernel::qserve_w4a8_per_chn_gemm", "d0[0]", "d1[0]", "d0[1]", "0", qserve_bytes, of_0_and_1,
          "in (M,K), packed (N,K/2), scales of weights, of tokens, two sums, out (M,N)"),
      gemm_row("sgl_kernel::qserve_w4a8_per_group_gemm", "d0[0]", "d1[0]", "d0[1]", "0", qserve_bytes, of_0_and_1,
          "in (M,K), packed (N,K/2), zeros, scales of groups, of weights, of tokens, out (M,N)"),
      row{"sgl_kernel::cutlass_w4a8_moe_mm", "GroupedGEMM_fwd", "1", "d0[0]", "d0[1]", "d1[1]", "0", group_bytes,
          groups_of_1_and_2, "out (M,N), a (M,K), packed (G,..), a_scales, b_scales, offsets, sizes, strides (4), ...",
          1},
      row{"_C::cutlass_moe_mm _C::cutlass_blockwise_scaled_grouped_mm", "GroupedGEMM_fwd", "1", "d0[0]", "d0[1]",
          "d1[1]", "0", float_scaled_group_bytes, groups_of_1_and_2,
          "out, a (M,K), b (G,..), a_scales, b_scales, expert offsets and sizes, in either order, [strides]", 1},
      row{"_C::cutlass_fp4_group_mm sgl_kernel::cutlass_fp4_group_mm", "GroupedGEMM_fwd", "1", "d0[0]", "d0[1]",
          "2*d1[1]", "0", group_bytes, groups_of_1_and_2,
          "out, a (M,K/2), b (G,N,K/2), block scales, alphas, [strides], sizes, offsets", in_fp4},
      gemm_row("vllm::w8a8_triton_block_scaled_mm_func", "n0/d0[-1]", "d1[0]", "d0[-1]", "0",
          "n0*e0+n1*e1+n2*e2+n3*e3+n0/d0[-1]*d1[0]*l5", of_0_and_1,
          "x (..,K), weight (N,K), x_scale, weight_scale, block_size, output_dtype"),
      gemm_row("vllm::flashinfer_mm_fp4", "d0[0]", "d1[1]", "2*d0[1]", "0",
          "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+d0[0]*d1[1]*l5", of_0_and_1,
          "A (M,K/2), B (K/2,N), A_scale, B_scale, g_scale, dtype, ...", in_fp4),
      row{"vllm::bmm_fp8", "GEMM", "d0[0]", "d0[1]", "d1[2]", "d0[2]", "0",
          "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d0[1]*d1[2]*l4", of_0_and_1,
          "A (B,M,K), B (B,K,N), A_scale, B_scale, dtype, backend"},
      gemm_row("fbgemm::f4f4bf16 mslk::f4f4bf16", "d0[0]", "d1[0]", "2*d0[1]", "0",
          "n0*e0+n1*e1+n2*e2+n3*e3+2*d0[0]*d1[0]", of_0_and_1, "XQ (M,K/2), WQ (N,K/2), x_scale, w_scale, ...", in_fp4),
      row{"sgl_kernel::fp8_blockwise_scaled_grouped_mm", "GroupedGEMM_fwd", "1", "d0[0]", "d0[1]", "d6[1]", "0",
          "n0*e0+n6*e6+n8*e8+min(d7[0],d0[0])*(n7*e7+n9*e9)/d7[0]", groups_of_6_and_7,
          "output, five lists of pointers, a (M,K), b (G,..), scales_a, scales_b, ...", 6}};
};

/// Products of PyTorch itself that TraceLens has no model of.
struct torch_eager_products : torch_product_words {
  static constexpr std::array rows{
      gemm_row("aten::_addmm_activation", "d1[0]", "d2[1]", "d1[1]", "d1[0]*d2[1]", "n0*e0+n1*e1+n2*e2+d1[0]*d2[1]*e1",
          of_1_and_2, "self, mat1 (M,K), mat2 (K,N), beta, alpha, use_gelu", 1),
      gemm_row("aten::addmm_", "d1[0]", "d2[1]", "d1[1]", "d1[0]*d2[1]", "2*n0*e0+n1*e1+n2*e2", of_1_and_2,
          "self (M,N), mat1 (M,K), mat2 (K,N), beta, alpha", 1),
      row{"aten::baddbmm_", "GEMM", "d1[0]", "d1[1]", "d2[2]", "d1[2]", "n0", "2*n0*e0+n1*e1+n2*e2", of_1_and_2,
          "self (B,M,N), batch1 (B,M,K), batch2 (B,K,N), ...", 1},
      gemm_row("aten::_int_mm torchao::int_matmul", "d0[0]", "d1[1]", "d0[1]", "0", "n0*e0+n1*e1+4*d0[0]*d1[1]",
          of_0_and_1, "self (M,K), mat2 (K,N); the result is int32"),
      gemm_row("torchao::int_scaled_matmul", "d0[0]", "d1[1]", "d0[1]", "d0[0]*d1[1]",
          "n0*e0+n1*e1+n2*e2+d0[0]*d1[1]*e2", of_0_and_1, "a (M,K), b (K,N), scales1"),
      gemm_row("torchao::scaled_int8_mm", "d0[0]", "d1[1]", "d0[1]", "2*d0[0]*d1[1]",
          "n0*e0+n1*e1+n2*e2+n3*e3+d0[0]*d1[1]*e2", of_0_and_1, "A (M,K), B (K,N), A_scale, B_scale"),
      gemm_row("aten::_weight_int8pack_mm", "d0[0]", "d1[0]", "d0[1]", "0", "n0*e0+n1*e1+n2*e2+d0[0]*d1[0]*e0",
          of_0_and_1, "self (M,K), mat2 (N,K), scales (N)"),
      gemm_row("aten::_weight_int4pack_mm", "d0[0]", "d3[1]", "d0[1]", "0", "n0*e0+n1*e1+n3*e3+d0[0]*d3[1]*e0",
          of_0_and_1, "self (M,K), mat2 packed, qGroupSize, qScaleAndZeros (K/group,N,2)"),
      gemm_row("aten::mv", "d0[0]", "1", "d0[1]", "0", "n0*e0+n1*e1+d0[0]*e0", of_0_and_1, "self (M,K), vec (K)"),
      gemm_row("aten::addmv", "d1[0]", "1", "d1[1]", "d1[0]", "n0*e0+n1*e1+n2*e2+d1[0]*e1", of_1_and_2,
          "self, mat (M,K), vec (K), beta, alpha", 1),
      row{"aten::addbmm", "GEMM", "d1[0]", "d1[1]", "d2[2]", "d1[2]", "d1[1]*d2[2]", "n0*e0+n1*e1+n2*e2+d1[1]*d2[2]*e1",
          of_1_and_2, "self (M,N), batch1 (B,M,K), batch2 (B,K,N), beta, alpha; one result", 1},
      gemm_row("aten::vdot aten::dot", "1", "1", "d0[0]", "0", "n0*e0+n1*e1+e0", of_0_and_1, "self (K), tensor (K)")};
};

/// Products with a matrix of which two of four elements in a row are zero and not stored. FLOP and K are of what is
/// stored: the rate that chips have for such products is then that of full ones. cuSPARSELt stores which elements
/// they are behind them, 9/16 of the full matrix, of one byte an element 10/16.
struct torch_semi_structured : torch_product_words {
  static constexpr std::array rows{
      gemm_row("aten::_sparse_semi_structured_linear", "n0/d0[-1]", "d1[0]", "d1[1]", "t3?(n0/d0[-1]*d1[0])",
          "n0*e0+n1*e1+n2*e2+t3?(n3*e3)+n0/d0[-1]*d1[0]*(h5?(a5*l5+(1-a5)*e0)+j5?e0)", of_0_and_1,
          "input (..,K), weight (N,K/2), meta, bias, activation, out_dtype"),
      gemm_row("aten::_sparse_semi_structured_mm", "d0[0]", "d2[1]", "d0[1]", "0",
          "n0*e0+n1*e1+n2*e2+d0[0]*d2[1]*(h3?(a3*l3+(1-a3)*e0)+j3?e0)", of_0_and_2,
          "mat1 (M,K/2), mat1_meta, mat2 (K,N), out_dtype"),
      gemm_row("aten::_sparse_semi_structured_addmm", "d1[0]", "d3[1]", "d1[1]", "d1[0]*d3[1]",
          "n0*e0+n1*e1+n2*e2+n3*e3+d1[0]*d3[1]*(h6?(a6*l6+(1-a6)*e1)+j6?e1)", of_1_and_3,
          "input, mat1 (M,K/2), mat1_meta, mat2 (K,N), alpha, beta, out_dtype", 1),
      row{"aten::_cslt_sparse_mm", "GEMM", "1", "n0*16/((11-min(2,e0))*d1[0])", "d1[1]", "d1[0]/2",
          "t2?(n0*16/((11-min(2,e0))*d1[0])*d1[1])",
          "n0*e0+n1*e1+t2?(n2*e2)+n0*16/((11-min(2,e0))*d1[0])*d1[1]*(h4?(a4*l4+(1-a4)*e1)+j4?e1)", of_0_and_1,
          "compressed_A, dense_B (K,N), bias, alpha, out_dtype, transpose_result, ..."}};
};

namespace torch_detail {
/// Bytes of the scales in a list, whose recipes stand behind it: 2 (blocks of 16) and 3 (of 32) have scales of one
/// byte, all others of four.
constexpr byte_count scales_in_list(const torch_call& c, int list) {
  byte_count all{};
  const json_list shapes(c.dims_text(list));
  if (shapes.size() == 0) return missing<byte_count>;
  shapes.for_each_with(json_list(c.value(list + 1)), [&](std::string_view shape, std::string_view recipe) {
    const double kind = number_in(recipe);
    all += torch_shape(shape).size() * (!known(kind) ? missing<byte_count> : kind == 2 || kind == 3 ? 1 * B : 4 * B);
    return true;
  });
  return all;
}
}  // namespace torch_detail

/// `_scaled_mm` with lists of scales, and beside each list what its scales are for.
struct torch_scaled_mm_v2 : torch_gemm {
  static constexpr std::string_view name = "aten::_scaled_mm_v2";
  static constexpr std::string_view schema = "self (M,K), mat2 (K,N), scale_a, recipe_a, swizzle_a, scale_b, recipe_b, "
          "swizzle_b, bias, out_dtype, contraction_dim, use_fast_accum";

  static constexpr torch_product from(const torch_call& c) {
    torch_product g = torch_product::of(c, c.extent(0, 0), c.extent(1, 1), c.extent(0, 1));
    g.bias = c.tensor(8), g.bias_element = c.size(8), g.bias_elements = c.stored_elements(8);
    g.scales = torch_detail::scales_in_list(c, 2) + torch_detail::scales_in_list(c, 5);
    g.take_result_type(c, 9);
    g.count_pairs(c);
    return g;
  }
};

/// Results are bfloat16; B is (N,K).
struct torch_fbgemm_words : torch_product_words {
  static constexpr row fbgemm_row(text names, text more, text bytes, text schema) {
    return gemm_row(names, "n0/d0[-1]", "d1[0]", "d0[-1]", more, bytes, of_0_and_1, schema);
  }
  static constexpr row fbgemm_groups(text names, text bytes) {
    return {names, "GroupedGEMM_fwd", "1", "d0[0]", "d1[1]", "d0[1]", "0", bytes, of_0_and_1,
            "X (M,K), W (G,N,K), [x_scale, w_scale], M_sizes"};
  }
};
struct torch_fbgemm_products : torch_fbgemm_words {
  static constexpr text of_matrices = "n0*e0+n1*e1+2*n0/d0[-1]*d1[0]";
  static constexpr text of_all = "XQ (..,K), WQ (N,K), x_scale, w_scale, [bias], ...";
  static constexpr text plain_groups = "n0*e0+min(d1[0],d0[0])*n1*e1/d1[0]+2*d0[0]*d1[1]";
  static constexpr text scaled_groups = "n0*e0+4*n2+min(d1[0],d0[0])*(n1*e1+4*n3)/d1[0]+2*d0[0]*d1[1]";
  static constexpr text in_four_bits = "n0*e0+n1*e1+2*n0/d0[-1]*d1[0]+n2*e2+n3*e3+t4?(n4*e4)";
  static constexpr std::array rows{
      fbgemm_row("fbgemm::f8f8bf16 fbgemm::f8f8bf16_tensorwise fbgemm::i8i8bf16", "0", of_matrices, of_all),
      fbgemm_row("fbgemm::f8f8bf16_rowwise mslk::f8f8bf16_rowwise", "t4?(n0/d0[-1]*d1[0])",
          "n0*e0+n1*e1+2*n0/d0[-1]*d1[0]+4*(n2+n3)+t4?(n4*e4)", of_all),
      fbgemm_row("fbgemm::f8f8bf16_blockwise fbgemm::f8f8bf16_groupwise mslk::f8f8bf16_blockwise", "0",
          "n0*e0+n1*e1+2*n0/d0[-1]*d1[0]+4*(n2+n3)", of_all),
      fbgemm_groups("fbgemm::bf16bf16bf16_grouped_stacked mslk::bf16bf16bf16_grouped_stacked", plain_groups),
      fbgemm_groups("fbgemm::f8f8bf16_rowwise_grouped_stacked mslk::f8f8bf16_rowwise_grouped_stacked", scaled_groups),
      row{"fbgemm::f8f8bf16_rowwise_batched mslk::f8f8bf16_rowwise_batched", "GEMM", "d0[0]", "d0[1]", "d1[1]", "d0[2]",
          "t4?(d0[0]*d0[1]*d1[1])", "n0*e0+n1*e1+n2*e2+n3*e3+2*d0[0]*d0[1]*d1[1]+t4?(n4*e4)", of_0_and_1,
          "XQ (B,M,K), WQ (B,N,K), x_scale, w_scale, bias, ..."},
      fbgemm_row("fbgemm::bf16_fast_gemv", "0", of_matrices, "X (M,K), W (N,K)"),
      fbgemm_row("fbgemm::f8i4bf16_rowwise", "0", in_four_bits, "XQ (..,K), WQ (N,K/2), x_scale, w_scale, w_zp"),
      fbgemm_row("fbgemm::bf16i4bf16_rowwise", "0", in_four_bits, "X (..,K), WQ (N,K/2), w_scale, w_zp")};
};

/// PyTorch's products of groups. A matrix of two extents holds all groups behind each other, along its rows, columns
/// or the extent that is summed over, as the offsets say; one of three has them apart. Of those, the rows or
/// columns of the other operand meet at most as many as there are rows or columns.
struct torch_grouped_mm {
  enum class scales : unsigned char { none, one_each, lists };
  struct row { std::string_view name, schema; scales has; int offsets; };
  static constexpr std::string_view category = "GroupedGEMM_fwd";
  static constexpr engine compute = engine::matrix;
  static constexpr std::array rows{
      row{"aten::_grouped_mm", "self, mat2, offs, bias, out_dtype", scales::none, 2},
      row{"aten::_scaled_grouped_mm", "self, mat2, scale_a, scale_b, offs, ...", scales::one_each, 4},
      row{"aten::_scaled_grouped_mm_v2",
          "self, mat2, scale_a, recipe_a, swizzle_a, scale_b, recipe_b, swizzle_b, offs, bias, ...", scales::lists, 8}};

  static constexpr torch_product_work from(const torch_call& c, const row& r) {
    const torch_shape a = c.shape(0), b = c.shape(1);
    const bool apart = a.rank() == 3, both_apart = apart && b.rank() == 3, summed = a.rank() == 2 && b.rank() == 2;
    torch_product_work w{1, a[-2], b[-1], a[-1], 0, {}, nullptr};
    if (both_apart) w.batch = a[0];
    const bool fits = (a.rank() == 2 || apart) && (b.rank() == 2 || b.rank() == 3) && b[-2] == w.k;
    if (torch_type_precision(c.type(0)) == dtype::fp4) w.k *= 2;  // two elements in a byte
    if (!fits || (!both_apart && !c.tensor(r.offsets))) w.m = missing<double>;
    const double results = (both_apart ? a[0] : summed ? c.extent(r.offsets, 0) : 1) * w.m * w.n;
    const byte_count out = r.has == scales::none ? c.size(0) : 2 * B;
    const auto met = [](byte_count all, double groups, double by) {
      return op::divide(op::at_most(groups, by) * all.base(), groups) * B;
    };
    byte_count of_a = a.size() * c.size(0), of_b = b.size() * c.size(1);
    if (r.has == scales::one_each) of_a += c.shape(2).size() * c.size(2), of_b += c.shape(3).size() * c.size(3);
    if (r.has == scales::lists)
      of_a += torch_detail::scales_in_list(c, 2), of_b += torch_detail::scales_in_list(c, 5);
    if (apart && !both_apart) of_a = met(of_a, a[0], b[-1]);
    if (b.rank() == 3 && !both_apart) of_b = met(of_b, b[0], a[-2]);
    w.moved = of_a + of_b + results * out;
    return w;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_product_work& w) {
    out.show(c, "B M N K dtype_A_B=(T0,T1)", w.batch, w.m, w.n, w.k);
  }
};

/// All of a mixture's experts as serving engines call them. Packed weights have fewer columns than the input. Where
/// ranks share the experts, which a list with a number for each of all of them shows, no argument tells how many
/// choices are here.
struct torch_engine_experts : torch_experts<"MoE_fused", op::fused_experts> {
  static constexpr std::string_view names[] = {"vllm::inplace_fused_experts", "vllm::outplace_fused_experts",
                                               "sglang::inplace_fused_experts", "sglang::outplace_fused_experts"};
  static constexpr std::string_view schema =
      "hidden_states (M,K), w1 (E,2N or N,K), w2 (E,K,N), topk_weights (M,k), topk_ids, ..., [expert_map], ...";

  static constexpr call from(const torch_call& c) {
    call e;
    const torch_shape x = c.shape(0), up = c.shape(1), down = c.shape(2);
    const double packed = op::floor_div(x[1], up[-1]);
    e.tokens = x[0], e.hidden = x[1], e.count = down[0], e.chosen = c.extent(3, 1);
    e.inner = packed >= 1 ? down[2] * packed : missing<double>, e.gated = up[1] == 2 * e.inner;
    e.take_types(c, 0, 1);
    e.by_weight = e.weight_type.starts_with("c10::Float8");
    if (torch_type_precision(e.weight_type) != dtype::fp4) e.weight = c.size(1) / packed;
    for (int i = 5; i < 40; ++i)
      if (c.shape(i).rank() == 1 && c.type(i) == "int" && c.extent(i, 0) > e.count) e.chosen = missing<double>;
    return e;
  }
  /// Else the ops below it stand for themselves.
  static constexpr bool describes(const torch_call& c) { return known(from(c).chosen); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_PRODUCTS_HPP
