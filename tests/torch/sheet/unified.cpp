#include <ridgeline/torch/sheet/unified.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/families.hpp>
#include <ridgeline/torch/tree/backward.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_sheet_unified)

namespace {

const std::string attention_node = "autograd::engine::evaluate_function: ScaledDotProductFlashAttentionBackward0";
const std::string attention_backward = "ScaledDotProductFlashAttentionBackward0";
const std::string seven = R"("Sequence number": 7)";

/// Two batches of four heads, 1,024 queries and keys of 64 numbers. Backward, with products over 3 * 64 and 2 * 64:
/// 2 * 2 * 4 * 1024 * 1024 * (192 + 128) FLOP.
constexpr double backward_gflops = 5.36870912;

/// Writes ops that run one kernel each, one after the other.
struct one_kernel_each : kineto_text {
  int launches = 0;
  double work = 0;  ///< GPU time of all kernels

  void launch_at(double ts, double length, int thread) {
    launch("cudaLaunchKernel", ts, 1, ++launches, thread);
    kernel("kernel_" + std::to_string(launches), 100000 + 1000 * launches, length, launches);
    work += length;
  }
  void op_at(std::string_view name, double ts, double length, std::string_view args = "", int thread = 2) {
    op(name, ts, 4, args, thread);
    launch_at(ts + 1, length, thread);
  }
  void attention_at(double ts, double length) {
    op_at("aten::_scaled_dot_product_flash_attention", ts, length,
          R"("Input Dims": [[2,4,1024,64],[2,4,1024,64],[2,4,1024,64],[],[],[],[]], )"
          R"("Input type": ["c10::Half","c10::Half","c10::Half","Scalar","Scalar","Scalar",""], )"
          R"("Input Strides": [[262144,65536,64,1],[262144,65536,64,1],[262144,65536,64,1],[],[],[],[]], )"
          R"("Concrete Inputs": ["","","","0.","False","False",""], )" + seven, 1);
  }
  void product_at(double ts, double length) {
    op_at("aten::mul", ts, length, R"("Input Dims": [[64],[64]], "Input type": ["float","float"])");
  }
  void fill_at(double ts, double length) {
    op_at("aten::fill_", ts, length, R"("Input Dims": [[64],[]], "Input type": ["float","Scalar"])");
  }
};

/// `NAME 2 300 backward`: calls, GPU time, and whether each has the FLOP of the backward pass; the sum of all times.
struct all_rows {
  std::string text;
  double time = 0;

  explicit all_rows(const kineto_text& k, torch_run_options how = {}) {
    const torch_trace t = k.read();
    const torch_profile run(t, how);
    for (const torch_unified_row& r : torch_unified_of(run, nullptr).rows) {
      text += r.name + " " + std::to_string(r.count) + " " + std::to_string(static_cast<int>(r.time.sum));
      text += r.gflops.value == backward_gflops && r.category == "SDPA_bwd" ? " backward\n" : "\n";
      time += r.time.sum;
    }
  }
};

constexpr std::string_view forward_100 = "aten::_scaled_dot_product_flash_attention 1 100\n";

}  // namespace

BOOST_AUTO_TEST_CASE(backward_pass_in_each_row) {
  one_kernel_each k;  // the node's op does its work by three others, of which one has a model
  k.attention_at(0, 100);
  k.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2);
  k.op_at("custom::dq", 1010, 90), k.product_at(1020, 10), k.op_at("custom::dkv", 1030, 200);
  const all_rows rows(k);
  BOOST_TEST(rows.text == "custom::dkv 1 200\n" + std::string(forward_100) + "custom::dq 1 90\naten::mul 1 10\n");
  BOOST_TEST(rows.time == k.work);  // 100 + 90 + 10 + 200
  torch_run_options original;
  original.faults.backward_pass_in_each_row = true;
  BOOST_TEST(all_rows(k, original).time == 100 + 300 + 10 + 300.0);  // both have the whole pass, and its FLOP
}

BOOST_AUTO_TEST_CASE(launches_beside_a_modelled_op_are_no_backward_pass) {
  one_kernel_each k;
  k.attention_at(10, 100);
  k.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2);
  k.launch_at(1010, 90, 2), k.product_at(1020, 10), k.launch_at(1030, 200, 2);
  k.span("python_function", "train.py(1): step", 0, 500, R"("Python id": 1)");
  const std::string expected = attention_backward + "->kernel_4 (Synthetic Op) 1 200\n" + std::string(forward_100) +
                               attention_backward + "->kernel_2 (Synthetic Op) 1 90\naten::mul 1 10\n";
  BOOST_TEST(all_rows(k).text == expected);
  BOOST_TEST(all_rows(k, {.python_frames = true}).text == expected);  // stacks add columns only
  BOOST_TEST(all_rows(k).time == k.work);  // 100 + 90 + 10 + 200
}

