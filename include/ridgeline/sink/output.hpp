#ifndef RIDGELINE_SINK_OUTPUT_HPP
#define RIDGELINE_SINK_OUTPUT_HPP

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// The destination of a sink: a string, an open file, or a file to be created.
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

/// An open file descriptor with a buffer, which is flushed on destruction. After a failed write, the error is kept and
/// nothing more is written.
class file_output : public output {
 public:
  explicit file_output(int descriptor);
  explicit file_output(const std::string&) = delete;  // By name: write_file(path, [&](auto& to) { write_csv(to, t); }).
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

/// Whether `path` is a device, a pipe or an open descriptor: writing to it replaces no file, and no other files can be
/// placed next to it.
bool is_written_in_place(const std::string& path);

/// Whether both paths refer to the same file (same device and inode), for example an output that is also the input,
/// through whatever link or spelling. False if either does not exist; devices such as `/dev/null` never match.
bool same_file(const std::string& a, const std::string& b);

namespace sink_detail {
/// Anything passed where an output is expected.
template <class T>
concept no_output = !std::is_base_of_v<output, T>;
/// A temporary output, as what `T&&` deduces: of one with a name, T is a reference.
template <class T>
concept passing_output = std::is_base_of_v<output, T>;
/// The result of a sink after a compile-time error; `t | write_csv("t.csv")` then adds no further errors.
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

/// Writes a file next to its final name and renames it once `write_to(output&)` is done, so an interrupted run leaves
/// no partial report and a failed one keeps the previous file. A symbolic link is kept and its target replaced;
/// devices, pipes and open descriptors (`/dev/stdout`) are written directly; files marked read-only are rejected, even
/// for root. `write_to` may return a `std::optional<failure>`, in which case nothing is replaced. Every write is
/// checked, including the final close. Returns nothing on success, otherwise the failure.
template <class Writer>
[[nodiscard]] std::optional<failure> write_file(const std::string& path, Writer&& write_to) {
  using writer = std::remove_reference_t<Writer>;
  constexpr bool writes = std::is_invocable_v<writer&, output&>;
  static_assert(writes, "write_file takes what writes: write_file(\"t.csv\", [&](output& to) { write_csv(to, t); })");
  if constexpr (writes) {
    const sink_detail::sink::write_function call = [](output& to, void* held) -> std::optional<failure> {
      writer& write = *static_cast<writer*>(held);
      using answer = std::invoke_result_t<writer&, output&>;
      // Check first whether there is a return value: libc++ 13 cannot tell whether `void` converts.
      constexpr bool may_refuse = !std::is_void_v<answer>;
      using result = std::conditional_t<may_refuse, answer, int>;
      if constexpr (may_refuse && std::is_convertible_v<result, std::optional<failure>>) {
        return write(to);
      } else {
        write(to);
        return std::nullopt;
      }
    };
    return sink_detail::sink::write_file(path, call, const_cast<void*>(static_cast<const void*>(&write_to)));  // NOLINT
  } else {
    return std::nullopt;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_OUTPUT_HPP
