/// What Debian's Emscripten lacks of C++20's library; included before everything else when the programs are compiled for
/// the browser. Numbers come out as other standard libraries write them.
#ifndef RIDGELINE_PACKAGING_WEB_MISSING_HPP
#define RIDGELINE_PACKAGING_WEB_MISSING_HPP

#ifdef __EMSCRIPTEN__

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

#include <boost/json/detail/ryu/ryu.hpp>
#include <fast_float/fast_float.h>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

namespace ridgeline_web {

inline to_chars_result put(char* first, char* last, const char* text, size_t size) {
  if (static_cast<size_t>(last - first) < size) return {last, errc::value_too_large};
  memcpy(first, text, size);
  return {first + size, errc{}};
}
inline to_chars_result put(char* first, char* last, const string& text) {
  return put(first, last, text.data(), text.size());
}
inline string printed(const char* form, int digits, double value) {
  string out(1200, '\0');
  out.resize(static_cast<size_t>(snprintf(out.data(), out.size(), form, digits, value)));
  return out;
}

/// The shortest digits that read back exactly, and the power of ten of the first.
struct shortest {
  bool negative;
  string digits;
  int exponent;

  explicit shortest(double value) : negative(signbit(value)) {
    char text[64];
    const int n = boost::json::detail::ryu::d2s_buffered_n(fabs(value), text);  // 1.2345E-7
    const string all(text, static_cast<size_t>(n));
    const size_t e = all.find('E');
    for (const char c : all.substr(0, e))
      if (c != '.') digits += c;
    exponent = e == string::npos ? 0 : atoi(all.c_str() + e + 1);
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    if (value == 0) exponent = 0;
  }
  string scientific() const {
    char power[8];
    snprintf(power, sizeof power, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    return sign() + digits.substr(0, 1) + (digits.size() > 1 ? "." + digits.substr(1) : string()) + power;
  }
  string fixed(double value) const {
    if (exponent < 0) return sign() + "0." + string(static_cast<size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<size_t>(exponent) + 1;
    if (digits.size() > whole) return sign() + digits.substr(0, whole) + "." + digits.substr(whole);
    return digits.size() == whole ? sign() + digits : printed("%.*f", 0, value);
  }
  string sign() const { return negative ? "-" : ""; }
};

inline const char* odd(double value) {
  return isnan(value) ? (signbit(value) ? "-nan" : "nan") : isinf(value) ? (value < 0 ? "-inf" : "inf") : nullptr;
}

}  // namespace ridgeline_web

inline to_chars_result to_chars(char* first, char* last, double value) {
  using namespace ridgeline_web;
  if (const char* const word = odd(value)) return put(first, last, word, strlen(word));
  const shortest s(value);
  const string fixed = s.fixed(value), scientific = s.scientific();
  return put(first, last, fixed.size() <= scientific.size() ? fixed : scientific);
}
inline to_chars_result to_chars(char* first, char* last, double value, chars_format form) {
  using namespace ridgeline_web;
  if (const char* const word = odd(value)) return put(first, last, word, strlen(word));
  const shortest s(value);
  return put(first, last, form == chars_format::scientific ? s.scientific() : s.fixed(value));
}
inline to_chars_result to_chars(char* first, char* last, double value, chars_format form, int digits) {
  using namespace ridgeline_web;
  if (const char* const word = odd(value)) return put(first, last, word, strlen(word));
  return put(first, last, printed(form == chars_format::fixed ? "%.*f" : form == chars_format::scientific ? "%.*e" : "%.*g",
                                  digits, value));
}

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const fast_float::from_chars_result done = fast_float::from_chars(first, last, value);
  return {done.ptr, done.ec};
}

}  // namespace std

#endif
#endif  // RIDGELINE_PACKAGING_WEB_MISSING_HPP
