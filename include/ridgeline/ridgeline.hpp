#ifndef RIDGELINE_RIDGELINE_HPP
#define RIDGELINE_RIDGELINE_HPP

/// Everything. What needs the body of another library is declared only: include <ridgeline/impl.hpp> in one source file.

#include <ridgeline/core.hpp>
#include <ridgeline/profiler.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/source/bytes.hpp>

#endif  // RIDGELINE_RIDGELINE_HPP
