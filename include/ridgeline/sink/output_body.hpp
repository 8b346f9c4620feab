#ifndef RIDGELINE_SINK_OUTPUT_BODY_HPP
#define RIDGELINE_SINK_OUTPUT_BODY_HPP

#include <cerrno>
#include <cstddef>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file_body.hpp>

namespace ridgeline {

namespace sink_detail::sink {

inline constexpr std::size_t file_buffer = std::size_t{1} << 16;

/// Runs the writer on an open descriptor; returns 0, or the errno of a failed write.
inline int write_through(int descriptor, write_function write, void* writer, std::optional<failure>& refused) {
  file_output out(descriptor);
  refused = write(out, writer);
  out.flush();
  return out.error();
}

}  // namespace sink_detail::sink

file_output::file_output(int descriptor) : descriptor_(descriptor) { buffer_.reserve(sink_detail::sink::file_buffer); }

file_output::~file_output() { flush(); }

void file_output::write(std::string_view text) {
  if (buffer_.size() + text.size() > sink_detail::sink::file_buffer) flush();
  if (text.size() >= sink_detail::sink::file_buffer) {
    put(text);
  } else {
    buffer_ += text;
  }
}

void file_output::flush() {
  put(buffer_);
  buffer_.clear();
}

void file_output::put(std::string_view text) {
  while (!text.empty() && error_ == 0) {
    const ::ssize_t n = ::write(descriptor_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      error_ = n < 0 ? errno : EIO;
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

bool is_written_in_place(const std::string& path) { return write_target::of(path).how != write_target::way::replace; }

bool same_file(const std::string& a, const std::string& b) {
  const auto find = [](const std::string& path, struct ::stat& about) {
    const int open = sink_detail::sink::descriptor_named(path);
    return (open >= 0 ? ::fstat(open, &about) : ::stat(path.c_str(), &about)) == 0;
  };
  struct ::stat x {}, y {};
  if (!find(a, x) || !find(b, y) || S_ISCHR(x.st_mode)) return false;
  return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

std::optional<failure> sink_detail::sink::write_file(const std::string& path, write_function write, void* writer) {
  const write_target target = write_target::of(path);
  std::optional<failure> refused;
  int error = target.error;
  if (target.how == write_target::way::replace) {
    partial_file file(target);
    error = file.error();
    if (error == 0) error = write_through(file.descriptor(), write, writer, refused);
    if (error == 0 && !refused) error = file.put_in_place();
  } else if (error == 0) {
    const int fd = target.how == write_target::way::descriptor ? ::dup(target.descriptor)
                                                                : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);  // NOLINT
    if (fd < 0) return cannot_write(path, errno);
    error = write_through(fd, write, writer, refused);
    if (::close(fd) != 0 && error == 0) error = errno;
  }
  if (error != 0) return cannot_write(path, error);
  return refused;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_OUTPUT_BODY_HPP
