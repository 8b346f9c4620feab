/// The options of tt_profile_this.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PROFILE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PROFILE_OPTIONS_HPP

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "../child.hpp"
#include "../program.hpp"
#include "tt_logs.hpp"
#include "tt_ops_files.hpp"
#include "tt_ops_options.hpp"
#include "tt_tracy_files.hpp"

namespace program {

/// Registers the options with the program, and must stay in place until the report is written. What the report is about
/// goes into a request.
class profile_options {
 public:
  profile_options(CLI::App& app, ops_request& want) : app_(app), want_(want), shared_(want) {
    app.add_option("-c,--command", command, "the command; it is cut into words and run without a shell")->required();
    app.add_option("--logs", logs,
                   "log root that the command writes to (default: generated/profiler/.logs, "
                   "tt_metal/tools/profiler/logs or logs, whichever is there)");
    shared_.add_names(app);
    app.add_flag("-d,--device-only", device_only, "only the run with device profiling");
    app.add_flag("-m,--host-only", want.host_only, "only the run without device profiling");
    app.add_flag("--webapp", want.webapp, "at the end, serve page, tables and archive over HTTP until Ctrl-C");
    app.add_option("-p,--port", want.dashboard.port, "port of the dashboard; 0: any free port")
        ->check(CLI::Range(0, 65535))->capture_default_str();
    app.add_flag("--no-webapp", no_webapp_, "no dashboard, which is the default; overrides --webapp");
    shared_.add_files(app);
  }
  profile_options(const profile_options&) = delete;
  profile_options& operator=(const profile_options&) = delete;

  /// After parsing: fills the request except its logs and date, and finds where the command's logs may be. False, after
  /// a message, if something is wrong.
  bool settle() {
    if (no_webapp_) want_.webapp = false;
    if (!want_.webapp) say_what_does_nothing(app_, {"--port"}, "--webapp");
    if (device_only && want_.host_only) return refuse("--device-only and --host-only leave nothing to run");
    if (const std::string wrong = shared_.settle(); !wrong.empty()) return refuse(wrong);
    if (!shared_.are_checks()) return false;
    line = cut_command(command);
    if (line.open_quote) return refuse("--command has a quote that is not closed");
    if (line.words.empty()) return refuse("--command is empty");
    if (!line.operators.empty())
      return refuse("--command is run without a shell and cannot use " + line.operators + "; write sh -c '...'");
    roots = {logs};
    if (!logs.empty()) return true;
    const std::string told = profiler_folder(line);
    roots = {told.empty() ? "generated/profiler/.logs" : told};
    logs = first_there({roots.front(), "tt_metal/tools/profiler/logs", "logs"});
    if (logs != roots.front()) roots.push_back(logs);
    return true;
  }
  /// The date for file names, which may be the current one; empty for none.
  std::string date() const { return shared_.date(); }
  /// Whether only one side is profiled.
  bool one_side() const { return device_only || want_.host_only; }

  std::string command{}, logs{};
  command_line line{};               ///< the command in words
  std::vector<std::string> roots{};  ///< where Tracy's logs may be
  bool device_only = false;

 private:
  /// False, after a message.
  bool refuse(const std::string& why) const {
    say(want_.program + ": " + why);
    return false;
  }

  const CLI::App& app_;
  ops_request& want_;
  ops_options shared_;
  bool no_webapp_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PROFILE_OPTIONS_HPP
