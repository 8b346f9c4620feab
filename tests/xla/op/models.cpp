#include <ridgeline/xla/op/model.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/op/gemm.hpp>

#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_xla_models)

using test::bf16;
using test::f32;
using test::gemm_call;
using test::gemm_config;

namespace {

std::string parameter(const xla_cost& cost, std::string_view title) {
  const xla_parameter* const p = cost.parameters.find(title);
  return p == nullptr ? "(none)" : p->text;
}
xla_cost cost(const xla_call& call) { return cost_of(call); }

constexpr std::string_view attention_config =
    "{attn_heads = 4 : i64, deterministic = false, dropout_probability = 1.000000e-01 : f64, input_batch = 2 : i64, "
    "kv_max_seqlen = 8 : i64, mask_type = 0 : i64, num_gqa_groups = 4 : i64, q_max_seqlen = 8 : i64, qk_head_dim = 32 : "
    "i64, v_head_dim = 32 : i64}";

xla_call attention_call(std::string_view config) {
  xla_call call;
  call.category = xla_category::te;
  call.target = "te_fused_attn_forward_ffi";
  call.config = config;
  call.operands = {bf16({2, 8, 3, 4, 32}), bf16({0}), bf16({0}), bf16({0})};  // q, k and v packed into one
  call.outputs = {bf16({2, 8, 4, 32})};
  return call;
}

/// 2 images of 3 channels of 8x8, 5 filters of 3x3.
xla_call conv_call(std::string_view target, std::vector<xla_tensor> operands, xla_tensor output) {
  xla_call call;
  call.category = xla_category::conv;
  call.target = target;
  call.operands = std::move(operands);
  call.outputs = {std::move(output), test::tensor(hlo_type::u8, {0})};
  call.conv = hlo_conv{1, 0, 0, 1, 0, 1, {}, {}, {}};
  return call;
}

}  // namespace

BOOST_AUTO_TEST_CASE(configs_are_json_or_typed) {
  constexpr std::string_view json = R"({"a":{"beta":0.5,"n":"12","list":["1","2"],"kind":"BIAS"},"xbeta":3})";
  BOOST_TEST(config_is_set(json, "beta"));
  BOOST_TEST((config_number(json, "n") == 12));
  BOOST_TEST((config_list(json, "list") == std::vector<std::int64_t>{1, 2}));
  BOOST_TEST((config_list(R"({"list": ["0", "2"]})", "list") == std::vector<std::int64_t>{0, 2}));  // Python's blanks
  BOOST_TEST(config_text(json, "kind") == "BIAS");
  BOOST_TEST(config_object(R"({"a":{"b":{"c":1},"d":2},"d":3})", "a") == R"("b":{"c":1},"d":2)");
  BOOST_TEST(config_object(R"({"a":{"b":1)", "a") == "");
  BOOST_TEST(config_object(json, "kind") == "");
  BOOST_TEST(!config_number(json, "missing").has_value());
  BOOST_TEST(!config_number(json, "kind").has_value());
  BOOST_TEST((config_number("{mask_type = -2 : i64}", "mask_type") == -2));
  BOOST_TEST(!config_number("{mask_type", "mask_type").has_value());
  BOOST_TEST(!config_number("{n = 99999999999999999999}", "n").has_value());
  BOOST_TEST(!config_list("{\"list\":[\"1\"", "list").has_value());
  BOOST_TEST(!config_is_set("{\"beta\":0}", "beta"));
  BOOST_TEST(!config_is_set("{\"beta\":0.0}", "beta"));
  BOOST_TEST(config_is_set("{\"is_causal_mask\":true}", "is_causal_mask"));
  BOOST_TEST(!config_is_set("{\"is_causal_mask\":false}", "is_causal_mask"));
}

