// tt_ops_report and tt_profile_this on logs of current tt-metal, as a user runs them; a small script replaces the
// profiled program and puts a capture in place.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/text.hpp"
#include "tests/support/tracy_text.hpp"

BOOST_AUTO_TEST_SUITE(examples_tt_tracy)

namespace {

using namespace test::tracy;

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
std::string bytes(const test::shell& shell, const std::string& name) {
  return bytes_of((shell.folder() / name).string());
}
void put(const test::shell& shell, const std::string& name, const std::string& text) {
  const std::filesystem::path path = shell.folder() / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}
/// A capture of one op: zone 30 to 37, kernel of 40 cycles at 1 GHz.
void put_capture(const test::shell& shell, const std::string& folder) {
  put(shell, folder + "/tracy_ops_data.csv", messages_head + op("Add", 1, "5", 40));
  put(shell, folder + "/tracy_ops_times.csv", zones_head + zone(1, 30, 7));
  put(shell, folder + "/profile_log_device.csv", device_log_head(8) + run(1, "BRISC", "BRISC", 1, 100, 110, 150, 160));
}

/// Writes the given capture, as the tracy module does, and records its environment.
const std::string stand_in =
    "echo \"device=$TT_METAL_DEVICE_PROFILER ops=$TTNN_OP_PROFILER trace=$TT_METAL_PROFILER_TRACE_TRACKING "
    "sums=$TT_METAL_PROFILER_CPP_POST_PROCESS\" >>runs.txt\n"
    "mkdir -p generated/profiler/.logs; cp capture/* generated/profiler/.logs/\n";

}  // namespace

BOOST_AUTO_TEST_CASE(logs_are_found_by_looking_at_the_folder) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "generated/profiler/.logs");
  for (const char* folder : {"", "-i generated/profiler", "-i generated/profiler/.logs"}) {
    const auto done = shell.run("rm -rf out; tt_ops_report -o out " + std::string(folder));
    BOOST_TEST(done.exit_code == 0, done.text);
    BOOST_TEST(holds(done.text, "logs of the generation dec25: generated/profiler/.logs"), done.text);
    BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "Add,tt_dnn_device,1,0,wormhole_b0,"));
  }
  const auto named = shell.run("tt_ops_report -o out -n run1 --date-as 2026-01-02T03:04:05");
  BOOST_TEST(named.exit_code == 0, named.text);
  BOOST_TEST(bytes(shell, "out/run1/2026_01_02_03_04_05/ops_perf_results_run1_2026_01_02_03_04_05.csv") ==
             bytes(shell, "out/ops_perf_results.csv"));
  const auto perf = shell.run("tt_perf_report out/ops_perf_results.csv --csv perf.csv");
  BOOST_TEST(perf.exit_code == 0, perf.text);
  BOOST_TEST(holds(bytes(shell, "perf.csv"), "Add"));
  // The same without the intermediate CSV.
  const auto direct = shell.run("tt_perf_report generated/profiler --csv direct.csv");
  BOOST_TEST(direct.exit_code == 0, direct.text);
  BOOST_TEST(bytes(shell, "direct.csv") == bytes(shell, "perf.csv"));
}

BOOST_AUTO_TEST_CASE(a_report_is_on_the_console) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  const auto shown = shell.output_of("tt_ops_report -i logs -o out");
  BOOST_TEST(shown.text.starts_with("trace health: sound"), shown.text);
  BOOST_TEST(holds(shown.text, "out/ops_perf_results.csv: kernel time by op\n"), shown.text);
  // the only op: a kernel of 40 cycles at 1 GHz is 40 ns, its zone on the host 7 ns
  const std::string row = test::line_starting(shown.text, "Add ");
  BOOST_TEST(row == "Add 1 0.0 μs 100.0 % 0.0 μs 0.0 μs", row);
  for (const std::string& line : test::lines_of(shown.text)) {
    const auto is_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; };
    BOOST_TEST(std::count_if(line.begin(), line.end(), is_character) <= 80, line);
  }
  for (const char* const quiet : {"-q", "--quiet", "--json -"})
    BOOST_TEST(!holds(shell.output_of("tt_ops_report -i logs -o out " + std::string(quiet)).text, "kernel time by op"), quiet);
  const auto parity = shell.output_of("tt_ops_report -i logs -o out --parity");
  BOOST_TEST(holds(parity.text, "kernel time by op"), parity.text);
  BOOST_TEST(!holds(parity.text, "trace health"), parity.text);
}

