#include <ridgeline/torch/run/pseudo_ops.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/run/extension.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_pseudo_ops)

namespace {

struct pseudo_op {
  std::string name, parent, kernels;
  op_arguments arguments{};
};

/// What is added to a trace: each new op with its parent's name and its kernels.
std::vector<pseudo_op> added_to(torch_trace& t, bool python_frames = false, bool fault = false) {
  const std::size_t before = t.events.size();
  torch_run_options how;
  how.pseudo_ops = true;
  how.python_frames = python_frames;
  how.faults.pseudo_ops_lost_beside_paged_attention = fault;
  const torch_profile run(t, how);
  std::vector<pseudo_op> ops;
  for (auto i = static_cast<std::uint32_t>(before); i < t.events.size(); ++i) {
    const call_node n = node_of(run.tree(), i);
    pseudo_op op{std::string(n.name()), n.parent() ? std::string(n.parent().name()) : "", "", *t.op(n.event())};
    for (const call_node k : gpu_work_of(n)) op.kernels += std::string(k.name()) + ";";
    ops.push_back(op);
  }
  return ops;
}

/// A launch with its kernel, half a microsecond long, at `ts`.
kineto_text& run_kernel(kineto_text& k, std::string_view name, double ts, int number) {
  return k.launch("hipLaunchKernel", ts, 0.5, number).kernel(name, 1000 + ts, 2, number).flow(number);
}

}  // namespace

BOOST_AUTO_TEST_CASE(instances_of_sglang_ops_lose_their_numbers) {
  torch_trace t = kineto_text().op("sglang_profiler::f_12", 0, 1).op("sglang_profiler::g12", 2, 1).op("other_12", 4, 1).read();
  BOOST_TEST(added_to(t).empty());
  BOOST_TEST(t.name(t.events[0]) == "sglang_profiler::f");
  BOOST_TEST(t.name(t.events[1]) == "sglang_profiler::g12");
  BOOST_TEST(t.name(t.events[2]) == "other_12");
}

BOOST_AUTO_TEST_CASE(registrations_in_names) {
  const auto called = [](bool fault) {
    kineto_text k;
    k.op("sglang_profiler::gemm_kernels_flydsl_hgemm_427", 0, 10);
    run_kernel(k, "hgemm_12", 1, 1);
    torch_trace t = k.read();
    torch_run_options how;
    how.faults.registrations_in_names = fault;
    const torch_profile run(t, how);
    return std::string(t.name(t.events[0])) + ", " + std::string(run.category_of(0)) + ", " +
           std::string(t.name(t.events[2]));
  };
  BOOST_TEST(called(false) == "sglang_profiler::gemm_kernels_flydsl_hgemm, GEMM, hgemm_12");
  BOOST_TEST(called(true).starts_with("sglang_profiler::gemm_kernels_flydsl_hgemm_427, "));
}

BOOST_AUTO_TEST_CASE(fused_experts_of_aiter) {
  kineto_text k;
  k.op("vllm::moe_forward", 0, 50).op("vllm::rocm_aiter_fused_moe", 1, 20, R"("Input Dims": [[8,64]])");
  run_kernel(k, "aiter::MoeSortingKernel_fmoe", 2, 1);
  run_kernel(k, "aiter::fmoe_bf16_g1u1", 4, 2);
  run_kernel(k, "aiter::fmoe_quant", 6, 3);
  k.op("vllm::rocm_aiter_fused_moe", 30, 10);  // two such kernels: ambiguous
  run_kernel(k, "aiter::fmoe_a", 31, 4);
  run_kernel(k, "aiter::fmoe_b", 33, 5);
  torch_trace t = k.read();
  const auto ops = added_to(t);
  BOOST_REQUIRE(ops.size() == 1u);
  BOOST_TEST(ops[0].name == "pseudo_op::moe_aiter_fused_1stage");
  BOOST_TEST(ops[0].parent == "vllm::rocm_aiter_fused_moe");
  BOOST_TEST(ops[0].kernels == "aiter::fmoe_bf16_g1u1;");
  BOOST_TEST(t.text(ops[0].arguments.input_dims) == "[[8,64]]");
}

