#ifndef RIDGELINE_SINK_XLSX_CHECK_BODY_HPP
#define RIDGELINE_SINK_XLSX_CHECK_BODY_HPP

/// Verifies that a workbook is complete, for the body of `write_xlsx`. libxlsxwriter collects the parts of a workbook
/// in temporary files without checking its writes; a full folder results in truncated parts inside an otherwise valid
/// archive.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>

#if RIDGELINE_WITH_ZLIB
#include <zlib.h>
#endif

namespace ridgeline::sink_detail::sink {

#if RIDGELINE_WITH_ZLIB

/// A zip archive, read from its central directory (PKWARE's APPNOTE 6.3.9, 4.3.12 to 4.3.16).
class zip_reader {
 public:
  struct part {
    std::string name{};
    std::uint64_t packed = 0, size = 0, at = 0;
    std::uint32_t crc = 0;
  };

  explicit zip_reader(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {}
  zip_reader(const zip_reader&) = delete;
  zip_reader& operator=(const zip_reader&) = delete;
  ~zip_reader() {
    if (file_ != nullptr) std::fclose(file_);
  }

  /// Reads the central directory; false if it is absent or broken.
  bool list(std::vector<part>& parts) {
    if (file_ == nullptr || ::fseeko(file_, 0, SEEK_END) != 0) return false;
    const auto whole = static_cast<std::uint64_t>(std::max<::off_t>(0, ::ftello(file_)));
    std::string end;
    if (whole < 22 || !read(whole - 22, 22, end) || number(end, 0, 4) != 0x06054b50) return false;
    std::uint64_t count = number(end, 10, 2), size = number(end, 12, 4), at = number(end, 16, 4);
    std::string locator;
    if (whole >= 42 && read(whole - 42, 20, locator) && number(locator, 0, 4) == 0x07064b50) {  // ZIP64
      std::string large;
      if (!read(number(locator, 8, 8), 56, large) || number(large, 0, 4) != 0x06064b50) return false;
      count = number(large, 32, 8), size = number(large, 40, 8), at = number(large, 48, 8);
    }
    std::string all;
    if (size > whole || !read(at, size, all)) return false;
    std::size_t next = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
      if (next + 46 > all.size() || number(all, next, 4) != 0x02014b50) return false;
      const std::size_t name = number(all, next + 28, 2), extra = number(all, next + 30, 2),
                        comment = number(all, next + 32, 2);
      if (next + 46 + name + extra + comment > all.size()) return false;
      part p{all.substr(next + 46, name), number(all, next + 20, 4), number(all, next + 24, 4),
             number(all, next + 42, 4), static_cast<std::uint32_t>(number(all, next + 16, 4))};
      take_zip64(p, std::string_view(all).substr(next + 46 + name, extra));
      parts.push_back(std::move(p));
      next += 46 + name + extra + comment;
    }
    return true;
  }

