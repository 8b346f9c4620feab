#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/terminal.hpp>

#include "tests/support/database.hpp"
#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_gpu_report)

namespace {

std::string small_trace() {
  kineto_text k;
  k.op("aten::mm", 0, 9).launch("cudaLaunchKernel", 1, 2, 1);
  k.kernel("void cutlass::device_kernel<at::cuda::detail::" + std::string(200, 'x') + ">", 10, 30, 1).flow(1);
  return k.text();
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  for (const std::string& line : test::lines_of(text)) most = std::max(most, ridgeline::display_width(line));
  return most;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_console_stands_beside_files) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  program_run how;
  how.arguments = {trace, "--output_csvs_dir", folder.path("csv")};
  const program_answer answer = run_program("gpu_report", how);
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(answer.out.find("kernel_summary") != std::string::npos);
  BOOST_TEST(std::filesystem::exists(folder.path("csv") + "/kernel_summary.csv"));
  how.arguments.push_back("--quiet");
  BOOST_TEST(run_program("gpu_report", how).out.empty());
  how.arguments = {trace, "--json", "/dev/stdout"};
  const program_answer json = run_program("gpu_report", how);
  BOOST_TEST(json.out.starts_with("{"), json.out.substr(0, 80));
  how.arguments = {trace, "-q", "--json", folder.path("x.json"), "--sheets", "ranges", "--comm_pattern", "zzz"};
  const program_answer none = run_program("gpu_report", how);
  BOOST_TEST((none.err.find("gpu_report: there is nothing for the sheet ranges\n") != std::string::npos), none.err);
  BOOST_TEST((none.err.find("--comm_pattern: no kernel's name contains a match (1x, zzz)") != std::string::npos), none.err);
  how.arguments = {trace, "-q", "--json", folder.path("none.json"), "--health-ignore", "foo"};
  BOOST_TEST(run_program("gpu_report", how).code == 2);
  BOOST_TEST(!std::filesystem::exists(folder.path("none.json")));
}

BOOST_AUTO_TEST_CASE(durations_below_nothing_are_refused) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  for (const char* option : {"--short_kernel_threshold_us", "--micro_idle_thresh_us"}) {
    program_run how;
    how.arguments = {trace, "--quiet", "--output_csvs_dir", folder.path("csv"), option, "-1"};
    const program_answer answer = run_program("gpu_report", how);
    BOOST_TEST(answer.code == 2, answer.err);
    BOOST_TEST(answer.err.find(option) != std::string::npos, answer.err);
  }
}

BOOST_AUTO_TEST_CASE(consoles_fit_80_columns_and_grow) {
  if (!test::shell::has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const test::shell here;
  std::vector<std::string> commands{
      "gpu_report " + trace, "pytorch_report --arch list", "tree_perf " + trace, "custom_op " + trace,
      "pytorch_report --json " + folder.path("r.json") + " " + trace, "op_model aten::mm 64x64 64x64"};
  for (const char* program : {"gpu_report", "jax_report", "compare_report", "multi_rank_report", "tt_perf_report",
                              "tt_ops_report", "tt_profile_this", "ridgeline-mcp", "op_model"})
    commands.push_back(program + std::string(" --help"));
  for (const std::string& command : commands) {
    const std::string narrow = here.output_of("COLUMNS=80 " + command).text;
    BOOST_TEST(!narrow.empty(), command);
    BOOST_TEST(widest(narrow) <= 80u, command << "\n" << narrow);
    BOOST_TEST(widest(here.output_of("COLUMNS=160 " + command).text) <= 160u, command);
  }
  BOOST_TEST(widest(here.output_of("COLUMNS=160 gpu_report " + trace).text) > 80u);
}

BOOST_AUTO_TEST_CASE(parity_changes_nothing_and_help_says_nothing_else) {
  if (!has_programs()) return;
  program_run how;
  how.arguments = {"--help"};
  const std::string help = run_program("gpu_report", how).out;
  BOOST_TEST(help.find("--comm_pattern") != std::string::npos);
  BOOST_TEST(help.find("ignored with") == std::string::npos, help);
}

// A database without a profiler's tables is for none of the programs; one of rocprofv3 is for this one.
BOOST_AUTO_TEST_CASE(other_programs_name_it_only_for_databases_that_it_reads) {
  if (!has_programs()) return;
  const temporary_folder folder;
  using test::database;
  const std::string other =
      folder.file("x.db", database().table("t", {"a"}, {{database::number(1)}}).bytes());
  const std::string profile =
      folder.file("y.db", database().table("rocpd_op", {"id"}, {}).table("rocpd_api", {"id"}, {}).bytes());
  const std::string hdf5 = folder.file("z.h5", "\x89HDF\r\n\x1A\n");
  for (const std::string name : {"tt_perf_report", "jax_report"}) {
    program_run how;
    how.arguments = {other};
    const program_answer answer = run_program(name, how);
    BOOST_TEST(answer.code == 1);
    BOOST_TEST(answer.err == name + ": " + other + ": is an SQLite database, which this program does not read\n");
    how.arguments = {profile};
    BOOST_TEST(run_program(name, how).err == name + ": " + profile + ": is an SQLite database, which this program does "
                                             "not read; it is a trace of GPUs: gpu_report reads it\n");
    how.arguments = {hdf5};
    BOOST_TEST(run_program(name, how).err ==
               name + ": " + hdf5 + ": is an HDF5 file, which this program does not read\n");
  }
}

BOOST_AUTO_TEST_SUITE_END()
