/// Runs a command, and makes one ops CSV from the logs that it leaves: current tt-metal in one run, through Tracy;
/// older versions with and without device profiling, stitching the op logs of both runs.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/tt/read/op_folders.hpp>
#include <ridgeline/tt/read/ops_log.hpp>

#include "common/child.hpp"
#include "common/program.hpp"
#include "common/tt_logs.hpp"
#include "common/tt_ops_files.hpp"
#include "common/tt_ops_options.hpp"
#include "common/tt_tracy_files.hpp"

namespace fs = std::filesystem;
namespace rl = ridgeline;

namespace {

/// When an op log below a folder was last written; the earliest time if there is none.
fs::file_time_type last_log(const fs::path& folder) {
  fs::file_time_type last = fs::file_time_type::min();
  for (const ridgeline::tt_op_folder& op : ridgeline::tt_op_folders(folder)) {
    std::error_code why;
    const fs::file_time_type at = fs::last_write_time(op.path / ridgeline::tt_host_log, why);
    if (!why) last = std::max(last, at);
  }
  return last;
}

/// The log folders listed in the record of a log root, without those of device runs if the host run's exists; by
/// default the folder `ops`.
std::vector<fs::path> locations(const fs::path& root, bool device_only) {
  std::vector<fs::path> all, kept;
  const auto add = [&](const fs::path& folder) {
    std::error_code ignored;
    const fs::path bare = ridgeline::op_log_folder(folder);
    if (fs::is_directory(bare, ignored) && std::find(all.begin(), all.end(), bare) == all.end()) all.push_back(bare);
  };
  std::ifstream record(root / ".locations.log");
  for (std::string line; std::getline(record, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) add(line);
  }
  if (all.empty()) add(root / "ops");
  if (all.empty() && device_only) add(root / "ops_device");
  for (const fs::path& folder : all) {
    std::string name = folder.string();
    const bool of_device = name.ends_with("_device");
    if (of_device) name.resize(name.size() - 7);
    if (!of_device || std::find(all.begin(), all.end(), fs::path(name)) == all.end()) kept.push_back(folder);
  }
  if (device_only)
    for (fs::path& folder : kept) {
      fs::path device = folder;
      device += "_device";
      std::error_code ignored;
      if (fs::is_directory(device, ignored)) folder = device;
    }
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Profiles a command of tt-metal and writes one ops CSV: one run where it leaves Tracy's logs "
                           "(python -m tracy -r ...), else a run with and a run without device profiling",
                           "tt_profile_this");
  std::string command, logs;
  bool device_only = false, host_only = false, no_webapp = false;
  program::ops_request want;
  want.program = "tt_profile_this";
  program::ops_options shared(want);
  app.add_option("-c,--command", command, "the command; it is cut into words and run without a shell")->required();
  app.add_option("--logs", logs, "log root that the command writes to (default: generated/profiler/.logs, "
                                 "tt_metal/tools/profiler/logs or logs, whichever is there)");
  shared.add_names(app);
  app.add_flag("-d,--device-only", device_only, "only the run with device profiling");
  app.add_flag("-m,--host-only", host_only, "only the run without device profiling");
  app.add_flag("--webapp", want.webapp, "at the end, serve page, tables and archive over HTTP until Ctrl-C");
  app.add_option("-p,--port", want.dashboard.port, "port of the dashboard; 0: any free port")
      ->check(CLI::Range(0, 65535))->capture_default_str();
  app.add_flag("--no-webapp", no_webapp, "no dashboard, which is the default; overrides --webapp");
  shared.add_files(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  const auto say = [](const std::string& text) { program::say("tt_profile_this: " + text); };
  const auto usage = [&](const std::string& why) {
    say(why);
    return program::wrong_usage;
  };
  if (no_webapp) want.webapp = false;
  if (!want.webapp) program::say_what_does_nothing(app, {"--port"}, "--webapp");
  if (device_only && host_only) return usage("--device-only and --host-only leave nothing to run");
  if (const std::string wrong = shared.settle(); !wrong.empty()) return usage(wrong);
  if (!shared.are_checks()) return program::wrong_usage;
  const program::command_line line = program::cut_command(command);
  if (line.open_quote) return usage("--command has a quote that is not closed");
  if (line.words.empty()) return usage("--command is empty");
  if (!line.operators.empty())
    return usage("--command is run without a shell and cannot use " + line.operators + "; write sh -c '...'");
  want.host_only = host_only;
  std::vector<std::string> roots{logs};  // where Tracy's logs may be
  if (logs.empty()) {
    const std::string told = program::profiler_folder(line);
    roots = {told.empty() ? "generated/profiler/.logs" : told};
    logs = program::first_there({roots.front(), "tt_metal/tools/profiler/logs", "logs"});
    if (logs != roots.front()) roots.push_back(logs);
  }
  std::vector<program::tracy_stamp> stamps;
  bool tracy = program::runs_tracy_module(line);
  for (const std::string& root : roots) {
    stamps.push_back(program::tracy_stamp_of(root));
    tracy = tracy || stamps.back() != program::tracy_stamp{};
  }
  if (tracy && (device_only || host_only))
    return usage("--device-only and --host-only are for op logs; Tracy's logs contain both sides of one run");

  std::vector<std::pair<fs::path, fs::file_time_type>> before;
  for (const fs::path& folder : locations(logs, device_only)) before.emplace_back(folder, last_log(folder));
  program::hand_signals_on();
  struct run {
    const char* what;
    const char* profiler;
  };
  std::vector<run> runs;
  if (!host_only) runs.push_back({"with device profiling", "1"});
  if (!device_only) runs.push_back({"without device profiling", "0"});
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const std::string number =
        tracy ? "run 1 of 1" : "run " + std::to_string(r + 1) + " of " + std::to_string(runs.size());
    say(number + ", " + runs[r].what + ": " + command);
    std::vector<std::pair<std::string, std::string>> environment;
    if (runs[r].profiler[0] == '1') environment = program::tracy_environment();
    environment.insert(environment.end(), line.environment.begin(), line.environment.end());
    environment.emplace_back("TT_METAL_DEVICE_PROFILER", runs[r].profiler);
    if (runs[r].profiler[0] == '1') environment.emplace_back("TT_PCI_DMA_BUF_SIZE", "1048576");
    const auto start = std::chrono::steady_clock::now();
    const program::child_end end = program::run_child(line.words, environment);
    if (!end.cannot_run.empty()) {
      say(line.words.front() + ": cannot be run: " + end.cannot_run);
      return end.code;
    }
    if (end.code != 0) {
      say(number + " ended with exit code " + std::to_string(end.code) + "; nothing was reported");
      return end.code;
    }
    const auto took = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    say(number + " finished after " + std::to_string(took.count()) + " s");
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const program::tracy_stamp stamp = program::tracy_stamp_of(roots[i]);
      if (stamp == program::tracy_stamp{} || stamp == stamps[i]) continue;
      if (device_only || host_only)
        return usage("--device-only and --host-only are for op logs; the command left Tracy's logs in " + roots[i]);
      want.logs = rl::tt_log_folder_at(roots[i]).path;
      want.date = shared.date();
      return program::report_tracy_logs(want);
    }
    if (program::runs_tracy_module(line)) {
      say("the command wrote no tracy_ops_data.csv below " + roots.front() +
          ": does it run the tracy module with -r, and does --logs name its logs?");
      return program::unusable_input;
    }
    tracy = false;  // the existing content is from an older run
  }

  const std::vector<fs::path> folders = locations(logs, device_only);
  bool fresh = false;
  for (const fs::path& folder : folders) {
    const auto old = std::find_if(before.begin(), before.end(), [&](const auto& b) { return b.first == folder; });
    const fs::file_time_type last = last_log(folder);
    fresh = fresh || (last != fs::file_time_type::min() && (old == before.end() || old->second < last));
  }
  if (!fresh) {
    say("the command wrote no op logs below " + logs +
        ": is it built with its profiler, and does --logs name its logs?");
    return program::unusable_input;
  }
  want.date = shared.date();
  int worst = program::success;
  const program::ops_request first = want;
  for (const fs::path& folder : folders) {
    const std::string name = folder.filename().string();
    want.logs = folder.string();
    want.out = (fs::path(first.out) / (name == "ops" || name == "ops_device" ? "default" : name)).string();
    for (std::string program::ops_request::*file :
         {&program::ops_request::json, &program::ops_request::html, &program::ops_request::xlsx}) {
      const fs::path path(first.*file);
      if (path.empty() || folder == folders.front()) continue;
      const std::string own = path.stem().string() + "_" + name + path.extension().string();
      want.*file = (path.parent_path() / own).string();
    }
    want.webapp = first.webapp && folder == folders.back();
    const int code = program::report_op_logs(want);
    if (worst == program::success || code == program::unusable_input) worst = code;
  }
  return worst;
}
