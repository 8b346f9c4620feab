#include <ridgeline/torch/op/built_in_models.hpp>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_models)

BOOST_AUTO_TEST_CASE(half_of_a_grouped_product_has_no_figures) {
  torch_call c;
  c.name = "primus_turbo::grouped_gemm_variable_k";
  c.dims = "[[[2,3],[3,4]]]";  // the second list of shapes is missing
  BOOST_TEST(!built_in_torch_models.find(c.name)->cost_of(c).forward.counted());
}

BOOST_AUTO_TEST_CASE(the_list_that_is_extended_finds_its_models_too) {
  BOOST_TEST(torch_models::find("aten::mm") == built_in_torch_models.find("aten::mm"));
  BOOST_TEST(torch_models::find("aten::mm") != nullptr);
}

BOOST_AUTO_TEST_CASE(a_negative_extent_is_not_known) {
  torch_call c{.name = "aten::mm", .dims = "[[-1,4096],[4096,4096]]", .types = R"(["float","float"])"};
  const torch_cost cost = built_in_torch_models.find(c.name)->cost_of(c);
  BOOST_TEST(!known(cost.forward.flops));
  BOOST_TEST(!known(cost.forward.bytes));
}

BOOST_AUTO_TEST_CASE(a_tensor_of_unknown_type_in_a_compiled_kernel_has_no_bytes) {
  const auto cost_of = [](std::string_view name, std::string_view types) {
    torch_call c{.name = name, .dims = "[[6,4],[4,8],[6,8],[]]", .types = types, .concrete = R"(["","","","48"])"};
    return built_in_torch_models.find(name)->cost_of(c).forward;
  };
  // 24 + 32 + 48 elements of 4 bytes
  for (const std::string_view name : {"triton_poi_fused_add_0", "triton_tem_fused_mm_0"}) {
    BOOST_TEST((cost_of(name, R"(["float","float","float","Scalar"])").bytes == 416 * B), name);
    BOOST_TEST(!known(cost_of(name, R"(["float","","float","Scalar"])").bytes), name);
    BOOST_TEST(!known(cost_of(name, R"(["float","of tomorrow","float","Scalar"])").bytes), name);
    BOOST_TEST(known(cost_of(name, R"(["float","","float","Scalar"])").flops), name);
  }
  BOOST_TEST(!known(cost_of("triton_tem_fused_mm_0", "").bytes));
}

BOOST_AUTO_TEST_CASE(types_in_the_spelling_of_windows) {
  torch_call c{.name = "aten::mm", .dims = "[[2,3],[3,4]]",
               .types = R"(["struct c10::BFloat16","struct c10::BFloat16"])"};
  const torch_cost product = built_in_torch_models.find(c.name)->cost_of(c);
  BOOST_TEST((product.forward.bytes == (6 + 12 + 8) * 2 * B));
  BOOST_TEST(product.spec == "matrix_bf16");
  c.faults.few_types = true;
  BOOST_TEST(!known(built_in_torch_models.find(c.name)->cost_of(c).forward.bytes));
  BOOST_TEST((torch_type_size("__int64") == 8 * B));
}

BOOST_AUTO_TEST_CASE(a_mangled_kernel_tells_no_type) {
  torch_call c{.name = "aten::_foreach_copy_", .dims = "[[[6]],[[6]],[]]",
               .types = R"(["TensorList","TensorList","Scalar"])", .concrete = R"(["","","False"])"};
  c.kernel = "multi_tensor_apply_kernel<TensorListMetadata<2>, CopyFunctor<float, c10::Half, 2, 1, 1>>";
  BOOST_TEST((built_in_torch_models.find(c.name)->cost_of(c).forward.bytes == 6 * (4 + 2) * B));
  c.kernel = "_ZN2at6native25multi_tensor_apply_kernelINS0_11CopyFunctorIfN3c104HalfELi2ELi1ELi1EEEEEvT_";
  BOOST_TEST(!known(built_in_torch_models.find(c.name)->cost_of(c).forward.bytes));
}

