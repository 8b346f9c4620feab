#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(examples_multi_rank_report)

namespace {

namespace fs = std::filesystem;

constexpr std::string_view mm_arguments =
    R"("Input Dims": [[4, 8], [8, 16]], "Input type": ["float", "float"], "Input Strides": [[8, 1], [16, 1]], "Concrete Inputs": ["", ""])";

/// A rank with a product and three all-reduces.
std::string rank_trace(int rank, std::string_view op = "aten::mm") {
  kineto_text k;
  k.op(op, 0, 30, mm_arguments).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 20 + rank, 1).flow(1);
  for (int i = 0; i < 3; ++i) {
    const std::string n = std::to_string(2 + i), start = std::to_string(200 + 100 * i + rank);
    k.launch("cudaLaunchKernel", 40 + i, 0.5, 2 + i);
    k.raw(R"({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce", "pid": 0, "tid": 9, "ts": )" + start +
          R"(.0, "dur": 40.0, "args": {"stream": 9, "correlation": )" + n +
          R"(, "Collective name": "allreduce", "Group size": 2, "dtype": "Float", "In msg nelems": 1024, "Out msg nelems": 1024,)"
          R"( "Process Group Name": "0", "Process Group Ranks": "[0, 1]", "In split size": "[]", "Out split size": "[]"}})");
  }
  return k.text();
}

program_answer report(std::vector<std::string> arguments, std::vector<std::pair<std::string, std::string>> environment = {}) {
  program_run how;
  how.arguments = std::move(arguments);
  how.environment = std::move(environment);
  return run_program("multi_rank_report", how);
}

/// A tree of two configurations with two ranks each.
void write_two_configurations(const temporary_folder& folder) {
  for (const char* name : {"runs/013_bs1", "runs/014_bs1"}) {
    fs::create_directories(folder.path(name));
    for (int r = 0; r < 2; ++r)
      folder.file(std::string(name) + "/traces_rank_" + std::to_string(r) + "_step_8.json", rank_trace(r));
  }
}
bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string quality_row(const std::string& csv, std::string_view reason) {
  for (const std::vector<std::string>& row : test::sheet_of(csv))
    if (row.front().starts_with(reason)) return row[3];
  return "no such row";
}

/// A folder with a program of that name, to put on PATH.
std::string tool(const temporary_folder& folder, const std::string& name, const std::string& body) {
  fs::create_directories(folder.path("bin"));
  const std::string path = folder.file("bin/" + name, "#!/bin/sh\n" + body);
  ::chmod(path.c_str(), 0755);
  return folder.path("bin") + ":" + std::getenv("PATH");
}
constexpr std::string_view hipblaslt_prints =
    "echo '[0]:transA,transB,m,n,hipblaslt-Gflops,hipblaslt-GB/s,us'\necho '    N,N,16,4,1.5,2.5,16.25'\necho '    --kernel name: x'\n";

}  // namespace

BOOST_AUTO_TEST_CASE(two_configurations) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const program_answer workbooks = report({"-b", folder.path("runs"), "-f", "step_8"});
  BOOST_TEST(workbooks.code == 0, workbooks.err);
  for (const char* name : {"013_bs1", "014_bs1"})
    BOOST_TEST(fs::exists(folder.path("runs") + "/" + name + "/" + name + "_step_8_performance_report.xlsx"), name);
  const program_answer csvs = report({"-b", folder.path("runs"), "-f", "step_8", "--output_csvs_dir", folder.path("out"), "-a",
                                      "--collective_report", folder.path("collective")});
  BOOST_TEST(csvs.code == 0, csvs.err);
  for (const char* sheet : {"kernels_0", "kernels_1", "gemm", "kernel_launchers", "gpu_timelines", "grouped_breakdown", "long",
                            "summary_nccl_implicit_sync_cat", "nccl_implicit_sync_cat", "clock_offsets"})
    for (const char* name : {"013_bs1", "014_bs1"})
      BOOST_TEST(fs::exists(folder.path("out") + "/" + name + "/" + sheet + ".csv"), name << " " << sheet);
  BOOST_TEST(fs::exists(folder.path("collective/014_bs1/straggler_summary.csv")));
  for (const char* option : {"-o", "--json", "--html", "--merged_trace"}) {
    const program_answer refused = report({"-b", folder.path("runs"), "-f", "step_8", option, folder.path("one")});
    BOOST_TEST(refused.code == 2, option);
    BOOST_TEST(!fs::exists(folder.path("one")), option);
  }
}

