#include <ridgeline/xla/advise/activity.hpp>

#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>
#include <ridgeline/hw/catalog.hpp>

#include "tests/support/tpu_profile.hpp"
#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_advise_findings)

namespace {

struct advised {
  explicit advised(const std::string& bytes) : advised(std::move(*read_xplane(bytes)), {}) {}
  advised(xla_trace of, jax_options options) : trace(std::move(of)), report(report_jax(trace, std::move(options))),
        activity(activity_of(report)), replay(activity), health(health_of(report, activity, replay)),
        list(findings_of(report, activity, replay, health, {.least_share = 0, .least = duration::of(1)})) {}
  const finding* find(std::string_view id) const {
    for (const finding& f : list.all)
      if (f.id == id) return &f;
    return nullptr;
  }
  xla_trace trace;
  jax_result report;
  gpu_activity activity;
  gpu_replay replay;
  trace_health health;
  finding_list list;
};

constexpr std::int64_t us_in_ps = test::us_in_ps;

/// A GPU with steps of 100 us, each of `work(plane, start of the step in us)`.
template <class Work>
std::string steps_of_gpu(int steps, Work work, bool compiles = false) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1", 1'000'000);
  for (int s = 0; s < steps; ++s) work(gpu, s * 100);
  gpu.line(2, "Steps", 1'000'000);
  for (int s = 0; s < steps; ++s) gpu.event(std::to_string(s), s * 100 * us_in_ps, 100 * us_in_ps);
  host.line(3, "python", 1'000'000);
  if (compiles) host.event("backend_compile", 92 * us_in_ps, 6 * us_in_ps);
  return xplane::file({gpu.bytes(), host.bytes()});
}
void run(xplane::plane& gpu, std::string_view name, std::int64_t from_us, std::int64_t us_long) {
  gpu.kernel(name, from_us * us_in_ps, us_long * us_in_ps, 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(short_fusions_of_different_names_in_a_row) {
  const advised a(steps_of_gpu(2, [](xplane::plane& gpu, std::int64_t at) {
    for (int i = 0; i < 12; ++i) run(gpu, "loop_add_fusion_" + std::to_string(i), at + 4 * i, 4);
    run(gpu, "gemm", at + 48, 40);
  }));
  const finding* const f = a.find("jax_small_fusions");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 24u);
  BOOST_TEST(f->concerned.in(us) == 96.0);  // 24 of 4 us
  // Of each row one stays, of 2 us and what the twelve take beyond 2 us: 2 + 12 * 2 = 26 of 48. Later work moves up.
  BOOST_TEST(f->recoverable.in(us) == 22.0 * 2);
  BOOST_TEST((f->confidence == finding_confidence::medium));
}

// Two steps of 12 fusions without other work between them: each is a row of its own.
BOOST_AUTO_TEST_CASE(fusions_do_not_go_across_steps) {
  const auto recoverable = [](int steps, int fusions) {
    const advised a(steps_of_gpu(steps, [&](xplane::plane& gpu, std::int64_t at) {
      for (int i = 0; i < fusions; ++i) run(gpu, "loop_add_fusion_" + std::to_string(i), at + 8 * i, 8);
    }));
    const finding* const f = a.find("jax_small_fusions");
    return f == nullptr ? 0.0 : f->recoverable.in(us);
  };
  // 96 us from 0 and from 100; of each row 2 + 12 * 6 = 74 us stay, and the gap of 4 us between the steps
  BOOST_TEST(recoverable(2, 12) == 2 * 22.0);
  BOOST_TEST(recoverable(4, 11) == 0.0);  // 44 in all, but 11 in a row
}

// A program is executed three times: 8 fusions, each once; or a product, and 2 fusions that a loop runs 6 times.
BOOST_AUTO_TEST_CASE(fusions_do_not_go_across_executions) {
  const auto count = [](bool loops) {
    const xplane::shape square = xplane::bf16({64, 64});
    xplane::module m("jit_f");
    const auto fusion = [&](int i) {
      m.add("fusion." + std::to_string(i), "fusion", square, {1},
            proto_bytes().bytes(11, "kLoop").packed(38, {1}));
    };
    m.computation("fused").parameter("x", square);
    if (loops) m.computation("body"), fusion(0), fusion(1);
    m.computation("main").parameter("p", square);
    if (loops) m.add("while.1", "while", square, {1}, proto_bytes().packed(38, {2}));
    if (!loops) for (int i = 0; i < 8; ++i) fusion(i);
    xplane::plane gpu("/device:GPU:0"), host("/host:CPU"), programs("/host:metadata");
    programs.program("jit_f", 7, m.hlo_proto());
    gpu.line(1, "Stream #1", 1'000'000);
    int at = 0;
    const auto kernel = [&](const std::string& name, const std::string& op) {
      gpu.kernel(name, at * us_in_ps, 4 * us_in_ps, 0, "jit_f", op, 7), at += 4;
    };
    for (int execution = 0; execution < 3; ++execution) {
      if (loops) kernel("gemm", "while.1");
      for (int i = 0; i < (loops ? 12 : 8); ++i) {
        const std::string of = std::to_string(loops ? i % 2 : i);
        kernel("loop_fusion_" + of, "fusion." + of);
      }
    }
    const advised a(xplane::file({gpu.bytes(), host.bytes(), programs.bytes()}));
    const finding* const f = a.find("jax_small_fusions");
    return f == nullptr ? 0u : f->count;
  };
  BOOST_TEST(count(false) == 0u);  // rows of 8
  BOOST_TEST(count(true) == 36u);  // 3 rows of 12
}

BOOST_AUTO_TEST_CASE(equal_kernels_are_left_to_small_kernels) {
  const advised a(steps_of_gpu(2, [](xplane::plane& gpu, std::int64_t at) {
    for (int i = 0; i < 12; ++i) run(gpu, "loop_add_fusion", at + 4 * i, 4);
  }));
  BOOST_TEST(a.find("small_kernels") != nullptr);
  BOOST_TEST(a.find("jax_small_fusions") == nullptr);
}

BOOST_AUTO_TEST_CASE(data_that_comes_when_a_step_begins) {
  const auto work = [](xplane::plane& gpu, std::int64_t at) {
    run(gpu, "MemcpyH2D", at, 30);  // before the first kernel
    run(gpu, "gemm", at + 30, 40);
    run(gpu, "MemcpyH2D", at + 70, 5);  // not at the begin
  };
  const advised a(steps_of_gpu(2, work));
  const finding* const f = a.find("jax_input_bound");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 2u);
  BOOST_TEST(f->concerned.in(us) == 60.0);
  BOOST_TEST(f->recoverable.in(us) == 60.0);  // nothing overlaps it
  const finding* const others = a.find("copies_exposed");
  BOOST_REQUIRE(others != nullptr);
  BOOST_TEST(others->count == 2u);
}

// The host dispatches a step in 10 us and is three steps ahead: in its time, only the first copy lies in a step.
BOOST_AUTO_TEST_CASE(data_that_comes_when_a_step_begins_on_a_device_behind_its_host) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  host.line(3, "python", 1'000'000);
  gpu.line(1, "Stream #1", 1'000'000);
  for (std::int64_t s = 0; s < 4; ++s) {
    const std::int64_t at = 10 + s * 100, call = s * 10;  // us
    // the copy of step 2 is launched between two steps, and counts all the same
    const std::int64_t begin = s == 2 ? call + 2 : call;
    host.event("train", begin * us_in_ps, (call + 9 - begin) * us_in_ps, {{"step_num", s}});
    host.event("cuMemcpyHtoDAsync_v2", (call + 1) * us_in_ps, us_in_ps / 2, {{"correlation_id", 10 * s}});
    host.event("cuLaunchKernelEx", (call + 3) * us_in_ps, us_in_ps / 2, {{"correlation_id", 10 * s + 1}});
    host.event("cuMemcpyHtoDAsync_v2", (call + 4) * us_in_ps, us_in_ps / 2, {{"correlation_id", 10 * s + 2}});
    gpu.kernel("MemcpyH2D", at * us_in_ps, 30 * us_in_ps, 10 * s);
    gpu.kernel("gemm", (at + 30) * us_in_ps, 60 * us_in_ps, 10 * s + 1);
    gpu.kernel("MemcpyH2D", (at + 90) * us_in_ps, 10 * us_in_ps, 10 * s + 2);  // of the step that ends
  }
  const advised a(xplane::file({gpu.bytes(), host.bytes()}));
  const finding* const f = a.find("jax_input_bound");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 4u);
  BOOST_TEST(f->concerned.in(us) == 4 * 30.0);
  // Nothing overlaps it, and the host is ahead. Only the first kernel is launched 2 us behind its copy, and begins as
  // much later.
  BOOST_TEST(f->recoverable.in(us) == 4 * 30.0 - 2);
  const finding* const others = a.find("copies_exposed");
  BOOST_REQUIRE(others != nullptr);
  BOOST_TEST(others->count == 4u);
  BOOST_TEST(others->concerned.in(us) == 4 * 10.0);
}

