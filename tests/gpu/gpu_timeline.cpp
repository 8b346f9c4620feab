#include <ridgeline/gpu/gpu_timeline.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <optional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/shared_data.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(timeline_gpu_timeline)

namespace {

gpu_timeline timeline_of(const call_tree& tree, bool unlinked = false, std::optional<double> micro_idle_below = {}) {
  return gpu_timeline_of(tree, gpu_events_of(tree, unlinked), micro_idle_below);
}

/// Kernels 0-10 and 20-30, a collective 5-25, a copy 8-40, a fill 50-51; gaps of 10 (40-50) and 49 (51-100); one more
/// kernel at 100-102 without a launch.
kineto_text mixed() {
  return kineto_text().launch("launch", 0, 1, 1).launch("launch", 0, 1, 2).launch("launch", 0, 1, 3).launch("memcpy", 0, 1, 4)
      .launch("memset", 0, 1, 5).kernel("a", 0, 10, 1).kernel("b", 20, 10, 2).kernel("ncclDevKernel", 5, 20, 3)
      .gpu("gpu_memcpy", "Memcpy HtoD", 8, 32, 4).gpu("gpu_memset", "Memset", 50, 1, 5).kernel("late", 100, 2, 99)
      .flow(1).flow(2).flow(3).flow(4).flow(5);
}

}  // namespace

BOOST_AUTO_TEST_CASE(divides_the_time) {
  const torch_trace t = mixed().read();
  for (const torch_faults faults : {torch_faults{}, torch_faults::parity()}) {
    const gpu_timeline g = timeline_of(build_call_tree(t, {.faults = faults}));
    BOOST_TEST(g[gpu_time::computation] == 21.0);            // 10 + 10 + 1
    BOOST_TEST(g[gpu_time::exposed_communication] == 10.0);  // 5-25 without 0-10 and 20-30
    BOOST_TEST(g[gpu_time::exposed_copy] == 10.0);           // 8-40 without compute and 5-25: 30-40
    BOOST_TEST(g[gpu_time::busy] == 41.0);                   // 0-40 and 50-51
    BOOST_TEST(g[gpu_time::idle] == 10.0);
    BOOST_TEST(g[gpu_time::total] == 51.0);
    BOOST_TEST(g[gpu_time::communication] == 20.0);
    BOOST_TEST(g[gpu_time::copy] == 32.0);
    BOOST_TEST(g.percent(gpu_time::busy) == 41.0 / 51.0 * 100);
    BOOST_TEST(g.rows().size() == 8u);
  }
}

BOOST_AUTO_TEST_CASE(splits_idle_time_and_counts_unlinked_work) {
  const torch_trace t = mixed().read();
  const gpu_timeline g = timeline_of(build_call_tree(t), true, 49.0);
  BOOST_TEST(g[gpu_time::total] == 102.0);
  BOOST_TEST(g[gpu_time::micro_idle] == 10.0);
  BOOST_TEST(g[gpu_time::macro_idle] == 49.0);               // a gap as long as the threshold is not short
  BOOST_TEST(g.rows().size() == 9u);
  BOOST_TEST((g.rows()[4] == gpu_time::micro_idle));
}

BOOST_AUTO_TEST_CASE(is_empty_without_gpu_work) {
  const torch_trace t = kineto_text().op("a", 0, 1).read();
  const gpu_timeline g = timeline_of(build_call_tree(t));
  BOOST_TEST(g.empty);
  BOOST_TEST(g.percent(gpu_time::busy) == 0.0);
}

BOOST_AUTO_TEST_CASE(knows_communication_by_kernel_op_and_arguments) {
  // 10 us of each; the original recognises only the first. The op of vLLM launches a kernel whose name says nothing.
  kineto_text k;
  k.op("vllm::all_reduce", 30, 10).op("record_param_comms", 40, 10);
  k.launch("launch", 0, 1, 1).launch("launch", 10, 1, 2).launch("launch", 20, 1, 3).launch("launch", 31, 1, 4)
      .launch("launch", 41, 1, 5).launch("memcpy", 42, 1, 6);
  k.kernel("ncclDevKernel_AllReduce", 100, 10, 1).kernel("void deep_ep::intranode::dispatch<8>(int)", 110, 10, 2)
      .kernel("triton_poi_fused_all_reduce_wait_tensor_0", 120, 10, 3).kernel("void one_stage<bf16>(float*)", 130, 10, 4)
      .kernel("void add<float>(float*)", 150, 10, 7)
      .kernel("void put_signal(int)", 160, 10, 5);
  k.gpu("gpu_memcpy", "Memcpy PtoP", 140, 10, 6);
  for (int i = 1; i <= 6; ++i) k.flow(i);
  const torch_trace t = k.read();
  const gpu_timeline right = timeline_of(build_call_tree(t), true);
  BOOST_TEST(right[gpu_time::communication] == 40.0);  // nccl, DeepEP, those of the two ops
  BOOST_TEST(right[gpu_time::computation] == 20.0);    // the fused kernel, which names the ops around it; add
  BOOST_TEST(right[gpu_time::copy] == 10.0);
  torch_faults original;
  original.communication_by_three_words = true;
  const gpu_timeline three_words = timeline_of(build_call_tree(t, {.faults = original}), true);
  BOOST_TEST(three_words[gpu_time::communication] == 10.0);
  BOOST_TEST(three_words[gpu_time::computation] == 50.0);
  gpu::communication_table own;
  own.add(*text_pattern::compile("^void add"));
  const gpu_timeline mine = timeline_of(build_call_tree(t, {.communication = &own}), true);
  BOOST_TEST(mine[gpu_time::communication] == 50.0);
}

