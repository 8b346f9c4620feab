#include <ridgeline/torch/report/report.hpp>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/roof_points.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/backward.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_torch_report)

namespace {

/// The cell of a table in the row whose first cell is `row`; `-` if there is none.
std::string cell_of(const table& t, std::string_view row, std::string_view title) {
  const test::sheet s = test::sheet_of(t);
  for (std::size_t c = 0; c < s.front().size(); ++c)
    if (s.front()[c] == title)
      for (std::size_t r = 1; r < s.size(); ++r)
        if (s[r].front() == row) return s[r][c];
  return "-";
}

const table* find(const std::vector<table>& tables, std::string_view name) {
  for (const table& t : tables)
    if (t.name() == name) return &t;
  return nullptr;
}

/// aten::mm twice with one kernel each (10 and 20 us), aten::sum around aten::fill_ (elementwise, 5 us) with a
/// reduction of its own (7 us), and a copy that no op makes (8 us).
kineto_text small_model() {
  const std::string mm = R"("Input Dims": [[2,3],[3,4]], "Input type": ["float","float"], "Input Strides": [[3,1],[4,1]], "Concrete Inputs": ["",""])";
  kineto_text k;
  k.op("aten::mm", 0, 10, mm).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 10, 1).flow(1);
  k.op("aten::mm", 10, 10, mm).launch("cudaLaunchKernel", 11, 2, 2).kernel("sgemm", 110, 20, 2).flow(2);
  k.op("aten::sum", 20, 10).op("aten::fill_", 21, 4).launch("cudaLaunchKernel", 22, 1, 3).launch("cudaLaunchKernel", 26, 1, 4);
  k.kernel("void at::native::vectorized_elementwise_kernel<4>", 140, 5, 3).flow(3);
  k.kernel("void at::native::reduce_kernel<512>", 143, 7, 4).flow(4);
  k.launch("cudaMemcpyAsync", 40, 1, 5).gpu("gpu_memcpy", "Memcpy DtoH", 160, 8, 5).flow(5);
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ops_by_category_by_name_and_by_arguments) {
  const torch_trace t = small_model().read();
  const torch_profile run(t);
  const std::vector<table> tables = torch_tables(run, {});
  BOOST_REQUIRE(tables.size() == 7u);  // after the four that follow: GPU work by op, coverage, GEMM
  // mm 30, copy 8 (a launch without an op, category other), sum 7 (a reduction), fill 5 (elementwise): 50 us in all
  const table& categories = tables[1];
  BOOST_TEST(cell_of(categories, "GEMM", "Count") == "2");
  BOOST_TEST(cell_of(categories, "GEMM", "total_direct_kernel_time_ms") == "0.03");
  BOOST_TEST(cell_of(categories, "GEMM", "Percentage (%)") == "60.0");
  BOOST_TEST(cell_of(categories, "other", "Percentage (%)") == "16.0");
  BOOST_TEST(cell_of(categories, "other", "Cumulative Percentage (%)") == "76.0");
  BOOST_TEST(test::same_cell(cell_of(categories, "reduce", "Percentage (%)"), "14.0"));
  BOOST_TEST(cell_of(categories, "elementwise", "Cumulative Percentage (%)") == "100.0");
  const table& names = tables[2];
  BOOST_TEST(cell_of(names, "aten::sum", "total_direct_kernel_time_sum") == "7.0");
  BOOST_TEST(cell_of(names, "aten::sum", "total_subtree_kernel_time_sum") == "10.0");  // 140-145 and 143-150
  BOOST_TEST(cell_of(names, "aten::mm", "Categories") == "['GEMM']");
  BOOST_TEST(cell_of(names, "cudaMemcpyAsync", "Count") == "1");
  const table& all = tables[3];
  BOOST_TEST(all.name() == "ops_all");
  BOOST_TEST(all.rows() == 4u);
  BOOST_TEST(cell_of(all, "aten::mm", "Input Dims") == "((2, 3), (3, 4))");
  BOOST_TEST(cell_of(all, "aten::mm", "Input type") == "('float', 'float')");
  BOOST_TEST(cell_of(all, "aten::mm", "operation_count") == "2");
  BOOST_TEST(cell_of(all, "aten::mm", "total_direct_kernel_time_mean") == "15.0");
  BOOST_TEST(cell_of(all, "aten::mm", "total_direct_kernel_time_std").substr(0, 14) == "7.071067811865");  // sqrt(50)
  BOOST_TEST(cell_of(all, "aten::fill_", "total_direct_kernel_time_std").empty());
  BOOST_TEST(cell_of(all, "aten::mm", "ex_UID") == "0");
  BOOST_TEST(cell_of(all, "aten::sum", "Input Dims").empty());
  BOOST_TEST(cell_of(all, "aten::mm", "kernel_details_summary") ==
             "[{'name': 'sgemm', 'stream': 7, 'count': 2, 'total_duration_us': 30.0, 'mean_duration_us': 15.0, "
             "'median_duration_us': 15.0, 'std_dev_duration_us': 5.0, 'min_duration_us': 10.0, 'max_duration_us': 20.0}]");
  BOOST_TEST(cell_of(all, "aten::mm", "trunc_kernel_details") ==
             "[{'name': 'sgemm', 'stream': 7, 'mean_duration_us': 15.0}]");
}

