#ifndef RIDGELINE_EXAMPLES_COMMON_CHILD_HPP
#define RIDGELINE_EXAMPLES_COMMON_CHILD_HPP

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/// A command that runs as a child of this program: without a shell, with signals forwarded to it.
namespace program {

/// A command line split into words as a shell would, with quotes and backslashes but without expansions. `operators` is
/// not empty if something unquoted needs a shell, within a word or next to it: `a;b`, `2>log`, `$HOME`.
struct command_line {
  std::vector<std::pair<std::string, std::string>> environment{};  ///< leading words `NAME=VALUE`
  std::vector<std::string> words{};
  std::string operators{};  ///< the first such operator
  bool open_quote = false;
};

inline command_line cut_command(std::string_view text) {
  command_line line;
  std::string word;
  bool in_word = false;
  char quote = 0;
  const auto close = [&] {
    if (!in_word) return;
    const std::size_t equals = word.find('=');
    constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    const bool names = equals != std::string::npos && equals > 0 && !(word[0] >= '0' && word[0] <= '9') &&
                       word.find_first_not_of(letters) == equals;
    if (names && line.words.empty()) {
      line.environment.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else {
      line.words.push_back(word);
    }
    word.clear();
    in_word = false;
  };
  constexpr std::string_view of_shells = ";|&<>", escaped_in_quotes = "\"\\$`";
  const auto is_escape = [&](std::size_t at) {
    return text[at] == '\\' && at + 1 < text.size() && (quote == 0 || escaped_in_quotes.find(text[at + 1]) != text.npos);
  };
  const auto is_expanded = [&](std::size_t at) {  // `$NAME`, `$(...)`, "`...`", also within double quotes
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    return text[at] == '`' || (text[at] == '$' && (next == '(' || next == '{' || next == '_' ||
                                                   (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z')));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == quote) quote = 0;
      else word += c;
    } else if (is_escape(i)) {
      word += text[++i];
      in_word = true;
    } else if (line.operators.empty() && is_expanded(i)) {
      line.operators = c;
    } else if (quote == '"') {
      if (c == quote) quote = 0;
      else word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      close();
    } else if (line.operators.empty() && of_shells.find(c) != of_shells.npos) {
      const std::size_t end = std::min(text.find_first_not_of(of_shells, i), text.size());
      line.operators = text.substr(i, end - i);
    } else {
      word += c;
      in_word = true;
    }
  }
  close();
  line.open_quote = quote != 0;
  return line;
}

/// How a child ended.
struct child_end {
  int code = 0;             ///< its exit code, or 128 plus the signal that ended it or that was meant to end us
  std::string cannot_run{}; ///< why it could not be started
};

namespace detail {

inline volatile std::sig_atomic_t child_pid = 0, stopped_by = 0;

/// Forwards a signal. A terminal's signals reach the child by themselves.
inline void hand_on(int number, ::siginfo_t* about, void*) {
  const int saved = errno;
  stopped_by = number;
  if (child_pid > 0 && about->si_code <= 0) ::kill(static_cast<::pid_t>(child_pid), number);
  errno = saved;
}

}  // namespace detail

/// From now on signals that stop a program are forwarded to the child and prevent what follows it.
inline void hand_signals_on() {
  struct ::sigaction action {};
  action.sa_sigaction = &detail::hand_on;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::sigaction(number, &action, nullptr);
}

/// Runs words as a command in this program's folder, with additional environment, and waits for it to end.
inline child_end run_child(const std::vector<std::string>& words,
                           const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> copy = words;
  std::vector<char*> arguments;
  for (std::string& word : copy) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::sigset_t all, before;
  ::sigfillset(&all);
  int told[2] = {-1, -1};
  if (::pipe2(told, O_CLOEXEC) != 0) return {127, std::strerror(errno)};
  ::sigprocmask(SIG_BLOCK, &all, &before);  // no signal arrives between the fork and storing the child's id
  const ::pid_t child = ::fork();
  if (child == 0) {
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(number, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execvp(arguments[0], arguments.data());
    const int why = errno;
    [[maybe_unused]] const ::ssize_t sent = ::write(told[1], &why, sizeof(why));
    ::_exit(127);
  }
  const int why_not = errno;
  detail::child_pid = child > 0 ? static_cast<std::sig_atomic_t>(child) : 0;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  ::close(told[1]);
  if (child < 0) {
    ::close(told[0]);
    return {127, std::strerror(why_not)};
  }
  int why = 0, status = 0;
  ::ssize_t got = 0;
  do {
    got = ::read(told[0], &why, sizeof(why));
  } while (got < 0 && errno == EINTR);
  ::close(told[0]);
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  detail::child_pid = 0;
  if (got == static_cast<::ssize_t>(sizeof(why))) return {127, std::strerror(why)};
  child_end end;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (detail::stopped_by != 0 && end.code == 0) end.code = 128 + static_cast<int>(detail::stopped_by);
  return end;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CHILD_HPP
