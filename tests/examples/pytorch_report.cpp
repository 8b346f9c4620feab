#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"
#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/zip.hpp"

BOOST_AUTO_TEST_SUITE(examples_pytorch_report)

namespace {

std::string small_trace() {
  kineto_text k;
  k.op("aten::mm", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 10, 1).flow(1);
  return k.text();
}

program_answer report(std::vector<std::string> arguments) {
  return run_program("pytorch_report", {std::move(arguments)});
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_input_for_another_program_is_told_by_name) {
  if (!has_programs()) return;
  const std::string samples = RIDGELINE_SOURCE_DIR "/examples/sample/";
  const program_answer profile = run_program("pytorch_report", {{samples + "jax_step.xplane.pb"}});
  BOOST_TEST(profile.code == 1);
  BOOST_TEST(profile.err.ends_with("; it is an XPlane: jax_report reads it\n"), profile.err);
  const program_answer ops = run_program("pytorch_report", {{samples + "llama_decode_wormhole.csv"}});
  BOOST_TEST(ops.code == 1);
  BOOST_TEST(ops.err.ends_with("; it is an ops CSV: tt_perf_report reads it\n"), ops.err);
  const temporary_folder folder;
  const std::string log = folder.file("log.csv", "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\nPCIe slot, core_x, core_y\n");
  for (const char* const name : {"pytorch_report", "jax_report", "gpu_report", "tt_perf_report", "tt_ops_report"}) {
    const program_answer answer = run_program(name, {{log}});
    BOOST_TEST(answer.err.ends_with("; it is a device log: tt_device_report reads it\n"), answer.err);
  }
  const program_answer compared = run_program("compare_report", {{log, log}});
  BOOST_TEST(compared.code == 1);
  BOOST_TEST(compared.err.find("is a device log, which holds no ops") != std::string::npos, compared.err);
  const std::string json = folder.file("trace.json", small_trace());
  for (const char* const name : {"tt_perf_report", "tt_device_report", "tt_ops_report", "multi_rank_report"}) {
    const program_answer answer = run_program(name, {{json}});
    BOOST_TEST(answer.err.ends_with("; it is JSON, as Kineto traces are: pytorch_report reads those\n"), answer.err);
  }
  std::filesystem::remove(json), std::filesystem::remove(log);
  folder.file("rank_0.json", small_trace()), folder.file("rank_1.json", small_trace());
  for (const char* const name : {"pytorch_report", "jax_report", "gpu_report", "tt_perf_report"}) {
    const program_answer ranks = run_program(name, {{folder.path()}});
    BOOST_TEST(ranks.code == 1);
    BOOST_TEST(ranks.err.ends_with("; it is a folder of ranks: multi_rank_report reads it\n"), ranks.err);
  }
  std::filesystem::remove(folder.path("rank_0.json")), std::filesystem::remove(folder.path("rank_1.json"));
  std::filesystem::copy(samples + "jax_step.xplane.pb", folder.path("host.xplane.pb"));
  const program_answer hosts = run_program("multi_rank_report", {{folder.path()}});
  BOOST_TEST(hosts.code == 1);
  BOOST_TEST(hosts.err.ends_with("; it is a folder of XPlanes: jax_report reads it\n"), hosts.err);
}

/// A folder without any known files is not called a folder of ranks.
BOOST_AUTO_TEST_CASE(a_folder_of_other_files_is_no_folder_of_ranks) {
  if (!has_programs()) return;
  const temporary_folder folder;
  folder.file("manual.1.gz", "\x1f\x8b"), folder.file("guide.1.gz", "\x1f\x8b");
  const program_answer answer = report({folder.path()});
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.ends_with("is a folder, expected a file\n"), answer.err);
}

