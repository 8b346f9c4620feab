#ifndef RIDGELINE_READ_LZ4_HPP
#define RIDGELINE_READ_LZ4_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ridgeline::read_detail {

/// Longer texts are not unpacked: a few bytes can claim to hold very many.
inline constexpr std::size_t longest_lz4_text = std::size_t{1} << 26;

/// Bytes that are taken from the front; of what is not there, nothing.
struct lz4_bytes {
  std::string_view rest;
  bool cut = false;

  std::string_view take(std::size_t size) {
    cut = cut || size > rest.size();
    const std::string_view taken = rest.substr(0, cut ? 0 : size);
    rest.remove_prefix(taken.size());
    return taken;
  }
  std::uint32_t number(std::size_t size) {
    std::uint32_t n = 0, shift = 0;
    for (const char c : take(size)) n |= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << shift, shift += 8;
    return n;
  }
  /// A length of which four bits stand in the token; if all of them are set, bytes that are added follow.
  std::size_t length(std::uint32_t bits) {
    std::size_t n = bits;
    for (std::uint32_t more = bits == 15 ? 255 : 0; more == 255 && !cut; n += more) more = number(1);
    return n;
  }
};

/// Appends what a block holds: literals, and copies of bytes before them. False if it is damaged.
inline bool unpack_lz4_block(std::string_view block, std::size_t size, std::string& to) {
  lz4_bytes in{block};
  while (!in.rest.empty()) {
    const std::uint32_t token = in.number(1);
    to += in.take(in.length(token >> 4));
    if (in.cut || to.size() > size) return false;
    if (in.rest.empty()) break;  // the last sequence has literals alone
    const std::size_t back = in.number(2), length = in.length(token & 15) + 4;
    if (in.cut || back == 0 || back > to.size() || length > size - to.size()) return false;
    for (std::size_t i = 0; i < length; ++i) to += to[to.size() - back];  // may repeat what it appends
  }
  return true;
}

/// What a frame holds; nothing if it is damaged or has another size. Checksums are not verified.
inline std::optional<std::string> unpack_lz4_frame(std::string_view frame, std::size_t size) {
  lz4_bytes in{frame};
  const std::uint32_t magic = in.number(4), flags = in.number(1);
  const bool sums_of_blocks = (flags & 16) != 0, has_size = (flags & 8) != 0, has_dictionary = (flags & 1) != 0;
  if (magic != 0x184D2204 || flags >> 6 != 1 || has_dictionary || size > longest_lz4_text) return std::nullopt;
  in.take(has_size ? 10 : 2);  // the largest block, the size, a checksum
  std::string text;
  for (std::uint32_t block = in.number(4); block != 0; block = in.number(4)) {
    constexpr std::uint32_t as_it_is = 1u << 31;
    const std::string_view part = in.take(block & ~as_it_is);
    if ((block & as_it_is) != 0) text += part;
    else if (!unpack_lz4_block(part, size, text)) return std::nullopt;
    in.take(sums_of_blocks ? 4 : 0);
  }
  if (in.cut || text.size() != size) return std::nullopt;
  return text;
}

/// A text that rocprofv3 has packed: `LZ4F`, its size, and a frame. All else stays as it is.
inline std::string unpacked_text(std::string bytes) {
  lz4_bytes in{bytes};
  if (in.take(4) != "LZ4F") return bytes;
  const std::size_t size = in.number(4);
  return unpack_lz4_frame(in.rest, size).value_or(bytes);
}

}  // namespace ridgeline::read_detail

#endif  // RIDGELINE_READ_LZ4_HPP
