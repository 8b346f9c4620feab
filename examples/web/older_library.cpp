/// See older_library.hpp; also system calls that browsers lack.

#include "older_library.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include <boost/json/detail/ryu/ryu.hpp>
#include <fast_float/fast_float.h>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

namespace {

std::to_chars_result put(char* first, char* last, std::string_view text) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  std::memcpy(first, text.data(), text.size());
  return {first + text.size(), std::errc{}};
}

std::string printed(const char* form, int digits, double value) {
  char text[1200];  // the largest double has 309 digits, and the reports ask for at most 100 after the point
  const int length = std::snprintf(text, sizeof text, form, digits, value);
  return length < 0 ? std::string() : std::string(text, static_cast<std::size_t>(length));
}

/// d.ddd times a power of ten.
struct shortest_digits {
  std::string sign{}, digits{};
  int power = 0;
};

shortest_digits shortest_of(double value) {
  char text[32];
  const int length = boost::json::detail::ryu::d2s_buffered_n(std::fabs(value), text);  // 1.25E-3
  const std::string_view all(text, static_cast<std::size_t>(length));
  const std::size_t e = all.find('E');
  shortest_digits s;
  if (std::signbit(value)) s.sign = "-";
  for (const char c : all.substr(0, e))
    if (c != '.') s.digits += c;
  s.power = std::atoi(std::string(all.substr(e + 1)).c_str());
  return s;
}

std::string scientific(const shortest_digits& s) {
  std::string text = s.sign + s.digits.front();
  if (s.digits.size() > 1) text += "." + s.digits.substr(1);
  const std::string power = std::to_string(std::abs(s.power));
  return text + (s.power < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
}

std::string fixed(const shortest_digits& s, double value) {
  if (s.power < 0) return s.sign + "0." + std::string(static_cast<std::size_t>(-s.power - 1), '0') + s.digits;
  const std::size_t whole = static_cast<std::size_t>(s.power) + 1;
  if (s.digits.size() <= whole) return printed("%.*f", 0, value);  // an integer: each of its digits
  return s.sign + s.digits.substr(0, whole) + "." + s.digits.substr(whole);
}

std::string no_number(double value) {
  return std::string(std::signbit(value) ? "-" : "") + (std::isnan(value) ? "nan" : "inf");
}

}  // namespace

namespace std {

to_chars_result to_chars(char* first, char* last, double value) {
  if (!isfinite(value)) return put(first, last, no_number(value));
  const shortest_digits s = shortest_of(value);
  const string plain = fixed(s, value), powers = scientific(s);
  return put(first, last, powers.size() < plain.size() ? powers : plain);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format form) {
  if (!isfinite(value)) return put(first, last, no_number(value));
  const shortest_digits s = shortest_of(value);
  return put(first, last, form == chars_format::scientific ? scientific(s) : fixed(s, value));
}

to_chars_result to_chars(char* first, char* last, double value, chars_format form, int digits) {
  if (!isfinite(value)) return put(first, last, no_number(value));
  return put(first, last, printed(form == chars_format::scientific ? "%.*e" : "%.*f", digits, value));
}

from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto done = fast_float::from_chars(first, last, value);
  return {done.ptr, done.ec};
}

}  // namespace std

#endif

extern "C" {

/// For workbooks on standard output; here they are files.
int memfd_create(const char*, unsigned) {
  errno = ENOSYS;
  return -1;
}
}
