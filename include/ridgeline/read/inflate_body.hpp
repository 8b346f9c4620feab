#ifndef RIDGELINE_READ_INFLATE_BODY_HPP
#define RIDGELINE_READ_INFLATE_BODY_HPP

/// The body of `inflate`: include it in one source file, through `impl.hpp`.

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <ridgeline/read/gzip_stream.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/memory_limit.hpp>

#if RIDGELINE_WITH_ZLIB
#include <zlib.h>
#endif

namespace ridgeline {

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
      const std::string_view behind = gzip.substr(gzip.size() - left - z.avail_in);
      if (behind.find_first_not_of('\0') == behind.npos) break;
      out.damaged_behind_ = !is_gzip(behind);
      if (out.damaged_behind_ || ::inflateReset(&z) != Z_OK) break;
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
