// Hostile or mistaken command lines and inputs: no data is lost, or the loss is reported.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <boost/test/unit_test.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_hostile_use)

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool says(const test::shell::result& done, const std::string& words) { return done.text.find(words) != done.text.npos; }

/// A file is unchanged, and the command ends with that exit code and message.
void keeps(const test::shell& here, const std::string& line, const std::string& file, int code, const std::string& words) {
  const std::string before = contents(here.folder() / file);
  const test::shell::result done = here.run(line);
  BOOST_TEST(done.exit_code == code, line << ": " << done.text);
  BOOST_TEST(says(done, words), line << ": " << done.text);
  BOOST_TEST(contents(here.folder() / file) == before, line);
}

constexpr const char* samples =
    "cp examples/sample/llama_decode_wormhole.csv x_stacked.csv; cp examples/sample/transformer_step.json step.json; "
    "cp examples/sample/jax_step.xplane.pb jax.xplane.pb; "
    "echo '{\"name\":\"chip\",\"mem_bw_gbps\":1000,\"max_achievable_tflops\":{\"matrix_bf16\":100}}' >chip.json";

}  // namespace

BOOST_AUTO_TEST_CASE(an_input_behind_any_option_is_kept) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  const std::string is_input = "chip.json is the input: name another file to write to";
  for (const std::string option : {"--json", "--xlsx", "--html", "--findings-json"}) {
    const std::string twice = " -q --gpu_arch_json_path chip.json " + option + " chip.json";
    keeps(here, "pytorch_report step.json" + twice, "chip.json", 2, is_input);
    keeps(here, "jax_report jax.xplane.pb" + twice, "chip.json", 2, is_input);
  }
  keeps(here, "compare_report step.json b=step.json --gate chip.json --json chip.json", "chip.json", 2, is_input);
}

BOOST_AUTO_TEST_CASE(names_that_look_like_something_else) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("cp step.json ./-x.json; mkdir ./- 2>/dev/null");
  BOOST_TEST(here.run("pytorch_report -q --json o.json -- -x.json").exit_code == 0);  // `--` ends the options
  BOOST_TEST(says(here.run("pytorch_report -q --json o.json -- -x.json -y.json"), "-y.json: one input too many"));
  BOOST_TEST(here.run("cat jax.xplane.pb | jax_report - -q --json j.json").exit_code == 0);  // not the folder of that name
  for (const std::string line :
       {"pytorch_report step.json -q --output_csvs_dir -", "tt_ops_report -o -", "tt_device_report -o -",
        "multi_rank_report . --collective_report -", "compare_report step.json b=step.json --trace-diff -"}) {
    const test::shell::result folder = here.run(line);
    BOOST_TEST(folder.exit_code == 2, line);
    BOOST_TEST(says(folder, "expected the name of a folder, found -"), line << ": " << folder.text);
  }
  // What is wrong with the input comes before what is missing of the outputs.
  for (const std::string input : {".", "/dev/null"}) {
    const test::shell::result none = here.run("pytorch_report -q " + input);
    BOOST_TEST(none.exit_code == 1, none.text);
    BOOST_TEST(!says(none, "name an output"), none.text);
  }
  BOOST_TEST(here.run("cat step.json | pytorch_report - -q").exit_code == 2);
}

/// What the folder of sheets has under that name stays, and the file is not written.
BOOST_AUTO_TEST_CASE(a_file_named_as_a_sheet_is_not_written_over_it) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("pytorch_report step.json -q --output_csvs_dir alone");
  const std::string sheet = contents(here.folder() / "alone/gpu_timeline.csv");
  BOOST_TEST(sheet.starts_with("type,"), sheet);
  for (const std::string option : {"--json", "--html", "--xlsx", "--sqlite"}) {
    const test::shell::result done =
        here.run("pytorch_report step.json -q --output_csvs_dir both " + option + " both/gpu_timeline.csv");
    BOOST_TEST(done.exit_code == 1, option << ": " << done.text);
    BOOST_TEST(says(done, "both/gpu_timeline.csv: is another file of this report: name one of its own"), done.text);
    BOOST_TEST((contents(here.folder() / "both/gpu_timeline.csv") == sheet), option);
  }
  BOOST_TEST(here.run("pytorch_report step.json -q --output_csvs_dir both --json both/all.json").exit_code == 0);
  // What is written before the sheets is not replaced by one.
  const test::shell::result first =
      here.run("pytorch_report step.json -q --output_csvs_dir alone --findings-json alone/gpu_timeline.csv");
  BOOST_TEST(first.exit_code == 1, first.text);
  BOOST_TEST(says(first, "alone/gpu_timeline.csv: is another file of this report: name one of its own"), first.text);
  BOOST_TEST(contents(here.folder() / "alone/gpu_timeline.csv").starts_with("{"));
}

