#ifndef RIDGELINE_GPU_SHEET_RECORDS_HPP
#define RIDGELINE_GPU_SHEET_RECORDS_HPP

#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/table/database.hpp>

namespace ridgeline {

/// The records of a GPU trace for a database: `event_work`, `event_calls` and `event_ranges`, with indices on names,
/// starts and numbers, and the view `event_launches`. Times are whole nanoseconds; `id` is a record's index in the
/// trace. Texts refer to the trace, which must outlive them.
database_parts gpu_records(const gpu_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_RECORDS_HPP
