// tt_perf_report as a user runs it, on the example data: a report for every valid input.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(report_tt_perf_program)

namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// A small ops CSV.
std::string three_ops() {
  std::string csv = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,HOST START TS,"
                    "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns],INPUT_0_MEMORY\n";
  for (const char* op : {"Copy", "Move", "Softmax"}) csv.append(op).append(",tt_dnn_device,1024,0,,HiFi4,64,1,100,2000,\n");
  return csv;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_input_with_a_device_column_gives_a_report) {
  const auto cases = shared_data("tt/perf-report/cases.json");
  if (!cases || !has_programs()) return;
  const std::filesystem::path inputs = std::filesystem::path(*cases).parent_path() / "inputs";
  int reports = 0;
  for (const auto& entry : std::filesystem::directory_iterator(inputs)) {
    if (entry.path().extension() != ".csv") continue;
    const std::string text = bytes_of(entry.path().string());
    const bool has_devices = holds(text.substr(0, text.find('\n')), "DEVICE ID");
    const bool has_rows = text.find('\n') + 1 < text.size();
    program_run how;
    how.arguments = {entry.path().string()};
    const program_answer answer = run_program("tt_perf_report", how);
    BOOST_TEST(answer.code == (has_devices ? 0 : 1), entry.path().filename());
    BOOST_TEST(answer.out.empty() == (!has_devices || !has_rows), entry.path().filename());
    BOOST_TEST(!answer.err.empty(), entry.path().filename());
    reports += !answer.out.empty();
  }
  BOOST_TEST(reports == 29);  // of 31: one has no DEVICE ID, one no rows
}

BOOST_AUTO_TEST_CASE(inputs_that_the_original_dies_on_are_reported) {
  const auto cases = shared_data("tt/perf-report/cases.json");
  if (!cases || !has_programs()) return;
  const std::filesystem::path inputs = std::filesystem::path(*cases).parent_path() / "inputs";
  const auto row_4 = [&](const std::string& name, const std::string& title) {  // the bad row
    const temporary_folder folder;
    program_run how;
    how.arguments = {(inputs / name).string(), "--json", folder.path("out.json")};
    run_program("tt_perf_report", how);
    const test::json document = test::parse_json(bytes_of(folder.path("out.json")));
    const test::json& ops = document["tables"].items.at(0);
    for (std::size_t c = 0; c < ops["columns"].items.size(); ++c)
      if (ops["columns"].items[c]["title"].text == title) return ops["rows"].items.at(2).items.at(c);
    return test::json{};
  };
  BOOST_TEST(row_4("bad_hifi3.csv", "FLOPs %").number > 0);  // of a third of LoFi's peak
  BOOST_TEST(row_4("bad_zerodur.csv", "FLOPs").is_null());
  BOOST_TEST((row_4("bad_zerodur.csv", "Device Time").is == test::json::kind::number));
  BOOST_TEST(row_4("bad_zerodur.csv", "Device Time").number == 0);
  BOOST_TEST(row_4("bad_nandim.csv", "FLOPs").is_null());
  BOOST_TEST(row_4("bad_nancore.csv", "FLOPs").number > 0);
  BOOST_TEST(row_4("bad_nancore.csv", "FLOPs %").is_null());
  BOOST_TEST(row_4("bad_arch.csv", "FLOPs %").number > 0);   // Grayskull has published peaks
  BOOST_TEST(row_4("bad_nogcc.csv", "FLOPs %").number > 0);
  BOOST_TEST(row_4("bad_nogcc.csv", "Global Call Count").is_null());
}

