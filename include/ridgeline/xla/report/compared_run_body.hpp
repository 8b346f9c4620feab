#ifndef RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP
#define RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/query/key_table.hpp>
#include <ridgeline/xla/report/compared_run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace xla_detail {

/// The chip according to the file, which identifies it only by figures.
inline std::string chip_named_by(const xla_trace& trace, const xla_plane& plane) {
  std::string chip;
  if (known(plane.device_type)) return std::string(trace.text(plane.device_type));
  if (known(plane.vendor)) chip = trace.text(plane.vendor);
  if (known(plane.compute_major))
    chip += " " + std::to_string(plane.compute_major) + "." +
            std::to_string(known(plane.compute_minor) ? plane.compute_minor : 0);
  if (known(plane.cores)) chip += " " + std::to_string(plane.cores) + " cores";
  return chip;
}

}  // namespace xla_detail

compared_run compared_run_of(const jax_result& r, const std::optional<text_pattern>& step) {
  const xla_trace& trace = *r.trace;
  compared_run run;
  run.family = run_family::jax;
  const jax_steps steps = steps_of(r, step);
  run.unit = steps.unit;
  run_builder builder(run);
  std::vector<std::uint32_t> ops(r.kinds.kinds.size(), missing<std::uint32_t>);
  query_detail::key_table<std::string> names;
  std::vector<std::string> kernels;
  std::vector<timed_work> work;
  constexpr std::int64_t thousand = 1000;  // picoseconds
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const xla_device_event& e = r.events[uid];
    const xla_event& event = trace.events[e.event];
    const xla_kernel_kind& kind = r.kinds.kinds[r.kinds.kind_of[uid]];
    const xla_line& line = trace.lines[e.line];
    if (run.chip.empty()) run.chip = xla_detail::chip_named_by(trace, trace.plane(line));
    std::uint32_t& op = ops[r.kinds.kind_of[uid]];
    if (!known(op)) {
      const xla_instruction& in = r.kinds.instruction(kind);
      const bool found = kind.instruction != 0;
      op = builder.op(kind.hlo_op.empty() ? kind.name : kind.hlo_op, found ? in.input_dims : "",
                      found ? in.input_types : "");
    }
    const std::uint32_t kernel = names.number(kind.name);
    if (kernel == kernels.size()) kernels.emplace_back(kind.name);
    bool goes_on = false;
    r.own.each(uid, event, [&](const xla_own_time::stretch& s) {
      const std::int64_t start = (s.start + thousand / 2) / thousand,
                         time = (s.end - s.start + thousand / 2) / thousand;
      run.counts.time += time;
      if (!known(e.launch) && trace.device == xla_device::gpu) run.counts.unlinked += time;
      work.push_back({start, start + time, kind.lane, op, kernel, steps.of[uid], line.plane, goes_on});
      goes_on = true;
    });
  }
  run.counts.calls = static_cast<std::int64_t>(r.events.size());
  paint_steps(run, std::move(work), kernels, steps.names, builder);
  builder.finish();
  return run;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP
