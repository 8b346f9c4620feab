#ifndef RIDGELINE_XLA_TREE_KERNELS_BODY_HPP
#define RIDGELINE_XLA_TREE_KERNELS_BODY_HPP

#include <charconv>
#include <cstddef>
#include <system_error>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/xla/record/work.hpp>
#include <ridgeline/xla/tree/kernels.hpp>
#include <ridgeline/xla/tree/programs.hpp>

namespace ridgeline {

namespace xla_detail {
/// The size in the details of a copy, `kind:Unknown size:2048 dest:0 async:1`, or of a fill, `num_bytes:2048`.
byte_count size_in(std::string_view details) {
  for (const std::string_view word : {"size:", "num_bytes:"})
    if (const std::size_t at = details.find(word); at != details.npos) details.remove_prefix(at + word.size());
  std::uint64_t size = 0;
  const bool read = std::from_chars(details.data(), details.data() + details.size(), size).ec == std::errc{};
  return read ? static_cast<double>(size) * B : missing<byte_count>;
}

/// The start of an event on the file's clock, rounded down to nanoseconds, and a length, rounded to the nearest.
time_point start_in(const xla_trace& trace, const xla_event& e) {
  std::int64_t at = 0;
  if (__builtin_add_overflow(trace.base_ns, e.start_ps / 1000, &at)) return missing<time_point>;
  return time_point::of(at);
}
duration time_of(std::int64_t ps) { return duration::of(ps / 1000 + (ps % 1000 >= 500 ? 1 : 0)); }

/// The name paths of the instructions that works run, in the file's programs; missing where the event has its own.
std::vector<symbol> names_in_programs(const xla_trace& trace, const std::vector<xla_device_event>& works) {
  std::vector<symbol> names(works.size(), missing<symbol>);
  if (trace.modules.empty()) return names;
  distinct<xla_kind_key> kinds;
  std::vector<std::uint32_t> kind_of;
  for (const xla_device_event& work : works) {
    const xla_event& e = trace.events[work.event];
    const xla_args& args = trace.stats_of(e);
    const bool lacks_one = known(e.args) && !known(trace.op_name_of(e));
    kind_of.push_back(kinds.number({e.name, args.hlo_module, args.hlo_op, lacks_one ? 1u : 0u, args.program}));
  }
  std::vector<xla_args> named;
  for (const xla_kind_key& k : kinds.keys()) named.push_back(k.args());
  xla_programs programs(trace, {}, named);
  std::vector<symbol> of_kind(kinds.size(), missing<symbol>);
  for (std::size_t k = 0; k < named.size(); ++k) {
    const xla_kind_key& key = kinds.keys()[k];
    const std::string_view name = trace.text(key.name);
    if (key.looked_up == 0 || (trace.device == xla_device::gpu && xla_work_of(name) != xla_work::kernel)) continue;
    const xla_place at = programs.find_of_work(named[k], name).place;
    if (at.found() && !programs.is_ambiguous(named[k], at))
      of_kind[k] = trace.modules[at.module].instructions[at.instruction].op_name;
  }
  for (std::size_t i = 0; i < works.size(); ++i) names[i] = of_kind[kind_of[i]];
  return names;
}
}  // namespace xla_detail

duration xla_work_record::time() const { return xla_detail::time_of(trace_->end_of(event()) - event().start_ps); }
time_point xla_work_record::start() const { return xla_detail::start_in(*trace_, event()); }

duration xla_host_record::time() const { return xla_detail::time_of(event().duration_ps); }
time_point xla_host_record::start() const { return xla_detail::start_in(*trace_, event()); }

std::string_view xla_work_record::op_name() const {
  const symbol own = trace_->op_name_of(event());
  return text(known(own) ? own : in_program_);
}

std::string_view xla_work_record::module_name() const { return text(said().hlo_module); }

std::string_view xla_work_record::instruction() const { return text(said().hlo_op); }

std::string_view xla_work_record::launch_name() const {
  return known(work_.launch) ? trace_->name(trace_->events[work_.launch]) : std::string_view();
}

duration xla_work_record::launch_latency() const {
  if (!known(work_.launch)) return missing<duration>;
  return start() - xla_detail::start_in(*trace_, trace_->events[work_.launch]);
}

std::string_view xla_work_record::direction() const { return kind() == gpu_kind::copy ? name() : std::string_view(); }

gpu_kind xla_work_record::kind() const {
  return trace_->device != xla_device::gpu ? gpu_kind::kernel : gpu_kind_of(xla_work_of(name()), name());
}

byte_count xla_work_record::bytes() const {
  if (known(said().facts)) return trace_->facts[said().facts].bytes * B;
  return kind() == gpu_kind::kernel ? missing<byte_count> : xla_detail::size_in(text(said().details));
}

std::vector<xla_host_record> host_events(const xla_trace& trace) {
  std::vector<xla_host_record> all;
  for (std::uint32_t l = 0; l < trace.lines.size(); ++l) {
    const xla_line& line = trace.lines[l];
    if (!trace.is_of_host(line)) continue;
    for (std::uint64_t i = line.first; i < line.first + line.count; ++i) all.emplace_back(trace, l, i);
  }
  return all;
}

std::vector<xla_work_record> kernels(const xla_trace& trace) {
  xla_problems ignored;  // reports tell what could not be linked
  std::vector<xla_work_record> all;
  std::vector<xla_device_event> linked = link_launches(trace, ignored);
  leave_out_repeated_work(trace, linked, ignored);
  const std::vector<symbol> names = xla_detail::names_in_programs(trace, linked);
  for (std::size_t i = 0; i < linked.size(); ++i) all.emplace_back(trace, linked[i], names[i]);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_KERNELS_BODY_HPP
