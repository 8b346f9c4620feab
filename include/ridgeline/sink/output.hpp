#ifndef RIDGELINE_SINK_OUTPUT_HPP
#define RIDGELINE_SINK_OUTPUT_HPP

#include <cerrno>
#include <cstring>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// Where a sink writes to: a string, an open file, a file to be.
class output {
 public:
  virtual ~output() = default;
  virtual void write(std::string_view text) = 0;

 protected:
  output() = default;
  output(const output&) = default;
  output& operator=(const output&) = default;
};

class string_output final : public output {
 public:
  void write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_{};
};

/// An open descriptor, buffered; what is left in the buffer is written at the end. A failed write is remembered, and
/// nothing more is written after it.
class file_output : public output {
 public:
  explicit file_output(int descriptor) : descriptor_(descriptor) { buffer_.reserve(capacity); }
  file_output(const file_output&) = delete;
  file_output& operator=(const file_output&) = delete;
  ~file_output() override { flush(); }

  void write(std::string_view text) override {
    if (buffer_.size() + text.size() > capacity) flush();
    if (text.size() >= capacity) {
      put(text);
    } else {
      buffer_ += text;
    }
  }
  void flush() {
    put(buffer_);
    buffer_.clear();
  }
  /// 0, or the errno of the first write that failed.
  int error() const { return error_; }

 private:
  void put(std::string_view text) {
    while (!text.empty() && error_ == 0) {
      const ::ssize_t n = ::write(descriptor_, text.data(), text.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        error_ = errno;
        return;
      }
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  static constexpr std::size_t capacity = std::size_t{1} << 16;
  int descriptor_;
  int error_ = 0;
  std::string buffer_{};
};

/// Writes a file beside its final name and renames it when `write_to(output&)` is done, so that a stopped run leaves no
/// half file. Nothing on success, else what went wrong.
template <class Writer>
std::optional<failure> write_file(const std::string& path, Writer&& write_to) {
  const auto failed = [&](int why) {
    return failure{errc::cannot_write, {path}, "cannot be written: " + std::string(std::strerror(why))};
  };
  struct ::stat about {};
  const bool replace = ::stat(path.c_str(), &about) != 0 || S_ISREG(about.st_mode);  // not for /dev/stdout and pipes
  const std::string beside = replace ? path + ".partial-" + std::to_string(::getpid()) : path;
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);  // NOLINT
  if (fd < 0) return failed(errno);
  int error = 0;
  {
    file_output out(fd);
    write_to(static_cast<output&>(out));
    out.flush();
    error = out.error();
  }
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && replace && ::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return std::nullopt;
  if (replace) ::unlink(beside.c_str());
  return failed(error);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_OUTPUT_HPP
