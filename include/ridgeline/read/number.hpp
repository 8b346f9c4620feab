#ifndef RIDGELINE_READ_NUMBER_HPP
#define RIDGELINE_READ_NUMBER_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace ridgeline {

/// Parses all of `text` as a number, independent of the locale; nothing if it is not a finite number.
std::optional<double> to_double(std::string_view text);

/// The integer equal to a double; nothing for fractions and above 2^53, where one double represents several integers.
inline std::optional<std::int64_t> whole_of(double real) {
  constexpr double largest = 9007199254740992.0;
  if (!(real <= largest && real >= -largest)) return std::nullopt;
  const auto value = static_cast<std::int64_t>(real);
  if (static_cast<double>(value) != real) return std::nullopt;
  return value;
}

/// Parses all of `text` as an integer; accepts `64.0`. Nothing if it is not an integer or does not fit.
std::optional<std::int64_t> to_int(std::string_view text);

namespace read_detail {
/// Whether all of `text` is an integer in decimal digits that fits; if so, stores it in `out`.
bool all_digits(std::string_view text, std::int64_t& out);
bool all_digits(std::string_view text, std::uint64_t& out);

/// Whether the next eight bytes are decimal digits; if so, stores their value. All eight are handled in one word, the
/// first digit in its lowest byte: pairs of digits are added up, then pairs of pairs, then the two halves.
inline bool eight_digits(const char* from, std::uint64_t& out) {
  if constexpr (std::endian::native != std::endian::little) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t beyond_nine = word + 6 * ones;  // carries into the upper half of a byte above '9'
  if ((word & beyond_nine & 0xF0 * ones) != 0x30 * ones) return false;
  word = (word & 0x0F * ones) * (1 + (10 << 8)) >> 8;
  word = (word & 0x00FF00FF00FF00FF) * (1 + (100 << 16)) >> 16;
  out = (word & 0x0000FFFF0000FFFF) * (1 + (std::uint64_t{10000} << 32)) >> 32;
  return true;
}
}  // namespace read_detail

/// The number at the start of [first, last) and the position after it; `stop` is `first` if there is none. It may be
/// too large, or a word like `inf`.
struct leading_number {
  double value = 0;
  const char* stop = nullptr;
};
namespace read_detail {
leading_number any_leading_double(const char* first, const char* last);
}
inline leading_number leading_double(const char* first, const char* last) {
  constexpr double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                               1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  const auto digit = [&](const char* p) { return p != last && *p >= '0' && *p <= '9'; };
  std::uint64_t digits = 0;
  const char* p = first;
  for (; digit(p) && p - first < 18; ++p) digits = digits * 10 + static_cast<std::uint64_t>(*p - '0');
  const char* const point = p;
  std::ptrdiff_t decimals = 0;
  if (p != first && p != last && *p == '.') {
    for (++p; digit(p) && p - first < 19; ++p) digits = digits * 10 + static_cast<std::uint64_t>(*p - '0');
    decimals = p - point - 1;
  }
  // Both numbers are exact doubles, so their quotient is correctly rounded (Clinger 1990); fast_float handles the rest.
  const bool simple = p != first && !digit(p) && decimals != 0 && digits < (std::uint64_t{1} << 53);
  if (simple && (p == last || (*p != 'e' && *p != 'E'))) return {static_cast<double>(digits) / powers[decimals], p};
  return read_detail::any_leading_double(first, last);
}

/// The words with which tables mark a cell as empty, as recognised by spreadsheets and data frames.
constexpr bool says_missing(std::string_view text) {
  return text.empty() || text == "nan" || text == "NaN" || text == "NA" || text == "N/A" || text == "n/a" ||
         text == "<NA>" || text == "null" || text == "NULL" || text == "None" || text == "-nan" || text == "#N/A";
}

/// The same where a number is expected, or the name of a kind: tools write `-` there for what they lack.
constexpr bool says_no_value(std::string_view text) { return text == "-" || says_missing(text); }

}  // namespace ridgeline

#endif  // RIDGELINE_READ_NUMBER_HPP
