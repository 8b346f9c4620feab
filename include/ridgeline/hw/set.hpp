#ifndef RIDGELINE_HW_SET_HPP
#define RIDGELINE_HW_SET_HPP

#include <ridgeline/hw/device.hpp>

namespace ridgeline::hw {

/// Equal but for letter case (ASCII); chips are named in any case.
constexpr bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

/// A list of chips to choose from by name at run time. `with<...>` puts a user's chips before the built-in ones.
template <hardware... Chips>
struct chip_set {
  template <hardware... New>
  using with = chip_set<New..., Chips...>;

  static constexpr std::array<device, sizeof...(Chips)> images{image<Chips>()...};

  /// The first chip with that name or alias, in any letter case; null when there is none.
  static constexpr const device* find(std::string_view name) {
    for (const device& d : images) {
      if (same_name(d.name, name)) return &d;
      for (std::string_view alias : d.aliases)
        if (same_name(alias, name)) return &d;
    }
    return nullptr;
  }
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_SET_HPP
