#ifndef RIDGELINE_TT_READ_NUMBER_CELL_HPP
#define RIDGELINE_TT_READ_NUMBER_CELL_HPP

#include <optional>
#include <string_view>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/field.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

/// A bare number, such as a percentage.
inline bool read_cell(std::string_view text, double& out, text_pool&, no_unit) {
  const std::string_view number = without_blanks(text);
  const std::optional<double> value = to_double(number);
  if (!value) return says_no_value(number);
  out = *value;
  return true;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_NUMBER_CELL_HPP
