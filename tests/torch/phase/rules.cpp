// Every documented method and each of its quirks, on names invented for it.
#include <ridgeline/torch/phase/rules.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/phase/kernel_category.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_phase_rules)

namespace {

/// The labels as short words, readable when a test fails.
std::string_view names(std::initializer_list<std::string_view> texts) { return *texts.begin(); }

phase_text read(std::initializer_list<std::string_view> texts) {
  phase_text all = phase_text_of(names(texts));
  for (auto t = texts.begin() + 1; t != texts.end(); ++t) all = phase_text_of_both(all, phase_text_of(*t));
  return all;
}
std::string_view length(std::initializer_list<std::string_view> texts) { return name_of(phase_by_length(read(texts))); }
std::string_view words(std::initializer_list<std::string_view> texts) { return name_of(phase_by_kernel_names(read(texts))); }
std::string lower(std::string_view text) {
  std::string out;
  torch_detail::lower_case(text, out);
  return out;
}
std::string_view attention(std::string_view name) { return name_of(phase_by_attention(lower(name))); }
std::string_view framework(std::string_view name) { return name_of(phase_by_framework(name, lower(name))); }
std::string_view rows(std::initializer_list<std::string_view> texts, std::string_view dims, double threshold = 10) {
  return name_of(phase_by_gemm_params(read(texts), first_extent(dims), threshold));
}
phase_votes votes(std::initializer_list<std::string_view> texts, std::string_view dims) {
  return votes_of(read(texts), votes_of_name(lower(names(texts))), first_extent(dims), 10);
}

}  // namespace

BOOST_AUTO_TEST_CASE(lengths_in_names_are_averaged) {
  BOOST_TEST(length({"fmha_sl1_kernel"}) == "Decode");
  BOOST_TEST(length({"fmha_sl512", "fmha_seqlen_1"}) == "Prefill");   // (512 + 1) / 2
  BOOST_TEST(length({"fmha_seq4", "fmha_seqlen16"}) == "Mixed");      // 10 is not more than 10
  BOOST_TEST(length({"fmha_seq4", "fmha_seqlen17"}) == "Prefill");    // 10.5
  BOOST_TEST(length({"fmha_sl0_seq1"}) == "Decode");                  // zeros do not count
  BOOST_TEST(length({"fmha_sl0"}) == "Mixed");
  BOOST_TEST(length({"FMHA_SeqLen_64"}) == "Prefill");                // in any letter case
  BOOST_TEST(length({"seqlen__64", "sl", "seq_64", "seqlens 3"}) == "Mixed");  // one underscore, and none after seq
  BOOST_TEST(length({"seqseq64"}) == "Prefill");
  BOOST_TEST(length({"sl99999999999999999999999999999999999999999"}) == "Prefill");
}

BOOST_AUTO_TEST_CASE(a_length_may_stand_in_the_next_name) {
  BOOST_TEST(length({"attn_seqlen", "128x64_tile"}) == "Prefill");  // joined: `attn_seqlen 128x64_tile`
  BOOST_TEST(length({"attn_seqlen", "x128"}) == "Mixed");
  BOOST_TEST(length({"attn_seq", "128"}) == "Mixed");
  BOOST_TEST(length({"attn_seqlen", "", "128"}) == "Mixed");        // two blanks
  BOOST_TEST(length({"", "seqlen", "1"}) == "Decode");
}

BOOST_AUTO_TEST_CASE(the_sl1_of_tensile_is_read_as_a_length) {
  BOOST_TEST(words({"aten::mm", "Cijk_Alik_Bljk_BBS_BH_MT256x128x64_U64SL1_VWA8"}) == "Decode");
  BOOST_TEST(words({"vllm::prefill", "Cijk_MT16_SL1"}) == "Decode");  // before all words
}

BOOST_AUTO_TEST_CASE(kernel_names_looks_for_words_of_prefill_first) {
  BOOST_TEST(words({"flash_prefill_decode"}) == "Prefill");
  BOOST_TEST(words({"x", "Context_Attention"}) == "Prefill");
  for (const char* w : {"prefill", "context", "prompt", "initialization", "first_token"}) BOOST_TEST(words({w}) == "Prefill", w);
  for (const char* w : {"decode", "generation", "autoregressive", "continuous_batch", "paged_attention", "kv_cache",
                        "reshape_and_cache", "incremental", "single_token"})
    BOOST_TEST(words({w}) == "Decode", w);
  BOOST_TEST(words({"aten::mm", "sgemm"}) == "Mixed");
}

