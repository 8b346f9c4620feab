#ifndef RIDGELINE_CORE_PACK_HPP
#define RIDGELINE_CORE_PACK_HPP

#include <cstddef>
#include <utility>

namespace ridgeline {

namespace core_detail {

template <std::size_t P, class T>
struct pack_item {
  T value;
};

template <class Indices, class... Ts>
struct pack_base;

}  // namespace core_detail

/// A sequence of values of different types, such as a list of columns or fields. Replaces std::tuple, whose compile
/// time grows with the square of its length and which needs one more tuple for each part when joining.
template <class... Ts>
using pack = core_detail::pack_base<std::index_sequence_for<Ts...>, Ts...>;

template <std::size_t... P, class... Ts>
struct core_detail::pack_base<std::index_sequence<P...>, Ts...> : pack_item<P, Ts>... {
  static constexpr std::size_t size = sizeof...(Ts);

  /// Calls `visit(value)` for each value, in order.
  template <class Visitor>
  constexpr void for_each(Visitor&& visit) const {
    (visit(static_cast<const pack_item<P, Ts>&>(*this).value), ...);
  }
  /// Calls `visit(value, index)` for each value, in order.
  template <class Visitor>
  constexpr void each_with_index(Visitor&& visit) const {
    (visit(static_cast<const pack_item<P, Ts>&>(*this).value, P), ...);
  }
  /// These values followed by `more`.
  template <class... More>
  constexpr pack<Ts..., More...> with(const More&... more) const {
    return {{static_cast<const pack_item<P, Ts>&>(*this).value}..., {more}...};
  }
  /// These values followed by those of another pack.
  template <std::size_t... J, class... More>
  constexpr pack<Ts..., More...> joined(const pack_base<std::index_sequence<J...>, More...>& more) const {
    return {{static_cast<const pack_item<P, Ts>&>(*this).value}...,
            {static_cast<const pack_item<J, More>&>(more).value}...};
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PACK_HPP
