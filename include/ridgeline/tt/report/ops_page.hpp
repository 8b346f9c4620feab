#ifndef RIDGELINE_TT_REPORT_OPS_PAGE_HPP
#define RIDGELINE_TT_REPORT_OPS_PAGE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/tt/report/ops.hpp>

/// The ops report as an HTML page.
namespace ridgeline {

/// The calls of ops on the host's clock; nested calls are drawn inside their callers.
timeline_chart tt_ops_timeline(const tt_ops_report& report);

/// Kernel time on the device by op code, largest first.
bar_chart tt_ops_bars(const tt_ops_report& report, std::size_t most);

/// The page of an ops report: ops on the host's clock, kernel time by op, and the tables.
report_page tt_ops_page(const tt_ops_report& report, std::vector<table> tables, const std::string& logs);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OPS_PAGE_HPP
