#ifndef RIDGELINE_TORCH_REPORT_PAGE_HPP
#define RIDGELINE_TORCH_REPORT_PAGE_HPP

#include <span>
#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>

/// The PyTorch report as an HTML page.
namespace ridgeline {

/// The roofline chart over the sheets of a report: over `unified_perf_summary`, which has each piece of GPU work
/// once, else over the category sheets. Without a chip there are points but no roofs.
roofline_chart torch_roofline(std::span<const table> tables, const hw::roofs* roofs);

/// The page of a PyTorch report: where the time goes, by kind and by op; the roofline of its rows (`torch_report`);
/// GPU time by module, if there is any; all sheets. `roofs` may be null.
report_page torch_page(std::vector<table> tables, roofline_chart roofline, const hw::roofs* roofs,
                       const std::string& trace, flame_chart modules = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_PAGE_HPP
