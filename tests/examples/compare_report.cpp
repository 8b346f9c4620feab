#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/tpu_profile.hpp"
#include "tests/support/xplane_bytes.hpp"

BOOST_AUTO_TEST_SUITE(examples_compare_report)

namespace {

/// Steps of one op each, whose kernel takes `times` microseconds; in the second half it begins `late` microseconds late.
std::string trace_of(const std::vector<double>& times, std::int64_t rank = -1, double late = 0) {
  kineto_text trace;
  double t = 1000;
  std::int64_t link = 0;
  for (const double time : times) {
    trace.span("user_annotation", "ProfilerStep#" + std::to_string(link), t, 90);
    ++link;
    trace.op("aten::mm", t + 1, 10, R"("Input Dims": [[8, 8], [8, 8]], "Input type": ["float", "float"])");
    trace.launch("cudaLaunchKernel", t + 2, 3, link)
        .kernel("gemm", t + 10 + (2 * static_cast<std::size_t>(link) > times.size() ? late : 0), time, link).flow(link);
    t += 100;
  }
  std::string text = trace.text();
  if (rank >= 0) text.insert(1, "\"distributedInfo\": {\"rank\": " + std::to_string(rank) + ", \"world_size\": 2}, ");
  return text;
}

/// As many runs of a program of two kernels.
std::string profile_of(std::int64_t runs, std::int64_t ns) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::bf16({8, 4}));
  m.add("add.1", "add", xplane::bf16({8, 4}), {a, a});
  m.add("multiply.2", "multiply", xplane::bf16({8, 4}), {a, a});
  xplane::plane gpu("/device:GPU:0"), metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1");
  for (std::int64_t i = 0; i < runs; ++i) {
    gpu.kernel("loop_add", i * 100'000'000, ns * 1000, 2 * i, "jit_f", "add.1", 7);
    gpu.kernel("loop_multiply", i * 100'000'000 + 50'000'000, ns * 1000, 2 * i + 1, "jit_f", "multiply.2", 7);
  }
  return xplane::file({metadata.bytes(), gpu.bytes()});
}

program_answer compare(std::vector<std::string> arguments) {
  return run_program("compare_report", {std::move(arguments)});
}

/// The message of a refusal, on one line.
void refuses(const std::vector<std::string>& arguments, int code, std::string_view words) {
  const program_answer answer = compare(arguments);
  BOOST_TEST(answer.code == code, answer.err);
  BOOST_TEST(answer.err.find(words) != std::string::npos, answer.err);
  BOOST_TEST(answer.err.find('\n') == answer.err.size() - 1, answer.err);
}