BOOST_AUTO_TEST_CASE(an_op_that_dispatches_is_counted_below_or_by_itself) {
  const std::string of_linear = R"("Input Dims": [[2,8],[4,8],[]], "Input type": ["float","float",""])";
  const std::string of_mm = R"("Input Dims": [[2,8],[8,4]], "Input type": ["float","float"], "Concrete Inputs": ["",""])";
  kineto_text k;  // one that mm computes, with another kernel next to it, and one that computes by itself
  k.op("aten::linear", 0, 10, of_linear).op("aten::mm", 1, 4, of_mm).launch("cudaLaunchKernel", 2, 1, 1);
  k.launch("cudaLaunchKernel", 7, 1, 2).op("aten::linear", 20, 10, of_linear).launch("cudaLaunchKernel", 21, 1, 3);
  k.kernel("gemm", 100, 10, 1).kernel("fill", 110, 3, 2).kernel("gemm", 120, 20, 3);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const torch_unified rows = torch_unified_of(run, nullptr);
  BOOST_REQUIRE(rows.rows.size() == 3u);
  BOOST_TEST(rows.rows[0].name == "aten::linear");
  BOOST_TEST(rows.rows[0].time.sum == 20.0);
  BOOST_TEST(test::same_cell(std::to_string(rows.rows[0].gflops.value * 1e9), "128.0"));  // 2 * 2 * 4 * 8
  BOOST_TEST(rows.rows[1].name == "aten::mm");
  BOOST_TEST(rows.rows[1].time.sum == 10.0);
  BOOST_TEST(rows.rows[2].name == "aten::linear->fill (Synthetic Op)");
  BOOST_TEST(!rows.rows[2].has_model);
}

BOOST_AUTO_TEST_CASE(options_add_columns_and_cut_rows) {
  const torch_trace t = small_model().read();
  const torch_profile run(t);
  torch_report_options options;
  options.first_occurrence = options.by_number_of_kernels = true;
  options.most_ops = 2;
  const std::vector<table> tables = torch_tables(run, options);
  const table& all = tables[3];
  BOOST_TEST(all.rows() == 2u);
  BOOST_TEST(cell_of(all, "aten::mm", "first_occurrence_time") == "0.0");
  BOOST_TEST(cell_of(all, "aten::mm", "num_kernels") == "1");
  BOOST_TEST(cell_of(all, "cudaMemcpyAsync", "first_occurrence_time") == "40.0");
  BOOST_TEST(cell_of(all, "aten::mm", "Percentage (%)") == "60.0");  // of all rows, including those cut off
}

BOOST_AUTO_TEST_CASE(kernels_by_op_and_short_ones) {
  const torch_trace t = small_model().read();
  const torch_profile run(t);
  torch_report_options options;
  options.kernel_summary = options.short_kernels = true;
  options.short_kernel_below = 8;
  options.histogram_bins = 2;
  const std::vector<table> tables = torch_tables(run, options);
  const table* summary = find(tables, "kernel_summary");
  BOOST_REQUIRE(summary != nullptr);
  // kernels only, without the copy: 30 + 5 + 7 = 42 us, of the 68 us from 100 to 168
  BOOST_TEST(cell_of(*summary, "GEMM", "Percent of kernels time (%)").substr(0, 9) == "71.428571");  // 30 / 42
  BOOST_TEST(cell_of(*summary, "GEMM", "Percent of total time (%)").substr(0, 9) == "44.117647");    // 30 / 68
  BOOST_TEST(cell_of(*summary, "reduce", "Parent cpu_op") == "aten::sum");
  const table* bins = find(tables, "short_kernels_histogram");
  BOOST_REQUIRE(bins != nullptr);
  const test::sheet expected{{"bin_start", "bin_end", "count"}, {"5.0", "6.0", "1"}, {"6.0", "7.0", "1"}};
  BOOST_TEST((test::sheet_of(*bins) == expected));
  const table* details = find(tables, "short_kernels_all_details");
  BOOST_REQUIRE(details != nullptr);
  BOOST_TEST(details->rows() == 2u);  // neither op has arguments
  BOOST_TEST(cell_of(*details, "aten::sum", "Short Kernel duration (µs) sum") == "7.0");
}

