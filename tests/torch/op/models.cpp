#include <ridgeline/torch/op/built_in_models.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
