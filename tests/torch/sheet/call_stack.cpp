#include <ridgeline/torch/sheet/call_stack.hpp>

#include <cstdint>
#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/unified.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_torch_call_stack)

namespace {

/// run.py calls a module, which calls F.linear through a wrapper, which calls aten::mm with two kernels.
torch_trace called() {
  kineto_text k;
  k.span("python_function", "/home/me/run.py(10): main", 0, 100);
  k.span("python_function", "nn.Module: Linear_3", 1, 90);
  k.span("python_function", "torch/nn/modules/module.py(1): _call_impl", 2, 80);
  k.span("python_function", "model/layers.py(7): forward", 3, 70);
  k.op("aten::mm", 4, 60);
  k.launch("cudaLaunchKernel", 5, 1, 1).kernel("gemm_1", 200, 5, 1).flow(1);
  k.launch("cudaLaunchKernel", 8, 1, 2).kernel("reduce_2", 210, 5, 2).flow(2);
  return k.read();
}

}  // namespace

BOOST_AUTO_TEST_CASE(from_the_outermost_frame_to_the_kernels) {
  const torch_trace t = called();
  const call_tree tree = build_call_tree(t, {.python_frames = true});
  const torch_call_stack both = torch_call_stack_of(tree, 4, {6, 10}, false);
  std::string text;
  append_call_stack(text, both);
  BOOST_TEST(text ==
             "['/home/me/run.py(10): main', 'nn.Module: Linear', 'torch/nn/modules/module.py(1): _call_impl', "
             "'model/layers.py(7): forward', 'aten::mm', ['gemm_1'], ['reduce_2']]");
  BOOST_TEST(torch_entry_point(both, "aten::mm") == "model/layers.py(7): forward");
  text.clear();
  append_call_stack(text, torch_call_stack_of(tree, 4, {6}, false));
  BOOST_TEST(text.ends_with("'aten::mm', 'gemm_1']"), text);
  text.clear();
  append_call_stack(text, torch_call_stack_of(tree, 4, {6}, true));
  BOOST_TEST(text == "['gemm_1']");
  text.clear();
  append_call_stack(text, {});
  BOOST_TEST(text == "Not found");
}

// `python train.py`: its frames have no folder.
BOOST_AUTO_TEST_CASE(frames_need_folders) {
  kineto_text k;
  k.span("python_function", "train.py(10): main", 0, 100);
  k.span("python_function", "<built-in method linear of type object>", 1, 90);
  k.op("aten::mm", 4, 60);
  k.launch("cudaLaunchKernel", 5, 1, 1).kernel("gemm", 200, 5, 1).flow(1);
  const torch_trace t = k.read();
  for (const bool original : {false, true}) {
    call_tree_options how{.python_frames = true};
    how.faults.frames_need_folders = original;
    const call_tree tree = build_call_tree(t, how);
    const torch_call_stack stack = torch_call_stack_of(tree, 2, {4}, false);
    std::string text;
    append_call_stack(text, stack);
    BOOST_TEST(text == (original ? "['aten::mm', 'gemm']" : "['train.py(10): main', 'aten::mm', 'gemm']"));
    BOOST_TEST(torch_entry_point(stack, "aten::mm") == (original ? "Not found" : "train.py(10): main"));
  }
}

BOOST_AUTO_TEST_CASE(frames_that_hand_a_call_on_are_no_entry_points) {
  torch_call_stack stack;
  stack.shared = {"/home/me/run.py(10): main", "torch/_ops.py(3): __call__", "a.py(2): wrapper", "lib::f_7"};
  BOOST_TEST(torch_entry_point(stack, "lib::f_7") == "/home/me/run.py(10): main");
  BOOST_TEST(torch_entry_point(stack, "lib::g") == "Not found");
  stack.shared.emplace_back("lib/kernels.py(9): F_7_impl");  // below the op, with the same name
  BOOST_TEST(torch_entry_point(stack, "lib::f_7") == "lib/kernels.py(9): F_7_impl");
}

