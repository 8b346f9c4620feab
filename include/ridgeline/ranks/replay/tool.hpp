#ifndef RIDGELINE_RANKS_REPLAY_TOOL_HPP
#define RIDGELINE_RANKS_REPLAY_TOOL_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/ranks/replay/command.hpp>

namespace ridgeline {

/// The path of a program in a list of folders separated by `:`, as in PATH; empty if it is not found.
std::string find_tool(std::string_view name, std::string_view folders);

/// How a tool terminated.
struct tool_end {
  enum class kind : std::uint8_t { ended, cannot_start, too_long, too_much };
  kind how = kind::ended;
  int code = 0;            ///< its exit code, or 128 + the signal that ended it
  std::string printed{};   ///< standard output and standard error, combined
};

struct tool_limits {
  double seconds = 120;                       ///< limit on the run time
  std::size_t bytes = std::size_t{4} << 20;   ///< limit on the output
  double (*clock)() = nullptr;                ///< monotonic clock in seconds; null: no time limit
  std::string folders{};                      ///< where to look for tools, in the form of PATH
};

/// Runs a program found by `find_tool`, without a shell and without input, until it ends or exceeds a limit; in the
/// latter case it is killed along with every process it started.
tool_end run_tool(const std::string& path, const tool_command& command, const tool_limits& limits);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_TOOL_HPP
