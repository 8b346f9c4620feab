// Every case that the original scripts were run on: the built programs with --parity must produce the same files.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/inflate.hpp>

#include "tests/support/json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(report_tt_logs_goldens)

namespace {

namespace fs = std::filesystem;

/// A golden file, compressed or not.
std::string golden(const fs::path& path) {
  if (fs::exists(path)) return bytes_of(path.string());
  const std::string packed = bytes_of(path.string() + ".gz");
  if (packed.empty()) return {};
  const auto bytes = ridgeline::inflate(packed);
  BOOST_REQUIRE(bytes);
  return std::string(bytes->view());
}
bool there(const fs::path& path) { return fs::exists(path) || fs::exists(path.string() + ".gz"); }

/// A CSV as rows of cells by the titles of its columns.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> titles;
  ridgeline::csv_scanner scanner(csv);
  std::string scratch;
  while (scanner.next()) {
    std::map<std::string, std::string> row;
    std::size_t c = 0;
    for (const ridgeline::csv_cell& cell : scanner.cells()) {
      const std::string text(cell.text(scratch));
      if (rows.empty() && titles.size() == c && scanner.row_start() == 0) titles.push_back(text);
      else if (c < titles.size()) row[titles[c]] = text;
      ++c;
    }
    if (scanner.row_start() != 0) rows.push_back(row);
  }
  return rows;
}

/// The only file below `folder` with that extension that is not among the logs.
std::string written(const fs::path& folder, std::string_view ending) {
  std::string found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(ending) || path.find("/logs/") != std::string::npos) continue;
    BOOST_TEST(found.empty(), path);
    found = path;
  }
  return found;
}

std::vector<std::string> arguments_of(const test::json& one) {
  std::vector<std::string> words;
  for (const test::json& word : one["args"].items) words.push_back(word.text);
  return words;
}

}  // namespace

BOOST_AUTO_TEST_CASE(op_logs_give_the_original_s_report_and_archive) {
  const auto cases = shared_data("tt/ops-profiler/cases.json");
  if (!cases || !has_programs()) return;
  const fs::path root = fs::path(*cases).parent_path();
  int compared = 0;
  for (const test::json& one : test::parse_json(bytes_of(*cases)).items) {
    const std::string id = one["id"].text, logs = one["logs"].text, tool = one["tool"].text;
    if (logs.find(tool) == std::string::npos && !logs.starts_with("empty")) continue;  // logs of another generation
    const test::shell shell;
    BOOST_REQUIRE(shell.run("tar xzf '" + (root / "inputs" / (logs + ".tgz")).string() + "'").exit_code == 0);
    program_run how;
    how.folder = shell.folder().string();
    how.arguments = arguments_of(one);
    how.arguments.insert(how.arguments.end(), {"--parity", "--threads", "1"});
    const auto before = shell.output_of("find logs | sort | md5sum").text;
    const program_answer answer = run_program("tt_ops_report", how);
    BOOST_TEST(shell.output_of("find logs | sort | md5sum").text == before, id << " changes its input");
    BOOST_TEST((answer.code == 0) == (one["exit_code"].number == 0), id << ": " << answer.err);
    if (answer.code != 0) continue;
    const fs::path want = root / "golden" / id;
    BOOST_TEST((rows_of(bytes_of(written(shell.folder(), ".csv"))) == rows_of(golden(want / "ops_report.csv"))), id);
    const std::string archive = written(shell.folder(), ".tgz");
    std::string members = shell.output_of("tar tzf '" + archive + "' | sed 's,/$,,' | LC_ALL=C sort").text;
    BOOST_TEST((test::lines_of(members) == test::lines_of(golden(want / "tarball_members.txt"))), id);
    ++compared;
  }
  BOOST_TEST(compared == 13);
}

BOOST_AUTO_TEST_CASE(device_logs_give_the_original_s_files) {
  const auto cases = shared_data("tt/device-profiler/cases.json");
  if (!cases || !has_programs()) return;
  const fs::path root = fs::path(*cases).parent_path();
  int compared = 0;
  for (const test::json& one : test::parse_json(bytes_of(*cases)).items) {
    const std::string id = one["id"].text, log = one["log"].text, tool = one["tool"].text;
    const bool zones = log.starts_with("z");
    const bool erisc = id.find("erisc") != std::string::npos;
    if (zones ? id.find("wrong_gen") != std::string::npos : tool != (erisc ? "mar24" : "seed")) continue;
    const temporary_folder folder;
    program_run how;
    how.folder = folder.path();
    how.arguments = arguments_of(one);
    const std::string input = (root / "inputs" / log / "profile_log_device.csv").string();
    how.arguments.insert(how.arguments.end(), {"-d", input, "-o", "out", "--no-webapp", "--parity", "--threads", "1"});
    const program_answer answer = run_program("tt_device_report", how);
    BOOST_TEST((answer.code == 0) == (one["exit_code"].number == 0), id << ": " << answer.err);
    if (answer.code != 0) continue;
    for (const char* name : {"device_stats.txt", "device_rearranged_timestamps.csv", "device_chrome_tracing.json"}) {
      const fs::path want = root / "golden" / id / name;
      if (!there(want)) continue;
      BOOST_TEST((bytes_of(folder.path("out/" + std::string(name))) == golden(want)), id << ": " << name);
      ++compared;
    }
    if (there(root / "golden" / id / "stdout.txt"))
      BOOST_TEST((answer.out == golden(root / "golden" / id / "stdout.txt")), id << ": standard output");
  }
  BOOST_TEST(compared > 60);
}

BOOST_AUTO_TEST_CASE(device_logs_alone_give_the_original_s_op_report) {
  const auto cases = shared_data("tt/device-op-report/cases.json");
  if (!cases || !has_programs()) return;
  const fs::path root = fs::path(*cases).parent_path();
  const fs::path logs = root.parent_path() / "device-profiler/inputs";
  for (const test::json& one : test::parse_json(bytes_of(*cases)).items) {
    const std::string id = one["id"].text;
    const temporary_folder folder;
    program_run how;
    how.folder = folder.path();
    how.arguments = {"--device-only", "-d", (logs / id.substr(0, id.find("__")) / "profile_log_device.csv").string(),
                     "-o", "out", "--parity"};
    BOOST_TEST(run_program("tt_ops_report", how).code == 0, id);
    BOOST_TEST((rows_of(bytes_of(folder.path("out/ops_perf_results.csv"))) ==
                rows_of(golden(root / "golden" / id / "ops_report.csv"))), id);
    BOOST_TEST((rows_of(bytes_of(folder.path("out/per_core_op_to_op_times.csv"))) ==
                rows_of(golden(root / "golden" / id / "per_core_op_to_op.csv"))), id);
  }
}

BOOST_AUTO_TEST_SUITE_END()
