#include <ridgeline/xla/advise/activity.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>

#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_advise_activity)

namespace {

trace_health judged(const jax_result& r) {
  const gpu_activity a = activity_of(r);
  return health_of(r, a, gpu_replay(a));
}

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