BOOST_AUTO_TEST_CASE(attention_patterns_looks_at_attention_only) {
  BOOST_TEST(attention("_C::Paged_Attention_v1") == "Decode");
  BOOST_TEST(attention("reshape_and_cache") == "Mixed");        // neither attention, attn nor sdpa
  BOOST_TEST(attention("reshape_and_cache_attn") == "Decode");
  for (const char* n : {"attn_kv_cache", "attn_batch_decode", "decode_attention"}) BOOST_TEST(attention(n) == "Decode", n);
  for (const char* n : {"prefill_attention", "attn_chunked_prefill", "sdpa_batch_prefill"}) BOOST_TEST(attention(n) == "Prefill", n);
  BOOST_TEST(attention("attn_prefill") == "Mixed");             // not one of its words
  BOOST_TEST(attention("aten::_scaled_dot_product_attention") == "Mixed");  // the rule by shape never fires
}

BOOST_AUTO_TEST_CASE(the_first_framework_decides) {
  BOOST_TEST(framework("vllm::reshape_and_cache") == "Decode");
  BOOST_TEST(framework("vllm::flash_prefill") == "Prefill");
  BOOST_TEST(framework("vllm::unified_attention") == "Mixed");
  BOOST_TEST(framework("VLLM::decode") == "Mixed");             // the namespace keeps its letter case
  BOOST_TEST(framework("paged_attention_v1") == "Mixed");       // enters vLLM's block, which does not list that word
  BOOST_TEST(framework("Batch_Decode_tgi::encode") == "Decode");
  BOOST_TEST(framework("sglang::tree_attention") == "Mixed");
  BOOST_TEST(framework("prefix_cache_lookup") == "Decode");
  BOOST_TEST(framework("radix_attention_prefill") == "Prefill");
  BOOST_TEST(framework("tgi::encode") == "Prefill");
  BOOST_TEST(framework("token_generation") == "Decode");
  BOOST_TEST(framework("continuous_batch_decode") == "Decode");
  BOOST_TEST(framework("vllm::encode") == "Mixed");             // only TGI has this word
  BOOST_TEST(framework("context_phase") == "Prefill");
  BOOST_TEST(framework("generation_phase") == "Decode");
  BOOST_TEST(framework("mha_fwd") == "Mixed");
  BOOST_TEST(framework("mlp_context") == "Prefill");
  BOOST_TEST(framework("aten::mm") == "Mixed");
}

BOOST_AUTO_TEST_CASE(gemm_params_takes_the_first_extent_of_any_op) {
  BOOST_TEST(rows({"aten::mm"}, "[[11,64],[64,32]]") == "Prefill");
  BOOST_TEST(rows({"aten::mm"}, "[[10,64],[64,32]]") == "Decode");
  BOOST_TEST(rows({"aten::mm"}, "[[10,64],[64,32]]", 9) == "Prefill");
  BOOST_TEST(rows({"aten::relu"}, "[[512,64]]") == "Mixed");                    // one argument
  BOOST_TEST(rows({"aten::add"}, "[[512,64],[]]") == "Prefill");                // no product
  BOOST_TEST(rows({"aten::addmm"}, "[[4096],[4,64],[64,4096]]") == "Prefill");  // the bias
  BOOST_TEST(rows({"aten::bmm"}, "[[2,512,64],[2,64,512]]") == "Decode");       // the batch
  BOOST_TEST(rows({"aten::cat"}, "[[[512,64],[512,64]],[]]") == "Mixed");       // a list of tensors
  BOOST_TEST(rows({"x"}, "[[],[512,64]]") == "Mixed");
  BOOST_TEST(rows({"x"}, "[[0,64],[64]]") == "Mixed");
  BOOST_TEST(rows({"x"}, "") == "Mixed");
  BOOST_TEST(rows({"x"}, "[[512") == "Mixed");
}

BOOST_AUTO_TEST_CASE(gemm_params_believes_words_first) {
  BOOST_TEST(rows({"prefill"}, "[[1,64],[64,32]]") == "Prefill");
  BOOST_TEST(rows({"x", "decode"}, "[[512,64],[64,32]]") == "Decode");
  BOOST_TEST(rows({"prefill", "continuous_batch"}, "[[512,64],[64,32]]") == "Mixed");
}

BOOST_AUTO_TEST_CASE(frequencies_are_held_against_quantiles) {
  BOOST_TEST((phase_by_frequency(10, 14.5, 25) == inference_phase::prefill));
  BOOST_TEST((phase_by_frequency(20, 14.5, 25) == inference_phase::decode));
  BOOST_TEST((phase_by_frequency(7, 7, 7) == inference_phase::decode));       // one name is not rare
  BOOST_TEST((phase_of_open_vote(40, 19, 31) == inference_phase::decode));
  BOOST_TEST((phase_of_open_vote(10, 19, 31) == inference_phase::prefill));
  BOOST_TEST((phase_of_open_vote(20, 19, 31) == inference_phase::mixed));
}

