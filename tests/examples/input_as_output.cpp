// An output that is also an input, by any path, is refused before anything is written.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <boost/test/unit_test.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_input_as_output)

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs a command that names `input` as an output too: exit 2, a message with its name, and unchanged bytes.
void refuses(const test::shell& here, const std::string& line, const std::string& input) {
  const std::string before = contents(here.folder() / input);
  const test::shell::result done = here.run(line);
  BOOST_TEST(done.exit_code == 2, line << ": " << done.text);
  BOOST_TEST(done.text.find("is the input") != std::string::npos, line << ": " << done.text);
  BOOST_TEST(contents(here.folder() / input) == before, line);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_program_refuses_it) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run("cp examples/sample/llama_decode_wormhole.csv ops.csv; cp examples/sample/transformer_step.json step.json; "
           "ln -s ops.csv link.csv; mkdir logs; echo 'ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000' >logs/profile_log_device.csv");
  for (const std::string option : {"--csv", "--json", "--html", "--xlsx"}) {
    refuses(here, "tt_perf_report ops.csv " + option + " ops.csv", "ops.csv");
    refuses(here, "tt_perf_report ops.csv " + option + " link.csv", "ops.csv");
  }
  refuses(here, "custom_op ops.csv --csv ./ops.csv", "ops.csv");
  for (const std::string option : {"--output_xlsx_path", "--json", "--html"})
    refuses(here, "pytorch_report step.json " + option + " step.json", "step.json");
  for (const std::string option : {"--json", "--html", "--xlsx"}) {
    const std::string same = option + " logs/profile_log_device.csv";
    refuses(here, "tt_device_report -d logs/profile_log_device.csv " + same, "logs/profile_log_device.csv");
    refuses(here, "tt_ops_report --device-only -d logs/profile_log_device.csv " + same, "logs/profile_log_device.csv");
  }
}

BOOST_AUTO_TEST_CASE(custom_op_says_that_a_disk_is_full) {
  if (!test::shell::has_programs() || !std::filesystem::exists("/dev/full")) return;
  const test::shell here;
  const test::shell::result done = here.run("custom_op examples/sample/llama_decode_wormhole.csv >/dev/full");
  BOOST_TEST(done.exit_code == 1);
  BOOST_TEST(done.text.find("custom_op: standard output: cannot be written: No space left on device") != std::string::npos,
             done.text);
}

BOOST_AUTO_TEST_SUITE_END()
