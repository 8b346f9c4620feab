#include <ridgeline/torch/tree/walk.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/labels.hpp>
#include <ridgeline/torch/tree/launcher.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_walk)

namespace {

template <class Nodes>
std::string names(Nodes&& nodes) {
  std::string out;
  for (const call_node n : nodes) out += (out.empty() ? "" : " ") + std::string(n.name());
  return out;
}

/// linear [0, 100) > addmm [10, 60) > two launches; then another launch of linear's own
kineto_text linear() {
  return kineto_text().span("python_function", "nn.Module: Linear_12", 0, 200).op("linear", 0, 100).op("addmm", 10, 50)
      .launch("launch1", 20, 2, 1).launch("launch2", 30, 2, 2).launch("launch3", 70, 2, 3).launch("sync", 80, 2, 4)
      .kernel("k1", 100, 5, 1).kernel("k2", 110, 5, 2).kernel("k3", 120, 5, 3).flow(1).flow(2).flow(3);
}

}  // namespace

BOOST_AUTO_TEST_CASE(reads_like_the_sentence) {
  const torch_trace t = linear().read();
  const call_tree tree = build_call_tree(t, {.python_frames = true});
  const call_node linear_op = node_of(tree, 1), k2 = node_of(tree, 8);
  BOOST_TEST(names(ancestors_of(k2)) == "launch2 addmm linear nn.Module: Linear_12");
  BOOST_TEST(names(children_of(linear_op)) == "addmm launch3 sync");
  BOOST_TEST(names(subtree_of(linear_op)) == "linear addmm launch1 k1 launch2 k2 launch3 k3 sync");
  BOOST_TEST(names(descendants_of(node_of(tree, 2))) == "launch1 k1 launch2 k2");
  BOOST_TEST(names(gpu_work_of(linear_op)) == "k1 k2 k3");
  BOOST_TEST(names(launches_of(linear_op)) == "launch1 launch2 launch3");
  BOOST_TEST(nearest(ancestors_of(k2), is_op).name() == "addmm");
  BOOST_TEST(!nearest(ancestors_of(linear_op), is_op));
  BOOST_TEST(names(children_of(node_of(tree, 3))) == "k1");
  BOOST_TEST(names(children_of(k2)) == "");
  BOOST_TEST(names(gpu_work_of(k2)) == "k2");
  BOOST_TEST(modules_around(k2).size() == 1u);
  BOOST_TEST(modules_around(k2)[0] == "nn.Module: Linear");
  BOOST_TEST(tree.has_gpu_work(1));
  BOOST_TEST(!tree.has_gpu_work(6));
}

BOOST_AUTO_TEST_CASE(lists_gpu_work_in_launch_file_order) {
  // the second launch of the file comes first in time
  const torch_trace t = kineto_text().op("a", 0, 100).launch("late", 50, 1, 1).launch("early", 10, 1, 2)
                            .kernel("k1", 200, 1, 1).kernel("k2", 100, 1, 2).flow(1).flow(2).read();
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(names(gpu_work_of(node_of(tree, 0))) == "k2 k1");
  BOOST_TEST((gpu_work_by_launch(node_of(tree, 0)) == std::vector<std::uint32_t>{3, 4}));
}

BOOST_AUTO_TEST_CASE(books_gpu_work_to_ops) {
  // execute is skipped; a launch within another runtime call is that call's; without an op the result is the launch
  kineto_text k;
  k.op("outer", 0, 50).op("execute", 1, 40).launch("l1", 2, 2, 1).launch("l2", 10, 10, 2).launch("l3", 12, 2, 3)
      .launch("l4", 60, 2, 4).op("early", 70, 20).launch("l5", 71, 1, 5)
      .kernel("k1", 100, 5, 1).kernel("k2", 110, 5, 2).kernel("k3", 120, 5, 3).kernel("k4", 130, 5, 4)
      .kernel("ncclAllReduce", 140, 5, 5);
  const torch_trace t = k.read();
  const call_tree tree = build_call_tree(t);
  const launcher_table table = launchers_of(tree);
  std::string rows;
  for (const launcher& l : table.rows) {
    rows += std::string(t.name(t.events[l.event])) + ":";
    for (std::uint32_t w = l.first; w < l.last; ++w) rows += std::string(t.name(t.events[table.work[w]])) + ",";
    rows += " ";
  }
  BOOST_TEST(rows == "outer:k1,k2,k3, l4:k4, ");  // l3 lies in l2, and collectives are left out
}

