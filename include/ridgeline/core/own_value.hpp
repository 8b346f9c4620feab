#ifndef RIDGELINE_CORE_OWN_VALUE_HPP
#define RIDGELINE_CORE_OWN_VALUE_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/time.hpp>

namespace ridgeline::core_detail {

/// std::chrono durations and time points, recognised by their interface because <chrono> costs more than core.hpp.
template <class T>
concept chrono_length = requires(const T& length) {
  typename T::rep;
  length.count();
  T::period::num / T::period::den;
};
template <class T>
concept chrono_point = requires(const T& point) {
  typename T::clock;
  { point.time_since_epoch() } -> chrono_length;
};

template <class Length>
constexpr std::int64_t nanoseconds_of(const Length& length) {
  constexpr std::int64_t billion = 1'000'000'000;
  constexpr std::int64_t num = Length::period::num, den = Length::period::den;
  constexpr std::int64_t common = [](std::int64_t a, std::int64_t b) {
    while (b != 0) a %= b, a ^= b, b ^= a, a ^= b;
    return a;
  }(billion, den);
  constexpr std::int64_t times = num * (billion / common), parts = den / common;
  if constexpr (std::floating_point<typename Length::rep>) {
    const auto count = static_cast<double>(length.count());
    return whole::rounded(count * static_cast<double>(times) / static_cast<double>(parts));
  } else {
    std::int64_t n = 0;
    if (__builtin_add_overflow(length.count(), 0, &n)) return missing<std::int64_t>;
    const double rest = static_cast<double>(n % parts) * static_cast<double>(times) / static_cast<double>(parts);
    return whole::added(whole::multiplied(n / parts, times), whole::rounded(rest));
  }
}

/// The member that a pointer points to: a number of a packed record by value, because a reference to it would be
/// misaligned.
template <class Record, class Pointer>
constexpr decltype(auto) member_of(const Record& record, Pointer pointer) {
  using value = std::remove_cvref_t<decltype(record.*pointer)>;
  if constexpr (std::is_scalar_v<value> && alignof(value) > alignof(Record)) {
    value copy;
    __builtin_memcpy(&copy, &(record.*pointer), sizeof copy);
    return copy;
  } else {
    return (record.*pointer);
  }
}

template <class T>
inline constexpr bool is_text_array = false;
template <std::size_t N>
inline constexpr bool is_text_array<char[N]> = true;

/// `const char*` and `char*`.
template <class T>
inline constexpr bool is_text_pointer = std::is_same_v<T, const char*> || std::is_same_v<T, char*>;

/// An optional of such a pointer.
template <class T>
inline constexpr bool is_optional_text_pointer = false;
template <template <class> class Optional, class Text>
  requires is_text_pointer<Text> && requires(const Optional<Text>& x) { x.has_value(); *x; }
inline constexpr bool is_optional_text_pointer<Optional<Text>> = true;
template <template <class> class Optional, class Text>
constexpr Optional<std::string_view> optional_text(const Optional<Text>& x) {
  if (x.has_value() && *x != nullptr) return std::string_view(*x);
  return {};
}

/// Optionals of time stamps, durations and quantities, this library's and those of std::chrono.
template <class T>
using held_by = std::remove_cvref_t<decltype(*std::declval<const T&>())>;
template <class T>
concept optional_measure = requires(const T& x) { x.has_value(); *x; } &&
                           (chrono_length<held_by<T>> || chrono_point<held_by<T>> ||
                            requires { { held_by<T>::unknown() } -> std::same_as<held_by<T>>; });

/// Values in a record that are converted to this library's types: std::chrono durations and time points to `duration`
/// and `time_point`, optionals of these and of this library's to the value, missing when empty, `char name[16]` to the
/// text up to its first zero byte, and `const char*` to the text that it points to (empty for a null pointer), which
/// compares by content; so does an optional of it.
template <class T>
concept foreign_value = chrono_length<std::remove_cvref_t<T>> || chrono_point<std::remove_cvref_t<T>> ||
                        optional_measure<std::remove_cvref_t<T>> || is_text_array<std::remove_cvref_t<T>> ||
                        is_text_pointer<std::remove_cvref_t<T>> || is_optional_text_pointer<std::remove_cvref_t<T>>;

template <foreign_value T>
constexpr auto own_value(const T& value) {
  if constexpr (chrono_length<T>) {
    return duration::of(nanoseconds_of(value));
  } else if constexpr (chrono_point<T>) {
    return time_point::of(nanoseconds_of(value.time_since_epoch()));
  } else if constexpr (optional_measure<T>) {
    if constexpr (foreign_value<held_by<T>>)
      return value.has_value() ? own_value(*value) : decltype(own_value(*value))::unknown();
    else
      return value.has_value() ? *value : held_by<T>::unknown();
  } else if constexpr (is_optional_text_pointer<T>) {
    return optional_text(value);
  } else if constexpr (is_text_pointer<T>) {
    return value == nullptr ? std::string_view() : std::string_view(value);
  } else {
    std::size_t length = 0;
    while (length < sizeof value && value[length] != '\0') ++length;
    return std::string_view(value, length);
  }
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_OWN_VALUE_HPP