BOOST_AUTO_TEST_CASE(kernels_of_equal_length_are_in_a_bin_half_a_microsecond_around) {
  const torch_trace t = kineto_text().kernel("k", 0, 4, 1).kernel("k", 10, 4, 2).read();
  const torch_profile run(t);
  const std::vector<torch_histogram_bin> bins = torch_histogram(run, torch_kernels_of(run), 4);
  BOOST_REQUIRE(bins.size() == 4u);
  BOOST_TEST(bins[0].start == 3.5);
  BOOST_TEST(bins[3].end == 4.5);
  BOOST_TEST(bins[2].count == 2);  // 4.0 to 4.25
}

BOOST_AUTO_TEST_CASE(a_trace_of_gpu_work_alone) {
  const torch_trace t = kineto_text().launch("hipLaunchKernel", 0, 1, 1).kernel("k", 10, 4, 1).flow(1).kernel("lost", 20, 6, 9).read();
  const torch_profile run(t);
  torch_report_options options;
  options.kernel_summary = options.short_kernels = true;
  const std::vector<table> tables = torch_tables(run, options);
  BOOST_TEST(tables.size() == 4u);  // time line, kernels, the two sheets of short kernels
  const table* summary = find(tables, "kernel_summary");
  BOOST_REQUIRE(summary != nullptr);
  BOOST_TEST(summary->find("Parent cpu_op") == summary->columns());
  BOOST_TEST(cell_of(*summary, "runtime", "Kernel name") == "k");
  BOOST_TEST(cell_of(*summary, "", "Kernel name") == "lost");
  BOOST_TEST(find(tables, "short_kernels_all_details")->columns() == 5u);
  options.phases.emplace();
  data_quality quality;
  const std::vector<table> phases = torch_tables(run, options, &quality);
  BOOST_REQUIRE(find(phases, "ops_summary_decode") != nullptr);  // by the calls that launch
  BOOST_TEST(test::sheet_of(*find(phases, "ops_summary_decode"))[1][1] == "hipLaunchKernel");
  BOOST_REQUIRE(!quality.empty());  // nothing says a phase here
  BOOST_TEST(quality.issues()[0].reason.starts_with("inference phases: neither ranges nor arguments tell one"));
  BOOST_TEST(find(phases, "ops_summary") == nullptr);
  options.original_names = true;
  BOOST_TEST(find(torch_tables(run, options), "ops_summary_decode") == nullptr);
}

BOOST_AUTO_TEST_CASE(rows_of_kernels_differ_in_a_column) {
  // 4 us by one call and 6 by another are 10 us of one kernel where no column names the call
  kineto_text k;
  k.launch("hipLaunchKernel", 0, 1, 1).kernel("k", 10, 4, 1).flow(1);
  k.launch("hipModuleLaunchKernel", 2, 1, 2).kernel("k", 20, 6, 2).flow(2);
  const auto summary_of = [](const torch_trace& t, bool original) {
    torch_report_options options;
    options.kernel_summary = true, options.original_names = original;
    const torch_profile run(t);
    return *find(torch_tables(run, options), "kernel_summary");
  };
  const auto sums = [](const table& t) {
    std::string scratch, all;
    for (std::size_t r = 0; r < t.rows(); ++r)
      all += std::to_string(static_cast<int>(t.at(r, t.find("Kernel duration (µs)_sum"), scratch).real)) + " ";
    return all;
  };
  const torch_trace alone = k.read();
  BOOST_TEST(sums(summary_of(alone, true)) == "10 ");
  BOOST_TEST(sums(summary_of(alone, false)) == "10 ");
  const torch_trace beside = k.op("aten::add", 50, 1).read();  // an op that launches nothing
  BOOST_TEST(sums(summary_of(beside, true)) == "10 ");         // the original has no column then either
  BOOST_TEST(sums(summary_of(beside, false)) == "6 4 ");
}

BOOST_AUTO_TEST_CASE(graph_launches_name_themselves) {
  const torch_trace t = kineto_text().op("aten::add", 0, 1).launch("cudaGraphLaunch", 5, 1, 1).kernel("a", 10, 4, 1).kernel("b", 14, 2, 1).flow(1).read();
  const torch_profile run(t);
  const auto rows = torch_kernel_summary(run, torch_kernels_of(run), 6);
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].category == "graph");
  BOOST_TEST(rows[0].op == "cudaGraphLaunch");
}

