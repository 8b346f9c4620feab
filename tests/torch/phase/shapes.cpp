// The method `shapes` where a trace shows little: no arguments, no logits, graphs in pieces.
#include <ridgeline/torch/phase/shapes.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "tests/support/serving_steps.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_phase_shapes)

using namespace test::serving_steps;

namespace {

constexpr const char* unified = "vllm::unified_attention_with_output";
constexpr const char* flash = "void flash::flash_fwd_splitkv_kernel<x>";
constexpr const char* batch_prefill = "void flashinfer::BatchPrefillWithPagedKVCacheKernel<x>";
constexpr const char* batch_decode = "void flashinfer::BatchDecodeWithPagedKVCacheKernel<x>";

std::string by_shapes(const step_text& s, double threshold = 10) {
  return labels(s.text, phase_method::shapes, threshold);
}
std::string tokens(int n) { return "[[" + std::to_string(n) + ",16,128]]"; }

}  // namespace

/// Each step begins with a copy. No arguments were recorded, as is the default of vLLM's and SGLang's profilers.
BOOST_AUTO_TEST_CASE(without_arguments_a_model_beside_whole_graphs_is_a_prompt) {
  step_text s;  // a model op by op, then two as graphs
  s.copy_in().op("mm").op(unified, "", "", flash).op("mm");
  for (int i = 0; i < 2; ++i) s.copy_in().graph(flash).op("mm");
  BOOST_TEST(by_shapes(s) == "PPPPDDDDDD");
  step_text pieces;  // graphs between calls of attention, then a whole one
  pieces.copy_in().graph("nvjet").op(unified, "", "", flash).graph("nvjet").op("mm").copy_in().graph(flash).op("mm");
  BOOST_TEST(by_shapes(pieces) == "PPPPPDDD");
  step_text all_in_pieces;  // the engine captures no whole models: small steps are mostly decode, others are prompts
  all_in_pieces.copy_in().graph("nvjet").op(unified, "", "", flash).graph("nvjet").copy_in().op(unified, "", "", flash);
  BOOST_TEST(by_shapes(all_in_pieces) == "DDDDPP");
  step_text draft = s;  // of one layer, where the model has three
  draft.copy_in();
  for (int layer = 0; layer < 3; ++layer) draft.op(unified, "", "", flash);
  draft.copy_in().op("mm").op(unified, "", "", flash);
  BOOST_TEST(by_shapes(draft) == "----DDDDDDPPPP---");
  step_text open;  // nothing is captured: nothing is known
  for (int i = 0; i < 2; ++i) open.copy_in().op("mm").op(unified, "", "", flash);
  BOOST_TEST(by_shapes(open) == "------");
  step_text helper;  // what divides the work of the graph behind it is no attention
  helper.copy_in().op("_flashmla_C::get_mla_metadata", "", "", "flash_mla::get_mla_metadata_kernel").graph("k").op("mm");
  BOOST_TEST(by_shapes(helper) == "DDDD");
}

BOOST_AUTO_TEST_CASE(kernels_say_the_phase_where_the_arguments_of_their_op_say_none) {
  const auto phases = [](const char* dims) {
    step_text s;
    for (const char* const kernel : {batch_prefill, batch_decode})
      s.copy_in().op("mm").op(unified, dims, "", kernel);
    s.copy_in().op(unified, dims, "", batch_prefill).op(unified, dims, "", batch_decode);
    return by_shapes(s);
  };
  BOOST_TEST(phases("") == "PPPDDDMMM");
  BOOST_TEST(phases("[[64,16,128]]") == "PPPDDDMMM");  // tokens without logits say less than the kernels
}

