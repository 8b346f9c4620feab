#ifndef RIDGELINE_READ_CONTENT_STREAM_BODY_HPP
#define RIDGELINE_READ_CONTENT_STREAM_BODY_HPP

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/read/content_stream.hpp>
#include <ridgeline/read/inflate.hpp>

namespace ridgeline {

content_stream::content_stream(const std::string& path, std::size_t limit) : limit_(limit) {
  struct ::stat about {};
  odd_ = ::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode);  // a pipe can be opened only once
  if (odd_) return;
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT: the C interface of the system
  odd_ = fd_ < 0;
  if (odd_) return;
  tell_opened_input(about);
  size_ = static_cast<std::uint64_t>(about.st_size);
  char mark[2];
  if (::pread(fd_, mark, sizeof mark, 0) != ::ssize_t{sizeof mark} || !is_gzip({mark, sizeof mark})) return;
  packed_.emplace(file_bytes::open(path));
  odd_ = !*packed_;
  if (!odd_) unpacked_.emplace((*packed_)->view());
}

content_stream::~content_stream() {
  if (fd_ >= 0) ::close(fd_);
}

std::size_t content_stream::read(char* to, std::size_t room) {
  std::size_t filled = 0;
  if (odd_) return 0;
  if (unpacked_) {
    filled = unpacked_->read(to, room);
    odd_ = unpacked_->odd() || given_ + filled > limit_;
  }
  while (!unpacked_ && filled < room) {
    const ::ssize_t got = ::read(fd_, to + filled, room - filled);
    if (got == 0) break;
    if (got > 0) filled += static_cast<std::size_t>(got);
    else if (errno != EINTR) return odd_ = true, 0;
  }
  given_ += filled;
  return filled;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CONTENT_STREAM_BODY_HPP
