#ifndef RIDGELINE_IMPL_STATS_HPP
#define RIDGELINE_IMPL_STATS_HPP

/// The bodies of stats/: see impl.hpp.

#include <ridgeline/stats/change_points_body.hpp>
#include <ridgeline/stats/histogram_body.hpp>
#include <ridgeline/stats/series_body.hpp>
#include <ridgeline/stats/statistics_body.hpp>
#include <ridgeline/stats/student_body.hpp>

#endif  // RIDGELINE_IMPL_STATS_HPP
