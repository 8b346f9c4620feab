#ifndef RIDGELINE_TABLE_FORMAT_HPP
#define RIDGELINE_TABLE_FORMAT_HPP

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <ridgeline/table/column.hpp>

/// Numbers and text for display and for files, independent of the locale.
namespace ridgeline {

void append_integer(std::string& out, std::int64_t value, bool separators);
/// The digits of a cell that is an integer.
void append_integer(std::string& out, const cell& value, bool separators);

/// `value` with `digits` decimals, correctly rounded (ties of the binary value to even), optionally with thousands
/// separators. Values of 1e15 and above use an exponent; a value that rounds to zero has no sign. `digits` is clamped
/// to 0 to 100.
void append_fixed(std::string& out, double value, int digits, bool separators);
/// The same as a text of its own, without separators and with them.
std::string fixed_text(double value, int digits);
std::string grouped_text(double value, int digits);
/// A fraction in percent: `12.3 %` for 0.123.
std::string in_percent(double share, int digits = 1);

/// Nanoseconds as microseconds, to the last digit: `-1.500` for -1500.
std::string microseconds_text(std::int64_t nanoseconds);

/// The texts or whole numbers of a list, one behind the other.
template <class List>
std::string joined_text(const List& list, std::string_view between = ", ") {
  std::string text;
  for (const auto& one : list) {
    if (!text.empty()) text += between;
    if constexpr (std::integral<std::remove_cvref_t<decltype(one)>>) text += std::to_string(one);
    else text += one;
  }
  return text;
}

/// The shortest text that parses back to exactly `value`: plain decimals from 1e-4 up to 1e16, otherwise an exponent.
void append_shortest(std::string& out, double value);

/// A cell for display: rounded, with separators and unit. Appends nothing for an empty cell.
void append_for_people(std::string& out, const cell& value, const column_facts& column);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_FORMAT_HPP