BOOST_AUTO_TEST_CASE(options_without_effect_are_said) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const auto said = [&](std::vector<std::string> options, std::string_view line) {
    options.insert(options.begin(), {trace, "-q", "--json", folder.path("r.json")});
    const program_answer answer = report(options);
    BOOST_TEST(answer.code == 0);
    BOOST_TEST((answer.err.find(line) != std::string::npos), answer.err);
    return answer.err;
  };
  said({"--cp_annotation", "x", "--idle_stream", "7"},
       "pytorch_report: --cp_annotation, --idle_stream: no effect without --critical_path\n");
  said({"--critical_path", "--cp_edges"}, "pytorch_report: --cp_edges: no effect without --parity\n");
  said({"--decode_threshold", "3"}, "--decode_threshold: no effect without --inference_phase_analysis\n");
  said({"--num_steps", "3"}, "--num_steps: no effect without --steady_state\n");
  said({"--topk_short_kernels", "3"}, "--topk_short_kernels: no effect without --short_kernel_study\n");
  said({"--with-events"}, "--with-events: no effect without --sqlite\n");
  said({"--inductor_cache_dir", folder.path("none")}, "--inductor_cache_dir: there is no folder ");
  said({"--critical_path", "--cp_annotation", "", "--kernel_sequence_op", "none"},
       "--kernel_sequence_op none: no op whose name contains this launches 3 kernels or more");
  said({"--critical_path", "--cp_annotation", "", "--idle_stream", "99"},
       "--idle_stream: the streams named have no kernels with a gap");
  said({"--critical_path", "--cp_annotation", "", "--cp_data_load", "zzz"},
       "--cp_data_load zzz: no event's name contains this\n");
  said({"--cp_annotation", "", "--what_if", "kernels:sgemm*0.5;ops:zzz*0.5"},
       "--what_if kernels:sgemm*0.5;ops:zzz*0.5: no name in the window contains zzz, so it changes nothing\n");
  // the op is there and launches work, but its shapes are not recorded
  for (const char* const roof : {"roof", "roof:aten"})
    said({"--cp_annotation", "", "--arch", "h100", "--what_if", roof},
         "--what_if " + std::string(roof) + ": no op " + (roof == std::string_view("roof") ? "" : "whose name contains aten ") +
             "launches work in the window and has a roof (which takes recorded shapes, a model of the op and the chip's "
             "rates), so it changes nothing\n");
  said({"--cp_annotation", "", "--what_if", "overlap;kernels:sgemm*0.5"},
       "--what_if overlap;kernels:sgemm*0.5: no communication in the window waits for other work of its stream, so it "
       "changes nothing\n");
  said({"--critical_path", "--cp_annotation", "", "--cp_instance", "3"}, "--cp_instance: no effect without an annotation");
  said({"--comm_pattern", "^sgemm$", "--comm_pattern", "zzz"},
       "data quality: 3 remarks of 3 kinds");  // the others: no shapes, and what the model of the op lacks for that
  const std::string sheets = bytes_of(folder.path("r.json"));
  BOOST_TEST((sheets.find("\"--comm_pattern: no kernel's name contains a match\",1,\"\",\"zzz\"") != std::string::npos), sheets);
  said({"--comm_pattern", "zzz", "--parity"}, "--comm_pattern: no effect with --parity\n");
  said({"--findings-json", folder.path("f.json"), "--topk_findings", "3", "--parity"},
       "--findings-json, --topk_findings: no effect with --parity\n");
  const std::string turned_on = said({"--sheets", "idle_causes", "--idle_stream", "7"}, "");
  BOOST_TEST((turned_on.find("no effect") == std::string::npos), turned_on);
}

/// TensorRT-LLM's ranges have phases, but are no steps of these sheets.
BOOST_AUTO_TEST_CASE(which_engines_name_steps_is_said) {
  if (!has_programs()) return;
  const temporary_folder folder;
  kineto_text k;
  k.span("user_annotation", "[Executor] _forward_step 1: 1 ctx reqs, 0 gen reqs", 0, 90);
  k.op("aten::mm", 0, 9).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 10, 30, 1).flow(1);
  const std::string trace = folder.file("trace.json", k.text());
  const program_answer answer = report({trace, "-q", "--step_kind", "prefill", "--json", folder.path("r.json")});
  BOOST_TEST(answer.err.find("no range of the trace names a step of vLLM (since 2025), SGLang, ATOM or a server of "
                             "diffusion models\n") != std::string::npos, answer.err);
}

