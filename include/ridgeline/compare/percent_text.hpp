#ifndef RIDGELINE_COMPARE_PERCENT_TEXT_HPP
#define RIDGELINE_COMPARE_PERCENT_TEXT_HPP

#include <string>

#include <ridgeline/core/missing.hpp>

namespace ridgeline::compare_detail {

/// A number with at most `digits` decimals, without zeros at the end: `3.1`, `0.25`, `12`.
std::string decimal_text(double value, int digits);

/// `3.1 %` of 0.031; small ones with a digit more.
std::string percent_text(double ratio, bool with_sign = true);

/// `12.3 µs`, `1.2 ms` of nanoseconds.
std::string time_text(double nanoseconds);

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_PERCENT_TEXT_HPP