BOOST_AUTO_TEST_CASE(nothing_on_the_gpu_is_an_empty_time_line) {
  const torch_trace t = kineto_text().op("aten::add", 0, 1).read();
  const torch_profile run(t);
  const std::vector<table> tables = torch_tables(run, {});
  BOOST_REQUIRE(tables.size() == 2u);
  BOOST_TEST(tables[0].name() == "gpu_timeline");
  BOOST_TEST(tables[0].rows() == 0u);
  BOOST_TEST(tables[1].name() == "host_ops_summary");  // all that such a trace has
  BOOST_TEST(tables[1].rows() == 1u);
  torch_report_options documented;
  documented.original_names = true;
  BOOST_TEST(torch_tables(run, documented).size() == 1u);  // the original has only the time line
}

BOOST_AUTO_TEST_CASE(the_host_alone_has_the_work_of_its_ops) {
  // 2 * 4 * 16 * 8 = 1024 FLOP; (4 * 8 + 8 * 16 + 4 * 16) * 4 = 896 B; no GPU time
  const torch_trace t =
      kineto_text().op("aten::mm", 0, 9, R"("Input Dims": [[4,8],[8,16]], "Input type": ["float","float"])").read();
  const torch_profile run(t);
  const std::vector<table> tables = torch_tables(run, {});
  BOOST_TEST(find(tables, "host_ops_summary") != nullptr);
  const table* const products = find(tables, "GEMM");
  BOOST_REQUIRE(products != nullptr);
  BOOST_REQUIRE(products->rows() == 1u);
  BOOST_TEST(cell_of(*products, "aten::mm", "GFLOPS_first") == "1.024e-06");
  BOOST_TEST(cell_of(*products, "aten::mm", "Data Moved (MB)_first") == "0.0008544921875");  // 896 / 2^20
  BOOST_TEST(cell_of(*products, "aten::mm", "TFLOPS/s_mean") == "");
}

BOOST_AUTO_TEST_CASE(roofs_are_named) {
  kineto_text k;
  k.op("aten::mm", 0, 10, R"("Input Dims": [[64,64],[64,64]], "Input type": ["c10::Half","c10::Half"])");
  k.launch("cudaLaunchKernel", 1, 2, 1).kernel("gemm", 100, 0.001, 1).flow(1);
  const torch_trace t = k.read();
  const torch_profile run(t);
  hw::roofs roofs{"chip", false, 100 * GBps, {{"matrix_fp16", 1 * TFLOPps}}};
  torch_report_options options;
  options.roofs = &roofs;
  data_quality quality;
  const std::vector<table> tables = torch_tables(run, options, &quality);
  const table* const points = find(tables, "roofline");
  BOOST_REQUIRE(points != nullptr);
  // the roofs meet at 1 TFLOP/s / 100 GB/s = 10 FLOP/B; 2 * 64^3 FLOP over 3 * 64^2 * 2 B are 21.33 FLOP/B, and in 1 ns
  // 524.288 TFLOP/s, which is above the roof
  BOOST_TEST(cell_of(*points, "roof of matrix_fp16: chip, vendor peak", "TFLOPS/s") == "0.05");  // at 0.5 FLOP/B
  BOOST_TEST(test::same_cell(cell_of(*points, "matrix_fp16", "FLOPS/Byte"), "21.333333333333332"));
  BOOST_TEST(test::same_cell(cell_of(*points, "matrix_fp16", "TFLOPS/s"), "524.288"));
  BOOST_TEST(quality.issues().size() == 1u);
  roofs.cache = 1e6 * B;  // no cache computes: 2 * 64^3 FLOP at 1 TFLOP/s take 0.5 us
  data_quality cached;
  torch_tables(run, options, &cached);
  BOOST_TEST(cached.issues().size() == 1u);
  roofs.memory = missing<bandwidth>;  // level at 1 TFLOP/s
  const std::vector<table> level = torch_tables(run, options);
  BOOST_REQUIRE(find(level, "roofline") != nullptr);
  BOOST_TEST(cell_of(*find(level, "roofline"), "roof of matrix_fp16: chip, vendor peak", "TFLOPS/s") == "1.0");
  options.original_names = true;
  BOOST_TEST(find(torch_tables(run, options), "roofline") == nullptr);
  roofs.measured = true;
  BOOST_TEST(torch_roof_points({}, roofs).empty());
}

