#ifndef RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP
#define RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// A number as spelled in JSON, without the quotes that rocprof puts around it in spans but not in flows.
constexpr std::string_view without_quotes(std::string_view spelled) {
  const bool quoted = spelled.size() > 1 && spelled.front() == '"' && spelled.back() == '"';
  return quoted ? spelled.substr(1, spelled.size() - 2) : spelled;
}

/// The name of a process of rocprof as its version 2 writes it; `source` is what its script for several files appends.
/// Before ROCm 5 a number stood in front: `0 CPU HIP API`.
struct rocprof_process {
  std::string_view label, source;

  constexpr explicit rocprof_process(std::string_view name) : label(name), source() {
    const std::size_t digits = name.find_first_not_of("0123456789");
    if (digits != 0 && digits != name.npos && name[digits] == ' ') label.remove_prefix(digits + 1);
    const std::size_t open = label.find(" (");
    if (open != label.npos && label.ends_with(')')) source = label.substr(open), label = label.substr(0, open);
  }
};

/// The name of a process says what its spans are: calls of HIP and HSA, ranges of ROCTx, or copies.
constexpr kineto_category category_of_rocprof(std::string_view label) {
  if (label == "CPU HIP API" || label == "CPU HSA API") return kineto_category::cuda_runtime;
  return label == "Markers and Ranges" ? kineto_category::user_annotation
         : label == "COPY"             ? kineto_category::gpu_memcpy
                                       : kineto_category::none;
}

/// The exact starts of spans that also have their times in nanoseconds: rocprof cuts its stamps to whole microseconds
/// since its own start, so that they lag by less than one. Flows point at these stamps, and move with their spans.
inline void take_exact_starts(torch_trace& trace) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> after;  // stamps behind the other clock, events
  for (const torch_event_details& d : trace.details) {
    std::int64_t by = 0;
    if (known(d.begin_ns) && !__builtin_sub_overflow(d.begin_ns, trace.events[d.event].start.base(), &by))
      after.emplace_back(by, d.event);
  }
  merge_sorted_runs(after, [](const auto& x, const auto& y) { return x < y; });
  std::map<std::tuple<std::string_view, std::string_view, std::int64_t>, time_point> exact;  // by line and stamp
  const auto stamp_of = [&](const torch_event& e) {
    const torch_place& p = trace.places[e.place];
    return std::tuple(without_quotes(trace.text(p.process)), without_quotes(trace.text(p.thread)), e.start.base());
  };
  constexpr std::int64_t most = 1000;  // ns
  std::int64_t zero = 0;               // of the stamps, on that clock: another one for each of several files in one
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (i == 0 || after[i].first - zero >= most) zero = after[i].first;
    torch_event& e = trace.events[after[i].second];
    const time_point start = e.start + duration::of(after[i].first - zero);
    if (known(e.place)) exact.try_emplace(stamp_of(e), start);
    e.start = start;
  }
  for (torch_event& e : trace.events) {
    if (!is_flow(e) || !known(e.start) || !known(e.place)) continue;
    if (const auto at = exact.find(stamp_of(e)); at != exact.end()) e.start = at->second;
  }
}

inline bool names_process(const torch_trace& trace, const torch_event& e) {
  return e.phase == chrome_phase::metadata && known(e.place) && known(trace.label(e)) &&
         trace.name(e) == "process_name";
}

/// Reads the JSON of rocprof up to version 2, whose spans have no category, and puts flows on the lines of its spans,
/// and ranges, which have a process of their own, on those of calls of the same thread.
inline void take_rocprof_spans(torch_trace& trace) {
  std::map<std::string_view, kineto_category> of_process;  // by number
  using line = std::pair<std::string_view, std::string_view>;
  const auto line_of = [&](std::uint32_t place) {
    const torch_place& p = trace.places[place];
    return line(without_quotes(trace.text(p.process)), without_quotes(trace.text(p.thread)));
  };
  std::map<line, std::uint32_t> lines;  // of spans
  std::map<std::string_view, std::string_view> calls, sources;  // the number of the process of HIP's calls; by number
  for (const torch_event& e : trace.events) {
    if (!known(e.place)) continue;
    if (e.phase == chrome_phase::complete) lines.try_emplace(line_of(e.place), e.place);
    if (!names_process(trace, e)) continue;
    const std::string_view number = line_of(e.place).first;
    const rocprof_process process(trace.text(trace.label(e)));
    of_process[number] = category_of_rocprof(process.label);
    sources[number] = process.source;
    if (process.label == "CPU HIP API") calls[process.source] = number;
  }
  for (torch_event& e : trace.events) {
    if (!known(e.place)) continue;
    if (is_flow(e)) {
      if (const auto at = lines.find(line_of(e.place)); at != lines.end()) e.place = at->second;
      continue;
    }
    if (!e.is_complete()) continue;
    const auto at = of_process.find(line_of(e.place).first);
    const kineto_category is = at != of_process.end() ? at->second : kineto_category::none;
    if (e.category == kineto_category::none && is != kineto_category::gpu_memcpy) {
      e.category = is;
      e.args = missing<std::uint32_t>;
      if (is != kineto_category::user_annotation) continue;
      const auto [number, thread] = line_of(e.place);
      if (const auto of = lines.find({calls[sources[number]], thread}); of != lines.end()) e.place = of->second;
    } else if (e.category == kineto_category::kernel &&
               (is == kineto_category::gpu_memcpy || gpu_detail::rocprof_copy_name(trace.name(e)) != "Unknown")) {
      e.category = kineto_category::gpu_memcpy;
    }
  }
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP
