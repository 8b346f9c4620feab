// How tt_perf_report is used: which rows are shown, messages on signposts, chips and empty reports, packed files.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/workbook.hpp>

#include "tests/support/json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(examples_tt_perf_use)

namespace {

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Two signposts with ops after each, and an op that ran on the host: 10, 20, 30, 940 us.
std::string two_passes() {
  return "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,CORE COUNT,HOST START TS,OP TO OP LATENCY [ns],"
         "DEVICE KERNEL DURATION [ns],HOST DURATION [ns]\n"
         "decoder/attention,signpost,,,,1,,,\n"
         "Softmax,tt_dnn_device,1,0,20,2,0,10000,\nCopy,tt_dnn_device,2,0,20,3,0,20000,\n"
         "decoder/mlp,signpost,,,,4,,,\n"
         "Unary,tt_dnn_device,3,0,20,5,0,30000,\nargmax,python_fallback,4,,,6,,,5000\n"
         "Move,tt_dnn_device,5,0,20,7,0,940000,\n";
}

struct desk {
  temporary_folder folder{};
  desk() { folder.file("ops.csv", two_passes()); }
  program_answer report(std::vector<std::string> options, program_run run = {}) const {
    run.folder = folder.path();
    run.arguments = {"ops.csv"};
    run.arguments.insert(run.arguments.end(), options.begin(), options.end());
    return run_program("tt_perf_report", run);
  }
  test::json table(const std::string& name, std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--json", "out.json"});
    report(options);
    const test::json document = test::parse_json(bytes_of(folder.path("out.json")));
    for (const test::json& t : document["tables"].items)
      if (t["name"].text == name) return t["rows"];
    return {};
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_signpost_that_does_not_occur_lists_those_that_do) {
  if (!has_programs()) return;
  const desk at;
  const program_answer answer = at.report({"--start-signpost", "decoder/mpl"});
  BOOST_TEST(holds(answer.err, "signpost 'decoder/mpl' does not occur; there are 'decoder/attention', 'decoder/mlp'; did "
                               "you mean 'decoder/mlp'?"), answer.err);
  BOOST_TEST(holds(at.report({"--start-signpost", "DECODER/MLP"}).err, "did you mean 'decoder/mlp'?"));
  BOOST_TEST(!holds(at.report({"--start-signpost", "nosuch"}).err, "did you mean"));
  BOOST_TEST(!holds(at.report({"--start-signpost", "decoder/mlp"}).err, "did you mean"));
}

BOOST_AUTO_TEST_CASE(rows_that_take_little_are_grey_hidden_or_cut_off) {
  if (!has_programs()) return;
  const desk at;
  const std::vector<std::string> whole{"--ignore-signposts"};
  BOOST_TEST(at.table("ops", whole).items.size() == 7u);
  BOOST_TEST(at.table("ops", {"--ignore-signposts", "--min-percentage", "2.5", "--hide-small"}).items.size() == 5u);
  const test::json top = at.table("ops", {"--ignore-signposts", "--top", "2"});
  BOOST_TEST(top.items.size() == 2u);
  BOOST_TEST(top.items.at(0).items.at(3).text == "Unary");  // in the order of the report
  BOOST_TEST(top.items.at(1).items.at(3).text == "Move");
  const program_answer answer = at.report({"--ignore-signposts", "--top", "2"});
  BOOST_TEST(holds(answer.err, "the op table has 2 of 7 rows"), answer.err);
  BOOST_TEST(holds(answer.out, "4 device ops, 1 host ops, 2 signposts"), answer.out);  // the footer covers all
}

BOOST_AUTO_TEST_CASE(what_was_left_out_is_listed_next_to_the_csv) {
  if (!has_programs()) return;
  const desk at;
  const std::string listed = at.folder.path("t_data_quality.csv");
  at.report({"--csv", "t.csv", "-q"});
  BOOST_TEST(!std::filesystem::exists(listed));  // nothing was
  std::string bad = two_passes();
  bad.replace(bad.find(",30000,"), 7, ",abc,");
  at.folder.file("ops.csv", bad);
  at.report({"--csv", "t.csv", "-q"});
  const std::string text = bytes_of(listed);
  BOOST_TEST(holds(text, "abc"), text);
  at.folder.file("ops.csv", two_passes());
  at.report({"--csv", "t.csv", "-q"});
  BOOST_TEST(!std::filesystem::exists(listed));  // that of the run before does not stay
  BOOST_TEST(at.report({"--csv", "t.csv", "--json", "t_data_quality.csv", "-q"}).code == 2);
}

BOOST_AUTO_TEST_CASE(the_summary_goes_by_signpost_or_module) {
  if (!has_programs()) return;
  const desk at;
  const test::json by_name = at.table("summary", {"--group-by", "signpost"});
  BOOST_TEST(by_name.items.size() == 2u);
  BOOST_TEST(by_name.items.at(0).items.at(1).text == "decoder/mlp");
  BOOST_TEST(by_name.items.at(0).items.at(2).number == 970.0);  // 30 + 940
  BOOST_TEST(by_name.items.at(1).items.at(2).number == 30.0);   // 10 + 20
  const test::json by_module = at.table("summary", {"--group-by", "module"});
  BOOST_TEST(by_module.items.size() == 1u);
  BOOST_TEST(by_module.items.at(0).items.at(1).text == "decoder");
}

BOOST_AUTO_TEST_CASE(host_ops_are_those_of_op_type) {
  if (!has_programs()) return;
  const desk at;
  BOOST_TEST(at.table("fallback", {"--ignore-signposts"}).items.size() == 1u);
  BOOST_TEST(at.table("ops", {"--ignore-signposts", "--no-host-ops"}).items.size() == 6u);
  BOOST_TEST(at.table("fallback", {"--ignore-signposts", "--parity"}).items.empty());
}

BOOST_AUTO_TEST_CASE(a_guessed_chip_is_called_guessed) {
  if (!has_programs()) return;
  const desk at;
  BOOST_TEST(holds(at.report({}).err, "wormhole (guessed; --arch names it), 64 worker cores"));
  BOOST_TEST(holds(at.report({"--arch", "n300"}).err, "n300, 64 worker cores"));
  std::string facts;
  for (const test::json& row : at.table("provenance", {"--arch", "n300", "--group-by", "op"}).items)
    facts += row.items.at(0).text + "=" + row.items.at(1).text + "\n";
  for (const char* fact : {"Input=ops.csv\n", "Chip=n300\n", "Chip From=--arch\n", "Parity=no\n", "Worker Cores=64\n",
                           "Options=--arch n300 --group-by op\n", "Window=window: after the last signpost, 'decoder/mlp'"})
    BOOST_TEST(holds(facts, fact), facts);
}

BOOST_AUTO_TEST_CASE(an_empty_report_says_why) {
  if (!has_programs()) return;
  const desk at;
  BOOST_TEST(holds(at.report({"--id-range", "90-"}).err, "no selected op has an ID in --id-range; the IDs in the window "
                                                         "go from 6 to 8\nno ops are left to report\n"));
  at.folder.file("ops.csv", two_passes().substr(0, two_passes().find('\n') + 1));
  BOOST_TEST(holds(at.report({}).err, "the input has a header but no rows\n"));
  at.folder.file("ops.csv", two_passes().substr(0, two_passes().find("Softmax")));
  BOOST_TEST(holds(at.report({}).err, "the input has signposts but no ops\n"));
}

BOOST_AUTO_TEST_CASE(packed_files_are_read_and_cut_ones_are_exit_3) {
  if (!test::shell::has_programs()) return;
  const test::shell shell;
  const auto done = shell.run("printf 'OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns]\\n' >ops.csv; "
                              "for i in 1 2 3 4 5 6 7 8 9; do echo \"Softmax,tt_dnn_device,0,$i$i$i$i\" >>ops.csv; done; "
                              "gzip -c ops.csv >packed; tt_perf_report packed --csv a.csv >a; tt_perf_report ops.csv --csv b.csv >b; "
                              "cmp a.csv b.csv && cmp a b && echo alike; head -c 100 packed >cut; "
                              "tt_perf_report cut --strict >c; echo \"exit $?\"");
  BOOST_TEST(holds(done.text, "alike\n"), done.text);
  BOOST_TEST(holds(done.text, "exit 3"), done.text);
  BOOST_TEST(holds(done.text, "data quality: 2 remarks of 2 kinds"), done.text);  // of the packed file and its last row
}

BOOST_AUTO_TEST_CASE(a_narrow_console_has_fewer_columns) {
  if (!has_programs()) return;
  const desk at;
  program_run narrow;
  narrow.environment = {{"COLUMNS", "80"}};
  const std::string text = at.report({"--ignore-signposts", "--no-summary"}, narrow).out;
  const std::string table = text.substr(text.find("ID  "));
  BOOST_TEST(!holds(table, "Math Fidelity"), table);
  BOOST_TEST(holds(table, "Device Time"), table);
  for (std::size_t from = 0, end = 0; (end = table.find('\n', from)) != std::string::npos; from = end + 1)
    BOOST_TEST(end - from <= 86u, table.substr(from, end - from));  // bytes; a μ is two
  BOOST_TEST(holds(at.report({"--ignore-signposts"}).out, "Math Fidelity"));  // piped: unchanged
}

/// What is above the largest width counts as that; what is no width does not count.
BOOST_AUTO_TEST_CASE(a_very_wide_console_has_all_columns) {
  if (!has_programs()) return;
  const desk at;
  const auto with = [&](const char* columns) {
    program_run how;
    how.environment = {{"COLUMNS", columns}};
    return at.report({"--ignore-signposts", "--no-summary"}, how).out;
  };
  const std::string widest = with("1000"), piped = at.report({"--ignore-signposts", "--no-summary"}).out;
  BOOST_TEST(holds(widest, "Math Fidelity"), widest);
  for (const char* const columns : {"1001", "9999", "99999999999999999999"})
    BOOST_TEST(with(columns) == widest, columns);
  for (const char* const columns : {"", "0", "-1", "x", "80x"}) BOOST_TEST(with(columns) == piped, columns);
  BOOST_TEST(with("40") == with("60"));  // the least width
}

BOOST_AUTO_TEST_CASE(no_rows_are_no_choice_of_rows) {
  if (!has_programs()) return;
  const desk at;
  const program_answer answer = at.report({"--top", "0"});
  BOOST_TEST(answer.code == 2);
  BOOST_TEST(holds(answer.err, "--top: expected a whole number from 1 on, found 0"), answer.err);
}

/// The summary has a table, a chart on the page and one in the workbook: without it none of them is there.
BOOST_AUTO_TEST_CASE(no_summary_is_no_summary_in_any_file) {
  if (!has_programs()) return;
  const desk at;
  const auto has = [&](const std::vector<std::string>& options) {
    at.report(options);
    const std::string json = bytes_of(at.folder.path("a.json")), page = bytes_of(at.folder.path("a.html"));
    const std::string workbook = bytes_of(at.folder.path("a.xlsx"));
    const auto book = ridgeline::workbook_file::open(workbook);
    BOOST_REQUIRE(book.has_value());
    const std::vector<std::string>& sheets = book->sheets();
    return std::string(holds(json, "\"name\":\"summary\"") ? "json " : "") +
           (holds(page, "\"name\":\"summary\"") ? "page " : "") + (holds(page, "Device time by op") ? "chart " : "") +
           (std::find(sheets.begin(), sheets.end(), "summary") != sheets.end() ? "sheet " : "") +
           (holds(workbook, "xl/charts/chart1.xml") ? "its chart" : "");
  };
  std::vector<std::string> options{"--ignore-signposts", "--json", "a.json", "--html", "a.html", "--xlsx", "a.xlsx"};
  BOOST_TEST(has(options) == "json page chart sheet its chart");
  options.emplace_back("--no-summary");
  BOOST_TEST(has(options).empty(), has(options));
  const program_answer answer = at.report({"--no-summary", "--summary-file", "s"});
  BOOST_TEST(holds(answer.err, "--summary-file: no effect with --no-summary\n"), answer.err);
  BOOST_TEST(!std::filesystem::exists(at.folder.path("s.csv")));
}

BOOST_AUTO_TEST_SUITE_END()
