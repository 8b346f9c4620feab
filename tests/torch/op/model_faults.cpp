// One case per fault, named after it: both values, with the arithmetic next to them.

#include <ridgeline/torch/record/model_faults.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>
#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/record/inductor_kernel.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/switches.hpp"
#include "tests/support/text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_model_faults)

namespace {

/// The costs of one call with the fault off and on.
struct both {
  torch_cost off, on;

  both(bool torch_model_faults::*fault, torch_call c) {
    const torch_model_entry* const model = built_in_torch_models.find(c.name);
    BOOST_REQUIRE(model != nullptr);
    off = model->cost_of(c);
    c.faults.*fault = true;
    on = model->cost_of(c);
  }
  double flop(bool with) const { return (with ? on : off).forward.flops.base(); }
  double byte(bool with) const { return (with ? on : off).forward.bytes.base(); }
};
using faults = torch_model_faults;

}  // namespace

BOOST_AUTO_TEST_CASE(few_types) {
  const both e5m2(&faults::few_types, {.name = "aten::mm", .dims = "[[2,3],[3,4]]",
                                       .types = R"(["c10::Float8_e5m2","c10::Float8_e5m2"])"});
  BOOST_TEST(e5m2.off.spec == "matrix_fp8");
  BOOST_TEST(e5m2.on.spec == "");
  const both bytes(&faults::few_types, {.name = "aten::neg", .dims = "[[6]]", .types = R"(["unsigned char"])"});
  BOOST_TEST(bytes.off.spec == "vector_uint8");
  BOOST_TEST(bytes.on.spec == "vector_fp8");
  const both truths(&faults::few_types, {.name = "aten::copy_", .dims = "[[6],[6]]", .types = R"(["bool","float"])"});
  BOOST_TEST(truths.byte(false) == 6 * 1 + 6 * 4);
  BOOST_TEST(!known(truths.byte(true)));
  // a product of complex numbers is four products and two sums, plus one of each for the running sum
  const both complex(&faults::few_types, {.name = "aten::mm", .dims = "[[2,3],[3,4]]",
                                          .types = R"(["c10::complex<float>","c10::complex<float>"])"});
  BOOST_TEST(complex.flop(false) == 8 * 2 * 3 * 4);
  BOOST_TEST(complex.flop(true) == 2 * 2 * 3 * 4);
  BOOST_TEST(complex.byte(false) == 8 * (6 + 12 + 8));
  // one expert: 8 elements read, 2 * 32 weights, 16 written; the original takes 2 bytes and 1 for what it does not know
  struct stored { std::string_view in, weight; double bytes, original; };
  for (const stored& s : {stored{"float", "float", 24 * 4 + 64 * 4, 24 * 2 + 64},
                          stored{"c10::Float8_e5m2", "c10::Float8_e5m2", 24 + 64, 24 * 2 + 64},
                          stored{"signed char", "signed char", 24 + 64, 24 * 2 + 64},
                          stored{"c10::Half", "double", 24 * 2 + 64 * 8, 24 * 2 + 64},
                          stored{"c10::BFloat16", "c10::Half", 24 * 2 + 64 * 2, 24 * 2 + 64 * 2},
                          stored{"Float8_e5m2", "c10::Float8_e4m3fnuz", 24 + 64, 24 + 64},
                          stored{"c10::Half", "c10::Float4_e2m1fn_x2", 24 * 2 + 64 * 0.5, 24 * 2 + 64 * 0.5},
                          stored{"c10::Half", "Float4_e2m1fn_x2", 24 * 2 + 64 * 0.5, 24 * 2 + 64},
                          stored{"Float16", "Float32", 24 * 2 + 64 * 4, 24 * 2 + 64 * 4},
                          stored{"half", "other", 24 * 2 + 64, 24 * 2 + 64}}) {
    const std::string types = R"([")" + std::string(s.in) + R"(",")" + std::string(s.weight) + R"("])";
    const both experts(&faults::few_types, {.name = "aiter::ck_moe_stage1",
                                            .dims = "[[2,4],[1,16,4],[1,4,8],[],[],[],[2,1]]", .types = types});
    BOOST_TEST(experts.byte(false) == s.bytes, s.in << " " << s.weight);
    BOOST_TEST(experts.byte(true) == s.original, s.in << " " << s.weight);
  }
  // quantised inputs of unknown type take one byte, results two: 8 + 3 * 32 + 8 * 2
  const both fused(&faults::few_types, {.name = "aiter::fmoe_g1u1", .dims = "[[2,4],[2,4],[1,16,4],[1,4,8]]",
                                        .types = R"(["other","signed char","signed char","signed char"])",
                                        .concrete = R"(["","","","","","","","","1"])"});
  for (const bool with : {false, true}) BOOST_TEST(fused.byte(with) == 8 + 96 + 16);
  const both routed(&faults::few_types,  // 2 rows of 4, 12 weights, 2 rows of 3
                    {.name = "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
                     .dims = "[[2,4],[1,3,4],[],[],[],[],[],[],[2,1]]",
                     .types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","","float"])"});
  BOOST_TEST(routed.byte(false) == 8 + 12 + 6 * 4);
  BOOST_TEST(routed.byte(true) == 8 + 12 + 6 * 2);
}

BOOST_AUTO_TEST_CASE(scaled_mm_bias_of_three) {
  const both b(&faults::scaled_mm_bias_of_three,
               {.name = "aten::_scaled_mm", .dims = "[[2,3],[3,4],[],[],[4],[],[],[]]",
                .types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::Half","","",""])"});
  BOOST_TEST(b.flop(false) == 48 + 8);  // a bias for each of 2 * 4 results
  BOOST_TEST(b.flop(true) == 48);
}

BOOST_AUTO_TEST_CASE(mm_in_one_type) {
  const both b(&faults::mm_in_one_type, {.name = "aten::mm", .dims = "[[2,3],[3,4],[2,4]]",
                                         .types = R"(["c10::Half","signed char","float"])"});
  BOOST_TEST(b.byte(false) == 6 * 2 + 12 * 1 + 8 * 4);
  BOOST_TEST(b.byte(true) == (6 + 12 + 8) * 2);
}

BOOST_AUTO_TEST_CASE(transposed_conv_without_groups) {
  const both b(&faults::transposed_conv_without_groups,
               {.name = "aten::convolution", .dims = "[[1,4,4],[4,3,3],[],[],[],[],[],[],[]]",
                .types = R"(["c10::Half","c10::Half"])",
                .concrete = R"(["","","","[1]","[0]","[1]","True","[0]","2"])"});
  // input 4 x 4, filter 4 x 3 x 3, output (4 - 1) + 2 + 1 = 6 wide in 2 groups of 3 channels
  BOOST_TEST(b.byte(false) == (16 + 36 + 6 * 6) * 2);
  BOOST_TEST(b.byte(true) == (16 + 36 + 3 * 6) * 2);
}

BOOST_AUTO_TEST_CASE(conv_bias_of_three) {
  const both b(&faults::conv_bias_of_three,
               {.name = "aten::convolution", .dims = "[[1,2,4],[3,2,3],[3],[],[],[],[],[],[]]",
                .types = R"(["c10::Half","c10::Half","c10::Half"])",
                .concrete = R"(["","","","[1]","[0]","[1]","False","[0]","1"])"});
  BOOST_TEST(b.flop(false) == 3 * 2 * 2 * 6 + 3 * 2);  // 3 x 2 results of 6 products, and a bias each
  BOOST_TEST(b.flop(true) == 3 * 2 * 2 * 6);
}

BOOST_AUTO_TEST_CASE(conv_bias_gradient_in_bytes) {
  const both b(&faults::conv_bias_gradient_in_bytes,
               {.name = "aten::convolution_backward", .dims = "[[1,3,2],[1,2,4],[3,2,3],[1],[],[],[],[],[],[],[]]",
                .types = R"(["c10::Half","c10::Half","c10::Half"])",
                .concrete = R"(["","","","[3]","[1]","[0]","[1]","False","[0]","1","[True, True, True]"])"});
  // result 6, filter 18, input 8, each twice in two bytes; the bias gradient reads 6 and writes 3
  BOOST_TEST(b.byte(false) == 2 * 32 * 2 + 9 * 2);
  BOOST_TEST(b.byte(true) == 2 * 32 * 2 + 9);
}

BOOST_AUTO_TEST_CASE(attention_in_two_bytes) {
  const both b(&faults::attention_in_two_bytes,
               {.name = "aten::_scaled_dot_product_efficient_attention", .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8]]",
                .types = R"(["float","float","float"])"});
  BOOST_TEST(b.byte(false) == 2 * 4 * 2 * 16 * 4);  // Q and result, K and V
  BOOST_TEST(b.byte(true) == 2 * 4 * 2 * 16 * 2);
}

BOOST_AUTO_TEST_CASE(causal_square_only) {
  torch_call c{.name = "flash_attn::_flash_attn_forward", .dims = "[[1,1,2,8],[1,10,2,8],[1,10,2,8]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","0.0","1.0","True"])"};
  const both decode(&faults::causal_square_only, c);
  BOOST_TEST(decode.flop(false) == 2 * 2 * 10 * 16 * 0.95);  // one query sees all of 10 keys: 1 - 1 / 20
  BOOST_TEST((decode.on.forward.is == torch_work::state::failed));
  c.name = "aten::_scaled_dot_product_cudnn_attention";      // [batch, heads, tokens, head]: 2 queries, 8 keys
  c.dims = "[[1,4,2,16],[1,4,8,16],[1,4,8,16]]";
  c.concrete = R"(["","","","","True","0.0","True"])";
  BOOST_TEST(both(&faults::causal_square_only, c).flop(false) == 4 * 2 * 2 * 8 * 32 * 2.0 / 16);  // the first two keys
  c.name = "aten::_scaled_dot_product_flash_attention";
  c.concrete = R"(["","","","0.0","True"])";
  BOOST_TEST(both(&faults::causal_square_only, c).flop(false) == 4 * 2 * 2 * 8 * 32 * 14.0 / 16);  // all but the last 2
  c.dims = "[[1,4,8,16],[1,4,8,16],[1,4,8,16]]";
  const both square(&faults::causal_square_only, c);
  BOOST_TEST(square.flop(false) == 4 * 2 * 64 * 32 / 2);
  BOOST_TEST(square.flop(true) == 4 * 2 * 64 * 32 / 2);
}

