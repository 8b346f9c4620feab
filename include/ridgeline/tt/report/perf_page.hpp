#ifndef RIDGELINE_TT_REPORT_PERF_PAGE_HPP
#define RIDGELINE_TT_REPORT_PERF_PAGE_HPP

#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/tt/report/perf.hpp>

/// The performance report as a page.
namespace ridgeline {

/// The stacked summary as a picture: one bar, or one for each device; from below Compute, TM, DM and the rest, and in
/// each the largest first. `classic`: by time alone, in one palette.
bar_chart tt_summary_chart(const tt_perf_result& report, bool classic = false);

/// Ops with the same code, sizes and fidelity as one point each, by the rates that they reached together. Ops without a
/// model, or that touch no DRAM, have no place on it.
roofline_chart tt_perf_roofline(const tt_perf_result& report);

/// The page: what `tables` holds, the stacked summary and the roofline.
report_page tt_perf_page(const tt_perf_result& report, std::vector<table> tables, const std::string& files,
                         bool classic = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_PAGE_HPP
