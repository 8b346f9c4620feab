#ifndef RIDGELINE_TABLE_COLOUR_HPP
#define RIDGELINE_TABLE_COLOUR_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// What a cell's colour says; each sink renders it in its own way.
enum class colour : std::uint8_t { none, grey, red, green, yellow, blue, magenta, cyan, white, orange };

constexpr std::string_view name_of(colour c) {
  constexpr std::array<std::string_view, 10> names{"none", "grey",    "red",  "green", "yellow",
                                                   "blue", "magenta", "cyan", "white", "orange"};
  return names[static_cast<std::size_t>(c)];
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_COLOUR_HPP
