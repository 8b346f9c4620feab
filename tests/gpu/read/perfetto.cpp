// Perfetto traces built here: slices from begins and ends, interned texts, clocks, tracks.
#include <initializer_list>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>

#include "tests/support/proto_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_read_perfetto)

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

BOOST_AUTO_TEST_CASE(ends_close_what_began_earlier_first) {
  // all begins come before all ends; `b` begins when `a` ends and has no duration
  const std::string bytes = event(1, 10, "a") + event(1, 20, "b") + event(2, 20) + event(2, 20);
  BOOST_TEST(slices_in(read(bytes)) == "a 10 10\nb 20 0\n");
}

/// Events of Chrome and older writers say their phase as in JSON: `X` with its duration in us, `B` and `E`.
BOOST_AUTO_TEST_CASE(events_of_the_older_form_are_slices) {
  const auto legacy = [](char phase, std::int64_t at, std::string_view name, std::int64_t duration_us = 0) {
    proto_bytes e;
    e.number(11, 9).bytes(23, name).bytes(6, proto_bytes().number(2, phase).number(3, duration_us));
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e));
  };
  const perfetto_trace trace = read(event(1, 1'000, "new") + legacy('X', 2'000, "whole", 60) + legacy('B', 3'000, "begun") +
                                    legacy('E', 4'000, "") + event(2, 9'000) + legacy('i', 9'500, "instant") +
                                    legacy('b', 9'600, "asynchronous") + legacy('X', 9'700, "wrong", -5));
  BOOST_TEST(slices_in(trace) == "new 1000 8000\nwhole 2000 60000\nbegun 3000 1000\n");
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].count == 1u);
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 1u);
  BOOST_TEST(trace.problems[gpu_problem::slice_unfinished].count == 0u);
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

