/// The files that a program writes, one by one, and whether all of them could be.
#ifndef RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP

#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <ridgeline/sink/output.hpp>

#include "program.hpp"

namespace program {

/// Whether an output would be written over an input; says so. For usage errors, before anything is written.
inline bool is_input(const std::string& program, const std::string& output, const std::string& input) {
  if (output.empty() || !ridgeline::same_file(output, input)) return false;
  say(program + ": " + output + " is the input: name another file to write to");
  return true;
}

/// Says what could not be written, and remembers that something could not.
class written_files {
 public:
  explicit written_files(std::string program) : program_(std::move(program)) {}

  /// What came of writing a file; true when it is there.
  bool took(const std::optional<ridgeline::failure>& why) {
    if (why) say(program_ + ": " + to_string(*why));
    good_ = good_ && !why;
    return !why;
  }
  /// Writes a file anywhere.
  template <class Writer>
  bool write_to(const std::string& path, Writer&& writer) {
    return took(ridgeline::write_file(path, writer));
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
  std::string program_;
  bool good_ = true;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
