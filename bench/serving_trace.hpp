/// A synthetic trace of a serving engine, step by step, with what each step really does, to measure how well a report
/// finds phases. The labels come from the simulated scheduler, never from the annotations.
///
/// The steps of both engines make the calls of real engines, with names, arguments and kernels from real traces. A
/// model of two layers: 2048 wide, 16 heads, 4 of keys, 128 wide each, 5632 in between, 32000 words.
#ifndef RIDGELINE_BENCH_SERVING_TRACE_HPP
#define RIDGELINE_BENCH_SERVING_TRACE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "serving_writer.hpp"

namespace bench {
namespace detail {

inline constexpr std::int64_t width = 2048, heads = 16, kv_heads = 4, head = 128, inner = 5632;
inline constexpr std::int64_t words = 32000, blocks = 8000;
inline constexpr int layers = 2;
inline constexpr std::string_view gather =
    "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long>";
inline constexpr std::string_view argmax = "void at::native::reduce_kernel<512, 1, at::native::ArgMaxOps<float> >";
inline constexpr std::string_view sort =
    "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float>";

/// GPU time of a product, in microseconds: memory bound for few rows, compute bound for many.
inline std::int64_t product(std::int64_t m, std::int64_t n, std::int64_t k) {
  return 3 + n * k / 1'500'000 + m * n * k / 200'000'000;
}

struct serving_kernels {
  std::string_view small_product, large_product, norm, rotary, store, activation;
};
inline constexpr serving_kernels vllm_kernels{
    "nvjet_tst_64x8_64x16_4x1_v_bz_splitK_TNT", "nvjet_tst_128x256_64x4_2x1_v_bz_coopA_TNT",
    "void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>", "void vllm::rotary_embedding_kernel<c10::BFloat16, true>",
    "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16>",
    "void vllm::act_and_mul_kernel<c10::BFloat16, &vllm::silu_kernel>"};
inline constexpr serving_kernels sglang_kernels{
    "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x128_MI16x16x1_SN_LDSB1_ULSGRO0_USL1_UIOFGRO0_WG32_4_1",
    "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_MI16x16x1_SN_LDSB1_ULSGRO0_USL1_UIOFGRO0_WG32_8_1",
    "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdE", "void sgl_hip::rotary_embedding_kernel<c10::BFloat16, true>",
    "void store_kvcache<512>", "void sgl_hip::activation::act_and_mul_kernel<__hip_bfloat16>"};

inline void mm(serving_writer& w, const serving_kernels& k, std::int64_t m, std::int64_t n, std::int64_t inside) {
  w.op("aten::mm", {{m, inside}, {inside, n}}, {m > 64 ? k.large_product : k.small_product}, product(m, n, inside));
}

struct attention_sizes {
  std::int64_t tokens, sequences, longest, longest_keys, keys, cost;
};
inline attention_sizes sizes_of(const serving_batch& b) {
  attention_sizes s{b.tokens(), static_cast<std::int64_t>(b.sequences.size()), 0, 0, 0, 4};
  for (const auto& [queries, keys] : b.sequences) {
    s.longest = s.longest > queries ? s.longest : queries;
    s.longest_keys = s.longest_keys > keys ? s.longest_keys : keys;
    s.keys += keys;
    s.cost += 1 + queries * keys / 40'000;
  }
  return s;
}

inline void vllm_attention(serving_writer& w, const attention_sizes& a, bool tokens_only) {
  w.op("_C_cache_ops::reshape_and_cache_flash",
       {{a.tokens, kv_heads, head}, {a.tokens, kv_heads, head}, {blocks, 16, kv_heads, head},
        {blocks, 16, kv_heads, head}, {a.tokens}},
       {vllm_kernels.store}, 2 + a.tokens / 100);
  if (tokens_only)
    return w.op("vllm::unified_attention_with_output",
                {{a.tokens, heads, head}, {a.tokens, kv_heads, head}, {a.tokens, kv_heads, head},
                 {a.tokens, heads, head}, {}},
                {"kernel_unified_attention_2d"}, a.cost);
  w.op("_vllm_fa2_C::varlen_fwd",
       {{a.tokens, heads, head}, {blocks, 16, kv_heads, head}, {blocks, 16, kv_heads, head}, {a.tokens, heads, head},
        {a.sequences + 1}, {}, {a.sequences}, {}, {a.sequences, 512}},
       {"void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4> >"}, a.cost,
       {{10, a.longest}, {11, a.longest_keys}}, "vllm::unified_attention_with_output");
}
inline void sglang_attention(serving_writer& w, const attention_sizes& a, bool decoding) {
  const std::int64_t all = kv_heads * head;
  w.op("sglang::store_cache", {{a.tokens, all}, {a.tokens, all}, {blocks * 16, all}, {blocks * 16, all}, {a.tokens}},
       {sglang_kernels.store}, 2 + a.tokens / 100);
  const serving_writer::dims cache{{a.tokens, heads, head}, {blocks * 16, kv_heads, head},
                                   {blocks * 16, kv_heads, head}, {a.sequences + 1}, {a.sequences + 1}, {a.keys + 256}};
  if (decoding)
    w.op("aiter::paged_attention_ragged", cache,
         {"void paged_attention_ll4mi_QKV_mfma16_kernel<__hip_bfloat16>",
          "void paged_attention_ll4mi_reduce_kernel<__hip_bfloat16>"}, a.cost);
  else
    w.op("aiter::mha_batch_prefill", cache, {"_ZN7ck_tile6kentryILi2ENS_38FmhaBatchPrefillWithPagedKVCacheKernelE"},
         a.cost, {{6, a.longest}, {7, a.longest_keys}});
}

/// The transformer, op by op.
inline void forward(serving_writer& w, const serving_batch& b, const serving_options& options) {
  const bool vllm = options.engine == serving_engine::vllm;
  const serving_kernels& k = vllm ? vllm_kernels : sglang_kernels;
  const attention_sizes a = sizes_of(b);
  const std::int64_t t = a.tokens, small = 2 + t / 60;
  w.op("aten::embedding", {{words, width}, {t}}, {gather}, small);
  for (int layer = 0; layer < layers; ++layer) {
    w.op(vllm ? "_C::fused_add_rms_norm" : "aiter::add_rmsnorm", {{t, width}, {t, width}, {width}}, {k.norm}, small);
    mm(w, k, t, (heads + 2 * kv_heads) * head, width);
    w.op(vllm ? "_C::rotary_embedding" : "sgl_kernel::rotary_embedding",
         {{t}, {t, heads * head}, {t, kv_heads * head}}, {k.rotary}, small);
    if (vllm) vllm_attention(w, a, options.tokens_only);
    else sglang_attention(w, a, b.prompts == 0);
    mm(w, k, t, width, heads * head);
    w.op(vllm ? "_C::fused_add_rms_norm" : "aiter::add_rmsnorm", {{t, width}, {t, width}, {width}}, {k.norm}, small);
    mm(w, k, t, 2 * inner, width);
    w.op(vllm ? "_C::silu_and_mul" : "sgl_kernel::silu_and_mul", {{t, inner}, {t, 2 * inner}}, {k.activation}, small);
    mm(w, k, t, width, inner);
  }
}
inline std::vector<std::string_view> graph_kernels(bool vllm) {
  const serving_kernels& k = vllm ? vllm_kernels : sglang_kernels;
  std::vector<std::string_view> all{gather};
  for (int layer = 0; layer < layers; ++layer) {
    all.insert(all.end(), {k.norm, k.small_product, k.rotary, k.store});
    all.push_back(vllm ? "void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4> >"
                       : "void paged_attention_ll4mi_QKV_mfma16_kernel<__hip_bfloat16>");
    all.insert(all.end(), {k.small_product, k.norm, k.small_product, k.activation, k.small_product});
  }
  return all;
}

inline std::string range_name(const serving_options& options, const serving_batch& b) {
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  std::string name;
  if (options.engine == serving_engine::sglang) {
    name = b.prompts == 0 ? "step[DECODE bs=" : b.generating == 0 ? "step[EXTEND bs=" : "step[MIXED bs=";
    name += number(b.prompts + b.generating);
    if (b.prompts != 0) name += " toks=", name += number(b.tokens());
    name += ']';
    return name;
  }
  if (options.old_names) {
    name = "execute_new_";
    name += number(b.new_requests);
    name += "_cached_";
    name += number(static_cast<std::int64_t>(b.sequences.size()) - b.new_requests);
    return name;
  }
  name = "execute_context_";
  name += number(b.prompts);
  name += '(';
  name += number(b.prompt_tokens);
  name += ")_generation_";
  name += number(b.generating);
  name += '(';
  name += number(b.generating);
  name += ')';
  return name;
}

}  // namespace detail

/// The trace. vLLM's range encloses all launches of a step, SGLang's only the model. Recording begins in the first
/// step, so that step's range is not in the trace.
inline serving_trace make_serving_trace(const serving_options& options) {
  using namespace detail;
  random_numbers random(options.seed);
  serving_scheduler scheduler(options, random);
  serving_writer w(random);
  const bool vllm = options.engine == serving_engine::vllm;
  w.runtime(vllm ? "cuda" : "hip");
  std::array<std::size_t, 3> steps{};
  for (std::size_t i = 0; i < options.steps; ++i) {
    const serving_batch b = scheduler.next();
    w.step_is(b.phase());
    ++steps[static_cast<std::size_t>(b.phase())];
    const std::int64_t sequences = static_cast<std::int64_t>(b.sequences.size());
    std::int64_t start = w.now();
    w.copy("Memcpy HtoD (Pinned -> Device)", b.tokens());
    w.copy("Memcpy HtoD (Pinned -> Device)", sequences);
    if (!vllm) start = w.now();
    const bool captured = b.prompts == 0 && sequences <= 16 && sequences % 2 == 0;
    if (captured) w.graph(graph_kernels(vllm), 6 + sequences / 4);
    else forward(w, b, options);
    if (!captured) w.op("aten::index_select", {{b.tokens(), width}, {}, {sequences}}, {gather}, 3);
    mm(w, vllm ? vllm_kernels : sglang_kernels, sequences, words, width);
    if (!vllm && options.annotated && i != 0) w.range(range_name(options, b), start);
    w.op("aten::_softmax", {{sequences, words}}, {sort}, 5);
    w.op("aten::argmax", {{sequences, words}}, {argmax}, 6);
    w.copy("Memcpy DtoH (Device -> Pinned)", sequences);
    if (vllm && options.annotated && i != 0) w.range(range_name(options, b), start);
    w.idle(random.between(5, 60));
  }
  return w.take(steps);
}

}  // namespace bench

#endif  // RIDGELINE_BENCH_SERVING_TRACE_HPP
