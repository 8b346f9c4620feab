#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/capture/align.hpp>
#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/serving/coverage.hpp>
#include <ridgeline/torch/tree/walk.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_capture_)

namespace {

symbol n(std::uint32_t i) { return symbol{i}; }
graph_item call(std::uint32_t kernel) { return {.name = n(100), .kernel = n(kernel)}; }
graph_item unnamed() { return {.name = n(100)}; }
graph_item work(std::uint32_t name, std::int64_t stream = 1) { return {.name = n(name), .stream = stream}; }
using calls = std::vector<std::uint32_t>;

/// A call or a piece of work of a node, numbered as CUDA does.
graph_item node_of_graph(graph_item i, std::uint32_t graph, std::uint64_t node) {
  i.graph = graph, i.node = std::uint64_t{graph} << 32 | node;
  return i;
}

constexpr std::string_view mm = R"("Input Dims": [[8,4],[4,2]], "Input type": ["float","float"])";

/// A capture of two ops below a frame; the second fills memory.
kineto_text captured(std::string_view range = "capture_8_FULL") {
  kineto_text k;
  k.span("user_annotation", range, 0, 100).span("python_function", "model.py(1): run", 1, 90);
  k.launch("cudaStreamBeginCapture", 2, 1, 90).op("aten::mm", 5, 10, mm);
  k.span("cuda_runtime", "hipLaunchKernel", 6, 2, R"("correlation": 1, "kernel": "gemm")");
  k.op("aten::zero_", 20, 10).launch("hipMemsetAsync", 21, 2, 2).launch("cudaStreamEndCapture", 40, 1, 91);
  return k;
}
/// A step of a number of rows that launches that graph.
kineto_text replayed(std::string_view step = "execute_context_0(0)_generation_5(5)") {
  kineto_text k;
  k.span("user_annotation", step, 0, 50).op("dummy", 1, 2).launch("hipGraphLaunch", 10, 5, 7);
  k.kernel("gemm", 20, 4, 7).gpu("gpu_memset", "Memset (Device)", 30, 2, 7);
  return k;
}
torch_captures captures_of(const kineto_text& k, std::int64_t size, torch_faults faults = {}) {
  torch_captures all;
  all.faults = faults;
  all.files.emplace_back();
  all.files[0].name = "c.json", all.files[0].readable = true, all.files[0].trace = k.read();
  find_capture_windows(all.files[0], faults);
  torch_capture one{size, false, 0, {}};
  for (std::uint32_t w = 0; w < all.files[0].windows.size(); ++w) one.windows.push_back(w);
  all.add(std::move(one));
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(on_one_stream_by_position_then_by_name_then_greedily) {
  const std::vector<graph_item> k{work(1), work(2), work(3)};
  const graph_alignment same = align_graph(std::vector{call(1), call(2), call(3)}, k);
  BOOST_TEST((same.by == graph_match::exact));
  BOOST_TEST((same.calls == calls{0, 1, 2}));
  const graph_alignment moved = align_graph(std::vector{call(3), call(1), call(2)}, k);
  BOOST_TEST((moved.by == graph_match::by_name));
  BOOST_TEST((moved.calls == calls{1, 2, 0}));
  BOOST_TEST(!align_graph(std::vector{call(3), call(1), call(1)}, k).aligned());
  BOOST_TEST(!align_graph(std::vector{call(1), call(2)}, k).aligned());  // more work than calls
  BOOST_TEST(align_graph(std::vector{unnamed(), unnamed(), unnamed()}, k).unverified == 3u);
}

/// Eleven calls for ten pieces of work are 9 % too many; two for one are half too many.
BOOST_AUTO_TEST_CASE(what_is_skipped_is_counted_and_may_be_a_tenth) {
  std::vector<graph_item> c, k;
  for (std::uint32_t i = 1; i <= 10; ++i) c.push_back(call(i)), k.push_back(work(i));
  c.push_back(call(11));
  const graph_alignment loose = align_graph(c, k);
  BOOST_TEST((loose.by == graph_match::greedy));
  BOOST_TEST(loose.skipped == 1u);
  BOOST_TEST(!align_graph(std::vector{call(1), call(2)}, std::vector{work(1)}).aligned());
  BOOST_TEST(align_graph(std::vector{call(1), call(2)}, std::vector{work(1)}, torch_faults::parity()).aligned());
}

BOOST_AUTO_TEST_CASE(on_several_streams_the_front_that_goes_on_longest_is_taken) {
  const std::vector<graph_item> k{work(1, 3), work(2, 3), work(1, 4), work(5, 4)};
  const graph_alignment a = align_graph(std::vector{call(1), call(5), call(1), call(2)}, k);
  BOOST_TEST((a.by == graph_match::exact));
  BOOST_TEST((a.calls == calls{2, 3, 0, 1}));  // the first call continues like 5 does, on stream 4
  BOOST_TEST((align_graph(std::vector{unnamed(), call(5), call(1), call(2)}, k).by == graph_match::no_names));
}

/// Kernels begin in the order of the calls: 1 on stream 3, 2 on 5, 1 and 2 on 4. By the longest run the first call
/// would be that of stream 4, which goes on with 2 as the calls do.
BOOST_AUTO_TEST_CASE(on_several_streams_the_order_of_begin_comes_first) {
  const std::vector<graph_item> c{call(1), call(2), call(1), call(2)};
  const std::vector<graph_item> k{work(1, 3), work(2, 5), work(1, 4), work(2, 4)};
  BOOST_TEST((align_graph(c, k).by == graph_match::exact));
  BOOST_TEST((align_graph(c, k).calls == calls{0, 1, 2, 3}));
  BOOST_TEST((align_graph(c, k, only(&torch_faults::streams_without_return)).calls == calls{2, 1, 0, 3}));
}

/// Calls 1 9 3 1 2 on streams with 1 2, 1 3 and 9. The first call fits the first two streams, and neither goes on with
/// 9. Taken by the first one it leaves nothing for 3, whose stream waits for its 1.
BOOST_AUTO_TEST_CASE(a_stream_taken_too_early_is_given_back) {
  const std::vector<graph_item> c{call(1), call(9), call(3), call(1), call(2)};
  const std::vector<graph_item> k{work(1, 3), work(2, 3), work(1, 4), work(9, 5), work(3, 4)};
  BOOST_TEST((align_graph(c, k).by == graph_match::exact));
  BOOST_TEST((align_graph(c, k).calls == calls{3, 4, 0, 1, 2}));
  BOOST_TEST(!align_graph(c, k, only(&torch_faults::streams_without_return)).aligned());
  std::vector<graph_item> more = c;  // a call that started nothing, which is less than a tenth
  std::vector<graph_item> longer = k;
  for (std::uint32_t i = 20; i < 30; ++i) more.push_back(call(i)), longer.push_back(work(i, 3));
  more.insert(more.begin() + 1, call(40));
  const graph_alignment loose = align_graph(more, longer);
  BOOST_TEST((loose.by == graph_match::greedy));
  BOOST_TEST(loose.skipped == 1u);
  BOOST_TEST(loose.calls[0] == 4u);
}

BOOST_AUTO_TEST_CASE(a_window_has_its_calls_and_the_size_of_its_range) {
  torch_captures c = captures_of(captured(), 8);
  BOOST_REQUIRE(c.files[0].windows.size() == 1u);
  const capture_window& w = c.files[0].windows[0];
  BOOST_TEST(w.size == 8);
  BOOST_TEST(w.calls.size() == 4u);  // two ops with a call each
  BOOST_TEST((w.dispatches == calls{1, 3}));
  BOOST_TEST(!known(w.calls[0].parent));
  BOOST_TEST(w.calls[1].parent == 0u);
}

BOOST_AUTO_TEST_CASE(ops_of_a_capture_stand_below_the_launch) {
  torch_trace t = replayed().read();
  const std::size_t before = t.events.size();
  torch_captures c = captures_of(captured(), 8);
  const torch_profile run(t, {.captures = &c});
  BOOST_TEST(t.events.size() == before + 5);  // CaptureRoot and four calls
  BOOST_REQUIRE(run.grafted().steps.size() == 1u);
  const grafted_step& s = run.grafted().steps[0];
  BOOST_TEST(s.rows == 5);
  BOOST_TEST(s.captured_rows == 8);
  BOOST_TEST(s.merged_kernels == 2u);
  BOOST_TEST(s.merged_kernel_time.in(us) == 6.0);  // 4 + 2
  const call_node kernel = node_of(run.tree(), 3);
  BOOST_TEST(kernel.parent().name() == "hipLaunchKernel");
  BOOST_TEST(kernel.parent().parent().name() == "aten::mm");
  BOOST_TEST(kernel.parent().parent().parent().name() == "CaptureRoot");
  BOOST_TEST(kernel.parent().parent().parent().parent().uid() == 2u);  // the launch
  BOOST_TEST(!known(run.host_time(kernel.parent().parent().uid())));   // not measured
  BOOST_TEST(run.launches().rows.size() == 2u);
  const gpu_activity activity = activity_of(run);  // the host made one call; captured calls are not calls of the replay
  BOOST_TEST(activity.calls.size() == 1u);
  BOOST_TEST(activity.host_ops == 1u);
  BOOST_TEST(t.text(activity.ops.at(activity.works[0].op).name) == "aten::mm");
  BOOST_TEST((health_of(run).find("graph_replays")->is == trace_verdict::sound));  // its ops are known
}

BOOST_AUTO_TEST_CASE(a_smaller_capture_and_another_kernel_are_not_merged) {
  torch_trace large = replayed("execute_context_0(0)_generation_9(9)").read();
  torch_captures c = captures_of(captured(), 8);
  const torch_profile run(large, {.captures = &c});
  BOOST_TEST((run.grafted().steps[0].reason == graft_reason::no_capture_for_size));
  BOOST_TEST(!run.grafted().any());
  BOOST_TEST((health_of(run).find("graph_replays")->is == trace_verdict::degraded));
  kineto_text other;
  other.span("user_annotation", "step[DECODE bs=5]", 0, 50).op("dummy", 1, 2).launch("hipGraphLaunch", 10, 5, 7);
  other.kernel("softmax", 20, 4, 7).kernel("norm", 30, 2, 7);
  torch_trace t = other.read();
  const torch_profile not_that(t, {.captures = &c});
  BOOST_TEST((not_that.grafted().steps[0].reason == graft_reason::names_differ));
}

BOOST_AUTO_TEST_CASE(faults_of_captures) {
  torch_captures by_file = captures_of(captured(), 8, torch_faults::parity());
  BOOST_TEST(by_file.files[0].windows[0].calls.size() == 4u);  // enclosed in a frame
  kineto_text bare;
  bare.launch("cudaStreamBeginCapture", 2, 1, 90).op("aten::mm", 5, 10, mm).launch("hipLaunchKernel", 6, 2, 1);
  bare.launch("cudaStreamEndCapture", 40, 1, 91);
  BOOST_TEST(captures_of(bare, 8, torch_faults::parity()).files[0].windows[0].calls.empty());
  BOOST_TEST(captures_of(bare, 8).files[0].windows[0].calls.size() == 2u);
  torch_trace t = replayed().read();
  const torch_profile run(t, {.captures = &by_file, .faults = only(&torch_faults::grafted_ops_last_like_launch)});
  const call_node op = node_of(run.tree(), 3).parent().parent();
  BOOST_TEST(run.host_time(op.uid()) == 5.0);  // the launch's time
  const graph_item fill{.name = n(7), .fill = true}, filled{.name = n(8), .fill = true, .stream = 1};
  const std::vector<graph_item> c{call(1), fill, call(2)}, k{work(2), filled, work(1)};
  BOOST_TEST(align_graph(c, k).aligned());
  BOOST_TEST(!align_graph(c, k, only(&torch_faults::fills_do_not_pair)).aligned());
}

/// ROCm runs copies and fills of a graph by kernels, or as pieces of work with names of its own.
BOOST_AUTO_TEST_CASE(copies_and_fills_have_the_names_of_each_profiler) {
  const auto merged = [](std::string_view copy_category, std::string_view copy, std::string_view fill_category,
                         std::string_view fill) {
    kineto_text k;
    k.launch("hipStreamBeginCapture", 2, 1, 90).op("aten::copy_", 5, 20, mm);
    k.launch("hipMemcpyAsync", 6, 2, 1).launch("hipMemsetAsync", 9, 2, 2);
    k.span("cuda_runtime", "hipLaunchKernel", 12, 2, R"("correlation": 3, "kernel": "gemm")");
    k.launch("hipStreamEndCapture", 40, 1, 91);
    kineto_text replay;
    replay.span("user_annotation", "step[DECODE bs=8]", 0, 50).op("dummy", 1, 2).launch("hipGraphLaunch", 10, 5, 7);
    replay.gpu(copy_category, copy, 20, 4, 7).gpu(fill_category, fill, 30, 2, 7).kernel("gemm", 40, 3, 7);
    torch_trace t = replay.read();
    torch_captures c = captures_of(k, 8);
    return torch_profile(t, {.captures = &c}).grafted().steps.at(0).merged_kernels;
  };
  BOOST_TEST(merged("gpu_memcpy", "Memcpy DtoD (Device -> Device)", "gpu_memset", "Memset (Device)") == 3u);
  BOOST_TEST(merged("kernel", "__amd_rocclr_copyBuffer", "kernel", "__amd_rocclr_fillBufferAligned") == 3u);
  BOOST_TEST(merged("gpu_memcpy", "CopyDeviceToDevice", "gpu_memset", "FillBuffer") == 3u);
  BOOST_TEST(merged("kernel", "copy_of_mine", "gpu_memset", "FillBuffer") == 0u);  // a kernel that is no copy
}

/// While a graph is captured, most Python calls start nothing. Modules are kept: their calls are counted.
BOOST_AUTO_TEST_CASE(frames_that_nothing_is_in_are_left_out) {
  kineto_text k = captured();
  k.span("python_function", "<built-in method len>", 31, 1).span("python_function", "nn.Module: Dropout_0", 33, 2);
  const capture_window w = captures_of(k, 8).files[0].windows[0];
  const torch_trace t = k.read();
  std::vector<std::string> names;
  for (const captured_call& c : w.calls) names.emplace_back(t.name(t.events[c.event]));
  BOOST_TEST((names == std::vector<std::string>{"aten::mm", "hipLaunchKernel", "aten::zero_", "hipMemsetAsync",
                                                "nn.Module: Dropout_0"}));
  BOOST_TEST(!known(w.calls[0].parent));
  BOOST_TEST(w.calls[1].parent == 0u);
  BOOST_TEST(w.calls[3].parent == 2u);
  BOOST_TEST((w.dispatches == calls{1, 3}));
  BOOST_TEST(captures_of(k, 8, torch_faults::parity()).files[0].windows[0].calls.size() == 6u);
}

/// Only numbers: the order differs, no call has a kernel's name, and two streams run the work. Graph 9 is an
/// instance of graph 5.
BOOST_AUTO_TEST_CASE(ids_of_nodes_decide_before_names) {
  const std::vector<graph_item> c{node_of_graph(unnamed(), 5, 1), node_of_graph(unnamed(), 5, 2),
                                  node_of_graph(unnamed(), 5, 3), unnamed()};
  const std::vector<graph_item> k{node_of_graph(work(2, 3), 9, 2), node_of_graph(work(1, 4), 9, 1),
                                  node_of_graph(work(2, 3), 9, 3)};
  const graph_alignment a = align_graph(c, k);
  BOOST_TEST((a.by == graph_match::ids));
  BOOST_TEST((a.calls == calls{1, 0, 2}));
  BOOST_TEST(a.skipped == 1u);
  BOOST_TEST(a.unverified == 0u);
  BOOST_TEST(!a.same_graph);
  BOOST_TEST(!a.ids_unused);
  const std::vector<graph_item> these{node_of_graph(work(2), 5, 2), node_of_graph(work(1), 5, 3)};
  BOOST_TEST(align_graph(c, these).same_graph);
  const graph_alignment original = align_graph(c, k, only(&torch_faults::graph_ids_unused));
  BOOST_TEST((original.by == graph_match::no_names));
}

/// Numbers that a file chose so that graph ^ node is the same for all: 2 * 10^10 steps where a table hashes by that.
BOOST_AUTO_TEST_CASE(ids_are_found_however_a_file_numbers_them) {
  constexpr std::uint32_t count = 200'000, same = 1u << 30;
  std::vector<graph_item> c, k;
  for (std::uint32_t i = 0; i < count; ++i) {
    graph_item of_call = unnamed(), of_work = work(1);
    of_call.graph = of_work.graph = i, of_call.node = of_work.node = i ^ same;
    c.push_back(of_call), k.push_back(of_work);
  }
  const graph_alignment found = align_graph(c, k);
  BOOST_TEST((found.by == graph_match::ids && found.same_graph));
  BOOST_TEST(found.calls.back() == count - 1);
}

/// The full numbers distinguish two graphs whose nodes have the same lower halves.
BOOST_AUTO_TEST_CASE(lower_halves_of_nodes_are_of_one_graph) {
  const std::vector<graph_item> c{node_of_graph(unnamed(), 5, 1), node_of_graph(unnamed(), 6, 1)};
  const graph_alignment same =
      align_graph(c, std::vector{node_of_graph(work(1), 6, 1), node_of_graph(work(2), 5, 1)});
  BOOST_TEST(same.same_graph);
  BOOST_TEST((same.calls == calls{1, 0}));
  const graph_alignment other =
      align_graph(c, std::vector{node_of_graph(work(1), 8, 1), node_of_graph(work(2), 9, 1)});
  BOOST_TEST((other.by == graph_match::exact));  // by place
  BOOST_TEST(other.ids_unused);
}

BOOST_AUTO_TEST_CASE(ids_that_repeat_are_missing_or_contradict_decide_nothing) {
  const auto of = [](graph_item i, std::uint64_t node) { return node_of_graph(i, 5, node); };
  const std::vector<graph_item> k{of(work(1), 1), of(work(2), 2)};
  const auto falls_back = [&](const std::vector<graph_item>& c, const std::vector<graph_item>& w) {
    const graph_alignment a = align_graph(c, w);
    BOOST_TEST((a.by == graph_match::exact));
    BOOST_TEST(a.ids_unused);
    BOOST_TEST((a.calls == calls{0, 1}));
  };
  falls_back({of(call(1), 1), of(call(2), 1)}, k);                          // a call's id appears twice
  falls_back({of(call(1), 1), of(call(2), 2)}, {of(work(1), 1), of(work(2), 1)});  // a work item's id appears twice
  falls_back({of(call(1), 1), call(2)}, k);                                 // a call has no id
  falls_back({of(call(1), 1), of(call(2), 2)}, {of(work(1), 1), work(2)});  // work has no id
  falls_back({of(call(1), 2), of(call(2), 1)}, k);                          // the names contradict the ids
  graph_item wide = of(unnamed(), 2), narrow = of(work(2), 2);
  wide.grid = n(40), narrow.grid = n(41);
  BOOST_TEST(align_graph(std::vector{of(call(1), 1), wide}, std::vector{of(work(1), 1), narrow}).ids_unused);
  graph_item copy = of(unnamed(), 1), fill = of(work(3), 1);
  copy.copy = true, fill.fill = true;
  BOOST_TEST(align_graph(std::vector{copy, of(call(2), 2)}, std::vector{fill, of(work(2), 2)}).ids_unused);
  const graph_alignment one_side = align_graph(std::vector{call(1), call(2)}, k);
  BOOST_TEST((one_side.by == graph_match::exact));
  BOOST_TEST(!one_side.ids_unused);  // nothing contradicts the names
}

namespace {

constexpr std::string_view node(int n, bool replay) {
  constexpr std::string_view texts[] = {R"("graph id": 4, "graph node id": 17179869185)",   // 4 << 32 | 1
                                        R"("graph id": 4, "graph node id": 17179869186)",   // 4 << 32 | 2
                                        R"("graph id": 7, "graph node id": 30064771073)",   // 7 << 32 | 1
                                        R"("graph id": 7, "graph node id": 30064771074)"};  // 7 << 32 | 2
  return texts[(replay ? 2 : 0) + n - 1];
}
/// Two calls without names, of which the second node runs first; `rows` distinguishes captures.
kineto_text captured_nodes(int rows, bool these) {
  kineto_text k;
  k.launch("cudaStreamBeginCapture", 2, 1, 90);
  const std::string shape = "\"Input Dims\": [[" + std::to_string(rows) + ",4]], \"Input type\": [\"float\"]";
  k.op("aten::mm", 5, 10, shape).span("cuda_runtime", "cudaLaunchKernel", 6, 2, node(1, these));
  k.op("aten::relu", 20, 10, shape).span("cuda_runtime", "cudaLaunchKernel", 21, 2, node(2, these));
  return std::move(k.launch("cudaStreamEndCapture", 40, 1, 91));
}
kineto_text replayed_nodes() {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=5]", 0, 50).op("dummy", 1, 2).launch("cudaGraphLaunch", 10, 5, 7);
  const auto kernel = [&](std::string_view name, double ts, std::string_view args, int stream) {
    k.raw("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" + std::string(name) +
          "\", \"pid\": 0, \"tid\": 7, \"ts\": " + std::to_string(ts) + ", \"dur\": 4, \"args\": {\"correlation\": 7, " +
          std::string(args) + ", \"stream\": " + std::to_string(stream) + "}}");
  };
  kernel("relu", 20, node(2, true), 8);
  kernel("gemm", 30, node(1, true), 7);
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(kernels_stand_below_the_call_of_their_node) {
  torch_trace t = replayed_nodes().read();
  torch_captures c = captures_of(captured_nodes(8, false), 8);
  const torch_profile run(t, {.captures = &c});
  BOOST_REQUIRE(run.grafted().steps.size() == 1u);
  BOOST_TEST(run.grafted().steps[0].merged_by.front() == 1u);
  BOOST_TEST(run.grafted().steps[0].unverified_kernels == 0u);
  BOOST_TEST(node_of(run.tree(), 3).parent().parent().name() == "aten::relu");  // the kernel that ran first
  BOOST_TEST(node_of(run.tree(), 4).parent().parent().name() == "aten::mm");
  BOOST_TEST(capture_coverage_line(run) ==
             "captures: 1 of 1 graph launches in steps, 100.0 % of their GPU time, have the ops of captures below "
             "them, matched by the ids of their nodes");
}

/// The next size has a graph with the same node numbers; a larger size has this very graph.
BOOST_AUTO_TEST_CASE(a_capture_of_this_graph_is_taken_before_the_next_size) {
  torch_trace t = replayed_nodes().read();
  torch_captures c = captures_of(captured_nodes(8, false), 8);
  capture_file& more = c.files.emplace_back();
  more.name = "these.json", more.readable = true, more.trace = captured_nodes(16, true).read();
  find_capture_windows(more);
  keep_windows(more);  // events get new numbers, and nodes with them
  c.add({16, false, 1, {0}});
  const torch_profile run(t, {.captures = &c});
  BOOST_TEST(run.grafted().steps[0].file == "these.json");
  BOOST_TEST(run.grafted().steps[0].captured_rows == 16);
}

BOOST_AUTO_TEST_SUITE_END()
