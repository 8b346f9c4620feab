#ifndef RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP
#define RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/key_table.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/report/compared_run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace xla_detail {

/// The chip according to the file: of a GPU by its figures, which profiles of all versions have.
inline std::string chip_named_by(const xla_trace& trace, const xla_plane& plane) {
  std::string chip;
  if (plane.kind == xla_plane_kind::tpu && known(plane.device_type)) return std::string(trace.text(plane.device_type));
  if (known(plane.vendor)) chip = trace.text(plane.vendor);
  if (known(plane.compute_major))
    chip += " " + std::to_string(plane.compute_major) + "." +
            std::to_string(known(plane.compute_minor) ? plane.compute_minor : 0);
  if (known(plane.cores)) chip += " " + std::to_string(plane.cores) + " cores";
  return chip;
}

/// The name path in the framework of what a device event does, by the program, else by the profile; empty if unknown.
inline std::string_view framework_name(const jax_result& r, const xla_event& event, const xla_kernel_kind& kind) {
  const xla_trace& trace = *r.trace;
  const xla_place place = r.kinds.instruction(kind).place;
  symbol name = missing<symbol>;
  if (place.found()) name = trace.modules[place.module].instructions[place.instruction].op_name;
  if (!known(name)) name = trace.op_name_of(event);
  if (!known(name)) return {};
  std::string_view path = trace.text(name);
  while (path.ends_with(':')) path.remove_suffix(1);  // of `path:type`, without a type
  return path;
}

/// The name of an instruction, without the numbers that each compilation gives anew: `loop_add_fusion` for
/// `loop_add_fusion.12`.
inline std::string_view unnumbered(std::string_view name) {
  name = xla_op_stem(name);
  for (std::size_t at = name.rfind('_'); at != name.npos && at > 0; at = name.rfind('_')) {
    if (name.find_first_not_of("0123456789", at + 1) != name.npos) break;
    name = name.substr(0, at);
  }
  return name;
}

/// The name of a kernel, without such numbers if it is the instruction's: `loop_add_fusion_12`.
inline std::string_view unnumbered_kernel(std::string_view kernel, std::string_view instruction) {
  const std::string_view stem = unnumbered(instruction);
  const auto of_function = [](char c) { return c == '.' || c == '-' ? '_' : c; };
  if (stem.empty() || kernel.size() < stem.size()) return kernel;
  for (std::size_t i = 0; i < stem.size(); ++i)
    if (of_function(kernel[i]) != of_function(stem[i])) return kernel;
  const std::string_view rest = kernel.substr(stem.size());
  const bool numbers = rest.find_first_not_of("0123456789_.") == rest.npos &&
                       (rest.empty() || rest[0] == '_' || rest[0] == '.');
  return numbers ? kernel.substr(0, stem.size()) : kernel;
}

}  // namespace xla_detail

compared_run compared_run_of(const jax_result& r, const std::optional<text_pattern>& step) {
  const xla_trace& trace = *r.trace;
  compared_run run;
  run.family = run_family::jax;
  lost_part lost = lost_part_of(r.problems);
  if (!lost.any()) lost = lost_by(r.problems, xla_problem::event_dropped, "an event is broken");
  run.incomplete = std::move(lost.what);
  const jax_steps steps = steps_of(r, step);
  run.unit = steps.unit;
  run_builder builder(run);
  std::vector<std::uint32_t> ops(r.kinds.kinds.size(), missing<std::uint32_t>), kernel_of(ops.size());
  query_detail::key_table<std::string> names;
  std::vector<std::string> kernels;
  std::vector<timed_work> work;
  constexpr std::int64_t thousand = 1000;  // picoseconds
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const xla_device_event& e = r.events[uid];
    const xla_event& event = trace.events[e.event];
    const std::uint32_t k = r.kinds.kind_of[uid];
    const xla_kernel_kind& kind = r.kinds.kinds[k];
    const xla_line& line = trace.lines[e.line];
    if (run.chip.empty()) run.chip = xla_detail::chip_named_by(trace, trace.plane(line));
    std::uint32_t& op = ops[k];
    if (!known(op)) {
      const xla_instruction& in = r.kinds.instruction(kind);
      const bool found = kind.instruction != 0;
      const std::string_view path = xla_detail::framework_name(r, event, kind);
      // a graph runs many ops, and its number is another one in each compilation
      const bool of_op = !kind.hlo_op.empty() && (kind.executes || !kind.of_graph);
      std::string name(of_op ? kind.hlo_op : kind.name);
      std::string_view of_kernel = kind.name;
      if (!path.empty() && of_op) {  // the numbers of two compilations do not correspond
        name = std::string(xla_detail::unnumbered(kind.hlo_op)) + " " + std::string(path);
        of_kernel = xla_detail::unnumbered_kernel(kind.name, kind.hlo_op);
      }
      op = builder.op(name, found ? in.input_dims : "", found ? in.input_types : "");
      const std::uint32_t kernel = kernel_of[k] = names.number(std::string(of_kernel));
      if (kernel == kernels.size()) kernels.emplace_back(of_kernel);
    }
    const std::uint32_t kernel = kernel_of[k];
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
  take_health(run, health_of(r), "xp_events_dropped");
  return run;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_COMPARED_RUN_BODY_HPP
