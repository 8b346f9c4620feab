#ifndef RIDGELINE_TT_SHEET_HOST_ZONES_HPP
#define RIDGELINE_TT_SHEET_HOST_ZONES_HPP

#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/record/host_zone.hpp>

namespace ridgeline {

/// The zones by total time, longest first; texts point into `all`, which must outlive the table.
table host_zones_table(const host_zones& all);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_HOST_ZONES_HPP