std::string cell_of(const std::string& csv, std::string_view column, std::size_t row) {
  const test::sheet sheet = test::sheet_of(bytes_of(csv));
  for (std::size_t c = 0; !sheet.empty() && c < sheet[0].size(); ++c)
    if (sheet[0][c] == column && row < sheet.size()) return sheet[row][c];
  return "no such cell";
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_other_profilers_write_is_compared_too) {
  if (!has_programs()) return;
  for (const char* const name : {"pftrace/torch_h100_bert_small_plain/trace.pftrace.gz", "pftrace/rocprof_a/trace.pftrace",
                                 "rocpd/v4_two_gpus_a/trace.db.gz"}) {
    const auto trace = shared_data(name);
    if (!trace) return;
    const program_answer answer = compare({"a=" + *trace, "b=" + *trace});
    BOOST_TEST(answer.code == 0, name << ": " << answer.err);
    BOOST_TEST(answer.out.find("trace of GPUs") != std::string::npos, answer.out);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_of_ranks_is_as_slow_as_its_slowest_rank) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("job"));
  folder.file("job/rank_0.json", trace_of({10, 30, 10, 10}, 0));
  folder.file("job/rank_1.json", trace_of({20, 20, 10, 40}, 1));
  const std::string alone = folder.file("alone.json", trace_of({20, 30, 10, 40}));
  const program_answer answer =
      compare({folder.path("job"), alone, "--warmup", "0", "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  const auto computed = [&](std::size_t row) { return cell_of(folder.path("out/steps.csv"), "computation (ns)", row); };
  BOOST_TEST(computed(1) == "20000");  // rank 1
  BOOST_TEST(computed(2) == "30000");  // rank 0
  BOOST_TEST(computed(4) == "40000");  // rank 1
  BOOST_TEST(cell_of(folder.path("out/runs.csv"), "devices", 1) == "2");
  // the runs compute the same in each step, but one has a rank more
  BOOST_TEST(bytes_of(folder.path("out/comparability.csv")).find("devices") != std::string::npos);
}

// Tables as tt-perf-report writes them, of which many are kept without their ops CSV: the matmul takes 44 us more.
BOOST_AUTO_TEST_CASE(tables_of_tt_perf_report_are_compared) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string head = "ID,Total %,Bound,OP Code,Device,Device Time,Op-to-Op Gap,Cores,Math Fidelity\n";
  const auto table = [&](const std::string& name, const std::string& time) {
    return folder.file(name, head + "118,40.0,,LayerNorm,3,26.0,,1,\"BF16, BF16 => BF16\"\n119,60.0,DRAM,Matmul,3," +
                                 time + ",0.521,80.0,HiFi2 BF16 x BF16 => BF16\n");
  };
  const std::string then = table("then.csv", "56.0"), now = table("now.csv", "100.0");
  const program_answer answer = compare({then, now, "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(cell_of(folder.path("out/table.csv"), "OP Code", 1) == "Matmul");  // the largest change first
  BOOST_TEST(cell_of(folder.path("out/table.csv"), "Device Time__now_diff", 1) == "44.0");
  const program_answer other = run_program("tt_perf_report", {{now}});
  BOOST_TEST(other.code == 1);
  BOOST_TEST(other.err.find("it is a table of tt_perf_report or tt-perf-report: compare_report reads it") !=
             std::string::npos, other.err);
}

// The library's own report of op A, 1000 ns, and B, 500 ns, in a folder of logs and as a file; and an ops CSV in a
// folder, in which B takes 900 ns.
BOOST_AUTO_TEST_CASE(logs_of_tenstorrent_ops_are_compared_as_the_csv_that_is_made_of_them) {
  if (!has_programs()) return;
  const temporary_folder folder;
  for (const char* const name : {"now", "now/.logs", "then"}) std::filesystem::create_directory(folder.path(name));
  const std::string file = folder.file("now/.logs/cpp_device_perf_report.csv",
      "GLOBAL CALL COUNT,DEVICE ID,OP NAME,DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,"
      "DEVICE KERNEL END CYCLE\n1024,0,A,1000,2000,3000\n2048,0,B,500,5500,6000\n");
  folder.file("then/ops_perf_results_2026_01_02.csv", "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],"
              "OP TO OP LATENCY [ns]\nA,tt_dnn_device,0,1000,0\nB,tt_dnn_device,0,900,2500\n");
  const program_answer answer = compare({"logs=" + folder.path("now"), "file=" + file, "csv=" + folder.path("then"),
                                         "--warmup", "0", "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  const auto computed = [&](std::size_t row) { return cell_of(folder.path("out/steps.csv"), "computation (ns)", row); };
  BOOST_TEST(computed(1) == "1500");
  BOOST_TEST(computed(2) == "1500");
  BOOST_TEST(computed(3) == "1900");
  BOOST_TEST(cell_of(folder.path("out/runs.csv"), "kind", 1) == "op log");
  folder.file("then/ops_perf_results_2026_01_03.csv", "");
  refuses({folder.path("now"), folder.path("then")}, 1, "holds several ops CSVs, name one: ");
}

// Nothing starts for 20 minutes, and then kernels that were launched before: their stamps are of another epoch.
BOOST_AUTO_TEST_CASE(a_time_line_that_is_not_known_is_not_judged) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::vector<double> times{10, 10, 10, 10, 10, 10};
  const std::string good = folder.file("good.json", trace_of(times)),
                    bad = folder.file("bad.json", trace_of(times, -1, 1200e6)), kept = folder.path("kept.json");
  const program_answer answer = compare({good, bad, "--gate", "default", "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 5, answer.err);
  const std::string checks = bytes_of(folder.path("out/comparability.csv"));
  BOOST_TEST(checks.find("bad,health,,unknowable,refuse,the time line cannot be trusted: nothing starts for 1200 s") !=
             std::string::npos, checks);
  BOOST_TEST(compare({good, bad, "--gate", "default", "--allow", "health", "-q"}).code != 5);
  BOOST_TEST(compare({bad, "--save-baseline", kept, "-q"}).code == 0);
  BOOST_TEST(compare({kept, good, "--gate", "default", "-q"}).code == 5);  // the baseline remembers
  compare({good, good, "--output_csvs_dir", folder.path("sound"), "-q"});
  BOOST_TEST(bytes_of(folder.path("sound/comparability.csv")).find("health") == std::string::npos);
}

// Which events are missing is not known: neither for a file that ends early, nor for one with a broken event.
BOOST_AUTO_TEST_CASE(a_file_that_is_cut_is_not_judged) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string text = trace_of({10, 10, 10, 10, 10, 10, 10, 10}), whole = folder.file("whole.json", text),
                    cut = folder.file("cut.json", text.substr(0, text.size() * 7 / 8)), kept = folder.path("kept.json");
  std::string hole = text;
  hole.replace(hole.find("aten::mm", text.size() / 2) - 20, 40, 40, '\0');
  const std::string broken = folder.file("broken.json", hole);
  const auto checks = [&] { return bytes_of(folder.path("out/comparability.csv")); };
  for (const std::string& file : {cut, broken})
    for (const auto& [base, next] : {std::pair(whole, file), std::pair(file, whole)}) {
      const program_answer answer = compare({base, next, "--gate", "default", "--output_csvs_dir", folder.path("out")});
      BOOST_TEST(answer.code == 5, answer.err);
      BOOST_TEST(answer.out.find("not comparable (file): unknown events are missing: ") != std::string::npos,
                 answer.out);
      BOOST_TEST(compare({base, next, "--gate", "default", "--allow", "file", "-q"}).code != 5);
    }
  compare({whole, cut, "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(checks().find("cut,file,,incomplete,refuse,unknown events are missing: the file is cut at byte ") !=
             std::string::npos, checks());
  BOOST_TEST(compare({cut, "--save-baseline", kept, "-q"}).code == 0);
  BOOST_TEST(compare({kept, whole, "--gate", "default", "-q"}).code == 5);  // the baseline remembers
  // one rank of a job
  std::filesystem::create_directory(folder.path("job"));
  std::filesystem::create_directory(folder.path("cut"));
  const std::string rank = trace_of({10, 10, 10, 10}, 0), other = trace_of({10, 10, 10, 10}, 1);
  folder.file("job/rank_0.json", rank), folder.file("job/rank_1.json", other);
  folder.file("cut/rank_0.json", rank), folder.file("cut/rank_1.json", other.substr(0, other.size() * 7 / 8));
  compare({folder.path("job"), folder.path("cut"), "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(checks().find("unknown events are missing: rank_1.json: the file is cut at byte ") != std::string::npos,
             checks());
  // a profile, within its last plane
  const std::string profile = profile_of(20, 10'000), jax = folder.file("a.xplane.pb", profile),
                    short_one = folder.file("b.xplane.pb", profile.substr(0, profile.size() * 7 / 8));
  BOOST_TEST(compare({jax, short_one, "--gate", "default", "--output_csvs_dir", folder.path("out"), "-q"}).code == 5);
  BOOST_TEST(checks().find("b,file,,incomplete,refuse,unknown events are missing: the file is cut at byte ") !=
             std::string::npos, checks());
  // the profiler's own word for it: 90 records of 90 and 8 kernels
  std::string told = text;
  told.insert(1, R"("WARNING": ["90 records were dropped"], )");
  const std::string dropped = folder.file("dropped.json", told);
  BOOST_TEST(compare({whole, dropped, "--gate", "default", "--output_csvs_dir", folder.path("out"), "-q"}).code == 5);
  BOOST_TEST(checks().find("unknown events are missing: the profiler dropped 90 records: ") != std::string::npos,
             checks());
}

/// What a spreadsheet would compute gets an apostrophe in all CSVs, or in none with the options that leave text alone.
BOOST_AUTO_TEST_CASE(all_csvs_have_one_style) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::string text = trace_of({10, 10});
  for (std::size_t at = 0; (at = text.find("aten::mm", at)) != std::string::npos;) text.replace(at, 8, "=op");
  const std::string a = folder.file("a.json", text), b = folder.file("b.json", text);
  const auto written = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {a, b, "-q", "--output_csvs_dir", folder.path("out")});
    BOOST_TEST(compare(std::move(more)).code == 0);
  };
  const auto marks = [&](const char* file) { return bytes_of(folder.path(file)).find("'=op") != std::string::npos; };
  const auto names = [&](const char* file) { return bytes_of(folder.path(file)).find("=op") != std::string::npos; };
  written({"--trace-diff", folder.path("diff")});
  BOOST_TEST(marks("out/tree_diff.csv"));
  BOOST_TEST(marks("diff/tree_diff.csv"));
  written({"--trace-diff", folder.path("diff"), "--raw_csv_text"});
  BOOST_TEST((names("out/tree_diff.csv") && !marks("out/tree_diff.csv")));
  BOOST_TEST((names("diff/tree_diff.csv") && !marks("diff/tree_diff.csv")));
  written({"--parity"});
  BOOST_TEST((names("out/ops_summary.csv") && !marks("out/ops_summary.csv")));
}

// The only kernel of each step, of 10 us, is called gemm: with a pattern it is communication, as in pytorch_report.
BOOST_AUTO_TEST_CASE(a_pattern_names_communication) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string a = folder.file("a.json", trace_of({10, 10, 10})), b = folder.file("b.json", trace_of({10, 10, 10}));
  const auto steps_of = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"a=" + a, "b=" + b, "--warmup", "0", "--output_csvs_dir", folder.path("out"), "-q"});
    const program_answer answer = compare(more);
    BOOST_TEST(answer.code == 0, answer.err);
    const std::string csv = folder.path("out/steps.csv");
    return cell_of(csv, "computation (ns)", 1) + " " + cell_of(csv, "exposed_comm (ns)", 1) + "\n" + answer.err;
  };
  BOOST_TEST(steps_of({}).starts_with("10000 0\n"), steps_of({}));
  BOOST_TEST(steps_of({"--comm_pattern", "^ge"}).starts_with("0 10000\n"), steps_of({"--comm_pattern", "^ge"}));
  const std::string none = steps_of({"--comm_pattern", "zzz"});
  BOOST_TEST(none.starts_with("10000 0\n"), none);
  BOOST_TEST(none.find("--comm_pattern: no kernel's name contains a match (1x, zzz)") != std::string::npos, none);
  refuses({a, b, "--comm_pattern", "("}, 2, "--comm_pattern: ");
}

