#include "examples/extensions/megatron.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/report/report.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(examples_megatron)

namespace {

std::string cell_of(const std::vector<table>& tables, std::string_view name, std::string_view row, std::string_view title) {
  for (const table& t : tables) {
    if (t.name() != name) continue;
    const test::sheet s = test::sheet_of(t);
    for (std::size_t c = 0; c < s.front().size(); ++c)
      for (std::size_t r = 1; s.front()[c] == title && r < s.size(); ++r)
        if (s[r].front() == row) return s[r][c];
  }
  return "-";
}

/// A linear layer with a weight of 6 x 4 and an input of 2 x 5 x 4, and its backward pass on another thread.
torch_trace layer_and_gradients() {
  const std::string arguments = R"("Input Dims": [[6,4],[2,5,4]], "Input type": ["c10::BFloat16","c10::BFloat16"], )";
  kineto_text k;
  k.op("_Linear", 0, 20, arguments + R"("Sequence number": 3)");
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("cast", 100, 2, 1).flow(1);
  k.launch("cudaLaunchKernel", 3, 1, 2).kernel("nvjet_tst", 110, 10, 2).flow(2);
  k.op("_LinearBackward", 50, 20, R"("Input Dims": [[2,5,6]], "Sequence number": 3)", 2);
  k.launch("cudaLaunchKernel", 51, 1, 3, 2).kernel("nvjet_tst", 130, 10, 3);
  k.launch("cudaLaunchKernel", 53, 1, 4, 2).kernel("nvjet_tst", 150, 10, 4);
  k.op("_ReduceFromModelParallelRegion", 80, 5).launch("cudaLaunchKernel", 81, 1, 5).kernel("copy", 170, 4, 5).flow(5);
  return k.read();
}

}  // namespace

BOOST_AUTO_TEST_CASE(layers_have_matrix_products_of_their_own) {
  torch_trace t = layer_and_gradients();
  const torch_profile run = torch_extended_run<extension>(t);
  const std::vector<table> tables = torch_tables(run, {});
  // y: (10 x 4) (4 x 6), x's gradient: (10 x 6) (6 x 4), the weight's: (6 x 10) (10 x 4): 2 * 10 * 6 * 4 = 480 FLOP each
  for (const std::string_view op : {"_Linear_yfwd_mm", "_LinearBackward_xgrad_mm", "_LinearBackward_wgrad_mm"}) {
    BOOST_TEST(cell_of(tables, "GEMM", op, "GFLOPS_first") == "4.8e-07", op);
    BOOST_TEST(cell_of(tables, "GEMM", op, "Kernel Time (µs)_sum") == "10.0", op);
  }
  BOOST_TEST(cell_of(tables, "GEMM", "_Linear_yfwd_mm", "param: K") == "4");
  BOOST_TEST(cell_of(tables, "GEMM", "_LinearBackward_xgrad_mm", "param: K") == "6");
  BOOST_TEST(cell_of(tables, "GEMM", "_LinearBackward_wgrad_mm", "param: K") == "10");
}

BOOST_AUTO_TEST_CASE(categories_and_a_sheet) {
  torch_trace t = layer_and_gradients();
  const torch_profile run = torch_extended_run<extension>(t);
  const std::vector<table> tables = torch_tables(run, {});
  BOOST_TEST(cell_of(tables, "ops_summary_by_category", "TP_comm", "Count") == "1");
  BOOST_TEST(cell_of(tables, "ops_summary_by_category", "GEMM", "Count") == "4");  // and the layer, with its cast
  BOOST_TEST(tables.back().name() == "megatron_ops");
  BOOST_TEST(cell_of(tables, "megatron_ops", "_Linear", "total_direct_kernel_time_sum") == "2.0");  // the cast alone
}

BOOST_AUTO_TEST_CASE(attention_is_one_row_of_positions) {
  torch_call c;
  c.dims = "[[],[],[],[],[2,16,8,64],[2,16,8,64],[2,16,8,64]]";
  c.types = R"(["","","","","c10::Half","c10::Half","c10::Half"])";
  c.concrete = R"(["","","","","","","","","","","False"])";  // argument 10: not causal
  const auto* const model = extension::models::find("FusedAttnFunc");
  BOOST_REQUIRE(model != nullptr);
  const torch_cost cost = model->cost_of(c);
  BOOST_TEST(cost.forward.flops.base() == 1048576.0);  // 2 * 8 * 2 * 16 * 16 * (64 + 64)
  BOOST_TEST(cost.forward.bytes.base() == 131072.0);   // 2 B * 2 * 16 * 8 * 64 * 4 tensors
}

BOOST_AUTO_TEST_SUITE_END()