BOOST_AUTO_TEST_CASE(an_input_is_kept_from_names_that_the_program_makes) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  const std::string kept = "cannot be written: it is an input of this run; name another one";
  // the summary of --csv x.csv goes to x_stacked.csv
  const std::string refused = "x_stacked.csv is the input: name another file to write to";
  keeps(here, "tt_perf_report x_stacked.csv --csv x.csv", "x_stacked.csv", 2, refused);
  keeps(here, "tt_perf_report x_stacked.csv --summary-file x_stacked", "x_stacked.csv", 2, refused);
  // a sheet is called gpu_timeline, and its CSV is the trace
  here.run("mkdir sheets folder; cp step.json sheets/gpu_timeline.csv; cp step.json folder/capture.json");
  keeps(here, "pytorch_report sheets/gpu_timeline.csv -q --output_csvs_dir sheets", "sheets/gpu_timeline.csv", 1, kept);
  // a sheet that this run does not write is removed from the folder, but not when it is the input
  here.run("cp step.json sheets/short_kernels_histogram.csv");
  keeps(here, "pytorch_report sheets/short_kernels_histogram.csv -q --output_csvs_dir sheets",
        "sheets/short_kernels_histogram.csv", 0, "");
}

/// A program's files do not get the descriptor of a stream that was closed before it started: a workbook then went into
/// another file of the run and was reported as written.
BOOST_AUTO_TEST_CASE(closed_streams_stay_closed) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  for (const std::string option : {"--xlsx", "--json", "--html", "--sqlite"}) {
    const test::shell::result done = here.run("(pytorch_report step.json -q " + option + " - >&-)");
    BOOST_TEST(done.exit_code == 1, done.text);
    BOOST_TEST(says(done, "/dev/stdout: cannot be written"), done.text);
  }
  for (const std::string program : {"pytorch_report", "jax_report", "tt_perf_report", "gpu_report"}) {
    const test::shell::result done = here.run("(" + program + " - --json in.json <&-)");
    BOOST_TEST(done.exit_code == 1, program << ": " << done.text);
    BOOST_TEST(!says(done, "folder"), done.text);
  }
  here.run("pytorch_report step.json -q --json open.json");
  const test::shell::result none = here.run("(pytorch_report step.json -q --json closed.json --sqlite closed.db <&- >&- 2>&-)");
  BOOST_TEST(none.exit_code == 0, none.text);
  BOOST_TEST((contents(here.folder() / "open.json") == contents(here.folder() / "closed.json")));
}

BOOST_AUTO_TEST_CASE(what_standard_output_does_not_take_is_said) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const test::shell::result done = here.run("(op_model aten::mm 64x64 64x64 >/dev/full)");
  BOOST_TEST(done.exit_code == 1, done.text);
  BOOST_TEST(says(done, "op_model: standard output: cannot be written"), done.text);
  here.run(std::string(samples) + "; mkdir ranks; cp step.json ranks/rank_0.json");
  for (const std::string line :
       {"pytorch_report --help", "jax_report --version", "op_model x --arch list", "multi_rank_report ranks -d"}) {
    const test::shell::result full = here.run("(" + line + " >/dev/full)");
    BOOST_TEST(full.exit_code == 1, line << ": " << full.text);
    BOOST_TEST(says(full, ": standard output: cannot be written: No space left on device"), line << ": " << full.text);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_said_once) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  const test::shell::result done = here.run("pytorch_report step.json -q --output_csvs_dir step.json/csvs");
  BOOST_TEST(done.exit_code == 1, done.text);
  const std::string words = "step.json/csvs: cannot be made";  // the sample has more than ten sheets
  const std::size_t first = done.text.find(words);
  BOOST_TEST(first != done.text.npos, done.text);
  BOOST_TEST(done.text.find(words, first + 1) == done.text.npos, done.text);
}

