#ifndef RIDGELINE_SINK_TAR_HPP
#define RIDGELINE_SINK_TAR_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// Writes a tar archive (ustar; names too long for it by GNU's `@LongLink`): folders and files with a fixed owner and
/// no time, so that equal content gives equal bytes.
class tar_writer {
 public:
  explicit tar_writer(output& to) : to_(to) {}

  void folder(std::string_view name) {
    std::string with_slash(name);
    if (!with_slash.ends_with('/')) with_slash += '/';
    header(with_slash, 0, '5');
  }
  void file(std::string_view name, std::string_view bytes) {
    header(name, bytes.size(), '0');
    to_.write(bytes);
    pad(bytes.size());
  }
  /// Two empty blocks: nothing may follow.
  void finish() { to_.write(std::string(1024, '\0')); }

 private:
  static constexpr std::size_t block = 512;

  void header(std::string_view name, std::uint64_t size, char type) {
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
  void raw_header(std::string_view name, std::uint64_t size, char type) {
    std::array<char, block> h{};
    const auto put = [&](std::size_t at, std::string_view text) {
      std::copy(text.begin(), text.end(), h.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(0, name);
    put(100, type == '5' ? "0000755" : "0000644");
    put(108, "0000000");
    put(116, "0000000");
    put_size(h, size);
    put(136, "00000000000");  // the time of all entries: none
    put(148, "        ");     // counts as blanks in the sum
    h[156] = type;
    put(257, "ustar");
    put(263, "00");
    std::uint64_t sum = 0;
    for (char c : h) sum += static_cast<unsigned char>(c);
    octal(h, 148, 6, sum);
    h[154] = '\0';
    h[155] = ' ';
    to_.write({h.data(), h.size()});
  }
  static void octal(std::array<char, block>& h, std::size_t at, std::size_t digits, std::uint64_t value) {
    for (std::size_t i = digits; i-- > 0; value /= 8) h[at + i] = static_cast<char>('0' + value % 8);
  }
  /// Eleven octal digits, or from 8 GiB on the bytes of the number behind a mark, as GNU tar does.
  static void put_size(std::array<char, block>& h, std::uint64_t size) {
    if (size < (std::uint64_t{1} << 33)) return octal(h, 124, 11, size);
    h[124] = static_cast<char>(0x80);
    for (std::size_t i = 0; i < 8; ++i, size >>= 8) h[135 - i] = static_cast<char>(size & 0xff);
  }
  void pad(std::uint64_t size) {
    if (size % block != 0) to_.write(std::string(block - static_cast<std::size_t>(size % block), '\0'));
  }

  output& to_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TAR_HPP
