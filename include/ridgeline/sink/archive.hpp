#ifndef RIDGELINE_SINK_ARCHIVE_HPP
#define RIDGELINE_SINK_ARCHIVE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// A folder or file in an archive. The content of a file is requested only when its turn comes: `hand_out` must call
/// the function it receives exactly once, with the bytes.
struct archive_entry {
  std::string name{};  ///< `./device_stats.txt`; folders also without a trailing slash
  callable<void(const callable<void(std::string_view bytes)>&)> hand_out{};  ///< empty: a folder
};

/// Writes entries as a compressed tar archive, in the given order and without timestamps, so equal content gives equal
/// bytes. `threads` 0: one per processor. Returns nothing on success; on failure an existing file is preserved.
[[nodiscard]]
std::optional<failure> write_archive(const std::string& path, const std::vector<archive_entry>& entries,
                                     unsigned threads = 0);

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_ARCHIVE_HPP
