#ifndef RIDGELINE_RANKS_REPLAY_TOOL_HPP
#define RIDGELINE_RANKS_REPLAY_TOOL_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/ranks/replay/command.hpp>

namespace ridgeline {

/// The path of a program in one of some folders, which stand with `:` between them as in PATH; empty without one.
std::string find_tool(std::string_view name, std::string_view folders);

/// How a tool ended.
struct tool_end {
  enum class kind : std::uint8_t { ended, cannot_start, too_long, too_much };
  kind how = kind::ended;
  int code = 0;            ///< its exit code, or 128 and the signal that ended it
  std::string printed{};   ///< standard output and standard error
};

struct tool_limits {
  double seconds = 120;                       ///< from start to end
  std::size_t bytes = std::size_t{4} << 20;   ///< of output
  double (*clock)() = nullptr;                ///< seconds that only grow; without one there is no time limit
  std::string folders{};                      ///< where tools are looked for: what PATH says
};

/// Runs a program that `find_tool` found, without a shell and without input, and waits for its end or for a limit; what
/// runs longer is killed with all that it has started.
tool_end run_tool(const std::string& path, const tool_command& command, const tool_limits& limits);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_TOOL_HPP
