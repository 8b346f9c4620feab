#ifndef RIDGELINE_READ_NUMBER_BODY_HPP
#define RIDGELINE_READ_NUMBER_BODY_HPP

#include <charconv>
#include <system_error>

#include <fast_float/fast_float.h>

#include <ridgeline/read/number.hpp>

namespace ridgeline {

std::optional<double> to_double(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto done = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = done.ec == std::errc{} || done.ec == std::errc::result_out_of_range;  // then 0 or infinite
  if (!read || done.ptr != text.data() + text.size()) return std::nullopt;
  if (value - value != 0) return std::nullopt;  // "inf" and "nan" are words, not numbers
  return value;
}

namespace read_detail {

template <class Int>
bool all_digits_of(std::string_view text, Int& out) {
  const auto done = std::from_chars(text.data(), text.data() + text.size(), out);
  return done.ec == std::errc{} && done.ptr == text.data() + text.size();
}
bool all_digits(std::string_view text, std::int64_t& out) { return all_digits_of(text, out); }
bool all_digits(std::string_view text, std::uint64_t& out) { return all_digits_of(text, out); }

}  // namespace read_detail

std::optional<std::int64_t> to_int(std::string_view text) {
  std::int64_t value = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
  if (done.ec == std::errc{} && done.ptr == text.data() + text.size()) return value;
  const std::optional<double> real = to_double(text);
  return real ? whole_of(*real) : std::nullopt;
}

leading_number read_detail::any_leading_double(const char* first, const char* last) {
  leading_number n;
  n.stop = fast_float::from_chars(first, last, n.value).ptr;
  return n;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_NUMBER_BODY_HPP
