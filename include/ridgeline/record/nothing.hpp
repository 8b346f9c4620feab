#ifndef RIDGELINE_RECORD_NOTHING_HPP
#define RIDGELINE_RECORD_NOTHING_HPP

#include <cstdint>
#include <limits>

namespace ridgeline {

/// Stands for a whole number that the trace does not give.
inline constexpr std::int64_t missing<std::int64_t> = std::numeric_limits<std::int64_t>::min();
constexpr bool known(std::int64_t number) { return known(number); }

/// Stands for "no event", "no arguments", "no place".
inline constexpr std::uint32_t missing<std::uint32_t> = 0xFFFFFFFF;

}  // namespace ridgeline

#endif  // RIDGELINE_RECORD_NOTHING_HPP
