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

BOOST_AUTO_TEST_SUITE_END()
