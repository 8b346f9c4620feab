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

namespace torch_detail {

/// Adds one row that names the categories of one use, with the count and time of each; none if there are no such
/// spans.
void add_unknown_work(const torch_trace& trace, unknown_work_use use, const char* reason, bool lost,
                      const std::string& file, data_quality& quality) {
  std::string named;
  std::uint64_t spans = 0;
  std::size_t categories = 0;
  for (const torch_unknown_work& u : trace.unknown_work) {
    if (u.use != use) continue;
    spans += u.count;
    if (categories++ >= 8) continue;
    if (!named.empty()) named += "; ";
    named += trace.text(u.category);
    named += ": " + std::to_string(u.count) + (u.count == 1 ? " span, " : " spans, ") + fixed_text(u.time.in(us), 3) +
             " us";
  }
  if (spans != 0) quality.add(reason, source_pos{file}, named, lost, spans);
}

}  // namespace torch_detail

data_quality quality_of(const torch_profile& run, const std::string& file) {
  const torch_trace& trace = run.trace();
  data_quality quality = quality_of(merge(trace.problems, run.tree().problems()), file);
  using use = unknown_work_use;
  torch_detail::add_unknown_work(trace, use::none,
                                 "category not known: spans with a device and a stream; no sheet counts them", true,
                                 file, quality);
  torch_detail::add_unknown_work(trace, use::as_kernels,
                                 "category not known: spans with a device and a stream; read as kernels because the "
                                 "trace has no others", false, file, quality);
  torch_detail::add_unknown_work(trace, use::on_host,
                                 "category not known: spans without a device and a stream; no sheet counts them", true,
                                 file, quality);
  torch_detail::add_unknown_work(trace, use::no_work,
                                 "no work: marks, ranges and waits with a device and a stream; no sheet counts them",
                                 false, file, quality);
  torch_detail::add_unknown_work(trace, use::no_work_on_host,
                                 "no work: marks, ranges and waits without a device and a stream, and spans without a "
                                 "category; no sheet counts them",
                                 false, file, quality);
  return quality;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_QUALITY_BODY_HPP
