#include <ridgeline/torch/sheet/phases.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/report/report.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_torch_phases)

namespace {

std::string cells(const torch_profile& run, phase_method method, std::string_view sheet, bool parity = false) {
  torch_report_options options;
  options.kernel_summary = true;
  options.original_names = parity;
  options.phases = torch_phase_options{method, 10};
  for (const table& found : torch_tables(run, options)) {
    if (found.name() != sheet) continue;
    const table t = found.without("phase method").without("compared with").without("differs (%)");
    std::string all;
    for (const auto& row : test::sheet_of(t)) {
      for (const std::string& cell : row) all += cell + ";";
      all += '|';
    }
    return all;
  }
  return "none";
}

/// `decode` with two kernels of 10 and 5 us and again with one of 15 us, `prefill` with one of 20 us, `other` with one
/// of 8 us; a copy outside of ops, 2 us. A mixed step encloses `other`.
kineto_text serving() {
  kineto_text k;
  k.op("decode", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).launch("cudaLaunchKernel", 4, 2, 2);
  k.kernel("rms_norm", 100, 10, 1).flow(1).kernel("sgemm", 110, 5, 2).flow(2);
  k.op("decode", 10, 8).launch("cudaLaunchKernel", 11, 2, 3).kernel("rms_norm", 120, 15, 3).flow(3);
  k.op("prefill", 20, 8).launch("cudaLaunchKernel", 21, 2, 4).kernel("fmha_fwd", 140, 20, 4).flow(4);
  k.op("other", 30, 8).launch("cudaLaunchKernel", 31, 2, 5).kernel("k", 160, 8, 5).flow(5);
  k.launch("cudaMemcpyAsync", 50, 2, 6).gpu("gpu_memcpy", "Memcpy HtoD", 170, 2, 6).flow(6);
  k.span("user_annotation", "step[MIXED bs=9]", 29, 10);
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ops_are_summed_up_in_each_phase) {
  const torch_trace trace = serving().read();
  const torch_profile run(trace);
  const std::string titles = "Kernel categories;name;total_direct_kernel_time_sum;Count;total_direct_kernel_time_ms;Percentage (%);"
                             "Cumulative Percentage (%);|";
  // categories come from the first launch only: GEMM of sgemm, norm of rms_norm; 10 + 5 + 15 us
  BOOST_TEST(cells(run, phase_method::kernel_names, "ops_summary_decode") ==
             titles + "GEMM-Generic, Norm-RMS;decode;30.0;2;0.03;100.0;100.0;|");
  BOOST_TEST(cells(run, phase_method::kernel_names, "ops_summary_prefill") ==
             titles + "Attention-Forward;prefill;20.0;1;0.02;100.0;100.0;|");
  BOOST_TEST(cells(run, phase_method::kernel_names, "ops_summary_mixed") == "none");  // undecided is not a phase
  BOOST_TEST(cells(run, phase_method::attention_patterns, "ops_summary_prefill") == "none");
}

BOOST_AUTO_TEST_CASE(mixed_steps_have_a_sheet_by_methods_that_know_them) {
  const torch_trace trace = serving().read();
  const torch_profile run(trace);
  BOOST_TEST(cells(run, phase_method::annotations, "ops_summary_mixed").find("Uncategorized;other;8.0;1;0.008;100.0;100.0;|") !=
             std::string::npos);
  BOOST_TEST(cells(run, phase_method::annotations, "ops_summary_decode") == "none");
  BOOST_TEST(cells(run, phase_method::annotations, "kernel_summary_mixed").find("other;k;7;8.0;1;8.0;8.0;8.0;100.0;|") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(kernels_are_summed_up_in_each_phase) {
  const torch_trace trace = serving().read();
  const torch_profile run(trace);
  const std::string titles = "Parent op category;Parent cpu_op;Kernel name;Kernel stream;Kernel duration (µs)_sum;Kernel duration (µs)_count;"
                             "Kernel duration (µs)_mean;Kernel duration (µs)_min;Kernel duration (µs)_max;Percent of kernels time (%);|";
  // of 30 us: rms_norm 10 + 15, sgemm 5; by the words of op and kernel, whatever the method
  const std::string decode = cells(run, phase_method::attention_patterns, "kernel_summary_decode");
  BOOST_TEST(decode.starts_with(titles), decode);
  BOOST_TEST(decode.find("decode;rms_norm;7;25.0;2;12.5;10.0;15.0;83.33333333333") != std::string::npos, decode);
  BOOST_TEST(decode.find("decode;sgemm;7;5.0;1;5.0;5.0;5.0;16.6666666666666") != std::string::npos, decode);
  BOOST_TEST(cells(run, phase_method::attention_patterns, "kernel_summary_mixed") == "none");
  BOOST_TEST(cells(run, phase_method::hybrid, "kernel_summary").find("Percent of total time (%)") != std::string::npos);
  BOOST_TEST(cells(run, phase_method::hybrid, "kernel_summary", true).find("Percent of total time (%)") == std::string::npos);
  BOOST_TEST(cells(run, phase_method::hybrid, "kernel_summary").starts_with("Kernel category;Parent op category;"));
}

BOOST_AUTO_TEST_CASE(a_phase_without_time_has_no_shares) {
  kineto_text k;
  k.op("decode", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("k", 100, 0, 1).flow(1);
  const torch_trace trace = k.read();
  const torch_profile run(trace);
  BOOST_TEST(cells(run, phase_method::kernel_names, "ops_summary_decode").find("Uncategorized;decode;0.0;1;0.0;0.0;0.0;|") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(sheets_of_phases_stand_behind_the_ops) {
  const torch_trace trace = serving().read();
  const torch_profile run(trace);
  torch_report_options options;
  options.kernel_summary = true;
  options.phases = torch_phase_options{phase_method::kernel_names, 10};
  std::string names;
  for (const table& t : torch_tables(run, options)) names += t.name() + " ";
  BOOST_TEST(names.find("ops_all ops_summary_prefill ops_summary_decode ") != std::string::npos, names);
  BOOST_TEST(names.find("kernel_summary kernel_summary_prefill kernel_summary_decode ") != std::string::npos, names);
}

BOOST_AUTO_TEST_CASE(launches_without_a_phase_are_counted) {
  const torch_trace trace = serving().read();
  const torch_profile run(trace);
  torch_report_options options;
  options.phases = torch_phase_options{phase_method::annotations, 10};
  data_quality quality;
  torch_tables(run, options, &quality);
  // three before the first step, and the copy after the last
  BOOST_REQUIRE(quality.issues().size() == 2u);
  BOOST_TEST(quality.issues()[0].count == 1u);  // the mixed step: all that `shapes` sees is the attention of `prefill`
  BOOST_TEST(quality.issues()[0].example == "annotations (used) and shapes: 100.0 % of the GPU time that both label");
  BOOST_TEST(quality.issues()[1].count == 4u);
  BOOST_TEST(quality.issues()[1].example == "decode");
}

BOOST_AUTO_TEST_SUITE_END()