BOOST_AUTO_TEST_CASE(votes_are_weighed) {
  const phase_votes product = votes({"aten::mm", "sgemm"}, "[[512,64],[64,32]]");
  BOOST_TEST(product.prefill == 3.0);
  BOOST_TEST(product.decode == 0.0);
  const phase_votes tensile = votes({"aten::mm", "Cijk_SL1"}, "[[512,64],[64,32]]");
  BOOST_TEST((tensile.prefill == 3 && tensile.decode == 4 && tensile.result() == inference_phase::decode));
  // vllm:: with `cache` 2, reshape_and_cache among kernels 2, M 3
  const phase_votes cache = votes({"vllm::reshape_and_cache"}, "[[512,8,64],[512,8,64]]");
  BOOST_TEST((cache.prefill == 3 && cache.decode == 4));
  // words of both kinds give no vote: 0; flash_attn ... prefill 2 for prefill
  const phase_votes both = votes({"flash_attn", "prefill_next_token"}, "");
  BOOST_TEST((both.prefill == 2 && both.decode == 0));
  // `batch_decode` 1, `decode` 4
  const phase_votes batch = votes({"batch_decode"}, "");
  BOOST_TEST((batch.prefill == 0 && batch.decode == 5));
  BOOST_TEST((phase_votes{1, 0}.result() == inference_phase::mixed));  // fewer than 2
  BOOST_TEST((phase_votes{2, 2}.result() == inference_phase::mixed));
}

BOOST_AUTO_TEST_CASE(patterns_with_a_gap_hold_over_several_names) {
  const auto decode = [](std::initializer_list<std::string_view> t) { return read(t).then_decode.bits != 0; };
  BOOST_TEST(decode({"paged_attention_x_decode"}));
  BOOST_TEST(!decode({"decode_paged_attention"}));
  BOOST_TEST(decode({"flash_attn_v2", "something", "decode"}));
  BOOST_TEST(!decode({"decode", "flash_attn_v2"}));
  BOOST_TEST(decode({"varlen", "x", "y_decode", "varlen"}));
  BOOST_TEST((read({"flash_attn", "prefill"}).then_prefill.bits != 0));
  // decode is checked before prefill: paged_attention ... decode, and the single-token word set has both
  BOOST_TEST(votes({"varlen_prefill", "x_decode"}, "").decode == 2.0);
}

