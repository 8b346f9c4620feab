#ifndef RIDGELINE_IMPL_TT_REPORT_HPP
#define RIDGELINE_IMPL_TT_REPORT_HPP

/// The bodies of tt/advise, tt/sheet and tt/report: see impl.hpp.

#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings_body.hpp>
#include <ridgeline/tt/advise/health_body.hpp>
#include <ridgeline/tt/advise/log_health_body.hpp>
#include <ridgeline/tt/advise/memory_findings_body.hpp>
#include <ridgeline/tt/advise/rows_body.hpp>
#include <ridgeline/tt/advise/tuning_body.hpp>
#include <ridgeline/tt/report/device_body.hpp>
#include <ridgeline/tt/report/core_gaps_body.hpp>
#include <ridgeline/tt/report/device_ops_body.hpp>
#include <ridgeline/tt/report/device_page_body.hpp>
#include <ridgeline/tt/report/op_times_body.hpp>
#include <ridgeline/tt/report/ops_body.hpp>
#include <ridgeline/tt/report/ops_page_body.hpp>
#include <ridgeline/tt/report/perf_body.hpp>
#include <ridgeline/tt/report/perf_files_body.hpp>
#include <ridgeline/tt/report/perf_page_body.hpp>
#include <ridgeline/tt/report/tracy_join_body.hpp>
#include <ridgeline/tt/report/tracy_ops_body.hpp>
#include <ridgeline/tt/report/tracy_run_body.hpp>
#include <ridgeline/tt/sheet/advice_tables_body.hpp>
#include <ridgeline/tt/sheet/device_files_body.hpp>
#include <ridgeline/tt/sheet/device_json_body.hpp>
#include <ridgeline/tt/sheet/device_tables_body.hpp>
#include <ridgeline/tt/sheet/device_text_body.hpp>
#include <ridgeline/tt/sheet/host_zones_body.hpp>
#include <ridgeline/tt/sheet/ops_tree_body.hpp>
#include <ridgeline/tt/sheet/perf_summary_body.hpp>
#include <ridgeline/tt/sheet/perf_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_text_body.hpp>

#endif  // RIDGELINE_IMPL_TT_REPORT_HPP