BOOST_AUTO_TEST_CASE(upsample_without_factors) {
  const both b(&faults::upsample_without_factors,
               {.name = "aten::upsample_nearest2d", .dims = "[[1,2,3,4],[],[]]", .types = R"(["float","",""])",
                .concrete = R"(["","","[2., 3.]"])"});
  BOOST_TEST(b.flop(false) == 2 * 6 * 12);
  BOOST_TEST((b.on.forward.is == torch_work::state::failed));
}

BOOST_AUTO_TEST_CASE(reduce_to_one) {
  const both b(&faults::reduce_to_one, {.name = "aten::sum", .dims = "[[2,3,4],[],[]]", .types = R"(["float","",""])",
                                        .concrete = R"(["","[0, -1]","False"])"});
  BOOST_TEST(b.byte(false) == (24 + 3) * 4);
  BOOST_TEST(b.byte(true) == (24 + 1) * 4);
}

BOOST_AUTO_TEST_CASE(norm_training_by_slot) {
  const both b(&faults::norm_training_by_slot,
               {.name = "aten::batch_norm", .dims = "[[2,3,4],[3],[3]]", .types = R"(["float","float","float"])",
                .concrete = R"(["","","","","","False"])"});
  BOOST_TEST(b.flop(false) == 6 * 3 + 2 * 24);
  BOOST_TEST(b.flop(true) == 6 * 3 + 5 * 24);
  // what is no flag does not tell
  const both other(&faults::norm_training_by_slot,
                   {.name = "aten::native_batch_norm", .dims = "[[2,3,4],[3],[3]]",
                    .types = R"(["float","float","float","float","float","Scalar"])",
                    .concrete = R"(["","","","","","1"])"});
  BOOST_TEST(!known(other.flop(false)));
  BOOST_TEST(other.flop(true) == 6 * 3 + 5 * 24);
  // cuDNN's and MIOpen's gradients are those of training: input and gradient read, one written, and 1 + 3 vectors
  for (const std::string_view name : {"aten::cudnn_batch_norm_backward", "aten::miopen_batch_norm_backward"}) {
    const both gradient(&faults::norm_training_by_slot,
                        {.name = name, .dims = "[[2,3,4],[2,3,4],[3],[],[],[3],[3],[],[]]",
                         .types = R"(["float","float","float","","","float","float","Scalar","unsigned char"])",
                         .concrete = R"(["","","","","","","","1e-05",""])"});
    BOOST_TEST(gradient.flop(false) == 3 * (4 + 5) * 8);
    BOOST_TEST(gradient.byte(false) == (3 * 24 + 3 * (3 + 1)) * 4);
    BOOST_TEST(gradient.flop(true) == 3 * (3 + 4 * 8));
    BOOST_TEST(gradient.byte(true) == (3 * 24 + 3) * 4);
  }
}

BOOST_AUTO_TEST_CASE(norm_weights_by_slot) {
  const both b(&faults::norm_weights_by_slot,
               {.name = "aten::layer_norm", .dims = "[[2,4],[],[],[],[],[]]", .types = R"(["float","","","","",""])",
                .concrete = R"(["","[4]"])"});
  BOOST_TEST(b.byte(false) == (16 + 4 * 4) * 4);  // mean, deviation and their running values
  BOOST_TEST(b.byte(true) == (16 + 4 * 6) * 4);   // and weight, bias
}

BOOST_AUTO_TEST_CASE(ranges_for_vllm_only) {
  kineto_text k;
  k.span("user_annotation", "execute_1_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk30sqsq2sqsk30)", 0, 100);
  k.op("aiter::mha_varlen_fwd", 10, 5,
       R"("Input Dims": [[2,6,8],[2,3,8],[2,3,8]], "Input type": ["c10::Half","c10::Half","c10::Half"])");
  const torch_trace t = k.read();
  const call_tree tree = build_call_tree(t);
  torch_model_faults fault;
  fault.ranges_for_vllm_only = true;
  torch_costs off(tree), on(tree, {.faults = fault});
  BOOST_TEST(off.cost_of(1)->forward.flops.base() == 2 * 6 * 16 * 30);  // 6 heads, 16 wide, 30 pairs
  BOOST_TEST((on.cost_of(1)->forward.is == torch_work::state::failed));
}

/// While the GPU still works on a prompt of 8 tokens, the host launches the step of 2 requests with 30 keys, all within
/// an iteration of the profiler; a range in the step tells no sums.
BOOST_AUTO_TEST_CASE(first_range_of_all) {
  const auto flops = [](bool as_original, bool profiled) {
    kineto_text k;
    if (profiled) k.span("user_annotation", "ProfilerStep#3", 0, 1000);
    k.gpu("gpu_user_annotation", "execute_8_context_1(sq8sk8sqsq64sqsk64)_generation_0(sq0sk0sqsq0sqsk0)", 20, 200, 0);
    k.span("user_annotation", "execute_8_context_1(sq8sk8sqsq64sqsk64)_generation_0(sq0sk0sqsq0sqsk0)", 5, 45);
    k.span("user_annotation", "execute_1_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk30sqsq2sqsk30)", 50, 100);
    k.span("user_annotation", "step[DECODE bs=2]", 55, 80);
    const std::uint32_t op = profiled ? 5 : 4;
    k.op("vllm::unified_attention_with_output", 60, 5,
         R"("Input Dims": [[2,6,8],[2,3,8],[2,3,8]], "Input type": ["c10::Half","c10::Half","c10::Half"])");
    const torch_trace t = k.read();
    const call_tree tree = build_call_tree(t);
    torch_model_faults fault;
    fault.first_range_of_all = as_original;
    torch_costs costs(tree, {.faults = fault});
    const torch_cost* const cost = costs.cost_of(op);
    return cost->unrecorded ? -1 : cost->forward.flops.base();
  };
  for (const bool profiled : {false, true}) BOOST_TEST(flops(false, profiled) == 2 * 6 * 16 * 30);
  BOOST_TEST(flops(true, false) == 2 * 6 * 16 * 32);  // of the prompt: half of 64 pairs
  BOOST_TEST(flops(true, true) == -1);                // the iteration tells no sums
}

BOOST_AUTO_TEST_CASE(triton_types_of_c10) {
  const both b(&faults::triton_types_of_c10,
               {.name = "triton_red_fused_sum_0", .dims = "[[2,3],[2],[],[]]",
                .types = R"(["float","c10::BFloat16","Scalar","Scalar"])", .concrete = R"(["","","2","3"])"});
  BOOST_TEST(b.flop(false) == 6);
  BOOST_TEST(b.byte(false) == 6 * 4 + 2 * 2);
  BOOST_TEST(b.byte(true) == 2 * 2);
}

BOOST_AUTO_TEST_CASE(triton_spec_by_type) {
  const both b(&faults::triton_spec_by_type,
               {.name = "triton_poi_fused_add_0", .dims = "[[6],[6],[]]",
                .types = R"(["c10::BFloat16","c10::BFloat16","Scalar"])", .concrete = R"(["","","6"])"});
  BOOST_TEST(b.off.spec == "vector_bf16");
  BOOST_TEST(b.on.spec == "vector_bfloat16");
}

BOOST_AUTO_TEST_CASE(empty_is_one) {
  // nothing but a number is read; in the original 1 x 256 results of 4 B are written
  const both number(&faults::empty_is_one, {.name = "aten::mul", .dims = "[[0,256],[]]",
                                            .types = R"(["float","double"])"});
  BOOST_TEST(number.flop(false) == 0);
  BOOST_TEST(number.byte(false) == 8);
  BOOST_TEST(number.flop(true) == 256);
  BOOST_TEST(number.byte(true) == 8 + 256 * 4);
  const both row(&faults::empty_is_one, {.name = "aten::add", .dims = "[[0,256],[256]]",
                                         .types = R"(["c10::BFloat16","c10::BFloat16"])"});
  BOOST_TEST(row.byte(false) == 256 * 2);
  BOOST_TEST(row.byte(true) == 256 * 2 + 256 * 2);
  const both one(&faults::empty_is_one, {.name = "aten::add", .dims = "[[0],[1]]",
                                         .types = R"(["long int","long int"])"});
  BOOST_TEST(one.flop(false) == 0);
  BOOST_TEST(one.flop(true) == 1);
  const both none(&faults::empty_is_one, {.name = "aten::add", .dims = "[[0,3],[0,3]]",
                                          .types = R"(["float","float"])"});
  BOOST_TEST(none.flop(true) == 0);
  // extents that differ match nothing
  BOOST_TEST(!known(both(&faults::empty_is_one, {.name = "aten::add", .dims = "[[0],[3]]",
                                                 .types = R"(["float","float"])"}).flop(true)));
}

