#ifndef RIDGELINE_SINK_TAR_BODY_HPP
#define RIDGELINE_SINK_TAR_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include <ridgeline/sink/tar.hpp>

namespace ridgeline {

namespace sink_detail::sink {

using tar_block = std::array<char, 512>;

inline void put_octal(tar_block& h, std::size_t at, std::size_t digits, std::uint64_t value) {
  for (std::size_t i = digits; i-- > 0; value /= 8) h[at + i] = static_cast<char>('0' + value % 8);
}

/// Eleven octal digits, or from 8 GiB on the number's bytes after a marker, like GNU tar.
inline void put_size(tar_block& h, std::uint64_t size) {
  if (size < (std::uint64_t{1} << 33)) return put_octal(h, 124, 11, size);
  h[124] = static_cast<char>(0x80);
  for (std::size_t i = 0; i < 8; ++i, size >>= 8) h[135 - i] = static_cast<char>(size & 0xff);
}

}  // namespace sink_detail::sink

void tar_writer::folder(std::string_view name) {
  std::string with_slash(name);
  if (!with_slash.ends_with('/')) with_slash += '/';
  header(with_slash, 0, '5');
}

void tar_writer::file(std::string_view name, std::string_view bytes) {
  header(name, bytes.size(), '0');
  to_.write(bytes);
  pad(bytes.size());
}

void tar_writer::finish() { to_.write(std::string(1024, '\0')); }

void tar_writer::header(std::string_view name, std::uint64_t size, char type) {
  if (name.size() > 100) {
    std::string whole(name);
    whole += '\0';
    raw_header("././@LongLink", whole.size(), 'L');
    to_.write(whole);
    pad(whole.size());
    name = name.substr(0, 100);
  }
  raw_header(name, size, type);
}

void tar_writer::raw_header(std::string_view name, std::uint64_t size, char type) {
  sink_detail::sink::tar_block h{};
  const auto put = [&](std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), h.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(0, name);
  put(100, type == '5' ? "0000755" : "0000644");
  put(108, "0000000");
  put(116, "0000000");
  sink_detail::sink::put_size(h, size);
  put(136, "00000000000");  // modification time of all entries: none
  put(148, "        ");     // counted as blanks in the checksum
  h[156] = type;
  put(257, "ustar");
  put(263, "00");
  std::uint64_t sum = 0;
  for (char c : h) sum += static_cast<unsigned char>(c);
  sink_detail::sink::put_octal(h, 148, 6, sum);
  h[154] = '\0';
  h[155] = ' ';
  to_.write({h.data(), h.size()});
}

void tar_writer::pad(std::uint64_t size) {
  constexpr std::size_t block = sink_detail::sink::tar_block().size();
  if (size % block != 0) to_.write(std::string(block - static_cast<std::size_t>(size % block), '\0'));
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TAR_BODY_HPP
