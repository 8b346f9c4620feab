#ifndef RIDGELINE_SINK_OUTPUT_HPP
#define RIDGELINE_SINK_OUTPUT_HPP

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

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
  explicit file_output(int descriptor);
  file_output(const file_output&) = delete;
  file_output& operator=(const file_output&) = delete;
  ~file_output() override;

  void write(std::string_view text) override;
  void flush();
  /// 0, or the errno of the first write that failed.
  int error() const { return error_; }

 private:
  void put(std::string_view text);

  int descriptor_;
  int error_ = 0;
  std::string buffer_{};
};

/// Whether `path` is a device, a pipe or an open descriptor: what is written there replaces no file, and there is no
/// place for other files beside it.
bool is_written_in_place(const std::string& path);

/// Whether both paths lead to one file (device and inode are the same): an output that is the input, by whatever link
/// or spelling. False where one of them does not exist; devices such as `/dev/null` are never the same.
bool same_file(const std::string& a, const std::string& b);

namespace sink_detail {
/// What stands where an output should stand.
template <class T>
concept no_output = !std::is_base_of_v<output, T>;
/// What a sink gives that has refused its arguments with a sentence: `t | write_csv("t.csv")` has no more to say.
struct not_written {
  template <class T>
  friend constexpr not_written operator|(const T&, not_written) {
    return {};
  }
};
}  // namespace sink_detail

namespace sink_detail::sink {

using write_function = std::optional<failure> (*)(output& to, void* writer);

std::optional<failure> write_file(const std::string& path, write_function write, void* writer);

}  // namespace sink_detail::sink

/// Writes a file beside its final name and renames it when `write_to(output&)` is done, so that a stopped run leaves no
/// half report and a failed one leaves what was there before. A link stays, and the file that it leads to is replaced;
/// devices, pipes and open descriptors (`/dev/stdout`) are written to as they are; a file that is marked as read-only
/// is refused, to root as well. `write_to` may answer with a `std::optional<failure>`: then nothing is replaced.
/// Each write is checked, the closing one too. Nothing on success, else what went wrong.
template <class Writer>
std::optional<failure> write_file(const std::string& path, Writer&& write_to) {
  using writer = std::remove_reference_t<Writer>;
  const sink_detail::sink::write_function call = [](output& to, void* held) -> std::optional<failure> {
    writer& write = *static_cast<writer*>(held);
    using answer = std::invoke_result_t<writer&, output&>;
    // Whether there is an answer is asked first: libc++ 13 cannot tell whether `void` converts.
    constexpr bool may_refuse = !std::is_void_v<answer>;
    using told = std::conditional_t<may_refuse, answer, int>;
    if constexpr (may_refuse && std::is_convertible_v<told, std::optional<failure>>) {
      return write(to);
    } else {
      write(to);
      return std::nullopt;
    }
  };
  return sink_detail::sink::write_file(path, call, const_cast<void*>(static_cast<const void*>(&write_to)));  // NOLINT
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_OUTPUT_HPP
