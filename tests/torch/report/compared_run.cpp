#include <ridgeline/torch/report/compared_run.hpp>

#include <cstddef>
#include <optional>
#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_compared_run)

namespace {
compared_run run_of(const kineto_text& text) {
  const torch_trace trace = text.read();
  return compared_run_of(build_call_tree(trace), std::nullopt);
}
compared_run run_of(const kineto_text& text, const char* step) {
  const torch_trace trace = text.read();
  return compared_run_of(build_call_tree(trace), *text_pattern::compile(step));
}
}  // namespace

BOOST_AUTO_TEST_CASE(a_replay_without_work_has_lost_what_the_others_have) {
  kineto_text k;
  k.launch("cudaGraphLaunch", 0, 1, 1).kernel("a", 10, 1, 1).kernel("b", 12, 1, 1);
  k.launch("cudaGraphLaunch", 20, 1, 2);  // nothing was recorded of it
  k.launch("cudaLaunchKernel", 30, 1, 3).kernel("c", 35, 1, 3).launch("cuLaunchKernel", 30.2, 0.5, 9);  // one launch
  k.launch("cudaGraphLaunch", 40, 1, 4).kernel("a", 50, 1, 4).kernel("b", 52, 1, 4);
  k.launch("cudaGraphLaunch", 60, 1, 5);  // behind the last that has work: the recording ended
  const run_counts counts = run_of(k).counts;
  BOOST_TEST(counts.calls == 7);  // 2 + 2 + 1 + 2
  BOOST_TEST(counts.lost == 2);
}