BOOST_AUTO_TEST_CASE(a_dry_run_writes_nothing) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const program_answer answer = report({"-b", folder.path("runs"), "-f", "step_8", "-d"});
  BOOST_TEST(answer.code == 0);
  BOOST_TEST(holds(answer.out, "directory:    " + folder.path("runs/013_bs1") + "\n"), answer.out);
  BOOST_TEST(holds(answer.out, "013_bs1_step_8_performance_report.xlsx\n"));
  BOOST_TEST(holds(answer.out, "filters:      step_8\nrank pattern: rank_\nrank 0: "));
  BOOST_TEST(holds(answer.out, "--- dry run, nothing was written\ndirectory:    "));
  BOOST_TEST(report({"-d", "-f", "step_8", folder.path("runs")}).out == answer.out);  // options before the directory
  BOOST_TEST(report({"-d", "-f", folder.path("runs")}).code == 2);
  const program_answer words = report({"-b", folder.path("runs"), "-f", "", "-d"});
  BOOST_TEST(words.code == 0);
  BOOST_TEST(report({"-b", folder.path("runs"), "--filters=", "-d"}).out == words.out);
  BOOST_TEST(holds(report({"-b", folder.path("runs"), "--rank_regex=", "-d"}).err, "expected a value, found nothing"));
  BOOST_TEST(fs::exists(folder.path("runs/013_bs1")));
  BOOST_TEST(std::distance(fs::directory_iterator(folder.path("runs/013_bs1")), fs::directory_iterator()) == 2);
}

/// The default filter, rank_0, is in no path: it is neither said nor in the workbook's name. A pattern that finds no
/// rank is said.
BOOST_AUTO_TEST_CASE(the_filters_said_are_those_that_were_used) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  for (int r = 1; r < 3; ++r) folder.file("runs/t_rank_" + std::to_string(r) + ".json", rank_trace(r));
  const program_answer all = report({"-b", folder.path("runs"), "-d"});
  BOOST_TEST(holds(all.out, "/runs_performance_report.xlsx\nfilters:      none\nrank pattern: rank_\nrank 1: "), all.out);
  const program_answer one = report({"-b", folder.path("runs"), "-d", "-f", "rank_1"});
  BOOST_TEST(holds(one.out, "/runs_rank_1_performance_report.xlsx\nfilters:      rank_1\n"), one.out);
  const auto with_regex = [&](const char* regex) {
    return report({"-b", folder.path("runs"), "-d", "--rank_regex", regex}).out;
  };
  BOOST_TEST(holds(with_regex("t_rank_(\\d)"), "rank pattern: --rank_regex\n"));
  BOOST_TEST(holds(with_regex("gpu(\\d)"), "rank pattern: --rank_regex, which finds no rank in any name or path\n"));
}

BOOST_AUTO_TEST_CASE(missing_doubled_and_truncated_ranks_are_named) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  const std::string whole = rank_trace(1);
  folder.file("runs/t_rank_0.json", rank_trace(0));
  folder.file("runs/t_rank_1.json", whole.substr(0, whole.size() - 300));
  folder.file("runs/t_rank_3.json", rank_trace(3));
  folder.file("runs/t_rank_3b.json", rank_trace(3));
  folder.file("runs/t_rank_5.json", "no trace");
  folder.file("runs/notes_rank.json", "{}");
  const std::vector<std::string> arguments{"-b", folder.path("runs"), "-f", "runs", "--output_csvs_dir", folder.path("out")};
  const program_answer answer = report(arguments);
  BOOST_TEST(answer.code == 0, answer.err);
  const std::string quality = bytes_of(folder.path("out/data_quality.csv"));
  BOOST_TEST(quality_row(quality, "rank missing") == "rank 2, 4");
  BOOST_TEST(quality_row(quality, "rank truncated") == "rank 1");
  BOOST_TEST(quality_row(quality, "rank doubled") == "rank 3");
  BOOST_TEST(quality_row(quality, "rank unreadable: its") == "rank 5");
  BOOST_TEST(quality_row(quality, "rank unnamed") == "");
  for (const char* word : {"rank 2, 4", "t_rank_3b.json", "rank truncated"}) BOOST_TEST(holds(answer.err, word), word);
  const test::sheet lines = test::sheet_of(bytes_of(folder.path("out/gpu_timelines.csv")));
  BOOST_TEST((lines.front() == std::vector<std::string>{"type", "time_ms_0", "percent_0", "time_ms_1", "percent_1", "time_ms_3",
                                                        "percent_3", "time_ms_avg", "time_ms_std"}));
  std::vector<std::string> strict = arguments;
  strict.push_back("--strict");
  BOOST_TEST(report(strict).code == 3);
  // a filter that picks a rank does not report the others as missing
  BOOST_TEST(report({"-b", folder.path("runs"), "-f", "rank_0", "--output_csvs_dir", folder.path("zero"), "--strict"}).code == 0);
}

