// The methods that look at whole steps: by the ranges that engines write, and by the arguments of attention.
#include <ridgeline/torch/phase/phases.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/phase/annotations.hpp>
#include <ridgeline/torch/phase/shapes.hpp>
#include <ridgeline/torch/phase/steps.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "bench/phase_accuracy.hpp"
#include "tests/support/kineto_text.hpp"
#include "tests/support/serving_steps.hpp"
#include "tests/support/text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_phases)

using namespace test::serving_steps;

namespace {

std::string_view range(std::string_view name) { return name_of(phase_of_range(name)); }

}  // namespace

BOOST_AUTO_TEST_CASE(ranges_say_what_a_step_does) {
  BOOST_TEST(range("execute_context_1(512)_generation_0(0)") == "Prefill");
  BOOST_TEST(range("execute_context_0(0)_generation_7(7)") == "Decode");
  BOOST_TEST(range("execute_context_1(512)_generation_7(7)") == "Mixed");
  BOOST_TEST(range("execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk34489sqsq37sqsk34489)") == "Mixed");
  BOOST_TEST(range("execute_context_0(0)_generation_0(0)") == "Unlabelled");
  BOOST_TEST(range("execute_new_2_cached_0") == "Prefill");
  BOOST_TEST(range("execute_new_0_cached_5") == "Decode");
  BOOST_TEST(range("execute_new_1_cached_5") == "Mixed");
  BOOST_TEST(range("step[EXTEND bs=15 toks=15360]") == "Prefill");
  BOOST_TEST(range("step[DECODE bs=16]") == "Decode");
  BOOST_TEST(range("step[MIXED bs=2]") == "Mixed");
  BOOST_TEST(range("step[TARGET_VERIFY bs=2]") == "Decode");
  BOOST_TEST(range("step[DRAFT_EXTEND bs=2]") == "Decode");
  BOOST_TEST(range("step[IDLE bs=0]") == "Unlabelled");
  BOOST_TEST(range("[Executor] _forward_step 7: 1 ctx reqs, 0 gen reqs") == "Prefill");
  BOOST_TEST(range("[Executor] _forward_step 8: 0 ctx reqs, 0 ctx tokens, 32 gen reqs") == "Decode");
  BOOST_TEST(range("prefill[bs=1 tok=512]") == "Prefill");
  BOOST_TEST(range("decode[bs=117/128 tok=117 d=1]") == "Decode");
  BOOST_TEST(range("execute_diffusion_2_512x512") == "Unlabelled");
  // user-written loops
  for (const char* name : {"prefill", "PREFILL", "Prefill step 3", "forward_extend", "run-prefill[1024 tokens]", "extend_0"})
    BOOST_TEST(range(name) == "Prefill", name);
  for (const char* name : {"decode", "decode_step", "Decode step #12", "llm decoding", "incremental_decode"})
    BOOST_TEST(range(name) == "Decode", name);
  for (const char* name : {"vae.decode", "decode_image", "decode_jpeg", "tokenizer decode", "prefill and decode", "prefill/decode",
                           "forward", "step 3", "aten::decode", "prefiller", "extended", "decodes", "prefill_kv_cache_copy"})
    BOOST_TEST(range(name) == "Unlabelled", name);
  BOOST_TEST(range("decode" + std::string(100, '_')) == "Unlabelled");
  BOOST_TEST(range("prefill[obs_encode]") == "Prefill");
  BOOST_TEST(range("decode[action_step_2]") == "Decode");
  for (const char* name : {"decode", "Decode3", "decode(x)", "decoding"}) BOOST_TEST(says_decode_only(name), name);
  for (const char* name : {"decode_step", "prefill", "decode[bs=16 tok=16]", ""}) BOOST_TEST(!says_decode_only(name), name);
  for (const char* other : {"ProfilerStep#6", "execute_new_1_cached_", "execute_new_", "step[", "step", "", "execute_context_1(512"})
    BOOST_TEST(range(other) == "Unlabelled", other);
}

BOOST_AUTO_TEST_CASE(a_range_called_decode_is_a_step_where_another_one_is_called_prefill) {
  step_text s;  // launches at 11, 21, 31
  s.range("decode", 5, 18).op("aten::mm").op("aten::mm").op("aten::mm");
  BOOST_TEST(labels(s.text, phase_method::annotations) == "---");  // an autoencoder decodes, too
  s.range("prefill", 18, 28);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "DPP");  // what follows before a copy is the end of the step
  s.range("decode_step", 28, 40);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "DPD");
}

BOOST_AUTO_TEST_CASE(launches_have_the_phase_of_the_step_around_them) {
  step_text s;  // launches at 11, 21, 31, ...
  s.op("a").op("b").op("c").op("d").range("execute_context_1(9)_generation_0(0)", 9, 20).range("execute_context_0(0)_generation_2(2)", 29, 41);
  // b lies between the two, before any copy, so it ends the first
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PPDD");
}

BOOST_AUTO_TEST_CASE(the_innermost_step_counts_and_other_ranges_do_not) {
  step_text s;
  s.op("a").op("b").op("c").range("step[EXTEND bs=2 toks=9]", 5, 100).range("step[DECODE bs=1]", 19, 29).range("ProfilerStep#1", 1, 200)
      .range("model.forward", 20.5, 28);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PDP");
}