BOOST_AUTO_TEST_CASE(ops_without_a_sheet_are_judged) {
  kineto_text k;
  k.op("triton_poi_fused_add_0", 0, 10, R"("Input Dims": [[4096],[4096],[4096],[]], "Input type": ["c10::BFloat16",)"
       R"("c10::BFloat16","c10::BFloat16","Scalar"], "Concrete Inputs": ["","","","4096"])");
  k.launch("cuLaunchKernel", 1, 2, 1).kernel("triton_poi_fused_add_0", 100, 0.1, 1).flow(1);
  k.op("aten::_flash_attention_forward", 20, 10, R"("Input Dims": [[1,8,2,16],[1,8,2,16],[1,8,2,16]], "Input type": )"
       R"(["c10::Half","c10::Half","c10::Half"])");
  k.launch("cudaLaunchKernel", 21, 2, 2).kernel("flash_fwd_kernel", 110, 5, 2).flow(2);
  const torch_trace t = k.read();
  const torch_profile run(t);
  hw::roofs roofs{"chip", false, 100 * GBps, {{"matrix_fp16", 1 * TFLOPps}}};
  torch_report_options options;
  options.roofs = &roofs;
  data_quality quality;
  torch_tables(run, options, &quality);
  // three times 4,096 elements of two bytes at 100 GB/s take 0.25 us of 0.1; whether the other is causal is not known
  BOOST_REQUIRE(quality.issues().size() == 2u);
  BOOST_TEST(quality.issues()[0].example == "aten::_flash_attention_forward");
  BOOST_TEST(quality.issues()[0].count == 1u);
  BOOST_TEST(quality.issues()[1].example == "triton_poi_fused_add_0");
  BOOST_TEST(quality.issues()[1].count == 1u);
  for (const double kibibytes : {24, 23}) {  // the three are 24 KiB: what a cache holds may come from it
    roofs.cache = 1024 * kibibytes * B;
    data_quality cached;
    torch_tables(run, options, &cached);
    BOOST_TEST(cached.issues().size() == (kibibytes < 24 ? 2u : 1u));
  }
}

BOOST_AUTO_TEST_CASE(layers_with_a_window_have_a_row_of_their_own) {
  kineto_text k;
  const std::string shapes = R"("Input Dims": [[1,8,1,16],[1,8,1,16],[1,8,1,16]], "Input type": ["c10::Half","c10::Half",)"
                             R"("c10::Half"], "Concrete Inputs": ["","","","0.0","1.0","True",)";
  for (int i = 0; i < 4; ++i) {
    const double at = 30.0 * i;
    k.op("FlashAttnFunc", at, 10, shapes + R"(""])");
    k.op("flash_attn::_flash_attn_forward", at + 1, 8, shapes + (i % 2 == 0 ? R"("0","0"])" : R"("-1","-1"])"));
    k.launch("cudaLaunchKernel", at + 2, 1, i + 1).kernel("flash_fwd_kernel", 200 + at, 5 + i % 2, i + 1).flow(i + 1);
  }
  const torch_trace t = k.read();
  const torch_profile run(t);
  const torch_unified unified = torch_unified_of(run, nullptr);
  BOOST_REQUIRE(unified.rows.size() == 2u);  // half of 8 x 8 pairs in 6 us each, and a key for each query, less a half
  BOOST_TEST(unified.rows[0].count == 2);
  BOOST_TEST(unified.rows[0].gflops.value == 2 * 32 * 32 / 1e9);
  BOOST_TEST(unified.rows[1].count == 2);
  BOOST_TEST(unified.rows[1].gflops.value == 2 * 32 * 7.5 / 1e9);
}

BOOST_AUTO_TEST_CASE(communication_alone_has_its_models) {
  kineto_text k;
  k.op("_C_custom_ar::all_reduce", 0, 20, R"("Input Dims": [[],[1024,4096],[1024,4096],[],[]], "Input type": ["Scalar",)"
       R"("c10::BFloat16","c10::BFloat16","Scalar","Scalar"], "Concrete Inputs": ["1","","","1","1"])");
  k.launch("cudaLaunchKernel", 5, 5, 1).kernel("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>", 20, 10, 1).flow(1);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const std::vector<table> sheets = torch_tables(run, {});
  const table* const unified = find(sheets, "unified_perf_summary");
  BOOST_REQUIRE(unified != nullptr);
  BOOST_TEST(cell_of(*unified, "_C_custom_ar::all_reduce", "Kernel Time (µs)_sum") == "10.0");
  // 1024 * 4096 numbers of 2 B are read and written: 2 * 8 MiB
  BOOST_TEST(cell_of(*unified, "_C_custom_ar::all_reduce", "Data Moved (MB)") == "16.0");
  BOOST_TEST(find(sheets, "model_coverage") != nullptr);
  BOOST_TEST(find(sheets, "CustomCollective_fwd") != nullptr);
  BOOST_TEST(find(sheets, "ops_summary") == nullptr);  // collectives have no launcher
}