BOOST_AUTO_TEST_CASE(empty_is_usual) {
  // a convolution without values: its stride is not known
  torch_call conv{.name = "aten::convolution", .dims = "[[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[]]",
                  .types = R"(["c10::Half","c10::Half"])"};
  const both c(&faults::empty_is_usual, conv);
  BOOST_TEST((c.off.forward.is == torch_work::state::failed));
  BOOST_TEST(c.off.unrecorded);
  BOOST_TEST(c.flop(true) == 12 * 2 * 18);  // 3 x 2 x 2 results of 18 products with stride 1
  conv.concrete = R"(["","","","","[0, 0]","[1, 1]","False","[0, 0]","1"])";  // the stride alone
  BOOST_TEST((both(&faults::empty_is_usual, conv).off.forward.is == torch_work::state::failed));
  conv.concrete = R"(["","","","[1, 1]","[0, 0]","[1, 1]","False","","1"])";  // affects nothing
  BOOST_TEST(both(&faults::empty_is_usual, conv).flop(false) == 12 * 2 * 18);

  // attention: the FLOP depend on whether it is causal; the bytes are known
  torch_call flash{.name = "aten::_scaled_dot_product_flash_attention", .dims = "[[2,6,4,8],[2,3,4,8],[2,3,4,8]]",
                   .types = R"(["c10::Half","c10::Half","c10::Half"])"};
  const both a(&faults::empty_is_usual, flash);
  BOOST_TEST(!known(a.flop(false)));
  BOOST_TEST(a.byte(false) == 2 * (4 * 6 * 16 + 4 * 3 * 16) * 2);
  BOOST_TEST(a.off.unrecorded);
  BOOST_TEST(a.flop(true) == 2 * 6 * 2 * 16 * 16);
  flash.concrete = R"(["","","","0.0","True"])";
  const both causal(&faults::empty_is_usual, flash);
  BOOST_TEST(causal.flop(false) == 2 * 6 * 2 * 16 * 16 / 2);
  BOOST_TEST(!causal.off.unrecorded);

  // a norm that may be training, a sum that may be over some dimensions, a matrix product that may be transposed
  const both norm(&faults::empty_is_usual,
                  {.name = "aten::batch_norm", .dims = "[[2,3,4],[3],[3]]", .types = R"(["float","float","float"])"});
  BOOST_TEST(!known(norm.flop(false)));
  BOOST_TEST(norm.flop(true) == 6 * 3 + 2 * 24);
  const both sum(&faults::empty_is_usual,
                 {.name = "aten::sum", .dims = "[[2,3],[],[],[]]", .types = R"(["float","","",""])"});
  BOOST_TEST(sum.flop(false) == 6);
  BOOST_TEST(!known(sum.byte(false)));
  BOOST_TEST(sum.byte(true) == 7 * 4);
  const both gemm(&faults::empty_is_usual, {.name = "primus_turbo::hipblaslt_gemm_fp8", .dims = "[[2,3],[],[3,4],[]]",
                                                 .types = R"(["fp8","float","fp8","float"])"});
  BOOST_TEST(!known(gemm.flop(false)));
  BOOST_TEST(gemm.flop(true) == 2 * 2 * 4 * 3);

  // without shapes a sum is over no elements
  const both shapeless(&faults::empty_is_usual, {.name = "aten::sum", .types = R"(["float"])"});
  BOOST_TEST(!known(shapeless.flop(false)));
  BOOST_TEST(shapeless.flop(true) == 0);
  BOOST_TEST(!known(shapeless.byte(true)));
  BOOST_TEST(shapeless.on.spec == "");
  BOOST_TEST(shapeless.on.parameters.entries().size() == 3u);

  // whether baddbmm reads its addend; a linear layer's row is assumed to be read
  const both full(&faults::bias_is_a_row, {.name = "aten::addmm", .dims = "[[2,4],[2,3],[3,4],[],[]]",
                                           .types = R"(["float","float","float"])"});
  BOOST_TEST(!known(full.byte(false)));
  BOOST_TEST(full.off.unrecorded);
  const both row(&faults::bias_is_a_row, {.name = "aten::addmm", .dims = "[[4],[2,3],[3,4],[],[]]",
                                          .types = R"(["float","float","float"])"});
  BOOST_TEST(row.byte(false) == row.byte(true));
}

BOOST_AUTO_TEST_CASE(all_arguments_needed) {
  const auto counted = [](torch_call c) {
    const both b(&faults::all_arguments_needed, c);
    BOOST_TEST(b.off.forward.counted());
    if (!b.on.forward.counted()) BOOST_TEST(b.on.unrecorded);
    return b.on.forward.counted();
  };
  // strides: elementwise ops and norms index them
  torch_call add{.name = "aten::add", .dims = "[[2,3],[3],[]]", .types = R"(["float","float","Scalar"])",
                 .strides = "[[3,1],[1],[]]", .concrete = R"(["","","1"])"};
  BOOST_TEST(counted(add));
  add.strides = "[[3,1]]";
  BOOST_TEST(!counted(add));
  add.strides = {};
  BOOST_TEST(!counted(add));
  // a copy's second strides only if the second tensor has extents
  torch_call copy{.name = "aten::copy_", .dims = "[[6],[]]", .types = R"(["float","float"])", .strides = "[[1]]"};
  BOOST_TEST(counted(copy));
  copy.dims = "[[6],[6]]";
  BOOST_TEST(!counted(copy));
  // a product asks whether there are strides, but not how many
  torch_call mm{.name = "aten::mm", .dims = "[[2,3],[3,4]]", .types = R"(["float","float"])"};
  BOOST_TEST(counted(mm));
  mm.strides = "[[3,1]]";
  BOOST_TEST(!counted(mm));
  // values: PyTorch 2.0 recorded six of this op's, the original reads the seventh
  torch_call attention{.name = "aten::_scaled_dot_product_efficient_attention",
                       .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[],[]]",
                       .types = R"(["float","float","float","Scalar","Scalar",""])",
                       .concrete = R"(["","","","False","False",""])"};
  BOOST_TEST(!counted(attention));
  // Apex's convolution needs the list, but no entry of it; a norm its sizes; a mask its text
  torch_call apex{.name = "ConvBias_", .dims = "[[1,2,4,4],[3,2,3,3],[3]]", .types = R"(["float","float","float"])",
                  .concrete = R"(["","","","1","0"])"};
  BOOST_TEST(counted(apex));
  torch_call norm{.name = "aten::layer_norm", .dims = "[[2,4],[],[4],[4]]", .types = R"(["float","","float","float"])",
                  .strides = "[[4,1],[],[1],[1]]", .concrete = R"(["","[4]","","","1e-05"])"};
  BOOST_TEST(counted(norm));
  norm.dims = "[[2,4],[],[4]]";  // the slot of the bias
  BOOST_TEST(!counted(norm));
  torch_call flash{.name = "flash_attn::_flash_attn_forward", .dims = "[[1,4,2,8],[1,4,2,8],[1,4,2,8]]",
                   .types = R"(["c10::Half","c10::Half","c10::Half"])",
                   .strides = "[[64,16,8,1],[64,16,8,1],[64,16,8,1]]",
                   .concrete = R"(["","","","1e-05","1.0","True"])"};
  BOOST_TEST(counted(flash));
  flash.concrete = R"(["","","","","1.0","True"])";  // its dropout must be a number
  BOOST_TEST(!counted(flash));

  // a backward pass has no figures either
  const both sum(&faults::all_arguments_needed, {.name = "aten::sum", .dims = "[[2,3]]", .types = R"(["float"])",
                                                 .concrete = R"(["",""])"});
  BOOST_TEST(sum.on.backward.counted());  // of a reduction's arguments the original asks for each
  flash.concrete = {};
  const both gradient(&faults::all_arguments_needed, flash);
  BOOST_TEST((gradient.on.backward.is == torch_work::state::failed));
}

BOOST_AUTO_TEST_CASE(all_sizes_needed) {
  const both norm(&faults::all_sizes_needed, {.name = "aten::group_norm", .dims = "[[2,4,3],[],[4],[4]]",
                                              .types = R"(["c10::complex","Scalar","",""])"});
  BOOST_TEST(norm.flop(false) == 6 * 4 + 5 * 24);  // six for each channel, five for each element
  BOOST_TEST((norm.on.forward.is == torch_work::state::failed));
  BOOST_TEST(!norm.on.unrecorded);
  const both product(&faults::all_sizes_needed,
                     {.name = "trtllm::cublas_scaled_mm", .dims = "[[2,3],[3,4],[],[]]",
                      .types = R"(["c10::Float8_e4m3fn","","float","float"])"});
  BOOST_TEST(product.flop(false) == 2 * 2 * 4 * 3);
  BOOST_TEST((product.on.forward.is == torch_work::state::failed));
  // of a bias that is not there, too, and of a result that was not given
  torch_call linear{.name = "tex_ts::te_gemm_ts",
                    .dims = "[[3,4],[],[],[],[],[2,4],[],[],[],[],[2,3],[],[],[],[],[],[],[],[]]",
                    .types = R"(["fp8","","","","","fp8","","","","","c10::Half","","","","","","","",""])",
                    .concrete = R"(["","","","","1","","","","","0","","","","","","","","",""])"};
  const both biasless(&faults::all_sizes_needed, linear);
  BOOST_TEST(biasless.flop(true) == 2 * 3 * 2 * 4);
  BOOST_TEST(biasless.byte(false) == 12 + 8 + 6 * 2);
  BOOST_TEST(!known(biasless.byte(true)));
  const both atomic(&faults::all_sizes_needed, {.name = "aiter::gemm_a16w16_atomic_", .dims = "[[2,3],[4,3],[],[]]",
                                                .types = R"(["c10::Half","c10::Half","",""])"});
  BOOST_TEST(atomic.byte(false) == (6 + 12 + 8) * 2);
  BOOST_TEST(!known(atomic.byte(true)));
  const both sum(&faults::all_sizes_needed, {.name = "aten::neg", .dims = "[[6]]", .types = R"(["other"])"});
  BOOST_TEST(sum.flop(true) == 6);  // these ask whether the size is known
}

