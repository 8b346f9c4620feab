#ifndef RIDGELINE_READ_WORKBOOK_ZIP_BODY_HPP
#define RIDGELINE_READ_WORKBOOK_ZIP_BODY_HPP

/// The parts of a ZIP archive, for the body of `workbook_file`. Callers of minizip are only here.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>

#if RIDGELINE_WITH_XLSXREADER

#include <minizip/unzip.h>

namespace ridgeline::read_detail {

/// Bytes in memory as the file that minizip reads.
struct zip_bytes {
  std::string_view all{};
  ZPOS64_T at = 0;

  static zip_bytes& of(voidpf stream) { return *static_cast<zip_bytes*>(stream); }
  static voidpf open(voidpf self, const void*, int) { return self; }
  static uLong read(voidpf, voidpf stream, void* to, uLong size) {
    zip_bytes& b = of(stream);
    const std::size_t some = std::min<std::size_t>(size, b.all.size() - static_cast<std::size_t>(b.at));
    if (some != 0) std::memcpy(to, b.all.data() + b.at, some);
    b.at += some;
    return static_cast<uLong>(some);
  }
  static ZPOS64_T tell(voidpf, voidpf stream) { return of(stream).at; }
  static long seek(voidpf, voidpf stream, ZPOS64_T offset, int origin) {
    zip_bytes& b = of(stream);
    const ZPOS64_T from = origin == ZLIB_FILEFUNC_SEEK_CUR ? b.at : origin == ZLIB_FILEFUNC_SEEK_END ? b.all.size() : 0;
    if (offset > b.all.size() - from) return -1;
    b.at = from + offset;
    return 0;
  }
  static int close(voidpf, voidpf) { return 0; }
  static int error(voidpf, voidpf) { return 0; }
};

/// A ZIP archive in memory. Names of parts are compared without regard to case; either slash separates folders.
class zip_archive {
 public:
  struct part {
    unz64_file_pos at{};
    std::uint64_t packed = 0, size = 0;
    bool encrypted = false;
    mutable bool read = false;  ///< at least once
  };

