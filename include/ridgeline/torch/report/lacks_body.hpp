#ifndef RIDGELINE_TORCH_REPORT_LACKS_BODY_HPP
#define RIDGELINE_TORCH_REPORT_LACKS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/report/lacks.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace torch_detail {

/// How much a trace has of what sheets are made from.
struct recorded_counts {
  std::size_t ops = 0, shapes = 0, values = 0, frames = 0, calls = 0;
  std::size_t work = 0, untimed = 0;   ///< GPU work with a time, and without
  std::size_t linked = 0, graphs = 0;  ///< work with a launch; with that of a graph
};
recorded_counts recorded_in(const torch_profile& run) {
  recorded_counts n;
  const std::vector<torch_event>& events = run.trace().events;
  asked_once graph(run.trace().texts, launches_graph);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const torch_event& e = events[i];
    if (e.phase != chrome_phase::complete && !(is_gpu(e.category) && e.has_span())) continue;
    if (const op_arguments* const op = run.trace().op(e)) {
      n.shapes += known(op->input_dims) ? 1u : 0u;
      n.values += known(op->concrete_inputs) ? 1u : 0u;
    }
    n.ops += e.category == kineto_category::cpu_op ? 1u : 0u;
    n.frames += e.category == kineto_category::python_function ? 1u : 0u;
    n.calls += is_runtime(e.category) && e.has_span() ? 1u : 0u;
    if (!is_gpu(e.category)) continue;
    if (!e.has_span()) {
      ++n.untimed;
      continue;
    }
    ++n.work;
    const std::uint32_t launch = run.tree().parent_of(i);
    n.linked += known(launch) ? 1u : 0u;
    n.graphs += known(launch) && graph(run.event(launch).name) ? 1u : 0u;
  }
  return n;
}

/// What is missing of a trace without timed GPU work.
std::string missing_work(const torch_profile& run, const torch_report_options& options, const recorded_counts& n) {
  if (n.untimed != 0)
    return "the start or the duration of GPU work (" + std::to_string(n.untimed) +
           " events), so no sheet counts its time";
  std::vector<torch_unknown_work> unknown = run.trace().unknown_work;
  std::erase_if(unknown, [](const torch_unknown_work& u) { return u.use != unknown_work_use::none; });
  if (!unknown.empty())
    return "GPU work of a known category: no sheet counts the " + std::to_string(unknown.front().count) +
           " spans of the category " + std::string(run.trace().text(unknown.front().category)) +
           (unknown.size() > 1 ? ", nor those of " + std::to_string(unknown.size() - 1) + " more" : "");
  if (n.ops == 0 && n.frames == 0 && n.calls == 0)
    return options.of_chosen_steps
               ? "any step of a serving engine that was asked for, so there is nothing to report"
               : "any span, so there is nothing to report: the profiler was not running, or its schedule had no active "
                 "step";
  return n.ops == 0 ? "GPU work, so no sheet has any GPU time; record with ProfilerActivity.CUDA"
                    : "GPU work, so the report covers the host only, with ops by their own time; record with "
                      "ProfilerActivity.CUDA";
}

std::vector<std::string> missing_of(const torch_profile& run, const torch_report_options& options) {
  const recorded_counts n = recorded_in(run);
  if (n.work == 0) return {missing_work(run, options, n)};
  std::vector<std::string> all;
  if (n.ops == 0)
    all.emplace_back("ops, so there are no sheets of ops, models and rooflines (ops_summary, ops_all, "
                     "unified_perf_summary, GEMM and the like); record with ProfilerActivity.CPU");
  else if (n.linked == 0)
    all.emplace_back(run.faults().links_need_flows
                         ? "flows from launches to GPU work, so no op has any GPU time: sheets of ops, models and "
                           "rooflines are missing; without --parity the numbers of launches also link them"
                         : "links from launches to GPU work (correlation, External id), so no op has any GPU time: "
                           "sheets of ops, models and rooflines are missing; record with a newer version of PyTorch");
  else if (n.shapes == 0)
    all.emplace_back("shapes, so FLOP, bytes and rooflines of ops are unknown (GEMM and the like, roofline) and "
                     "ops_all has one row for all calls of an op; record with record_shapes=True");
  else if (n.values == 0)
    all.emplace_back("values of arguments (Concrete Inputs), so strides, paddings and flags of ops are unknown; newer "
                     "versions of PyTorch record them with record_shapes=True");
  if (n.calls == 0 && n.linked != 0)
    all.emplace_back("runtime calls (cuda_runtime and the like), so the op with the External id of GPU work counts as "
                     "its launch, and what a launch waits for is unknown");
  if (n.ops != 0 && n.linked != 0 && n.linked < n.work)
    all.push_back("the launch of " + std::to_string(n.work - n.linked) + " of " + std::to_string(n.work) +
                  " pieces of GPU work, so no op includes their time; --include_unlinked_kernels counts them in "
                  "gpu_timeline");
  if (n.ops != 0 && 2 * n.graphs > n.work)
    all.push_back("the ops of captured graphs, which launched " + std::to_string(n.graphs) + " of " +
                  std::to_string(n.work) + " pieces of GPU work, so ops_all, unified_perf_summary and the category "
                  "sheets show only the launches; record a run without graphs (enforce_eager=True, "
                  "--disable-cuda-graph)");
  if (n.frames == 0 && (options.call_stacks || run.options().recompute))
    all.push_back("Python frames, so there are no call stacks and recomputation " +
                  std::string(known(run.trace().texts.find("CheckpointFunctionBackward"))
                                  ? "is only known below CheckpointFunctionBackward"
                                  : "cannot be detected") +
                  "; record with with_stack=True");
  return all;
}

void judge_modules(const torch_modules& modules, data_quality& quality) {
  if (modules.nodes.empty() || modules.nodes[0].self_kernels == 0) return;
  const bool all = modules.busy.base() != 0 && modules.nodes[0].self.base() == modules.busy.base();
  if (!all) return;
  quality.add(
      modules.module_frames != 0
          ? "modules: the frames of modules are on other processes or threads than the launches; all GPU time is "
            "unattributed"
          : "modules: neither frames nor ranges name modules; all GPU time is unattributed",
      source_pos{}, "", false);
}

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_LACKS_BODY_HPP