/// If the default filter, rank_0, matches nothing and all traces are taken, it picks none: of ranks 1 and 3, ranks 0
/// and 2 are missing.
BOOST_AUTO_TEST_CASE(a_default_filter_that_found_nothing_picks_no_rank) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  for (const int r : {1, 3}) folder.file("runs/t_rank_" + std::to_string(r) + ".json", rank_trace(r));
  const program_answer answer = report({"-b", folder.path("runs"), "-q", "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(quality_row(bytes_of(folder.path("out/data_quality.csv")), "rank missing") == "rank 0, 2");
  BOOST_TEST(holds(bytes_of(folder.path("out/trace_health.csv")), "ranks_missing,degraded,2"));
  BOOST_TEST(!holds(answer.err, "no effect"), answer.err);
  const program_answer vain = report({"-b", folder.path("runs"), "-q", "--agg_metrics", "max", "--merged_raw_clock",
                                      "--write_replay_only", "--json", folder.path("r.json")});
  BOOST_TEST(vain.code == 0, vain.err);
  for (const char* line : {"--agg_metrics: no effect without --collective_report\n", "--merged_raw_clock: no effect without "
                           "--merged_trace\n", "--write_replay_only: no effect without --node_replay\n"})
    BOOST_TEST(holds(vain.err, line), vain.err);
}

BOOST_AUTO_TEST_CASE(a_trace_that_the_filter_leaves_out_is_no_output) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  for (const int r : {0, 1}) folder.file("runs/t_rank_" + std::to_string(r) + ".json", rank_trace(r));
  const std::string other = folder.path("runs/t_rank_1.json"), before = bytes_of(other);
  const program_answer answer = report({"-b", folder.path("runs"), "--json", other});  // rank_0 is the default filter
  BOOST_TEST(answer.code == 2, answer.err);
  BOOST_TEST(bytes_of(other) == before);
}

BOOST_AUTO_TEST_CASE(a_snapshot_of_memory_is_no_rank) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  for (const int r : {0, 1}) folder.file("runs/t_rank_" + std::to_string(r) + ".json", rank_trace(r));
  folder.file("runs/rank_9.memory.json", R"({"segments": [], "device_traces": [[]]})");
  folder.file("runs/rank_1.memory.json", R"({"segments": []})");
  const program_answer answer =
      report({"-b", folder.path("runs"), "-f", "runs", "--output_csvs_dir", folder.path("out"), "--strict"});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::string quality = bytes_of(folder.path("out/data_quality.csv"));
  BOOST_TEST(quality_row(quality, "rank missing") == "no such row");
  BOOST_TEST(quality_row(quality, "rank unreadable") == "no such row");
  BOOST_TEST(quality_row(quality, "rank doubled") == "no such row");
  BOOST_TEST(holds(quality, "file without events"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_done_is_said) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  BOOST_TEST(report({"-b", folder.path("runs"), "-f", "step_9"}).code == 1);
  BOOST_TEST(holds(report({"-b", folder.path("runs"), "-f", "step_9"}).err, "no files found"));
  BOOST_TEST(report({"-b", folder.path("nowhere")}).code == 1);
  BOOST_TEST(report({"-b", folder.path("runs"), "-e", "txt"}).code == 2);
  BOOST_TEST(report({"-b", folder.path("runs"), "--html", folder.path("x.html")}).code == 2);  // two configurations
  BOOST_TEST(report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "--html", folder.path("x.html")}).code == 0);
  BOOST_TEST(holds(bytes_of(folder.path("x.html")), "\"name\":\"grouped_breakdown\""));
  BOOST_TEST(report({}).code == 2);
  const std::string there = folder.file("there.xlsx", "mine");
  const std::vector<std::string> one{"-b", folder.path("runs/013_bs1"), "-f", "step_8", "-o", there};
  BOOST_TEST(report(one).code == 0);
  BOOST_TEST(bytes_of(there).starts_with("PK"));  // an earlier run is overwritten
  BOOST_TEST(report(one).code == 0);
  folder.file("runs/013_bs1/traces_rank_0_step_8.json", "x"), folder.file("runs/013_bs1/traces_rank_1_step_8.json", "x");
  BOOST_TEST(report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "-o", folder.path("new.xlsx")}).code == 1);
  BOOST_TEST(!fs::exists(folder.path("new.xlsx")));
}

