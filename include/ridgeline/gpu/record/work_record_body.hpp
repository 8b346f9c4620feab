#ifndef RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP
#define RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/record/work_record.hpp>

namespace ridgeline {

byte_count gpu_work_record::bytes() const {
  return known(item().bytes) ? static_cast<double>(item().bytes) * B : missing<byte_count>;
}

std::string_view gpu_work_record::direction() const { return kind() == gpu_kind::copy ? name() : std::string_view(); }

std::string_view gpu_work_record::launch_name() const {
  return known(item().call) ? text(trace_->calls[item().call].name) : std::string_view();
}

duration gpu_work_record::launch_latency() const {
  return known(item().call) ? start() - trace_->calls[item().call].start : missing<duration>;
}

std::vector<gpu_work_record> gpu_work(const gpu_trace& trace) {
  std::vector<gpu_work_record> all;
  all.reserve(trace.work.size());
  for (std::uint32_t i = 0; i < trace.work.size(); ++i) all.emplace_back(trace, i);
  return all;
}

std::vector<gpu_host_record<gpu_call>> api_calls(const gpu_trace& trace) {
  std::vector<gpu_host_record<gpu_call>> all;
  all.reserve(trace.calls.size());
  for (const gpu_call& c : trace.calls) all.emplace_back(trace, c);
  return all;
}

std::vector<gpu_host_record<gpu_range>> annotations(const gpu_trace& trace) {
  std::vector<gpu_host_record<gpu_range>> all;
  all.reserve(trace.ranges.size());
  for (const gpu_range& r : trace.ranges) all.emplace_back(trace, r);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_WORK_RECORD_BODY_HPP
