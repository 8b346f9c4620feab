/// The expected counts of each model of `torch_added_set`, worked out by hand.
#ifndef RIDGELINE_TESTS_TORCH_OP_ADDED_MODEL_FACTS_HPP
#define RIDGELINE_TESTS_TORCH_OP_ADDED_MODEL_FACTS_HPP

#include <cstddef>
#include <string_view>

#include <ridgeline/torch/op/call.hpp>

namespace test {

using ridgeline::missing;
using ridgeline::torch_call;

inline constexpr double unknown = missing<double>;

/// A call of each of `names` and its cost, worked out by hand next to it.
struct fact {
  std::string_view names{}, dims{}, types{}, concrete{};
  double flops = unknown, bytes = unknown;
  std::string_view kernel{}, annotation{};
  double chosen = missing<double>;

  /// Calls `use(name)` for each of the blank-separated `names`.
  template <class Use>
  constexpr void for_each_name(Use&& use) const {
    for (std::string_view rest = names; !rest.empty();) {
      const std::size_t end = rest.find(' ') < rest.size() ? rest.find(' ') : rest.size();
      use(rest.substr(0, end));
      rest.remove_prefix(end < rest.size() ? end + 1 : end);
    }
  }
  constexpr torch_call call(std::string_view name) const {
    return {.name = name, .dims = dims, .types = types, .concrete = concrete, .kernel = kernel,
            .annotation = annotation, .chosen_experts = chosen};
  }
};

inline constexpr std::string_view bf16 = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])";
inline constexpr std::string_view fp8 = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16"])";
inline constexpr std::string_view decoding = "execute_2_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk20sqsq2sqsk20)";
inline constexpr std::string_view bf16_lists = "void multi_tensor_apply_kernel<BinaryOpListAlphaFunctor<c10::BFloat16, 2, 2, 0>, float>";
inline constexpr std::string_view float_lists = "void multi_tensor_apply_kernel<FusedAdamMathFunctor<float, float, 4>>";

inline constexpr std::string_view picked = R"(["c10::BFloat16","Scalar","long int","c10::BFloat16","Scalar"])";
inline constexpr std::string_view bag_types = R"(["c10::BFloat16","long int","long int","Scalar","Scalar","Scalar","","Scalar","Scalar"])";

inline constexpr std::string_view quantised =
    R"(["c10::BFloat16","c10::Float8_e4m3fn","float","Scalar","Scalar","Scalar","Scalar","Scalar","Scalar",""])";

inline constexpr std::string_view gelu_tanh =
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#1}::operator()() const::{lambda()#4}>";
inline constexpr std::string_view gelu_erf =
    "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
    "at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}>";

