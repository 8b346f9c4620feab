#ifndef RIDGELINE_CORE_WIDE_HPP
#define RIDGELINE_CORE_WIDE_HPP

#include <cstdint>

/// 128-bit integers, for sums and products that do not fit in 64 bits. Both compilers support them; `__extension__`
/// silences -Wpedantic.
namespace ridgeline::core_detail {

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/// The product of two words with its upper half XORed into the lower one: one round of a hash.
constexpr std::uint64_t folded_product(std::uint64_t x, std::uint64_t y) {
  const unsigned_wide product = static_cast<unsigned_wide>(x) * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_WIDE_HPP
