#ifndef RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP
#define RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP

/// The bodies of <ridgeline/gpu/record/work_record.hpp>: include it in one source file, through `impl.hpp`.

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/record/work_record.hpp>

namespace ridgeline {

std::vector<gpu_work_record> gpu_work(const gpu_trace& trace) {
  std::vector<gpu_work_record> all;
  all.reserve(trace.work.size());
  for (std::uint32_t i = 0; i < trace.work.size(); ++i) all.emplace_back(trace, i);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP
