#ifndef RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP
#define RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP

#include <array>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>

/// The types of elements.
namespace ridgeline {

/// A type in the profiler's spelling: its number format, its bytes per element, and TraceLens' view of it.
struct torch_type {
  std::string_view name;
  double size;                     ///< bytes per element; 0: unknown
  dtype precision;                 ///< `any`: none
  double original_size;            ///< bytes per element in TraceLens
  dtype original_precision;
};

/// Names are compared without case.
inline constexpr std::array torch_type_table{
    torch_type{"double", 8, dtype::fp64, 8, dtype::fp64},
    torch_type{"float", 4, dtype::fp32, 4, dtype::fp32},
    torch_type{"c10::half", 2, dtype::fp16, 2, dtype::fp16},
    torch_type{"c10::bfloat16", 2, dtype::bf16, 2, dtype::bf16},
    torch_type{"c10::float8_e4m3fn", 1, dtype::fp8, 1, dtype::fp8},
    torch_type{"c10::float8_e4m3fnuz", 1, dtype::fp8, 1, dtype::fp8},
    torch_type{"c10::float8_e5m2", 1, dtype::fp8, 1, dtype::any},
    torch_type{"c10::float8_e5m2fnuz", 1, dtype::fp8, 0, dtype::any},
    torch_type{"c10::float8_e8m0fnu", 1, dtype::any, 1, dtype::any},  // used for scales only, not for operands
    torch_type{"fp8", 1, dtype::fp8, 1, dtype::fp8},
    torch_type{"c10::float4_e2m1fn_x2", 1, dtype::fp4, 1, dtype::fp4},  // a pair of elements
    torch_type{"fp4", 1, dtype::fp4, 1, dtype::fp4},
    torch_type{"mxfp4", 0, dtype::fp4, 0, dtype::fp4},
    torch_type{"long int", 8, dtype::int64, 8, dtype::any},
    torch_type{"long", 8, dtype::int64, 0, dtype::any},  // spelling of compilers on other systems
    torch_type{"long long", 8, dtype::int64, 0, dtype::any},
    torch_type{"__int64", 8, dtype::int64, 0, dtype::any},  // on Windows
    torch_type{"unsigned __int64", 8, dtype::any, 0, dtype::any},
    torch_type{"unsigned long", 8, dtype::any, 0, dtype::any},
    torch_type{"long unsigned int", 8, dtype::any, 0, dtype::any},  // as GCC spells it, like `long int`
    torch_type{"int", 4, dtype::int32, 4, dtype::any},
    torch_type{"unsigned int", 4, dtype::any, 0, dtype::any},
    torch_type{"unsigned short", 2, dtype::any, 0, dtype::any},
    torch_type{"short unsigned int", 2, dtype::any, 0, dtype::any},
    torch_type{"c10::qint8", 1, dtype::int8, 0, dtype::any},
    torch_type{"c10::quint8", 1, dtype::uint8, 0, dtype::any},
    torch_type{"c10::qint32", 4, dtype::int32, 0, dtype::any},
    torch_type{"short", 2, dtype::int16, 0, dtype::any},
    torch_type{"short int", 2, dtype::int16, 0, dtype::any},
    torch_type{"signed char", 1, dtype::int8, 1, dtype::any},
    torch_type{"unsigned char", 1, dtype::uint8, 1, dtype::fp8},
    torch_type{"bool", 1, dtype::boolean, 0, dtype::any},
    torch_type{"c10::complex<c10::half>", 4, dtype::any, 0, dtype::any},
    torch_type{"c10::complex<float>", 8, dtype::complex64, 0, dtype::any},
    torch_type{"c10::complex<double>", 16, dtype::complex128, 0, dtype::any},
    torch_type{"scalar", 4, dtype::any, 4, dtype::any},  // a Python number
};

namespace torch_detail {

/// Other names of types, without what stands in front of `::` and `torch.`: those of `ScalarType`, as kernels of
/// collectives have them, and those of Python, as writers of traces of their own do.
struct type_alias {
  std::string_view name, of;
};
inline constexpr std::array type_aliases{
    type_alias{"float64", "double"}, type_alias{"float32", "float"}, type_alias{"float16", "c10::half"},
    type_alias{"int64", "long"}, type_alias{"int64_t", "long"}, type_alias{"int32", "int"},
    type_alias{"int16", "short"}, type_alias{"int8", "signed char"}, type_alias{"char", "signed char"},
    type_alias{"uint8", "unsigned char"}, type_alias{"byte", "unsigned char"}, type_alias{"uint16", "unsigned short"},
    type_alias{"uint32", "unsigned int"}, type_alias{"uint64", "unsigned long"},
    type_alias{"complex32", "c10::complex<c10::half>"}, type_alias{"complexhalf", "c10::complex<c10::half>"},
    type_alias{"complex64", "c10::complex<float>"}, type_alias{"complexfloat", "c10::complex<float>"},
    type_alias{"complex128", "c10::complex<double>"}, type_alias{"complexdouble", "c10::complex<double>"}};

constexpr std::string_view bare_type(std::string_view name) {
  for (const std::string_view front : {"c10::", "at::", "torch::", "torch."})
    if (name.starts_with(front)) return name.substr(front.size());
  return name;
}

}  // namespace torch_detail

/// The type of that name: in the profiler's spelling or, unless that is asked for, in any of torch's (`BFloat16`,
/// `torch.float16`). Without a size and a number format if there is none.
constexpr torch_type torch_type_of(std::string_view name, bool as_profiled = false) {
  for (const torch_type& t : torch_type_table)
    if (core_detail::same_letters(t.name, name)) return t;
  if (as_profiled || name.empty()) return {"", 0, dtype::any, 0, dtype::any};
  const std::string_view bare = torch_detail::bare_type(name);
  for (const torch_type& t : torch_type_table)
    if (core_detail::same_letters(torch_detail::bare_type(t.name), bare)) return t;
  for (const torch_detail::type_alias& a : torch_detail::type_aliases)
    if (core_detail::same_letters(a.name, bare)) return torch_type_of(a.of, true);
  return {"", 0, dtype::any, 0, dtype::any};
}

/// The bytes per element of a type in any of torch's spellings (`Float`, `c10::BFloat16`, `long int`,
/// `torch.float16`); NaN for other types and, with `original_only`, for those that the original does not know.
constexpr double torch_element_bytes(std::string_view type, bool original_only = false) {
  constexpr std::array<std::string_view, 9> originals{"Float", "Int",   "Long", "Double", "BFloat16",
                                                      "Half",  "Short", "Byte", "Bool"};
  if (original_only && !core_detail::is_any(type, originals)) return missing<double>;
  const double size = torch_type_of(type).size;
  return size > 0 ? size : missing<double>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_ELEMENT_BYTES_HPP
