#ifndef RIDGELINE_CORE_TIME_HPP
#define RIDGELINE_CORE_TIME_HPP

#include <ridgeline/core/whole_quantity.hpp>

namespace ridgeline {

/// How long something took, in whole nanoseconds: `duration::of(1500)`, `duration(1.5 * us)`. Where a double is needed
/// it counts as the `time_quantity` that it is: `flops / time`, `time > 10 * us`, `time.in(us)`.
using duration = whole_quantity<dim{.time = 1}>;

/// When something happened, in whole nanoseconds since the zero of its trace's clock.
using time_point = stamp<dim{.time = 1}>;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TIME_HPP