BOOST_AUTO_TEST_CASE(gemm_of_a_library) {
  // C[4096,2048] = A[4096,6144] B[2048,6144]^T; M is B's: the library works column by column
  const std::string config = gemm_config(1, 1);
  const xla_cost c = cost(gemm_call(bf16({4096, 6144}), bf16({2048, 6144}), bf16({4096, 2048}), config));
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(parameter(c, "M") == "2048");
  BOOST_TEST(parameter(c, "N") == "4096");
  BOOST_TEST(parameter(c, "K") == "6144");
  BOOST_TEST(c.flops.in(GFLOP) == 103.079215104);  // 2 * 2048 * 4096 * 6144
  BOOST_TEST(c.bytes.in(MiB) == 88.0);             // (2048*6144 + 6144*4096 + 2048*4096) * 2 / 2^20 = 24 + 48 + 16
  BOOST_TEST(parameter(c, "dtype_A_B") == "('bf16', 'bf16')");
  BOOST_TEST(parameter(c, "simulation_dtype") == "bf16");
  BOOST_TEST(parameter(c, "transpose") == "(True, False)");
}

BOOST_AUTO_TEST_CASE(gemm_with_an_output_by_columns) {
  xla_tensor c = bf16({8, 6});
  c.layout = {0, 1};
  const std::string config = gemm_config(1, 0);
  const xla_cost found = cost(gemm_call(bf16({8, 4}), bf16({4, 6}), c, config));
  BOOST_TEST(parameter(found, "M") == "8");
  BOOST_TEST(parameter(found, "N") == "6");
}

BOOST_AUTO_TEST_CASE(gemm_in_batches) {
  const std::string config = gemm_config(2, 1, "\"0\"");
  const xla_cost c = cost(gemm_call(f32({16, 512, 64}), f32({16, 64, 512}), f32({16, 512, 512}), config));
  BOOST_TEST(parameter(c, "B") == "16");
  BOOST_TEST(c.flops.in(GFLOP) == 0.536870912);  // 2 * 16 * 512 * 512 * 64
  BOOST_TEST(c.bytes.in(MiB) == 20.0);           // 16 * (2 * 512*64 + 512*512) * 4 / 2^20 = 2 + 2 + 16
}

BOOST_AUTO_TEST_CASE(gemm_of_integers) {
  // C[8,6] = A[8,4] B[4,6], and after C the library's own memory
  const std::string config = gemm_config(1, 0);
  const auto of = [](hlo_type type, std::vector<std::int64_t> dims) {
    xla_tensor t = f32(std::move(dims));
    t.type = type;
    return t;
  };
  xla_call call = gemm_call(of(hlo_type::s8, {8, 4}), of(hlo_type::s8, {4, 6}), of(hlo_type::s32, {8, 6}), config);
  call.outputs.push_back(of(hlo_type::s8, {1024}));
  const xla_cost c = cost(call);
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 384.0);  // 2 * 8 * 6 * 4
  BOOST_TEST(c.bytes.in(B) == 248.0);     // 8*4 + 4*6 + 8*6*4
}

BOOST_AUTO_TEST_CASE(gemm_of_two_types_multiplies_in_the_wider_one) {
  const auto of = [](hlo_type a, hlo_type b) {
    return cost(gemm_call(test::tensor(a, {8, 4}), test::tensor(b, {4, 6}), bf16({8, 6}), gemm_config(1, 0))).peak;
  };
  BOOST_TEST((of(hlo_type::s8, hlo_type::bf16) == matrix_bf16));  // INT8 weights are converted first
  BOOST_TEST((of(hlo_type::bf16, hlo_type::s4) == matrix_bf16));
  BOOST_TEST((of(hlo_type::s8, hlo_type::f8e4m3fn) == matrix_fp8));
  BOOST_TEST((of(hlo_type::s4, hlo_type::s8) == matrix_int8));
}

BOOST_AUTO_TEST_CASE(gemm_of_ragged_groups) {
  // 6 rows of 4 each meet one of three matrices of 4 by 5, like tokens and experts
  std::string config = gemm_config(1, 1);
  config.insert(config.size() - 1, R"(,"ragged_dot_dimension_numbers":{"lhs_ragged_dimensions":["0"],)"
                                   R"("rhs_group_dimensions":["0"]})");
  const xla_cost c = cost(gemm_call(f32({6, 4}), f32({3, 4, 5}), f32({6, 5}), config, "__cublas$lt$groupedMatmul"));
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 240.0);  // 2 * 6 * 4 * 5, whatever the groups
  BOOST_TEST(c.bytes.in(B) == 456.0);     // (6*4 + 3*4*5 + 6*5) * 4
}

