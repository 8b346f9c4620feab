#ifndef RIDGELINE_READ_CONTENT_STREAM_HPP
#define RIDGELINE_READ_CONTENT_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/gzip_stream.hpp>

namespace ridgeline {

/// The content of a file from start to end, unpacked if it is gzip. Reading into the same few blocks again and again is
/// cheaper than mapping the file, because its pages need not be mapped into the process.
class content_stream {
 public:
  /// `limit`: the maximum number of bytes unpacked from a gzip file.
  content_stream(const std::string& path, std::size_t limit);
  content_stream(const content_stream&) = delete;
  content_stream& operator=(const content_stream&) = delete;
  ~content_stream();

  /// Reads the next bytes into `to`: `room` of them, or all that are left.
  std::size_t read(char* to, std::size_t room);

  /// The rest cannot be read this way: not a regular file, unreadable, incomplete gzip, or beyond the limit.
  bool odd() const { return odd_; }
  /// Bytes of the file read so far, and its total size; for gzip, packed bytes.
  std::uint64_t taken() const { return unpacked_ ? unpacked_->taken() : given_; }
  std::uint64_t size() const { return size_; }
  /// An estimate of the total bytes produced: packed JSON is a tenth to a thirtieth of its original size.
  std::uint64_t likely_size() const { return unpacked_ ? size_ * 16 : size_; }

 private:
  int fd_ = -1;
  bool odd_ = false;
  std::size_t limit_;
  std::uint64_t given_ = 0, size_ = 0;
  std::optional<expected<file_bytes>> packed_{};
  std::optional<gzip_stream> unpacked_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CONTENT_STREAM_HPP
