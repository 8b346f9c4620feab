#ifndef RIDGELINE_SINK_OUTPUT_HPP
#define RIDGELINE_SINK_OUTPUT_HPP

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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
      if (n <= 0) {
        error_ = n < 0 ? errno : EIO;
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

namespace sink_detail {

/// The open descriptor that a path stands for, `/dev/stdout`, `/dev/fd/3`; -1 for other paths.
inline int descriptor_named(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto done = std::from_chars(path.data() + folder.size(), end, number);
    if (done.ec == std::errc{} && done.ptr == end) return number;
  }
  return -1;
}

/// Makes a file in the folder of `path` with a name of its own, which it gives back in `name`. -1 with errno when it
/// cannot.
inline int create_beside(const std::string& path, std::string& name) {
  constexpr std::size_t most = 200;  // bytes of the last part: file systems take 255
  const std::size_t last = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const std::string stem = path.substr(0, last) + path.substr(last, most) + ".partial-" + std::to_string(::getpid());
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = attempt == 0 ? stem : stem + "-" + std::to_string(attempt);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);  // NOLINT
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

}  // namespace sink_detail

/// Whether `path` is a device, a pipe or an open descriptor: what is written there replaces no file, and there is no
/// place for other files beside it.
inline bool is_written_in_place(const std::string& path) {
  struct ::stat about {};
  return sink_detail::descriptor_named(path) >= 0 || (::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode));
}

/// Writes a file beside its final name and renames it when `write_to(output&)` is done, so that a stopped run leaves no
/// half report and a failed one leaves what was there before. A link stays, and the file that it leads to is replaced;
/// devices, pipes and open descriptors (`/dev/stdout`) are written to as they are. Nothing on success, else what went
/// wrong.
template <class Writer>
std::optional<failure> write_file(const std::string& path, Writer&& write_to) {
  const auto failed = [&](int why) {
    return failure{errc::cannot_write, {path}, "cannot be written: " + std::string(std::strerror(why))};
  };
  std::string target = path, beside;
  struct ::stat about {};
  int fd = -1;
  if (const int open_already = sink_detail::descriptor_named(path); open_already >= 0) {
    fd = ::dup(open_already);
  } else if (const bool exists = ::stat(path.c_str(), &about) == 0; exists && !S_ISREG(about.st_mode)) {
    fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);  // NOLINT
  } else {
    if (exists) {
      if (::access(path.c_str(), W_OK) != 0) return failed(errno);
      char* const real = ::realpath(path.c_str(), nullptr);
      if (real != nullptr) target = real;
      std::free(real);
    }
    fd = sink_detail::create_beside(target, beside);
    if (fd >= 0 && exists) ::fchmod(fd, about.st_mode & 07777);
  }
  if (fd < 0) return failed(errno);
  int error = 0;
  {
    file_output out(fd);
    write_to(static_cast<output&>(out));
    out.flush();
    error = out.error();
  }
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && !beside.empty() && ::rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return std::nullopt;
  if (!beside.empty()) ::unlink(beside.c_str());
  return failed(error);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_OUTPUT_HPP