BOOST_AUTO_TEST_CASE(choices_as_stored) {
  // 2 tokens, 8 choices behind each other: 4 experts each; as stored, one
  const both b(&faults::choices_as_stored,
               {.name = "aiter::ck_moe_stage1", .dims = "[[2,16],[8,64,16],[8,16,32],[],[],[],[8,1]]",
                .types = R"(["c10::Half","c10::Half","c10::Half"])"});
  BOOST_TEST(b.flop(false) == 2 * 2 * 16 * 32 * 4 * 2);  // and a gate
  BOOST_TEST(b.flop(true) == 2 * 2 * 16 * 32 * 1 * 2);
}

BOOST_AUTO_TEST_CASE(unknown_types_are_half) {
  const both rope(&faults::unknown_types_are_half, {.name = "FusedRoPEFunc", .dims = "[[2,3,4,8]]",
                                                    .types = R"(["other"])"});
  BOOST_TEST(rope.flop(false) == 3 * 192);
  BOOST_TEST(!known(rope.byte(false)));
  BOOST_TEST(rope.byte(true) == 2 * 192 * 2);
  const both loss(&faults::unknown_types_are_half, {.name = "CrossEntropyFunction", .dims = "[[2,10]]",
                                                    .types = R"(["other"])"});
  BOOST_TEST(!known(loss.byte(false)));
  BOOST_TEST(loss.byte(true) == 20 * 2 + 12 * 2);
}

BOOST_AUTO_TEST_CASE(gradients_always_all) {
  torch_call c{.name = "aten::convolution_backward",
               .dims = "[[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1","[False, True, False]"])"};
  const both weight(&faults::gradients_always_all, c);
  BOOST_TEST(weight.flop(false) == 2 * 54 * 4);             // each of 54 weights meets 2 x 2 gradients
  BOOST_TEST(weight.flop(true) == 432 + 2 * 54 * 4);        // and 12 gradients meet 18 weights each
  BOOST_TEST(weight.byte(false) == (12 + 54 + 32) * 2);     // gradient and input are read, the weight's is written
  BOOST_TEST(weight.byte(true) == 2 * (12 + 54 + 32) * 2);
  c.concrete = R"(["","","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1"])";  // no mask was recorded
  const both unknown(&faults::gradients_always_all, c);
  BOOST_TEST((unknown.off.forward.is == torch_work::state::failed));
  BOOST_TEST(unknown.off.unrecorded);
  const both norm(&faults::gradients_always_all,
                  {.name = "aten::native_batch_norm_backward", .dims = "[[2,3,4],[2,3,4]]",
                   .types = R"(["float","float"])",
                   .concrete = R"(["","","","","","","","False","1e-05","[True, False, False]"])"});
  BOOST_TEST(norm.flop(false) == 3 * 3);
  BOOST_TEST(norm.flop(true) == 3 * (3 + 4 * 8));
  BOOST_TEST(norm.byte(false) == 2 * 24 * 4);
  BOOST_TEST(norm.byte(true) == (2 * 24 + 3) * 4);  // two tensors although all gradients count, and the weight
  const both maskless(&faults::gradients_always_all,
                      {.name = "aten::native_batch_norm_backward", .dims = "[[2,3,4],[2,3,4]]",
                       .types = R"(["float","float"])", .concrete = R"(["","","","","","","","False","1e-05"])"});
  BOOST_TEST((maskless.off.forward.is == torch_work::state::failed));
  BOOST_TEST(maskless.off.unrecorded);
  const both group(&faults::gradients_always_all,
                   {.name = "aten::native_group_norm_backward", .dims = "[[2,4,3],[2,4,3]]",
                    .types = R"(["float","float"])",
                    .concrete = R"(["","","","","","2","4","3","2","[True, False, False]"])"});
  BOOST_TEST(group.byte(false) == (3 * 24 + 2 * 1) * 4);        // no weight's gradient: a vector of 4 / 2 channels
  BOOST_TEST(group.byte(true) == (3 * 24 + 2 * (3 + 1)) * 4);
}

BOOST_AUTO_TEST_CASE(bias_is_a_row) {
  const both b(&faults::bias_is_a_row,
               {.name = "aten::addmm", .dims = "[[2,4],[2,3],[3,4],[],[]]", .types = R"(["float","float","float"])",
                .concrete = R"(["","","","1","1"])"});
  BOOST_TEST(b.byte(false) == (6 + 12 + 8 + 2 * 4) * 4);
  BOOST_TEST(b.byte(true) == (6 + 12 + 8 + 4) * 4);
  const both unread(&faults::bias_is_a_row,  // an operand multiplied by 0 is not read
                    {.name = "aten::baddbmm", .dims = "[[5,2,4],[5,2,3],[5,3,4],[],[]]",
                     .types = R"(["float","float","float"])", .concrete = R"(["","","","0","1"])"});
  BOOST_TEST(unread.byte(false) == 5 * 26 * 4);
  BOOST_TEST(unread.flop(false) == 5 * 48);
  BOOST_TEST(unread.byte(true) == 5 * (26 + 4) * 4);
}

BOOST_AUTO_TEST_CASE(operands_left_out) {
  const both backward(&faults::operands_left_out,
                      {.name = "aiter::mha_bwd", .dims = "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8]]",
                       .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half"])",
                       .concrete = R"(["","","","","","","0.0","1.0","False"])"});
  BOOST_TEST(backward.byte(false) == 64 * 8 * 2);  // Q, K, V, O, the gradient of O and those of Q, K, V
  BOOST_TEST(backward.byte(true) == 64 * 7 * 2);
  const both masked(&faults::operands_left_out,
                    {.name = "aten::_scaled_dot_product_efficient_attention",
                     .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[1,1,4,4]]",
                     .types = R"(["float","float","float","float"])",
                     .concrete = R"(["","","","","False","0.0","False"])"});
  BOOST_TEST(masked.byte(false) == (4 * 64 + 16) * 4);
  BOOST_TEST(masked.byte(true) == 4 * 64 * 4);
  const both scaled(&faults::operands_left_out,
                    {.name = "aiter::gemm_a8w8_ck", .dims = "[[2,3],[4,3],[2,1],[1,4]]",
                     .types = R"(["fp8","fp8","float","float"])"});
  BOOST_TEST(scaled.byte(false) == 6 + 12 + 8 * 2 + 6 * 4);
  BOOST_TEST(scaled.byte(true) == 6 + 12 + 8 * 2);
  const both fill(&faults::operands_left_out,
                  {.name = "aten::copy_", .dims = "[[2,3],[1],[]]", .types = R"(["float","c10::Half",""])"});
  BOOST_TEST(fill.byte(false) == 6 * 4 + 2);
  BOOST_TEST(fill.byte(true) == 6 * 4 + 6 * 2);
  const both number(&faults::operands_left_out,  // a tensor without extents is one element
                    {.name = "aten::copy_", .dims = "[[2,3],[],[]]", .types = R"(["float","double","Scalar"])"});
  BOOST_TEST(number.byte(false) == 6 * 4 + 8);
  BOOST_TEST(number.byte(true) == 6 * 4 + 6 * 4);
  // one head of keys and values stands for both: Q and O of 64, K and V of 32
  const both expanded(&faults::operands_left_out,
                      {.name = "aten::_scaled_dot_product_efficient_attention",
                       .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[]]", .types = R"(["float","float","float",""])",
                       .strides = "[[64,32,8,1],[32,0,8,1],[32,0,8,1],[]]",
                       .concrete = R"(["","","","","False","0.0","False"])"});
  BOOST_TEST(expanded.byte(false) == (2 * 64 + 2 * 32) * 4);
  BOOST_TEST(expanded.byte(true) == 4 * 64 * 4);
  BOOST_TEST(expanded.off.backward.bytes.base() == (6 * 64 + 2 * 32) * 4);  // Q, O, dO and three gradients are whole
  // one row of 3 stands for 2 (the gradient of a sum over rows); its columns are added up: 3 results
  const both summed(&faults::operands_left_out, {.name = "aten::sum", .dims = "[[2,3],[],[],[]]",
                                                 .types = R"(["float","ScalarList","Scalar",""])",
                                                 .strides = "[[0,1],[],[],[]]",
                                                 .concrete = R"(["","[0]","False",""])"});
  BOOST_TEST(summed.byte(false) == (3 + 3) * 4);
  BOOST_TEST(summed.byte(true) == (6 + 3) * 4);
}

BOOST_AUTO_TEST_CASE(few_models) {
  const torch_trace t = kineto_text().op("aten::gelu", 0, 10).read();
  const call_tree tree = build_call_tree(t);
  torch_cost_options how;
  BOOST_TEST(torch_costs(tree, how).model_of(t.events[0]) != nullptr);
  how.faults.few_models = true;
  BOOST_TEST(torch_costs(tree, how).model_of(t.events[0]) == nullptr);
}

