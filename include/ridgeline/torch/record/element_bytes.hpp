#ifndef RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP
#define RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP

#include <array>
#include <string_view>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

namespace torch_detail {

struct element_type {
  std::string_view name;
  double bytes;
  bool original = false;  ///< known to the first version of the original
};

/// Names of element types in torch's spellings: in the arguments of kernels, in those of ops, and in Python.
inline constexpr std::array element_types{element_type{"Float", 4, true},
                                          element_type{"float", 4},
                                          element_type{"float32", 4},
                                          element_type{"Int", 4, true},
                                          element_type{"int", 4},
                                          element_type{"int32", 4},
                                          element_type{"UInt32", 4},
                                          element_type{"unsigned int", 4},
                                          element_type{"uint32", 4},
                                          element_type{"Long", 8, true},
                                          element_type{"long int", 8},
                                          element_type{"long", 8},
                                          element_type{"int64_t", 8},
                                          element_type{"int64", 8},
                                          element_type{"UInt64", 8},
                                          element_type{"unsigned long", 8},
                                          element_type{"long unsigned int", 8},
                                          element_type{"uint64", 8},
                                          element_type{"Double", 8, true},
                                          element_type{"double", 8},
                                          element_type{"float64", 8},
                                          element_type{"BFloat16", 2, true},
                                          element_type{"c10::BFloat16", 2},
                                          element_type{"bfloat16", 2},
                                          element_type{"Half", 2, true},
                                          element_type{"c10::Half", 2},
                                          element_type{"float16", 2},
                                          element_type{"Short", 2, true},
                                          element_type{"short int", 2},
                                          element_type{"short", 2},
                                          element_type{"int16", 2},
                                          element_type{"UInt16", 2},
                                          element_type{"unsigned short", 2},
                                          element_type{"short unsigned int", 2},
                                          element_type{"uint16", 2},
                                          element_type{"Byte", 1, true},
                                          element_type{"unsigned char", 1},
                                          element_type{"uint8", 1},
                                          element_type{"Char", 1},
                                          element_type{"signed char", 1},
                                          element_type{"char", 1},
                                          element_type{"int8", 1},
                                          element_type{"Bool", 1, true},
                                          element_type{"bool", 1},
                                          element_type{"ComplexFloat", 8},
                                          element_type{"c10::complex<float>", 8},
                                          element_type{"complex64", 8},
                                          element_type{"ComplexDouble", 16},
                                          element_type{"c10::complex<double>", 16},
                                          element_type{"complex128", 16}};

}  // namespace torch_detail

/// The bytes per element of a type in any of torch's spellings (`Float`, `c10::BFloat16`, `long int`,
/// `torch.float16`); NaN for other types and, with `original_only`, for those that the original does not know.
constexpr double torch_element_bytes(std::string_view type, bool original_only = false) {
  if (!original_only)
    for (const std::string_view prefix : {"torch.", "torch::"})
      if (type.starts_with(prefix)) type.remove_prefix(prefix.size());
  for (const torch_detail::element_type& t : torch_detail::element_types)
    if (t.name == type && (t.original || !original_only)) return t.bytes;
  if (original_only) return missing<double>;
  // two elements of four bits are one element of a tensor
  for (const std::string_view one_byte : {"Float8_", "c10::Float8_", "float8_", "Float4_e2m1fn_x2",
                                          "c10::Float4_e2m1fn_x2", "float4_e2m1fn_x2"})
    if (type.starts_with(one_byte)) return 1;
  return missing<double>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP
