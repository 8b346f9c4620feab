#ifndef RIDGELINE_TORCH_REPORT_PERCENT_TEXT_HPP
#define RIDGELINE_TORCH_REPORT_PERCENT_TEXT_HPP

#include <string>

#include <ridgeline/table/format.hpp>

namespace ridgeline::torch_detail {

/// `12.3 %` for the fraction 0.123.
inline std::string percent_text(double share) {
  std::string text;
  append_fixed(text, share * 100, 1, false);
  return text + " %";
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_REPORT_PERCENT_TEXT_HPP
