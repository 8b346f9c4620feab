#ifndef RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP
#define RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/tt/report/device.hpp>

/// `device_perf.html`: the device report as a page.
namespace ridgeline {

/// What each RISC of each core did when, from the first marker of its device on.
timeline_chart tt_device_timeline(const tt_device_result& result);

/// How an analysis spreads over cores or ops: at most 30 bins of equal width; nothing of fewer than three lines.
std::vector<bar_chart> tt_device_histograms(const tt_device_result& result, std::size_t most);

/// The device report as a page: timeline, histograms, tables. `log_path` says what it is about.
report_page tt_device_page(const tt_device_result& result, const std::string& log_path);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP
