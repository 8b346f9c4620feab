#include <ridgeline/xla/advise/activity.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>

#include "tests/support/tpu_profile.hpp"
#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_advise_activity)

namespace {

trace_health judged(const jax_result& r) { return health_of(r); }

}  // namespace

BOOST_AUTO_TEST_CASE(kernels_have_their_launches) {
  test::profile p;
  p.kernels = {{"loop_add", ""}, {"loop_mul", ""}, {"loop_sub", "", false}};
  const xla_trace trace = p.read();
  const jax_result r = report_jax(trace);
  const gpu_activity a = activity_of(r);
  BOOST_REQUIRE(a.works.size() == 3u);
  BOOST_TEST(a.works[0].time.in(us) == 10.0);
  BOOST_TEST(a.call_of(a.works[0]) != nullptr);
  BOOST_TEST(a.call_of(a.works[2]) == nullptr);  // its launch is not in the file
  const trace_health health = judged(r);
  BOOST_TEST(health.found("xp_unlinked"));
  BOOST_TEST(health.unknowable("xp_steps_missing"));
  BOOST_TEST(!health.found("xp_module_missing"));
}

/// What a file lacks that is cut may be in the rest of it, and so may events that the profiler lost: 5 of 5 and those read.
BOOST_AUTO_TEST_CASE(what_a_cut_file_lacks_is_not_said_to_be_unrecorded) {
  test::profile p;
  p.kernels = {{"loop_add", ""}};
  xla_trace trace = p.read();
  trace.problems.add(xla_problem::file_cut, 99);
  const trace_health cut = judged(report_jax(trace));
  BOOST_TEST(cut.lost() == "the file is cut at byte 99");
  BOOST_TEST(cut.find("xp_steps_missing")->message ==
             "the file is cut at byte 99, and what was read has no marked step: times by step and warm-up are unknown");
  BOOST_TEST(cut.find("xp_steps_missing")->advice().starts_with("Copy the trace again"));
  xla_trace dropped = p.read();
  BOOST_TEST(judged(report_jax(dropped)).lost() == "");
  dropped.planes.front().dropped = 5;
  BOOST_TEST(judged(report_jax(dropped)).lost() == "the profiler lost events");
}

BOOST_AUTO_TEST_CASE(programs_that_are_not_there) {
  test::profile p;
  p.program.computation("main");
  p.kernels = {{"loop_add", "add.1"}};
  xla_trace trace = p.read();
  trace.modules.clear();
  const jax_result r = report_jax(trace);
  const trace_health health = judged(r);
  const health_check* const c = health.find("xp_module_missing");
  BOOST_REQUIRE(c != nullptr);
  BOOST_TEST((c->is == trace_verdict::unknowable));
  BOOST_TEST(c->share == 1.0);
}

/// One of two kernels of 10 us names no instruction, though the file has programs, or it names a CUDA graph: a command
/// buffer, or the call that became one.
BOOST_AUTO_TEST_CASE(kernels_that_do_not_name_their_instruction) {
  xla_trace trace;
  for (const std::string_view named : {"command_buffer_3", "call.2", ""}) {
    test::profile p;
    p.program.computation("main");
    const auto x = p.program.parameter("x", xplane::bf16({8}));
    p.program.add("add.1", "add", xplane::bf16({8}), {x, x});
    p.program.add("call.2", "call", xplane::bf16({8}), {x});
    p.kernels = {{"loop_add", "add.1"}, {"nvjet_hsh", std::string(named)}};
    trace = p.read();
    const trace_health health = judged(report_jax(trace));
    const health_check* const c = health.find("xp_module_missing");
    BOOST_REQUIRE(c != nullptr);
    BOOST_TEST((c->is == trace_verdict::unknowable));
    BOOST_TEST(c->share == 0.5);
    BOOST_TEST(c->message ==
               "1 kernel (50.0 % of GPU time) does not name its instruction: their shapes and costs are unknown");
  }
  trace.modules.clear();
  BOOST_TEST(judged(report_jax(trace)).find("xp_module_missing")->count == 1u);  // of add.1: no program is there
}

/// Python awaits a result from 20 to 60 us, in ways nested in each other; from 80 us on it does while it launches, so that
/// only the inner event is a wait.
BOOST_AUTO_TEST_CASE(results_are_awaited_without_a_call_of_the_runtime) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  const std::int64_t us = 1'000'000;
  gpu.line(1, "Stream #1", 1'000).kernel("a", 10 * us, 45 * us, 1).kernel("b", 90 * us, 10 * us, 2);
  host.line(2, "python", 1'000).event("launch", 5 * us, us, {{"correlation_id", 1}});
  host.event("$api.py:3105 block_until_ready", 20 * us, 40 * us);
  host.event("PjRtStreamExecutorBuffer::BlockHostUntilReady", 22 * us, 36 * us);
  host.event("cuStreamSynchronize", 23 * us, 34 * us);
  host.event("$array.py:631 _value", 80 * us, 40 * us);
  host.event("launch", 85 * us, us, {{"correlation_id", 2}});
  host.event("TfrtGpuBuffer::BlockHostUntilReady", 90 * us, 15 * us);
  host.event("$other.py:1 _value", 130 * us, 40 * us);
  const xla_trace trace = std::move(*read_xplane(xplane::file({gpu.bytes(), host.bytes()})));
  const jax_result r = report_jax(trace);
  const gpu_activity a = activity_of(r);
  BOOST_REQUIRE(a.calls.size() == 4u);
  const auto is = [&](std::size_t i, std::string_view name, call_kind kind) {
    BOOST_TEST(a.text(a.calls[i].name) == name);
    BOOST_TEST((a.calls[i].kind == kind));
  };
  is(0, "launch", call_kind::other);
  is(1, "$api.py:3105 block_until_ready", call_kind::blocking);
  is(2, "launch", call_kind::other);
  is(3, "TfrtGpuBuffer::BlockHostUntilReady", call_kind::blocking);
  const gpu_replay replay(a);
  BOOST_REQUIRE(replay.blocking_calls().size() == 2u);
  BOOST_TEST(replay.blocking_calls()[0].cost == 5'000);   // ns: from the end of a, 55 us, to 60
  BOOST_TEST(replay.blocking_calls()[1].cost == 5'000);   // from the end of b, 100 us, to 105
}

/// Python awaits a result until 955 us, though the GPU is done at 55 us: for threads that compute beside it. A call of
/// the runtime that lasts as long awaits work that is not recorded. During a wait from 960 us on no work ends.
BOOST_AUTO_TEST_CASE(what_is_awaited_may_be_work_of_the_host) {
  const auto advised = [](std::string_view wait) {
    xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
    const std::int64_t us = 1'000'000;
    gpu.line(1, "Stream #1", 1'000).kernel("a", 10 * us, 45 * us, 1).kernel("b", 990 * us, 10 * us, 2);
    host.line(2, "python", 1'000).event("launch", 5 * us, us, {{"correlation_id", 1}});
    host.event(wait, 20 * us, 935 * us).event("$api.py:3105 block_until_ready", 960 * us, 20 * us);
    host.event("launch", 985 * us, us, {{"correlation_id", 2}});
    const xla_trace trace = std::move(*read_xplane(xplane::file({gpu.bytes(), host.bytes()})));
    const jax_result r = report_jax(trace);
    const gpu_activity a = activity_of(r);
    std::int64_t waited = 0;
    for (const activity_call& c : a.calls)
      if (c.kind == call_kind::blocking) waited += c.time.base();
    return std::pair(waited, judged(r).found("xp_idle_unexplained"));
  };
  BOOST_TEST((advised("$api.py:3105 block_until_ready") == std::pair(std::int64_t{85'000}, false)));  // until 55 + 50 us
  BOOST_TEST((advised("hipStreamSynchronize") == std::pair(std::int64_t{935'000}, true)));
}

BOOST_AUTO_TEST_CASE(ops_that_run_on_after_their_dispatch_are_beside_their_thread) {
  const xla_trace trace = std::move(*read_xplane(test::marked_cpu_profile()));
  const jax_result r = report_jax(trace);
  const gpu_activity a = activity_of(r);
  BOOST_REQUIRE(a.works.size() == 2u);  // the loop is what it runs
  BOOST_TEST(a.works[0].time.in(us) == 100.0);
  BOOST_TEST(a.works[1].time.in(us) == 20.0);
  BOOST_TEST(a.streams == 3u);  // two threads, and what runs on
  BOOST_TEST(a.works[0].stream != a.works[1].stream);
}

BOOST_AUTO_TEST_CASE(a_long_time_in_which_nothing_starts) {
  test::profile p;
  p.kernels = {{"before", ""}, {"after", ""}};
  xla_trace trace = p.read();
  const jax_result near = report_jax(trace);
  BOOST_TEST(activity_of(near).longest_step.base() == 0);  // no gap of a minute
  const std::uint64_t later = near.events[1].event;
  trace.events[later].start_ps = trace.events[near.events[0].event].start_ps + 90'000'000'000'000;  // 90 s later
  const jax_result r = report_jax(trace);
  BOOST_TEST(activity_of(r).longest_step.in(ms) > 60'000.0);
  BOOST_TEST(activity_of(r).longest_step.in(ms) <= 90'000.0);
}

BOOST_AUTO_TEST_CASE(stamps_are_whole_nanoseconds) {
  test::profile p;
  p.kernels = {{"tiny", ""}, {"next", ""}};
  xla_trace trace = p.read();
  const jax_result before = report_jax(trace);
  trace.events[before.events[0].event].duration_ps = 400;  // below a nanosecond: some time passed
  const jax_result r = report_jax(trace);
  const gpu_activity a = activity_of(r);
  BOOST_TEST(a.works[0].time.base() == 1);
  BOOST_TEST(!judged(r).found("xp_zero_duration"));
}

BOOST_AUTO_TEST_SUITE_END()