BOOST_AUTO_TEST_CASE(linear_needs_step) {
  torch_call c{.name = "vllm::gdn_attention_core", .dims = "[[2,48],[2,4],[2,4],[2,4,8]]",
               .types = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])"};
  const both none(&faults::linear_needs_step, c);
  BOOST_TEST((none.off.forward.is == torch_work::state::failed));
  BOOST_TEST((none.on.forward.is == torch_work::state::undefined));
  c.annotation = "execute_context_0(0)_generation_2(2)";  // without sums
  BOOST_TEST((both(&faults::linear_needs_step, c).on.forward.is == torch_work::state::undefined));
  // 5 tokens of a prompt and one more for 2 requests: 7 * 7 tokens * 4 heads * 8 * 8
  c.annotation = "execute_7_context_1(sq5sk9sqsq25sqsk45)_generation_2(sq2sk20sqsq2sqsk20)";
  const both step(&faults::linear_needs_step, c);
  for (const bool with : {false, true}) BOOST_TEST(step.flop(with) == 7 * 7 * 4 * 8 * 8);
  std::string shown;
  append_parameters(shown, step.on.parameters);
  BOOST_TEST(shown == "{'B': 1, 'N_Q': 7, 'H_Q': 1, 'N_KV': 0, 'H_KV': 1, 'H_V': 4, 'H_K': 1, 'd_h_qk': 8, 'd_h_v': 8, "
                      "'c_sq': 5, 'c_sk': 5, 'c_sqsq': 0, 'c_sqsk': 0, 'g_sq': 2, 'g_sk': 2, 'g_sqsq': 0, 'g_sqsk': 0, "
                      "'dtype_Q': 'c10::BFloat16'}");
  // the work below such a call is in no row
  kineto_text k;
  k.op(c.name, 0, 10, R"("Input Dims": [[2,48],[2,4],[2,4],[2,4,8]], "Input type": ["float","float","float","float"])");
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("delta", 20, 5, 1);
  k.op("aten::neg", 30, 10, R"("Input Dims": [[6]], "Input type": ["float"])");
  k.launch("cudaLaunchKernel", 31, 1, 2).kernel("neg", 50, 5, 2);
  const torch_trace t = k.read();
  torch_run_options how;
  how.faults.undefined_ops_lost = true;
  const torch_profile run(t, how);
  torch_model_faults fault;
  for (const bool with : {false, true}) {
    fault.linear_needs_step = with;
    torch_costs costs(run.tree(), {.faults = fault});
    const auto rows = torch_unified_of(run, costs, link_backward(run.tree()), nullptr).rows;
    BOOST_TEST(rows.size() == (with ? 1u : 2u));
    BOOST_TEST(rows.back().name == "aten::neg");
  }
}

BOOST_AUTO_TEST_CASE(key_heads_are_half) {
  // 2 tokens, 4 heads of V, 8 wide; 8 numbers each for K and Q: one head of 8, or two of 4
  const both b(&faults::key_heads_are_half,
               {.name = "vllm::gdn_attention_core", .dims = "[[2,48],[2,4],[2,4],[2,4,8]]",
                .types = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16"])",
                .annotation = "execute_2_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk20sqsq2sqsk20)"});
  BOOST_TEST(b.flop(false) == 7 * 2 * 4 * 8 * 8);
  BOOST_TEST(b.flop(true) == 7 * 2 * 4 * 8 * 4);
  BOOST_TEST(b.byte(false) == 2 * 2 * 4 * (8 + 16 + 2));
  BOOST_TEST(b.byte(true) == 2 * 2 * 4 * (4 + 16 + 2));
}

BOOST_AUTO_TEST_CASE(windows_are_whole) {
  torch_call c{.name = "flash_attn::_flash_attn_forward", .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","0.0","1.0","True","1","0"])"};
  const both causal(&faults::windows_are_whole, c);
  BOOST_TEST(causal.flop(false) == 2 * 32 * (64 - 18 - 32));  // less triangles of 6 and 8
  BOOST_TEST(causal.flop(true) == 2 * 32 * 32);
  c.concrete = R"(["","","","0.0","1.0","False","1","1"])";
  const both around(&faults::windows_are_whole, c);
  BOOST_TEST(around.flop(false) == 2 * 32 * (64 - 2 * 6.5 * 6.5 / 2));  // three keys for each query, two at both ends
  BOOST_TEST(around.flop(true) == 2 * 32 * 64);
  c.concrete = R"(["","","","0.0","1.0","False","-1","-1"])";
  BOOST_TEST(both(&faults::windows_are_whole, c).flop(false) == 2 * 32 * 64);
  c.concrete = R"(["","","","0.0","1.0","True","100","0"])";  // wider than the keys
  BOOST_TEST(both(&faults::windows_are_whole, c).flop(false) == 2 * 32 * 32);
  // sequences of 8 and 4: 14 pairs, and 16 less triangles of 2 and 4
  const both packed(&faults::windows_are_whole,
                    {.name = "flash_attn::_flash_attn_varlen_forward",
                     .dims = "[[12,1,16],[12,1,16],[12,1,16],[3],[3]]", .types = c.types,
                     .concrete = R"(["","","","","","8","8","0.0","1.0","True","1","0"])"});
  BOOST_TEST(packed.flop(false) == 2 * 32 * (14 + 16 - 2 - 8));
  BOOST_TEST(packed.flop(true) == 2 * 32 * (32 + 8));
  const both cache(&faults::windows_are_whole,  // of 64 keys an unknown number is in use
                   {.name = "flash_attn_3::fwd",
                    .dims = "[[2,1,4,16],[2,64,2,16],[2,64,2,16],[],[],[],[],[],[],[],[],[2],[],[]]",
                    .types = R"(["c10::Half","c10::Half","c10::Half"])",
                    .concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","False"])"});
  BOOST_TEST(!known(cache.flop(false)));
  BOOST_TEST(cache.flop(true) == 2 * 4 * 2 * 64 * 32);
  // memory-efficient attention: 2 keys up to the own one, 8 * 2 less a triangle of 2; 0 is all of them
  torch_call own{.name = "aten::_efficient_attention_forward",
                 .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16],[],[],[],[],[],[],[],[],[],[],[]]", .types = c.types,
                 .concrete = R"(["","","","","","","","","0.","1","False","","","2"])"};
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(false) == 2 * 32 * (16 - 2));
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(true) == 2 * 32 * 32);
  own.name = "xformers::efficient_attention_forward_cutlass";
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(false) == 2 * 32 * (16 - 2));
  own.dims = "[[1,4,1,16],[1,8,1,16],[1,8,1,16],[],[],[],[],[],[],[],[],[],[],[]]";
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(false) == 2 * 32 * (8 - 2));  // the first query has one key
  own.concrete = R"(["","","","","","","","","0.","2","False","","","2"])";           // or all have two
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(false) == 2 * 32 * 8);
  own.concrete = R"(["","","","","","","","","0.","2","False","","","0"])";  // 8 before them, and a triangle of 4
  BOOST_TEST(both(&faults::windows_are_whole, own).flop(false) == 2 * 32 * (16 + 8));
  for (const std::string_view name : {"aten::_efficient_attention_backward",
                                      "xformers::efficient_attention_backward_cutlass"})
    BOOST_TEST(both(&faults::windows_are_whole,  // four products
                    {.name = name, .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16],[1,8,1,16],[],[1,8,1,16]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half","","c10::Half"])",
                     .concrete = R"(["","","","","","","","","8","8","","0.","","","1","False","","1","2"])"})
                   .flop(false) == 2 * 14 * 4 * 16);
  // the function around an op does not have the window's value: one key of each query, or half of 8 x 8
  const std::string shapes = R"("Input Dims": [[1,8,1,16],[1,8,1,16],[1,8,1,16]], "Input type": ["c10::Half","c10::Half",)"
                             R"("c10::Half"], "Concrete Inputs": ["","","","0.0","1.0","True",)";
  kineto_text k;
  k.op("FlashAttnFunc", 0, 10, shapes + R"(""])").op("flash_attn::_flash_attn_forward", 1, 8, shapes + R"("0","0"])");
  k.launch("cudaLaunchKernel", 2, 1, 1).kernel("flash_fwd", 20, 5, 1).flow(1);
  k.op("FlashAttnFunc", 30, 10, shapes + R"(""])").op("flash_attn::_flash_attn_forward", 31, 8, shapes + R"("-1","-1"])");
  k.launch("cudaLaunchKernel", 32, 1, 2).kernel("flash_fwd", 50, 5, 2).flow(2);
  const torch_trace t = k.read();
  const call_tree tree = build_call_tree(t);
  torch_model_faults fault;
  fault.windows_are_whole = true;
  torch_costs off(tree), on(tree, {.faults = fault});
  const auto flop_of_outer = [&](torch_costs& costs, double start) {
    for (std::uint32_t i = 0; i < t.events.size(); ++i)
      if (t.name(t.events[i]) == "FlashAttnFunc" && tree.clock().between_starts(t.events[0], t.events[i]) == start)
        return costs.cost_of(i)->forward.flops.base();
    return missing<double>;
  };
  BOOST_TEST(flop_of_outer(off, 0) == 2 * 32 * (8 - 0.5));
  BOOST_TEST(flop_of_outer(off, 30) == 2 * 32 * 32);
  BOOST_TEST(flop_of_outer(on, 0) == 2 * 32 * 32);
}

BOOST_AUTO_TEST_CASE(triton_tables_are_whole) {
  // 6 rows of 4 from a table of 100: 6 indices and 24 elements, and 24 are written
  torch_call c{.name = "triton_per_fused_embedding_sum_0", .dims = "[[6],[100,4],[6,4],[],[]]",
               .types = R"(["long int","float","float","Scalar","Scalar"])", .concrete = R"(["","","","6","4"])"};
  const both table(&faults::triton_tables_are_whole, c);
  BOOST_TEST(table.byte(false) == 6 * 8 + (24 + 24) * 4);
  BOOST_TEST(table.byte(true) == 6 * 8 + (400 + 24) * 4);
  BOOST_TEST(table.off.spec == "vector_fp32");
  BOOST_TEST(table.on.spec == "vector_int64");
  c.name = "triton_per_fused_max_pool2d_with_indices_sum_0";  // several elements for each point
  BOOST_TEST(both(&faults::triton_tables_are_whole, c).byte(false) == 6 * 8 + (400 + 24) * 4);
  // 6 rows of 4 are copied out of 100
  torch_call part{.name = "triton_poi_fused_clone_slice_transpose_3", .dims = "[[100,4],[6,4],[]]",
                  .types = R"(["float","float","Scalar"])", .concrete = R"(["","","24"])"};
  BOOST_TEST(both(&faults::triton_tables_are_whole, part).byte(false) == (24 + 24) * 4);
  BOOST_TEST(both(&faults::triton_tables_are_whole, part).byte(true) == (400 + 24) * 4);
  // the halves of each row meet: all 48 are read
  part.name = "triton_poi_fused_mul_silu_split_3", part.dims = "[[6,8],[6,4],[]]";
  BOOST_TEST(both(&faults::triton_tables_are_whole, part).byte(false) == (48 + 24) * 4);
}

