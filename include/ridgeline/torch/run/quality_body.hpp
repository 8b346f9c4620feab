#ifndef RIDGELINE_TORCH_RUN_QUALITY_BODY_HPP
#define RIDGELINE_TORCH_RUN_QUALITY_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/quality.hpp>

namespace ridgeline {

data_quality quality_of(const torch_profile& run, const std::string& file) {
  const torch_trace& trace = run.trace();
  data_quality quality = quality_of(merge(trace.problems, run.tree().problems()), file);
  std::string named;
  std::uint64_t spans = 0;
  for (std::size_t i = 0; i < trace.unknown_work.size(); ++i) {
    const torch_unknown_work& u = trace.unknown_work[i];
    spans += u.count;
    if (i >= 8) continue;
    if (!named.empty()) named += "; ";
    named += trace.text(u.category);
    named += ": " + std::to_string(u.count) + (u.count == 1 ? " span, " : " spans, ");
    append_fixed(named, u.time.in(us), 3, false);
    named += " us";
  }
  if (spans != 0)
    quality.add("category not known: spans with a device and a stream that are in no sheet", source_pos{file}, named,
                true, spans);
  return quality;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_QUALITY_BODY_HPP
