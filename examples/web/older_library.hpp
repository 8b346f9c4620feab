/// C++20 features missing from libc++ 13, the library of Debian's emscripten: text of doubles, `bit_cast`, vectors in
/// constants. Included before every source; does nothing with a newer library.
#ifndef RIDGELINE_EXAMPLES_WEB_OLDER_LIBRARY_HPP
#define RIDGELINE_EXAMPLES_WEB_OLDER_LIBRARY_HPP

#include <bit>
#include <charconv>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#define RIDGELINE_VECTOR_CONSTEXPR inline

namespace std {

/// The shortest digits that read back as `value`; without a format the shorter of the two notations.
to_chars_result to_chars(char* first, char* last, double value);
to_chars_result to_chars(char* first, char* last, double value, chars_format form);
/// With that many digits after the point, ties rounded to even.
to_chars_result to_chars(char* first, char* last, double value, chars_format form, int digits);
from_chars_result from_chars(const char* first, const char* last, double& value);

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace std

#endif

#endif  // RIDGELINE_EXAMPLES_WEB_OLDER_LIBRARY_HPP
