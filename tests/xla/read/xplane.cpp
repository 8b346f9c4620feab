#include <ridgeline/xla/read/xplane.hpp>

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane_tables.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_xplane)

using xplane::bf16;

namespace {

xla_trace read(std::string_view bytes) {
  auto trace = read_xplane(bytes, "x.xplane.pb");
  BOOST_REQUIRE(trace.has_value());
  return std::move(*trace);
}
std::uint64_t count(const xla_trace& t, xla_problem p) { return t.problems[p].count; }
std::uint64_t all_problems(const xla_trace& t) {
  std::uint64_t n = 0;
  for (const auto& facts : xla_problem_table) n += count(t, facts.kind);
  return n;
}

/// Two GPUs, the second first in the file, and a host.
std::string small_file() {
  xplane::plane second("/device:GPU:1", 1), first("/device:GPU:0"), host("/host:CPU");
  second.line(3, "Stream #3", 2'000).kernel("late", 10, 5, 21);
  first.line(8, "Stream #8(MemcpyD2H)", 1'000).event("MemcpyD2H", 500, 70, {{"correlation_id", 12}});
  first.line(2, "Stream #2(Kernel)", 1'000).kernel("gemm", 400, 50, 11, "jit_f", "dot.1", 7);
  host.line(99, "python", 1'000).event("region", 5, 6).event("launch", 7, 8, {{"correlation_id", 11}, {"device_id", 0}});
  return xplane::file({second.bytes(), first.bytes(), host.bytes()});
}

}  // namespace

BOOST_AUTO_TEST_CASE(lines_come_by_gpu_and_key_and_the_host_behind) {
  const xla_trace t = read(small_file());
  BOOST_REQUIRE(t.lines.size() == 4u);
  const auto shown = [&](std::size_t l) {
    return std::string(t.text(t.plane(t.lines[l]).name)) + " " + std::string(t.text(t.lines[l].label)) + " " +
           std::to_string(t.lines[l].key) + " " + std::to_string(t.lines[l].count);
  };
  BOOST_TEST(shown(0) == "/device:GPU:0 Stream #2(Kernel) 2 1");
  BOOST_TEST(shown(1) == "/device:GPU:0 Stream #8(MemcpyD2H) 8 1");
  BOOST_TEST(shown(2) == "/device:GPU:1 Stream #3 3 1");
  BOOST_TEST(shown(3) == "/host:CPU python 99 2");
  BOOST_TEST(gpu_pid(t.plane(t.lines[2])) == 2);
  BOOST_TEST(t.hosts == std::vector<std::string>{"host"}, boost::test_tools::per_element());
  BOOST_TEST(all_problems(t) == 0u);
}

/// A file of several hosts prefixes device names with the host; devices may share a number.
BOOST_AUTO_TEST_CASE(devices_of_several_hosts_in_one_file_stand_apart) {
  xplane::plane here("/device:GPU:0"), there("/host:b/device:GPU:0"), again("/host:b/device:GPU:0");
  here.line(2, "Stream #2", 1'000).kernel("k", 0, 50, 11);
  there.line(2, "Stream #2", 1'000).kernel("k", 0, 70, 11);
  again.line(3, "Stream #3", 1'000).kernel("k", 0, 90, 11);
  const xla_trace t = read(xplane::file({here.bytes(), there.bytes(), again.bytes()}));
  BOOST_REQUIRE(t.lines.size() == 3u);
  BOOST_TEST(gpu_pid(t.plane(t.lines[0])) == 1);
  BOOST_TEST(gpu_pid(t.plane(t.lines[1])) == 2);  // 1 is taken
  BOOST_TEST(t.text(t.plane(t.lines[1]).name) == "/host:b/device:GPU:0");
  BOOST_TEST(t.events.size() == 3u);
}

BOOST_AUTO_TEST_CASE(times_are_picoseconds_from_the_first_line_on) {
  const xla_trace t = read(small_file());
  BOOST_TEST(t.base_ns == 1'000);
  BOOST_TEST(t.events[0].start_ps == 400);         // the line starts with the base
  BOOST_TEST(t.events[2].start_ps == 1'000'010);   // (2000 - 1000) ns * 1000 + 10
  BOOST_TEST(t.events[0].duration_ps == 50);
  BOOST_TEST((t.events[0].time() == 0.05 * ns));
}

BOOST_AUTO_TEST_CASE(stats_say_what_a_kernel_runs_and_who_launched_it) {
  const xla_trace t = read(small_file());
  const xla_args* const kernel = t.args_of(t.events[0]);
  BOOST_REQUIRE(kernel != nullptr);
  BOOST_TEST(kernel->correlation == 11);
  BOOST_TEST(kernel->program == 7);
  BOOST_TEST(t.text(kernel->hlo_module) == "jit_f");
  BOOST_TEST(t.text(kernel->hlo_op) == "dot.1");
  BOOST_TEST(t.args_of(t.events[3]) == nullptr);   // a Python region
  BOOST_REQUIRE(t.args_of(t.events[4]) != nullptr);
  BOOST_TEST(t.args_of(t.events[4])->correlation == 11);
}

BOOST_AUTO_TEST_CASE(a_stat_is_read_in_whichever_form_it_is_written) {
  // the link number as digits, the instruction as bytes
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1").event("k", 0, 5, {{"hlo_op", 0, {}, "dot.1"}});
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(t.args_of(t.events[0]) != nullptr);
  BOOST_TEST(t.text(t.args_of(t.events[0])->hlo_op) == "dot.1");
  BOOST_TEST(xla_detail::number_of_digits("18446744073709551611") == -5);  // 2^64 - 5
  BOOST_TEST(!known(xla_detail::number_of_digits("")));
  BOOST_TEST(!known(xla_detail::number_of_digits("1a")));
  proto_bytes stat, event, name, key;
  stat.number(1, 1).bytes(5, "41");
  event.number(1, 1).number(3, 7).bytes(4, stat);
  name.number(1, 1).bytes(2, "k");
  key.number(1, 1).bytes(2, "correlation_id");
  const std::string plane = proto_bytes().bytes(2, "/device:GPU:0")
      .bytes(3, proto_bytes().number(1, 1).bytes(2, "Stream #1").bytes(4, event))
      .bytes(4, proto_bytes().number(1, 1).bytes(2, name)).bytes(5, proto_bytes().number(1, 1).bytes(2, key)).text();
  const xla_trace digits = read(xplane::file({plane}));
  BOOST_TEST(digits.args_of(digits.events[0])->correlation == 41);
  BOOST_TEST(all_problems(digits) == 0u);

  // a text packed by `printf dot.1 | gzip -n`
  const std::string_view gzip("\x1F\x8B\x08\0\0\0\0\0\x02\x03\x4B\xC9\x2F\xD1\x33\x04\0\x5F\x08\xF4\xC0\x05\0\0\0", 25);
  for (const std::size_t size : {gzip.size(), gzip.size() - 10}) {
    const std::string packed = proto_bytes().bytes(2, "/device:GPU:0")
        .bytes(3, proto_bytes().number(1, 1).bytes(2, "Stream #1")
            .bytes(4, proto_bytes().number(1, 1).number(3, 7)
                .bytes(4, proto_bytes().number(1, 1).bytes(8, gzip.substr(0, size)))))
        .bytes(5, proto_bytes().number(1, 1).bytes(2, proto_bytes().number(1, 1).bytes(2, "hlo_op"))).text();
    const xla_trace unpacked = read(xplane::file({packed}));
    BOOST_TEST(unpacked.problems[xla_problem::unknown_field].count == 0u);
    BOOST_TEST(unpacked.problems[xla_problem::text_missing].count == (size == gzip.size() ? 0u : 1u));
    if (size == gzip.size()) BOOST_TEST(unpacked.text(unpacked.args_of(unpacked.events[0])->hlo_op) == "dot.1");
  }
}

BOOST_AUTO_TEST_CASE(of_two_names_with_one_number_the_last_counts) {
  const auto named = [](std::string_view name) {
    return proto_bytes().number(1, 1).bytes(2, proto_bytes().number(1, 1).bytes(2, name));
  };
  for (const std::int64_t far : {std::int64_t{2}, std::int64_t{1} << 62}) {  // an index, and a search
    const std::string plane = proto_bytes().bytes(2, "/device:GPU:0")
        .bytes(3, proto_bytes().number(1, 1).bytes(2, "Stream #1").bytes(4, proto_bytes().number(1, 1).number(3, 7)))
        .bytes(4, named("first")).bytes(4, proto_bytes().number(1, far)).bytes(4, named("last")).text();
    const xla_trace t = read(xplane::file({plane}));
    BOOST_TEST(t.name(t.events[0]) == "last");
  }
}

BOOST_AUTO_TEST_CASE(a_module_that_the_file_does_not_name_is_found_by_its_program) {
  xplane::module m("jit_f");
  m.computation("main");
  m.add("dot.1", "dot", bf16({1}), {});
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1").kernel("a", 0, 5, 1, "jit_f(7)", "dot.1", 7).kernel("b", 5, 5, 2, "jit_f", "dot.1", 8);
  gpu.event("c", 10, 5, {{"program_id", 7}}).kernel("d", 15, 5, 3, "jit_g", "dot.1", 9);
  const xla_trace t = read(xplane::file({metadata.bytes(), gpu.bytes()}));
  const auto module_of = [&](std::size_t event) { return t.text(t.args_of(t.events[event])->hlo_module); };
  BOOST_TEST(module_of(0) == "jit_f");  // no module is called jit_f(7), and 7 is jit_f
  BOOST_TEST(module_of(1) == "jit_f");  // the name decides if the file has it
  BOOST_TEST(module_of(2) == "jit_f");
  BOOST_TEST(module_of(3) == "jit_g");  // neither is in the file
}

BOOST_AUTO_TEST_CASE(calls_of_the_runtime_may_stand_in_a_plane_of_their_own) {
  for (const std::string_view name : {"/host:CUPTI", "/host:ROCTRACER"}) {
    xplane::plane gpu("/device:GPU:0"), calls(name);
    gpu.line(1, "Stream #1", 1'000).kernel("k", 0, 5, 11);
    calls.line(2, "Driver", 1'000).event("launch", 0, 3, {{"correlation_id", 11}});
    const xla_trace t = read(xplane::file({gpu.bytes(), calls.bytes()}));
    BOOST_TEST(t.events.size() == 2u);
    BOOST_TEST(t.args_of(t.events[1])->correlation == 11);
  }
}

BOOST_AUTO_TEST_CASE(clocks_far_apart_leave_the_devices_times_exact) {
  // the host counts from when it started, the GPU from 1970: 1.7e18 ns do not fit into 64 bits of picoseconds
  constexpr std::int64_t now = 1'763'900'000'123'456'789;
  xplane::plane host("/host:CPU"), gpu("/device:GPU:0");
  host.line(1, "python", 5).event("a", 0, 1).event("b", 2, 1).event("c", 4, 1);
  gpu.line(1, "Stream #1", now).kernel("first", 0, 5, 1).kernel("second", 30, 5, 2);
  const xla_trace t = read(xplane::file({host.bytes(), gpu.bytes()}));
  BOOST_TEST(t.base_ns == now);
  BOOST_TEST(t.events[1].start_ps - t.events[0].start_ps == 30);
  BOOST_TEST(t.events.size() == 2u);
  BOOST_TEST(count(t, xla_problem::time_implausible) == 3u);  // those of the host
}

BOOST_AUTO_TEST_CASE(display_names_win_and_keys_keep_their_low_half) {
  proto_bytes metadata, entry, event, line, plane;
  metadata.number(1, 5).bytes(2, "internal").bytes(4, "shown");
  entry.number(1, 5).bytes(2, metadata);
  event.number(1, 5).number(3, 9);
  line.number(1, 1).bytes(2, "internal line").bytes(4, event).number(10, (std::int64_t{1} << 40) + 3).bytes(11, "Stream #3");
  plane.bytes(2, "/device:GPU:0").bytes(3, line).bytes(4, entry);
  const xla_trace t = read(proto_bytes().bytes(1, plane).text());
  BOOST_REQUIRE(t.events.size() == 1u);
  BOOST_TEST(t.name(t.events[0]) == "shown");
  BOOST_TEST(t.text(t.lines[0].label) == "Stream #3");
  BOOST_TEST(t.lines[0].key == 3);
  BOOST_TEST(t.events[0].start_ps == 0);  // an offset of zero is not written
}

/// A profiler that queries child processes says which process a plane belongs to.
BOOST_AUTO_TEST_CASE(planes_of_processes_are_known) {
  xplane::plane chip("/device:TPU:0 [99]"), other("/device:TPU:0 [100]"), gpu("/device:GPU:3 [99]", 4),
      host("/host:CPU [99]"), sparse("/device:TPU:0 SparseCore 0 [99]"), odd("/device:TPU:1 [a]");
  chip.line(1, "XLA Ops", 1'000).event("fusion.1", 0, 50);
  other.line(1, "XLA Ops", 1'000).event("fusion.1", 0, 70);
  gpu.line(2, "Stream #2", 1'000).kernel("k", 0, 50, 11);
  host.line(99, "python", 1'000).event("launch", 7, 8, {{"correlation_id", 11}});
  sparse.line(1, "XLA Ops", 1'000).event("a", 0, 1);
  odd.line(1, "XLA Ops", 1'000).event("a", 0, 1);
  const xla_trace t = read(xplane::file(
      {chip.bytes(), other.bytes(), gpu.bytes(), host.bytes(), sparse.bytes(), odd.bytes()}));
  std::string kinds;
  for (const xla_plane& p : t.planes) kinds += std::to_string(static_cast<int>(p.kind)) + " ";
  BOOST_TEST(kinds == "2 2 1 3 0 0 ");  // TPU, TPU, GPU, host, and two others
  BOOST_TEST(t.text(t.planes[0].name) == "/device:TPU:0 [99]");
  BOOST_TEST(t.planes[0].id != t.planes[1].id);  // two chips
}

BOOST_AUTO_TEST_CASE(what_the_profiler_says_is_counted) {
  const std::string file = small_file() + proto_bytes().bytes(2, "no privileges").bytes(3, "buffers were full").text();
  const xla_trace t = read(file);
  BOOST_TEST(count(t, xla_problem::profiler_message) == 2u);
  BOOST_TEST(t.problems[xla_problem::profiler_message].example == "no privileges");
  BOOST_TEST(all_problems(t) == 2u);
}

BOOST_AUTO_TEST_CASE(events_of_a_line_are_put_in_order) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1").event("c", 30, 1).event("a", 10, 1).event("b", 10, 2);
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  std::string order;
  for (const xla_event& e : t.events) order += t.name(e);
  BOOST_TEST(order == "abc");
}

BOOST_AUTO_TEST_CASE(facts_of_devices_and_of_the_run) {
  xplane::plane gpu("/device:GPU:0"), environment("Task Environment");
  const auto stat = [](std::int64_t id, std::int64_t number) { return proto_bytes().number(1, id).number(4, number); };
  const auto name = [](std::int64_t id, std::string_view text) {
    return proto_bytes().number(1, id).bytes(2, proto_bytes().number(1, id).bytes(2, text));
  };
  const std::string planes =
      proto_bytes().bytes(1, proto_bytes().bytes(2, "/device:GPU:0").bytes(5, name(1, "core_count"))
                                 .bytes(5, name(2, "clock_rate")).bytes(6, stat(1, 304)).bytes(6, stat(2, 2'100'000)))
                   .bytes(1, proto_bytes().bytes(2, "Task Environment").bytes(5, name(1, "profile_start_time"))
                                 .bytes(6, stat(1, 1'779'266'702'889'805'563))).text();
  const xla_trace t = read(planes);
  BOOST_TEST(t.planes[0].cores == 304);
  BOOST_TEST(t.planes[0].clock_khz == 2'100'000);
  BOOST_TEST(!known(t.planes[0].memory));
  BOOST_TEST(t.profile_start_ns == 1'779'266'702'889'805'563);
}

BOOST_AUTO_TEST_CASE(programs_are_read_with_shapes_and_dimensions) {
  xplane::module m("jit_f");
  m.computation("fused");
  const auto a = m.parameter("a", bf16({2, 3})), b = m.parameter("b", xplane::f32({3}));
  proto_bytes dims;
  dims.packed(1, {1}).packed(2, {0});
  m.root(m.add("dot.1", "dot", bf16({2}), {a, b}, proto_bytes().bytes(30, dims)));
  m.computation("main");
  const auto x = m.parameter("x", bf16({2, 3}));
  m.add("fusion.1", "fusion", xplane::tuple({bf16({2}), xplane::array(2, {64})}), {x},
        proto_bytes().bytes(11, "kCustom").packed(38, {1}).raw(xplane::op_name("jit(f)/dot", "model.py", 12).text()));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const xla_trace t = read(xplane::file({metadata.bytes()}));
  BOOST_REQUIRE(t.modules.size() == 1u);
  const hlo_module& module = t.modules[0];
  BOOST_TEST(t.text(module.name) == "jit_f");
  BOOST_TEST(module.program == 7);
  const std::uint32_t fusion = module.find(t.texts.find("fusion.1"));
  BOOST_REQUIRE(known(fusion));
  const hlo_instruction& i = module.instructions[fusion];
  BOOST_TEST(t.text(i.opcode) == "fusion");
  BOOST_TEST(t.text(i.op_name) == "jit(f)/dot");
  BOOST_TEST(i.source_line == 12);
  BOOST_TEST(!module.is_root(i));
  BOOST_TEST(module.shapes[i.shape].parts.count == 2u);
  const std::uint32_t called = module.find_computation(module.list(i.called)[0]);
  BOOST_TEST(t.text(module.computations[called].name) == "fused");
  const hlo_instruction& dot = module.instructions[module.find(t.texts.find("dot.1"))];
  BOOST_TEST(module.is_root(dot));
  const hlo_dot& d = module.dots[dot.dot];
  BOOST_TEST(module.list(d.lhs_contracting)[0] == 1);
  BOOST_TEST(module.list(d.rhs_contracting)[0] == 0);
  const hlo_instruction& lhs = module.instructions[module.find(dot.computation, module.list(dot.operands)[0])];
  BOOST_TEST(t.text(lhs.name) == "a");
  BOOST_TEST(module.list(module.shapes[lhs.shape].dims)[1] == 3);
}

BOOST_AUTO_TEST_CASE(what_is_no_profile_is_a_failure) {
  const auto empty = read_xplane("", "x");
  BOOST_REQUIRE(!empty.has_value());
  BOOST_TEST(to_string(empty.error()) == "x: expected the planes of an XSpace message, found an empty file");
  for (const char* const json : {"{\"traceEvents\": []}", " [{}]", "\xEF\xBB\xBF{}"})
    BOOST_TEST(to_string(read_xplane(json, "x").error()).find("found JSON: give the .xplane.pb") != std::string::npos);
  BOOST_TEST(to_string(read_xplane("\x1F\x8B\x08", "x").error()) == "x: is packed with gzip: unpack it (gzip -d)");
  BOOST_TEST(!read_xplane("{\"traceEvents\": []}").has_value());
  BOOST_TEST(!read_xplane(std::string(100, '\xFF')).has_value());
  // JAX's memory profile: the kinds of its samples are no planes, since they have no names
  BOOST_TEST(to_string(read_xplane("\n\4\b\1\x10\2\n\4\b\3\x10\4\x12\2\n\0", "x").error()) ==
             "x: is a profile of pprof, which this program does not read");
  const auto missing = read_xplane_file("/no/such/file");
  BOOST_REQUIRE(!missing.has_value());
  BOOST_TEST((missing.error().code == errc::cannot_read));
}

BOOST_AUTO_TEST_CASE(every_cut_gives_a_failure_or_a_remark) {
  const std::string whole = small_file();
  const std::string_view bytes = whole;
  for (std::size_t n = 1; n < bytes.size(); ++n) {
    const auto trace = read_xplane(bytes.substr(0, n));
    if (!trace) continue;
    const bool at_a_plane_s_end = all_problems(*trace) == 0;
    if (at_a_plane_s_end) BOOST_TEST(trace->planes.size() < 4u, "cut at " << n);
  }
  // Cut in the middle of the second plane: what comes before is read, and the cut is counted.
  const xla_trace cut = read(bytes.substr(0, bytes.size() / 2));
  BOOST_TEST(cut.planes.size() >= 1u);
  BOOST_TEST(count(cut, xla_problem::file_cut) == 1u);
}

BOOST_AUTO_TEST_CASE(events_behind_a_broken_one_are_read) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1").event("a", 1, 1);
  gpu.raw(proto_bytes().bytes(4, std::string_view("\x08\xFF\xFF", 3)).text());  // an unterminated number
  gpu.raw(proto_bytes().bytes(4, std::string_view("\x0F", 1)).text());          // an invalid wire type
  gpu.event("b", 2, 1);
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_TEST(t.events.size() == 2u);
  BOOST_TEST(count(t, xla_problem::event_dropped) == 2u);
}

BOOST_AUTO_TEST_CASE(wrong_wire_types_and_unknown_fields_are_counted) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1");
  gpu.raw(proto_bytes().bytes(4, proto_bytes().number(1, 1).bytes(2, "an offset").number(3, 7)).text());
  gpu.raw(proto_bytes().bytes(4, proto_bytes().number(1, 1).number(3, 7).number(30, 5)).text());
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_TEST(t.events.size() == 2u);
  BOOST_TEST(t.events[0].start_ps == 0);
  BOOST_TEST(count(t, xla_problem::wrong_wire_type) == 1u);
  BOOST_TEST(count(t, xla_problem::unknown_field) == 1u);
  BOOST_TEST(count(t, xla_problem::name_missing) == 2u);
}

BOOST_AUTO_TEST_CASE(a_length_beyond_the_message_around_it_ends_that_message_only) {
  proto_bytes name;
  name.number(1, 1).bytes(2, proto_bytes().number(1, 1).bytes(2, "k"));
  std::string line = proto_bytes().number(1, 1).bytes(2, "Stream #1").bytes(4, proto_bytes().number(1, 1).number(3, 4)).text();
  line += std::string_view("\x22\x7F\x08\x01", 4);  // an event of 127 bytes, only two of which are present
  const std::string planes = proto_bytes().bytes(1, proto_bytes().bytes(2, "/device:GPU:0").bytes(3, line).bytes(4, name))
                                 .bytes(1, proto_bytes().bytes(2, "/device:GPU:1").number(1, 1)).text();
  const xla_trace t = read(planes);
  BOOST_TEST(t.planes.size() == 2u);
  BOOST_TEST(t.events.size() == 1u);
  BOOST_TEST(count(t, xla_problem::length_beyond) == 1u);
  BOOST_TEST(count(t, xla_problem::event_dropped) == 1u);
}

BOOST_AUTO_TEST_CASE(impossible_times_do_not_overflow) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1", 0).event("early", 0, 1);
  gpu.line(2, "Stream #2", std::numeric_limits<std::int64_t>::max()).event("late", std::numeric_limits<std::int64_t>::max(), 5);
  gpu.line(3, "Stream #3", 0).event("negative", 10, -5);
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(t.events.size() == 2u);  // not `late`
  BOOST_TEST(count(t, xla_problem::time_implausible) == 1u);
  BOOST_TEST(count(t, xla_problem::negative_duration) == 1u);
  BOOST_TEST(t.events[1].duration_ps == 0);
}

BOOST_AUTO_TEST_CASE(events_that_stand_for_several_are_left_out) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1").raw(proto_bytes().bytes(4, proto_bytes().number(1, 1).number(5, 12).number(3, 7)).text());
  const xla_trace t = read(xplane::file({gpu.bytes()}));
  BOOST_TEST(t.events.empty());
  BOOST_TEST(count(t, xla_problem::without_start) == 1u);
}

BOOST_AUTO_TEST_CASE(cycles_and_repeated_ids_in_programs_are_counted) {
  xplane::module m("jit_f");
  m.computation("one");
  m.add("call.1", "call", bf16({1}), {}, proto_bytes().packed(38, {2}));
  m.computation("two");
  m.add("call.2", "call", bf16({1}), {}, proto_bytes().packed(38, {1}));
  m.add("again", "call", bf16({1}), {}, proto_bytes().number(35, 2));  // call.2's id
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(1)", 1, m.hlo_proto());
  const xla_trace t = read(xplane::file({metadata.bytes()}));
  BOOST_TEST(count(t, xla_problem::hlo_cycle) == 1u);
  BOOST_TEST(count(t, xla_problem::hlo_id_repeated) == 1u);
}

/// A line of 20,000 events is read in three parts (8,192 each), which see different texts first: results of each part
/// keep their place in the whole, and events are sorted by start, here from the last of the file to the first.
BOOST_AUTO_TEST_CASE(a_long_line_is_one_line_whatever_its_parts) {
  constexpr std::int64_t n = 20'000;
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(2, "Stream #2(Kernel)", 1'000);
  host.line(9, "python", 1'000);
  for (std::int64_t i = 0; i < n; ++i) {
    gpu.kernel(i % 2 == 0 ? "even" : "odd", 10 * (n - i), 5, i + 1, "jit_f", "op." + std::to_string(i / 2), 7);
    host.event("launch", 10 * i, 3, {{"correlation_id", i + 1}});
    if (i == 10'000) gpu.raw({"\x22\x01\x08", 3});  // an event of one byte, which is half a field
  }
  const xla_trace t = read(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_TEST(count(t, xla_problem::event_dropped) == 1u);
  BOOST_REQUIRE(t.lines.size() == 2u);
  BOOST_TEST(t.lines[0].count == 20'000u);
  BOOST_TEST(t.lines[1].first == 20'000u);
  BOOST_TEST(t.lines[1].count == 20'000u);
  BOOST_REQUIRE(t.events.size() == 40'000u);
  BOOST_TEST(t.args.size() == 40'000u);
  std::uint64_t wrong = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int64_t i = n - 1 - k;  // its number in the file
    const xla_event& e = t.events[static_cast<std::size_t>(k)];
    const xla_args* const args = t.args_of(e);
    const bool right = args != nullptr && e.start_ps == 10 * (k + 1) && t.name(e) == (i % 2 == 0 ? "even" : "odd") &&
                       args->correlation == i + 1 && t.text(args->hlo_op) == "op." + std::to_string(i / 2) &&
                       t.text(args->hlo_module) == "jit_f";
    const xla_args* const launch = t.args_of(t.events[static_cast<std::size_t>(n + k)]);
    if (!right || launch == nullptr || launch->correlation != k + 1) ++wrong;
  }
  BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(tuples_in_tuples_without_end_are_cut) {
  xplane::shape deep = bf16({1});
  for (int i = 0; i < 100; ++i) deep = xplane::tuple({deep});
  xplane::module m("jit_f");
  m.computation("main");
  m.parameter("p", deep);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(1)", 1, m.hlo_proto());
  BOOST_TEST(count(read(xplane::file({metadata.bytes()})), xla_problem::hlo_too_deep) == 1u);
}

BOOST_AUTO_TEST_CASE(samples_are_read_without_a_remark_plain_and_packed) {
  for (const std::string name : {"te_fused_attn", "conv_legacy", "synthetic_train_2gpu"}) {
    const auto path = shared_data("jax/" + name + "/trace.xplane.pb");
    if (!path) return;
    const auto trace = read_xplane_file(*path);
    BOOST_REQUIRE(trace.has_value());
    BOOST_TEST(all_problems(*trace) == 0u, name);
    const std::filesystem::path packed = std::filesystem::temp_directory_path() / ("ridgeline_" + name + ".xplane.pb.gz");
    if (std::system(("gzip -c " + *path + " > " + packed.string()).c_str()) != 0) continue;
    const auto again = read_xplane_file(packed.string());
    std::filesystem::remove(packed);
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST(again->events.size() == trace->events.size());
    BOOST_TEST(again->texts.bound() == trace->texts.bound());
  }
}

BOOST_AUTO_TEST_SUITE_END()