// --- where the original differs: both values by hand ---------------------------------------------------------------

BOOST_AUTO_TEST_CASE(execute_is_an_op) {
  const torch_trace t =
      kineto_text().op("aten::mm", 0, 10).op("execute", 1, 8).launch("cudaLaunchKernel", 2, 2, 1).kernel("k", 20, 4, 1).flow(1).read();
  const auto op_of = [&](bool fault) {
    torch_run_options how;
    how.faults.execute_is_an_op = fault;
    const torch_profile run(t, how);
    return std::string(torch_kernel_summary(run, torch_kernels_of(run), 4).at(0).op);
  };
  BOOST_TEST(op_of(false) == "aten::mm");
  BOOST_TEST(op_of(true) == "execute");
  // all work once, in the row of the sheets of ops: alone, and below an op without a model
  const torch_trace loose = kineto_text().op("execute", 0, 8).launch("cudaLaunchKernel", 2, 2, 1).op("mine", 20, 10)
                                .op("execute", 21, 8).launch("cudaLaunchKernel", 22, 2, 2)
                                .kernel("k", 20, 4, 1).kernel("k", 30, 3, 2).flow(1).flow(2).read();
  const auto rows_of = [&](bool fault) {
    torch_run_options how;
    how.faults.execute_is_an_op = fault;
    const torch_profile run(loose, how);
    std::string rows;
    for (const torch_unified_row& r : torch_unified_of(run, nullptr).rows)
      rows += r.name + " " + std::to_string(static_cast<int>(r.time.sum)) + ", ";
    return rows;
  };
  BOOST_TEST(rows_of(false) == "cudaLaunchKernel->k (Synthetic Op) 4, mine 3, ");
  BOOST_TEST(rows_of(true) == "execute 7, ");
}

BOOST_AUTO_TEST_CASE(short_kernels_need_arguments) {
  const torch_trace t = small_model().read();
  const auto rows = [&](bool fault) {
    torch_run_options how;
    how.faults.short_kernels_need_arguments = fault;
    const torch_profile run(t, how);
    return torch_short_kernel_summary(run, torch_kernels_of(run), 68);
  };
  BOOST_TEST(rows(false).size() == 3u);  // mm, sum, fill
  BOOST_REQUIRE(rows(true).size() == 1u);
  BOOST_TEST(rows(true)[0].kernel == "sgemm");
}

BOOST_AUTO_TEST_CASE(share_of_first_run_only) {
  kineto_text k;
  k.op("aten::mm", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("a", 100, 10, 1).flow(1);
  k.span("python_function", "torch/utils/checkpoint.py(1): recompute_fn", 20, 20);
  k.op("aten::mm", 21, 10).launch("cudaLaunchKernel", 22, 2, 2).kernel("a", 130, 10, 2).flow(2);
  const torch_trace t = k.read();
  const auto share = [&](bool fault) {
    torch_run_options how;
    how.recompute = true;
    how.faults.share_of_first_run_only = fault;
    const torch_profile run(t, how);
    torch_report_options options;
    options.kernel_summary = true;
    const std::vector<table> tables = torch_tables(run, options);
    return cell_of(*find(tables, "kernel_summary"), "GEMM", "Percent of total time (%)");
  };
  BOOST_TEST(share(false) == "50.0");  // 20 us of 100 to 140
  BOOST_TEST(share(true) == "200.0");  // 20 us of 100 to 110
  torch_run_options how;
  how.recompute = true;
  const torch_profile run(t, how);
  const table timeline = torch_tables(run, {}).front();
  BOOST_TEST(timeline.rows() == 16u);  // two of eight rows
  BOOST_TEST(test::sheet_of(timeline)[1].back() == "False");
  BOOST_TEST(test::sheet_of(timeline)[9].back() == "True");
}

namespace {

/// A collective of rank 3 with all fields, one in FP8 without splits, and one of a serving engine without any field.
torch_trace collectives() {
  const std::string head = R"({"ph": "X", "cat": "kernel", "pid": 0, "tid": 7, "ts": )";
  kineto_text k;
  k.op("c10d::allreduce_", 0, 1);
  k.raw(head + R"(10, "dur": 6, "name": "ncclDevKernel_AllReduce", "args": {"correlation": 1, "stream": 7,
    "Collective name": "allreduce", "dtype": "BFloat16", "Group size": 4, "In msg nelems": 1048576,
    "Out msg nelems": 1048576, "In split size": [], "Out split size": [], "Process Group Name": "0",
    "Process Group Ranks": "[0, 1, 2, 3]"}})");
  k.raw(head + R"(20, "dur": 4, "name": "ncclDevKernel_AllGather", "args": {"correlation": 2, "stream": 7,
    "Collective name": "_allgather_base", "dtype": "Float8_e4m3fn", "Group size": 4, "In msg nelems": 2097152,
    "Out msg nelems": 8388608, "Process Group Name": "0", "Process Group Ranks": "[0, 1, 2, 3]"}})");
  k.raw(head + R"(30, "dur": 2, "name": "cross_device_reduce_1stage", "args": {"correlation": 3, "stream": 7}})");
  const std::string text = k.text();
  return std::move(*read_kineto("{\"distributedInfo\": {\"rank\": 3}, " + text.substr(1)));
}

