#ifndef RIDGELINE_TABLE_CELL_HPP
#define RIDGELINE_TABLE_CELL_HPP

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/time.hpp>

namespace ridgeline {

enum class cell_kind : std::uint8_t { none, boolean, integer, real, text };

/// One value in a table: nothing, a boolean, an integer, a real number in its column's unit, or text. Text is a view,
/// either into its row or into the scratch string supplied by the caller.
struct cell {
  cell_kind kind = cell_kind::none;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view text{};
  bool beyond = false;  ///< an integer from 2^63 on, whose bits `integer` has

  static constexpr cell of(bool value) { return {cell_kind::boolean, value ? 1 : 0, 0, {}}; }
  static constexpr cell of(std::int64_t value) { return {cell_kind::integer, value, 0, {}}; }
  /// Natural numbers from 2^63 on, such as hashes and addresses, keep their digits; smaller ones are integers.
  static constexpr cell of(std::uint64_t value) {
    const auto bits = static_cast<std::int64_t>(value);
    return {cell_kind::integer, bits, 0, {}, bits < 0};
  }
  /// NaN becomes an empty cell.
  static constexpr cell of(double value) { return known(value) ? cell{cell_kind::real, 0, value, {}} : cell{}; }
  static constexpr cell of(std::string_view value) { return {cell_kind::text, 0, 0, value}; }

  constexpr bool empty() const { return kind == cell_kind::none || (kind == cell_kind::text && text.empty()); }
  constexpr bool is_number() const { return kind == cell_kind::integer || kind == cell_kind::real; }
  /// The nearest double to a number; missing for all else.
  constexpr double number() const {
    if (kind == cell_kind::real) return real;
    if (kind != cell_kind::integer) return missing<double>;
    return beyond ? static_cast<double>(static_cast<std::uint64_t>(integer)) : static_cast<double>(integer);
  }
  /// Whether a double has all digits of a number: beyond 2^53 it lacks integers.
  constexpr bool fits_double() const {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    return kind != cell_kind::integer || (!beyond && integer <= exact && integer >= -exact);
  }
};

/// A ratio shown as a percentage.
inline constexpr struct percent_t {
  static constexpr std::string_view symbol = "%";
} percent;

/// No unit: counts, plain ratios and text.
inline constexpr struct plain_t {
  static constexpr std::string_view symbol = "";
} plain;

namespace table_detail {
/// All characters, for cells that show one.
inline constexpr struct all_characters {
  char of[256] = {};
  constexpr all_characters() {
    for (int c = 0; c < 256; ++c) of[c] = static_cast<char>(c);
  }
} characters;
}  // namespace table_detail

// Converts a value to a cell in its column's unit. A quantity needs a unit; a ratio may be shown as a percentage.

template <dim D, unit_of_measure Unit>
  requires std::same_as<typename Unit::quantity_type, quantity<D>>
constexpr cell to_cell(quantity<D> value, Unit unit) {
  return cell::of(value.in(unit));
}
/// In the base unit the value stays an integer: nanoseconds since 1970 have more digits than a double.
template <dim D, unit_of_measure Unit>
  requires std::same_as<typename Unit::quantity_type, quantity<D>>
constexpr cell to_cell(whole_quantity<D> value, Unit unit) {
  if (!value.known()) return {};
  if constexpr (Unit::size == ratio{}) return cell::of(value.base());
  else return cell::of(value.in(unit));
}
template <dim D, unit_of_measure Unit>
  requires std::same_as<typename Unit::quantity_type, quantity<D>>
constexpr cell to_cell(stamp<D> value, Unit unit) {
  if (!value.known()) return {};
  if constexpr (Unit::size == ratio{}) return cell::of(value.base());
  else return cell::of(value.in(unit));
}
constexpr cell to_cell(double value, plain_t) { return cell::of(value); }
constexpr cell to_cell(double value, percent_t) { return cell::of(value * 100); }
template <std::same_as<long double> Real, class Unit>
constexpr cell to_cell(Real value, Unit unit) {
  return to_cell(static_cast<double>(value), unit);
}
constexpr cell to_cell(bool value, plain_t) { return cell::of(value); }
/// An address is no value to show: without this, it would become whether it is null.
cell to_cell(const void* value, plain_t) = delete;
template <std::integral Int>
  requires(!std::same_as<Int, char>)
constexpr cell to_cell(Int value, plain_t) {
  if constexpr (may_be_missing<Int>)
    if (!known(value)) return {};
  if constexpr (std::signed_integral<Int>) return cell::of(static_cast<std::int64_t>(value));
  else return cell::of(static_cast<std::uint64_t>(value));
}
/// A character is text, as in `read_csv`; zero is none.
template <std::same_as<char> Char>
constexpr cell to_cell(Char value, plain_t) {
  return cell::of(std::string_view(table_detail::characters.of + static_cast<unsigned char>(value), value != 0));
}
constexpr cell to_cell(std::string_view value, plain_t) { return cell::of(value); }
inline cell to_cell(const std::string& value, plain_t) { return cell::of(std::string_view(value)); }
constexpr cell to_cell(const char* value, plain_t) { return cell::of(std::string_view(value)); }
constexpr cell to_cell(const cell& value, plain_t) { return value; }
template <class T, class Unit>
  requires requires(const T& value, Unit unit) { to_cell(value, unit); }
constexpr cell to_cell(const std::optional<T>& value, Unit unit) {
  return value ? to_cell(*value, unit) : cell{};
}

/// A whole number for a cell, which is empty if the number is missing.
template <std::integral Int>
constexpr std::optional<Int> if_known(Int value) {
  return known(value) ? std::optional<Int>(value) : std::optional<Int>();
}

/// A value that can be shown in a column with unit `Unit`.
template <class Value, class Unit>
concept shown_in = requires(const Value& value, Unit unit) { to_cell(value, unit); };

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_CELL_HPP
