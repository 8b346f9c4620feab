#ifndef RIDGELINE_RANKS_REPORT_OVERVIEW_HPP
#define RIDGELINE_RANKS_REPORT_OVERVIEW_HPP

#include <cstddef>

#include <ridgeline/ranks/report/report.hpp>

/// A console summary of the multi-rank report.
namespace ridgeline {

class output;

/// Writes where the time of a rank goes, the ten launchers that take the most time, the collectives that take
/// longest, and which rank the others wait for (as far as the clocks show). Lines have at most `width` columns if
/// `width` is at least 60.
void write_console(output& to, const multi_rank_report& r, std::size_t width = 80);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_OVERVIEW_HPP
