#ifndef RIDGELINE_TORCH_REPORT_LACKS_BODY_HPP
#define RIDGELINE_TORCH_REPORT_LACKS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/problem_counts.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/report/lacks.hpp>
#include <ridgeline/torch/report/overview.hpp>
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

/// Collects what a trace lacks. Kinds of events of which there is none may be in a part of the trace that is missing;
/// whatever the events that are there do not hold was not recorded.
class lack_sayer {
 public:
  lack_sayer(const torch_profile& run, torch_overview& to)
      : lost_(lost_part_of(run.trace())), advises_(!of_other_profilers(run.trace())), to_(to) {
    if (!lost_.any()) return;
    std::string text =
        lost_.what + ", so counts and times lack what is missing, and idle time is at most what is shown. ";
    text.front() = core_detail::upper_letter(text.front());
    to_.lost.push_back(text.append(lost_.advice));
  }

  bool lost() const { return lost_.any(); }
  void of_events(std::string text, std::string_view advice = {}) {
    if (lost_.any()) to_.lost.push_back(std::move(text));
    else of_all(std::move(text), advice);
  }
  void of_all(std::string text, std::string_view advice = {}) {
    if (advises_ && !advice.empty()) text.append("; ").append(advice);
    to_.missing.push_back(std::move(text));
  }

 private:
  lost_part lost_;
  bool advises_;
  torch_overview& to_;
};

/// What is missing of a trace without timed GPU work.
void say_missing_work(const torch_profile& run, const torch_report_options& options, const recorded_counts& n,
                      lack_sayer& say) {
  if (n.untimed != 0)
    return say.of_all("the start or the duration of GPU work (" + std::to_string(n.untimed) +
                      " events), so no sheet counts its time");
  std::vector<torch_unknown_work> unknown = run.trace().unknown_work;
  std::erase_if(unknown, [](const torch_unknown_work& u) { return u.use != unknown_work_use::none; });
  if (!unknown.empty())
    return say.of_all("GPU work of a known category: no sheet counts the " + std::to_string(unknown.front().count) +
                      " spans of the category " + std::string(run.trace().text(unknown.front().category)) +
                      (unknown.size() > 1 ? ", nor those of " + std::to_string(unknown.size() - 1) + " more" : ""));
  if (n.ops == 0 && n.frames == 0 && n.calls == 0) {
    if (options.of_chosen_steps)
      return say.of_all("any step of a serving engine that was asked for, so there is nothing to report");
    if (say.lost())
      return say.of_events("any span, so there is nothing to report");
    return say.of_all("any span, so there is nothing to report: the profiler was not running, or its schedule had no "
                      "active step");
  }
  say.of_events(n.ops == 0 ? "GPU work, so no sheet has any GPU time"
                           : "GPU work, so the report covers the host only, with ops by their own time",
                "record with ProfilerActivity.CUDA");
}

void say_missing(const torch_profile& run, const torch_report_options& options, torch_overview& to) {
  const recorded_counts n = recorded_in(run);
  lack_sayer say(run, to);
  if (n.work == 0) say_missing_work(run, options, n, say);
  else if (n.ops == 0)
    say.of_events("ops, so there are no sheets of ops, models and rooflines (ops_summary, ops_all, "
                  "unified_perf_summary, GEMM and the like)",
                  "record with ProfilerActivity.CPU");
  else if (n.linked == 0 && run.faults().links_need_flows)
    say.of_all("flows from launches to GPU work, so no op has any GPU time: sheets of ops, models and rooflines are "
               "missing; without --parity the numbers of launches also link them");
  else if (n.linked == 0)
    say.of_events("links from launches to GPU work (correlation, External id), so no op has any GPU time: sheets of "
                  "ops, models and rooflines are missing",
                  "record with a newer version of PyTorch");
  else if (n.shapes == 0)
    say.of_all("shapes, so FLOP, bytes and rooflines of ops are unknown (GEMM and the like, roofline) and ops_all has "
               "one row for all calls of an op",
               "record with record_shapes=True");
  else if (n.values == 0)
    say.of_all("values of arguments (Concrete Inputs), so strides, paddings and flags of ops are unknown",
               "newer versions of PyTorch record them with record_shapes=True");
  if (n.calls == 0 && n.linked != 0)
    say.of_events("runtime calls (cuda_runtime and the like), so the op with the External id of GPU work counts as its "
                  "launch, and what a launch waits for is unknown");
  if (n.ops != 0 && n.linked != 0 && n.linked < n.work)
    say.of_events("the launch of " + std::to_string(n.work - n.linked) + " of " + std::to_string(n.work) +
                  " pieces of GPU work, so no op includes their time; --include_unlinked_kernels counts them in "
                  "gpu_timeline");
  if (n.ops != 0 && n.work != 0 && 2 * n.graphs > n.work)
    say.of_all("the ops of captured graphs, which launched " + std::to_string(n.graphs) + " of " +
                   std::to_string(n.work) + " pieces of GPU work, so ops_all, unified_perf_summary and the category "
                   "sheets show only the launches",
               "record a run without graphs (enforce_eager=True, --disable-cuda-graph, torch.compile without mode "
               "reduce-overhead)");
  const bool asks = n.work != 0 || (n.ops != 0 && say.lost());  // without GPU work, that is what was not recorded
  if (n.frames == 0 && asks && (options.call_stacks || run.options().recompute))
    say.of_events("Python frames, so there are no call stacks and recomputation " +
                      std::string(known(run.trace().texts.find("CheckpointFunctionBackward"))
                                      ? "is only known below CheckpointFunctionBackward"
                                      : "cannot be detected"),
                  "record with with_stack=True");
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
