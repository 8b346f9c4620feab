#ifndef RIDGELINE_TABLE_FORMAT_HPP
#define RIDGELINE_TABLE_FORMAT_HPP

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/table/column.hpp>

/// Numbers and text as people and files read them; the same in every locale.
namespace ridgeline {

namespace detail {

/// `digits` (a run of decimal digits) with a comma before each group of three.
inline void append_grouped(std::string& out, std::string_view digits) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
}

}  // namespace detail

inline void append_integer(std::string& out, std::int64_t value, bool separators) {
  std::array<char, 24> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  std::string_view digits(text.data(), static_cast<std::size_t>(end - text.data()));
  if (!separators) {
    out += digits;
    return;
  }
  if (digits.front() == '-') {
    out += '-';
    digits.remove_prefix(1);
  }
  detail::append_grouped(out, digits);
}

/// `value` with `digits` decimals, correctly rounded (ties of the binary value to even), with thousands separators if
/// wanted. Values of 1e15 and above are written with an exponent.
inline void append_fixed(std::string& out, double value, int digits, bool separators) {
  static constexpr std::array<double, 4> scale{1, 10, 100, 1000};
  std::array<char, 64> text;
  char* end = text.data();
  // Most numbers are small and not close to a tie: one multiplication and an integer are exact enough to see that.
  if (digits >= 0 && digits < 4 && std::fabs(value) < 1e9) {
    const double scaled = std::fabs(value) * scale[static_cast<std::size_t>(digits)];
    const double whole = std::floor(scaled);
    const double rest = scaled - whole;
    if (std::fabs(rest - 0.5) > 1e-3) {
      auto n = static_cast<std::uint64_t>(whole) + (rest > 0.5 ? 1u : 0u);
      if (std::signbit(value)) *end++ = '-';
      const auto unit = static_cast<std::uint64_t>(scale[static_cast<std::size_t>(digits)]);
      end = std::to_chars(end, text.data() + text.size(), n / unit).ptr;
      if (digits > 0) {
        *end++ = '.';
        std::uint64_t fraction = n % unit;
        for (int d = digits; d-- > 0; fraction /= 10) end[d] = static_cast<char>('0' + fraction % 10);
        end += digits;
      }
    }
  }
  if (end == text.data()) {
    const bool huge = std::fabs(value) >= 1e15;
    const auto form = huge ? std::chars_format::scientific : std::chars_format::fixed;
    end = std::to_chars(text.data(), text.data() + text.size(), value, form, digits).ptr;
    if (huge) separators = false;
  }
  std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  if (!separators) {
    out += all;
    return;
  }
  if (all.front() == '-') {
    out += '-';
    all.remove_prefix(1);
  }
  const std::size_t point = all.find('.');
  detail::append_grouped(out, all.substr(0, point));
  if (point != std::string_view::npos) out += all.substr(point);
}

/// The shortest text that reads back as exactly `value`; plain decimals from 1e-4 up to 1e16, else with an exponent.
inline void append_shortest(std::string& out, double value) {
  std::array<char, 40> text;
  const double size = std::fabs(value);
  const bool decimals = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto form = decimals ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, form).ptr;
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

/// A cell as people read it: rounded, with separators and unit. Nothing for an empty cell.
inline void append_for_people(std::string& out, const cell& value, const column_facts& column) {
  switch (value.kind) {
    case cell_kind::none: return;
    case cell_kind::boolean: out += value.integer != 0 ? "yes" : "no"; return;
    case cell_kind::text: out += value.text; return;
    case cell_kind::integer: append_integer(out, value.integer, column.separators); break;
    case cell_kind::real: append_fixed(out, value.real, column.digits, column.separators); break;
  }
  if (!column.unit.empty()) {
    out += ' ';
    out += column.unit;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_FORMAT_HPP
