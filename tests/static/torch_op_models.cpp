// Each model of a PyTorch op, applied to a call as a trace writes it: FLOP and bytes with the arithmetic next to them.
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/roofline.hpp>

using namespace ridgeline;

namespace test_torch_op_models {

namespace {

constexpr std::string_view none{};

/// A call of `name` with these lists of dims, types and concrete inputs.
constexpr torch_call call_of(std::string_view name, std::string_view dims, std::string_view types,
                             std::string_view concrete = none) {
  return {.name = name, .dims = dims, .types = types, .concrete = concrete};
}

template <class M>
constexpr auto shape_of(const torch_call& c) {
  return torch_detail::read_call<M>(c, torch_built_in_set::find(c.name)->row);
}
/// Whether a call has that cost, both by its own model and by the one found for its name.
template <class M>
constexpr bool costs(const torch_call& c, double flop, double byte) {
  const auto shape = shape_of<M>(c);
  const auto same = [](double a, double b) { return a - b <= 1e-12 * b && b - a <= 1e-12 * b; };
  return same(flops(shape).base(), flop) && same(bytes(shape).base(), byte) &&
         torch_built_in_set::find(c.name)->cost == &torch_detail::cost_by<M>;
}
template <class M>
constexpr bool backward_costs(const torch_call& c, double flop, double byte) {
  const auto shape = torch_detail::backward_of<M>(shape_of<M>(c));
  return flops(shape).base() == flop && bytes(shape).base() == byte;
}

constexpr std::string_view bf16x2 = R"(["c10::BFloat16","c10::BFloat16"])";
constexpr std::string_view bf16x3 = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])";

// ---- products: 2 FLOP for each of m * n * k, every matrix moved once ----

static_assert(costs<torch_mm>(call_of("aten::mm", "[[2,3],[3,4]]", bf16x2), 2 * 2 * 4 * 3, (6 + 12 + 8) * 2));
static_assert(costs<torch_mm>(call_of("aten::addmm", "[[4],[2,3],[3,4],[],[]]", bf16x3),
                              2 * 2 * 4 * 3 + 2 * 4, (6 + 12 + 8 + 4) * 2));
static_assert(costs<torch_mm>(call_of("aten::bmm", "[[5,2,3],[5,3,4]]", bf16x2), 5 * 48, 5 * 26 * 2));
// baddbmm's addend is a full matrix per product: 5 * 8 elements; a row of 4 is read once; with a factor of 0 nothing is
static_assert(costs<torch_mm>(call_of("aten::baddbmm", "[[5,2,4],[5,2,3],[5,3,4],[],[]]", bf16x3,
                                      R"(["","","","1","1"])"), 5 * (48 + 8), 5 * (26 + 8) * 2));
static_assert(costs<torch_mm>(call_of("aten::baddbmm", "[[1,1,4],[5,2,3],[5,3,4],[],[]]", bf16x3),
                              5 * (48 + 8), (5 * 26 + 4) * 2));
static_assert(costs<torch_mm>(call_of("aten::baddbmm", "[[5,2,4],[5,2,3],[5,3,4],[],[]]", bf16x3,
                                      R"(["","","","0","1"])"), 5 * 48, 5 * 26 * 2));
static_assert(costs<torch_mm>(call_of("aten::addmm", "[[2,4],[2,3],[3,4],[],[]]", bf16x3, R"(["","","","1","1"])"),
                              48 + 8, (6 + 12 + 8 + 8) * 2));
// a matrix that repeats one row, as its strides show, is stored once
static_assert(costs<torch_mm>({.name = "aten::addmm", .dims = "[[2,4],[2,3],[3,4],[],[]]", .types = bf16x3,
                               .strides = "[[0,1],[3,1],[4,1],[],[]]", .concrete = R"(["","","","1","1"])"},
                              48 + 8, (6 + 12 + 8 + 4) * 2));
// an out-variant's result and the second matrix have types of their own: 6 * 2 + 12 * 1 + 8 * 4
static_assert(costs<torch_mm>(call_of("aten::mm", "[[2,3],[3,4],[2,4]]", R"(["c10::Half","signed char","float"])"), 48,
                              12 + 12 + 32));
// FP8 into BF16, type 15: (6 + 12) * 1 + 8 * 2; the bias is argument 4 of eight: + 2 * 4 FLOP, + 4 * 2
static_assert(costs<torch_scaled_mm>(
    call_of("aten::_scaled_mm", "[[2,3],[3,4],[],[],[4],[],[],[]]",
            R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16","","Scalar","Scalar"])",
            R"(["","","","","","","15","False"])"),
    48 + 8, 18 + 16 + 8));
// scales of each row of A (2) and each column of B (4) are also read, four bytes each
static_assert(costs<torch_scaled_mm>(
    call_of("aten::_scaled_mm", "[[2,3],[3,4],[2,1],[1,4],[],[],[],[]]",
            R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","","","Scalar","Scalar"])",
            R"(["","","","","","","15","False"])"),
    48, 18 + 16 + 6 * 4));
// the first two matrices count: 2 x 3 and 4 rows of packed 2
static_assert(costs<torch_dynamic_quant_gemm>(
    call_of("vllm::gemm_with_dynamic_quant", "[[2,3],[],[4,2]]", R"(["c10::BFloat16","","unsigned char"])"),
    48, (6 + 12 + 8) * 2));
// A and B are arguments 0 and 5; "1" means that they are not transposed: M 2, K 3, N 4
static_assert(costs<torch_te_gemm>(
    call_of("tex_ts::te_gemm_ts", "[[2,3],[],[],[],[],[3,4]]",
            R"(["c10::Half","","","","","c10::Half","","","","","c10::Half","","","","","","","","c10::Half"])",
            R"(["","","","","1","","","","","1","","","","",""])"),
    48, 26 * 2));
static_assert(costs<torch_linear_mm>(call_of("_Linear_yfwd_mm", "[[2,3],[3,4]]", R"(["float","float"])"),
                                     48, (6 + 12) * 4 + 8 * 2));
constexpr std::string_view fp8_scaled = R"(["c10::Float8_e4m3fn","float","c10::Float8_e4m3fn","float"])";
static_assert(costs<torch_hipblaslt_gemm>(
    call_of("primus_turbo::hipblaslt_gemm_fp8", "[[2,3],[],[4,3],[]]", fp8_scaled, R"(["","","","","","false","true"])"),
    48, 18 + 8 * 2));
// FP4: K doubles to 64, half a byte an element; 2 blocks of 32 a row, whose scales are 4 bytes here
static_assert(costs<torch_hipblaslt_gemm>(
    call_of("primus_turbo::hipblaslt_gemm_fp4", "[[2,32],[],[4,32],[]]",
            R"(["c10::Float4_e2m1fn_x2","float","c10::Float4_e2m1fn_x2","float"])",
            R"(["","","","","","0","1","0"])"),
    2 * 2 * 4 * 64, 2 * 32 + 4 * 32 + (2 + 4) * 2 * 4 + 8 * 2));
static_assert(costs<torch_fp4_gemm>(
    call_of("aiter::gemm_a4w4", "[[2,32],[4,32],[],[]]",
            R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2","c10::Float8_e8m0fnu","c10::Float8_e8m0fnu"])"),
    2 * 2 * 4 * 64, 2 * 32 + 4 * 32 + (2 + 4) * 2 * 1 + 8 * 2));
static_assert(costs<torch_weight_gemm>(call_of("aiter::gemm_a16w16", "[[2,3],[4,3],[4]]", bf16x3),
                                       48 + 8, (6 + 12 + 8 + 4) * 2));
static_assert(costs<torch_weight_gemm>(
    call_of("aiter::_gemm_a16w16_asm", "[[2,3],[4,3],[2,4]]", R"(["c10::BFloat16","c10::BFloat16","float"])"),
    48, (6 + 12) * 2 + 8 * 4));
static_assert(costs<torch_mixed_gemm>(
    call_of("aiter::gemm_afp4wfp4_", "[[2,16],[4,16]]", R"(["unsigned char","unsigned char"])"),
    2 * 2 * 4 * 32, 0.5 * (2 * 32 + 4 * 32) + 8 * 2));
static_assert(costs<torch_mixed_gemm>(
    call_of("aiter::batched_gemm_a16wfp4_", "[[5,2,3],[5,4,2]]", R"(["c10::BFloat16","unsigned char"])"),
    5 * 48, 5 * (6 * 2 + 12 * 0.5 + 8 * 2)));
static_assert(costs<torch_mixed_gemm>(
    call_of(torch_mixed_gemm::names[2], "[[2,5,3],[5,4,3]]", R"(["c10::BFloat16","signed char"])"),
    5 * 48, 5 * (6 * 2 + 12 * 1 + 8 * 2)));
static_assert(costs<torch_block_scaled_gemm>(
    call_of("aiter::gemm_a8w8_ck", "[[2,3],[4,3]]", R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn"])"),
    48, 6 + 12 + 8 * 2));
static_assert(costs<torch_block_scaled_gemm>(  // one scale a row of A, one for all of B
    call_of("aiter::gemm_a8w8_blockscale_ck", "[[2,3],[4,3],[2,1],[1,1]]",
            R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float"])"),
    48, 6 + 12 + 8 * 2 + 3 * 4));
// three groups with weights of their own
static_assert(costs<torch_grouped_gemm>(call_of("primus_turbo::grouped_gemm", "[[2,3],[3,3,4]]", bf16x2),
                                        2 * 2 * 3 * 4, (6 + 3 * 12) * 2 + 8 * 2));
// groups of 1 x 3 x 4 and 2 x 5 x 6: 12 + 60 products
static_assert(costs<torch_ragged_gemm>(
    call_of("primus_turbo::grouped_gemm_variable_k", "[[[1,3],[2,5]],[[3,4],[5,6]]]", bf16x2),
    2 * 72, (3 + 12 + 10 + 30) * 2 + (4 + 12) * 2));

// ---- convolutions ----

// 1 x 2 x 4 x 4 by 3 filters of 2 x 3 x 3, no padding: 3 x 2 x 2 outputs of 18 multiply-adds; backward both gradients
constexpr torch_call conv =
    call_of("aten::convolution", "[[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[]]", bf16x2,
            R"(["","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1"])");
static_assert(costs<torch_conv>(conv, 12 * 2 * 18, (32 + 54 + 12) * 2));
static_assert(backward_costs<torch_conv>(conv, 12 * 2 * 18 + 2 * 54 * (12 / 3), 2 * (12 + 54 + 32) * 2));
// transposed, in 2 groups: 4 channels into 2 * 3; output (4 - 1) * 2 + 3 = 9 wide: each input meets 3 * 9 filter elements
static_assert(costs<torch_conv>(
    call_of("aten::convolution", "[[1,4,4,4],[4,3,3,3],[],[],[],[],[],[],[]]", bf16x2,
            R"(["","","","[2, 2]","[0, 0]","[1, 1]","True","[0, 0]","2"])"),
    64 * 2 * 27, (64 + 108 + 6 * 81) * 2));
// a bias adds one FLOP to each output
static_assert(costs<torch_conv>(
    call_of("ConvBias_", "[[1,2,4,4],[3,2,3,3],[3],[],[]]", bf16x3, R"(["","","","1","0"])"), 432 + 12,
    (32 + 54 + 3 + 12) * 2));
static_assert(costs<torch_conv_backward>(
    call_of("aten::convolution_backward", "[[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]]", bf16x3,
            R"(["","","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1","[True, True, False]"])"),
    432 + 2 * 54 * 4, 2 * 98 * 2));
// only what the mask selects: the input's gradient reads result and filter, the weight's reads result and input
static_assert(costs<torch_conv_backward>(
    call_of("aten::convolution_backward", "[[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]]", bf16x3,
            R"(["","","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1","[True, False, False]"])"),
    432, 98 * 2));
static_assert(costs<torch_conv_backward>(  // the first layer of a network; a bias: + 12 FLOP, (12 + 3) elements
    call_of("aten::convolution_backward", "[[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]]", bf16x3,
            R"(["","","","[3]","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1","[False, True, True]"])"),
    2 * 54 * 4 + 12, 98 * 2 + 15 * 2));
