#ifndef RIDGELINE_SINK_PARTIAL_FILE_HPP
#define RIDGELINE_SINK_PARTIAL_FILE_HPP

#include <optional>
#include <string>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// What a path refers to, for writing.
struct write_target {
  enum class way : unsigned char {
    replace,   ///< a regular file or none: a new file is written next to it and renamed
    in_place,  ///< a device or a pipe: opened and written
    descriptor ///< `/dev/stdout`, `/dev/fd/3`: already open
  };
  way how = way::replace;
  std::string path{};   ///< with all links resolved
  int descriptor = -1;  ///< for `way::descriptor`
  bool exists = false;
  int error = 0;        ///< errno if it cannot be written, or `is_input`

  static constexpr int is_input = -1;  ///< the program reads this file (`keep_inputs`)

  static write_target of(const std::string& path);
};

/// A file written next to its final name as `NAME.partial-PID` and renamed on success. Unless it was put in place, it
/// is removed on destruction, or by `remove_partial_files` if a signal ends the program.
class partial_file {
 public:
  /// Creates the file next to `target`, which it will replace; it takes over permissions and owner of an existing file.
  explicit partial_file(const write_target& target);
  partial_file(const partial_file&) = delete;
  partial_file& operator=(const partial_file&) = delete;
  ~partial_file();

  /// 0, or the errno of the first error so far.
  int error() const { return error_; }
  /// Open for writing until `put_in_place`.
  int descriptor() const { return descriptor_; }
  const std::string& name() const { return name_; }
  /// Closes the file and renames it. Returns 0, or the errno of an error, in which case the old file is still in place.
  int put_in_place();

 private:
  std::string target_{}, name_{};
  int descriptor_ = -1;
  int error_ = 0;
  int slot_ = -1;  // in the list of partial files
};

/// Removes the partial files currently being written. Safe in a signal handler.
void remove_partial_files() noexcept;

/// From now on, a signal that ends the program (SIGHUP, SIGINT, SIGPIPE, SIGTERM) first removes its partial files, and
/// exceeding the system's file size limit becomes an error (EFBIG). Signals that are handled or ignored are left alone.
/// Intended for `main`; the library itself installs no handlers.
void remove_partial_files_on_signals();

/// From now on, no file that was read is overwritten or removed, under any name: attempting it fails
/// (`write_target::is_input`) and leaves the file unchanged. Intended for `main`; the library itself rejects nothing.
void keep_inputs();

/// Whether `keep_inputs` is active and this regular file is an input.
bool is_kept_input(const std::string& path);

/// `cannot be written: ` followed by the system's message for an errno, or another library's message.
failure cannot_write(const std::string& path, int error);
failure cannot_write(const std::string& path, const std::string& why);

/// Replaces `target`, which `path` refers to: `fill(name)` writes the new file under the given name and returns an
/// empty text on success or an error message, in which case the old file is kept.
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
