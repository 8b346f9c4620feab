#ifndef RIDGELINE_SINK_ARCHIVE_BODY_HPP
#define RIDGELINE_SINK_ARCHIVE_BODY_HPP

#include <ridgeline/sink/archive.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/tar.hpp>

namespace ridgeline {

std::optional<failure> write_archive(const std::string& path, const std::vector<archive_entry>& entries,
                                     unsigned threads) {
  if (!can_gzip()) return failure{errc::cannot_write, {path}, "cannot be written: this program was built without zlib"};
  return write_file(path, [&](output& to) -> std::optional<failure> {
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
    if (packed.finish()) return std::nullopt;
    return failure{errc::cannot_write, {path}, "cannot be packed: out of memory"};
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_ARCHIVE_BODY_HPP
