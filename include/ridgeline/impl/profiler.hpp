#ifndef RIDGELINE_IMPL_PROFILER_HPP
#define RIDGELINE_IMPL_PROFILER_HPP

/// The bodies of all that profiler.hpp declares, on the standard library and POSIX: for one source file of a program
/// that uses no more of the library. They are part of impl/core.hpp, impl/sink.hpp and impl/tt.hpp too.

#include <ridgeline/impl/core.hpp>
#include <ridgeline/sink/console_body.hpp>
#include <ridgeline/sink/csv_body.hpp>
#include <ridgeline/sink/json_body.hpp>
#include <ridgeline/sink/json_writer_body.hpp>
#include <ridgeline/sink/output_body.hpp>
#include <ridgeline/sink/partial_file_body.hpp>
#include <ridgeline/sink/terminal_body.hpp>
#include <ridgeline/tt/op/ops_body.hpp>
#include <ridgeline/tt/report/perf_body.hpp>
#include <ridgeline/tt/sheet/perf_summary_body.hpp>
#include <ridgeline/tt/sheet/perf_tables_body.hpp>
#include <ridgeline/tt/sheet/perf_text_body.hpp>
#include <ridgeline/tt/tree/devices_body.hpp>
#include <ridgeline/tt/tree/window_body.hpp>

#endif  // RIDGELINE_IMPL_PROFILER_HPP