BOOST_AUTO_TEST_CASE(longest_as_recorded) {
  torch_call c{.name = "flash_attn::_flash_attn_varlen_forward", .dims = "[[10,1,16],[10,1,16],[10,1,16],[5],[5]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","","100","100","0.0","1.0","False"])"};
  const both limit(&faults::longest_as_recorded, c);  // four sequences
  BOOST_TEST(limit.flop(false) == 2 * 32 * (3 * 3 + 3 * 2 * 2));
  BOOST_TEST(limit.flop(true) == 2 * 32 * (100 * 100 + 3 * 30 * 30));  // (10 - 100) / 3 tokens
  c.concrete = R"(["","","","","","10","10","0.0","1.0","False"])";    // one sequence has all
  BOOST_TEST(both(&faults::longest_as_recorded, c).flop(false) == 2 * 32 * 100);
  c.dims = "[[1,1,16],[10,1,16],[10,1,16],[2],[2]]";  // a causal query behind its keys, of at most 100
  c.concrete = R"(["","","","","","1","100","0.0","1.0","True"])";
  BOOST_TEST(both(&faults::longest_as_recorded, c).flop(false) == 2 * 32 * 10 * (1 - 1.0 / 20),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(triton_one_axis) {
  torch_call c{.name = "triton_poi_fused_add_clone_permute_3", .dims = "[[6,4],[4],[4,6],[],[]]",
               .types = R"(["float","float","float","Scalar","Scalar"])", .concrete = R"(["","","","6","4"])"};
  const both plane(&faults::triton_one_axis, c);
  BOOST_TEST(plane.flop(false) == 24);
  BOOST_TEST(plane.flop(true) == 4);
  BOOST_TEST(plane.byte(false) == (24 + 4 + 24) * 4);
  BOOST_TEST(plane.byte(true) == (24 + 4 + 24 + 4) * 4);
  c.concrete = R"(["","","","7","24"])";  // over a line; the other size is of a shape that may vary
  const both line(&faults::triton_one_axis, c);
  BOOST_TEST(line.flop(false) == 24);
  BOOST_TEST(line.byte(false) == (24 + 4 + 24) * 4);  // the last is what is written
  BOOST_TEST(line.byte(true) == (24 + 4 + 24 + 24) * 4);
  c.dims = "[[4],[6,4],[4,6],[],[]]";
  BOOST_TEST(both(&faults::triton_one_axis, c).byte(false) == (24 + 4 + 24) * 4);
  // behind 24 elements is only a row that is added: the sums are written over them
  torch_call over{.name = "triton_poi_fused_add_3", .dims = "[[6,4],[4],[]]", .types = R"(["float","float","Scalar"])",
                  .concrete = R"(["","","24"])"};
  BOOST_TEST(both(&faults::triton_one_axis, over).byte(false) == (24 + 4 + 24) * 4);
  over.dims = "[[6,4],[]]", over.types = R"(["float","Scalar"])", over.concrete = R"(["","24"])";
  over.name = "triton_poi_fused_relu_3";
  BOOST_TEST(both(&faults::triton_one_axis, over).byte(false) == (24 + 24) * 4);
  over.name = "triton_poi_fused_zeros_3";
  BOOST_TEST(both(&faults::triton_one_axis, over).byte(false) == 24 * 4);
  // the file that it was compiled from says so of two alike
  inductor_kernel file;
  over.name = "triton_poi_fused_add_3", over.generated = &file;
  over.dims = "[[6,4],[6,4],[]]", over.types = R"(["float","float","Scalar"])", over.concrete = R"(["","","24"])";
  BOOST_TEST(both(&faults::triton_one_axis, over).byte(false) == (24 + 24) * 4);
  file.over_input = true;
  BOOST_TEST(both(&faults::triton_one_axis, over).byte(false) == (24 + 24 + 24) * 4);
  // 3 by 2 sums of 4 elements; and 6 of 4, where the first size is an extent that may vary, as large as the second
  torch_call sums{.name = "triton_red_fused_sum_3", .dims = "[[6,4],[3,1,2],[],[],[]]",
                  .types = R"(["float","float","Scalar","Scalar","Scalar"])", .concrete = R"(["","","3","2","4"])"};
  BOOST_TEST(both(&faults::triton_one_axis, sums).flop(false) == 24);
  BOOST_TEST(both(&faults::triton_one_axis, sums).flop(true) == 2 * 4);
  sums.dims = "[[6,4],[6],[],[],[]]", sums.concrete = R"(["","","4","6","4"])";
  BOOST_TEST(both(&faults::triton_one_axis, sums).flop(false) == 24);
  // 6 sums over two axes of 4 and 5
  sums.dims = "[[6,4,5],[6],[],[],[]]", sums.concrete = R"(["","","6","4","5"])";
  const both two(&faults::triton_one_axis, sums);
  BOOST_TEST(two.flop(false) == 6 * 4 * 5);
  BOOST_TEST(two.flop(true) == 4 * 5);
  BOOST_TEST(two.off.parameters.entries()[1].value.number == 6);
  BOOST_TEST(two.off.parameters.entries()[2].value.number == 4 * 5);
  // with a 1 in front: 4 sums of 5, or a single one of 4 by 5
  sums.dims = "[[4,5],[4],[],[],[]]", sums.concrete = R"(["","","1","4","5"])";
  BOOST_TEST(both(&faults::triton_one_axis, sums).off.parameters.entries()[1].value.number == 4);
  sums.dims = "[[4,5],[],[],[],[]]";
  BOOST_TEST(both(&faults::triton_one_axis, sums).off.parameters.entries()[1].value.number == 1);
}

BOOST_AUTO_TEST_CASE(flags_too_early) {
  // dO, Q, K, V, O, sums, dQ, dK, dV, dropout, scale, causal, window; 8 x 8 pairs and five products of 16
  torch_call c{.name = "flash_attn::_flash_attn_backward",
               .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16],[1,8,1,16],[1,8,1,16]]",
               .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","","","","","","0.0","0.25","True","-1","-1"])"};
  const both b(&faults::flags_too_early, c);
  BOOST_TEST(b.flop(false) == 2 * 64 * 5 * 16 / 2);
  BOOST_TEST(b.flop(true) == 2 * 64 * 5 * 16 / 2);  // the scale is a number other than 0
  // heads of 128: the number nearest to 1 / sqrt(128), which the profiler writes with 17 digits
  c.concrete = R"(["","","","","","","","","","0.0","0.088388347648318447","False","-1","-1"])";
  const both all(&faults::flags_too_early, c);
  BOOST_TEST(all.flop(false) == 2 * 64 * 5 * 16);
  BOOST_TEST(all.flop(true) == 2 * 64 * 5 * 16 / 2);
  const auto shown = [](const torch_cost& cost) {
    for (const torch_parameters::entry& e : cost.parameters.entries())
      if (e.name == "causal") return e.value;
    return torch_value();
  };
  BOOST_TEST((shown(all.off) == torch_value::of(false)));
  BOOST_TEST((shown(all.on) == torch_value::real(0.088388347648318447)));
  c.concrete = R"(["","","","","","","","","","0.0","0","True"])";  // a number, and not causal
  BOOST_TEST(both(&faults::flags_too_early, c).flop(true) == 2 * 64 * 5 * 16);
  BOOST_TEST((shown(both(&faults::flags_too_early, c).on) == torch_value::real(0)));
  c.concrete = R"(["","","","","","","","","","0.0","scale","True"])";  // a name that Python does not know
  BOOST_TEST(!known(both(&faults::flags_too_early, c).flop(true)));
  BOOST_TEST(both(&faults::flags_too_early, c).flop(false) == 2 * 64 * 5 * 16 / 2);
  c.concrete = R"(["","","","","","","","","0.0","0.25","True","-1"])";  // without dV
  BOOST_TEST(both(&faults::flags_too_early, c).flop(false) == 2 * 64 * 5 * 16 / 2);
  // dO, Q, K, V come first in AITER's too; 4 heads share the keys of 2: 2 * 4 * 64 * 80 / 2, and 8 sums of 32 a head
  const both shared(&faults::flags_too_early,
                    {.name = "aiter::_flash_attn_backward",
                     .dims = "[[1,8,4,16],[1,8,4,16],[1,8,2,16],[1,8,2,16],[1,8,4,16],[1,4,8],[],[],[],[],[],[],[]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Half","float"])",
                     .concrete = R"(["","","","","","","","","","","0.0","0.25","True"])"});
  BOOST_TEST(shared.flop(false) == (2 * 4 * 64 * 80 + 8 * 32) / 2);
  BOOST_TEST(!known(shared.flop(true)));  // the keys of four heads, the values of two
  // version 3: Q, K, V, scale, causal, then what version 2 lacks: 64 pairs of 2 * 2 * 16, half of them
  const both third(&faults::flags_too_early,
                   {.name = "FlashAttnFunc", .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16],[],[],[]]",
                    .types = R"(["c10::Half","c10::Half","c10::Half","Scalar","Scalar",""])",
                    .concrete = R"(["","","","0.25","True",""])"});
  BOOST_TEST(third.flop(false) == 2 * 64 * 32 / 2);
  BOOST_TEST(!known(third.flop(true)));  // an empty text is no Python
  // PyTorch 2.4: Q, K, V, dropout, causal, debug mask, scale
  const both early(&faults::flags_too_early,
                   {.name = "aten::_scaled_dot_product_cudnn_attention",
                    .dims = "[[1,1,8,16],[1,1,8,16],[1,1,8,16],[],[],[],[]]",
                    .types = R"(["c10::Half","c10::Half","c10::Half","Scalar","Scalar","Scalar",""])",
                    .concrete = R"(["","","","0.","True","False",""])"});
  BOOST_TEST(early.flop(false) == 2 * 64 * 32 / 2);
  BOOST_TEST(early.flop(true) == 2 * 64 * 32);
}

