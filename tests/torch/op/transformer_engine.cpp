#include <ridgeline/torch/op/schema/transformer_engine.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_transformer_engine)

namespace {

constexpr std::string_view arguments =
    R"("Input Dims": [[6,4],[2,5,4]], "Input type": ["c10::BFloat16","c10::BFloat16"], "Sequence number": 3)";

std::string cell_of(const kineto_text& k, std::string_view sheet, std::string_view row, std::string_view title) {
  const torch_trace trace = k.read();
  const torch_profile run(trace);
  for (const table& t : torch_tables(run, {})) {
    if (t.name() != sheet) continue;
    const test::sheet s = test::sheet_of(t);
    for (std::size_t c = 0; c < s.front().size(); ++c)
      for (std::size_t r = 1; s.front()[c] == title && r < s.size(); ++r)
        if (s[r].front() == row) return s[r][c];
  }
  return "-";
}

/// A layer with a weight of 6 x 4 and an input of 2 x 5 x 4, and its backward pass of so many products.
kineto_text layer(int products = 2, std::string_view kernel = "nvjet_tst_128x64_TNT") {
  kineto_text k;
  k.op("_Linear", 0, 20, arguments);
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("cast", 100, 2, 1).flow(1);
  k.launch("cudaLaunchKernel", 3, 1, 2).kernel(kernel, 110, 10, 2).flow(2);
  k.op("autograd::engine::evaluate_function: _LinearBackward", 40, 40, R"("Sequence number": 3)", 2);
  k.op("_LinearBackward", 50, 20, R"("Input Dims": [[2,5,6]], "Sequence number": 3)", 2);
  for (int i = 0; i < products; ++i)
    k.launch("cudaLaunchKernel", 51 + 2 * i, 1, 3 + i, 2).kernel(kernel, 130 + 20 * i, 10, 3 + i).flow(3 + i);
  return k;
}

}  // namespace

// 10 rows of 4, a weight of 6 x 4: 2 * 10 * 6 * 4 = 480 FLOP a product
BOOST_AUTO_TEST_CASE(layers_count_by_their_arguments_and_gradients_by_those_of_the_layer) {
  BOOST_TEST(cell_of(layer(), "GEMM", "_Linear", "GFLOPS_first") == "4.8e-07");
  BOOST_TEST(cell_of(layer(), "GEMM", "_Linear", "Compute Spec") == "matrix_bf16");
  BOOST_TEST(cell_of(layer(), "GEMM", "_LinearBackward", "GFLOPS_first") == "9.6e-07");
  BOOST_TEST(cell_of(layer(), "unified_perf_summary", "_LinearBackward", "GFLOPS") == "9.6e-07");
  BOOST_TEST(cell_of(layer(), "unified_perf_summary", "_LinearBackward", "Kernel Time (µs)_sum") == "20.0");
  // one product: the weights are frozen
  BOOST_TEST(cell_of(layer(1), "GEMM", "_LinearBackward", "GFLOPS_first") == "4.8e-07");
}

// The input is gathered for 50 us from other ranks and cast for 3; the product takes 10. An op that computes counts
// instead.
BOOST_AUTO_TEST_CASE(what_a_layer_gathers_is_not_of_its_time) {
  kineto_text k;
  k.op("_Linear", 0, 40, arguments).op("c10d::_allgather_base_", 1, 9);
  k.launch("cudaLaunchKernel", 2, 1, 1).kernel("ncclDevKernel_AllGather_RING_LL", 100, 50, 1).flow(1);
  k.op("aten::copy_", 12, 5).launch("cudaLaunchKernel", 13, 1, 2).kernel("copy", 150, 3, 2).flow(2);
  k.launch("cudaLaunchKernel", 30, 1, 3).kernel("nvjet_tst_128x64_TNT", 160, 10, 3).flow(3);
  BOOST_TEST(cell_of(k, "GEMM", "_Linear", "Kernel Time (µs)_sum") == "13.0");
  BOOST_TEST(cell_of(k, "unified_perf_summary", "_Linear", "Kernel Time (µs)_sum") == "13.0");
  BOOST_TEST(cell_of(k, "unified_perf_summary", "_Linear", "GFLOPS") == "4.8e-07");
  k.op("aten::mm", 32, 3).launch("cudaLaunchKernel", 33, 1, 4).kernel("nvjet_tst_128x64_TNT", 180, 10, 4).flow(4);
  BOOST_TEST(cell_of(k, "GEMM", "_Linear", "Kernel Time (µs)_sum") == "-");
}

BOOST_AUTO_TEST_CASE(what_is_cast_to_fp8_is_told_by_the_kernels) {
  for (const std::string_view kernel : {"nvjet_qqtst_128x160_128x5_1x2_h_bz_coopA_NTN", "nvjet_sm100_qqtst_128x256_TNT",
                                        "Cijk_Alik_Bljk_F8B8BS_BH_MT256x256x128", "sm90_xmma_gemm_e4m3bf16_e4m3f32"})
    BOOST_TEST(cell_of(layer(2, kernel), "GEMM", "_Linear", "Compute Spec") == "matrix_fp8", kernel);
}

// Three groups: input and weights meet once each, backward twice. 2 * (10 * 4 + 3 * 24) + 2 * 60 elements of 2 B.
BOOST_AUTO_TEST_CASE(groups_have_a_backward_pass) {
  const torch_cost cost = built_in_torch_models.find("_GroupedLinear")->cost_of(
      {.name = "_GroupedLinear", .dims = "[[10,4],[],[6,4],[6,4],[6,4]]", .types = R"(["c10::BFloat16"])"});
  BOOST_TEST(cost.backward.flops.base() == 960.0);
  BOOST_TEST(cost.backward.bytes.base() == 2 * 2 * (40.0 + 72 + 60));
}

BOOST_AUTO_TEST_SUITE_END()