// tuples as Python writes them are lists
static_assert(costs<torch_conv>(
    call_of("aten::convolution", "[[1,2,5,5],[3,2,3,3],[],[],[],[],[],[],[]]", bf16x2,
            R"text(["","","","(2,2)","(0, 0)","(1,)","False","(0, 0)","1"])text"),
    12 * 2 * 18, (50 + 54 + 12) * 2));
static_assert(costs<torch_apex_conv_backward>(  // read off the forward call; bias: + 12 FLOP, (12 + 3) elements of 2
    call_of("ConvBias_Backward", "[[1,2,4,4],[3,2,3,3],[3],[],[]]", bf16x3, R"(["","","","1","0"])"),
    864 + 12, 2 * 98 * 2 + 15 * 2));

// ---- attention ----

// 2 sequences of 4 tokens, 6 heads on 3, 8 wide: 2 * 6 * 2 * 16 pairs * 16
constexpr torch_call sdpa = call_of("aten::_scaled_dot_product_flash_attention", "[[2,6,4,8],[2,3,4,8],[2,3,4,8]]",
                                    bf16x3, R"(["","","","0.0","False"])");
static_assert(costs<torch_attention>(sdpa, 2 * 6 * 2 * 16 * 16, 2 * (4 * 6 * 16 + 4 * 3 * 16) * 2));
// Q, K, V, their gradients, result and its gradient; five products of 2 * 6 * 2 * 16 pairs * 8, and keys' gradients over two heads each: 2 * 4 * 16 * (6 / 3 - 1)
static_assert(backward_costs<torch_attention>(
    sdpa, 2 * 6 * 2 * 16 * 8 * 5 + 2 * 4 * 16 * 1, 2 * (2 * 4 * 6 * 8 + 2 * 4 * 3 * 16 + 2 * 4 * 6 * 8) * 2));
static_assert(costs<torch_attention>(  // a mask of 4 x 4 for each of 2 sequences, the same for all heads: 32 elements
    {.name = "aten::_scaled_dot_product_efficient_attention", .dims = "[[2,6,4,8],[2,3,4,8],[2,3,4,8],[2,6,4,4]]",
     .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half"])",
     .strides = "[[192,32,8,1],[96,32,8,1],[96,32,8,1],[16,0,4,1]]",
     .concrete = R"(["","","","","False","0.0","False"])"},
    2 * 6 * 2 * 16 * 16, 2 * (4 * 6 * 16 + 4 * 3 * 16) * 2 + 32 * 2));
static_assert(costs<torch_attention>(  // causal: half of the pairs
    call_of("aten::_scaled_dot_product_flash_attention", "[[2,6,4,8],[2,3,4,8],[2,3,4,8]]", bf16x3,
            R"(["","","","0.0","True"])"),
    2 * 6 * 2 * 16 * 16 / 2, 2 * (4 * 6 * 16 + 4 * 3 * 16) * 2));
static_assert(costs<torch_attention>(  // 4 queries behind 12 keys see 12 - 4 / 2 = 10 of 12 on average: flash attention
    call_of("flash_attn::_flash_attn_forward", "[[1,4,2,8],[1,12,2,8],[1,12,2,8]]", bf16x3,
            R"(["","","","0.0","1.0","True"])"),
    2 * 2 * 4 * 12 * 16 * (10.0 / 12), (4 * 2 * 16 + 12 * 2 * 16) * 2));
static_assert(costs<torch_attention>(  // three sequences in 10 tokens, the longest 4: 16 + 2 * (6 / 2) * (6 / 2) pairs
    call_of("flash_attn::_flash_attn_varlen_forward", "[[10,2,8],[10,2,8],[10,2,8],[4],[4]]", bf16x3,
            R"(["","","","","","4","4","0.0","1.0","False"])"),
    2 * 2 * (16 + 2 * 9) * 16, 2 * (10 * 2 * 16) * 2));
static_assert(costs<torch_attention>(  // 100 is no length in 10 tokens but a limit: four sequences of 3, 2, 2 and 2
    call_of("flash_attn::_flash_attn_varlen_forward", "[[10,2,8],[10,2,8],[10,2,8],[5],[5]]", bf16x3,
            R"(["","","","","","100","100","0.0","1.0","False"])"),
    2 * 2 * (9 + 3 * 4) * 16, 2 * (10 * 2 * 16) * 2));
static_assert(costs<torch_attention>(  // one sequence has all of them
    call_of("flash_attn::_flash_attn_varlen_forward", "[[10,2,8],[10,2,8],[10,2,8],[2],[2]]", bf16x3,
            R"(["","","","","","100","100","0.0","1.0","False"])"),
    2 * 2 * 100 * 16, 2 * (10 * 2 * 16) * 2));
static_assert(costs<torch_attention_backward>(
    call_of("aiter::mha_bwd", "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8]]",
            R"(["c10::Half","c10::Half","c10::Half","c10::Half"])", R"(["","","","","","","0.0","1.0","False"])"),
    2 * 2 * 16 * 8 * 5, (2 * 4 * 2 * 8 + 2 * 4 * 2 * 16 + 2 * 4 * 2 * 8) * 2));
static_assert(costs<torch_evoformer>(call_of("EvoformerAttention", "[[2,3,4,5,8]]", R"(["c10::BFloat16"])"),
                                     6 * 5 * 2 * 16 * 16, 6 * (4 * 5 * 16 + 4 * 5 * 16) * 2));

// ---- element by element ----

static_assert(costs<torch_unary>(call_of("aten::copy_", "[[2,3],[2,3],[]]", R"(["float","c10::Half","Scalar"])"),
                                 6, 6 * 4 + 6 * 2));
static_assert(costs<torch_unary>(call_of("aten::copy_", "[[2,3],[1],[]]", R"(["float","c10::Half","Scalar"])"),
                                 6, 6 * 4 + 1 * 2));  // one element fills all