BOOST_AUTO_TEST_CASE(deep_stacks_are_bounded_and_counted) {
  // 600 nested ops, each with a product of its own shape and a kernel: 600 rows, called through 2, 3, ... 601 calls and
  // with one call above each kernel. These are 180,900 + 600 calls, less than 2,000,000, so none is cut.
  kineto_text k;
  for (int i = 0; i < 600; ++i) k.op("op" + std::to_string(i), i, 3000 - 2 * i);
  for (int i = 0; i < 600; ++i) {
    const std::string dims = "[[" + std::to_string(i + 1) + ",4],[4,4]]";
    k.op("aten::mm", 3000 - i - 0.9, 0.8, "\"Input Dims\": " + dims + R"(, "Input type": ["c10::Half","c10::Half"])");
    k.launch("cudaLaunchKernel", 3000 - i - 0.8, 0.5, i + 1).kernel("k", 4000 + i, 1, i + 1).flow(i + 1);
  }
  const torch_trace t = k.read();
  const torch_profile run(t);
  torch_unified unified = torch_unified_of(run, nullptr);
  BOOST_REQUIRE(unified.rows.size() == 600u);
  BOOST_TEST(torch_limit_stacks(run, unified) == 0u);
  BOOST_TEST(unified.most_stack_calls == 4096u);
  // Of ten thousand rows, each may have 200 calls: 2 + ... + 200 = 20,099 of the first 199, 200 of the 401 from op199 on
  // and of the 9400 copies of the last, and 10,000 above kernels are 1,990,299. With 201 they would be 2,000,100.
  unified.rows.resize(10'000, unified.rows.back());
  const std::uint64_t cut = torch_limit_stacks(run, unified);
  BOOST_TEST(unified.most_stack_calls == 200u);
  BOOST_TEST(cut == 9801u);
  constexpr std::uint32_t outermost = missing<std::uint32_t>;
  BOOST_TEST(calls_between(run.tree(), 200, outermost, 1000) == 201u);  // op0 to op200
  BOOST_TEST(calls_between(run.tree(), 200, outermost, 200) == 200u);
  BOOST_TEST(calls_between(run.tree(), 200, 150, 1000) == 50u);         // op151 to op200
  const torch_call_stack stack = torch_call_stack_of(run.tree(), 599, {}, false, 200);
  BOOST_TEST(stack.shared.size() == 200u);
  BOOST_TEST(stack.shared.front() == "op400");      // the innermost 200 of op0 to op599
}

/// The paths to the kernels of one op count, too: with n nested ops of which each launches one, they grow with n * n.
BOOST_AUTO_TEST_CASE(paths_to_many_kernels_are_bounded_and_counted) {
  // 3000 kernels, reached from the outermost op through 1, 2, ... 3000 calls: 4,501,500. If each path may have 763 calls,
  // 1 + ... + 762 = 290,703 of the short ones and 2238 * 763 = 1,707,594 of the others are 1,998,297; with 764 they would
  // be 2,000,534. Longer than 763 are 2237.
  constexpr int n = 3000;
  kineto_text k;
  for (int i = 0; i < n; ++i) k.op("aten::op" + std::to_string(i), i, 2 * (2 * n - i));
  for (int i = 0; i < n; ++i)
    k.launch("cudaLaunchKernel", 4 * n - i - 0.9, 0.8, i + 1).kernel("k", 5 * n + i, 1, i + 1).flow(i + 1);
  const torch_trace t = k.read();
  const torch_profile run(t);
  torch_unified unified = torch_unified_of(run, nullptr);
  BOOST_REQUIRE(unified.rows.size() == 1u);
  BOOST_TEST(torch_limit_stacks(run, unified) == 2237u);
  BOOST_TEST(unified.most_stack_calls == 763u);
  BOOST_TEST(unified.rows[0].most_stack_calls == 763u);
}

BOOST_AUTO_TEST_SUITE_END()
