#include <cmath>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/findings.hpp>

#include "tests/support/busy_gpu.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_findings_of_roofs)

namespace {

using test::busy_gpu, test::found;

hw::roofs chip() {  // 100 TFLOP/s, 1 TB/s, and a cache of unknown size: 256 MiB
  return {"made", false, 1000.0 * GBps, {{"matrix_bf16", 100.0 * TFLOPps}}};
}
/// Whether the first finding of the kind recovers `us` microseconds, and its advice tells `text`.
void expect(const finding_list& list, std::string_view id, std::uint64_t count, double recovered,
            std::string_view told) {
  const finding* const f = found(list, id);
  BOOST_REQUIRE_MESSAGE(f != nullptr, id);
  BOOST_TEST(f->count == count);
  BOOST_TEST(std::fabs(f->recoverable.in(us) - recovered) < 0.01, f->recoverable.in(us) << " instead of " << recovered);
  BOOST_TEST(f->advice.find(told) != std::string::npos, f->advice);
  BOOST_TEST((f->confidence == finding_confidence::medium));
  BOOST_TEST((f->bound == finding_bound::exact));
}

constexpr std::string_view softmax_of_512_MiB =  // [16384, 8192]: 256 MiB in, as much out
    R"("Input Dims": [[16384, 8192], [], []], "Input type": ["c10::BFloat16", "Scalar", "Scalar"],
       "Concrete Inputs": ["", "-1", "False"])";
constexpr std::string_view softmax_of_256_MiB =
    R"("Input Dims": [[8192, 8192], [], []], "Input type": ["c10::BFloat16", "Scalar", "Scalar"],
       "Concrete Inputs": ["", "-1", "False"])";

}  // namespace

BOOST_AUTO_TEST_CASE(products_are_judged_by_what_computed_them) {
  // 2 x 2048^3 FLOP take 859 us at 20 TFLOP/s of the vector units, 107.37 us at 160 of TF32
  constexpr std::string_view fp32 = R"("Input Dims": [[2048, 2048], [2048, 2048]], "Input type": ["float", "float"])";
  const hw::roofs roofs{"made", false, 1000.0 * GBps,
                        {{"vector_fp32", 20.0 * TFLOPps}, {"matrix_tf32", 160.0 * TFLOPps}}, true};
  const double each = 2.0 * 2048 * 2048 * 2048 / 160e12 * 1e6;
  for (const std::string_view kernel : {"sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n", "cutlass_80_tensorop_s1688gemm"}) {
    busy_gpu g;
    for (int i = 0; i < 4; ++i) g.add("aten::mm", fp32, kernel, 400);
    expect(g.findings(&roofs), "gemm_below_roof", 4, 4 * (400 - each / 0.8), "26.8 % of the roof is reached");
  }
  busy_gpu faster;  // its name does not tell, but fp32 would have taken 859 us
  for (int i = 0; i < 4; ++i) faster.add("aten::mm", fp32, "nvjet_sss", 400);
  expect(faster.findings(&roofs), "gemm_below_roof", 4, 4 * (400 - each / 0.8), "26.8 % of the roof is reached");
  busy_gpu ordinary;
  for (int i = 0; i < 4; ++i) ordinary.add("aten::mm", fp32, "ampere_sgemm_128x64_nn", 1000);  // 85.9 % of fp32
  BOOST_TEST(found(ordinary.findings(&roofs), "gemm_below_roof") == nullptr);
}

BOOST_AUTO_TEST_CASE(calls_that_reach_more_do_not_get_slower) {
  // 2 x 1024^3 FLOP take 21.47 us, at 0.8 of the roof 26.84 us: one of four calls is faster already
  constexpr std::string_view args =
      R"("Input Dims": [[1024, 1024], [1024, 1024]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";
  const hw::roofs roofs = chip();
  busy_gpu g;
  for (const double length : {25, 100, 100, 100}) g.add("aten::mm", args, "gemm", length);
  expect(g.findings(&roofs), "gemm_below_roof", 4, 3 * (100 - 2.0 * 1024 * 1024 * 1024 / 1e14 * 1e6 / 0.8),
         "26.4 % of the roof is reached");
}

