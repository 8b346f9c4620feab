#ifndef RIDGELINE_QUERY_WORDS_HPP
#define RIDGELINE_QUERY_WORDS_HPP

#include <string_view>

namespace ridgeline {

// The words that pipelines ask records by: `group_by(name, stream)`, `sum<us>(time)`, `sort_by(desc(start))`. A word
// stands for the member of that name, data or function, of whatever record it meets.
//
// A word is an enumerator of a type of its own and not a constant, because a local variable `name` or `start` then
// shadows nothing. `+name` is the same as an object that can be called, for the algorithms of others. In a file with
// `using namespace ridgeline`, `time` alone is also C's function: write `elapsed`, or `using ridgeline::time;` in the
// function or namespace that uses it.

/// What a word means: its title in tables, and what it gives of a record. A word of one's own is an enumeration and a
/// specialisation like those below.
template <class Word>
struct word;

/// What it is called: a text or a symbol.
enum name_word : bool { name };
template <>
struct word<name_word> {
  static constexpr std::string_view title = "name";
  static constexpr auto of(const auto& r) -> decltype(r.name()) { return r.name(); }
  static constexpr auto of(const auto& r) -> decltype((r.name)) { return (r.name); }
};

/// When it began, a `time_point`.
enum start_word : bool { start };
template <>
struct word<start_word> {
  static constexpr std::string_view title = "start";
  static constexpr auto of(const auto& r) -> decltype(r.start()) { return r.start(); }
  static constexpr auto of(const auto& r) -> decltype((r.start)) { return (r.start); }
};

/// When it ended; of a record that does not say, its start and its time.
enum end_word : bool { end };
template <>
struct word<end_word> {
  static constexpr std::string_view title = "end";
  static constexpr auto of(const auto& r) -> decltype(r.end()) { return r.end(); }
  static constexpr auto of(const auto& r) -> decltype((r.end)) { return (r.end); }
};

/// How long it took, a `duration`. `elapsed` is the same word, for where C's function `time` is in the way.
enum time_word : bool { time, elapsed = time };
template <>
struct word<time_word> {
  static constexpr std::string_view title = "time";
  static constexpr auto of(const auto& r) -> decltype(r.time()) { return r.time(); }
  static constexpr auto of(const auto& r) -> decltype((r.time)) { return (r.time); }
};

/// The number of its device.
enum device_word : bool { device };
template <>
struct word<device_word> {
  static constexpr std::string_view title = "device";
  static constexpr auto of(const auto& r) -> decltype(r.device()) { return r.device(); }
  static constexpr auto of(const auto& r) -> decltype((r.device)) { return (r.device); }
};

/// The number of its stream on that device.
enum stream_word : bool { stream };
template <>
struct word<stream_word> {
  static constexpr std::string_view title = "stream";
  static constexpr auto of(const auto& r) -> decltype(r.stream()) { return r.stream(); }
  static constexpr auto of(const auto& r) -> decltype((r.stream)) { return (r.stream); }
};

/// The framework's op that it ran for.
enum op_name_word : bool { op_name };
template <>
struct word<op_name_word> {
  static constexpr std::string_view title = "op_name";
  static constexpr auto of(const auto& r) -> decltype(r.op_name()) { return r.op_name(); }
  static constexpr auto of(const auto& r) -> decltype((r.op_name)) { return (r.op_name); }
};

/// The call that launched it.
enum launch_name_word : bool { launch_name };
template <>
struct word<launch_name_word> {
  static constexpr std::string_view title = "launch_name";
  static constexpr auto of(const auto& r) -> decltype(r.launch_name()) { return r.launch_name(); }
  static constexpr auto of(const auto& r) -> decltype((r.launch_name)) { return (r.launch_name); }
};

/// The module (`nn.Module`, HLO module) that it ran for.
enum module_name_word : bool { module_name };
template <>
struct word<module_name_word> {
  static constexpr std::string_view title = "module_name";
  static constexpr auto of(const auto& r) -> decltype(r.module_name()) { return r.module_name(); }
  static constexpr auto of(const auto& r) -> decltype((r.module_name)) { return (r.module_name); }
};

/// What kind of record it is, of one enumeration a family.
enum kind_word : bool { kind };
template <>
struct word<kind_word> {
  static constexpr std::string_view title = "kind";
  static constexpr auto of(const auto& r) -> decltype(r.kind()) { return r.kind(); }
  static constexpr auto of(const auto& r) -> decltype((r.kind)) { return (r.kind); }
};

/// Where a copy went, `HtoD`.
enum direction_word : bool { direction };
template <>
struct word<direction_word> {
  static constexpr std::string_view title = "direction";
  static constexpr auto of(const auto& r) -> decltype(r.direction()) { return r.direction(); }
  static constexpr auto of(const auto& r) -> decltype((r.direction)) { return (r.direction); }
};

/// How many bytes it moved: the member `bytes`.
enum size_word : bool { size };
template <>
struct word<size_word> {
  static constexpr std::string_view title = "bytes";
  static constexpr auto of(const auto& r) -> decltype(r.bytes()) { return r.bytes(); }
  static constexpr auto of(const auto& r) -> decltype((r.bytes)) { return (r.bytes); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_WORDS_HPP