BOOST_AUTO_TEST_CASE(an_unknown_parameter_is_none) {
  const torch_cost cost = built_in_torch_models.find("MoEDispatch")->cost_of(
      {.name = "MoEDispatch", .dims = "[[4,16]]", .types = R"(["other"])"});
  const auto& all = cost.parameters.entries();
  BOOST_REQUIRE(all.size() == 3u);  // num_tokens, hidden_dim, bpe
  BOOST_TEST(all[1].value.number == 16);
  BOOST_TEST((all[2].value.is == torch_value::kind::none));
}

BOOST_AUTO_TEST_CASE(a_type_that_is_not_read_is_no_parameter) {
  const auto last_of = [](std::string_view name, std::string_view dims) {
    const torch_cost cost = built_in_torch_models.find(name)->cost_of(
        {.name = name, .dims = dims,
         .types = R"(["c10::Half","c10::Half","c10::Half","c10::Float8_e4m3fn","c10::Float8_e4m3fn"])",
         .annotation = "execute_2_context_0(sq0sk0sqsq0sqsk0)_generation_2(sq2sk20sqsq2sqsk20)"});
    BOOST_TEST(known(cost.forward.flops), name);
    return std::string(cost.parameters.entries().back().name);
  };
  // its cache counts in the type of Q
  BOOST_TEST(last_of("sglang_profiler::attention_paged_attention_ragged",
                     "[[9],[9],[2,4,8],[10,16,2,8],[10,16,2,8]]") == "dtype_Q");
  BOOST_TEST(last_of("vllm::unified_attention_with_output", "[[2,4,8],[2,2,8],[2,2,8]]") == "dtype_KV");
}

BOOST_AUTO_TEST_CASE(transposition_is_the_last_parameter) {
  const torch_cost cost = built_in_torch_models.find("aiter::gemm_a8w8_ck")->cost_of(
      {.name = "aiter::gemm_a8w8_ck", .dims = "[[2,256],[0,256],[2,2],[1,2]]",
       .types = R"(["signed char","signed char","float","float"])", .kernel = "Cijk_Alik_Bljk_S"});
  const auto& all = cost.parameters.entries();
  BOOST_REQUIRE(!all.empty());
  BOOST_TEST(all.back().name == "transpose");
  for (const auto& p : all) {
    if (p.name == "block_k") BOOST_TEST(p.value.number == 128);  // 256 in two blocks
    if (p.name == "block_n") BOOST_TEST(!std::signbit(p.value.number));  // none: 0, not -0
  }
}

BOOST_AUTO_TEST_CASE(a_number_does_not_decide_how_a_tensor_is_computed) {
  const auto spec = [](std::string_view dims, std::string_view types) {
    return built_in_torch_models.find("aten::mul")->cost_of({.name = "aten::mul", .dims = dims, .types = types}).spec;
  };
  BOOST_TEST(spec("[[],[4,4]]", R"(["float","c10::BFloat16"])") == "vector_bf16");
  BOOST_TEST(spec("[[],[4,4]]", R"(["Scalar","c10::BFloat16"])") == "vector_bf16");
  BOOST_TEST(spec("[[4,4],[]]", R"(["c10::BFloat16","float"])") == "vector_bf16");
}

BOOST_AUTO_TEST_CASE(scaled_products_of_pytorch_2_1_have_seven_arguments) {
  // self, mat2, bias, out_dtype (6: float), two scales, scale of the result
  const torch_cost cost = built_in_torch_models.find("aten::_scaled_mm")->cost_of(
      {.name = "aten::_scaled_mm", .dims = "[[2,16],[16,4],[4],[],[],[],[]]",
       .types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","c10::BFloat16","Scalar","float","float",""])",
       .concrete = R"(["","","","6","","",""])"});
  BOOST_TEST(cost.forward.flops.base() == 2 * 2 * 4 * 16 + 8);         // and a bias for each of 8 results
  BOOST_TEST(cost.forward.bytes.base() == 32 + 64 + 8 * 4 + 4 * 2);
}