BOOST_AUTO_TEST_CASE(unfused_experts_of_triton) {
  kineto_text k;
  k.op("vllm::moe_forward", 0, 50).op("vllm::TopK", 1, 2, R"("Concrete Inputs": ["","6"])");
  run_kernel(k, "_matmul_ogs_swiglu", 5, 1);
  run_kernel(k, "_matmul_ogs", 7, 2);
  run_kernel(k, "_matmul_scatter", 9, 3);
  torch_trace t = k.read();
  const auto ops = added_to(t);
  BOOST_REQUIRE(ops.size() == 3u);
  BOOST_TEST(ops[0].name == "pseudo_op::moe_triton_unfused_up");
  BOOST_TEST(ops[0].kernels == "_matmul_ogs_swiglu;");
  BOOST_TEST(ops[0].arguments.chosen_experts == 6);
  BOOST_TEST(ops[0].arguments.gated_experts);
  BOOST_TEST(ops[1].name == "pseudo_op::moe_triton_unfused_down");
  BOOST_TEST(!ops[1].arguments.gated_experts);
  BOOST_TEST(ops[2].name == "pseudo_op::moe_triton_unfused_finalize_matmul_scatter");
}

BOOST_AUTO_TEST_CASE(without_a_top_k_op_four_experts_are_chosen) {
  kineto_text k;
  k.op("vllm::moe_forward", 0, 50);
  run_kernel(k, "_matmul_ogs", 5, 1);
  torch_trace t = k.read();
  BOOST_TEST(added_to(t).at(0).arguments.chosen_experts == 4);
}

BOOST_AUTO_TEST_CASE(experts_in_four_bit_weights) {
  kineto_text k;
  k.op("vllm::outplace_fused_experts", 0, 50, R"("Input Dims": [[8,64],[16,128,8],[16,64,16],[8,2],[8,2]])");
  run_kernel(k, "fused_moe_kernel_gptq_awq", 5, 1);
  run_kernel(k, "fused_moe_kernel_gptq_awq", 7, 2);
  torch_trace t = k.read();
  const auto ops = added_to(t);
  BOOST_REQUIRE(ops.size() == 2u);
  BOOST_TEST(ops[0].name == "pseudo_op::moe_gptq_awq_up");
  BOOST_TEST(ops[0].arguments.gated_experts);
  BOOST_TEST(ops[0].arguments.chosen_experts == 2);  // [8,2]: two experts per token
  BOOST_TEST(ops[1].name == "pseudo_op::moe_gptq_awq_down");
  BOOST_TEST(!ops[1].arguments.gated_experts);
}

