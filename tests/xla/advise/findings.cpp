#include <ridgeline/xla/advise/activity.hpp>

#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>

#include "tests/support/tpu_profile.hpp"
#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_advise_findings)

namespace {

struct advised {
  explicit advised(const std::string& bytes) : trace(std::move(*read_xplane(bytes))), report(report_jax(trace)),
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

BOOST_AUTO_TEST_CASE(asynchronous_ops_that_overlap_are_on_streams_of_their_own) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops").event("fusion.1", 0, 100);
  tpu.line(2, "Async XLA Ops").event("copy-start.1", 0, 50'000).event("copy-start.2", 10'000, 50'000);
  tpu.event("copy-start.3", 55'000, 50'000).event("copy-start.4", 200'000, 1'000);
  const advised a(xplane::file({tpu.bytes()}));
  BOOST_TEST(a.activity.streams == 3u);  // the core's, and two others: 1 3 4, 2
  BOOST_TEST(!a.health.found("xp_overlap"));
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
