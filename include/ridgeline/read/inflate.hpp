#ifndef RIDGELINE_READ_INFLATE_HPP
#define RIDGELINE_READ_INFLATE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/core/progress.hpp>

namespace ridgeline {

/// The failure for a file in an unsupported packing (zstd, xz, bzip2, LZ4, ZIP, tar), in UTF-16 or UTF-32 text, or that
/// only points to the file; nothing for other files.
inline std::optional<failure> refused_packing(std::string_view bytes, const std::string& file) {
  struct packing {
    std::string_view front, name, command;
  };
  constexpr packing all[] = {{"\x28\xB5\x2F\xFD", "zstd", "zstd -d"},
                             {"\xFD" "7zXZ", "xz", "xz -d"},
                             {"BZh", "bzip2", "bzip2 -d"},
                             {"\x04\x22\x4D\x18", "LZ4", "lz4 -d"},
                             {"PK\x03\x04", "ZIP", "unzip"}};
  using namespace std::string_view_literals;
  for (const std::string_view front :
       {"\xFF\xFE"sv, "\xFE\xFF"sv, "{\0"sv, "[\0"sv, "\0{"sv, "\0["sv, "\0\0\xFE\xFF"sv})
    if (bytes.starts_with(front))
      return failure{errc::not_a_report, {file}, "is UTF-16 or UTF-32 text, which is not supported: convert it to "
                                                 "UTF-8 (iconv -f UTF-16 -t UTF-8)"};
  if (bytes.starts_with("version https://git-lfs.github.com/spec/"))
    return failure{errc::not_a_report, {file}, "is a pointer of Git LFS, not the file itself: fetch it (git lfs pull)"};
  if (bytes.size() > 512 && bytes.substr(257, 5) == "ustar")
    return failure{errc::not_a_report, {file}, "is a tar archive, which is not supported: unpack it (tar xf)"};
  for (const packing& p : all)
    if (bytes.starts_with(p.front))
      return failure{errc::not_a_report, {file},
                     "is packed with " + std::string(p.name) + ", which is not supported: unpack it (" +
                         std::string(p.command) + "), or pack it with gzip"};
  return {};
}

/// Whether the bytes are a gzip file, judged by their first bytes rather than the file name.
inline bool is_gzip(std::string_view bytes) { return bytes.size() >= 2 && bytes[0] == '\x1F' && bytes[1] == '\x8B'; }

/// The same for content unpacked from gzip, which must not be gzip again.
inline std::optional<failure> refused_content(std::string_view unpacked, const std::string& file) {
  if (is_gzip(unpacked))
    return failure{errc::not_a_report, {file}, "is packed with gzip twice: unpack it once (gzip -d)"};
  return refused_packing(unpacked, file);
}

/// Bytes unpacked from a gzip file. They do not move once `inflate` has returned.
class inflated_bytes {
 public:
  std::string_view view() const { return {bytes_.get(), size_}; }
  /// The compressed data was truncated or damaged before its end; what was unpacked until then is available.
  bool cut() const { return cut_; }
  /// A complete member is followed by bytes that are neither another member nor zero padding; their content is lost.
  bool damaged_behind() const { return damaged_behind_; }
  /// The content exceeded the limit.
  bool limited() const { return limited_; }

 private:
  friend expected<inflated_bytes> inflate(std::string_view, std::size_t, const progress_function&);
  owned<char> bytes_;  // allocated by realloc
  std::size_t size_ = 0;
  bool cut_ = false;
  bool damaged_behind_ = false;
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