BOOST_AUTO_TEST_CASE(a_named_collective_is_communication) {
  const std::string args = "\"stream\": 7, \"correlation\": 1, \"Collective name\": \"_allgather_base\"";
  const torch_trace t = kineto_text().span("kernel", "k", 0, 10, args).read();
  BOOST_TEST(timeline_of(build_call_tree(t), true)[gpu_time::communication] == 10.0);
  BOOST_TEST(timeline_of(build_call_tree(t, {.faults = torch_faults::parity()}), true)[gpu_time::computation] == 10.0);
}

BOOST_AUTO_TEST_CASE(half_nanoseconds_do_not_add_up) {
  // 1000 kernels of 0.1 us, one a microsecond, at .3 past: 100 us in all. Near 3.5e12 doubles are 1/2048 apart, so a
  // start is 614/2048 past (0.3 * 2048 = 614.4), its end 819/2048 (614 + 204.8), the length 205/2048.
  kineto_text k;
  for (int i = 0; i < 1000; ++i)
    k.raw("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"ts\": " + std::to_string(3500000000001 + i) +
          ".3, \"dur\": 0.1, \"args\": {\"correlation\": 1}}");
  const torch_trace t = k.read();
  const gpu_timeline exact = timeline_of(build_call_tree(t), true);
  BOOST_TEST(exact[gpu_time::busy] == 100.0);
  BOOST_TEST(exact[gpu_time::total] == 999.1);
  const gpu_timeline rounded = timeline_of(build_call_tree(t, {.faults = {.rounded_ends = true}}), true);
  BOOST_TEST(rounded[gpu_time::busy] == 1000 * 205.0 / 2048);
}

BOOST_AUTO_TEST_CASE(equals_the_published_sheets) {
  const auto folder = shared_data("pytorch");
  if (!folder) return;
  std::size_t sheets = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (!entry.is_directory()) continue;
    const auto trace = read_kineto_file((entry.path() / "trace.json.gz").string());
    BOOST_REQUIRE(trace.has_value());
    for (const std::string_view variant : {"default", "idle_unlinked", "recompute"}) {
      std::ifstream sheet(entry.path() / variant / "gpu_timeline.csv");
      if (!sheet) continue;
      ++sheets;
      const bool recompute = variant == "recompute", idle = variant == "idle_unlinked";
      const call_tree tree = build_call_tree(*trace, {.python_frames = recompute, .faults = torch_faults::parity()});
      std::vector<gpu_timeline> parts;
      if (recompute) {
        const std::vector<bool> marked = recomputed_events(tree);
        std::vector<std::uint32_t> once, again;
        for (const std::uint32_t e : gpu_events_of(tree, false)) (marked[e] ? again : once).push_back(e);
        parts = {gpu_timeline_of(tree, once), gpu_timeline_of(tree, again)};
      } else {
        parts = {timeline_of(tree, idle, idle ? std::optional(10.0) : std::nullopt)};
      }
      std::string line;
      std::getline(sheet, line);
      for (const gpu_timeline& g : parts) {
        if (g.empty) continue;
        for (const gpu_time row : g.rows()) {
          BOOST_REQUIRE(std::getline(sheet, line).good());
          std::istringstream cells(line);
          std::string name, time, percent;
          std::getline(cells, name, ','), std::getline(cells, time, ','), std::getline(cells, percent, ',');
          BOOST_TEST(name == name_of(row));
          BOOST_TEST(*to_double(time) == g[row] / 1000, boost::test_tools::tolerance(1e-6));
          BOOST_TEST(*to_double(percent) == g.percent(row), boost::test_tools::tolerance(1e-6));
        }
      }
      BOOST_TEST(!std::getline(sheet, line).good());
    }
  }
  BOOST_TEST(sheets >= 17u);
}

BOOST_AUTO_TEST_SUITE_END()