BOOST_AUTO_TEST_CASE(result_by_input) {
  const both mm(&faults::result_by_input, {.name = "aten::mm", .dims = "[[2,3],[3,4],[]]",
                                           .types = R"(["c10::Half","c10::Half","Scalar"])",
                                           .concrete = R"(["","","6"])"});  // 6 is float
  BOOST_TEST(mm.byte(false) == 6 * 2 + 12 * 2 + 8 * 4);
  BOOST_TEST(mm.byte(true) == 6 * 2 + 12 * 2 + 8 * 2);
  const both addmm(&faults::result_by_input, {.name = "aten::addmm", .dims = "[[4],[2,3],[3,4],[],[],[]]",
                                              .types = R"(["c10::Half","c10::Half","c10::Half","Scalar","Scalar"])",
                                              .concrete = R"(["","","","6","0","1"])"});
  BOOST_TEST(addmm.flop(false) == 48);  // the factor comes after the type: nothing is added
  BOOST_TEST(addmm.byte(false) == (6 + 12) * 2 + 8 * 4);
  torch_call c{.name = "aten::_scaled_mm", .dims = "[[2,3],[3,4],[1],[1],[4],[],[],[]]",
               .types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16","","Scalar","Scalar"])",
               .concrete = R"(["","","","","","","6","True"])"};
  const both scaled(&faults::result_by_input, c);
  BOOST_TEST(scaled.byte(false) == 6 + 12 + 8 * 4 + 4 * 2 + 2 * 4);
  BOOST_TEST(scaled.byte(true) == 6 + 12 + 8 * 2 + 4 * 1 + 2 * 4);
  c.concrete = R"(["","","","","","","","True"])", c.types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","c10::BFloat16","","","Scalar"])";
  BOOST_TEST(both(&faults::result_by_input, c).byte(false) == 6 + 12 + 8 * 1 + 4 * 2 + 2 * 4);  // None: as the input
  c.concrete = {};
  BOOST_TEST(!known(both(&faults::result_by_input, c).byte(false)));
  // as before PyTorch 2.4: bias, type, scales
  c.dims = "[[2,3],[3,4],[4],[],[1],[1],[],[]]", c.concrete = R"(["","","","15","","","","True"])";
  c.types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","c10::BFloat16","Scalar","float","float","","Scalar"])";
  // integers divided are floats: 6 * 8 and a number of 4 read, 6 * 4 written; rounded they stay integers
  const both whole(&faults::result_by_input, {.name = "aten::div", .dims = "[[2,3],[]]",
                                              .types = R"(["long int","Scalar"])"});
  BOOST_TEST(whole.byte(false) == 48 + 4 + 24);
  BOOST_TEST(whole.byte(true) == 48 + 4 + 48);
  BOOST_TEST(both(&faults::result_by_input, {.name = "aten::div", .dims = "[[2,3],[],[]]",
                                             .types = R"(["long int","Scalar",""])",
                                             .concrete = R"(["","2",""])"}).byte(false) == 48 + 4 + 48);
  BOOST_TEST(!known(both(&faults::result_by_input, {.name = "aten::mul", .dims = "[[2,3],[]]",  // or 0.5
                                                    .types = R"(["long int","Scalar"])"}).byte(false)));
  // 2 rows of 3 by 4 rows of 3: the extents show B untransposed, and results are int32
  const both rows(&faults::result_by_input, {.name = "bitsandbytes::int8_linear_matmul", .dims = "[[1,2,3],[4,3]]",
                                             .types = R"(["signed char","signed char"])"});
  BOOST_TEST(rows.flop(false) == 2 * 2 * 4 * 3);
  BOOST_TEST(rows.byte(false) == 6 + 12 + 4 * 8);
  const both older(&faults::result_by_input, c);
  BOOST_TEST(older.flop(false) == 48 + 8);
  BOOST_TEST(older.byte(false) == 6 + 12 + 8 * 2 + 4 * 2 + 2 * 4);

  // a sum of 6 integers of 4 B has 8 B for each of 2 rows, one of halves as floats (6) 4; a maximum has an index
  const both sum(&faults::result_by_input, {.name = "aten::sum", .dims = "[[2,3],[],[],[]]",
                                            .types = R"(["int","ScalarList","Scalar",""])",
                                            .concrete = R"(["","[1]","False",""])"});
  BOOST_TEST(sum.byte(false) == 6 * 4 + 2 * 8);
  BOOST_TEST(sum.byte(true) == 6 * 4 + 2 * 4);
  const both as_floats(&faults::result_by_input, {.name = "aten::sum", .dims = "[[2,3],[],[],[]]",
                                                  .types = R"(["c10::Half","ScalarList","Scalar","Scalar"])",
                                                  .concrete = R"(["","[1]","False","6"])"});
  BOOST_TEST(as_floats.byte(false) == 6 * 2 + 2 * 4);
  const both largest(&faults::result_by_input, {.name = "aten::max", .dims = "[[2,3],[],[]]",
                                                .types = R"(["float","Scalar","Scalar"])",
                                                .concrete = R"(["","1","False"])"});
  BOOST_TEST(largest.byte(false) == 6 * 4 + 2 * (4 + 8));
  BOOST_TEST(largest.byte(true) == 6 * 4 + 2 * 4);
}

BOOST_AUTO_TEST_CASE(pairs_are_single) {
  const both b(&faults::pairs_are_single,
               {.name = "aten::_scaled_mm", .dims = "[[2,8],[8,4],[16],[32],[],[],[],[]]",
                .types = R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2","c10::Float8_e4m3fn","c10::Float8_e4m3fn","","","Scalar","Scalar"])",
                .concrete = R"(["","","","","","","15","True"])"});
  BOOST_TEST(b.flop(false) == 2 * 2 * 4 * 16);
  BOOST_TEST(b.flop(true) == 2 * 2 * 4 * 8);
  for (const bool with : {false, true}) BOOST_TEST(b.byte(with) == 2 * 8 + 8 * 4 + 8 * 2 + 16 + 32);
  // the same pairs in PyTorch's other products: 2 x 4 results have A's type, half a byte each
  for (const std::string_view name : {"aten::mm", "aten::matmul"}) {
    const both mm(&faults::pairs_are_single, {.name = name, .dims = "[[2,8],[8,4]]",
                                              .types = R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2"])"});
    BOOST_TEST(mm.flop(false) == 2 * 2 * 4 * 16, name);
    BOOST_TEST(mm.flop(true) == 2 * 2 * 4 * 8, name);
    BOOST_TEST(mm.byte(false) == 2 * 8 + 8 * 4 + 2 * 4 * 0.5, name);
    BOOST_TEST(mm.byte(true) == 2 * 8 + 8 * 4 + 2 * 4, name);
  }
  const both linear(&faults::pairs_are_single, {.name = "aten::linear", .dims = "[[2,8],[4,8],[]]",
                                                .types = R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2",""])"});
  BOOST_TEST(linear.flop(false) == 2 * 2 * 4 * 16);
  BOOST_TEST(linear.byte(false) == 2 * 8 + 8 * 4 + 2 * 4 * 0.5);
  const both experts(&faults::pairs_are_single,  // 2 tokens of 4 to one expert, gated, 4 wide: 3 * 16 weights in 24 bytes
                     {.name = "pseudo_op::moe_aiter_fused_1stage", .dims = "[[2,4],[1,8,2],[1,4,2],[2,1]]",
                      .types = R"(["c10::BFloat16","unsigned char","unsigned char","float"])"});
  BOOST_TEST(experts.byte(false) == 16 + 24 + 16);
  BOOST_TEST(experts.byte(true) == 16 + 48 + 16);
}

BOOST_AUTO_TEST_CASE(sparse_is_full) {
  const both b(&faults::sparse_is_full, {.name = "aten::mm", .dims = "[[2,3],[3,4]]", .types = R"(["float","float"])",
                                         .strides = "[[],[4,1]]"});
  BOOST_TEST(!b.off.forward.counted());  // which of its elements are stored is not recorded
  BOOST_TEST(b.flop(true) == 2 * 2 * 3 * 4);
  BOOST_TEST(b.byte(true) == (6 + 12 + 8) * 4);
  BOOST_TEST(b.off.unrecorded);
  // a sparse gradient, and a sparse matrix in any other op; a list of tensors says nothing
  const both sum(&faults::sparse_is_full, {.name = "aten::add_", .dims = "[[2,3],[2,3],[]]",
                                           .types = R"(["float","float","Scalar"])", .strides = "[[3,1],[],[]]",
                                           .concrete = R"(["","","1"])"});
  BOOST_TEST(!sum.off.forward.counted());
  BOOST_TEST(sum.flop(true) == 6);
  for (const std::string_view name : {"aten::matmul", "aten::linear", "aten::mul", "aten::mv"}) {
    const both other(&faults::sparse_is_full, {.name = name, .dims = "[[3,3],[3,3]]", .types = R"(["float","float"])",
                                               .strides = "[[3,1],[]]"});
    BOOST_TEST(!other.off.forward.counted(), name);
  }
  const both list(&faults::sparse_is_full, {.name = "aten::_foreach_neg_", .dims = "[[[2,3],[4]]]",
                                            .types = R"(["TensorList"])", .strides = "[[]]",
                                            .kernel = "multi_tensor_apply_kernel<UnaryOpFunctor<float, 1, 1, 0>>"});
  BOOST_TEST(list.flop(false) == 10);
}

