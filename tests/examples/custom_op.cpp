#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

// Row 120 of the sample: ScaledDotProductAttention, causal, HiFi2, 64 cores, 338027 ns; Q and output of
// 1 x 32 x 2048 x 64 BF16, K and V of 1 x 8 x 2048 x 64 BFP8, all in DRAM.
//   FLOP   (2 + 2) / 2 * 32 * 2048 * 64 * 2048                            = 17179869184
//   bytes  2 * 32 * 2048 * 64 * 2 + 2 * 8 * 2048 * 64 * 1088 / 1024       = 16777216 + 2228224 = 19005440
//   rates  17179869184 / 338027 = 50824 FLOP/ns                           = 50.8 TFLOP/s
//          19005440 / 338027                                              = 56.2 GB/s, of 288: 19.5 %

BOOST_AUTO_TEST_SUITE(examples_custom_op)

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
  // Memory is still the nearer roof of a decode matmul: weights 2048 * 3072 * 1088 / 1024 = 6684672 B at 288 B/ns are
  // 23211 ns. 2 * 32 * 2048 * 3072 = 402653184 FLOP on 12 cores, 104857.6 * 12 / 64 = 19660.8 FLOP/ns, are 20480 ns.
  const std::string decode = test::line_starting(text, "134 ");
  BOOST_TEST(decode.find("BOTH Matmul 32 x 2048 x 3072 ") != std::string::npos, decode);
  BOOST_TEST(decode.ends_with(" 23 μs"), decode);
  // no model, no roof: the column is empty
  const std::string other = test::line_starting(text, "121 ");
  BOOST_TEST(other.ends_with("NLPConcatHeads 0 68 μs 23 μs 64 BF16 => BF16"), other);
  // the footer stands under its columns, however many there are
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

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_named) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const auto said = here.run("custom_op missing.csv");
  BOOST_TEST(said.exit_code == 1);
  BOOST_TEST(said.text.starts_with("custom_op: missing.csv: "), said.text);
}

BOOST_AUTO_TEST_CASE(each_extension_is_ten_lines_at_most) {
  for (const char* part : {"op", "chip", "column"}) {
    const std::vector<std::string> lines = test::part_of("examples/custom_op.cpp", part);
    const auto is_code = [](const std::string& line) { return !line.starts_with("///"); };
    const auto code = std::count_if(lines.begin(), lines.end(), is_code);
    BOOST_TEST(code > 0, part);
    BOOST_TEST(code <= 10, part << ": " << code);
  }
}

BOOST_AUTO_TEST_SUITE_END()