std::vector<torch_collective_row> collectives_with(const torch_trace& t, bool torch_faults::*fault) {
  torch_run_options how;
  if (fault != nullptr) how.faults.*fault = true;
  const torch_profile run(t, how);
  return torch_collectives(run);
}

}  // namespace

BOOST_AUTO_TEST_CASE(collectives_by_kind_and_size) {
  const torch_trace t = collectives();
  const auto rows = collectives_with(t, nullptr);
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].in_bytes == 2097152.0);  // 1048576 * 2 B
  BOOST_TEST(rows[0].time.sum == 6.0);
  BOOST_TEST(rows[2].name == "allreduce");
  BOOST_TEST(rows[2].group == "Unknown_Group");
  const table sheet = sheet_of("coll_analysis", rows);
  const test::sheet s = test::sheet_of(sheet);
  BOOST_TEST(s[1][2] == "[0, 1, 2, 3]");
  BOOST_TEST(s[1][11] == "2.0");  // MB
}

BOOST_AUTO_TEST_CASE(rank_is_zero) {
  const torch_trace t = collectives();
  BOOST_TEST(collectives_with(t, nullptr)[0].rank == 3);
  BOOST_TEST(collectives_with(t, &torch_faults::rank_is_zero)[0].rank == 0);
}

BOOST_AUTO_TEST_CASE(collectives_need_all_fields) {
  const torch_trace t = collectives();
  BOOST_TEST(collectives_with(t, nullptr).size() == 3u);
  BOOST_TEST(collectives_with(t, &torch_faults::collectives_need_all_fields).size() == 1u);
}

BOOST_AUTO_TEST_CASE(collectives_of_old_types) {
  const torch_trace t = collectives();
  BOOST_TEST(collectives_with(t, nullptr)[1].in_bytes == 2097152.0);  // 2097152 * 1 B
  BOOST_TEST(std::isnan(collectives_with(t, &torch_faults::collectives_of_old_types)[1].in_bytes));
}

BOOST_AUTO_TEST_CASE(collectives_by_kernels_alone) {
  // an all-reduce of 1024 numbers of 4 B, which only the op around its launch tells; then an op with two kernels
  const std::string said = R"("Collective name": "allreduce", "dtype": "Float", "In msg nelems": 1024, )"
                           R"("Out msg nelems": 1024, "Group size": 8, "Process Group Name": "0")";
  const torch_trace t = kineto_text().op("record_param_comms", 0, 10, said).launch("cudaLaunchKernel", 1, 1, 1)
                            .op("record_param_comms", 20, 10, said).launch("cudaLaunchKernel", 21, 1, 2)
                            .launch("cudaLaunchKernel", 24, 1, 3).kernel("ncclDevKernel_A", 100, 4, 1)
                            .kernel("ncclDevKernel_B", 110, 3, 2).kernel("ncclDevKernel_B", 120, 2, 3).read();
  const std::vector<torch_collective_row> rows = collectives_with(t, nullptr);
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].name == "ncclDevKernel_B");  // 3 + 2 us; which of them moves what is not told
  BOOST_TEST(!known(rows[0].fields.in_elements));
  BOOST_TEST(rows[1].name == "allreduce");
  BOOST_TEST(rows[1].group == "0");
  BOOST_TEST(rows[1].fields.group_size == 8);
  BOOST_TEST(rows[1].in_bytes == 4096.0);
  for (const torch_collective_row& r : collectives_with(t, &torch_faults::collectives_by_kernels_alone))
    BOOST_TEST(!known(r.fields.in_elements));
}

BOOST_AUTO_TEST_CASE(collectives_need_ops) {
  const torch_trace t = kineto_text().launch("hipLaunchKernel", 0, 1, 1).kernel("ncclDevKernel", 10, 4, 1).flow(1).read();
  const torch_profile run(t);
  BOOST_TEST(find(torch_tables(run, {}), "coll_analysis") != nullptr);
  torch_run_options how;
  how.faults.collectives_need_ops = true;
  const torch_profile as_the_original(t, how);
  BOOST_TEST(find(torch_tables(as_the_original, {}), "coll_analysis") == nullptr);
}

