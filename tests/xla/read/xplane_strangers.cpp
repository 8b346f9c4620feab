// Profiles of other writers: programs in other places, impossible stamps, merged hosts.
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/op/collective.hpp>
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

  xplane::plane keyed("/host:metadata");  // libtpu 0.0.37: under its own spelling and keys, which are no programs
  keyed.program("jit_f(7)", 1, product(), "HLO Proto");
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), keyed.bytes()})) == 384.0);
  BOOST_TEST(flop_of(xplane::file({gpu_of("by its number", 7).bytes(), keyed.bytes()})) == 384.0);

  xplane::plane host("/host:CPU");  // with the event that compiled it, under another name
  host.line(3, "main", 1'000).event("compile", 0, 5, {{"hlo_proto", 0, {}, product()}});
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), host.bytes()})) == 384.0);

  proto_bytes entry, old;  // as the bytes of its metadata
  entry.number(1, 7).bytes(2, proto_bytes().number(1, 7).bytes(2, "jit_f(7)").bytes(3, product()));
  old.bytes(2, "/host:metadata").bytes(4, entry);
  BOOST_TEST(flop_of(xplane::file({gpu_of("jit_f").bytes(), old.text()})) == 384.0);

  proto_bytes stated, newer, names;  // with its number in a stat only
  stated.bytes(2, "f").bytes(5, proto_bytes().number(1, 1).bytes(6, product()));
  stated.bytes(5, proto_bytes().number(1, 2).number(3, 7));
  for (const auto& [id, name] : {std::pair(1, "Hlo Proto"), std::pair(2, "program_id")})
    names.bytes(5, proto_bytes().number(1, id).bytes(2, proto_bytes().number(1, id).bytes(2, name)));
  newer.bytes(2, "/host:metadata").bytes(4, proto_bytes().number(1, 1).bytes(2, stated)).raw(names.text());
  BOOST_TEST(flop_of(xplane::file({gpu_of("by its number", 7).bytes(), newer.text()})) == 384.0);
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
  const xla_trace one = read(planes);
  BOOST_TEST(report_jax(one).gpus.size() == 1u);
  const xla_trace t = read(planes + proto_bytes().bytes(4, "w0").bytes(4, "w1").text());
  BOOST_TEST(report_jax(t).gpus.size() == 2u);
  BOOST_TEST(count(t, xla_problem::device_renumbered) == 1u);
}

/// The groups of an all-reduce over f32[256] with these fields.
std::vector<std::vector<std::int64_t>> groups_with(const proto_bytes& fields) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({256}));
  m.add("all-reduce.1", "all-reduce", xplane::f32({256}), {a}, fields);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const xla_trace t = read(xplane::file({metadata.bytes()}));
  const auto c = collective_of(t, {0, 1});
  BOOST_REQUIRE(c.has_value());
  return c->groups;
}
proto_bytes mesh_groups(const std::vector<std::int64_t>& devices, const proto_bytes& along) {
  proto_bytes mesh;
  mesh.bytes(1, proto_bytes().bytes(1, "a").number(2, 2)).bytes(1, proto_bytes().bytes(1, "b").number(2, 4));
  if (!devices.empty()) mesh.packed(2, devices);
  return proto_bytes().bytes(93, proto_bytes().bytes(1, mesh).bytes(2, along));
}
using device_groups = std::vector<std::vector<std::int64_t>>;

