#ifndef RIDGELINE_TORCH_REPORT_RECORDS_HPP
#define RIDGELINE_TORCH_REPORT_RECORDS_HPP

#include <ridgeline/table/database.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

/// The events of a run's trace for a database: `event_all`, with indices on ids, names, starts, numbers and calls, and
/// the views `event_kernels`, `event_ops` and `event_launches`. Times are integer nanoseconds; `id` is an event's UID,
/// `call` that of the call that launched GPU work, as the call tree has it: numbers may repeat. The texts belong to the
/// trace.
database_parts torch_records(const torch_profile& run);
database_parts torch_records(torch_profile&&) = delete;  // The run must outlive its records: name it.

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_RECORDS_HPP