// One kernel for each line of the table, in order; comments explain cases that another line might match.
BOOST_AUTO_TEST_CASE(kernels_have_the_category_of_the_first_line_that_fits) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"vllm::paged_attention_v2_reduce_kernel", "PagedAttention-Reduce"}, {"paged_attention_v1_kernel", "PagedAttention-Compute"},
      {"PagedAttention_v1", "PagedAttention-Generic"}, {"batch_decode_with_gemm", "InferenceBatching"},
      {"f4gemm_bf16", "GEMM-FP4"}, {"f8gemm_bf16", "GEMM-FP8"}, {"Cijk_Ailk", "GEMM-CK"}, {"cublasLt_x", "GEMM-cuBLAS"},
      {"cutlass_80_tensorop", "GEMM-CUTLASS"}, {"rocblas_gemv", "GEMM-ROCm"}, {"nvjet_hsh", "GEMM-NVJET"}, {"k_mfma_16", "GEMM-MFMA"},
      {"k_wmma", "GEMM-WMMA"}, {"gemm_splitk", "GEMM-SplitK"}, {"tensor_op_x", "GEMM-TensorOp"}, {"sgemm", "GEMM-Generic"},
      {"fmha_fwd", "Attention-Forward"}, {"fmha_bwd", "Attention-Backward"}, {"flashinfer::norm::RMSNorm", "Attention-Generic"},
      {"convolve_fwd", "Conv-Forward"}, {"winograd_bwd", "Conv-Backward"}, {"__amd_rocclr_fillBufferAligned", "Conv-Generic"},
      {"fused_add_x", "Fused-AddNorm"}, {"fused_qk_x", "Fused-QKRoPECache"}, {"fused_mlp", "Fused-MLP"}, {"triton_poi_fused_0", "Fused-Generic"},
      {"rms_norm", "Norm-RMS"}, {"layer_norm", "Norm-Layer"}, {"batch_norm", "Norm-Batch"}, {"group_norm", "Norm-Generic"},
      {"act_and_mul_silu", "Activation-Gated"}, {"silu_k", "Activation-SiLU"}, {"gelu_k", "Activation-GELU"},
      {"softmax_k", "Activation-Softmax"}, {"tanh_k", "Activation-Generic"}, {"vectorized_elementwise", "Elementwise"},
      {"argmax_k", "Reduce"},  // not sampling
      {"permute_k", "Memory-Transpose"}, {"Memcpy HtoD", "Memory-Copy"}, {"Memset (Device)", "Memory-Set"}, {"cast_k", "Memory-Reshape"},
      {"allreduce_k", "Reduce"},  // contains `reduce`
      {"ncclDevKernel_AllGather", "Comm-AllGather"}, {"alltoall_k", "Comm-AllToAll"}, {"nccl_send", "Comm-Send"},
      {"nccl_recv", "Comm-Recv"}, {"ncclDevKernel_Broadcast", "Memory-Reshape"} /* holds `cast` */, {"barrier_k", "Comm-Barrier"}, {"nccl_k", "Comm-Generic"},
      {"per_group_k", "Quant-PerGroup"}, {"dynamic_quant", "Quant-Dynamic"}, {"dequant_k", "Dequant"}, {"quant_weight", "Quant-Weight"},
      {"quant_act", "Quant-Activation"}, {"fp8_k", "Quant-Generic"}, {"rope_cached", "RoPE-Cached"}, {"rope_gqa", "RoPE-GQA"},
      {"rotary_k", "RoPE-Generic"}, {"cache_append", "KVCache-Update"}, {"cache_prune", "KVCache-Compression"},
      {"vllm::cache_k", "KVCache-vLLM"}, {"sgl::cache_k", "KVCache-SGLang"}, {"cache_k", "KVCache-Generic"},
      {"paged_cache_lookup", "Indexing-Generic"},  // does not match paged caches
      {"gather_k", "Indexing-Gather"}, {"scatter_k", "Indexing-Scatter"}, {"topk_k", "Sampling-TopK"}, {"nucleus_k", "Sampling-TopP"},
      {"greedy_k", "Sampling-ArgMax"}, {"beam_k", "Sampling-Beam"}, {"choice_k", "Sampling-Generic"}, {"draft_k", "SpeculativeDecoding"},
      {"radix_k", "PrefixCaching"}, {"logits_k", "TokenGeneration"}, {"triton_k", "Triton-Custom"},
      {"_fwd_kernel", "Kernel-Forward"}, {"_bwd_kernel_dq", "Kernel-Backward"}, {"_FWD_kernel", "Uncategorized"},
      {"vllm::other", "vLLM-Custom"}, {"void sglang::k", "SGLang-Custom"}, {"tgi::k", "TGI-Custom"}, {"hf::k", "HuggingFace-Custom"},
      {"trt::k", "TensorRT-Custom"}, {"onnx::k", "ONNX-Custom"}, {"ds::k", "DeepSpeed-Custom"}, {"mcore::k", "Megatron-Custom"},
      {"fair::k", "FairScale-Custom"}, {"vllm_other", "Uncategorized"}, {"", "Uncategorized"}};
  for (const auto& [kernel, category] : cases) BOOST_TEST(kernel_category_of(kernel) == category, kernel);
}

BOOST_AUTO_TEST_CASE(communication_is_a_category_of_kernels_by_the_table_of_kinds) {
  std::string scratch;
  const auto of = [&](std::string_view kernel) { return kernel_category_of(kernel, scratch, false); };
  BOOST_TEST(of("void vllm::cross_device_reduce_1stage<bf16, 8>") == "Comm-AllReduce");
  BOOST_TEST(kernel_category_of("void vllm::cross_device_reduce_1stage<bf16, 8>") == "Reduce");  // the original
  BOOST_TEST(of("void deep_ep::intranode::dispatch<8>(int)") == "Comm-AllToAll");
  BOOST_TEST(of("ncclDevKernel_Broadcast_RING_LL") == "Comm-Broadcast");
  BOOST_TEST(of("ncclDevKernel_SendRecv") == "Comm-Generic");
  BOOST_TEST(of("moe_gather_kernel") == kernel_category_of("moe_gather_kernel"));
}

BOOST_AUTO_TEST_CASE(methods_are_known_by_name) {
  for (const std::string_view name : phase_method_names) BOOST_TEST(name_of(phase_method_of(name).value()) == name);
  BOOST_TEST(!phase_method_of("kernels").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
