#ifndef RIDGELINE_TESTS_MUTATE_BYTES_HPP
#define RIDGELINE_TESTS_MUTATE_BYTES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/mutate/format.hpp"

/// Damage that applies to any file: cut, bytes lost, changed or repeated.
namespace mutate {

inline std::string cut_anywhere(std::string text, random& r) {
  text.resize(below(r, text.size() + 1));
  return text;
}

inline std::string damaged_bytes(std::string text, random& r) {
  if (text.empty()) return text;
  const std::size_t at = below(r, text.size()), length = 1 + below(r, 6);
  switch (below(r, 5)) {
    case 0: return cut_anywhere(std::move(text), r);
    case 1: text.erase(at, length); break;
    case 2: text[at] = static_cast<char>(below(r, 256)); break;
    case 3: text.insert(at, text.substr(below(r, text.size()), length * 8)); break;
    default: text.insert(at, std::string_view("\0\xFF\",;{}[]\n\r\\9-", 14).substr(below(r, 14), 1)); break;
  }
  return text;
}

/// Inserts some bytes of another input somewhere.
inline std::string with_part_of(std::string text, const std::string& other, random& r) {
  const std::size_t at = below(r, text.size() + 1), from = below(r, other.size() + 1);
  return text.insert(at, other, from, 1 + below(r, 64));
}

/// Numbers that no trace writer writes on purpose.
inline std::string odd_number(random& r) {
  static const std::vector<std::string> odd{"0",
                                            "-0",
                                            "-1",
                                            "-7.25",
                                            "1e3",
                                            "1E-3",
                                            "0.0001",
                                            "2147483647",
                                            "2147483648",
                                            "4294967295",
                                            "4294967296",
                                            "-2147483649",
                                            "9007199254740993",
                                            "9223372036854775807",
                                            "9223372036854775808",
                                            "-9223372036854775808",
                                            "-9223372036854775809",
                                            "18446744073709551615",
                                            "18446744073709551616",
                                            "1e18",
                                            "1e19",
                                            "1e300",
                                            "1e400",
                                            "-1e300",
                                            "NaN",
                                            "Infinity",
                                            "-Infinity",
                                            "1.7976931348623157e308",
                                            "123456789012345678901234567890",
                                            "1e-400",
                                            "3.0000000001"};
  return one_of(r, odd);
}

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_BYTES_HPP