// To pad one of two uneven extents does not help.
BOOST_AUTO_TEST_CASE(all_extents_to_pad_are_told) {
  constexpr std::string_view args =
      R"("Input Dims": [[1025, 1027], [1027, 1024]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";
  const hw::roofs roofs = chip();
  busy_gpu g;
  for (int i = 0; i < 4; ++i) g.add("aten::mm", args, "gemm", 100);
  expect(g.findings(&roofs), "gemm_below_roof", 4, 4 * (100 - 2.0 * 1025 * 1027 * 1024 / 1e14 * 1e6 / 0.8),
         "; pad M = 1025, K = 1027 to a multiple of 8.");
}

BOOST_AUTO_TEST_CASE(ops_that_stream_memory_below_half_of_its_bandwidth) {
  const hw::roofs roofs = chip();
  const auto softmaxes = [](std::string_view args, double length) {
    busy_gpu g;
    for (int i = 0; i < 2; ++i) g.add("aten::_softmax", args, "cunn_SoftMaxForward", length);
    return g;
  };
  // 2 x 16384 x 8192 x 2 B = 536.87 MB take 536.87 us at 1 TB/s: 26.8 % of 2000
  const double least = 2.0 * 16384 * 8192 * 2 / 1e12 * 1e6;
  expect(softmaxes(softmax_of_512_MiB, 2000).findings(&roofs), "memory_below_roof", 2, 2 * (2000 - least / 0.8),
         "26.8 % of the roof is reached; fuse with neighbouring ops, or into attention");
  BOOST_TEST(found(softmaxes(softmax_of_512_MiB, 1050).findings(&roofs), "memory_below_roof") == nullptr);  // 51.1 %
  BOOST_TEST(found(softmaxes(softmax_of_512_MiB, 2000).findings(nullptr), "memory_below_roof") == nullptr);
  hw::roofs no_memory = chip();
  no_memory.memory = missing<bandwidth>;
  BOOST_TEST(found(softmaxes(softmax_of_512_MiB, 2000).findings(&no_memory), "memory_below_roof") == nullptr);
}

BOOST_AUTO_TEST_CASE(what_fits_the_cache_has_no_roof_of_memory) {
  busy_gpu g;
  for (int i = 0; i < 2; ++i) g.add("aten::_softmax", softmax_of_256_MiB, "cunn_SoftMaxForward", 2000);
  hw::roofs roofs = chip();
  BOOST_TEST(found(g.findings(&roofs), "memory_below_roof") == nullptr);  // 256 MiB, as an MI300 has
  roofs.name = "MI300X";
  BOOST_TEST(found(g.findings(&roofs), "memory_below_roof") == nullptr);
  roofs.name = "NVIDIA H100 80GB HBM3";  // 50 MiB: 268.4 us of 2000
  expect(g.findings(&roofs), "memory_below_roof", 2, 2 * (2000 - 2.0 * 8192 * 8192 * 2 / 1e6 / 0.8),
         "13.4 % of the roof");
}

BOOST_AUTO_TEST_CASE(short_calls_are_mostly_fixed_cost) {
  const auto reports = [](double rate, double length) {
    hw::roofs fast = chip();
    fast.memory = rate * GBps;
    busy_gpu g;
    for (int i = 0; i < 8; ++i) g.add("aten::_softmax", softmax_of_512_MiB, "cunn_SoftMaxForward", length);
    return found(g.findings(&fast), "memory_below_roof") != nullptr;
  };
  BOOST_TEST(reports(2e5, 12));   // 2.68 us at the roof
  BOOST_TEST(!reports(2e5, 9));   // a short kernel
  BOOST_TEST(!reports(1e6, 12));  // 0.54 us: less than any kernel takes
}