BOOST_AUTO_TEST_CASE(what_a_node_does_beside_its_op_is_not_the_backward_pass) {
  one_kernel_each k;  // gradients are summed, and a hook sends them
  k.attention_at(0, 100);
  k.op(attention_node, 1000, 100, seven, 2);
  k.op("around", 1001, 40, "", 2).op(attention_backward, 1002, 38, seven, 2);
  k.op_at("custom::attention_bwd", 1010, 200);
  k.op_at("custom::hook", 1050, 7), k.product_at(1060, 10);
  const all_rows rows(k);
  BOOST_TEST(rows.text == "around 1 200 backward\n" + std::string(forward_100) + "aten::mul 1 10\ncustom::hook 1 7\n");
  BOOST_TEST(rows.time == k.work);  // 100 + 200 + 7 + 10
}

BOOST_AUTO_TEST_CASE(copies_of_inputs_stay_with_the_backward_pass) {
  one_kernel_each k;  // the op of the node launches 250 us itself, after a copy of 6 us
  k.attention_at(0, 100);
  k.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2);
  k.op_at("aten::copy_", 1010, 6, R"("Input Dims": [[64],[64],[]], "Input type": ["float","float","Scalar"])");
  k.launch_at(1030, 250, 2);
  const all_rows rows(k);
  BOOST_TEST(rows.text == attention_backward + " 1 256 backward\n" + std::string(forward_100));
  BOOST_TEST(rows.time == k.work);  // 100 + 6 + 250
}

BOOST_AUTO_TEST_CASE(what_runs_the_forward_pass_again_is_not_the_backward_pass) {
  // the node runs a product (300 us) and the attention (100 us) again, then its own kernel of 250 us. What is run again
  // is told by a frame or, without frames, by sequence numbers of its own, which ops without gradients do not have.
  for (const bool frame : {true, false}) {
    const std::string own = frame ? "" : R"(, "Sequence number": 90)";
    one_kernel_each k;
    k.attention_at(0, 100);
    k.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2);
    if (frame) k.span("python_function", "torch/utils/checkpoint.py(1399): recompute_fn", 1005, 30, "", 2);
    k.op_at("aten::mm", 1010, 300, R"("Input Dims": [[64,64],[64,64]], "Input type": ["float","float"])" + own);
    k.op_at("aten::sin", 1020, 50, R"("Input Dims": [[64]], "Input type": ["float"])" + own);
    k.launch_at(1040, 250, 2);
    const std::string expected = "aten::mm 1 300\n" + attention_backward + " 1 250 backward\n" +
                                 std::string(forward_100) + "aten::sin 1 50\n";
    const all_rows rows(k);
    BOOST_TEST(rows.text == expected);
    BOOST_TEST(rows.time == k.work);  // 100 + 300 + 50 + 250
    if (frame) BOOST_TEST(all_rows(k, {.python_frames = true}).text == expected);
    // the sheet of the backward passes has the same 250 us
    const torch_trace t = k.read();
    const auto backward_time = [&](torch_run_options how) {
      const torch_profile run(t, how);
      torch_costs costs(run.tree(), {run.extension().models, {}, nullptr});
      for (const torch_family_calls& s : torch_sheets_of(run, costs, link_backward(run.tree()), nullptr).sheets)
        if (s.family == "SDPA" && s.backward) return s.events.at(0).time;
      return 0.0;
    };
    BOOST_TEST(backward_time({}) == 250);
    torch_run_options original;
    original.faults.backward_pass_in_each_row = true;
    BOOST_TEST(backward_time(original) == 250 + 300 + 50.0);
  }
}

