#ifndef RIDGELINE_IMPL_TT_HPP
#define RIDGELINE_IMPL_TT_HPP

/// The bodies of tt/ but for advise, sheet and report: see impl.hpp.

#include <ridgeline/tt/device/analyses_body.hpp>
#include <ridgeline/tt/device/device_ops_body.hpp>
#include <ridgeline/tt/device/dispatch_ops_body.hpp>
#include <ridgeline/tt/device/lines_body.hpp>
#include <ridgeline/tt/device/log_doubts_body.hpp>
#include <ridgeline/tt/device/marker_records_body.hpp>
#include <ridgeline/tt/device/op_device_body.hpp>
#include <ridgeline/tt/device/op_runs_body.hpp>
#include <ridgeline/tt/device/samples_body.hpp>
#include <ridgeline/tt/op/ops_body.hpp>
#include <ridgeline/tt/op/roof_body.hpp>
#include <ridgeline/tt/read/analysis_file_body.hpp>
#include <ridgeline/tt/read/cpp_device_report_body.hpp>
#include <ridgeline/tt/read/device_log_body.hpp>
#include <ridgeline/tt/read/host_zones_body.hpp>
#include <ridgeline/tt/read/log_record_body.hpp>
#include <ridgeline/tt/read/log_row_body.hpp>
#include <ridgeline/tt/read/op_folders_body.hpp>
#include <ridgeline/tt/read/ops_csv_body.hpp>
#include <ridgeline/tt/read/ops_csv_rows_body.hpp>
#include <ridgeline/tt/read/ops_log_body.hpp>
#include <ridgeline/tt/read/tracy_folder_body.hpp>
#include <ridgeline/tt/read/tracy_messages_body.hpp>
#include <ridgeline/tt/read/tracy_op_json_body.hpp>
#include <ridgeline/tt/read/tracy_zones_body.hpp>
#include <ridgeline/tt/tree/device_ops_body.hpp>
#include <ridgeline/tt/tree/devices_body.hpp>
#include <ridgeline/tt/tree/window_body.hpp>

#endif  // RIDGELINE_IMPL_TT_HPP
