#ifndef RIDGELINE_SINK_PARTIAL_FILE_HPP
#define RIDGELINE_SINK_PARTIAL_FILE_HPP

#include <optional>
#include <string>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// What a path leads to, for who wants to write there.
struct write_target {
  enum class way : unsigned char {
    replace,   ///< a regular file, or nothing yet: a new file is written beside it and renamed
    in_place,  ///< a device or a pipe: opened and written
    descriptor ///< `/dev/stdout`, `/dev/fd/3`: what is open already
  };
  way how = way::replace;
  std::string path{};   ///< behind all links
  int descriptor = -1;  ///< of `way::descriptor`
  bool exists = false;
  int error = 0;        ///< errno when it cannot be written, or `is_input`

  static constexpr int is_input = -1;  ///< the program reads this file (`keep_inputs`)

  static write_target of(const std::string& path);
};

/// A file that is written beside its final name, `NAME.partial-PID`, and takes it when all is well. What was not put in
/// place is removed when this ends, and by `remove_partial_files` when a signal ends the program.
class partial_file {
 public:
  /// Makes the file beside `target`, which is to be replaced; a file that exists keeps its permissions and owner.
  explicit partial_file(const write_target& target);
  partial_file(const partial_file&) = delete;
  partial_file& operator=(const partial_file&) = delete;
  ~partial_file();

  /// 0, or the errno of what went wrong so far.
  int error() const { return error_; }
  /// Open for writing until `put_in_place`.
  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }
  /// Closes the file and renames it. 0, or the errno of what went wrong: then the old file is still there.
  int put_in_place();

 private:
  std::string target_{}, name_{};
  int descriptor_ = -1;
  int error_ = 0;
  int slot_ = -1;  // in the list of partial files
};

/// Removes the partial files that are being written now. Safe in a signal handler.
void remove_partial_files() noexcept;

/// From now on a signal that ends the program (SIGHUP, SIGINT, SIGPIPE, SIGTERM) removes its partial files first, and
/// a file that would grow above the limit of the system is an error (EFBIG). Signals that have a handler or are ignored
/// stay as they are. For `main`: the library itself installs nothing.
void remove_partial_files_on_signals();

/// From now on no file that was read is written over or removed, under whatever name: to try that is a failure
/// (`write_target::is_input`), and the file stays as it is. For `main`: the library itself refuses nothing.
void keep_inputs();

/// Whether the program keeps its inputs, and this regular file is one of them.
bool is_kept_input(const std::string& path);

/// `cannot be written: ` and the system's words for an errno, or the words of another library.
failure cannot_write(const std::string& path, int error);
failure cannot_write(const std::string& path, const std::string& why);

/// Puts a new file in the place of `target`, which is `path`: `fill(name)` writes it under a name of its own and
/// answers with an empty text, or with what went wrong; then the old file is still there.
template <class Fill>
std::optional<failure> replace_file(const std::string& path, const write_target& target, Fill fill) {
  partial_file file(target);
  if (file.error() != 0) return cannot_write(path, file.error());
  if (const std::string why = fill(file.name()); !why.empty()) return cannot_write(path, why);
  if (const int error = file.put_in_place(); error != 0) return cannot_write(path, error);
  return std::nullopt;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_PARTIAL_FILE_HPP