BOOST_AUTO_TEST_CASE(gemm_of_scaled_blocks) {
  const auto of = [](std::vector<std::int64_t> dims) { return test::tensor(hlo_type::f8e4m3fn, std::move(dims)); };
  xla_call call = gemm_call(of({2, 8, 64}), of({2, 6, 64}), bf16({2, 8, 6}), "{}", "__cudnn$blockScaledDot");
  call.operands.insert(call.operands.end(), {of({2, 8, 2}), of({2, 6, 2})});
  BOOST_TEST(cost(call).flops.in(FLOP) == 12'288.0);  // 2 * 2 * 8 * 6 * 64
  BOOST_TEST(cost(call).bytes.in(B) == 2'040.0);      // 2*8*64 + 2*6*64 + 2*8*6 * 2, and scales 2*8*2 + 2*6*2
  // the same of hipBLASLt, whose scales follow the matrices
  xla_call mx = gemm_call(of({8, 64}), of({6, 64}), bf16({8, 6}), gemm_config(1, 1), "__cublas$lt$matmul$mx");
  mx.operands.insert(mx.operands.end(), {of({8, 2}), of({6, 2})});
  BOOST_TEST(cost(mx).bytes.in(B) == 1'020.0);        // 8*64 + 6*64 + 8*6 * 2, and 8*2 + 6*2
}

BOOST_AUTO_TEST_CASE(gemm_whose_epilogue_keeps_what_the_gradient_needs) {
  // C[8,6] = GELU(A[8,4] B[4,6] + a row of six), with the input of the GELU as a second output, and scratch memory
  const std::string config = gemm_config(1, 0, "", "0", "BIAS_GELU_AUX");
  xla_call call = gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), config, "__cublas$lt$matmul");
  call.operands.push_back(f32({6}));
  call.outputs.insert(call.outputs.end(), {bf16({8, 6}), test::tensor(hlo_type::s8, {4096})});
  BOOST_TEST(cost(call).bytes.in(B) == 328.0);  // (8*4 + 4*6 + 2 * 8*6) * 2, and 6 * 4
  BOOST_TEST(cost(call).flops.in(FLOP) == 432.0);  // 2 * 8 * 6 * 4 + 8 * 6
}

BOOST_AUTO_TEST_CASE(gemm_of_transformer_engine) {
  // gradient of the weights: X[2,8,4] transposed with Y[2,8,6], which gives [4,6]; a scale follows each operand
  xla_call call = gemm_call(bf16({2, 8, 4}), f32({1}), bf16({4, 6}),
                            "{fuse_bias = false, lhs_axis_boundary = 2 : i64, lhs_transposed = true, "
                            "rhs_axis_boundary = 2 : i64, rhs_transposed = false}", "te_gemm_ffi");
  call.operands.insert(call.operands.end(), {bf16({2, 8, 6}), f32({1}), bf16({0}), bf16({0})});
  const xla_cost c = cost(call);
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 768.0);  // 2 * 4 * 6 * 16
  BOOST_TEST(c.bytes.in(B) == 368.0);     // (2*8*4 + 2*8*6 + 4*6) * 2
  // forward with a bias: X[2,8,4] with W[6,4], transposed
  call.operands = {bf16({2, 8, 4}), f32({1}), bf16({6, 4}), f32({1}), bf16({6}), bf16({0})};
  call.outputs = {bf16({2, 8, 6})};
  call.config = "{fuse_bias = true, lhs_axis_boundary = 2 : i64, lhs_transposed = false, "
                "rhs_axis_boundary = 1 : i64, rhs_transposed = true}";
  BOOST_TEST(cost(call).flops.in(FLOP) == 864.0);  // 2 * 16 * 6 * 4, and 16 * 6 for the bias
  BOOST_TEST(cost(call).bytes.in(B) == 380.0);     // (2*8*4 + 6*4 + 2*8*6 + 6) * 2
  xla_faults original;
  original.triton_gemms_unmodelled = true;
  BOOST_TEST(!cost_of(call, original).fits);
  call.config = {};
  BOOST_TEST(!cost(call).fits);
}