BOOST_AUTO_TEST_CASE(compilation_between_steps_is_a_finding_of_its_own) {
  const auto work = [](xplane::plane& gpu, std::int64_t at) { run(gpu, "gemm", at, 80); };
  const advised a(steps_of_gpu(3, work, true));
  BOOST_TEST(a.health.found("xp_compile_in_window"));
  std::size_t ranges = 0;
  for (const activity_range& r : a.activity.ranges) ranges += r.kind == range_kind::recompilation ? 1 : 0;
  BOOST_TEST(ranges == 1u);
  BOOST_TEST(a.find("compile_in_window") == nullptr);
}

BOOST_AUTO_TEST_CASE(works_of_a_tpu_are_ops_without_others_inside) {
  const advised a(test::tpu_profile().file());
  // fusion, all-reduce and copy-done of two steps, and the gather next to them; the loop contains others
  BOOST_TEST(a.activity.works.size() == 8u);
  BOOST_TEST(a.activity.streams == 2u);
  for (const char* check : {"xp_overlap", "xp_unlinked", "xp_no_device", "xp_steps_missing", "xp_zero_duration",
                            "xp_module_missing"})  // the plane gives the kinds of its ops
    BOOST_TEST(!a.health.found(check), check);
  const finding* const f = a.find("comm_exposed");
  BOOST_REQUIRE(f != nullptr);
}

BOOST_AUTO_TEST_CASE(work_recorded_twice_counts_once_and_is_said) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1", 1'000'000).kernel("k", 0, 10'000'000, 1).kernel("k", 0, 10'000'000, 1).kernel("k", 20'000'000, 10'000'000, 2);
  const advised a(xplane::file({gpu.bytes()}));
  BOOST_TEST(a.activity.works.size() == 2u);
  BOOST_TEST(a.health.found("xp_duplicates"));
  for (const health_check& c : a.health.checks)
    if (c.found() && c.facts->name == "xp_duplicates") BOOST_TEST(c.share == 1.0 / 3);
}

BOOST_AUTO_TEST_CASE(asynchronous_ops_that_overlap_are_on_streams_of_their_own) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops").event("fusion.1", 0, 100);
  tpu.line(2, "Async XLA Ops").event("copy-start.1", 0, 50'000).event("copy-start.2", 10'000, 50'000);
  tpu.event("copy-start.3", 55'000, 50'000).event("copy-start.4", 200'000, 1'000);
  const advised a(xplane::file({tpu.bytes()}));
  BOOST_TEST(a.activity.streams == 3u);  // the core's, and two others: 1 3 4, 2
  BOOST_TEST(!a.health.found("xp_overlap"));
}

