#ifndef RIDGELINE_IMPL_TT_HPP
#define RIDGELINE_IMPL_TT_HPP

/// The bodies of tt/: see impl.hpp.

#include <ridgeline/tt/device/analyses_body.hpp>
#include <ridgeline/tt/device/device_ops_body.hpp>
#include <ridgeline/tt/device/lines_body.hpp>
#include <ridgeline/tt/device/op_device_body.hpp>
#include <ridgeline/tt/device/samples_body.hpp>
#include <ridgeline/tt/op/ops_body.hpp>
#include <ridgeline/tt/read/analysis_file_body.hpp>
#include <ridgeline/tt/read/device_log_body.hpp>
#include <ridgeline/tt/read/host_zones_body.hpp>
#include <ridgeline/tt/read/log_row_body.hpp>
#include <ridgeline/tt/read/op_folders_body.hpp>
#include <ridgeline/tt/read/ops_csv_body.hpp>
#include <ridgeline/tt/read/ops_log_body.hpp>
#include <ridgeline/tt/report/device_body.hpp>
#include <ridgeline/tt/report/device_ops_body.hpp>
#include <ridgeline/tt/report/device_page_body.hpp>
#include <ridgeline/tt/report/ops_body.hpp>
#include <ridgeline/tt/report/ops_page_body.hpp>
#include <ridgeline/tt/report/perf_body.hpp>
#include <ridgeline/tt/report/perf_page_body.hpp>
#include <ridgeline/tt/sheet/device_files_body.hpp>
#include <ridgeline/tt/sheet/device_json_body.hpp>
#include <ridgeline/tt/sheet/device_tables_body.hpp>
#include <ridgeline/tt/sheet/device_text_body.hpp>
#include <ridgeline/tt/sheet/host_zones_body.hpp>
#include <ridgeline/tt/sheet/ops_tree_body.hpp>
#include <ridgeline/tt/sheet/perf_summary_body.hpp>
#include <ridgeline/tt/sheet/perf_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_text_body.hpp>
#include <ridgeline/tt/tree/devices_body.hpp>
#include <ridgeline/tt/tree/window_body.hpp>

#endif  // RIDGELINE_IMPL_TT_HPP
