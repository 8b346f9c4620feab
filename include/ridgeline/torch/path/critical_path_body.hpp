#ifndef RIDGELINE_TORCH_PATH_CRITICAL_PATH_BODY_HPP
#define RIDGELINE_TORCH_PATH_CRITICAL_PATH_BODY_HPP

#include <algorithm>
#include <memory>
#include <utility>

#include <ridgeline/gpu/path/sequences.hpp>
#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/path/roof_times.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace torch_detail {

std::vector<bool> loading_events(const path_activity& a, const std::vector<std::string>& texts) {
  std::vector<bool> loads(texts.empty() ? 0 : a.host.size(), false);
  for (std::size_t i = 0; i < loads.size(); ++i)
    for (const std::string& text : texts)
      if (a.host[i].name.find(text) != std::string_view::npos) loads[i] = true;
  return loads;
}

std::vector<path_constant_row> constants_of(const wait_model& m) {
  std::vector<path_constant_row> rows;
  const auto add = [&](std::string_view name, const wait_constant& c) {
    rows.push_back({name, static_cast<double>(c.ns) / 1000, c.samples});
  };
  add("launch_latency", m.launch_latency);
  add("stream_gap", m.stream_gap);
  add("sync_return", m.sync_return);
  add("sync_call", m.sync_call);
  return rows;
}

critical_path_report report_of(path_activity activity, const critical_path_options& options) {
  critical_path_report r;
  r.activity = std::make_unique<path_activity>(std::move(activity));
  const path_activity& a = *r.activity;
  r.waits = std::make_unique<gpu_waits>(waits_of(a, options.unexplained));
  const gpu_waits& w = *r.waits;
  r.window = window_of(a, options.steps);
  path_rows& rows = r.rows;
  if (r.window.found) {
    r.chains = std::make_unique<host_chains>(
        chains_of(a, r.window.window, torch_detail::loading_events(a, options.data_load)));
    r.graph = run_graph_of(a, w, *r.chains, r.window.window);
    rows.path = critical_path(r.graph);
    rows.summary = shares_of(rows.path);
    rows.model = torch_detail::constants_of(w.model);
    rows.what_if = what_if(r.graph, options.what_if);
  }
  rows.zero = static_cast<double>(begins_of(a).first) / 1000;
  rows.idle = idle_causes(a, w, options.usage);
  const host_chains whole = chains_of(a, whole_window(a), {});
  rows.idle_host = idle_host_activity(a, w, whole);
  rows.devices = device_times(a);
  rows.overlaps = communication_overlap(a);
  rows.kernel_types = kernel_types(a);
  rows.kernels = kernel_shares(a, options.usage);
  rows.launches = launch_stats(a, w);
  if (!a.tasks.empty()) rows.launch_classes = launch_classes(rows.launches, options.usage);
  rows.queue = queue_lengths(a, w);
  rows.queue_summary = queue_summary(rows.queue);
  rows.queue_full = full_queues(a, rows.queue, options.usage);
  rows.bandwidth = copy_bandwidth(a);
  rows.bandwidth_summary = bandwidth_summary(rows.bandwidth);
  rows.sequences = kernel_sequences(a, w, options.sequence_op, options.least_sequence);
  rows.op_launches = op_launch_delays(a, w, whole);
  return r;
}

}  // namespace torch_detail

critical_path_report critical_path(const torch_trace& trace, const critical_path_options& options,
                                   const gpu::communication_table* communication) {
  return torch_detail::report_of(path_activity_of(trace, communication), options);
}

critical_path_report critical_path(const torch_profile& run, const critical_path_options& options) {
  path_activity activity = path_activity_of(run.tree());
  const auto asks = [](const asked_change& c) { return c.change.asks_for_roofs(); };
  if (options.roofs != nullptr && std::any_of(options.what_if.begin(), options.what_if.end(), asks))
    add_roof_times(activity, run, *options.roofs);
  return torch_detail::report_of(std::move(activity), options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_CRITICAL_PATH_BODY_HPP
