#include <ridgeline/torch/sheet/kernel_details.hpp>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/unified.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

namespace {

/// Three calls of an op: the first launches a (3 us) and b (5 us), the second a, a and b (1, 2 and 7 us), the third b
/// and a (11 and 4 us).
kineto_text three_calls() {
  kineto_text k;
  int n = 0;
  const auto call = [&](double ts, std::initializer_list<std::pair<const char*, double>> kernels) {
    k.op("conv", ts, 90);
    double at = ts;
    for (const auto& [name, time] : kernels) {
      k.launch("cudaLaunchKernel", at + 1, 1, ++n).kernel(name, at + 20, time, n).flow(n);
      at += 20;
    }
  };
  call(0, {{"a", 3}, {"b", 5}});
  call(100, {{"a", 1}, {"a", 2}, {"b", 7}});
  call(200, {{"b", 11}, {"a", 4}});
  return k;
}

/// `a 2 4.0, ...`: name, count and sum.
std::string summary_of(const std::vector<kernel_detail>& details, const torch_trace& t) {
  std::string text;
  for (const kernel_detail& k : details)
    text += std::string(t.text(k.name)) + " " + std::to_string(k.time.count) + " " +
            std::to_string(static_cast<int>(k.time.sum)) + (k.in_first_call ? "" : " later") + ", ";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(torch_sheet_kernel_details)

BOOST_AUTO_TEST_CASE(kernels_by_position) {
  const torch_trace t = three_calls().read();
  const torch_profile run(t);
  // the second a of the second call; a of each call, 3 + 1 + 4; b of each call, 5 + 7 + 11: 33 us as the op's time
  const std::vector<torch_op_row> ops = torch_ops_by_arguments(run, false);
  BOOST_REQUIRE(ops.size() == 1u);
  BOOST_TEST(summary_of(ops[0].details, t) == "a 1 2 later, a 3 8, b 3 23, ");
  BOOST_TEST(ops[0].direct.sum == 33.0);
  torch_run_options how;
  how.faults.kernels_by_position = true;
  const torch_profile original(t, how);  // a and b of the first call, b and a of the third, without the second
  BOOST_TEST(summary_of(torch_ops_by_arguments(original, false)[0].details, t) == "b 2 9, a 2 14, ");
}

BOOST_AUTO_TEST_CASE(collectives_without_arguments_are_told_apart_by_their_kernels) {
  kineto_text k;
  k.op("step", 0, 10).launch("cudaLaunchKernel", 1, 1, 1).launch("cudaLaunchKernel", 3, 1, 2);
  k.launch("cudaLaunchKernel", 5, 1, 3);
  k.kernel("ncclDevKernel_AllReduce_Sum", 20, 4, 1).kernel("ncclDevKernel_AllGather", 30, 5, 2);
  k.kernel("ncclKernel_AllReduce_RING_LL", 40, 2, 3);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const auto rows = torch_collectives(run);
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].name == "allreduce");
  BOOST_TEST(rows[0].time.sum == 6.0);  // 4 + 2, of kernels with different names
  BOOST_TEST(rows[1].name == "allgather");
  BOOST_TEST(rows[1].time.sum == 5.0);
}

BOOST_AUTO_TEST_SUITE_END()