BOOST_AUTO_TEST_CASE(launches_in_calls_have_no_op) {
  // mm [0, 40) > urEnqueueKernelLaunch [5, 25) > zeCommandListAppendLaunchKernel [8, 18), which has the number of the
  // kernel, and one [20, 24) with a number of the outer call's; the same without an op from 60 on
  kineto_text k;
  k.op("mm", 0, 40).launch("urEnqueueKernelLaunch", 5, 20, 1).launch("zeCommandListAppendLaunchKernel", 8, 10, 2)
      .launch("zeCommandQueueExecute", 20, 4, 1).launch("urEnqueueKernelLaunch", 60, 20, 3)
      .launch("zeCommandListAppendLaunchKernel", 62, 10, 4);
  k.kernel("k1", 100, 5, 1).kernel("k2", 110, 5, 2).kernel("k4", 120, 5, 4);
  const torch_trace t = k.read();
  const auto booked = [&](torch_faults faults) {
    const call_tree tree = build_call_tree(t, {.faults = faults});
    BOOST_TEST(tree.problems()[torch_problem::correlation_repeated].count == 0u);  // number 1: one launch
    std::string rows;
    const launcher_table table = launchers_of(tree);
    for (const launcher& l : table.rows) {
      rows += std::string(t.name(t.events[l.event])) + ":";
      for (std::uint32_t w = l.first; w < l.last; ++w) rows += std::string(t.name(t.events[table.work[w]])) + ",";
      rows += " ";
    }
    return rows;
  };
  BOOST_TEST(booked({}) == "mm:k1,k2, urEnqueueKernelLaunch:k4, ");
  BOOST_TEST(booked({.launches_in_calls_have_no_op = true}) ==
             "mm:k1, zeCommandListAppendLaunchKernel:k2, zeCommandListAppendLaunchKernel:k4, ");
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(names(gpu_work_of(node_of(tree, 1))) == "k1 k2");  // in file order, whichever call had the number
  BOOST_TEST(names(gpu_work_of(node_of(tree, 2))) == "");
  // what waits launches nothing, and a graph keeps its name
  const torch_trace other = kineto_text().launch("cudaDeviceSynchronize", 0, 20, 1).launch("cudaLaunchKernel", 2, 2, 2)
                                .launch("cudaStreamBatch", 30, 20, 3).launch("cudaGraphLaunch", 32, 2, 4)
                                .kernel("k2", 100, 5, 2).kernel("k4", 110, 5, 4).read();
  const call_tree waits = build_call_tree(other);
  BOOST_TEST(waits.parent_of(4) == 1u);
  BOOST_TEST(waits.parent_of(5) == 3u);
}

BOOST_AUTO_TEST_CASE(links_backward_nodes) {
  const std::string sequence = "\"Sequence number\": 7";
  // forward on thread 1: linear > addmm; backward on thread 2; a second backward node of the same number later
  const torch_trace t = kineto_text().op("linear", 0, 20, sequence).op("addmm", 5, 10, sequence)
                            .op("autograd::engine::evaluate_function: AddmmBackward0", 100, 20, sequence, 2)
                            .op("AddmmBackward0", 101, 18, sequence, 2)
                            .op("autograd::engine::evaluate_function: AddmmBackward0", 200, 20, sequence, 2).read();
  const call_tree tree = build_call_tree(t);
  const backward_links links = link_backward(tree);
  BOOST_TEST(links.forward_of(2) == 1u);   // addmm, which began last
  BOOST_TEST(links.forward_of(4) == 1u);
  BOOST_TEST(!known(links.forward_of(3)));
  BOOST_TEST((links.backward_of(tree, 1) == std::vector<std::uint32_t>{2, 4}));
  BOOST_TEST((links.backward_of(tree, 0).empty()));
  BOOST_TEST((links.backward_of_subtree(tree, 0) == std::vector<std::uint32_t>{2, 4}));
  const call_tree one = build_call_tree(t, {.faults = {.one_backward_per_sequence = true}});
  BOOST_TEST(!known(link_backward(one).forward_of(4)));
}

BOOST_AUTO_TEST_CASE(links_forward_ops_on_the_autograd_thread) {
  // checkpointing runs the forward op again on the backward node's thread
  const std::string sequence = "\"Sequence number\": 7";
  const torch_trace t = kineto_text().op("addmm", 5, 10, sequence, 2)
                            .op("autograd::engine::evaluate_function: AddmmBackward0", 100, 20, sequence, 2).read();
  BOOST_TEST(link_backward(build_call_tree(t)).forward_of(1) == 0u);
  const call_tree other_threads_only = build_call_tree(t, {.faults = {.forward_on_other_thread_only = true}});
  BOOST_TEST(!known(link_backward(other_threads_only).forward_of(1)));
}