BOOST_AUTO_TEST_CASE(between_steps_a_copy_to_the_gpu_begins_the_next_one) {
  step_text s;
  s.op("before").op("model").op("sample").copy_in().op("prepare").op("model").op("sample").copy_in();
  s.range("step[EXTEND bs=2 toks=9]", 19, 29).range("step[DECODE bs=1]", 59, 69);
  // nothing is known about launches before the first step and after the last copy
  BOOST_TEST(labels(s.text, phase_method::annotations) == "-PPDDDD-");
}

/// A copy behind the range, as of the mask of structured outputs: vLLM's next step begins with its range.
BOOST_AUTO_TEST_CASE(ranges_that_hold_the_copies_of_their_inputs_are_followed_by_their_sampling) {
  const auto phases = [](const char* first, const char* second) {
    step_text s;  // launches at 11, 21, ...
    s.copy_in().op("model").copy_in().op("sample").copy_in().op("model").copy_in().op("sample");
    s.range(first, 9, 29).range(second, 49, 69);
    return labels(s.text, phase_method::annotations);
  };
  BOOST_TEST(phases("execute_context_1(9)_generation_0(0)", "execute_context_0(0)_generation_2(2)") == "PPPPDDDD");
  BOOST_TEST(phases("execute_new_1_cached_0", "execute_new_0_cached_2") == "PPPPDDDD");
  BOOST_TEST(phases("[Executor] _forward_step 7: 1 ctx reqs, 9 ctx tokens, 0 gen reqs",
                    "[Executor] _forward_step 8: 0 ctx reqs, 0 ctx tokens, 2 gen reqs") == "PPPPDDDD");
  BOOST_TEST(phases("step[EXTEND bs=1 toks=9]", "step[DECODE bs=2]") == "PPDDDD--");
  BOOST_TEST(phases("prefill", "decode") == "PPDDDD--");
}

/// Behind a range of a loop of one's own a model that runs without a range is no sampling.
BOOST_AUTO_TEST_CASE(a_model_beside_ranges_of_plain_words_has_no_phase_by_them) {
  const auto phases = [](const char* name, phase_method method, bool graph = false) {
    step_text s;  // launches at 11, 21, ...; kernels of 5 us
    const auto queries = [&](const char* tokens) {
      s.op("aten::scaled_dot_product_attention", "[[1,32," + std::string(tokens) + ",64]]");
    };
    s.op("aten::embedding"), queries("512"), s.op("sample").range(name, 9, 29);
    for (int i = 0; i < 2; ++i) {
      if (graph) s.graph();
      else s.over("aten::embedding", "aten::index_select"), queries("1");
      s.op("sample");
    }
    return labels(s.text, method);
  };
  BOOST_TEST(phases("prefill", phase_method::annotations) == "PPP------");
  BOOST_TEST(phases("prefill", phase_method::annotations, true) == "PPP----");
  BOOST_TEST(phases("prefill", phase_method::automatic) == "PPPDDDDDD");      // by ranges 3 of 9 have a phase: shapes
  BOOST_TEST(phases("step[EXTEND bs=1 toks=512]", phase_method::automatic) == "PPPPPPPPP");  // an engine's are complete
  for (const char* name : {"decode_one_token", "decode_n_tokens", "decode_loop", "decode_next_token", "decode_cuda_graph"})
    BOOST_TEST(range(name) == "Decode", name);
}

/// Four of six launches have a phase by a range that says only prefill.
BOOST_AUTO_TEST_CASE(plain_words_for_one_phase_say_nothing_on_the_other) {
  const auto prompt = [](step_text& s) {
    s.op("aten::embedding").op("aten::scaled_dot_product_attention", "[[1,32,512,64]]").op("sample").op("sample");
  };
  step_text s;  // launches at 11, 21, ...
  prompt(s), s.graph("flash_fwd_kernel").op("sample").range("prefill", 9, 29);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PPPP--");
  BOOST_TEST(labels(s.text, phase_method::automatic) == "PPPPDD");
  s.range("generate", 49, 69);
  BOOST_TEST(labels(s.text, phase_method::automatic) == "PPPPDD");
  s.range("decode_step", 49, 69).graph("flash_fwd_kernel").op("sample");  // both are said: what is beside them is not
  BOOST_TEST(labels(s.text, phase_method::automatic) == "PPPPDD--");
  step_text prompts;  // what the range leaves out is no other phase
  prompt(prompts), prompts.op("aten::embedding").op("aten::scaled_dot_product_attention", "[[1,32,512,64]]").range("prefill", 9, 29);
  BOOST_TEST(labels(prompts.text, phase_method::automatic) == "PPPP--");
}

