// The program's response to any input: exit codes, messages, files.

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/version.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/number.hpp>

#include "tests/support/program.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/zip.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(examples_tt_perf_report)

namespace {

const std::string header =
    "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,HOST START TS,"
    "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns],INPUT_0_W,INPUT_0_Z,INPUT_0_Y,INPUT_0_X,INPUT_0_DATATYPE,"
    "INPUT_0_MEMORY,INPUT_1_W,INPUT_1_Z,INPUT_1_Y,INPUT_1_X,INPUT_1_DATATYPE,INPUT_1_MEMORY,OUTPUT_0_W,OUTPUT_0_Z,"
    "OUTPUT_0_Y,OUTPUT_0_X,OUTPUT_0_DATATYPE,OUTPUT_0_MEMORY";
const std::string tensors =
    "1,1,1024,1024,BFLOAT16,DEV_0_DRAM_INTERLEAVED,1,1,1024,1024,BFLOAT16,DEV_0_DRAM_INTERLEAVED,1,1,1024,1024,"
    "BFLOAT16,DEV_0_L1_INTERLEAVED";

/// A 1024 x 1024 x 1024 matmul that takes `ns` on `cores`, at host time `host`.
std::string matmul(const std::string& ns, const std::string& fidelity = "HiFi2", const std::string& cores = "64",
                   const std::string& host = "1") {
  return "Matmul,tt_dnn_device,1,0,{}," + fidelity + "," + cores + "," + host + ",100," + ns + "," + tensors + "\n";
}
std::string signpost(const std::string& name, const std::string& host) {
  return name + ",signpost,,,,,," + host + ",,,,,,,,,,,,,,,,,,,,\n";
}
std::string ops(const std::string& rows) { return header + "\n" + rows; }

program_answer report(std::vector<std::string> arguments, program_run run = {}) {
  run.arguments = std::move(arguments);
  return run_program("tt_perf_report", run);
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// The cell of the report's CSV in `row` (from 0) under `title`.
std::string csv_cell_of(const std::string& csv, std::size_t row, std::string_view title) {
  csv_scanner scanner(csv);
  std::string scratch;
  if (!scanner.next()) return "no header";
  std::size_t column = 0;
  while (column < scanner.cells().size() && scanner.cells()[column].text(scratch) != title) ++column;
  for (std::size_t r = 0; r <= row; ++r)
    if (!scanner.next()) return "no row";
  return column < scanner.cells().size() ? std::string(scanner.cells()[column].text(scratch)) : "no column";
}
double csv_number(const std::string& csv, std::size_t row, std::string_view title) {
  return to_double(csv_cell_of(csv, row, title)).value_or(-1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(inputs_that_cannot_be_read_are_one_line_and_exit_1) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const auto one_line = [](const program_answer& answer, const std::string& line) {
    BOOST_TEST(answer.code == 1);
    BOOST_TEST(answer.out == "");
    BOOST_TEST(answer.err == "tt_perf_report: " + line + "\n");
  };
  const std::string missing = folder.path("missing.csv");
  one_line(report({missing}), missing + ": cannot be read: No such file or directory");
  one_line(report({folder.path()}), folder.path() + ": is a folder with neither Tracy logs nor an ops CSV "
                                                    "(ops_perf_results*.csv)");
  const std::string empty = folder.file("empty.csv", "");
  one_line(report({empty}), empty + ":1:1: expected an ops CSV, found an empty file");
  const std::string other = folder.file("other.csv", "OP CODE,OP TYPE\nMatmul,tt_dnn_device\n");
  one_line(report({other}), other + ":1:1: expected a column \"DEVICE ID\" in the header of an ops CSV, found 2 columns "
                                    "from \"OP CODE\" on");
  const std::string good = folder.file("good.csv", ops(matmul("1000")));
  BOOST_TEST(report({good, missing}).code == 1);
}

BOOST_AUTO_TEST_CASE(a_header_without_rows_is_an_empty_report) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(""));
  const program_answer answer = report({path, "--csv", folder.path("out.csv"), "--strict"});
  BOOST_TEST(answer.code == 3);  // no op ran on a device: health says that no time is known
  BOOST_TEST(answer.out == "");
  BOOST_TEST(holds(answer.err, "no ops are left to report\n"));
  BOOST_TEST(bytes_of(folder.path("out.csv")).substr(0, 11) == "ID,Total %,");
}

BOOST_AUTO_TEST_CASE(a_window_without_rows_is_an_empty_report) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000") + signpost("end", "2")));
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--id-range", "90-"}}) {
    std::vector<std::string> arguments{path};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const program_answer answer = report(arguments);
    BOOST_TEST(answer.code == 0);
    BOOST_TEST(answer.out == "");
    BOOST_TEST(holds(answer.err, "no ops are left to report\n"));
  }
}

BOOST_AUTO_TEST_CASE(text_in_a_number_column_is_said_with_its_place) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000") + matmul("1000", "HiFi2", "6x4")));
  const program_answer answer = report({path, "--json", folder.path("out.json")});
  BOOST_TEST(answer.code == 0);
  // `Matmul,tt_dnn_device,1,0,{},HiFi2,` is 7 + 14 + 2 + 2 + 3 + 6 = 34 bytes; the cell starts after them.
  BOOST_TEST(holds(bytes_of(folder.path("out.json")),
                   "[\"expected a whole number that is not negative in column \\\"CORE COUNT\\\"\",1,\"" + path + ":3:35\",\"6x4\",true]"));
  BOOST_TEST(holds(answer.err, path + ":3:35: expected a whole number that is not negative in column \"CORE COUNT\" (1x, 6x4)\n"));
  BOOST_TEST(holds(answer.out, "2 device ops"));  // the row is in the report
}

BOOST_AUTO_TEST_CASE(strict_exits_3_exactly_when_input_was_left_out) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const auto code = [&](const std::string& rows, bool strict) {
    const std::string path = folder.file("ops.csv", ops(rows));
    return strict ? report({path, "--strict"}).code : report({path}).code;
  };
  const std::string good = matmul("1000");
  const std::string bare = good.substr(0, good.size() - 1);
  // complete, but half of the ops have no time: health calls the report degraded
  for (const std::string& rows : {good + "Copy,tt_dnn_device,1,0\n", good + matmul("0"), good + matmul("", "HiFi9")}) {
    BOOST_TEST(code(rows, true) == 3, rows);
    BOOST_TEST(code(rows, false) == 0, rows);
  }
  const std::vector<std::string> whole{good, bare + ",\n", good + "\n\n"};
  for (const std::string& rows : whole) {
    BOOST_TEST(code(rows, true) == 0, rows);
    BOOST_TEST(code(rows, false) == 0, rows);
  }
  const std::vector<std::string> lost{good + matmul("ten"), bare + ",more\n", good + "\"Copy\"s,tt_dnn_device,1,0\n",
                                      good + matmul("5", "HiFi2", "99999999999"),
                                      good + "Copy,tt_dnn_device,1,99999\n",
                                      good + std::string(csv_scanner::max_row + 1, 'x') + "\n",
                                      good + std::string(csv_scanner::max_cells, ',') + "\n"};
  for (const std::string& rows : lost) {
    BOOST_TEST(code(rows, true) == 3, rows.substr(0, 500));
    BOOST_TEST(code(rows, false) == 0, rows.substr(0, 500));
  }
}

BOOST_AUTO_TEST_CASE(hifi3_has_a_peak) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000000", "HiFi3")));
  BOOST_TEST(report({path, "--csv", folder.path("out.csv")}).code == 0);
  const std::string csv = bytes_of(folder.path("out.csv"));
  // 2 * 1024^3 FLOP in 1 ms are 2.147483648 TFLOP/s. A core does 4096 FLOP a clock of 1 GHz in one pass; there are 64
  // cores and three passes: 87.38 TFLOP/s.
  BOOST_TEST(csv_number(csv, 0, "FLOPs") == 2.147483648, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(csv_number(csv, 0, "FLOPs %") == 100 * 2.147483648 / (4.096 * 64 / 3),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(an_architecture_that_is_not_known_costs_shares_only) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::string rows = matmul("1000000");
  rows.insert(rows.size() - 1, ",grayskull_x");
  const std::string path = folder.file("ops.csv", header + ",DEVICE ARCH\n" + rows);
  const program_answer answer = report({path, "--csv", folder.path("out.csv")});
  BOOST_TEST(answer.code == 0);
  BOOST_TEST(holds(answer.err, "architecture grayskull_x is not known: shares of peaks are left empty\n"));
  const std::string csv = bytes_of(folder.path("out.csv"));
  BOOST_TEST(csv_cell_of(csv, 0, "FLOPs %") == "");
  BOOST_TEST(csv_number(csv, 0, "FLOPs") == 2.147483648, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(report({path, "--parity"}).code == 1);
  BOOST_TEST(report({path, "--arch", "nochip"}).code == 2);
  const program_answer chips = report({"--arch", "list"});  // as in the other programs, but only chips of ops CSVs
  BOOST_TEST(chips.code == 0, chips.err);
  BOOST_TEST(holds(chips.out, "p100a"));
  BOOST_TEST(!holds(chips.out, "mi300x"));
  BOOST_TEST(report({path, "--arch", "list"}).out == chips.out);
}

BOOST_AUTO_TEST_CASE(durations_of_zero_have_no_rates) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("0") + matmul("") + matmul("-5")));
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--parity"}}) {
    std::vector<std::string> arguments{path, "--csv", folder.path("out.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    BOOST_TEST(report(arguments).code == 0);
    const std::string csv = bytes_of(folder.path("out.csv"));
    for (std::size_t row = 0; row < 3; ++row)
      for (std::string_view title : {"DRAM", "DRAM %", "FLOPs", "FLOPs %"}) BOOST_TEST(csv_cell_of(csv, row, title) == "");
  }
}

