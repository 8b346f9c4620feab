#ifndef RIDGELINE_READ_CELL_VALUE_HPP
#define RIDGELINE_READ_CELL_VALUE_HPP

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ridgeline/core/decimal_time.hpp>
#include <ridgeline/core/own_value.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/field.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

/// How a custom type is parsed from the text of a cell. A specialisation has `static std::optional<T>
/// of(std::string_view text)`, which returns nothing if the text is not a valid value.
template <class T>
struct from_text;

namespace read_detail {

/// The result of parsing a cell: a value, nothing ("NA", an empty cell), or text that is not a valid value.
enum class found { value, nothing, unreadable };

template <class T>
concept has_value_inside = requires(T x) { x.has_value(); x.reset(); typename T::value_type; };
template <class T>
concept reads_itself = requires { { from_text<T>::of(std::string_view()) } -> std::same_as<std::optional<T>>; };
template <class T>
concept whole_with_dimension = requires(T x) { { T::of(std::int64_t{}) } -> std::same_as<T>; x.base(); } &&
                               !requires(T x) { { x.base() } -> std::same_as<double>; };

/// Whether a record member has a dimension and so needs a unit, and for which quantity.
template <class T>
struct needs_unit : std::false_type {};
template <dim D>
struct needs_unit<quantity<D>> : std::true_type {
  using quantity_type = quantity<D>;
};
template <dim D>
struct needs_unit<whole_quantity<D>> : needs_unit<quantity<D>> {};
template <dim D>
struct needs_unit<stamp<D>> : needs_unit<quantity<D>> {};
template <has_value_inside T>
struct needs_unit<T> : needs_unit<typename T::value_type> {};

/// The power of ten by which a unit exceeds its base unit; -1 if it is not a power of ten.
constexpr int power_of_ten(ratio size) {
  if (size.den != 1) return -1;
  int power = 0;
  for (; size.num % 10 == 0; size.num /= 10) ++power;
  return size.num == 1 ? power : -1;
}

/// One- and two-byte integers have no missing value: a cell without a value is an error, never a silent 0.
template <class T>
inline constexpr bool is_number_never_missing =
    std::integral<T> && !may_be_missing<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

/// `Unit` is the unit of the field. `out` is unchanged unless a value is found.
template <class Unit, class T>
found read(std::string_view text, T& out, text_pool& texts) {
  if constexpr (std::same_as<T, std::string>) {
    out.assign(text);
    return found::value;
  } else if constexpr (std::same_as<T, std::string_view>) {
    out = texts.keep(text);
    return found::value;
  } else {
    const std::string_view word = without_blanks(text);
    if (says_missing(word)) return is_number_never_missing<T> ? found::unreadable : found::nothing;
    if constexpr (has_value_inside<T>) {
      typename T::value_type inside{};
      const found what = read<Unit>(word, inside, texts);
      if (what == found::value) out = inside;
      return what;
    } else if constexpr (reads_itself<T>) {
      const std::optional<T> value = from_text<T>::of(word);
      if (!value) return found::unreadable;
      out = *value;
    } else if constexpr (std::same_as<T, bool>) {
      const bool yes = word == "true" || word == "True" || word == "TRUE" || word == "1";
      if (!yes && word != "false" && word != "False" && word != "FALSE" && word != "0") return found::unreadable;
      out = yes;
    } else if constexpr (std::same_as<T, char>) {
      if (word.size() != 1) return found::unreadable;
      out = word.front();
    } else if constexpr (std::integral<T>) {
      std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t> digits{};
      T value{};
      if (all_digits(word, digits)) {
        if (!std::in_range<T>(digits)) return found::unreadable;
        value = static_cast<T>(digits);
      } else {
        const std::optional<std::int64_t> whole = to_int(word);  // also accepts 64.0
        if (!whole || !std::in_range<T>(*whole)) return found::unreadable;
        value = static_cast<T>(*whole);
      }
      if constexpr (may_be_missing<T>)
        if (!known(value)) return found::unreadable;  // the number reserved for missing
      out = value;
    } else if constexpr (std::floating_point<T>) {
      const std::optional<double> value = to_double(word);
      if (!value || static_cast<T>(*value) - static_cast<T>(*value) != 0) return found::unreadable;
      out = static_cast<T>(*value);
    } else if constexpr (whole_with_dimension<T>) {
      constexpr int power = power_of_ten(Unit::size);
      if constexpr (power >= 0) {
        out = T::of(whole_of_decimal(word, power));  // exact, from the digits
      } else {
        const std::optional<double> value = to_double(word);
        if (!value) return found::unreadable;
        out = T::of(whole_quantity<T::dimension>(*value * Unit{}).base());
      }
      if (!known(out)) return found::unreadable;
    } else {
      const std::optional<double> value = to_double(word);
      if (!value) return found::unreadable;
      out = *value * Unit{};
    }
    return found::value;
  }
}

/// Whether a member of type T can be read by a field with that unit; if not, reports why in a readable error.
template <class T, class Unit>
  requires(core_detail::chrono_length<T> || core_detail::chrono_point<T>)
consteval bool readable() {
  static_assert(!std::is_same_v<T, T>, "read_csv fills a ridgeline::duration or ridgeline::time_point, not a member of "
                                       "std::chrono");
  return false;
}
template <class T, class Unit>
consteval bool readable() {
  constexpr bool plain = std::is_same_v<Unit, no_unit>;
  constexpr bool with_dimension = needs_unit<T>::value;
  static_assert(!(with_dimension && plain), "this field is a quantity, a duration or a point in time and has no unit: "
                                            "field<\"Time (us)\", us>(&record::time)");
  static_assert(with_dimension || plain, "this field has a unit, and its member is a plain number or text");
  if constexpr (with_dimension && !plain) {
    constexpr bool fits = std::is_same_v<typename needs_unit<T>::quantity_type, typename Unit::quantity_type>;
    static_assert(fits, "the unit of this field measures something else than its member");
    return fits;
  } else if constexpr (has_value_inside<T>) {
    return readable<typename T::value_type, Unit>();
  } else {
    constexpr bool known_type = std::is_arithmetic_v<T> || reads_itself<T> || std::same_as<T, std::string> ||
                                std::same_as<T, std::string_view>;
    static_assert(known_type, "read_csv reads numbers, bool, char, text, quantities, times and optionals of them; "
                              "for another type specialise from_text");
    return known_type && plain && !with_dimension;
  }
}

}  // namespace read_detail

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CELL_VALUE_HPP