BOOST_AUTO_TEST_CASE(plain_words_in_or_around_steps_of_an_engine_say_nothing) {
  step_text s;  // launches at 11, 21, 31
  s.op("a").op("b").op("c").range("step[EXTEND bs=2 toks=9]", 5, 40).range("model decode", 19, 29);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PPP");
  step_text around;
  around.op("a").op("sample").op("c").range("step[EXTEND bs=2 toks=9]", 9, 19).range("decode_loop", 1, 200);
  BOOST_TEST(labels(around.text, phase_method::annotations) == "PPP");
  step_text beside;
  beside.op("a").op("b").range("step[EXTEND bs=2 toks=9]", 9, 19).range("decode_step", 20, 30);
  BOOST_TEST(labels(beside.text, phase_method::annotations) == "PD");
}

BOOST_AUTO_TEST_CASE(a_model_with_its_own_inputs_behind_a_step_of_an_engine_is_no_part_of_it) {
  const char* const attention = "flash_fwd_kernel";
  const char *const prefill = "execute_context_1(9)_generation_0(0)", *const decode = "execute_context_0(0)_generation_2(2)";
  step_text s;  // of 2 steps one has 2 models behind it: those of a rank without requests
  s.op("model").op("sample").copy_in().graph(attention).copy_in().over("aten::embedding", "aten::index_select");
  s.op("model").op("sample").range(prefill, 9, 19).range(decode, 69, 79);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PP----DD");
  step_text drafts;  // behind each of 3 steps one, and behind the last another one
  for (int i = 0; i < 3; ++i) drafts.op("model").copy_in().graph(attention);
  drafts.copy_in().op("x", "", "", attention).range(prefill, 9, 19).range(decode, 39, 49).range(decode, 69, 79);
  BOOST_TEST(labels(drafts.text, phase_method::annotations) == "PPPDDDDDD--");
  step_text same_inputs;
  same_inputs.op("model").graph(attention).op("model").range(prefill, 9, 19).range(decode, 29, 39);
  BOOST_TEST(labels(same_inputs.text, phase_method::annotations) == "PPD");
  step_text sglang;  // what begins behind the model prepares the next step
  sglang.op("model").copy_in().graph(attention).copy_in().op("model");
  sglang.range("step[EXTEND bs=1 toks=9]", 9, 19).range("step[DECODE bs=1]", 49, 59);
  BOOST_TEST(labels(sglang.text, phase_method::annotations) == "P--DD");
}

/// Three steps of each kind, two launches each: a prompt with one draft behind it, verification with 1, 2 and 3 drafts.
BOOST_AUTO_TEST_CASE(drafts_follow_the_steps_of_a_phase_in_numbers_of_their_own) {
  const char* const attention = "flash_fwd_kernel";
  step_text s;
  std::string phases;
  double at = 9;  // launches at 11, 21, ...
  const auto step = [&](const char* name, char phase, int drafts) {
    s.op("model").range(name, at, at + 10);
    for (int d = 0; d < drafts; ++d) s.copy_in().graph(attention);
    phases += std::string(static_cast<std::size_t>(1 + 2 * drafts), phase);
    at += 10 + 20 * drafts;
  };
  for (int i = 1; i <= 3; ++i) {
    step("execute_context_1(9)_generation_0(0)", 'P', 1);
    step("execute_context_0(0)_generation_2(8)", 'D', i);
  }
  BOOST_TEST(labels(s.text, phase_method::annotations) == phases);
}

/// `draft` is a word of SGLang's, and needs its steps; the prompt that the draft model reads is no decode.
BOOST_AUTO_TEST_CASE(ranges_of_the_draft_model_generate) {
  step_text s;  // launches at 11, 21, 31, 41, 51
  s.op("target").op("prompt of the draft").graph().op("target").graph();
  s.range("draft_extend", 19.6, 29.5).range("draft", 30, 39).range("draft_extend", 50, 59).range("prefill", 9, 19);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PP---");
  s.range("step[EXTEND bs=1 toks=9]", 8, 19.5).range("step[EXTEND bs=1 toks=9]", 20, 29);
  s.range("step[TARGET_VERIFY bs=1]", 39.5, 49);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PPDDD");
}

BOOST_AUTO_TEST_CASE(names_that_differ_only_in_the_phase_are_steps_of_a_loop) {
  const auto phases = [](const char* first, const char* second) {
    step_text s;  // launches at 11, 21, 31
    s.op("model").op("sample").op("model").range(first, 9, 19).range(second, 29, 39);
    return labels(s.text, phase_method::annotations);
  };
  BOOST_TEST(phases("causal_lm.prefill", "causal_lm.decode") == "PPD");
  BOOST_TEST(phases("Prefill_time", "decode_time 3") == "PPD");
  BOOST_TEST(phases("[rank0] prefill", "[rank0] generate") == "PPD");
  BOOST_TEST(phases("Qwen2.context_bs1", "Qwen2.generation") == "PPD");
  BOOST_TEST(phases("gpt2xl prefill 512x8", "gpt2xl decode 1x8") == "PPD");  // letters behind digits
  for (const auto& [first, second] : std::array<std::array<const char*, 2>, 10>{  // neutral words differ, too
           {{"chunked_prefill", "decode"}, {"prefill_chunk_0", "decode_step_3"}, {"prompt_processing", "token_generation"},
            {"PrefillStep", "DecodeStep"}, {"LLMPrefill", "LLMDecode"}, {"first_token", "next_token_3"},
            {"generate/prefill", "generate/decode"}, {"draft.prefill", "draft.decode"},
            {"prefill_req_0", "decode_req_0_tok_7"}, {"my prefill bs=4 keys=512", "my decode bs=4"}}})
    BOOST_TEST(phases(first, second) == "PPD", first);
  BOOST_TEST(phases("first_batch", "next_batch") == "---");
  BOOST_TEST(phases("vae.decode", "text_encoder.prompt") == "---");  // of two things
  BOOST_TEST(phases("vae.encode", "vae.decode") == "---");
  BOOST_TEST(phases("context_attention", "generation_attention") == "---");  // in each layer of a mixed step
  BOOST_TEST(phases("my prefill to decode", "my decode to prefill") == "---");
}

