#ifndef RIDGELINE_CORE_DECIMAL_TIME_HPP
#define RIDGELINE_CORE_DECIMAL_TIME_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/time.hpp>

namespace ridgeline {

namespace core_detail::decimal {

/// A decimal number split into digits and exponent: "12.5e3" is "12.5" and 3.
struct parts {
  bool negative = false, valid = false;
  std::string_view digits{};      ///< with at most one '.'
  std::int64_t power = 0;         ///< the exponent
};

constexpr parts split(std::string_view text) {
  parts p;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    p.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  std::size_t n = 0, digits = 0, points = 0;
  for (; n < text.size() && (is_digit(text[n]) || (text[n] == '.' && points == 0)); ++n)
    ++(text[n] == '.' ? points : digits);
  p.digits = text.substr(0, n);
  p.valid = digits > 0;
  if (n == text.size()) return p;
  if (text[n] != 'e' && text[n] != 'E') return {};
  text.remove_prefix(n + 1);
  const bool down = !text.empty() && text.front() == '-';
  if (!text.empty() && (down || text.front() == '+')) text.remove_prefix(1);
  if (text.empty()) return {};
  for (const char c : text) {
    if (!is_digit(c)) return {};
    if (p.power < 1'000'000'000'000) p.power = p.power * 10 + (c - '0');  // saturates: larger than any text is long
  }
  if (down) p.power = -p.power;
  return p;
}

}  // namespace core_detail::decimal

/// A decimal number times 10^`power` as an integer, computed exactly from its digits; a remaining fraction is rounded,
/// ties to even. Accepts signs and exponents (`-1.5e3`). Missing when the text is not a number or the result does not
/// fit.
constexpr std::int64_t whole_of_decimal(std::string_view text, int power) {
  const core_detail::decimal::parts p = core_detail::decimal::split(text);
  if (!p.valid) return missing<std::int64_t>;
  const std::size_t point = p.digits.find('.');
  std::int64_t place = static_cast<std::int64_t>(point == std::string_view::npos ? p.digits.size() : point);
  place += p.power + power;  // decimal place of the current digit: 1 for the last integer digit
  std::int64_t whole = 0;
  int first_left = 0;     // the first digit of the fraction
  bool more_left = false;  // whether any later digit is not 0
  for (const char c : p.digits) {
    if (c == '.') continue;
    const int digit = c - '0';
    if (place > 0) {
      if (__builtin_mul_overflow(whole, std::int64_t{10}, &whole) || __builtin_add_overflow(whole, digit, &whole))
        return missing<std::int64_t>;
    } else if (place == 0) {
      first_left = digit;
    } else {
      more_left = more_left || digit != 0;
    }
    --place;
  }
  for (; place > 0 && whole != 0; --place)
    if (__builtin_mul_overflow(whole, std::int64_t{10}, &whole)) return missing<std::int64_t>;
  const bool up = first_left > 5 || (first_left == 5 && (more_left || whole % 2 != 0));
  if (up && __builtin_add_overflow(whole, std::int64_t{1}, &whole)) return missing<std::int64_t>;
  return p.negative ? -whole : whole;
}

/// Converts a decimal text in microseconds, the format of Chrome trace timestamps and durations, to nanoseconds without
/// going through a double: "1690000000123456.789" is 1690000000123456789. Missing as for `whole_of_decimal`.
constexpr std::int64_t nanoseconds_of_microseconds(std::string_view text) { return whole_of_decimal(text, 3); }

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_DECIMAL_TIME_HPP
