// tt_ops_report, tt_device_report and tt_profile_this as a user runs them; a small script replaces the profiled program
// and writes logs as the profiler does.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"
#include "tests/support/op_logs.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_tt_logs)

namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// What the profiled program does: it logs one op, to `logs/ops` or with device profiling to `logs/ops_device`.
const std::string stand_in =
    "mkdir -p logs; echo \"profiler=$TT_METAL_DEVICE_PROFILER buffer=$TT_PCI_DMA_BUF_SIZE mine=$MINE\" >>logs/runs.txt\n"
    "case $1 in fail) exit 7;; kill) kill -KILL $$;; silent) exit 0;; esac\n"
    "if [ \"$1\" = wait ]; then trap 'echo told >>logs/runs.txt; exit 9' TERM; echo up >logs/up\n"
    "  while :; do sleep 0.05; done; fi\n"
    "to=logs/${2:-ops}; [ \"$TT_METAL_DEVICE_PROFILER\" = 1 ] && to=${to}_device\n"
    "mkdir -p $to/Matmul/1; echo hello from the program\n"
    "cat >$to/Matmul/profile_log_host.csv <<END\n" + test::seed_header +
    "tt::tt_metal::Matmul, 100, 300, 200, 1, 1, 1, 1_1_32_64|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED, "
    "1_1_32_32|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED, HiFi4, MULTI_CORE, , , tt_dnn_device\nEND\n"
    "[ \"$TT_METAL_DEVICE_PROFILER\" = 1 ] && cat >$to/Matmul/1/profile_log_device.csv <<END\n" + device_log_head(1) +
    test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400) + "END\nexit 0\n";

void put(const test::shell& shell, const std::string& name, const std::string& text) {
  const std::filesystem::path path = shell.folder() / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}
std::string bytes(const test::shell& shell, const std::string& name) { return bytes_of((shell.folder() / name).string()); }

}  // namespace

BOOST_AUTO_TEST_CASE(profile_this_runs_twice_and_stitches) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "program.sh", stand_in);
  const auto done = shell.run("MINE=no tt_profile_this -c 'MINE=\"a b\" sh program.sh good' --logs logs -o out");
  BOOST_TEST(done.exit_code == 0, done.text);
  BOOST_TEST(bytes(shell, "logs/runs.txt") == "profiler=1 buffer=1048576 mine=a b\nprofiler=0 buffer= mine=a b\n");
  BOOST_TEST(holds(done.text, "hello from the program"));
  BOOST_TEST(holds(done.text, "run 2 of 2, without device profiling"));
  BOOST_TEST(holds(done.text, "ops CSV: out/default/ops_perf_results.csv"));
  const std::string csv = bytes(shell, "out/default/ops_perf_results.csv");
  BOOST_TEST(holds(csv, "Matmul,tt_dnn_device,1,0,grayskull,"));
  BOOST_TEST(holds(csv, ",1000,2400,0,1167,1000,"));  // firmware 1400 and kernel 1200 cycles at 1200 MHz
  // From the command to the performance report.
  const auto perf = shell.run("tt_perf_report out/default/ops_perf_results.csv --csv perf.csv");
  BOOST_TEST(perf.exit_code == 0, perf.text);
  BOOST_TEST(holds(bytes(shell, "perf.csv"), "Matmul"));
}

BOOST_AUTO_TEST_CASE(profile_this_stops_with_the_command) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "program.sh", stand_in);
  const auto failed = shell.run("tt_profile_this -c 'sh program.sh fail' --logs logs -o out");
  BOOST_TEST(failed.exit_code == 7);
  BOOST_TEST(holds(failed.text, "run 1 of 2 ended with exit code 7"));
  BOOST_TEST(test::lines_of(bytes(shell, "logs/runs.txt")).size() == 1u);  // no second run
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "out"));
  BOOST_TEST(shell.run("tt_profile_this -c 'sh program.sh kill' --logs logs").exit_code == 137);  // 128 + SIGKILL
  BOOST_TEST(shell.run("tt_profile_this -c './not-there x' --logs logs").exit_code == 127);
  const auto silent = shell.run("tt_profile_this -c 'sh program.sh silent' --logs logs");
  BOOST_TEST(silent.exit_code == 1);
  BOOST_TEST(holds(silent.text, "wrote no op logs"));
}

BOOST_AUTO_TEST_CASE(signals_reach_the_command) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "program.sh", stand_in);
  const auto done = shell.run("tt_profile_this -c 'sh program.sh wait' --logs logs & id=$!\n"
                              "n=0; while [ ! -e logs/up ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n+1)); done\n"
                              "kill -TERM $id; wait $id; echo \"code $?\"");
  BOOST_TEST(holds(done.text, "code 9"), done.text);  // the command's response to the signal
  BOOST_TEST(holds(bytes(shell, "logs/runs.txt"), "told"));
}

BOOST_AUTO_TEST_CASE(profile_this_needs_no_shell) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "a b;touch hacked/program.sh", stand_in);
  BOOST_TEST(shell.run("tt_profile_this -c 'sh \"a b;touch hacked/program.sh\" good' --logs logs -o 'o u;t'").exit_code == 0);
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "hacked"));
  BOOST_TEST(std::filesystem::exists(shell.folder() / "o u;t/default/ops_perf_results.csv"));
  BOOST_TEST(shell.run("tt_profile_this -c 'sh \"a b;touch hacked/program.sh\" good ops \">\" \\$HOME a\\;b' --logs logs -o o").exit_code == 0);
  for (const char* bad : {"-c 'a | b'", "-c 'a && b'", "-c 'a b;c'", "-c 'a 2>log'", "-c 'a b>log'", "-c 'a $HOME/x'",
                          "-c 'a \"$HOME\"'", "-c 'a `date`'", "-c 'a \"b'", "-c ''", "", "-c a -d -m", "-c a --port x"})
    BOOST_TEST(shell.run("tt_profile_this " + std::string(bad)).exit_code == 2, bad);
}

BOOST_AUTO_TEST_CASE(profile_this_reports_on_each_location) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "program.sh", stand_in);
  put(shell, "logs/.locations.log", "logs/mine\nlogs/gone\nlogs/mine\nlogs/mine_device/\n");
  const auto done = shell.run("tt_profile_this -c 'sh program.sh good mine' --logs logs -o out -n x --date-as 2023-10-31T01:02:03");
  BOOST_TEST(done.exit_code == 0, done.text);
  BOOST_TEST(std::filesystem::exists(shell.folder() / "out/mine/ops_perf_results_x_2023_10_31_01_02_03.csv"));
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "out/mine_device"));
  const auto host = shell.run("tt_profile_this -c 'sh program.sh good mine' --logs logs -o host -m");
  BOOST_TEST(host.exit_code == 0);
  BOOST_TEST(holds(bytes(shell, "host/mine/ops_perf_results.csv"), "Matmul,tt_dnn_device,1,,,"));  // no device columns
  const auto device = shell.run("tt_profile_this -c 'sh program.sh good mine' --logs logs -o device -d");
  BOOST_TEST(device.exit_code == 0);
  BOOST_TEST(holds(bytes(shell, "device/mine_device/ops_perf_results.csv"), "Matmul,tt_dnn_device,1,0,grayskull,"));
}

BOOST_AUTO_TEST_CASE(nothing_that_is_not_ours_is_touched) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "log.csv", device_log_head(1) + test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400));
  put(shell, "out/precious.txt", "mine");
  BOOST_TEST(shell.run("tt_device_report -d log.csv -o out").exit_code == 0);
  BOOST_TEST(bytes(shell, "out/precious.txt") == "mine");
  const std::string first = bytes(shell, "out/device_perf_results.tgz");
  BOOST_TEST(test::lines_of(shell.output_of("tar tzf out/device_perf_results.tgz").text) ==
                 (std::vector<std::string>{"./", "./device_analysis_data.json", "./device_chrome_tracing.json",
                                           "./device_perf.html", "./device_rearranged_timestamps.csv", "./device_stats.txt",
                                           "./profile_log_device.csv", "./trace_health.csv",
                                           "./trace_health_sheets.csv"}), boost::test_tools::per_element());
  BOOST_TEST(shell.run("tt_device_report -d log.csv -o out --threads 1").exit_code == 0);
  BOOST_TEST((bytes(shell, "out/device_perf_results.tgz") == first));
  put(shell, "plain", "");
  BOOST_TEST(shell.run("tt_device_report -d log.csv -o plain").exit_code == 1);
  BOOST_TEST(shell.run("tt_device_report -d log.csv -o plain/below").exit_code == 1);
}

