/// Performance report over a PyTorch trace (Kineto JSON): GPU time line, ops, kernels, collectives.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/memory_limit.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/report/page.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/records.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/serving/coverage.hpp>
#include <ridgeline/torch/run/extension.hpp>

#include "common/advice_options.hpp"
#include "common/beside_trace.hpp"
#include "common/chip_options.hpp"
#include "common/comm_pattern.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/path_options.hpp"
#include "common/phase_options.hpp"
#include "common/program.hpp"
#include "common/serving_options.hpp"
#include "common/sheet_options.hpp"
#include "common/short_kernel_options.hpp"
#include "common/table_files.hpp"

#ifdef RIDGELINE_EXTENSION  // the header given to CMake; it defines a struct `extension`
#include RIDGELINE_EXTENSION
#else
using extension = ridgeline::torch_no_extension;
#endif

namespace rl = ridgeline;

namespace {

/// `runs/trace.json.gz` gives `runs/trace_perf_report.xlsx`.
std::string workbook_beside(const std::string& trace) {
  const std::size_t json = trace.rfind(".json");
  return trace.substr(0, json) + "_perf_report.xlsx";
}

/// The workbook's charts: where the time goes, and how long short kernels take.
rl::workbook_style charts_of(const std::vector<rl::table>& tables) {
  rl::workbook_style style;
  using form = rl::sheet_chart::form;
  for (const rl::table& t : tables) {
    if (t.name() == "gpu_timeline" && t.find("is_recompute") == t.columns())
      style.charts.push_back({form::bar, t.name(), "GPU time [ms]", "type", {"time ms"}, 0, 0});
    if (t.name() == "roofline") {
      style.charts.push_back({form::scatter_log, t.name(), "Ops under the roofs", "FLOPS/Byte", {"TFLOPS/s"}, 0, 0});
      style.charts.back().series = "series";
      style.charts.back().lines = "is_roof";
    }
    if (t.name().starts_with("short_kernel") && t.find("bin_start") != t.columns())
      style.charts.push_back({form::histogram, t.name(), "Short kernels by duration [µs]", "bin_start", {"count"}, 0, 0});
  }
  return style;
}

/// The report on the console. False if it could not be written.
bool show(const rl::torch_overview& overview, const rl::trace_health* health, const rl::finding_list& findings) {
  rl::file_output out(1);
  if (health != nullptr) program::show_advice(out, *health, findings);
  write_console(out, overview, program::console_width());
  program::written_files files("pytorch_report");
  files.flush(out);
  return files.good();
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Performance report over a PyTorch trace (Kineto JSON, plain or gzip)", "pytorch_report");
  std::string trace_path, extension_file, inductor;
  std::size_t topk_ops = 0, topk_roofline = 0;
  double micro_idle = 0;
  bool no_collectives = false, recompute = false, call_stack = false, parity = false, strict = false;
  unsigned threads = rl::default_threads();
  rl::torch_report_options options;
  rl::torch_run_options how;
  app.add_option("trace,--profile_json_path", trace_path, "the trace, .json or .json.gz, - for standard input")
      ->required();
  program::table_files files(app, "pytorch_report", "TRACE_perf_report.xlsx");
  files.offer_events(app);
  const auto* most_ops = app.add_option("--topk_ops", topk_ops, "keep this many rows of ops_all (default: all; ignored with --parity)");
  const auto* most_rooflines =
      app.add_option("--topk_roofline_ops", topk_roofline, "keep this many rows of each roofline sheet (default: all; ignored with --parity)");
  program::sheet_options sheets(app, "all: every sheet (default: those that need no option, and those that options ask for)");
  program::chip_options chip(app, rl::extension_of<extension>().chips);
  app.add_option("--inductor_cache_dir", inductor,
                 "what TorchInductor compiled, for kernels without arguments in the trace (default: $TORCHINDUCTOR_CACHE_DIR, "
                 "~/.cache/torchinductor, /tmp/torchinductor_USER)");
  app.add_option("--extension_file", extension_file, "a Python file of the original; refused: see examples/custom_op.cpp");
  app.add_flag("--include_unlinked_kernels", options.unlinked_kernels,
               "gpu_timeline also counts the GPU work that no launch in the trace reaches");
  const auto* idle = app.add_option("--micro_idle_thresh_us", micro_idle,
                                    "split idle time: gaps shorter than this are micro idle, in us (default: not split)")
                         ->check(CLI::NonNegativeNumber);
  app.add_flag("--enable_kernel_summary", options.kernel_summary, "write kernel_summary");
  const program::short_kernel_options short_kernels(app, options);
  app.add_flag("--disable_coll_analysis", no_collectives, "no coll_analysis sheet");
  app.add_flag("--include_first_occurrence_time", options.first_occurrence, "ops_all shows when each op first ran, in us");
  app.add_flag("--group_by_num_kernels", options.by_number_of_kernels,
               "ops_all splits ops by how many kernels they launch");
  app.add_flag("--include_overlap_info", options.overlaps, "write ops_all_kl_overlap: what runs at the same time as each op's work");
  app.add_flag("--enable_pseudo_ops", how.pseudo_ops,
               "give the kernels of serving engines their own ops; some need Python frames, see --include_call_stack");
  app.add_flag("--detect_recompute", recompute, "separate what activation checkpointing runs a second time");
  app.add_flag("--include_call_stack", call_stack, "unified_perf_summary shows where ops are called from; adds Python frames to the call tree");
  program::path_options path(app);
  const program::phase_options phases(app);
  program::serving_options serving(app);
  const program::comm_pattern comm_pattern(app);
  const program::advice_options advice(app, "pytorch_report");
  app.add_flag("--parity", parity, "the numbers and sheet names of TraceLens (commit 171dd747), its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out, or the trace does not support part of the report");
  const program::memory_option memory(app);
  program::add_threads(app, threads, "threads for reading and writing");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("pytorch_report");
  trace_path = program::input_path(trace_path);

  if (!extension_file.empty()) {
    program::say("pytorch_report: --extension_file: Python files cannot be run; ops are added at compile time, as examples/custom_op.cpp shows");
    return program::wrong_usage;
  }
  rl::gpu::communication_table communication = rl::gpu::communication_table::with<extension>();
  if (!comm_pattern.add_to(communication, "pytorch_report")) return program::wrong_usage;
  const rl::torch_trace empty;
  if (!advice.are_usable(rl::health_of(rl::torch_profile(empty)), parity)) return program::wrong_usage;
  how.communication = &communication;
  options.collectives = !no_collectives;
  options.phases = phases.chosen();
  sheets.take_spellings(rl::torch_sheet_spellings, parity);
  sheets.need({{"critical_path_edges", {"--parity", "--cp_edges"}, {}},
               {"kernel_sequences", {"--kernel_sequence_op"}, "TEXT"}});
  if (!parity) serving.turn_on_for(sheets.names());
  if (!serving.are_usable("pytorch_report")) return program::wrong_usage;
  options.original_names = parity;
  if (most_ops->count() != 0 && !parity) options.most_ops = topk_ops;
  if (most_rooflines->count() != 0 && !parity) options.most_roofline_rows = topk_roofline;
  if (parity) options.model_faults = rl::torch_model_faults::parity(), files.as_original();
  if (const int code = chip.find("pytorch_report"); code != program::success) return code;
  options.roofs = chip.roofs();
  if (idle->count() != 0) options.micro_idle_below = micro_idle;

  if (files.would_replace(trace_path) || advice.would_replace(trace_path) || !path.check("pytorch_report", trace_path)) return program::wrong_usage;
  std::vector<std::string> known = rl::torch_sheet_names(rl::extension_of<extension>(), parity);
  const std::vector<std::string> path_sheets = rl::path_sheet_names();
  known.insert(known.end(), path_sheets.begin(), path_sheets.end());
  for (const std::string& name : sheets.names())
    if ((name == "all" && !parity) || std::find(path_sheets.begin(), path_sheets.end(), name) != path_sheets.end())
      path.turn_on(name == "all");
  path.say_what_is_off(parity);
  const rl::torch_extension_table added = rl::extension_of<extension>();
  const bool of_any_name = added.add_tables != nullptr;  // a user's sheets
  if (!of_any_name && !sheets.are_known("pytorch_report", known)) return program::wrong_usage;
  rl::add_sheets(options, sheets.names());
  short_kernels.say_what_is_off();
  files.say_what_is_off(app);
  std::error_code no_folder;
  if (!inductor.empty() && !std::filesystem::is_directory(inductor, no_folder))
    program::say("pytorch_report: --inductor_cache_dir: there is no folder " + inductor);
  if (parity && options.phases && options.phases->method == rl::phase_method::automatic)
    options.phases->method = rl::phase_method::hybrid;
  options.charts = files.wants_page();
  files.can_write(known), files.write_by(threads);
  if (!rl::is_written_in_place(trace_path)) {
    files.default_to(workbook_beside(trace_path));
  } else if (program::is_stream(trace_path) && !files.any() && sheets.quiet()) {
    program::say("pytorch_report: " + trace_path + ": no file can be written next to it: name an output, --xlsx FILE");
    return program::wrong_usage;
  }
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(trace_path, unknown);
  if (const std::string note = unknown ? "" : rl::note_on_size(size, rl::memory_limit()); !note.empty())
    program::say("pytorch_report: " + trace_path + ": " + note);
  program::progress_bar bar("reading");
  rl::kineto_options reading;
  reading.threads = threads;
  reading.inflate_limit = memory.bytes();
  reading.progress = bar.listener();
  rl::expected<rl::torch_trace> trace = rl::read_torch_trace_file(trace_path, reading);
  bar.step("analysing");
  if (!trace) {
    program::say("pytorch_report: " + to_string(trace.error()) + program::other_reader(trace_path, "pytorch_report"));
    return program::unusable_input;
  }
  how.python_frames = options.call_stacks = call_stack;
  how.recompute = recompute;
  how.threads = threads;
  if (parity) how.faults = rl::torch_faults::parity();
  const std::size_t recorded = trace->events.size();
  serving.apply(options, how, parity);
  if (const auto code = serving.find_captures(*trace, trace_path, "pytorch_report",
                                              {threads, reading.inflate_limit, how.faults, {}}, parity))
    return *code;
  how.captures = serving.captures();
  rl::serving_run steps;
  if (serving.wants_steps()) steps = serving.steps(*trace, "pytorch_report", how.faults);
  const rl::inductor_kernels generated = program::compiled_kernels(*trace, inductor);
  options.generated = &generated;
  if (!parity) rl::leave_out_repeated_work(*trace);
  const rl::torch_profile run = rl::torch_extended_run<extension>(*trace, how);
  rl::data_quality quality = quality_of(run, trace_path);
  quality.merge(serving.problems());
  quality.merge(steps.problems);
  const rl::torch_traced_chip traced = rl::traced_chip_of(*trace, run.extension().chips);
  const std::optional<rl::hw::roofs> of_trace = roofs_of(traced, chip.roof_kind());
  if (of_trace && options.roofs == nullptr) {
    if (parity) options.overview_roofs = &*of_trace;  // the original's sheets have roofs only if a chip is named
    else options.roofs = &*of_trace, options.roofs_of_trace = true;
  }
  if (chip.roofs() == nullptr) remark_on(traced, quality);
  options.threads = threads;
  const rl::torch_health_options needed{call_stack, options.phases.has_value(), options.roofs != nullptr};
  rl::torch_report report;
  rl::trace_health health;
  rl::finding_list findings;
  rl::parallel_for(2, threads, [&](std::size_t i, unsigned) {  // neither needs the other's results
    if (i == 0) {
      report = rl::torch_report_of(run, options, &quality);
    } else if (!parity) {
      const rl::gpu_activity activity = rl::activity_of(run);
      const rl::gpu_replay replay(activity);
      health = rl::health_of(run, activity, replay, needed);
      advice.ignore(health);
      findings = rl::findings_of(run, options.roofs, health, activity, replay, {}, advice.findings());
    }
  });
  comm_pattern.judge(communication, quality, parity);
  if (!parity) leave_unknown(report, health);
  if (chip.roofs() == nullptr) report.overview.lacks_roof = lack_of_roofs(traced);
  order_remarks(quality, report.overview);
  std::vector<rl::table>& tables = report.tables;
  const bool nothing = tables.front().rows() == 0;
  tables.insert(tables.end(), steps.tables.begin(), steps.tables.end());
  if (path) bar.step("critical path");
  const bool marked = !path || path.add_to(tables, run, recorded, options.roofs, trace_path, parity,
                                           reading.inflate_limit);
  const bool advised = parity || advice.write(health, findings, tables);
  if (!quality.empty()) tables.push_back(rl::quality_table(quality));
  sheets.say_what_is_absent(tables);
  tables = sheets.chosen(std::move(tables));
  bar.clear();
  const bool shown = sheets.quiet() || program::writes_standard_output() ||
                     show(report.overview, parity ? nullptr : &health, findings);
  if (files.wants_events()) files.also_write(rl::torch_records(*trace));
  const bool written = files.write(tables, quality, charts_of(tables), [&] {
    rl::report_page page = rl::torch_page(tables, std::move(report.roofline), options.roofs, trace_path,
                                          std::move(report.modules));
    if (!parity) program::put_advice_first(page, health);
    return page;
  });
  if (const std::string line = capture_coverage_line(run); !line.empty()) program::say("pytorch_report: " + line);
  if (report.overview.of_host)
    program::say("the trace has no GPU work: the report covers the host only, with ops by their own time "
                 "(host_ops_summary)");
  else if (nothing)
    program::say("no GPU work is left to report");
  program::say_quality(quality);
  if (!written || !shown || !marked || !advised) return program::unusable_input;
  return program::strict_code("pytorch_report", strict, quality, health);
}