static_assert(costs<torch_replication_pad>(
    call_of("aten::replication_pad2d", "[[1,1,2,3],[]]", R"(["float",""])", R"(["","[1, 1, 2, 0]"])"),
    4 * 5, (6 + 20) * 4));  // 3 + 1 + 1 wide, 2 + 2 + 0 high
static_assert(costs<torch_upsample>(
    call_of("aten::upsample_nearest2d", "[[1,2,3,4],[],[],[]]", R"(["float","","",""])", R"(["","[6, 8]","",""])"),
    2 * 48, (24 + 96) * 4));
// bounds and exponents that are tensors are also read; a number to the power of a tensor has the tensor's extents
static_assert(costs<torch_unary>(call_of("aten::clamp_min", "[[2,3],[3]]", R"(["float","float"])"), 6, (6 + 3 + 6) * 4));
static_assert(costs<torch_unary>(call_of("aten::clamp_max_", "[[2,3],[1]]", R"(["c10::Half","float"])"),
                                 6, 6 * 2 + 4 + 6 * 2));
static_assert(costs<torch_unary>(call_of("aten::pow", "[[],[6]]", R"(["Scalar","float"])", R"(["10000.",""])"),
                                 6, 4 + 6 * 4 + 6 * 4));
static_assert(costs<torch_unary>(call_of("aten::pow", "[[2,1],[3]]", R"(["float","float"])"), 6, (2 + 3 + 6) * 4));
static_assert(costs<torch_upsample>(  // by factors
    call_of("aten::upsample_nearest2d", "[[1,2,3,4],[],[]]", R"(["float","",""])", R"(["","","[2., 2.]"])"),
    2 * 48, (24 + 96) * 4));
static_assert(costs<torch_gated_activation>(call_of("aiter::gelu_and_mul", "[[2,3],[2,6]]", bf16x2), 6 * 8, 6 * 2 * 3));
static_assert(costs<torch_tensor_quant>(
    call_of("primus_turbo::quantize_fp8_tensorwise", "[[2,3]]", R"(["c10::BFloat16"])"), 6, 6 * 2 + 6));
// pairs by rows and by columns, a scale for 32 elements of a row (2) and of a column (64)
static_assert(costs<torch_tensor_quant>(
    call_of("primus::quantize_mxfp4_dual", "[[2,33]]", R"(["c10::BFloat16"])"), 66, 66 * 2 + 2 * 33 + 2 * 2 + 33));
static_assert(costs<torch_binary>(call_of("aten::add", "[[2,3],[3],[]]", R"(["c10::Half","float","Scalar"])"),
                                  6, 6 * 2 + 3 * 4 + 6 * 4));  // the result has the larger of the types
// the result's type follows PyTorch: floating point before integers, whatever their size
static_assert(costs<torch_binary>(call_of("aten::mul", "[[6],[6]]", R"(["long int","c10::BFloat16"])"),
                                  6, 6 * 8 + 6 * 2 + 6 * 2));
static_assert(costs<torch_binary>(call_of("aten::mul", "[[6],[6]]", R"(["c10::Half","c10::BFloat16"])"),
                                  6, 6 * 2 + 6 * 2 + 6 * 4));  // neither can represent the other
static_assert(costs<torch_binary>(call_of("aten::mul", "[[],[6]]", R"(["double","c10::Half"])"),
                                  6, 8 + 6 * 2 + 6 * 2));  // a scalar without extents contributes only its kind
static_assert(costs<torch_binary>(call_of("aten::mul", "[[6],[]]", R"(["long int","double"])"),
                                  6, 6 * 8 + 8 + 6 * 4));
static_assert(costs<torch_binary>(
    call_of("aten::add", "[[6],[],[]]", R"(["long int","Scalar","Scalar"])", R"(["","0.5","1"])"),
    6, 6 * 8 + 4 + 6 * 4));
static_assert(costs<torch_binary>(
    call_of("aten::add", "[[6],[],[]]", R"(["int","Scalar","Scalar"])", R"(["","2","1"])"), 6, 6 * 4 + 4 + 6 * 4));
static_assert(costs<torch_binary>(call_of("aten::add_", "[[6],[6],[]]", R"(["c10::Half","float","Scalar"])"),
                                  6, 6 * 2 + 6 * 4 + 6 * 2));  // in place, in its type
static_assert(costs<torch_scaled_quant>(
    call_of("aiter::dynamic_per_tensor_quant", "[[2,32],[2,32],[1]]", R"(["c10::Float8_e4m3fn","c10::Half","float"])"),
    2.59375 * 64, 64 + 64 * 2 + 4));
static_assert(costs<torch_token_group_quant>(
    call_of("vllm::triton_per_token_group_quant_fp8", "[[2,96],[]]", R"(["c10::BFloat16","Scalar"])", R"(["","64"])"),
    6 * 192, 192 * 2 + 192 + 4 * 2 * 2));
static_assert(costs<torch_mxfp4_quant>(
    call_of("sglang_profiler::quant_dynamic_mxfp4_quant", "[[2,32]]", R"(["c10::BFloat16"])"),
    2 * 64, 64 * 2 + 32 + 2));
static_assert(costs<torch_mixed_sample>(
    call_of("aiter::mixed_sample_outer_exponential", "[[2],[2,3],[2,3]]", R"(["int","c10::Half","float"])"),
    2 * 6, 6 * (2 + 4) + 4 * 2));
static_assert(costs<torch_reduce>(call_of("aten::sum", "[[2,3],[],[]]", R"(["float","",""])", R"(["","[-1]","False"])"),
                                  6, (6 + 2) * 4));
static_assert(costs<torch_reduce>(  // without dimensions; the number is the type of the result
    call_of("aten::sum", "[[2,3],[]]", R"(["float","Scalar"])", R"(["","1"])"), 6, 6 * 4 + 1));
// sums of integers have 8 B, those with a type (6: float) its size; a maximum along a dimension also gives its index
static_assert(costs<torch_reduce>(call_of("aten::sum", "[[2,3],[],[],[]]", R"(["int","ScalarList","Scalar",""])",
                                          R"(["","[1]","False",""])"), 6, 24 + 2 * 8));
