#ifndef RIDGELINE_TABLE_FORMAT_BODY_HPP
#define RIDGELINE_TABLE_FORMAT_BODY_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace table_detail {

/// Appends `digits` (decimal digits only) with a comma between groups of three.
void append_grouped(std::string& out, std::string_view digits) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
}

}  // namespace table_detail

void append_integer(std::string& out, std::int64_t value, bool separators) {
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
  table_detail::append_grouped(out, digits);
}

void append_integer(std::string& out, const cell& value, bool separators) {
  if (!value.beyond) return append_integer(out, value.integer, separators);
  const std::string digits = std::to_string(static_cast<std::uint64_t>(value.integer));
  if (separators) table_detail::append_grouped(out, digits);
  else out += digits;
}

void append_fixed(std::string& out, double value, int digits, bool separators) {
  static constexpr std::array<std::uint64_t, 4> units{1, 10, 100, 1000};
  std::array<char, 400> text;
  const auto print = [&text](auto... how) {
    const auto end = std::to_chars(text.data(), text.data() + text.size(), how...).ptr;
    return std::string_view(text.data(), static_cast<std::size_t>(end - text.data()));
  };
  const auto append_whole = [&](std::string_view whole) {
    if (separators) {
      table_detail::append_grouped(out, whole);
    } else {
      out += whole;
    }
  };
  const double size = std::fabs(value);
  digits = std::clamp(digits, 0, 100);
  // Most numbers are small and not close to a tie; one multiplication and an integer are accurate enough to detect
  // that.
  if (digits < 4 && size < 1e9) {
    const std::uint64_t unit = units[static_cast<std::size_t>(digits)];
    const double scaled = size * static_cast<double>(unit);
    const double below = std::floor(scaled);
    if (std::fabs(scaled - below - 0.5) > 1e-3) {
      const std::uint64_t n = static_cast<std::uint64_t>(below) + (scaled - below > 0.5 ? 1u : 0u);
      if (n != 0 && value < 0) out += '-';
      append_whole(print(n / unit));
      if (digits == 0) return;
      out += '.';
      out += print(n % unit + unit).substr(1);  // the leading 1 preserves zeros after the point
      return;
    }
  }
  if (!(size < 1e15)) {
    if (value < 0) out += '-';
    out += print(size, std::chars_format::scientific, digits);
    return;
  }
  const std::string_view all = print(size, std::chars_format::fixed, digits);
  if (value < 0 && all.find_first_not_of("0.") != std::string_view::npos) out += '-';
  const std::size_t point = std::min(all.find('.'), all.size());
  append_whole(all.substr(0, point));
  out += all.substr(point);
}

std::string fixed_text(double value, int digits) {
  std::string text;
  append_fixed(text, value, digits, false);
  return text;
}

std::string grouped_text(double value, int digits) {
  std::string text;
  append_fixed(text, value, digits, true);
  return text;
}

std::string microseconds_text(std::int64_t nanoseconds) {
  const bool negative = nanoseconds < 0;
  const auto bits = static_cast<std::uint64_t>(nanoseconds);
  const std::uint64_t size = negative ? ~bits + 1 : bits;
  return (negative ? "-" : "") + std::to_string(size / 1000) + "." + std::to_string(1000 + size % 1000).substr(1);
}

std::string in_percent(double share, int digits) { return fixed_text(share * 100, digits) + " %"; }

void append_shortest(std::string& out, double value) {
  std::array<char, 40> text;
  const double size = std::fabs(value);
  const bool decimals = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto form = decimals ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, form).ptr;
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

void append_for_people(std::string& out, const cell& value, const column_facts& column) {
  switch (value.kind) {
    case cell_kind::none: return;
    case cell_kind::boolean: out += value.integer != 0 ? "yes" : "no"; return;
    case cell_kind::text: out += value.text; return;
    case cell_kind::integer: append_integer(out, value, column.separators); break;
    case cell_kind::real: append_fixed(out, value.real, column.digits, column.separators); break;
  }
  if (!column.unit.empty()) {
    out += ' ';
    out += column.unit;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_FORMAT_BODY_HPP
