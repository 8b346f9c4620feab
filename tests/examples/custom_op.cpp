#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_custom_op)

// Row 120 of the sample: ScaledDotProductAttention, causal, HiFi2, 64 cores, 338027 ns; Q and output of
// 1 x 32 x 2048 x 64 BF16, K and V of 1 x 8 x 2048 x 64 BFP8, all in DRAM.
//   FLOP   (2 + 2) / 2 * 32 * 2048 * 64 * 2048                            = 17179869184
//   bytes  2 * 32 * 2048 * 64 * 2 + 2 * 8 * 2048 * 64 * 1088 / 1024       = 16777216 + 2228224 = 19005440
//   rates  17179869184 / 338027 = 50824 FLOP/ns                           = 50.8 TFLOP/s
//          19005440 / 338027                                              = 56.2 GB/s, of 288: 19.5 %

BOOST_AUTO_TEST_CASE(its_op_is_judged_on_its_chip) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const auto report = here.output_of("custom_op");
  BOOST_TEST(report.exit_code == 0);
  // HiFi2 on 64 cores at 0.8 GHz: 4096 / 2 * 64 * 0.8 = 104857.6 FLOP/ns; 50824 of it: 48.5 %. The least time is
  // 17179869184 / 104857.6 = 163840 ns; by memory it is only 19005440 / 288 = 65991 ns.
  const std::string row = test::line_starting(report.text, "120 ");
  BOOST_TEST(row.ends_with("SLOW ScaledDotProductAttention 0 338 μs 1 μs 64 56 GB/s 19.5 % 50.8 TFLOPs 48.5 % "
                           "BF16, BFP8 => BF16 164 μs"), row);
}

BOOST_AUTO_TEST_CASE(built_in_ops_get_the_column_and_the_chip_too) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const std::string text = here.output_of("custom_op").text;
  BOOST_TEST(test::line_starting(text, "ID ").ends_with("Math Fidelity Ideal"));
  // 2 * 2048^3 = 17179869184 FLOP again: 163840 ns of 168377 ns are 97.3 %
  const std::string matmul = test::line_starting(text, "122 ");
  BOOST_TEST(matmul.find("FLOP Matmul 2048 x 2048 x 2048 ") != std::string::npos, matmul);
  BOOST_TEST(matmul.ends_with(" 97.3 % HiFi2 BF16 x BFP8 => BF16 164 μs"), matmul);
  // Memory is still the lower roof for a decode matmul: weights 2048 * 3072 * 1088 / 1024 = 6684672 B at 288 B/ns are
  // 23211 ns. 2 * 32 * 2048 * 3072 = 402653184 FLOP on 12 cores, 104857.6 * 12 / 64 = 19660.8 FLOP/ns, are 20480 ns.
  const std::string decode = test::line_starting(text, "134 ");
  BOOST_TEST(decode.find("BOTH Matmul 32 x 2048 x 3072 ") != std::string::npos, decode);
  BOOST_TEST(decode.ends_with(" 23 μs"), decode);
  // no model, no roof: the column is empty
  const std::string other = test::line_starting(text, "121 ");
  BOOST_TEST(other.ends_with("NLPConcatHeads 0 68 μs 23 μs 64 BF16 => BF16"), other);
  // the footer is under its columns, however many there are
  const std::string footer = test::line_starting(text, "100.0 % ");
  BOOST_TEST(footer == "100.0 % 198 device ops, 2 host ops, 0 signposts 6,603 μs 573 μs", footer);
}

BOOST_AUTO_TEST_CASE(other_chips_are_still_there) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  // at 1 GHz: 4096 / 2 * 64 = 131072 FLOP/ns; 50824 of it: 38.8 %; 17179869184 / 131072 = 131072 ns
  const std::string row = test::line_starting(here.output_of("custom_op --arch n150").text, "120 ");
  BOOST_TEST(row.ends_with("50.8 TFLOPs 38.8 % BF16, BFP8 => BF16 131 μs"), row);
  BOOST_TEST(here.run("custom_op --arch n151").exit_code == 2);
}

BOOST_AUTO_TEST_CASE(the_column_is_in_the_csv) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  BOOST_TEST(here.output_of("custom_op examples/sample/llama_decode_wormhole.csv --csv ops.csv").exit_code == 0);
  const std::vector<std::string> lines = test::lines_of(here.output_of("cat ops.csv").text);
  BOOST_REQUIRE(!lines.empty());
  BOOST_TEST(lines.front().ends_with(",Advice,Ideal"), lines.front());
  const auto row = std::find_if(lines.begin(), lines.end(), [](const std::string& l) { return l.starts_with("120,"); });
  BOOST_REQUIRE(row != lines.end());
  BOOST_TEST(std::strtod(row->c_str() + row->rfind(',') + 1, nullptr) == 163.84, boost::test_tools::tolerance(1e-12));
}

