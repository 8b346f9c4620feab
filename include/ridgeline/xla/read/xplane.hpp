#ifndef RIDGELINE_XLA_READ_XPLANE_HPP
#define RIDGELINE_XLA_READ_XPLANE_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>

namespace ridgeline {

struct xplane_options {
  std::size_t inflate_limit = 0;  ///< limit on decompressed bytes; 0: `memory_limit`
  progress_function progress{};  ///< called after each line, and during decompression
};

/// Reads a profile from the bytes of an XSpace message. Unreadable messages are counted in its problems and reading
/// continues after them; only a file without any plane is a failure. `source`, if not null, is the file that `bytes`
/// maps: parts already read are released to the system. `file` is used in messages. `progress` is called after each
/// line with the number of bytes of all lines read so far.
///
/// The implementation comes with `impl.hpp` and needs protozero; without it (RIDGELINE_WITH_PROTOZERO is 0) the
/// failure says so.
expected<xla_trace> read_xplane(std::string_view bytes, const std::string& file = {},
                                const file_bytes* source = nullptr, const progress_function& progress = {});

/// Whether bytes begin like an XSpace message: with planes that have a name. Perfetto's packets look similar at
/// first glance. The beginning of a file is enough.
bool is_xplane(std::string_view bytes);

/// Reads a profile from a file, plain or gzip.
expected<xla_trace> read_xplane_file(const std::string& path, const xplane_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_READ_XPLANE_HPP
