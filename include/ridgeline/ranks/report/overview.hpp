#ifndef RIDGELINE_RANKS_REPORT_OVERVIEW_HPP
#define RIDGELINE_RANKS_REPORT_OVERVIEW_HPP

#include <cstddef>

#include <ridgeline/ranks/report/report.hpp>

/// A multi-rank report on one screen.
namespace ridgeline {

class output;

/// Writes where the time of a rank goes, the ten launchers that take most of it, the collectives that take longest and
/// which rank the others wait for, as far as the clocks tell, in lines of at most `width` columns where `width` is 60
/// or more.
void write_console(output& to, const multi_rank_report& r, std::size_t width = 80);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_OVERVIEW_HPP