namespace {

/// A snapshot on a sequence; a clock with the number 64 is incremental.
struct reading {
  std::int64_t clock, at;
};
std::string snapshot_of(std::initializer_list<reading> readings, std::int64_t sequence = 1, std::int64_t stamp = -1) {
  proto_bytes all, p;
  for (const reading& r : readings) {
    proto_bytes one;
    one.number(1, r.clock).number(2, r.at);
    if (r.clock == 64) one.number(3, 1);
    all.bytes(1, one);
  }
  p.number(10, sequence).bytes(6, all);
  if (stamp >= 0) p.number(8, stamp).number(58, 64);
  return packet(p);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_stamped_packet_moves_an_incremental_clock) {
  // the descriptor's packet holds the step to the event behind it; the snapshot's own stamp is no step
  const auto described = [](std::int64_t stamp) {
    return packet(proto_bytes().number(8, stamp).number(58, 64).number(10, 1).bytes(60, proto_bytes().number(1, 9)));
  };
  const std::string bytes = snapshot_of({{6, 1000}, {64, 1000}}, 1, 1000) + described(100) + event(1, 0, "a", 64) +
                            event(2, 50, {}, 64) + packet(proto_bytes().number(8, 7).number(58, 64).number(10, 1)) +
                            event(1, 3, "b", 64) + event(2, 20, {}, 64);
  const perfetto_trace trace = read(bytes);
  // 1000 + 100 + 0 = 1100, + 50 = 1150; + 7 + 3 = 1160, + 20 = 1180
  BOOST_TEST(slices_in(trace) == "a 1100 50\nb 1160 20\n");
  BOOST_TEST(trace.problems[gpu_problem::clock_unknown].count == 0u);
}

BOOST_AUTO_TEST_CASE(clocks_lead_to_boot_time_through_others) {
  // monotonic 100 is boot time 1000, the incremental clock begins at monotonic 110: 1010 + 5 = 1015, + 20 = 1035
  const std::string events = event(1, 5, "a", 64) + event(2, 20, {}, 64) + event(1, 1050, "b") + event(2, 1051);
  const std::string tied = snapshot_of({{6, 1000}, {3, 100}}, 2), own = snapshot_of({{3, 110}, {64, 110}});
  for (const std::string& bytes : {tied + own + events, own + tied + events}) {
    const perfetto_trace trace = read(bytes);
    BOOST_TEST(slices_in(trace) == "a 1015 20\nb 1050 1\n");
    BOOST_TEST(trace.problems[gpu_problem::clock_unknown].count == 0u);
  }
}

BOOST_AUTO_TEST_CASE(without_boot_time_the_absolute_clock_of_a_snapshot_serves) {
  // 110 + 5 = 115, + 20 = 135; `b` is on that clock itself
  const std::string own = snapshot_of({{64, 110}, {3, 110}}), a = event(1, 5, "a", 64) + event(2, 20, {}, 64);
  const perfetto_trace trace = read(own + a + event(1, 140, "b", 3) + event(2, 141, {}, 3));
  BOOST_TEST(slices_in(trace) == "a 115 20\nb 140 1\n");
  BOOST_TEST(trace.problems[gpu_problem::clock_unknown].count == 0u);
  // beside boot time the two stamps are on an unknown clock
  BOOST_TEST(read(own + a + event(1, 140, "b") + event(2, 141)).problems[gpu_problem::clock_unknown].count == 2u);
  // snapshots in any order do not lead in circles: real time 7 is monotonic 100, then 9 is 102
  const std::string circle = snapshot_of({{3, 100}, {1, 7}}) + snapshot_of({{1, 9}, {3, 102}}) + snapshot_of({{1, 9}});
  BOOST_TEST(slices_in(read(circle + event(1, 10, "c", 1) + event(2, 105, {}, 3))) == "c 103 2\n");  // 10 - 9 + 102
}

BOOST_AUTO_TEST_CASE(clocks_from_128_up_serve_all_sequences) {
  // on sequence 2, clock 200 at 50 is boot time 1000: 60 is 1010, 80 is 1030; an own snapshot is preferred
  const std::string events = event(1, 60, "a", 200) + event(2, 80, {}, 200);
  const std::string other = snapshot_of({{6, 1000}, {200, 50}}, 2), own = snapshot_of({{6, 3000}, {200, 50}});
  BOOST_TEST(slices_in(read(other + events)) == "a 1010 20\n");
  BOOST_TEST(slices_in(read(own + other + events)) == "a 3010 20\n");
  // 64 to 127 belong to their sequence; `b` is beside them on boot time
  const std::string local = event(1, 60, "a", 70) + event(2, 80, {}, 70) + event(1, 90, "b") + event(2, 91);
  const perfetto_trace trace = read(snapshot_of({{6, 1000}, {70, 50}}, 2) + local);
  BOOST_TEST(slices_in(trace) == "a 60 20\nb 90 1\n");
  BOOST_TEST(trace.problems[gpu_problem::clock_unknown].count == 2u);
}

BOOST_AUTO_TEST_CASE(older_writers_clear_a_sequence_by_a_field_of_its_own) {
  const auto needs = [](int type, std::int64_t at) {
    proto_bytes e;
    e.number(9, type).number(11, 9).bytes(23, "a");
    return packet(proto_bytes().number(8, at).number(10, 1).number(13, 2).bytes(11, e));
  };
  const auto cleared = [](std::int64_t is) { return packet(proto_bytes().number(10, 1).number(41, is)); };
  BOOST_TEST(read(cleared(1) + needs(1, 1) + needs(2, 2)).problems[gpu_problem::text_undefined].count == 0u);
  BOOST_TEST(read(cleared(0) + needs(1, 1) + needs(2, 2)).problems[gpu_problem::text_undefined].count == 2u);
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

/// A page of zeros or of another file, and a packet with a wrong length: reading goes on at the next packets.
BOOST_AUTO_TEST_CASE(what_is_no_packet_is_passed_over) {
  const auto slices = [](int first, int last) {
    std::string bytes;
    for (int i = first; i < last; ++i) bytes += event(1, 10 * i, "slice") + event(2, 10 * i + 5);
    return bytes;
  };
  const std::string front = slices(1, 4), rest = slices(4, 7);
  std::string too_long = front + rest;  // the packet behind `front` is longer than the file
  too_long[front.size() + 1] = '\x7F';
  BOOST_REQUIRE(rest.size() < 0x7F);
  for (const std::string& bytes : {front + std::string(600, '\0') + rest, front + "<html>\n\n</html>" + rest, too_long}) {
    const perfetto_trace trace = read(bytes);
    BOOST_TEST(trace.slices.size() == (bytes == too_long ? 5u : 6u));  // the first packet of a slice is lost
    BOOST_TEST(trace.slices.back().start == 60);
    BOOST_TEST(trace.problems[gpu_problem::file_damaged].count == 1u);
    BOOST_TEST(trace.problems[gpu_problem::file_damaged].first_byte == front.size());
  }
  const perfetto_trace cut = read(front + rest.substr(0, rest.size() - 3));
  BOOST_TEST(cut.problems[gpu_problem::file_damaged].first_byte == gpu_problems::nowhere);
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

BOOST_AUTO_TEST_CASE(texts_are_those_that_were_defined_in_front_of_the_event) {
  // number 4 refers to nothing, then to `first`, then to `second`, on one sequence; on the other to `other`
  const auto begin = [](std::int64_t at, std::int64_t sequence) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).number(10, 4);
    return packet(proto_bytes().number(8, at).number(10, sequence).bytes(11, e));
  };
  const auto define = [](std::int64_t sequence, std::string_view text) {
    const proto_bytes name = std::move(proto_bytes().bytes(2, proto_bytes().number(1, 4).bytes(2, text)));
    return packet(proto_bytes().number(10, sequence).bytes(12, name));
  };
  const std::string bytes = begin(1, 1) + event(2, 2) + define(1, "first") + define(2, "other") + begin(3, 1) +
                            begin(4, 2) + event(2, 5) + event(2, 6) + define(1, "second") + begin(7, 1) + event(2, 8);
  const perfetto_trace trace = read(bytes);
  BOOST_TEST(slices_in(trace) == " 1 1\nfirst 3 3\nother 4 1\nsecond 7 1\n");
  BOOST_TEST(trace.problems[gpu_problem::text_undefined].count == 1u);
}

BOOST_AUTO_TEST_CASE(lists_of_numbered_texts_follow_their_sequence) {
  // the same bytes are another list once number 2 refers to another text
  const auto define = [](std::string_view text, std::int64_t flags) {
    const proto_bytes string = std::move(proto_bytes().bytes(29, proto_bytes().number(1, 2).bytes(2, text)));
    return packet(proto_bytes().number(10, 1).number(13, flags).bytes(12, string));
  };
  const auto begin = [](std::int64_t at) {
    proto_bytes value, e;
    value.bytes(10, "types").bytes(12, proto_bytes().number(17, 2));
    e.number(9, 1).number(11, 9).bytes(23, "op").bytes(4, value);
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e)) + event(2, at + 1);
  };
  const perfetto_trace trace = read(define("int", 1) + begin(1) + begin(3) + define("float", 0) + begin(5) + begin(7));
  std::string lists;
  for (const perfetto_value& v : trace.values) lists += trace.text(v.text());
  BOOST_TEST(lists == "[\"int\"][\"int\"][\"float\"][\"float\"]");
}

BOOST_AUTO_TEST_CASE(values_of_each_kind) {
  const auto value = [](std::string_view name) { return std::move(proto_bytes().bytes(10, name)); };
  proto_bytes e;
  e.number(9, 1).number(11, 9).bytes(23, "op");
  e.bytes(4, value("a").number(4, -5)).bytes(4, value("b").number(2, 7)).bytes(4, value("c").real(5, 1.5));
  e.bytes(4, value("d").bytes(6, "text")).bytes(4, value("e").number(4, 1).number(4, 2));
  e.bytes(4, value("f").number(4, 3).bytes(10, "g"));
  const perfetto_trace trace = read(packet(proto_bytes().number(8, 1).bytes(11, e)) + event(2, 2));
  BOOST_REQUIRE(trace.values.size() == 6u);
  BOOST_TEST(trace.values[0].whole() == -5);
  BOOST_TEST(trace.values[1].whole() == 1);  // a boolean
  BOOST_TEST(trace.values[2].real() == 1.5);
  BOOST_TEST(trace.text(trace.values[3].text()) == "text");
  BOOST_TEST(trace.values[4].whole() == 2);  // the last value of a repeated field counts
  BOOST_TEST(trace.text(trace.values[5].name) == "g");
}

/// Kernels and copies on their own lane or their stream's, calls, marks, and functions, whose number is 0.
BOOST_AUTO_TEST_CASE(slices_of_rocm_systems_profiler) {
  const auto value = [](std::string_view name, std::int64_t n) {
    return std::move(proto_bytes().bytes(10, name).number(4, n));
  };
  std::int64_t at = 0;
  const auto slice = [&](std::string_view category, std::string_view name, std::int64_t number, std::string_view of = {},
                         std::int64_t n = 0) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).bytes(22, category).bytes(4, value("corr_id", number));
    if (!of.empty()) e.bytes(4, value(of, n));
    at += 10;
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e)) + event(2, at + 5);
  };
  const gpu_trace trace = gpu_trace_of(read(
      slice("rocm_hip_api", "hipLaunchKernel", 7) + slice("rocm_hip_stream", "gemm", 7, "stream_id", 3) +
      slice("rocm_kernel_dispatch", "add", 7, "queue", 2) + slice("rocm_hip_stream", "SCRATCH_MEMORY_ALLOC", 7) +
      slice("rocm_hip_stream", "MEMORY_COPY_HOST_TO_DEVICE", 8, "bytes", 64) + slice("rocm_memory_allocate", "FREE", 9) +
      slice("device_hip", "CopyDeviceToHost", 8, "device", 1) + slice("rocm_marker_api", "step", 10) +
      slice("host", "main", 0)));
  BOOST_REQUIRE(trace.work.size() == 4u);
  BOOST_TEST((trace.work[0].stream == 3 && trace.work[0].call == 0u && trace.text(trace.work[0].name) == "gemm"));
  BOOST_TEST((trace.work[1].context == 2 && trace.work[1].kind == gpu_kind::kernel));
  BOOST_TEST((trace.work[2].bytes == 64 && trace.text(trace.work[2].name) == "Host-to-Device"));
  BOOST_TEST((trace.work[3].device == 1 && trace.text(trace.work[3].name) == "Device-to-Host"));
  BOOST_REQUIRE(trace.calls.size() == 1u);
  BOOST_REQUIRE(trace.ranges.size() == 2u);
  BOOST_TEST(trace.text(trace.ranges[0].domain) == "roctx");
  BOOST_TEST(trace.text(trace.ranges[1].domain) == "host");
}

