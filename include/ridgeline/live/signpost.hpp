#ifndef RIDGELINE_LIVE_SIGNPOST_HPP
#define RIDGELINE_LIVE_SIGNPOST_HPP

#include <concepts>
#include <string_view>
#include <utility>

namespace ridgeline::live {

/// A record that can stand for a marker: it has a `code` for the name, and a `type` that has a value `signpost`.
template <class Record>
concept marks_signposts = std::default_initializable<Record> && requires(Record r, std::string_view name) {
  r.code = name;
  r.type = decltype(r.type)::signpost;
};

/// A record that knows when it began on the host, in values of `Time`.
template <class Record, class Time>
concept has_host_start = requires(Record r, Time at) { r.host_start = at; };

/// The marker `name` as a record among the others: `mine.record(live::signpost<tt_op>("decode", now()))`. The name is
/// a static string or one kept in `live::names`. Everything else in the record is as its defaults say.
template <marks_signposts Record>
constexpr Record signpost(std::string_view name) {
  Record r{};
  r.code = name;
  r.type = decltype(r.type)::signpost;
  return r;
}

/// The same, set `at` a time of the host's clock, for records that are ordered by it.
template <marks_signposts Record, class Time>
  requires has_host_start<Record, Time>
constexpr Record signpost(std::string_view name, Time at) {
  Record r = signpost<Record>(name);
  r.host_start = std::move(at);
  return r;
}

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_SIGNPOST_HPP
