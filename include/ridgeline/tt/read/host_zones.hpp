#ifndef RIDGELINE_TT_READ_HOST_ZONES_HPP
#define RIDGELINE_TT_READ_HOST_ZONES_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/host_zone.hpp>

namespace ridgeline {

/// Reads the statistics of host zones from text; `name` is the file's name. The columns `name` and `total_ns` are
/// required; others may be missing.
expected<host_zones> read_host_zones_text(std::string_view text, const std::string& name);

/// The same for a file.
expected<host_zones> read_host_zones(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_HOST_ZONES_HPP