BOOST_AUTO_TEST_CASE(the_spelling_of_the_file_does_not_show) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string plain = ops(matmul("1000") + matmul("3000"));
  const std::string meant = report({folder.file("ops.csv", plain)}).out;
  BOOST_TEST(holds(meant, "2 device ops"));
  std::string crlf;
  for (char c : plain) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  std::string quoted = "\"";
  for (char c : plain) quoted += c == ',' ? "\",\"" : c == '\n' ? "\"\n\"" : std::string(1, c);
  quoted.pop_back();  // one quote too many opened a cell
  for (const std::string& spelling : {crlf, "\xEF\xBB\xBF" + plain, quoted, "\n" + plain})
    BOOST_TEST(report({folder.file("ops.csv", spelling)}).out == meant, spelling.substr(0, 40));
  // A last row without a line end may be incomplete.
  const program_answer cut = report({folder.file("ops.csv", plain.substr(0, plain.size() - 1))});
  BOOST_TEST(cut.out == report({folder.file("ops.csv", ops(matmul("1000")))}).out);
  BOOST_TEST(holds(cut.err, "file ends within its last row"), cut.err);
}

BOOST_AUTO_TEST_CASE(a_pipe_is_read_like_a_file) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string rows = ops(matmul("1000") + matmul("3000"));
  const std::string meant = report({folder.file("ops.csv", rows)}).out;
  const std::string pipe = folder.path("pipe");
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { folder.file("pipe", rows); });
  const program_answer answer = report({pipe});
  writer.join();
  BOOST_TEST(answer.code == 0);
  BOOST_TEST(answer.out == meant);
}

