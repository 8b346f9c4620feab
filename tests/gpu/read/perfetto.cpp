// Perfetto traces, made here: slices from begins and ends, interned texts, clocks, tracks.
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>

#include "tests/support/proto_bytes.hpp"

using namespace ridgeline;

namespace {

std::string packet(const proto_bytes& p) { return proto_bytes().bytes(1, p).text(); }
/// Begin (1) or end (2) of a slice on track 9.
std::string event(int type, std::int64_t at, std::string_view name = {}, std::int64_t clock = 0) {
  proto_bytes e;
  e.number(9, type).number(11, 9);
  if (!name.empty()) e.bytes(23, name);
  proto_bytes p;
  p.number(8, at).number(10, 1).bytes(11, e);
  if (clock != 0) p.number(58, clock);
  return packet(p);
}
perfetto_trace read(const std::string& bytes) {
  expected<perfetto_trace> trace = read_perfetto(bytes);
  BOOST_REQUIRE_MESSAGE(trace.has_value(), (trace.has_value() ? std::string() : to_string(trace.error())));
  return std::move(*trace);
}
/// `name start time` of each slice.
std::string slices_in(const perfetto_trace& trace) {
  std::string text;
  for (const perfetto_slice& s : trace.slices)
    text += std::string(trace.text(s.name)) + " " + std::to_string(s.start) + " " + std::to_string(s.time) + "\n";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gpu_read_perfetto)

BOOST_AUTO_TEST_CASE(ends_close_what_began_earlier_first) {
  // all begins stand before all ends; `b` begins when `a` ends, and lasts no time
  const std::string bytes = event(1, 10, "a") + event(1, 20, "b") + event(2, 20) + event(2, 20);
  BOOST_TEST(slices_in(read(bytes)) == "a 10 10\nb 20 0\n");
}

BOOST_AUTO_TEST_CASE(what_has_one_end_only_is_counted) {
  const perfetto_trace trace = read(event(2, 5) + event(1, 10, "a") + event(2, 20) + event(1, 30, "open"));
  BOOST_TEST(slices_in(trace) == "a 10 10\n");
  BOOST_TEST(trace.problems[gpu_problem::slice_unstarted].count == 1u);
  BOOST_TEST(trace.problems[gpu_problem::slice_unfinished].count == 1u);
}

BOOST_AUTO_TEST_CASE(numbers_of_texts_are_forgotten_when_a_sequence_is_cleared) {
  const auto named = [](std::int64_t at, int type, std::int64_t flags, bool define) {
    proto_bytes e, p;
    e.number(9, type).number(11, 9);
    if (type == 1) e.number(10, 4);
    p.number(8, at).number(10, 1).number(13, flags).bytes(11, e);
    if (define) p.bytes(12, proto_bytes().bytes(2, proto_bytes().number(1, 4).bytes(2, "known")));
    return packet(p);
  };
  const perfetto_trace trace =
      read(named(1, 1, 1, true) + named(2, 2, 2, false) + named(3, 1, 1, false) + named(4, 2, 2, false));
  BOOST_TEST(slices_in(trace) == "known 1 1\n 3 1\n");
  BOOST_TEST(trace.problems[gpu_problem::text_undefined].count == 1u);
}

BOOST_AUTO_TEST_CASE(stamps_of_other_clocks_become_boot_time) {
  // monotonic 100 is boot time 1000
  proto_bytes snapshot;
  snapshot.bytes(1, proto_bytes().number(1, 6).number(2, 1000)).bytes(1, proto_bytes().number(1, 3).number(2, 100));
  const std::string tied = packet(proto_bytes().number(10, 1).bytes(6, snapshot));
  const perfetto_trace trace = read(tied + event(1, 150, "a", 3) + event(2, 1070));
  BOOST_TEST(slices_in(trace) == "a 1050 20\n");  // 150 - 100 + 1000 = 1050; 1070 - 1050 = 20
  const perfetto_trace lost = read(event(1, 150, "a", 3) + event(2, 170));
  BOOST_TEST(lost.problems[gpu_problem::clock_unknown].count == 1u);
}

BOOST_AUTO_TEST_CASE(a_ring_of_tracks_ends) {
  const auto track = [](std::int64_t id, std::int64_t parent) {
    return packet(proto_bytes().bytes(60, proto_bytes().number(1, id).number(5, parent)));
  };
  const perfetto_trace trace = read(track(9, 8) + track(8, 7) + track(7, 9) + event(1, 1, "a") + event(2, 2));
  BOOST_TEST(trace.tracks.size() == 3u);
  BOOST_TEST(slices_in(trace) == "a 1 1\n");
}

BOOST_AUTO_TEST_CASE(any_cut_gives_what_is_whole) {
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes += event(1, 10 * i, "slice") + event(2, 10 * i + 5);
  for (std::size_t size = 2; size < bytes.size(); ++size) {
    const expected<perfetto_trace> trace = read_perfetto(std::string_view(bytes).substr(0, size));
    if (trace) BOOST_TEST(trace->slices.size() <= 20u);
  }
}

BOOST_AUTO_TEST_CASE(values_are_json_where_they_nest) {
  proto_bytes value, e;
  value.bytes(10, "grid")
      .bytes(12, proto_bytes().number(4, 8))
      .bytes(12, proto_bytes().number(4, -1))
      .bytes(12, proto_bytes());
  e.number(9, 1).number(11, 9).bytes(23, "k").bytes(4, value);
  const perfetto_trace trace = read(packet(proto_bytes().number(8, 1).bytes(11, e)) + event(2, 2));
  BOOST_REQUIRE(trace.values.size() == 1u);
  BOOST_TEST(trace.text(trace.values[0].text()) == "[8,-1,[]]");  // an entry without a value is an empty list
}

BOOST_AUTO_TEST_CASE(json_behind_a_line_end_is_no_packet) {
  BOOST_TEST(!is_perfetto("\n{\"traceEvents\": []}"));
  BOOST_TEST(!is_perfetto("\n\n [ {\"ph\""));
  BOOST_TEST(!is_perfetto(""));
  BOOST_TEST(is_perfetto(event(1, 1, "a")));
}

BOOST_AUTO_TEST_SUITE_END()