BOOST_AUTO_TEST_CASE(two_outputs_are_two_files) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  const test::shell::result one = here.run("pytorch_report step.json -q --json out --html ./out");
  BOOST_TEST(one.exit_code == 2, one.text);
  BOOST_TEST(says(one, "is given for two outputs"), one.text);
  BOOST_TEST(!std::filesystem::exists(here.folder() / "out"));
  // a file written in place may be named twice
  BOOST_TEST(here.run("pytorch_report step.json -q --json /dev/null --html /dev/null").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(what_was_packed_twice_is_refused_by_every_reader) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("for f in x_stacked.csv step.json jax.xplane.pb; do gzip -c $f | gzip -c >$f.gz; done; "
           "pytorch_report step.json -q --json report.json; gzip -c report.json | gzip -c >report.json.gz; "
           "echo 'ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000' | gzip -c | gzip -c >log.csv.gz");
  for (const char* line : {"tt_perf_report x_stacked.csv.gz", "custom_op x_stacked.csv.gz", "pytorch_report step.json.gz -q",
                           "gpu_report step.json.gz", "tree_perf step.json.gz", "jax_report jax.xplane.pb.gz -q",
                           "tt_device_report -d log.csv.gz", "tt_ops_report --device-only -d log.csv.gz",
                           "compare_report report.json.gz report.json"}) {
    const test::shell::result done = here.run(line);
    BOOST_TEST(done.exit_code == 1, line << ": " << done.text);
    BOOST_TEST(says(done, "is packed with gzip twice: unpack it once (gzip -d)"), line << ": " << done.text);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_listed_is_said_to_be_so) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run("mkdir closed && chmod 0 closed && chmod 755 .");
  const test::shell::result may = here.run("ls closed 2>&1");
  for (const char* line : {"jax_report closed", "tt_perf_report closed", "multi_rank_report -b closed",
                           "compare_report a=closed b=closed", "pytorch_report closed"}) {
    const test::shell::result done = here.run(line);
    BOOST_TEST(done.exit_code == 1, line << ": " << done.text);
    if (may.exit_code != 0) BOOST_TEST(says(done, "cannot be read: Permission denied"), line << ": " << done.text);
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_may_not_be_listed_is_named) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("mkdir -p log/plugins/profile/2025_01_01_00_00_00 log/plugins/profile/2026_01_01_00_00_00");
  here.run("for run in log/plugins/profile/*; do cp jax.xplane.pb $run; done; chmod 0 log/plugins/profile/2026*");
  const bool may = here.run("ls log/plugins/profile/2026*").exit_code == 0;
  const test::shell::result done = here.run("jax_report log -q --json o.json");
  BOOST_TEST(done.exit_code == 0, done.text);
  if (!may) BOOST_TEST(says(done, "/2026_01_01_00_00_00: cannot be read, and is left out: Permission denied"), done.text);
}

BOOST_AUTO_TEST_CASE(what_unpacks_to_more_than_the_memory_that_is_given_ends_with_one_line) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  // 200 MB of blanks, of which 100 MB may be held: each reader gets the beginning of its format
  here.run("blanks() { head -c 200000000 /dev/zero | tr '\\0' ' '; }; (printf '{\"traceEvents\":['; blanks) | gzip -1 >b.json.gz; "
           "(printf 'OP CODE,'; blanks) | gzip -1 >b.csv.gz; (printf 'ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\\n'; blanks) "
           "| gzip -1 >log.csv.gz; (printf '\\n'; blanks) | gzip -1 >b.xplane.pb.gz");
  for (const char* line : {"pytorch_report b.json.gz -q", "gpu_report b.json.gz", "jax_report b.xplane.pb.gz -q",
                           "tt_perf_report b.csv.gz", "tt_device_report -d log.csv.gz"}) {
    const test::shell::result done = here.run(std::string(line) + " --memory_limit 0.1");
    BOOST_TEST(done.exit_code == 1, line << ": " << done.text);
    BOOST_TEST((says(done, ": --memory_limit 0.1 GB: there is not enough memory") ||
                says(done, ".gz: does not fit into memory when decompressed")), line << ": " << done.text);
  }
}

