#ifndef RIDGELINE_READ_INFLATE_HPP
#define RIDGELINE_READ_INFLATE_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/core/progress.hpp>

namespace ridgeline {

/// The failure for a file in an unsupported packing (zstd, xz, bzip2, LZ4, ZIP, tar), for a workbook or another
/// spreadsheet, for UTF-16 or UTF-32 text, or for a file that only points to another; nothing for other files.
std::optional<failure> refused_packing(std::string_view bytes, const std::string& file);

/// What begins as an SQLite database, HDF5, Parquet, Arrow, OTF2 or pprof does: `an HDF5 file`; empty for others.
std::string_view binary_format_of(std::string_view bytes);

/// The same as `refused_packing` where none of these formats is read: also the failure for them.
std::optional<failure> refused_binary(std::string_view bytes, const std::string& file);
/// The same where gzip is not unpacked either, because the content is in memory already.
std::optional<failure> refused_text(std::string_view bytes, const std::string& file);

/// Whether the bytes are a gzip file, judged by their first bytes rather than the file name.
inline bool is_gzip(std::string_view bytes) { return bytes.size() >= 2 && bytes[0] == '\x1F' && bytes[1] == '\x8B'; }

/// Whether the bytes are a workbook (.xlsx), or were one before they were cut: a ZIP archive with the parts of one.
inline bool is_workbook(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") &&
         (bytes.find("xl/work") != bytes.npos || bytes.find("xl\\work") != bytes.npos);
}

/// The same as `refused_packing` for content unpacked from gzip, which must not be gzip again.
std::optional<failure> refused_content(std::string_view unpacked, const std::string& file);

/// Bytes unpacked from a gzip file. They do not move once `inflate` has returned.
class inflated_bytes {
 public:
  std::string_view view() const { return {bytes_.get(), size_}; }
  /// The compressed data was truncated or damaged before its end; what was unpacked until then is available.
  bool cut() const { return cut_; }
  /// A complete member is followed by bytes that are neither another member nor zero padding; their content is lost.
  bool damaged_after() const { return damaged_after_; }
  /// The content exceeded the limit.
  bool limited() const { return limited_; }

 private:
  friend expected<inflated_bytes> inflate(std::string_view, std::size_t, const progress_function&);
  owned<char> bytes_;  // allocated by realloc
  std::size_t size_ = 0;
  bool cut_ = false;
  bool damaged_after_ = false;
  bool limited_ = false;
};

/// The content of a gzip file (or zlib stream), all members concatenated, up to `limit` bytes (0: `memory_limit`; a
/// small file can claim to contain terabytes). A truncated file yields what it contains. Implemented with zlib in
/// `impl.hpp`; without zlib it fails with a message saying so. Progress is counted in bytes of `gzip`.
expected<inflated_bytes> inflate(std::string_view gzip, std::size_t limit = 0,
                                 const progress_function& progress = {});

/// The same for a file, with failures that name it. It also fails if the content exceeds the limit, because a part of
/// it would look like a truncated file, and if the content is itself packed.
expected<inflated_bytes> inflate_file(std::string_view gzip, const std::string& path, std::size_t limit = 0,
                                      const progress_function& progress = {});

}  // namespace ridgeline

#endif  // RIDGELINE_READ_INFLATE_HPP