BOOST_AUTO_TEST_CASE(what_was_left_out_is_a_csv_of_the_folder) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  BOOST_TEST(shell.run("tt_ops_report -i logs -o out -q").exit_code == 0);
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "out/data_quality.csv"));
  put(shell, "logs/tracy_ops_times.csv", zones_head);
  BOOST_TEST(shell.run("tt_ops_report -i logs -o out -q").exit_code == 0);
  BOOST_TEST(holds(bytes(shell, "out/data_quality.csv"), "op without host time"), bytes(shell, "out/data_quality.csv"));
  put_capture(shell, "logs");
  BOOST_TEST(shell.run("tt_ops_report -i logs -o out -q").exit_code == 0);
  BOOST_TEST(!std::filesystem::exists(shell.folder() / "out/data_quality.csv"));  // of the run before
}

BOOST_AUTO_TEST_CASE(half_a_folder) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  std::filesystem::remove(shell.folder() / "logs/tracy_ops_times.csv");
  const auto zones = shell.run("tt_ops_report -i logs -o out");
  BOOST_TEST(zones.exit_code == 0, zones.text);
  BOOST_TEST(holds(zones.text, "zones of the host (tracy_ops_times.csv) are missing"), zones.text);
  BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "Add,tt_dnn_device,1,0,wormhole_b0,"));
  std::filesystem::remove(shell.folder() / "logs/tracy_ops_data.csv");
  const auto device = shell.run("tt_ops_report -i logs -o out");
  BOOST_TEST(device.exit_code == 0, device.text);
  BOOST_TEST(holds(device.text, "logs has a device log and no logs of the host: --device-only"), device.text);
  BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "op 1,tt_dnn_device,1,0,wormhole_b0,"));
}

/// What is named is reported, or refused: never the log at the default place.
BOOST_AUTO_TEST_CASE(a_device_log_may_be_named_alone) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "here");
  put(shell, "logs/profile_log_device.csv", device_log_head(8) + run(7, "BRISC", "BRISC", 1, 100, 110, 150, 160));
  const auto named = shell.run("tt_ops_report --device-only here/profile_log_device.csv -o out");
  BOOST_TEST(named.exit_code == 0, named.text);
  BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "op 1,tt_dnn_device,1,0,wormhole_b0,"));
  put(shell, "none/other.txt", "");
  const auto none = shell.run("tt_ops_report --device-only none -o out");
  BOOST_TEST(none.exit_code == 1);
  BOOST_TEST(holds(none.text, "none/profile_log_device.csv: "), none.text);
}

BOOST_AUTO_TEST_CASE(a_file_of_tracy_alone_names_the_folder) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  put(shell, "logs/host.tracy", "tr\xFDP\x01");
  for (const char* file : {"tracy_ops_data.csv", "tracy_ops_times.csv", "host.tracy"}) {
    const auto answer = shell.run("tt_perf_report logs/" + std::string(file));
    BOOST_TEST(answer.exit_code == 1);
    BOOST_TEST(holds(answer.text, "; it is one of Tracy's files: give the folder of the logs"), answer.text);
  }
}

/// Programs launched by other means than ttnn have no messages.
BOOST_AUTO_TEST_CASE(a_device_log_whose_programs_the_host_does_not_name) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  const std::string_view hint = "programs ran on the device: tt_ops_report --device-only reports these";
  BOOST_TEST(!holds(shell.run("tt_ops_report -i logs -o out").text, hint));
  put(shell, "logs/tracy_ops_data.csv", messages_head + "`TT_SIGNPOST: here`;50\n");
  const auto none = shell.run("tt_ops_report -i logs -o out");
  BOOST_TEST(none.exit_code == 0, none.text);
  BOOST_TEST(holds(none.text, hint), none.text);
  BOOST_TEST(shell.run("tt_ops_report --device-only logs -o out").exit_code == 0);
  BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "op 1,tt_dnn_device,1,0,wormhole_b0,"));
}

