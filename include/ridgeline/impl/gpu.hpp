#ifndef RIDGELINE_IMPL_GPU_HPP
#define RIDGELINE_IMPL_GPU_HPP

/// The bodies of gpu/: see impl.hpp.

#include <ridgeline/gpu/call_kind_body.hpp>
#include <ridgeline/gpu/communication_table_body.hpp>
#include <ridgeline/gpu/gpu_timeline_body.hpp>
#include <ridgeline/gpu/read/nsys_body.hpp>
#include <ridgeline/gpu/read/perfetto_body.hpp>
#include <ridgeline/gpu/read/rocpd_body.hpp>
#include <ridgeline/gpu/read/rocprof_json_body.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto_body.hpp>
#include <ridgeline/gpu/read/rpd_body.hpp>
#include <ridgeline/gpu/record/work_record_body.hpp>
#include <ridgeline/gpu/report/report_body.hpp>
#include <ridgeline/gpu/sheet/range_rows_body.hpp>
#include <ridgeline/gpu/sheet/records_body.hpp>
#include <ridgeline/gpu/sheet/work_rows_body.hpp>

#endif  // RIDGELINE_IMPL_GPU_HPP
