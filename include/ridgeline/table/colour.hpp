#ifndef RIDGELINE_TABLE_COLOUR_HPP
#define RIDGELINE_TABLE_COLOUR_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// A cell's colour by meaning; each sink renders it in its own way.
enum class colour : std::uint8_t { none, grey, red, green, yellow, blue, magenta, cyan, white, orange };

constexpr std::string_view name_of(colour c) {
  constexpr std::array<std::string_view, 10> names{"none", "grey",    "red",  "green", "yellow",
                                                   "blue", "magenta", "cyan", "white", "orange"};
  return names[static_cast<std::size_t>(c)];
}

/// `0xRRGGBB` on a white background, for pages and workbooks; matches `--t-NAME` in sink/page/page.css. None is black.
constexpr std::uint32_t rgb_of(colour c) {
  constexpr std::array<std::uint32_t, 10> on_white{0x000000, 0x6b7683, 0xb3261e, 0x1c7a47, 0x8a6500,
                                                   0x1f5fa8, 0x97338f, 0x0b7285, 0x1b2430, 0xb35309};
  return on_white[static_cast<std::size_t>(c)];
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_COLOUR_HPP
