#ifndef RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP
#define RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP

#include <cstddef>
#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/tt/report/device.hpp>

/// `device_perf.html`: the device report as an HTML page.
namespace ridgeline {

/// The activity of each RISC of each core over time, from the first marker of its device.
timeline_chart tt_device_timeline(const tt_device_result& result);

/// The distribution of each analysis over cores or ops: at most 30 bins of equal width, and none for fewer than
/// three lines.
std::vector<bar_chart> tt_device_histograms(const tt_device_result& result, std::size_t most);

/// The device report as a page: timeline, histograms, tables. `log_path` names the log.
report_page tt_device_page(const tt_device_result& result, const std::string& log_path);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_PAGE_HPP
