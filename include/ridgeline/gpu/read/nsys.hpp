#ifndef RIDGELINE_GPU_READ_NSYS_HPP
#define RIDGELINE_GPU_READ_NSYS_HPP

#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/read/sqlite.hpp>

namespace ridgeline {

/// Whether a database has a Nsight Systems table that a report can be based on.
bool is_nsys(const sqlite_file& base);

/// Whether a database is from nvprof, the predecessor, whose tables have the same names but different columns.
bool is_nvprof(const sqlite_file& base);

/// Reads a database exported by Nsight Systems. Tables with names of people, machines and programs are not read. `file`
/// is used in messages.
expected<gpu_trace> read_nsys(const sqlite_file& base, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_NSYS_HPP
