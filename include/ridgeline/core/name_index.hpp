#ifndef RIDGELINE_CORE_NAME_INDEX_HPP
#define RIDGELINE_CORE_NAME_INDEX_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// Looks up names in a table known at compile time: the index of a name, or `missing`. Sorted by hash, because
/// comparing a few hundred names as text would take longer to compile than the rest of a header.
template <std::size_t N>
class name_index {
 public:
  static constexpr std::size_t missing = ~std::size_t{0};

  constexpr explicit name_index(const std::array<std::string_view, N>& names) : names_(names) {
    std::array<slot, N> other{};
    for (std::size_t i = 0; i < N; ++i) slots_[i] = {hash(names[i]), static_cast<std::uint32_t>(i)};
    for (std::size_t width = 1; width < N; width *= 2) {  // merge sort: stable, and needs no <algorithm>
      for (std::size_t first = 0; first < N; first += 2 * width) {
        const std::size_t middle = first + width < N ? first + width : N;
        const std::size_t last = middle + width < N ? middle + width : N;
        for (std::size_t a = first, b = middle, out = first; out < last; ++out)
          other[out] = b == last || (a < middle && slots_[a].hash <= slots_[b].hash) ? slots_[a++] : slots_[b++];
      }
      slots_ = other;
    }
  }

  /// The index of the first occurrence of `name`, or `missing`.
  constexpr std::size_t find(std::string_view name) const {
    const std::uint32_t wanted = hash(name);
    std::size_t first = 0, last = N;
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if (slots_[middle].hash < wanted) first = middle + 1;
      else last = middle;
    }
    for (; first < N && slots_[first].hash == wanted; ++first)
      if (names_[slots_[first].at] == name) return slots_[first].at;
    return missing;
  }

  /// The index of a second occurrence of some name; `missing` when all names are unique.
  constexpr std::size_t repeated() const {
    for (std::size_t i = 1; i < N; ++i)
      for (std::size_t j = i; j > 0 && slots_[j - 1].hash == slots_[i].hash; --j)
        if (names_[slots_[j - 1].at] == names_[slots_[i].at]) return slots_[i].at;
    return missing;
  }

 private:
  struct slot {
    std::uint32_t hash = 0;
    std::uint32_t at = 0;
  };
  /// FNV-1a.
  static constexpr std::uint32_t hash(std::string_view name) {
    std::uint32_t h = 2166136261u;
    for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    return h;
  }

  std::array<std::string_view, N> names_;
  std::array<slot, N> slots_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_NAME_INDEX_HPP