BOOST_AUTO_TEST_CASE(losses_are_exit_3_with_strict_and_1_with_parity) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  put(shell, "logs/tracy_ops_times.csv", zones_head);
  BOOST_TEST(shell.run("tt_ops_report -i logs -o out").exit_code == 0);
  BOOST_TEST(shell.run("tt_ops_report -i logs -o out --strict").exit_code == 3);
  const auto parity = shell.run("tt_ops_report -i logs -o out --parity");
  BOOST_TEST(parity.exit_code == 1);
  BOOST_TEST(holds(parity.text, "logs: the script of these logs (dec25) gives no report: op without host time"),
             parity.text);
}

BOOST_AUTO_TEST_CASE(what_the_profiler_dropped_is_said) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "logs");
  const auto fine = shell.run("tt_ops_report -i logs -o out --strict");
  BOOST_TEST(fine.exit_code == 0, fine.text);
  BOOST_TEST(holds(fine.text, "trace health: sound"), fine.text);
  put(shell, "logs/tracy_ops_data.csv", messages_head + op("Add", 1, "5", 40) +
                                            "`Profiler DRAM buffers were full, markers were dropped! device 0, worker core "
                                            "1, 2, Risc BRISC,  bufferEndIndex = 12000`;50\n");
  for (const char* const program : {"tt_ops_report -i logs -o out", "tt_perf_report logs"}) {
    const auto dropped = shell.run(std::string(program) + " --strict --json x.json");
    BOOST_TEST(dropped.exit_code == 3, dropped.text);
    BOOST_TEST(holds(bytes(shell, "x.json"), "the profiler found its buffers full 1 time and dropped markers"), program);
  }
}

BOOST_AUTO_TEST_CASE(profile_this_runs_once_with_the_environment_of_the_tracy_module) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  put_capture(shell, "capture");
  put(shell, "program.sh", stand_in);
  for (int i = 0; i < 2; ++i) {  // the second time over older logs
    const auto done = shell.run("tt_profile_this -c 'TT_METAL_PROFILER_CPP_POST_PROCESS=0 sh program.sh' -o out");
    BOOST_TEST(done.exit_code == 0, done.text);
    BOOST_TEST(holds(bytes(shell, "out/ops_perf_results.csv"), "Add,tt_dnn_device,1,0,wormhole_b0,"));
  }
  BOOST_TEST(bytes(shell, "runs.txt") == "device=1 ops=1 trace=1 sums=0\ndevice=1 ops=1 trace=1 sums=0\n");
  const auto refused = shell.run("tt_profile_this -c 'sh program.sh' -m -o out");
  BOOST_TEST(refused.exit_code == 2);
  BOOST_TEST(holds(refused.text, "--device-only and --host-only are for op logs"), refused.text);
  const auto stale = shell.run("tt_profile_this -c 'python3 -m tracy --none' -o out");
  BOOST_TEST(stale.exit_code != 0);
}

BOOST_AUTO_TEST_CASE(profile_this_gives_the_report_of_a_capture) {
  if (!test::shell::has_programs()) return;
  const auto folder = shared_data("tt/tracy-ops");
  if (!folder) return;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (!std::filesystem::exists(entry.path() / "logs.tgz")) continue;
    const test::shell shell;
    const std::string unpack = "tar xzf " + (entry.path() / "logs.tgz").string();
    const auto profiled = shell.run("mkdir -p generated/profiler && tt_profile_this -c '" + unpack +
                                    " -C generated/profiler' -o profiled");
    const auto reported = shell.run("tt_ops_report -i generated/profiler -o reported");
    BOOST_TEST(profiled.exit_code == 0, profiled.text);
    BOOST_TEST(holds(profiled.text, "run 1 of"), profiled.text);
    const std::string csv = bytes(shell, "profiled/ops_perf_results.csv");  // compared with goldens in tt_tracy_ops
    BOOST_TEST(!csv.empty(), profiled.text);
    BOOST_TEST((csv == bytes(shell, "reported/ops_perf_results.csv")), entry.path().filename());
  }
}

BOOST_AUTO_TEST_SUITE_END()