BOOST_AUTO_TEST_CASE(executions_of_a_program_are_the_steps_of_a_profile) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string base = folder.file("a.xplane.pb", profile_of(10, 2000)), next =
      folder.file("b.xplane.pb", profile_of(10, 3000));
  const program_answer answer = compare({base, next, "--warmup", "0", "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(cell_of(folder.path("out/runs.csv"), "steps", 1) == "10");
  BOOST_TEST(cell_of(folder.path("out/runs.csv"), "unit", 1) == "jit_f");
  BOOST_TEST(cell_of(folder.path("out/steps.csv"), "computation (ns)", 3) == "4000");  // 2 kernels of 2 us
  BOOST_TEST(cell_of(folder.path("out/attribution.csv"), "calls", 1) == "no such cell");
  BOOST_TEST(cell_of(folder.path("out/attribution.csv"), "base calls", 1) == "20");
  BOOST_TEST(cell_of(folder.path("out/verdicts.csv"), "verdict", 6) == "slower");  // after the step and its parts
}

BOOST_AUTO_TEST_CASE(a_sum_over_devices_is_called_so) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string one = folder.file("one.xplane.pb", test::tpu_profile().file(1)),
                    two = folder.file("two.xplane.pb", test::tpu_profile().file(2));
  const program_answer answer = compare({one, two, "--warmup", "0", "--allow", "devices"});
  BOOST_TEST(answer.code == 0, answer.err);
  // On each device the first step is 90 us long, and the second with the gap before it 100 us.
  BOOST_TEST(answer.out.find("2 steps (Steps) of 95 µs\n") != std::string::npos, answer.out);
  BOOST_TEST(answer.out.find("2 steps (Steps) of 190 µs on 2 devices together\n") != std::string::npos, answer.out);
}