BOOST_AUTO_TEST_CASE(a_report_is_on_the_console_and_sheets_have_names) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const std::string runs = folder.path("runs/013_bs1");
  const program_answer shown = report({runs, "-f", "step_8", "--output_csvs_dir", folder.path("out"), "--sheets",
                                       "gpu_timelines,grouped_breakdown"});
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST(holds(shown.out, "GPU time per rank, mean and deviation over 2 ranks:"), shown.out);
  // Three of 1024 * 4 B = 0.004 MB, nobody late on one clock, 40 us each: 4096 B / 40 us * 2 * (2 - 1) / 2 = 0.1 GB/s.
  std::istringstream line(shown.out.substr(std::min(shown.out.find("\nallreduce "), shown.out.size())));
  std::vector<std::string> cells{std::istream_iterator<std::string>(line), {}};
  cells.resize(7);
  BOOST_TEST(cells == std::vector<std::string>({"allreduce", "Float", "0.004", "3", "0.000", "0.120", "0.1"}),
             boost::test_tools::per_element());
  BOOST_TEST(fs::exists(folder.path("out/gpu_timelines.csv")));
  BOOST_TEST(!fs::exists(folder.path("out/kernel_launchers.csv")));
  BOOST_TEST(report({runs, "-f", "step_8", "-q", "--json", folder.path("x.json")}).out.empty());
  const program_answer wrong = report({runs, "-f", "step_8", "--sheets", "gpu_timeline"});
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(holds(wrong.err, "did you mean gpu_timelines?"), wrong.err);
  // An output that is a rank's file
  const std::string rank = runs + "/traces_rank_1_step_8.json", before = bytes_of(rank);
  BOOST_TEST(report({runs, "-f", "step_8", "--merged_trace", rank}).code == 2);
  BOOST_TEST(bytes_of(rank) == before);
}

BOOST_AUTO_TEST_CASE(what_traces_of_ranks_can_support_is_said) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const std::string runs = folder.path("runs/013_bs1");
  const program_answer fine = report({runs, "-f", "step_8", "--output_csvs_dir", folder.path("out"), "--strict"});
  BOOST_TEST(fine.code == 0, fine.err);
  BOOST_TEST(fine.out.starts_with("trace health: sound ("), fine.out);
  BOOST_TEST(holds(bytes_of(folder.path("out/trace_health.csv")), "clock_between_ranks,sound,"));
  BOOST_TEST(holds(bytes_of(folder.path("out/trace_health_sheets.csv")), "gpu_timelines,sound,"));
  BOOST_TEST(!fs::exists(folder.path("out/trace_health_ranks.csv")));
  fs::remove(runs + "/traces_rank_0_step_8.json");
  folder.file("runs/013_bs1/traces_rank_2_step_8.json", rank_trace(2));
  const std::vector<std::string> arguments{runs, "-f", "step_8", "--html", folder.path("x.html"), "--findings-json",
                                           folder.path("f.json"), "--strict"};
  const program_answer lacking = report(arguments);
  BOOST_TEST(lacking.code == 3);
  BOOST_TEST(holds(lacking.out, "rank 0 has no file"), lacking.out);
  BOOST_TEST(holds(bytes_of(folder.path("x.html")), "Trace health"));
  BOOST_TEST(holds(bytes_of(folder.path("f.json")), "\"check\":\"ranks_missing\",\"verdict\":\"degraded\",\"count\":1"),
             bytes_of(folder.path("f.json")));
  BOOST_TEST(report({runs, "-f", "step_8", "-q", "--json", folder.path("x.json"), "--health-ignore", "ranks"}).code == 2);
  BOOST_TEST(!fs::exists(folder.path("x.json")));
  for (const char* const check : {"ranks_missing", "unlinked_work"})
    BOOST_TEST(report({runs, "-f", "step_8", "-q", "--json", folder.path("x.json"), "--health-ignore", check}).code == 0);
  BOOST_TEST(report({folder.path("runs"), "-f", "step_8", "--findings-json", folder.path("f.json")}).code == 2);
  const program_answer original = report({runs, "-f", "step_8", "--parity", "--output_csvs_dir", folder.path("original")});
  BOOST_TEST(original.code == 0, original.err);
  BOOST_TEST(!fs::exists(folder.path("original/trace_health.csv")));
}