BOOST_AUTO_TEST_CASE(rows_of_any_form_are_survived) {
  if (!has_programs()) return;
  const temporary_folder folder;
  using namespace std::string_literals;
  const std::string rows = matmul("1000") + "Copy\n" + "\0\0,tt_dnn_device\n"s +
                           "\"Two\nlines \"\"quoted\"\"\",tt_dnn_device,1,0,,,,2,,500\n" + "\"open,tt_dnn_device,1,0\n" +
                           std::string(20'000'000, 'x') + "\n" + ",,,,\n" + "\xFF\xFE,tt_dnn_device,1,0\n" + matmul("2000");
  const std::string path = folder.file("ops.csv", ops(rows));
  const program_answer answer = report({path, "--json", folder.path("out.json"), "--csv", folder.path("out.csv")});
  BOOST_TEST(answer.code == 0);
  BOOST_TEST(answer.out.size() < 20'000u);
  BOOST_TEST(holds(answer.out, "Two␊lines \"quoted\""));
  for (std::string_view text : {std::string_view(answer.out), std::string_view(answer.err)})
    BOOST_TEST((text.find_first_of("\0\x1b\r\xFF"s) == std::string_view::npos));
  BOOST_TEST(holds(bytes_of(folder.path("out.json")), "row is longer than 16 MiB"));
}

BOOST_AUTO_TEST_CASE(texts_of_the_file_cannot_steer_the_terminal) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string evil = "\x1b]0;owned\x07\xC2\x9B""2J";
  const std::string path = folder.file(
      "ops.csv", ops(signpost(evil, "0") + "Matmul" + evil + matmul("1000", evil, "64", "1").substr(6) + evil + ",x,1,0\n"));
  for (std::string_view arch : {"", "a\x1b[2J"}) {
    const std::string text = arch.empty() ? bytes_of(path) : "DEVICE ARCH," + bytes_of(path) + std::string(arch) + ",x,y\n";
    const program_answer answer = report({folder.file("evil.csv", text), "--print-signposts", "--ignore-signposts"});
    BOOST_TEST(answer.out.find_first_of("\x1b\x07") == std::string::npos);
    BOOST_TEST(answer.out.find("\xC2\x9B") == std::string::npos);
    BOOST_TEST(answer.err.find_first_of("\x1b\x07") == std::string::npos);
    BOOST_TEST(answer.err.find("\xC2\x9B") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(wrong_options_are_usage) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000")));
  const program_answer misspelt = report({path, "--min-percentge", "3"});
  BOOST_TEST(misspelt.code == 2);
  BOOST_TEST(misspelt.out == "");
  BOOST_TEST(misspelt.err == "tt_perf_report: unknown option --min-percentge; did you mean --min-percentage?\n");
  BOOST_TEST(holds(report({path, "--theads=4"}).err, "unknown option --theads=4; did you mean --threads?"));
  // reported even if the input is missing: it may follow the misspelled option
  BOOST_TEST(report({"--theads", "4"}).err == "tt_perf_report: unknown option --theads; did you mean --threads?\n");
  BOOST_TEST(report({path, "--quiet"}).out == "");
  BOOST_TEST(holds(report({path, "--quiet", "--ignore-signposts", "--start-signpost", "x"}).err,
                   "--start-signpost: no effect with --ignore-signposts\n"));
  BOOST_TEST(holds(report({path, path, "--quiet"}).err, "a file is given twice, so its ops count as those of two devices\n"));
  const std::vector<std::vector<std::string>> wrong{
      {},          {path, "-x"},         {path, "--csv"},           {path, "--threads", "-1"}, {path, "--threads", "two"},
      {path, "--group-by", "colour"},    {path, "--min-percentage", "x"}, {path, "--start-signpost", ""},
      {path, "--csv", folder.path("x.csv"), "--health-ignore", "foo"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const program_answer answer = report(arguments);
    BOOST_TEST(answer.code == 2, (arguments.empty() ? "nothing" : arguments.back()));
    BOOST_TEST(answer.out == "");
    BOOST_TEST(std::count(answer.err.begin(), answer.err.end(), '\n') == 1);
  }
  BOOST_TEST(folder.entries() == 1u);
}

BOOST_AUTO_TEST_CASE(pages_have_the_tables_and_charts) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000")));
  const program_answer answer = report({path, "--html", folder.path("x.html")});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::string page = bytes_of(folder.path("x.html"));
  for (const char* part : {"<!DOCTYPE html>", "Content-Security-Policy", "\"kind\":\"stacked\"",
                           "\"kind\":\"roofline\"", "\"name\":\"ops\"", "\"name\":\"data_quality\""})
    BOOST_TEST(holds(page, part), part);
  BOOST_TEST(report({path, "--html", folder.path("y.html"), "--threads", "1"}).code == 0);
  BOOST_TEST((bytes_of(folder.path("y.html")) == page));
  BOOST_TEST(report({path, "--html", folder.path("none/x.html")}).code == 1);
}

BOOST_AUTO_TEST_CASE(workbooks_have_the_tables_and_a_chart) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({folder.file("ops.csv", ops(matmul("1000"))), "--xlsx", folder.path("x.xlsx")});
  BOOST_TEST(answer.code == 0, answer.err);
  auto files = test::files_of_zip(bytes_of(folder.path("x.xlsx")));
  BOOST_TEST(holds(files["xl/workbook.xml"], "name=\"summary\""));
  BOOST_TEST(holds(files["xl/charts/chart1.xml"], "Device time by kind of op"));
  BOOST_TEST(holds(files["xl/sharedStrings.xml"] + files["xl/worksheets/sheet2.xml"], "Device Time Sum [μs]"));
}

BOOST_AUTO_TEST_CASE(id_ranges) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000") + matmul("2000") + matmul("3000")));  // ids 2, 3, 4
  const auto count = [&](const std::vector<std::string>& range) {
    std::vector<std::string> arguments{path};
    arguments.insert(arguments.end(), range.begin(), range.end());
    const program_answer answer = report(arguments);
    const std::size_t at = answer.out.find(" device ops");
    return answer.code == 0 && at != std::string::npos ? answer.out[at - 1] - '0' : -answer.code;
  };
  BOOST_TEST(count({"--id-range", "2-3"}) == 2);
  BOOST_TEST(count({"--id-range", "3-"}) == 2);
  BOOST_TEST(count({"--id-range", "-3"}) == 2);
  BOOST_TEST(count({"--id-range=-2"}) == 1);
  BOOST_TEST(count({"--id-range", "0,002-1,000"}) == 3);
  for (const std::string range : {"3", "-", "1-2-3", "a-b", "2-b", "1.5-3", "99999999999-", "--3"})
    BOOST_TEST(count({"--id-range", range}) == -2, range);
}

