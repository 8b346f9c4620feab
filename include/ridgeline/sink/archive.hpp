#ifndef RIDGELINE_SINK_ARCHIVE_HPP
#define RIDGELINE_SINK_ARCHIVE_HPP

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/tar.hpp>

namespace ridgeline {

/// What becomes a folder or a file of an archive. A file's bytes are asked for when their turn comes: `hand_out` calls
/// the function that it is given with them, once.
struct archive_entry {
  std::string name{};  ///< `./device_stats.txt`; of a folder too without a slash at its end
  std::function<void(const std::function<void(std::string_view bytes)>&)> hand_out{};  ///< empty: a folder
};

/// Writes entries as a compressed tar archive, in the order given and without times: equal content, equal bytes.
/// Nothing on success.
inline std::optional<failure> write_archive(const std::string& path, const std::vector<archive_entry>& entries,
                                            unsigned threads = default_threads()) {
  if (!can_gzip()) return failure{errc::cannot_write, {path}, "cannot be written: this program was built without zlib"};
  bool whole = true;
  const std::optional<failure> why = write_file(path, [&](output& to) {
    gzip_output packed(to, threads);
    tar_writer tar(packed);
    for (const archive_entry& e : entries) {
      if (e.hand_out) {
        e.hand_out([&](std::string_view bytes) { tar.file(e.name, bytes); });
      } else {
        tar.folder(e.name);
      }
    }
    tar.finish();
    whole = packed.finish();
  });
  if (why) return why;
  if (!whole) return failure{errc::cannot_write, {path}, "is not whole: out of memory"};
  return std::nullopt;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_ARCHIVE_HPP
