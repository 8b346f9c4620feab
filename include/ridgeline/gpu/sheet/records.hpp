#ifndef RIDGELINE_GPU_SHEET_RECORDS_HPP
#define RIDGELINE_GPU_SHEET_RECORDS_HPP

#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/table/database.hpp>

namespace ridgeline {

/// The records of a GPU trace for a database: `event_work`, `event_calls`, `event_ranges` with indices over names,
/// starts and numbers, and the view `event_launches`. Times are whole nanoseconds; `id` is a record's place in the
/// trace. The texts belong to the trace.
database_parts gpu_records(const gpu_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_RECORDS_HPP
