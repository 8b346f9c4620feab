#ifndef RIDGELINE_GPU_HPP
#define RIDGELINE_GPU_HPP

/// GPU traces of any profiler: Nsight Systems, rocprofv3, Perfetto; timelines, communication, critical paths.
/// Declarations only: one source file of the program must also include <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/gpu/communication.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/gpu/path/graph.hpp>
#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/gpu/path/usage.hpp>
#include <ridgeline/gpu/path/waits.hpp>
#include <ridgeline/gpu/path/walk.hpp>
#include <ridgeline/gpu/read/nsys.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocpd.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>
#include <ridgeline/gpu/read/rpd.hpp>
#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/gpu/record/work_record.hpp>
#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/gpu/sheet/records.hpp>
#include <ridgeline/gpu/sheet/rows.hpp>
#include <ridgeline/gpu/work.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_GPU_HPP