/// Without annotations, a call is one by its category, and its number may be a text. Functions of the program need a
/// number, and one of 0 is none.
BOOST_AUTO_TEST_CASE(calls_of_rocm_need_no_number) {
  std::int64_t at = 0;
  const auto slice = [&](std::string_view category, std::string_view name, std::string_view number = {}) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).bytes(22, category);
    if (!number.empty()) e.bytes(4, proto_bytes().bytes(10, "corr_id").bytes(6, number));
    at += 10;
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e)) + event(2, at + 5);
  };
  const gpu_trace trace = gpu_trace_of(read(
      slice("hip_api", "hipInit") + slice("rocm_hip_api", "hipLaunchKernel", "7") + slice("hsa_api", "hsa_wait") +
      slice("rocm_rccl_api", "ncclAllReduce", "0") + slice("HIP_RUNTIME_API_EXT", "hipFree") +
      slice("rocm_marker_api", "step") + slice("MARKER_CORE_API", "push") + slice("host", "main") +
      slice("kernel_dispatch", "gemm", "7") + slice("kernel_dispatch", "lost", "0")));
  const auto name = [&](std::size_t i) { return std::string(trace.text(trace.calls.at(i).name)); };
  BOOST_REQUIRE(trace.calls.size() == 5u);
  BOOST_TEST(name(0) == "hipInit");
  BOOST_TEST(name(4) == "hipFree");
  BOOST_TEST(trace.ranges.size() == 3u);  // step, push, main
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(trace.work[0].call == 1u);
  BOOST_TEST(!known(trace.work[1].call));
}