static_assert(costs<torch_reduce>(
    call_of("aten::sum", "[[2,3],[],[],[]]", R"(["c10::BFloat16","ScalarList","Scalar","Scalar"])",
            R"(["","[1]","False","6"])"), 6, 12 + 2 * 4));
static_assert(costs<torch_reduce>(call_of("aten::sum", "[[2,3],[]]", R"(["bool",""])", R"(["",""])"), 6, 6 + 8));
static_assert(costs<torch_reduce>(call_of("aten::max", "[[2,3],[],[]]", R"(["float","Scalar","Scalar"])",
                                          R"(["","1","False"])"), 6, 24 + 2 * (4 + 8)));
static_assert(costs<torch_reduce>(call_of("aten::cumsum", "[[2,3],[]]", R"(["float",""])", R"(["","1"])"), 6, 12 * 4));
// the larger of two tensors: both are read, one is written
static_assert(costs<torch_reduce>(call_of("aten::max", "[[2,3],[2,3]]", R"(["float","float"])", R"(["",""])"), 6, 3 * 24));
// of integers these are floats, and so is their power with a real number
static_assert(costs<torch_unary>(call_of("aten::sigmoid", "[[6]]", R"(["long int"])"), 6, 6 * 8 + 6 * 4));
static_assert(costs<torch_unary>(call_of("aten::neg", "[[6]]", R"(["long int"])"), 6, 2 * 6 * 8));
static_assert(costs<torch_unary>(call_of("aten::pow", "[[6],[]]", R"(["long int","Scalar"])", R"(["","0.5"])"), 6, 6 * 8 + 6 * 4));
static_assert(costs<torch_unary>(call_of("aten::pow", "[[6],[]]", R"(["long int","Scalar"])", R"(["","2"])"), 6, 2 * 6 * 8));
static_assert(costs<torch_cross_entropy>(
    call_of("CrossEntropyFunction", "[[2,1,50],[2,1]]", R"(["c10::Half","long int"])"), 5 * 100, 100 * 2 + 12 * 2));

// ---- norms ----

// 24 elements in 3 channels, training, with weights: 6 * 3 + 5 * 24; two tensors and 6 vectors of 3
static_assert(costs<torch_norm>(
    call_of("aten::batch_norm", "[[2,3,4],[3],[3],[3],[3],[],[],[],[]]", R"(["float","float","float"])",
            R"(["","","","","","True","0.1","1e-05","True"])"),
    18 + 120, (48 + 3 * 6) * 4));
static_assert(costs<torch_norm>(  // not training, without weights: 6 * 3 + 2 * 24
    call_of("aten::batch_norm", "[[2,3,4],[],[],[3],[3],[],[],[],[]]", R"(["float","",""])",
            R"(["","","","","","False","0.1","1e-05","True"])"),
    18 + 48, (48 + 3 * 2) * 4));
// all three gradients, 3 channels of 8 rows: 3 * (4 + 5) * 8; 3 tensors and (1 + 3) vectors
static_assert(costs<torch_norm_backward>(
    call_of("aten::native_batch_norm_backward", "[[2,3,4],[2,3,4]]", R"(["float","float"])",
            R"(["","","","","","","","True","1e-05","[True, True, True]"])"),
    3 * 9 * 8, (3 * 24 + 3 * 4) * 4));
// weight and bias alone, outside of training: sums of 4 FLOP an element and 2 more, 3 a channel; 2 tensors, a vector
static_assert(costs<torch_norm_backward>(
    call_of("aten::native_batch_norm_backward", "[[2,3,4],[2,3,4]]", R"(["float","float"])",
            R"(["","","","","","","","False","1e-05","[False, True, True]"])"),
    3 * (3 + 6 * 8), (2 * 24 + 3 * 1) * 4));
static_assert(costs<torch_norm_backward>(  // the input alone, outside of training: 3 a channel and no sums
    call_of("aten::native_batch_norm_backward", "[[2,3,4],[2,3,4]]", R"(["float","float"])",
            R"(["","","","","","","","False","1e-05","[True, False, False]"])"),
    3 * 3, 2 * 24 * 4));
// all three outside of training, as with frozen statistics: the weight's gradient reads the input, so three tensors
static_assert(costs<torch_norm_backward>(
    call_of("aten::native_batch_norm_backward", "[[2,3,4],[2,3,4]]", R"(["float","float"])",
            R"(["","","","","","","","False","1e-05","[True, True, True]"])"),
    3 * (3 + 4 * 8), (3 * 24 + 3 * 1) * 4));
// the bias alone: a sum over the gradient, 3 a channel and 6 an element by the formula, and nothing else is read
static_assert(costs<torch_norm_backward>(
    call_of("aten::native_batch_norm_backward", "[[2,3,4],[2,3,4]]", R"(["float","float"])",
            R"(["","","","","","","","False","1e-05","[False, False, True]"])"),
    3 * (3 + 6 * 8), 24 * 4));
static_assert(torch_instance_norm_backward::undefined({}));
// 2 rows of 4: 2 * (2 * 4 + 2) for the sums, 2 an element
static_assert(costs<torch_rms_norm>(
    call_of("aten::_fused_rms_norm", "[[2,4],[],[4],[]]", R"(["c10::Half","","c10::Half",""])", R"(["","[4]"])"),
    2 * 10 + 2 * 8, (16 + 4) * 2));
static_assert(costs<torch_rms_norm>(  // without a weight
    call_of("aten::_fused_rms_norm", "[[2,4],[],[],[]]", R"(["c10::Half","","",""])", R"(["","[4]"])"),
    2 * 10 + 1 * 8, 16 * 2));
static_assert(costs<torch_rms_norm_backward>(
    call_of("aten::_fused_rms_norm_backward", "[[2,4],[2,4],[],[2,1],[],[]]", R"(["c10::Half","c10::Half"])",
            R"(["","","[4]","","","[True, False]"])"),
    8 * (1 + 6), 24 * 2));
static_assert(costs<torch_rms_norm_backward>(
    call_of("aten::_fused_rms_norm_backward", "[[2,4],[2,4],[],[2,1],[4],[]]", R"(["c10::Half","c10::Half"])",
            R"(["","","[4]","","","[True, True]"])"),
    8 * (2 + 6 + 2), (24 + 8) * 2));