BOOST_AUTO_TEST_CASE(what_options_ask_for_is_there_or_said) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const std::string runs = folder.path("runs/013_bs1"), out = folder.path("out");
  const auto asked = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {runs, "-f", "step_8", "-q", "--output_csvs_dir", out});
    return report(options);
  };
  BOOST_TEST(asked({"--sheets", "kernels_1"}).code == 0);  // turns on --all_kernels
  BOOST_TEST(fs::exists(out + "/kernels_1.csv"));
  BOOST_TEST(!fs::exists(out + "/kernels_0.csv"));
  BOOST_TEST(asked({"--sheets", "gemm_node_replay"}).code == 2);
  BOOST_TEST(holds(asked({"--sheets", "nccl_all2allv"}).err, "multi_rank_report: there is nothing for the sheet nccl_all2allv\n"));
  BOOST_TEST(holds(asked({"--comm_pattern", "zzz"}).err, "--comm_pattern: no kernel's name contains a match (1x, zzz)"));
  BOOST_TEST(!holds(asked({"--comm_pattern", "^sgemm"}).err, "--comm_pattern"));
  BOOST_TEST(holds(asked({"--world_size", "1"}).err, "world size differs: a rank is not below the one that was given"));
  BOOST_TEST(asked({"--collective_report", folder.path("c"), "--agg_metrics", "max", "mean", "max"}).code == 0);
  BOOST_TEST(holds(bytes_of(folder.path("c/nccl_summary_implicit_sync.csv")),
                   ",comm_latency_max,comm_latency_mean,skew in start time_max,"));
}

BOOST_AUTO_TEST_CASE(replay_with_stand_ins) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const auto replay = [&](const std::string& path, const std::string& out) {
    const program_answer answer = report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "-r", "--replay_time_limit", "0.5",
                                          "--output_csvs_dir", folder.path(out)}, {{"PATH", path}});
    BOOST_TEST(answer.code == 0, answer.err);
    const test::sheet sheet = test::sheet_of(bytes_of(folder.path(out + "/gemm_node_replay.csv")));
    BOOST_REQUIRE(sheet.size() == 2u);
    return std::pair(sheet[1], answer.err);
  };
  const auto ran = replay(tool(folder, "hipblaslt-bench", std::string(hipblaslt_prints)), "ran").first;
  BOOST_TEST(ran[1] == "16.25");
  BOOST_TEST(ran[3] == "20.5");    // (20 + 21) / 2
  BOOST_TEST(ran[5] == "-4.25");
  BOOST_TEST(ran[8] == "measured");
  const std::string command = bytes_of(folder.path("ran/hipblaslt-bench-0.log"));
  BOOST_TEST(command.starts_with("hipblaslt-bench --api_method c -m 16 -n 4 -k 8 "));
  BOOST_TEST(holds(bytes_of(folder.path("ran/gemm_bench_commands.csv")), command.substr(0, command.size() - 1)));
  BOOST_TEST(holds(bytes_of(folder.path("ran/replay_ops.py")), "'dims': '[[4,8],[8,16]]'"));

  folder.file("ran/data_quality.csv", "of an earlier run");
  BOOST_TEST(report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "-q", "--sheets", "gpu_timelines",
                     "--output_csvs_dir", folder.path("ran")}).code == 0);  // without -r: its sheets do not stay
  BOOST_TEST(!fs::exists(folder.path("ran/gemm_node_replay.csv")));
  BOOST_TEST(!fs::exists(folder.path("ran/gemm_bench_commands.csv")));
  BOOST_TEST(bytes_of(folder.path("ran/data_quality.csv")) != "of an earlier run");
  BOOST_TEST(fs::exists(folder.path("ran/replay_ops.py")));

  const auto hung = replay(tool(folder, "hipblaslt-bench", "sleep 100\n"), "hung").first;
  BOOST_TEST(hung[1] == "");
  BOOST_TEST(hung[8] == "failed: stopped at the time limit");
  const auto failed = replay(tool(folder, "hipblaslt-bench", "echo no device >&2\nexit 4\n"), "failed").first;
  BOOST_TEST(failed[8] == "failed: exit code 4");
  const auto silent = replay(tool(folder, "hipblaslt-bench", "echo nothing\n"), "silent").first;
  BOOST_TEST(silent[8] == "failed: printed no time");
  const auto missing = replay("/nowhere", "missing");
  BOOST_TEST(missing.first[8] == "not run: no hipblaslt-bench on PATH");
  BOOST_TEST(holds(missing.second, "it would have run: hipblaslt-bench --api_method c -m 16"));
}

