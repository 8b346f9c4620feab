#ifndef RIDGELINE_CORE_MISSING_HPP
#define RIDGELINE_CORE_MISSING_HPP

#include <cstdint>
#include <limits>

namespace ridgeline {

/// Stands for a whole number that the trace does not give.
inline constexpr std::int64_t no_number = std::numeric_limits<std::int64_t>::min();
constexpr bool given(std::int64_t number) { return number != no_number; }

/// Stands for "no event", "no arguments", "no place".
inline constexpr std::uint32_t no_index = 0xFFFFFFFF;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_MISSING_HPP