BOOST_AUTO_TEST_CASE(a_quantiser_without_shapes_has_one_element_in_the_original) {
  const std::string_view name = "vllm::triton_per_token_group_quant_fp8";
  torch_call c{.name = name};
  BOOST_TEST(!built_in_torch_models.find(name)->cost_of(c).forward.counted());
  c.faults = torch_model_faults::parity();
  const torch_cost bare = built_in_torch_models.find(name)->cost_of(c);
  BOOST_TEST(bare.forward.flops.base() == 6);
  BOOST_TEST(!known(bare.forward.bytes));
  BOOST_TEST(bare.parameters.entries()[4].value.text == "[]");   // shape_x
  BOOST_TEST(bare.parameters.entries()[5].value.text == "");     // dtype_x
  c.dims = "[[300]]", c.types = R"(["c10::Half"])";
  const torch_cost row = built_in_torch_models.find(name)->cost_of(c);
  BOOST_TEST(row.forward.flops.base() == 6 * 300);
  BOOST_TEST(row.forward.bytes.base() == 300 * 2 + 300 + 3 * 4);  // a scale for each of three groups of 128
}

BOOST_AUTO_TEST_CASE(choosing_experts_without_shapes_has_no_figures) {
  torch_call c;
  c.name = "aiter::biased_grouped_topk_hip";
  BOOST_TEST(!built_in_torch_models.find(c.name)->cost_of(c).forward.counted());
  c.dims = "[[4,8]]", c.types = R"(["float"])";
  BOOST_TEST(built_in_torch_models.find(c.name)->cost_of(c).forward.flops.base() == 32);  // 4 * 8, one for each
}

BOOST_AUTO_TEST_CASE(arguments_of_any_text_give_figures_or_none) {
  constexpr std::string_view parts[] = {"[", "]", "[[2,3],[3,4]]", "[2,3]", "", "\"\"", "1", "-1", "9e99", "[[[2,3]],[[3,4]]]",
                                        ",", "[]", "\"True\"", "\"[1, 1]\"", "\"c10::BFloat16\"", "\"float\"", "[[]", "0"};
  std::mt19937 random(4);
  const auto list = [&] {
    std::string text = random() % 8 == 0 ? "" : "[";
    for (auto n = random() % 12; n > 0 && !text.empty(); --n) {
      if (text.size() > 1) text += ',';
      text += parts[random() % std::size(parts)];
    }
    if (random() % 9 != 0) text += ']';
    return text;
  };
  std::size_t counted = 0;
  for (int round = 0; round < 200; ++round) {
    built_in_torch_models.for_each([&](const torch_model_entry& model) {
      const std::string dims = list(), types = list(), strides = list(), values = list();
      torch_call c;
      c.name = model.name, c.dims = dims, c.types = types, c.strides = strides, c.concrete = values;
      if (round % 2 == 1) c.faults = torch_model_faults::parity();
      counted += model.cost_of(c).forward.counted();
    });
  }
  BOOST_TEST(counted > 0u);
}

BOOST_AUTO_TEST_CASE(flash_attention_3_takes_packed_sequences) {
  // sequences of 8 and 4 tokens with one head of 16, offsets at 7 and 8, the longest at 12 and 13, causal at 24
  const torch_call c{.name = "flash_attn_3::fwd",
                     .dims = "[[12,1,16],[12,1,16],[12,1,16],[],[],[],[],[3],[3]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half"])",
                     .concrete = R"(["","","","","","","","","","","","","8","8","","","","","","","","","","","True"])"};
  const torch_cost packed = built_in_torch_models.find(c.name)->cost_of(c);
  BOOST_TEST(packed.forward.flops.base() == 2 * 32 * (32 + 8));  // half of 8 x 8 and of 4 x 4
  BOOST_TEST(packed.forward.bytes.base() == 4 * 12 * 16 * 2);
}

BOOST_AUTO_TEST_CASE(flash_attention_3_over_a_cache_has_no_figures_without_its_step) {
  const torch_call c{.name = "flash_attn_3::fwd",  // one token each of two requests; K and V have room for 64
                     .dims = "[[2,1,4,16],[2,64,2,16],[2,64,2,16],[],[],[],[],[],[],[],[],[2],[],[]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half"])",
                     .concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True"])"};
  const torch_model_entry& model = *built_in_torch_models.find(c.name);
  BOOST_TEST(!model.cost_of(c).forward.counted());
  BOOST_TEST(model.cost_of(c).unrecorded);
}