/// The kernel starts two days after its launch: the clocks have different zeros, and no time of the GPU can be trusted.
BOOST_AUTO_TEST_CASE(a_run_says_that_its_time_line_cannot_be_trusted) {
  const auto unknowable = [](double start) {
    kineto_text k;
    k.op("aten::mm", 0, 8).launch("cudaLaunchKernel", 1, 2, 1).kernel("a", start, 10, 1);
    const torch_trace trace = k.read();
    return compared_run_of(torch_profile(trace)).unknowable;
  };
  BOOST_TEST(unknowable(5) == "");
  BOOST_TEST(unknowable(172'800'000'005) != "");
}

BOOST_AUTO_TEST_CASE(steps_of_engines_say_what_they_did) {
  kineto_text k;
  k.span("user_annotation", "step[EXTEND bs=1 toks=7]", 0, 10).launch("cudaLaunchKernel", 1, 1, 1).kernel("a", 2, 1, 1);
  k.span("user_annotation", "step[DECODE bs=1]", 20, 10).launch("cudaLaunchKernel", 21, 1, 2).kernel("a", 22, 1, 2);
  k.span("user_annotation", "step[TARGET_VERIFY bs=1]", 40, 10).launch("cudaLaunchKernel", 41, 1, 3).kernel("a", 42, 1, 3);
  const compared_run run = run_of(k);
  BOOST_REQUIRE(run.steps.size() == 3u);
  BOOST_TEST(run.steps[2].kind == "target_verify");
  BOOST_TEST(run.steps[0].kind == "prefill");
  BOOST_TEST(run.steps[1].kind == "decode");
  BOOST_TEST(run.steps[1].requests == 1);
  BOOST_TEST(!known(run.steps[0].requests));  // a prompt
  kineto_text marks;
  marks.span("user_annotation", "ProfilerStep#1", 0, 10).launch("cudaLaunchKernel", 1, 1, 1).kernel("a", 2, 1, 1);
  BOOST_TEST(run_of(marks).steps.front().kind == "");
}

/// Inductor numbers its kernels anew in each compilation: a number says nothing about which kernel it is.
BOOST_AUTO_TEST_CASE(kernels_of_inductor_are_known_without_their_number) {
  kineto_text k;
  const auto step = [&](const std::string& name, double at, int n) {
    k.op(name, at, 10).launch("cuLaunchKernel", at + 1, 1, n).kernel(name, at + 2, 1, n);
  };
  step("triton_red_fused_add_mean_0", 0, 1);
  step("triton_red_fused_add_mean_12", 20, 2);
  step("triton_poi_fused_0", 40, 3);
  step("triton_poi_fused_add_1_0d1d2d3de", 60, 4);  // the signature of older versions
  step("triton_own_kernel_2", 80, 5);               // nothing fused: somebody's own
  step("triton_poi_fused_add_0d1", 100, 6);         // a signature without a number
  const compared_run run = run_of(k);
  BOOST_REQUIRE(run.ops.size() == 5u);
  BOOST_TEST(run.ops[0].name == "triton_red_fused_add_mean");
  BOOST_TEST(run.ops[1].name == "triton_poi_fused");
  BOOST_TEST(run.ops[2].name == "triton_poi_fused_add_0d1d2d3de");
  BOOST_TEST(run.ops[3].name == "triton_own_kernel_2");
  BOOST_TEST(run.ops[4].name == "triton_poi_fused_add_0d1");
  std::size_t reductions = 0;
  for (const compared_piece& p : run.pieces) reductions += p.kernel == "triton_red_fused_add_mean" ? 1 : 0;
  BOOST_TEST(reductions == 1u);
}

/// Each build gives its graphs new keys and its regions new numbers.
BOOST_AUTO_TEST_CASE(calls_of_compiled_code_are_known_without_their_key) {
  kineto_text k;
  k.op("Torch-Compiled Region: 0/0", 0, 10).launch("cuLaunchKernel", 1, 1, 1).kernel("a", 2, 1, 1);
  k.op("Torch-Compiled Region: 3/1", 20, 10).launch("cuLaunchKernel", 21, 1, 2).kernel("a", 22, 1, 2);
  k.op("## Call CompiledFxGraph fabc123 ##", 40, 10).launch("cudaGraphLaunch", 41, 1, 3).kernel("b", 42, 1, 3);
  const compared_run run = run_of(k);
  BOOST_REQUIRE(run.ops.size() == 2u);
  BOOST_TEST(run.ops[0].name == "Torch-Compiled Region");
  BOOST_TEST(run.ops[1].name == "## Call CompiledFxGraph ##");
}

/// Three rounds of an engine; in each a range around the model's step launches one more kernel behind it, which ends
/// last. A round is one step of two pieces of work: from the end of the one before, at 100 r - 100 + 9, to its own end,
/// 100 r + 9, so the second and the third take 100 us.
BOOST_AUTO_TEST_CASE(a_mark_within_another_one_is_a_part_of_its_step) {
  kineto_text k;
  for (int r = 0; r < 3; ++r) {
    const double at = 100 * r;
    k.span("user_annotation", "execute_context_0(0)_generation_16(16)", at, 10);
    k.span("user_annotation", "step[DECODE bs=16]", at + 1, 3).launch("cudaLaunchKernel", at + 2, 1, 2 * r + 1);
    k.launch("cudaLaunchKernel", at + 5, 1, 2 * r + 2);
    k.kernel("a", at + 3, 4, 2 * r + 1).kernel("b", at + 7, 2, 2 * r + 2);
  }
  const compared_run run = run_of(k);
  BOOST_REQUIRE(run.steps.size() == 3u);
  for (const compared_step& s : run.steps) BOOST_TEST(s.events == 2);
  BOOST_TEST(run.steps[0].total() == 6'000);  // 3 to 9 us
  BOOST_TEST(run.steps[1].total() == 100'000);
  BOOST_TEST(run.steps[2].total() == 100'000);
}

/// A prompt of 40 us before each step of decoding, of 5 us: a step that was asked for begins with the end of the step
/// before it, whatever that did. So the steps of decoding take 10 us, from 50 to 60 in each 100 us, and not 100; the
/// ranges around steps and in them that were not asked for divide nothing.
BOOST_AUTO_TEST_CASE(steps_that_were_not_asked_for_end_the_windows_before) {
  kineto_text k;
  for (int r = 0; r < 3; ++r) {
    const double at = 100 * r;
    k.span("user_annotation", "execute_context_1(40)_generation_0(0)", at, 4);
    k.launch("cudaLaunchKernel", at + 1, 1, 2 * r + 1).kernel("prompt", at + 10, 40, 2 * r + 1);
    k.span("user_annotation", "decode", at + 5, 4);
    k.span("user_annotation", "execute_context_0(0)_generation_1(1)", at + 6, 2);
    k.span("user_annotation", "step[DECODE bs=1]", at + 6.2, 1.6);
    k.launch("cudaLaunchKernel", at + 7, 0.5, 2 * r + 2).kernel("token", at + 55, 5, 2 * r + 2);
  }
  const compared_run run = run_of(k, "context_0");
  BOOST_REQUIRE(run.steps.size() == 3u);
  for (const compared_step& s : run.steps) {
    BOOST_TEST(s.total() == 10'000);
    BOOST_TEST(s.kind == "decode");
  }
  BOOST_TEST(run_of(k, "context_").steps.size() == 6u);
  BOOST_TEST(run_of(k, "context_").steps[0].kind == "prefill");
}

/// Two processes with a GPU each, which begin their steps 0.5 us apart: the launches of one belong to its own marks.
/// Each step has a kernel of 30 us on each device, and adds up to the time lines of both.
BOOST_AUTO_TEST_CASE(marks_of_several_processes_are_one_step) {
  kineto_text k;
  const auto event = [&](const std::string& cat, const std::string& name, int process, double at, double time, int n,
                         const std::string& args = "") {
    k.raw("{\"ph\": \"X\", \"cat\": \"" + cat + "\", \"name\": \"" + name + "\", \"pid\": " + std::to_string(process) +
          ", \"tid\": " + std::to_string(process) + ", \"ts\": " + std::to_string(at) + ", \"dur\": " +
          std::to_string(time) + ", \"args\": {\"correlation\": " + std::to_string(n) + args + "}}");
  };
  for (int s = 0; s < 4; ++s)
    for (int process = 0; process < 2; ++process) {
      const double at = 100 * s + 0.5 * process;
      const int n = 2 * s + process + 1;
      event("user_annotation", "ProfilerStep#" + std::to_string(s), 10 + process, at, 90, 0);
      event("cuda_runtime", "cudaLaunchKernel", 10 + process, at + 2, 1, n);
      event("kernel", "gemm", process, at + 20, 30, n, ", \"device\": " + std::to_string(process) + ", \"stream\": 7");
    }
  const compared_run run = run_of(k);
  BOOST_TEST(run.devices == 2);
  BOOST_REQUIRE(run.steps.size() == 4u);
  for (std::size_t s = 0; s < 4; ++s) {
    BOOST_TEST(run.steps[s].name == "ProfilerStep#" + std::to_string(s));
    BOOST_TEST(run.steps[s].events == 2);
    BOOST_TEST(run.steps[s].parts[0] == 60'000);                // 2 * 30 us
    BOOST_TEST(run.steps[s].total() == (s == 0 ? 60'000 : 200'000));  // each device: 100 us from end to end
  }
}

/// A kernel of 30 us before the first step and one of 20 us behind the last: 50 of 70 us are in no step. A kernel that
/// no annotation contains, but which runs between two steps, is in the window of the second.
BOOST_AUTO_TEST_CASE(work_before_and_behind_the_steps_is_counted) {
  kineto_text k;
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("a", 5, 30, 1);
  k.span("user_annotation", "ProfilerStep#1", 100, 10).launch("cudaLaunchKernel", 101, 1, 2).kernel("a", 102, 5, 2);
  k.launch("cudaLaunchKernel", 120, 1, 3).kernel("a", 122, 5, 3);
  k.span("user_annotation", "ProfilerStep#2", 200, 10).launch("cudaLaunchKernel", 201, 1, 4).kernel("a", 202, 10, 4);
  k.launch("cudaLaunchKernel", 300, 1, 5).kernel("a", 302, 20, 5);
  const compared_run run = run_of(k);
  BOOST_REQUIRE(run.steps.size() == 2u);
  BOOST_TEST(run.counts.time == 70'000);     // 30 + 5 + 5 + 10 + 20
  BOOST_TEST(run.counts.outside == 50'000);  // 30 + 20
}

BOOST_AUTO_TEST_SUITE_END()
