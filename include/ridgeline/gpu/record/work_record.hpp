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

/// A call of a runtime or driver, or a range that the program marked with NVTX or roctx, as a record for pipelines:
/// what its thread did from `start` on. The trace must not move.
template <class Item>
class gpu_host_record {
 public:
  gpu_host_record(const gpu_trace& trace, const Item& item) : trace_(&trace), item_(&item) {}

  const Item& item() const { return *item_; }
  std::string_view name() const { return known(item_->name) ? trace_->text(item_->name) : std::string_view(); }
  time_point start() const { return item_->start; }
  duration time() const { return item_->time; }
  /// The numbers of its process and thread in the operating system; missing if unknown.
  std::int64_t process() const {
    return known(item_->process) ? trace_->processes[item_->process].number : missing<std::int64_t>;
  }
  std::int64_t thread() const {
    return known(item_->thread) ? trace_->threads[item_->thread].number : missing<std::int64_t>;
  }

 private:
  const gpu_trace* trace_;
  const Item* item_;
};

/// The calls of a trace, and the ranges in it, each in file order.
std::vector<gpu_host_record<gpu_call>> api_calls(const gpu_trace& trace);
std::vector<gpu_host_record<gpu_call>> api_calls(gpu_trace&&) = delete;  // The trace must outlive its records: name it.
std::vector<gpu_host_record<gpu_range>> annotations(const gpu_trace& trace);
std::vector<gpu_host_record<gpu_range>> annotations(gpu_trace&&) = delete;  // As above.

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_WORK_RECORD_HPP
