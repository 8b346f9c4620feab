/// Runs a command, and makes one ops CSV from the logs that it leaves: current tt-metal in one run, through Tracy;
/// older versions with and without device profiling, stitching the op logs of both runs.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <ridgeline/tt/read/tracy_folder.hpp>

#include "common/child.hpp"
#include "common/program.hpp"
#include "common/tt/tt_ops_files.hpp"
#include "common/tt/tt_profile_options.hpp"
#include "common/tt/tt_profiled_run.hpp"
#include "common/tt/tt_tracy_files.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app(
      "Profiles a command of tt-metal and writes one ops CSV: one run where it leaves Tracy's logs "
      "(python -m tracy -r ...), else a run with and a run without device profiling",
      "tt_profile_this");
  program::ops_request want;
  want.program = "tt_profile_this";
  program::profile_options asked(app, want);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (!asked.settle()) return program::wrong_usage;
  const auto say = [](const std::string& text) { program::say("tt_profile_this: " + text); };

  const program::tracy_log_watch tracy(asked.roots);
  const bool by_module = program::runs_tracy_module(asked.line);
  bool one_run = by_module || tracy.found();
  if (one_run && asked.one_side()) {
    say("--device-only and --host-only are for op logs; Tracy's logs contain both sides of one run");
    return program::wrong_usage;
  }
  const program::op_log_watch op_logs(asked.logs, asked.device_only);
  std::vector<program::device_profiling> runs;
  if (!want.host_only) runs.push_back(program::device_profiling::on);
  if (!asked.device_only) runs.push_back(program::device_profiling::off);

  program::hand_signals_on();
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::string name = "run " + std::to_string(r + 1) + " of " + std::to_string(one_run ? 1 : runs.size());
    if (const int code = program::run_profiled(asked.line, asked.command, runs[r], want.program, name); code != 0)
      return code;
    if (const std::string* const root = tracy.written()) {
      if (asked.one_side()) {
        say("--device-only and --host-only are for op logs; the command left Tracy's logs in " + *root);
        return program::wrong_usage;
      }
      want.logs = rl::tt_log_folder_at(*root).path;
      want.date = asked.date();
      return program::report_tracy_logs(want);
    }
    if (by_module) {
      say("the command wrote no tracy_ops_data.csv below " + asked.roots.front() +
          ": does it run the tracy module with -r, and does --logs name its logs?");
      return program::unusable_input;
    }
    one_run = false;  // the existing content is from an older run
  }

  const std::vector<std::filesystem::path> folders = op_logs.folders();
  if (!op_logs.wrote_to(folders)) {
    say("the command wrote no op logs below " + asked.logs +
        ": is it built with its profiler, and does --logs name its logs?");
    return program::unusable_input;
  }
  want.date = asked.date();
  return program::report_op_logs_in(folders, want);
}
