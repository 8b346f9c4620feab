#ifndef RIDGELINE_TT_REPORT_PERF_PAGE_HPP
#define RIDGELINE_TT_REPORT_PERF_PAGE_HPP

#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/tt/report/perf.hpp>

/// The performance report as an HTML page.
namespace ridgeline {

/// The stacked summary as a chart: one bar, or one per device; from bottom to top Compute, TM, DM and the rest, each
/// with the largest first. `classic`: ordered by time only, in one palette.
bar_chart tt_summary_chart(const tt_perf_result& report, bool classic = false);

/// The roofline chart. Ops with the same code, sizes and fidelity form one point, by their combined rates. Ops
/// without a model or without DRAM traffic are left out.
roofline_chart tt_perf_roofline(const tt_perf_result& report);

/// The page: the tables, the stacked summary if a table has it (`summary`), and the roofline.
report_page tt_perf_page(const tt_perf_result& report, std::vector<table> tables, const std::string& files,
                         bool classic = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_PAGE_HPP
