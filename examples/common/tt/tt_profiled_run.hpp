/// Runs of a profiled command of tt-metal, and the logs that they leave.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PROFILED_RUN_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PROFILED_RUN_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/tt/read/op_folders.hpp>

#include "../child.hpp"
#include "../program.hpp"
#include "tt_tracy_files.hpp"

namespace program {

/// Whether the profiler of the devices is on during a run; that of the host always is.
enum class device_profiling : bool { off, on };

/// Runs the command once and says so, each line after `name`. Returns the exit code to end with, 0 to go on.
inline int run_profiled(const command_line& line, const std::string& command, device_profiling devices,
                        const std::string& program, const std::string& name) {
  const bool on = devices == device_profiling::on;
  say(program + ": " + name + (on ? ", with device profiling: " : ", without device profiling: ") + command);
  std::vector<std::pair<std::string, std::string>> environment;
  if (on) environment = tracy_environment();
  environment.insert(environment.end(), line.environment.begin(), line.environment.end());
  environment.emplace_back("TT_METAL_DEVICE_PROFILER", on ? "1" : "0");
  if (on) environment.emplace_back("TT_PCI_DMA_BUF_SIZE", "1048576");
  const auto start = std::chrono::steady_clock::now();
  const child_end end = run_child(line.words, environment);
  if (!end.cannot_run.empty()) {
    say(program + ": " + line.words.front() + ": cannot be run: " + end.cannot_run);
    return end.code;
  }
  if (end.code != 0) {
    say(program + ": " + name + " ended with exit code " + std::to_string(end.code) + "; nothing was reported");
    return end.code;
  }
  const auto took = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
  say(program + ": " + name + " finished after " + std::to_string(took.count()) + " s");
  return success;
}

/// Tracy's logs below some folders, compared with how they were at first.
class tracy_log_watch {
 public:
  explicit tracy_log_watch(std::vector<std::string> roots) : roots_(std::move(roots)) {
    for (const std::string& root : roots_) before_.push_back(tracy_stamp_of(root));
  }
  /// Whether there were any at first.
  bool found() const {
    return std::any_of(before_.begin(), before_.end(), [](const tracy_stamp& s) { return s != tracy_stamp{}; });
  }
  /// The first folder whose logs were written since then; null for none.
  const std::string* written() const {
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const tracy_stamp now = tracy_stamp_of(roots_[i]);
      if (now != tracy_stamp{} && now != before_[i]) return &roots_[i];
    }
    return nullptr;
  }

 private:
  std::vector<std::string> roots_;
  std::vector<tracy_stamp> before_{};
};

/// The folders of op logs below a log root, compared with how they were at first.
class op_log_watch {
 public:
  op_log_watch(std::filesystem::path root, bool device_only) : root_(std::move(root)), device_only_(device_only) {
    for (const std::filesystem::path& folder : folders()) before_.emplace_back(folder, rl::last_op_log(folder));
  }

  /// The folders that are there now.
  std::vector<std::filesystem::path> folders() const { return rl::op_log_folders(root_, device_only_); }
  /// Whether a log was written to one of these folders since then.
  bool wrote_to(const std::vector<std::filesystem::path>& folders) const {
    return std::any_of(folders.begin(), folders.end(), [&](const std::filesystem::path& folder) {
      const auto old = std::find_if(before_.begin(), before_.end(), [&](const auto& b) { return b.first == folder; });
      const std::filesystem::file_time_type last = rl::last_op_log(folder);
      return last != std::filesystem::file_time_type::min() && (old == before_.end() || old->second < last);
    });
  }

 private:
  std::filesystem::path root_;
  bool device_only_;
  std::vector<std::pair<std::filesystem::path, std::filesystem::file_time_type>> before_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PROFILED_RUN_HPP
