#include <ridgeline/torch/advise/activity.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/torch/run/gpu_work.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_advise_activity)

// Three kernels of 5 us, each recorded twice: 15 us, as the report says, and not 30.
BOOST_AUTO_TEST_CASE(pipelines_count_work_that_is_recorded_twice_once) {
  kineto_text text;
  for (int i = 0; i < 3; ++i) text.op("aten::mm", 20 * i, 8).launch("cudaLaunchKernel", 20 * i + 1, 2, i + 1);
  for (int i = 0; i < 6; ++i) text.kernel("gemm", 20 * (i % 3) + 10, 5, i % 3 + 1);
  torch_trace trace = text.read();
  const torch_profile run(leave_out_repeated_work(trace));
  const auto rows = gpu_work(run) | aggregate(count, sum(elapsed));
  BOOST_TEST(rows[0][count] == 3);
  BOOST_TEST(rows[0][sum(elapsed)].in(us) == 15.0);
  BOOST_TEST(trace.problems[torch_problem::work_repeated].count == 3u);
}

// b on stream 8 waits for an event behind a on stream 7. A wait for what was recorded before a says nothing.
BOOST_AUTO_TEST_CASE(recorded_waits_between_streams) {
  const auto on_8 = [](std::string_view category, std::string_view name, int ts, std::string_view args) {
    return R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) +
           R"(", "pid": 0, "tid": 8, "ts": )" + std::to_string(ts) + R"(, "dur": 5, "args": {"device": 0, "stream": 8, )" +
           std::string(args) + "}}";
  };
  const auto waits = [&](int recorded_at) {
    kineto_text text;
    text.launch("cudaLaunchKernel", 0, 2, 1).kernel("a", 10, 50, 1);
    text.launch("cudaEventRecord", recorded_at, 1, 2).launch("cudaStreamWaitEvent", 6, 1, 3);
    text.raw(on_8("cuda_sync", "Stream Wait Event", 7,
                  R"("correlation": 3, "wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2)"));
    text.launch("cudaLaunchKernel", 10, 2, 4).raw(on_8("kernel", "b", 61, R"("correlation": 4)"));
    const torch_trace trace = text.read();
    const gpu_activity a = activity_of(torch_profile(trace));
    BOOST_REQUIRE(a.works.size() == 2u);
    std::string all;
    for (const auto& [work, source] : a.waits)
      all += std::string(a.name(a.works[work])) + " after " + std::string(a.name(a.works[source]));
    return all;
  };
  BOOST_TEST(waits(4) == "b after a");
  BOOST_TEST(waits(0) == "");  // an event of nothing
}

BOOST_AUTO_TEST_SUITE_END()