BOOST_AUTO_TEST_CASE(the_backward_pass_of_what_is_run_again_runs_once) {
  const std::string node = "autograd::engine::evaluate_function: CheckpointFunctionBackward";
  one_kernel_each k;  // the checkpoint runs the attention again (100 us), then its backward pass (250 us)
  k.op(node, 900, 300, R"("Sequence number": 3)", 1).op("CheckpointFunctionBackward", 901, 298, "", 1);
  k.attention_at(950, 100);
  k.op(attention_node, 1000, 100, seven, 1).op(attention_backward, 1001, 98, seven, 1);
  k.launch_at(1020, 250, 1);
  const torch_trace t = k.read();
  const torch_profile run(t, {.recompute = true});
  torch_costs costs(run.tree(), {run.extension().models, {}, nullptr});
  const torch_families sheets = torch_sheets_of(run, costs, link_backward(run.tree()), nullptr);
  BOOST_REQUIRE(sheets.sheets.size() == 2u);
  BOOST_TEST(sheets.sheets[0].events.at(0).recomputed);
  BOOST_TEST(!sheets.sheets[1].events.at(0).recomputed);
  BOOST_TEST(sheets.sheets[1].events.at(0).time == 250);
}

BOOST_AUTO_TEST_CASE(communication_of_a_hook_is_not_the_backward_pass) {
  one_kernel_each k;
  k.attention_at(0, 100);
  k.op(attention_node, 1000, 100, seven, 2).launch("cudaLaunchKernel", 1001, 1, 90, 2);
  k.kernel("ncclDevKernel_AllGather_RING_LL", 101000, 500, 90);
  k.op(attention_backward, 1010, 80, seven, 2), k.launch_at(1020, 250, 2);
  const torch_trace t = k.read();
  const torch_profile run(t);
  torch_costs costs(run.tree(), {run.extension().models, {}, nullptr});
  const torch_families sheets = torch_sheets_of(run, costs, link_backward(run.tree()), nullptr);
  BOOST_REQUIRE(sheets.sheets.size() == 2u);
  BOOST_TEST(sheets.sheets[1].events.at(0).time == 250);
  BOOST_TEST(sheets.sheets[1].events.at(0).last - sheets.sheets[1].events.at(0).first == 1u);
}

BOOST_AUTO_TEST_CASE(gradients_of_a_sharded_op_are_those_of_its_shard) {
  one_kernel_each k;  // autograd knows the op of the DTensor, with 32 heads, of which this rank has 4
  k.op("aten::_scaled_dot_product_flash_attention", 0, 50,
       R"("Input Dims": [[2,32,1024,64],[2,32,1024,64],[2,32,1024,64],[],[],[],[]], )"
       R"("Input type": ["c10::Half","c10::Half","c10::Half","Scalar","Scalar","Scalar",""], )"
       R"("Concrete Inputs": ["","","","0.","False","False",""], )" + seven);
  k.op_at("aten::_scaled_dot_product_flash_attention", 10, 100,
          R"("Input Dims": [[2,4,1024,64],[2,4,1024,64],[2,4,1024,64],[],[],[],[]], )"
          R"("Input type": ["c10::Half","c10::Half","c10::Half","Scalar","Scalar","Scalar",""], )"
          R"("Concrete Inputs": ["","","","0.","False","False",""])", 1);
  k.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2), k.launch_at(1020, 250, 2);
  BOOST_TEST(all_rows(k).text == attention_backward + " 1 250 backward\n" + std::string(forward_100));
  const torch_trace t = k.read();
  const torch_profile run(t);
  torch_costs costs(run.tree());
  const torch_families sheets = torch_sheets_of(run, costs, link_backward(run.tree()), nullptr);
  BOOST_REQUIRE(sheets.sheets.size() == 2u);
  BOOST_TEST(sheets.sheets[0].events.size() == 1u);
  const torch_family_calls& backward = sheets.sheets[1];
  BOOST_REQUIRE(backward.events.size() == 1u);
  BOOST_TEST(backward.metrics_of(backward.events[0]).gflops() == backward_gflops);
  BOOST_TEST(backward.events[0].time == 250);
}