  zip_archive(std::string_view bytes, std::uint64_t limit) : bytes_{bytes, 0}, limit_(limit), left_(limit) {
    zlib_filefunc64_def functions{zip_bytes::open, zip_bytes::read, nullptr,          zip_bytes::tell,
                                  zip_bytes::seek, zip_bytes::close, zip_bytes::error, &bytes_};
    file_ = unzOpen2_64("", &functions);
    if (file_ == nullptr) {
      wrong_ = "is cut or damaged: the directory at the end of its ZIP archive is missing";
      return;
    }
    int state = unzGoToFirstFile(file_);
    for (; state == UNZ_OK; state = unzGoToNextFile(file_)) {
      unz_file_info64 about{};
      char name[1024];
      part p;
      if (unzGetCurrentFileInfo64(file_, &about, name, sizeof name, nullptr, 0, nullptr, 0) != UNZ_OK) break;
      if (unzGetFilePos64(file_, &p.at) != UNZ_OK) break;
      if (narrowed(p.at.pos_in_zip_directory)) {
        unzGoToFilePos64(file_, &p.at);
        if (unzGetCurrentFileInfo64(file_, &about, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) break;
      }
      p.packed = about.compressed_size, p.size = about.uncompressed_size, p.encrypted = (about.flag & 1u) != 0;
      parts_.emplace(plain_name({name, std::min<std::size_t>(about.size_filename, sizeof name)}), p);
    }
    if (state != UNZ_END_OF_LIST_OF_FILE) wrong_ = "is damaged: the directory of its ZIP archive cannot be read";
  }
  zip_archive(const zip_archive&) = delete;
  zip_archive& operator=(const zip_archive&) = delete;
  ~zip_archive() {
    if (file_ != nullptr) unzClose(file_);
  }

  /// Why the archive cannot be read; empty if it can.
  const std::string& wrong() const { return wrong_; }
  /// Whether what was unpacked so far exceeds the limit.
  bool limited() const { return limited_; }

  const part* find(std::string_view name) const {
    const auto found = parts_.find(plain_name(name));
    return found == parts_.end() ? nullptr : &found->second;
  }

  /// Passes the content of a part to `take(piece)`, until it returns false. Returns an empty text, or what is wrong.
  template <class Take>
  std::string unpack(const part& p, Take&& take) {
    if (p.encrypted) return "is encrypted: save the workbook without a password";
    if (!std::exchange(p.read, true)) read_ += p.packed;
    if (read_ > bytes_.all.size()) return "is damaged: parts of its ZIP archive overlap";  // a small file would be huge
    unz64_file_pos at = p.at;
    if (unzGoToFilePos64(file_, &at) != UNZ_OK || unzOpenCurrentFile(file_) != UNZ_OK)
      return "is cut or damaged, or packed by an unknown method";
    std::vector<char> piece(std::size_t{1} << 16);
    std::uint64_t size = 0;
    std::string wrong;
    for (bool more = true; more;) {
      const int n = unzReadCurrentFile(file_, piece.data(), static_cast<unsigned>(piece.size()));
      if (n < 0) wrong = "is cut or damaged: its data cannot be unpacked";
      if (n <= 0) break;
      const auto got = static_cast<std::uint64_t>(n);
      size += got;
      limited_ = got > left_;
      if (limited_) wrong = "holds more than " + std::to_string(limit_) + " bytes when it is unpacked, the limit";
      if (limited_) break;
      left_ -= got;
      more = take(std::string_view(piece.data(), static_cast<std::size_t>(n)));
      if (!more) size = p.size;
    }
    const int end = unzCloseCurrentFile(file_);
    if (wrong.empty() && (size != p.size || end != UNZ_OK)) wrong = "is damaged: its data does not have its checksum";
    return wrong;
  }

 private:
  static std::string plain_name(std::string_view name) {
    std::string plain = core_detail::lower_case(std::string(name));
    std::replace(plain.begin(), plain.end(), '\\', '/');
    return plain.starts_with('/') ? plain.substr(1) : plain;
  }

  /// Debian's minizip does not read the numbers of ZIP64 that are behind an entry of the directory. They are written
  /// into the entry where they fit, which is so for parts of less than 4 GB; returns whether there are any.
  bool narrowed(std::uint64_t entry) {
    const auto number = [&](std::uint64_t at, std::size_t size) {
      std::uint64_t n = 0;
      for (std::size_t i = size; i-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes_.all[at + i]);
      return n;
    };
    constexpr std::uint64_t fixed = 46, after = 0xffffffff;
    if (entry > bytes_.all.size() || bytes_.all.size() - entry < fixed || number(entry, 4) != 0x02014b50) return false;
    std::uint64_t at = entry + fixed + number(entry + 28, 2);
    const std::uint64_t end = std::min<std::uint64_t>(at + number(entry + 30, 2), bytes_.all.size());
    while (at + 4 <= end && number(at, 2) != 1) at += 4 + number(at + 2, 2);
    at += 4;
    bool any = false;
    for (const std::uint64_t field : {entry + 24, entry + 20, entry + 42}) {  // size, packed size, place
      if (number(field, 4) != after || at + 8 > end) continue;
      const std::uint64_t n = number(at, 8);
      at += 8;
      if (n >= after) continue;
      if (own_.empty()) own_.assign(bytes_.all), bytes_.all = own_;
      for (std::size_t i = 0; i < 4; ++i) own_[field + i] = static_cast<char>(n >> (8 * i) & 0xff);
      any = true;
    }
    return any;
  }

  zip_bytes bytes_;
  std::string own_{};  ///< the bytes, if numbers in them had to be changed
  std::uint64_t limit_, left_, read_ = 0;
  bool limited_ = false;
  unzFile file_ = nullptr;
  std::string wrong_{};
  std::unordered_map<std::string, part> parts_{};
};

}  // namespace ridgeline::read_detail

#endif

#endif  // RIDGELINE_READ_WORKBOOK_ZIP_BODY_HPP
