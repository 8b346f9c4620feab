// Profiles of other writers: programs in other places, impossible stamps, merged hosts.
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/run.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_xplane_strangers)

namespace {

xla_trace read(const std::string& bytes) { return std::move(*read_xplane(bytes)); }
std::uint64_t count(const xla_trace& t, xla_problem p) { return t.problems[p].count; }

/// A product of 8 x 4 and 4 x 6: 2 * 8 * 6 * 4 = 384 FLOP.
std::string product() {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({8, 4})), b = m.parameter("b", xplane::f32({4, 6}));
  m.add("dot.1", "dot", xplane::f32({8, 6}), {a, b},
        proto_bytes().bytes(30, proto_bytes().packed(1, {1}).packed(2, {0})));
  return m.hlo_proto();
}
xplane::plane gpu_of(std::string_view module, std::int64_t program = 0) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1", 1'000).kernel("k", 0, 1'000'000, 1, module, "dot.1", program);
  return gpu;
}
/// The FLOP of the one call in a file.
double flop_of(const std::string& bytes) {
  const xla_trace t = read(bytes);
  const jax_result r = report_jax(t);
  const std::vector<jax_call>& calls = r.calls;
  BOOST_REQUIRE(calls.size() == 1u);
  return calls[0].flops().base();
}
constexpr std::int64_t second = 1'000'000'000'000;  // ps

}  // namespace

BOOST_AUTO_TEST_CASE(programs_may_stand_in_other_places) {
  xplane::plane usual("/host:metadata");
  usual.program("jit_f(7)", 7, product());
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), usual.bytes()})) == 384.0);

  xplane::plane host("/host:CPU");  // with the event that compiled it, under another name
  host.line(3, "main", 1'000).event("compile", 0, 5, {{"hlo_proto", 0, {}, product()}});
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), host.bytes()})) == 384.0);

  proto_bytes entry, old;  // as the bytes of its metadata
  entry.number(1, 7).bytes(2, proto_bytes().number(1, 7).bytes(2, "jit_f(7)").bytes(3, product()));
  old.bytes(2, "/host:metadata").bytes(4, entry);
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), old.text()})) == 384.0);
}

BOOST_AUTO_TEST_CASE(events_may_name_a_program_with_its_number) {
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, product());
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f(7)").bytes(), metadata.bytes()})) == 384.0);
}

/// One event would determine the total duration: of 2 us it would make days.
BOOST_AUTO_TEST_CASE(events_far_from_all_others_are_left_out) {
  constexpr std::int64_t now = 1'763'900'000'000'000'000;
  for (const auto& [offset, length] :
       {std::pair<std::int64_t, std::int64_t>{-70 * second, 5}, {std::numeric_limits<std::int64_t>::min() / 2, 5},
        {0, std::numeric_limits<std::int64_t>::max()}, {0, 2 * 86'400 * second}, {3 * 86'400 * second, 5}}) {
    xplane::plane gpu("/device:GPU:0");
    gpu.line(1, "Stream #1", now).event("a", 0, 1'000'000).event("b", 1'000'000, 1'000'000);
    gpu.event("odd", offset, length);
    const xla_trace t = read(xplane::file({gpu.bytes()}));
    BOOST_TEST(t.events.size() == 2u, offset << ", " << length);
    BOOST_TEST(count(t, xla_problem::time_implausible) == 1u);
  }
}
BOOST_AUTO_TEST_CASE(a_line_that_counts_from_0_is_left_out) {
  for (const std::int64_t now : {std::int64_t{1'763'900'000'000'000'000}, std::int64_t{50} * 3600 * 1'000'000'000}) {
    xplane::plane gpu("/device:GPU:0");
    gpu.line(1, "Stream #1", now).event("a", 0, 5).event("b", 9, 5);
    gpu.line(2, "Stream #2", 0).event("odd", 0, 5);
    BOOST_TEST(read(xplane::file({gpu.bytes()})).events.size() == 2u);
  }
}
BOOST_AUTO_TEST_CASE(numbers_of_zero_are_not_written) {
  proto_bytes entry, line, plane;
  entry.bytes(2, proto_bytes().bytes(2, "first"));
  line.number(1, 1).bytes(2, "Stream #1").bytes(4, proto_bytes().number(3, 9));
  plane.bytes(2, "/device:GPU:0").bytes(3, line).bytes(4, entry);
  const xla_trace t = read(proto_bytes().bytes(1, plane).text());
  BOOST_REQUIRE(t.events.size() == 1u);
  BOOST_TEST(t.name(t.events[0]) == "first");
  BOOST_TEST(count(t, xla_problem::name_missing) == 0u);
}
BOOST_AUTO_TEST_CASE(pauses_are_kept) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1", 1'000).event("a", 0, 5).event("b", 3600 * second, 5);
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_TEST(t.events.size() == 2u);
  BOOST_TEST(count(t, xla_problem::time_implausible) == 0u);
}

/// Concatenated messages of two hosts are one message; naming two hosts reveals it.
BOOST_AUTO_TEST_CASE(planes_of_one_name_are_devices_of_several_hosts) {
  xplane::plane a("/device:GPU:0"), b("/device:GPU:0");
  a.line(1, "Stream #1", 1'000).event("k", 0, 3);
  b.line(1, "Stream #1", 1'000).event("k", 0, 7);
  const std::string planes = xplane::file({a.bytes(), b.bytes()});
  BOOST_TEST(report_jax(read(planes)).gpus.size() == 1u);
  const xla_trace t = read(planes + proto_bytes().bytes(4, "w0").bytes(4, "w1").text());
  BOOST_TEST(report_jax(t).gpus.size() == 2u);
  BOOST_TEST(count(t, xla_problem::device_renumbered) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