/// A TPU of 200 TFLOP/s and 800 GB/s with ten steps, one each `period` us, of `ops(plane, start)` and `beside` them.
/// `called`: how long before each program the host calls it, in us.
template <class Ops, class Beside>
std::string steps_of_tpu(std::int64_t period, std::int64_t program, Ops ops, Beside beside, std::int64_t called = 0) {
  xplane::plane tpu("/device:TPU:0"), host("/host:CPU");
  tpu.fact("peak_teraflops_per_second", 200.0).fact("peak_hbm_bw_gigabytes_per_second", 800.0);
  const auto steps = [&](auto use) {
    for (std::int64_t s = 0; s < 10; ++s) use(s, 100 + s * period);
  };
  tpu.line(1, "XLA Modules", 1'000'000);
  steps([&](std::int64_t s, std::int64_t at) {
    tpu.event("jit_step(7)", at * us_in_ps, program * us_in_ps, {{"run_id", s + 1}});
  });
  tpu.line(2, "XLA Ops", 1'000'000);
  steps([&](std::int64_t, std::int64_t at) { ops(tpu, at); });
  tpu.line(3, "Async XLA Ops", 1'000'000);
  steps([&](std::int64_t, std::int64_t at) { beside(tpu, at); });
  host.line(1, "python", 1'000'000);
  if (called != 0)
    steps([&](std::int64_t s, std::int64_t at) {
      host.event("PjitFunction(step)", (at - called) * us_in_ps, 5 * us_in_ps, {{"run_id", s + 1}});
    });
  const auto about = [&](const char* name, const char* category, std::int64_t flops, std::int64_t bytes) {
    tpu.about(name, {{"hlo_category", 0, category}, {"flops", flops}, {"bytes_accessed", bytes}});
  };
  about("fusion.1", "convolution fusion", 12'000'000'000, 8'000'000);  // 60 us, 10 us
  about("fusion.2", "loop fusion", 1'000'000, 8'000'000);
  return xplane::file({tpu.bytes(), host.bytes()});
}
void op(xplane::plane& tpu, std::string_view name, std::int64_t from_us, std::int64_t us_long) {
  tpu.event(name, from_us * us_in_ps, us_long * us_in_ps);
}
constexpr auto nothing_beside = [](xplane::plane&, std::int64_t) {};

/// A step sends an array to the host's memory, S(5): 1 us to start it, 140 us beside the core, of which the core waits
/// 40 us at the end, and 10 us of a later callback. A copy within the chip is no such copy.
BOOST_AUTO_TEST_CASE(copies_of_a_tpu_to_its_host) {
  static constexpr const char* start = "%copy-start.3 = (bf16[8]{0:S(5)}, bf16[8]{0}, u32[]) copy-start(bf16[8]{0} %x)";
  const auto bytes = steps_of_tpu(200, 200, [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, start, at, 1), op(tpu, "fusion.1", at + 1, 99), op(tpu, "copy-done.3", at + 100, 40);
    op(tpu, "copy-done.4", at + 140, 20), op(tpu, "recv-done.5", at + 160, 10), op(tpu, "fusion.2", at + 170, 30);
    tpu.about("recv-done.5", {{"hlo_category", 0, "host recv-done"}});
    tpu.about("copy-done.3", {{"hlo_category", 0, "copy-done"}});
    tpu.about("copy-done.4", {{"hlo_category", 0, "copy-done"}});
    tpu.about(start, {{"hlo_category", 0, "copy-start"}});
  }, [](xplane::plane& tpu, std::int64_t at) { op(tpu, start, at, 140); });
  const advised a(bytes);
  const finding* offload = nullptr;
  const finding* callback = nullptr;
  std::size_t copies = 0;
  for (const finding& f : a.list.all) {
    if (f.id != "copies_exposed") continue;
    ++copies;
    if (f.key == "copies_exposed:copy-start.3") offload = &f;
    if (f.key == "copies_exposed:recv-done.5") callback = &f;
  }
  BOOST_TEST(copies == 2u);
  BOOST_REQUIRE(offload != nullptr);
  BOOST_REQUIRE(callback != nullptr);
  BOOST_TEST(offload->count == 10u);
  BOOST_TEST(offload->concerned.in(us) == 410.0);    // 10 * (1 + 40)
  BOOST_TEST(offload->recoverable.in(us) == 410.0);  // nothing covers them; the fusion covers 99 of the transfer's 140
  BOOST_TEST(callback->recoverable.in(us) == 100.0);
}

/// The transfer of an all-gather is beside the core all the time: it, its start and the wait for it are one collective.
BOOST_AUTO_TEST_CASE(a_collective_of_a_tpu_is_hidden_as_a_whole) {
  const auto bytes = steps_of_tpu(200, 200, [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, "all-gather-start.1", at, 1), op(tpu, "fusion.1", at + 1, 99), op(tpu, "all-gather-done.1", at + 100, 100);
  }, [](xplane::plane& tpu, std::int64_t at) { op(tpu, "all-gather-start.1", at, 200); });
  const advised a(bytes);
  const finding* const f = a.find("comm_exposed");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->key == "comm_exposed:all-gather-start.1, fewer bytes");  // it takes all the time
  BOOST_TEST(f->count == 10u);
  BOOST_TEST(f->concerned.in(us) == 1010.0);    // 10 * (1 + 100)
  BOOST_TEST(f->recoverable.in(us) == 1010.0);  // 2000 us are 10 * 99 then
  BOOST_TEST((f->bound == finding_bound::upper));
}

/// 60 us at the roof of 200 TFLOP/s: 75 us are attainable. Of 160 us, 85 are to be saved; 110 us are above half of it.
BOOST_AUTO_TEST_CASE(products_of_a_tpu_far_below_its_roof) {
  const auto with = [](std::int64_t time) {
    return steps_of_tpu(300, 300, [time](xplane::plane& tpu, std::int64_t at) {
      op(tpu, "fusion.1", at, time), op(tpu, "fusion.2", at + time, 300 - time);
    }, nothing_beside);
  };
  const advised slow(with(160));
  const finding* const f = slow.find("gemm_below_roof");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 10u);
  BOOST_TEST(f->recoverable.in(us) == 850.0);
  BOOST_TEST(f->advice.find("37.5 % of the roof is reached") != std::string::npos, f->advice);
  BOOST_TEST(f->evidence.at(0).name == "fusion.1");
  BOOST_TEST(advised(with(110)).find("gemm_below_roof") == nullptr);
}

/// 2 * 1024^3 FLOP at 858.9934592 TFLOP/s are 2.5 us, of 10 us that each takes; 3.125 us are attainable. Launches come
/// every 10 us, so that only the last product ends earlier.
BOOST_AUTO_TEST_CASE(products_of_a_gpu_need_a_chip) {
  const auto made = [] {
    test::profile p;
    p.program.computation("main");
    const xplane::shape square = xplane::bf16({1024, 1024});
    const auto a = p.program.parameter("a", square);
    p.program.call("gemm.1", "__cublas$gemm", xplane::tuple({square}), {a, a}, test::gemm_config(1, 0));
    p.program.add("add.2", "add", square, {a, a});
    for (int i = 0; i < 3; ++i) p.kernels.push_back({"nvjet_hsh", "gemm.1"}), p.kernels.push_back({"loop_add", "add.2"});
    p.kernels.push_back({"nvjet_hsh", "gemm.1"});
    return p.read();
  };
  const hw::roofs chip{"paper", false, 10'000 * GBps, {{"matrix_bf16", 858.9934592 * TFLOPps}}};
  jax_options options;
  options.roofs = &chip;
  const advised a(made(), std::move(options));
  const finding* const f = a.find("gemm_below_roof");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->key == "gemm_below_roof:nvjet_hsh ((1024, 1024), (1024, 1024))");
  BOOST_TEST(f->count == 4u);
  BOOST_TEST(f->concerned.in(us) == 40.0);
  BOOST_TEST(f->recoverable.in(us) == 6.875);
  BOOST_TEST((f->confidence == finding_confidence::medium));
  BOOST_TEST(advised(made(), {}).find("gemm_below_roof") == nullptr);
  const hw::roofs other = hw::roofs_of(*hw::chips::find("mi300x"), hw::roof_kind::peak);  // nvjet is NVIDIA's
  jax_options wrong;
  wrong.roofs = &other;
  BOOST_TEST(advised(made(), std::move(wrong)).find("gemm_below_roof") == nullptr);
}

/// Two kernels of 100 us on two streams, the second one launched 2 us behind the end of the first and begun 5 us later.
/// Both could run at once as far as the trace tells, but the GPU is idle for 7 us only: perhaps the host awaited the first.
BOOST_AUTO_TEST_CASE(late_launches_cost_no_more_than_the_device_is_idle) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1", 1'000).kernel("a", 5 * us_in_ps, 100 * us_in_ps, 1);
  gpu.line(2, "Stream #2", 1'000).kernel("b", 112 * us_in_ps, 100 * us_in_ps, 2);
  host.line(3, "python", 1'000).event("launch", 0, us_in_ps, {{"correlation_id", 1}});
  host.event("launch", 107 * us_in_ps, us_in_ps, {{"correlation_id", 2}});
  const advised a(xplane::file({gpu.bytes(), host.bytes()}));
  const finding* const f = a.find("host_bound");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->recoverable.in(us) == 7.0);   // and not 207 - 105
  BOOST_TEST(f->concerned.in(us) == 7.0);
}

/// The host calls each program 10 us before it begins, 110 us behind the end of the one before.
BOOST_AUTO_TEST_CASE(programs_of_a_tpu_that_are_called_late) {
  const auto ops = [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, "fusion.2", at, 60), op(tpu, "fusion.4", at + 60, 20);
  };
  const advised late(steps_of_tpu(200, 80, ops, nothing_beside, 10));
  const finding* const f = late.find("host_bound");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 10u);
  BOOST_TEST(f->recoverable.in(us) == 1080.0);  // 9 gaps of 120 us
  BOOST_TEST(f->advice.find("10 calls hold work back for 1.08 ms of 1.88 ms") != std::string::npos, f->advice);
  BOOST_TEST(!late.health.found("xp_unlinked"));
  BOOST_TEST(!late.health.found("xp_clock_offset"));
  BOOST_TEST(advised(steps_of_tpu(200, 80, ops, nothing_beside)).find("host_bound") == nullptr);
  // events of the host behind the program's begin do not call it
  const advised behind(steps_of_tpu(200, 80, ops, nothing_beside, -10));
  BOOST_TEST(behind.find("host_bound") == nullptr);
  BOOST_TEST(!behind.health.found("xp_clock_offset"));
}

BOOST_AUTO_TEST_CASE(the_profiler_says_what_it_lost) {
  const std::string whole = test::tpu_profile().file();
  BOOST_TEST(!advised(whole).health.found("xp_events_dropped"));
  proto_bytes warned;
  warned.raw(whole).bytes(3, "Dropped 17 events: buffer full");
  const advised a(warned.text());
  const health_check* const c = a.health.find("xp_events_dropped");
  BOOST_REQUIRE(c != nullptr);
  BOOST_TEST((c->is == trace_verdict::degraded));
  BOOST_TEST(c->message.find("Dropped 17 events") != std::string::npos, c->message);
  xplane::plane counted("/device:TPU:0");
  counted.fact("dropped_traces", 30.0).line(1, "XLA Ops").event("fusion.1", 0, 100);
  const advised by_number(xplane::file({counted.bytes()}));
  const health_check* const n = by_number.health.find("xp_events_dropped");
  BOOST_TEST(n->count == 30u);
  BOOST_TEST(n->share == 30.0 / 31);
}

BOOST_AUTO_TEST_SUITE_END()