BOOST_AUTO_TEST_CASE(marks_recomputed_events) {
  const torch_trace t = kineto_text().span("python_function", "torch/utils/checkpoint.py(1): recompute_fn", 10, 50)
                            .op("a", 0, 5).op("b", 20, 10).launch("l", 22, 1, 1).kernel("k", 100, 1, 1).flow(1).read();
  const std::vector<bool> marked = recomputed_events(build_call_tree(t, {.python_frames = true}));
  BOOST_TEST((marked[0] && !marked[1] && marked[2] && marked[3] && marked[4]));
  const std::vector<bool> without_frames = recomputed_events(build_call_tree(t));
  BOOST_TEST(!without_frames[2]);
}

BOOST_AUTO_TEST_CASE(marks_what_reentrant_checkpointing_runs_again) {  // no frame says so
  const std::string node = "autograd::engine::evaluate_function: ";
  kineto_text k;
  k.op("aten::mm", 0, 5).launch("l", 1, 1, 1).kernel("k", 200, 1, 1);                        // 0 to 2: forward
  k.op(node + "CheckpointFunctionBackward", 10, 90).op("CheckpointFunctionBackward", 11, 88);  // 3, 4
  k.op("aten::mm", 12, 5).launch("l", 13, 1, 2).kernel("k", 210, 1, 2);                      // 5 to 7: again
  k.op(node + "MmBackward0", 20, 70).op("aten::mm", 21, 5).launch("l", 22, 1, 3).kernel("k", 220, 1, 3);  // 8 to 11
  k.op("CheckpointFunctionBackward", 30, 20);                                                // 12: one in another
  k.op("aten::mm", 31, 5).launch("l", 32, 1, 4).kernel("k", 230, 1, 4);                      // 13 to 15: again
  k.op(node + "MmBackward0", 40, 5).op("aten::mm", 60, 5).op("aten::mm", 95, 2);             // 16 to 18; 18: again
  const torch_trace t = k.read();
  const auto numbers = [&](torch_faults faults) {
    std::string all;
    const std::vector<bool> marked = recomputed_events(build_call_tree(t, {.faults = faults}));
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (marked[i]) all += std::to_string(i) + " ";
    return all;
  };
  BOOST_TEST(numbers({}) == "5 6 7 13 14 15 18 ");
  BOOST_TEST(numbers(only(&torch_faults::recompute_needs_frames)).empty());
}

BOOST_AUTO_TEST_CASE(names_processes_and_threads) {
  kineto_text k;
  k.raw(R"({"name": "process_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "python"}})")
      .raw(R"({"name": "process_labels", "ph": "M", "pid": 1, "tid": 0, "args": {"labels": "CPU"}})")
      .raw(R"({"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "main"}})")
      .raw(R"({"name": "process_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "not thread 0"}})")
      .op("a", 0, 1).kernel("k", 0, 1, 1);
  const torch_trace t = k.read();
  const std::vector<place_labels> labels = labels_of(t);
  const place_labels& op = labels[t.events[4].place];
  BOOST_TEST(op.process_name == "python");
  BOOST_TEST(op.process_label == "CPU");
  BOOST_TEST(op.thread_name == "main");
  BOOST_TEST(labels[t.events[5].place].process_name == "Unknown");
}

BOOST_AUTO_TEST_CASE(labels_of_thread_0_only) {
  kineto_text k;  // as Chrome writes it, and as writers without threads do
  k.raw(R"({"name": "process_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "python"}})")
      .raw(R"({"name": "process_labels", "ph": "M", "pid": 0, "args": {"labels": "GPU 0"}})")
      .op("a", 0, 1).kernel("k", 0, 1, 1);
  const torch_trace t = k.read();
  const std::vector<place_labels> labels = labels_of(t), as_original = labels_of(t, true);
  BOOST_TEST(labels[t.events[2].place].process_name == "python");
  BOOST_TEST(labels[t.events[3].place].process_label == "GPU 0");
  BOOST_TEST(as_original[t.events[2].place].process_name == "Unknown");
  BOOST_TEST(as_original[t.events[3].place].process_label == "Unknown");
}

BOOST_AUTO_TEST_SUITE_END()
