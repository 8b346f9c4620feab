#include <ridgeline/xla/tree/kernels.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/tree/link.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_tree_kernels)

BOOST_AUTO_TEST_CASE(a_kernel_knows_its_launch_and_its_instruction) {
  static_assert(named<xla_work_record> && timed<xla_work_record> && placed<xla_work_record> && launched<xla_work_record>);
  xplane::plane gpu("/device:GPU:0", 3), host("/host:CPU", 9);
  gpu.line(7, "Stream #7", 1'000).kernel("gemm", 5'600, 2'499, 11, "jit_step", "dot.1").kernel("copy", 9'000, 2'500, 12);
  host.line(1, "python", 1'000).event("cuLaunchKernel", 0, 1'000, {{"correlation_id", 11}});
  const auto trace = read_xplane(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].name() == "gemm");
  BOOST_TEST(all[0].start().base() == 1'005);  // 1000 ns and 5.6
  BOOST_TEST(all[0].time().base() == 2);       // 2.499 ns
  BOOST_TEST(all[1].time().base() == 3);       // 2.5 ns
  BOOST_TEST(all[0].device() == 3);
  BOOST_TEST(all[0].stream() == 7);
  BOOST_TEST(all[0].module_name() == "jit_step");
  BOOST_TEST(all[0].instruction() == "dot.1");
  BOOST_TEST(all[0].launch_name() == "cuLaunchKernel");
  BOOST_TEST(all[1].launch_name() == "");
  BOOST_TEST(all[1].module_name() == "");
  BOOST_TEST(!known(all[1].bytes()));
  BOOST_TEST(all[0].launch_latency().base() == 5);  // from 1000 to 1005
  BOOST_TEST(!known(all[1].launch_latency()));
  BOOST_TEST((all[0].kind() == gpu_kind::kernel));
  BOOST_TEST((all[1].kind() == gpu_kind::copy));
  const auto streams = all | group_by(device, stream) | aggregate(count, sum(elapsed));
  BOOST_REQUIRE(streams.size() == 1u);
  BOOST_TEST(streams[0][count] == 2);
  BOOST_TEST(streams[0][sum(elapsed)].base() == 5);
}

/// Of programs 3 and 12 of one name only the first is in the file. Where no kernel is of a program that is there, the
/// name decides: compiled programs that were loaded have other numbers.
BOOST_AUTO_TEST_CASE(programs_that_are_not_there_lend_nothing) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({8}));
  m.add("add.1", "add", xplane::bf16({8}), {x, x});
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(3)", 3, m.hlo_proto());
  const auto reported = [&](std::int64_t first, std::int64_t second) {
    xplane::plane gpu("/device:GPU:0");
    gpu.line(7, "Stream #7", 1'000).kernel("loop_add", 0, 200'000, 1, "jit_f", "add.1", first);
    gpu.kernel("loop_add", 300'000, 5'000, 2, "jit_f", "add.1", second);
    const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes(), gpu.bytes()})));
    const jax_result r = report_jax(trace);
    return std::tuple(r.calls.size(), r.calls.front().microseconds, r.problems[xla_problem::module_missing].count);
  };
  BOOST_TEST((reported(3, 12) == std::tuple(std::size_t{1}, 0.2, std::uint64_t{1})));
  BOOST_TEST((reported(12, 3) == std::tuple(std::size_t{1}, 0.005, std::uint64_t{1})));
  BOOST_TEST((reported(7, 12) == std::tuple(std::size_t{2}, 0.2, std::uint64_t{0})));  // executions of two programs
  BOOST_TEST((reported(3, 3) == std::tuple(std::size_t{2}, 0.2, std::uint64_t{0})));
}