  /// Passes the unpacked bytes of a part to `take(piece)`. Returns false if they do not match the directory.
  template <class Take>
  bool unpack(const part& p, Take take) {
    std::string local, in;
    if (!read(p.at, 30, local) || number(local, 0, 4) != 0x04034b50) return false;
    std::uint64_t at = p.at + 30 + number(local, 26, 2) + number(local, 28, 2), left = p.packed;
    ::z_stream z{};
    if (::inflateInit2(&z, -MAX_WBITS) != Z_OK) return false;
    std::vector<char> out(std::size_t{1} << 18);
    uLong crc = ::crc32(0, nullptr, 0);
    int state = Z_OK;
    while (state == Z_OK && left > 0) {
      const std::size_t piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, 1 << 18));
      if (!read(at, piece, in)) break;
      at += piece, left -= piece;
      z.next_in = reinterpret_cast<Bytef*>(in.data());
      z.avail_in = static_cast<uInt>(in.size());
      do {
        z.next_out = reinterpret_cast<Bytef*>(out.data());
        z.avail_out = static_cast<uInt>(out.size());
        state = ::inflate(&z, Z_NO_FLUSH);
        const std::size_t n = out.size() - z.avail_out;
        crc = ::crc32(crc, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(n));
        take(std::string_view(out.data(), n));
      } while (state == Z_OK && z.avail_out == 0);
      if (state == Z_BUF_ERROR) state = Z_OK;  // more input is needed
    }
    const bool whole = state == Z_STREAM_END && z.total_out == p.size && crc == p.crc;
    ::inflateEnd(&z);
    return whole;
  }

 private:
  bool read(std::uint64_t at, std::uint64_t size, std::string& to) {
    to.resize(static_cast<std::size_t>(size));
    return ::fseeko(file_, static_cast<::off_t>(at), SEEK_SET) == 0 &&
           std::fread(to.data(), 1, to.size(), file_) == to.size();
  }
  static std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t n = 0;
    for (std::size_t i = size; i-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[at + i]);
    return n;
  }
  /// Numbers that did not fit are in an extra field, in this order.
  static void take_zip64(part& p, std::string_view extra) {
    while (extra.size() >= 4) {
      const std::size_t size = std::min<std::size_t>(number(extra, 2, 2), extra.size() - 4);
      std::string_view field = extra.substr(4, size);
      if (number(extra, 0, 2) == 1) {
        for (std::uint64_t* n : {&p.size, &p.packed, &p.at}) {
          if (*n != 0xffffffff || field.size() < 8) continue;
          *n = number(field, 0, 8);
          field.remove_prefix(8);
        }
      }
      extra.remove_prefix(4 + size);
    }
  }

  std::FILE* file_;
};

/// Checks one XML part as it streams by: counts its cells and checks that its root element is closed.
class xml_part {
 public:
  void operator()(std::string_view piece) {
    if (head_.size() < 512) head_ += piece.substr(0, 512 - head_.size());
    text_ = held_;  // a tag may be split
    text_ += piece;
    for (std::size_t at = text_.find("<c "); at != std::string::npos; at = text_.find("<c ", at + 3)) ++cells_;
    held_ = text_.substr(text_.size() - std::min<std::size_t>(text_.size(), 2));
    tail_ += piece.substr(piece.size() - std::min<std::size_t>(piece.size(), 128));
    if (tail_.size() > 128) tail_.erase(0, tail_.size() - 128);
  }
  std::uint64_t cells() const { return cells_; }
  /// Whether the root element is closed at the end of the part.
  bool ends() const {
    std::size_t at = head_.find('<');
    while (at != std::string::npos && at + 1 < head_.size() && (head_[at + 1] == '?' || head_[at + 1] == '!'))
      at = head_.find('<', at + 1);
    if (at == std::string::npos) return false;
    const std::string name = head_.substr(at + 1, head_.find_first_of(" />\r\n", at) - at - 1);
    std::string_view end = tail_;
    while (!end.empty() && static_cast<unsigned char>(end.back()) <= ' ') end.remove_suffix(1);
    return end.ends_with("</" + name + ">") || (end.ends_with("/>") && head_.find('<', at + 1) == std::string::npos);
  }

 private:
  std::string head_{}, held_{}, tail_{}, text_{};
  std::uint64_t cells_ = 0;
};

/// Whether every part of a workbook is complete and every sheet has its cells; `cells[i]` is the number for sheet i.
inline bool is_whole_workbook(const std::string& path, std::span<const std::uint64_t> cells) {
  zip_reader zip(path);
  std::vector<zip_reader::part> parts;
  if (!zip.list(parts)) return false;
  std::size_t sheets = 0;
  for (const zip_reader::part& p : parts) {
    xml_part xml;
    if (!zip.unpack(p, [&](std::string_view piece) { xml(piece); }) || !xml.ends()) return false;
    const std::string_view front = "xl/worksheets/sheet";
    if (!p.name.starts_with(front)) continue;
    const std::size_t number = static_cast<std::size_t>(std::atoi(p.name.c_str() + front.size()));
    if (number < 1 || number > cells.size() || xml.cells() != cells[number - 1]) return false;
    ++sheets;
  }
  return sheets == cells.size();
}

#else

/// Without zlib the file cannot be read back, so only errors of the library and of its temporary files are detected.
inline bool is_whole_workbook(const std::string&, std::span<const std::uint64_t>) { return true; }

#endif

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_XLSX_CHECK_BODY_HPP