BOOST_AUTO_TEST_CASE(gemm_of_transformer_engine_s_groups) {
  const auto flat = [](std::int64_t elements) { return bf16({elements}); };
  const auto grouped = [&](std::int64_t left, std::int64_t right, xla_tensor out, xla_tensor bias) {
    xla_call call = gemm_call(flat(left), f32({0}), std::move(out), "{K = 4 : i64, M = 6 : i64, N = 5 : i64}",
                              "te_grouped_gemm_ffi");
    call.operands.insert(call.operands.end(), {flat(right), f32({0}), std::move(bias),
                                               test::tensor(hlo_type::s32, {3}), test::tensor(hlo_type::s32, {0})});
    call.outputs.push_back(test::tensor(hlo_type::u8, {4096}));
    return call;
  };
  // 6 rows of 4 each meet one of three matrices of 4 by 5
  const xla_cost c = cost(grouped(24, 60, bf16({6, 5}), bf16({0})));
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 240.0);  // 2 * 6 * 4 * 5, whatever the groups
  BOOST_TEST(c.bytes.in(B) == 228.0);     // (24 + 60 + 30) * 2
  BOOST_TEST(parameter(c, "K") == "4");
  const xla_cost biased = cost(grouped(24, 60, bf16({6, 5}), bf16({3, 5})));
  BOOST_TEST(biased.flops.in(FLOP) == 270.0);  // and 6 * 5
  BOOST_TEST(biased.bytes.in(B) == 258.0);     // and 3 * 5 * 2
  // the gradient of the three: 6 rows of 4 and 6 of 5, each row summed into the result of its group
  const xla_cost gradient = cost(grouped(24, 30, bf16({3, 4, 5}), bf16({0})));
  BOOST_TEST(gradient.flops.in(FLOP) == 240.0);  // 2 * 4 * 5 * 6
  BOOST_TEST(gradient.bytes.in(B) == 228.0);     // (24 + 30 + 60) * 2
  BOOST_TEST(!cost(grouped(24, 61, bf16({6, 5}), bf16({0}))).fits);
  BOOST_TEST(!cost(grouped(25, 60, bf16({6, 5}), bf16({0}))).fits);
  xla_call first_form = grouped(24, 60, bf16({6, 5}), bf16({0}));
  first_form.config = "{num_gemms = 3 : i64}";
  BOOST_TEST(!cost(first_form).fits);
  BOOST_TEST((xla_category_by_target("te_grouped_gemm_v2_ffi") == xla_category::gemm));
  BOOST_TEST((xla_category_by_target("te_grouped_gemm_d2h_group_sizes_ffi") == xla_category::rest));
}

BOOST_AUTO_TEST_CASE(gemm_that_does_not_fit) {
  const std::string config = gemm_config(1, 0);
  BOOST_TEST(!cost(gemm_call(bf16({8, 4}), bf16({5, 6}), bf16({8, 6}), config)).fits);  // 4 is not 5
  BOOST_TEST(!cost(gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), "")).fits);      // nothing says what is summed
  BOOST_TEST(!cost(gemm_call(bf16({8, 4}), bf16({}), bf16({8, 6}), config)).fits);      // one matrix
  xla_call no_target = gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), config);
  no_target.target = {};
  BOOST_TEST(!cost(no_target).modelled);
}

BOOST_AUTO_TEST_CASE(transposition_of_kernel_names) {
  BOOST_TEST(xla_gemm::transposition_of("Cijk_Ailk_Bljk_BBS") == "(False, False)");
  BOOST_TEST(xla_gemm::transposition_of("Cijk_Alik_Bjlk_BBS") == "(True, True)");
  BOOST_TEST(xla_gemm::transposition_of("nvjet_hsh_256x128") == "(False, False)");
  BOOST_TEST(xla_gemm::transposition_of("nvjet_hsh_256x128_64x4_2x1_v_bz_TNT") == "(True, False)");
  BOOST_TEST(xla_gemm::transposition_of("void rocblas_gemm") == "");
}

