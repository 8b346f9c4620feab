#ifndef RIDGELINE_SINK_ARCHIVE_HPP
#define RIDGELINE_SINK_ARCHIVE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// What becomes a folder or a file of an archive. A file's bytes are asked for when their turn comes: `hand_out` calls
/// the function that it is given with them, once.
struct archive_entry {
  std::string name{};  ///< `./device_stats.txt`; of a folder too without a slash at its end
  callable<void(const callable<void(std::string_view bytes)>&)> hand_out{};  ///< empty: a folder
};

/// Writes entries as a compressed tar archive, in the order given and without times: equal content, equal bytes.
/// `threads` 0: one for each processor. Nothing on success; what was there before stays where something goes wrong.
std::optional<failure> write_archive(const std::string& path, const std::vector<archive_entry>& entries,
                                     unsigned threads = 0);

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_ARCHIVE_HPP