BOOST_AUTO_TEST_CASE(every_program_says_that_a_file_is_cut) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("head -c 40000 step.json >cut.json");
  const test::shell::result tree = here.run("tree_perf cut.json");
  BOOST_TEST(tree.exit_code == 0);
  BOOST_TEST(says(tree, "cut.json: file cut"), tree.text);
  // a compressed report: without the last bytes its checksum is gone, and its numbers may be wrong
  here.run("pytorch_report step.json -q --json report.json --output_csvs_dir sheets; cp report.json other.json; "
           "gzip -k report.json; head -c -4 report.json.gz >short.json.gz; (cat report.json.gz; echo more) >long.json.gz");
  for (const char* file : {"short.json.gz", "long.json.gz"}) {
    const test::shell::result done = here.run(std::string("compare_report other.json ") + file);
    BOOST_TEST(done.exit_code == 1, done.text);
    BOOST_TEST(says(done, "is packed, and the packed file is cut or damaged"), done.text);
  }
  // a folder of CSVs, one of them cut within a number: the row is left out, and --strict gives 3
  here.run("cp -r sheets cut; head -c -3 sheets/ops_summary.csv >cut/ops_summary.csv");
  BOOST_TEST(here.run("compare_report a=sheets b=sheets -q --strict --json o.json").exit_code == 0);
  const test::shell::result csv = here.run("compare_report a=sheets b=cut -q --strict --json o.json");
  BOOST_TEST(csv.exit_code == 3, csv.text);
  BOOST_TEST(says(csv, "ops_summary.csv"), csv.text);
  BOOST_TEST(says(csv, "file ends within its last row (no line end): that row is left out"), csv.text);
}

BOOST_AUTO_TEST_CASE(standard_input_is_a_hyphen_everywhere) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  for (const char* line : {"pytorch_report - -q --json o.json", "gpu_report - -q --json o.json", "tree_perf -",
                           "compare_report - step.json -q"})
    BOOST_TEST(here.run(std::string(line) + " <step.json").exit_code == 0, line);
  BOOST_TEST(here.run("cat step.json | gpu_report - -q --json o.json").exit_code == 0);
  const test::shell::result pipe = here.run("cat step.json | compare_report - step.json -q");
  BOOST_TEST(pipe.exit_code == 1);
  BOOST_TEST(says(pipe, "/dev/stdin: can be read only once, but has to be read again: name a file"), pipe.text);
  for (const char* option : {"--trace_with_counters", "--critical_path_trace"}) {
    const std::string line = std::string("pytorch_report - -q --critical_path --cp_annotation \"\" --output_csvs_dir c ") + option;
    BOOST_TEST(here.run(line + " o.json <step.json").exit_code == 0, line);
    const test::shell::result twice = here.run("cat step.json | " + line + " p.json");
    BOOST_TEST(twice.exit_code == 2, line);
    BOOST_TEST(says(twice, std::string(option) + ": /dev/stdin: can be read only once"), twice.text);
    BOOST_TEST(here.run("test -e p.json").exit_code == 1);
  }
}

/// A trace with counters or marks is made from Kineto JSON; of another format this is said before the report is made.
BOOST_AUTO_TEST_CASE(a_trace_is_made_from_kineto_json) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  here.run(samples);
  here.run("printf '{\"rocprofiler-sdk-tool\": [{\"metadata\": {}, \"buffer_records\": {}}]}' >r.json");
  const test::shell::result other =
      here.run("pytorch_report r.json -q --trace_with_counters o.json --critical_path_trace p.json");
  BOOST_TEST(other.exit_code == 2, other.text);
  BOOST_TEST(says(other, "--trace_with_counters, --critical_path_trace: r.json: is not Kineto JSON, the only format that "
                         "such a trace is made from"), other.text);
  const test::shell::result cut = here.run("head -c 3000 step.json >cut.json; pytorch_report cut.json -q --cp_annotation \"\" "
                                           "--output_csvs_dir c --trace_with_counters o.json");
  BOOST_TEST(cut.exit_code == 1, cut.text);
  BOOST_TEST(says(cut, "cut.json: is not a complete JSON document, so no trace can be made from it"), cut.text);
}

BOOST_AUTO_TEST_SUITE_END()
