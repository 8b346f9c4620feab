/// The runs that the inputs of compare_report hold.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_RUNS_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_RUNS_HPP

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/compare/rank_runs.hpp>
#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/recording.hpp>
#include <ridgeline/torch/report/compared_run.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/tt/read/compared_run.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/compared_run.hpp>
#include <ridgeline/xla/report/overview.hpp>

#include "../input_kind.hpp"
#include "../program.hpp"
#include "../progress.hpp"
#include "../tt/op_log_folders.hpp"
#include "../xla/xplane_files.hpp"
#include "compare_inputs.hpp"

namespace program {

/// The bytes of an input, decompressed.
class input_text {
 public:
  static ridgeline::expected<input_text> of(const std::string& path) {
    namespace rl = ridgeline;
    input_text t;
    rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(path);
    if (!bytes) return bytes.error();
    t.bytes_.emplace(std::move(*bytes));
    if (!rl::is_gzip(t.bytes_->view())) return t;
    rl::expected<rl::inflated_bytes> inflated = rl::inflate_file(t.bytes_->view(), path);
    if (!inflated) return inflated.error();
    if (inflated->cut() || inflated->damaged_after())  // its numbers may be wrong
      return rl::failure{rl::errc::not_a_report, {path}, "is packed, and the packed file is cut or damaged"};
    t.inflated_.emplace(std::move(*inflated));
    return t;
  }
  std::string_view view() const { return inflated_ ? inflated_->view() : bytes_->view(); }

 private:
  std::optional<ridgeline::file_bytes> bytes_{};
  std::optional<ridgeline::inflated_bytes> inflated_{};
};

/// What reading an input needs besides it.
struct run_reading {
  const std::optional<ridgeline::text_pattern>& step;
  const ridgeline::gpu::communication_table& communication;
  ridgeline::data_quality& quality;
  const std::string& label;
};

/// A trace and what refers to it: its profile, and another call tree if one with Python frames is asked for.
struct kept_trace {
  ridgeline::torch_trace trace{};
  std::optional<ridgeline::torch_profile> profile{};
  std::optional<ridgeline::call_tree> framed{};
  const ridgeline::gpu::communication_table* communication = nullptr;

