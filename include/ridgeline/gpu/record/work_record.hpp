#ifndef RIDGELINE_GPU_RECORD_WORK_RECORD_HPP
#define RIDGELINE_GPU_RECORD_WORK_RECORD_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/gpu/work_kind.hpp>

namespace ridgeline {

/// A piece of work of a GPU trace as a record for pipelines: a pointer to the trace and an index into its work. The
/// trace must not move. Unknown values are missing, or empty text.
class gpu_work_record {
 public:
  gpu_work_record(const gpu_trace& trace, std::uint32_t at) : trace_(&trace), at_(at) {}

  const gpu_work_item& item() const { return trace_->work[at_]; }
  std::string_view name() const { return text(item().name); }
  time_point start() const { return item().start; }
  duration time() const { return item().time; }
  std::int64_t device() const { return item().device; }
  std::int64_t stream() const { return item().stream; }
  gpu_kind kind() const { return item().kind; }
  /// For copies and fills; otherwise missing.
  byte_count bytes() const;
  /// The direction of a copy: `Host-to-Device`; empty for other work.
  std::string_view direction() const;
  /// The runtime or driver call that launched it; empty if unknown.
  std::string_view launch_name() const;
  /// From the start of that call to the start of this work; missing if the call is unknown.
  duration launch_latency() const;

 private:
  std::string_view text(symbol s) const { return known(s) ? trace_->text(s) : std::string_view(); }

  const gpu_trace* trace_;
  std::uint32_t at_;
};

/// The work of a trace of Nsight Systems, rocprofv3 or Perfetto, in file order.
std::vector<gpu_work_record> gpu_work(const gpu_trace& trace);
std::vector<gpu_work_record> gpu_work(gpu_trace&&) = delete;  // The trace must outlive its records: name it.

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_WORK_RECORD_HPP
