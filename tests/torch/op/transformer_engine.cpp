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

/// A cell of the report over a layer with a weight of 6 x 4 and an input of 2 x 5 x 4, and its backward pass of so many
/// products.
std::string cell_of(std::string_view sheet, std::string_view row, std::string_view title, int products = 2,
                    std::string_view kernel = "nvjet_tst_128x64_TNT") {
  kineto_text k;
  k.op("_Linear", 0, 20, R"("Input Dims": [[6,4],[2,5,4]], "Input type": ["c10::BFloat16","c10::BFloat16"], )"
                         R"("Sequence number": 3)");
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("cast", 100, 2, 1).flow(1);
  k.launch("cudaLaunchKernel", 3, 1, 2).kernel(kernel, 110, 10, 2).flow(2);
  k.op("autograd::engine::evaluate_function: _LinearBackward", 40, 40, R"("Sequence number": 3)", 2);
  k.op("_LinearBackward", 50, 20, R"("Input Dims": [[2,5,6]], "Sequence number": 3)", 2);
  for (int i = 0; i < products; ++i)
    k.launch("cudaLaunchKernel", 51 + 2 * i, 1, 3 + i, 2).kernel(kernel, 130 + 20 * i, 10, 3 + i).flow(3 + i);
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

}  // namespace

// 10 rows of 4, a weight of 6 x 4: 2 * 10 * 6 * 4 = 480 FLOP a product
BOOST_AUTO_TEST_CASE(layers_count_by_their_arguments_and_gradients_by_those_of_the_layer) {
  BOOST_TEST(cell_of("GEMM", "_Linear", "GFLOPS_first") == "4.8e-07");
  BOOST_TEST(cell_of("GEMM", "_Linear", "Compute Spec") == "matrix_bf16");
  BOOST_TEST(cell_of("GEMM", "_LinearBackward", "GFLOPS_first") == "9.6e-07");
  BOOST_TEST(cell_of("unified_perf_summary", "_LinearBackward", "GFLOPS") == "9.6e-07");
  BOOST_TEST(cell_of("unified_perf_summary", "_LinearBackward", "Kernel Time (µs)_sum") == "20.0");
  // one product: the weights are frozen
  BOOST_TEST(cell_of("GEMM", "_LinearBackward", "GFLOPS_first", 1) == "4.8e-07");
}

BOOST_AUTO_TEST_CASE(what_is_cast_to_fp8_is_told_by_the_kernels) {
  for (const std::string_view kernel : {"nvjet_qqtst_128x160_128x5_1x2_h_bz_coopA_NTN", "nvjet_sm100_qqtst_128x256_TNT",
                                        "Cijk_Alik_Bljk_F8B8BS_BH_MT256x256x128", "sm90_xmma_gemm_e4m3bf16_e4m3f32"})
    BOOST_TEST(cell_of("GEMM", "_Linear", "Compute Spec", 2, kernel) == "matrix_fp8", kernel);
}

// Three groups: input and weights meet once each, backward twice. 2 * (10 * 4 + 3 * 24) + 2 * 60 elements of 2 B.
BOOST_AUTO_TEST_CASE(groups_have_a_backward_pass) {
  const torch_cost cost = built_in_torch_models.find("_GroupedLinear")->cost_of(
      {.name = "_GroupedLinear", .dims = "[[10,4],[],[6,4],[6,4],[6,4]]", .types = R"(["c10::BFloat16"])"});
  BOOST_TEST(cost.backward.flops.base() == 960.0);
  BOOST_TEST(cost.backward.bytes.base() == 2 * 2 * (40.0 + 72 + 60));
}

BOOST_AUTO_TEST_SUITE_END()
