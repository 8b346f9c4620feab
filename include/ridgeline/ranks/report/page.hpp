#ifndef RIDGELINE_RANKS_REPORT_PAGE_HPP
#define RIDGELINE_RANKS_REPORT_PAGE_HPP

#include <string>
#include <vector>

#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/table/page.hpp>

/// The multi-rank report as a page.
namespace ridgeline {

/// The page over one configuration: where a rank's time goes, and who waits for whom.
report_page multi_rank_page(const multi_rank_report& r, std::vector<table> tables, const std::string& folder);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_PAGE_HPP
