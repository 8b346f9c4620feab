#ifndef RIDGELINE_TESTS_SUPPORT_PROGRAM_HPP
#define RIDGELINE_TESTS_SUPPORT_PROGRAM_HPP

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary.hpp"

/// What a program returned.
struct program_answer {
  int code = -1;      ///< exit code; 128 plus the signal number if a signal ended it
  std::string out{};  ///< standard output, plus standard error on a terminal
  std::string err{};
};

/// How a program is run.
struct program_run {
  std::vector<std::string> arguments{};
  std::vector<std::pair<std::string, std::string>> environment{};  ///< added to the test's own, without NO_COLOR
  std::string folder{};           ///< working directory; empty: the test's own
  std::string standard_output{};  ///< a path to use instead of capturing
  bool terminal = false;          ///< output and messages go to a terminal
};

/// Whether the build has programs; if not, the running case counts as skipped.
inline bool has_programs() {
#ifdef RIDGELINE_PROGRAMS
  return true;
#else
  std::fputs("SKIPPED: the programs are not built\n", stderr);
  return false;
#endif
}

/// The path of a built program: in the folder named by RIDGELINE_PROGRAM_DIR, else in the build folder.
inline std::string program_path(const std::string& name) {
  const char* folder = std::getenv("RIDGELINE_PROGRAM_DIR");
#ifdef RIDGELINE_PROGRAMS
  if (folder == nullptr) folder = RIDGELINE_PROGRAMS;
#endif
  return std::string(folder == nullptr ? "." : folder) + "/" + name;
}

inline program_answer run_program(const std::string& name, const program_run& run) {
  const temporary_folder captured;
  const std::string program = program_path(name);
  const int terminal = run.terminal ? ::posix_openpt(O_RDWR | O_NOCTTY) : -1;
  std::string slave;
  if (terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0) slave = ::ptsname(terminal);
  const std::string out = run.terminal                  ? slave
                          : run.standard_output.empty() ? captured.path("out")
                                                        : run.standard_output;
  const std::string err = run.terminal ? slave : captured.path("err");
  std::vector<char*> words;
  std::vector<std::string> arguments = run.arguments;
  arguments.insert(arguments.begin(), program);
  for (std::string& word : arguments) words.push_back(word.data());
  words.push_back(nullptr);

  const ::pid_t child = ::fork();
  if (child == 0) {
    const int in_fd = ::open("/dev/null", O_RDONLY);
    const int out_fd = ::open(out.c_str(), O_WRONLY | O_CREAT | O_NOCTTY, 0666);
    const int err_fd = ::open(err.c_str(), O_WRONLY | O_CREAT | O_NOCTTY, 0666);
    const bool placed = ::dup2(in_fd, 0) == 0 && ::dup2(out_fd, 1) == 1 && ::dup2(err_fd, 2) == 2;
    const bool there = run.folder.empty() || ::chdir(run.folder.c_str()) == 0;
    ::unsetenv("NO_COLOR");
    for (const auto& [key, value] : run.environment) ::setenv(key.c_str(), value.c_str(), 1);
    if (placed && there) ::execv(program.c_str(), words.data());
    ::_exit(127);
  }
  program_answer answer;
  int status = 0;
  if (run.terminal) {
    const int held = ::open(slave.c_str(), O_RDWR | O_NOCTTY);  // unread output remains after the program ends
    const auto read_some = [&](int wait_ms) {
      ::pollfd ready{terminal, POLLIN, 0};
      char buffer[4096];
      if (::poll(&ready, 1, wait_ms) <= 0) return false;
      const ::ssize_t n = ::read(terminal, buffer, sizeof(buffer));
      answer.out.append(buffer, static_cast<std::size_t>(std::max<::ssize_t>(n, 0)));
      return n > 0;
    };
    while (::waitpid(child, &status, WNOHANG) == 0) read_some(20);
    while (read_some(20)) continue;
    ::close(held);
    ::close(terminal);
  } else {
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (run.standard_output.empty()) answer.out = bytes_of(out);
    answer.err = bytes_of(err);
  }
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

#endif  // RIDGELINE_TESTS_SUPPORT_PROGRAM_HPP
