#ifndef RIDGELINE_TORCH_OP_PROMOTION_HPP
#define RIDGELINE_TORCH_OP_PROMOTION_HPP

#include <algorithm>
#include <string_view>
#include <utility>

#include <ridgeline/torch/op/call.hpp>

namespace ridgeline {

namespace torch_detail {

/// What a type counts: each kind holds those before it.
enum class number_kind : unsigned char { unknown, truth, whole, real, complex };

constexpr bool is_whole(dtype d) {
  return d == dtype::int64 || d == dtype::int32 || d == dtype::int16 || d == dtype::int8 || d == dtype::uint8 ||
         d == dtype::boolean;
}
/// Whether argument `i` holds whole numbers.
constexpr bool is_whole(const torch_call& c, int i) { return is_whole(torch_type_precision(c.type(i), c.faults)); }

constexpr number_kind kind_of_type(std::string_view type) {
  const dtype d = torch_type_precision(type);
  if (d == dtype::boolean) return number_kind::truth;
  if (is_whole(d) || type.starts_with("unsigned ")) return number_kind::whole;
  if (type.starts_with("c10::complex")) return number_kind::complex;
  return d == dtype::any ? number_kind::unknown : number_kind::real;
}
/// Of a Python number as it is recorded: `2`, `0.5`, `1e-05`, `inf`, `True`.
constexpr number_kind kind_of_number(std::string_view text) {
  if (core_detail::same_letters(text, "true") || core_detail::same_letters(text, "false")) return number_kind::truth;
  if (text.empty()) return number_kind::unknown;
  if (text.ends_with('j')) return number_kind::complex;
  return text.find_first_not_of("+-0123456789") == std::string_view::npos ? number_kind::whole : number_kind::real;
}

/// An operand as PyTorch's type promotion sees it: tensors with extents before those without, before Python numbers.
struct promoted_operand {
  number_kind kind = number_kind::unknown;
  int rank = 0;  ///< 2 with extents, 1 without, 0 a number
  byte_count size = missing<byte_count>;
  dtype is = dtype::any;
};
constexpr promoted_operand promoted_operand_of(const torch_call& c, int i) {
  const std::string_view type = c.type(i);
  if (type != "Scalar") return {kind_of_type(type), c.tensor(i) ? 2 : 1, c.size(i), torch_type_precision(type)};
  const number_kind kind = kind_of_number(c.value(i));
  return {kind, 0, kind == number_kind::truth ? 1 * B : kind == number_kind::real ? 4 * B : 8 * B, dtype::any};
}

}  // namespace torch_detail

/// Bytes of an element of what arguments `i` and `j` give together, by PyTorch's type promotion: the larger kind of
/// number wins (truth values, whole, real, complex), of one kind the larger type, and two types of one size need the
/// next larger one (half and bfloat16: float). What has no extents only lends its kind: a Python number, which older
/// calls record as a `double` without extents, makes whole numbers floats.
constexpr byte_count torch_promoted_size(const torch_call& c, int i, int j) {
  using torch_detail::number_kind, torch_detail::promoted_operand_of;
  torch_detail::promoted_operand a = promoted_operand_of(c, i), b = promoted_operand_of(c, j);
  if (a.rank < b.rank) std::swap(a, b);
  if (a.rank > b.rank) {
    if (a.kind >= number_kind::real || c.type(j).empty()) return a.size;
    if (b.kind == number_kind::unknown) return missing<byte_count>;
    if (b.kind <= a.kind) return a.size;
    return b.kind == number_kind::real && b.size == 8 * B ? 4 * B : b.size;
  }
  if (!known(a.size) || !known(b.size)) return missing<byte_count>;
  if (a.kind != b.kind) return a.kind > b.kind ? a.size : b.size;
  return a.size == b.size && a.is != b.is ? 2 * a.size : std::max(a.size, b.size);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PROMOTION_HPP
