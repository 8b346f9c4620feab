#ifndef RIDGELINE_TORCH_REPORT_RECORDS_HPP
#define RIDGELINE_TORCH_REPORT_RECORDS_HPP

#include <ridgeline/table/database.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// The events of a PyTorch trace for a database: `event_all`, with indices on names, starts and numbers, and the
/// views `event_kernels`, `event_ops` and `event_launches`. Times are integer nanoseconds; `id` is an event's UID.
/// The texts belong to the trace.
database_parts torch_records(const torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_RECORDS_HPP
