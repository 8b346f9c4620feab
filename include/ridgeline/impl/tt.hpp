#ifndef RIDGELINE_IMPL_TT_HPP
#define RIDGELINE_IMPL_TT_HPP

/// The bodies of tt/: see impl.hpp.

#include <ridgeline/tt/device/dispatch_times_body.hpp>
#include <ridgeline/tt/device/op_runs_body.hpp>
#include <ridgeline/tt/read/cpp_device_report_body.hpp>
#include <ridgeline/tt/read/tracy_folder_body.hpp>
#include <ridgeline/tt/read/tracy_messages_body.hpp>
#include <ridgeline/tt/read/tracy_op_json_body.hpp>
#include <ridgeline/tt/read/tracy_zones_body.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/report/tracy_ops_body.hpp>
#include <ridgeline/tt/report/tracy_run_body.hpp>

#endif  // RIDGELINE_IMPL_TT_HPP