static_assert(costs<torch_rms_norm_backward>(  // without the weight's gradient: no sums over rows, one vector
    call_of("aten::_fused_rms_norm_backward", "[[2,4],[2,4],[],[2,1],[4],[]]", R"(["c10::Half","c10::Half"])",
            R"(["","","[4]","","","[True, False]"])"),
    8 * (2 + 6), (24 + 4) * 2));
static_assert(costs<torch_modulated_norm>(
    call_of("primus::fused_ln_modulate", "[[5,2,4]]", R"(["c10::Half"])"), 12 * 40, (80 + 2 * 8) * 2 + 8 * 10));
static_assert(costs<torch_modulated_norm>(
    call_of("primus::fused_ln_modulate_backward", "[[5,2,4]]", R"(["c10::Half"])"), 15 * 40, (120 + 3 * 8) * 2 + 80));
static_assert(costs<torch_serving_rms_norm>(call_of("aiter::rms_norm", "[[2,4],[4]]", bf16x2), 36, (16 + 4) * 2));
static_assert(costs<torch_serving_rms_norm>(  // a residual is added, and written: one more FLOP, two more tensors
    call_of("aiter::add_rmsnorm", "[[2,4],[2,4],[2,4],[2,4],[4]]",
            R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Half"])"),
    36 + 8, (32 + 4) * 2));
static_assert(costs<torch_serving_rms_norm>(  // two groups of 2: a byte an element, two scales a row
    call_of("vllm::rocm_aiter_rmsnorm_fp8_group_quant", "[[2,4],[4],[],[]]", bf16x2, R"(["","","1e-6","2"])"),
    36 + 16, (8 + 4) * 2 + 8 + 4 * 2 * 2));
static_assert(costs<torch_serving_rms_norm>(  // the result is padded to 6 columns
    call_of("aiter::fused_add_rmsnorm_pad_", "[[2,4],[4]]", bf16x2, R"(["","","","","6"])"), 36 + 8,
    (24 + 4 + 2 * 6) * 2));
static_assert(costs<torch_serving_rms_norm>(  // to FP4: half a byte an element, a scale for 32
    call_of("aiter::_fuse_rmsnorm_fp4_quant", "[[2,32],[32]]", bf16x2), 2 * 66 + 4 * 64, (64 + 32) * 2 + 32 + 2));

// ---- serving ----

constexpr torch_call paged(std::string_view name, std::string_view dims, std::string_view types,
                           std::string_view concrete = none) {
  torch_call c = call_of(name, dims, types, concrete);
  // one prompt of 4 tokens, 2 requests with 20 and 10 keys
  c.annotation = "execute_3_context_1(sq4sk4sqsq16sqsk16)_generation_2(sq2sk30sqsq2sqsk30)";
  return c;
}
// 2 * 6 heads * 16 wide * (16 + 30) pairs, less the prompt's upper half; 4 + 30 - 6 keys from the cache
static_assert(costs<torch_paged_attention>(
    paged("vllm::unified_attention_with_output", "[[6,6,8],[6,3,8],[6,3,8]]", bf16x3),
    2 * 6 * 16 * 46 - 6 * 16 * 16, 6 * (6 + 3) * 16 * 2 + (0 + 28) * 3 * 16 * 2));
static_assert(costs<torch_paged_decode_v4>(  // 64 heads on one, 512 wide; 30 keys are within the window of 128
    paged("pseudo_v4_paged_decode_swa", "[]", "[]"), 2 * 64 * 1024 * 30, 2 * 65 * 1024 * 2 + 28 * 1024 * 2));
constexpr torch_call paged_by_kernels() {  // 32 heads, 256 wide; of 15 keys each, 4 in one, 4 are left: 128 + 4 > 30 / 2
  torch_call c = paged("pseudo_v4_paged_decode_csa", "[]", "[]");
  c.query_heads = 32, c.head_size = 256;
  return c;
}
static_assert(costs<torch_paged_decode_v4>(paged_by_kernels(), 2 * 32 * 512 * 30, 2 * 33 * 512 * 2 + 28 * 512 * 2));
static_assert(costs<torch_sparse_prefill>(
    call_of("aiter::pa_sparse_prefill_opus_fwd", "[[2,3,8],[],[5],[],[],[7]]", bf16x2), 4 * 12 * 3 * 8,
    2 * 2 * 3 * 8 * 2 + 12 * 8 * 2));
static_assert(costs<torch_linear_attention>(  // 4 heads of V and 2 of K, 8 wide: (64 - 4 * 8) / 2 / 2
    paged("vllm::gdn_attention_core", "[[6,64],[6,4],[6,4],[6,4,8]]", bf16x3), 7 * 6 * 4 * 8 * 8,
    2 * 6 * 4 * (8 + 16 + 2)));
static_assert(costs<torch_store_cache>(call_of("sglang::store_cache", "[[2,3]]", R"(["c10::Half"])"), 0, 4 * 6 * 2));

// ---- mixtures of experts: 1 expert of 1 is always active ----

constexpr std::string_view fp8_weights = R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::Float8_e4m3fn","float"])";
// 2 tokens, 4 wide inside 3; gated: [1, 6, 4] up, [1, 4, 3] down
static_assert(costs<torch_fused_experts>(
    call_of("pseudo_op::moe_aiter_fused_1stage", "[[2,4],[1,6,4],[1,4,3],[2,1]]", fp8_weights),
    2 * 2 * 4 * 3 * 2 + 2 * 2 * 4 * 3 + 2 * 4, 8 * 2 + 12 * 3 + 8 * 2));
static_assert(costs<torch_experts_up>(
    call_of("pseudo_op::moe_flydsl_stage1", "[[2,4],[1,6,4],[1,4,3],[2,1]]", fp8_weights), 2 * 24 * 2,
    8 * 2 + 2 * 12 + 6 * 2));
