/// Performance report over a PyTorch trace (Kineto JSON): GPU time line, ops, kernels, collectives.

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/impl.hpp>

#include "common/phase_options.hpp"
#include "common/program.hpp"

#ifdef RIDGELINE_EXTENSION  // the header that CMake was told; it defines a struct `extension`
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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Performance report over a PyTorch trace (Kineto JSON, plain or gzip)", "pytorch_report");
  std::string trace_path, xlsx, csvs, json, html, extension_file;
  std::size_t topk_ops = 0, topk_short = 0, topk_roofline = 0;
  double micro_idle = 0;
  std::string arch_file, arch, roof = "peak";
  bool no_collectives = false, recompute = false, call_stack = false, parity = false, strict = false;
  unsigned threads = rl::default_threads();
  rl::torch_report_options options;
  rl::torch_run_options how;
  app.add_option("--profile_json_path", trace_path, "the trace, .json or .json.gz")->required();
  app.add_option("--output_xlsx_path,--xlsx", xlsx,
                 "write a workbook to this file (default: TRACE_perf_report.xlsx, unless another output is named)");
  app.add_option("--output_csvs_dir", csvs, "write each sheet as a CSV into this folder");
  app.add_option("--json", json, "write all sheets to this file");
  app.add_option("--html", html, "write a page to this file (not built yet)");
  const auto* most_ops = app.add_option("--topk_ops", topk_ops, "keep this many rows of ops_all (default: all; ignored with --parity)");
  const auto* most_short =
      app.add_option("--topk_short_kernels", topk_short, "keep this many rows of short_kernels_all_details (default: all)");
  app.add_option("--topk_roofline_ops", topk_roofline, "keep this many rows of each roofline sheet (default: all; ignored with --parity)");
  app.add_option("--gpu_arch_json_path", arch_file, "the chip's measured rates as a JSON file; for Roofline columns");
  app.add_option("--arch,--gpu_arch_platform", arch, "a built-in chip, mi300x; a file wins over it");
  app.add_option("--roof", roof, "which rates of a built-in chip: peak (vendor), achievable (measured)")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
  app.add_option("--extension_file", extension_file, "a Python file of the original; refused: see examples/custom_op.cpp");
  app.add_flag("--include_unlinked_kernels", options.unlinked_kernels,
               "gpu_timeline also counts the GPU work that no launch in the trace reaches");
  const auto* idle = app.add_option("--micro_idle_thresh_us", micro_idle,
                                    "divide idle time: gaps shorter than this are micro idle, in us (default: not divided)");
  app.add_flag("--enable_kernel_summary", options.kernel_summary, "write kernel_summary");
  app.add_flag("--short_kernel_study", options.short_kernels, "write the two sheets on short kernels");
  app.add_option("--short_kernel_threshold_us", options.short_kernel_below, "kernels below this are short, in us")
      ->capture_default_str();
  app.add_option("--short_kernel_histogram_bins", options.histogram_bins, "bins of the histogram of short kernels")
      ->check(CLI::Range(1, 100000))->capture_default_str();
  app.add_flag("--disable_coll_analysis", no_collectives, "no coll_analysis sheet");
  app.add_flag("--include_first_occurrence_time", options.first_occurrence, "ops_all says when each op first ran, in us");
  app.add_flag("--group_by_num_kernels", options.by_number_of_kernels,
               "ops_all divides ops by how many kernels they launch");
  app.add_flag("--include_overlap_info", options.overlaps, "write ops_all_kl_overlap: what runs at the same time as each op's work");
  app.add_flag("--enable_pseudo_ops", how.pseudo_ops,
               "give the kernels of serving engines ops of their own; some need Python frames, as of --include_call_stack");
  app.add_flag("--detect_recompute", recompute, "keep apart what activation checkpointing runs a second time");
  app.add_flag("--include_call_stack", call_stack, "unified_perf_summary says from where ops are called; puts Python frames into the call tree");
  const program::phase_options phases(app);
  app.add_flag("--parity", parity, "the numbers and sheet names of TraceLens (commit 171dd747), its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out");
  app.add_option("--threads", threads, "threads for reading")->check(CLI::Range(1u, 1024u))->capture_default_str();
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  if (!html.empty()) {
    program::say("pytorch_report: --html is not built yet");
    return program::wrong_usage;
  }
  if (!extension_file.empty()) {
    program::say("pytorch_report: --extension_file: Python files cannot be run; ops are added at compile time, as examples/custom_op.cpp shows");
    return program::wrong_usage;
  }
  options.collectives = !no_collectives;
  options.phases = phases.chosen("pytorch_report");
  options.original_names = parity;
  if (most_ops->count() != 0 && !parity) options.most_ops = topk_ops;
  if (topk_roofline != 0 && !parity) options.most_roofline_rows = topk_roofline;
  if (parity) options.model_faults = rl::torch_model_faults::parity();
  std::optional<rl::hw::roofs> roofs;
  if (!arch_file.empty()) {
    const rl::expected<rl::hw::roofs> read = rl::read_gpu_arch_file(arch_file);
    if (!read) {
      program::say("pytorch_report: " + to_string(read.error()));
      return program::unusable_input;
    }
    roofs = *read;
  } else if (!arch.empty()) {
    const rl::hw::device* const chip = rl::hw::chips::find(arch);
    if (chip == nullptr) {
      program::say("pytorch_report: --arch: no chip goes by the name " + arch);
      return program::wrong_usage;
    }
    roofs = rl::hw::roofs_of(*chip, roof == "achievable" ? rl::hw::roof_kind::achievable : rl::hw::roof_kind::peak);
  }
  if (roofs) options.roofs = &*roofs;
  if (most_short->count() != 0) options.most_short_kernels = topk_short;
  if (idle->count() != 0) options.micro_idle_below = micro_idle;

  program::progress_bar bar("reading");
  rl::kineto_options reading;
  reading.threads = threads;
  reading.progress = [&](std::uint64_t done, std::uint64_t total) { bar.at(done, total); };
  rl::expected<rl::torch_trace> trace = rl::read_kineto_file(trace_path, reading);
  bar.clear();
  if (!trace) {
    program::say("pytorch_report: " + to_string(trace.error()));
    return program::unusable_input;
  }
  how.python_frames = options.call_stacks = call_stack;
  how.recompute = recompute;
  if (parity) how.faults = rl::torch_faults::parity();
  const rl::torch_run run = rl::torch_extended_run<extension>(*trace, how);
  rl::data_quality quality = quality_of(merge(trace->problems, run.tree().problems()), trace_path);
  const std::vector<rl::table> tables = rl::torch_tables<extension>(run, options, &quality);

  bool written = true;
  const auto done = [&](const std::optional<rl::failure>& why) {
    if (why) program::say("pytorch_report: " + to_string(*why));
    written = written && !why;
  };
  if (xlsx.empty() && csvs.empty() && json.empty()) xlsx = workbook_beside(trace_path);
  const auto with_quality = [&] {
    std::vector<rl::table> all = tables;
    if (!quality.empty()) all.push_back(rl::quality_table(quality));
    return all;
  };
  if (!xlsx.empty()) done(rl::write_xlsx(xlsx, with_quality(), charts_of(tables), quality));
  if (!csvs.empty()) done(rl::write_csv_folder(csvs, with_quality()));
  if (!json.empty())
    done(rl::write_file(json, [&](rl::output& to) { write_json(to, "pytorch_report", with_quality()); }));
  if (tables.front().rows() == 0) program::say("no GPU work is left to report");
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  return strict && quality.lost_input() ? program::input_left_out : program::success;
}
