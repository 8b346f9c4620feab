#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/program.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_op_model)

namespace {
program_answer op_model(std::vector<std::string> arguments) {
  program_run how;
  how.arguments = std::move(arguments);
  return run_program("op_model", how);
}
}  // namespace

BOOST_AUTO_TEST_CASE(a_matrix_product_on_a_chip) {
  if (!has_programs()) return;
  const program_answer answer = op_model({"aten::mm", "4096x4096", "4096x4096", "--dtype", "bf16", "--arch", "mi300x"});
  BOOST_TEST(answer.code == 0, answer.err);
  // 2 * 4096^3 = 137.439 GFLOP at 1307.4 TFLOP/s: 105.124 us; 3 * 4096^2 * 2 B = 96 MB at 5300 GB/s: 18.993 us;
  // 137438953472 / 100663296 = 1365.33 FLOP/B
  const std::string row = test::words_of(test::line_starting(answer.out, "forward"));
  BOOST_TEST(row.starts_with("forward matrix_bf16 137.439 96.000 1,365.33 FLOP/B 105.124 μs 18.993 μs 105.124 μs "
                             "COMPUTE_BOUND 1,307.4 TFLOP/s 5,300 GB/s mi300x, vendor peak"), row);
  BOOST_TEST(answer.out.find("'K': 4096") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_other_types_and_backward) {
  if (!has_programs()) return;
  const program_answer causal = op_model({"aten::_scaled_dot_product_flash_attention", "1x2x64x32", "1x2x64x32", "1x2x64x32", "=0.0", "=True"});
  BOOST_TEST(causal.out.find("'causal': True") != std::string::npos, causal.err);
  BOOST_TEST(!test::line_starting(causal.out, "backward").empty());
  const program_answer scaled = op_model({"aten::mm", "64x64", "64x64:fp8", "-"});
  // the output is like the first: 4096 * 2 + 4096 * 1 + 4096 * 2 B = 20 KiB
  BOOST_TEST(test::words_of(test::line_starting(scaled.out, "forward")).find(" 0.020 ") != std::string::npos, scaled.out);
}

BOOST_AUTO_TEST_CASE(a_narrow_terminal_shows_time_and_bound) {
  if (!has_programs()) return;
  program_run how;
  how.arguments = {"aten::mm", "4096x4096", "4096x4096"};
  how.environment = {{"COLUMNS", "80"}};
  const program_answer narrow = run_program("op_model", how);
  const auto line = [&](std::string_view title) { return test::words_of(test::line_starting(narrow.out, title)); };
  BOOST_TEST(line("pass") == "pass forward");
  BOOST_TEST(line("Roofline Time") == "Roofline Time (µs) 105.124 μs");
  BOOST_TEST(line("Roofline Bound") == "Roofline Bound COMPUTE_BOUND");
  how.environment = {{"COLUMNS", "230"}};  // room for all columns side by side
  BOOST_TEST(run_program("op_model", how).out.find("\nforward ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_ops_with_a_model_are_listed) {
  if (!has_programs()) return;
  const program_answer list = op_model({"list"});
  BOOST_TEST(list.code == 0, list.err);
  BOOST_TEST(list.out.find("\naten::mm\n") != std::string::npos, list.out);
  BOOST_TEST(list.out.find("aten::addmm\n") < list.out.find("aten::mm\n"));
  const program_answer json = op_model({"list", "--json", "-"});
  BOOST_TEST(json.out.find(R"(["aten::mm","GEMM"])") != std::string::npos, json.out);
}

BOOST_AUTO_TEST_CASE(it_says_what_is_wrong) {
  if (!has_programs()) return;
  BOOST_TEST(op_model({}).code == 2);
  BOOST_TEST(op_model({"aten::mm", "64x64", "64y64"}).err.starts_with("op_model: 64y64 of bf16 is not an argument"));
  const program_answer type = op_model({"aten::mm", "64x64", "64x64", "--dtype", "bf17"});
  BOOST_TEST(type.code == 2);
  BOOST_TEST(type.err.find("fp16, bf16, fp8") != std::string::npos, type.err);
  const program_answer apart = op_model({"aten::addmm", "4", "4x5", "6x4"});
  BOOST_TEST(apart.code == 2);
  BOOST_TEST(apart.err.starts_with("op_model: 4x5 and 6x4 cannot be multiplied: 5 columns and 6 rows"), apart.err);
  BOOST_TEST(op_model({"aten::bmm", "2x4x5", "2x5x4"}).code == 0);
  const program_answer batches = op_model({"aten::bmm", "2x4x5", "3x5x4"});
  BOOST_TEST(batches.code == 2);
  BOOST_TEST(batches.err.starts_with("op_model: 2x4x5 and 3x5x4 cannot be multiplied: 2 and 3 matrices"), batches.err);
  BOOST_TEST(op_model({"aten::baddbmm", "2x4x4", "2x4x5", "1x5x4"}).code == 2);
  BOOST_TEST(op_model({"aten::matmul", "2x4x5", "1x5x4"}).code == 0);  // the one is used for both
  BOOST_TEST(op_model({"aten::matmul", "2x4x5", "5x4"}).code == 0);
  BOOST_TEST(op_model({"aten::matmul", "2x4x5", "3x5x4"}).code == 2);
  const program_answer chips = op_model({"--arch", "list"});
  BOOST_TEST(chips.code == 0, chips.err);
  BOOST_TEST(chips.out.find("mi300x") != std::string::npos, chips.out);
  BOOST_TEST(op_model({"aten::mm", "64x64", "64x64", "--arch", "mi301"}).code == 2);
  BOOST_TEST(op_model({"aten::m"}).err.starts_with("op_model: no model describes the op aten::m"));
  BOOST_TEST(op_model({"mm", "64x64", "64x64"}).err ==
             "op_model: no model describes the op mm; did you mean aten::mm? (op_model list)\n");
  BOOST_TEST(op_model({"aten::layernorm"}).err ==
             "op_model: no model describes the op aten::layernorm; did you mean aten::layer_norm? (op_model list)\n");
  BOOST_TEST(op_model({"aten::conv2d"}).err == "op_model: no model describes the op aten::conv2d (op_model list)\n");
  BOOST_TEST(op_model({"aten::mm", "64x64x", "64x64"}).err.starts_with("op_model: 64x64x of bf16 is not an argument"));
  BOOST_TEST(op_model({"aten::mm", "64x64"}).err.starts_with("op_model: the model of aten::mm cannot use"));
  const temporary_folder folder;
  const std::string json = folder.path("m.json");
  BOOST_TEST(op_model({"aten::mm", "64x64", "64x64", "--json", "-"}).out.starts_with("{"));
  BOOST_TEST(op_model({"aten::mm", "64x64", "64x64", "--json", json}).code == 0);
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
