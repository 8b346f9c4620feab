#ifndef RIDGELINE_COMPARE_PERCENT_TEXT_HPP
#define RIDGELINE_COMPARE_PERCENT_TEXT_HPP

#include <string>

#include <ridgeline/core/missing.hpp>

namespace ridgeline::compare_detail {

/// A number with at most `digits` decimals, without trailing zeros: `3.1`, `0.25`, `12`.
std::string decimal_text(double value, int digits);

/// 0.031 as `3.1 %`; small values get one more digit.
std::string percent_text(double ratio, bool with_sign = true);

/// Nanoseconds in a suitable unit: `12.3 µs`, `1.2 ms`.
std::string time_text(double nanoseconds);

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_PERCENT_TEXT_HPP