BOOST_AUTO_TEST_CASE(what_a_step_without_a_phase_launches_has_none) {
  for (const char* name : {"step[IDLE bs=0]", "step[DLLM_EXTEND bs=4]", "execute_context_0(0)_generation_0(0)"}) {
    step_text s;  // launches at 11, 21, 31, 41, 51
    s.op("model").op("sample").op("of padding").op("behind it").op("model");
    s.range("step[EXTEND bs=2 toks=9]", 9, 19).range(name, 29, 39).range("step[DECODE bs=1]", 49, 59);
    BOOST_TEST(labels(s.text, phase_method::annotations) == "PP--D", name);
  }
  step_text numbered;  // of a training loop, and so around whole iterations
  numbered.op("model").op("sample").op("model").range("step[1]", 5, 100).range("prefill", 9, 19).range("decode", 29, 39);
  BOOST_TEST(labels(numbered.text, phase_method::annotations) == "PPD");
}

/// Of three launches of 5 us two are in a step whose kind is not known, and shapes know them: 10 of 15 us are open.
BOOST_AUTO_TEST_CASE(a_step_of_an_unknown_kind_may_have_a_phase) {
  step_text s;  // launches at 11, 21, 31
  s.op("model").op("aten::embedding").op("aten::scaled_dot_product_attention", "[[1,32,1,64]]");
  s.range("step[EXTEND bs=1 toks=9]", 9, 19).range("step[NEW_KIND bs=2]", 20, 39);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "P--");
  BOOST_TEST(labels(s.text, phase_method::automatic) == "DDD");  // of shapes, for which it is one step
}

BOOST_AUTO_TEST_CASE(parts_of_the_word_decide_on_steps_of_sglang) {
  for (const char* name : {"step[VERIFY bs=4]", "step[TARGET_VERIFY bs=4]", "step[DRAFT_LOOP raw_bs=0 bs=4 topk=1]",
                           "step[DRAFT_EXTEND_V2 bs=4]", "step[DRAFT bs=1]"})
    BOOST_TEST(range(name) == "Decode", name);
  for (const char* name : {"step[SPLIT_PREFILL bs=1]", "step[EXTEND_CHUNK bs=1]"}) BOOST_TEST(range(name) == "Prefill", name);
  for (const char* name : {"step[VERIFY bs=0]", "step[IDLE bs=0]"}) BOOST_TEST(is_step_without_phase(name), name);
  for (const char* name : {"step[EXTENDED bs=1]", "step[DLLM_EXTEND bs=1]", "step[PREBUILT bs=1]"})
    BOOST_TEST((is_step_of_unknown_kind(name) && range(name) == "Unlabelled"), name);
}

BOOST_AUTO_TEST_CASE(steps_of_another_thread_do_not_count) {
  step_text s;
  s.op("a");
  s.thread = 2;
  s.range("step[DECODE bs=1]", 5, 100).op("b");
  BOOST_TEST(labels(s.text, phase_method::annotations) == "-D");
}

BOOST_AUTO_TEST_CASE(ranges_of_a_thread_that_launches_nothing_are_those_of_its_process) {
  step_text s;
  s.thread = 2;
  s.range("step[DECODE bs=1]", 5, 18).range("step[EXTEND bs=1 toks=9]", 18, 100);
  s.thread = 1;
  s.op("a").op("b");  // at 11 and 21
  BOOST_TEST(labels(s.text, phase_method::annotations) == "DP");
  s.thread = 3;
  s.range("step[DECODE bs=1]", 5, 18);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "--");  // of which of them is not known
}

/// The thread with the ranges copies inputs and computes logits; its batches are halved, and two others run the model.
BOOST_AUTO_TEST_CASE(ranges_in_which_others_launch_the_model_are_of_their_launches_too) {
  const auto phases = [](bool own_model) {
    step_text s;  // launches at 11, 21, ...
    s.thread = 2;
    s.range("step[EXTEND bs=2 toks=9]", 9, 49).range("step[DECODE bs=2]", 49, 89).copy_in();
    for (int step = 0; step < 2; ++step) {
      for (int half = 0; half < 2; ++half) s.thread = 3 + half, s.op("attention", "", "", "flash_fwd_kernel");
      s.thread = 2, s.op("logits", "", "", own_model ? "flash_fwd_kernel" : "gemm");
      s.thread = 3, s.op("mm");
    }
    return labels(s.text, phase_method::annotations);
  };
  BOOST_TEST(phases(false) == "PPPPDDDDD");
  BOOST_TEST(phases(true) == "P--P---D-");  // what others do meanwhile is another thing
}

/// A prompt and two single tokens; the ranges of an engine hold 2 of 6 launches.
BOOST_AUTO_TEST_CASE(ranges_that_leave_most_of_the_time_open_yield_to_shapes) {
  const auto step = [](step_text& s, const char* tokens) {
    s.op("aten::embedding").op("aten::scaled_dot_product_attention", "[[1,32," + std::string(tokens) + ",64]]");
  };
  step_text s;  // launches at 11, 21, ...
  step(s, "512"), step(s, "1"), step(s, "1"), s.range("step[DECODE bs=1]", 49, 69);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "----DD");
  BOOST_TEST(labels(s.text, phase_method::automatic) == "PPDDDD");
  s.range("step[IDLE bs=0]", 9, 39);  // an answer, too: those launches have no phase
  BOOST_TEST(labels(s.text, phase_method::automatic) == "----DD");
}

BOOST_AUTO_TEST_CASE(without_a_range_on_the_host_that_of_the_gpu_counts) {
  step_text s;
  s.op("a").op("b");  // kernels at 1010 and 1020
  s.text.gpu("gpu_user_annotation", "execute_context_3(700)_generation_0(0)", 1005, 10, 99);
  s.text.gpu("gpu_user_annotation", "execute_context_0(0)_generation_3(3)", 1016, 10, 98);
  BOOST_TEST(labels(s.text, phase_method::annotations) == "PD");
}

BOOST_AUTO_TEST_CASE(a_trace_without_steps_is_not_labelled) {
  step_text s;
  s.op("a").op("b");
  BOOST_TEST(labels(s.text, phase_method::annotations) == "--");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "--");
  BOOST_TEST(labels(kineto_text(), phase_method::annotations) == "");
  BOOST_TEST(labels(kineto_text(), phase_method::shapes) == "");
  BOOST_TEST(labels(kineto_text(), phase_method::hybrid) == "");
}

BOOST_AUTO_TEST_CASE(sequences_tell_the_phase) {
  const auto phase = [](double tokens, double sequences, double queries, double keys, double all = missing<double>) {
    return name_of(phase_of_sequences(tokens, sequences, queries, keys, all));
  };
  BOOST_TEST(phase(8, 8, 1, 900) == "Decode");
  BOOST_TEST(phase(512, 1, 512, 512) == "Prefill");
  BOOST_TEST(phase(512, 1, 512, 2560) == "Prefill");       // a later chunk
  BOOST_TEST(phase(700, 2, 400, 400) == "Prefill");        // 400 + 300
  BOOST_TEST(phase(519, 8, 512, 512) == "Mixed");          // 512 and 7 of one token
  BOOST_TEST(phase(807, 9, 500, 1400) == "Mixed");         // 500 + 300 + 7; one of the 7 has 1400 keys
  BOOST_TEST(phase(807, 9, 500, 500) == "Prefill");        // invisible to the method
  BOOST_TEST(phase(807, 9, 500, 500, 900) == "Mixed");     // 93 keys more than queries
  BOOST_TEST(phase(700, 2, 400, 400, 700) == "Prefill");
  BOOST_TEST(phase(missing<double>, 2, 4, 4) == "Unlabelled");
  BOOST_TEST(phase(5, missing<double>, 4, 4) == "Unlabelled");
}

BOOST_AUTO_TEST_CASE(attention_decides_for_its_step) {
  step_text s;
  const char* const mm = "[[512,64],[64,64]]";
  s.copy_in().op("aten::embedding").op("aten::mm", mm).op("_vllm_fa2_C::varlen_fwd", varlen(512, 1), longest(512, 512)).op("x");
  s.copy_in().op("aten::embedding").op("aten::mm", mm).op("_vllm_fa2_C::varlen_fwd", varlen(519, 8), longest(512, 512)).op("x");
  s.copy_in().op("aten::embedding").op("aten::mm", mm).op("_vllm_fa2_C::varlen_fwd", varlen(8, 8), longest(1, 900)).op("x");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPPPMMMMMDDDDD");
}

/// 512 + 3 requests of one token; 64 requests of one token.
BOOST_AUTO_TEST_CASE(flash_attention_3_tells_its_sequences) {
  for (const char* const name : {"_vllm_fa3_C::fwd", "sgl_kernel::fwd", "flash_attn_3::fwd"})
    for (const char* const keys : {"512", ""}) {  // SGLang does not give the keys
      step_text s;
      s.copy_in().op("aten::mm", product(512, 64)).op(name, of_fa3(512, 1), longest_of_fa3(512, keys));
      s.copy_in().op("aten::mm", product(515, 64)).op(name, of_fa3(515, 4), longest_of_fa3(512, keys));
      s.copy_in().op("aten::mm", product(64, 64)).op(name, of_fa3(64, 64), longest_of_fa3(1, keys));
      BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPMMMDDD", name);
    }
  step_text s;  // 515 = 512 + 3
  s.op("aten::_flash_attention_forward", "[[515,16,64],[515,16,64],[515,16,64],[5],[5],[],[]]", R"("","","","","","512","512")");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "M");
}

/// Whatever an op is called, its model or its kernels say that it is attention: 64 tokens and 64 rows of logits.
BOOST_AUTO_TEST_CASE(attention_is_known_by_more_than_the_name_of_its_op) {
  const auto phases = [](const char* name, const char* dims, const char* kernel, int logits) {
    step_text s;
    s.op(name, dims, "", kernel).op("aten::mm", product(logits, 900));
    return labels(s.text, phase_method::shapes);
  };
  BOOST_TEST(phases("engine::fwd", "[[64,16,128]]", "void flash::FlashAttnFwdSm90<x>", 64) == "DD");
  BOOST_TEST(phases("engine::fwd", "[[512,16,128]]", "void flash::FlashAttnFwdSm90<x>", 1) == "PP");
  BOOST_TEST(phases("engine::fwd", "[[64,16,128]]", "k", 64) == "PP");  // 64 rows are more than 10
  BOOST_TEST(phases("sgl_kernel::merge_state", "[[64,16,128],[64,16],[64,16,128],[64,16]]", "k", 64) == "DD");
  BOOST_TEST(phases("sgl_kernel::store_kv_cache", "[[5000,512],[5000,512],[4],[4,512],[4,512]]", "k", 4) == "DD");
  // 32 heads are no tokens
  BOOST_TEST(phases("engine::delta", "[[1,4,32,128]]", "chunk_gated_delta_rule_fwd", 4) == "DD");
}

BOOST_AUTO_TEST_CASE(queries_without_an_extent_of_heads_tell_their_tokens) {
  const auto phases = [](int tokens, int logits) {
    step_text s;
    s.op("trtllm::attn_custom_op_inplace", "[[" + std::to_string(tokens) + ",2048]]").op("aten::mm", product(logits, 900));
    return labels(s.text, phase_method::shapes);
  };
  BOOST_TEST(phases(64, 64) == "DD");
  BOOST_TEST(phases(512, 1) == "PP");
  BOOST_TEST(phases(515, 4) == "MM");
}

BOOST_AUTO_TEST_CASE(attention_that_no_op_launches_is_known_by_its_kernels_and_the_rows_of_logits) {
  const auto phases = [](std::vector<const char*> kernels, int rows, int logits, int columns = 900) {
    step_text s;
    s.op("aten::mm", product(rows, 64));
    for (const char* const kernel : kernels) s.bare(kernel);
    s.op("aten::mm", product(logits, columns));
    return labels(s.text, phase_method::shapes);
  };
  const char* const decode = "void flashinfer::BatchDecodeWithPagedKVCacheKernel<x>";
  const char* const prefill = "void flashinfer::BatchPrefillWithPagedKVCacheKernel<x>";
  BOOST_TEST(phases({decode}, 64, 64) == "DDD");
  BOOST_TEST(phases({"fmhaSm100fKernel_PagedKvCausalVarSeqQ1Kv128StaticSwapsAbForGen"}, 64, 64) == "DDD");
  BOOST_TEST(phases({"fmhaSm100fKernel_PagedKvCausalVarSeqQ128Kv128StaticContext"}, 512, 3) == "PPP");
  BOOST_TEST(phases({prefill}, 512, 3) == "PPP");
  BOOST_TEST(phases({prefill}, 64, 64) == "DDD");  // each token has logits
  BOOST_TEST(phases({prefill, decode}, 515, 4) == "MMMM");
  // without words, rows: 64 of 64 tokens have logits, 1 of 512, 4 of 515
  BOOST_TEST(phases({"_fwd_grouped_kernel_stage1"}, 64, 64) == "DDD");
  BOOST_TEST(phases({"_fwd_kernel"}, 512, 1) == "PPP");
  BOOST_TEST(phases({"_fwd_kernel"}, 515, 4) == "MMM");
  // a last product that is no wider than the one before it computes no logits: 64 rows are more than 10
  BOOST_TEST(phases({"_fwd_kernel"}, 64, 64, 64) == "PPP");
  step_text s;  // a prompt, then a graph of a whole model: no copy and no lookup is before it
  s.op("aten::mm", product(512, 64)).bare(prefill).op("aten::mm", product(1, 900)).graph(prefill);
  BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPD");
}

/// A prompt, then two single tokens; a step begins with the lookup whichever op launches its kernel.
BOOST_AUTO_TEST_CASE(a_lookup_begins_a_step_whichever_op_below_it_launches) {
  step_text s;
  for (const char* const tokens : {"512", "1", "1"}) {
    s.over("aten::embedding", "aten::index_select").op("aten::mm", "[[64,64],[64,64]]");
    s.op("aten::_scaled_dot_product_flash_attention", "[[2,32," + std::string(tokens) + ",64]]");
  }
  BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPDDDDDD");
}

/// 64 sequences: products have 64 rows in decode as well, but the softmax has one query for each.
BOOST_AUTO_TEST_CASE(attention_written_out_as_products_tells_its_queries) {
  step_text s;
  for (const char* const queries : {"512", "1"}) {
    s.over("aten::embedding", "aten::index_select").op("aten::mm", "[[64,64],[64,64]]");
    s.op("aten::_softmax", "[[64,32," + std::string(queries) + ",513],[],[]]").op("aten::mm", "[[64,64],[64,900]]");
  }
  s.over("aten::embedding", "aten::index_select").op("aten::mm", "[[4,64],[64,64]]");
  s.op("aten::_softmax", "[[4,64],[],[]]");  // of a router: the rows of products decide
  BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPPDDDDDDD");
}

/// A prompt without a graph, then replays of a whole model, which no lookup and no copy from the host stand before; and
/// pieces of graphs between calls of attention, the last of which is behind them.
BOOST_AUTO_TEST_CASE(a_graph_with_attention_begins_a_step_and_a_piece_of_one_does_not) {
  const char* const attention = "aten::_scaled_dot_product_flash_attention";
  step_text s;
  s.op("aten::embedding").op(attention, "[[2,32,512,64]]").op("sample");
  s.graph("void pytorch_flash::flash_fwd_splitkv_kernel<x>").op("sample").graph("void pytorch_flash::flash_fwd_kernel<x>");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "PPPDDD");
  step_text pieces;
  pieces.op("aten::embedding").graph("nvjet_x").op(attention, "[[2,32,512,64]]").graph("nvjet_x").op("sample");
  BOOST_TEST(labels(pieces.text, phase_method::shapes) == "PPPPP");
}

BOOST_AUTO_TEST_CASE(rotary_embeddings_begin_no_step) {
  step_text s;
  s.op("aten::embedding").op("_C::paged_attention_v1").op("_C::rotary_embedding").op("aiter::mha_batch_prefill");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "DDDD");  // the last one's arguments do not show it
}

BOOST_AUTO_TEST_CASE(both_kinds_of_attention_in_a_step_make_it_mixed) {
  step_text s;
  s.op("aten::embedding").op("flash_prefill_attention").op("paged_attention_v2").op("aten::embedding").op("paged_attention_v2");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "MMMDD");
}

BOOST_AUTO_TEST_CASE(tokens_are_compared_with_the_rows_of_logits) {
  const char* const unified = "vllm::unified_attention_with_output";
  const auto step = [&](int tokens, int rows) {
    step_text s;
    s.op(unified, "[[" + std::to_string(tokens) + ",16,128]]").op("aten::mm", "[[" + std::to_string(rows) + ",64],[64,900]]");
    return labels(s.text, phase_method::shapes);
  };
  BOOST_TEST(step(64, 64) == "DD");  // one token for each sequence, however many
  BOOST_TEST(step(512, 1) == "PP");
  BOOST_TEST(step(512, 9) == "MM");
  BOOST_TEST(step(512, 600) == "PP");  // no rows of logits: the threshold decides
  step_text s;
  s.op(unified, "[[7,16,128]]");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "D");
  BOOST_TEST(labels(s.text, phase_method::shapes, 6) == "P");
  step_text sdpa;  // batch, heads, tokens, head
  sdpa.op("aten::_scaled_dot_product_flash_attention", "[[16,16,1,64],[16,16,559,64],[16,16,559,64]]");
  BOOST_TEST(labels(sdpa.text, phase_method::shapes) == "D");
}

/// A prompt of 512 tokens, then one token, with 32 heads and with 8: neither number of heads is one of tokens.
BOOST_AUTO_TEST_CASE(flash_attention_keeps_tokens_before_heads) {
  const auto phases = [](std::string_view name, int heads, bool before) {
    step_text s;
    for (const int tokens : {512, 1}) {
      const std::string t = std::to_string(tokens), h = std::to_string(heads);
      const std::string q = "[2," + (before ? t + "," + h : h + "," + t) + ",64]";
      s.op("aten::embedding").op(name, "[" + q + "," + q + "," + q + "]");
    }
    return labels(s.text, phase_method::shapes);
  };
  for (const int heads : {32, 8}) {
    for (const char* name : {"flash_attn::_flash_attn_forward", "FlashAttnFunc", "flash_attn_3::fwd", "aiter::mha_fwd",
                             "flash_attn_3::_flash_attn_forward", "aten::_flash_attention_forward", "xformers::of_later_versions_attention",
                             "xformers::efficient_attention_forward_cutlass", "torch_ipex::masked_multihead_self_attention",
                             "_vllm_fa2_C::fwd_kvcache", "_flashmla_C::fwd_kvcache_mla"})
      BOOST_TEST(phases(name, heads, true) == "PPDD", name);
    for (const char* name : {"aten::scaled_dot_product_attention", "aten::_scaled_dot_product_flash_attention",
                             "aten::_scaled_dot_product_efficient_attention", "aten::_cudnn_attention_forward"})
      BOOST_TEST(phases(name, heads, false) == "PPDD", name);
  }
}