BOOST_AUTO_TEST_CASE(fills_leave_the_op_around_them_whole) {
  one_kernel_each pass;  // the original has no model of `fill_`, but one of `mul`
  pass.attention_at(10, 100);
  pass.op(attention_node, 1000, 100, seven, 2).op(attention_backward, 1001, 98, seven, 2);
  pass.launch_at(1010, 90, 2), pass.fill_at(1020, 10), pass.launch_at(1030, 200, 2);
  pass.span("python_function", "train.py(1): step", 0, 500, R"("Python id": 1)");
  const std::string expected = attention_backward + " 1 300 backward\n" + std::string(forward_100);
  for (const bool frames : {false, true}) BOOST_TEST(all_rows(pass, {.python_frames = frames}).text == expected);
  one_kernel_each op;
  op.op("custom::fused", 1000, 100, "", 2);
  op.launch_at(1010, 90, 2), op.fill_at(1020, 10), op.launch_at(1030, 200, 2);
  BOOST_TEST(all_rows(op).text == "custom::fused 1 300\n");
  op.op_at("aten::linear", 1040, 40, R"("Input Dims": [[64,64],[64,64]], "Input type": ["float","float"])");
  const all_rows apart(op);  // as a product is worth it, although the original has no model of `linear` either
  BOOST_TEST(apart.text == "custom::fused->kernel_3 (Synthetic Op) 1 200\ncustom::fused->kernel_1 (Synthetic Op) 1 90\n"
                           "aten::linear 1 40\naten::fill_ 1 10\n");
  BOOST_TEST(apart.time == op.work);  // 90 + 10 + 200 + 40
}

BOOST_AUTO_TEST_CASE(beside_communication_in_pieces) {
  one_kernel_each k;
  k.op("custom::step", 1000, 100);
  k.op_at("custom::inner", 1010, 8, "", 1);
  k.launch_at(1020, 5, 1);
  k.launch("cudaLaunchKernel", 1030, 1, 3).kernel("ncclDevKernel_AllReduce_Sum", 110000, 20, 3);
  BOOST_TEST(all_rows(k).text == "custom::inner 1 8\ncustom::step->kernel_2 (Synthetic Op) 1 5\n");
  torch_run_options original;
  original.faults.beside_communication_in_pieces = true;
  BOOST_TEST(all_rows(k, original).text ==
             "custom::inner->kernel_1 (Synthetic Op) 1 8\ncustom::step->kernel_2 (Synthetic Op) 1 5\n");
}

BOOST_AUTO_TEST_CASE(each_traversal_of_a_retained_graph_is_a_backward_pass) {
  one_kernel_each k;
  k.attention_at(0, 100);
  for (const int at : {1000, 2000}) {
    k.op(attention_node, at, 100, seven, 2).op(attention_backward, at + 1, 98, seven, 2);
    k.op_at("custom::attention_bwd", at + 10, 100 + at / 20);
  }
  BOOST_TEST(all_rows(k).text == attention_backward + " 2 350 backward\n" + std::string(forward_100));  // 150 + 200
  const torch_trace t = k.read();
  const torch_profile run(t);
  torch_costs costs(run.tree());
  const torch_families sheets = torch_sheets_of(run, costs, link_backward(run.tree()), nullptr);
  BOOST_REQUIRE(sheets.sheets.size() == 2u);
  const torch_family_calls& backward = sheets.sheets[1];
  BOOST_REQUIRE(backward.events.size() == 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const torch_metrics m = backward.metrics_of(backward.events[i]);
    BOOST_TEST(m.time == (i == 0 ? 150.0 : 200.0));
    BOOST_TEST(m.gflops() == backward_gflops);
    BOOST_TEST(backward.events[i].last - backward.events[i].first == 1u);
  }
}

namespace {

/// A convolution of 3 filters of 2 x 3 x 3 over 2 x 4 x 4: 2 * 2 * 3 results of 18 products, 432 FLOP.
constexpr std::string_view convolved =
    R"("Input Dims": [[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[]], )"
    R"("Input type": ["float","float","","ScalarList","ScalarList","ScalarList","Scalar","ScalarList","Scalar"], )"
    R"("Input Strides": [[32,16,4,1],[18,9,3,1],[],[],[],[],[],[],[]], )"
    R"("Concrete Inputs": ["","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1"])";

one_kernel_each convolution_of(std::string_view arguments_of_gradient, std::string_view beside = "") {
  one_kernel_each k;
  k.op_at("aten::convolution", 0, 100, std::string(convolved) + ", " + seven, 1);
  k.op("autograd::engine::evaluate_function: ConvolutionBackward0", 1000, 100, seven, 2);
  k.op("ConvolutionBackward0", 1001, 98, seven, 2);
  k.op_at("aten::convolution_backward", 1010, 200, arguments_of_gradient);
  if (!beside.empty()) k.op_at(beside, 1020, 10, R"("Input Dims": [[64],[64]], "Input type": ["float","float"])");
  return k;
}

struct gradient_row {
  double flop = missing<double>, time = missing<double>;
  std::string category{}, sheet{};  ///< `2 864`: rows of the sheet of gradients, and the last one's FLOP

  explicit gradient_row(const kineto_text& k, bool original = false) {
    const torch_trace t = k.read();
    const torch_profile run(t);
    torch_cost_options how;
    how.faults.all_arguments_needed = original;
    torch_costs costs(run.tree(), how);
    const backward_links links = link_backward(run.tree());
    for (const torch_unified_row& r : torch_unified_of(run, costs, links, nullptr).rows)
      if (r.name == "aten::convolution_backward") flop = r.gflops.value * 1e9, time = r.time.sum, category = r.category;
    for (const torch_family_calls& s : torch_sheets_of(run, costs, links, nullptr).sheets) {
      if (!s.backward || s.events.empty()) continue;
      sheet = std::to_string(s.events.size()) + " " + std::to_string(s.metrics_of(s.events.back()).gflops() * 1e9);
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_gradient_without_arguments_counts_as_its_forward_op_tells) {
  const gradient_row row(convolution_of(""));  // gradients of the input and of the weight: 2 * 432
  BOOST_TEST(row.flop == 864.0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(row.time == 200.0);
  BOOST_TEST(row.category == "CONV_bwd");
  BOOST_TEST(row.sheet.starts_with("1 864.0"), row.sheet);
  // shapes without values: the stride is not known
  BOOST_TEST(gradient_row(convolution_of(R"("Input Dims": [[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]],
      "Input type": ["float","float","float","ScalarList","ScalarList","ScalarList","ScalarList","Scalar","ScalarList","Scalar","ScalarList"])"))
                 .flop == 864.0, boost::test_tools::tolerance(1e-9));
  // recorded arguments come first: the weight's gradient alone
  const gradient_row own(convolution_of(R"("Input Dims": [[1,3,2,2],[1,2,4,4],[3,2,3,3],[],[],[],[],[],[],[],[]],
      "Input type": ["float","float","float","ScalarList","ScalarList","ScalarList","ScalarList","Scalar","ScalarList","Scalar","ScalarList"],
      "Concrete Inputs": ["","","","[0]","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1","[False, True, False]"])"));
  BOOST_TEST(own.flop == 432.0, boost::test_tools::tolerance(1e-9));
  // another op of the pass may be a part of the gradient; and the original asks the op itself alone
  BOOST_TEST(!known(gradient_row(convolution_of("", "aten::mul")).flop));
  const gradient_row original(convolution_of(""), true);
  BOOST_TEST(!known(original.flop));
  BOOST_TEST(original.sheet.empty());
}

BOOST_AUTO_TEST_CASE(calls_with_a_window_are_rows_of_their_own_unless_windows_are_whole) {
  // two calls of decoding with a window of 64, of which one is in a step: 4 tokens, each with 50 keys
  const std::string args = R"("Input Dims": [[4,16,128],[4,16,128],[100,2,16,128],[100,2,128,16],[],[],[],[],[],[],[],)"
                           R"([],[],[],[],[],[],[],[],[]], "Input type": ["c10::BFloat16","c10::BFloat16",)"
                           R"("c10::Float8_e4m3fn","c10::Float8_e4m3fn"], "Concrete Inputs": ["","","","","","","","",)"
                           R"("","","","","","","","","","","","64"])";
  one_kernel_each k;
  k.span("user_annotation", "execute_4_context_0(sq0sk0sqsq0sqsk0)_generation_4(sq4sk200sqsq4sqsk200)", 0, 50);
  k.op_at("aiter::pa_decode_gluon", 10, 5, args);
  k.op_at("aiter::pa_decode_gluon", 100, 9, args);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const auto rows_with = [&](bool whole) {
    torch_model_faults faults;
    faults.windows_are_whole = whole;
    torch_costs costs(run.tree(), {.faults = faults});
    return torch_unified_of(run, costs, link_backward(run.tree()), nullptr).rows;
  };
  const auto apart = rows_with(false), together = rows_with(true);
  BOOST_REQUIRE(apart.size() == 2u);
  BOOST_TEST(!known(apart[0].gflops.value));
  BOOST_TEST(apart[1].gflops.value * 1e9 == 2 * 16 * 256 * 200, boost::test_tools::tolerance(1e-9));
  BOOST_REQUIRE(together.size() == 1u);  // as the original, which groups by the arguments
  BOOST_TEST(together[0].count == 2);
  BOOST_TEST(together[0].time.sum == 14.0);
  BOOST_TEST(together[0].gflops.value * 1e9 == 2 * 16 * 256 * 200, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()
