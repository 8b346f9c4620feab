#ifndef RIDGELINE_READ_BYTES_HPP
#define RIDGELINE_READ_BYTES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

/// The bytes of a file, mapped where the file can be mapped and read where it cannot (a pipe). Views into them live
/// as long as this object. A mapped file that another process makes shorter meanwhile cannot be read behind its new
/// end: the system sends SIGBUS, which is for the program to answer. `release` lets the system take back pages that
/// were read, and reading them again is safe.
class file_bytes {
 public:
  file_bytes();
  file_bytes(const file_bytes&) = delete;
  file_bytes& operator=(const file_bytes&) = delete;
  file_bytes(file_bytes&& o) noexcept;
  file_bytes& operator=(file_bytes&& o) noexcept;
  ~file_bytes();

  /// A pipe may hold `limit` bytes; a longer one is a failure, once so many have been read.
  static expected<file_bytes> open(const std::string& path, std::size_t limit = memory_limit());

  std::string_view view() const;

  /// Says that `part` will not be read again soon. Its pages leave the memory of this process; a later read brings
  /// them back from the file. Nothing happens to bytes that were read from a pipe.
  void release(std::string_view part) const;

 private:
  bool read_all(int fd, std::size_t limit, std::size_t size, bool& too_long);

  void* mapped_ = nullptr;
  std::size_t size_ = 0;
  std::vector<char> read_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_BYTES_HPP
