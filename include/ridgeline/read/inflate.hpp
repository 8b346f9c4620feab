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

/// The failure for a file that is packed in a way that nothing here unpacks (zstd, xz, bzip2, LZ4, ZIP), or is text of
/// UTF-16 or UTF-32; nothing for others.
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
      return failure{errc::not_a_report, {file}, "is UTF-16 or UTF-32 text, which is not read here: write it as UTF-8 "
                     "(iconv -f UTF-16 -t UTF-8)"};
  for (const packing& p : all)
    if (bytes.starts_with(p.front))
      return failure{errc::not_a_report, {file},
                     "is packed with " + std::string(p.name) + ", which is not read here: unpack it (" +
                         std::string(p.command) + "), or pack it with gzip"};
  return {};
}

/// Whether bytes are a gzip file: known by what they begin with, not by a file's name.
inline bool is_gzip(std::string_view bytes) { return bytes.size() >= 2 && bytes[0] == '\x1F' && bytes[1] == '\x8B'; }

/// The same for what came out of a gzip file, where a second one is refused, too.
inline std::optional<failure> refused_content(std::string_view unpacked, const std::string& file) {
  if (is_gzip(unpacked))
    return failure{errc::not_a_report, {file}, "is packed with gzip twice: unpack it once (gzip -d)"};
  return refused_packing(unpacked, file);
}

/// Bytes that came out of a gzip file. They never move once `inflate` has returned.
class inflated_bytes {
 public:
  std::string_view view() const { return {bytes_.get(), size_}; }
  /// The compressed bytes ended or broke off before their end; what came out until then is here.
  bool cut() const { return cut_; }
  /// Behind a whole member stand bytes that are no other member and no padding with zeros: what they held is not here.
  bool damaged_behind() const { return damaged_behind_; }
  /// The bytes went on beyond the limit.
  bool limited() const { return limited_; }

 private:
  friend expected<inflated_bytes> inflate(std::string_view, std::size_t, const progress_function&);
  owned<char> bytes_;  // memory of realloc
  std::size_t size_ = 0;
  bool cut_ = false;
  bool damaged_behind_ = false;
  bool limited_ = false;
};

/// The content of a gzip file (or of a zlib stream), all its members one after the other, up to `limit` bytes (a small
/// file can claim to hold terabytes; 0: `memory_limit`). A file that breaks off gives what there is. The body is zlib's
/// and comes with `impl.hpp`; without zlib the failure says so. Progress is counted in bytes of `gzip`.
expected<inflated_bytes> inflate(std::string_view gzip, std::size_t limit = 0,
                                 const progress_function& progress = {});

/// The same of a file, for readers: a failure names the file. Content beyond the limit is one, as a part of it would
/// read like a file that was cut; so is content that is packed again.
expected<inflated_bytes> inflate_file(std::string_view gzip, const std::string& path, std::size_t limit = 0,
                                      const progress_function& progress = {});

}  // namespace ridgeline

#endif  // RIDGELINE_READ_INFLATE_HPP