BOOST_AUTO_TEST_CASE(reports_in_json_stand_side_by_side) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const auto report = [](std::string_view program, std::string_view rows) {
    return "{\"schema\":1,\"program\":\"" + std::string(program) + "\",\"version\":\"0\",\"tables\":[{\"name\":\"work\","
           "\"columns\":[{\"title\":\"name\",\"unit\":\"\"},{\"title\":\"time\",\"unit\":\"us\"},"
           "{\"title\":\"mean time\",\"unit\":\"us\"}],\"rows\":[" + std::string(rows) + "]}]}";
  };
  const std::string a = folder.file("a.json", report("gpu_report", R"(["mm",5,5],["add",1,1],["mm",6,6])")),
                    b = folder.file("b.json", report("gpu_report", R"(["mm",14,7],["copy",2,2])")),
                    other = folder.file("c.json", report("jax_report", "")),
                    later = folder.file("d.json", "{\"schema\":7,\"program\":\"gpu_report\",\"tables\":[]}");
  const program_answer answer = compare({a, b, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  const test::sheet work = test::sheet_of(bytes_of(folder.path("out/work.csv")));
  BOOST_REQUIRE(work.size() == 4u);  // mm, add, copy
  BOOST_TEST(work[1][0] == "mm");
  BOOST_TEST(work[1][1] == "3.0");   // 14 - (5 + 6)
  BOOST_TEST(work[2][1] == "-1.0");  // only in the first
  BOOST_TEST(answer.out.find("work\n") == 0u, answer.out);  // a report is on the console
  BOOST_TEST(compare({a, b, "-q"}).out == "");
  // what changed is shown in 80 columns, however many keys there are
  const auto keyed = [](int time) {
    return R"({"schema":1,"program":"gpu_report","version":"0","tables":[{"name":"work","columns":[)"
           R"({"title":"operation of the layer","unit":""},{"title":"input datatype of it","unit":""},)"
           R"({"title":"memory of the inputs","unit":""},{"title":"math fidelity of it","unit":""},)"
           R"({"title":"time","unit":"us"}],"rows":[["matmul","bfloat16","dram","hifi",)" + std::to_string(time) +
           "]]}]}";
  };
  const program_answer wide = compare({folder.file("e.json", keyed(5)), folder.file("f.json", keyed(8))});
  BOOST_TEST(wide.out.find("time__f_diff") != std::string::npos, wide.out);
  BOOST_TEST(wide.out.find("60.00") != std::string::npos, wide.out);  // 100 * (8 - 5) / 5
  BOOST_TEST(wide.out.find("operation of the layer") != std::string::npos, wide.out);
  refuses({a, other}, 2, "do not belong together: ");
  refuses({a, later}, 1, "expected a report of schema 1");
}

/// An input without steps passes no gate: otherwise a job would always be green.
BOOST_AUTO_TEST_CASE(a_gate_without_steps_is_refused) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string a = folder.file("a.json", trace_of({10, 10, 10, 10})), none = folder.file("none.json", kineto_text().text()),
                    also = folder.file("also.json", kineto_text().text()), b = folder.file("b.json", trace_of({10, 10, 10, 10}));
  const auto gate = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--gate", "default"});
    const program_answer answer = compare(std::move(arguments));
    return std::to_string(answer.code) + (answer.out.find("gate: ") == std::string::npos ? "" : answer.out.substr(answer.out.find("gate: ")));
  };
  BOOST_TEST(gate({none, also}) == "5gate: refused\n");
  BOOST_TEST(gate({a, b, "--steps", "30:40"}) == "5gate: refused\n");
  BOOST_TEST(gate({a, b}) == "0gate: pass\n");
  const std::string report = R"({"schema":1,"program":"gpu_report","version":"0","tables":[{"name":"work","columns":
    [{"title":"name","unit":""},{"title":"time","unit":"us"}],"rows":[["mm",5]]}]})";
  const std::string c = folder.file("c.json", report), d = folder.file("d.json", report);
  const program_answer reports =
      compare({c, d, "-q", "--gate", "default", "--markdown", folder.path("m.md"), "--json", folder.path("r.json")});
  BOOST_TEST(reports.code == 5);
  BOOST_TEST(reports.err == "compare_report: no verdicts: reports have no steps\n"
                            "compare_report: gate: refused: reports and tables of --parity have no verdicts\n");
  BOOST_TEST(bytes_of(folder.path("m.md")).find("Performance gate: refused") != std::string::npos);
  BOOST_TEST(bytes_of(folder.path("r.json")).find("\"gate\":\"refused\"") != std::string::npos);
  refuses({c, d, "--save-baseline", folder.path("kept.json")}, 2, "--save-baseline: reports have no steps");
}

