#ifndef RIDGELINE_IMPL_PROFILER_HPP
#define RIDGELINE_IMPL_PROFILER_HPP

/// The bodies of all that profiler.hpp declares, for programs that use no more of the library. They are part
/// of impl/core.hpp, impl/sink.hpp and impl/tt.hpp: a program that includes those, or links ridgeline::compiled, has them already.

#include <ridgeline/impl/core.hpp>
#include <ridgeline/tt/op/ops_body.hpp>
#include <ridgeline/tt/report/perf_body.hpp>
#include <ridgeline/tt/sheet/perf_summary_body.hpp>
#include <ridgeline/tt/sheet/perf_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_text_body.hpp>
#include <ridgeline/tt/tree/devices_body.hpp>
#include <ridgeline/tt/tree/window_body.hpp>

#endif  // RIDGELINE_IMPL_PROFILER_HPP
