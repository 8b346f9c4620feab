#ifndef RIDGELINE_READ_BYTES_HPP
#define RIDGELINE_READ_BYTES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

/// The bytes of a file: mapped if possible, otherwise read (a pipe). Views into them are valid for the lifetime of this
/// object. If another process truncates a mapped file, reading past its new end raises SIGBUS, which the program has to
/// handle. `release` lets the system reclaim pages that have been read; reading them again is safe.
class file_bytes {
 public:
  file_bytes();
  file_bytes(const file_bytes&) = delete;
  file_bytes& operator=(const file_bytes&) = delete;
  file_bytes(file_bytes&& o) noexcept;
  file_bytes& operator=(file_bytes&& o) noexcept;
  ~file_bytes();

  /// Fails if the file cannot be read. A pipe may hold up to `limit` bytes; a longer one fails once that many are read.
  static expected<file_bytes> open(const std::string& path, std::size_t limit = memory_limit());

  std::string_view view() const;

  /// Hints that `part` will not be read again soon. Its pages leave this process's memory; a later read loads them from
  /// the file again. Has no effect on bytes read from a pipe.
  void release(std::string_view part) const;

 private:
  bool read_all(int fd, std::size_t limit, std::size_t size, bool& too_long);

  void* mapped_ = nullptr;
  std::size_t size_ = 0;
  std::vector<char> read_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_BYTES_HPP