BOOST_AUTO_TEST_CASE(names_of_ops_run_nothing) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  const std::string path = tool(folder, "hipblaslt-bench", "for w; do echo \"$w\" >> " + folder.path("words") + "; done\n");
  for (const char* word : {"x", "id", "sh"}) tool(folder, word, "touch " + folder.path("ran") + "\n");
  folder.file("runs/t_rank_0.json", rank_trace(0, "aten::mm; x; $(id) `sh` > y"));
  folder.file("runs/t_rank_1.json", rank_trace(1));
  const program_answer answer = report({"-b", folder.path("runs"), "-f", "runs", "-r", "--output_csvs_dir", folder.path("out")},
                                       {{"PATH", path}});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(!fs::exists(folder.path("ran")));
  const std::string words = bytes_of(folder.path("words"));
  BOOST_TEST(holds(words, "--api_method\n"));
  BOOST_TEST(!holds(words, ";"));
  BOOST_TEST(!holds(words, "$"));
}

BOOST_AUTO_TEST_CASE(a_page_holds_all_sheets) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const program_answer answer = report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "--html", folder.path("page.html")});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::string page = bytes_of(folder.path("page.html"));
  for (const char* sheet : {"gpu_timelines", "grouped_breakdown", "clock_offsets", "Who waits"}) BOOST_TEST(holds(page, sheet), sheet);
  BOOST_TEST(!fs::exists(folder.path("runs/013_bs1/013_bs1_step_8_performance_report.xlsx")));
}

BOOST_AUTO_TEST_CASE(one_trace_of_all_ranks) {
  if (!has_programs()) return;
  const temporary_folder folder;
  write_two_configurations(folder);
  const program_answer answer = report({"-b", folder.path("runs/013_bs1"), "-f", "step_8", "--output_csvs_dir", folder.path("out"),
                                        "--merged_trace", folder.path("all.json.gz")});
  BOOST_TEST(answer.code == 0, answer.err);
  const auto trace = ridgeline::read_kineto_file(folder.path("all.json.gz"));
  BOOST_REQUIRE(trace.has_value());
  std::size_t kernels = 0;
  for (const ridgeline::torch_event& e : trace->events) kernels += e.category == ridgeline::kineto_category::kernel ? 1u : 0u;
  BOOST_TEST(kernels == 8u);  // a product and three all-reduces on each of two ranks
}

BOOST_AUTO_TEST_CASE(processes_write_the_bytes_of_one) {
  if (!has_programs()) return;
  const temporary_folder folder;
  fs::create_directories(folder.path("runs"));
  for (int r = 0; r < 11; ++r)
    folder.file("runs/t_rank_" + std::to_string(r) + ".json", r == 4 ? "no trace" : rank_trace(r));
  const std::vector<std::string> same{"-b", folder.path("runs"), "-f", "runs", "-a", "--output_csvs_dir"};
  std::vector<std::string> alone = same;
  for (const std::string& more : {folder.path("one"), std::string("--json"), folder.path("one.json"), std::string("-o"),
                                  folder.path("one.xlsx")})
    alone.push_back(more);
  BOOST_TEST(report(alone).code == 0);
  if (std::system("mpirun --version >/dev/null 2>&1") != 0) return;  // NOLINT: is there a launcher
  if (std::system(("ldd " + program_path("multi_rank_report") + " 2>/dev/null | grep -q libmpi").c_str()) != 0) return;  // NOLINT
  for (const char* n : {"2", "8"}) {
    const std::string out = folder.path(std::string("of_") + n);
    std::string command = "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n ";
    command += n;
    command += ' ' + program_path("multi_rank_report");
    for (const std::string& word : same) command += ' ' + word;
    command += ' ' + out + " --json " + out + ".json -o " + out + ".xlsx >/dev/null 2>&1";
    BOOST_TEST(std::system(command.c_str()) == 0, command);  // NOLINT
    for (const auto& entry : fs::directory_iterator(folder.path("one"))) {
      const std::string name = entry.path().filename().string();
      BOOST_TEST((bytes_of(entry.path().string()) == bytes_of(out + "/" + name)), n << " processes: " << name);
    }
    BOOST_TEST((bytes_of(folder.path("one.json")) == bytes_of(out + ".json")));
    BOOST_TEST((bytes_of(folder.path("one.xlsx")) == bytes_of(out + ".xlsx")));
  }
}

BOOST_AUTO_TEST_SUITE_END()