BOOST_AUTO_TEST_CASE(what_goes_by_its_frame_needs_frames) {
  kineto_text k;
  k.op("aiter::fused_moe_", 0, 40, R"("Input Dims": [[8,64]])");
  k.span("python_function", "aiter/fused_moe.py(7): flydsl_moe_stage1", 1, 10);
  run_kernel(k, "up", 2, 1);
  k.span("python_function", "aiter/fused_moe.py(9): flydsl_moe_stage2", 12, 10);
  run_kernel(k, "down", 13, 2);
  k.span("python_function", "aiter/mla.py(3): mla_decode_fwd", 50, 20);
  k.op("aiter::mla_decode_stage1_asm_fwd", 51, 5, R"("Input Dims": [[4,16,576]])");
  run_kernel(k, "stage1", 52, 3);
  run_kernel(k, "stage2", 60, 4);
  k.span("python_function", "aiter/x.py(3): mla_fp8_prefill_attn", 80, 20);
  k.op("aiter::mla_prefill_ps_asm_fwd", 81, 5);
  run_kernel(k, "prefill", 82, 5);
  k.op("aiter::v4_attention_with_output", 110, 30);
  run_kernel(k, "fused_compress_attn_D512", 111, 6);
  run_kernel(k, "qk_norm_rope_H32_D256_RD64_flydsl", 112, 8);
  k.span("python_function", "kernels/paged_decode.py(3): sparse_attn_v4_paged_decode", 113, 10);
  run_kernel(k, "decode", 114, 7);
  torch_trace t = k.read();
  BOOST_TEST(added_to(t, false).empty());
  const auto ops = added_to(t, true);
  BOOST_REQUIRE(ops.size() == 5u);
  BOOST_TEST(ops[0].name == "pseudo_op::moe_flydsl_stage1");
  BOOST_TEST(ops[0].parent == "aiter::fused_moe_");
  BOOST_TEST(ops[0].kernels == "up;");
  BOOST_TEST(t.text(ops[1].arguments.input_dims) == "[[8,64]]");
  BOOST_TEST(ops[2].name == "pseudo_mla_decode_fwd");
  BOOST_TEST(ops[2].parent == "aiter/mla.py(3): mla_decode_fwd");
  BOOST_TEST(ops[2].kernels == "stage1;stage2;");
  BOOST_TEST(t.text(ops[2].arguments.input_dims) == "[[4,16,576]]");
  BOOST_TEST(ops[3].name == "pseudo_mla_prefill_fwd");
  BOOST_TEST(ops[4].name == "pseudo_v4_paged_decode_csa");
  BOOST_TEST(ops[4].kernels == "decode;");
  BOOST_TEST(ops[4].arguments.query_heads == 32);
  BOOST_TEST(ops[4].arguments.head_size == 256);
}

BOOST_AUTO_TEST_CASE(pseudo_ops_lost_beside_paged_attention) {
  kineto_text k;
  k.op("aiter::paged_attention_v1", 0, 1).op("vllm::moe_forward", 10, 50);
  run_kernel(k, "_matmul_ogs", 15, 1);
  torch_trace t = k.read(), again = k.read();
  BOOST_TEST(added_to(t, false, false).size() == 1u);
  BOOST_TEST(added_to(again, false, true).empty());
}

/// A step replays a graph captured with vLLM's experts: the original's ops sheets have no pseudo op around them.
BOOST_AUTO_TEST_CASE(ops_before_pseudo_ops) {
  kineto_text captured;
  captured.span("user_annotation", "capture_8_FULL", 0, 100).span("python_function", "model.py(1): run", 1, 90);
  captured.launch("cudaStreamBeginCapture", 2, 1, 90).op("vllm::moe_forward", 5, 10, R"("Input Dims": [[8,4],[8,2],[]])");
  captured.span("cuda_runtime", "hipLaunchKernel", 6, 2, R"("correlation": 1, "kernel": "matmul_ogs_fp8_swiglu")");
  captured.launch("cudaStreamEndCapture", 40, 1, 91);
  torch_captures captures;
  captures.files.emplace_back();
  captures.files[0].readable = true, captures.files[0].trace = captured.read();
  find_capture_windows(captures.files[0]);
  captures.add({8, false, 0, {0}});
  for (const bool fault : {false, true}) {
    kineto_text k;
    k.span("user_annotation", "execute_context_0(0)_generation_5(5)", 0, 50).op("dummy", 1, 2);
    k.launch("hipGraphLaunch", 10, 5, 7).kernel("matmul_ogs_fp8_swiglu", 20, 4, 7);
    torch_trace t = k.read();
    torch_run_options how;
    how.pseudo_ops = true, how.captures = &captures, how.faults.ops_before_pseudo_ops = fault;
    const torch_profile run(t, how);
    const auto op_of_kernel = [](const torch_profile& r) {
      return std::string(r.trace().name(r.event(r.launches().rows.front().event)));
    };
    BOOST_REQUIRE(run.launches().rows.size() == 1u);
    BOOST_TEST(op_of_kernel(run) == "pseudo_op::moe_triton_unfused_up");
    BOOST_TEST((&run.of_ops() == &run) == !fault);
    BOOST_TEST(op_of_kernel(run.of_ops()) == (fault ? "vllm::moe_forward" : "pseudo_op::moe_triton_unfused_up"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