BOOST_AUTO_TEST_CASE(device_report_options) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "logs/profile_log_device.csv", device_log_head(1) + test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400) +
                                                "0, 1, 0, BRISC, 7, 2410\n0, 1, 0, BRISC, 8, 2450\n");
  put(shell, "mine.json", "{\"analyses\": [{\"name\": \"mine\", \"across\": \"core\", \"type\": \"adjacent\", "
                          "\"start\": {\"risc\": \"BRISC\", \"timerID\": 7}, \"end\": {\"risc\": \"ANY\", \"timerID\": 8}}]}");
  const auto all = shell.output_of("tt_device_report --analyses mine.json --json all.json --no-artifacts --no-plots --no-json");
  BOOST_TEST(all.exit_code == 0);
  BOOST_TEST(holds(all.text, "=== mine ===================\n    Duration [cycles] =         40            33 ns"));
  const test::json tables = test::parse_json(bytes(shell, "all.json"))["tables"];
  BOOST_TEST(tables.items.size() == 5u);  // two of health
  BOOST_TEST(std::filesystem::exists(shell.folder() / "output/device/device_stats.txt"));
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "output/device/device_analysis_data.json"));
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "output/device/device_perf.html"));
  BOOST_TEST(shell.output_of("tt_device_report logs/profile_log_device.csv --quiet -o beside").text.empty());
  BOOST_TEST(holds(shell.run("tt_device_report logs/profile_log_device.csv another.csv").text,
                   "another.csv: one input too many"));
  BOOST_TEST(shell.output_of("tt_device_report --no-print-stats --webapp --no-webapp --html own.html --xlsx own.xlsx").text.empty());
  BOOST_TEST((bytes(shell, "beside/device_stats.txt") == bytes(shell, "output/device/device_stats.txt")));
  const std::string page = bytes(shell, "output/device/device_perf.html");
  BOOST_TEST(holds(page, "\"kind\":\"timeline\""));
  BOOST_TEST((page == bytes(shell, "own.html")));
  BOOST_TEST(bytes(shell, "own.xlsx").starts_with("PK"));
  const std::string guide = test::repository_file("docs/tt_device_report.md");
  const std::size_t example = guide.find("```json\n") + 8;
  put(shell, "guide.json", guide.substr(example, guide.find("```", example) - example));
  const auto guided = shell.output_of("tt_device_report --analyses guide.json --no-artifacts --no-plots --no-json");
  BOOST_TEST(guided.exit_code == 0, guided.text);
  put(shell, "bad.json", "{\"analyses\": [{\"name\": \"x\", \"type\": \"sideways\"}]}");
  const auto bad = shell.run("tt_device_report --analyses bad.json");
  BOOST_TEST(bad.exit_code == 1);
  BOOST_TEST(holds(bad.text, "/analyses/0/type"));
  for (const char* usage : {"--port 65536", "--webapp --host here", "-s nope", "--no-such-option"})
    BOOST_TEST(shell.run("tt_device_report " + std::string(usage)).exit_code == 2, usage);
  BOOST_TEST(shell.run("tt_device_report -d nothing.csv").exit_code == 1);
  put(shell, "one_bad.csv", device_log_head(1) + "0, 0, 0, BRISC, 1, 5\n0, 0, 0, BRISC, x, 9\n");
  BOOST_TEST(shell.run("tt_device_report -d one_bad.csv -o one_bad --strict").exit_code == 3);
  BOOST_TEST(holds(bytes(shell, "one_bad/data_quality.csv"), "x"), bytes(shell, "one_bad/data_quality.csv"));
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "beside/data_quality.csv"));
  put(shell, "disordered.csv", device_log_head(1) + "0, 1, 0, BRISC, 8, 2450\n0, 1, 0, BRISC, 7, 2410\n");
  const std::string of_no_row = shell.run("tt_device_report -d disordered.csv -o disordered -q").text;
  BOOST_TEST(holds(of_no_row, "1 remark of 1 kind, first: markers of a processor are out of order"), of_no_row);
  put(shell, "empty.csv", device_log_head(1));
  BOOST_TEST(shell.run("tt_device_report -d empty.csv -o empty").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(what_logs_can_support_is_said) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "fine.csv", device_log_head(1) + test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400));
  const auto fine = shell.output_of("tt_device_report -d fine.csv -o fine --strict");
  BOOST_TEST(fine.exit_code == 0, fine.text);
  BOOST_TEST(fine.text.starts_with("trace health: sound (3 checks)\n"), fine.text);
  BOOST_TEST(holds(bytes(shell, "fine/trace_health.csv"), "ttlog_unpaired,sound,"));
  BOOST_TEST(holds(bytes(shell, "fine/trace_health_sheets.csv"), "core_statistics,sound,"));
  // a kernel without an end: one of three starts
  const std::string lost = device_log_head(1) + test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400) +
                           "0, 1, 0, NCRISC, 2, 1200\n";
  put(shell, "lost.csv", lost);
  const auto doubtful = shell.output_of("tt_device_report -d lost.csv -o lost --html lost.html --strict");
  BOOST_TEST(doubtful.exit_code == 3);
  BOOST_TEST(doubtful.text.starts_with("trace health: degraded: 1 of 3 starts of firmware and kernels"),
             doubtful.text);
  BOOST_TEST(holds(bytes(shell, "lost.html"), "[\"Trace health\",\"degraded: 1 of 3 starts"));
  BOOST_TEST(shell.run("tt_device_report -d lost.csv -o lost --strict --health-ignore ttlog_unpaired").exit_code == 0);
  const auto wrong = shell.run("tt_device_report -d lost.csv -o lost --health-ignore ttlog_unpared");
  BOOST_TEST(wrong.exit_code == 2);
  BOOST_TEST(holds(wrong.text, "did you mean ttlog_unpaired?"), wrong.text);
  BOOST_TEST(shell.run("tt_device_report -d lost.csv -o lost --strict --parity").exit_code == 0);
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "lost/trace_health.csv"));  // from the earlier run
  // The ops CSV of a log whose only op has no kernel.
  std::string zones = device_log_head(8);
  for (const char* what : {"FW,ZONE_START,1", "FW,ZONE_END,9"}) {
    const std::string text(what);
    const std::size_t comma = text.rfind(',');
    zones += "0,1,1,BRISC,7," + text.substr(comma + 1) + ",0,1024,,,BRISC-" + text.substr(0, comma) + ",1,a.cc,\n";
  }
  put(shell, "zones.csv", zones);
  const auto ops = shell.run("tt_ops_report --device-only -d zones.csv -o ops --json ops.json --strict");
  BOOST_TEST(ops.exit_code == 3, ops.text);
  BOOST_TEST(holds(ops.text, "trace health: unknowable: 1 of 1 device rows have no kernel duration"), ops.text);
  BOOST_TEST(holds(bytes(shell, "ops/trace_health.csv"), "tt_device_data_missing,unknowable,1,1"));
  BOOST_TEST(holds(bytes(shell, "ops.json"), "trace_health_sheets"));
  BOOST_TEST(shell.run("tt_ops_report --device-only -d zones.csv -o ops --strict "
                       "--health-ignore tt_device_data_missing").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(names_of_ops_reports) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put(shell, "logs/ops/A/profile_log_host.csv", test::seed_header + "A, 1, 2, 1, 1, 1, 1, , , , , , , x\n");
  const auto wrote = [&](const std::string& options, const std::string& file) {
    const auto done = shell.run("tt_ops_report " + options);
    BOOST_TEST(done.exit_code == 0, done.text);
    BOOST_TEST(std::filesystem::exists(shell.folder() / file), file);
    BOOST_TEST(std::filesystem::exists(shell.folder() / (file.substr(0, file.size() - 3) + "tgz")), file);
  };
  wrote("--html p.html --xlsx x.xlsx", "output/ops/ops_perf_results.csv");
  BOOST_TEST(holds(bytes(shell, "p.html"), "\"title\":\"Ops on the host\""));
  BOOST_TEST(bytes(shell, "x.xlsx").starts_with("PK"));
  wrote("-i logs/ops -o o -n tag --date-as 2023-10-31T23:59:58", "o/ops_perf_results_tag_2023_10_31_23_59_58.csv");
  wrote("-o p --parity -n tag --date-as 2023-10-31T23:59:58", "p/2023_31_10_23_59_tag.csv");  // the day before the month
  wrote("-o p --parity", "p/profile_log_ops.csv");
  for (const char* above : {"logs", "."})  // a folder that contains the ops folder
    BOOST_TEST(shell.run("tt_ops_report -o above -i " + std::string(above)).exit_code == 0);
  BOOST_TEST(bytes(shell, "above/ops_perf_results.csv") == bytes(shell, "output/ops/ops_perf_results.csv"));
  put(shell, "logs/ops/A/profile_log_host.csv", test::later_header + "A, 1, 2, 1, 1, 1, 1, , , , , , , , , , , x, , , , , \n");
  wrote("-o q --parity -n tag --date-as 2023-10-31T23:59:58",
        "q/tag/ops/2023_10_31_23_59_58/ops_perf_results_tag_2023_10_31_23_59_58.csv");
  BOOST_TEST(shell.run("tt_ops_report -i nothing").text ==
             "tt_ops_report: nothing: cannot be read: No such file or directory\n");
  BOOST_TEST(shell.run("tt_ops_report x.xlsx").text.starts_with("tt_ops_report: x.xlsx: expected a folder"));
  for (const char* input : {"nothing", "x.xlsx"})
    BOOST_TEST(shell.run("tt_ops_report -i " + std::string(input)).exit_code == 1, input);
  for (const char* usage : {"-d x", "--date-as now", "-n a/b", "--port -1", "--webapp --host here"})
    BOOST_TEST(shell.run("tt_ops_report " + std::string(usage)).exit_code == 2, usage);
  // 2024 is a leap year, 2023 and 1900 are none; no month has a day 0, and November no day 31
  for (const char* date : {"2023-02-29T04:05:06", "1900-02-29T04:05:06", "2024-00-02T04:05:06", "2024-13-02T04:05:06",
                           "2024-01-00T04:05:06", "2024-11-31T04:05:06", "2024-01-02T24:05:06", "2024-01-02T04:60:06",
                           "2024-01-02T04:05:61"})
    BOOST_TEST(shell.run("tt_ops_report --date-as " + std::string(date)).exit_code == 2, date);
  put(shell, "device.csv", device_log_head(8) + "0,1,1,BRISC,7,1,0,1024,,,BRISC-FW,ZONE_START,1,a.cc,\n"
                                                "0,1,1,BRISC,7,9,0,1024,,,BRISC-FW,ZONE_END,1,a.cc,\n");
  for (const char* date : {"2024-02-29T04:05:06", "2024-01-02T23:59:58"}) {
    std::string in_name(date);
    std::replace_if(in_name.begin(), in_name.end(), [](char c) { return c < '0' || c > '9'; }, '_');
    const auto done = shell.run("tt_ops_report --device-only -d device.csv -o r -n tag --date-as " + std::string(date));
    BOOST_TEST(std::filesystem::exists(shell.folder() / ("r/ops_perf_results_tag_" + in_name + ".csv")), done.text);
  }
  put(shell, "six.csv", device_log_head(1));
  BOOST_TEST(shell.run("tt_ops_report --device-only -d six.csv").exit_code == 1);
  put(shell, "ops.csv", "OP CODE,OP TYPE,DEVICE ID\n");
  const auto other = shell.run("tt_ops_report --device-only -d ops.csv");
  BOOST_TEST(other.exit_code == 1);
  BOOST_TEST(holds(other.text, "; it is an ops CSV: tt_perf_report reads it"), other.text);
}

