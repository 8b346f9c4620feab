// The digests of FIPS 180-2, appendix B, and that of the empty text.
#include <ridgeline/sink/sha256.hpp>

namespace test_sink_sha256 {

using ridgeline::sha256;

constexpr bool begins(std::string_view text, std::uint8_t first, std::uint8_t second, std::uint8_t last) {
  const auto digest = sha256(text);
  return digest[0] == first && digest[1] == second && digest[31] == last;
}

static_assert(begins("", 0xe3, 0xb0, 0x55));
static_assert(begins("abc", 0xba, 0x78, 0xad));
// 56 bytes: the length does not fit into the first block.
static_assert(begins("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0x24, 0x8d, 0xc1));

}  // namespace test_sink_sha256
