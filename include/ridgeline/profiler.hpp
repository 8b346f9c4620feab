#ifndef RIDGELINE_PROFILER_HPP
#define RIDGELINE_PROFILER_HPP

/// What a profiler needs to report from inside: core.hpp and the standard-library part of records, tables and sinks.

#include <ridgeline/core.hpp>

#endif  // RIDGELINE_PROFILER_HPP