inline constexpr fact facts[] = {
    // 3 rows of 8 whose 4 stored elements meet 16 columns: 2 * 3 * 16 * 4 and 48 for the bias; 24, 64, 16, 16, 48 of 2 B
    {"aten::_sparse_semi_structured_linear", "[[3,8],[16,4],[16,1],[16],[],[]]",
     R"(["c10::Half","c10::Half","short int","c10::Half","",""])", R"(["","","","","",""])", 384 + 48, 168 * 2},
    // bytes that become floats (6): 24 and 64 of 1 B, 16 of 2, 48 of 4
    {"aten::_sparse_semi_structured_linear", "[[3,8],[16,4],[16,1],[],[],[]]",
     R"(["signed char","signed char","short int","","","Scalar"])", R"(["","","","","","6"])", 384, 24 + 64 + 32 + 192},
    // 16 rows, 4 stored of 8, 3 columns: 64, 16, 24 and 48 of 2 B
    {"aten::_sparse_semi_structured_mm", "[[16,4],[16,1],[8,3],[]]", R"(["c10::Half","short int","c10::Half",""])",
     R"(["","","",""])", 384, 152 * 2},
    {"aten::_sparse_semi_structured_addmm", "[[16],[16,4],[16,1],[8,3],[],[],[]]",
     R"(["c10::Half","c10::Half","short int","c10::Half","Scalar","Scalar",""])", R"(["","","","","1","1",""])", 384 + 48,
     168 * 2},
    // 16 rows of 8: 128 * 9 / 16 = 72 elements of 2 B; 3 columns, a bias, and 48 results
    {"aten::_cslt_sparse_mm", "[[72],[8,3],[16],[],[],[],[]]",
     R"(["c10::Half","c10::Half","c10::Half","","","Scalar","Scalar"])", R"(["","","","","","False","0"])", 384 + 48,
     (72 + 24 + 16 + 48) * 2},
    // 128 * 10 / 16 = 80 of 1 B, in rows; the result is bfloat16 (15)
    {"aten::_cslt_sparse_mm", "[[16,5],[8,3],[],[],[],[],[]]",
     R"(["signed char","signed char","","","Scalar","Scalar","Scalar"])", R"(["","","","","15","False","0"])", 384, 80 + 24 + 48 * 2},
    // 2 * 4 * 3 * 8; 32 and 24 of 1 B, 12 results of 4; a product more for scales of rows, and for those of columns
    {"torchao::int_matmul", "[[4,8],[8,3]]", R"(["signed char","signed char"])", R"(["",""])", 192, 32 + 24 + 48},
    {"torchao::int_scaled_matmul", "[[4,8],[8,3],[4,1]]", R"(["signed char","signed char","c10::BFloat16"])",
     R"(["","",""])", 192 + 12, 32 + 24 + 8 + 24},
    {"torchao::scaled_int8_mm", "[[4,8],[8,3],[4],[3]]", R"(["signed char","signed char","float","float"])",
     R"(["","","",""])", 192 + 24, 32 + 24 + 16 + 12 + 48},
    // 2 sequences of 8, 3 heads of 4, causal: 2 * 3 * 8 * 8 / 2 pairs of 4 * 4 FLOP; Q, K, V and the result of 192
    {"FlashAttnQKVPackedFunc", "[[2,8,3,3,4],[],[],[]]", R"(["c10::Half","Scalar","","Scalar"])",
     R"(["","0.","","True"])", 192 * 16, 4 * 192 * 2},
    {"FlashAttnQKVPackedFunc", "[[2,8,3,3,4],[],[],[]]", R"(["c10::Half","Scalar","","Scalar"])",
     R"(["","0.","","False"])", 384 * 16, 4 * 192 * 2},
    // FlashAttention 3 has no dropout
    {"FlashAttnQKVPackedFunc", "[[2,8,3,3,4],[],[],[],[],[]]", R"(["c10::Half","","Scalar","","",""])",
     R"(["","","True","","",""])", 192 * 16, 4 * 192 * 2},
    // the same with 16 tokens behind each other, also as FlashAttention 1 names it
    {"FlashAttnVarlenQKVPackedFunc FlashAttnQKVPackedFunc", "[[16,3,3,4],[3],[],[],[],[]]",
     R"(["c10::Half","int","Scalar","Scalar","","Scalar"])", R"(["","","8","0.","","True"])", 192 * 16, 4 * 192 * 2},
    // 6 heads of Q over 3 of K and V, 8 queries and 16 keys: 2 * 6 * 8 * 16 pairs; Q and result of 384, K and V of 384
    {"FlashAttnKVPackedFunc", "[[2,8,6,4],[2,16,2,3,4],[],[],[]]", R"(["c10::Half","c10::Half","Scalar","","Scalar"])",
     R"(["","","0.","","False"])", 1536 * 16, 4 * 384 * 2},
    {"FlashAttnVarlenKVPackedFunc", "[[16,6,4],[32,2,3,4],[3],[3],[],[],[],[],[]]",
     R"(["c10::Half","c10::Half","int","int","Scalar","Scalar","Scalar","","Scalar"])",
     R"(["","","","","8","16","0.","","False"])", 1536 * 16, 4 * 384 * 2},
    // four parts are no packed Q, K and V
    {"FlashAttnQKVPackedFunc", "[[2,8,4,3,4],[],[],[]]", R"(["c10::Half","Scalar","","Scalar"])", R"(["","0.","","True"])",
     unknown, unknown},
    // 5 regions of 3 channels in 2 x 2 bins of 2 * 2 samples: 60 * 4 * 8; 2 * 3 * 4 * 4 = 96 and 25 are read, 60 written
    {"torchvision::roi_align", "[[2,3,4,4],[5,5],[],[],[],[],[]]",
     R"(["float","float","Scalar","Scalar","Scalar","Scalar","Scalar"])", R"(["","","0.25","2","2","2","False"])", 1920,
     (96 + 25 + 60) * 4},
    // as many samples as the regions need
    {"torchvision::roi_align", "[[2,3,4,4],[5,5],[],[],[],[],[]]",
     R"(["float","float","Scalar","Scalar","Scalar","Scalar","Scalar"])", R"(["","","0.25","2","2","-1","False"])", unknown,
     (96 + 25 + 60) * 4},
    {"torchvision::_roi_align_backward", "[[5,3,2,2],[5,5],[],[],[],[],[],[],[],[],[]]",
     R"(["float","float","Scalar","Scalar","Scalar","Scalar","Scalar","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","0.25","2","2","2","3","4","4","2","False"])", 1920, (60 + 25 + 96 + 2 * 96) * 4},
    // 6 rows of 4 in 2 sums
    {"torch_scatter::segment_sum_csr torch_scatter::segment_mean_csr torch_scatter::segment_max_csr "
     "torch_scatter::segment_min_csr", "[[6,4],[3],[]]", R"(["float","long int",""])", "[]", 24, 24 * 4 + 24 + 8 * 4},
    // 6 edges to 2 nodes, from a matrix of 3 rows of 4, with a value for each edge, and without
    {"torch_sparse::spmm_sum torch_sparse::spmm_mean torch_sparse::spmm_max torch_sparse::spmm_min",
     "[[6],[3],[6],[6],[],[],[3,4]]", R"(["long int","long int","long int","float","","","float"])", "[]", 48,
     24 + 48 + 24 + (3 + 2) * 16},
    {"torch_sparse::spmm_sum", "[[],[3],[6],[],[],[],[3,4]]", R"(["","long int","long int","","","","float"])", "[]", 24,
     24 + 48 + (3 + 2) * 16},
    // 5 rows of 4 with 3 types of weights for 6 columns: 2 * 5 * 4 * 6
    {"pyg::segment_matmul", "[[5,4],[4],[3,4,6]]", R"(["float","long int","float"])", "[]", 240, (20 + 72 + 30) * 4 + 32},
    // 2 rows of 4: 26 an element; both gradients, cx twice, cy, gates twice of 32
    {"aten::_thnn_fused_lstm_cell_backward_impl", "[[2,4],[2,4],[2,4],[2,4],[2,16],[]]",
     R"(["float","float","float","float","float","Scalar"])", "[]", 26 * 8, (8 + 8 + 16 + 8 + 64) * 4},
    {"aten::_thnn_fused_lstm_cell_backward_impl", "[[2,4],[],[2,4],[2,4],[2,16],[]]",
     R"(["float","","float","float","float","Scalar"])", "[]", 26 * 8, (8 + 16 + 8 + 64) * 4},
    {"aten::_thnn_fused_gru_cell_backward", "[[2,4],[2,20],[]]", R"(["float","float","Scalar"])", "[]", 16 * 8,
     (8 * 8 + 40) * 4},
    // 2 rows of 8 and of 4: 2 * (2 * 8 + 2) + 2 * 16 and 2 * (2 * 4 + 2) + 2 * 8; read, written, two weights
    {"aiter::_fused_qk_rmsnorm_kernel", "[[2,8],[8],[],[2,4],[4],[]]",
     R"(["c10::BFloat16","c10::BFloat16","Scalar","c10::BFloat16","c10::BFloat16","Scalar"])", "[]", 68 + 36,
     (2 * 16 + 8 + 2 * 8 + 4) * 2},
    // 2 rows of 8: a sum more an element; input and residual are read, both results written, and a weight: (4 * 16 + 8) * 2
    {"vllm::rocm_aiter_fused_allreduce_rmsnorm", "[[2,8],[2,8],[8],[]]", bf16, "[]", 2 * (3 * 8 + 2) + 2 * 16, 144},
    // 4 points with 9 coefficients each, of degree 2: 15 FLOP a channel; directions, results, coefficients and a mask
    {"_SphericalHarmonics", "[[],[4,3],[4,9,3],[4]]", R"(["Scalar","float","float","bool"])", R"(["2","","",""])",
     15 * 12, (12 + 12 + 4 * 27) * 4 + 4},
    // 2 cameras see 5 Gaussians: 256 FLOP each; 16 floats and 32 B each, and 25 floats a camera
    {"_FullyFusedProjectionPacked", "[[5,3],[],[5,4],[5,3],[2,4,4]]", R"(["float","","float","float","float"])", "[]",
     2560, 10 * (64 + 32) + 2 * 100},
    // 7 pairs of a tile of 4 x 4 pixels and a Gaussian: 10 FLOP and 2 a colour; 5 Gaussians of 9 floats, 8 x 4 pixels of 4
    {"_RasterizeToPixels", "[[5,2],[5,3],[5,3],[5],[],[],[],[],[],[1,1,2],[7]]",
     R"(["float","float","float","float","","","Scalar","Scalar","Scalar","int","int"])",
     R"(["","","","","","","8","4","4","",""])", 7 * 16 * 16, 5 * 9 * 4 + 32 * 4 * 4},
    // 2 rows of 8: 2 * (2 * 8 + 2) + 2 * 16 = 68 FLOP; (16 + 16 + 8) * 2 B
    {"_C::rms_norm sgl_kernel::rmsnorm sgl_kernel::gemma_rmsnorm flashinfer::rmsnorm", "[[2,8],[2,8],[8],[]]", bf16, "[]",
     68, 80},
    // 16 sums more; two tensors are read and written: (4 * 16 + 8) * 2 B
    {"_C::fused_add_rms_norm sgl_kernel::fused_add_rmsnorm sgl_kernel::gemma_fused_add_rmsnorm "
     "flashinfer::fused_add_rmsnorm trtllm::flashinfer_fused_add_rmsnorm trtllm::flashinfer_gemma_fused_add_rmsnorm",
     "[[2,8],[2,8],[8],[]]", bf16, "[]", 84, 144},
    // as the first ones; and a root for each row
    {"trtllm::flashinfer_rmsnorm trtllm::flashinfer_gemma_rmsnorm", "[[2,8],[8],[]]", bf16, "[]", 68, 80},
    {"npu::npu_rms_norm", "[[2,8],[8],[]]", bf16, "[]", 68, 88},
    // 16 results of 32 elements: 5 or 10 FLOP each; 48 * 2
    {"trtllm::flashinfer_silu_and_mul npu::npu_swiglu", "[[2,16]]", bf16, "[]", 80, 96},
    {"trtllm::flashinfer_gelu_tanh_and_mul", "[[2,16]]", bf16, "[]", 160, 96},
    // and 4 scales
    {"_C::rms_norm_per_block_quant", "[[2,8],[2,8],[8],[2,2],[],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","c10::BFloat16","float","Scalar","","","Scalar","Scalar"])", "[]", 116, 80},
    // 8 FLOP for each of 16; 32 elements read, 16 written; or 16 of one byte, and 4 scales
    {"_C::silu_and_mul_with_clamp", "[[2,8],[2,16],[]]", bf16, "[]", 128, 96},
    {"_C::silu_and_mul_per_block_quant", "[[2,8],[2,16],[2,2],[]]", R"(["c10::Float8_e4m3fn","c10::BFloat16","float"])",
     "[]", 128, 96},
    // 2 more an element; 16 * 2 read, 16 * 1 written, 8 * 2
    {"_C::rms_norm_static_fp8_quant flashinfer::rmsnorm_quant", "[[2,8],[2,8],[8],[1],[]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","c10::BFloat16","float","Scalar"])", "[]", 100, 64},
    // 3 more an element; 3 * 16 * 2 + 16 + 8 * 2
    {"_C::fused_add_rms_norm_static_fp8_quant", "[[2,8],[2,8],[2,8],[8],[1],[]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","c10::BFloat16","c10::BFloat16","float","Scalar"])", "[]", 116, 128},
    // 68 + 3 * 16; 32 + 16 + 16 + a scale of 4 B for each of 2 rows
    {"_C::rms_norm_dynamic_per_token_quant", "[[2,8],[2,8],[8],[2,1],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","c10::BFloat16","float","Scalar","",""])", "[]", 116, 72},
    // a residual: 16 sums, read and written: 64 B
    {"_C::rms_norm_dynamic_per_token_quant", "[[2,8],[2,8],[8],[2,1],[],[],[2,8]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","c10::BFloat16","float","Scalar","","c10::BFloat16"])", "[]", 132, 136},

    // 8 results of 16 inputs; (16 + 8) * 2 B
    {"_C::gelu_and_mul sgl_kernel::gelu_and_mul flashinfer::gelu_and_mul", "[[2,4],[2,8]]", bf16, "[]", 64, 48},
    {"_C::gelu_tanh_and_mul sgl_kernel::gelu_tanh_and_mul flashinfer::gelu_tanh_and_mul", "[[2,4],[2,8]]", bf16, "[]", 80, 48},
    {"_C::mul_and_silu flashinfer::silu_and_mul", "[[2,4],[2,8]]", bf16, "[]", 40, 48},
    {"_C::swigluoai_and_mul", "[[2,4],[2,8]]", bf16, "[]", 72, 48},
    {"_C::fatrelu_and_mul", "[[2,4],[2,8]]", bf16, "[]", 16, 48},
    {"_C::gelu_new _C::gelu_fast", "[[2,8],[2,8]]", bf16, "[]", 160, 64},
    {"_C::gelu_quick sgl_kernel::gelu_quick", "[[2,8],[2,8]]", bf16, "[]", 96, 64},
    // 7 * 8; 16 * 2 + 8 * 1
    {"_C::silu_and_mul_quant", "[[2,4],[2,8],[1]]", R"(["c10::Float8_e4m3fn","c10::BFloat16","float"])", "[]", 56, 40},
    // 8 results: 5 for the gate and 3 to quantise each; 16 * 2 + 4 pairs + 2 scales + 4
    {"_C::silu_and_mul_nvfp4_quant", "[[2,2],[2,1],[2,8],[1]]",
     R"(["unsigned char","c10::Float8_e4m3fn","c10::BFloat16","float"])", "[]", 64, 42},

    // 2 * 16; 32 + 16 + 4
    {"_C::static_scaled_fp8_quant", "[[2,8],[2,8],[1]]", R"(["c10::Float8_e4m3fn","c10::BFloat16","float"])", "[]", 32, 52},
    // read twice
    {"_C::dynamic_scaled_fp8_quant", "[[2,8],[2,8],[1]]", R"(["c10::Float8_e4m3fn","c10::BFloat16","float"])", "[]", 48, 84},
    // a scale for each of 2 rows: 8 B
    {"_C::dynamic_per_token_scaled_fp8_quant", "[[2,8],[2,8],[2,1],[]]",
     R"(["c10::Float8_e4m3fn","c10::BFloat16","float",""])", "[]", 48, 56},
    {"_C::static_scaled_int8_quant", "[[2,8],[2,8],[1],[]]", R"(["signed char","c10::BFloat16","float",""])", "[]", 32, 52},
    // scales and zero points of 2 rows: 8 B each
    {"_C::dynamic_scaled_int8_quant", "[[2,8],[2,8],[2,1],[2,1]]", R"(["signed char","c10::BFloat16","float","int"])", "[]",
     48, 64},
    // 32 + 8 pairs + 128 * 4 + 4
    {"_C::scaled_fp4_quant sgl_kernel::scaled_fp4_quant", "[[2,4],[2,8],[128,1],[1]]",
     R"(["unsigned char","c10::BFloat16","int","float"])", "[]", 48, 556},
    // the input in front: 64 + 16 pairs + 2 scales + 4, or 512 bytes of scales
    {"_C::scaled_fp4_quant", "[[2,16],[1],[]]", R"(["c10::BFloat16","float","Scalar"])", "[]", 96, 86},
    {"_C::scaled_fp4_quant", "[[2,16],[1],[],[2,8],[128,4]]",
     R"(["c10::BFloat16","float","Scalar","unsigned char","unsigned char"])", "[]", 96, 596},
    // 32 + 16 + 2 * 4
    {"_C::per_token_group_fp8_quant _C::per_token_group_fp8_quant_packed _C::per_token_group_quant_int8 "
     "sgl_kernel::sgl_per_token_group_quant_8bit sgl_kernel::sgl_per_token_group_quant_fp8 "
     "sgl_kernel::sgl_per_token_group_quant_int8 "
     "sgl_kernel::sgl_per_token_quant_fp8", "[[2,8],[2,8],[2,1]]", R"(["c10::BFloat16","c10::Float8_e4m3fn","float"])",
     "[]", 48, 56},
    // and of 8 results of 16 inputs each: 8 * 16; 64 + 16 + 8
    {"sgl_kernel::sgl_per_token_group_quant_8bit_v2", "[[2,8],[2,8],[2,1],[],[],[],[],[],[],[]]", quantised,
     R"(["","","","8","1e-10","-448.","448.","False","False",""])", 48, 56},
    {"sgl_kernel::sgl_per_token_group_quant_8bit_v2", "[[2,16],[2,8],[2,1],[],[],[],[],[],[],[]]", quantised,
     R"(["","","","8","1e-10","-448.","448.","False","True",""])", 128, 88},
    // 64 inputs of 2 B, 32 pairs, 4 scales, those of 2 experts; twice as many inputs, 5 for the gate of 2 and 3 as above
    {"_C::scaled_fp4_experts_quant sgl_kernel::scaled_fp4_experts_quant", "[[4,8],[128,4],[4,16],[2],[3],[3]]",
     R"(["unsigned char","int","c10::BFloat16","float","int","int"])", "[]", 192, 172},
    {"_C::silu_and_mul_scaled_fp4_experts_quant", "[[4,8],[128,4],[4,32],[2],[3],[3]]",
     R"(["unsigned char","int","c10::BFloat16","float","int","int"])", "[]", 512, 300},
    // a given scale: 2 * 16, 32 + 16 + 4; one that is computed takes a pass before
    {"sgl_kernel::sgl_per_tensor_quant_fp8", "[[2,8],[2,8],[1],[]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","float","Scalar"])", R"(["","","","True"])", 32, 52},
    {"sgl_kernel::sgl_per_tensor_quant_fp8", "[[2,8],[2,8],[1],[]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","float","Scalar"])", R"(["","","","False"])", 48, 84},
    // 32 + 16 + a scale for each of 2 rows
    {"trtllm::fp8_quantize_1x128", "[[2,8],[]]", R"(["c10::BFloat16","Scalar"])", "[]", 48, 56},
    // 64 elements: 128 + 32 + 64 / 16
    {"trtllm::fp4_quantize", "[[2,32],[1],[],[],[]]", R"(["c10::BFloat16","float","Scalar","Scalar","Scalar"])",
     R"(["","","16","False","True"])", 192, 164},

    // 3 tokens, 4 + 2 heads of 4: 72 elements; read and written 288 B, angles 3 * 4 * 2, positions 3 * 8
    {"_C::rotary_embedding trtllm::flashinfer_apply_rope_with_cos_sin_cache_inplace", "[[3],[3,16],[3,8],[],[100,4],[]]",
     R"(["long int","c10::BFloat16","c10::BFloat16","Scalar","c10::BFloat16","Scalar"])", R"(["","","","4","","True"])",
     216, 336},
    {"npu::npu_rotary_mul", "[[2,8],[1,8],[1,8]]", bf16, "[]", 48, 96},
    // 72 elements: 4 to norm and 3 to turn each; 288 + (4 + 4) * 2 + 3 * 4 * 2
    {"_C::fused_qk_norm_rope", "[[3,32],[],[],[],[],[],[4],[4],[100,4],[],[3]]",
     R"(["c10::BFloat16","Scalar","Scalar","Scalar","Scalar","Scalar","c10::BFloat16","c10::BFloat16","c10::BFloat16",)"
     R"("Scalar","long int"])", R"(["","4","2","2","4","1e-06","","","","True",""])", 504, 328},
    // 3 tokens, 4 + 2 heads of 4, all of it turned: 72 * 2 read, 72 * 2 written, 3 * 4 * 4, 3 * 8
    {"sgl_kernel::apply_rope_pos_ids_cos_sin_cache flashinfer::apply_rope_pos_ids_cos_sin_cache",
     "[[3,4,4],[3,2,4],[3,4,4],[3,2,4],[100,4],[3],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","float","long int","Scalar"])", "[]", 216, 360},
    // and K and V, 24 elements each, go to the cache; V is read
    {"sgl_kernel::apply_rope_pos_ids_cos_sin_cache",
     "[[3,4,4],[3,2,4],[3,4,4],[3,2,4],[100,4],[3],[],[],[],[3,2,4],[50,2,4],[50,2,4],[3]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","float","long int","Scalar","Scalar","Scalar",)"
     R"("c10::BFloat16","c10::BFloat16","c10::BFloat16","long int"])", "[]", 216, 504},

    // 2 of 3 rows have a slot: 2 * 16 elements, read in 2 B and written in 1 B; 2 slots
    {"_C_cache_ops::reshape_and_cache_flash _C_cache_ops::reshape_and_cache",
     "[[3,2,4],[3,2,4],[10,16,2,4],[10,16,2,4],[2],[],[1],[1]]",
     R"(["c10::BFloat16","c10::BFloat16","unsigned char","unsigned char","long int","","float","float"])", "[]", 0, 112},
    // 3 * (8 + 4) * (2 + 1) + 3 * 8
    {"_C_cache_ops::concat_and_cache_mla", "[[3,8],[3,4],[10,16,12],[3],[],[1]]",
     R"(["c10::BFloat16","c10::BFloat16","unsigned char","long int","","float"])", "[]", 0, 132},
    // 48 * (2 + 2) + 3 * 8
    {"sgl_kernel::store_kv_cache", "[[100,2,4],[100,2,4],[3],[3,2,4],[3,2,4]]",
     R"(["c10::BFloat16","c10::BFloat16","long int","c10::BFloat16","c10::BFloat16"])", "[]", 0, 216},
    // (72 + 48 + 12) * 2
    {"sgl_kernel::concat_mla_k", "[[3,2,12],[3,2,8],[3,1,4]]", bf16, "[]", 0, 264},

    // 4 tokens of 8, 2 experts each: 4 * 8 * 2; (64 + 32) * 2 + 4 * 4 * 2
    {"pseudo_op::moe_triton_unfused_finalize_matmul_scatter", "[[4,8],[4,16],[]]", bf16, "[]", 64, 224, {}, {}, 2},
    // 64 + 5 * 4 * 2; 128 + 8 * (2 + 2)
    {"TopK", "[[4,16],[]]", R"(["c10::BFloat16","Scalar"])", R"(["","2"])", 104, 160},
    // read and written: 2 * (8 * 2 + 8 * 4)
    {"SortTokens", "[[4,2],[4,2],[]]", R"(["c10::BFloat16","int","Scalar"])", "[]", 0, 96},
    // 6 * 64; 128 + 8 * 4 three times
    {"_moe_C::topk_softmax", "[[4,2],[4,2],[4,2],[4,16],[]]", R"(["float","int","int","c10::BFloat16","Scalar"])", "[]",
     384, 224},
    {"sgl_kernel::topk_softmax", "[[4,2],[4,2],[4,16]]", R"(["float","int","c10::BFloat16"])", "[]", 384, 192},
    {"sgl_kernel::topk_softmax", "[[4,2],[4,2],[4,2],[4,16]]", R"(["float","int","int","c10::BFloat16"])", "[]", 384, 224},
    // 5 * 64, and a bias for each
    {"_moe_C::topk_sigmoid", "[[4,2],[4,2],[4,2],[4,16],[],[]]", R"(["float","int","int","c10::BFloat16","Scalar",""])",
     "[]", 320, 224},
    {"_moe_C::topk_sigmoid", "[[4,2],[4,2],[4,2],[4,16],[],[16]]",
     R"(["float","int","int","c10::BFloat16","Scalar","float"])", "[]", 384, 288},
    // 256 + 64 + 8 * 4 * 2; or 256 * 2 + 64
    {"_moe_C::grouped_topk", "[[4,16],[],[],[],[],[],[16],[]]",
     R"(["float","Scalar","Scalar","Scalar","Scalar","Scalar","float","Scalar"])",
     R"(["","8","4","2","True","1.","","0"])", 384, 384},
    {"_moe_C::grouped_topk", "[[4,16],[4,16],[],[],[],[],[]]",
     R"(["float","float","Scalar","Scalar","Scalar","Scalar","Scalar"])", R"(["","","8","4","2","True","1."])", 384, 576},
    // ids of 4 B; 8 rows are read and written
    {"_moe_C::moe_permute", "[[4,8],[4,2],[4,2],[],[],[],[],[8,8]]",
     R"(["c10::BFloat16","int","int","","Scalar","Scalar","Scalar","c10::BFloat16"])", "[]", 0, 288},
    {"_moe_C::moe_permute", "[[4,8],[4,2],[4,2],[],[],[],[],[],[8,8]]",
     R"(["c10::BFloat16","int","int","","Scalar","Scalar","Scalar","Scalar","c10::BFloat16"])", "[]", 0, 288},
    {"_moe_C::moe_permute", "[[4,8],[4,2],[4,2],[4,2],[],[],[8,8],[17]]",
     R"(["c10::BFloat16","float","int","int","Scalar","Scalar","c10::BFloat16","long int"])", "[]", 0, 288},
    // 2 rows to one: 32 sums; (64 + 32) * 2
    {"_moe_C::moe_sum sgl_kernel::moe_sum", "[[4,2,8],[4,8]]", bf16, "[]", 32, 192},
    {"sgl_kernel::moe_sum_reduce", "[[4,2,8],[4,8],[]]", bf16, "[]", 64, 192},  // and a factor for each

    // 200 probabilities, 2 tokens: 2 * 200; 800 + 8
    {"sgl_kernel::min_p_sampling_from_probs sgl_kernel::top_p_sampling_from_probs "
     "sgl_kernel::top_k_top_p_sampling_from_probs flashinfer::top_k_sampling_from_probs "
     "flashinfer::top_p_sampling_from_probs", "[[2,100],[2],[]]", R"(["float","int",""])", "[]", 400, 808},
    {"sgl_kernel::top_k_renorm_probs sgl_kernel::top_p_renorm_probs sgl_kernel::top_k_mask_logits",
     "[[2,100],[2,100],[],[]]", R"(["float","float","","Scalar"])", "[]", 400, 1600},
    // read and written 1600, two masks of 200, 8
    {"_C::apply_repetition_penalties_", "[[2,100],[2,100],[2,100],[2]]", R"(["float","bool","bool","float"])", "[]", 400,
     2008},

    // 2 x 8 by 8 x 4: 128, two scales and a bias for each of 8; 16 + 32 + 16 + 4 * 5 + 8
    {"_C::cutlass_scaled_mm", "[[2,4],[2,8],[8,4],[1],[4],[4]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16"])", "[]", 152, 92},
    {"_C::cutlass_scaled_mm", "[[2,4],[2,8],[8,4],[1],[4],[]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float",""])", "[]", 144, 84},
    // two more for the zero points: 128 + 4 * 8 + 8; 16 + 32 + 16 + 4 * 6 + 4 * (4 + 2) + 8
    {"_C::cutlass_scaled_mm_azp", "[[2,4],[2,8],[8,4],[2],[4],[4],[2],[4]]",
     R"(["c10::BFloat16","signed char","signed char","float","float","int","int","c10::BFloat16"])", "[]", 168, 120},
    // pairs: K is 16: 2 * 2 * 4 * 16; 16 + 16 + 32 + 512 + 512
    {"_C::cutlass_scaled_fp4_mm sgl_kernel::cutlass_scaled_fp4_mm", "[[2,4],[2,8],[4,8],[128,4],[128,4],[1]]",
     R"(["c10::BFloat16","unsigned char","unsigned char","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float"])", "[]", 256,
     1088},
    // 128 + 2 * 8; 16 + 32 + 8 * 2 (15: bfloat16) + 4 * 6
    {"sgl_kernel::fp8_scaled_mm sgl_kernel::int8_scaled_mm", "[[2,8],[8,4],[2],[4],[],[]]",
     R"(["signed char","signed char","float","float","Scalar",""])", R"(["","","","","15",""])", 144, 88},
    {"sgl_kernel::fp8_blockwise_scaled_mm", "[[2,8],[8,4],[2,1],[1,1],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","Scalar"])", R"(["","","","","15"])", 128, 76},
    // 3 times; 48 + 96 + 24 * 2
    {"sgl_kernel::bmm_fp8", "[[3,2,8],[3,8,4],[3,2,4],[1],[1]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","c10::BFloat16","float","float"])", "[]", 384, 192},
    {"sgl_kernel::dsv3_fused_a_gemm sgl_kernel::dsv3_router_gemm _C::dsv3_fused_a_gemm _moe_C::dsv3_router_gemm", "[[2,4],[2,8],[8,4]]", bf16, "[]", 128, 112},
    // 16 + 32 + 8 * 2 + 2 * 4 + 4
    {"trtllm::fp8_block_scaling_gemm", "[[2,8],[4,8],[1,2],[1,1]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float"])", "[]", 128, 76},
    // 256; 16 + 32 + 16 + 16 + 8 * 2
    {"trtllm::fp4_gemm", "[[2,8],[4,8],[16],[16],[1],[],[]]",
     R"(["unsigned char","unsigned char","unsigned char","unsigned char","float","Scalar",""])",
     R"(["","","","","","0",""])", 256, 96},
    // 2 * 2 * 4 * 8 and 8 sums in place: 2 * 16 + 32 + 64; and for each of two
    {"aten::addmm_", "[[2,4],[2,8],[8,4],[],[]]", bf16, R"(["","","","1","1"])", 136, 128},
    {"aten::baddbmm_", "[[2,2,4],[2,2,8],[2,8,4],[],[]]", bf16, R"(["","","","1","1"])", 272, 256},
    {"trtllm::nvfp4_gemm", "[[2,8],[4,8],[16],[16],[1],[]]",
     R"(["unsigned char","unsigned char","unsigned char","unsigned char","float","Scalar"])",
     R"(["","","","","","15"])", 256, 96},  // as fp4_gemm, to bfloat16
    // 2 * 2 * 4 * 8; 16 + 32 + 8 * 2 + 2 * 4 + 4 * 4
    {"trtllm::fp8_rowwise_gemm", "[[2,8],[4,8],[2],[4],[]]", fp8, R"(["","","","","15"])", 128, 88},
    // 128, and 8 sums of a bias; 32 + 64 + 8 * 2 + 4 * 2
    {"trtllm::cublas_mm", "[[2,8],[8,4],[4],[]]", bf16, R"(["","","","15"])", 136, 120},
    {"trtllm::cublas_mm", "[[2,8],[8,4],[],[]]", bf16, R"(["","","","6"])", 128, 128},  // to float: 32 + 64 + 8 * 4
    {"_rocm_C::wvSplitK _rocm_C::wvSplitKrc", "[[4,8],[2,8],[4],[]]", bf16, "[]", 136, 120},  // 64 + 32 + 16 + 8
    // 32 + 16 + 8 * 2 and two scales of 4 B; a bias of 8 B; the form without one
    {"_rocm_C::wvSplitKQ", "[[4,8],[2,8],[],[2,4],[1],[1],[]]",
     R"(["c10::Float8_e4m3fnuz","c10::Float8_e4m3fnuz","","c10::BFloat16","float","float","Scalar"])", "[]", 128, 72},
    {"_rocm_C::wvSplitKQ", "[[4,8],[2,8],[4],[2,4],[1],[1],[]]",
     R"(["c10::Float8_e4m3fnuz","c10::Float8_e4m3fnuz","c10::BFloat16","c10::BFloat16","float","float","Scalar"])", "[]",
     136, 80},
    {"_rocm_C::wvSplitKQ", "[[4,8],[2,8],[2,4],[1],[1],[]]",
     R"(["c10::Float8_e4m3fnuz","c10::Float8_e4m3fnuz","c10::BFloat16","float","float","Scalar"])", "[]", 128, 72},
    // weights of 2 groups, 4 x 8 in 16 B each: 4 rows of 8 by 8 x 4; 32 + 32 + 16 + (32 + 2 * 4 * 4 + 2 * 4)
    {"_C::cutlass_w4a8_moe_mm", "[[4,4],[4,8],[2,4,1],[4,1],[2,4],[2,1,4],[],[3],[2,3]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","int","float","float","c10::Float8_e4m3fn","Scalar","int","int"])", "[]", 256,
     152},
    // 4 rows of 9 bytes; 36 + 32 + 8 * 2
    {"_C::ggml_mul_mat_a8 _C::ggml_mul_mat_vec_a8 sgl_kernel::ggml_mul_mat_a8 sgl_kernel::ggml_mul_mat_vec_a8",
     "[[4,9],[2,8],[],[]]", R"(["unsigned char","c10::BFloat16","Scalar","Scalar"])", R"(["","","8","4"])", 128, 84},
    {"_rocm_C::wvSplitK _rocm_C::LLMM1", "[[4,8],[2,8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", "[]", 128,
     112},
    // 2 tokens to 2 of 4 experts, 8 x 4: 2 * 2 * 2 * 3 * 32 products, and 2 * 8 * 3 of the weighted sum. Two tokens
    // reach 4 (1 - (2/4)^2) = 3 experts: 2 * 32 + 3 * 3 * 32 * 2
    {"vllm::inplace_fused_experts vllm::outplace_fused_experts sglang::inplace_fused_experts "
     "sglang::outplace_fused_experts", "[[2,8],[4,8,8],[4,8,4],[2,2],[2,2],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","int",""])", "[]", 816, 640},
    // weights of one byte, then of half a byte; without gates 2 * 2 * 2 * 2 * 32 + 48 and 64 + 3 * 2 * 32 * 2
    {"vllm::inplace_fused_experts", "[[2,8],[4,8,8],[4,8,4],[2,2],[2,2],[]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","int",""])", "[]", 816, 352},
    {"vllm::outplace_fused_experts", "[[2,8],[4,8,4],[4,8,2],[2,2],[2,2],[]]",
     R"(["c10::BFloat16","unsigned char","unsigned char","float","int",""])", "[]", 816, 208},
    {"sglang::inplace_fused_experts", "[[2,8],[4,4,8],[4,8,4],[2,2],[2,2],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","int",""])", "[]", 560, 448},
    // 8 columns in each word: 2 * 2 * 8 * 8; 32 + 32 + 16 + 4 + 16 * 2
    {"_C::awq_gemm", "[[2,8],[8,1],[1,8],[1,1],[]]", R"(["c10::Half","int","c10::Half","int","Scalar"])", "[]", 256, 116},
    // 32 + 16 + 4 + 8 + 8 * 2
    {"_C::gptq_gemm sgl_kernel::gptq_gemm", "[[2,8],[1,4],[1,1],[1,4],[8]]",
     R"(["c10::Half","int","int","c10::Half","int"])", "[]", 128, 76},
    // 2 x 8 by 8 x 4; 32 + 8 * 4 + 16 + scales 4 * 2
    {"_C::marlin_gemm", "[[2,8],[],[1,8],[],[1,4],[],[],[],[],[],[4],[],[],[],[],[],[],[],[]]",
     R"(["c10::Half","","int","","c10::Half","","","","","","int","Scalar","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","","","","","1","2","4","8","True","False","True","False"])", 128, 88},
    {"_C::gptq_marlin_gemm", "[[2,8],[1,8],[1,4],[],[],[],[4],[],[],[],[],[],[],[],[]]",
     R"(["c10::Half","int","c10::Half","","","","int","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","1","2","4","8","True","False","True","False"])", 128, 88},
    {"sgl_kernel::gptq_marlin_gemm", "[[2,8],[],[1,8],[1,4],[],[],[],[],[4],[],[],[],[],[],[],[],[]]",
     R"(["c10::Half","","int","c10::Half","","","","","int","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","","","1","2","4","8","True","False","True","False"])", 128, 88},
    // 2 * 2 * 4 * 8; 32 + 16 + 16 + 8
    {"_C::machete_mm", "[[2,8],[1,4],[],[],[1,4],[],[],[],[],[]]",
     R"(["c10::Half","int","Scalar","","c10::Half","","Scalar","","",""])", R"(["","","1","","","","128","","",""])", 128,
     72},
    // 16 + 16 + 4 + 16 + 8 + 16
    {"_C::cutlass_w4a8_mm", "[[2,8],[1,4],[1,4],[],[4],[2,1],[],[]]",
     R"(["c10::Float8_e4m3fn","int","c10::Float8_e4m3fn","Scalar","float","float","",""])",
     R"(["","","","8","","","",""])", 128, 76},
    // 32 + 32 + 8 + 16
    {"_C::allspark_w8a16_gemm", "[[2,8],[8,4],[1,4],[],[]]", R"(["c10::Half","unsigned char","c10::Half","","Scalar"])",
     R"(["","","","","4"])", 128, 88},
    // 2 * 2 * 4 * 8; 16 + 8 + 32 + 4 + 16
    {"deep_gemm::fp8_gemm_nt vllm::fp8_gemm_nt_op", "[[2,8],[2,1],[4,8],[1,1],[2,4],[]]",
     R"(["c10::Float8_e4m3fn","float","c10::Float8_e4m3fn","float","c10::BFloat16",""])", "[]", 128, 76},
    // 16 + 16 + 8 + 4 + 8 + 4 + 16
    {"sgl_kernel::qserve_w4a8_per_chn_gemm sgl_kernel::qserve_w4a8_per_group_gemm", "[[2,8],[4,4],[4],[2],[4],[2],[2,4]]",
     R"(["signed char","signed char","c10::Half","c10::Half","c10::Half","c10::Half","c10::Half"])", "[]", 128, 72},
    // 2 * 4 * 4 * 8; 32 + 32 + 32 + 4 + 16
    {"sgl_kernel::cutlass_w4a8_moe_mm", "[[4,4],[4,8],[2,4,4],[1],[2,4]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","signed char","float","c10::BFloat16"])", "[]", 256, 116},
    {"_C::gptq_marlin_gemm", "[[2,8],[],[1,8],[],[1,4],[],[],[],[],[4],[],[],[],[],[],[],[],[]]",
     R"(["c10::Half","","int","","c10::Half","","","","","int","Scalar","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","","","","1","2","4","8","True","False","True","False"])", 128, 88},
    // the same with scales of A in between and, as of 8-bit weights, neither g_idx nor perm
    {"_C::gptq_marlin_gemm", "[[2,8],[],[1,8],[],[1,4],[],[],[],[],[],[4],[],[],[],[],[],[],[],[]]",
     R"(["c10::Half","","int","","c10::Half","","","","","","int","Scalar","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","","","","","1","2","4","8","True","False","True","False"])", 128, 88},
    // of vLLM 0.6: no c, three flags
    {"_C::gptq_marlin_gemm", "[[2,8],[1,8],[1,4],[0],[0],[0],[4],[],[],[],[],[],[],[]]",
     R"(["c10::Half","int","c10::Half","int","int","int","int","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","","","1125899906842644","2","4","8","True","False","True"])", 128, 88},
    // 4 rows in 2 groups: 2 * 4 * 4 * 8; 32 + 32 + 64 + 4 * 3
    {"_C::cutlass_moe_mm _C::cutlass_blockwise_scaled_grouped_mm", "[[4,4],[4,8],[2,8,4],[1],[2]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float"])", "[]", 256, 140},
    // K is 8: 256; 32 + 16 + 32 + 4 + 8
    {"_C::cutlass_fp4_group_mm sgl_kernel::cutlass_fp4_group_mm", "[[4,4],[4,4],[2,4,4],[4,1],[2,4,1],[2]]",
     R"(["c10::BFloat16","unsigned char","unsigned char","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float"])", "[]", 256, 92},
    // 256; 32 + 32 + 64 + 16 + 8
    {"sgl_kernel::fp8_blockwise_scaled_grouped_mm", "[[4,4],[2],[2],[2],[2],[2],[4,8],[2,8,4],[4,1],[2,1,1]]",
     R"(["c10::BFloat16","long int","long int","long int","long int","long int","c10::Float8_e4m3fn",)"
     R"("c10::Float8_e4m3fn","float","float"])", "[]", 256, 152},
    // a single row meets one of 4 groups: 2 * 4 * 8 FLOP; 8 + 8 + 32 + 4 + 4; packed 8 + 8 + 16 + 4 + 4 * 2; pairs 8 + 4 +
    // 16 + 1 + 4; and again 8 + 8 + 32 + 4 + 4
    {"_C::cutlass_moe_mm", "[[1,4],[1,8],[4,8,4],[1],[4]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float"])", "[]", 64, 56},
    {"sgl_kernel::cutlass_w4a8_moe_mm", "[[1,4],[1,8],[4,4,4],[1],[4,4]]",
     R"(["c10::BFloat16","c10::Float8_e4m3fn","signed char","float","c10::BFloat16"])", "[]", 64, 44},
    {"_C::cutlass_fp4_group_mm sgl_kernel::cutlass_fp4_group_mm", "[[1,4],[1,4],[4,4,4],[1,1],[4,4,1],[4]]",
     R"(["c10::BFloat16","unsigned char","unsigned char","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float"])", "[]", 64, 33},
    {"sgl_kernel::fp8_blockwise_scaled_grouped_mm", "[[1,4],[4],[4],[4],[4],[4],[1,8],[4,8,4],[1,1],[4,1,1]]",
     R"(["c10::BFloat16","long int","long int","long int","long int","long int","c10::Float8_e4m3fn",)"
     R"("c10::Float8_e4m3fn","float","float"])", "[]", 64, 56},
    // 2 x 8 by 8 x 4: 128 and a row for 8 results; (4 + 16 + 32 + 8) * 2
    {"aten::_addmm_activation", "[[4],[2,8],[8,4],[],[],[]]", bf16, "[]", 136, 120},
    // 3 of 2 x 8 by 8 x 4 in one sum: 3 * 128 + 8; (8 + 48 + 96 + 8) * 2
    {"aten::addbmm", "[[2,4],[3,2,8],[3,8,4],[],[]]", bf16, "[]", 392, 320},
    {"aten::vdot", "[[8],[8]]", bf16, "[]", 16, 34},
    // 16 + 32 + 8 * 2, scales of 2 rows and of 4 columns: 24
    {"aten::_scaled_mm_v2", "[[2,8],[8,4],[[2,1]],[],[],[[1,4]],[],[],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","TensorList","ScalarList","ScalarList","TensorList","ScalarList","ScalarList","","Scalar","ScalarList","Scalar"])",
     R"(["","","","[1]","[0]","","[1]","[0]","","15","[]","False"])", 128, 88},
    // pairs: K is 32; 32 + 64 + 16 + (4 + 8) of one byte + 2 of four for all
    {"aten::_scaled_mm_v2", "[[2,16],[16,4],[[4],[1]],[],[],[[8],[1]],[],[],[],[],[],[]]",
     R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2","TensorList","ScalarList","ScalarList","TensorList","ScalarList","ScalarList","","Scalar","ScalarList","Scalar"])",
     R"(["","","","[2, 0]","[1, 0]","","[2, 0]","[1, 0]","","15","[]","False"])", 512, 132},
    // 16 + 32 + 8 * 2
    {"fbgemm::f8f8bf16 fbgemm::f8f8bf16_tensorwise", "[[2,8],[4,8],[]]", fp8, "[]", 128, 64},
    // and scales of 2 rows and of 4: 24
    {"fbgemm::f8f8bf16_rowwise fbgemm::f8f8bf16_blockwise mslk::f8f8bf16_rowwise mslk::f8f8bf16_blockwise",
     "[[2,8],[4,8],[2],[4],[],[]]", fp8, "[]", 128, 88},
    // tokens of two sequences; a bias of 4 in 2 B: 8 FLOP, 8 B
    {"fbgemm::f8f8bf16_rowwise mslk::f8f8bf16_rowwise", "[[2,1,8],[4,8],[2],[4],[4],[]]", fp8, "[]", 136, 96},
    // 2 groups of 4 rows: (32 + 64 + 16) * 2
    {"fbgemm::bf16bf16bf16_grouped_stacked mslk::bf16bf16bf16_grouped_stacked", "[[4,8],[2,4,8],[2]]",
     R"(["c10::BFloat16","c10::BFloat16","long int"])", "[]", 256, 224},
    // 32 + 64 + 16 * 2 + (4 + 8) * 4
    {"fbgemm::f8f8bf16_rowwise_grouped_stacked mslk::f8f8bf16_rowwise_grouped_stacked", "[[4,8],[2,4,8],[4],[2,4],[2]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","long int"])", "[]", 256, 176},
    // one row, 4 groups: (8 + 32 + 4) * 2; 8 + 32 + 4 * 2 + (1 + 4) * 4
    {"fbgemm::bf16bf16bf16_grouped_stacked mslk::bf16bf16bf16_grouped_stacked", "[[1,8],[4,4,8],[4]]",
     R"(["c10::BFloat16","c10::BFloat16","long int"])", "[]", 64, 88},
    {"fbgemm::f8f8bf16_rowwise_grouped_stacked mslk::f8f8bf16_rowwise_grouped_stacked", "[[1,8],[4,4,8],[1],[4,4],[4]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","long int"])", "[]", 64, 68},
    // 16 + 32 + 8 * 4
    {"aten::_int_mm", "[[2,8],[8,4]]", R"(["signed char","signed char"])", "[]", 128, 80},
    // 16 * 2 + 32 + 4 * 2 + 8 * 2
    {"aten::_weight_int8pack_mm", "[[2,8],[4,8],[4]]", R"(["c10::BFloat16","signed char","c10::BFloat16"])", "[]", 128, 88},
    // 2 x 64 by 64 x 8, 4 bits each in words of 32, groups of 32: 128 * 2 + 64 * 4 + 2 * 8 * 2 * 2 + 16 * 2
    {"aten::_weight_int4pack_mm", "[[2,64],[1,2,32,1],[],[2,8,2]]", R"(["c10::BFloat16","int","Scalar","c10::BFloat16"])",
     "[]", 2048, 608},
    {"aten::mv", "[[2,8],[8]]", bf16, "[]", 32, 52},                    // (16 + 8 + 2) * 2
    {"aten::addmv", "[[2],[2,8],[8],[],[]]", bf16, "[]", 34, 56},       // (2 + 16 + 8 + 2) * 2
    {"aten::dot", "[[8],[8]]", bf16, "[]", 16, 34},                     // (8 + 8 + 1) * 2
    // rows in groups: (32 + 64 + 16) * 2
    {"aten::_grouped_mm", "[[4,8],[2,8,4],[2],[],[]]", R"(["c10::BFloat16","c10::BFloat16","int","",""])", "[]", 256, 224},
    // 2 products: (64 + 64 + 32) * 2
    {"aten::_grouped_mm", "[[2,4,8],[2,8,4],[],[],[]]", R"(["c10::BFloat16","c10::BFloat16","","",""])", "[]", 512, 320},
    // K in 2 groups: 2 results of 4 x 4: (32 + 32 + 32) * 2
    {"aten::_grouped_mm", "[[4,8],[8,4],[2],[],[]]", R"(["c10::BFloat16","c10::BFloat16","int","",""])", "[]", 256, 192},
    // columns in groups: (64 + 32 + 16) * 2
    {"aten::_grouped_mm", "[[2,4,8],[8,4],[2],[],[]]", R"(["c10::BFloat16","c10::BFloat16","int","",""])", "[]", 256, 224},
    // 32 + 64 + 16 * 2 + 4 * (4 + 8)
    {"aten::_scaled_grouped_mm", "[[4,8],[2,8,4],[4],[2,4],[2],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","int","","","Scalar","Scalar"])", "[]", 256, 176},

    // one row meets one of 4 groups: 2 * 4 * 8; (8 + 32 + 4) * 2; and one column one of 4: 2 * 2 * 8; (16 + 8 + 2) * 2
    {"aten::_grouped_mm", "[[1,8],[4,8,4],[4],[],[]]", R"(["c10::BFloat16","c10::BFloat16","int","",""])", "[]", 64, 88},
    {"aten::_grouped_mm", "[[4,2,8],[8,1],[4],[],[]]", R"(["c10::BFloat16","c10::BFloat16","int","",""])", "[]", 32, 52},
    // and scales of one group: 8 + 32 + 4 * 2 + 4 * (1 + 4)
    {"aten::_scaled_grouped_mm", "[[1,8],[4,8,4],[1],[4,4],[4],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","int","","","Scalar","Scalar"])", "[]", 64, 68},
    // scales of blocks are a byte each: 32 + 64 + 16 * 2 + 4 + 8
    {"aten::_scaled_grouped_mm", "[[4,8],[2,8,4],[4],[2,4],[2],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","c10::Float8_e8m0fnu","c10::Float8_e8m0fnu","int","","","Scalar","Scalar"])",
     "[]", 256, 140},

    // 2 heads of 4 by 4 pairs and two products of 8, half of them: 2 * 2 * 16 * 16 / 2; Q, K, V, O: 4 * 64 * 2
    {"aten::_flash_attention_forward", "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","4","4","0.","True","False","0.3","",""])", 512, 512},
    // of a cache with a number of keys in use, which no argument tells, or with pages
    {"aten::_flash_attention_forward", "[[1,4,2,8],[1,9,2,8],[1,9,2,8],[],[],[],[],[],[],[],[],[],[],[1],[],[],[]]", bf16,
     R"(["","","","","","4","9","0.","False","False","0.3","","","","","",""])", unknown, unknown},
    {"aten::_flash_attention_forward", "[[1,4,2,8],[1,9,2,8],[1,9,2,8],[],[],[],[],[],[],[],[],[],[],[],[],[1,1],[]]", bf16,
     R"(["","","","","","4","9","0.","False","False","0.3","","","","","",""])", unknown, unknown},
    // sequences of 4 and 2 tokens, the longest 4: 16 + 4 pairs; 12 rows of 8 in each: 4 * 96 * 2
    {"aten::_flash_attention_forward", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","4","4","0.","False","False","0.3","",""])", 1280, 768},
    // a number says how it is masked: 0 not at all
    {"aten::_efficient_attention_forward xformers::efficient_attention_forward_cutlass",
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[]]", bf16, R"(["","","","","","","","","0.","0","False"])", 1024,
     512},
    {"aten::_efficient_attention_forward", "[[2,1,2,8],[2,9,2,8],[2,9,2,8],[],[],[],[],[],[],[],[],[],[2]]", bf16,
     R"(["","","","","","","","","0.","0","False","",""])", unknown, unknown},
    {"xformers_flash::flash_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","4","0.","0.3","False","-1","-1","False",""])", 1280, 768},
    // of xformers 0.0.22 without used keys: 6 tokens in sequences of 4 and 2, 20 pairs, half of them: 10 * 2 * 2 * 2 * 8
    {"xformers_flash::flash_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","4","4","0.","0.3","True","-1","False"])", 640, 768},
    {"xformers_flash::flash_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","4","4","0.","0.3","False","False"])", 1280, 768},
    {"xformers_flash3::flash_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","4","4","0.","0.3","True","","","","","False","-1","-1"])", 640, 768},
    {"xformers_flash3::flash_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","4","0.","0.3","True"])", 640, 768},
    // 2 queries before 4 keys: the first sees 1, the last 2: 2 of 8 pairs by area; or 3 and 4: 6 of 8
    {"aten::_efficient_attention_forward", "[[1,2,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","0.","1","False"])", 128, 384},
    {"aten::_efficient_attention_forward", "[[1,2,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","0.","2","False"])", 384, 384},
    // of PyTorch 2.1, which has one length: the mask comes before the flag; packed lengths are not all known
    {"aten::_efficient_attention_forward", "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","0.","1","False","","",""])", 512, 512},
    {"aten::_efficient_attention_forward", "[[1,6,2,8],[1,6,2,8],[1,6,2,8],[],[3],[3],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","0.","0","False","","",""])", unknown, 768},
    // of PyTorch 2.0: a flag says whether it is causal, and there is no bias; the first query sees the first key alone
    {"aten::_efficient_attention_forward xformers::efficient_attention_forward_cutlass",
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[]]", bf16, R"(["","","","","","","True","True"])", 512, 512},
    {"aten::_efficient_attention_forward", "[[1,2,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[]]", bf16,
     R"(["","","","","","","False","True"])", 128, 384},
    {"aten::_efficient_attention_forward", "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[]]", bf16,
     R"(["","","","","","","False","False"])", 1024, 512},
    {"aten::_efficient_attention_forward", "[[1,6,2,8],[1,6,2,8],[1,6,2,8],[3],[3],[],[],[]]", bf16,
     R"(["","","","","","4","False","False"])", unknown, 768},
    // sequences packed one after the other in one row
    {"aten::_efficient_attention_forward", "[[1,6,2,8],[1,6,2,8],[1,6,2,8],[],[3],[3],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","4","0.","0","False"])", 1280, 768},
    {"aten::_cudnn_attention_forward", "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","4","True","0.","True"])", 512, 512},
    {"aten::_scaled_dot_product_fused_attention_overrideable", "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[],[]]", bf16,
     R"(["","","","","0.","True"])", 512, 512},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[],[],[]]", bf16,
     R"(["","","","0.","True","",""])", 512, 512},
    // five products of 8, half of the pairs: 2 * 2 * 16 * 40 / 2; dO, Q, K, V, O read, dQ, dK, dV written: 8 * 64 * 2
    {"aten::_scaled_dot_product_flash_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","4","4","0.","True"])", 1280, 1024},
    {"aten::_scaled_dot_product_fused_attention_overrideable_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[],[1,2,4,8],[1,2,4],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","[True, True, True, False]","","","","","4","4","0.","True"])", 1280, 1024},
    {"aten::_scaled_dot_product_flash_attention_for_cpu_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[],[],[],[]]", bf16,
     R"(["","","","","","","0.","True","",""])", 1280, 1024},
    {"aten::_flash_attention_backward",
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,2,4],[],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","4","4","0.","True","","","0.3","",""])", 1280, 1024},
    // four products where the forward op counts without the scores again: 2 * 2 * 16 * 32 / 2
    {"aten::_scaled_dot_product_efficient_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[1,2,4,8],[1,2,4],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","","0.","[True, True, True, False]","True",""])", 1024, 1024},
    {"aten::_scaled_dot_product_cudnn_attention_backward aten::_cudnn_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","","","","4","4","0.","True"])", 1024, 1024},
    {"aten::_efficient_attention_backward xformers::efficient_attention_backward_cutlass",
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[1,4,2,8],[],[],[],[],[1,2,4],[],[],[],[]]", bf16,
     R"(["","","","","","","","","4","4","","0.","","","1"])", 1024, 1024},
    {"aten::_efficient_attention_backward",  // of PyTorch 2.0
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,2,4],[],[]]", bf16,
     R"(["","","","","","","True","False"])", 1024, 1024},

    // of PyTorch 2.0 and 2.4, where is_causal is argument 6 and 11
    {"aten::_scaled_dot_product_efficient_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[],[]]", bf16,
     R"(["","","","","","","True","False"])", 1024, 1024},
    {"aten::_scaled_dot_product_cudnn_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","4","4","0.","True","","",""])", 1024, 1024},
    // half of five products of 8; sequences of 4 and 2 tokens: 2 * 2 * 20 * 40, and 8 * 96 * 2
    {"flash_attn_3::bwd",
     "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,2,4],[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[],[],[],[],[],[],[],[]]",
     bf16, R"(["","","","","","","","","","","","","","","","0.3","True","-1","-1"])", 1280, 1024},
    {"xformers_flash::flash_bwd", "[[],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[2,6],[3],[3],[],[],[],[],[],[],[],[2]]",
     R"(["Scalar","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["False","","","","","","","","","4","4","0.","0.3","False","-1","-1",""])", 3200, 1536},
    {"xformers_flash3::flash_bwd", "[[],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[2,6],[3],[3],[],[],[],[],[],[]]",
     R"(["Scalar","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["False","","","","","","","","","4","4","0.3","False","-1","-1"])", 3200, 1536},
    {"flash_attn_3::bwd", "[[6,2,8],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[2,6],[],[],[],[3],[3],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","","","","","","4","4","0.3","False","-1","-1"])", 3200, 1536},
    {"aiter::fmha_v3_varlen_bwd aiter::mha_varlen_bwd",
     "[[6,2,8],[6,2,8],[6,2,8],[6,2,8],[6,2,8],[2,6],[3],[3],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","","","4","4","0.","0.3","False","False","-1","-1"])", 3200, 1536},
    // a query sees its own key and one before: an area of 6 pairs; 2 * 2 * 6 * 40
    {"aiter::fmha_v3_bwd", "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,2,4],[],[],[],[],[]]", bf16,
     R"(["","","","","","","0.","0.3","True","1","0"])", 960, 1024},
    // 20 pairs in two sequences: 2 * 2 * 20 * 16; 4 * 96 * 2
    {"aiter::wrapper_fmha_v3_varlen_fwd aiter::wrapper_mha_varlen_fwd",
     "[[1],[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","","4","4","0","0.","0.3","0.","False","False","-1","-1"])", 1280, 768},
    {"aiter::fmha_v3_varlen_fwd aiter::mha_varlen_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[],[],[]]",
     bf16, R"(["","","","","","4","4","0","0.","0.3","0.","False","False","-1","-1"])", 1280, 768},
    // of 2024: is_causal is argument 10
    {"aiter::mha_varlen_fwd", "[[6,2,8],[6,2,8],[6,2,8],[3],[3],[],[],[],[],[],[],[],[]]", bf16,
     R"(["","","","","","4","4","0.","0.3","False","True","-1","-1"])", unknown, 768},
    {"aiter::fmha_v3_varlen_fwd aiter::mha_varlen_fwd", "[[2,4,8],[20,2,8],[20,2,8],[3],[3]]", bf16, "[]", 2560, 1536, {},
     decoding},
    // a cache in pieces of 8: 2 heads of 16; 2 * 4 * 32 * 20; 2 * (4 + 2) * 32 * 2 + 18 * 2 * 32 * 2
    {"aiter::mha_batch_prefill", "[[2,4,16],[10,2,2,16,8],[10,2,2,16,8]]", bf16, "[]", 5120, 3072, {}, decoding},
    // 2 tokens, 4 heads of V and one of K, 8 wide: 7 * 2 * 4 * 8 * 8; 2 * 2 * 4 * (8 + 2 * 8 + 2)
    {"vllm::gdn_attention_core vllm::qwen_gdn_attention_core aiter::linear_attention_with_output_base",
     "[[2,48],[2,4],[2,4],[2,4,8]]", bf16, "[]", 3584, 416, {}, decoding},
    // and with gates behind V
    {"vllm::qwen_gdn_attention_core", "[[2,80],[2,8],[2,4,8],[2,4,8]]", bf16, "[]", 3584, 416, {}, decoding},
    // 12 is no multiple of 8: two heads of 6
    {"vllm::qwen_gdn_attention_core", "[[2,56],[2,4],[2,4],[2,4,8]]", bf16, "[]", 2688, 384, {}, decoding},
    // latent attention: 4 heads of 4, and of 8 which meet V, with 20 keys; 2 * (5 * 12 + 4 * 8) * 2 + 18 * 12 * 2
    {"_vllm_fa3_C::fwd sgl_kernel::fwd",
     "[[2,4,4],[10,16,1,4],[10,16,1,8],[],[],[2,4,8],[],[3],[],[],[],[2],[],[],[2,4]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["","","","","","","","","","","","","1","16","","","","","","","","","","0.3","True","-1","-1"])", 3200, 800, {},
     decoding},

    // 2 queries meet 20 keys: 2 * 4 heads * (8 + 8) * 20; 2 * (4 + 2) * 16 * 2 + (20 - 2) * 2 * 16 * 2
    {"_vllm_fa3_C::fwd sgl_kernel::fwd", "[[2,4,8],[10,16,2,8],[10,16,2,8],[],[],[],[2,4,8],[3],[],[],[],[2],[],[],[2,4]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["","","","","","","","","","","","","1","16","","","","","","","","","","0.3","True","-1","-1"])", 2560, 1536, {},
     decoding},
    {"_vllm_fa2_C::varlen_fwd", "[[2,4,8],[10,16,2,8],[10,16,2,8],[2,4,8],[3],[3],[],[],[2,4]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["","","","","","","","","","","1","16","0","0.3","False","True","-1","-1"])", 2560, 1536, {}, decoding},
    // 2 sequences of 6 tokens, the longest 4: 16 + 4 pairs; 2 * 2 * 20 * 8; (6 * 2 * 8 + 6 * 2 * 8) * 2
    {"_vllm_fa3_C::fwd", "[[6,2,4],[6,2,4],[6,2,4],[],[],[],[6,2,4],[3],[3],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["","","","","","","","","","","","","4","4","","","","","","","","","","0.3","False","-1","-1"])", 640, 384},
    {"_C::paged_attention_v1", "[[2,4,8],[2,4,8],[10,2,1,16,8],[10,2,8,16],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar"])", R"(["","","","","2"])", 2560, 1536,
     {}, decoding},
    {"_C::paged_attention_v2 _rocm_C::paged_attention",
     "[[2,4,8],[2,4,1],[2,4,1],[2,4,1,8],[2,4,8],[10,2,1,16,8],[10,2,8,16],[]]",
     R"(["c10::BFloat16","float","float","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar"])",
     R"(["","","","","","","","2"])", 2560, 1536, {}, decoding},

    // 16 elements, read and written in 2 B
    {"aten::tanh aten::exp aten::log aten::sigmoid_ aten::silu_ aten::cos aten::sin aten::erf aten::exp2 "
     "aten::expm1 aten::log2 aten::log10 aten::log1p",
     "[[2,8]]", bf16, "[]", 64, 64},
    {"aten::exp", "[[2,8],[2,8]]", R"(["c10::BFloat16","float"])", "[]", 64, 96},  // 32 + 64
    {"aten::sqrt aten::rsqrt_ aten::reciprocal", "[[2,8]]", bf16, "[]", 32, 64},
    {"aten::abs aten::neg_ aten::relu aten::floor aten::ceil aten::round aten::trunc aten::sign "
     "aten::bitwise_not", "[[2,8]]", bf16, "[]", 16, 64},
    {"aten::logical_not", "[[2,8]]", bf16, "[]", 16, 48},  // 32 + a byte for each truth
    {"aten::flip aten::roll aten::tril aten::triu", "[[2,8],[]]", bf16, "[]", 0, 64},
    {"aten::normal_ aten::uniform_ aten::bernoulli_", "[[2,8],[]]", bf16, "[]", 0, 32},
    {"aten::leaky_relu aten::hardtanh", "[[2,8],[]]", bf16, "[]", 32, 64},
    {"aten::hardswish", "[[2,8]]", bf16, "[]", 80, 64},
    {"aten::softplus", "[[2,8],[],[]]", bf16, "[]", 144, 64},
    {"aten::native_dropout", "[[2,8],[],[]]", bf16, "[]", 32, 80},  // 32 + 32 + 16
    // 16 gradients of 2 B and 2 indices of 8 B; 100 rows of 8 are zeroed, 2 of them written again: 32 + 16 + 102 * 16
    {"aten::embedding_dense_backward", "[[2,8],[2],[],[],[]]",
     R"(["c10::BFloat16","long int","Scalar","Scalar","Scalar"])", R"(["","","100","-1","False"])", 16, 1680},
    // no more rows than there are: 48 + 24 + (2 + 2) * 16
    {"aten::embedding_dense_backward", "[[3,8],[3],[],[],[]]",
     R"(["c10::BFloat16","long int","Scalar","Scalar","Scalar"])", R"(["","","2","-1","False"])", 24, 136},
    {"aten::embedding_dense_backward", "[[3,8],[3],[],[],[]]",
     R"(["c10::BFloat16","long int","Scalar","Scalar","Scalar"])", "[]", 24, unknown},
    // 4 gradients to 16 inputs: (4 + 16) * 2
    {"aten::_adaptive_avg_pool2d_backward aten::avg_pool2d_backward", "[[1,1,2,2],[1,1,4,4]]", bf16, "[]", 16, 40},
    // and a place of 8 B for each of them
    {"aten::max_pool2d_with_indices_backward", "[[1,1,2,2],[1,1,4,4],[],[],[],[],[],[1,1,2,2]]",
     R"(["c10::BFloat16","c10::BFloat16","ScalarList","ScalarList","ScalarList","ScalarList","Scalar","long int"])", "[]",
     4, 72},
    // one of 100 in each of 3 rows, and its index: 3 * (4 + 8); loss and weight of all: 2 * 4
    {"aten::nll_loss_forward", "[[3,100],[3],[],[],[]]", R"(["float","long int","","Scalar","Scalar"])", "[]", 3, 44},
    // of 2 classes, whose weights are read once: 3 * (4 + 8) + 2 * 4 + 2 * 4
    {"aten::nll_loss_forward", "[[3,2],[3],[2],[],[]]", R"(["float","long int","float","Scalar","Scalar"])", "[]", 3, 52},
    // windows of 3 x 3 two apart, one element around 8 x 8: 4 x 4 results; 64 * 2 + 16 * (2 + 8)
    {"aten::max_pool2d_with_indices", "[[1,8,8],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","ScalarList","Scalar"])",
     R"(["","[3, 3]","[2, 2]","[1, 1]","[1, 1]","False"])", 144, 288},
    // windows of 2, side by side, one for all dimensions: 4 x 4 x 4 results of 8; 512 * 2 + 64 * (2 + 8)
    {"aten::max_pool3d_with_indices", "[[1,8,8,8],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","ScalarList","Scalar"])",
     R"(["","[2]","[]","[0]","[1]","False"])", 512, 1664},
    // 5 of 2 apart: 2 windows, rounded up 3; (25 + 9) * 2
    {"aten::avg_pool2d", "[[1,5,5],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","Scalar","Scalar",""])",
     R"(["","[2, 2]","[2, 2]","[0, 0]","True","True",""])", 36, 68},
    {"aten::avg_pool2d", "[[1,5,5],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","Scalar","Scalar",""])",
     R"(["","[2, 2]","[2, 2]","[0, 0]","False","True",""])", 16, 58},
    {"aten::avg_pool3d", "[[1,4,4,4],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","Scalar","Scalar",""])",
     R"(["","[2]","[2]","[0]","False","True",""])", 64, 144},
    // a window that begins in the padding after 4 elements is left out: 3 along 4 + 2, 2 apart, is 3 rounded up, not 4
    {"aten::avg_pool2d", "[[1,4,4],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","ScalarList","ScalarList","ScalarList","Scalar","Scalar",""])",
     R"(["","[2, 2]","[2, 2]","[1, 1]","True","True",""])", 36, 50},
    {"aten::gelu", "[[2,8],[]]", R"(["c10::BFloat16",""])", R"(["","none"])", 128, 64},
    {"aten::gelu", "[[2,8],[]]", R"(["c10::BFloat16",""])", R"(["","tanh"])", 160, 64},
    {"aten::gelu", "[[2,8]]", R"(["c10::BFloat16"])", "[]", 128, 64},  // PyTorch before 1.12
    // texts have no recorded value: the kernel's branch shows it; 16 * 10 and 16 * 8, backward 16 * 21 and 16 * 17
    {"aten::gelu", "[[2,8],[]]", R"(["c10::BFloat16",""])", R"(["",""])", 160, 64, gelu_tanh},
    {"aten::gelu", "[[2,8],[]]", R"(["c10::BFloat16",""])", R"(["",""])", 128, 64, gelu_erf},
    {"aten::gelu_backward", "[[2,8],[2,8],[]]", bf16, R"(["","",""])", 336, 96, gelu_tanh},
    {"aten::gelu_backward", "[[2,8],[2,8],[]]", bf16, R"(["","",""])", 272, 96, gelu_erf},
    {"aten::clamp", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar",""])", R"(["","0",""])", 16, 64},
    // 3 rows of 8, read and written, and 3 indices of 8 B
    {"aten::embedding", "[[100,8],[3],[],[],[]]", R"(["c10::BFloat16","long int","Scalar","Scalar","Scalar"])", "[]", 0, 120},
    // 5 words of a table of 2 rows: 16 elements read, 40 written, 5 indices; and so for all that is picked from 2 rows:
    // 3 of 8: (16 + 24) * 2 + 3 * 8; 8 of 2 by 2: (4 + 8) * 2 + 8 * 8
    {"aten::embedding", "[[2,8],[5],[],[],[]]", R"(["c10::BFloat16","long int","Scalar","Scalar","Scalar"])", "[]", 0, 152},
    {"aten::index_select", "[[2,8],[],[3]]", R"(["c10::BFloat16","Scalar","long int"])", R"(["","0",""])", 0, 104},
    {"aten::gather", "[[2,2],[],[4,2],[]]", R"(["c10::BFloat16","Scalar","long int","Scalar"])", "[]", 0, 88},
    // 3 rows of 8: 24 * (2 + 2) + 3 * 8
    {"aten::index_select", "[[4,8],[],[3]]", R"(["c10::BFloat16","Scalar","long int"])", R"(["","0",""])", 0, 120},
    {"aten::masked_fill_", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","bool","Scalar"])", "[]", 0, 80},  // 32 + 32 + 16
    // 9, 3, 17 or 21 for each of 16; 32 * 3
    {"aten::silu_backward", "[[2,8],[2,8]]", bf16, "[]", 144, 96},
    {"aten::tanh_backward", "[[2,8],[2,8]]", bf16, "[]", 48, 96},
    {"aten::gelu_backward", "[[2,8],[2,8],[]]", bf16, R"(["","","none"])", 272, 96},
    {"aten::gelu_backward", "[[2,8],[2,8],[]]", bf16, R"(["","","tanh"])", 336, 96},
    // 4 or 7 for each of 16; 32 * 3, and with a half for the result of floats (5) 64 + 64 + 32
    {"aten::_softmax_backward_data", "[[2,8],[2,8],[],[]]", bf16, R"(["","","1","15"])", 64, 96},
    {"aten::_softmax_backward_data", "[[2,8],[2,8],[],[]]", R"(["float","float","Scalar","Scalar"])",
     R"(["","","1","5"])", 64, 160},
    {"aten::_log_softmax_backward_data", "[[2,8],[2,8],[],[]]", bf16, R"(["","","1","15"])", 112, 96},
    {"aten::gather", "[[4,8],[],[4,2],[]]", R"(["c10::BFloat16","Scalar","long int","Scalar"])", "[]", 0, 96},  // 8 * 12
    {"aten::fill_ aten::zero_", "[[2,8],[]]", R"(["c10::BFloat16","Scalar"])", "[]", 0, 32},
    {"aten::arange", "[[],[],[],[10]]", R"(["Scalar","Scalar","Scalar","long int"])", "[]", 0, 80},
    {"aten::arange", "[[],[],[]]", R"(["Scalar","","" ])", "[]", 0, unknown},

    // 16 differences; 32 + 16 + 32
    {"aten::sub aten::rsub", "[[2,8],[8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])",
     R"(["","","1"])", 16, 80},
    {"aten::sub", "[[2,8],[8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", R"(["","","2"])", 32, 80},
    {"aten::sub", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar","Scalar"])", R"(["","3","1"])", 16, 64},
    {"aten::sub", "[[2,8],[8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", "[]", unknown, 80},
    // the result is float: 16 * 8 + 8 * 2 + 16 * 2; in place it keeps its type: 16 * 2 + 8 * 4 + 16 * 2
    {"aten::sub aten::rsub", "[[2,8],[8],[]]", R"(["long int","c10::Half","Scalar"])", R"(["","","1"])", 16, 176},
    {"aten::maximum", "[[2,8],[8]]", R"(["c10::Half","float"])", R"(["",""])", 16, 128},  // 32 + 32 + 16 * 4
    // a bool for each
    {"aten::lt aten::gt aten::eq aten::ne aten::le aten::ge", "[[2,8],[2,8]]", bf16, "[]", 16, 80},
    {"aten::lt", "[[2,8],[]]", R"(["c10::BFloat16","Scalar"])", "[]", 16, 48},
    {"aten::logical_and aten::logical_or", "[[2,8],[2,8]]", bf16, "[]", 16, 80},
    {"aten::bitwise_and aten::bitwise_or aten::bitwise_xor aten::maximum aten::minimum", "[[2,8],[8]]", bf16, "[]", 16,
     80},  // 32 + 16 + 32
    // a product, a factor, a sum; three read, one written
    {"aten::addcmul aten::addcdiv", "[[2,8],[2,8],[2,8],[]]", bf16, "[]", 48, 128},
    {"aten::lerp", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", "[]", 48, 96},
    {"aten::where", "[[2,8],[2,8],[]]", R"(["bool","c10::BFloat16","Scalar"])", "[]", 0, 80},  // 16 + 32 + 32

    {"aten::_softmax aten::_log_softmax", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar","Scalar"])",
     R"(["","1","False"])", 80, 64},
    {"aten::_softmax", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar","Scalar"])", R"(["","1","True"])", 80, 96},
    // 2 numbers of 8 B; one of all
    {"aten::argmax aten::argmin", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar","Scalar"])", R"(["","1","False"])", 16, 48},
    {"aten::argmax", "[[2,8],[],[]]", R"(["c10::BFloat16","","Scalar"])", R"(["","","False"])", 16, 40},
    // 2 of each of 2 rows: 32 + 4 * (2 + 8)
    {"aten::topk", "[[2,8],[],[],[],[]]", R"(["c10::BFloat16","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","2","-1","True","True"])", 16, 72},

    // 20 elements in two lists: 3 * 20 * 2
    {"aten::_foreach_add_ aten::_foreach_mul_ aten::_foreach_div_ aten::_foreach_sub_ aten::_foreach_add "
     "aten::_foreach_mul aten::_foreach_div aten::_foreach_sub", "[[[2,8],[4]],[[2,8],[4]],[]]",
     R"(["TensorList","TensorList","Scalar"])", "[]", 20, 120, bf16_lists},
    {"aten::_foreach_mul_", "[[[2,8],[4]],[]]", R"(["TensorList","Scalar"])", "[]", 20, 80, bf16_lists},
    {"aten::_foreach_copy_", "[[[2,8],[4]],[[2,8],[4]],[]]", R"(["TensorList","TensorList","Scalar"])", "[]", 0, 160,
     float_lists},
    {"aten::_foreach_zero_", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 0, 40, bf16_lists},
    {"aten::_foreach_neg_", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 20, 80, bf16_lists},
    // a square and a sum; nothing large is written
    {"aten::_foreach_norm", "[[[2,8],[4]],[],[]]", R"(["TensorList","Scalar",""])", "[]", 40, 40, bf16_lists},
    // 20 elements of 2 B are read and written
    {"aten::cat", "[[[2,8],[4]],[]]", R"(["TensorList","Scalar"])", "[]", 0, 80,
     "CatArrayBatchedCopy<OpaqueType<2u>, unsigned int, 2, 64, 64>"},
    {"aten::_foreach_sqrt", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 40, 80, bf16_lists},
    {"aten::_foreach_lerp_", "[[[2,8],[4]],[[2,8],[4]],[]]", R"(["TensorList","TensorList","Scalar"])", "[]", 60, 120,
     bf16_lists},
    {"aten::_foreach_addcmul_ aten::_foreach_addcdiv_", "[[[4]],[[4]],[[4]],[]]",
     R"(["TensorList","TensorList","TensorList","Scalar"])", "[]", 12, 32, bf16_lists},
    // parameters, gradients, two moments read, all but gradients written: 7 * 4 * 4
    {"aten::_fused_adam_", "[[[4]],[[4]],[[4]],[[4]],[],[[1]]]", R"(["TensorList"])", "[]", 64, 112, float_lists},
    {"aten::_fused_adam_", "[[[4]],[[4]],[[4]],[[4]],[[4]],[[1]]]", R"(["TensorList"])", "[]", 68, 144, float_lists},
    {"aten::_fused_adamw_", "[[[4]],[[4]],[[4]],[[4]],[],[[1]]]", R"(["TensorList"])", "[]", 60, 112, float_lists},
    // 4 * 4 + 3 * 4; (3 + 2) * 4 * 4
    {"aten::_fused_adagrad_", "[[[4]],[[4]],[[4]],[[1]]]", R"(["TensorList"])", "[]", 40, 80, float_lists},
    {"aten::_fused_sgd_", "[[[4]],[[4]],[[4]]]", R"(["TensorList"])", "[]", 28, 80, float_lists},
    {"aten::_fused_sgd_", "[[[4]],[[4]],[]]", R"(["TensorList"])", "[]", 16, 48, float_lists},

    // 6 of 32 elements: an index of 8 B each, written in 2 B, read in 2 B or one value for all
    {"aten::scatter_", "[[4,8],[],[2,3],[2,3]]", picked, "[]", 0, 72},
    {"aten::scatter_", "[[4,8],[],[2,3],[]]", R"(["c10::BFloat16","Scalar","long int","Scalar"])", "[]", 0, 60},
    {"aten::scatter", "[[4,8],[],[2,3],[2,3]]", picked, "[]", 0, 200},  // and 32 copied: 128
    // the destination is read as well: 6 * (2 + 2 + 8 + 2)
    {"aten::scatter_add_ aten::scatter_reduce_", "[[4,8],[],[2,3],[2,3],[],[]]", picked, "[]", 6, 84},
    {"aten::scatter_add aten::scatter_reduce", "[[4,8],[],[2,3],[2,3],[],[]]", picked, "[]", 6, 212},
    // 3 rows of 8: 3 * 8 + 24 * (2 + 2 + 2), and times alpha
    {"aten::index_add_", "[[4,8],[],[3],[3,8],[]]", picked, R"(["","0","","","1"])", 24, 168},
    {"aten::index_add", "[[4,8],[],[3],[3,8],[]]", picked, R"(["","0","","","2"])", 48, 296},
    {"aten::index_copy_", "[[4,8],[],[3],[3,8]]", picked, "[]", 0, 120},  // 24 + 24 * (2 + 2)
    {"aten::index_copy", "[[4,8],[],[3],[3,8]]", picked, "[]", 0, 248},
    {"aten::index_fill_", "[[4,8],[],[3],[]]", picked, R"(["","0","","1"])", 0, 72},  // 3 rows of 8 in 2 B, 3 * 8
    {"aten::index_fill", "[[4,8],[],[3],[]]", picked, R"(["","0","","1"])", 0, 200},  // and 32 copied: 72 + 128
    {"aten::take", "[[4,8],[5]]", R"(["c10::BFloat16","long int"])", "[]", 0, 60},  // 5 * (2 + 2 + 8)
    {"aten::put_", "[[4,8],[5],[5],[]]", R"(["c10::BFloat16","long int","c10::BFloat16","Scalar"])", "[]", 0, 60},
    // into 4 elements that are written, or read and written, once each: 8 indices of 8 B and 8 values of 2 B
    {"aten::scatter_", "[[2,2],[],[4,2],[4,2]]", picked, "[]", 0, 88},
    {"aten::scatter", "[[2,2],[],[4,2],[4,2]]", picked, "[]", 0, 104},
    {"aten::scatter_add_ aten::scatter_reduce_", "[[2,2],[],[4,2],[4,2],[],[]]", picked, "[]", 8, 96},
    {"aten::scatter_add aten::scatter_reduce", "[[2,2],[],[4,2],[4,2],[],[]]", picked, "[]", 8, 112},
    // 3 rows of 8 into 2: 3 * 8 + 24 * 2, and 16 * 2 once or twice; 64 copied before
    {"aten::index_add_", "[[2,8],[],[3],[3,8],[]]", picked, R"(["","0","","","1"])", 24, 136},
    {"aten::index_add", "[[2,8],[],[3],[3,8],[]]", picked, R"(["","0","","","2"])", 48, 200},
    {"aten::index_copy_", "[[2,8],[],[3],[3,8]]", picked, "[]", 0, 104},
    {"aten::index_copy", "[[2,8],[],[3],[3,8]]", picked, "[]", 0, 168},
    {"aten::index_fill_", "[[2,8],[],[3],[]]", picked, R"(["","0","","1"])", 0, 56},
    // 5 of 2 elements: 2 * 2 + 5 * 8, and 5 * 2 that are written or read
    {"aten::take", "[[2],[5]]", R"(["c10::BFloat16","long int"])", "[]", 0, 54},
    {"aten::put_", "[[2],[5],[5],[]]", R"(["c10::BFloat16","long int","c10::BFloat16","Scalar"])", "[]", 0, 54},
    // 6 rows of a table of 2, summed into 2: (2 + 2) * 8 * 2 + 48 + 16
    {"aten::_embedding_bag aten::_embedding_bag_forward_only", "[[2,8],[6],[2],[],[],[],[],[],[]]", bag_types,
     R"(["","","","False","0","False","","False","-1"])", 48, 128},
    // 6 rows of 8 summed into 2: (6 + 2) * 8 * 2, 6 indices and 2 offsets of 8 B
    {"aten::_embedding_bag aten::_embedding_bag_forward_only", "[[100,8],[6],[2],[],[],[],[],[],[]]", bag_types,
     R"(["","","","False","0","False","","False","-1"])", 48, 192},
    // weights of 6: a product each, 12 B; the last of 3 offsets is the end
    {"aten::_embedding_bag", "[[100,8],[6],[3],[],[],[],[6],[],[]]",
     R"(["c10::BFloat16","long int","long int","Scalar","Scalar","Scalar","c10::BFloat16","Scalar","Scalar"])",
     R"(["","","","False","0","False","","True","-1"])", 96, 212},
    // 2 gradients of 8 and two lists of 6 indices; 100 rows are zeroed, 6 written: 32 + 96 + 106 * 16
    {"aten::_embedding_bag_dense_backward", "[[2,8],[6],[6],[2],[0],[],[],[],[],[]]",
     R"(["c10::BFloat16","long int","long int","long int","long int","Scalar","Scalar","Scalar","","Scalar"])",
     R"(["","","","","","100","False","0","","-1"])", 48, 1824},
    // values and indices: 16 * (2 + 2 + 8)
    {"aten::sort aten::cummax aten::cummin", "[[2,8],[],[]]", bf16, "[]", 16, 192},
    {"aten::logcumsumexp aten::_logcumsumexp", "[[2,8],[]]", bf16, "[]", 160, 64},
    {"aten::kthvalue", "[[2,8],[],[],[]]", R"(["c10::BFloat16","Scalar","Scalar","Scalar"])", R"(["","3","1","False"])",
     16, 52},  // 32 + 2 * (2 + 8)
    // 8 boundaries and 3 values: 32 + 3 * (4 + 8), or numbers of 4 B
    {"aten::searchsorted", "[[8],[3],[],[],[],[]]", R"(["float","float","Scalar","Scalar","",""])",
     R"(["","","False","False","",""])", 3, 68},
    {"aten::searchsorted", "[[8],[3],[],[],[],[]]", R"(["float","float","Scalar","Scalar","",""])",
     R"(["","","True","False","",""])", 3, 56},
    {"aten::bucketize", "[[3],[8],[],[]]", R"(["float","float","Scalar","Scalar"])", R"(["","","False","False"])", 3, 68},
    {"aten::masked_fill", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","bool","Scalar"])", "[]", 0, 80},  // 32 + 16 + 32

    // a difference, a square, a sum for each of 16; 64 + 64 + 4, or no sum and 64 written
    {"aten::mse_loss", "[[2,8],[2,8],[]]", R"(["float","float","Scalar"])", R"(["","","1"])", 48, 132},
    {"aten::mse_loss", "[[2,8],[2,8],[]]", R"(["float","float","Scalar"])", R"(["","","0"])", 32, 192},
    {"aten::smooth_l1_loss aten::huber_loss", "[[2,8],[2,8],[],[]]", R"(["float","float","Scalar","Scalar"])",
     R"(["","","2","1."])", 80, 132},
    {"aten::binary_cross_entropy", "[[2,8],[2,8],[],[]]", R"(["float","float","","Scalar"])", R"(["","","","1"])", 224,
     132},
    // one gradient for all: 4 + 64 + 64 + 64
    {"aten::mse_loss_backward", "[[],[2,8],[2,8],[]]", R"(["float","float","float","Scalar"])", "[]", 48, 196},
    {"aten::smooth_l1_loss_backward aten::huber_loss_backward", "[[],[2,8],[2,8],[],[]]",
     R"(["float","float","float","Scalar","Scalar"])", "[]", 64, 196},
    {"aten::binary_cross_entropy_backward", "[[],[2,8],[2,8],[],[]]", R"(["float","float","float","","Scalar"])", "[]", 96,
     196},
    // 300 zeroed, 3 written, 3 targets of 8 B: 4 + 1200 + 3 * (4 + 8)
    {"aten::nll_loss_backward aten::nll_loss2d_backward", "[[],[3,100],[3],[],[],[],[]]",
     R"(["float","float","long int","","Scalar","Scalar","float"])", "[]", 3, 1240},
    {"aten::nll_loss2d_forward", "[[1,4,2,2],[1,2,2],[],[],[]]", R"(["float","long int","","Scalar","Scalar"])", "[]", 4,
     56},  // 4 * (4 + 8) + 8

    // 3 rows of 8: 24 * (2 + 2) and 3 indices of 8 B; a list whose shapes were left out; None among them; maybe a mask
    {"aten::index aten::_unsafe_index", "[[10,8],[[3]]]", R"(["c10::BFloat16","TensorList"])", R"(["",""])", 0, 120},
    // 3 of 2 rows: (16 + 24) * 2 + 24
    {"aten::index aten::_unsafe_index", "[[2,8],[[3]]]", R"(["c10::BFloat16","TensorList"])", R"(["",""])", 0, 104},
    {"aten::index", "[[10,8,2],[[3,1],[4]]]", R"(["c10::BFloat16","TensorList"])", R"(["",""])", 0, 152},  // 24 * 4 + 7 * 8
    {"aten::index", "[[10,8],[]]", R"(["c10::BFloat16",""])", R"(["",""])", 0, unknown},
    {"aten::index", "[[10,8],[[],[3]]]", R"(["c10::BFloat16","TensorList"])", R"(["",""])", 0, unknown},
    {"aten::index", "[[10,8],[[10,8]]]", R"(["c10::BFloat16","TensorList"])", R"(["",""])", 0, unknown},
    // 24 * 2 written, 24 * 2 read, 24; the destination of an addition is read too
    {"aten::index_put_ aten::_index_put_impl_", "[[10,8],[[3]],[3,8],[]]",
     R"(["c10::BFloat16","TensorList","c10::BFloat16","Scalar"])", R"(["","","","False"])", 0, 120},
    {"aten::index_put_ aten::_index_put_impl_", "[[10,8],[[3]],[3,8],[]]",
     R"(["c10::BFloat16","TensorList","c10::BFloat16","Scalar"])", R"(["","","","True"])", 24, 168},
    {"aten::index_put", "[[10,8],[[3]],[3,8],[]]", R"(["c10::BFloat16","TensorList","c10::BFloat16","Scalar"])",
     R"(["","","","False"])", 0, 440},  // and 80 copied: 320
    // 3 rows of 8 are added to 2: 16 * 2 * 2 + 24 * 2 + 24
    {"aten::index_put_ aten::_index_put_impl_", "[[2,8],[[3]],[3,8],[]]",
     R"(["c10::BFloat16","TensorList","c10::BFloat16","Scalar"])", R"(["","","","True"])", 24, 136},

    // 2 x 8 by 8 x 4 and a row of 4: 128 + 8; (16 + 32 + 8 + 4) * 2
    {"aten::linear", "[[2,8],[4,8],[4]]", bf16, "[]", 136, 120},
    {"aten::linear", "[[2,3,8],[4,8],[]]", R"(["c10::BFloat16","c10::BFloat16",""])", "[]", 384, 208},  // 6 rows: (48 + 32 + 24) * 2
    {"aten::matmul", "[[2,8],[8,4]]", bf16, "[]", 128, 112},
    {"aten::matmul", "[[3,2,8],[8,4]]", bf16, "[]", 384, 208},
    {"aten::matmul", "[[3,2,8],[3,8,4]]", bf16, "[]", 384, 336},    // (48 + 96 + 24) * 2
    {"aten::matmul", "[[3,1,2,8],[5,8,4]]", bf16, "[]", 1920, 656},  // 15 of them: (48 + 160 + 120) * 2
    {"aten::matmul", "[[8],[8]]", bf16, "[]", 16, 34},
    {"aten::matmul", "[[2,8],[8]]", bf16, "[]", 32, 52},
    {"aten::matmul", "[[2,8],[7,4]]", bf16, "[]", unknown, unknown},

    // LSTM, 3 inputs, 4 hidden: 16 x 3 and 16 x 4 weights, 2 x 16 biases; 10 tokens: 10 * (2 * 112 + 32); 30 inputs, 144
    // weights, 16 of state read and written, 40 results of 4 B
    {"aten::_cudnn_rnn", "[[5,2,3],[[16,3],[16,4],[16],[16]],[],[],[1,2,4],[1,2,4],[],[],[],[],[],[],[],[],[],[]]",
     R"(["float","TensorList","Scalar","","float","float"])",
     R"(["","","4","","","","2","4","0","1","False","0.","True","False","[]",""])", 2560, 984},
    {"aten::miopen_rnn", "[[5,2,3],[[16,3],[16,4],[16],[16]],[],[1,2,4],[1,2,4],[],[],[],[],[],[],[],[],[]]",
     R"(["float","TensorList","Scalar","float","float"])",
     R"(["","","4","","","2","4","1","False","0.","True","False","[]",""])", 2560, 984},
    // gradients of the inputs 2 * 10 * 112, of the weights as forward; (60 + 288 + 48 + 80) * 4
    {"aten::_cudnn_rnn_backward",
     "[[5,2,3],[[16,3],[16,4],[16],[16]],[],[112],[1,2,4],[1,2,4],[5,2,4],[5,2,4],[],[],[],[],[],[],[],[],[],[],[],[],[9],[]]",
     R"(["float","TensorList","Scalar","float","float","float","float","float"])",
     R"(["","","4","","","","","","","","2","4","0","1","False","0.","True","False","[]","","","[True, True, True, True]"])",
     4800, 1904},
    {"aten::miopen_rnn_backward",
     "[[5,2,3],[[16,3],[16,4],[16],[16]],[],[112],[1,2,4],[1,2,4],[5,2,4],[5,2,4],[],[],[],[],[],[],[],[],[],[],[],[9],[]]",
     R"(["float","TensorList","Scalar","float","float","float","float","float"])",
     R"(["","","4","","","","","","","","2","4","1","False","0.","True","False","[]","","","[True, True, True, False]"])",
     2240, 1328},
    // 8 points twice: 5 * 16 * 3, 16 * 8 B read and written; from 8 real points 5 complex ones, and back
    {"aten::_fft_c2c", "[[2,8],[],[],[]]", R"(["c10::complex<float>","ScalarList","Scalar","Scalar"])",
     R"(["","[1]","0","True"])", 240, 256},
    {"aten::_fft_r2c", "[[2,8],[],[],[]]", R"(["float","ScalarList","Scalar","Scalar"])", R"(["","[-1]","0","True"])", 120,
     144},
    {"aten::_fft_c2r", "[[2,5],[],[],[]]", R"(["c10::complex<float>","ScalarList","Scalar","Scalar"])",
     R"(["","[1]","2","8"])", 120, 144},
    {"aten::linalg_cholesky_ex", "[[3,3],[],[]]", R"(["float"])", "[]", 9, 72},      // 27 / 3; 9 * 4 read and written
    {"aten::linalg_lu_factor_ex", "[[3,3],[],[]]", R"(["float"])", "[]", 18, 84},    // 2 * 27 / 3; and 3 pivots
    {"aten::linalg_inv_ex", "[[3,3],[]]", R"(["float"])", "[]", 54, 72},
    {"aten::linalg_solve_triangular", "[[4,4],[4,2]]", R"(["float","float"])", "[]", 32, 96},  // 4 * 4 * 2; 32 + 64
    {"aten::cholesky_solve", "[[4,2],[4,4]]", R"(["float","float"])", "[]", 64, 96},
    {"aten::_linalg_solve_ex", "[[3,3],[3,2]]", R"(["float","float"])", "[]", 54, 132},  // 18 + 36; 72 + 48 + 12
    // 8 results: 28 each; 2 * 32 + 32 + 3 * 8 of 4 B; biases: 8 more each, 2 * 16 * 4 B
    {"aten::_thnn_fused_lstm_cell", "[[2,16],[2,16],[2,4],[],[]]", R"(["float","float","float","",""])", "[]", 224, 480},
    {"aten::_thnn_fused_lstm_cell", "[[2,16],[2,16],[2,4],[16],[16]]", R"(["float","float","float","float","float"])", "[]",
     288, 608},
    {"aten::_thnn_fused_gru_cell", "[[2,12],[2,12],[2,4],[],[]]", R"(["float","float","float","",""])", "[]", 152, 416},

    // 32 pairs, one scale: a product each; 32 + 4 + 64 * 2
    {"bitsandbytes::dequantize_4bit", "[[32,1],[1],[],[],[],[]]", R"(["unsigned char","float","Scalar","","ScalarList","Scalar"])",
     R"(["","","64","nf4","[8, 8]","15"])", 64, 164},
    {"bitsandbytes::quantize_4bit", "[[8,8],[],[],[]]", R"(["c10::BFloat16","Scalar","","Scalar"])", R"(["","64","nf4","0"])",
     192, 164},  // 128 + 32 + 4
    {"bitsandbytes::dequantize_blockwise", "[[64],[1],[256],[],[]]", R"(["unsigned char","float","float","Scalar","Scalar"])",
     R"(["","","","64","6"])", 64, 1348},  // 64 + 4 + 1024 + 256
    {"bitsandbytes::quantize_blockwise", "[[64],[256],[]]", R"(["float","float","Scalar"])", R"(["","","64"])", 192, 1348},
    {"bitsandbytes::int8_vectorwise_quant", "[[2,8],[]]", R"(["c10::Half","Scalar"])", "[]", 48, 56},
    {"bitsandbytes::int8_mm_dequant", "[[2,4],[2],[4],[],[4]]", R"(["int","float","float","Scalar","c10::Half"])",
     R"(["","","","5",""])", 24, 80},  // 32 + 8 + 16 + 8 + 16
    // 16 pairs are 4 x 8: 16 + 16 + 4 + 64 + 4 * 2
    {"bitsandbytes::gemv_4bit", "[[1,8],[16,1],[],[1],[16],[]]",
     R"(["c10::BFloat16","unsigned char","ScalarList","float","float","Scalar"])", R"(["","","[4, 8]","","","64"])", 64, 108},

    // a function decides the mask; without one, all of 16 pairs of 2 heads count: 2 * 2 * 16 * 16
    // two sequences of 4, causal: 2 * (4 * 4 / 2) pairs of 2 heads * 2 * 16; 4 tensors of 8 x 2 x 8
    {"FlashAttnVarlenFunc", "[[8,2,8],[8,2,8],[8,2,8],[3],[3],[],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","int","int","Scalar","Scalar","Scalar","","Scalar"])",
     R"(["","","","","","4","4","0.","","True"])", 1024, 1024},
    // version 3: counts of tokens before the maxima, no dropout
    {"FlashAttnVarlenFunc", "[[8,2,8],[8,2,8],[8,2,8],[3],[3],[],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","int","int","","","Scalar","Scalar","Scalar","Scalar",""])",
     R"(["","","","","","","","4","4","0.125","True",""])", 1024, 1024},
    {"flex_attention FlexAttentionAutogradOp", "[[1,2,4,8],[1,2,4,8],[1,2,4,8]]", bf16, "[]", 1024, 512},
    {"flex_attention", "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[]]", bf16, R"(["","","","",""])", unknown, 512},
    {"aten::tan aten::asin aten::acos aten::atan aten::sinh aten::cosh aten::erfc aten::erfinv",
     "[[2,8]]", bf16, "[]", 64, 64},
    {"aten::frac aten::sgn", "[[2,8]]", bf16, "[]", 16, 64},
    {"aten::nan_to_num", "[[2,8],[],[],[]]", bf16, "[]", 48, 64},
    {"aten::logit aten::elu", "[[2,8],[]]", bf16, "[]", 96, 64},
    {"aten::mish", "[[2,8]]", bf16, "[]", 224, 64},
    {"aten::hardsigmoid", "[[2,8]]", bf16, "[]", 64, 64},
    {"aten::_masked_scale", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","bool","Scalar"])", "[]", 32, 80},
    {"aten::random_ aten::exponential_ aten::log_normal_ aten::cauchy_ aten::geometric_", "[[2,8],[]]", bf16, "[]", 0, 32},
    // 32 + 16 + 32
    {"aten::remainder aten::fmod aten::floor_divide aten::copysign aten::fmax aten::fmin", "[[2,8],[8]]", bf16, "[]", 16, 80},
    {"aten::atan2", "[[2,8],[8]]", bf16, "[]", 64, 80},
    {"aten::xlogy", "[[2,8],[8]]", bf16, "[]", 80, 80},
    {"aten::logaddexp", "[[2,8],[8]]", bf16, "[]", 160, 80},
    {"aten::logical_xor", "[[2,8],[2,8]]", bf16, "[]", 16, 80},
    {"aten::leaky_relu_backward aten::hardtanh_backward", "[[2,8],[2,8],[]]", bf16, "[]", 32, 96},
    {"aten::hardswish_backward", "[[2,8],[2,8]]", bf16, "[]", 80, 96},
    {"aten::hardsigmoid_backward aten::logit_backward", "[[2,8],[2,8]]", bf16, "[]", 48, 96},
    {"aten::softplus_backward", "[[2,8],[2,8]]", bf16, "[]", 128, 96},
    {"aten::mish_backward", "[[2,8],[2,8]]", bf16, "[]", 304, 96},
    {"aten::elu_backward", "[[2,8],[],[],[],[],[2,8]]",
     R"(["c10::BFloat16","Scalar","Scalar","Scalar","Scalar","c10::BFloat16"])", "[]", 112, 96},
    {"aten::native_dropout_backward", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","bool","Scalar"])", "[]", 32, 80},
    {"aten::glu", "[[2,8],[]]", bf16, "[]", 40, 48},                   // 8 results of 5: (16 + 8) * 2
    {"aten::glu_backward", "[[2,4],[2,8],[]]", bf16, "[]", 72, 80},    // (8 + 16 + 16) * 2
    {"aten::prod", "[[2,8],[],[],[]]", R"(["c10::BFloat16","Scalar","Scalar",""])", R"(["","1","False",""])", 16, 36},
    {"aten::all aten::any", "[[2,8],[],[]]", R"(["bool","Scalar","Scalar"])", R"(["","1","False"])", 16, 18},
    {"aten::all", "[[2,8]]", R"(["bool"])", R"([""])", 16, 17},
    {"aten::median aten::nanmedian aten::mode", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar","Scalar"])", R"(["","1","False"])", 16, 52},
    // without a dimension there is no index; the number of a type, 6, is no dimension; several dimensions
    {"aten::median aten::nanmedian", "[[2,8]]", R"(["c10::BFloat16"])", R"([""])", 16, 34},
    {"aten::prod", "[[2,8],[]]", R"(["float","Scalar"])", R"(["","1"])", 16, 68},
    {"aten::any aten::all", "[[3,2,8],[],[]]", R"(["bool","ScalarList","Scalar"])", R"(["","[0, -1]","False"])", 48, 50},
    // 3 rows are left of 12 elements: 12 + 3, or 12 + 2 * 3, in two bytes; in floats if a number says so: 24 + 3 * 4
    {"aten::linalg_vector_norm", "[[3,4],[],[],[],[]]", R"(["c10::BFloat16","Scalar","ScalarList","Scalar",""])",
     R"(["","2","[-1]","False",""])", 12, 30},
    {"aten::linalg_vector_norm", "[[3,4],[],[],[],[]]", R"(["c10::BFloat16","Scalar","ScalarList","Scalar","Scalar"])",
     R"(["","2","[-1]","False","6"])", 12, 36},
    {"aten::linalg_vector_norm", "[[3,4],[],[],[],[]]", R"(["c10::BFloat16","Scalar","","Scalar",""])",
     R"(["","2","","False",""])", 12, 26},
    {"aten::nansum", "[[3,4],[],[],[]]", R"(["c10::BFloat16","ScalarList","Scalar",""])", R"(["","[1]","False",""])", 12,
     30},
    {"aten::var_mean aten::std_mean", "[[3,4],[],[],[]]", R"(["c10::BFloat16","ScalarList","Scalar","Scalar"])",
     R"(["","[1]","1","True"])", 12, 36},
    // 2 * 2 * 4 grow by one on each side of one or more extents: 2 * 2 * 6, 2 * 4 * 6, 4 * 4 * 6
    {"aten::reflection_pad1d", "[[2,2,4],[]]", bf16, R"(["","[1, 1]"])", 24, (16 + 24) * 2},
    {"aten::reflection_pad2d", "[[2,2,4],[]]", bf16, R"(["","[1, 1, 1, 1]"])", 48, (16 + 48) * 2},
    {"aten::reflection_pad3d", "[[2,2,4],[]]", bf16, R"(["","[1, 1, 1, 1, 1, 1]"])", 96, (16 + 96) * 2},
    // 64 elements are added to 16
    {"aten::upsample_nearest1d_backward aten::_upsample_nearest_exact1d_backward", "[[1,1,64],[],[],[]]", bf16,
     R"(["","[64]","[1, 1, 16]",""])", 64, 160},
    {"aten::upsample_nearest2d_backward aten::_upsample_nearest_exact2d_backward", "[[1,1,8,8],[],[],[],[]]", bf16,
     R"(["","[8, 8]","[1, 1, 4, 4]","2.","2."])", 64, 160},
    {"aten::upsample_nearest3d_backward aten::_upsample_nearest_exact3d_backward", "[[1,1,4,4,4],[],[],[],[],[]]", bf16,
     R"(["","[4, 4, 4]","[1, 1, 4, 2, 2]","","",""])", 64, 160},
    {"aten::upsample_linear1d_backward", "[[1,1,64],[],[],[],[]]", bf16, R"(["","[64]","[1, 1, 16]","False",""])", 256,
     160},
    {"aten::upsample_bilinear2d_backward", "[[1,1,8,8],[],[],[],[],[]]", bf16,
     R"(["","[8, 8]","[1, 1, 4, 4]","False","",""])", 512, 160},
    {"aten::upsample_trilinear3d_backward", "[[1,1,4,4,4],[],[],[],[],[],[]]", bf16,
     R"(["","[4, 4, 4]","[1, 1, 4, 2, 2]","False","","",""])", 1024, 160},
    {"aten::upsample_bicubic2d_backward", "[[1,1,8,8],[],[],[],[],[]]", bf16,
     R"(["","[8, 8]","[1, 1, 4, 4]","False","",""])", 2048, 160},
    // 16 to 64 elements, each of 4: 4 products and sums; of 16; of the nearest one: (16 + 64) * 2
    {"aten::upsample_bilinear2d", "[[1,1,4,4],[],[],[],[]]", bf16, R"(["","[8, 8]","False","",""])", 512, 160},
    {"aten::upsample_bicubic2d", "[[1,1,4,4],[],[],[],[]]", bf16, R"(["","[8, 8]","False","",""])", 2048, 160},
    {"aten::_upsample_nearest_exact2d", "[[1,1,4,4],[],[],[]]", bf16, R"(["","[8, 8]","",""])", 0, 160},
    {"aten::upsample_linear1d", "[[1,2,4],[],[],[]]", bf16, R"(["","[8]","False",""])", 64, 48},
    {"aten::upsample_trilinear3d", "[[1,1,2,2,2],[],[],[],[],[]]", bf16, R"(["","[4, 4, 4]","False","","",""])", 1024, 144},
    {"aten::_adaptive_avg_pool2d", "[[1,2,4,4],[]]", bf16, R"(["","[2, 2]"])", 32, 80},
    {"aten::_upsample_nearest_exact1d", "[[1,2,4],[],[]]", bf16, R"(["","[8]",""])", 0, 48},
    {"aten::_upsample_nearest_exact3d", "[[1,1,2,2,2],[],[],[],[]]", bf16, R"(["","[4, 4, 4]","","",""])", 0, 144},
    {"aten::_adaptive_avg_pool3d", "[[1,2,4,4,4],[]]", bf16, R"(["","[2, 2, 2]"])", 128, 288},
    // and a place of 8 B for each of 8 or 16
    {"aten::adaptive_max_pool2d", "[[1,2,4,4],[]]", bf16, R"(["","[2, 2]"])", 32, 80 + 64},
    {"aten::adaptive_max_pool3d", "[[1,2,4,4,4],[]]", bf16, R"(["","[2, 2, 2]"])", 128, 288 + 128},
    // 2 rows of 8; 16 of two; 64 and 32 with cosines and sines of 4 rows of 8; 32 logits of 4 rows, 12 B for each
    // Transformer Engine: 10 rows of 4, a weight of 6 x 4: 2 * 10 * 6 * 4 = 480 FLOP, 40 + 24 + 60 = 124 elements
    {"_Linear", "[[6,4],[2,5,4],[]]", bf16, "[]", 480, 124 * 2},
    {"_Linear", "[[6,4],[2,5,4],[6]]", bf16, "[]", 480 + 60, (124 + 6) * 2},
    {"_Linear", "[[6,4],[],[2,5,4],[6]]", R"(["c10::BFloat16","","c10::BFloat16","c10::BFloat16"])", "[]", 480 + 60,
     (124 + 6) * 2},
    {"_Linear", "[[2,5,4],[6,4],[]]", bf16, "[]", 480, 124 * 2},
    {"_Linear", "[[6,4],[2,5,8],[]]", bf16, "[]"},  // the matrices do not match
    {"_LayerNormLinear", "[[2,5,4],[4],[4],[6,4],[]]", bf16, "[]", 480, (124 + 4) * 2},
    {"_LayerNormLinear", "[[2,5,4],[4],[],[6,4],[6]]", bf16, "[]", 480 + 60, (124 + 4 + 6) * 2},
    // both gradients: two products
    {"_LinearBackward", "[[6,4],[2,5,4],[6]]", bf16, "[]", 2 * 480, 2 * 124 * 2},
    {"_LayerNormLinearBackward", "[[2,5,4],[4],[4],[6,4],[]]", bf16, "[]", 2 * 480, (2 * 124 + 4) * 2},
    // three groups of which ten rows of 4 meet one each; of two rows at most two weights are read
    {"_GroupedLinear", "[[10,4],[],[],[6,4],[6,4],[6,4],[6],[6],[6]]", bf16, "[]", 480, (40 + 3 * 24 + 60) * 2},
    {"_GroupedLinear", "[[2,4],[],[6,4],[6,4],[6,4]]", bf16, "[]", 96, (8 + 2 * 24 + 12) * 2},
    {"_GroupedLinear", "[[10,4],[]]", bf16, "[]"},
    // one gradient, if nothing tells that more products ran than forward
    {"_GroupedLinearBackward", "[[10,4],[],[6,4],[6,4],[6,4]]", bf16, "[]", 480, (40 + 3 * 24 + 60) * 2},
    // the same behind each other in a tensor, as columns or rows; with a number for a flag the function is another one
    {"GroupedGemm GroupedGemmBackward", "[[10,4],[3,4,6],[3],[]]", bf16, R"(["","","","False"])", 480, (40 + 3 * 24 + 60) * 2},
    {"GroupedGemm GroupedGemmBackward", "[[10,4],[3,6,4],[3],[]]", bf16, R"(["","","","True"])", 480, (40 + 3 * 24 + 60) * 2},
    {"GroupedGemm", "[[10,4],[3,6,4],[3],[]]", bf16, R"(["","","","2"])"},
    // 10 rows of 4, weights of 6 x 4 and 4 x 3 around a gate: 2 * 10 * 4 * (6 + 3) FLOP; with workspaces and biases, and
    // no gate, 2 * 10 * 4 * 12 + 10 * (6 + 4). Input and result, weights, the norm's two vectors of 4, biases
    {"_LayerNormMLP", "[[2,5,4],[4],[4],[6,4],[],[4,3],[],[]]", bf16, "[]", 720, (80 + 36 + 8) * 2},
    {"_LayerNormMLP", "[[2,5,4],[4],[4],[6,4],[6,4],[6],[],[4,6],[4,6],[4],[]]", bf16, "[]", 960 + 100,
     (80 + 48 + 8 + 10) * 2},
    {"_LayerNormMLP", "[[2,5,4],[4],[4],[6,4],[],[4,5]]", bf16, "[]"},
    {"_LayerNormMLPBackward", "[[2,5,4],[4],[4],[6,4],[],[4,3],[],[]]", bf16, "[]", 2 * 720, (2 * (80 + 36) + 8) * 2},
    // Megatron: a product of 6 x 10 and 10 x 4, and 24 floats that are read and written. Without the gradient's shape
    // the rows of the input are those of the product only if ranks do not divide the sequence
    {"LinearWithGradAccumulationAndAsyncCommunicationBackward LinearWithGradAccumulationAndAsyncAllreduceBackward",
     "[[2,5,4],[6,4],[],[],[],[]]", bf16, R"(["","","","True","False","False"])", 480, (60 + 40) * 2 + 24 * 2 * 4},
    {"LinearWithGradAccumulationAndAsyncCommunicationBackward", "[[2,5,4],[6,4],[],[],[],[]]", bf16,
     R"(["","","","True","False","True"])"},
    // 5 tokens of 2 sequences, 2 heads of 4, tokens first: Q, K, V and the result have 80 elements; the mask is unknown
    {"FusedAttnFunc", "[[],[],[],[3],[3],[],[],[5,2,2,4],[5,2,2,4],[5,2,2,4]]",
     R"(["Scalar","Scalar","Scalar","int","int","","","c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
     R"(["True","5","5","","","","","","",""])", unknown, 4 * 80 * 2},
    // Mamba: 48 elements with 3 states: 9 FLOP a state, 1 each for D and the gate. u, the scan's result and that of the
    // gate, delta and z; 12 floats of A, 36 elements of B and of C, 4 floats of D and of a bias
    {"SelectiveScanFn", "[[2,4,6],[2,4,6],[4,3],[2,3,6],[2,3,6],[4],[2,4,6],[4]]",
     R"(["c10::BFloat16","c10::BFloat16","float","c10::BFloat16","c10::BFloat16","float","c10::BFloat16","float"])", "[]",
     9 * 48 * 3 + 48 + 48, 5 * 48 * 2 + 12 * 4 + 2 * 36 * 2 + 4 * 4 + 4 * 4},
    // 4 an element and 2 a row for the norm, 5 an element for the gate; x, gate, result, weight and 2 floats
    {"LayerNormGatedFunction", "[[2,8],[2,8],[8],[],[],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","","","Scalar","Scalar","Scalar","Scalar"])",
     R"(["","","","","","1e-06","False","False","True"])", 9 * 16 + 2 * 2, (3 * 16 + 8) * 2 + 2 * 4},
    {"CausalConv1dFn", "[[2,3,5],[3,4],[3]]", bf16, "[]", 2 * 30 * 4, (2 * 30 + 12 + 3) * 2},
    // 4 tokens with 2 heads of 3, a group of 5 states, chunks of 2: 2 * 20 * 2 + 2 * 24 * 2 + 4 * 24 * 5 FLOP
    {"MambaChunkScanCombinedFn", "[[1,4,2,3],[1,4,2],[2],[1,4,1,5],[1,4,1,5],[],[2]]",
     R"(["c10::BFloat16","c10::BFloat16","float","c10::BFloat16","c10::BFloat16","Scalar","float"])",
     R"(["","","","","","2",""])", 80 + 96 + 480, (2 * 24 + 8 + 2 * 20) * 2 + (2 + 2) * 4},
    // Ascend: 2 sequences of 4 tokens, 2 heads of 8: 16 pairs without a mask, half of them below one; 128 elements each
    {"npu::npu_fusion_attention", "[[2,2,4,8],[2,2,4,8],[2,2,4,8]]", bf16,
     R"(["","","","2","","","","","1.0","1.0","2147483647","2147483647","0","","","","0"])", 4 * 2 * 16 * 16, 4 * 128 * 2},
    {"npu::npu_fusion_attention", "[[4,2,16],[4,2,16],[4,2,16],[],[],[],[],[4,4]]", bf16,
     R"(["","","","2","","","","","1.0","1.0","65536","0","0","","","","0"])", 4 * 2 * 8 * 16, 4 * 128 * 2},
    // a band of a key before and the own one: area 16 - 2.5 * 2.5 / 2 - 3.5 * 3.5 / 2 = 6.75 of the pairs
    {"npu::npu_fusion_attention", "[[2,4,2,8],[2,4,2,8],[2,4,2,8],[],[],[],[],[4,4]]", bf16,
     R"(["","","","2","","","","","1.0","1.0","1","0","0","","","","0"])", 4 * 2 * 6.75 * 16, 4 * 128 * 2},
    // 2 and 4 tokens behind each other: 2 + 8 pairs below the diagonal
    {"npu::npu_fusion_attention", "[[6,2,8],[6,2,8],[6,2,8],[],[],[],[],[2048,2048]]", bf16,
     R"(["","","","2","","","","","1.0","1.0","2147483647","2147483647","0","","[2, 6]","[2, 6]","3"])", 2 * 2 * 10 * 16,
     4 * 96 * 2},
    // which extent is the batch's, no argument tells
    {"npu::npu_fusion_attention", "[[4,2,16],[4,2,16],[4,2,16],[],[],[],[],[2048,2048]]", bf16,
     R"(["","","","2","","","","","1.0","1.0","65536","0","0","","","","2"])"},
    {"npu::npu_fusion_attention_v2", "[[2,2,4,8],[2,2,4,8],[2,2,4,8]]", bf16,
     R"(["","","","2","","","","","","","1.0","1.0","2147483647","2147483647","0","","","","0"])", 4 * 2 * 16 * 16,
     4 * 128 * 2},
    // 5 products of 4 * 4 * 8 for each of 4 heads; Q, K, V, the result, its gradient and three gradients
    {"npu::npu_fusion_attention_grad", "[[4,2,16],[4,2,16],[4,2,16],[4,2,16],[],[],[],[],[],[2,2,4,8]]", bf16,
     R"(["","","","","2","","","","","","","","","1.0","1.0","2147483647","2147483647","0","0","0","0","","","","0"])",
     4 * 5 * 2 * 128, 8 * 128 * 2},
    {"npu::npu_fusion_attention_grad_v2", "[[4,2,16],[4,2,16],[4,2,16],[4,2,16],[],[],[],[],[],[2,2,4,8]]", bf16,
     R"(["","","","","2","","","","","","","","","","","1.0","1.0","2147483647","2147483647","0","0","0","0","","","","0"])",
     4 * 5 * 2 * 128, 8 * 128 * 2},
    // 2 rows of 8 and their gates: gradient, both halves and their gradients
    {"npu::npu_swiglu_backward", "[[2,8],[2,16],[]]", bf16, "[]", 12 * 16, (16 + 2 * 32) * 2},
    {"npu::npu_rotary_mul_backward", "[[1,4,2,8],[1,4,2,8],[1,4,1,8],[1,4,1,8]]", bf16, "[]", 3 * 64, (2 * 64 + 64) * 2},
    {"npu::npu_rms_norm_backward", "[[2,8],[2,8],[8],[2,1]]", R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float"])",
     "[]", 9 * 16, (3 * 16 + 2 * 8) * 2 + 2 * 4},
    {"npu::npu_add_rms_norm", "[[2,8],[2,8],[8],[]]", bf16, "[]", 5 * 16 + 2 * 2, (4 * 16 + 8) * 2 + 2 * 4},
    {"npu::npu_scaled_masked_softmax", "[[1,2,4,4],[1,1,4,4],[]]", R"(["c10::BFloat16","bool","Scalar"])", "[]", 7 * 32,
     2 * 32 * 2 + 16},
    // 2 rows of 8: 6 a channel and 5 an element; 6 vectors of 8 with a bias, 5 without
    {"FusedLayerNormAffineFunction FusedLayerNormAffineMixedDtypesFunction apex::fused_layer_norm_affine_fwd "
     "FastLayerNormFN LigerLayerNormFunction Fast_Layernorm _LayerNorm", "[[2,8],[8],[8],[],[]]", bf16, "[]",
     6 * 8 + 5 * 16, (2 * 16 + 6 * 8) * 2},
    {"_LayerNorm", "[[2,8],[8],[],[]]", bf16, "[]", 6 * 8 + 5 * 16, (2 * 16 + 5 * 8) * 2},
    {"FusedRMSNormAffineFunction FusedRMSNormAffineMixedDtypesFunction apex::fused_rms_norm_affine_fwd "
     "LigerRMSNormFunction Fast_RMS_Layernorm _RMSNorm", "[[2,8],[8],[],[],[],[],[]]", bf16, "[]",
     2 * (2 * 8 + 2) + 2 * 16, (2 * 16 + 8) * 2},
    {"_RMSNorm", "[[2,8],[],[8]]", bf16, "[]"},   // a function of somebody else with that name
    {"_RMSNorm", "[[2,8],[4],[8]]", bf16, "[]"},
    {"LigerGELUMulFunction", "[[2,8],[2,8]]", bf16, "[]", 160, 96},
    {"LigerRopeFunction", "[[1,2,4,8],[1,1,4,8],[1,4,8],[1,4,8],[],[]]", bf16, "[]", 3 * 96, (2 * 96 + 2 * 32) * 2},
    {"LigerCrossEntropyFunction", "[[4,8],[4],[],[],[],[],[],[]]", R"(["float","long int"])", "[]", 160, 128 + 48},
    {"aten::_foreach_abs_ aten::_foreach_sign aten::_foreach_sign_", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 20, 80,
     bf16_lists},
    {"aten::_foreach_exp_ aten::_foreach_log aten::_foreach_log_ aten::_foreach_tanh aten::_foreach_tanh_ "
     "aten::_foreach_sigmoid aten::_foreach_sigmoid_", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 80, 80, bf16_lists},
    {"aten::_foreach_rsqrt aten::_foreach_rsqrt_ aten::_foreach_reciprocal", "[[[2,8],[4]]]", R"(["TensorList"])", "[]",
     40, 80, bf16_lists},
    {"aten::_foreach_max", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 20, 40, bf16_lists},  // each is only read
    {"aten::_foreach_maximum aten::_foreach_minimum aten::_foreach_minimum_ aten::_foreach_clamp_min "
     "aten::_foreach_clamp_max", "[[[2,8],[4]],[[2,8],[4]]]", R"(["TensorList","TensorList"])", "[]", 20, 120,
     bf16_lists},
    {"aten::_foreach_pow aten::_foreach_pow_", "[[[2,8],[4]],[[2,8],[4]]]", R"(["TensorList","TensorList"])", "[]", 40,
     120, bf16_lists},  // exponents of their own are read
    {"aten::_foreach_neg aten::_foreach_abs", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 20, 80, bf16_lists},
    {"aten::_foreach_exp", "[[[2,8],[4]]]", R"(["TensorList"])", "[]", 80, 80, bf16_lists},
    {"aten::_foreach_sqrt_ aten::_foreach_reciprocal_ aten::_foreach_pow "
     "aten::_amp_foreach_non_finite_check_and_unscale_", "[[[2,8],[4]],[],[]]", R"(["TensorList","Scalar","Scalar"])", "[]",
     40, 80, bf16_lists},
    {"aten::_foreach_maximum_ aten::_foreach_clamp_min_ aten::_foreach_clamp_max_", "[[[2,8],[4]],[[2,8],[4]]]",
     R"(["TensorList","TensorList"])", "[]", 20, 120, bf16_lists},
    {"aten::_foreach_lerp", "[[[2,8],[4]],[[2,8],[4]],[]]", R"(["TensorList","TensorList","Scalar"])", "[]", 60, 120,
     bf16_lists},
    {"aten::_foreach_addcmul aten::_foreach_addcdiv", "[[[4]],[[4]],[[4]],[]]",
     R"(["TensorList","TensorList","TensorList","Scalar"])", "[]", 12, 32, bf16_lists},
    {"aten::isposinf aten::isneginf aten::signbit", "[[2,8]]", bf16, "[]", 16, 48},  // the result is of one byte
    {"aten::threshold", "[[2,8],[],[]]", bf16, "[]", 16, 64},
    {"aten::hardshrink", "[[2,8],[]]", bf16, "[]", 32, 64},
    {"aten::softshrink", "[[2,8],[]]", bf16, "[]", 48, 64},
    {"aten::log_sigmoid_forward", "[[2,8]]", bf16, "[]", 176, 64},
    {"aten::split_with_sizes_copy", "[[2,8],[],[]]", bf16, R"(["","[2, 6]","1"])", 0, 64},
    {"aten::_fused_dropout", "[[2,8],[],[]]", bf16, "[]", 32, 80},  // 16 * (2 + 2 + 1)
    {"aten::fake_quantize_per_tensor_affine_cachemask", "[[2,8],[],[],[],[]]", bf16, "[]", 112, 80},
    // and 4 + 4 + 8 for the single numbers; and 8 scales of 4 B and 8 zeros of 4 B
    {"aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", "[[2,8],[1],[1],[1],[],[]]",
     R"(["c10::BFloat16","float","int","long int","Scalar","Scalar"])", "[]", 112, 96},
    {"aten::fake_quantize_per_channel_affine_cachemask", "[[2,8],[8],[8],[],[],[]]",
     R"(["c10::BFloat16","float","int","Scalar","Scalar","Scalar"])", "[]", 112, 144},
    // 16 elements in 2 rows: 3 * 16 + 3 * 2; 2 * 32 + 2 * 2 + 2 * 4
    {"aten::_weight_norm_interface", "[[2,8],[2,1],[]]", bf16, "[]", 54, 76},
    // 5 * 16 + 3 * 2; 3 * 32 + 2 * 2 * 2 + 2 * 4
    {"aten::_weight_norm_interface_backward", "[[2,8],[2,8],[2,1],[2,1],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","Scalar"])", "[]", 86, 112},
    {"aten::_transform_bias_rescale_qkv", "[[1,2,12],[12],[]]", bf16, "[]", 32, 120},  // 24 + 8; 2 * 48 + 24
    {"aten::bitwise_left_shift aten::bitwise_right_shift aten::__lshift__ aten::__rshift__", "[[2,8],[8]]", bf16, "[]", 16,
     80},
    {"aten::hypot", "[[2,8],[8]]", bf16, "[]", 80, 80},
    {"aten::logaddexp2", "[[2,8],[8]]", bf16, "[]", 160, 80},
    {"aten::polar", "[[2,8],[2,8]]", R"(["float","float"])", "[]", 160, 256},  // 64 + 64 + 16 * 8
    {"aten::complex", "[[2,8],[2,8]]", R"(["float","float"])", "[]", 0, 256},
    {"aten::hardshrink_backward aten::softshrink_backward", "[[2,8],[2,8],[]]", bf16, "[]", 32, 96},
    {"aten::log_sigmoid_backward", "[[2,8],[2,8],[0]]", bf16, "[]", 128, 96},
    {"aten::_prelu_kernel", "[[2,8],[1,8]]", bf16, "[]", 32, 80},                  // 32 + 32 + 16
    {"aten::_prelu_kernel_backward", "[[2,8],[2,8],[1,8]]", bf16, "[]", 48, 144},  // 4 * 32 + 16
    {"aten::max_pool3d_with_indices_backward", "[[1,2,2],[1,4,4],[],[],[],[],[],[1,2,2]]",
     R"(["float","float","","","","","","long int"])", "[]", 4, 112},              // 16 + 64 + 32
    {"aten::adaptive_max_pool2d_backward aten::adaptive_max_pool3d_backward", "[[1,2,2],[1,4,4],[1,2,2]]",
     R"(["float","float","long int"])", "[]", 4, 112},
    {"aten::avg_pool3d_backward aten::_adaptive_avg_pool3d_backward", "[[1,2,2],[1,4,4]]", R"(["float","float"])", "[]", 16,
     80},
    // 24 elements are added to 16
    {"aten::reflection_pad1d_backward aten::reflection_pad2d_backward aten::reflection_pad3d_backward "
     "aten::replication_pad1d_backward aten::replication_pad2d_backward aten::replication_pad3d_backward",
     "[[2,2,6],[2,2,4],[]]", bf16, "[]", 24, 80},
    {"aten::_masked_softmax", "[[2,8],[2,8],[],[]]", R"(["c10::BFloat16","bool","Scalar","Scalar"])", R"(["","","1","2"])",
     80, 80},
    {"aten::histc", "[[2,8],[],[],[]]", R"(["float","Scalar","Scalar","Scalar"])", R"(["","4","0","1"])", 48, 80},  // 64 + 16

    // 4 places of 2 channels: 8 samples of 4 elements each, which are all 32 of the input: 64 + 8 * 4 + 8 * 2
    {"aten::grid_sampler_2d", "[[1,2,4,4],[1,2,2,2],[],[],[]]", R"(["c10::BFloat16","float","Scalar","Scalar","Scalar"])",
     R"(["","","0","0","False"])", 64, 112},
    {"aten::cudnn_grid_sampler", "[[1,2,4,4],[1,2,2,2]]", R"(["c10::BFloat16","float"])", "[]", 64, 112},
    // of the nearest one each: 8 of the 32 are read; of 16 each
    {"aten::grid_sampler_2d", "[[1,2,4,4],[1,2,2,2],[],[],[]]", R"(["c10::BFloat16","float","Scalar","Scalar","Scalar"])",
     R"(["","","1","0","False"])", 0, 64},
    {"aten::grid_sampler_2d", "[[1,2,4,4],[1,2,2,2],[],[],[]]", R"(["c10::BFloat16","float","Scalar","Scalar","Scalar"])",
     R"(["","","2","0","False"])", 256, 112},
    // 2 places of 2 channels, of 8 elements each: 4 * 8 * 2; 16 * 2 + 6 * 4 + 4 * 2
    {"aten::grid_sampler_3d", "[[1,2,2,2,2],[1,1,1,2,3],[],[],[]]",
     R"(["c10::BFloat16","float","Scalar","Scalar","Scalar"])", R"(["","","0","0","False"])", 64, 64},
    // added to 4 elements each, 8 * 8; 8 more for each of 2 coordinates; 16 + 32, 64 written, 64 read, 32 written
    {"aten::grid_sampler_2d_backward", "[[1,2,2,2],[1,2,4,4],[1,2,2,2],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","float","Scalar","Scalar","Scalar",""])",
     R"(["","","","0","0","False","[True, True]"])", 192, 208},
    {"aten::grid_sampler_2d_backward", "[[1,2,2,2],[1,2,4,4],[1,2,2,2],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","float","Scalar","Scalar","Scalar",""])",
     R"(["","","","0","0","False","[True, False]"])", 64, 112},
    {"aten::grid_sampler_3d_backward", "[[1,2,1,1,2],[1,2,2,2,2],[1,1,1,2,3],[],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","float","Scalar","Scalar","Scalar",""])",
     R"(["","","","0","0","False","[True, True]"])", 256, 120},  // 64 + 3 * 64; 8 + 24, 32, 32, 24

    // 2 * 2 * 4 * 8; 16 + 32 + 8 + 4 + 8 * 2
    {"vllm::w8a8_triton_block_scaled_mm_func", "[[2,8],[4,8],[2,1],[1,1],[],[]]", fp8,
     R"(["","","","","[128, 128]","15"])", 128, 76},
    // 4 bytes are 8 elements: 2 * 2 * 6 * 8; 8 + 24 + 4 + 4 + 4 + 12 * 2
    {"vllm::flashinfer_mm_fp4", "[[2,4],[4,6],[4],[4],[1],[],[],[]]",
     R"(["unsigned char","unsigned char","unsigned char","unsigned char","float","Scalar","Scalar",""])",
     R"(["","","","","","15","False","cutlass"])", 192, 68},
    {"fbgemm::f4f4bf16 mslk::f4f4bf16", "[[2,4],[6,4],[4],[4]]",
     R"(["unsigned char","unsigned char","unsigned char","unsigned char"])", "[]", 192, 64},
    // 2 * 2 * 3 * 5 * 8; 48 + 80 + 4 + 4 + 30 * 2
    {"vllm::bmm_fp8", "[[2,3,8],[2,8,5],[1],[1],[],[]]", fp8, R"(["","","","","15","cublas"])", 480, 196},
    // 48 + 80 + 24 + 40 + 60; a bias: 30 more, and 10 B
    {"fbgemm::f8f8bf16_rowwise_batched mslk::f8f8bf16_rowwise_batched", "[[2,3,8],[2,5,8],[2,3],[2,5],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float",""])", "[]", 480, 252},
    {"fbgemm::f8f8bf16_rowwise_batched", "[[2,3,8],[2,5,8],[2,3],[2,5],[5]]", fp8, "[]", 510, 262},
    {"fbgemm::f8f8bf16_groupwise", "[[2,8],[4,8],[1,2],[1,1]]", fp8, "[]", 128, 76},
    {"fbgemm::i8i8bf16", "[[2,8],[4,8],[],[]]", R"(["signed char","signed char","Scalar","Scalar"])", "[]", 128, 64},
    {"fbgemm::bf16_fast_gemv", "[[2,8],[4,8]]", bf16, "[]", 128, 112},
    // 4 rows of 8 elements in 4 bytes: 16 + 16 + 16 + 8 + 16 + 16, or 32 + 16 + 16 + 8 + 8
    {"fbgemm::f8i4bf16_rowwise", "[[2,8],[4,4],[2],[1,4],[1,4]]",
     R"(["c10::Float8_e4m3fn","signed char","float","float","float"])", "[]", 128, 88},
    {"fbgemm::bf16i4bf16_rowwise", "[[2,8],[4,4],[1,4],[1,4]]",
     R"(["c10::BFloat16","signed char","c10::BFloat16","c10::BFloat16"])", "[]", 128, 80},
    // 6 rows meet one of three: 2 * 6 * 4 * 8; 48 + 96, 6 * 4 * 2, and scales of rows, 4 B each: 24 + 48
    {"aten::_scaled_grouped_mm_v2", "[[6,8],[3,8,4],[[6]],[],[],[[3,4]],[],[],[3],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","TensorList","ScalarList","ScalarList","TensorList","ScalarList",)"
     R"("ScalarList","int","","Scalar","ScalarList","Scalar"])",
     R"(["","","","[1]","[0]","","[1]","[0]","","","15","[]","True"])", 384, 264},
    // one row meets one of 4: 2 * 4 * 8; 8 + 32, 4 * 2, and 4 + 16
    {"aten::_scaled_grouped_mm_v2", "[[1,8],[4,8,4],[[1]],[],[],[[4,4]],[],[],[4],[],[],[],[]]",
     R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","TensorList","ScalarList","ScalarList","TensorList","ScalarList",)"
     R"("ScalarList","int","","Scalar","ScalarList","Scalar"])",
     R"(["","","","[1]","[0]","","[1]","[0]","","","15","[]","True"])", 64, 68},
    // 8 elements in 2 rows: 3 * 8 + 19 * 2; 3 * (16 + 8)
    {"_C_cache_ops::concat_mla_q", "[[2,4,8],[2,4,4],[2,4,12]]", bf16, "[]", 0, 384},
    {"sgl_kernel::merge_state_v2 sgl_kernel::merge_state", "[[2,1,4],[2,1],[2,1,4],[2,1],[2,1,4],[2,1]]",
     R"(["c10::BFloat16","float","c10::BFloat16","float","c10::BFloat16","float"])", "[]", 62, 72},
    {"_C::merge_attn_states", "[[2,1,4],[1,2],[2,1,4],[1,2],[2,1,4],[1,2]]",
     R"(["c10::BFloat16","float","c10::BFloat16","float","c10::BFloat16","float"])", "[]", 62, 72},
    {"_C::merge_attn_states", "[[2,1,4],[],[2,1,4],[1,2],[2,1,4],[1,2]]",
     R"(["c10::BFloat16","","c10::BFloat16","float","c10::BFloat16","float"])", "[]", 52, 64},
    // the mask's selection is not recorded: 4 * 128, 8 floats, a number of 4 B
    {"triton_tem_fused_flex_attention triton_tem_fused_flex_attention_backward",
     "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,2,4],[1,1,1],[1,2,4,8]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","int","c10::BFloat16"])", "[]", unknown, 548},
    // 18 elements of 2 B become 20 floats, or 20 of 2 B
    {"aten::_chunk_cat", "[[[4,4],[2]],[],[],[2,10]]", R"(["TensorList","Scalar","Scalar","float"])", R"(["","0","2",""])", 0,
     116, "void at::native::detail::chunk_cat_cuda_kernel<float, c10::BFloat16>(c10::BFloat16**, float*)"},
    {"aten::_chunk_cat", "[[[4,4],[2]],[],[],[2,10]]", R"(["TensorList","Scalar","Scalar","c10::BFloat16"])",
     R"(["","0","2",""])", 0, 76, "void at::native::detail::chunk_cat_cuda_kernel<char, char>(char**, char*)"},
    // 3 x 8 by 8 x 5, the second one transposed: 2 * 3 * 5 * 8; (24 + 40 + 15) * 2
    {"triton_tem_fused_", "[[3,8],[5,8],[3,5],[]]",
     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar"])", R"(["","","","2"])", 240, 158},
    // of which the extents tell no product: what is read and written alone
    {"triton_tem_fused__grouped_mm_ triton_tem_fused__scaled_grouped_mm_ triton_tem_fused_convolution_ "
     "triton_tem_fused_convolution_backward_", "[[3,8],[8,5],[3,5]]", bf16, "[]", unknown, 158},
    // 2 rows of 8 experts, 2 chosen: 6 * 16; 64 + 32 floats, 2 * 2 weights and ids
    {"sgl_kernel::moe_fused_gate", "[[2,8],[8],[],[],[],[],[],[]]", R"(["float","float","Scalar","Scalar","Scalar"])",
     R"(["","","4","2","2","0","2.5","False"])", 96, 128},
    {"sgl_kernel::kimi_k2_moe_fused_gate", "[[2,8],[8],[],[],[],[]]", R"(["float","float","Scalar","Scalar","Scalar"])",
     R"(["","","2","True","2.5","False"])", 96, 128},

    // 24 elements of 2 bytes in 3 channels. In training 6 * 3 + 5 * 24; read and written, weight, bias, mean and
    // variance, and the two that are saved: (2 * 24 + 3 * 6) * 2. Else 6 * 3 + 2 * 24, (2 * 24 + 3 * 4) * 2
    {"aten::_batch_norm_with_update aten::_batch_norm_with_update_functional", "[[2,3,4],[3],[3],[3],[3],[],[]]", bf16,
     R"(["","","","","","0.1","1e-05"])", 138, 132},
    {"aten::_batch_norm_no_update aten::_native_batch_norm_legit_no_training", "[[2,3,4],[3],[3],[3],[3],[],[]]", bf16,
     R"(["","","","","","0.1","1e-05"])", 66, 120},
    {"aten::_native_batch_norm_legit aten::_native_batch_norm_legit_functional", "[[2,3,4],[3],[3],[3],[3],[],[],[]]",
     bf16, R"(["","","","","","True","0.1","1e-05"])", 138, 132},
    {"aten::_native_batch_norm_legit aten::_native_batch_norm_legit_functional", "[[2,3,4],[3],[3],[3],[3],[],[],[]]",
     bf16, R"(["","","","","","False","0.1","1e-05"])", 66, 120},
    // without running statistics, and without weights: (2 * 24 + 3 * 4) * 2
    {"aten::_native_batch_norm_legit", "[[2,3,4],[],[],[],[],[]]",
     R"(["c10::BFloat16","","","Scalar","Scalar","Scalar"])", R"(["","","","True","0.1","1e-05"])", 138, 120},
    {"aten::_native_batch_norm_legit", "[[2,3,4],[3],[3],[],[],[]]", bf16, R"(["","","","False","0.1","1e-05"])", 66, 120},
    // the same norm in parts, with 2 ranks: 3 * 24, then 2 * 24 + 6 * 3. Statistics are of 4 bytes: 24 * 2 + 2 * 3 * 4
    {"aten::batch_norm_stats", "[[2,3,4],[]]", R"(["c10::BFloat16","Scalar"])", R"(["","1e-05"])", 72, 72},
    {"aten::batch_norm_stats", "[[2,3,4],[]]", R"(["double","Scalar"])", R"(["","1e-05"])", 72, 240},
    {"aten::batch_norm_update_stats", "[[2,3,4],[3],[3],[]]", R"(["c10::BFloat16","float","float","Scalar"])",
     R"(["","","","0.1"])", 72, 48 + 24 + 2 * 24},
    // 2 * 3 statistics of each kind: 19 * 6 + (4 + 3 + 5) * 3; those, 2 counts, 3 of each kind written, the running ones
    // read and written: (2 * 6 + 2 + 2 * 3 + 4 * 3) * 4
    {"aten::batch_norm_gather_stats_with_counts", "[[2,3,4],[2,3],[2,3],[3],[3],[],[],[2]]",
     R"(["c10::BFloat16","float","float","float","float","Scalar","Scalar","float"])",
     R"(["","","","","","0.1","1e-05",""])", 150, 128},
    {"aten::batch_norm_gather_stats", "[[2,3,4],[2,3],[2,3],[],[],[],[],[]]",  // 19 * 6 + 4 * 3; (2 * 6 + 2 * 3) * 4
     R"(["c10::BFloat16","float","float","","","Scalar","Scalar","Scalar"])",
     R"(["","","","","","0.1","1e-05","16"])", 126, 72},
    // 2 * 24 * 2 + 4 * 3 * 4 and, without weights, 2 * 24 * 2 + 2 * 3 * 4
    {"aten::batch_norm_elemt", "[[2,3,4],[3],[3],[3],[3],[]]",
     R"(["c10::BFloat16","float","float","float","float","Scalar"])", R"(["","","","","","1e-05"])", 66, 144},
    {"aten::batch_norm_elemt", "[[2,3,4],[],[],[3],[3],[]]",
     R"(["c10::BFloat16","","","float","float","Scalar"])", R"(["","","","","","1e-05"])", 66, 120},
    // gradients, 9 * 24 in all: both tensors and both statistics are read, two sums and the gradients of weight and bias
    // written: 2 * 24 * 2 + (2 + 2 + 2) * 3 * 4; of the bias alone 2 * 24 * 2 + (2 + 1) * 3 * 4
    {"aten::batch_norm_backward_reduce", "[[2,3,4],[2,3,4],[3],[3],[3],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","float","float","float","Scalar","Scalar","Scalar"])",
     R"(["","","","","","True","True","True"])", 96, 168},
    {"aten::batch_norm_backward_reduce", "[[2,3,4],[2,3,4],[3],[3],[3],[],[],[]]",
     R"(["c10::BFloat16","c10::BFloat16","float","float","float","Scalar","Scalar","Scalar"])",
     R"(["","","","","","False","False","True"])", 96, 132},
    // 3 * 24 * 2, then statistics, weight and sums: 5 * 3 * 4; one count of 4 for each of 2 ranks
    {"aten::batch_norm_backward_elemt", "[[2,3,4],[2,3,4],[3],[3],[3],[3],[3],[2]]",
     R"(["c10::BFloat16","c10::BFloat16","float","float","float","float","float","int"])",
     R"(["","","","","","","",""])", 120, 212},
};

}  // namespace test

#endif  // RIDGELINE_TESTS_TORCH_OP_ADDED_MODEL_FACTS_HPP