BOOST_AUTO_TEST_CASE(without_attention_graphs_then_matrices_decide) {
  step_text s;
  s.copy_in().graph().op("aten::mm", "[[64,64],[64,900]]").copy_in().op("aten::mm", "[[64,64],[64,64]]").op("y");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "DDDPPP");
  step_text bias;  // the M of the model, not the first extent
  bias.op("aten::addmm", "[[4096],[4,64],[64,4096]]");
  BOOST_TEST(labels(bias.text, phase_method::shapes) == "D");
  BOOST_TEST(labels(bias.text, phase_method::gemm_params) == "P");
}

BOOST_AUTO_TEST_CASE(what_says_nothing_goes_with_the_next_step_and_at_the_end_with_the_last) {
  step_text s;
  s.op("x").copy_in().op("x").op("aten::embedding").op("paged_attention").copy_in().op("x");
  BOOST_TEST(labels(s.text, phase_method::shapes) == "DDDDDDD");
}

BOOST_AUTO_TEST_CASE(names_are_counted_over_all_launches) {
  step_text s;  // counts 1, 3, 3: q15 1.6, q50 3
  s.op("rare").op("b").op("b").op("b").op("c").op("c").op("c");
  BOOST_TEST(labels(s.text, phase_method::operation_frequency) == "PDDDDDD");
  BOOST_TEST(labels(s.text, phase_method::hybrid) == "PDDDDDD");
  BOOST_TEST(labels(s.text, phase_method::votes) == "PMMMMMM");  // q30 2.2, q70 3
  BOOST_TEST(labels(s.text, phase_method::kernel_names) == "MMMMMMM");
}

BOOST_AUTO_TEST_CASE(hybrid_takes_the_first_method_that_decides) {
  step_text s;
  s.op("vllm::a_prefill_cache").op("vllm::cache").op("attn_batch_prefill").op("x", "", "", "attn_sl1");
  // kernel_names: prefill; framework: cache; attention and words: prefill; the length in the kernel's name
  BOOST_TEST(labels(s.text, phase_method::hybrid) == "PDPD");
}

// The shares given in docs/inference_phases.md; the truth is what the scheduler did.
BOOST_AUTO_TEST_CASE(phases_of_a_serving_trace_are_found) {
  struct wanted { bench::serving_engine engine; bool old_names, tokens_only; double annotations, shapes, shapes_mixed; };
  for (const wanted& w : {wanted{bench::serving_engine::vllm, false, false, 0.99, 0.95, 0.9},
                          wanted{bench::serving_engine::vllm, true, false, 0.8, 0.95, 0.9},
                          wanted{bench::serving_engine::vllm, false, true, 0.99, 0.85, 0.99},
                          wanted{bench::serving_engine::sglang, false, false, 0.99, 0.99, 0.99}}) {
    bench::serving_options options;
    options.engine = w.engine, options.old_names = w.old_names, options.tokens_only = w.tokens_only;
    const bench::serving_trace made = bench::make_serving_trace(options);
    BOOST_TEST(made.steps[0] + made.steps[1] + made.steps[2] >= 200u);
    for (const std::size_t n : made.steps) BOOST_TEST(n >= 10u);  // all three kinds
    const auto found = bench::accuracies_of(made);
    BOOST_REQUIRE(found.size() == phase_method_names.size());
    double best_documented = 0;
    const double annotated = found[static_cast<std::size_t>(phase_method::annotations)].launches;
    for (const bench::phase_accuracy& a : found) {
      if (a.method == "annotations") {
        BOOST_TEST(a.launches >= w.annotations);
        if (!w.old_names) BOOST_TEST(a.found[0] == 1.0);  // mixed steps, every launch
      } else if (a.method == "shapes") {
        BOOST_TEST(a.launches >= w.shapes);
        BOOST_TEST(a.found[0] >= w.shapes_mixed);
      } else if (a.method == "auto") {
        BOOST_TEST(a.launches == annotated);  // these traces have ranges that name phases
      } else {
        best_documented = std::max(best_documented, a.launches);
      }
    }
    BOOST_TEST(best_documented < 0.8);
  }
}

BOOST_AUTO_TEST_CASE(shapes_need_no_annotations_and_the_trace_is_the_same_each_time) {
  bench::serving_options options;
  const bench::serving_trace first = bench::make_serving_trace(options), second = bench::make_serving_trace(options);
  BOOST_TEST((first.json == second.json));
  options.annotated = false;
  const bench::serving_trace bare = bench::make_serving_trace(options);
  const auto with = bench::accuracies_of(first), without = bench::accuracies_of(bare);
  const auto by = [](const std::vector<bench::phase_accuracy>& found, phase_method m) {
    return found[static_cast<std::size_t>(m)].launches;
  };
  BOOST_TEST(by(with, phase_method::shapes) == by(without, phase_method::shapes));
  BOOST_TEST(by(without, phase_method::annotations) == 0.0);
  BOOST_TEST(by(without, phase_method::automatic) == by(without, phase_method::shapes));  // no range names a phase
}

BOOST_AUTO_TEST_CASE(the_guide_has_the_shares_that_are_measured) {
  const std::string text = test::repository_file("docs/inference_phases.md");
  for (const std::string& line : bench::accuracy_table()) BOOST_TEST(text.find(line) != std::string::npos, line);
}

BOOST_AUTO_TEST_SUITE_END()
