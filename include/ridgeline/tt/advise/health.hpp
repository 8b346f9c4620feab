#ifndef RIDGELINE_TT_ADVISE_HEALTH_HPP
#define RIDGELINE_TT_ADVISE_HEALTH_HPP

#include <ridgeline/advise/health.hpp>

namespace ridgeline {

struct tt_judged_rows;

/// The health checks of an ops CSV. `chip_named`: the user named the chip, so roofs are wanted.
trace_health health_of(const tt_judged_rows& rows, bool chip_named = false);
/// Repeats the checks of the report itself, not of its files, with the rows that `keep_rows` left.
void judge_kept(trace_health& health, const tt_judged_rows& kept);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_HEALTH_HPP
