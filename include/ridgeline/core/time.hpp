#ifndef RIDGELINE_CORE_TIME_HPP
#define RIDGELINE_CORE_TIME_HPP

#include <ridgeline/core/whole_quantity.hpp>

namespace ridgeline {

/// A length of time in whole nanoseconds: `duration::of(1500)`, `duration(1.5 * us)`. Where a double is needed it
/// converts to a `time_quantity`: `flops / time`, `time > 10 * us`, `time.in(us)`.
using duration = whole_quantity<dim{.time = 1}>;

/// A point in time, in whole nanoseconds since the zero of its trace's clock.
using time_point = stamp<dim{.time = 1}>;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TIME_HPP