/// FlashInfer generates with its kernels of prefill: they mean prompts if other kernels or graphs generate.
BOOST_AUTO_TEST_CASE(kernels_that_also_generate_say_nothing_alone) {
  step_text alone;
  for (int i = 0; i < 2; ++i) alone.copy_in().bare("nvjet").bare(batch_prefill);
  BOOST_TEST(by_shapes(alone) == "------");
  step_text beside = alone;
  beside.copy_in().bare("nvjet").bare(batch_decode);
  BOOST_TEST(by_shapes(beside) == "PPPPPPDDD");
  step_text graphs = alone;
  graphs.copy_in().graph(batch_prefill);
  BOOST_TEST(by_shapes(graphs) == "PPPPPPDD");
  // the rows of logits alone are none of tokens
  beside.copy_in().bare("nvjet").bare(batch_prefill).op("aten::mm", product(1, 900));
  BOOST_TEST(by_shapes(beside) == "PPPPPPDDDPPPP");
  step_text context;  // kernels of prompts only
  context.copy_in().bare("fmhaSm100fKernel_PagedKvCausalVarSeqQ128Kv128StaticContext");
  BOOST_TEST(by_shapes(context) == "PP");
}

/// 2 prompts, 2 rows of logits: mixed, unless the kernels are those of prompts and the run has others for decode.
BOOST_AUTO_TEST_CASE(several_prompts_are_not_mixed_if_their_kernels_are_of_prompts) {
  const auto step = [](step_text& s, int n, const char* kernel) {
    s.copy_in().op(unified, tokens(n), "", kernel).op("aten::mm", product(2, 900));
  };
  step_text s;
  step(s, 512, batch_prefill), step(s, 2, batch_decode);
  BOOST_TEST(by_shapes(s) == "PPPDDD");
  step_text one_kind;
  step(one_kind, 512, batch_prefill), step(one_kind, 2, batch_prefill);
  BOOST_TEST(by_shapes(one_kind) == "MMMDDD");
}

/// Two layers, over 64 columns of queries, 32 of the model and 128 between; then logits of 100 columns, which are not
/// the widest product, with one row for each of `rows` sequences.
BOOST_AUTO_TEST_CASE(logits_are_a_product_that_no_layer_has) {
  const auto model = [](step_text& s, int n, int rows, bool copies = false) {
    s.copy_in();
    for (int layer = 0; layer < 2; ++layer) {
      if (copies) s.copy_in();
      s.op("aten::mm", product(n, 64)).op(unified, tokens(n)).op("aten::mm", product(n, 128)).op("aten::mm", product(n, 32));
    }
    if (rows > 0) s.op("aten::mm", product(rows, 100));
  };
  step_text s;
  model(s, 64, 64), model(s, 64, 1), model(s, 64, 4);
  BOOST_TEST(by_shapes(s) == "DDDDDDDDDDPPPPPPPPPPMMMMMMMMMM");
  // a part of a pipeline without logits: 64 tokens are more than 10, 4 are not
  step_text part;
  model(part, 64, 0), model(part, 4, 0);
  BOOST_TEST(by_shapes(part) == "PPPPPPPPPDDDDDDDDD");
  BOOST_TEST(by_shapes(part, 64) == "DDDDDDDDDDDDDDDDDD");
  // the weights of each layer are copied: all layers belong to the step with the logits
  step_text offloaded;
  model(offloaded, 64, 64, true), model(offloaded, 64, 1, true);
  BOOST_TEST(by_shapes(offloaded) == "DDDDDDDDDDDDPPPPPPPPPPPP");
  step_text other;  // over other tokens it is another step
  model(other, 64, 0, true), model(other, 4, 4, true);
  BOOST_TEST(by_shapes(other) == "PPPPPPPPPPPDDDDDDDDDDDD");
}

