#ifndef RIDGELINE_MODEL_TORCH_TYPE_HPP
#define RIDGELINE_MODEL_TORCH_TYPE_HPP

#include <array>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/model/torch_argument.hpp>
#include <ridgeline/record/torch_model_faults.hpp>

namespace ridgeline {

/// A type as the profiler spells it: what it is, the bytes of an element, and what TraceLens makes of it.
struct torch_type {
  std::string_view name;
  double size;                     ///< bytes; 0: not known
  dtype precision;                 ///< `any`: none
  double original_size;            ///< of TraceLens
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
    torch_type{"c10::float8_e8m0fnu", 1, dtype::any, 1, dtype::any},  // a scale, no factor
    torch_type{"fp8", 1, dtype::fp8, 1, dtype::fp8},
    torch_type{"c10::float4_e2m1fn_x2", 1, dtype::fp4, 1, dtype::fp4},  // a pair
    torch_type{"fp4", 1, dtype::fp4, 1, dtype::fp4},
    torch_type{"mxfp4", 0, dtype::fp4, 0, dtype::fp4},
    torch_type{"long int", 8, dtype::int64, 8, dtype::any},
    torch_type{"int", 4, dtype::int32, 4, dtype::any},
    torch_type{"short", 2, dtype::int16, 0, dtype::any},
    torch_type{"short int", 2, dtype::int16, 0, dtype::any},
    torch_type{"signed char", 1, dtype::int8, 1, dtype::any},
    torch_type{"unsigned char", 1, dtype::uint8, 1, dtype::fp8},
    torch_type{"bool", 1, dtype::boolean, 0, dtype::any},
    torch_type{"c10::complex<float>", 8, dtype::complex64, 0, dtype::any},
    torch_type{"c10::complex<double>", 16, dtype::complex128, 0, dtype::any},
    torch_type{"scalar", 4, dtype::any, 4, dtype::any},  // a Python number
};

constexpr const torch_type* find_torch_type(std::string_view name) {
  for (const torch_type& t : torch_type_table)
    if (detail::same_letters(t.name, name)) return &t;
  return nullptr;
}

/// Bytes of an element of that type; unknown for names that are not known.
constexpr byte_count torch_type_size(std::string_view name, const torch_model_faults& faults = {}) {
  const torch_type* const t = find_torch_type(name);
  const double size = t == nullptr ? 0 : faults.few_types ? t->original_size : t->size;
  return size == 0 ? byte_count::unknown() : size * B;
}

/// The number format that the type computes in; `any` for none.
constexpr dtype torch_type_precision(std::string_view name, const torch_model_faults& faults = {}) {
  const torch_type* const t = find_torch_type(name);
  return t == nullptr ? dtype::any : faults.few_types ? t->original_precision : t->precision;
}

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_TYPE_HPP
