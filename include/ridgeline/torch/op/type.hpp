#ifndef RIDGELINE_TORCH_OP_TYPE_HPP
#define RIDGELINE_TORCH_OP_TYPE_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/torch/record/element_bytes.hpp>
#include <ridgeline/torch/record/model_faults.hpp>

namespace ridgeline {

/// Bytes per element of that type; missing for unknown names.
constexpr byte_count torch_type_size(std::string_view name, const torch_model_faults& faults = {}) {
  const torch_type t = torch_type_of(name, faults.few_types);
  const double size = faults.few_types ? t.original_size : t.size;
  return size == 0 ? missing<byte_count> : size * B;
}

/// Bytes per element of the type with this number in PyTorch (`ScalarType`), the form in which `out_dtype` is
/// recorded.
constexpr byte_count torch_type_size_of_number(double number) {
  constexpr std::array<signed char, 46> bytes{1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
                                              1, 1, 1, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1};
  if (!(number >= 0 && number < static_cast<double>(bytes.size()))) return missing<byte_count>;
  const int size = bytes[static_cast<std::size_t>(number)];
  return size > 0 ? size * B : missing<byte_count>;
}

/// The number format in which the type computes; `any` if there is none.
constexpr dtype torch_type_precision(std::string_view name, const torch_model_faults& faults = {}) {
  const torch_type t = torch_type_of(name, faults.few_types);
  return faults.few_types ? t.original_precision : t.precision;
}

/// Bytes per element in a mixture of experts, of types with or without `c10::`; `otherwise` for unknown ones. FP4 takes
/// half a byte: what is counted there is elements, not pairs. TraceLens has a table of its own, of exact spellings.
constexpr byte_count torch_expert_size(std::string_view type, byte_count otherwise, const torch_model_faults& faults) {
  struct spelling {
    std::string_view name;
    double size;
  };
  constexpr std::array originals{
      spelling{"Float8_e4m3fn", 1}, spelling{"Float8_e4m3fnuz", 1}, spelling{"Float8_e5m2", 1},
      spelling{"Float8_e5m2fnuz", 1}, spelling{"FP8", 1}, spelling{"FP4", 0.5}, spelling{"BFloat16", 2},
      spelling{"Float16", 2}, spelling{"Half", 2}, spelling{"Float32", 4}, spelling{"Float", 4},
      spelling{"c10::BFloat16", 2}, spelling{"c10::Float8_e4m3fn", 1}, spelling{"c10::Float8_e4m3fnuz", 1},
      spelling{"c10::Float4_e2m1fn_x2", 0.5}, spelling{"c10::Half", 2}, spelling{"c10::Float", 4}};
  for (const spelling& s : originals)
    if (s.name == type) return s.size * B;
  if (faults.few_types) return otherwise;
  const torch_type t = torch_type_of(type);
  return t.precision == dtype::fp4 ? 0.5 * B : t.size > 0 ? t.size * B : otherwise;
}

/// Bytes per element of types in models of compiled kernels; with the fault, 0 for those that they do not spell so.
constexpr byte_count torch_compiled_size(std::string_view name, const torch_model_faults& faults = {}) {
  if (!faults.triton_types_of_c10) return torch_type_size(name, faults);
  for (const std::string_view two : {"c10::BFloat16", "c10::Half"})
    if (name == two) return 2 * B;
  for (const std::string_view four : {"c10::Float", "c10::Int"})
    if (name == four) return 4 * B;
  for (const std::string_view eight : {"c10::Double", "c10::Long"})
    if (name == eight) return 8 * B;
  return (name == "c10::Byte" || name == "c10::Char" ? 1 : 0) * B;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_TYPE_HPP