BOOST_AUTO_TEST_CASE(kinds_that_do_not_belong_together_are_named) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string torch = folder.file("a.json", trace_of({1, 2})), jax = folder.file("b.xplane.pb", profile_of(2, 10));
  refuses({torch, jax}, 2, "a.json (PyTorch, Kineto trace), ");
  refuses({jax, torch, "--parity", "--output_csvs_dir", folder.path("out")}, 2, "b.xplane.pb (XPlane)");
}

BOOST_AUTO_TEST_CASE(inputs_that_cannot_be_used_are_said_in_a_line) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string good = folder.file("good.json", trace_of({10, 10, 10})), empty = folder.file("empty.json", "");
  const std::string text = folder.file("notes.txt", "hello\n"), kept = folder.path("kept.json");
  std::filesystem::create_directory(folder.path("nothing"));
  BOOST_TEST(compare({good, "--save-baseline", kept}).code == 0);
  const std::string whole = bytes_of(kept);
  const std::string cut = folder.file("cut.json", whole.substr(0, whole.size() / 2));
  std::string later = whole;
  later.replace(later.find("baseline/1"), 10, "baseline/9");
  refuses({good, empty}, 1, "found an empty file");
  refuses({good, text}, 1, "notes.txt:1:1: expected a trace");
  refuses({good, folder.path("missing")}, 1, "missing: cannot be read");
  refuses({good, folder.path("nothing")}, 1, "without traces of ranks");
  refuses({good, cut}, 1, "cut.json:");
  refuses({good, folder.file("later.json", later)}, 1, "expected a stored baseline with the schema \"ridgeline-baseline/1\"");
  refuses({good, good}, 2, "is given twice under the label good");
  refuses({good, "good=" + kept}, 2, "all inputs have the label good");
  BOOST_TEST(compare({"a=" + good, "b=" + good, "-q"}).code == 0);  // a trace against itself
  for (const char* name : {"one/run", "two/run"}) std::filesystem::create_directories(folder.path(name));
  const std::string one = folder.file("one/run/good.json", trace_of({10, 10, 10})),
                    two = folder.file("two/run/good.json", trace_of({10, 10, 10}));
  const program_answer folders = compare({one, two});  // labels are the innermost folders that differ
  BOOST_TEST(folders.out.starts_with("one: Kineto trace"), folders.out + folders.err);
  BOOST_TEST(folders.out.find("\ntwo: Kineto trace") != std::string::npos, folders.out);
  refuses({"good=" + one, two}, 2, "all inputs have the label good");
  BOOST_TEST(compare({good, good, "--trace-diff", folder.path("diff"), "-q"}).code == 0);
  BOOST_TEST(bytes_of(folder.path("diff/tree_diff.csv")).find("both,aten::mm") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(options_that_cannot_be_are_usage) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string a = folder.file("a.json", trace_of({10, 10})), b = folder.file("b.json", trace_of({10, 10}));
  refuses({a}, 2, "one input");
  refuses({a, b, "--names", "x"}, 2, "1 names for 2 inputs");
  refuses({a, b, "--steps", "3:1"}, 2, "--steps: expected A:B");
  refuses({a, b, "--steps", "0:1"}, 2, "--steps: expected A:B");
  for (const char* const option : {"--gate", "--steps", "--step", "--trace-diff"})  // as of a variable that is not set
    refuses({a, b, option, ""}, 2, "expected a value, found nothing");
  const program_answer none = compare({a, b, "-q", "--steps", "5:9", "--sheets", "ops_all", "--prune_non_gpu"});
  BOOST_TEST(none.code == 0);
  for (const char* const line : {"--steps and --warmup leave none of its steps (of 2)\n",
                                 "--sheets: no effect without --parity\n", "--prune_non_gpu: no effect without --trace-diff\n"})
    BOOST_TEST((none.err.find(line) != std::string::npos), none.err);
  const program_answer own = compare({a, b, "-q", "--sheets", "verdicts"});  // a sheet of this report
  BOOST_TEST(own.err.find("--sheets: no effect without --parity\n") != std::string::npos, own.err);
  refuses({a, b, "-q", "--parity", "--sheets", "verdicts"}, 2, "there is no sheet verdicts");
  const program_answer parity = compare({a, b, "-q", "--parity", "--min-effect", "2", "--warmup", "1"});
  BOOST_TEST(parity.err.find("--warmup, --min-effect: no effect without traces and without --parity\n") !=
             std::string::npos, parity.err);
  refuses({a, b, "--allow", "chips"}, 2, "did you mean chip?");
  refuses({a, b, "--junit", folder.path("j.xml")}, 2, "need --gate");
  refuses({a, b, "--step", "("}, 2, "--step: ");
  refuses({a, b, "--sheets", "op_summary"}, 2, "did you mean ops_summary?");
  BOOST_TEST(compare({"--save-baseline", folder.path("k.json"), a}).code == 0);
  refuses({a, folder.path("k.json"), "--trace-diff", folder.path("diff")}, 2, "--trace-diff: needs two Kineto traces");
  BOOST_TEST(compare({a, b, "c=" + b, "-q", "--trace-diff", folder.path("of_two")}).code == 0);  // of the first two
  BOOST_TEST(bytes_of(folder.path("of_two/tree_diff.csv")).find("both,aten::mm") != std::string::npos);
  refuses({a, b, "--gate", folder.file("gate.json", "{\"schema\": \"ridgeline-gate/1\",\n\"limits\": 1}")}, 2,
          "gate.json:2: there is no key \"limits\"");
  refuses({a, b, "--gate", folder.path("none.json")}, 1, "none.json: cannot be read");
}

