#ifndef RIDGELINE_XLA_SHEET_MODULES_BODY_HPP
#define RIDGELINE_XLA_SHEET_MODULES_BODY_HPP

#include <algorithm>
#include <map>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/xla/read/xplane_devices.hpp>
#include <ridgeline/xla/sheet/modules.hpp>

namespace ridgeline {

namespace xla_detail {

/// Accumulates data on one program on one plane.
struct module_sums {
  jax_module row{};
  std::vector<double> times{};
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> runs{};  // first start and last end, by number
};

/// Plane and program; programs are identified by name, because those of one name are versions of one function.
using module_key = std::pair<std::uint32_t, std::string_view>;

}  // namespace xla_detail

std::vector<jax_module> modules_of(const jax_result& r) {
  using namespace xla_detail;
  const xla_trace& trace = *r.trace;
  if (!trace.has_ops()) return {};
  std::map<module_key, module_sums> all;
  std::map<std::uint32_t, double> of_plane;
  const auto sums = [&](std::uint32_t plane, std::string_view name) -> module_sums& {
    module_sums& s = all[{plane, name}];
    s.row.pid = gpu_pid(trace.planes[plane]), s.row.name = name;
    return s;
  };
  const std::map<std::int64_t, symbol> names = names_by_program(trace);
  for (const xla_line& line : trace.lines) {
    if (line.kind != xla_line_kind::modules || trace.plane(line).kind != xla_plane_kind::tpu) continue;
    for (const xla_event& e : trace.events_of(line)) {
      const program_text text = program_text_of(trace.name(e));
      const auto held = names.find(text.program);
      const std::string_view name = held == names.end() ? text.name : trace.text(held->second);
      sums(line.plane, name).times.push_back(static_cast<double>(e.duration_ps) / 1e6);
    }
  }
  for (const jax_call& call : r.calls) {
    const xla_event& event = r.event_of(call.first->uid);
    const std::uint32_t plane = r.line(*call.first).plane;
    module_sums& s = sums(plane, call.kind->hlo_module);
    s.row.ops += call.microseconds;
    of_plane[plane] += call.microseconds;
    if (known(call.flops())) s.row.flops = known(s.row.flops) ? s.row.flops + call.flops() : call.flops();
    if (known(call.bytes())) s.row.bytes = known(s.row.bytes) ? s.row.bytes + call.bytes() : call.bytes();
    const std::int64_t run = trace.stats_of(event).run, end = trace.end_of(event);
    if (!known(run)) continue;
    const auto [at, is_new] = s.runs.try_emplace(run, event.start_ps, end);
    if (is_new) continue;
    at->second.first = std::min(at->second.first, event.start_ps);
    at->second.second = std::max(at->second.second, end);
  }
  std::vector<jax_module> rows;
  for (auto& [key, s] : all) {
    if (s.times.empty())
      for (const auto& [run, span] : s.runs) s.times.push_back(static_cast<double>(span.second - span.first) / 1e6);
    if (!s.times.empty()) s.row.executions = static_cast<std::int64_t>(s.times.size());
    s.row.time = statistics_of(s.times);
    if (of_plane[key.first] > 0) s.row.of_all = s.row.ops / of_plane[key.first];
    rows.push_back(std::move(s.row));
  }
  return std::move(rows) | sort_by(&jax_module::pid, desc(&jax_module::ops));
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_MODULES_BODY_HPP