BOOST_AUTO_TEST_CASE(version_and_help) {
  if (!has_programs()) return;
  const program_answer version = report({"--version"});
  BOOST_TEST(version.code == 0);
  BOOST_TEST(version.out == "tt_perf_report (ridgeline) " RIDGELINE_VERSION "\n");

  const program_answer help = report({"--help"});
  BOOST_TEST(help.code == 0);
  BOOST_TEST(help.err == "");
  std::vector<std::string> entries;  // one per option, with its lines joined
  for (std::size_t from = help.out.find("\nOptions:") + 1; from < help.out.size();) {
    const std::size_t end = std::min(help.out.find('\n', from), help.out.size());
    const std::string line = help.out.substr(from, end - from);
    if (line.rfind("  -", 0) == 0) entries.push_back(line);
    else if (!entries.empty()) entries.back() += " " + line;
    from = end + 1;
  }
  BOOST_TEST(entries.size() > 20u);
  for (const std::string& entry : entries) {
    if (holds(entry, "--help") || holds(entry, "--version")) continue;
    BOOST_TEST((holds(entry, "=") || holds(entry, "(default: ")), entry);
  }
  for (std::string_view option :
       {"--start-signpost", "--signpost", "--end-signpost", "--ignore-signposts", "--print-signposts", "--min-percentage",
        "--id-range", "--arch", "--color", "--no-color", "--csv", "--no-advice", "--tracing-mode", "--raw-op-codes",
        "--no-host-ops", "--no-summary", "--no-stacked-report", "--group-by", "--classic-colors", "--summary-file",
        "--stacked-csv", "--no-stack-by-in0", "--no-merge-devices", "--parity", "--strict", "--json"})
    BOOST_TEST(holds(help.out, option), option);
  const auto percent = std::find_if(entries.begin(), entries.end(), [](auto& e) { return holds(e, "--min-percentage"); });
  BOOST_TEST(holds(*percent, "=0.5"));
  BOOST_TEST(holds(*percent, "in %"));
}

BOOST_AUTO_TEST_CASE(colours_are_for_terminals_that_want_them) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000")));
  const std::string escape = "\x1b[38;5;";
  program_run terminal;
  terminal.terminal = true;
  BOOST_TEST(holds(report({path}, terminal).out, escape));
  BOOST_TEST(!holds(report({path, "--no-color"}, terminal).out, escape));
  BOOST_TEST(!holds(report({path, "--no-color", "--color"}, terminal).out, escape));
  terminal.environment = {{"NO_COLOR", "1"}};
  BOOST_TEST(!holds(report({path}, terminal).out, escape));
  terminal.environment = {{"NO_COLOR", ""}};  // empty counts as not set
  BOOST_TEST(holds(report({path}, terminal).out, escape));
  BOOST_TEST(!holds(report({path}).out, escape));
  BOOST_TEST(holds(report({path, "--color"}).out, escape));
}

BOOST_AUTO_TEST_CASE(outputs_that_cannot_be_written_exit_1_and_keep_the_report) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000")));
  const std::string nowhere = folder.path("none/out");
  for (const std::string option : {"--csv", "--json", "--summary-file"}) {
    const program_answer answer = report({path, option, nowhere});
    BOOST_TEST(answer.code == 1, option);
    BOOST_TEST(holds(answer.err, nowhere));
    BOOST_TEST(holds(answer.err, ": cannot be written: No such file or directory\n"));
    BOOST_TEST(holds(answer.out, "1 device ops"));
  }
  program_run full;
  full.standard_output = "/dev/full";
  const program_answer answer = report({path}, full);
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(holds(answer.err, "standard output: cannot be written: No space left on device\n"));
  BOOST_TEST(folder.entries() == 1u);
}

