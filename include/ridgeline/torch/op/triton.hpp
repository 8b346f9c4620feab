#ifndef RIDGELINE_TORCH_OP_TRITON_HPP
#define RIDGELINE_TORCH_OP_TRITON_HPP

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/known_ops.hpp>
#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/picked.hpp>
#include <ridgeline/torch/record/inductor_kernel.hpp>

/// The model of kernels that TorchInductor generates from several ops, which are listed in the kernel's name.
namespace ridgeline {

/// FLOP per element of an op within a fused kernel; ops not listed only move data.
struct torch_fused_cost {
  std::string_view ops;
  double per_element;
};
inline constexpr std::array torch_fused_costs{
    torch_fused_cost{" add sub mul div relu mean sum abs neg ne eq lt gt ", 1},
    torch_fused_cost{" pow sqrt rsqrt var reciprocal ", 2},
    torch_fused_cost{" exp log sigmoid tanh silu ", 4},
    torch_fused_cost{" gelu ", 8}};

constexpr double torch_fused_cost_of(std::string_view op) {
  for (const torch_fused_cost& c : torch_fused_costs)
    if (is_word_of(c.ops, op)) return c.per_element;
  return 0;
}

/// Ops that read or write a few elements of a tensor, wherever their indices say.
inline constexpr std::string_view torch_lookup_ops =
    " embedding embedding_dense_backward index index_put index_put_ index_select gather take scatter scatter_ "
    "scatter_add scatter_add_ ";
/// Ops that read or write a part of a tensor.
inline constexpr std::string_view torch_part_ops =
    " slice select split split_with_sizes narrow unbind chunk slice_scatter select_scatter constant_pad_nd ";
/// Ops whose result comes from no tensor.
inline constexpr std::string_view torch_made_ops =
    " zeros zeros_like new_zeros ones ones_like new_ones full full_like new_full fill arange iota eye linspace "
    "scalar_tensor rand rand_like randn randn_like randint bernoulli ";

/// One value for each of `outer * inner` points.
struct torch_fused_kernel {
  double outer = missing<double>, inner = 1, per_element = 0;
  byte_count moved{};
  std::string_view type{};  ///< type of the first tensor of known size
  std::string_view prefix{};               ///< prefix for the ops' names: `aten.` if they lack it
  std::vector<std::string_view> ops;       ///< the ops it fuses

  constexpr flop_count flops() const { return per_element * outer * inner * FLOP; }
  constexpr byte_count bytes() const { return moved; }
  RIDGELINE_VECTOR_CONSTEXPR void fuse(std::string_view op) {
    ops.push_back(op);
    per_element += torch_fused_cost_of(op.substr(op.find_last_of('.') + 1));
  }
  std::string names() const {
    std::string all;
    for (const std::string_view op : ops) all.append(all.empty() ? "" : ", ").append(prefix).append(op);
    return all;
  }
};

struct torch_triton : torch_family<"triton"> {
  struct row { std::string_view name; bool pointwise; };
  static constexpr std::string_view sheet = "";  // it has no separate sheet
  static constexpr bool prefix = true;
  static constexpr std::array rows{row{"triton_poi_", true}, row{"triton_red_", false}, row{"triton_per_", false}};

