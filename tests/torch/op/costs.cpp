#include <ridgeline/torch/op/costs.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_op_costs)

namespace {

std::string number(int sequence) { return R"("Sequence number": )" + std::to_string(sequence); }
/// A convolution of 3 filters of 2 x 3 x 3 over 2 x SIZE x SIZE, with a bias.
std::string convolved(int size, int sequence) {
  const std::string n = std::to_string(size);
  return R"("Input Dims": [[1,2,)" + n + "," + n + R"(],[3,2,3,3],[3],[],[]], "Input type": ["float","float","float",)"
         R"("Scalar","Scalar"], "Concrete Inputs": ["","","","1","0"], )" + number(sequence);
}
void gradient_at(kineto_text& k, double ts, int sequence, int thread, bool in_node = true) {
  const std::string args = number(sequence) + R"(, "Fwd thread id": )" + std::to_string(thread);
  if (in_node) k.op("autograd::engine::evaluate_function: ConvBias_Backward", ts, 10, args, 9);
  k.op("ConvBias_Backward", ts + 1, 8, args, 9);
}
kineto_text of_two_threads() {
  kineto_text k;
  k.op("ConvBias_", 0, 10, convolved(4, 7), 1).op("ConvBias_", 20, 10, convolved(6, 7), 2);
  k.op("ConvBias_", 40, 10, convolved(4, 8), 1).op("ConvBias_", 60, 10, convolved(6, 9), 2);
  gradient_at(k, 1000, 8, 1), gradient_at(k, 1020, 9, 2);  // these numbers tell which thread is 1 and which is 2
  gradient_at(k, 1040, 7, 1), gradient_at(k, 1060, 7, 2);
  return k;
}
/// FLOP of each gradient, separated by blanks; `-` where they are not known.
std::string gradients(const kineto_text& k, torch_model_faults faults = {}) {
  const torch_trace trace = k.read();
  const call_tree tree = build_call_tree(trace);
  torch_costs costs(tree, {.faults = faults});
  std::string all;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    if (trace.name(trace.events[i]) != "ConvBias_Backward") continue;
    const flop_count flops = costs.cost_of(i)->forward.flops;
    all += (all.empty() ? "" : " ") + (known(flops) ? std::to_string(static_cast<int>(flops.base())) : std::string("-"));
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(gradients_take_the_arguments_of_their_own_thread) {
  // Two threads count for themselves. 2 x 2 x 3 results of 18 products each: 432 FLOP for each of two gradients, and 12
  // for the bias. Over 6 x 6: 4 x 4 x 3 results, 2 * 1728 + 48
  BOOST_TEST(gradients(of_two_threads()) == "876 3504 876 3504");
}

BOOST_AUTO_TEST_CASE(without_a_node_the_only_thread_with_the_number_tells) {
  kineto_text k;
  k.op("ConvBias_", 0, 10, convolved(4, 7), 1).op("ConvBias_", 20, 10, convolved(6, 7), 2);
  k.op("ConvBias_", 40, 10, convolved(4, 8), 1);
  gradient_at(k, 1000, 8, 1, false), gradient_at(k, 1020, 7, 1, false);
  BOOST_TEST(gradients(k) == "876 -");
  kineto_text again;  // the number occurs once more, after the gradient
  again.op("ConvBias_", 0, 10, convolved(4, 7), 1);
  gradient_at(again, 100, 7, 1, false);
  again.op("ConvBias_", 200, 10, convolved(6, 7), 1);
  BOOST_TEST(gradients(again) == "876");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(model_torch_model_faults)

BOOST_AUTO_TEST_CASE(sequence_on_any_thread) {
  torch_model_faults original;
  original.sequence_on_any_thread = true;  // the last op with number 7 in the file
  BOOST_TEST(torch_op_costs::gradients(torch_op_costs::of_two_threads(), original) == "876 3504 3504 3504");
}

BOOST_AUTO_TEST_SUITE_END()
