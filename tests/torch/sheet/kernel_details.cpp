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

BOOST_AUTO_TEST_SUITE(torch_sheet_kernel_details)

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

BOOST_AUTO_TEST_CASE(undefined_ops_lost) {
  const std::string sizes = R"("Input Dims": [[4,16,8,8],[4,16,8,8]], "Input type": ["float","float"])";
  kineto_text k;  // the model leaves the outer op to the one below it, whose share is 20 of 30 us
  k.op("aten::instance_norm_backward", 0, 20, sizes).launch("cudaLaunchKernel", 1, 1, 1);
  k.op("aten::native_batch_norm_backward", 5, 10, sizes).launch("cudaLaunchKernel", 6, 1, 2);
  k.op("aten::instance_norm_backward", 30, 5, sizes).launch("cudaLaunchKernel", 31, 1, 3);
  k.kernel("fill", 100, 10, 1).kernel("norm", 110, 20, 2).kernel("whole", 140, 7, 3);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const std::vector<torch_unified_row> rows = torch_unified_of(run, nullptr).rows;
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].name == "aten::native_batch_norm_backward");
  BOOST_TEST(rows[0].time.sum == 20.0);
  BOOST_TEST(rows[1].name == "aten::instance_norm_backward->fill (Synthetic Op)");
  BOOST_TEST(rows[2].name == "aten::instance_norm_backward");
  BOOST_TEST(rows[2].time.sum == 7.0);
  torch_run_options how;
  how.faults.undefined_ops_lost = true;
  BOOST_TEST(torch_unified_of(torch_profile(t, how), nullptr).rows.empty());
}

BOOST_AUTO_TEST_CASE(communication_in_a_row_of_an_op_is_not_counted_again) {
  kineto_text k;
  k.op("_C_custom_ar::all_reduce", 0, 10, R"("Input Dims": [[8,4],[8,4]], "Input type": ["float","float"])");
  k.launch("cudaLaunchKernel", 1, 1, 1).op("step", 20, 10).launch("cudaLaunchKernel", 21, 1, 2);
  k.kernel("cross_device_reduce_1stage", 100, 6, 1).kernel("ncclDevKernel_AllReduce", 110, 5, 2);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const torch_unified all = torch_unified_of(run, nullptr);
  BOOST_REQUIRE(all.rows.size() == 1u);
  BOOST_TEST(all.rows[0].time.sum == 6.0);
  BOOST_TEST(all.communication == 5.0);
  BOOST_TEST(all.communication_count == 1);
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