BOOST_AUTO_TEST_CASE(norms_and_reductions_that_need_several_passes) {
  // [32, 256, 128, 128] in bf16: 2 passes are 536.87 us, and a norm over the batch reads its input twice: 805.31 us
  constexpr std::string_view batch_norm =
      R"("Input Dims": [[32, 256, 128, 128], [256], [256], [256], [256], [], [], []],
      "Input type": ["c10::BFloat16", "float", "float", "float", "float", "Scalar", "Scalar", "Scalar"],
      "Concrete Inputs": ["", "", "", "", "", "True", "0.1", "1e-05"])";
  const hw::roofs roofs = chip();
  busy_gpu slow, good;
  for (int i = 0; i < 2; ++i) slow.add("aten::native_batch_norm", batch_norm, "batch_norm", 2000);
  for (int i = 0; i < 2; ++i) good.add("aten::native_batch_norm", batch_norm, "batch_norm", 1500);  // 53.7 %
  expect(slow.findings(&roofs), "memory_below_roof", 2,
         2 * (2000 - (1.5 * 2 * 32 * 256 * 128 * 128 * 2 + 1.5 * 256 * 6 * 2) / 1e6 / 0.8), "26.8 % of the roof");
  BOOST_TEST(found(good.findings(&roofs), "memory_below_roof") == nullptr);
  busy_gpu part;  // of a norm over all ranks: each reads once. 4 statistics of 4 bytes a channel
  for (int i = 0; i < 2; ++i)
    part.add("aten::batch_norm_elemt", R"("Input Dims": [[32, 256, 128, 128], [256], [256], [256], [256], []],
        "Input type": ["c10::BFloat16", "float", "float", "float", "float", "Scalar"])", "batch_norm_transform", 1500);
  expect(part.findings(&roofs), "memory_below_roof", 2,
         2 * (1500 - (2.0 * 32 * 256 * 128 * 128 * 2 + 256 * 4 * 4) / 1e6 / 0.8), "35.8 % of the roof");
  busy_gpu sorting;  // reads more often than once
  for (int i = 0; i < 2; ++i)
    sorting.add("aten::topk", R"("Input Dims": [[16384, 16384], [], [], [], []],
        "Input type": ["c10::BFloat16", "Scalar", "Scalar", "Scalar", "Scalar"],
        "Concrete Inputs": ["", "8", "-1", "True", "True"])", "radixFindKthValues", 9000);
  BOOST_TEST(found(sorting.findings(&roofs), "memory_below_roof") == nullptr);
}

BOOST_AUTO_TEST_CASE(lookups_of_embeddings) {
  // 32768 rows of 8192 bf16 read and written, with their indices: 2 x 536.87 + 0.26 MB, 1074.0 us; 35.8 % of 3000
  constexpr std::string_view lookup = R"("Input Dims": [[128256, 8192], [], [32768]],
      "Input type": ["c10::BFloat16", "Scalar", "long int"], "Concrete Inputs": ["", "0", ""])";
  const double least = (2.0 * 32768 * 8192 * 2 + 8 * 32768) / 1e6;
  const hw::roofs roofs = chip();
  busy_gpu tokens, rows;
  for (int i = 0; i < 2; ++i) tokens.add_within("aten::embedding", "aten::index_select", lookup, "indexSelect", 3000);
  for (int i = 0; i < 2; ++i) rows.add("aten::index_select", lookup, "indexSelect", 3000);
  expect(tokens.findings(&roofs), "memory_below_roof", 2, 2 * (3000 - least / 0.8), "35.8 % of the roof");
  BOOST_TEST(found(rows.findings(&roofs), "memory_below_roof") == nullptr);  // no embedding
}

BOOST_AUTO_TEST_CASE(attention_below_half_of_its_roof) {
  const auto call = [](std::string_view values) {
    return R"("Input Dims": [[4, 32, 4096, 128], [4, 32, 4096, 128], [4, 32, 4096, 128], [], [], [], []],
        "Input type": ["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar", "Scalar", ""])" +
           std::string(values);
  };
  const std::string causal = call(R"(, "Concrete Inputs": ["", "", "", "0.", "True", "False", ""])");
  const auto flash = [&](std::string_view args, double length) {
    busy_gpu g;
    for (int i = 0; i < 2; ++i) g.add("aten::_scaled_dot_product_flash_attention", args, "flash_fwd_kernel", length);
    return g;
  };
  // two products of 4 x 32 x 4096^2 x 128, half of it masked: 549.76 GFLOP, 5497.6 us at 100 TFLOP/s
  const double least = 4.0 * 4 * 32 * 4096 * 4096 * 128 / 2 / 1e14 * 1e6;
  const hw::roofs roofs = chip();
  expect(flash(causal, 20000).findings(&roofs), "attention_below_roof", 2, 2 * (20000 - least / 0.8),
         "27.5 % of the roof is reached; use another kernel");
  BOOST_TEST(found(flash(causal, 10000).findings(&roofs), "attention_below_roof") == nullptr);  // 55 %
  BOOST_TEST(found(flash(causal, 20000).findings(nullptr), "attention_below_roof") == nullptr);
  BOOST_TEST(found(flash(call(""), 20000).findings(&roofs), "attention_below_roof") == nullptr);  // causal or not?
}

