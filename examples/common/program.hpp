#ifndef RIDGELINE_EXAMPLES_COMMON_PROGRAM_HPP
#define RIDGELINE_EXAMPLES_COMMON_PROGRAM_HPP

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <signal.h>
#include <unistd.h>

#include <CLI/App.hpp>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/hw/device.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>

#include "console.hpp"
#include "progress.hpp"

/// Features that all programs share: exit codes, messages on standard error, a progress bar, and help with misspelled
/// options.
namespace program {

inline constexpr int success = 0, unusable_input = 1, wrong_usage = 2, input_left_out = 3;

/// One line on standard error. It may contain text of the input, which cannot steer a terminal.
inline void say(std::string_view text) {
  constexpr std::size_t most = 8192;  // code points; file names are shorter
  std::string line;
  ridgeline::append_plain(line, text, most);
  write_message(line);
}

/// From here on a failed memory allocation ends the program with one line and exit code 1, from any thread.
inline void end_without_memory(const std::string& name) {
  static std::string line;
  line = name + ": there is not enough memory\n";
  std::set_new_handler([] {
    const ::ssize_t ignored = ::write(2, line.data(), line.size());
    static_cast<void>(ignored);
    ::_exit(unusable_input);
  });
}

/// From here on, if another process truncates an input while it is read, the program ends with one line and exit
/// code 1, from any thread.
inline void end_when_input_shrinks(const std::string& name) {
  static std::string line;
  line = name + ": the input became shorter while it was read\n";
  struct sigaction action {};
  action.sa_handler = [](int) {  // from SIGBUS, which a mapped file raises beyond its end
    const ::ssize_t ignored = ::write(2, line.data(), line.size());
    static_cast<void>(ignored);
    ::_exit(unusable_input);
  };
  ::sigaction(SIGBUS, &action, nullptr);
}

/// Edits (insert, drop, change a letter) that turn one word into the other.
inline std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

/// A program's options. Like `parse` it is compiled once, in program.cpp, together with the CLI11 code that both use.
class application : public CLI::App {
 public:
  application(std::string description, std::string name);
  application(const application&) = delete;
  application& operator=(const application&) = delete;
  ~application() override;
};

/// The option `--threads`, 1 to 1024; `what` is its description in --help.
void add_threads(CLI::App& app, unsigned& threads, const std::string& what);

/// Parses the command line; from here on a signal that ends the program removes partially written files. Below zero:
/// go on; else the exit code to leave with.
int parse(CLI::App& app, int argc, char** argv);

/// Whether an output named on the command line is standard output, where nothing else may be written then. Known after
/// `parse`.
bool writes_standard_output();

/// Whether a file whose name follows from the option `from` is also an output named by another option; reports it.
/// Known after `parse`.
bool is_written_twice(const CLI::App& app, const std::string& path, const std::string& from);

/// Reports which of these options are on the command line, if they only take effect with `other`, which is missing, or
/// only without it, which is there (`with`). Known after `parse`.
void say_what_does_nothing(const CLI::App& app, std::span<const char* const> options, std::string_view other,
                           bool with = false);
inline void say_what_does_nothing(const CLI::App& app, std::initializer_list<const char*> options, std::string_view other,
                                  bool with = false) {
  say_what_does_nothing(app, std::span(options.begin(), options.size()), other, with);
}

/// The path of an input: `-` is standard input.
inline std::string input_path(const std::string& named) { return named == "-" ? "/dev/stdin" : named; }

/// Whether an input has no place next to it, such as a pipe. Folders and /dev/null are none: readers say so.
inline bool is_stream(const std::string& path) {
  std::error_code why;
  return ridgeline::is_written_in_place(path) && !std::filesystem::is_directory(path, why) &&
         std::filesystem::weakly_canonical(path, why) != "/dev/null";
}

/// Whether this descriptor is a terminal that obeys control sequences, which one of the type `dumb` prints.
inline bool is_terminal(int descriptor) {
  const char* const type = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (type == nullptr || std::string_view(type) != "dumb");
}

/// Whether output on this descriptor gets colours by default: on a terminal, unless NO_COLOR is set.
inline bool wants_colour(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0');
}

/// The word among `words` that is closest to a misspelled one, whatever its capitals; empty if more than half of its
/// letters would have to change.
template <class Words>
std::string nearest_word(const Words& words, std::string_view misspelt) {
  const std::string wanted = ridgeline::core_detail::lower_case(std::string(misspelt));
  std::string best;
  std::size_t least = (misspelt.size() + 1) / 2 + 1;
  for (const std::string_view word : words)
    if (const std::size_t d = distance(wanted, ridgeline::core_detail::lower_case(std::string(word))); d < least)
      least = d, best = word;
  return best;
}

/// `; did you mean this?`, or nothing if there is nothing like it.
inline std::string did_you_mean(std::string_view like) {
  return like.empty() ? std::string() : "; did you mean " + std::string(like) + "?";
}
inline std::string did_you_mean(const ridgeline::hw::device* like) {
  return did_you_mean(like == nullptr ? std::string_view() : like->name);
}

/// Reports a name that is none of the known ones, with the one that is closest to it. `option` says where it stands,
/// `what` is the word for what it names.
template <class Words>
void say_unknown(const std::string& option, const std::string& what, const std::string& name, const Words& known) {
  say(option + ": there is no " + what + " " + name + did_you_mean(nearest_word(known, name)));
}

/// Sums up what was wrong with the input in one line: the first kind that lost part of it, or else the first.
void say_quality(const ridgeline::data_quality& quality);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PROGRAM_HPP
