// Where reports differ from the original by default: roofs, categories, coverage, phases, remarks.

#include <ridgeline/torch/report/report.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/problem.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/families.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/backward.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_report_numbers)

namespace {

torch_profile profile_with(const torch_trace& t, bool torch_faults::*fault = nullptr) {
  torch_run_options how;
  if (fault != nullptr) how.faults.*fault = true;
  return torch_profile(t, how);
}

/// An op with one kernel of 10 us that starts after the previous op has ended.
kineto_text& launched(kineto_text& k, std::string_view op, std::string_view kernel, int n, std::string_view args = "",
                      std::string_view launch = "cudaLaunchKernel") {
  const double at = 100.0 * n;
  if (!op.empty()) k.op(op, at, 10, args);
  return k.launch(launch, at + 1, 2, n).kernel(kernel, at + 20, 10, n).flow(n);
}

constexpr std::string_view bf16_add =
    R"("Input Dims": [[1000,1000],[1000,1000],[]], "Input type": ["c10::BFloat16","c10::BFloat16","Scalar"], )"
    R"("Concrete Inputs": ["","","1"])";

std::string_view category_of(const torch_profile& run, std::string_view name) {
  for (const torch_launch& l : run.launches().rows)
    if (run.trace().name(run.event(l.event)) == name) return l.category;
  return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(roof_needs_compute_peak) {
  kineto_text k;
  launched(k, "aten::add", "void at::native::vectorized_elementwise_kernel<4>", 1, bf16_add);
  const torch_trace t = k.read();
  const hw::roofs roofs{"chip", false, 1000 * GBps, {{"matrix_bf16", 1 * TFLOPps}}};  // no peak for vector_bf16
  // three matrices of 10^6 elements, two bytes each: 6 * 10^6 B at 10^12 B/s take 6 us of the 10
  const torch_unified here = torch_unified_of(profile_with(t), &roofs);
  BOOST_REQUIRE(here.rows.size() == 1u);
  BOOST_TEST(here.has_roofs);
  BOOST_TEST(here.rows[0].roof_time.value == 6.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(here.rows[0].share.mean == 0.6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(here.rows[0].bound == "MEMORY_BOUND (compute peak unknown)");
  const torch_profile as_original = profile_with(t, &torch_faults::roof_needs_compute_peak);
  // 10^6 FLOP at 10^12 FLOP/s take 1 us of the 10; how fast the memory is nobody says
  const hw::roofs no_memory{"chip", true, missing<bandwidth>, {{"vector_bf16", 1 * TFLOPps}}};
  const torch_unified computed = torch_unified_of(profile_with(t), &no_memory);
  BOOST_TEST(computed.has_roofs);
  BOOST_TEST(computed.rows[0].roof_time.value == 1.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(computed.rows[0].share.mean == 0.1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(computed.rows[0].bound == "COMPUTE_BOUND (memory bandwidth unknown)");
  BOOST_TEST(!torch_unified_of(as_original, &no_memory).has_roofs);
  const hw::roofs neither{"chip", true, missing<bandwidth>, {{"matrix_fp8", 1 * TFLOPps}}};
  BOOST_TEST(!torch_unified_of(profile_with(t), &neither).has_roofs);
  const torch_unified original = torch_unified_of(as_original, &roofs);
  BOOST_TEST(!original.has_roofs);
  BOOST_TEST(original.rows[0].bound == "");
}

/// Products of fp32 on a chip without matrix units for them: 20 TFLOP/s on its vector units, 160 rounded to TF32.
BOOST_AUTO_TEST_CASE(products_of_fp32_have_the_roof_of_what_computes_them) {
  constexpr std::string_view fp32 =
      R"("Input Dims": [[1000,1000],[1000,1000]], "Input type": ["float","float"], "Concrete Inputs": ["",""])";
  kineto_text k;  // 2 * 10^9 FLOP each, 12 * 10^6 B
  const auto product = [&](std::string_view kernel, int at, double length, int number) {
    k.op("aten::mm", at, 10, std::string(fp32));
    k.launch("cudaLaunchKernel", at + 1, 2, number).kernel(std::string(kernel), 1000 + at, length, number).flow(number);
  };
  product("ampere_sgemm_128x64_tn", 0, 200, 1);
  product("cutlass_80_tensorop_s1688gemm_128x128", 20, 200, 2);
  product("sm80_xmma_gemm_tf32f32_tf32f32_f32", 40, 200, 3);
  product("nvjet_sm90_sss", 60, 50, 4);  // 40 TFLOP/s: impossible in fp32
  product("ampere_sgemm_128x64_nn", 80, 95, 5);  // 21 TFLOP/s: the clock is above the nominal one
  product("volta_scudnn_winograd_128x128_ldg1_ldg4", 100, 50, 6);  // which needs fewer FLOP: only the memory's roof
  const torch_trace t = k.read();
  hw::roofs roofs{"chip", false, 1000 * GBps, {{"vector_fp32", 20 * TFLOPps}, {"matrix_tf32", 160 * TFLOPps}}, true};
  BOOST_TEST(roofs.rate_of("matrix_fp32").in(TFLOPps) == 20.0);
  BOOST_TEST(!known(roofs.rate_of("matrix_bf16")));
  const torch_profile run = profile_with(t);
  torch_costs costs(run.tree());
  const backward_links links = link_backward(run.tree());
  const torch_families sheets = torch_sheets_of(run, costs, links, &roofs);
  BOOST_REQUIRE(sheets.sheets.size() == 1u);
  // 2 * 10^9 FLOP take 100 us at 20 TFLOP/s, 12.5 at 160; 12 * 10^6 B take 12 us
  const double roof_time[] = {100, 12.5, 12.5, 12.5, 100}, share[] = {0.5, 0.0625, 0.0625, 0.25, 100 / 95.0};
  for (std::size_t i = 0; i < 5; ++i) {
    const torch_metrics m = sheets.sheets[0].metrics_of(sheets.sheets[0].events[i]);
    BOOST_TEST(m.roof_time() == roof_time[i], boost::test_tools::tolerance(1e-12));
    BOOST_TEST(m.share() == share[i], boost::test_tools::tolerance(1e-12));
    BOOST_TEST(m.bound() == "COMPUTE_BOUND");
    BOOST_TEST(sheets.sheets[0].cost_of(sheets.sheets[0].events[i]).spec == "matrix_fp32");
  }
  const torch_metrics winograd = sheets.sheets[0].metrics_of(sheets.sheets[0].events[5]);
  BOOST_TEST(winograd.roof_time() == 12.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(winograd.bound() == "MEMORY_BOUND (compute peak unknown)");
  const std::vector<torch_unified_row> rows = torch_unified_of(run, &roofs).rows;
  BOOST_REQUIRE(rows.size() == 1u);  // six calls of the same product
  BOOST_TEST(rows[0].roof_time.value == 100.0, boost::test_tools::tolerance(1e-12));
  // the original has no roof, and neither does a custom file of rates
  BOOST_TEST(!torch_unified_of(profile_with(t, &torch_faults::roof_needs_compute_peak), &roofs).has_roofs);
  roofs.vectors_stand_in = false;
  BOOST_TEST(torch_unified_of(run, &roofs).rows[0].bound == "MEMORY_BOUND (compute peak unknown)");
}

/// The same on a chip with matrix units for fp32, 100 TFLOP/s, and TF32, 400.
BOOST_AUTO_TEST_CASE(products_of_fp32_may_be_rounded_where_the_chip_has_matrix_units_for_them) {
  constexpr std::string_view fp32 =
      R"("Input Dims": [[1000,1000],[1000,1000]], "Input type": ["float","float"], "Concrete Inputs": ["",""])";
  kineto_text k;  // 2 * 10^9 FLOP each: 20 us, rounded 5; 12 * 10^6 B take 12
  launched(k, "aten::mm", "Cijk_Ailk_Bljk_S_MX_B_UserArgs_MT128x128x32_MI16x16x1_SN", 1, fp32);
  const torch_trace t = k.read();
  const hw::roofs rounding{"chip", false, 1000 * GBps,
                           {{"matrix_fp32", 100 * TFLOPps}, {"matrix_tf32", 400 * TFLOPps}}, true};
  const torch_unified rows = torch_unified_of(profile_with(t), &rounding);
  BOOST_REQUIRE(rows.rows.size() == 1u);
  BOOST_TEST(rows.rows[0].roof_time.value == 12.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rows.rows[0].bound == "MEMORY_BOUND");
  // without a rate of TF32, which is then made of products of other types
  const hw::roofs other{"chip", false, 1000 * GBps, {{"matrix_fp32", 100 * TFLOPps}}, true};
  BOOST_TEST(torch_unified_of(profile_with(t), &other).rows[0].bound == "MEMORY_BOUND (compute peak unknown)");
  // rates from a file say nothing of rounding: 20 us
  const hw::roofs file{"chip", false, 1000 * GBps, {{"matrix_fp32", 100 * TFLOPps}, {"matrix_tf32", 400 * TFLOPps}}};
  BOOST_TEST(torch_unified_of(profile_with(t), &file).rows[0].roof_time.value == 20.0,
             boost::test_tools::tolerance(1e-12));
  kineto_text plain;
  launched(plain, "aten::mm", "Cijk_Ailk_Bljk_SB_MT64x64x32", 1, fp32);
  const torch_trace p = plain.read();
  BOOST_TEST(torch_unified_of(profile_with(p), &other).rows[0].bound == "COMPUTE_BOUND");
}

BOOST_AUTO_TEST_CASE(categories_by_table) {
  kineto_text k;
  launched(k, "_my_fa_C::varlen_fwd", "void flash_fwd_splitkv_kernel<Traits>", 1);       // by its kernel
  launched(k, "sgl::unified_attention", "_fwd_kernel", 2);  // by its name
  launched(k, "my::rotary_attention_embedding", "k", 3);                                    // around attention
  launched(k, "vllm::reshape_and_cache_flash_attn", "k", 4);
  launched(k, "", "void at::native::vectorized_elementwise_kernel", 5, "", "cudaGraphLaunch");
  launched(k, "CompiledFxGraph", "gemm", 6, "", "hipGraphLaunch");
  launched(k, "aten::mm", "gemm", 7);
  launched(k, "_LayerNormLinear", "nvjet_tst_128x64_TN", 8);  // by its kernel, although not by its name
  launched(k, "deep_gemm::fp8_gemm_nt", "k", 9);
  launched(k, "my::attn_scale", "void at::native::vectorized_elementwise_kernel", 10);  // its kernel says otherwise
  launched(k, "my::attn_norm", "void at::native::vectorized_layer_norm_kernel", 11);
  const torch_trace t = k.read();
  const torch_profile run(t), original = profile_with(t, &torch_faults::categories_by_table);
  BOOST_TEST(category_of(run, "_my_fa_C::varlen_fwd") == "attention");
  BOOST_TEST(category_of(run, "sgl::unified_attention") == "attention");
  BOOST_TEST(category_of(run, "my::rotary_attention_embedding") == "other");
  BOOST_TEST(category_of(run, "vllm::reshape_and_cache_flash_attn") == "other");
  BOOST_TEST(category_of(run, "cudaGraphLaunch") == "graph");
  BOOST_TEST(category_of(run, "CompiledFxGraph") == "graph");
  BOOST_TEST(category_of(run, "aten::mm") == "GEMM");
  BOOST_TEST(category_of(run, "_LayerNormLinear") == "GEMM");
  BOOST_TEST(category_of(run, "deep_gemm::fp8_gemm_nt") == "GEMM");
  BOOST_TEST(category_of(original, "deep_gemm::fp8_gemm_nt") == "other");
  BOOST_TEST(category_of(original, "_my_fa_C::varlen_fwd") == "other");
  BOOST_TEST(category_of(run, "my::attn_scale") == "elementwise");
  BOOST_TEST(category_of(run, "my::attn_norm") == "other");
  BOOST_TEST(category_of(original, "sgl::unified_attention") == "other");
  BOOST_TEST(category_of(original, "cudaGraphLaunch") == "elementwise");
}

BOOST_AUTO_TEST_CASE(the_kernels_that_run_longest_give_the_category) {
  const auto trace_of = [](std::string_view calls, std::string_view first) {
    kineto_text k;
    k.op("my::op", 0, 50);
    int n = 0;  // 10 us of the first, 20 + 15 us of matrix products, 20 us that say nothing, 34 us of a reduction
    struct one { std::string_view name; double time; };
    for (const one& w : {one{first, 10}, one{"nvjet_tst_a", 20}, one{"k", 20},
                         one{"void at::native::reduce_kernel", 34}, one{"nvjet_tst_b", 15}}) {
      ++n;
      k.span(calls, "cuLaunchKernelEx", 5 * n, 2, "\"correlation\": " + std::to_string(n));
      k.kernel(w.name, 100 * n, w.time, n).flow(n);
    }
    return k.read();
  };
  const torch_trace t = trace_of("cuda_runtime", "void te::cast_kernel");
  const torch_profile run(t), original = profile_with(t, &torch_faults::categories_by_table);
  BOOST_TEST(category_of(run, "my::op") == "GEMM");  // 35 us; the cast and `k` say nothing
  BOOST_TEST(category_of(original, "my::op") == "other");
  // the first one, if it is PyTorch's own and says its work
  const torch_trace own = trace_of("cuda_runtime", "void at::native::vectorized_elementwise_kernel");
  BOOST_TEST(category_of(torch_profile(own), "my::op") == "elementwise");
  // below calls of the driver, each kernel has its own row; what says nothing has the category of the launch
  const torch_trace by_driver = trace_of("cuda_driver", "void te::cast_kernel");
  const auto rows_of = [&](bool torch_faults::*fault) {
    std::string all;
    const torch_profile of(by_driver, profile_with(by_driver, fault).options());
    for (const torch_unified_row& r : torch_unified_of(of, nullptr).rows)
      all += r.name.substr(r.name.find("->") + 2) + ": " + std::string(r.category) + "\n";
    return all;
  };
  BOOST_TEST(rows_of(nullptr) == "void at::native::reduce_kernel (Synthetic Op): reduce\n"
                                 "nvjet_tst_a (Synthetic Op): GEMM\n"
                                 "k (Synthetic Op): GEMM\n"
                                 "nvjet_tst_b (Synthetic Op): GEMM\n"
                                 "void te::cast_kernel (Synthetic Op): GEMM\n");
  const std::string original_rows = rows_of(&torch_faults::categories_by_table);
  BOOST_TEST(original_rows.find("nvjet_tst_a (Synthetic Op): other\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(coverage_is_time_with_figures_of_all_time) {
  kineto_text k;
  launched(k, "aten::add", "k", 1, bf16_add);
  launched(k, "aten::convolution", "conv", 2,  // it has a model, but no stride was recorded
           R"("Input Dims": [[1,2,4,4],[3,2,3,3]], "Input type": ["float","float"])");
  launched(k, "my::op", "k", 3).gpu("gpu_memcpy", "Memcpy HtoD", 330, 4, 3);
  k.launch("cudaLaunchKernel", 401, 2, 4).kernel("ncclDevKernel_AllReduce", 420, 16, 4).flow(4);
  k.kernel("lost", 500, 10, 99);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const std::vector<torch_coverage_row> rows = torch_coverage_of(torch_unified_of(run, nullptr));
  BOOST_REQUIRE(rows.size() == 5u);
  // 10 + 10 + 14 us of ops, 16 between ranks, 10 of no launch
  BOOST_TEST(rows[0].op == "(FLOP and bytes are known)");
  BOOST_TEST(rows[0].time == 10.0);
  BOOST_TEST(rows[0].part.share == 10.0 / 60, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rows[1].op == "(communication)");
  BOOST_TEST(rows[1].time == 16.0);
  BOOST_TEST(rows[1].calls == 1);
  BOOST_TEST(rows[2].op == "my::op");
  BOOST_TEST(rows[2].time == 14.0);
  BOOST_TEST(!rows[2].has_model);
  BOOST_TEST(rows[3].op == "(GPU work without a launch)");
  BOOST_TEST(rows[3].calls == 1);
  BOOST_TEST(rows[4].op == "aten::convolution");
  BOOST_TEST(rows[4].has_model);

  torch_report_options options;
  options.charts = true;
  data_quality quality;
  const torch_report report = torch_report_of(run, options, &quality);
  BOOST_TEST(report.roofline.about.find("known for 16.7 % of all GPU time") != std::string::npos, report.roofline.about);
  bool said = false;
  for (const quality_issue& issue : quality.issues())
    said = said || (issue.reason.find("was not recorded") != std::string::npos && issue.example == "aten::convolution");
  BOOST_TEST(said);
}

BOOST_AUTO_TEST_CASE(the_chip_is_that_of_the_trace) {
  torch_trace t;
  BOOST_TEST(traced_chip_of(t).name == "");
  t.devices.emplace_back().name = "NVIDIA H100 80GB HBM3";
  const torch_traced_chip known = traced_chip_of(t);
  BOOST_REQUIRE(known.chip != nullptr);
  BOOST_TEST(roofs_of(known, hw::roof_kind::peak)->name == known.chip->name);
  t.devices.front().name = "NVIDIA H101";
  const torch_traced_chip unknown = traced_chip_of(t);
  BOOST_TEST(unknown.chip == nullptr);
  BOOST_TEST(!roofs_of(unknown, hw::roof_kind::peak));
  data_quality quality;
  remark_on(known, quality);
  BOOST_TEST(quality.empty());
  remark_on(unknown, quality);
  BOOST_REQUIRE(quality.issues().size() == 1u);
  BOOST_TEST(quality.issues()[0].example.starts_with("NVIDIA H101; most like h10"), quality.issues()[0].example);
  BOOST_TEST(lack_of_roofs(known).empty());
  // a display card is listed first; 300 ns ran on the second, 100 on it
  torch_trace two;
  two.devices.push_back({.id = 0, .name = "NVIDIA A10"});
  two.devices.push_back({.id = 1, .name = "NVIDIA H100 80GB HBM3"});
  BOOST_TEST(traced_chip_of(two).name == "NVIDIA A10");
  for (const std::int64_t device : {1, 0}) {
    torch_event& e = two.events.emplace_back();
    e.category = kineto_category::kernel, e.time = duration::of(device == 1 ? 300 : 100);
    e.args = static_cast<std::uint32_t>(two.gpus.size());
    two.gpus.emplace_back().device = device;
    if (device == 1) BOOST_TEST(traced_chip_of(two).other == "");
  }
  BOOST_TEST(traced_chip_of(two).name == "NVIDIA H100 80GB HBM3");
  BOOST_TEST(traced_chip_of(two).other == "NVIDIA A10");
  data_quality said;
  remark_on(traced_chip_of(two), said);
  BOOST_REQUIRE(said.issues().size() == 1u);
  BOOST_TEST(said.issues()[0].example == "NVIDIA H100 80GB HBM3; also NVIDIA A10");
  BOOST_TEST(lack_of_roofs(unknown).starts_with("The device of the trace, NVIDIA H101, is not a built-in chip"));
  // of compute capability 9.0, with 132 multiprocessors and 94.5 GiB: a GH200 has 96, H100 NVL 94
  t.devices.front() = {0, "completely different thing", 101'468'602'368, 132, 32, 9, 0};
  BOOST_TEST(lack_of_roofs(traced_chip_of(t)).ends_with("the most similar one, whose rates may differ, is gh200"),
             lack_of_roofs(traced_chip_of(t)));
  // without a name: 206,141,652,992 B are 191.98 times 2^30
  t.devices.front() = {0, "", 206'141'652'992, 304, 64, 9, 4};
  const torch_traced_chip nameless = traced_chip_of(t);
  BOOST_TEST(nameless.name == "device 0 (gfx94, 304 multiprocessors, 192 GiB)");
  BOOST_REQUIRE(nameless.nearest != nullptr);
  BOOST_TEST(nameless.nearest->name == "mi300x");
  BOOST_TEST(!nameless.chip);
  data_quality of_nameless;
  remark_on(nameless, of_nameless);
  BOOST_TEST(of_nameless.issues().size() == 1u);
  t.devices.front() = {0, "", missing<std::int64_t>, 0, missing<std::int64_t>, missing<std::int64_t>,
                       missing<std::int64_t>};
  BOOST_TEST(traced_chip_of(t).name == "");  // nothing is known of it
  BOOST_TEST(lack_of_roofs(traced_chip_of(t)) == "");
  BOOST_TEST(!quality.lost_input());
}

BOOST_AUTO_TEST_CASE(of_the_chips_in_a_name_the_number_of_cores_decides) {
  torch_trace t;
  t.devices.push_back({.id = 0, .name = "AMD Instinct MI250X / MI250"});
  for (const auto& [cores, chip] : {std::pair{104, "mi250_gcd"}, std::pair{110, "mi250x_gcd"}}) {
    t.devices.front().multiprocessors = cores;
    const torch_traced_chip traced = traced_chip_of(t);
    BOOST_REQUIRE(traced.chip != nullptr);
    BOOST_TEST(traced.chip->name == chip);
  }
  // 104 * 1024 FLOP/clk at 1.7 GHz
  t.devices.front().multiprocessors = 104;
  BOOST_TEST(roofs_of(traced_chip_of(t), hw::roof_kind::peak)->rate_of("matrix_bf16").in(TFLOPps) == 181.05,
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_part_of_a_chip_has_none_of_its_roofs) {  // an MI300X has 304 cores: 38 in each of eight devices, or 152 of two
  torch_trace t;
  t.devices.push_back({.id = 0, .name = "AMD Instinct MI300X"});
  for (const std::int64_t cores : {38, 76, 152}) {
    t.devices.front().multiprocessors = cores;
    const torch_traced_chip part = traced_chip_of(t);
    BOOST_TEST(part.chip == nullptr, cores);
    BOOST_TEST(!roofs_of(part, hw::roof_kind::peak), cores);
    BOOST_TEST(lack_of_roofs(part).starts_with("The device of the trace, AMD Instinct MI300X (" + std::to_string(cores) +
                                               " of its 304 cores), is not a built-in chip"), lack_of_roofs(part));
    BOOST_TEST(lack_of_roofs(part).ends_with("the most similar one, whose rates may differ, is mi300x"));
    data_quality quality;
    remark_on(part, quality);
    BOOST_REQUIRE(quality.issues().size() == 1u);
    BOOST_TEST(quality.issues()[0].example ==
               "AMD Instinct MI300X (" + std::to_string(cores) + " of its 304 cores); most like mi300x");
  }
  for (const std::int64_t cores : {304, 300, 228, 0}) {  // whole chips, also with some cores off; nothing recorded
    t.devices.front().multiprocessors = cores;
    BOOST_TEST(traced_chip_of(t).chip != nullptr, cores);
  }
  t.devices.front() = {.id = 0, .name = "AMD Instinct MI250X", .multiprocessors = 110};  // one die is the device
  BOOST_TEST(traced_chip_of(t).chip != nullptr);
}

BOOST_AUTO_TEST_CASE(the_phase_method_is_what_the_trace_allows) {
  kineto_text plain;
  launched(plain, "my::op", "k", 1);
  const torch_trace nothing = plain.read();
  const torch_profile without(nothing);
  BOOST_TEST((torch_phase_method_of(without, {}) == phase_method::hybrid));
  BOOST_TEST((torch_phase_method_of(without, {phase_method::shapes, 10}) == phase_method::shapes));
  BOOST_TEST((torch_phase_method_beside(without, phase_method::hybrid, {}) == phase_method::gemm_params));

  // a product of 512 rows looks like a prompt
  constexpr std::string_view rows = R"("Input Dims": [[512,64],[64,64]], "Input type": ["float","float"])";
  kineto_text shaped;
  launched(shaped, "aten::mm", "gemm", 1, rows);
  const torch_trace with_shapes = shaped.read();
  const torch_profile by_shape(with_shapes);
  BOOST_TEST((torch_phase_method_of(by_shape, {}) == phase_method::shapes));
  BOOST_TEST((torch_phases_of(by_shape, {}).at(0) == inference_phase::prefill));

  // but the range around it says otherwise
  shaped.span("user_annotation", "step[DECODE bs=512]", 90, 50);
  const torch_trace with_ranges = shaped.read();
  const torch_profile by_range(with_ranges);
  BOOST_TEST((torch_phase_method_of(by_range, {}) == phase_method::annotations));
  BOOST_TEST((torch_phase_method_beside(by_range, phase_method::annotations, {}) == phase_method::shapes));
  torch_report_options options;
  options.phases.emplace();
  data_quality quality;
  std::string header;
  std::string scratch;
  for (const table& s : torch_tables(by_range, options, &quality)) {
    if (s.name() != "ops_summary_decode") continue;
    BOOST_REQUIRE(s.find("differs (%)") < s.columns());
    BOOST_TEST(s.at(0, s.find("phase method"), scratch).text == "annotations");
    BOOST_TEST(s.at(0, s.find("compared with"), scratch).text == "shapes");
    BOOST_TEST(s.at(0, s.find("differs (%)"), scratch).real == 100.0);  // `shapes` says prefill
    header = s.name();
  }
  BOOST_TEST(header == "ops_summary_decode");
  bool said = false;
  for (const quality_issue& issue : quality.issues())
    said = said || issue.example == "annotations (used) and shapes: 100.0 % of the GPU time that both label";
  BOOST_TEST(said);
  options.original_names = true;
  for (const table& s : torch_tables(by_range, options)) BOOST_TEST(s.find("phase method") == s.columns());
}

BOOST_AUTO_TEST_CASE(what_is_missing_stands_first_and_what_is_usual_last) {
  data_quality quality;
  quality.add(std::string(name_of(torch_problem::flow_unstarted)) + ": usual on ROCm", {}, "", false, 1116);
  quality.add("something else", {}, "", true);
  torch_overview overview;
  overview.missing = {"shapes, so ...", "frames, so ..."};
  order_remarks(quality, overview);
  BOOST_REQUIRE(quality.issues().size() == 4u);
  BOOST_TEST(quality.issues()[0].reason == "not recorded: shapes, so ...");
  BOOST_TEST(quality.issues()[1].reason == "not recorded: frames, so ...");
  BOOST_TEST(quality.issues()[2].reason == "something else");
  BOOST_TEST(quality.issues()[3].count == 1116u);
}

BOOST_AUTO_TEST_CASE(graphs_alone_are_said_with_their_cure) {
  kineto_text k;
  launched(k, "aten::mm", "gemm", 1, R"("Input Dims": [[2,3],[3,4]], "Input type": ["float","float"])");
  for (int n = 2; n < 5; ++n) launched(k, "", "gemm", n, "", "cudaGraphLaunch");
  const torch_trace t = k.read();
  bool said = false;
  for (const std::string& sentence : torch_report_of(torch_profile(t), {}).overview.missing)
    said = said || (sentence.find("3 of 4 pieces") != std::string::npos &&
                    sentence.find("enforce_eager=True") != std::string::npos);
  BOOST_TEST(said);
}

BOOST_AUTO_TEST_SUITE_END()