/// Six runs by name, the last three 10 % slower: the change is reported. Under one label they are repeated runs.
// Steps of 50 and 51 us in a period of 100 us are 1 % slower or less, kernels 2 %: the limit of the file forgives 5 %,
// what is typed does not.
BOOST_AUTO_TEST_CASE(what_is_typed_stands_above_the_gate_s_file) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::vector<double> fast(12, 50), slow(12, 51);
  const std::string a = folder.file("a.json", trace_of(fast)), b = folder.file("b.json", trace_of(slow)),
                    gate = folder.file("gate.json", "{\"schema\": \"ridgeline-gate/1\", \"min_effect_pct\": 5, "
                                                    "\"rules\": [{\"what\": \"op\", \"name\": \"*\"}]}");
  BOOST_TEST(compare({a, b, "-q", "--gate", gate}).code == 0);
  BOOST_REQUIRE(std::system(("gzip -c '" + gate + "' >'" + folder.path("packed") + "'").c_str()) == 0);
  BOOST_TEST(compare({a, b, "-q", "--gate", folder.path("packed")}).code == 0);
  BOOST_TEST(compare({a, b, "-q", "--gate", gate, "--min-effect", "1"}).code == 4);
  BOOST_TEST(compare({a, b, "-q", "--gate", gate, "--min_effect", "3"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_folder_of_baselines_is_a_trend) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("kept"));
  for (int i = 1; i <= 6; ++i) {
    const double time = i > 3 ? 55 : 50;
    const std::string trace = folder.file("t.json", trace_of({time, time, time, time, time, time, time, time}));
    const std::string run = "run" + std::to_string(i == 6 ? 10 : i);  // behind run5, not behind run1
    BOOST_TEST(compare({run + "=" + trace, "--save-baseline", folder.path("kept/" + run + ".json")}).code == 0);
  }
  const program_answer trend = compare({folder.path("kept"), "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(trend.code == 0, trend.err);
  BOOST_TEST(test::sheet_of(bytes_of(folder.path("out/trend.csv"))).size() == 7u);
  BOOST_TEST(cell_of(folder.path("out/trend.csv"), "run", 6) == "run10");
  BOOST_TEST(trend.out.find("changed with run4: aten::mm") != std::string::npos, trend.out);  // 50 us up to run3
  const std::string last = folder.file("last.json", trace_of({50, 50, 50, 50, 50, 50, 50, 50}));
  const program_answer repeated = compare({"main=" + folder.path("kept"), last, "--output_csvs_dir", folder.path("two")});
  BOOST_TEST(repeated.code == 0, repeated.err);
  BOOST_TEST(test::sheet_of(bytes_of(folder.path("two/trend.csv"))).size() == 3u);
}

BOOST_AUTO_TEST_CASE(steps_are_chosen_by_name_and_number) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string a = folder.file("a.json", trace_of({10, 20, 30, 40})), b = folder.file("b.json", trace_of({1, 2, 3, 4}));
  const auto steps = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {a, b, "-q", "--output_csvs_dir", folder.path("out")});
    BOOST_TEST(compare(std::move(more)).code == 0);
    return test::sheet_of(bytes_of(folder.path("out/steps.csv")));
  };
  const test::sheet chosen = steps({"--steps", "2:3", "--warmup", "0"});
  BOOST_TEST(chosen[1][2] == "left out");
  BOOST_TEST(chosen[2][2] == "used");
  BOOST_TEST(chosen[4][2] == "left out");
  BOOST_TEST(steps({"--warmup", "1"})[1][2] == "warm-up");
  BOOST_TEST(steps({"--step", "Step#[13]"}).size() == 5u);  // two of each run, below the titles
  // A name that only one of the runs has is told of the other one.
  const std::string renamed = folder.file("c.json", [&] {
    std::string text = bytes_of(a);
    for (std::size_t at = 0; (at = text.find("ProfilerStep", at)) != std::string::npos;) text.replace(at, 12, "train_step");
    return text;
  }());
  const program_answer told = compare({a, renamed, "-q", "--step", "train_step"});
  BOOST_TEST(told.code == 0);
  BOOST_TEST(told.err.find("--step train_step: nothing in " + a + " matches, so all of it is one step\n") !=
             std::string::npos, told.err);
  BOOST_TEST(told.err.find("c.json") == std::string::npos, told.err);
}

BOOST_AUTO_TEST_SUITE_END()
