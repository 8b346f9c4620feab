#ifndef RIDGELINE_RANKS_ELEMENT_BYTES_HPP
#define RIDGELINE_RANKS_ELEMENT_BYTES_HPP

#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/torch/record/element_bytes.hpp>
#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline {

/// The bytes per element of a type spelled as torch does or as XLA does (`bf16`); NaN for other types and, with
/// `original_only`, for those that the original does not know.
constexpr double element_bytes(std::string_view type, bool original_only = false) {
  const double of_torch = torch_element_bytes(type, original_only);
  if (known(of_torch) || original_only) return of_torch;
  for (const hlo_type_facts& t : hlo_type_table)
    if (t.bits != 0 && t.name == type) return t.bits / 8.0;
  return missing<double>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ELEMENT_BYTES_HPP
