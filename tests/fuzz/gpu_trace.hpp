#ifndef RIDGELINE_TESTS_FUZZ_GPU_TRACE_HPP
#define RIDGELINE_TESTS_FUZZ_GPU_TRACE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

/// What fuzz targets check of GPU trace readers on any bytes.
namespace fuzz {

/// Every cell of every sheet, and that indices are valid.
inline int report_on(const ridgeline::gpu_trace& trace) {
  using namespace ridgeline;
  for (const gpu_work_item& w : trace.work)
    if ((known(w.call) && w.call >= trace.calls.size()) || (known(w.shape) && w.shape >= trace.shapes.size()) ||
        w.time < duration())
      std::abort();
  gpu_report_options options;
  options.trace = options.short_kernels = true;
  gpu_problems problems;
  std::string scratch;
  for (const table& t : gpu_tables(trace, options, problems))
    for (std::size_t r = 0; r < t.rows(); ++r)
      for (std::size_t c = 0; c < t.columns(); ++c) static_cast<void>(t.at(r, c, scratch));
  return 0;
}

inline int report_on(std::string_view bytes) {
  using namespace ridgeline;
  expected<any_trace> trace = read_any_trace(bytes);
  if (!trace) return 0;
  if (trace->torch) return report_on(as_gpu_trace(*trace->torch));
  report_on(*trace->gpu);
  static_cast<void>(as_torch_trace(std::move(*trace->gpu)));
  return 0;
}

}  // namespace fuzz

#endif  // RIDGELINE_TESTS_FUZZ_GPU_TRACE_HPP