/// Two prefills with a decode of 8 ms in between: without it the GPU is idle for 8.9 of 9.1 ms, which is not the host's.
BOOST_AUTO_TEST_CASE(steps_that_are_left_out_are_no_pauses_of_the_host) {
  if (!has_programs()) return;
  const temporary_folder folder;
  kineto_text k;
  const auto step = [&](const char* name, double at, double time, int number) {
    k.span("user_annotation", name, at, time).op("aten::mm", at + 1, 9);
    k.launch("cudaLaunchKernel", at + 2, 2, number).kernel("sgemm", at + 10, time - 100, number).flow(number);
  };
  step("step[EXTEND bs=1 toks=9]", 0, 200, 1), step("step[DECODE bs=1]", 1000, 7900, 2);
  step("step[EXTEND bs=1 toks=9]", 9000, 200, 3);
  const std::string trace = folder.file("trace.json", k.text()), json = folder.path("f.json");
  const program_answer answer = report({trace, "-q", "--step_kind", "prefill", "--strict", "--findings-json", json});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::string said = bytes_of(json);
  BOOST_TEST((said.find("\"id\":\"host_bound\"") == std::string::npos), said);
  BOOST_TEST((said.find("steps in between are left out: their time counts as idle") != std::string::npos), said);
}

/// A report without steps says that steps are missing, not that the profiler did not run.
BOOST_AUTO_TEST_CASE(a_report_of_no_steps_says_what_it_lacks) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const program_answer answer = report({trace, "-q", "--steps", "5:9", "--json", folder.path("r.json")});
  BOOST_TEST(answer.code == 0);
  BOOST_TEST((answer.err.find("any step of a serving engine that was asked for") != std::string::npos), answer.err);
  BOOST_TEST((answer.err.find("profiler was not running") == std::string::npos), answer.err);
}

BOOST_AUTO_TEST_CASE(sheets_have_the_documented_names) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const program_answer answer = report({"--profile_json_path", trace, "--output_csvs_dir", folder.path("out"),
                                        "--enable_kernel_summary", "--short_kernel_study", "--short_kernel_threshold_us", "5"});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::set<std::string> wanted{"gpu_timeline.csv", "ops_summary_by_category.csv", "ops_summary.csv", "ops_all.csv",
                                     "kernel_summary.csv", "short_kernels_histogram.csv", "short_kernels_all_details.csv"};
  const std::set<std::string> there = names_in(folder.path("out"));
  for (const std::string& name : wanted) BOOST_TEST(there.contains(name), name);
  BOOST_TEST(bytes_of(folder.path("out/short_kernels_histogram.csv")) == "bin_start,bin_end,count\n");
  report({"--profile_json_path", trace, "--output_csvs_dir", folder.path("old"), "--short_kernel_study", "--parity"});
  for (const char* name : {"ops_unique_args.csv", "short_kernel_histogram.csv", "short_kernels_summary.csv"})
    BOOST_TEST(names_in(folder.path("old")).contains(name), name);
  BOOST_TEST(!std::filesystem::exists(folder.path("trace_perf_report.xlsx")));  // CSVs alone suppress it
}

