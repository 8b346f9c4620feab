// The questions asked of a trace, asked of a live recorder's contents, with the arithmetic next to them.

#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/gpu/path/graph.hpp>
#include <ridgeline/gpu/path/walk.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/live/recorder.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(live_advice)

namespace {

/// What a profiler records of its own runtime: calls on the thread that makes them, work when it learns of it.
struct own_event {
  std::string_view name{};
  std::int64_t start_us = 0, us = 0;
  std::int64_t number = 0;  // shared by a call and its work
  bool is_work = false;
};

/// Two kernels of 500 us; the host waits for the first before it launches the second.
std::vector<own_event> recorded() {
  live::recorder<own_event> trace{{.lanes = 2, .records = 8}};
  std::thread host([&] {
    live::producer mine{trace};
    mine.record({"cudaLaunchKernel", 0, 5, 1});
    mine.record({"cudaStreamSynchronize", 20, 500, 2});
    mine.record({"cudaLaunchKernel", 530, 5, 3});
    mine.record({"cudaStreamSynchronize", 545, 505, 4});
  });
  std::thread device([&] {
    live::producer mine{trace};
    mine.record({"gemm", 10, 500, 1, true});
    mine.record({"gemm", 540, 500, 3, true});
  });
  host.join(), device.join();
  return trace.collect(&own_event::start_us).records;
}

}  // namespace

BOOST_AUTO_TEST_CASE(health_and_findings_of_what_was_recorded) {
  gpu_trace trace;
  for (const own_event& e : recorded()) {
    const time_point start = time_point::of(e.start_us * 1000);
    const duration time = duration::of(e.us * 1000);
    if (!e.is_work) {
      trace.calls.push_back({start, time, e.number, trace.texts.keep(e.name), 0, 0});
      continue;
    }
    gpu_work_item& w = trace.work.emplace_back();
    w.start = start, w.time = time, w.correlation = e.number, w.name = trace.texts.keep(e.name);
    w.device = 0, w.stream = 7, w.process = 0;
    for (std::uint32_t c = 0; c < trace.calls.size(); ++c)
      if (trace.calls[c].correlation == e.number) w.call = c;
  }
  const gpu_activity activity = activity_of(trace);
  const gpu_replay replay(activity);
  const trace_health health = health_of(trace, activity, replay);
  BOOST_TEST((health.worst() == trace_verdict::sound), health.headline());
  const finding_list findings = findings_of(activity, replay, health);
  BOOST_REQUIRE(findings.all.size() == 1u);
  BOOST_TEST(findings.all[0].id == "sync_points");
  // without the wait the second launch comes at 40 and its kernel at 510, after the first: 1000 instead of 1030 us
  BOOST_TEST(findings.all[0].recoverable.in(us) == 30.0);
}

BOOST_AUTO_TEST_CASE(the_critical_path_of_what_was_recorded) {
  path_activity run;
  run.threads.push_back({1, 1, 0});
  run.streams.push_back({0, 7, 0});
  run.devices.push_back(0);
  std::uint32_t uid = 0;
  for (const own_event& e : recorded()) {
    const std::int64_t begin = e.start_us * 1000, end = begin + e.us * 1000;
    if (e.is_work) run.tasks.push_back({begin, end, e.number, e.name, uid++});
    else run.host.push_back({begin, end, e.number, e.name, uid++, 0, host_kind::call});
  }
  const gpu_waits waits = waits_of(run, duration::of(30'000));
  const path_window window = whole_window(run);
  const host_chains chains = chains_of(run, window, std::vector<bool>(run.host.size()));
  const run_graph graph = run_graph_of(run, waits, chains, window);
  BOOST_TEST(simulate(graph, {}) == 1'050'000.0);
  // kernels of 250: 10 to 260, back at 270, launched at 280, 290 to 540, back at 550
  BOOST_TEST(simulate(graph, *read_change("kernels:gemm*0.5")) == 550'000.0);
  double along = 0;
  for (const path_row& r : critical_path(graph)) along += r.duration;
  BOOST_TEST(along == 1050.0);
}

BOOST_AUTO_TEST_SUITE_END()
