#ifndef RIDGELINE_CORE_VERSION_HPP
#define RIDGELINE_CORE_VERSION_HPP

/// The one place that holds the version; CMake, pkg-config and `--version` read it from here.
#define RIDGELINE_VERSION "0.1.0"

namespace ridgeline {

/// Version of the JSON documents that the programs write; raised when a reader of the older one would break.
inline constexpr int json_schema_version = 1;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_VERSION_HPP