  /// Sizes are among the concrete inputs, or in the file that TorchInductor wrote.
  static constexpr bool describes(const torch_call& c) { return has_arguments(c) || c.generated != nullptr; }
  static RIDGELINE_VECTOR_CONSTEXPR torch_fused_kernel from(const torch_call& c, const row& r) {
    torch_fused_kernel k;
    if (!has_arguments(c) && c.generated != nullptr) {
      k.outer = c.generated->outer, k.inner = c.generated->inner, k.moved = c.generated->bytes();
      k.type = c.generated->type;
      for (const std::string_view op : c.generated->ops) k.fuse(op);
      return k;
    }
    k.prefix = "aten.";
    double before = missing<double>, other = before;  // the last two or three integers are sizes
    json_list(c.concrete).for_each([&](std::string_view text) {
      if (is_integer(text))
        other = before, before = k.outer, k.outer = torch_detail::number_in(core_detail::unquoted(text));
      return true;
    });
    if (!r.pointwise && known(before)) k.inner = k.outer, k.outer = before, before = other;
    // an extent that may vary is among them as well, often that which is reduced
    const bool plane = !c.faults.triton_one_axis && known(before) && (r.pointwise || before != k.inner) &&
                       has_tensor_of(c, before * k.outer);
    if (plane) k.outer *= before;
    else if (!r.pointwise && reduces_two_axes(c, before, k)) k.inner *= k.outer, k.outer = before;
    for (const std::string_view op : fused_ops_of(c.name)) k.fuse(op);
    // of a tensor of which a part is read or written, at most one element for each point
    const double points = k.outer * k.inner, all = std::numeric_limits<double>::infinity();
    const bool limited = !c.faults.triton_tables_are_whole && known(points);
    const bool looks_up = limited && fuses_any(k.ops, torch_lookup_ops);
    const bool in_parts = limited && fuses_any(k.ops, torch_part_ops);
    const auto most_of = [&](double elements) {
      const bool halves = elements == 2 * points && k.per_element > 0;  // that meet, as in a gated layer
      return looks_up || (in_parts && !halves) ? points : all;
    };
    byte_count first = missing<byte_count>;
    double elements_of_first = 0, elements_of_last = 0;
    int tensors = 0;
    bool real = false;
    c.for_each_tensor([&](std::string_view dims, std::string_view type) {
      if (type == "Scalar") return;
      const byte_count size = torch_compiled_size(type, c.faults);
      if (!known(first)) first = size, elements_of_first = torch_shape(dims).size();
      const bool first_real = !real && !c.faults.triton_tables_are_whole &&
                              torch_detail::kind_of_type(type) == torch_detail::number_kind::real;
      if (size.base() > 0 && (k.type.empty() || first_real)) k.type = type, real = real || first_real;
      const double elements = elements_of_last = torch_shape(dims).size();
      ++tensors;
      k.moved += op::at_most(elements, most_of(elements)) * size;
    });
    // results are behind the inputs; one that is written over an input, `in_out_ptr0`, is the first tensor
    const bool is_only = tensors == 1 && !fuses_any(k.ops, torch_made_ops);
    const bool over_input = c.generated != nullptr ? c.generated->over_input : is_only || elements_of_last < k.outer;
    const bool twice = c.faults.triton_one_axis || (elements_of_first == k.outer && over_input);
    if (r.pointwise && known(first) && twice) k.moved += k.outer * first;
    return k;
  }
  static constexpr std::string_view compute_type(const torch_call&, const torch_fused_kernel& k) { return k.type; }
  static std::string spec(const torch_call& c, const torch_fused_kernel& k) {
    const dtype type = torch_type_precision(k.type, c.faults);
    std::string text = "vector_";
    const bool by_type = c.faults.triton_spec_by_type;
    if (k.type.empty() || (!by_type && type == dtype::any)) return {};
    for (const char ch : by_type ? k.type.substr(k.type.find_last_of(':') + 1) : std::string_view(name_of(type)))
      text += core_detail::lower_letter(ch);
    return text;
  }
  using k = torch_fused_kernel;
  static constexpr torch_shown parameters{"fused_ops xnumel rnumel", &k::names, &k::outer, &k::inner};

 private:
  static RIDGELINE_VECTOR_CONSTEXPR bool fuses_any(const std::vector<std::string_view>& ops, std::string_view of) {
    bool any = false;
    for (const std::string_view op : ops) any = any || is_word_of(of, op);
    return any;
  }
  /// Whether a reduction has two axes, so that it visits each element of its largest tensor with the size before its
  /// own two. A size of 1 says nothing if a tensor has a result for each of those.
  static constexpr bool reduces_two_axes(const torch_call& c, double before, const torch_fused_kernel& k) {
    if (c.faults.triton_one_axis || !known(before) || (before == 1 && has_tensor_of(c, k.outer))) return false;
    double largest = 0;
    c.for_each_tensor([&](std::string_view dims, std::string_view) {
      const double size = torch_shape(dims).size();
      if (size > largest) largest = size;
    });
    return largest == before * k.outer * k.inner;
  }
  /// A kernel over a plane has the sizes of both axes, one over a line at most an unrelated size before its own.
  static constexpr bool has_tensor_of(const torch_call& c, double elements) {
    bool any = false;
    c.for_each_tensor([&](std::string_view dims, std::string_view) {
      any = any || torch_shape(dims).size() == elements;
    });
    return any;
  }
  static constexpr bool is_integer(std::string_view text) {
    return text.find_first_of(".eE") == text.npos && known(torch_detail::number_in(core_detail::unquoted(text)));
  }
  static constexpr bool has_arguments(const torch_call& c) {
    bool any = false;
    json_list(c.concrete).for_each([&](std::string_view text) { return !(any = is_integer(text)); });
    return any && json_list(c.dims).size() > 0 && json_list(c.types).size() > 0;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_TRITON_HPP
