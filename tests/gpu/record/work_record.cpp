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

BOOST_AUTO_TEST_SUITE_END()