BOOST_AUTO_TEST_CASE(nested_ops_of_any_depth_take_linear_time) {
  // 20,000 nested ops, each with its own kernel: 200 million pairs of op and kernel
  kineto_text k;
  const int depth = 20'000;
  for (int i = 0; i < depth; ++i) k.op("aten::nested", i, 3 * depth - 2 * i);
  for (int i = 0; i < depth; ++i)
    k.launch("cudaLaunchKernel", depth + 0.5, 0.1, i + 1, 1).kernel("k", 4 * depth + 2 * i, 1, i + 1);
  const torch_trace t = k.read();
  const torch_profile run(t);
  BOOST_TEST(run.launches().work.size() == static_cast<std::size_t>(depth));
  // the time line, three on ops, all GPU work by op, and how much of it has a model: none, so there is no roofline
  BOOST_TEST(torch_tables(run, {}).size() == 6u);
}

BOOST_AUTO_TEST_CASE(parity_without_shapes_has_sheets_without_rows) {
  // Ops without arguments: with the original's faults no short kernel is listed, and there is no sheet of an op family
  // whose models read them.
  kineto_text k;
  k.op("aten::neg", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("void at::native::reduce_kernel<512>", 100, 5, 1).flow(1);
  const torch_trace t = k.read();
  torch_run_options how;
  how.faults = torch_faults::parity();
  torch_report_options options;
  options.original_names = options.short_kernels = true;
  options.model_faults = torch_model_faults::parity();
  const torch_profile run(t, how);
  const std::vector<table> tables = torch_tables(run, options);
  const table* const list = find(tables, "short_kernels_summary");
  BOOST_REQUIRE(list != nullptr);
  BOOST_TEST(list->rows() == 0u);
  BOOST_TEST(list->columns() > 0u);
  BOOST_TEST(find(tables, "UnaryElementwise") == nullptr);
}

BOOST_AUTO_TEST_CASE(every_number_of_threads_gives_the_same_sheets) {
  kineto_text k = small_model();
  k.kernel("lost", 200, 3, 99).flow_start(7);
  const torch_trace t = k.read();
  torch_report_options options;
  options.kernel_summary = options.short_kernels = options.overlaps = options.charts = true;
  const auto made = [&](unsigned threads) {
    torch_run_options how;
    options.threads = how.threads = threads;
    const torch_profile run(t, how);
    data_quality quality = quality_of(run, "t.json");
    const torch_report report = torch_report_of(run, options, &quality);
    std::string all;
    for (const table& s : report.tables) {
      all += s.name() + "\n";
      for (const auto& row : test::sheet_of(s))
        for (const std::string& cell : row) all += cell + "|";
      all += "\n";
    }
    for (const quality_issue& issue : quality.issues()) all += issue.reason + std::to_string(issue.count) + "\n";
    return all + report.roofline.about;
  };
  const std::string one = made(1);
  BOOST_TEST(one.find("kernel unlinked: GPU work that no launch reaches1\n") != std::string::npos, one);
  BOOST_TEST(one.find("\nkernel_summary\n") > one.find("\nmodel_coverage\n"));
  for (const unsigned threads : {2u, 3u, 7u}) BOOST_TEST(made(threads) == one);
}

BOOST_AUTO_TEST_CASE(what_a_trace_does_not_support_is_left_empty) {
  const torch_trace t = small_model().read();
  const torch_profile run(t);
  const auto with = [&](const char* check) {
    trace_health health = health_of(run);
    for (health_check& c : health.checks)
      c.is = c.name() == check ? trace_verdict::unknowable : trace_verdict::degraded;
    torch_report report = torch_report_of(run, {});
    leave_unknown(report, health);
    BOOST_TEST(report.tables[0].name() == "gpu_timeline");
    return std::move(report.tables[0]);
  };
  // 100 to 130, 140 to 150 and 160 to 168 us of work: 20 of 68 us are idle
  BOOST_TEST(cell_of(with("graph_replays"), "idle_time", "time ms") == "0.02");
  for (const char* const check : {"idle_unexplained", "graph_collapsed", "kernels_lost"}) {
    const table idle = with(check);
    BOOST_TEST(cell_of(idle, "idle_time", "time ms") == "");
    BOOST_TEST(cell_of(idle, "computation_time", "time ms") == "0.04");
  }
  const table all = with("epoch_mixed");
  BOOST_TEST(cell_of(all, "idle_time", "time ms") == "");
  BOOST_TEST(cell_of(all, "computation_time", "time ms") == "");
}

BOOST_AUTO_TEST_SUITE_END()
