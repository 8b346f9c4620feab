#ifndef RIDGELINE_QUERY_WORDS_HPP
#define RIDGELINE_QUERY_WORDS_HPP

#include <string_view>
#include <type_traits>

namespace ridgeline {

namespace query_detail {
/// What a data member gives: a number, an enumeration or a pointer by value, because nothing can refer to a bit-field
/// or to a member of a packed struct; anything else by reference.
template <class Member, class Value = std::remove_cvref_t<Member>>
using given = std::conditional_t<std::is_scalar_v<Value>, Value, Member>;
}  // namespace query_detail

// The words that pipelines use to refer to record members: `group_by(name, stream)`, `sum<us>(time)`,
// `sort_by(desc(start))`. A word stands for the member of that name, data or function, of any record type.
//
// Each word is an enumerator of its own type rather than a constant, so that a local variable `name` or `start` does
// not trigger a shadowing warning. `+name` turns it into a callable object, for algorithms of other libraries. In a
// file with `using namespace ridgeline`, `time` is ambiguous with C's function: write `elapsed`, or `using
// ridgeline::time;` in the function or namespace that uses it.

/// The meaning of a word: its title in tables and its value for a record. To define your own, add an enumeration and a
/// specialisation like those below.
template <class Word>
struct word;

/// The record's name: text or a symbol.
enum name_word : bool { name };
template <>
struct word<name_word> {
  static constexpr std::string_view title = "name";
  static constexpr auto of(const auto& r) -> decltype(r.name()) { return r.name(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.name))> { return (r.name); }
};

/// Start time, a `time_point`.
enum start_word : bool { start };
template <>
struct word<start_word> {
  static constexpr std::string_view title = "start";
  static constexpr auto of(const auto& r) -> decltype(r.start()) { return r.start(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.start))> { return (r.start); }
};

/// End time, a `time_point`; start plus time for records that have no end of their own.
enum end_word : bool { end };
template <>
struct word<end_word> {
  static constexpr std::string_view title = "end";
  static constexpr auto of(const auto& r) -> decltype(r.end()) { return r.end(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.end))> { return (r.end); }
};

/// Duration. `elapsed` is the same word, for where `time` would clash with C's function.
enum time_word : bool { time, elapsed = time };
template <>
struct word<time_word> {
  static constexpr std::string_view title = "time";
  static constexpr auto of(const auto& r) -> decltype(r.time()) { return r.time(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.time))> { return (r.time); }
};

/// Device number.
enum device_word : bool { device };
template <>
struct word<device_word> {
  static constexpr std::string_view title = "device";
  static constexpr auto of(const auto& r) -> decltype(r.device()) { return r.device(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.device))> { return (r.device); }
};

/// Stream number on that device.
enum stream_word : bool { stream };
template <>
struct word<stream_word> {
  static constexpr std::string_view title = "stream";
  static constexpr auto of(const auto& r) -> decltype(r.stream()) { return r.stream(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.stream))> { return (r.stream); }
};

/// The framework op it ran for.
enum op_name_word : bool { op_name };
template <>
struct word<op_name_word> {
  static constexpr std::string_view title = "op_name";
  static constexpr auto of(const auto& r) -> decltype(r.op_name()) { return r.op_name(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.op_name))> { return (r.op_name); }
};

/// The name of the call that launched it.
enum launch_name_word : bool { launch_name };
template <>
struct word<launch_name_word> {
  static constexpr std::string_view title = "launch_name";
  static constexpr auto of(const auto& r) -> decltype(r.launch_name()) { return r.launch_name(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.launch_name))> { return (r.launch_name); }
};

/// The time from the start of the call that launched it to its own start, a `duration`.
enum launch_latency_word : bool { launch_latency };
template <>
struct word<launch_latency_word> {
  static constexpr std::string_view title = "launch_latency";
  static constexpr auto of(const auto& r) -> decltype(r.launch_latency()) { return r.launch_latency(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.launch_latency))> {
    return (r.launch_latency);
  }
};

/// The module (`nn.Module`, HLO module) it ran for.
enum module_name_word : bool { module_name };
template <>
struct word<module_name_word> {
  static constexpr std::string_view title = "module_name";
  static constexpr auto of(const auto& r) -> decltype(r.module_name()) { return r.module_name(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.module_name))> { return (r.module_name); }
};

/// The kind of record; each family of records has its own enumeration.
enum kind_word : bool { kind };
template <>
struct word<kind_word> {
  static constexpr std::string_view title = "kind";
  static constexpr auto of(const auto& r) -> decltype(r.kind()) { return r.kind(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.kind))> { return (r.kind); }
};

/// The direction of a copy, such as `HtoD`.
enum direction_word : bool { direction };
template <>
struct word<direction_word> {
  static constexpr std::string_view title = "direction";
  static constexpr auto of(const auto& r) -> decltype(r.direction()) { return r.direction(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.direction))> { return (r.direction); }
};

/// The number of bytes moved: the member `bytes`.
enum size_word : bool { size };
template <>
struct word<size_word> {
  static constexpr std::string_view title = "bytes";
  static constexpr auto of(const auto& r) -> decltype(r.bytes()) { return r.bytes(); }
  static constexpr auto of(const auto& r) -> query_detail::given<decltype((r.bytes))> { return (r.bytes); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WORDS_HPP
