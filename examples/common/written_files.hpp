/// The files that a program writes, one by one, and whether all of them could be.
#ifndef RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP

#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/sink/output.hpp>

#include "program.hpp"

namespace program {

/// Whether an output would be written over an input; says so. For usage errors, before anything is written.
inline bool is_input(const std::string& program, const std::string& output, const std::string& input) {
  if (output.empty() || !ridgeline::same_file(output, input)) return false;
  say(program + ": " + output + " is the input: name another file to write to");
  return true;
}

/// Whether one of the outputs would be written over the input, or over a file in it where it is a folder; says which.
inline bool is_input_of(const std::string& program, std::initializer_list<std::string> outputs, const std::string& input) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool folder = fs::is_directory(input, ignored);
  for (const std::string& output : outputs) {
    if (!folder && is_input(program, output, input)) return true;
    if (!folder || output.empty() || !fs::exists(output, ignored)) continue;
    fs::recursive_directory_iterator at(input, fs::directory_options::skip_permission_denied, ignored), end;
    for (; !ignored && at != end; at.increment(ignored))
      if (at->is_regular_file(ignored) && is_input(program, output, at->path().string())) return true;
  }
  return false;
}

/// Says what could not be written, and remembers that something could not.
class written_files {
 public:
  explicit written_files(std::string program) : program_(std::move(program)) {}

  /// What came of writing a file; true when it is there. A folder that cannot be made is said once, not for each file.
  bool took(const std::optional<ridgeline::failure>& why) {
    if (why)
      if (const std::string line = program_ + ": " + to_string(*why); line != last_) say(last_ = line);
    good_ = good_ && !why;
    return !why;
  }
  /// Writes a file anywhere. One that this run has written already stays, and the second one is said to be lost.
  template <class Writer>
  bool write_to(const std::string& path, Writer&& writer) {
    for (const std::string& other : written_)
      if (!ridgeline::is_written_in_place(path) && ridgeline::same_file(path, other))
        return took(ridgeline::failure{ridgeline::errc::cannot_write, {path}, "is another file of this report: name "
                                                                              "one of its own"});
    if (!took(ridgeline::write_file(path, writer))) return false;
    written_.push_back(path);
    return true;
  }
  /// Writes what is still in a buffer to standard output.
  void flush(ridgeline::file_output& to) {
    to.flush();
    if (to.error() == 0) return;
    say(program_ + ": standard output: cannot be written: " + std::strerror(to.error()));
    good_ = false;
  }
  bool good() const { return good_; }

 private:
  std::string program_, last_{};
  std::vector<std::string> written_{};
  bool good_ = true;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