/// Two processes in one file, as rocpd writes them, whose numbers of calls are the same. ROCm 7 puts all devices of a
/// stream on one lane, whose number is in quotes; ROCm 6 has a lane for each device.
BOOST_AUTO_TEST_CASE(slices_of_rocprofv3) {
  const auto track = [](std::int64_t uuid, std::int64_t parent, std::string_view name, const proto_bytes& more = {}) {
    return packet(proto_bytes().bytes(60, proto_bytes().number(1, uuid).number(5, parent).bytes(2, name).raw(more.text())));
  };
  const auto process = [](std::int64_t pid) { return std::move(proto_bytes().bytes(3, proto_bytes().number(1, pid))); };
  const auto thread = [](std::int64_t pid, std::int64_t tid) {
    return std::move(proto_bytes().bytes(4, proto_bytes().number(1, pid).number(2, tid)));
  };
  const auto number = [](std::string_view name, std::int64_t n) {
    return std::move(proto_bytes().bytes(4, proto_bytes().bytes(10, name).number(4, n)));
  };
  const auto text = [](std::string_view name, std::string_view value) {
    return std::move(proto_bytes().bytes(4, proto_bytes().bytes(10, name).bytes(6, value)));
  };
  std::int64_t at = 0;
  const auto slice = [&](std::int64_t lane, std::string_view category, std::string_view name, const proto_bytes& values) {
    proto_bytes e, end;
    e.number(9, 1).number(11, lane).bytes(23, name).bytes(22, category).raw(number("corr_id", 7).text());
    e.raw(values.text());
    end.number(9, 2).number(11, lane);
    at += 10;
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e)) +
           packet(proto_bytes().number(8, at + 5).number(10, 1).bytes(11, end));
  };
  const auto copy = [&](std::string_view from, std::string_view to) {
    return std::move(text("src_agent", from).raw(text("dst_agent", to).text()).raw(number("stream_ID", 2).text()));
  };
  const auto constant = std::move(proto_bytes().bytes(10, "STREAM [\" 2 \"] "));  // where the SDK has a static name
  const gpu_trace trace = gpu_trace_of(read(
      track(1, 0, "", process(11)) + track(2, 1, "THREAD 0 (12)", thread(11, 12)) + track(3, 1, "", constant) +
      track(4, 0, "", process(22)) + track(5, 4, "THREAD 0 (23)", thread(22, 23)) +
      track(6, 4, "COMPUTE AGENT [4] STREAM [5] (GPU)") + slice(2, "hip_api", "hipLaunchKernel", {}) +
      slice(5, "hip_api", "hipExtLaunchKernel", {}) + slice(3, "kernel_dispatch", "a", text("agent", "GPU-1")) +
      slice(3, "memory_copy", "MEMORY_COPY_HOST_TO_DEVICE", copy("CPU-0", "GPU-3")) +
      slice(3, "memory_copy", "MEMORY_COPY_DEVICE_TO_HOST", copy("GPU-2", "CPU-0")) +
      slice(6, "kernel_dispatch", "b", text("agent", "Agent-4"))));
  BOOST_REQUIRE(trace.work.size() == 4u);
  const auto stands = [&](std::size_t i, std::int64_t device, std::int64_t stream, std::string_view call) {
    const gpu_work_item& w = trace.work[i];
    BOOST_TEST((w.device == device && w.stream == stream), "piece " << i);
    BOOST_REQUIRE(known(w.call));
    BOOST_TEST(trace.text(trace.calls[w.call].name) == call);
  };
  stands(0, 1, 2, "hipLaunchKernel");
  stands(1, 3, 2, "hipLaunchKernel");
  stands(2, 2, 2, "hipLaunchKernel");
  stands(3, 4, 5, "hipExtLaunchKernel");
}

/// rocprofv3's own stamps, if present, override those of the packets.
BOOST_AUTO_TEST_CASE(annotations_of_zero_are_no_stamps) {
  const auto kernel = [](std::int64_t begin, std::int64_t end) {
    const auto value = [](std::string_view name, std::int64_t n) {
      return std::move(proto_bytes().bytes(10, name).number(4, n));
    };
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, "k").bytes(22, "kernel_dispatch");
    e.bytes(4, value("begin_ns", begin)).bytes(4, value("end_ns", end));
    return gpu_trace_of(read(packet(proto_bytes().number(8, 1000).number(10, 1).bytes(11, e)) + event(2, 3000)));
  };
  BOOST_TEST(kernel(1100, 2000).work.at(0).time.base() == 900);
  BOOST_TEST(kernel(0, 0).work.at(0).time.base() == 2000);    // 3000 - 1000
  BOOST_TEST(kernel(-1, -1).work.at(0).time.base() == 2000);  // 2^64 - 1
}

