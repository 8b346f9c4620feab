/// The inputs of compare_report: what each is, by its content, and the run that it holds.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/read/recording.hpp>
#include <ridgeline/torch/report/compared_run.hpp>
#include <ridgeline/tt/read/compared_run.hpp>

#include "program.hpp"

namespace program {

enum class input_kind { kineto, ops_csv, baseline, report_folder, unknown };

inline const char* name_of(input_kind k) {
  return k == input_kind::kineto          ? "Kineto trace"
         : k == input_kind::ops_csv       ? "ops CSV"
         : k == input_kind::baseline      ? "stored baseline"
         : k == input_kind::report_folder ? "folder of report CSVs"
                                          : "nothing that is known";
}

struct compare_input {
  std::string label{}, path{};
  input_kind kind = input_kind::unknown;
};

/// `LABEL=PATH`, or a path whose file name up to its first dot is the label.
inline compare_input input_of(const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals != 0 && !fs::exists(text, ignored))
    return {text.substr(0, equals), text.substr(equals + 1), input_kind::unknown};
  std::string name = text;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  name = name.substr(name.rfind('/') + 1);
  const std::size_t dot = name.find('.', 1);
  return {name.substr(0, dot), text, input_kind::unknown};
}

/// What a file holds, by how it begins.
inline ridgeline::expected<input_kind> kind_of_input(const std::string& path) {
  namespace rl = ridgeline;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    for (const char* sheet : {"gpu_timeline.csv", "ops_summary.csv", "kernel_summary.csv", "ops_all.csv",
        "ops_unique_args.csv"})
      if (std::filesystem::exists(path + "/" + sheet, ignored)) return input_kind::report_folder;
    return rl::failure{rl::errc::not_a_report, {path}, "is a folder without the CSVs of a report"};
  }
  constexpr std::size_t most = std::size_t{1} << 16;
  rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(path);
  if (!bytes) return bytes.error();
  std::string_view text = bytes->view();
  std::optional<rl::expected<rl::inflated_bytes>> front;
  if (rl::is_gzip(text)) {
    front.emplace(rl::inflate(text, most));
    if (!*front) return rl::failure{rl::errc::cannot_read, {path}, front->error().what};
    text = (**front).view();
  }
  text = text.substr(0, most);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t dark = text.find_first_not_of(" \t\r\n");
  const char first = dark == text.npos ? '\0' : text[dark];
  if (first == '[') return input_kind::kineto;
  if (first == '{') {
    const std::size_t schema = text.find("ridgeline-baseline/");
    return schema < text.find("traceEvents") ? input_kind::baseline : input_kind::kineto;
  }
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.find("OP CODE") != line.npos) return input_kind::ops_csv;
  return rl::failure{rl::errc::not_a_report, {path, 1, 1},
                     "expected a Kineto trace, an ops CSV, a stored baseline or a folder of report CSVs"};
}

/// The runs that an input holds; a baseline may hold several. The trace of a PyTorch run goes to `keep` where it is not
/// null.
inline ridgeline::expected<std::vector<ridgeline::compared_run>> runs_of(const compare_input& in,
                                                                         const std::optional<ridgeline::text_pattern>& step,
                                                                         ridgeline::data_quality& quality,
                                                                         ridgeline::torch_trace* keep) {
  namespace rl = ridgeline;
  std::vector<rl::compared_run> runs;
  const auto finished = [&](rl::compared_run run) {
    run.label = in.label, run.path = in.path;
    run.kind = in.kind == input_kind::baseline ? "baseline (" + run.kind + ")" : name_of(in.kind);
    runs.push_back(std::move(run));
  };
  if (in.kind == input_kind::kineto) {
    progress_bar bar("reading " + in.label);
    rl::kineto_options reading;
    reading.progress = [&](std::uint64_t done, std::uint64_t total) { bar.at(done, total); };
    rl::expected<rl::torch_trace> trace = rl::read_kineto_file(in.path, reading);
    bar.clear();
    if (!trace) return trace.error();
    rl::torch_recording recording = rl::read_recording(in.path);
    {
      const rl::call_tree tree = rl::build_call_tree(*trace);
      rl::compared_run run = compared_run_of(tree, step);
      run.options = std::move(recording.options), run.versions = std::move(recording.versions);
      finished(std::move(run));
      quality.merge(quality_of(merge(trace->problems, tree.problems()), in.path));
    }
    if (keep != nullptr) *keep = std::move(*trace);
    return runs;
  }
  rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(in.path);
  if (!bytes) return bytes.error();
  std::string_view text = bytes->view();
  std::optional<rl::expected<rl::inflated_bytes>> inflated;
  if (rl::is_gzip(text)) {
    inflated.emplace(rl::inflate(text));
    if (!*inflated) return rl::failure{rl::errc::cannot_read, {in.path}, inflated->error().what};
    text = (**inflated).view();
  }
  if (in.kind == input_kind::ops_csv) {
    rl::expected<rl::compared_run> run = rl::read_compared_ops(text, in.path, step, quality);
    if (!run) return run.error();
    finished(std::move(*run));
    return runs;
  }
  rl::expected<std::vector<rl::compared_run>> stored = rl::read_baseline(text, in.path);
  if (!stored) return stored.error();
  for (rl::compared_run& run : *stored) finished(std::move(run));
  return runs;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP
