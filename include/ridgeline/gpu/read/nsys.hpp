#ifndef RIDGELINE_GPU_READ_NSYS_HPP
#define RIDGELINE_GPU_READ_NSYS_HPP

#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/read/sqlite.hpp>

namespace ridgeline {

/// Whether a database has a table of Nsight Systems that a report is made of.
bool is_nsys(const sqlite_file& base);

/// Whether a database is one of nvprof, which came before: its tables have the same names and other columns.
bool is_nvprof(const sqlite_file& base);

/// The trace in a database that Nsight Systems exported. Tables that name people, machines and what they run are not
/// looked at. `file` is for messages.
expected<gpu_trace> read_nsys(const sqlite_file& base, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_NSYS_HPP