/// A file with a core count is of v2.1, which release 1.2.4 takes for a Wormhole's where it names no architecture.
BOOST_AUTO_TEST_CASE(parity_judges_a_v2_1_file_without_an_architecture_as_wormhole) {
  if (!has_programs()) return;
  const std::string extents = "1[1],1[1],1024[1024],1024[1024],BFLOAT16,DEV_0_DRAM_INTERLEAVED,";
  std::string csv = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,"
                    "AVAILABLE WORKER CORE COUNT,HOST START TS,OP TO OP LATENCY [ns],";
  for (const char* tensor : {"INPUT_0_", "INPUT_1_", "OUTPUT_0_"}) {
    for (const char* part : {"W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "DATATYPE",
                             "MEMORY"})
      csv.append(tensor).append(part).append(",");
  }
  csv += "DEVICE KERNEL DURATION [ns]\nMatmul,tt_dnn_device,1024,0,,LoFi,64,110,1,0," + extents + extents + extents;
  csv += "100000\n";
  const temporary_folder folder;
  folder.file("ops.csv", csv);
  const auto dram_share = [&](std::vector<std::string> more) {
    program_run how;
    how.folder = folder.path();
    how.arguments = {"ops.csv", "--csv", "r.csv", "--arch", "blackhole"};
    how.arguments.insert(how.arguments.end(), more.begin(), more.end());
    const program_answer answer = run_program("tt_perf_report", how);
    BOOST_TEST(answer.code == 0);
    BOOST_TEST(holds(answer.err, "--arch blackhole is ignored") == !more.empty());
    const auto cell = [](const std::string& line, std::size_t column) {  // without commas in quotes
      std::size_t at = 0;
      for (std::size_t c = 0; c < column; ++c) at = line.find(',', at) + 1;
      return line.substr(at, line.find(',', at) - at);
    };
    const std::string text = bytes_of(folder.path("r.csv")), head = text.substr(0, text.find('\n'));
    std::size_t column = 0;
    while (column < 40 && cell(head, column) != "DRAM %") ++column;
    return std::stod("0" + cell(text.substr(text.find('\n') + 1), column));
  };
  // 3 matrices of 1024 x 1024 x 2 B in 100 us are 62.915 GB/s: of 512 GB/s, and of Wormhole's 288.
  BOOST_TEST(dram_share({}) == 12.288, boost::test_tools::tolerance(1e-4));
  BOOST_TEST(dram_share({"--parity"}) == 21.845, boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_CASE(files_are_written_beside_the_printed_report) {
  if (!has_programs()) return;
  const temporary_folder folder;
  folder.file("ops.csv", three_ops());
  const auto run = [&](std::vector<std::string> more) {
    program_run how;
    how.folder = folder.path();
    how.arguments = {"ops.csv"};
    how.arguments.insert(how.arguments.end(), more.begin(), more.end());
    return run_program("tt_perf_report", how);
  };
  const auto has = [&](const std::string& name) { return std::filesystem::exists(folder.path(name)); };
  BOOST_TEST(holds(run({"--csv", "r.csv"}).out, "Performance report"));
  BOOST_TEST(bytes_of(folder.path("r.csv")).starts_with("ID,Total %,Bound,OP Code,Device,"));
  BOOST_TEST(holds(bytes_of(folder.path("r_stacked.csv")), "Device Time Sum [μs]"));
  BOOST_TEST(run({"--csv", "p.csv", "--parity"}).out.empty());  // replaces it, as in the original
  run({"--csv", "n.csv", "--no-summary", "--no-advice", "--raw-op-codes"});
  BOOST_TEST(!has("n_stacked.csv"));
  const std::string csv = bytes_of(folder.path("n.csv"));
  BOOST_TEST(csv.substr(0, csv.find('\r')).ends_with("Global Call Count,Raw OP Code"));
  BOOST_TEST(holds(run({"--summary-file", "s", "--stacked-csv", "old"}).err,
                   "--stacked-csv: no effect with --summary-file\n"));
  BOOST_TEST(has("s.csv"));
  BOOST_TEST(!has("old.csv"));
  // A report without rows replaces an older one, so that the old one is not mistaken for it.
  run({"--csv", "r.csv", "--id-range", "100-"});
  BOOST_TEST(!holds(bytes_of(folder.path("r.csv")), "Copy"));
  BOOST_TEST(!holds(bytes_of(folder.path("r_stacked.csv")), "Copy"));
  // The original writes no summary without rows, even if the report has some: here ops that it takes for signposts.
  std::string signposts = three_ops().substr(0, three_ops().find('\n') + 1);
  signposts += "signpostWriter,tt_dnn_device,1024,0,,HiFi4,64,1,100,2000,\n";
  folder.file("ops.csv", signposts);
  run({"--csv", "o.csv", "--parity"});
  BOOST_TEST(has("o.csv"));
  BOOST_TEST(!has("o_stacked.csv"));
}

BOOST_AUTO_TEST_CASE(a_folder_is_read_as_the_one_csv_in_it) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path("reports/monday"));
  const std::string monday = folder.file("reports/monday/ops_perf_results_1.csv", three_ops());
  folder.file("reports/monday/per_core_op_to_op_times.csv", "a,b\n");
  const auto run = [&](std::vector<std::string> arguments) {
    program_run how;
    how.folder = folder.path();
    how.arguments = std::move(arguments);
    return run_program("tt_perf_report", how);
  };
  const std::string alone = run({"reports/monday/ops_perf_results_1.csv"}).out;
  BOOST_TEST(holds(alone, "Softmax"));
  BOOST_TEST(run({"reports/monday"}).out == alone);
  BOOST_TEST(run({"reports"}).out == alone);  // one run, below
  BOOST_TEST(run({"."}).out == alone);        // as in the folder that tt-metal's profiler writes
  std::filesystem::create_directories(folder.path(".logs"));
  folder.file(".logs/tracy_ops_data.csv", "MessageName;total_ns\n");  // the device's logs were deleted
  BOOST_TEST(run({"."}).out == alone);
  // an input is not overwritten, by whatever name
  BOOST_TEST(run({"reports", "--csv", monday}).code == 2);
  BOOST_TEST(bytes_of(monday) == three_ops());
  std::filesystem::create_directories(folder.path("reports/tuesday"));
  folder.file("reports/tuesday/ops_perf_results_2.csv", three_ops());
  const program_answer two = run({"reports"});
  BOOST_TEST(two.code == 1);
  BOOST_TEST(holds(two.err, "holds several ops CSVs, name one: reports/monday/ops_perf_results_1.csv, "
                            "reports/tuesday/ops_perf_results_2.csv"));
  std::filesystem::create_directories(folder.path("none"));
  BOOST_TEST(holds(run({"none"}).err, "neither Tracy logs nor an ops CSV"));
}

BOOST_AUTO_TEST_SUITE_END()