BOOST_AUTO_TEST_CASE(latent_attention_meets_v_twice) {
  const torch_call c{.name = "flash_attn_3::fwd", .dims = "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[],[],[1,4,2,8]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half","","","c10::Half"])",
                     .concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","False"])"};
  const torch_cost cost = built_in_torch_models.find(c.name)->cost_of(c);
  BOOST_TEST(cost.forward.flops.base() == 2 * 2 * 16 * 24);
  BOOST_TEST(cost.forward.bytes.base() == (4 * 2 * 24 + 4 * 2 * 16) * 2);
}

BOOST_AUTO_TEST_CASE(attention_of_pytorch_2_0_has_no_bias) {
  const torch_call c{.name = "aten::_scaled_dot_product_efficient_attention",
                     .dims = "[[1,2,4,8],[1,2,4,8],[1,2,4,8],[],[]]",
                     .types = R"(["c10::Half","c10::Half","c10::Half","Scalar","Scalar"])",
                     .concrete = R"(["","","","False","True"])"};
  BOOST_TEST(built_in_torch_models.find(c.name)->cost_of(c).forward.flops.base() == 512);  // half of 2 * 2 * 16 * 16
}

BOOST_AUTO_TEST_CASE(pairs_of_four_bits_in_a_byte_compute_in_fp4) {
  for (const char* types : {R"(["unsigned char","unsigned char"])", R"(["c10::Float4_e2m1fn_x2","c10::Float4_e2m1fn_x2"])"})
    BOOST_TEST(built_in_torch_models.find("aiter::gemm_a4w4")->cost_of(
        {.name = "aiter::gemm_a4w4", .dims = "[[2,32],[4,32],[],[]]", .types = types}).spec == "matrix_fp4");
}

BOOST_AUTO_TEST_CASE(gradients_of_aiter_see_the_window) {
  torch_call c{.name = "aiter::mha_bwd", .dims = "[[1,4,2,8],[1,4,2,8],[1,4,2,8],[1,4,2,8]]",
               .types = R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","","","0.","0.3","True","1","0"])"};
  BOOST_TEST(built_in_torch_models.find(c.name)->cost_of(c).forward.flops.base() == 2 * 2 * 6 * 40);
  c.name = "aiter::wrapper_fmha_v3_bwd";  // Q is behind an empty tensor and the gradient of the result
  c.dims = "[[1],[1,4,4,8],[1,4,4,8],[1,4,2,8],[1,4,2,8],[1,4,4,8],[1,4,4]]";
  c.concrete = R"(["","","","","","","","0.","0.3","False","-1","-1"])";
  BOOST_TEST(built_in_torch_models.find(c.name)->cost_of(c).forward.flops.base() ==  // two heads share one of K
             2 * 4 * 16 * 40 + 4 * 16);
}

namespace {

double flop_of(const torch_call& c) { return built_in_torch_models.find(c.name)->cost_of(c).forward.flops.base(); }
double bytes_of(const torch_call& c) { return built_in_torch_models.find(c.name)->cost_of(c).forward.bytes.base(); }

}  // namespace

BOOST_AUTO_TEST_CASE(prompts_see_the_window_alone) {
  // 16 tokens of 2 heads of 8 that share one of K and V; causal at 24, the window at 25 and 26, chunks at 27
  torch_call c{.name = "_vllm_fa3_C::fwd", .dims = "[[16,2,8],[10,16,1,8],[10,16,1,8]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True","3","0","0"])",
               .annotation = "step[EXTEND bs=1 toks=16 c_sq=16 c_sk=16 c_sqsq=256 c_sqsk=256 g_sq=0 g_sk=0 g_sqsq=0 "
                             "g_sqsk=0]"};
  const double pair = 2 * 2 * (8 + 8);
  BOOST_TEST(flop_of(c) == pair * (16 * 4 - 4 * 4 / 2));  // 4 keys for each token, less the triangle in front
  BOOST_TEST(bytes_of(c) == 16 * (2 + 1) * 16 * 2);       // nothing is in the cache
  c.dims = "[[4,2,8],[10,16,1,8],[10,16,1,8]]";           // the last 4 of 64: all 4 keys, 3 of the first from the cache
  c.annotation = "step[EXTEND bs=1 toks=4 c_sq=4 c_sk=64 c_sqsq=16 c_sqsk=256 g_sq=0 g_sk=0 g_sqsq=0 g_sqsk=0]";
  BOOST_TEST(flop_of(c) == pair * 4 * 4);
  BOOST_TEST(bytes_of(c) == (4 * (2 + 1) * 16 + 3 * 16) * 2);
  c.annotation = "step[EXTEND bs=2 toks=8 c_sq=8 c_sk=128 c_sqsq=32 c_sqsk=512 g_sq=0 g_sk=0 g_sqsq=0 g_sqsk=0]";
  BOOST_TEST(flop_of(c) == 2 * pair * 4 * 4);  // two such requests
  BOOST_TEST(bytes_of(c) == 2 * (4 * (2 + 1) * 16 + 3 * 16) * 2);
  c.concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True","99","0","0"])";
  BOOST_TEST(flop_of(c) == 2 * pair * (256 - 16 / 2));  // wider than the keys: as without a window
  BOOST_TEST(bytes_of(c) == 2 * (4 * (2 + 1) * 16 + 60 * 16) * 2);
  c.concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True","-1","-1","8"])";
  BOOST_TEST(!known(flop_of(c)));  // the sums do not tell where chunks begin
}

BOOST_AUTO_TEST_CASE(chunks_of_keys_are_apart) {
  // 8 queries and keys in two chunks of 4: two triangles of half of 4 x 4; 2 heads of 16
  torch_call c{.name = "flash_attn_3::fwd", .dims = "[[1,8,2,16],[1,8,2,16],[1,8,2,16]]",
               .types = R"(["c10::Half","c10::Half","c10::Half"])",
               .concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True","-1","-1","4"])"};
  BOOST_TEST(flop_of(c) == 2 * 2 * 32 * (8 + 8));
  c.dims = "[[1,3,2,16],[1,9,2,16],[1,9,2,16]]";  // the last two of a chunk and one of the next: 8 - 2, and a half
  BOOST_TEST(flop_of(c) == 2 * 2 * 32 * (8 - 2 + 0.5));
  c.concrete = R"(["","","","","","","","","","","","","","","","","","","","","","","","","True","-1","-1","0"])";
  BOOST_TEST(flop_of(c) == 2 * 2 * 32 * (3 * 9 - 4.5));
}

BOOST_AUTO_TEST_CASE(flash_attention_4_has_its_mask_behind_two_more_arguments) {
  torch_call c{.name = "FlashAttnFunc", .dims = "[[1,8,1,16],[1,8,1,16],[1,8,1,16],[],[],[],[]]",
               .types = R"(["c10::Half","c10::Half","c10::Half","","","","Scalar"])",
               .concrete = R"(["","","","","","","True"])"};
  BOOST_TEST(flop_of(c) == 2 * 64 * 32 / 2);
  c.types = R"(["c10::Half","c10::Half","c10::Half","","","Scalar","Scalar"])", c.concrete = R"(["","","","","","0.25","True"])";
  BOOST_TEST(flop_of(c) == 2 * 64 * 32 / 2);
  c.concrete = R"(["","","","","","0.25","False"])";
  BOOST_TEST(flop_of(c) == 2 * 64 * 32);
  c.types = R"(["c10::Half","c10::Half","c10::Half","","","",""])", c.concrete = R"(["","","","","","",""])";
  BOOST_TEST(!known(flop_of(c)));  // None is no mask in no version
  BOOST_TEST(built_in_torch_models.find(c.name)->cost_of(c).unrecorded);
}

