#ifndef RIDGELINE_LIVE_SIGNPOST_HPP
#define RIDGELINE_LIVE_SIGNPOST_HPP

#include <concepts>
#include <string_view>
#include <utility>

namespace ridgeline::live {

/// A record type that can represent a marker: its `code` holds the name, and its `type` has the value `signpost`.
template <class Record>
concept marks_signposts = std::default_initializable<Record> && requires(Record r, std::string_view name) {
  r.code = name;
  r.type = decltype(r.type)::signpost;
};

/// A record with a start time on the host, in values of type `Time`.
template <class Record, class Time>
concept has_host_start = requires(Record r, Time at) { r.host_start = at; };

/// A record that represents the marker `name`: `mine.record(live::signpost<tt_op>("decode", now()))`. The name must be
/// a static string or one kept in `live::names`. All other members keep their defaults.
template <marks_signposts Record>
constexpr Record signpost(std::string_view name) {
  Record r{};
  r.code = name;
  r.type = decltype(r.type)::signpost;
  return r;
}

/// The same with host time `at`, for records that are sorted by it.
template <marks_signposts Record, class Time>
  requires has_host_start<Record, Time>
constexpr Record signpost(std::string_view name, Time at) {
  Record r = signpost<Record>(name);
  r.host_start = std::move(at);
  return r;
}

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_SIGNPOST_HPP
