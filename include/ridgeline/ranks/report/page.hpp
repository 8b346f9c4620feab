#ifndef RIDGELINE_RANKS_REPORT_PAGE_HPP
#define RIDGELINE_RANKS_REPORT_PAGE_HPP

#include <string>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/table/page.hpp>

/// The multi-rank report as an HTML page.
namespace ridgeline {

/// Reference values that the charts of a page compare with.
struct fleet_roofs {
  const hw::roofs* chip = nullptr;  ///< null: none
  double link = missing<double>;    ///< bytes per second that a rank can send; missing: unknown
};

/// Those of a chip, which may be null. A built-in chip of that name tells the link: half of all its links, whose rate
/// counts both directions, or else a single link.
fleet_roofs fleet_roofs_of(const hw::roofs* chip);

/// The page for one configuration: which rank is slow in which step, the bandwidths of collectives, where a rank's
/// time goes, and who waits for whom.
report_page multi_rank_page(const multi_rank_report& r, std::vector<table> tables, const std::string& folder,
                            const fleet_roofs& roofs = {});

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_PAGE_HPP
