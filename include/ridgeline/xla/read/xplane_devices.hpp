#ifndef RIDGELINE_XLA_READ_XPLANE_DEVICES_HPP
#define RIDGELINE_XLA_READ_XPLANE_DEVICES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/far_from_most.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/xla/read/xplane_tables.hpp>
#include <ridgeline/xla/record/event.hpp>

/// Which kind of device a trace is about, and the program of each TPU op. Internal: included by body files only.
namespace ridgeline::xla_detail {

/// The name and number in `jit_step(1234)`; without a number, the whole text is the name.
struct program_text {
  std::string_view name{};
  std::int64_t program = missing<std::int64_t>;
};
inline program_text program_text_of(std::string_view text) {
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return {text};
  const std::int64_t number = number_of_digits(text.substr(open + 1, text.size() - open - 2));
  return known(number) ? program_text{text.substr(0, open), number} : program_text{text};
}

/// `/host:CPU 1` in two parts: in a file merged from profiles of several ranks, names of planes other than a device's
/// end with the rank. It is missing from all others.
struct ranked_name {
  std::string_view name{};
  std::int64_t rank = missing<std::int64_t>;
};
inline ranked_name ranked_name_of(std::string_view text) {
  const std::size_t space = text.rfind(' ');
  if (space == text.npos || space + 1 == text.size() || text.starts_with("/device:")) return {text};
  const std::int64_t rank = number_of_digits(text.substr(space + 1));
  return known(rank) ? ranked_name{text.substr(0, space), rank} : ranked_name{text};
}

/// Tells the profiles of a merged file apart. Each has its planes in one place, and ranks begin anew with each host.
/// Devices, which have no rank, belong to the planes before them, or if the file begins with devices, to those behind.
/// Their ids count all planes, but their names count devices.
inline void tell_profiles_apart(xla_trace& trace) {
  constexpr std::string_view gpu_front = "/device:GPU:";
  const auto rank_of = [&](const xla_plane& p) { return ranked_name_of(trace.text(p.name)).rank; };
  const auto is_of_host = [](const xla_plane& p) {
    return p.kind == xla_plane_kind::host || p.kind == xla_plane_kind::metadata ||
           p.kind == xla_plane_kind::environment;
  };
  for (const xla_plane& p : trace.planes)
    if (is_of_host(p) && !known(rank_of(p))) return;  // not merged
  std::vector<std::uint32_t> seen_in(trace.texts.bound());     // the last profile with such a plane, by name
  std::int64_t last = missing<std::int64_t>;
  std::uint32_t profiles = 0;
  for (xla_plane& p : trace.planes) {
    const std::int64_t rank = rank_of(p);
    if (!known(rank)) continue;
    std::uint32_t& seen = seen_in[index_of(p.name)];
    if (rank != last || seen == profiles) ++profiles;
    last = rank;
    p.profile = seen = profiles;
  }
  if (profiles == 0) return;
  const auto spread = [](auto first, auto end, std::uint32_t profile) {
    for (; first != end; ++first) {
      if (first->profile == 0) first->profile = profile;
      profile = first->profile;
    }
  };
  if (trace.planes.front().profile == 0) spread(trace.planes.rbegin(), trace.planes.rend(), profiles);
  else spread(trace.planes.begin(), trace.planes.end(), 0);
  for (xla_plane& p : trace.planes) {
    if (p.kind != xla_plane_kind::gpu) continue;
    const std::int64_t number = number_of_digits(trace.text(p.name).substr(gpu_front.size()));
    if (known(number)) p.id = number;
  }
}

/// GPUs if any GPU stream has an event, else TPUs, else the host if one of its threads ran an instruction.
inline xla_device device_of(const xla_trace& trace) {
  bool tpu = false;
  for (const xla_line& line : trace.lines) {
    if (line.count != 0 && line.kind == xla_line_kind::stream) return xla_device::gpu;
    tpu = tpu || (line.count != 0 && line.kind == xla_line_kind::ops);
  }
  if (tpu) return xla_device::tpu;
  for (const xla_line& line : trace.lines) {
    if (!trace.is_of_host(line)) continue;
    for (const xla_event& e : trace.events_of(line))
      if (known(trace.stats_of(e).hlo_op)) return xla_device::cpu;
  }
  return xla_device::none;
}

inline std::map<std::int64_t, symbol> names_by_program(const xla_trace& trace) {
  std::map<std::int64_t, symbol> names;
  for (const hlo_module& m : trace.modules)
    if (known(m.program)) names.try_emplace(m.program, m.name);
  return names;
}

/// Assigns TPU ops to programs: by the execution on the line `XLA Modules` during which they start, else by the
/// number in their metadata.
inline void name_programs(xla_trace& trace) {
  struct execution {
    std::int64_t start = 0, end = 0;
    symbol name = missing<symbol>;
    std::int64_t program = missing<std::int64_t>, run = missing<std::int64_t>;
  };
  const std::map<std::int64_t, symbol> names = names_by_program(trace);
  std::map<std::uint32_t, std::vector<execution>> planes;
  for (const xla_line& line : trace.lines) {
    if (line.kind != xla_line_kind::modules || trace.plane(line).kind != xla_plane_kind::tpu) continue;
    std::vector<execution>& all = planes[line.plane];
    for (const xla_event& e : trace.events_of(line)) {
      const xla_args& said = trace.stats_of(e);
      const program_text text = program_text_of(trace.name(e));
      execution x{e.start_ps, e.start_ps + e.duration_ps, missing<symbol>, text.program, said.run};
      if (known(said.program)) x.program = said.program;
      const auto held = names.find(x.program);
      x.name = held != names.end() ? held->second : trace.texts.keep(text.name);
      all.push_back(x);
    }
    merge_sorted_runs(all, [](const execution& a, const execution& b) { return a.start < b.start; });
  }
  for (const xla_line& line : trace.lines) {
    if (line.kind != xla_line_kind::ops && line.kind != xla_line_kind::async_ops) continue;
    const std::vector<execution>& all = planes[line.plane];
    std::size_t next = 0;  // events are ordered by start
    for (const xla_event& e : trace.events_of(line)) {
      if (!known(e.args)) continue;
      xla_args& args = trace.args[e.args];
      while (next < all.size() && all[next].start <= e.start_ps) ++next;
      if (next > 0 && e.start_ps < all[next - 1].end) {
        const execution& x = all[next - 1];
        if (!known(args.program)) args.program = x.program;
        if (!known(args.run)) args.run = x.run;
        if (!known(args.hlo_module)) args.hlo_module = x.name;
      }
      const auto held = names.find(args.program);
      if (!known(args.hlo_module) && held != names.end()) args.hlo_module = held->second;
    }
  }
}

/// Assigns events that name no module of the file to the one with their program number.
inline void name_modules_by_program(xla_trace& trace) {
  const std::map<std::int64_t, symbol> by_program = names_by_program(trace);
  std::vector<symbol> names;
  for (const hlo_module& m : trace.modules) names.push_back(m.name);
  keep_each_once(names);
  symbol last = missing<symbol>;  // events of one program are consecutive
  for (xla_args& args : trace.args) {
    if (known(last) && args.hlo_module == last) continue;
    const bool named = known(args.hlo_module) && std::binary_search(names.begin(), names.end(), args.hlo_module);
    if (!named && known(args.hlo_module) && !by_program.contains(args.program)) {
      const program_text text = program_text_of(trace.text(args.hlo_module));  // `jit_step(1234)`
      if (known(text.program)) args.program = text.program;
    }
    if (!known(args.program)) continue;
    if (named) last = args.hlo_module;
    else if (const auto held = by_program.find(args.program); held != by_program.end()) args.hlo_module = held->second;
  }
}

/// Excludes events that are far in time from most of their plane.
inline void leave_out_far(xla_trace& trace) {
  const auto later = [](std::int64_t at, std::int64_t ns) {  // stamps of damaged files can be near the limits
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(at, ns, &sum)) return sum;
    return ns > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
  };
  const auto start_ns = [&](const xla_event& e) { return later(trace.base_ns, e.start_ps / 1000); };
  const auto end_ns = [&](const xla_event& e) { return later(start_ns(e), e.duration_ps / 1000); };
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
  for (const xla_event& e : trace.events) first = std::min(first, start_ns(e)), last = std::max(last, end_ns(e));
  if (gpu_detail::is_close_together(first, last)) return;
  std::vector<std::int64_t> starts;
  for (const xla_event& e : trace.events) starts.push_back(start_ns(e));
  starts = std::move(starts) | sort_by([](std::int64_t at) { return at; });
  std::map<std::uint32_t, std::vector<const xla_line*>> planes;
  for (const xla_line& line : trace.lines) planes[line.plane].push_back(&line);
  std::vector<bool> far(trace.events.size());
  for (const auto& [plane, lines] : planes) {
    std::vector<std::uint64_t> at;
    std::vector<gpu_detail::stamped_span> spans;
    for (const xla_line* const line : lines)
      for (std::uint64_t i = line->first; i < line->first + line->count; ++i) {
        at.push_back(i);
        spans.push_back({start_ns(trace.events[i]), end_ns(trace.events[i])});
      }
    const std::vector<bool> of_plane = gpu_detail::far_from_most(spans, starts);
    for (std::size_t i = 0; i < at.size(); ++i) far[at[i]] = of_plane[i];
  }
  std::vector<xla_event> kept;
  for (xla_line& line : trace.lines) {
    const std::uint64_t from = line.first, to = line.first + line.count;
    line.first = kept.size();
    for (std::uint64_t i = from; i < to; ++i) {
      if (far[i]) trace.problems.add(xla_problem::time_implausible, xla_problems::nowhere, trace.name(trace.events[i]));
      else kept.push_back(trace.events[i]);
    }
    line.count = kept.size() - line.first;
  }
  trace.events = std::move(kept);
}