BOOST_AUTO_TEST_CASE(the_trace_may_stand_alone_and_the_console_has_a_report) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const program_answer answer = report({trace, "--output_csvs_dir", folder.path("out"), "--arch", "mi300x"});
  BOOST_TEST(answer.code == 0, answer.err);
  for (const char* text : {"computation", "Not recorded: shapes", "record_shapes=True", "aten::mm", "100.0", "mi300x"})
    BOOST_TEST(answer.out.find(text) != std::string::npos, answer.out << " lacks " << text);
  for (std::size_t at = 0; at < answer.out.size();) {
    const std::size_t end = std::min(answer.out.find('\n', at), answer.out.size());
    std::size_t width = 0;  // code points: continuation bytes do not count
    for (std::size_t i = at; i < end; ++i) width += (answer.out[i] & 0xC0) != 0x80 ? 1u : 0u;
    BOOST_TEST(width <= 80u, answer.out.substr(at, end - at));
    at = end + 1;
  }
  const program_answer quiet = report({trace, "--output_csvs_dir", folder.path("quiet"), "--quiet"});
  BOOST_TEST(quiet.code == 0);
  BOOST_TEST(quiet.out.empty());
  BOOST_TEST(bytes_of(folder.path("quiet/ops_all.csv")) == bytes_of(folder.path("out/ops_all.csv")));
}

BOOST_AUTO_TEST_CASE(a_file_on_standard_output_stands_there_alone) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({folder.file("trace.json", small_trace()), "--json", "/dev/stdout"});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(answer.out.starts_with("{"));
}

BOOST_AUTO_TEST_CASE(only_the_sheets_that_were_asked_for) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace()), out = folder.path("out");
  using names = std::set<std::string>;
  // The missing shapes are noted in data_quality, which belongs to every sheet.
  report({trace, "--quiet", "--output_csvs_dir", out, "--sheets", "ops_summary,kernel_summary"});
  BOOST_TEST((names_in(out) == names{"data_quality.csv", "ops_summary.csv", "kernel_summary.csv"}));
  report({trace, "--quiet", "--output_csvs_dir", out, "--sheets", "gpu_timeline"});  // the first run's are removed
  BOOST_TEST((names_in(out) == names{"data_quality.csv", "gpu_timeline.csv"}));
  report({trace, "--quiet", "--output_csvs_dir", out, "--sheets", "all"});
  for (const char* name : {"kernel_summary.csv", "short_kernels_histogram.csv", "ops_all_kl_overlap.csv", "ops_all.csv",
                           "module_tree.csv", "temporal_breakdown.csv"})
    BOOST_TEST(names_in(out).contains(name), name);
  BOOST_TEST(!names_in(out).contains("steps.csv"));  // it has none
  kineto_text k;
  k.op("aten::mm", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 10, 1).flow(1);
  k.span("user_annotation", "execute_context_1(9)_generation_3(3)", 0, 12);
  const std::string steps = folder.file("steps.json", k.text());
  report({steps, "--quiet", "--output_csvs_dir", out, "--sheets", "steps"});
  BOOST_TEST((names_in(out) == names{"data_quality.csv", "steps.csv"}));
  const program_answer all = report({steps, "--quiet", "--output_csvs_dir", out, "--sheets", "all"});
  BOOST_TEST(names_in(out).contains("step_times.csv"));
  BOOST_TEST(all.err.find("--critical_path") == std::string::npos, all.err);  // nobody asked for a ProfilerStep
  const program_answer path = report({steps, "--quiet", "--output_csvs_dir", out, "--sheets", "all,critical_path"});
  BOOST_TEST(path.err.find("--critical_path: 0 annotations") != std::string::npos, path.err);
  const program_answer wrong = report({trace, "--output_csvs_dir", folder.path("w"), "--sheets", "gpu_time_line"});
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(wrong.err.find("did you mean gpu_timeline?") != std::string::npos, wrong.err);
  const program_answer absent = report({trace, "--output_csvs_dir", folder.path("n"), "--sheets", "coll_analysis"});
  BOOST_TEST(absent.code == 0);
  BOOST_TEST(absent.err.find("coll_analysis") != std::string::npos, absent.err);
}

BOOST_AUTO_TEST_CASE(sheets_have_either_name) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace()), out = folder.path("out");
  using names = std::set<std::string>;
  BOOST_TEST(report({trace, "-q", "--output_csvs_dir", out, "--sheets", "ops_unique_args"}).code == 0);
  BOOST_TEST((names_in(out) == names{"data_quality.csv", "ops_all.csv"}));
  BOOST_TEST(report({trace, "-q", "--parity", "--output_csvs_dir", out, "--sheets", "ops_all,short_kernels_histogram"}).code == 0);
  BOOST_TEST(names_in(out).contains("ops_unique_args.csv"));
  BOOST_TEST(names_in(out).contains("short_kernel_histogram.csv"));
}

