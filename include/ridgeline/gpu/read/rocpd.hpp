#ifndef RIDGELINE_GPU_READ_ROCPD_HPP
#define RIDGELINE_GPU_READ_ROCPD_HPP

#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/read/sqlite.hpp>

namespace ridgeline {

/// Whether a database has tables of rocprofv3.
bool is_rocpd(const sqlite_file& base);

/// Reads a database written by rocprofv3, schema 3 or 4, of one process or of several merged ones.
expected<gpu_trace> read_rocpd(const sqlite_file& base, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPD_HPP
