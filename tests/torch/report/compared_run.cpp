#include <ridgeline/torch/report/compared_run.hpp>

#include <cstddef>
#include <optional>
#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_compared_run)

namespace {
compared_run run_of(const kineto_text& text) {
  const torch_trace trace = text.read();
  return compared_run_of(build_call_tree(trace), std::nullopt);
}
}  // namespace

BOOST_AUTO_TEST_CASE(a_replay_without_work_has_lost_what_the_others_have) {
  kineto_text k;
  k.launch("cudaGraphLaunch", 0, 1, 1).kernel("a", 10, 1, 1).kernel("b", 12, 1, 1);
  k.launch("cudaGraphLaunch", 20, 1, 2);  // nothing was recorded of it
  k.launch("cudaLaunchKernel", 30, 1, 3).kernel("c", 35, 1, 3);
  k.launch("cudaGraphLaunch", 40, 1, 4).kernel("a", 50, 1, 4).kernel("b", 52, 1, 4);
  k.launch("cudaGraphLaunch", 60, 1, 5);  // behind the last that has work: the recording ended
  const run_counts counts = run_of(k).counts;
  BOOST_TEST(counts.calls == 7);  // 2 + 2 + 1 + 2
  BOOST_TEST(counts.lost == 2);
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

BOOST_AUTO_TEST_SUITE_END()
