#ifndef RIDGELINE_PROFILER_HPP
#define RIDGELINE_PROFILER_HPP

/// What a profiler needs to report from inside: core.hpp, records, tables and the sinks that need no other library.

#include <ridgeline/core.hpp>
#include <ridgeline/record/data_quality.hpp>
#include <ridgeline/record/field.hpp>
#include <ridgeline/record/tt_faults.hpp>
#include <ridgeline/record/tt_op.hpp>
#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/colour.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/sink/console.hpp>

#endif  // RIDGELINE_PROFILER_HPP
