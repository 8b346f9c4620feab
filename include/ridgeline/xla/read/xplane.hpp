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
  std::size_t inflate_limit = 0;  ///< bytes of a packed file, unpacked; 0: `memory_limit`
  progress_function progress{};  ///< told after each line, and while unpacking
};

/// The profile that the bytes of an XSpace message hold. Messages that cannot be read are counted in its problems, and
/// reading goes on behind them; it is a failure only when there is no plane at all. `source`, when not null, is the
/// file that `bytes` maps: parts that have been read are given back to the system. `file` is for messages. `progress`
/// is told after each line how many bytes of all lines have been read.
///
/// The body comes with `impl.hpp` and needs protozero; without it (RIDGELINE_WITH_PROTOZERO is 0) the failure says so.
expected<xla_trace> read_xplane(std::string_view bytes, const std::string& file = {},
                                const file_bytes* source = nullptr, const progress_function& progress = {});

/// Whether bytes begin as an XSpace message does: with planes that have a name. Perfetto's packets look alike from
/// further away. The front of a file is enough.
bool is_xplane(std::string_view bytes);

/// The profile in a file, plain or gzip.
expected<xla_trace> read_xplane_file(const std::string& path, const xplane_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_READ_XPLANE_HPP