BOOST_AUTO_TEST_CASE(attention_by_its_config) {
  const xla_cost c = cost(attention_call(attention_config));
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 65'536.0);  // 2 * (2 * 4 * 8 * 8) * (32 + 32)
  BOOST_TEST(c.bytes.in(B) == 16'384.0);     // q, k, v, out: 4 * (2 * 8 * 4 * 32) * 2
  BOOST_TEST(parameter(c, "bias") == "((0,),)");
  BOOST_TEST(parameter(c, "causal") == "False");
  BOOST_REQUIRE(c.inputs.size() == 3u);
  BOOST_TEST(c.inputs[0].dims == (std::vector<std::int64_t>{2, 8, 4, 32}), boost::test_tools::per_element());
}

/// Eight queries of eight keys: all 64 pairs are 65,536 FLOP, so a pair is 1,024.
BOOST_AUTO_TEST_CASE(attention_in_a_window_of_transformer_engine) {
  const auto windowed = [](int mask, int left, int right) {
    std::string config(attention_config);
    config.replace(config.find("mask_type = 0"), 13, "mask_type = " + std::to_string(mask));
    config.insert(config.size() - 1, ", window_size_left = " + std::to_string(left) +
                                         " : i64, window_size_right = " + std::to_string(right) + " : i64");
    return cost(attention_call(config)).flops.in(FLOP);
  };
  BOOST_TEST(windowed(2, -1, 0) == 32'768.0);  // causal: half of the pairs
  BOOST_TEST(windowed(2, -1, -1) == 32'768.0);
  BOOST_TEST(windowed(2, 1, 0) == 14'336.0);   // two keys up to its own: 2 * 8 - 2 * 2 / 2 = 14 pairs
  BOOST_TEST(windowed(2, 7, 0) == 32'768.0);   // eight: all up to its own
  BOOST_TEST(windowed(2, 4095, 0) == 32'768.0);
  BOOST_TEST(windowed(0, -1, -1) == 65'536.0);
  // one key on either side: 3 * 8 - 2 = 22 pairs; as an area 64 - 2 * (8 - 1.5)^2 / 2 = 21.75
  BOOST_TEST(windowed(0, 1, 1) == 22'272.0);
  BOOST_TEST(windowed(0, 100, 100) == 65'536.0);
}

BOOST_AUTO_TEST_CASE(attention_without_a_config_reads_three_operands) {
  xla_call call = attention_call("");
  BOOST_TEST(!cost(call).fits);
  call.operands = {bf16({2, 8, 4, 32}), bf16({2, 16, 2, 32}), bf16({2, 16, 2, 64}), bf16({0})};
  const xla_cost c = cost(call);
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(c.flops.in(FLOP) == 196'608.0);  // 2 * (2 * 4 * 8 * 16) * (32 + 64)
  BOOST_TEST(c.bytes.in(B) == 24'576.0);      // (2048 + 2*16*2*96 + 2*8*4*64) * 2
}

/// A query each for 8 sequences of at most 128 pages of 64 keys.
BOOST_AUTO_TEST_CASE(attention_over_pages) {
  xla_call call = attention_call(
      "{\"cudnn_fmha_backend_config\":{\"bmm1_dot_dimension_numbers\":{\"rhs_batch_dimensions\":[\"0\",\"2\"]},"
      "\"mask_type\":\"PADDING\",\"is_paged_attention\":true}}");
  call.target = "__cudnn$fmhaSoftmax";
  call.cudnn_attention = true;
  const xla_tensor lengths = test::tensor(hlo_type::s32, {8}), pages = test::tensor(hlo_type::s32, {8, 1, 128, 1});
  call.operands = {bf16({8, 1, 32, 128}), bf16({1024, 64, 8, 128}), bf16({1024, 64, 8, 128}),
                   lengths, lengths, pages, pages};
  const xla_cost c = cost(call);
  BOOST_REQUIRE(c.fits);
  BOOST_TEST(parameter(c, "N_KV") == "8192");           // 128 * 64
  BOOST_TEST(c.flops.in(FLOP) == 1'073'741'824.0);      // 2 * (8 * 32 * 1 * 8192) * (128 + 128)
  BOOST_TEST(c.bytes.in(B) == 268'566'528.0);           // (2 * 8*32*128 + 2 * 8*8192*8*128) * 2
  call.operands.resize(5);
  BOOST_TEST(!cost(call).fits);                         // no tables: lengths are not known
}

BOOST_AUTO_TEST_CASE(convolution_and_its_gradients_do_the_same_work) {
  const xla_tensor x = f32({2, 3, 8, 8}), k = f32({5, 3, 3, 3}), y = f32({2, 5, 8, 8});
  for (const auto& call : {conv_call("__cudnn$convForward", {x, k}, y), conv_call("__cudnn$convBackwardFilter", {x, y}, k),
                           conv_call("__cudnn$convBackwardInput", {y, k}, x)}) {
    const xla_cost c = cost(call);
    BOOST_REQUIRE(c.fits);
    BOOST_TEST(c.flops.in(FLOP) == 34'560.0);  // 2 * (3 * 3 * 3) * (2 * 5 * 8 * 8)
    BOOST_TEST(c.bytes.in(B) == 4'636.0);      // (2*3*64 + 5*27 + 2*5*64) * 4 = (384 + 135 + 640) * 4
    BOOST_TEST(parameter(c, "filter_shape") == "(5, 3, 3, 3)");
    BOOST_TEST(parameter(c, "convNd") == "conv2d");
  }
}

BOOST_AUTO_TEST_CASE(convolution_with_a_bias) {
  const xla_call call =
      conv_call("__cudnn$convBiasActivationForward", {f32({2, 3, 8, 8}), f32({5, 3, 3, 3}), f32({5})}, f32({2, 5, 8, 8}));
  BOOST_TEST(cost(call).flops.in(FLOP) == 35'200.0);  // 34560 + 640 additions
  BOOST_TEST(cost(call).bytes.in(B) == 4'656.0);      // 4636 + 5 * 4
}

BOOST_AUTO_TEST_CASE(convolution_whose_dimensions_stand_elsewhere) {
  // Channels last: x[b,h,w,f], kernel[h,w,i,o], y[b,h,w,f]
  xla_call call = conv_call("__cudnn$convForward", {f32({2, 8, 8, 3}), f32({3, 3, 3, 5})}, f32({2, 8, 8, 5}));
  call.conv->kernel_output_feature = 3;
  call.conv->output_feature = 3;
  BOOST_TEST(cost(call).flops.in(FLOP) == 34'560.0);
  call.conv->kernel_output_feature = 9;
  BOOST_TEST(!cost(call).fits);
  call.conv->kernel_output_feature = -1;
  BOOST_TEST(!cost(call).fits);
}

BOOST_AUTO_TEST_CASE(a_user_s_model_wins) {
  struct free_lunch {
    static bool matches(const xla_call& call) { return call.target == "__cublas$gemm"; }
    static free_lunch from(const xla_call&) { return {}; }
    flop_count flops() const { return 1 * FLOP; }
    byte_count bytes() const { return 2 * B; }
  };
  const std::string config = gemm_config(1, 0);
  const xla_cost c = cost_of(gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), config), {}, xla_model_list<free_lunch>);
  BOOST_TEST((c.fits && c.flops == 1 * FLOP && c.bytes == 2 * B));
}

BOOST_AUTO_TEST_CASE(a_user_s_model_may_read_calls_into_shapes_of_the_library) {
  struct softmax {
    static bool matches(const xla_call& call) { return call.target == "my_softmax"; }
    static std::optional<op::gemm> from(const xla_call& call, const xla_faults&) {
      if (call.operands.size() != 2) return std::nullopt;
      return op::gemm{1, 2, 3, 4, false, missing<double>, 2 * B, 2 * B, 2 * B, {}, {}};
    }
  };
  xla_call call;
  call.target = "my_softmax";
  BOOST_TEST(!cost(call).modelled);
  const xla_cost unread = cost_of(call, {}, xla_model_list<softmax>);
  BOOST_TEST((unread.modelled && !unread.fits));
  call.operands = {bf16({2, 4}), bf16({4, 3})};
  const xla_cost c = cost_of(call, {}, xla_model_list<softmax>);
  BOOST_TEST((c.fits && c.flops == 48 * FLOP));  // 2 * 2 * 3 * 4
  BOOST_TEST(c.bytes.in(B) == 52.0);               // (2*4 + 4*3 + 2*3) * 2
}

BOOST_AUTO_TEST_SUITE_END()
