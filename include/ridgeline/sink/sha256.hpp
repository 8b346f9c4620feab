#ifndef RIDGELINE_SINK_SHA256_HPP
#define RIDGELINE_SINK_SHA256_HPP

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ridgeline {

namespace sink_detail {

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
inline constexpr std::array<std::uint32_t, 64> sha256_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

constexpr void sha256_block(std::array<std::uint32_t, 8>& state, const std::array<std::uint8_t, 64>& bytes) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = std::uint32_t{bytes[i * 4]} << 24 | std::uint32_t{bytes[i * 4 + 1]} << 16 |
           std::uint32_t{bytes[i * 4 + 2]} << 8 | bytes[i * 4 + 3];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  std::array<std::uint32_t, 8> s = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) +
                              ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha256_constants[i] + w[i];
    const std::uint32_t two = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) +
                              ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s = {one + two, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
}

}  // namespace sink_detail

/// The SHA-256 of a text (FIPS 180-4), by which a page's security policy identifies the scripts that may run.
constexpr std::array<std::uint8_t, 32> sha256(std::string_view text) {
  std::array<std::uint32_t, 8> state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block{};
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  std::size_t filled = 0;
  const auto put = [&](std::uint8_t byte) {
    block[filled++] = byte;
    if (filled == block.size()) {
      sink_detail::sha256_block(state, block);
      filled = 0;
    }
  };
  for (const char c : text) put(static_cast<std::uint8_t>(c));
  put(0x80);
  while (filled != 56) put(0);
  for (int shift = 56; shift >= 0; shift -= 8) put(static_cast<std::uint8_t>(bits >> shift));
  std::array<std::uint8_t, 32> digest{};
  for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - i % 4 * 8));
  return digest;
}

/// Bytes in base64 with padding (RFC 4648, 4).
template <std::size_t N>
std::string base64(const std::array<std::uint8_t, N>& bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < N; i += 3) {
    const std::uint32_t three = std::uint32_t{bytes[i]} << 16 | (i + 1 < N ? std::uint32_t{bytes[i + 1]} << 8 : 0u) |
                                (i + 2 < N ? std::uint32_t{bytes[i + 2]} : 0u);
    for (std::size_t n = 0; n < 4; ++n) text += i + n <= N ? letters[three >> (18 - 6 * n) & 63] : '=';
  }
  return text;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_SHA256_HPP
