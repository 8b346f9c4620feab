#include <ridgeline/torch/op/schema/transformer_engine.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/path/activity.hpp>
#include <ridgeline/torch/path/roof_times.hpp>
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

// 480 FLOP at 1 TFLOP/s and 248 B at 1 GB/s: 248 ns are the roof of the product alone, not of the gather beside it.
BOOST_AUTO_TEST_CASE(what_a_layer_gathers_is_not_of_its_roof) {
  kineto_text k;
  k.op("_Linear", 0, 40, arguments).op("c10d::_allgather_base_", 1, 9);
  k.launch("cudaLaunchKernel", 2, 1, 1).kernel("ncclDevKernel_AllGather_RING_LL", 100, 50, 1).flow(1);
  k.launch("cudaLaunchKernel", 30, 1, 2).kernel("nvjet_tst_128x64_TNT", 160, 10, 2).flow(2);
  const torch_trace trace = k.read();
  const torch_profile run(trace);
  path_activity activity = path_activity_of(run.tree());
  add_roof_times(activity, run, {"chip", false, 1 * GBps, {{"matrix_bf16", 1 * TFLOPps}}});
  BOOST_REQUIRE(activity.tasks.size() == 2u);
  BOOST_TEST(!known(activity.tasks[0].roof));
  BOOST_TEST(activity.tasks[1].roof == 248.0, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(what_is_cast_to_fp8_is_told_by_the_kernels) {
  for (const std::string_view kernel : {"nvjet_qqtst_128x160_128x5_1x2_h_bz_coopA_NTN", "nvjet_sm100_qqtst_128x256_TNT",
                                        "Cijk_Alik_Bljk_F8B8BS_BH_MT256x256x128", "sm90_xmma_gemm_e4m3bf16_e4m3f32"})
    BOOST_TEST(cell_of(layer(2, kernel), "GEMM", "_Linear", "Compute Spec") == "matrix_fp8", kernel);
}

// Each of 2 ranks has 5 of 10 rows; the product is of all: 2 * 10 * 6 * 4 FLOP. Backward, the gradient has all of them.
BOOST_AUTO_TEST_CASE(a_gathered_input_has_the_rows_of_all_ranks) {
  kineto_text k;
  k.op("_Linear", 0, 40, R"("Input Dims": [[6,4],[1,5,4]], "Input type": ["c10::BFloat16","c10::BFloat16"],)"
                         R"( "Sequence number": 3)");
  k.op("c10d::_allgather_base_", 1, 9).launch("cudaLaunchKernel", 2, 1, 1);
  k.raw(R"({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllGather_RING_LL", "pid": 0, "tid": 7, "ts": 100,)"
        R"( "dur": 50, "args": {"stream": 7, "correlation": 1, "Collective name": "_allgather_base", "dtype": "BFloat16",)"
        R"( "In msg nelems": 20, "Out msg nelems": 40, "Group size": 2}})").flow(1);
  k.launch("cudaLaunchKernel", 30, 1, 2).kernel("nvjet_tst_128x64_TNT", 160, 10, 2).flow(2);
  k.op("autograd::engine::evaluate_function: _LinearBackward", 50, 40, R"("Sequence number": 3)", 2);
  k.op("_LinearBackward", 60, 20, R"("Input Dims": [[2,5,6]], "Sequence number": 3)", 2);
  for (int i = 3; i < 5; ++i)
    k.launch("cudaLaunchKernel", 60 + i, 1, i, 2).kernel("nvjet_tst_128x64_TNT", 200 + 20 * i, 10, i).flow(i);
  BOOST_TEST(cell_of(k, "unified_perf_summary", "_Linear", "GFLOPS") == "4.8e-07");
  BOOST_TEST(cell_of(k, "unified_perf_summary", "_LinearBackward", "GFLOPS") == "9.6e-07");
}

/// Two groups of which the weights are 6 x 4: a kernel for each, and so many backward.
kineto_text groups(int backward) {
  kineto_text k;
  k.op("_GroupedLinear", 0, 20, R"("Input Dims": [[10,4],[],[6,4],[6,4]], "Input type": ["c10::BFloat16"],)"
                                R"( "Sequence number": 3)");
  for (int i = 1; i < 3; ++i)
    k.launch("cudaLaunchKernel", i, 1, i).kernel("nvjet_tst_128x64_TNT", 100 + 10 * i, 5, i).flow(i);
  k.op("autograd::engine::evaluate_function: _GroupedLinearBackward", 50, 40, R"("Sequence number": 3)", 2);
  k.op("_GroupedLinearBackward", 60, 20, R"("Input Dims": [[10,6]], "Sequence number": 3)", 2);
  for (int i = 3; i < 3 + backward; ++i)
    k.launch("cudaLaunchKernel", 60 + i, 1, i, 2).kernel("nvjet_tst_128x64_TNT", 200 + 10 * i, 5, i).flow(i);
  return k;
}

// Forward 2 * 10 * 6 * 4 FLOP. Backward as many for the inputs' gradients, and for the weights' if they are wanted.
BOOST_AUTO_TEST_CASE(frozen_groups_have_one_gradient) {
  for (const std::string_view sheet : {"GroupedGEMM_bwd", "unified_perf_summary"}) {
    const std::string_view title = sheet.starts_with("G") ? "GFLOPS_first" : "GFLOPS";
    BOOST_TEST(cell_of(groups(4), sheet, "_GroupedLinearBackward", title) == "9.6e-07");
    BOOST_TEST(cell_of(groups(2), sheet, "_GroupedLinearBackward", title) == "4.8e-07");
  }
  BOOST_TEST(cell_of(groups(2), "GroupedGEMM_fwd", "_GroupedLinear", "GFLOPS_first") == "4.8e-07");
}

// Megatron: the input's gradient is an op, the weight's a kernel of the layer's: 2 * 6 * 10 * 4 FLOP in 7 us, and with
// the conversion beside it 9. Each of 2 ranks has half of the input's rows.
BOOST_AUTO_TEST_CASE(a_fused_gradient_of_the_weight_is_beside_the_ops) {
  const std::string layer = "LinearWithGradAccumulationAndAsyncCommunication";
  kineto_text k;
  k.op(layer, 0, 20, R"("Input Dims": [[1,5,4],[6,4],[],[],[],[]], "Input type": ["c10::BFloat16","c10::BFloat16",)"
                     R"("","Scalar","Scalar","Scalar"], "Concrete Inputs": ["","","","True","False","True"],)"
                     R"( "Sequence number": 3)");
  const std::string backward = layer + "Backward";
  k.op("autograd::engine::evaluate_function: " + backward, 40, 60, R"("Sequence number": 3)", 2);
  k.op(backward, 50, 40, R"("Input Dims": [[2,5,6]], "Sequence number": 3)", 2);
  k.op("aten::matmul", 51, 9, R"("Input Dims": [[2,5,6],[6,4]])", 2);
  k.op("aten::mm", 52, 7, R"("Input Dims": [[10,6],[6,4]], "Input type": ["c10::BFloat16","c10::BFloat16"])", 2);
  k.launch("cudaLaunchKernel", 53, 1, 1, 2).kernel("nvjet_tst_128x64_NNT", 100, 20, 1).flow(1);
  k.launch("cudaLaunchKernel", 70, 1, 2, 2).kernel("nvjet_tss_128x64_NTN", 130, 7, 2).flow(2);
  k.launch("cudaLaunchKernel", 72, 1, 3, 2).kernel("convert", 140, 2, 3).flow(3);
  for (const std::string_view sheet : {"GEMM", "unified_perf_summary"}) {
    BOOST_TEST(cell_of(k, sheet, backward, "Kernel Time (µs)_sum") == "9.0", sheet);
    BOOST_TEST(cell_of(k, sheet, "aten::mm", "Kernel Time (µs)_sum") == "20.0", sheet);
    BOOST_TEST(cell_of(k, sheet, backward, sheet == "GEMM" ? "GFLOPS_first" : "GFLOPS") == "4.8e-07", sheet);
  }
}

// The mask is a text, which is not recorded: bytes are known, FLOP are not, and the row says that of the mask.
BOOST_AUTO_TEST_CASE(attention_says_that_its_mask_is_unknown) {
  kineto_text k;
  k.op("FusedAttnFunc", 0, 20, R"("Input Dims": [[],[],[],[3],[3],[5,2,2,4],[5,2,2,4],[5,2,2,4]], "Input type":)"
                               R"( ["Scalar","Scalar","Scalar","int","int","c10::Half","c10::Half","c10::Half"],)"
                               R"( "Concrete Inputs": ["True","5","5","","","","",""])");
  k.launch("cudaLaunchKernelExC", 1, 1, 1).kernel("cudnn_generated_fort_native_sdpa_sm90_flash_fprop", 100, 20, 1).flow(1);
  BOOST_TEST(cell_of(k, "unified_perf_summary", "FusedAttnFunc", "GFLOPS").empty());
  BOOST_TEST(cell_of(k, "unified_perf_summary", "FusedAttnFunc", "Data Moved (MB)") == "0.0006103515625");  // 640 B
  const std::string shown = cell_of(k, "unified_perf_summary", "FusedAttnFunc", "perf_params");
  BOOST_TEST(shown.find("'causal': None") != shown.npos, shown);
}

BOOST_AUTO_TEST_SUITE_END()
