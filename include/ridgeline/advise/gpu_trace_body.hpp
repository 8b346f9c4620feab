#ifndef RIDGELINE_ADVISE_GPU_TRACE_BODY_HPP
#define RIDGELINE_ADVISE_GPU_TRACE_BODY_HPP

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/shared_checks.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/gpu/record/work_streams.hpp>
#include <ridgeline/gpu/sheet/rows.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline {

gpu_activity activity_of(const gpu_trace& trace, const gpu::communication_table* communication) {
  const gpu::communication_table built_in;
  const std::vector<bool> communicates =
      communicating_names(trace, communication != nullptr ? *communication : built_in);
  gpu_activity a{.first = missing<time_point>, .last = missing<time_point>};
  a.texts = &trace.texts;
  a.works_in = "event_work", a.calls_in = "event_calls", a.ranges_in = "event_ranges";  // of gpu_records
  const auto see = [&](time_point start) {
    if (!known(a.first) || start < a.first) a.first = start;
    if (!known(a.last) || start > a.last) a.last = start;
  };
  // Correlation numbers are unique only within a process, whereas the index of a call is globally unique.
  for (std::uint32_t i = 0; i < trace.calls.size(); ++i) {
    const gpu_call& call = trace.calls[i];
    if (!known(call.start) || !known(call.time)) continue;
    see(call.start);
    activity_call& c = a.calls.emplace_back();
    c.start = call.start, c.time = call.time, c.correlation = i, c.uid = i, c.name = call.name;
    c.thread = known(call.thread) ? call.thread + 1 : 0, c.process = known(call.process) ? call.process + 1 : 0;
  }
  const gpu_work_streams on(trace);
  distinct<std::int64_t> devices;
  for (std::uint32_t i = 0; i < trace.work.size(); ++i) {
    const gpu_work_item& item = trace.work[i];
    if (!known(item.start) || !known(item.time)) continue;
    see(item.start);
    activity_work& w = a.works.emplace_back();
    w.start = item.start, w.time = item.time, w.uid = i, w.name = item.name, w.kind = item.kind;
    if (known(item.call)) w.correlation = item.call;
    w.communicates = item.kind == gpu_kind::kernel && communicates[index_of(item.name)];
    if (item.kind == gpu_kind::copy) w.source = item.source, w.target = item.target;
    if (item.process < trace.processes.size()) w.process = item.process + 1;
    if (known(on.devices[i])) w.device = devices.number(on.devices[i]);
    w.stream = on.streams[i];
  }
  a.streams = on.count;
  auto node = trace.graph_nodes.begin();
  for (activity_work& w : a.works) {
    while (node != trace.graph_nodes.end() && node->work < w.uid) ++node;
    if (node != trace.graph_nodes.end() && node->work == w.uid) w.graph_node = node->node;
  }
  for (std::uint32_t i = 0; i < trace.ranges.size(); ++i) {
    const gpu_range& r = trace.ranges[i];
    if (!known(r.start) || !known(r.time)) continue;
    see(r.start);
    const range_kind kind = range_kind_of(trace.text(r.name));
    if (kind == range_kind::other) continue;
    a.ranges.push_back({r.start, r.time, i, r.name, kind});
    if (!known(r.thread)) continue;
    a.ranges.back().thread = r.thread + 1, a.ranges.back().process = known(r.process) ? r.process + 1 : 0;
  }
  finish_activity(a);
  if (!a.works.empty() && a.last - a.first > long_silence) {
    std::vector<std::int64_t> starts;
    const auto take = [&](const auto& spans) {
      for (const auto& s : spans)
        if (known(s.start) && known(s.time)) starts.push_back(s.start.base());
    };
    take(trace.calls), take(trace.work), take(trace.ranges);
    a.longest_step = longest_silence(std::move(starts));
  }
  return a;
}

namespace advise_detail {

struct gpu_evidence : activity_evidence {
  gpu_evidence(const gpu_trace& t, const gpu_activity& a, const gpu_replay& r) : activity_evidence(a, r), trace(t) {
    lost = t.lost, lost.of_file = true;
    if (!lost.any()) lost = lost_by(t.problems, gpu_problem::file_damaged, "the file is cut or damaged");
    if (!lost.any()) lost = lost_by(t.problems, gpu_problem::packed_damaged, "packets of the file are damaged");
    if (!lost.any()) lost = lost_by(t.problems, gpu_problem::packets_lost, "the writer lost packets");
  }
  const gpu_trace& trace;
};

void judge_gpu_file(const gpu_evidence& e, health_check& c) {
  judge_left_out(e.trace.problems, gpu_problem_table, e.trace.work.size() + e.trace.calls.size(), e.lost, c);
}

/// Work of graphs has its calls and names in all sheets, so that they lack nothing; but findings ask for its share.
void judge_gpu_graphs(const gpu_evidence& e, health_check& c) {
  activity_rules::graph_replays(e, c);
  if (c.is == trace_verdict::degraded) c.is = trace_verdict::not_applicable, c.message.clear();
}

inline constexpr std::string_view of_calls = "kernel_launches,ranges_kernels,api_summary";
inline constexpr shared_sheets gpu_sheets{.times = "gpu_timeline",
                                          .counts = "gpu_timeline,kernel_summary,kernel_launches",
                                          .launches = of_calls,
                                          .kernels = "kernel_summary",
                                          .lengths = "kernel_summary,gpu_timeline",
                                          .rates = "kernel_summary,short_kernels_histogram,short_kernels_all_details",
                                          .delays = "gpu_timeline,kernel_launches"};

using gpu_rule = health_rule<gpu_evidence>;
constexpr gpu_rule gpu_shared(std::string_view name, std::string_view advice = {}) {
  return shared_rule<gpu_evidence>(name, gpu_sheets, advice);
}

inline constexpr std::array gpu_health_rules{
    gpu_shared("no_gpu_work", "Record the GPU too: nsys profile --trace=cuda,nvtx, rocprofv3 --kernel-trace."),
    gpu_shared("kernels_lost"),
    gpu_shared("cut_end"),
    gpu_shared("cut_start"),
    gpu_shared("unlinked_work"),
    gpu_shared("zero_duration"),
    gpu_shared("clipped_duration"),
    gpu_shared("epoch_mixed"),
    gpu_shared("clock_offset"),
    gpu_shared("order_inverted"),
    gpu_shared("stream_overlap"),
    gpu_shared("duplicates"),
    gpu_rule{gpu_shared("graph_replays").facts, judge_gpu_graphs},
    gpu_shared("graph_collapsed", "Record the kernels of graphs: nsys --cuda-graph-trace=node."),
    gpu_shared("idle_unexplained", "Record the kernels of graphs and of all libraries."),
    gpu_rule{{"file_damaged", "*", "Write the trace again: the file was cut or changed."}, judge_gpu_file}};

}  // namespace advise_detail

trace_health health_of(const gpu_trace& trace, const gpu_activity& activity, const gpu_replay& replay) {
  return judged(advise_detail::gpu_evidence(trace, activity, replay), advise_detail::gpu_health_rules);
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_GPU_TRACE_BODY_HPP
