#ifndef RIDGELINE_CORE_VERSION_HPP
#define RIDGELINE_CORE_VERSION_HPP

/// The only place where the version is defined; CMake, pkg-config and `--version` read it from here.
#define RIDGELINE_VERSION "0.1.0"

namespace ridgeline {

/// Version of the JSON documents the programs write; incremented when a change would break a reader of the older one.
inline constexpr int json_schema_version = 1;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_VERSION_HPP
