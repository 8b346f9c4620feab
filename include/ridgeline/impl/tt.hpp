#ifndef RIDGELINE_IMPL_TT_HPP
#define RIDGELINE_IMPL_TT_HPP

/// The bodies of tt/: see impl.hpp.

#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings_body.hpp>
#include <ridgeline/tt/advise/health_body.hpp>
#include <ridgeline/tt/advise/log_health_body.hpp>
#include <ridgeline/tt/advise/memory_findings_body.hpp>
#include <ridgeline/tt/advise/rows_body.hpp>
#include <ridgeline/tt/advise/tuning_body.hpp>
#include <ridgeline/tt/device/analyses_body.hpp>
#include <ridgeline/tt/device/device_ops_body.hpp>
#include <ridgeline/tt/device/dispatch_times_body.hpp>
#include <ridgeline/tt/device/lines_body.hpp>
#include <ridgeline/tt/device/log_doubts_body.hpp>
#include <ridgeline/tt/device/op_device_body.hpp>
#include <ridgeline/tt/device/op_runs_body.hpp>
#include <ridgeline/tt/device/samples_body.hpp>
#include <ridgeline/tt/op/ops_body.hpp>
#include <ridgeline/tt/op/roof_body.hpp>
#include <ridgeline/tt/read/analysis_file_body.hpp>
#include <ridgeline/tt/read/cpp_device_report_body.hpp>
#include <ridgeline/tt/read/device_log_body.hpp>
#include <ridgeline/tt/read/host_zones_body.hpp>
#include <ridgeline/tt/read/log_row_body.hpp>
#include <ridgeline/tt/read/op_folders_body.hpp>
#include <ridgeline/tt/read/ops_csv_body.hpp>
#include <ridgeline/tt/read/ops_log_body.hpp>
#include <ridgeline/tt/read/text_file_body.hpp>
#include <ridgeline/tt/read/tracy_folder_body.hpp>
#include <ridgeline/tt/read/tracy_messages_body.hpp>
#include <ridgeline/tt/read/tracy_op_json_body.hpp>
#include <ridgeline/tt/read/tracy_zones_body.hpp>
#include <ridgeline/tt/report/device_body.hpp>
#include <ridgeline/tt/report/device_ops_body.hpp>
#include <ridgeline/tt/report/device_page_body.hpp>
#include <ridgeline/tt/report/ops_body.hpp>
#include <ridgeline/tt/report/ops_page_body.hpp>
#include <ridgeline/tt/report/perf_body.hpp>
#include <ridgeline/tt/report/perf_page_body.hpp>
#include <ridgeline/tt/report/tracy_ops_body.hpp>
#include <ridgeline/tt/report/tracy_run_body.hpp>
#include <ridgeline/tt/sheet/device_files_body.hpp>
#include <ridgeline/tt/sheet/device_json_body.hpp>
#include <ridgeline/tt/sheet/device_tables_body.hpp>
#include <ridgeline/tt/sheet/device_text_body.hpp>
#include <ridgeline/tt/sheet/host_zones_body.hpp>
#include <ridgeline/tt/sheet/ops_tree_body.hpp>
#include <ridgeline/tt/sheet/advice_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_summary_body.hpp>
#include <ridgeline/tt/sheet/perf_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_text_body.hpp>
#include <ridgeline/tt/tree/devices_body.hpp>
#include <ridgeline/tt/tree/window_body.hpp>

#endif  // RIDGELINE_IMPL_TT_HPP
