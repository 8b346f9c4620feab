#ifndef RIDGELINE_TESTS_SUPPORT_TRACE_PARTS_HPP
#define RIDGELINE_TESTS_SUPPORT_TRACE_PARTS_HPP

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/json_spans.hpp"

/// A Kineto trace as text in parts, to remove what a profiler may not have recorded. The rest keeps its spelling.
namespace test {

struct trace_parts {
  std::string head{}, tail{};        ///< before the first event, after the last
  std::vector<std::string> events{};

  std::string text() const {
    std::string all = head;
    for (const std::string& e : events) all.append(&e == events.data() ? "" : ",\n").append(e);
    return all + tail;
  }
};

/// The first number after `"ts":` in an event; entries that are not events have none.
inline double stamp_of(std::string_view event) {
  const std::size_t at = event.find("\"ts\":");
  if (at == std::string_view::npos) return -1;
  const std::size_t number = event.find_first_not_of(' ', at + 5);
  double us = -1;
  std::from_chars(event.data() + number, event.data() + event.size(), us);
  return us;
}

/// Where the object that begins at `at` ends, found by counting brackets outside texts.
inline std::size_t end_of_object(std::string_view text, std::size_t at) {
  const char* const begin = text.data();
  int depth = 0;
  bool quoted = false;
  for (const char *c = begin + at, *const end = begin + text.size(); c != end; ++c) {
    if (quoted) {
      if (*c == '\\') ++c;
      else if (*c == '"') quoted = false;
    } else if (*c == '"') quoted = true;
    else if (*c == '{') ++depth;
    else if (*c == '}' && --depth == 0) return static_cast<std::size_t>(c - begin) + 1;
  }
  throw std::runtime_error("a trace that ends within an event");
}

/// The parts of a trace. If it is longer than `most` bytes, only a stretch of time from its middle is taken, plus the
/// entries without a time.
inline trace_parts parts_of_trace(std::string_view text, std::size_t most) {
  const std::size_t list = text.find('[', text.find("\"traceEvents\""));
  trace_parts parts;
  parts.head = text.substr(0, list + 1);
  std::vector<std::string_view> all;
  std::size_t at = list + 1;
  for (;;) {
    at = text.find_first_not_of(" \t\r\n,", at);
    if (at == std::string_view::npos || text[at] != '{') break;
    const std::size_t end = end_of_object(text, at);
    all.push_back(text.substr(at, end - at));
    at = end;
  }
  if (at == std::string_view::npos) throw std::runtime_error("a trace whose list of events has no end");
  parts.tail = text.substr(at);
  std::vector<double> stamps;
  for (const std::string_view e : all)
    if (const double us = stamp_of(e); us > 0) stamps.push_back(us);
  double from = -1, to = 1e300;
  if (text.size() > most && !stamps.empty()) {
    std::sort(stamps.begin(), stamps.end());
    const std::size_t kept = std::min(stamps.size(), stamps.size() * (most >> 10) / (text.size() >> 10));
    const std::size_t first = (stamps.size() - kept) / 2;
    from = stamps[first], to = stamps[std::min(first + kept, stamps.size() - 1)];
  }
  for (const std::string_view e : all) {
    const double us = stamp_of(e);
    if (us <= 0 || (us >= from && us <= to)) parts.events.emplace_back(e);
  }
  return parts;
}

/// The same trace with each event replaced by `change(text, spans)`; events that become empty are removed.
template <class Change>
trace_parts changed(const trace_parts& parts, Change change) {
  trace_parts out{parts.head, parts.tail, {}};
  for (const std::string& e : parts.events) {
    std::string now = change(e, json_span_reader(e).document());
    if (!now.empty()) out.events.push_back(std::move(now));
  }
  return out;
}

/// An event without these members of its `args`.
inline std::string without_arguments(const std::string& event, const json_span& spans,
                                     std::initializer_list<std::string_view> names) {
  const json_span* const args = member_of(event, spans, "args");
  if (args == nullptr || args->is != json_span::kind::object) return event;
  const auto named = [&](const std::string& key) { return std::find(names.begin(), names.end(), key) != names.end(); };
  return event.substr(0, args->begin) + without_members(event, *args, named) + event.substr(args->end);
}

/// An event that begins `us` later: added to the digits before the point.
inline std::string moved_event(const std::string& event, const json_span& spans, std::int64_t us) {
  const json_span* const ts = member_of(event, spans, "ts");
  if (ts == nullptr || ts->is != json_span::kind::number) return event;
  const std::string_view number = ts->in(event);
  if (number.find_first_of("eE-") != std::string_view::npos) throw std::runtime_error("a stamp that cannot be moved");
  const std::size_t whole = std::min(number.find('.'), number.size());
  const std::int64_t moved = std::stoll(std::string(number.substr(0, whole))) + us;
  return event.substr(0, ts->begin) + std::to_string(moved) + event.substr(ts->begin + whole);
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_TRACE_PARTS_HPP
