#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_tree_perf)

BOOST_AUTO_TEST_CASE(its_tables_are_those_of_the_trace) {
  if (!has_programs()) return;
  // two matrix products of 30 and 10 us, 100-130 and 140-150, an addition of 5 us during the first one, a copy
  // at 160-165: computation 40, exposed copies 5, busy 45, total 65
  kineto_text k;
  k.op("aten::linear", 0, 30).op("aten::mm", 1, 10, R"("Input Dims": [[1000,1000],[1000,1000]], "Input type": ["c10::Half","c10::Half"])").launch("cudaLaunchKernel", 2, 2, 1).kernel("gemm_a", 100, 30, 1).flow(1);
  k.op("aten::mm", 12, 10).launch("cudaLaunchKernel", 13, 2, 2).kernel("gemm_b", 140, 10, 2).flow(2);
  k.op("aten::add", 40, 5).launch("cudaLaunchKernel", 41, 2, 3).kernel("add", 110, 5, 3).flow(3);
  k.launch("cudaMemcpyAsync", 50, 1, 4).gpu("gpu_memcpy", "Memcpy DtoH", 160, 5, 4).flow(4);
  const temporary_folder folder;
  program_run how;
  how.arguments = {folder.file("trace.json", k.text())};
  const program_answer answer = run_program("tree_perf", how);
  BOOST_TEST(answer.code == 0, answer.err);
  std::vector<std::string> lines;
  for (const std::string& line : test::lines_of(answer.out)) {
    const std::string words = test::words_of(line);
    if (!words.empty() && words.find_first_not_of("- ") != std::string::npos) lines.push_back(words);
  }
  const std::vector<std::string> wanted{
      "GPU timeline breakdown", "type time ms percent", "computation_time 0.040 61.54", "exposed_comm_time 0.000 0.00",
      "exposed_memcpy_time 0.005 7.69", "busy_time 0.045 69.23", "idle_time 0.020 30.77", "total_time 0.065 100.00",
      "total_comm_time 0.000 0.00", "total_memcpy_time 0.005 7.69",
      "GPU time by CPU op", "name Count total_direct_kernel_time_ms Percentage (%) Cumulative Percentage (%)",
      "aten::mm 2 0.040 80.00 % 80.00 %", "aten::add 1 0.005 10.00 % 90.00 %",
      "cudaMemcpyAsync 1 0.005 10.00 % 100.00 %",
      // 2 GFLOP and 6 MB in 30 us: 333.33 FLOP/B, 66.67 TFLOP/s, 0.20 TB/s; the trace names no chip
      "Roofline metrics", "name GFLOPS FLOPS/Byte TFLOPS/s_mean TB/s_mean",
      "aten::mm 2.00 333.33 66.67 0.20", "aten::mm", "aten::add",
      "cudaMemcpyAsync->Memcpy DtoH (Synthetic Op)",
      "The longest kernel", "gemm_a", "from cudaLaunchKernel", "from aten::mm", "from aten::linear"};
  BOOST_TEST(lines == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_roof_is_that_of_the_traced_chip) {
  if (!has_programs()) return;
  const auto shown_for = [](const std::string& device, const std::string& more = "",
                            const std::vector<std::string>& options = {}) {
    const std::string args = R"("args": {"correlation": 1, "stream": 7, "device": 0})";
    const std::string mm = R"("Input Dims": [[1000,1000],[1000,1000]], "Input type": ["c10::Half","c10::Half"])";
    const temporary_folder folder;
    program_run how;
    how.arguments = {folder.file("trace.json", R"({"deviceProperties": [{"id": 0, "name": ")" + device + "\"" + more + R"(}], "traceEvents": [
      {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 0, "dur": 10, "args": {)" + mm + R"(}},
      {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 2, "dur": 2, )" + args + R"(},
      {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 30, )" + args + R"(}]})")};
    how.arguments.insert(how.arguments.end(), options.begin(), options.end());
    return run_program("tree_perf", how);
  };
  // 2 GFLOP at 989.4 TFLOP/s are 2.02 us of 30: 6.74 %
  const program_answer known = shown_for("NVIDIA H100 80GB HBM3");
  BOOST_TEST(known.out.find("Roofline metrics of h100_sxm") != std::string::npos, known.out);
  BOOST_TEST(test::words_of(known.out).find("aten::mm 2.00 333.33 66.67 0.20 6.74") != std::string::npos, known.out);
  const program_answer strange = shown_for("NVIDIA Z999");
  BOOST_TEST(strange.code == 0);
  BOOST_TEST(strange.out.find("Roofline metrics\n") != std::string::npos, strange.out);
  BOOST_TEST(strange.out.find("Pct Roofline") == std::string::npos, strange.out);
  BOOST_TEST(strange.err.find("Z999") != std::string::npos, strange.err);
  // a device without a name, as ROCm writes them, is no chip either; it is described by what else is known
  const std::string facts = R"(, "computeMajor": 9, "computeMinor": 0, "warpSize": 64, "numSms": 104)";
  const program_answer nameless = shown_for("", facts);
  BOOST_TEST(nameless.out.find("Roofline metrics\n") != std::string::npos, nameless.out);
  BOOST_TEST(nameless.out.find("Pct Roofline") == std::string::npos, nameless.out);
  BOOST_TEST(nameless.err.find("device 0 (gfx90, 104 multiprocessors)") != std::string::npos, nameless.err);
  // 2 GFLOP at 1307.4 TFLOP/s are 1.53 us of 30: 5.10 %
  const program_answer chosen = shown_for("", facts, {"--arch", "mi300x"});
  BOOST_TEST(chosen.out.find("Roofline metrics of mi300x") != std::string::npos, chosen.out);
  BOOST_TEST(test::words_of(chosen.out).find("aten::mm 2.00 333.33 66.67 0.20 5.10") != std::string::npos, chosen.out);
  BOOST_TEST(chosen.err.empty(), chosen.err);
}

BOOST_AUTO_TEST_CASE(it_says_what_it_cannot_read) {
  if (!has_programs()) return;
  program_run how;
  BOOST_TEST(run_program("tree_perf", how).code == 2);
  how.arguments = {"/no/such/trace.json"};
  const program_answer answer = run_program("tree_perf", how);
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.starts_with("tree_perf: /no/such/trace.json"), answer.err);
}

BOOST_AUTO_TEST_SUITE_END()