/// PyTorch and injected profilers write GPU work as an event of its own, with both ends in one.
BOOST_AUTO_TEST_CASE(gpu_work_may_be_an_event_of_its_own) {
  const auto named = [](std::uint32_t list, std::int64_t iid, std::string_view text) {
    return std::move(proto_bytes().bytes(list, proto_bytes().number(1, iid).bytes(2, text)));
  };
  const auto extra = [](std::string_view name, std::string_view text) {
    return std::move(proto_bytes().bytes(1, name).bytes(2, text));
  };
  const auto work = [](std::int64_t at, const proto_bytes& stage) {
    return packet(proto_bytes().number(8, at).number(10, 1).number(13, 2).bytes(53, stage));
  };
  const std::string texts = packet(proto_bytes().number(10, 1).number(13, 1).bytes(
      12, proto_bytes()
              .raw(named(2, 1, "gemm").text())
              .raw(named(24, 1, "Kernel").text())
              .raw(named(24, 2, "Memcpy").text())
              .raw(named(24, 3, "EventRecord").text())
              .raw(named(24, 100, "[07] stream 7").text())
              .bytes(1000, proto_bytes().number(1, 6).bytes(2, "_Z4gemm").bytes(3, "gemm(int)"))));
  proto_bytes kernel, copy, other, mark;
  kernel.number(1, 1).number(2, 40).number(13, 100).number(14, 1).number(11, 2).number(20, 1);
  kernel.bytes(21, proto_bytes().bytes(1, proto_bytes().number(1, 4).number(2, 2)).bytes(2, proto_bytes().number(1, 64)));
  kernel.bytes(6, extra("device id", "2")).bytes(6, extra("stream id", "9")).bytes(6, extra("correlation", "33"));
  kernel.bytes(6, extra("Collective name", "allreduce")).bytes(6, extra("Group size", "8"));
  copy.number(1, 5).number(2, 3).number(13, 100).number(14, 2);  // device 0; the queue's name has the stream
  other.number(1, 6).number(2, 1).number(13, 100).number(14, 1).number(19, 6);
  mark.number(1, 7).number(13, 100).number(14, 3);               // without a duration: a point in time
  const perfetto_trace trace =
      read(texts + work(100, kernel) + work(200, copy) + work(300, other) + work(400, mark) +
           event(1, 500, "a") + event(2, 501));
  BOOST_TEST(slices_in(trace) == "gemm 100 40\nMemcpy 200 3\ngemm(int) 300 1\nEventRecord 400 0\na 500 1\n");
  const auto values_of = [&](std::size_t slice) {
    std::string all;
    for (const perfetto_value& v : trace.values_of(trace.slices[slice])) {
      const bool text = known(v.text());
      all += std::string(trace.text(v.name)) + "=" + (text ? std::string(trace.text(v.text())) : std::to_string(v.whole())) + " ";
    }
    return all;
  };
  BOOST_TEST(trace.text(trace.slices[0].category) == "kernel");
  BOOST_TEST(trace.text(trace.slices[1].category) == "gpu_memcpy");
  BOOST_TEST(trace.text(trace.slices[3].category) == "graph_event_node");
  BOOST_TEST(values_of(0) ==
             "Collective name=allreduce Group size=8 device=2 stream=9 correlation=33 grid=[4,2,1] block=[64,1,1] ");
  BOOST_TEST(values_of(1) == "device=0 stream=7 correlation=5 ");  // the number of the event itself
  BOOST_TEST((trace.slices[0].flow == 33u && trace.slices[1].flow == 5u));
  BOOST_TEST((trace.tracks[trace.slices[0].track].pid == 2 && trace.tracks[trace.slices[0].track].tid == 9));
  BOOST_TEST((trace.tracks[trace.slices[1].track].pid == 0 && trace.tracks[trace.slices[1].track].tid == 7));
  BOOST_TEST(trace.slices[1].track == trace.slices[2].track);
  // a time of 2^63 or more is none, nor is one whose end no clock can show
  const perfetto_trace endless =
      read(texts + work(1, proto_bytes().number(1, 1).number(2, -1).number(14, 1)) +
           work(1'700'000'000'000'000'000, proto_bytes().number(1, 2).number(2, 9'000'000'000'000'000'000).number(14, 1)) +
           event(1, 5, "a") + event(2, 6));
  BOOST_TEST(slices_in(endless) == "a 5 1\n");
  BOOST_TEST(endless.problems[gpu_problem::value_unreadable].count == 2u);
}

