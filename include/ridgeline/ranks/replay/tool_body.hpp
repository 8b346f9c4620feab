#ifndef RIDGELINE_RANKS_REPLAY_TOOL_BODY_HPP
#define RIDGELINE_RANKS_REPLAY_TOOL_BODY_HPP

#include <cerrno>
#include <csignal>
#include <vector>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ridgeline/ranks/replay/tool.hpp>

extern "C" char** environ;  // NOLINT: the environment of this process, as POSIX declares it

namespace ridgeline {

std::string find_tool(std::string_view name, std::string_view folders) {
  std::string_view rest = folders;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    std::string path(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (path.empty()) continue;
    path += '/';
    path += name;
    struct ::stat about {};
    if (::access(path.c_str(), X_OK) == 0 && ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode)) return path;
  }
  return {};
}

namespace ranks_detail {

/// A child process with its own process group, killed as a whole, and a pipe to read its output.
class tool_process {
 public:
  tool_process(const std::string& path, const tool_command& command) {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    std::vector<std::string> words = command.words;
    std::vector<char*> arguments;
    for (std::string& w : words) arguments.push_back(w.data());
    arguments.push_back(nullptr);
    ::posix_spawn_file_actions_t files;
    ::posix_spawnattr_t how;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    ::posix_spawn_file_actions_adddup2(&files, ends[1], 2);
    ::posix_spawnattr_init(&how);
    ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&how, 0);
    if (::posix_spawn(&child_, path.c_str(), &files, &how, arguments.data(), environ) != 0) child_ = -1;
    ::posix_spawnattr_destroy(&how);
    ::posix_spawn_file_actions_destroy(&files);
    ::close(ends[1]);
    from_ = ends[0];
  }
  tool_process(const tool_process&) = delete;
  tool_process& operator=(const tool_process&) = delete;
  ~tool_process() {
    if (from_ >= 0) ::close(from_);
  }
  bool started() const { return child_ > 0; }

  tool_end wait(const tool_limits& limits) {
    tool_end end;
    const double start = limits.clock ? limits.clock() : 0;
    for (bool open = true;;) {
      if (open) open = read_some(end.printed, 50) != state::closed;
      else ::poll(nullptr, 0, 10);
      ::siginfo_t about{};
      const int asked = ::waitid(P_PID, static_cast<::id_t>(child_), &about, WEXITED | WNOHANG | WNOWAIT);
      if (asked == 0 && about.si_pid == child_) break;
      if (end.printed.size() > limits.bytes) end.how = tool_end::kind::too_much;
      else if (limits.clock && limits.clock() - start > limits.seconds) end.how = tool_end::kind::too_long;
      else continue;
      break;
    }
    ::kill(-child_, SIGKILL);  // the child is not reaped yet, so the group id is still its own
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    while (end.printed.size() <= limits.bytes && read_some(end.printed, 0) == state::more) continue;
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return end;
  }

 private:
  enum class state : std::uint8_t { more, nothing_yet, closed };

  state read_some(std::string& to, int milliseconds) {
    ::pollfd ready{from_, POLLIN, 0};
    const int n = ::poll(&ready, 1, milliseconds);
    if (n == 0 || (n < 0 && errno == EINTR)) return state::nothing_yet;
    char buffer[4096];
    const ::ssize_t got = ::read(from_, buffer, sizeof buffer);
    if (got < 0) return errno == EINTR ? state::nothing_yet : state::closed;
    to.append(buffer, static_cast<std::size_t>(got));
    return got > 0 ? state::more : state::closed;
  }

  ::pid_t child_ = -1;
  int from_ = -1;
};

}  // namespace ranks_detail

tool_end run_tool(const std::string& path, const tool_command& command, const tool_limits& limits) {
  ranks_detail::tool_process process(path, command);
  if (!process.started()) return {tool_end::kind::cannot_start, 127, {}};
  return process.wait(limits);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_TOOL_BODY_HPP