  const ridgeline::call_tree& tree() const { return framed ? *framed : profile->tree(); }
};

/// A PyTorch trace in any format, or a GPU trace of another profiler.
inline ridgeline::expected<ridgeline::compared_run> torch_run(const std::string& path, const run_reading& how,
                                                               kept_trace* keep = nullptr) {
  namespace rl = ridgeline;
  progress_bar bar("reading " + how.label);
  rl::kineto_options reading;
  reading.progress = bar.listener();
  rl::expected<rl::torch_trace> trace = rl::read_torch_trace_file(path, reading);
  bar.step("analysing " + how.label);
  if (!trace) return trace.error();
  rl::torch_recording recording = rl::read_recording(path);
  kept_trace made;
  kept_trace& here = keep != nullptr ? *keep : made;
  here.trace = std::move(*trace);
  rl::leave_out_repeated_work(here.trace);
  here.communication = &how.communication;
  rl::torch_run_options options;
  options.communication = here.communication;
  here.profile.emplace(here.trace, options);
  rl::compared_run run = compared_run_of(*here.profile, how.step);
  run.options = std::move(recording.options), run.versions = std::move(recording.versions);
  how.quality.merge(quality_of(merge(here.trace.problems, here.tree().problems()), path));
  return run;
}

inline ridgeline::expected<ridgeline::compared_run> xplane_run(const std::string& path, const run_reading& how) {
  namespace rl = ridgeline;
  progress_bar bar("reading " + how.label);
  rl::xplane_options reading;
  reading.progress = bar.listener();
  const rl::expected<rl::xla_trace> trace = rl::read_xplane_file(path, reading);
  bar.step("analysing " + how.label);
  if (!trace) return trace.error();
  rl::jax_options options;
  options.communication = &how.communication;
  const rl::jax_result report = rl::report_jax(*trace, options);
  if (report.events.empty())
    return rl::failure{rl::errc::not_a_report, {path}, rl::why_unreported(*trace)};
  how.quality.merge(rl::quality_of(report.problems, path));
  return compared_run_of(report, how.step);
}

/// A folder's ranks or hosts as one run.
inline ridgeline::expected<ridgeline::compared_run> folder_run(const compare_input& in, const run_reading& how) {
  namespace rl = ridgeline;
  std::vector<rl::compared_run> ranks;
  const auto add = [&](const std::string& path, rl::expected<rl::compared_run> run) -> std::optional<rl::failure> {
    if (!run) return run.error();
    if (std::string& why = run->incomplete; !why.empty())
      why.insert(0, std::filesystem::path(path).filename().string() + ": ");
    ranks.push_back(std::move(*run));
    return std::nullopt;
  };
  const xplane_runs runs = xplanes_in(in.path);
  if (in.kind != input_kind::rank_folder)
    for (const std::string& line : runs.told) say("compare_report: " + line);
  std::vector<std::string> paths = runs.profiles;
  if (in.kind == input_kind::rank_folder) {
    const rl::expected<rl::experiment> found = ranks_in(in.path);
    if (!found) return found.error();
    paths.clear();
    for (const rl::rank_file& f : found->files) paths.push_back(f.path);
    for (const rl::rank_file& f : found->doubled)
      say("compare_report: " + f.path + " is a second file of rank " + std::to_string(f.rank) + " and is not read");
    for (const std::string& path : found->unnumbered) say("compare_report: " + path + " names no rank and is not read");
  }
  for (const std::string& path : paths) {
    const auto why = add(path, in.kind == input_kind::rank_folder ? torch_run(path, how) : xplane_run(path, how));
    if (!why) continue;
    if (in.kind != input_kind::rank_folder || !rl::holds_other_json(path)) return *why;
    say("compare_report: " + path + " is named like a trace of a rank but holds none; it is left out");
  }
  if (ranks.empty()) return rl::failure{rl::errc::not_a_report, {in.path}, "no file in it holds a trace"};
  return slowest_of(ranks);
}

/// The ops of an ops CSV, of a folder with one, or of the logs from which one is made.
inline ridgeline::expected<ridgeline::compared_run> ops_run(const compare_input& in, const run_reading& how) {
  namespace rl = ridgeline;
  if (in.kind == input_kind::op_log) {
    const rl::expected<rl::tt_tracy_run> run = rl::read_tt_tracy_run(rl::tt_log_folder_at(in.path).path);
    if (!run) return run.error();
    const rl::expected<rl::tt_ops_report> report = rl::report_tt_tracy(*run);
    if (!report) return report.error();
    how.quality.merge(report->quality);
    return rl::read_compared_ops(report->titles, report->rows, in.path, how.step, how.quality);
  }
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(in.path, ignored);
  const rl::expected<std::string> path = folder ? ops_csv_in(in.path) : in.path;
  if (!path) return path.error();
  const rl::expected<input_text> text = input_text::of(*path);
  if (!text) return text.error();
  return rl::read_compared_ops(text->view(), *path, how.step, how.quality);
}

/// The runs in an input; a baseline may hold several. The trace of a PyTorch run is stored in `keep` if it is not null,
/// with its tree.
inline ridgeline::expected<std::vector<ridgeline::compared_run>> runs_of(
    const compare_input& in, const std::optional<ridgeline::text_pattern>& step,
    const ridgeline::gpu::communication_table& communication, ridgeline::data_quality& quality, kept_trace* keep) {
  namespace rl = ridgeline;
  const run_reading how{step, communication, quality, in.label};
  const auto read = [&]() -> rl::expected<rl::compared_run> {
    if (in.kind == input_kind::kineto || in.kind == input_kind::gpu_trace) return torch_run(in.path, how, keep);
    if (in.kind == input_kind::xplane) return xplane_run(in.path, how);
    if (is_report(in.kind))
      return rl::failure{rl::errc::not_a_report, {in.path},
                         "is a " + std::string(name_of(in.kind)) + ", not a trace: compare_report compares reports"};
    if (in.kind == input_kind::op_log || in.kind == input_kind::ops_csv) return ops_run(in, how);
    return folder_run(in, how);
  };
  std::vector<rl::compared_run> runs;
  if (in.kind == input_kind::baseline) {
    const rl::expected<input_text> text = input_text::of(in.path);
    if (!text) return text.error();
    rl::expected<std::vector<rl::compared_run>> stored = rl::read_baseline(text->view(), in.path);
    if (!stored) return stored.error();
    runs = std::move(*stored);
    for (rl::compared_run& run : runs) run.kind = "baseline (" + run.kind + ")";
  } else {
    rl::expected<rl::compared_run> run = read();
    if (!run) return run.error();
    run->kind = name_of(in.kind);
    run->asked_step = step ? step->pattern() : "";
    const auto outside = static_cast<double>(run->counts.outside), time = static_cast<double>(run->counts.time);
    if (run->has_marks() && outside > 0.05 * time)
      quality.add("GPU time before the first step or after the last one, which is not compared", {in.path},
                  rl::compare_detail::percent_text(outside / time), false);
    runs.push_back(std::move(*run));
  }
  for (rl::compared_run& run : runs) run.label = in.label, run.path = in.path;
  return runs;
}

/// The runs of all inputs, in their order. `keep(i)` is where the trace of an input is stored, or null.
template <class Keep>
ridgeline::expected<std::vector<ridgeline::compared_run>> runs_of_all(
    const std::vector<compare_input>& inputs, const std::optional<ridgeline::text_pattern>& step,
    const ridgeline::gpu::communication_table& communication, ridgeline::data_quality& quality, Keep keep) {
  namespace rl = ridgeline;
  struct read_input {
    rl::expected<std::vector<rl::compared_run>> runs{std::vector<rl::compared_run>()};
    rl::data_quality quality{};
  };
  std::vector<read_input> all(inputs.size());
  // Two at a time: the work after reading a trace is single-threaded, and more traces at once take more memory.
  rl::parallel_for(inputs.size(), std::min(2u, rl::default_threads()), [&](std::size_t i, unsigned) {
    all[i].runs = runs_of(inputs[i], step, communication, all[i].quality, keep(i));
  });
  std::vector<rl::compared_run> runs;
  for (read_input& in : all) {
    if (!in.runs) return in.runs.error();
    quality.merge(in.quality);
    for (rl::compared_run& r : *in.runs) runs.push_back(std::move(r));
  }
  return runs;
}

/// The runs with the user's patterns of communication, which a stored baseline should have been read with too; says so
/// of one that does not know.
inline std::vector<ridgeline::compared_run> with_patterns(std::vector<ridgeline::compared_run> runs,
                                                          const std::vector<compare_input>& inputs,
                                                          const std::string& patterns) {
  for (ridgeline::compared_run& r : runs)
    for (const compare_input& in : inputs)
      if (in.path == r.path && in.kind != input_kind::baseline) r.asked_comm = patterns;
  for (const ridgeline::compared_run& r : runs)
    if (!r.asked_comm && !patterns.empty())
      say("compare_report: " + r.path + " does not say with which --comm_pattern it was stored, and keeps its own");
  return runs;
}

/// Whether all runs are of one family; if not, reports the kind of each.
inline bool belong_together(const std::vector<compare_input>& inputs,
                            const std::vector<ridgeline::compared_run>& runs) {
  std::set<ridgeline::run_family> families;
  for (const ridgeline::compared_run& r : runs) families.insert(r.family);
  if (families.size() <= 1) return true;
  std::string line = "compare_report: these inputs do not belong together:";
  for (const compare_input& in : inputs)
    for (const ridgeline::compared_run& r : runs)
      if (r.path == in.path) {
        line += (line.back() == ':' ? " " : ", ") + in.path + " (" + std::string(name_of(r.family)) + ", " + r.kind +
                ")";
        break;
      }
  say(line);
  return false;
}

/// Reports runs without marks of steps, or without those that were asked for.
inline void say_what_is_unmarked(const std::vector<ridgeline::compared_run>& runs,
                                 const std::optional<ridgeline::text_pattern>& step) {
  for (const ridgeline::compared_run& r : runs)
    if (!r.has_marks() && (step || !r.kind.starts_with("baseline")))
      say("compare_report: " +
          (step ? "--step " + std::string(step->pattern()) + ": nothing in " + r.path + " matches" : r.path +
           ": nothing marks steps (--step NAME)") + ", so all of it is one step");
}

/// Reports runs of which chosen steps leave none.
inline void say_what_is_unused(const std::vector<ridgeline::compared_run>& runs, const ridgeline::step_choice& steps) {
  using ridgeline::step_state;
  for (const ridgeline::compared_run& r : runs)
    if (const std::vector<step_state> states = states_of(r, steps);
        std::find(states.begin(), states.end(), step_state::used) == states.end())
      say("compare_report: " + r.path + ": --steps and --warmup leave none of its steps (of " +
          std::to_string(states.size()) + ")");
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_RUNS_HPP
