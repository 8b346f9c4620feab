#ifndef RIDGELINE_RANKS_ELEMENT_BYTES_HPP
#define RIDGELINE_RANKS_ELEMENT_BYTES_HPP

#include <array>
#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline {

namespace ranks_detail {

struct element_type {
  std::string_view name;
  double bytes;
  bool original = false;  ///< known to the original from its beginnings on
};

/// As torch spells types, in the arguments of kernels and of ops.
inline constexpr std::array element_types{element_type{"Float", 4, true},
                                          element_type{"float", 4},
                                          element_type{"Int", 4, true},
                                          element_type{"int", 4},
                                          element_type{"UInt32", 4},
                                          element_type{"unsigned int", 4},
                                          element_type{"Long", 8, true},
                                          element_type{"long int", 8},
                                          element_type{"long", 8},
                                          element_type{"int64_t", 8},
                                          element_type{"UInt64", 8},
                                          element_type{"unsigned long", 8},
                                          element_type{"Double", 8, true},
                                          element_type{"double", 8},
                                          element_type{"BFloat16", 2, true},
                                          element_type{"c10::BFloat16", 2},
                                          element_type{"Half", 2, true},
                                          element_type{"c10::Half", 2},
                                          element_type{"Short", 2, true},
                                          element_type{"short int", 2},
                                          element_type{"short", 2},
                                          element_type{"UInt16", 2},
                                          element_type{"Byte", 1, true},
                                          element_type{"unsigned char", 1},
                                          element_type{"Char", 1},
                                          element_type{"signed char", 1},
                                          element_type{"char", 1},
                                          element_type{"Bool", 1, true},
                                          element_type{"bool", 1},
                                          element_type{"ComplexFloat", 8},
                                          element_type{"c10::complex<float>", 8},
                                          element_type{"ComplexDouble", 16},
                                          element_type{"c10::complex<double>", 16}};

}  // namespace ranks_detail

/// The bytes of an element, as torch spells its type in any place (`Float`, `float`, `c10::BFloat16`, `long int`) and
/// as XLA does (`bf16`); not a number for other types, with `original_only` for those that the original does not know.
constexpr double element_bytes(std::string_view type, bool original_only = false) {
  for (const ranks_detail::element_type& t : ranks_detail::element_types)
    if (t.name == type && (t.original || !original_only)) return t.bytes;
  if (original_only) return missing<double>;
  if (type.starts_with("Float8_") || type.starts_with("c10::Float8_")) return 1;
  for (const hlo_type_facts& t : hlo_type_table)
    if (t.bits != 0 && t.name == type) return t.bits / 8.0;
  return missing<double>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ELEMENT_BYTES_HPP
