#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/module/module_names.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/table.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_modules_)

namespace {

using torch_detail::frame_name;
static_assert(torch_detail::kind_of_frame("nn.Module: Linear_3") == frame_name::kind::module);
static_assert(torch_detail::kind_of_frame("model/llama.py(300): forward") == frame_name::kind::source);
static_assert(torch_detail::kind_of_frame("/usr/lib/torch/nn/linear.py(30): forward") == frame_name::kind::other);
static_assert(torch_detail::kind_of_frame("mytorch/linear.py(30): forward") == frame_name::kind::source);
static_assert(torch_detail::kind_of_frame("<built-in method mm>") == frame_name::kind::other);
static_assert(!torch_detail::may_name_module("ProfilerStep#3"));
static_assert(!torch_detail::may_name_module("execute_65_context_1(1)_generation_0(0)"));
static_assert(torch_detail::may_name_module("model.layers.0.mlp"));

/// Two layers of one module class in a model, each with a kernel, and one kernel outside.
kineto_text layers() {
  kineto_text k;
  k.span("python_function", "nn.Module: Model_0", 0, 100);
  k.span("python_function", "nn.Module: Layer_0", 1, 20).span("python_function", "model.py(7): forward", 2, 18);
  k.launch("cudaLaunchKernel", 3, 1, 1).kernel("a", 200, 10, 1).flow(1);
  k.span("python_function", "nn.Module: Layer_1", 30, 20).launch("cudaLaunchKernel", 31, 1, 2).kernel("a", 205, 10, 2).flow(2);
  k.op("aten::copy_", 200, 10).launch("cudaMemcpyAsync", 201, 1, 3).gpu("gpu_memcpy", "Memcpy", 300, 5, 3).flow(3);
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(repeated_layers_are_one_node_and_times_add_up) {
  const torch_trace t = layers().read();
  const torch_profile run(t, {.python_frames = true});
  const torch_modules m = torch_modules_of(run, false);
  BOOST_TEST(m.busy.in(us) == 20.0);  // 200 to 215 and 300 to 305
  BOOST_REQUIRE(m.nodes.size() == 3u);
  BOOST_TEST(m.nodes[1].path == "Model");
  BOOST_TEST(m.nodes[2].path == "Model/Layer.*");
  BOOST_TEST(m.nodes[2].instances == 2);
  BOOST_TEST(m.nodes[2].calls == 2);
  BOOST_TEST(m.nodes[2].self.in(us) == 15.0);  // 10, and 5 more after the first had ended
  BOOST_TEST(m.nodes[1].total.in(us) == 15.0);
  BOOST_TEST(m.nodes[0].self.in(us) == 5.0);
  BOOST_REQUIRE(m.lines.size() == 3u);
  BOOST_TEST(m.lines[0].source == "model.py(7): forward");
  BOOST_TEST(m.lines[1].source == "");
  BOOST_TEST(modules_table(m).rows() == 3u);
  BOOST_TEST(module_tree_table(m).rows() == 3u);
}

BOOST_AUTO_TEST_CASE(ranges_stand_for_modules_where_no_frame_does) {
  kineto_text k;
  k.span("user_annotation", "model.layers.0.mlp", 0, 10).launch("cudaLaunchKernel", 1, 1, 1).kernel("a", 100, 10, 1).flow(1);
  k.span("user_annotation", "model.layers.1.mlp", 20, 10).launch("cudaLaunchKernel", 21, 1, 2).kernel("a", 120, 4, 2).flow(2);
  k.span("user_annotation", "ProfilerStep#1", 0, 50).launch("cudaLaunchKernel", 41, 1, 3).kernel("b", 140, 1, 3).flow(3);
  const torch_trace t = k.read();
  const torch_profile run(t, {.python_frames = true});
  const torch_modules m = torch_modules_of(run, false);
  BOOST_TEST(m.by_ranges);
  BOOST_REQUIRE(m.nodes.size() == 2u);
  BOOST_TEST(m.nodes[1].path == "model.layers.*.mlp");
  BOOST_TEST(m.nodes[1].total.in(us) == 14.0);
  BOOST_TEST(m.nodes[1].calls == 2);
  BOOST_TEST(m.nodes[0].self.in(us) == 1.0);
}

/// Both launches claim the kernel.
BOOST_AUTO_TEST_CASE(work_that_two_launches_claim_is_in_no_module) {
  kineto_text k;
  k.span("python_function", "nn.Module: Model_0", 0, 100).launch("cudaLaunchKernel", 3, 1, 1);
  k.launch("cudaLaunchKernel", 6, 1, 1).kernel("a", 200, 10, 1).flow(1);
  k.launch("cudaLaunchKernel", 9, 1, 2).kernel("b", 220, 5, 2).flow(2);
  const torch_trace t = k.read();
  const torch_profile run(t, {.python_frames = true});
  const torch_modules m = torch_modules_of(run, false);
  BOOST_TEST(m.nodes[0].self.in(us) == 10.0);
  BOOST_TEST(m.nodes[1].self.in(us) == 5.0);
}

// Two collectives, 210 to 218 and 214 to 222, a sum from 212 to 216 and a copy from 216 to 220.
BOOST_AUTO_TEST_CASE(exposed_communication_is_that_of_the_time_line) {
  kineto_text k;
  k.span("python_function", "nn.Module: Model_0", 0, 100);
  k.op("my::add", 20, 10).launch("cudaLaunchKernel", 21, 1, 1).kernel("add", 212, 4, 1).flow(1);
  k.op("record_param_comms", 40, 5).launch("cudaLaunchKernel", 41, 1, 2).kernel("ncclDevKernel_AllReduce", 210, 8, 2).flow(2);
  k.span("python_function", "nn.Module: Layer_0", 50, 40);
  k.op("record_param_comms", 60, 5).launch("cudaLaunchKernel", 61, 1, 3).kernel("ncclDevKernel_AllGather", 214, 8, 3).flow(3);
  k.launch("cudaMemcpyAsync", 70, 1, 4).gpu("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 216, 4, 4).flow(4);
  const torch_trace t = k.read();
  const torch_profile run(t, {.python_frames = true});
  const torch_modules m = torch_modules_of(run, false);
  BOOST_REQUIRE(m.nodes.size() == 3u);
  BOOST_TEST(m.nodes[2].exposed_communication.in(us) == 4.0);  // 218 to 222
  BOOST_TEST(m.nodes[1].exposed_communication.in(us) == 8.0);  // and 210 to 212 and 216 to 218
  const gpu_timeline line = gpu_timeline_of(run.tree(), gpu_events_of(run.tree(), false));
  BOOST_TEST(line[gpu_time::exposed_communication] == 8.0);
}

BOOST_AUTO_TEST_CASE(counts_and_exposed_communication_add_up_to_the_top) {
  kineto_text k;
  k.span("python_function", "nn.Module: Model_0", 0, 100);
  k.span("python_function", "nn.Module: Layer_0", 1, 40).op("aten::mm", 2, 10).launch("cudaLaunchKernel", 3, 1, 1);
  k.kernel("gemm", 200, 10, 1).flow(1);
  k.op("my::add", 20, 10).launch("cudaLaunchKernel", 21, 1, 2).kernel("add", 212, 4, 2).flow(2);
  // 8 us of communication, 4 of them during the sum
  k.op("record_param_comms", 60, 5).launch("cudaLaunchKernel", 61, 1, 3).kernel("ncclDevKernel_AllReduce", 210, 8, 3).flow(3);
  const torch_trace t = k.read();
  const torch_profile run(t, {.python_frames = true});
  std::uint32_t mm = 0, sum = 0;
  for (std::uint32_t i = 0; i < t.events.size(); ++i) {
    if (t.name(t.events[i]) == "aten::mm") mm = i;
    if (t.name(t.events[i]) == "my::add") sum = i;
  }
  const std::vector<module_op> ops{{mm, {.flops = 1e9, .bytes = 1e6, .time = 10, .roof_time = 5, .roofed = 10,
                                         .compute = 5, .memory = 1}},
                                   {sum, {.bytes = 4e6, .time = 4, .roof_time = 2, .roofed = 4, .memory = 2}}};
  const torch_modules m = torch_modules_of(run, false, ops);
  BOOST_REQUIRE(m.nodes.size() == 3u);
  for (const std::size_t n : {1u, 2u}) {
    BOOST_TEST(m.nodes[n].counts.flops == 1e9);
    BOOST_TEST(m.nodes[n].counts.bytes == 5e6);
    BOOST_TEST(m.nodes[n].counts.time == 14.0);
    BOOST_TEST(m.nodes[n].counts.roof_time == 7.0);
    BOOST_TEST(m.nodes[n].counts.compute == 5.0);
    BOOST_TEST(m.nodes[n].counts.memory == 3.0);
  }
  BOOST_TEST(m.nodes[1].exposed_communication.in(us) == 4.0);
  BOOST_TEST(m.nodes[2].exposed_communication.in(us) == 0.0);
  BOOST_TEST(m.nodes[1].total.in(us) == 18.0);  // 200 to 218
  const table tree = module_tree_table(m);
  std::string scratch;
  const auto cell_of = [&](std::size_t row, std::string_view column) { return tree.at(row, tree.find(column), scratch); };
  BOOST_TEST(cell_of(0, "GFLOPS").real == 1.0);
  BOOST_TEST(cell_of(0, "FLOPS/Byte").real == 200.0);
  BOOST_TEST(cell_of(0, "Roofline Bound").text == "COMPUTE_BOUND");
  BOOST_TEST(cell_of(0, "exposed_comm_time_ms").real == 0.004);
  const flame_chart chart = module_chart(m);
  BOOST_REQUIRE(chart.boxes.size() == 2u);
  BOOST_TEST(chart.boxes[0].name == "Model");
  BOOST_TEST(chart.boxes[0].value == 18000.0);
  BOOST_TEST(chart.boxes[1].depth == 1u);
  BOOST_TEST(chart.boxes[1].value == 10000.0);  // the sum runs during the communication, which began earlier
  // nothing says what the work computes
  const table uncounted = module_tree_table(torch_modules_of(run, false));
  const cell none = uncounted.at(0, uncounted.find("GFLOPS"), scratch);
  BOOST_TEST((none.kind == cell_kind::none || !known(none.real)));
}

BOOST_AUTO_TEST_SUITE_END()
