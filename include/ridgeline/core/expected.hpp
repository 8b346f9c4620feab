#ifndef RIDGELINE_CORE_EXPECTED_HPP
#define RIDGELINE_CORE_EXPECTED_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace ridgeline {

/// The kind of failure; it determines a program's exit code.
enum class errc : std::uint8_t {
  cannot_read,   ///< missing file, no permission, or a failed read
  not_a_report,  ///< readable, but not of the expected format
  bad_value,     ///< a cell or word with an invalid value
  usage,         ///< the caller requested something that does not exist
  cannot_write
};

/// A position in an input. Lines and columns count from 1; 0 means unknown.
struct source_pos {
  std::string file;
  std::uint64_t line;
  std::uint64_t column;

  source_pos(std::string in = {}, std::uint64_t at_line = 0, std::uint64_t at_column = 0)  // NOLINT: a file is a place
      : file(std::move(in)), line(at_line), column(at_column) {}
};

/// `file:line:column`, omitting unknown parts; `line 3, column 29` of what is no file.
std::string to_string(const source_pos& at);

/// A failure: its kind, the position in the user's file, and a message.
struct failure {
  errc code;
  source_pos at;
  std::string what;

  failure(errc kind, source_pos where, std::string sentence)
      : code(kind), at(std::move(where)), what(std::move(sentence)) {}

  template <class Stream>
  friend Stream& operator<<(Stream&, const failure&) = delete;  // Its text: `out << to_string(why)`.
};

/// `ops.csv:17:42: expected a number ...`
std::string to_string(const failure& f);

namespace core_detail {
template <class T>
concept is_list = requires(T& list) { list.begin(); } && !requires { typename T::is_no_range; };
/// A list whose records refer to texts that it holds.
template <class T>
concept holds_texts = requires { typename T::owns_texts; };
/// What a temporary result gives: a list by value, so that `for (const auto& record : *read(...))` keeps it alive.
template <class T>
using given_up = std::conditional_t<is_list<T>, T, T&&>;
}  // namespace core_detail

/// A value, or the failure that prevented it. Uses the names of std::expected, which needs C++23.
template <class T>
class [[nodiscard]] expected {
 public:
  expected(T value) : held_(std::in_place, std::move(value)) {}      // NOLINT: a value means success
  expected(failure why) : why_(std::move(why)) {}    // NOLINT: a failure means no value

  bool has_value() const { return held_.has_value(); }
  explicit operator bool() const { return has_value(); }
  T& value() & { return held_.value(); }
  const T& value() const& { return held_.value(); }
  core_detail::given_up<T> value() && { return std::move(held_).value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  core_detail::given_up<T> operator*() && { return std::move(*this).value(); }
  T* operator->() & { return &value(); }
  const T* operator->() const& { return &value(); }
  T* operator->() && requires(!core_detail::holds_texts<T>) { return &value(); }
  T* operator->() && requires core_detail::holds_texts<T> = delete;  // Name the result: its texts end with this line.
  const failure& error() const { return why_.value(); }

  /// Iterating over the result itself does not compile, because it may hold a failure.
  using is_no_range = void;
  template <class Result = expected>
  T* begin() const {
    static_assert(!std::is_same_v<Result, Result>,
                  "check the result of a read_ function first, then use *result: if (!result) return 1; for "
                  "(const auto& record : *result) ...");
    return nullptr;
  }
  template <class Result = expected>
  T* end() const {
    return nullptr;
  }

 private:
  std::optional<T> held_;
  std::optional<failure> why_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_EXPECTED_HPP