/// Tells when ops of the host ended that a thread only dispatched: at the only event that has the op's number and is
/// named after it, if that is later than the op's own end. Ends beyond all other events are damaged.
inline void find_ends(xla_trace& trace) {
  std::vector<xla_end_mark> marks;
  marks.swap(trace.end_marks);
  if (trace.device != xla_device::cpu) return;
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (const xla_event& e : trace.events) last = std::max(last, e.start_ps + e.duration_ps);
  const auto key = [](const xla_end_mark& m) { return std::tuple(m.plane, m.number, !known(m.args)); };
  marks = std::move(marks) | sort_by(key);
  for (std::size_t first = 0, after = 0; first < marks.size(); first = after) {
    const auto is_alike = [&](std::size_t i) {
      return marks[i].plane == marks[first].plane && marks[i].number == marks[first].number;
    };
    for (after = first + 1; after < marks.size() && is_alike(after);) ++after;
    const xla_end_mark &op = marks[first], &end = marks[after - 1];
    if (after != first + 2 || !known(op.args) || known(end.args)) continue;
    if (trace.text(end.name).substr(end_front.size()) != trace.text(op.name)) continue;
    if (end.at_ps <= op.at_ps || end.at_ps > last) continue;
    if (trace.ends.size() <= op.args) trace.ends.resize(op.args + std::size_t{1}, missing<std::int64_t>);
    trace.ends[op.args] = end.at_ps;
  }
}

inline void finish_devices(xla_trace& trace) {
  leave_out_far(trace);
  trace.device = device_of(trace);
  find_ends(trace);
  if (trace.device == xla_device::tpu) name_programs(trace);
  name_modules_by_program(trace);
  merge_sorted_runs(trace.host_steps,
                    [](const xla_host_step& a, const xla_host_step& b) { return a.start_ps < b.start_ps; });
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_READ_XPLANE_DEVICES_HPP
