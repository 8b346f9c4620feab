#ifndef RIDGELINE_SINK_GZIP_BODY_HPP
#define RIDGELINE_SINK_GZIP_BODY_HPP

/// The bodies of `gzip_member`, `can_gzip` and `gzip_output`: include it in one source file, through `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/parallel.hpp>
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

namespace sink_detail::sink {

inline constexpr std::size_t gzip_member_size = std::size_t{1} << 20, gzip_buffer = 8 * gzip_member_size;

}  // namespace sink_detail::sink

void gzip_output::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t n = std::min(text.size(), sink_detail::sink::gzip_buffer - buffer_.size());
    buffer_ += text.substr(0, n);
    text.remove_prefix(n);
    if (buffer_.size() == sink_detail::sink::gzip_buffer) drain();
  }
}

bool gzip_output::finish() {
  if (!buffer_.empty() || !any_) drain();
  return !failed_;
}

void gzip_output::drain() {
  constexpr std::size_t member = sink_detail::sink::gzip_member_size;
  const std::size_t n = buffer_.empty() ? 1 : (buffer_.size() - 1) / member + 1;
  std::vector<std::string> members(n);
  parallel_for(n, threads_ == 0 ? default_threads() : threads_, [&](std::size_t i, unsigned) {
    members[i] = gzip_member(std::string_view(buffer_).substr(i * member, member), level_);
  });
  for (const std::string& m : members) {
    failed_ = failed_ || m.empty();
    to_.write(m);
  }
  any_ = true;
  buffer_.clear();
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_GZIP_BODY_HPP
