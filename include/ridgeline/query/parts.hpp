#ifndef RIDGELINE_QUERY_PARTS_HPP
#define RIDGELINE_QUERY_PARTS_HPP

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ridgeline::query_detail {

/// Text, or elements, that stand elsewhere: equal ones may have different bytes.
template <class T>
inline constexpr bool is_view = std::is_convertible_v<T, std::string_view> || std::is_convertible_v<T, const char*> ||
                                (std::is_class_v<T> && !std::is_aggregate_v<T> && requires(const T& x) { x.data(); });

// Initialisers for the members of an aggregate, those of nested aggregates and arrays each on its own.
struct any_part {
  template <class T>
    requires(!std::is_aggregate_v<T>)
  constexpr operator T() const noexcept;
};
struct any_view {
  template <class T>
    requires(!std::is_aggregate_v<T> && is_view<T>)
  constexpr operator T() const noexcept;
};

template <class T, std::size_t... Before>
consteval bool has_part(std::index_sequence<Before...>) {
  return requires { T{(static_cast<void>(Before), any_part{})..., any_part{}}; };
}
template <class T, std::size_t... Before>
consteval bool has_view(std::index_sequence<Before...>) {
  return requires { T{(static_cast<void>(Before), any_part{})..., any_view{}}; };
}

/// Whether a type is a view, or an aggregate with a view among its first 64 parts.
template <class T, std::size_t Part = 0>
consteval bool holds_views() {
  if constexpr (!std::is_aggregate_v<T>) return is_view<T>;
  else if constexpr (Part == 64 || !has_part<T>(std::make_index_sequence<Part>{})) return false;
  else if constexpr (has_view<T>(std::make_index_sequence<Part>{})) return true;
  else return holds_views<T, Part + 1>();
}

}  // namespace ridgeline::query_detail

#endif  // RIDGELINE_QUERY_PARTS_HPP
