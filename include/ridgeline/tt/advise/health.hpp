#ifndef RIDGELINE_TT_ADVISE_HEALTH_HPP
#define RIDGELINE_TT_ADVISE_HEALTH_HPP

#include <ridgeline/advise/health.hpp>

namespace ridgeline {

struct tt_judged_rows;
struct tt_kept_rows;

/// The health checks of an ops CSV. `chip_named`: the user named the chip, so roofs are wanted.
trace_health health_of(const tt_judged_rows& rows, bool chip_named = false);
/// The same for a report that shows only some of the rows: the checks of its files are about all rows, those of the
/// report itself about the ones that `keep_rows` leaves, which it calls: afterwards `rows` holds no others.
trace_health health_of(tt_judged_rows& rows, const tt_kept_rows& kept, bool chip_named = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_HEALTH_HPP
