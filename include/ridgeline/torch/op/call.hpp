#ifndef RIDGELINE_TORCH_OP_CALL_HPP
#define RIDGELINE_TORCH_OP_CALL_HPP

#include <string_view>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/op/type.hpp>

namespace ridgeline {

struct inductor_kernel;

/// One call of an op, as a model sees it. Lists are JSON from the trace; lists that were not recorded are empty.
struct torch_call {
  std::string_view name{};
  std::string_view dims{};
  std::string_view types{};
  std::string_view strides{};
  std::string_view concrete{};
  std::string_view kernel{};      ///< first kernel below, by time, that the model asks for
  int kernels = 0;                ///< how many such kernels there are, if the model counts them
  int forward_kernels = 0;        ///< and below the forward op, if the arguments are those of one
  std::string_view gradient{};    ///< the call's own `Input Dims` where the arguments are those of the forward op
  double gathered = 1;            ///< by how much a gather below the call makes its input larger
  std::string_view annotation{};  ///< enclosing range, if the model asks for it
  double chosen_experts = missing<double>;  ///< of pseudo ops
  double query_heads = missing<double>, head_size = missing<double>;  ///< of pseudo ops
  bool gated = false;                     ///< of pseudo ops
  const inductor_kernel* generated = nullptr;  ///< data from TorchInductor's files on a compiled kernel
  torch_model_faults faults{};
  int first = 0;                  ///< the argument from which positions are counted
  bool* lacks = nullptr;          ///< set if a model needs a value that was not recorded; may be null

  /// The same call with positions counted from its argument `i`.
  constexpr torch_call from_argument(int i) const {
    torch_call c = *this;
    c.first += i;
    return c;
  }
  constexpr std::size_t arguments() const { return json_list(dims).size(); }
  /// The entry of `Input Dims`: a shape, or a list of shapes for a list of tensors.
  constexpr std::string_view dims_text(int i) const { return at(dims, i); }
  /// No shape if an extent is negative: a writer's sign for one that it does not know.
  constexpr torch_shape shape(int i) const {
    const std::string_view text = dims_text(i);
    return text.find('-') == text.npos ? torch_shape(text) : torch_shape();
  }
  constexpr double extent(int i, int j) const { return shape(i)[j]; }
  /// Whether argument `i` is a tensor with extents.
  constexpr bool tensor(int i) const { return !shape(i).empty(); }

  constexpr std::string_view type(int i) const { return type_in(at(types, i)); }
  constexpr byte_count size(int i) const { return size_of_type(type(i)); }
  constexpr byte_count size_of_type(std::string_view type_name) const { return torch_type_size(type_name, faults); }

  /// Calls `visit(dims, type)` for each argument with extents; both lists are traversed once.
  template <class Visit>
  constexpr void for_each_tensor(Visit&& visit) const {
    json_list(dims).for_each_with(json_list(types), [&](std::string_view dims_of, std::string_view type_of) {
      if (!torch_shape(dims_of).empty()) visit(dims_of, type_in(type_of));
      return true;
    });
  }

  constexpr std::string_view stride(int i) const { return at(strides, i); }
  /// Whether any argument has extents but, although strides were recorded, no strides: a sparse tensor. Of a list of
  /// tensors nothing is said.
  constexpr bool any_sparse() const {
    bool any = false;
    json_list(dims).for_each_with(json_list(strides), [&](std::string_view extents, std::string_view steps) {
      any = steps == "[]" && torch_shape(extents).rank() > 0;
      return !any;
    });
    return any;
  }

  /// The entry of `Concrete Inputs`: `True`, `[1, 1]`, empty for a tensor.
  constexpr std::string_view value(int i) const {
    const std::string_view text = core_detail::unquoted(at(concrete, i));
    if (text.empty() && lacks != nullptr && !is_none(i)) *lacks = true;
    return text;
  }
  constexpr double number(int i) const { return torch_detail::number_in(value(i)); }
  constexpr bool flag(int i) const { return core_detail::same_letters(value(i), "true"); }
  constexpr bool is_false(int i) const { return core_detail::same_letters(value(i), "false"); }
  constexpr bool is_flag(int i) const { return i >= 0 && (flag(i) || is_false(i)); }
  constexpr torch_shape numbers(int i) const { return torch_shape(value(i)); }

  /// Whether the gradient number `which` is requested by the mask.
  constexpr bool wants(int mask, std::size_t which) const {
    return core_detail::same_letters(json_list(value(mask))[which], "true");
  }

  /// Whether the value of argument `i` was recorded. A list, a number or a flag has a text; None has neither text
  /// nor type.
  constexpr bool has_value(int i) const { return !value(i).empty() || is_none(i); }
  /// Whether argument `i` was recorded without a type: None, or a tensor of a kind that is recorded as that.
  constexpr bool is_none(int i) const {
    return json_list(concrete).size() > static_cast<std::size_t>(first + i) && type(i).empty();
  }
  /// Whether any values were recorded.
  constexpr bool has_values() const {
    const bool any = json_list(concrete).size() > 0;
    if (!any && lacks != nullptr) *lacks = true;
    return any;
  }
  /// Elements of argument `i` that are stored in memory: an extent with stride 0 repeats them.
  constexpr double stored_elements(int i) const {
    const torch_shape extents = shape(i), steps(stride(i));
    if (steps.rank() != extents.rank()) return extents.size();
    double n = extents.known() ? 1 : missing<double>;
    for (int d = 0; d < extents.rank(); ++d) n *= steps[d] == 0 && extents[d] > 0 ? 1 : extents[d];
    return n;
  }

 private:
  /// The name of a type, before which compilers on Windows write `struct`.
  constexpr std::string_view type_in(std::string_view entry) const {
    constexpr std::string_view word = "struct ";
    const std::string_view written = core_detail::unquoted(entry);
    return written.substr(!faults.few_types && written.starts_with(word) ? word.size() : 0);
  }
  /// An entry of one of the lists; empty if there is none.
  constexpr std::string_view at(std::string_view list, int i) const {
    return json_list(list)[static_cast<std::size_t>(first + i)];
  }
};

constexpr byte_count or_else(byte_count size, byte_count other) { return known(size) ? size : other; }

/// Bytes per element of argument `i`; the original takes two if it does not know the type.
constexpr byte_count torch_size_or_half(const torch_call& c, int i) {
  return c.faults.unknown_types_are_half ? or_else(c.size(i), 2 * B) : c.size(i);
}

namespace torch_detail {

/// Kinds of numbers for type promotion, in ascending order.
enum class number_kind : unsigned char { unknown, truth, whole, real, complex };

constexpr bool is_whole(dtype d) {
  return d == dtype::int64 || d == dtype::int32 || d == dtype::int16 || d == dtype::int8 || d == dtype::uint8 ||
         d == dtype::boolean;
}
/// Whether argument `i` contains integers.
constexpr bool is_whole(const torch_call& c, int i) { return is_whole(torch_type_precision(c.type(i), c.faults)); }

constexpr number_kind kind_of_type(std::string_view type) {
  const dtype d = torch_type_precision(type);
  if (d == dtype::boolean) return number_kind::truth;
  if (is_whole(d) || type.find("unsigned ") != type.npos) return number_kind::whole;
  if (d == dtype::complex64 || d == dtype::complex128 || type.starts_with("c10::complex")) return number_kind::complex;
  return d == dtype::any ? number_kind::unknown : number_kind::real;
}
/// The kind of a Python number as recorded: `2`, `0.5`, `1e-05`, `inf`, `True`.
constexpr number_kind kind_of_number(std::string_view text) {
  if (core_detail::same_letters(text, "true") || core_detail::same_letters(text, "false")) return number_kind::truth;
  if (text.empty()) return number_kind::unknown;
  if (text.ends_with('j')) return number_kind::complex;
  return text.find_first_not_of("+-0123456789") == std::string_view::npos ? number_kind::whole : number_kind::real;
}

/// An operand in PyTorch's type promotion: tensors with extents take precedence over those without, and these over
/// Python numbers.
struct promoted_operand {
  number_kind kind = number_kind::unknown;
  int rank = 0;  ///< 2: with extents, 1: without, 0: a number
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

/// Bytes per element of the combined result of arguments `i` and `j` by PyTorch's type promotion: the higher kind of
/// number wins (boolean, integer, real, complex); within a kind the larger type wins; two different types of one
/// size need the next larger one (half and bfloat16: float). Operands without extents contribute only their kind: a
/// Python number, which older versions record as a `double` without extents, turns integers into floats.
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
  return a.size == b.size && a.is != b.is ? 2 * a.size : a.size > b.size ? a.size : b.size;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_CALL_HPP