BOOST_AUTO_TEST_CASE(what_submits_gpu_work_is_a_call) {
  const auto call = [](std::int64_t at, std::string_view category, std::int64_t own) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, "launch").bytes(22, category);
    if (own != 0) e.bytes(4, proto_bytes().bytes(10, "correlation").number(4, own));
    e.bytes(3000, proto_bytes().packed(1, {5, 6}));
    return packet(proto_bytes().number(8, at).number(10, 1).bytes(11, e)) + event(2, at + 1);
  };
  const perfetto_trace trace = read(call(1, "cudart", 0) + call(3, "cuda_driver", 8));
  BOOST_REQUIRE(trace.slices.size() == 2u);
  BOOST_TEST(trace.text(trace.slices[0].category) == "cudart_runtime");
  BOOST_TEST(trace.values_of(trace.slices[0])[0].whole() == 5);
  BOOST_TEST(trace.text(trace.slices[1].category) == "cuda_driver");
  BOOST_REQUIRE(trace.values_of(trace.slices[1]).size() == 1u);
  BOOST_TEST(trace.values_of(trace.slices[1])[0].whole() == 8);
  BOOST_TEST((trace.slices[0].flow == 5u && trace.slices[1].flow == 8u));
}

BOOST_AUTO_TEST_CASE(work_without_a_call_has_no_number) {  // a range of the GPU: PyTorch leaves out a correlation of 0
  proto_bytes range;
  range.number(1, 5).number(2, 3).number(14, 1).bytes(17, "step").bytes(6, proto_bytes().bytes(1, "device id").bytes(2, "1"));
  const perfetto_trace trace = read(packet(proto_bytes().number(8, 9).number(10, 1).bytes(53, range)) + event(1, 500, "a") + event(2, 501));
  BOOST_TEST(trace.slices[0].flow == 0u);
  BOOST_TEST(trace.values_of(trace.slices[0]).size() == 2u);  // device, stream
}

BOOST_AUTO_TEST_CASE(any_number_of_threads_reads_the_same) {
  // more events than one batch holds, tracks that appear throughout, described before or after their events
  std::string bytes;
  for (int i = 0; i < 70'000; ++i) {
    proto_bytes e;
    e.number(9, i % 2 == 0 ? 1 : 2).number(11, i / 2000);
    if (i % 2 == 0) e.bytes(23, i % 3 == 0 ? "a" : "b").bytes(4, proto_bytes().bytes(10, "n").number(4, i));
    bytes += packet(proto_bytes().number(8, i).number(10, 1).bytes(11, e));
    if (i % 5000 == 0) bytes += packet(proto_bytes().bytes(60, proto_bytes().number(1, i / 1000)));
  }
  const auto all_of = [&](unsigned threads) {
    perfetto_options options;
    options.threads = threads;
    const expected<perfetto_trace> trace = read_perfetto(bytes, {}, options);
    BOOST_REQUIRE(trace.has_value());
    BOOST_TEST(trace->slices.size() == 35'000u);
    std::string text = slices_in(*trace);
    for (const perfetto_track& t : trace->tracks) text += std::to_string(t.uuid) + " ";
    for (const perfetto_value& v : trace->values) text += std::to_string(v.whole()) + " ";
    for (const perfetto_slice& s : trace->slices) text += std::to_string(s.track) + " ";
    return text;
  };
  const std::string one = all_of(1);
  BOOST_TEST((all_of(2) == one));
  BOOST_TEST((all_of(7) == one));
}

BOOST_AUTO_TEST_CASE(json_behind_a_line_end_is_no_packet) {
  BOOST_TEST(!is_perfetto("\n{\"traceEvents\": []}"));
  BOOST_TEST(!is_perfetto("\n\n [ {\"ph\""));
  BOOST_TEST(!is_perfetto(""));
  BOOST_TEST(is_perfetto(event(1, 1, "a")));
}

BOOST_AUTO_TEST_SUITE_END()