/// `--summary-file BASE` writes BASE.csv, and `--csv X.csv` X_stacked.csv as well.
BOOST_AUTO_TEST_CASE(files_whose_names_follow_from_others_are_no_other_files) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000"))), x = folder.path("x");
  const auto refused = [&](const std::vector<std::string>& files, std::string_view why) {
    std::vector<std::string> arguments{path};
    arguments.insert(arguments.end(), files.begin(), files.end());
    const program_answer answer = report(arguments);
    BOOST_TEST(answer.code == 2);
    BOOST_TEST(holds(answer.err, why), answer.err);
    BOOST_TEST(folder.entries() == 1u);
  };
  refused({"--csv", x + ".csv", "--summary-file", x}, "x.csv is given for two outputs, --summary-file and --csv");
  refused({"--html", x + ".csv", "--stacked-csv", x}, "x.csv is given for two outputs, --stacked-csv and --html");
  refused({"--csv", x + ".csv", "--json", x + "_stacked.csv"},
          "x_stacked.csv is given for two outputs, the summary next to --csv and --json");
  refused({"--summary-file", folder.path("ops")}, "ops.csv is the input: name another file to write to");
}

BOOST_AUTO_TEST_CASE(a_report_may_go_to_a_device) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("ops.csv", ops(matmul("1000")));
  for (const char* const standard_output : {"/dev/stdout", "-"}) {
    const program_answer answer = report({path, "--csv", standard_output});
    BOOST_TEST(answer.code == 0);
    BOOST_TEST(answer.out.substr(0, 11) == "ID,Total %,");
    BOOST_TEST(!holds(answer.out, "Performance report"));  // only the CSV goes there
  }
  const program_answer two = report({path, "--csv", "-", "--json", "/dev/stdout"});
  BOOST_TEST(two.code == 2);
  BOOST_TEST(two.err == "tt_perf_report: /dev/stdout is given for two outputs, --csv and --json\n", two.err);
  const program_answer nothing = report({path, "--json", ""});
  BOOST_TEST(nothing.code == 2);
  BOOST_TEST(holds(nothing.err, "--json: expected the name of a file, found nothing"), nothing.err);
  const program_answer option = report({path, "--json", "--no-color"});  // its value is missing
  BOOST_TEST(option.code == 2);
  BOOST_TEST(holds(option.err, "--json: expected the name of a file, found the option --no-color"), option.err);
  const std::string pipe = folder.path("pipe.csv");
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  BOOST_TEST(report({path, "--csv", pipe}).code == 0);
  ::close(reader);
  BOOST_TEST(!std::filesystem::exists(folder.path("pipe_stacked.csv")));  // no file is put next to a pipe
  BOOST_TEST(report({path, "--csv", folder.path("a.b.csv")}).code == 0);
  BOOST_TEST(std::filesystem::exists(folder.path("a.b_stacked.csv")));
}

BOOST_AUTO_TEST_CASE(threads_do_not_show) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::mt19937_64 random(20260128);
  std::string rows;
  const std::vector<std::string> codes{"Matmul", "LayerNorm", "(torch) add", "\"Conv2d, new\"", "\"Halo\nTwo\"", "AllGather"};
  while (rows.size() < 6'000'000) {  // more than one piece, more than one block of the table
    const std::string host = std::to_string(random() % 1'000'000), cores = random() % 50 == 0 ? "x" : "64";
    rows += codes[random() % codes.size()] + matmul(std::to_string(random() % 90'000), "HiFi2", cores, host).substr(6);
    if (random() % 1000 == 0) rows += signpost("step", host);
  }
  const std::string path = folder.file("ops.csv", ops(rows));
  const auto run = [&](const std::string& threads, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{path, "--threads", threads, "--ignore-signposts", "--color", "--json",
                                       folder.path(threads + ".json"), "--csv", folder.path(threads + ".csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return report(arguments);
  };
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--no-merge-devices", "--raw-op-codes"}}) {
    const program_answer one = run("1", more), four = run("4", more);
    BOOST_TEST(one.code == 0);
    BOOST_TEST((one.out == four.out));
    BOOST_TEST((one.err == four.err));
    for (const std::string file : {".json", ".csv", "_stacked.csv"})
      BOOST_TEST((bytes_of(folder.path("1" + file)) == bytes_of(folder.path("4" + file))), file);
    BOOST_TEST(one.out.size() > 1'000'000u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
