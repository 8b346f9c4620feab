#ifndef RIDGELINE_GPU_READ_RPD_HPP
#define RIDGELINE_GPU_READ_RPD_HPP

#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/read/sqlite.hpp>

namespace ridgeline {

/// Whether a database has the tables of rocmProfileData, whose names start like those of rocprofv3.
bool is_rpd(const sqlite_file& base);

/// Reads a database written by rocmProfileData (`*.rpd`), in any of its three schemas.
expected<gpu_trace> read_rpd(const sqlite_file& base, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_RPD_HPP