BOOST_AUTO_TEST_CASE(a_sheet_that_needs_an_option_says_which) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace()), out = folder.path("out");
  const auto said = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {trace, "-q", "--cp_annotation", "", "--output_csvs_dir", out, "--sheets"});
    return report(more).err;
  };
  const auto holds = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
  const std::string edges = said({"critical_path_edges"}), sequences = said({"kernel_sequences"});
  BOOST_TEST(holds(edges, "pytorch_report: the sheet critical_path_edges needs --parity --cp_edges\n"), edges);
  BOOST_TEST(holds(sequences, "pytorch_report: the sheet kernel_sequences needs --kernel_sequence_op TEXT\n"), sequences);
  const std::string given = said({"kernel_sequences", "--kernel_sequence_op", "mm"});
  BOOST_TEST(!holds(given, "needs --kernel_sequence_op"), given);
}

BOOST_AUTO_TEST_CASE(phases_have_sheets_of_their_own) {
  if (!has_programs()) return;
  const temporary_folder folder;
  kineto_text k;
  k.op("prefill", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 10, 1).flow(1);
  k.op("decode", 20, 10).launch("cudaLaunchKernel", 21, 2, 2).kernel("rms_norm", 120, 10, 2).flow(2);
  k.op("other", 40, 10).launch("cudaLaunchKernel", 41, 2, 3).kernel("k", 140, 10, 3).flow(3);
  k.span("user_annotation", "execute_context_1(9)_generation_3(3)", 39, 12);
  const std::string trace = folder.file("trace.json", k.text());
  const auto sheets = [&](const std::string& out, std::vector<std::string> more) {
    more.insert(more.begin(), {"--profile_json_path", trace, "--output_csvs_dir", folder.path(out), "--enable_kernel_summary"});
    const program_answer answer = report(std::move(more));
    BOOST_TEST(answer.code == 0, answer.err);
    std::set<std::string> phases;
    for (const std::string& name : names_in(folder.path(out)))
      for (const char* phase : {"_prefill.csv", "_decode.csv", "_mixed.csv"})
        if (name.ends_with(phase)) phases.insert(name);
    return phases;
  };
  using names = std::set<std::string>;
  BOOST_TEST((sheets("none", {}) == names{}));
  BOOST_TEST((sheets("words", {"--inference_phase_analysis", "--phase_detection_method", "kernel_names"}) ==
              names{"kernel_summary_decode.csv", "kernel_summary_prefill.csv", "ops_summary_decode.csv", "ops_summary_prefill.csv"}));
  BOOST_TEST(bytes_of(folder.path("words/ops_summary_decode.csv")).find("Norm-RMS,decode,10.0,1,0.01,100.0,100.0") != std::string::npos);
  BOOST_TEST(bytes_of(folder.path("words/kernel_summary.csv")).starts_with("Kernel category,Parent op category,"));
  BOOST_TEST(bytes_of(folder.path("none/kernel_summary.csv")).starts_with("Parent op category,"));
  BOOST_TEST((sheets("steps", {"--inference_phase_analysis", "--phase_detection_method", "annotations"}) ==
              names{"kernel_summary_mixed.csv", "ops_summary_mixed.csv"}));
  BOOST_TEST(bytes_of(folder.path("steps/data_quality.csv")).find("a launch is outside all steps of the engine") != std::string::npos);
  // hybrid: names without words go by frequency, and all are equally frequent
  BOOST_TEST((sheets("hybrid", {"--inference_phase_analysis", "--parity"}).contains("ops_summary_prefill.csv")));
}

BOOST_AUTO_TEST_CASE(options_on_phases_are_checked) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const auto refused = [&](std::vector<std::string> more, std::string_view says) {
    more.insert(more.begin(), {"--profile_json_path", trace, "--output_csvs_dir", folder.path("out")});
    const program_answer answer = report(std::move(more));
    BOOST_TEST(answer.code == 2, answer.err);
    BOOST_TEST(answer.err.find(says) != std::string::npos, answer.err);
  };
  refused({"--inference_phase_analysis", "--phase_detection_method", "kernels"}, "--phase_detection_method");
  refused({"--inference_phase_analysis", "--decode_threshold", "-1"}, "--decode_threshold");
  refused({"--inference_phase_analysis", "--decode_threshold", "ten"}, "--decode_threshold");
  const program_answer alone = report({"--profile_json_path", trace, "--output_csvs_dir", folder.path("out"), "--decode_threshold", "4"});
  BOOST_TEST(alone.code == 0);
  BOOST_TEST(alone.err.find("no effect without --inference_phase_analysis") != std::string::npos, alone.err);
  const auto has_no_effect = [&](const char* method, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--profile_json_path", trace, "--output_csvs_dir", folder.path("out"), "--inference_phase_analysis",
                               "--decode_threshold", "4", "--phase_detection_method", method});
    const program_answer answer = report(std::move(more));
    BOOST_TEST(answer.code == 0, answer.err);
    return answer.err.find("--decode_threshold: no effect with phases by " + std::string(method)) != std::string::npos;
  };
  for (const char* method : {"annotations", "hybrid", "kernel_names"}) BOOST_TEST(has_no_effect(method), method);
  for (const char* method : {"shapes", "gemm_params", "union"}) BOOST_TEST(!has_no_effect(method), method);
  BOOST_TEST(!has_no_effect("hybrid", {"--enable_kernel_summary"}));  // which labels kernels by rows
  BOOST_TEST(has_no_effect("annotations", {"--enable_kernel_summary"}));
  const program_answer help = report({"--help"});
  for (const char* word : {"--inference_phase_analysis", "--decode_threshold", "--phase_detection_method", "hybrid", "gemm_params",
                           "annotations", "shapes", "union"})
    BOOST_TEST(help.out.find(word) != std::string::npos, word);
}

BOOST_AUTO_TEST_CASE(without_an_output_a_workbook_is_written_beside_the_trace) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({"--profile_json_path", folder.file("trace.json", small_trace())});
  BOOST_TEST(answer.code == 0, answer.err);
  const auto files = test::files_of_zip(bytes_of(folder.path("trace_perf_report.xlsx")));
  BOOST_TEST(files.contains("xl/worksheets/sheet4.xml"));
  BOOST_TEST(files.contains("xl/charts/chart1.xml"));
}

BOOST_AUTO_TEST_CASE(json_has_the_sheets) {
  if (!has_programs()) return;
  const temporary_folder folder;
  report({"--profile_json_path", folder.file("trace.json", small_trace()), "--json", folder.path("out.json")});
  const test::json document = test::parse_json(bytes_of(folder.path("out.json")));
  BOOST_TEST(document["program"].text == "pytorch_report");
  BOOST_TEST(document["tables"].items.at(0)["name"].text == "gpu_timeline");
  BOOST_TEST(document["tables"].items.at(0)["rows"].items.at(0).items.at(1).number == 0.01);  // 10 us in ms
}

BOOST_AUTO_TEST_CASE(broken_traces_are_reported_and_counted) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string whole = small_trace();
  const std::string cut = folder.file("cut.json", whole.substr(0, whole.size() - 40));
  program_answer answer = report({"--profile_json_path", cut, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(answer.err.find("data quality: ") != std::string::npos, answer.err);
  BOOST_TEST(names_in(folder.path("out")).contains("data_quality.csv"));
  answer = report({"--profile_json_path", cut, "--output_csvs_dir", folder.path("out"), "--strict"});
  BOOST_TEST(answer.code == 3);
  answer = report({"--profile_json_path", folder.file("none.json", "{}"), "--output_csvs_dir", folder.path("none")});
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.find("none.json") != std::string::npos, answer.err);
  answer = report({"--profile_json_path", folder.file("empty.json", "{\"traceEvents\": []}"), "--output_csvs_dir", folder.path("empty")});
  BOOST_TEST(answer.code == 0);
  BOOST_TEST(answer.err.find("no GPU work") != std::string::npos, answer.err);
}

BOOST_AUTO_TEST_CASE(secrets_of_the_metadata_are_in_no_output) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = "{\"metadata\": {\"environ\": {\"TOKEN\": \"s3cret-value\"}}, " + small_trace().substr(1);
  const program_answer answer = report({"--profile_json_path", folder.file("trace.json", trace), "--output_csvs_dir",
                                        folder.path("out"), "--json", folder.path("out/all.json")});
  BOOST_TEST(answer.code == 0, answer.err);
  for (const std::string& name : names_in(folder.path("out")))
    BOOST_TEST(bytes_of(folder.path("out/" + name)).find("s3cret") == std::string::npos, name);
  BOOST_TEST(answer.err.find("s3cret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_needs_no_other_output) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  const program_answer answer = report({"--profile_json_path", trace, "--html", folder.path("p.html"), "--arch", "mi300x"});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(names_in(folder.path("")).size() == 2u);  // no workbook
  const std::string page = bytes_of(folder.path("p.html"));
  for (const char* part : {"<!DOCTYPE html>", "\"kind\":\"roofline\"", "\"title\":\"GPU time\"", "\"name\":\"ops_all\""})
    BOOST_TEST(page.find(part) != std::string::npos, part);
}

BOOST_AUTO_TEST_CASE(wrong_options_are_usage) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {}, {"--profile_json_path", trace, "--nonsense"}, {"--profile_json_path", trace, "--extension_file", "x.py"},
           {"--profile_json_path", trace, "--short_kernel_histogram_bins", "0"}, {trace, "--topk_ops", "-1"},
           {trace, "--topk_ops", "99999999999999999999"}, {trace, "--short_kernel_threshold_us", "nan"},
           {trace, "--short_kernel_threshold_us", "-1"}, {trace, "--micro_idle_thresh_us", "-0.5"},
           {trace, "--steady_state", "mixed", "--output_ratio", "half"}, {trace, "--critical_path", "--max_queue_length", "0"},
           {trace, "--critical_path", "--max_queue_length", "-5"}, {trace, "--critical_path", "--cp_instance", "5:2"},
           {trace, "--comm_pattern", ""}, {trace, "--health-ignore", "foo"}, {trace, "--parity", "--health-ignore", "foo"}}) {
    const program_answer answer = report(words);
    BOOST_TEST(answer.code == 2, words.size());
    BOOST_TEST(!answer.err.empty());
  }
  BOOST_TEST(report({trace, "--micro_idle_thresh_us", "-0.5"}).err.find("expected a number from 0 on, found -0.5") !=
             std::string::npos);
  BOOST_TEST(report({trace, "--decode_threshold", "-1"}).err.find("expected a whole number from 0 on, found -1") !=
             std::string::npos);
  BOOST_TEST(report({trace, "--expected_concurrency", "0"}).err.find("expected a number above 0, found 0") !=
             std::string::npos);
  const auto refused = [&](const char* option, const char* value, const std::string& why) {
    const std::string err = report({trace, option, value}).err;
    BOOST_TEST((err.find(option + (": " + why) + ", found " + value + " (") != std::string::npos), err);
  };
  refused("--micro_idle_thresh_us", "abc", "expected a number");
  refused("--memory_limit", "1x", "expected a number");
  refused("--memory_limit", "0", "expected a number from 0.001 to 1000000");
  refused("--num_steps", "0", "expected a number from 1 to 1000000");
  BOOST_TEST(report({trace, "--html"}).err.find("--html: expected a value, found nothing (") != std::string::npos);
  for (const std::string flag : {"--with-events", "--quiet"}) {
    const std::string err = report({trace, "-q", flag + "=abc"}).err;
    BOOST_TEST((err.find(flag + ": takes no value, found abc (") != std::string::npos), err);
  }
  for (const char* const option : {"--arch", "--output_csvs_dir", "--steps", "--capture_folder", "--cp_data_load", "--sheets",
                                   "--health-ignore", "--gpu_arch_json_path", "--kernel_sequence_op"}) {
    const program_answer empty = report({trace, "-q", option, ""});  // as of a variable that is not set
    BOOST_TEST(empty.code == 2, option);
    BOOST_TEST((empty.err.find("expected a value, found nothing") != std::string::npos), empty.err);
  }
  BOOST_TEST(report({trace, "--threads", "1", "--threads", "2"}).err.find("--threads: expected once, found 2 times (") != std::string::npos);
  BOOST_TEST(names_in(folder.path()).size() == 1u);  // nothing was written
  for (const std::vector<std::string>& list : {std::vector<std::string>{"--sheets", "gpu_timeline"}, {"--sheets=gpu_timeline"},
                                              {"--sheets", "gpu_timeline", "ops_all"}, {"--health-ignore", "stacks_missing"}}) {
    std::vector<std::string> words = list;  // behind a list of names, with options on both sides
    words.insert(words.end(), {trace, "-q", "--json", "/dev/null"});
    const program_answer done = report(words);
    BOOST_TEST(done.code == 0, list[0] << ": " << done.err);
  }
  BOOST_TEST(report({"--sheets", "gpu_timeline", "none.json", "-q"}).err == "pytorch_report: none.json: cannot be read: No such file or directory\n");
  BOOST_TEST(report({"--profile_json_path", trace, "--extension_file", "x.py"}).err.find("custom_op") != std::string::npos);
  const std::string help = report({"--help"}).out, nothing = report({}).err;
  BOOST_TEST((help.find("REQUIRED") == std::string::npos), help);  // by position or as an option
  BOOST_TEST(nothing == "pytorch_report: expected an input, trace or --profile_json_path (see --help)\n", nothing);
  for (const auto& [option, use] : std::vector<std::pair<std::string, std::string>>{
           {"--comparison_json_path", "compare_report BASELINE TRACE compares two traces"},
           {"--python_path", "--arch NAME judges ops"}, {"--enable-origami", "--arch NAME judges ops"}}) {
    const program_answer answer = report({trace, option, "x"});
    BOOST_TEST(answer.code == 2, option);
    BOOST_TEST((answer.err.find("pytorch_report: " + option + " is not there: ") == 0), answer.err);
    BOOST_TEST((answer.err.find(use) != std::string::npos), answer.err);
    BOOST_TEST((answer.err.find("did you mean") == std::string::npos), answer.err);
  }
  BOOST_TEST(report({"--help"}).code == 0);
  BOOST_TEST(report({trace, "--topk_ops", "010", "--output_csvs_dir", folder.path("csv")}).code == 0);
}

BOOST_AUTO_TEST_CASE(no_rows_may_be_kept) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string sample = RIDGELINE_SOURCE_DIR "/examples/sample/transformer_step.json";
  BOOST_TEST(report({sample, "-q", "--output_csvs_dir", folder.path("out"), "--sheets", "ops_all,GEMM", "--topk_ops", "0",
                     "--topk_roofline_ops", "0"}).code == 0);
  for (const char* const sheet : {"out/ops_all.csv", "out/GEMM.csv"})
    BOOST_TEST(test::lines_of(bytes_of(folder.path(sheet))).size() == 1u, sheet);
}

BOOST_AUTO_TEST_CASE(threads_do_not_change_a_byte) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string trace = folder.file("trace.json", small_trace());
  for (const char* threads : {"1", "4"})
    report({"--profile_json_path", trace, "--json", folder.path(std::string("t") + threads), "--threads", threads});
  BOOST_TEST(bytes_of(folder.path("t1")) == bytes_of(folder.path("t4")));
}

BOOST_AUTO_TEST_SUITE_END()