BOOST_AUTO_TEST_CASE(gradients_of_attention_reach_less_of_the_roof) {
  constexpr std::string_view args = R"("Input Dims": [[4, 32, 4096, 128], [4, 32, 4096, 128], [4, 32, 4096, 128],
      [4, 32, 4096, 128], [4, 32, 4096, 128], [4, 32, 4096], [], [], [], [], [], [], [], [], []], "Input type":
      ["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "float", "", "", "Scalar",
      "Scalar", "Scalar", "Scalar", "long int", "long int", "Scalar"],
      "Concrete Inputs": ["", "", "", "", "", "", "", "", "4096", "4096", "0.", "True", "", "", "0.088"])";
  const auto flash = [&](double length) {
    busy_gpu g;
    for (int i = 0; i < 2; ++i)
      g.add("aten::_scaled_dot_product_flash_attention_backward", args, "flash_bwd_kernel", length);
    return g;
  };
  // five products in place of two: 13743.9 us at 100 TFLOP/s; 0.6 of that is 22906.5, and half of 0.6 / 0.8 is 37.5 %
  const double least = 5.0 * 2 * 4 * 32 * 4096 * 4096 * 128 / 2 / 1e14 * 1e6;
  const hw::roofs roofs = chip();
  expect(flash(50000).findings(&roofs), "attention_below_roof", 2, 2 * (50000 - least / 0.6), "27.5 % of the roof");
  BOOST_TEST(found(flash(36000).findings(&roofs), "attention_below_roof") == nullptr);  // 38.2 %
}

BOOST_AUTO_TEST_CASE(attention_over_packed_sequences) {
  const auto varlen = [](std::string_view longest) {
    const std::string args = R"("Input Dims": [[8192, 32, 128], [8192, 32, 128], [8192, 32, 128], [5], [5], [], [], [],
        [], []], "Input type": ["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "int", "int", "Scalar", "Scalar",
        "Scalar", "Scalar", "Scalar"], "Concrete Inputs": ["", "", "", "", "", ")" +
                             std::string(longest) + "\", \"" + std::string(longest) + R"(", "0.", "0.088", "False"])";
    busy_gpu g;
    for (int i = 0; i < 2; ++i) g.add("flash_attn::_flash_attn_varlen_forward", args, "flash_fwd_kernel", 9000);
    return g;
  };
  const hw::roofs roofs = chip();
  // four sequences of 2048: 4 x 4 x 32 x 2048^2 x 128 FLOP take 2748.8 us
  const double least = 4.0 * 4 * 32 * 2048 * 2048 * 128 / 1e14 * 1e6;
  expect(varlen("2048").findings(&roofs), "attention_below_roof", 2, 2 * (9000 - least / 0.8), "30.5 % of the roof");
  BOOST_TEST(found(varlen("4096").findings(&roofs), "attention_below_roof") == nullptr);  // how long the others are?
}