static_assert(costs<torch_experts_down>(
    call_of("pseudo_op::moe_flydsl_stage2", "[[2,4],[1,6,4],[1,4,3],[2,1]]", fp8_weights), 2 * 24, 6 * 2 + 12 + 8 * 2));
// 1 of 2 experts for each of 2 tokens: 2 * (1 - (1/2)^2) = 1.5 are active
static_assert(costs<torch_routed_down>(
    call_of("aiter::moe_cktile2stages_gemm2_ck", "[[2,1,3],[2,4,3],[2,4]]", fp8_weights), 2 * 24,
    6 * 2 + 1.5 * 12 + 8 * 1));
static_assert(costs<torch_cktile_up>(
    call_of("aiter::moe_cktile2stages_gemm1_ck", "[[2,4],[1,6,4],[2,1,3]]",
            R"(["c10::BFloat16","c10::Float8_e4m3fn","c10::BFloat16"])"),
    2 * 24 * 2, 8 * 2 + 2 * 12 + 6 * 2));
constexpr torch_call pseudo_experts(std::string_view name, std::string_view dims, bool gated) {
  torch_call c = call_of(name, dims, bf16x3);
  c.chosen_experts = 1, c.gated = gated, c.kernel = "_matmul_ogs_fp8";
  return c;
}
static_assert(costs<torch_triton_experts_up>(pseudo_experts("pseudo_op::moe_triton_unfused_up", "[[2,4],[2,1]]", true),
                                             2 * 2 * 16 * 2, 8 * 2 + 2 * 16 + 8 * 2));
static_assert(costs<torch_triton_experts_down>(
    pseudo_experts("pseudo_op::moe_triton_unfused_down", "[[2,4],[2,1]]", false), 2 * 2 * 16, 8 * 2 + 16 + 8 * 2));
static_assert(costs<torch_gptq_experts_up>(pseudo_experts("pseudo_op::moe_gptq_awq_up", "[[2,4],[1,6,2]]", true),
                                           2 * 24 * 2, 8 * 2 + 2 * 12 * 0.5 + 6 * 2));
static_assert(costs<torch_gptq_experts_down>(
    pseudo_experts("pseudo_op::moe_gptq_awq_down", "[[2,4],[],[1,4,2]]", false), 2 * 2 * 4 * 4,
    8 * 2 + 16 * 0.5 + 8 * 2));
static_assert(costs<torch_invoked_experts>(
    call_of("sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
            "[[2,4],[1,3,4],[],[],[],[],[],[],[2,1]]", R"(["c10::BFloat16","c10::Float8_e4m3fn","","c10::BFloat16"])"),
    2 * 2 * 3 * 4, 8 * 2 + 12 + 6 * 2));
static_assert(costs<torch_expert_exchange>(call_of("MoEDispatch", "[[2,4]]", R"(["c10::Half"])"), 0, 8 * 2));
static_assert(costs<torch_expert_sort>(  // the largest operand counts; the one of unknown type moves nothing
    call_of("aiter::moe_sorting_fwd", "[[2,4],[10],[],[3]]", R"(["int","float","Scalar","strange"])"), 10,
    8 * 4 + 10 * 4));
static_assert(costs<torch_expert_sort>(call_of("aiter::moe_sorting_fwd", "[[2,4],[10],[3]]", ""), 10, 0));
static_assert(costs<torch_shared_experts>(
    call_of("sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts", "[[2,4],[2,4]]",
            R"(["int","float"])"),
    8, 2 * (8 * 4 + 8 * 4)));
static_assert(costs<torch_topk_softplus>(
    call_of("aiter::topk_softplus", "[[2,3],[2,3],[2,8]]", R"(["float","int","c10::BFloat16"])"), 6 * 16,
    16 * 2 + 4 * 8 + 8 * 2 * 3));

// ---- positions, scans, collectives, hyper-connections ----

static_assert(costs<torch_rope>(call_of("FusedRoPEFunc", "[[2,3,4,5]]", R"(["c10::Half"])"), 3 * 120, 2 * 120 * 2));
static_assert(costs<torch_cached_rope>(
    call_of("aiter::rope_cached_positions_2c_fwd_impl", "[[],[],[2,3],[2,1]]", R"(["c10::Half"])"), 3 * 8, 2 * 8 * 2));
static_assert(costs<torch_sgl_rope>(  // (16 + 8) / 8 heads of 2 tokens, of which 4 elements turn
    call_of("sgl_kernel::rotary_embedding", "[[2],[2,16],[2,8],[],[9,4]]", R"(["long int","c10::Half"])",
            R"(["","","","8",""])"),
    3 * 2 * 3 * 4, 2 * 24 * 2));
static_assert(costs<torch_sgl_rope>(  // the same heads as an extent
    call_of("sgl_kernel::rotary_embedding", "[[2],[2,2,8],[2,1,8],[],[9,4]]", R"(["long int","c10::Half"])",
            R"(["","","","8",""])"),
    3 * 2 * 3 * 4, 2 * 24 * 2));
constexpr std::string_view half_x6 =
    R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Float8_e4m3fn","c10::Float8_e4m3fn"])";
static_assert(costs<torch_latent_rope>(
    call_of("aiter::fused_qk_rope_cat_and_cache_mla", "[[2,4,8],[2,4,3],[2,1,8],[2,1,3],[9,1,11]]", half_x6),
    3 * 2 * 5 * 3, 2 * 2 * 5 * 11 + 2 * 4 * 11 * 2 + 2 * 11));
static_assert(costs<torch_latent_rope>(
    call_of("aiter::fused_qk_rope_concat_and_cache_mla", "[[2,4,8],[2,4,3],[2,8],[2,3],[9,1,11],[2,4,11]]", half_x6),
    3 * 2 * 5 * 3, 2 * 2 * 5 * 11 + 2 * 4 * 11 * 1 + 2 * 11));
static_assert(costs<torch_causal_conv1d>(
    call_of("DaoAILab::_causal_conv1d_fwd_cpp", "[[2,3,5],[3,4],[3]]", bf16x3), 2 * 30 * 4, 2 * (60 + 12 + 3)));
