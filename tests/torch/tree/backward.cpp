#include <ridgeline/torch/tree/backward.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_backward)

namespace {

const std::string node_of_mm = "autograd::engine::evaluate_function: MmBackward0";

std::string numbers(int sequence, int forward_thread = 0) {
  return "\"Sequence number\": " + std::to_string(sequence) + ", \"Fwd thread id\": " + std::to_string(forward_thread);
}

/// A flow from a forward op to the one that computes its gradient.
void join(kineto_text& k, int id, int from_thread, int from, int to_thread, int to) {
  const auto end = [&](std::string_view phase, int thread, int ts) {
    k.raw("{\"ph\": \"" + std::string(phase) + "\", \"id\": " + std::to_string(id) + ", \"pid\": 1, \"tid\": " +
          std::to_string(thread) + ", \"ts\": " + std::to_string(ts) + ", \"cat\": \"fwdbwd\", \"name\": \"fwdbwd\"}");
  };
  end("s", from_thread, from);
  end("f", to_thread, to);
}

/// The forward op of each event; -1 for none.
std::vector<int> forward_ops(const kineto_text& k, bool torch_faults::* fault = nullptr) {
  const torch_trace t = k.read();
  call_tree_options how;
  if (fault != nullptr) how.faults.*fault = true;
  const call_tree tree = build_call_tree(t, how);
  const backward_links links = link_backward(tree);
  std::vector<int> all;
  for (std::uint32_t i = 0; i < t.events.size(); ++i)
    all.push_back(known(links.forward_of(i)) ? static_cast<int>(links.forward_of(i)) : -1);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_thread_counts_its_own_sequence_numbers) {
  kineto_text k;  // two replicas; autograd calls their threads 11 and 12 its threads 1 and 2
  k.op("aten::mm", 10, 5, numbers(7), 11).op("aten::mm", 20, 5, numbers(7), 12);                   // 0, 1
  k.op(node_of_mm, 100, 20, numbers(7, 1), 21).op("MmBackward0", 101, 18, numbers(7, 1), 21);      // 2, 3
  k.op(node_of_mm, 200, 20, numbers(7, 2), 22).op("MmBackward0", 201, 18, numbers(7, 2), 22);      // 4, 5
  k.op(node_of_mm, 300, 20, numbers(7, 1), 21);                                                    // 6: a second pass
  const kineto_text without_flows = k;
  join(k, 1, 11, 10, 21, 101);  // Kineto joins an op to what is just below the first node
  join(k, 2, 12, 20, 22, 201);
  const std::vector<int> here = forward_ops(k);
  BOOST_TEST((std::vector<int>(here.begin(), here.begin() + 7) == std::vector<int>{-1, -1, 0, -1, 1, -1, 0}));
  // nothing says which thread is which
  BOOST_TEST((forward_ops(without_flows) == std::vector<int>{-1, -1, -1, -1, -1, -1, -1}));
  // the original: the last op on another thread, and one node only
  BOOST_TEST(forward_ops(k, &torch_faults::forward_on_other_thread_only)[2] == 5);
}

BOOST_AUTO_TEST_CASE(a_number_of_one_thread_only_tells_which_thread_it_is) {
  kineto_text k;  // no flows
  k.op("aten::mm", 10, 5, numbers(6), 11).op("aten::mm", 20, 5, numbers(7), 11).op("aten::mm", 30, 5, numbers(7), 12);
  k.op(node_of_mm, 100, 20, numbers(7, 1), 21);  // 3: thread 11, as the next node
  k.op(node_of_mm, 200, 20, numbers(6, 1), 21);  // 4: only thread 11 has a 6
  k.op(node_of_mm, 300, 20, numbers(7, 2), 21);  // 5: not thread 11, which is number 1
  BOOST_TEST((forward_ops(k) == std::vector<int>{-1, -1, -1, 1, 0, 2}));
  k.op("aten::mm", 40, 5, numbers(7), 13);
  BOOST_TEST((forward_ops(k) == std::vector<int>{-1, -1, -1, 1, 0, -1, -1}));  // 12 or 13
}

BOOST_AUTO_TEST_CASE(what_checkpointing_runs_again_has_numbers_of_the_autograd_thread) {
  kineto_text k;  // the forward op 7 of the main thread, then a 7 of the autograd thread
  k.op("aten::mm", 10, 5, numbers(7)).op("aten::mm", 20, 5, numbers(8));                                // 0, 1
  k.op(node_of_mm, 100, 20, numbers(8, 1), 2).op("aten::mm", 130, 5, numbers(7), 2);                    // 2, 3
  k.op(node_of_mm, 140, 10, numbers(7, 2), 2).op(node_of_mm, 200, 20, numbers(7, 1), 2);                // 4, 5
  k.op("aten::mm", 230, 5, numbers(9), 2).op(node_of_mm, 240, 10, numbers(9, 2), 2);                    // 6, 7
  BOOST_TEST((forward_ops(k) == std::vector<int>{-1, -1, 1, -1, 3, 0, -1, 6}));
}

BOOST_AUTO_TEST_CASE(processes_of_a_merged_trace_have_their_own_numbers) {
  kineto_text k;
  const auto op = [&](std::string_view name, int process, int ts, const std::string& args) {
    k.raw("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + std::string(name) + "\", \"pid\": " +
          std::to_string(process) + ", \"tid\": 1, \"ts\": " + std::to_string(ts) + ", \"dur\": 5, \"args\": {" + args +
          "}}");
  };
  op("aten::mm", 1, 10, numbers(7)), op("aten::mm", 2, 20, numbers(7));
  op(node_of_mm, 1, 100, numbers(7, 1)), op(node_of_mm, 2, 110, numbers(7, 1));
  op(node_of_mm, 3, 120, numbers(7, 1));  // whose forward op is not in the file
  BOOST_TEST((forward_ops(k) == std::vector<int>{-1, -1, 0, 1, -1}));
}

BOOST_AUTO_TEST_CASE(passes_of_a_retained_graph) {
  kineto_text k;  // an op 7 around one of number 8; the graph is traversed twice
  k.op("outer", 0, 30, numbers(7)).op("inner", 5, 10, numbers(8));                                  // 0, 1
  k.op(node_of_mm, 100, 5, numbers(8, 1), 2).op(node_of_mm, 110, 5, numbers(7, 1), 2);              // 2, 3
  k.op(node_of_mm, 200, 5, numbers(8, 1), 2).op(node_of_mm, 210, 5, numbers(7, 1), 2);              // 4, 5
  k.op(node_of_mm, 300, 5, numbers(8, 1), 2);                                                       // 6: of no 7
  const torch_trace t = k.read();
  const call_tree tree = build_call_tree(t);
  const backward_links links = link_backward(tree);
  backward_passes found;
  const auto passes_of = [&](std::uint32_t event) {
    links.passes_of(tree, event, found);
    std::vector<std::vector<std::uint32_t>> passes;
    for (std::size_t i = 0; i < found.size(); ++i) passes.emplace_back(found[i].begin(), found[i].end());
    return passes;
  };
  using passes = std::vector<std::vector<std::uint32_t>>;
  BOOST_TEST((passes_of(0) == passes{{3, 2}, {5, 4, 6}}));
  BOOST_TEST((passes_of(1) == passes{{2}, {4}, {6}}));
  BOOST_TEST(passes_of(2).empty());
  BOOST_TEST((passes_of(1) == passes{{2}, {4}, {6}}));  // in the memory of another op's
}

BOOST_AUTO_TEST_SUITE_END()