/// What an event does not say, its instruction in the file's program does: `add.1` has a name path, `copy.2` has none.
/// A kernel of a graph, whose event names the call of the graph, is named after its fusion. Works of a program that is
/// not there, copies, and instructions that differ in the two programs of one name have no name path.
BOOST_AUTO_TEST_CASE(name_paths_stand_in_the_program) {
  const auto program = [](std::string_view module, std::int64_t extent) {
    xplane::module m{std::string(module)};
    m.computation("main");
    const auto x = m.parameter("x", xplane::bf16({extent}));
    m.add("add.1", "add", xplane::bf16({extent}), {x, x}, xplane::op_name("jit(f)/add"));
    m.add("copy.2", "copy", xplane::bf16({extent}), {x});
    m.add("loop_fusion.3", "fusion", xplane::bf16({extent}), {x}, xplane::op_name("jit(f)/mul"));
    m.add("call.4", "call", xplane::bf16({extent}), {x});
    return m.hlo_proto();
  };
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  metadata.program("jit_f(3)", 3, program("jit_f", 8));
  metadata.program("jit_two(4)", 4, program("jit_two", 8)).program("jit_two(5)", 5, program("jit_two", 16));
  gpu.line(7, "Stream #7", 1'000).kernel("loop_add", 0, 1'000, 1, "jit_f", "add.1", 3);
  gpu.kernel("loop_copy", 2'000, 1'000, 2, "jit_f", "copy.2", 3);
  gpu.kernel("loop_fusion_3", 4'000, 1'000, 3, "jit_f", "call.4", 3);
  gpu.kernel("loop_add", 6'000, 1'000, 4, "jit_g", "add.1").kernel("MemcpyD2D", 8'000, 1'000, 5, "jit_f", "add.1", 3);
  gpu.kernel("loop_add", 10'000, 1'000, 6, "jit_two", "add.1");
  const auto trace = read_xplane(xplane::file({metadata.bytes(), gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  std::vector<std::string_view> names;
  for (const xla_work_record& work : kernels(*trace)) names.push_back(work.op_name());
  const std::vector<std::string_view> expected{"jit(f)/add", "", "jit(f)/mul", "", "", ""};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
}

/// Of 40 programs of one name, program n has `add.n` alone, `mul.100` of n elements, and `sub.200` as the others do.
BOOST_AUTO_TEST_CASE(instructions_are_found_among_many_programs_of_one_name) {
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  for (std::int64_t n = 1; n <= 40; ++n) {
    const std::string number = std::to_string(n);
    xplane::module m("jit__lambda_");
    m.computation("main");
    const auto x = m.parameter("x", xplane::bf16({8})), y = m.parameter("y", xplane::bf16({n}));
    m.add("add." + number, "add", xplane::bf16({8}), {x, x}, xplane::op_name("jit(f)/add " + number));
    m.add("mul.100", "multiply", xplane::bf16({n}), {y, y}, xplane::op_name("jit(f)/mul " + number));
    m.add("sub.200", "subtract", xplane::bf16({8}), {x, x}, xplane::op_name("jit(f)/sub"));
    metadata.program("jit__lambda_(" + number + ")", n, m.hlo_proto());
  }
  std::int64_t at = 0;
  const auto kernel = [&](std::string_view op, std::int64_t program = missing<std::int64_t>) {
    std::vector<xplane::stat> stats{{"correlation_id", at + 1}, {"hlo_op", 0, op}, {"hlo_module", 0, "jit__lambda_"}};
    if (known(program)) stats.push_back({"program_id", program});
    gpu.event("loop", at * 2'000, 1'000, stats), ++at;
  };
  gpu.line(7, "Stream #7", 1'000);
  kernel("add.7"), kernel("add.40"), kernel("add.41");     // of no said program
  kernel("mul.100"), kernel("sub.200");                    // which one it is does not matter for the second
  kernel("mul.100", 5), kernel("add.5", 5), kernel("add.7", 5);
  const auto trace = read_xplane(xplane::file({metadata.bytes(), gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  std::vector<std::string_view> names;
  for (const xla_work_record& work : kernels(*trace)) names.push_back(work.op_name());
  const std::vector<std::string_view> expected{"jit(f)/add 7", "jit(f)/add 40", "",             "",
                                               "jit(f)/sub",   "jit(f)/mul 5",  "jit(f)/add 5", "jit(f)/add 7"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
}

/// What events of one name have in common may stand in the plane's metadata; what an event says itself goes first.
BOOST_AUTO_TEST_CASE(instructions_may_stand_in_metadata) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7", 1'000).kernel("gemm", 0, 2'000, 11).kernel("gemm", 5'000, 2'000, 12, "jit_f", "dot.2", 3);
  gpu.about("gemm", {{"hlo_op", 0, "dot.1"}, {"hlo_module", 0, "jit_f"}, {"program_id", 8}});
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].instruction() == "dot.1");
  BOOST_TEST(all[0].module_name() == "jit_f");
  BOOST_TEST(all[1].instruction() == "dot.2");
  BOOST_TEST(trace->args_of(trace->events[0])->program == 8);
  BOOST_TEST(trace->args_of(trace->events[0])->correlation == 11);
  BOOST_TEST(trace->args_of(trace->events[1])->program == 3);
}

BOOST_AUTO_TEST_CASE(events_of_the_host_are_records) {
  static_assert(named<xla_host_record> && timed<xla_host_record>);
  xplane::plane gpu("/device:GPU:0", 3), host("/host:CPU", 9);
  gpu.line(7, "Stream #7", 1'000).kernel("gemm", 5'600, 2'499, 11, "jit_step", "dot.1");
  host.line(1, "python", 1'000).event("step", 0, 9'000'000).event("cuLaunchKernel", 1'500, 2'500);
  const auto trace = read_xplane(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const auto all = host_events(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].name() == "step");
  BOOST_TEST(all[0].time().base() == 9'000);
  BOOST_TEST(all[1].start().base() == 1'001);  // 1000 ns and 1.5
  BOOST_TEST(all[1].time().base() == 3);       // 2.5 ns
  BOOST_TEST(all[1].thread() == "python");
}

/// Profiles of two ranks in one file (merge_xprof of tpu-inference): planes other than a device's have the rank at the end
/// of their names, ids count all planes, names of devices count devices. Both ranks use number 11.
BOOST_AUTO_TEST_CASE(merged_profiles_keep_their_launches) {
  for (const bool devices_first : {false, true}) {
    const auto profile = [&](int rank, std::int64_t launch, std::string_view module) {
      xplane::plane gpu("/device:GPU:" + std::to_string(rank), 10 * rank + 3),
          host("/host:CPU " + std::to_string(rank), 10 * rank + 4), programs("/host:metadata " + std::to_string(rank));
      gpu.line(7, "Stream #7", 1'000).kernel("gemm", 5'000'000, 2'000, 11, module, "dot.1");
      host.line(1, "python", 1'000).event("cuLaunchKernel", launch, 1'000, {{"correlation_id", 11}});
      return devices_first ? std::vector{gpu.bytes(), programs.bytes(), host.bytes()}
                           : std::vector{programs.bytes(), gpu.bytes(), host.bytes()};
    };
    auto planes = profile(0, 1'000'000, "jit_a");
    for (const auto& plane : profile(1, 2'000'000, "jit_b")) planes.push_back(plane);
    const auto trace = read_xplane(xplane::file(planes));
    BOOST_REQUIRE(trace.has_value());
    const std::vector<xla_work_record> all = kernels(*trace);
    BOOST_REQUIRE(all.size() == 2u);
    BOOST_TEST(all[0].launch_latency().base() == 4'000);
    BOOST_TEST(all[1].launch_latency().base() == 3'000);
    BOOST_TEST(all[0].device() == 0);
    BOOST_TEST(all[1].device() == 1);
    BOOST_TEST(trace->problems[xla_problem::plane_unread].count == 0u);
    xla_problems links;
    link_launches(*trace, links);
    BOOST_TEST(links[xla_problem::correlation_repeated].count == 0u);
  }
}

/// Two hosts, each with a rank 0. A host's plane of an unknown kind is counted.
BOOST_AUTO_TEST_CASE(ranks_of_merged_profiles_begin_anew_with_each_host) {
  const auto host = [](std::int64_t launch) {
    return xplane::plane("/host:CPU 0").line(1, "python", 1'000).event("cuLaunchKernel", launch, 1'000, {{"correlation_id", 11}}).bytes();
  };
  xplane::plane gpu("/device:GPU:0"), odd("/host:CPU:1");
  gpu.line(7, "Stream #7", 1'000).kernel("gemm", 5'000'000, 2'000, 11);
  odd.line(1, "python", 1'000).event("a", 0, 1);
  const auto trace = read_xplane(xplane::file({host(1'000'000), gpu.bytes(), host(2'000'000), gpu.bytes(), odd.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].launch_latency().base() == 4'000);
  BOOST_TEST(all[1].launch_latency().base() == 3'000);
  BOOST_TEST(trace->problems[xla_problem::plane_unread].count == 1u);
}

/// Numbers behind the names of some planes alone do not make a merged file.
BOOST_AUTO_TEST_CASE(a_file_whose_host_has_no_rank_is_one_profile) {
  xplane::plane gpu("/device:GPU:0", 4), host("/host:CPU"), one("/host:pool 1"), two("/host:pool 2");
  gpu.line(7, "Stream #7", 1'000).kernel("gemm", 5'000'000, 2'000, 11);
  host.line(1, "python", 1'000).event("cuLaunchKernel", 1'000'000, 1'000, {{"correlation_id", 11}});
  const auto trace = read_xplane(xplane::file({one.bytes(), gpu.bytes(), two.bytes(), host.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(kernels(*trace).at(0).launch_name() == "cuLaunchKernel");
  BOOST_TEST(kernels(*trace).at(0).device() == 4);
}

BOOST_AUTO_TEST_CASE(copies_know_direction_and_size) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7", 1'000)
      .event("MemcpyH2D", 0, 2'000, {{"memcpy_details", 0, "kind:Unknown size:2048 dest:0 async:1"}})
      .event("MemcpyD2H", 5'000, 1'000, {{"memcpy_details", 0, "kind_src:device kind_dst:pinned size:x"}})
      .event("memset32", 7'000, 1'000, {{"Memset_details", 0, "kind:device num_bytes:64 async:1"}})
      .event("gemm", 9'000, 1'000, {{"kernel_details", 0, "grid:1 size:7"}});
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 4u);
  BOOST_TEST(all[0].direction() == "MemcpyH2D");
  BOOST_TEST(all[0].bytes().in(B) == 2048.0);
  BOOST_TEST(!known(all[1].bytes()));  // not a number
  BOOST_TEST((all[2].kind() == gpu_kind::fill));
  BOOST_TEST(all[2].bytes().in(B) == 64.0);
  BOOST_TEST(all[2].direction() == "");
  BOOST_TEST(!known(all[3].bytes()));
  const auto copied = all | where(is_copy) | aggregate(count, sum(size));
  BOOST_TEST(copied[0][count] == 2);
  BOOST_TEST(copied[0][sum(size)].in(B) == 2048.0);
}

BOOST_AUTO_TEST_CASE(a_clock_beyond_all_numbers_is_missing) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7", std::numeric_limits<std::int64_t>::max()).kernel("gemm", 4'000'000, 2'000, 11);
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  for (const xla_work_record& k : kernels(*trace)) BOOST_TEST((!known(k.start()) || k.start().base() > 0));
}

/// A stream with events of the profiler itself is named after these; stream 0 also tells how long memory was allocated.
BOOST_AUTO_TEST_CASE(events_of_streams_that_are_no_work) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "CUPTI overhead", 1'000)
      .event("Instrumentation overhead", 0, 2'000)
      .event("gemm", 5'000, 1'000, {{"kernel_details", 0, "regs:32 grid:1,1,1"}});
  gpu.line(1, "Stream #0(MemoryResidency)", 1'000)
      .event("Memory Device", 0, 90'000, {{"MemoryResidency_details", 0, "kind:Device num_bytes:64"}});
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 1u);
  BOOST_TEST(all[0].name() == "gemm");
  BOOST_TEST(trace->problems[xla_problem::no_work].count == 1u);
}

/// CUPTI invents a stream for each kind of what happens to unified memory.
BOOST_AUTO_TEST_CASE(unified_memory_runs_no_kernel) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7(Kernel)", 1'000).event("gemm", 5'000, 1'000);
  gpu.line(8, "Stream #268435457(UnifiedMemory)", 1'000).event("UM_BYTES_TRANSFER_HTOD", 2'000, 3'000);
  gpu.line(9, "Stream #268435460(UnifiedMemory)", 1'000).event("UM_GPU_PAGE_FAULT", 0, 90'000);
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST((all[0].kind() == gpu_kind::kernel));
  BOOST_TEST((all[1].kind() == gpu_kind::copy));
  BOOST_TEST((copy_way_of(all[1].name()) == copy_way::to_device));
  BOOST_TEST(trace->problems[xla_problem::no_work].count == 1u);
  xla_problems links;
  static_cast<void>(link_launches(*trace, links));
  BOOST_TEST(links[xla_problem::link_missing].count == 1u);  // the kernel; the driver moves pages without a call
}

/// The plug-in's line `Host Runtime Call` is on the device's plane, too.
BOOST_AUTO_TEST_CASE(queues_of_intel_are_streams) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(0, "XPU queue/0", 1'000)
      .event("loop_add_fusion", 5'000, 1'000)
      .event("zeCommandListAppendMemoryCopy(M2D)", 7'000, 1'000)
      .event("zeCommandListAppendMemoryFill", 9'000, 1'000)
      .event("zeCommandListAppendBarrier", 10'000, 90'000);
  gpu.line(1, "Host Runtime Call", 1'000).event("zeCommandListAppendLaunchKernel", 0, 4'000);
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 3u);
  BOOST_TEST((all[0].kind() == gpu_kind::kernel));
  BOOST_TEST((all[1].kind() == gpu_kind::copy));
  BOOST_TEST((all[2].kind() == gpu_kind::fill));
}

/// CUPTI may record a graph as one: XLA names it by the number of what is launched.
BOOST_AUTO_TEST_CASE(graphs_may_be_recorded_as_one) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7(Compute)", 1'000).event("CudaGraphExec:5", 5'000, 70'000).event("loop_fusion", 90'000, 1'000);
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const std::vector<xla_work_record> all = kernels(*trace);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST((all[0].kind() == gpu_kind::graph && !known(all[0].bytes())));
  BOOST_TEST((all[1].kind() == gpu_kind::kernel));
}

/// A name may say what the instruction is within, too.
BOOST_AUTO_TEST_CASE(the_last_part_of_a_path_is_the_instruction) {
  xplane::module m("jit_f");
  m.computation("body");
  const std::int64_t p = m.parameter("p", xplane::f32({8}));
  m.add("fusion.2", "fusion", xplane::f32({8}), {p}, xplane::op_name("jit(f)/add"));
  xplane::plane gpu("/device:GPU:0"), programs("/host:metadata");
  gpu.line(7, "Stream #7(Kernel)", 1'000)
      .event("loop_fusion", 5'000, 1'000, {{"hlo_op", 0, "while.1::fusion.2"}, {"hlo_module", 0, "jit_f"}});
  programs.program("jit_f(7)", 7, m.hlo_proto());
  const auto trace = read_xplane(xplane::file({gpu.bytes(), programs.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(kernels(*trace).at(0).op_name() == "jit(f)/add");
}

/// CUPTI gives all of them the number 0.
BOOST_AUTO_TEST_CASE(nvtx_ranges_are_no_launches) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(7, "Stream #7(Kernel)", 1'000).event("gemm", 5'000, 1'000, {{"correlation_id", 0}});
  host.line(1, "Host Threads/1", 1'000)
      .event("NVTX:step", 0, 9'000, {{"correlation_id", 0}})
      .event("NVTX:part", 0, 8'000, {{"correlation_id", 0}})
      .event("cuLaunchKernel", 2'000, 1'000, {{"correlation_id", 0}});
  const auto trace = read_xplane(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  xla_problems links;
  const std::vector<xla_device_event> work = link_launches(*trace, links);
  BOOST_REQUIRE(work.size() == 1u);
  BOOST_REQUIRE(known(work[0].launch));
  BOOST_TEST(trace->name(trace->events[work[0].launch]) == "cuLaunchKernel");
  BOOST_TEST(links[xla_problem::correlation_repeated].count == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
