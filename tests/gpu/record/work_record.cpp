#include <ridgeline/gpu/record/work_record.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/where.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_record_work_record)

BOOST_AUTO_TEST_CASE(work_goes_through_pipelines) {
  static_assert(named<gpu_work_record> && timed<gpu_work_record> && placed<gpu_work_record> && sized<gpu_work_record>);
  gpu_trace trace;
  trace.calls.push_back({time_point::of(1), duration::of(2), 1, trace.texts.keep("hipMemcpyAsync"), 0, 0});
  for (const std::int64_t bytes : {1000, 3000}) {
    gpu_work_item copy;
    copy.kind = gpu_kind::copy, copy.name = trace.texts.keep("Host-to-Device"), copy.bytes = bytes;
    copy.start = time_point::of(bytes), copy.time = duration::of(500), copy.device = 0, copy.stream = 2;
    trace.work.push_back(copy);
  }
  trace.work[0].call = 0;
  trace.work.push_back({});  // has no facts
  const auto work = gpu_work(trace);
  BOOST_REQUIRE(work.size() == 3u);
  BOOST_TEST(work[0].launch_name() == "hipMemcpyAsync");
  BOOST_TEST(work[1].launch_name() == "");
  BOOST_TEST(work[0].launch_latency().base() == 999);  // from 1 to 1000
  BOOST_TEST(!known(work[1].launch_latency()));
  BOOST_TEST(work[2].name() == "");
  BOOST_TEST(!known(work[2].bytes()));
  const auto copies = work | where(is_copy) | group_by(direction) | aggregate(count, sum(size), sum(elapsed));
  BOOST_REQUIRE(copies.size() == 1u);
  BOOST_TEST(copies[0][direction] == "Host-to-Device");
  BOOST_TEST(copies[0][sum(size)].in(B) == 4000.0);
  BOOST_TEST(copies[0][sum(elapsed)].base() == 1000);
}

// Two calls of 2 and 3 us and a range of 9 us on thread 12 of process 7; a call without facts.
BOOST_AUTO_TEST_CASE(calls_and_ranges_go_through_pipelines) {
  static_assert(named<gpu_host_record<gpu_call>> && timed<gpu_host_record<gpu_range>>);
  gpu_trace trace;
  trace.processes.push_back({7}), trace.threads.push_back({0, 12});
  const symbol launch = trace.texts.keep("cudaLaunchKernel");
  trace.calls.push_back({time_point::of(1000), duration::of(2000), 1, launch, 0, 0});
  trace.calls.push_back({time_point::of(5000), duration::of(3000), 2, launch, 0, 0});
  trace.calls.push_back({});
  trace.ranges.push_back({time_point::of(0), duration::of(9000), trace.texts.keep("layer"), missing<symbol>, 0, 0});
  const auto calls = api_calls(trace) | group_by(name) | aggregate(count, sum(elapsed));
  BOOST_REQUIRE(calls.size() == 2u);
  BOOST_TEST(calls[0][name] == "cudaLaunchKernel");
  BOOST_TEST(calls[0][count] == 2);
  BOOST_TEST(calls[0][sum(elapsed)].base() == 5000);
  BOOST_TEST(calls[1][name] == "");
  BOOST_TEST(!known(api_calls(trace)[2].thread()));
  const auto ranges = annotations(trace);
  BOOST_REQUIRE(ranges.size() == 1u);
  BOOST_TEST(ranges[0].name() == "layer");
  BOOST_TEST(ranges[0].time().base() == 9000);
  BOOST_TEST(ranges[0].process() == 7);
  BOOST_TEST(ranges[0].thread() == 12);
}

BOOST_AUTO_TEST_SUITE_END()
