#include <ridgeline/xla/sheet/tables.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/period.hpp>

#include "tests/support/xla_calls.hpp"

using namespace ridgeline;
using test::cell_of;

namespace {

/// A product, `gemm.1`, and an addition, `add.2`.
test::profile two_instructions() {
  test::profile p;
  p.program.computation("main");
  const auto a = p.program.parameter("a", xplane::bf16({8, 4})), b = p.program.parameter("b", xplane::bf16({4, 6}));
  p.program.call("gemm.1", "__cublas$gemm", xplane::tuple({xplane::bf16({8, 6})}), {a, b}, test::gemm_config(1, 0),
                 xplane::op_name("jit(f)/dense/dot", "model.py", 3));
  p.program.add("add.2", "add", xplane::bf16({8, 4}), {a, a}, xplane::op_name("jit(f)/add"));
  return p;
}
std::uint64_t found(const jax_result& r, xla_problem p) { return r.problems[p].count; }

}  // namespace

BOOST_AUTO_TEST_SUITE(report_jax_result)

BOOST_AUTO_TEST_CASE(kernels_are_linked_to_launches_and_instructions) {
  test::profile p = two_instructions();
  p.kernels = {{"Cijk_Ailk_Bljk", "gemm.1"}, {"loop_add", "add.2", false}, {"loop_mul", "mul.9"}, {"nothing", ""}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const table t = jax_launchers_table(r);
  BOOST_REQUIRE(t.rows() == 4u);
  BOOST_TEST(cell_of(t, 0, "op category") == "GEMM");
  BOOST_TEST(cell_of(t, 0, "total_direct_kernel_time") == "10");
  BOOST_TEST(cell_of(t, 0, "GPU_kernel_launch_latency") == "5");
  BOOST_TEST(cell_of(t, 0, "Input Dims") == "((8, 4), (4, 6))");
  BOOST_TEST(cell_of(t, 0, "kernel_details") ==
             "[{'name': 'Cijk_Ailk_Bljk', 'dur': 10.0, 'custom_call_target': 'custom_call_target=\"__cublas$gemm\"', "
             "'operands': ['bf16[8,4]{1,0}', 'bf16[4,6]{1,0}'], 'outputs': 'NA', 'metadata': "
             "'metadata={op_name=\"jit(f)/dense/dot\" source_file=\"model.py\" source_line=3'}]");
  BOOST_TEST(cell_of(t, 1, "GPU_kernel_launch_latency") == "");
  BOOST_TEST(cell_of(t, 1, "Input type") == "('bf16', 'bf16')");
  BOOST_TEST(cell_of(t, 2, "Input Dims") == "()");
  BOOST_TEST(found(r, xla_problem::kernel_unlinked) == 1u);
  BOOST_TEST(found(r, xla_problem::instruction_missing) == 1u);
  BOOST_TEST(found(r, xla_problem::module_missing) == 0u);
  const table xla = jax_xla_table(r);
  BOOST_REQUIRE(xla.rows() == 3u);
  BOOST_TEST(cell_of(xla, 0, "total_input_bytes") == "128");  // 2 * 8 * 4 * 2
}

BOOST_AUTO_TEST_CASE(summaries_add_up) {
  test::profile p = two_instructions();
  p.kernels = {{"loop_add_3", "add.2"}, {"Cijk", "gemm.1"}, {"loop_add_12", "add.2"}, {"loop_add_3", "add.2"}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const table names = jax_summary_table(r);
  BOOST_REQUIRE(names.rows() == 3u);
  BOOST_TEST(cell_of(names, 0, "name") == "loop_add_3");
  BOOST_TEST(cell_of(names, 0, "total_direct_kernel_time_sum") == "20");
  BOOST_TEST(cell_of(names, 0, "Percentage (%)") == "50");
  BOOST_TEST(cell_of(names, 0, "Categories") == "['Uncategorized Events/XLA']");
  BOOST_TEST(cell_of(names, 2, "Cumulative Percentage (%)") == "100");
  const table categories = jax_category_table(r);
  BOOST_TEST(cell_of(categories, 0, "op category") == "Uncategorized Events/XLA");
  BOOST_TEST(cell_of(categories, 0, "total_direct_kernel_time_ms") == "0.03");
  BOOST_TEST(cell_of(categories, 0, "time ms per gpu") == "0.03");
  const table xla = jax_xla_summary_table(r);
  BOOST_REQUIRE(xla.rows() == 1u);  // without digits both have the same name
  BOOST_TEST(cell_of(xla, 0, "name") == "loop_add_");
  BOOST_TEST(cell_of(xla, 0, "Count") == "3");
  const table arguments = jax_arguments_table(r);
  BOOST_REQUIRE(arguments.rows() == 3u);
  BOOST_TEST(cell_of(arguments, 0, "operation_count") == "2");
  BOOST_TEST(cell_of(arguments, 0, "total_direct_kernel_time_std") == "0");
  BOOST_TEST(cell_of(arguments, 0, "ex_UID") == "0");
  BOOST_TEST(cell_of(arguments, 2, "total_direct_kernel_time_std") == "");  // of one
}

BOOST_AUTO_TEST_CASE(gpus_have_time_lines_of_their_own) {
  xplane::plane second("/device:GPU:1", 1), first("/device:GPU:0");
  second.line(1, "Stream #1").kernel("k", 0, 4'000'000, 1);
  // 0..10 us computes, 5..15 communicates, 20..21 copies: exposed 5 and 1; 21 in all, 5 idle
  first.line(1, "Stream #1").kernel("gemm", 0, 10'000'000, 2).kernel("MemcpyD2H", 20'000'000, 1'000'000, 3);
  first.line(2, "Stream #2").kernel("ncclKernel", 5'000'000, 10'000'000, 4);
  first.line(3, "XLA Modules").event("no stream", 0, 900'000'000);
  const auto trace = read_xplane(xplane::file({second.bytes(), first.bytes()}));
  const jax_result r = report_jax(*trace);
  const table t = jax_timeline_table(r);
  BOOST_REQUIRE(t.rows() == 16u);
  const std::vector<std::string> first_gpu{"0.01", "0.005", "0.001", "0.016", "0.005", "0.021", "0.01", "0.001"};
  for (std::size_t i = 0; i < 8; ++i) {
    BOOST_TEST(cell_of(t, i, "time ms") == first_gpu[i], cell_of(t, i, "type"));
    BOOST_TEST(cell_of(t, i, "gpu_pid") == "1");
  }
  BOOST_TEST(cell_of(t, 8, "gpu_pid") == "2");
  const table mean = jax_averages_table(r);
  BOOST_TEST(cell_of(mean, 5, "type") == "total_time");
  BOOST_TEST(cell_of(mean, 5, "time ms") == "0.0125");  // (21 + 4) / 2
  BOOST_TEST(std::stod(cell_of(mean, 0, "percent")) == 56.0, boost::test_tools::tolerance(1e-12));  // (10 + 4) / 25
  BOOST_TEST(mean.find("gpu_pid") == mean.columns());
  BOOST_TEST(r.kernels.size() == 3u);
  BOOST_TEST(cell_of(jax_launchers_table(r), 2, "UID") == "3");  // the copy also has a number
}

BOOST_AUTO_TEST_CASE(op_sheets_judge_against_a_chip) {
  test::profile p = two_instructions();
  p.kernels = {{"Cijk_Ailk_Bljk", "gemm.1"}};
  const xla_trace trace = p.read();
  jax_options options;
  const jax_result unjudged = report_jax(trace);
  const table plain = jax_op_table(unjudged, xla_category::gemm);
  BOOST_TEST(plain.name() == "op_gemm");
  BOOST_TEST(plain.find("Pct Roofline_mean") == plain.columns());
  BOOST_TEST(plain.find("TB/s_std") == plain.columns());  // one kernel has none, and no column is empty
  const hw::device* const chip = hw::chips::find("mi300x");
  BOOST_REQUIRE(chip != nullptr);
  const hw::roofs roofs = hw::roofs_of(*chip, hw::roof_kind::peak);
  options.roofs = &roofs;
  const jax_result judged = report_jax(trace, options);
  const table t = jax_op_table(judged, xla_category::gemm);
  BOOST_TEST(cell_of(t, 0, "Roofline Bound_first") == "MEMORY_BOUND");
  // (8*4 + 4*6 + 8*6) * 2 = 208 B at 5300 GB/s: 208 / 5300 ns = 3.92e-5 us of 10 us
  BOOST_TEST(std::stod(cell_of(t, 0, "Pct Roofline_mean")) == 208.0 / 5300 / 10'000 * 100, boost::test_tools::tolerance(1e-12));
}

/// A fill within attention and within its gradient is one row: name and parameters are equal. Forward 2 * (2*4*8*8) *
/// (32 + 32) = 65,536 FLOP, backward 2 * (2*4*8*8) * (3*32 + 2*32) = 163,840, each in 10 us.
BOOST_AUTO_TEST_CASE(kernels_of_a_row_have_the_rates_of_their_own_calls) {
  test::profile p;
  p.program.computation("main");
  const auto q = p.program.parameter("q", xplane::bf16({2, 8, 4, 32})), bias = p.program.parameter("b", xplane::bf16({0}));
  for (const std::string target : {"te_fused_attn_forward_ffi", "te_fused_attn_backward_ffi"}) {
    p.program.call(target + ".1", target, xplane::bf16({2, 8, 4, 32}), {q, q, q, bias}, "{mask_type = 0 : i64}");
    p.kernels.push_back({"fill", target + ".1"});
  }
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const table t = jax_op_table(r, xla_category::te);
  BOOST_REQUIRE(t.rows() == 1u);
  BOOST_TEST(cell_of(t, 0, "name_count") == "2");
  BOOST_TEST(cell_of(t, 0, "GFLOPS_first") == "6.5536e-05");
  const auto rate = [&](const char* title) { return std::stod(cell_of(t, 0, title)); };
  BOOST_TEST(rate("TFLOPS/s_mean") == 0.0114688, boost::test_tools::tolerance(1e-12));  // (65,536 + 163,840) / 2 / 1e7
  BOOST_TEST(rate("TFLOPS/s_max") == 0.016384, boost::test_tools::tolerance(1e-12));
}

/// A fusion around a library's product, whose operands are slices: 2 * 28 * 7 * 8 = 3136 FLOP, and 28 * 7 for the bias.
BOOST_AUTO_TEST_CASE(a_product_in_a_fusion_has_the_bias_and_the_types_of_its_call) {
  const auto of = [](std::string_view target, int type, std::string_view beta) {
    test::profile p;
    const auto call = [&](const char* computation) {
      p.program.computation(computation);
      return std::vector{p.program.parameter("a", xplane::array(type, {28, 8})),
                         p.program.parameter("b", xplane::array(type, {8, 7})),
                         p.program.parameter("c", xplane::bf16({28, 7}))};
    };
    const auto inner = call("inside");
    p.program.root(p.program.call("cublas.1", target, xplane::bf16({28, 7}), inner, test::gemm_config(1, 0, "", beta)));
    const auto outer = call("main");
    p.program.add("dynamic-slice-fusion.2", "fusion", xplane::bf16({28, 7}), outer, proto_bytes().packed(38, {1}));
    p.kernels = {{"nvjet_x_TNT", "dynamic-slice-fusion.2"}};
    const xla_trace trace = p.read();
    const jax_result r = report_jax(trace);
    const table products = jax_op_table(r, xla_category::gemm);
    return cell_of(jax_calls_table(r), 0, "GFLOPS") + " " + cell_of(products, 0, "param: bias") + " " +
           cell_of(products, 0, "param: dtype_A_B");
  };
  BOOST_TEST(of("__cublas$lt$matmul", 16, "1") == "3.332e-06 True ('bf16', 'bf16')");
  BOOST_TEST(of("__cublas$lt$matmul", 16, "0") == "3.136e-06 False ('bf16', 'bf16')");
  BOOST_TEST(of("__cublas$lt$matmul$f8", 20, "0") == "3.136e-06 False ('fp8', 'fp8')");
}

BOOST_AUTO_TEST_CASE(sheets_have_the_documented_names) {
  test::profile p = two_instructions();
  p.kernels = {{"Cijk_Ailk_Bljk", "gemm.1"}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const auto names = [&](jax_names which) {
    std::string all;
    for (const table& t : jax_tables(r, {}, which)) all += t.name() + " ";
    return all;
  };
  BOOST_TEST(names(jax_names::documented) ==
             "gpu_timeline gpu_events_averages kernel_launchers ops_summary ops_summary_by_category ops_all df_xla_perf "
             "xla_summary hlo_calls op_gemm data_quality ");
  BOOST_TEST(names(jax_names::original) ==
             "gpu_timeline gpu_events_averages kernel_launchers kernel_launchers_summary "
             "kernel_launchers_summary_by_category kernel_launchers_unique_args df_xla_perf xla_summary op_gemm "
             "data_quality ");
}

BOOST_AUTO_TEST_CASE(models_that_do_not_fit_are_counted) {
  test::profile p;
  p.program.computation("main");
  p.program.call("te_fused_attn_forward_ffi.1", "te_fused_attn_forward_ffi", xplane::bf16({1}),
                 {p.program.parameter("q", xplane::bf16({1}))});
  p.kernels = {{"fmha_fwd", "te_fused_attn_forward_ffi.1"}, {"fmha_fwd", "te_fused_attn_forward_ffi.1"}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  BOOST_TEST(found(r, xla_problem::model_failed) == 2u);
  BOOST_TEST(jax_op_table(r, xla_category::fa_forward).rows() == 0u);
  BOOST_TEST(quality_of(r.problems).lost_input());
}

BOOST_AUTO_TEST_CASE(a_profile_without_a_gpu_is_an_empty_report) {
  const auto trace = read_xplane(xplane::file({xplane::plane("/host:CPU").bytes()}));
  const jax_result r = report_jax(*trace);
  BOOST_TEST(found(r, xla_problem::no_device) == 1u);
  for (const table& t : jax_tables(r, {}, jax_names::documented)) BOOST_TEST(t.rows() == 0u, t.name());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(report_jax_calls)

BOOST_AUTO_TEST_CASE(a_call_is_charged_once) {
  test::profile p = two_instructions();
  // One call of three kernels: 30 us; 2 * 8 * 6 * 4 = 384 FLOP
  p.kernels = {{"fill", "gemm.1"}, {"fill", "gemm.1"}, {"Cijk_Ailk_Bljk", "gemm.1"}, {"loop_add", "add.2"}, {"stray", ""}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const table t = jax_calls_table(r);
  BOOST_REQUIRE(t.rows() == 2u);
  BOOST_TEST(cell_of(t, 0, "hlo_op") == "gemm.1");
  BOOST_TEST(cell_of(t, 0, "kernels") == "3");
  BOOST_TEST(cell_of(t, 0, "Kernel Time (µs)") == "30");
  BOOST_TEST(cell_of(t, 0, "Span (µs)") == "30");
  BOOST_TEST(cell_of(t, 0, "GFLOPS") == "3.84e-07");
  BOOST_TEST(std::stod(cell_of(t, 0, "TFLOPS/s")) == 1.28e-05, boost::test_tools::tolerance(1e-12));  // 384 / 30e-6 / 1e12
  BOOST_TEST(cell_of(t, 0, "Output Dims") == "((8, 6),)");
  BOOST_TEST(cell_of(t, 1, "opcode") == "add");
  BOOST_TEST(cell_of(t, 1, "GFLOPS") == "");
  BOOST_TEST(cell_of(t, 1, "start (µs)") == "30");
}

/// A start returns a tuple that holds another one: the arrays of both are listed, a token is none.
BOOST_AUTO_TEST_CASE(outputs_are_the_arrays_of_all_tuples) {
  test::profile p;
  p.program.computation("main");
  const auto a = p.program.parameter("a", xplane::f32({4096}));
  const xplane::shape token = xplane::array(17, {});
  p.program.add("reduce-scatter-start.1", "async-start",
                xplane::tuple({xplane::tuple({xplane::f32({4096})}), xplane::f32({1024}), token}), {a});
  p.kernels = {{"ncclDevKernel_ReduceScatter_Sum_f32_RING_LL", "reduce-scatter-start.1"}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const table t = jax_calls_table(r);
  BOOST_REQUIRE(t.rows() == 1u);
  BOOST_TEST(cell_of(t, 0, "Output Dims") == "((4096,), (1024,))");
  BOOST_TEST(cell_of(t, 0, "Output type") == "('f32', 'f32')");
}

BOOST_AUTO_TEST_CASE(runs_that_repeat_are_several_calls) {
  test::profile p = two_instructions();
  for (int i = 0; i < 3; ++i) {
    p.kernels.push_back({"fill", "gemm.1"});
    p.kernels.push_back({"Cijk", "gemm.1"});
  }
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const std::vector<jax_call>& calls = r.calls;
  BOOST_REQUIRE(calls.size() == 3u);
  for (const jax_call& c : calls) BOOST_TEST(c.kernels == 2);
  // A run that does not repeat is one call: fill, Cijk, fill
  const std::vector<jax_kernel>& k = r.kernels;
  BOOST_TEST(xla_detail::period_of(k.data(), 3) == 3u);
  BOOST_TEST(xla_detail::period_of(k.data(), 1) == 1u);
  BOOST_TEST(xla_detail::period_of(k.data(), 6) == 2u);
  BOOST_TEST(xla_detail::period_of(k.data(), 5) == 2u);
}

/// Calls of two kernels, 20 us: the profile may begin or end within one.
BOOST_AUTO_TEST_CASE(runs_that_repeat_may_be_cut) {
  const auto calls_of = [](std::string_view kernels) {  // f is the fill, C the product; a is of another instruction
    test::profile p = two_instructions();
    for (const char k : kernels)
      p.kernels.push_back({k == 'f' ? "fill" : k == 'C' ? "Cijk" : "loop_add", k == 'a' ? "add.2" : "gemm.1"});
    const xla_trace trace = p.read();
    const jax_result r = report_jax(trace);
    std::string sizes;
    for (const jax_call& c : r.calls) sizes += std::to_string(c.kernels);
    return sizes;
  };
  BOOST_TEST(calls_of("CfCfCfCa") == "12221");  // C, fC, fC, fC, and the addition
  BOOST_TEST(calls_of("afCfCfCf") == "12221");
  BOOST_TEST(calls_of("CfCfC") == "122");  // nothing tells which one is cut: the first
  BOOST_TEST(calls_of("CfC") == "3");
}

BOOST_AUTO_TEST_CASE(bytes_follow_from_the_shapes_where_no_model_describes_a_call) {
  test::profile p = two_instructions();
  p.kernels = {{"loop_add", "add.2"}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const std::vector<jax_call>& calls = r.calls;
  BOOST_REQUIRE(calls.size() == 1u);
  BOOST_TEST(calls[0].bytes().in(B) == 128.0);  // add(a, a): 8*4 read once, 8*4 written, of 2 B each
  BOOST_TEST(!known(calls[0].flops()));
}

BOOST_AUTO_TEST_CASE(the_roofline_is_of_calls_and_leaves_out_what_is_above_it) {
  test::profile p = two_instructions();
  p.kernels = {{"fill", "gemm.1"}, {"Cijk_Ailk_Bljk", "gemm.1"}, {"loop_add", "add.2"}};
  const xla_trace trace = p.read();
  hw::roofs roofs{"paper", false, 1 * GBps, {{"matrix_bf16", 1 * TFLOPps}}};
  jax_options options;
  options.roofs = &roofs;
  // 208 B at 1 GB/s: 208 ns of 20 us for both kernels of the call
  const roofline_chart drawn = jax_roofline(report_jax(trace, options));
  BOOST_REQUIRE(drawn.points.size() == 1u);
  BOOST_TEST(drawn.points[0].share == 208e-9 / 20e-6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(drawn.points[0].achieved.in(TFLOPps) == 384 / 20e-6 / 1e12, boost::test_tools::tolerance(1e-12));
  roofs.memory = 0.001 * GBps;  // 208 us: ten times what was measured
  const jax_result fast = report_jax(trace, options);
  const roofline_chart none = jax_roofline(fast);
  BOOST_TEST(none.points.empty());
  BOOST_TEST(none.about.find("Not drawn: 1 op ") != std::string::npos, none.about);
  BOOST_TEST(found(fast, xla_problem::above_roof) == 2u);  // add.2 as well: 128 us in 10
  const table t = jax_calls_table(fast);
  BOOST_TEST(cell_of(t, 0, "Roofline Bound") == "ABOVE_ROOF");
  roofs.memory = 1 * GBps;
  BOOST_TEST(cell_of(jax_calls_table(report_jax(trace, options)), 1, "Roofline Bound") == "MEMORY_BOUND (FLOP not known)");
}

BOOST_AUTO_TEST_CASE(kernels_of_another_chip_are_counted) {
  test::profile p = two_instructions();
  p.kernels = {{"Cijk_Ailk_Bljk", "gemm.1"}, {"sm90_xmma_gemm", "gemm.1"}, {"loop_add", "add.2"}};
  const xla_trace trace = p.read();
  const auto counted = [&](std::string_view name) {
    const hw::roofs roofs = hw::roofs_of(*hw::chips::find(name), hw::roof_kind::peak);
    jax_options options;
    options.roofs = &roofs;
    return found(report_jax(trace, options), xla_problem::other_chip);
  };
  BOOST_TEST(counted("mi300x") == 1u);  // NVIDIA's kernel
  BOOST_TEST(counted("h100") == 1u);    // the kernel of AMD's library
  BOOST_TEST(counted("a100") == 2u);    // and sm_90 is later than sm_80
}

BOOST_AUTO_TEST_SUITE_END()