// 2 x 5 tokens, 2 heads of 4, one group of state 3: 2 * 2 * 4 + 2 + 2 * 3 wide
constexpr torch_call mamba = call_of(
    "MambaSplitConv1dScanCombinedFn", "[[2,5,24],[14,4],[14],[2],[2],[2],[],[],[],[],[],[],[],[],[],[],[]]",
    R"(["c10::Half","c10::Half","c10::Half","float","float","c10::Half"])",
    R"(["","","","","","","7","","","","","","","","","4","1"])");
static_assert(costs<torch_mamba_scan>(
    mamba, 2 * 10 * 14 * 4 + 2 * 10 * 1 * 7 * 3 + 2 * 10 * 2 * 7 * 4 + 4 * 10 * 2 * 3 * 4,
    2 * (240 + 56 + 14 + 80) + 2 * (4 + 4 + 2)));
// and 6 of 8 for each of 10 tokens; the gradients take two products, and the weight's is written
constexpr torch_call projected_mamba = call_of(
    "MambaSplitConv1dScanCombinedFn", "[[2,5,24],[14,4],[14],[2],[2],[2],[],[],[],[],[],[],[],[6,8],[],[],[]]",
    R"(["c10::Half","c10::Half","c10::Half","float","float","c10::Half","","","","","","","","c10::Half"])",
    R"(["","","","","","","7","","","","","","","","","4","1"])");
static_assert(torch_read<torch_mamba_scan>(projected_mamba).flops() ==
              torch_read<torch_mamba_scan>(mamba).flops() + 2 * 10 * 8 * 6 * FLOP);
static_assert(torch_read<torch_mamba_scan>(projected_mamba).bytes() ==
              torch_read<torch_mamba_scan>(mamba).bytes() + (6 * 8 + 10 * 6) * 2 * B);
static_assert(torch_mamba_scan::backward(torch_read<torch_mamba_scan>(projected_mamba)).flops() ==
              torch_read<torch_mamba_scan>(mamba).flops() + 2 * 2 * 10 * 8 * 6 * FLOP);
static_assert(torch_mamba_scan::backward(torch_read<torch_mamba_scan>(projected_mamba)).bytes() ==
              torch_read<torch_mamba_scan>(mamba).bytes() + (2 * 6 * 8 + 10 * 6) * 2 * B);
static_assert(costs<torch_exchange>(
    call_of("aiter::reduce_scatter", "[[],[4,3],[2,3]]", R"(["Scalar","c10::Half","c10::Half"])"), 0, 18 * 2));
static_assert(costs<torch_exchange>(
    call_of("_C_custom_ar::all_reduce", "[[],[4,3],[4,3]]", R"(["Scalar","c10::Half","c10::Half"])"), 0, 24 * 2));
static_assert(costs<torch_all_reduce_norm>(  // a sum, a norm of 2 rows of 4, a weight
    call_of("aiter::fused_allreduce_rmsnorm_", "[[2,4],[2,4],[4]]", bf16x3), 8 + 2 * 10 + 16, (32 + 4) * 2));
// 2 tokens, 3 streams of 5: mixing 2 * 2 * 3 * 5 * 4
static_assert(costs<torch_hyper_vector>(call_of("aiter::mhc_post", "[[2,3,5],[2,5]]", bf16x2), 240,
                                        2 * (10 + 60) + 4 * (6 + 18)));
static_assert(costs<torch_hyper_vector>(
    call_of("aiter::mhc_pre_big_fuse_rmsnorm", "[[2,3],[],[2,5],[7],[],[],[9]]",
            R"(["","","","","","","","c10::Half"])"),
    2 * 2 * 5 * 3 + 5 * 10, 2 * (30 + 5 + 10) + 4 * (7 * 2 * 9 + 6 + 18)));
static_assert(costs<torch_hyper_matrix>(
    call_of("aiter::mhc_pre_gemm_sqrsum", "[[7],[],[2,3,5],[9,15]]", bf16x3), 2 * 2 * 9 * 15,
    2 * 30 + 4 * (9 * 15 + 7 * 2 * 9 + 7 * 2)));
static_assert(costs<torch_hyper_matrix>(
    call_of("aiter::mhc_fused_post_pre_gemm_sqrsum", "[[7],[],[2,3,5],[2,5],[],[],[],[9,15]]",
            R"(["","","","c10::Half"])"),
    240 + 540, 2 * (10 + 90) + 4 * (6 + 18 + 9 * 15 + 7 * 2 * 9 + 7 * 2)));

// ---- kernels that fuse several ops ----

// 64 results, each with one add and one mul; a tensor of 4 bytes read, one written
constexpr torch_call fused = call_of("triton_poi_fused_add_mul_3", "[[64],[64],[]]", R"(["float","float","Scalar"])",
                                     R"(["","","64"])");
static_assert(costs<torch_triton>(fused, 2 * 64, 2 * 64 * 4));
// 8 sums of 16
static_assert(costs<torch_triton>(
    call_of("triton_red_fused_sum_1", "[[8,16],[8],[],[]]", R"(["float","float","Scalar","Scalar"])",
            R"(["","","8","16"])"),
    8 * 16, (128 + 8) * 4));

// ---- on a chip, without a trace: 2 * 4096^3 FLOP at 1307.4 TFLOP/s are longer than 3 * 4096^2 * 2 B at 5300 GB/s ----

// BEGIN without_a_trace
constexpr torch_call product{.name = "aten::mm",
                             .dims = "[[4096,4096],[4096,4096]]",
                             .types = R"(["c10::BFloat16","c10::BFloat16"])"};
constexpr auto mm = torch_read<torch_mm>(product);
static_assert(flops(mm) == flops(op::matmul{1, 4096, 4096, 4096}));
static_assert(roofline<hw::mi300x, matrix_bf16>(mm).compute_bound());
// END without_a_trace
constexpr roof over_product = roofline<hw::mi300x, matrix_bf16>(mm);
static_assert(over_product.time() > 105 * us && over_product.time() < 106 * us);
static_assert(over_product.memory > 18.9 * us && over_product.memory < 19 * us);  // 100663296 / 5300e9

}  // namespace

int nothing;

}  // namespace test_torch_op_models