BOOST_AUTO_TEST_CASE(paged_decoding_below_half_of_the_bandwidth) {
  constexpr std::string_view args = R"("Input Dims": [[8, 32, 128], [8, 8, 128], [8, 8, 128]],
      "Input type": ["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
  const auto decode = [&](std::string_view range, double length) {
    busy_gpu g;
    g.range(range, 2);
    for (int i = 0; i < 2; ++i) g.add("vllm::unified_attention_with_output", args, "paged_attention_v2", length);
    return g;
  };
  // eight requests with 65536 keys each, of which the last is that of the token: 524280 x 8 heads x 2 x 128 x 2 B are
  // read from the cache, and 8 x (32 + 8) x 256 x 2 B besides: 2147.6 us; the products take 85.9
  constexpr std::string_view range = "execute_8_context_0(sq0sk0sqsq0sqsk0)_generation_8(sq8sk524288sqsq8sqsk524288)";
  const double least = (524280.0 * 8 * 256 * 2 + 8.0 * 40 * 256 * 2) / 1e6;
  const hw::roofs roofs = chip();
  const finding_list list = decode(range, 6000).findings(&roofs);
  expect(list, "kv_cache_bandwidth", 2, 2 * (6000 - least / 0.8), "35.8 % of the roof is reached");
  BOOST_TEST(found(list, "attention_below_roof") == nullptr);
  BOOST_TEST(found(decode(range, 4000).findings(&roofs), "kv_cache_bandwidth") == nullptr);  // 53.7 %
  BOOST_TEST(found(decode("step", 6000).findings(&roofs), "kv_cache_bandwidth") == nullptr);  // lengths unknown
  // a range of 128 tokens is not that of 8 rows
  constexpr std::string_view other =
      "execute_128_context_0(sq0sk0sqsq0sqsk0)_generation_128(sq128sk524288sqsq128sqsk524288)";
  BOOST_TEST(found(decode(other, 6000).findings(&roofs), "kv_cache_bandwidth") == nullptr);
}

BOOST_AUTO_TEST_CASE(advice_names_what_the_chip_has) {
  constexpr std::string_view attention =
      R"("Input Dims": [[4, 32, 4096, 128], [4, 32, 4096, 128], [4, 32, 4096, 128], [], [], [], []],
      "Input type": ["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "Scalar", "Scalar", "Scalar", ""],
      "Concrete Inputs": ["", "", "", "0.", "True", "False", ""])";
  constexpr std::string_view fp32 = R"("Input Dims": [[2048, 2048], [2048, 2048]], "Input type": ["float", "float"])";
  constexpr std::string_view bf16 =
      R"("Input Dims": [[4096, 4096], [4096, 4096]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";
  busy_gpu g;
  for (int i = 0; i < 2; ++i) {
    g.add("aten::_scaled_dot_product_flash_attention", attention, "flash_fwd_kernel", 20000);
    g.add("aten::mm", fp32, "sgemm", 2000), g.add("aten::mm", bf16, "gemm", 9000);
  }
  const auto advice = [&](std::string_view name, std::string_view id) {
    hw::roofs roofs = chip();
    roofs.name = name, roofs.vectors_stand_in = true;
    roofs.peaks.emplace_back("vector_fp32", 20.0 * TFLOPps);
    const finding_list list = g.findings(&roofs);
    const finding* const f = found(list, id);
    BOOST_REQUIRE_MESSAGE(f != nullptr, name << " " << id);
    return f->advice;
  };
  const auto tells = [&](std::string_view name, std::string_view kernels, std::string_view types, std::string_view tuning) {
    BOOST_TEST(advice(name, "attention_below_roof").find(kernels) != std::string::npos, advice(name, "attention_below_roof"));
    BOOST_TEST(advice(name, "gemm_fp32").starts_with(types), advice(name, "gemm_fp32"));
    BOOST_TEST(advice(name, "gemm_below_roof").find(tuning) != std::string::npos, advice(name, "gemm_below_roof"));
  };
  const std::string_view autotune = "(max-autotune), or", tunable = "(max-autotune, TunableOp), or";
  tells("NVIDIA H100 80GB HBM3", "use another kernel (FlashAttention 3, cuDNN).",
        "Use bf16, or TF32 (allow_tf32), if the accuracy allows: 2 kernels", autotune);
  tells("a100_80gb_sxm", "(FlashAttention 2, cuDNN).", "Use bf16, or TF32 (allow_tf32), if", autotune);
  tells("v100_sxm2", "(memory-efficient attention).", "Use bf16 if the accuracy allows: 2 kernels", autotune);
  tells("AMD Instinct MI300X", "(AITER, Composable Kernel).",
        "Use bf16, or TF32 (allow_tf32 and HIPBLASLT_ALLOW_TF32=1), if", tunable);
  tells("mi250x_gcd", "(Composable Kernel).", "Use bf16 if", tunable);  // no rate of TF32
  tells("mi355x", "(AITER, Composable Kernel).", "Use bf16 if", tunable);
  tells("max_1100", "(oneDNN).", "Use bf16, or TF32 (torch.backends.mkldnn.allow_tf32), if", autotune);
  tells("made", "use another kernel.", "Use bf16, or TF32, if", autotune);  // nothing is known of it
}

BOOST_AUTO_TEST_SUITE_END()