BOOST_AUTO_TEST_CASE(packed_experts_as_stored) {
  // 2 tokens to 2 of 4 experts: 4 rows of 16, and 3 columns whose weights of 4 bits stand in 8 bytes or in 2 integers
  struct stored { std::string_view dims, type; double bytes; };
  for (const stored& w : {stored{"[4,3,8]", "unsigned char", 24}, stored{"[4,3,2]", "int", 24}}) {
    const std::string dims = "[[2,16]," + std::string(w.dims) + ",[],[4,3],[],[],[],[2,2],[2,2]]";
    const std::string types = R"(["c10::BFloat16",")" + std::string(w.type) + R"(","","c10::BFloat16"])";
    const both b(&faults::packed_experts_as_stored,
                 {.name = "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel", .dims = dims,
                  .types = types});
    // each token passes an expert by with probability 1/2, both do with 1/4: 3 of 4 experts are used
    BOOST_TEST(b.flop(false) == 2 * 4 * 3 * 16);
    BOOST_TEST(b.byte(false) == 4 * 16 * 2 + 3 * w.bytes + 4 * 3 * 2);
    BOOST_TEST(b.off.spec == "matrix_bf16");
    BOOST_TEST(b.flop(true) < b.flop(false) / 1.9);
  }
  // not packed: the same in both
  const both whole(&faults::packed_experts_as_stored,
                   {.name = "sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel",
                    .dims = "[[2,4],[1,3,4],[],[],[],[],[],[],[2,1]]",
                    .types = R"(["c10::BFloat16","c10::Float8_e4m3fn","","c10::BFloat16"])"});
  for (const bool with : {false, true}) {
    BOOST_TEST(whole.flop(with) == 2 * 2 * 3 * 4);
    BOOST_TEST(whole.byte(with) == 8 * 2 + 12 + 6 * 2);
  }
  BOOST_TEST(whole.off.spec == "matrix_fp8");
}

BOOST_AUTO_TEST_CASE(outer_call_counts) {
  struct row { std::string name, spec; double flops, bytes, time; };
  const auto rows_of = [](const kineto_text& k, bool with) {
    const torch_trace t = k.read();
    const torch_profile run(t);
    torch_model_faults fault;
    fault.outer_call_counts = with;
    torch_costs costs(run.tree(), {.faults = fault});
    std::vector<row> rows;
    for (const torch_unified_row& r : torch_unified_of(run, costs, link_backward(run.tree()), nullptr).rows)
      rows.push_back({r.name, r.spec, std::round(r.gflops.value * 1e9), r.megabytes.value * 1048576, r.time.sum});
    return rows;
  };
  // a DTensor of 16 columns, of which this rank has 4: 2 * 2 * 8 * 4, or 16; (16 + 32 + 8) * 2, or (16 + 128 + 32) * 2
  kineto_text shard;
  shard.op("aten::mm", 0, 20, R"("Input Dims": [[2,8],[8,16]], "Input type": ["c10::Half","c10::Half"])");
  shard.op("aten::mm", 1, 10, R"("Input Dims": [[2,8],[8,4]], "Input type": ["c10::Half","c10::Half"])");
  shard.launch("cudaLaunchKernel", 2, 1, 1).kernel("gemm", 30, 5, 1);
  BOOST_REQUIRE(rows_of(shard, false).size() == 1u);
  BOOST_TEST(rows_of(shard, false)[0].flops == 128);
  BOOST_TEST(rows_of(shard, false)[0].bytes == 112);
  BOOST_TEST(rows_of(shard, true)[0].flops == 512);
  BOOST_TEST(rows_of(shard, true)[0].bytes == 352);
  // a tensor of 8-bit floats that says it is of bfloat16; what it is made of is not on its time
  kineto_text scaled;
  scaled.op("aten::mm", 0, 20, R"("Input Dims": [[2,8],[8,4]], "Input type": ["c10::BFloat16","c10::BFloat16"])");
  scaled.op("aten::abs", 1, 4, R"("Input Dims": [[2,8]], "Input type": ["c10::BFloat16"])");
  scaled.launch("cudaLaunchKernel", 2, 1, 1).kernel("abs", 30, 3, 1);
  scaled.op("aten::_scaled_mm", 6, 10, R"("Input Dims": [[2,8],[8,4],[],[],[],[],[],[]], "Input type": )"
            R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float","float","","","Scalar","Scalar"], )"
            R"("Concrete Inputs": ["","","","","","","15","True"])");
  scaled.launch("cudaLaunchKernel", 7, 1, 2).kernel("gemm", 40, 5, 2);
  const std::vector<row> parts = rows_of(scaled, false);
  BOOST_REQUIRE(parts.size() == 2u);
  BOOST_TEST(parts[0].name == "aten::_scaled_mm");
  BOOST_TEST(parts[0].spec == "matrix_fp8");
  BOOST_TEST(parts[0].time == 5);
  BOOST_TEST(parts[1].name == "aten::abs");
  BOOST_TEST(rows_of(scaled, true).size() == 1u);
  BOOST_TEST(rows_of(scaled, true)[0].spec == "matrix_bf16");
  BOOST_TEST(rows_of(scaled, true)[0].time == 8);
  // autocast calls the op again with halves: (16 + 32 + 8) * 2 bytes
  kineto_text cast;
  cast.op("aten::bmm", 0, 20, R"("Input Dims": [[1,2,8],[1,8,4]], "Input type": ["float","float"])");
  cast.op("aten::bmm", 6, 10, R"("Input Dims": [[1,2,8],[1,8,4]], "Input type": ["c10::Half","c10::Half"])");
  cast.launch("cudaLaunchKernel", 7, 1, 2).kernel("gemm", 40, 5, 2);
  BOOST_TEST(rows_of(cast, false)[0].bytes == 112);
  BOOST_TEST(rows_of(cast, true)[0].bytes == 224);
  // a nested tensor has no extents; what it holds has: 2 * 2 * 8 * 4
  kineto_text nested;
  nested.op("aten::mm", 0, 20, R"("Input Dims": [[],[8,4]], "Input type": ["","c10::Half"])");
  nested.op("aten::mm", 6, 10, R"("Input Dims": [[2,8],[8,4]], "Input type": ["c10::Half","c10::Half"])");
  nested.launch("cudaLaunchKernel", 7, 1, 2).kernel("gemm", 40, 5, 2);
  BOOST_TEST(rows_of(nested, false)[0].flops == 128);
  BOOST_TEST(!known(rows_of(nested, true)[0].flops));
  // a softmax over 16 columns, of which this rank has 4, in steps with sums over the ranks in between
  kineto_text over_ranks;
  over_ranks.op("aten::_log_softmax", 0, 40, R"("Input Dims": [[2,16],[],[]], "Input type": ["float","",""])");
  over_ranks.op("aten::exp", 1, 4, R"("Input Dims": [[2,4]], "Input type": ["float"])");
  over_ranks.launch("cudaLaunchKernel", 2, 1, 1).kernel("exp", 50, 3, 1);
  over_ranks.op("_c10d_functional::all_reduce", 10, 10, "").launch("cudaLaunchKernelExC", 12, 1, 2);
  over_ranks.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 60, 5, 2);
  BOOST_TEST(rows_of(over_ranks, false)[0].name == "aten::exp");
  BOOST_TEST(rows_of(over_ranks, false)[0].bytes == 64);  // 8 read and 8 written
  BOOST_TEST(rows_of(over_ranks, true)[0].name == "aten::_log_softmax");
  // an overload that calls another one with the same tensor, and the result behind it
  kineto_text overload;
  overload.op("aten::abs", 0, 20, R"("Input Dims": [[2,8]], "Input type": ["float"], "Sequence number": 7)");
  overload.op("aten::abs", 6, 10, R"("Input Dims": [[2,8],[2,8]], "Input type": ["float","float"])");
  overload.launch("cudaLaunchKernel", 7, 1, 2).kernel("abs", 40, 5, 2);
  BOOST_REQUIRE(rows_of(overload, false).size() == 1u);
  BOOST_TEST(rows_of(overload, false)[0].bytes == rows_of(overload, true)[0].bytes);
}

BOOST_AUTO_TEST_CASE(bytes_need_flops) {
  const both b(&faults::bytes_need_flops,
               {.name = "aten::_scaled_dot_product_flash_attention", .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8]]",
                .types = R"(["c10::Half","c10::Half","c10::Half"])"});
  BOOST_TEST(b.byte(false) == 4 * 64 * 2);  // Q, K, V and the result
  BOOST_TEST((b.on.forward.is == torch_work::state::failed));
}

BOOST_AUTO_TEST_CASE(every_fault_has_its_case_and_its_row) {
  namespace ut = boost::unit_test;
  struct : ut::test_tree_visitor {
    std::set<std::string> names{};
    void visit(const ut::test_case& one) override { names.insert(one.full_name()); }
  } cases;
  ut::traverse_test_tree(ut::framework::master_test_suite(), cases, true);
  const std::string text = test::repository_file("docs/deviations.md");
  const std::vector<std::string> names = test::switches_of("torch/record/model_faults.hpp");
  for (const std::string& name : names) {
    BOOST_TEST(cases.names.contains("model_torch_model_faults/" + name), name);
    BOOST_TEST((text.find("| `" + name + "` |") != std::string::npos), name);
  }
  // The struct holds only these switches: parity sets each of them, and none is on by default.
  using switches = std::array<bool, sizeof(faults)>;
  BOOST_TEST(names.size() == sizeof(faults));
  const auto parity = std::bit_cast<switches>(faults::parity()), plain = std::bit_cast<switches>(faults{});
  BOOST_TEST(std::count(parity.begin(), parity.end(), true) == static_cast<std::ptrdiff_t>(names.size()));
  BOOST_TEST(std::count(plain.begin(), plain.end(), true) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