/// As in all programs, a file is what it holds, whatever its name.
BOOST_AUTO_TEST_CASE(a_trace_is_told_by_its_content) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run("cp examples/sample/transformer_step.json t.json; cp t.json t.trace; gzip -c t.json >packed");
  const auto named = here.output_of("custom_op t.json");
  BOOST_TEST(named.exit_code == 0);
  BOOST_TEST(named.text.find("op category") != std::string::npos, named.text);
  for (const char* const other : {"t.trace", "packed"})
    BOOST_TEST(here.output_of(std::string("custom_op ") + other).text == named.text, other);
  here.run("cp examples/sample/llama_decode_wormhole.csv ops.json");
  BOOST_TEST(here.output_of("custom_op ops.json").text == here.output_of("custom_op").text);
  BOOST_TEST(here.output_of("cat ops.json | custom_op -").text == here.output_of("custom_op").text);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_named) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const auto said = here.run("custom_op missing.csv");
  BOOST_TEST(said.exit_code == 1);
  BOOST_TEST(said.text.starts_with("custom_op: missing.csv: "), said.text);
}

BOOST_AUTO_TEST_CASE(a_pytorch_trace_has_its_ops_categories_step_and_sheet) {
  if (!has_programs()) return;
  kineto_text k;
  k.op("my::swiglu", 0, 10, R"("Input Dims": [[1000,2000]], "Input type": ["c10::BFloat16"])");
  k.launch("hipLaunchKernel", 1, 1, 1).kernel("swiglu", 100, 10, 1).flow(1);
  // Argument 5 says that it is not causal; without that record its FLOP would be unknown.
  k.op("my::attention", 20, 10, R"("Input Dims": [[],[],[1,32,8,64],[1,32,8,64],[1,32,8,64],[]], )"
                                R"("Input type": ["","","c10::Half","c10::Half","c10::Half","Scalar"], )"
                                R"("Concrete Inputs": ["","","","","","False"])");
  k.launch("hipLaunchKernel", 21, 1, 2).kernel("attention", 120, 10, 2).flow(2);
  k.op("my::route_tokens", 40, 10).launch("hipLaunchKernel", 41, 1, 3).kernel("route", 140, 5, 3).flow(3);
  k.op("my::layer", 60, 10).launch("hipLaunchKernel", 61, 1, 4).kernel("unpack_weights_w4", 160, 5, 4).flow(4);
  const temporary_folder folder;
  program_run how;
  how.arguments = {folder.file("trace.json", k.text())};
  const program_answer answer = run_program("custom_op", how);
  BOOST_TEST(answer.code == 0, answer.err);
  const auto row = [&](const char* name) { return test::words_of(test::line_starting(answer.out, name)); };
  // 5 * 10^6 FLOP in 10 us: 0.5 TFLOP/s; there is no published peak for vector BF16
  BOOST_TEST(row("my::swiglu").starts_with("my::swiglu elementwise 0.01 0.50"), row("my::swiglu"));
  // 2 * 8 * 32 * 32 * (64 + 64) = 2097152 FLOP in 10 us: 0.21 TFLOP/s. Four tensors of 32 * 8 * 64 * 2 B at 5300 GB/s
  // are 24.7 ns, 0.25 % of the time
  BOOST_TEST(row("my::attention").starts_with("my::attention SDPA_fwd 0.00 0.21 0.25"), row("my::attention"));
  BOOST_TEST(row("my::attention").ends_with(" 9.98 μs"), row("my::attention"));  // 10 us less the roof's 24.7 ns
  BOOST_TEST(row("my::route_tokens").starts_with("my::route_tokens Routing"), row("my::route_tokens"));
  BOOST_TEST(row("my::unpack_weights").starts_with("my::unpack_weights other"), row("my::unpack_weights"));
  BOOST_TEST(answer.out.find("my::layer") == std::string::npos);  // its kernel is the new op's
  BOOST_TEST(answer.out.find("['Routing']") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(each_extension_is_ten_lines_at_most) {
  for (const char* part : {"op", "chip", "column", "torch_model"}) {
    const std::vector<std::string> lines = test::part_of("examples/custom_op.cpp", part);
    const auto is_code = [](const std::string& line) { return !line.starts_with("///"); };
    const auto code = std::count_if(lines.begin(), lines.end(), is_code);
    BOOST_TEST(code > 0, part);
    BOOST_TEST(code <= 10, part << ": " << code);
  }
}

BOOST_AUTO_TEST_SUITE_END()