BOOST_AUTO_TEST_CASE(a_nested_tensor_has_no_figures) {
  torch_call c{.name = "aten::add", .dims = "[[],[],[]]", .types = R"(["","","Scalar"])", .concrete = R"(["","","1"])"};
  const torch_cost nested = built_in_torch_models.find(c.name)->cost_of(c);
  BOOST_TEST(!nested.forward.counted());
  BOOST_TEST(nested.unrecorded);
  c.types = R"(["float","float","Scalar"])";  // tensors without extents have one element
  BOOST_TEST(flop_of(c) == 1);
}

BOOST_AUTO_TEST_CASE(a_template_is_known_wherever_its_name_stands) {
  for (const char* name : {"triton_tem_fused__to_copy_mm_5", "triton_tem_fused_add_addmm_3", "triton_tem_fused_gelu_mm_mul_14",
                           "triton_tem_fused__scaled_mm_0", "triton_tem_fused__int_mm_mul_2"}) {
    const torch_model_entry* const model = built_in_torch_models.find(name);
    BOOST_REQUIRE_MESSAGE(model != nullptr, name);
    BOOST_TEST(model->category == "GEMM", name);
    BOOST_TEST(flop_of({.name = name, .dims = "[[3,8],[8,5],[3,5]]", .types = R"(["c10::Half","c10::Half","c10::Half"])"}) ==
               2 * 3 * 5 * 8, name);
  }
  const auto category = [](const char* name) { return built_in_torch_models.find(name)->category; };
  BOOST_TEST(category("triton_tem_fused_clone_bmm_1") == "GEMM");
  BOOST_TEST(category("triton_tem_fused__grouped_mm_add_1") == "GroupedGEMM_fwd");
  BOOST_TEST(category("triton_tem_fused_add_convolution_1") == "CONV_fwd");
  BOOST_TEST(category("triton_tem_fused_add_convolution_backward_1") == "CONV_bwd");
  BOOST_TEST(category("triton_tem_fused__to_copy_flex_attention_2") == "SDPA_fwd");
  BOOST_TEST(category("triton_tem_fused_add_flex_attention_backward_2") == "SDPA_bwd");
  BOOST_TEST(built_in_torch_models.find("triton_tem_fused_comm_0")->name == "triton_tem_fused_");
  BOOST_TEST((built_in_torch_models.find("triton_tem_fused") == nullptr));
}

