#ifndef RIDGELINE_COMPARE_PERCENT_TEXT_BODY_HPP
#define RIDGELINE_COMPARE_PERCENT_TEXT_BODY_HPP

#include <cmath>
#include <string>

#include <ridgeline/compare/percent_text.hpp>

namespace ridgeline::compare_detail {

std::string decimal_text(double value, int digits) {
  if (!known(value) || value - value != 0) return "?";
  double scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const double rounded = std::nearbyint(std::fabs(value) * scale);
  if (rounded > 1e15) return value < 0 ? "-1e12 or less" : "1e12 or more";
  const auto whole = static_cast<unsigned long long>(rounded);
  std::string text = value < 0 && whole != 0 ? "-" : "";
  const auto unit = static_cast<unsigned long long>(scale);
  text += std::to_string(whole / unit);
  std::string rest = std::to_string(whole % unit + unit).substr(1);
  while (!rest.empty() && rest.back() == '0') rest.pop_back();
  return rest.empty() ? text : text + "." + rest;
}

std::string percent_text(double ratio, bool with_sign) {
  const double percent = 100 * ratio;
  return decimal_text(percent, std::fabs(percent) < 1 ? 2 : 1) + (with_sign ? " %" : "");
}

std::string time_text(double nanoseconds) {
  const double size = std::fabs(nanoseconds);
  if (size < 1e3) return decimal_text(nanoseconds, 0) + " ns";
  if (size < 1e6) return decimal_text(nanoseconds / 1e3, 1) + " µs";
  if (size < 1e9) return decimal_text(nanoseconds / 1e6, 2) + " ms";
  return decimal_text(nanoseconds / 1e9, 2) + " s";
}

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_PERCENT_TEXT_BODY_HPP
