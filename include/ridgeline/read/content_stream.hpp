#ifndef RIDGELINE_READ_CONTENT_STREAM_HPP
#define RIDGELINE_READ_CONTENT_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/gzip_stream.hpp>

namespace ridgeline {

/// What is in a file, unpacked where it is gzip, from its front to its end. Reading a file into the same few blocks
/// over and over costs less than mapping it: its pages need not be entered into the memory of the process.
class content_stream {
 public:
  /// `limit`: how many bytes may come out of a packed file.
  content_stream(const std::string& path, std::size_t limit);
  content_stream(const content_stream&) = delete;
  content_stream& operator=(const content_stream&) = delete;
  ~content_stream();

  /// The next bytes: `room` of them, or all that are left.
  std::size_t read(char* to, std::size_t room);

  /// The rest cannot be had this way: no regular file, it cannot be read, is packed and not whole, or beyond the limit.
  bool odd() const { return odd_; }
  /// Bytes of the file that have been read, and that it has.
  std::uint64_t taken() const { return unpacked_ ? unpacked_->taken() : given_; }
  std::uint64_t size() const { return size_; }
  /// How many bytes will come out, about: packed JSON is a tenth to a thirtieth.
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
