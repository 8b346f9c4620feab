#ifndef RIDGELINE_READ_GZIP_STREAM_BODY_HPP
#define RIDGELINE_READ_GZIP_STREAM_BODY_HPP

#include <algorithm>
#include <limits>

#include <ridgeline/core/config.hpp>
#include <ridgeline/read/gzip_stream.hpp>
#include <ridgeline/read/inflate.hpp>

#if RIDGELINE_WITH_ISAL
#include <isa-l/igzip_lib.h>
#elif RIDGELINE_WITH_ZLIB
#include <zlib.h>
#endif

namespace ridgeline {

namespace read_detail {

/// The input and output of one engine step; the step advances the pointers and reduces the sizes.
struct inflate_step {
  const unsigned char* in;
  unsigned in_size;
  unsigned char* out;
  unsigned out_size;
};
enum class inflated { more, member_end, broken };

}  // namespace read_detail

#if RIDGELINE_WITH_ISAL
struct gzip_stream::engine {
  bool begin() {
    ::isal_inflate_init(&z_);
    z_.crc_flag = ISAL_GZIP;  // parses the header and verifies the checksum
    return true;
  }
  read_detail::inflated run(read_detail::inflate_step& s) {
    z_.next_in = const_cast<unsigned char*>(s.in);  // NOLINT: ISA-L reads it only
    z_.avail_in = s.in_size;
    z_.next_out = s.out;
    z_.avail_out = s.out_size;
    const int result = ::isal_inflate(&z_);
    s = {z_.next_in, z_.avail_in, z_.next_out, z_.avail_out};
    if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT) return read_detail::inflated::broken;
    return z_.block_state == ISAL_BLOCK_FINISH ? read_detail::inflated::member_end : read_detail::inflated::more;
  }

 private:
  ::inflate_state z_;
};
#elif RIDGELINE_WITH_ZLIB
struct gzip_stream::engine {
  engine() : good_(::inflateInit2(&z_, 15 + 16) == Z_OK) {}
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() { ::inflateEnd(&z_); }

  bool begin() { return good_ && ::inflateReset(&z_) == Z_OK; }
  read_detail::inflated run(read_detail::inflate_step& s) {
    z_.next_in = const_cast<unsigned char*>(s.in);  // NOLINT: zlib reads it only
    z_.avail_in = s.in_size;
    z_.next_out = s.out;
    z_.avail_out = s.out_size;
    const int result = ::inflate(&z_, Z_NO_FLUSH);
    s = {z_.next_in, z_.avail_in, z_.next_out, z_.avail_out};
    if (result == Z_STREAM_END) return read_detail::inflated::member_end;
    return result == Z_OK ? read_detail::inflated::more : read_detail::inflated::broken;
  }

 private:
  ::z_stream z_{};
  bool good_;
};
#else
struct gzip_stream::engine {
  static bool begin() { return false; }
  static read_detail::inflated run(read_detail::inflate_step&) { return read_detail::inflated::broken; }
};
#endif

gzip_stream::gzip_stream(std::string_view gzip)
    : gzip_(gzip), left_(gzip.size()), engine_(std::make_unique<engine>()) {}
gzip_stream::~gzip_stream() = default;

std::size_t gzip_stream::read(char* to, std::size_t room) {
  constexpr std::size_t most = std::numeric_limits<unsigned>::max();
  std::size_t filled = 0;
  while (filled < room) {
    if (state_ == state::member) begin_member();
    if (state_ != state::inside) break;
    const auto packed = static_cast<unsigned>(std::min(left_, most));
    const auto space = static_cast<unsigned>(std::min(room - filled, most));
    read_detail::inflate_step step{reinterpret_cast<const unsigned char*>(gzip_.data() + gzip_.size() - left_), packed,
                                   reinterpret_cast<unsigned char*>(to + filled), space};
    const read_detail::inflated result = engine_->run(step);
    left_ -= packed - step.in_size;
    filled += space - step.out_size;
    const bool stuck = step.in_size == packed && step.out_size == space;
    if (result == read_detail::inflated::member_end) {  // another member may follow, or zeros
      const bool padding = gzip_.find_first_not_of('\0', gzip_.size() - left_) == gzip_.npos;
      state_ = padding ? state::end : state::member;
    } else if (result == read_detail::inflated::broken || stuck) {
      state_ = state::odd;
    }
  }
  return filled;
}

void gzip_stream::begin_member() {
  constexpr std::size_t flags = 3;
  constexpr unsigned reserved = 0xE0;
  const std::string_view rest = gzip_.substr(gzip_.size() - left_);
  const bool usual = is_gzip(rest) && rest.size() > flags &&
                     (static_cast<unsigned char>(rest[flags]) & reserved) == 0 && engine_->begin();
  state_ = usual ? state::inside : state::odd;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_GZIP_STREAM_BODY_HPP