/// Attention that says decode is called beside other attention; the logits have a row per sequence.
BOOST_AUTO_TEST_CASE(a_call_that_says_decode_is_compared_with_the_logits) {
  const auto phases = [](int decoded, int other, int rows, const char* name = "_rocm_C::paged_attention") {
    step_text s;
    if (other > 0) s.op(unified, tokens(other), "", "_fwd_kernel");
    s.op("aten::mm", product(decoded, 64)).op(name, tokens(decoded)).op("aten::mm", product(rows, 900));
    return by_shapes(s);
  };
  BOOST_TEST(phases(64, 0, 64) == "DDD");
  BOOST_TEST(phases(512, 512, 1) == "PPPP");  // over all tokens; it skips those of prompts
  BOOST_TEST(phases(515, 515, 4) == "MMMM");
  BOOST_TEST(phases(64, 0, 60) == "DDD");     // padded: no other attention
  BOOST_TEST(phases(2, 300, 3, "aiter::mla_decode_stage1_asm_fwd") == "MMMM");   // 2 of 3 sequences
  BOOST_TEST(phases(64, 256, 64, "aiter::mla_decode_stage1_asm_fwd") == "DDDD");  // all: 256 are partial results
  step_text s;  // the same by its arguments: 4 of 5 sequences have one token each
  s.op("sgl_kernel::fwd_kvcache_mla", "[[4,1,16,576]]").op("engine::attn", tokens(300)).op("aten::mm", product(5, 900));
  BOOST_TEST(by_shapes(s) == "MMM");
  step_text xqa;
  xqa.op("flashinfer::BatchPrefillWithRaggedKVCache", tokens(300), "", batch_prefill);
  xqa.op("trtllm::xqa", tokens(2), "", "kernel_mha").op("aten::mm", product(3, 900));
  BOOST_TEST(by_shapes(xqa) == "MMM");
  step_text v3;  // 300 = 298 + 2
  v3.op("aiter::fmha_v3_varlen_fwd", "[[300,16,192],[300,16,192],[300,16,128],[4],[4],[],[]]", R"("","","","","","298","298")");
  BOOST_TEST(by_shapes(v3) == "M");
}

/// A prompt of 512 tokens, then two single ones, without a copy and without an op of a lookup between them, as in
/// compiled loops with a static cache. Two sequences, two layers: a product of 96 columns, attention, one of 32, a pair
/// of 128 that the next one reads, one of 32; at the end logits and what samples them.
BOOST_AUTO_TEST_CASE(logits_end_a_step_where_attention_follows) {
  const auto wide = [](int rows, int columns, int inner) {
    return "[[" + std::to_string(rows) + "," + std::to_string(inner) + "],[" + std::to_string(inner) + "," +
           std::to_string(columns) + "]]";
  };
  const auto phases = [&](int words, const char* first = "") {
    step_text s;
    for (const int n : {512, 1, 1}) {
      if (*first != 0) s.bare(first);
      for (int layer = 0; layer < 2; ++layer) {
        const std::string q = "[2,8," + std::to_string(n) + ",4]";
        s.op("aten::mm", wide(2 * n, 96, 32)).op("aten::_scaled_dot_product_flash_attention", "[" + q + "," + q + "," + q + "]");
        s.op("aten::mm", wide(2 * n, 32, 32)).op("aten::mm", wide(2 * n, 128, 32)).op("aten::mm", wide(2 * n, 128, 32));
        s.op("aten::mm", wide(2 * n, 32, 128));
      }
      s.op("aten::mm", wide(2, words, 32)).op("argmax");
    }
    return by_shapes(s);
  };
  const std::string prompt(14, 'P'), token(14, 'D');
  BOOST_TEST(phases(900) == prompt + token + token);
  BOOST_TEST(phases(100) == std::string(42, 'M'));  // no wider than the layers: not known for logits
  BOOST_TEST(phases(100, "triton_poi_fused_embedding_0") == "P" + prompt + "D" + token + "D" + token);
  BOOST_TEST(phases(100, "triton_poi_fused_rotary_embedding_0") == std::string(45, 'M'));
}

