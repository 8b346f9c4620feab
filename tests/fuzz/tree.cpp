// Any events as a trace: the call tree keeps its invariants with and without the original's faults.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/launcher.hpp>
#include <ridgeline/torch/tree/recompute.hpp>
#include <ridgeline/torch/tree/walk.hpp>

#include "tests/support/torch_tables.hpp"

using namespace ridgeline;

namespace {

gpu_timeline timeline_of(const call_tree& tree, bool unlinked = false, std::optional<double> micro_idle_below = {}) {
  return gpu_timeline_of(tree, gpu_events_of(tree, unlinked), micro_idle_below);
}

void demand(bool good) {
  if (!good) std::abort();
}

/// Six bytes an event: kind and name, place and sequence number, start, length, link, what is missing.
torch_trace trace_of(const std::uint8_t* data, std::size_t size) {
  torch_trace t;
  const std::vector<symbol> names{t.texts.keep("aten::mm"), t.texts.keep("cudaLaunchKernel"), t.texts.keep("cudaGraphLaunch"),
                                  t.texts.keep("execute"), t.texts.keep("autograd::engine::evaluate_function: MmBackward0"),
                                  t.texts.keep("nn.Module: Linear_3"), t.texts.keep("ncclDevKernel"),
                                  t.texts.keep("torch/utils/checkpoint.py(1): recompute_fn")};
  const std::vector<symbol> serving{t.texts.keep("aten::embedding"), t.texts.keep("_vllm_fa2_C::varlen_fwd"),
                                    t.texts.keep("execute_context_1(9)_generation_2(2)"), t.texts.keep("step[DECODE bs=4]"),
                                    t.texts.keep("Memcpy HtoD (Host -> Device)"), t.texts.keep("flash_attn_seqlen"),
                                    t.texts.keep("1_paged_attention_decode"), t.texts.keep("aiter::mha_batch_prefill")};
  const std::vector<symbol> shapes{missing<symbol>, t.texts.keep("[[9,16,128],[1],[1],[1],[4]]"), t.texts.keep("[[[2,3]],[4]]"), t.texts.keep("[[")};
  constexpr kineto_category kinds[] = {kineto_category::cpu_op, kineto_category::user_annotation, kineto_category::cuda_runtime,
                                      kineto_category::cuda_driver, kineto_category::python_function, kineto_category::kernel,
                                      kineto_category::gpu_memcpy, kineto_category::ac2g};
  for (int i = 0; i < 4; ++i) t.places.push_back({});
  for (; size >= 6; data += 6, size -= 6) {
    torch_event e;
    e.category = kinds[data[0] % 8];
    e.name = (data[0] / 64 % 2 == 0 ? names : serving)[data[0] / 8 % 8];
    e.place = data[1] % 5 == 4 ? missing<std::uint32_t> : data[1] % 5;
    e.phase = e.category == kineto_category::ac2g ? (data[5] % 2 == 0 ? chrome_phase::flow_start : chrome_phase::flow_finish)
                                                 : chrome_phase::complete;
    if (data[5] % 8 != 7) e.start = time_point::of(3'500'000'000'000'000 + data[2] * 62);
    if (data[5] / 8 % 8 != 7) e.time = duration::of(data[3] * 125);
    if (data[5] / 64 % 2 == 0) e.correlation = data[4] % 16;
    if (data[5] / 128 == 0) e.external_id = data[4] / 16;
    if (e.category == kineto_category::cpu_op) {
      e.args = static_cast<std::uint32_t>(t.ops.size());
      t.ops.push_back({.input_dims = shapes[data[1] / 64], .sequence = data[1] / 8});
    }
    t.events.push_back(e);
  }
  return t;
}

void check(const torch_trace& trace, const call_tree_options& options) {
  const call_tree tree = build_call_tree(trace, options);
  const torch_clock clock = tree.clock();
  std::vector<std::uint32_t> times(trace.events.size());
  for (const std::uint32_t event : tree.order()) ++times[event];
  std::size_t gpu = 0;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    demand(tree.contains(i) == (times[i] != 0));
    if (!options.faults.repeated_links_listed_twice || !is_gpu(e.category)) demand(times[i] <= 1);
    if (is_gpu(e.category)) gpu += times[i];
    if (!tree.contains(i)) continue;
    demand(tree.order()[tree.first_of(i)] == i && tree.first_of(i) < tree.last_of(i));
    const std::uint32_t parent = tree.parent_of(i);
    if (!known(parent)) continue;
    demand(tree.first_of(parent) < tree.first_of(i) && tree.last_of(i) <= tree.last_of(parent));
    if (is_gpu(e.category)) {
      demand(is_runtime(trace.events[parent].category) || trace.events[parent].category == kineto_category::cpu_op);
    } else if (is_runtime(e.category) && !options.faults.launches_by_stack_alone &&
               !(clock.start(trace.events[parent]) <= clock.start(e) && e.place == trace.events[parent].place)) {
      demand(trace.events[parent].category == kineto_category::cpu_op);  // the op named by the launch
    } else {
      demand(clock.start(trace.events[parent]) <= clock.start(e) && e.place == trace.events[parent].place);
      if (!options.faults.leaking_events_dropped && !is_runtime(e.category)) demand(clock.end(e) <= clock.end(trace.events[parent]));
    }
  }
  demand(gpu == tree.gpu_positions().size());
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    if (!tree.contains(i)) continue;
    const call_node node = node_of(tree, i);
    std::uint32_t end = tree.first_of(i) + 1, work = 0;
    for (const call_node child : children_of(node)) {
      demand(is_gpu_work(child) || child.parent() == node);
      end += is_gpu_work(child) ? 1 : tree.last_of(child.uid()) - tree.first_of(child.uid());
    }
    demand(end == tree.last_of(i));
    for (const call_node below : subtree_of(node)) work += is_gpu_work(below) ? 1 : 0;
    demand(work == gpu_work_by_launch(node).size());
    std::size_t steps = 0;
    for (const call_node above : ancestors_of(node)) demand(static_cast<bool>(above) && ++steps <= trace.events.size());
    static_cast<void>(modules_around(node));
  }
  const backward_links links = link_backward(tree);
  for (const backward_links::link& l : links.all()) demand(links.forward_of(l.backward) == l.forward);
  const launcher_table table = launchers_of(tree);
  for (const launcher& row : table.rows) demand(row.first < row.last && row.last <= table.work.size());
  static_cast<void>(recomputed_events(tree));
  const gpu_timeline g = timeline_of(tree, true, 3.0);
  const double parts = g[gpu_time::computation] + g[gpu_time::exposed_communication] + g[gpu_time::exposed_copy] + g[gpu_time::idle];
  demand(parts - g[gpu_time::total] < 1e-6 && g[gpu_time::total] - parts < 1e-6);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 6 * 400) return 0;
  const torch_trace trace = trace_of(data, size);
  check(trace, {});
  check(trace, {.python_frames = true});
  check(trace, {.python_frames = true, .faults = torch_faults::parity()});
  for (const bool parity : {false, true}) demand(!sheets_of(trace, parity).empty());
  const torch_profile run(trace);
  for (std::size_t m = 0; m < phase_method_names.size(); ++m)
    demand(torch_phases_of(run, {static_cast<phase_method>(m), 10}).size() == run.launches().rows.size());
  for (const phase_method m : {phase_method::votes, phase_method::annotations, phase_method::shapes})
    demand(!sheets_of(trace, false, m).empty());
  return 0;
}