BOOST_AUTO_TEST_CASE(from_zone_logs_to_the_performance_report) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  std::string log = device_log_head(8);
  for (int op : {1024, 2048})
    for (const char* what : {"FW,ZONE_START,100", "KERNEL,ZONE_START,200", "KERNEL,ZONE_END,4200", "FW,ZONE_END,4300"}) {
      const std::string text(what);
      const std::size_t comma = text.rfind(',');
      log += "0,1,1,BRISC,7," + std::to_string(op * 10 + std::stoi(text.substr(comma + 1))) + ",0," + std::to_string(op) +
             ",,,BRISC-" + text.substr(0, comma) + ",1,a.cc,\n";
    }
  put(shell, "log.csv", log);
  BOOST_TEST(shell.run("tt_ops_report --device-only -d log.csv -o out --json out.json").exit_code == 0);
  const auto perf = shell.run("tt_perf_report out/ops_perf_results.csv --csv perf.csv");
  BOOST_TEST(perf.exit_code == 0, perf.text);
  BOOST_TEST(test::lines_of(bytes(shell, "perf.csv")).size() == 3u);
  BOOST_TEST(holds(perf.text, "wormhole"));
  test::parse_json(bytes(shell, "out.json"));
}

BOOST_AUTO_TEST_CASE(from_op_logs_of_both_generations_to_the_performance_report) {
  if (!test::shell::has_programs()) return;
  for (const std::string& columns : {test::seed_header, test::later_header}) {
    const test::shell shell;
    const std::string tensors = "1_1_32_64|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED-1_1_64_128|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED";
    const std::string out = "1_1_32_128|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED";
    const bool later = columns == test::later_header;
    const std::string kernels = later ? ", p.cpp, p/1, r.cpp, r/2" : "", models = later ? ", 10, 20, 30, 1.5|2, 4" : "";
    std::string rows;
    for (int call : {1, 2})
      rows += "tt::tt_metal::Matmul, 100, 300, 200, " + std::to_string(call) + ", " + std::to_string(call) + ", 1, " + tensors +
              ", " + out + ", HiFi4" + kernels + ", Multi, , k=1, tt_dnn_device" + models + "\n";
    put(shell, "logs/ops/tt::tt_metal::Matmul/profile_log_host.csv", columns + rows);
    for (int call : {1, 2})
      put(shell, "logs/ops_device/tt::tt_metal::Matmul/" + std::to_string(call) + "/profile_log_device.csv",
          device_log_head(2) + test::markers(0, 1, "BRISC", 10000 * call, 10000 * call + 500, 10000 * call + 5500, 10000 * call + 6000));
    BOOST_TEST(shell.run("tt_ops_report -o out").exit_code == 0);
    const auto perf = shell.run("tt_perf_report out/ops_perf_results.csv --csv perf.csv");
    BOOST_TEST(perf.exit_code == 0, perf.text);
    BOOST_TEST(test::lines_of(bytes(shell, "perf.csv")).size() == 3u);
    // 2 * 32 * 64 * 128 FLOP in 5000 cycles at 1000 MHz: 5 us; the second starts 5000 cycles after the first has ended
    BOOST_TEST(holds(perf.text, "Matmul 32 x 64 x 128"), perf.text);
    BOOST_TEST(holds(perf.text, "5 μs          5 μs"), perf.text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