/// Verifying drafts: all sequences have the same few tokens and more keys, or each token has a row of logits.
BOOST_AUTO_TEST_CASE(drafts_that_are_verified_are_decode) {
  const auto phases = [](int queries, int sequences, int most, int keys, int logits, double threshold = 10) {
    step_text s;
    s.op("aten::mm", product(queries, 64)).op("_vllm_fa3_C::fwd", of_fa3(queries, sequences), longest_of_fa3(most, std::to_string(keys)));
    if (logits > 0) s.op("aten::mm", product(logits, 900));
    return by_shapes(s, threshold).substr(0, 1);
  };
  BOOST_TEST(phases(8, 2, 4, 513, 0) == "D");   // 2 times 4
  BOOST_TEST(phases(8, 2, 4, 513, 8) == "D");
  BOOST_TEST(phases(8, 2, 4, 513, 0, 3) == "P");  // 4 are more than 3: parts of prompts
  BOOST_TEST(phases(8, 2, 4, 4, 2) == "P");       // whole prompts
  BOOST_TEST(phases(7, 3, 4, 513, 7) == "D");     // 4 + 2 + 1, each with logits
  BOOST_TEST(phases(7, 3, 4, 513, 3) == "M");
  BOOST_TEST(phases(1024, 2, 512, 2048, 2) == "P");  // none has one token: not mixed
  BOOST_TEST(phases(128, 2, 64, 513, 128) == "D");  // trees of drafts
  BOOST_TEST(phases(8, 2, 4, 4, 8) == "P");          // all logits of prompts, which have no other keys
  BOOST_TEST(phases(4, 1, 4, 513, 4) == "D");
  BOOST_TEST(phases(4, 1, 4, 513, 0) == "D");
  BOOST_TEST(phases(4, 1, 4, 513, 1) == "P");  // one row of logits: the rest of a prompt whose beginning is cached
}

/// Queries by batch and heads: few tokens that are all the keys were read, not drafted; so were those of which only the
/// last has logits. Of 6 tokens in a cache of 256, each with a row of logits, nothing is known but that they are few.
BOOST_AUTO_TEST_CASE(short_prompts_are_no_drafts) {
  const auto queries_over = [](int batch, int queries, int keys) {
    const auto of = [&](int n) { return "[" + std::to_string(batch) + ",8," + std::to_string(n) + ",64]"; };
    return "[" + of(queries) + "," + of(keys) + "," + of(keys) + "]";
  };
  const auto phases = [&](int batch, int queries, int keys, int logits) {
    step_text s;
    s.op("aten::mm", product(batch * queries, 64));
    s.op("aten::_scaled_dot_product_flash_attention", queries_over(batch, queries, keys));
    if (logits > 0) s.op("aten::mm", product(logits, 900));
    return by_shapes(s).substr(0, 1);
  };
  BOOST_TEST(phases(1, 6, 6, 0) == "P");
  BOOST_TEST(phases(1, 6, 6, 6) == "P");
  BOOST_TEST(phases(4, 8, 8, 0) == "P");  // as sentences that are only encoded
  BOOST_TEST(phases(1, 1, 1, 0) == "D");  // a token to begin with
  BOOST_TEST(phases(2, 6, 256, 2) == "P");
  BOOST_TEST(phases(2, 6, 256, 12) == "D");
  BOOST_TEST(phases(2, 6, 256, 0) == "D");
  BOOST_TEST(phases(2, 11, 256, 22) == "P");
  step_text decoder;  // 4 tokens to begin with, over themselves and over 1500 frames of sound; then one
  for (const int n : {4, 1}) {
    decoder.op("aten::embedding");
    for (const int keys : {4, 1500}) decoder.op("aten::scaled_dot_product_attention", queries_over(1, n, keys));
    decoder.op("aten::mm", product(n, 900));
  }
  BOOST_TEST(by_shapes(decoder) == "PPPPDDDD");
  step_text written_out;
  for (const char* const softmax : {"[[1,16,6,6]]", "[[1,16,1,7]]"})
    written_out.op("aten::embedding").op("aten::_softmax", softmax);
  BOOST_TEST(by_shapes(written_out) == "PPDD");
}

BOOST_AUTO_TEST_SUITE_END()