/// Asynchronous computations may hold a fusion, or call another computation, in which the collective is.
BOOST_AUTO_TEST_CASE(collectives_in_what_runs_beside) {
  const auto calls = [](std::int64_t computation) { return proto_bytes().packed(38, {computation}); };
  xplane::module m("jit_f");
  const xplane::shape f32 = xplane::f32({256});
  m.computation("fused");       // 1
  m.root(m.add("all-reduce.1", "all-reduce", f32, {m.parameter("a", f32)}));
  m.computation("async");       // 2
  m.root(m.add("fusion.1", "fusion", f32, {m.parameter("b", f32)}, calls(1)));
  m.computation("async_call");  // 3
  m.root(m.add("call.1", "call", f32, {m.parameter("c", f32)}, calls(2)));
  m.computation("main");
  const auto d = m.parameter("d", f32);
  m.add("async-start.1", "async-start", f32, {d}, calls(2));
  m.add("call-start.1", "async-start", f32, {d}, calls(3));
  m.add("async-start.2", "async-start", f32, {d}, calls(99));
  const auto gather = m.add("async-start.3", "async-start", f32, {d});
  const auto update = m.add("async-update.1", "async-update", f32, {d + 1});
  m.add("call-done.1", "async-done", f32, {update});
  m.add("call-done.2", "async-done", f32, {d}, calls(2));  // its start is in another computation
  m.add("async-done.3", "async-done", f32, {gather});
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const xla_trace t = read(xplane::file({metadata.bytes()}));
  for (const std::uint32_t start : {7u, 8u}) {  // behind six instructions and the parameter of main
    const auto c = collective_of(t, {0, start});
    BOOST_REQUIRE(c.has_value());
    BOOST_TEST((c->kind == gpu::collective_kind::allreduce));
    BOOST_TEST(c->in_elements == 256);
  }
  BOOST_TEST(!collective_of(t, {0, 9}).has_value());
  BOOST_TEST(start_of(t, {0, 12}).instruction == 7u);  // behind the update
  BOOST_TEST(!start_of(t, {0, 13}).found());
  BOOST_TEST(awaits_collective(t, {0, 12}));
  BOOST_TEST(awaits_collective(t, {0, 13}));
  BOOST_TEST(!awaits_collective(t, {0, 14}));  // a gather of another core
  BOOST_TEST(!awaits_collective(t, {0, 7}));   // a start waits for nothing
}

/// Programs of 2026 have iotas and meshes as fields of the instruction.
BOOST_AUTO_TEST_CASE(groups_of_newer_programs) {
  const auto part = [](std::int64_t before, std::int64_t size) {
    return proto_bytes().number(1, 1).bytes(2, proto_bytes().number(1, before).number(2, size));
  };
  BOOST_TEST((groups_with(proto_bytes().bytes(
                  92, proto_bytes().number(1, 2).number(2, 2).packed(3, {2, 2}).packed(4, {1, 0}))) ==
              device_groups{{0, 2}, {1, 3}}));
  BOOST_TEST((groups_with(mesh_groups({}, proto_bytes().number(1, 1))) == device_groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  BOOST_TEST((groups_with(mesh_groups({}, part(1, 2))) == device_groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  BOOST_TEST((groups_with(mesh_groups({}, part(2, 2))) == device_groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  // the first axis has number 0, which is not written: places n and n + 4
  BOOST_TEST((groups_with(mesh_groups({0, 2, 4, 6, 1, 3, 5, 7}, proto_bytes())) ==
              device_groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  for (const proto_bytes& broken : {proto_bytes().number(1, 2), part(0, 2), part(3, 2), part(2, 4)})
    BOOST_TEST(groups_with(mesh_groups({}, broken)).empty());
}

/// A product of 8 x 4 and 4 x 6 in a library, whose config is the second in the list of the module; its source is the
/// second place of the first file.
BOOST_AUTO_TEST_CASE(configs_and_sources_by_number) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({8, 4})), b = m.parameter("b", xplane::f32({4, 6}));
  proto_bytes fields;
  fields.bytes(7, proto_bytes().bytes(2, "jit(f)/dot_general").number(15, 1)).bytes(28, "__cublas$gemm");
  fields.bytes(99, proto_bytes().number(2, 1));
  // what it holds: f32[8,6]
  const xplane::shape buffer{34, {}, {}, {xplane::f32({8, 6})}};
  m.add("dot.1", "custom-call", buffer, {a, b}, fields);
  proto_bytes frames;
  frames.bytes(1, "model.py").bytes(3, proto_bytes().number(1, 1).number(3, 7));
  frames.bytes(3, proto_bytes().number(1, 1).number(3, 77)).bytes(4, proto_bytes().number(1, 2));
  m.with(proto_bytes().bytes(17, frames).bytes(22, "{}").bytes(
      22, R"({"gemm_backend_config":{"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],)"
          R"("rhs_contracting_dimensions":["0"]}}})"));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const std::string bytes = xplane::file({gpu_of("jit_f").bytes(), metadata.bytes()});
  BOOST_TEST(flop_of(bytes) == 384.0);
  const xla_trace t = read(bytes);
  const hlo_instruction& product = t.modules[0].instructions[2];
  BOOST_TEST(t.text(product.source_file) == "model.py");
  BOOST_TEST(product.source_line == 77);
}

BOOST_AUTO_TEST_SUITE_END()
