#ifndef RIDGELINE_IMPL_PROFILER_HPP
#define RIDGELINE_IMPL_PROFILER_HPP

/// The bodies of the sinks that `profiler.hpp` declares: the standard library and POSIX, no other library. Include it
/// in exactly one source file of a program that does not include `impl.hpp`.

#include <ridgeline/sink/console_body.hpp>
#include <ridgeline/sink/csv_body.hpp>
#include <ridgeline/sink/json_body.hpp>
#include <ridgeline/sink/json_writer_body.hpp>
#include <ridgeline/sink/output_body.hpp>
#include <ridgeline/sink/partial_file_body.hpp>
#include <ridgeline/sink/terminal_body.hpp>

#endif  // RIDGELINE_IMPL_PROFILER_HPP
