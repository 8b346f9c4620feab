#ifndef RIDGELINE_SINK_GZIP_BODY_HPP
#define RIDGELINE_SINK_GZIP_BODY_HPP

/// The bodies of `gzip_member` and `can_gzip`: include it in one source file, through `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/config.hpp>
#include <ridgeline/sink/gzip.hpp>

#if RIDGELINE_WITH_ZLIB
#include <zlib.h>
#endif

namespace ridgeline {

#if RIDGELINE_WITH_ZLIB
bool can_gzip() { return true; }

std::string gzip_member(std::string_view bytes, int level) {
  ::z_stream z{};
  if (::deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(::deflateBound(&z, static_cast<uLong>(bytes.size())), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT: zlib reads it only
  z.avail_in = static_cast<unsigned>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<unsigned>(out.size());
  const int state = ::deflate(&z, Z_FINISH);
  out.erase(std::min(out.size(), std::size_t{z.total_out}));
  ::deflateEnd(&z);
  return state == Z_STREAM_END ? out : std::string{};
}
#else
bool can_gzip() { return false; }

std::string gzip_member(std::string_view, int) { return {}; }
#endif

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_GZIP_BODY_HPP
