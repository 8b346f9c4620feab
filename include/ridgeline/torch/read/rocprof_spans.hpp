#ifndef RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP
#define RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// A number as spelled in JSON, without the quotes that rocprof puts around it in spans but not in flows.
constexpr std::string_view without_quotes(std::string_view spelled) {
  const bool quoted = spelled.size() > 1 && spelled.front() == '"' && spelled.back() == '"';
  return quoted ? spelled.substr(1, spelled.size() - 2) : spelled;
}

/// What rocprof's spans are is told by the name of their process: calls of HIP and HSA, ranges of ROCTx, or copies.
constexpr kineto_category category_of_rocprof(std::string_view process) {
  if (process == "CPU HIP API" || process == "CPU HSA API") return kineto_category::cuda_runtime;
  return process == "Markers and Ranges" ? kineto_category::user_annotation
         : process == "COPY"             ? kineto_category::gpu_memcpy
                                         : kineto_category::none;
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
  std::string_view calls;               // the number of the process of HIP's calls
  for (const torch_event& e : trace.events) {
    if (!known(e.place)) continue;
    if (e.phase == chrome_phase::complete) lines.try_emplace(line_of(e.place), e.place);
    if (e.phase != chrome_phase::metadata || trace.name(e) != "process_name" || !known(trace.label(e))) continue;
    const std::string_view number = line_of(e.place).first, name = trace.text(trace.label(e));
    of_process[number] = category_of_rocprof(name);
    if (name == "CPU HIP API") calls = number;
  }
  for (torch_event& e : trace.events) {
    if (!known(e.place)) continue;
    if (is_flow(e)) {
      if (const auto at = lines.find(line_of(e.place)); at != lines.end()) e.place = at->second;
      continue;
    }
    if (e.phase != chrome_phase::complete || !e.has_span()) continue;
    const auto at = of_process.find(line_of(e.place).first);
    const kineto_category is = at != of_process.end() ? at->second : kineto_category::none;
    if (e.category == kineto_category::none && is != kineto_category::gpu_memcpy) {
      e.category = is;
      e.args = missing<std::uint32_t>;
      if (is != kineto_category::user_annotation) continue;
      if (const auto of = lines.find({calls, line_of(e.place).second}); of != lines.end()) e.place = of->second;
    } else if (e.category == kineto_category::kernel &&
               (is == kineto_category::gpu_memcpy || gpu_detail::rocprof_copy_name(trace.name(e)) != "Unknown")) {
      e.category = kineto_category::gpu_memcpy;
    }
  }
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_ROCPROF_SPANS_HPP
