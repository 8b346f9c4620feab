#ifndef RIDGELINE_READ_BYTES_BODY_HPP
#define RIDGELINE_READ_BYTES_BODY_HPP

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/core/opened_input.hpp>
#include <ridgeline/read/bytes.hpp>

namespace ridgeline {

namespace read_detail {

inline failure cannot_read(const std::string& path) {
  return {errc::cannot_read, {path}, std::string("cannot be read: ") + std::strerror(errno)};
}
inline failure closing(int fd, failure why) {
  ::close(fd);
  return why;
}

}  // namespace read_detail

file_bytes::file_bytes() = default;
file_bytes::file_bytes(file_bytes&& o) noexcept
    : mapped_(std::exchange(o.mapped_, nullptr)), size_(std::exchange(o.size_, 0)), read_(std::move(o.read_)) {}
file_bytes& file_bytes::operator=(file_bytes&& o) noexcept {
  std::swap(mapped_, o.mapped_);
  std::swap(size_, o.size_);
  std::swap(read_, o.read_);
  return *this;
}
file_bytes::~file_bytes() {
  if (mapped_ != nullptr) ::munmap(mapped_, size_);
}

expected<file_bytes> file_bytes::open(const std::string& path, std::size_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT: the C interface of the system
  if (fd < 0) return read_detail::cannot_read(path);
  struct ::stat about {};
  if (::fstat(fd, &about) != 0) return read_detail::closing(fd, read_detail::cannot_read(path));
  if (S_ISDIR(about.st_mode)) {
    ::close(fd);
    return failure{errc::cannot_read, {path}, "is a folder, expected a file"};
  }
  if (S_ISREG(about.st_mode)) tell_opened_input(about);
  file_bytes bytes;
  std::size_t size = 0;  // size of a file that cannot be mapped, as in a browser
  if (S_ISREG(about.st_mode) && about.st_size > 0) {
    bytes.size_ = static_cast<std::size_t>(about.st_size);
    void* at = ::mmap(nullptr, bytes.size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at != MAP_FAILED) {  // NOLINT: the system's macro casts
      bytes.mapped_ = at;
      ::close(fd);
      return bytes;
    }
    size = std::exchange(bytes.size_, 0);
  }
  bool too_long = false;
  if (!bytes.read_all(fd, limit, size, too_long)) return read_detail::closing(fd, read_detail::cannot_read(path));
  ::close(fd);
  if (too_long)
    return failure{errc::cannot_read, {path}, "does not end within " + std::to_string(limit) + " bytes, the limit"};
  return bytes;
}

std::string_view file_bytes::view() const {
  return mapped_ != nullptr ? std::string_view{static_cast<const char*>(mapped_), size_}
                            : std::string_view{read_.data(), read_.size()};
}

void file_bytes::release(std::string_view part) const {
  if (mapped_ == nullptr || part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto offset = static_cast<std::size_t>(part.data() - static_cast<const char*>(mapped_));
  const std::size_t first = (offset + page - 1) / page * page;
  const std::size_t last = (offset + part.size()) / page * page;
  if (last > first) ::madvise(static_cast<char*>(mapped_) + first, last - first, MADV_DONTNEED);
}

bool file_bytes::read_all(int fd, std::size_t limit, std::size_t size, bool& too_long) {
  constexpr std::size_t least = std::size_t{1} << 20, most = 16 * least;
  const std::size_t step = std::clamp(size, least, most);
  read_.reserve(size + step);  // the last step detects the end
  for (std::size_t filled = 0;;) {
    read_.resize(filled + step);
    const ::ssize_t got = ::read(fd, read_.data() + filled, step);
    if (got < 0 && errno != EINTR) return false;
    if (got == 0) {
      read_.resize(filled);
      return true;
    }
    if (got > 0) filled += static_cast<std::size_t>(got);
    too_long = filled > limit;
    if (too_long) return true;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_BYTES_BODY_HPP
