#ifndef RIDGELINE_READ_INFLATE_BODY_HPP
#define RIDGELINE_READ_INFLATE_BODY_HPP

#include <algorithm>
#include <limits>
#include <utility>

#include <ridgeline/read/gzip_stream.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/memory_limit.hpp>
#include <ridgeline/read/sqlite.hpp>

#if RIDGELINE_WITH_ZLIB
#include <zlib.h>
#endif

namespace ridgeline {

std::optional<failure> refused_packing(std::string_view bytes, const std::string& file) {
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
  if (is_workbook(bytes)) return failure{errc::not_a_report, {file}, "is a workbook (.xlsx)"};
  if (bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) {  // OLE2; names in it are UTF-16
    const bool locked = bytes.find("E\0n\0c\0r\0y\0p\0t\0e\0d\0"sv) != bytes.npos;
    return failure{errc::not_a_report, {file},
                   locked ? "is a workbook with a password, which is not supported: save it without one"
                          : "is an old workbook (.xls), which is not supported: save it as .xlsx"};
  }
  if (bytes.starts_with("PK\x03\x04") && bytes.substr(0, 256).find("opendocument.spreadsheet") != bytes.npos)
    return failure{errc::not_a_report, {file}, "is an OpenDocument spreadsheet (.ods), which is not supported: save it "
                                               "as .xlsx"};
  for (const packing& p : all)
    if (bytes.starts_with(p.front))
      return failure{errc::not_a_report, {file},
                     "is packed with " + std::string(p.name) + ", which is not supported: unpack it (" +
                         std::string(p.command) + "), or pack it with gzip"};
  return {};
}

std::optional<failure> refused_content(std::string_view unpacked, const std::string& file) {
  if (is_gzip(unpacked))
    return failure{errc::not_a_report, {file}, "is packed with gzip twice: unpack it once (gzip -d)"};
  return refused_packing(unpacked, file);
}

std::string_view binary_format_of(std::string_view bytes) {
  if (is_sqlite(bytes)) return "an SQLite database";
  constexpr std::pair<std::string_view, std::string_view> all[] = {{"\x89HDF\r\n", "an HDF5 file"},
                                                                   {"PAR1", "a Parquet file"},
                                                                   {"ARROW1", "an Arrow file"},
                                                                   {"OTF2", "an OTF2 archive"}};
  for (const auto& [front, name] : all)
    if (bytes.starts_with(front)) return name;
  // its first message, the kind of a sample, is two numbers; planes and packets do not begin with such
  if (bytes.starts_with("\n\4\b") && bytes.size() > 5 && bytes[4] == '\x10') return "a profile of pprof";
  return {};
}

std::optional<failure> refused_binary(std::string_view bytes, const std::string& file) {
  if (const std::string_view is = binary_format_of(bytes); !is.empty())
    return failure{errc::not_a_report, {file}, "is " + std::string(is) + ", which this program does not read"};
  return refused_packing(bytes, file);
}

std::optional<failure> refused_text(std::string_view bytes, const std::string& file) {
  if (is_gzip(bytes)) return failure{errc::not_a_report, {file}, "is packed with gzip: unpack it (gzip -d)"};
  return refused_binary(bytes, file);
}

expected<inflated_bytes> inflate(std::string_view gzip, std::size_t limit, const progress_function& progress) {
  if (limit == 0) limit = memory_limit();
  inflated_bytes out;
  std::size_t room = 0;
  const auto grow = [&](std::size_t wanted) {
    char* const larger = static_cast<char*>(std::realloc(out.bytes_.get(), wanted));  // NOLINT: moves pages of large
    if (larger == nullptr) return false;                                              // blocks instead of copying them
    static_cast<void>(out.bytes_.release());
    out.bytes_ = owned<char>(larger, [](char* p) { std::free(p); });  // NOLINT: allocated by realloc
    room = wanted;
    return true;
  };
  const auto full = [&] { return out.size_ == room && !grow(room + std::max(room / 2, std::size_t{1} << 20)); };
  gzip_stream whole(gzip);  // fast path for intact files
  while (!whole.at_end() && !whole.odd() && out.size_ <= limit && !full()) {
    out.size_ += whole.read(out.bytes_.get() + out.size_, std::min(room - out.size_, std::size_t{4} << 20));
    if (progress) progress(whole.taken(), gzip.size());
  }
  out.limited_ = out.size_ > limit;
  if (out.limited_ || whole.at_end()) {
    out.size_ = std::min(out.size_, limit);
    if (out.size_ != 0) grow(out.size_);
    return out;
  }
  out.size_ = 0;
#if RIDGELINE_WITH_ZLIB
  ::z_stream z{};
  if (::inflateInit2(&z, 15 + 32) != Z_OK) return failure{errc::cannot_read, {}, "zlib cannot start"};
  const char* next = gzip.data();
  std::size_t left = gzip.size();
  int state = Z_OK;
  for (;;) {
    if (z.avail_in == 0 && left != 0) {
      if (progress) progress(gzip.size() - left, gzip.size());
      const std::size_t step = std::min(left, std::size_t{1} << 20);
      z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(next));  // NOLINT: zlib reads it only
      z.avail_in = static_cast<unsigned>(step);
      next += step;
      left -= step;
    }
    if (full()) {
      ::inflateEnd(&z);
      return failure{errc::cannot_read, {}, "does not fit into memory when decompressed"};
    }
    const std::size_t space = std::min<std::size_t>(room - out.size_, std::numeric_limits<unsigned>::max());
    z.next_out = reinterpret_cast<Bytef*>(out.bytes_.get() + out.size_);
    z.avail_out = static_cast<unsigned>(space);
    state = ::inflate(&z, Z_NO_FLUSH);
    out.size_ += space - z.avail_out;
    if (out.size_ > limit) {
      out.size_ = limit;
      out.limited_ = true;
      break;
    }
    if (state == Z_STREAM_END) {  // another member may follow
      const std::string_view after = gzip.substr(gzip.size() - left - z.avail_in);
      if (after.find_first_not_of('\0') == after.npos) break;
      out.damaged_after_ = !is_gzip(after);
      if (out.damaged_after_ || ::inflateReset(&z) != Z_OK) break;
      continue;
    }
    if (state != Z_OK || (z.avail_in == 0 && left == 0 && z.avail_out != 0)) break;
  }
  ::inflateEnd(&z);
  out.cut_ = state != Z_STREAM_END && !out.limited_;
  if (out.size_ == 0 && out.cut_) return failure{errc::not_a_report, {}, "is not a readable gzip file"};
  if (out.size_ != 0) grow(out.size_);
  return out;
#else
  return failure{errc::cannot_read, {}, "is compressed, and this program was built without zlib"};
#endif
}

expected<inflated_bytes> inflate_file(std::string_view gzip, const std::string& path, std::size_t limit,
                                      const progress_function& progress) {
  expected<inflated_bytes> all = inflate(gzip, limit, progress);
  if (!all) return failure{all.error().code, {path}, all.error().what};
  if (all->limited())
    return failure{errc::cannot_read, {path},
                   "holds more than " + std::to_string(all->view().size()) + " bytes when it is unpacked, the limit"};
  if (std::optional<failure> packed = refused_content(all->view(), path)) return *std::move(packed);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_INFLATE_BODY_HPP