// A product of (6,8) by (8,5): 2 * 6 * 5 * 8 = 480, and 30 for each operand with an element for each of the result, or
// for each of its columns. Each tensor is read or written once, in 2 B.
BOOST_AUTO_TEST_CASE(a_template_is_known_with_what_is_fused_around_it) {
  const auto cost = [](std::string_view name, std::string_view dims) {
    constexpr std::string_view types = R"(["c10::Half","c10::Half","c10::Half","c10::Half","c10::Half","c10::Half",)"
                                       R"("c10::Half"])";
    return built_in_torch_models.find(name)->cost_of({.name = name, .dims = dims, .types = types});
  };
  const auto flop = [&](std::string_view name, std::string_view dims) { return cost(name, dims).forward.flops.base(); };
  const auto byte = [&](std::string_view name, std::string_view dims) { return cost(name, dims).forward.bytes.base(); };
  constexpr std::string_view residual = "[[6,8],[8,5],[6,5],[6,5]]", gate = "[[6,5],[6,8],[8,5],[6,5]]";
  BOOST_TEST(flop("triton_tem_fused_add_mm_2", residual) == 480 + 30);
  BOOST_TEST(byte("triton_tem_fused_add_mm_2", residual) == (48 + 40 + 2 * 30) * 2);
  BOOST_TEST(flop("triton_tem_fused__unsafe_view_mm_mul_silu_7", gate) == 480 + 30);
  BOOST_TEST(flop("triton_tem_fused_addmm_add_2", "[[5],[6,8],[8,5],[6,5],[6,5]]") == 480 + 2 * 30);
  // a norm before it: mean and deviation of each row, weight and bias of each column
  constexpr std::string_view norm = "[[6,8],[6,1],[6,1],[8],[8],[8,5],[6,5]]";
  BOOST_TEST(flop("triton_tem_fused_mm_native_layer_norm_t_view_9", norm) == 480);
  BOOST_TEST(byte("triton_tem_fused_mm_native_layer_norm_t_view_9", norm) == (48 + 2 * 6 + 2 * 8 + 40 + 30) * 2);
  // scales of rows and columns are no outer product, unless nothing else is there
  BOOST_TEST(flop("triton_tem_fused__scaled_mm_4", "[[6,8],[8,5],[6,1],[1,5],[6,5]]") == 480);
  BOOST_TEST(flop("triton_tem_fused_mm_4", "[[6,1],[1,5],[6,5]]") == 2 * 6 * 5);
  // names without the product, or with another one: extents tell what it is
  BOOST_TEST(flop("triton_tem_fused_add_mul_silu_t_16", "[[6,8],[8,5],[6,5]]") == 480);
  BOOST_TEST((built_in_torch_models.find("triton_tem_fused_add_mul_silu_t_16")->category == "GEMM"));
  BOOST_TEST(flop("triton_tem_fused_bmm_clone_mm_t_transpose_view_24", "[[6,8],[8,5],[6,5]]") == 480);
  BOOST_TEST(flop("triton_tem_fused_bmm_3", "[[2,3,6,8],[2,3,8,5],[2,3,6,5]]") == 6 * 480);
  BOOST_TEST(flop("triton_tem_fused_baddbmm_3", "[[2,6,8],[2,8,5],[2,6,5]]") == 2 * 480);
  BOOST_TEST(byte("triton_tem_fused_baddbmm_3", "[[2,6,8],[2,8,5],[2,6,5]]") == 2 * (48 + 40 + 30) * 2);
  BOOST_TEST(flop("triton_tem_fused_mm_view_5", "[[2,3,8],[8,5],[2,3,5]]") == 480);
  BOOST_TEST(flop("triton_tem_fused_mm_view_5", "[[2,3,8],[8,5],[6,5]]") == 480);
  BOOST_TEST(flop("triton_tem_fused_addmm_5", "[[5],[6,8],[8,5],[6,5]]") == 480 + 30);
  BOOST_TEST(byte("triton_tem_fused_addmm_5", "[[5],[6,8],[8,5],[6,5]]") == (5 + 48 + 40 + 30) * 2);
  BOOST_TEST(flop("triton_tem_fused__scaled_mm_5", "[[6,8],[8,5],[1,1],[1],[6,5]]") == 480);  // scales of one element
  BOOST_TEST(byte("triton_tem_fused__scaled_mm_5", "[[6,8],[8,5],[1,1],[1],[6,5]]") == (48 + 40 + 2 + 30) * 2);
  // square ones: two of three fit, with the same result; of four, it may be two products
  BOOST_TEST(flop("triton_tem_fused_add_mm_2", "[[4,4],[4,4],[4,4],[4,4]]") == 2 * 4 * 4 * 4 + 16);
  for (const std::string_view unclear : {"[[4,4],[4,4],[4,4],[4,4],[4,4]]", "[[6,8],[8,5],[6,7],[7,5],[6,5]]",
                                         "[[6,8],[9,5],[6,5]]"}) {
    BOOST_TEST(!known(flop("triton_tem_fused_add_mm_2", unclear)), unclear);
    BOOST_TEST(known(byte("triton_tem_fused_add_mm_2", unclear)), unclear);
    BOOST_TEST(!cost("triton_tem_fused_add_mm_2", unclear).unrecorded, unclear);  // they were all recorded
  }
  BOOST_TEST(cost("triton_tem_fused_add_mm_2", "[[6,8],[8,5]]").unrecorded);
}

BOOST_AUTO_TEST_CASE(a_template_computes_in_the_type_of_what_it_multiplies) {
  constexpr std::string_view name = "triton_tem_fused_add_mm_2";
  const torch_cost cost = built_in_torch_models.find(name)->cost_of(
      {.name = name, .dims = "[[6,5],[6,8],[8,5],[6,5]]",
       .types = R"(["float","c10::BFloat16","c10::BFloat16","c10::BFloat16"])"});
  BOOST_TEST(cost.spec == "matrix_bf16");
}

BOOST_AUTO_TEST_SUITE_END()
