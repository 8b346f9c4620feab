#ifndef RIDGELINE_TORCH_OP_MODEL_HPP
#define RIDGELINE_TORCH_OP_MODEL_HPP

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/op/shown.hpp>
#include <ridgeline/op/model.hpp>

/// The requirements for a type to be a model of PyTorch ops.
///
/// A model names the ops it describes and reads a call into an object that counts its FLOP and bytes, either itself
/// or a shape from `ridgeline/op`:
///
///     struct my_norm : torch_family<"RMSNorm"> {
///       static constexpr std::string_view name = "my::norm";
///       static constexpr op::rms_norm from(const torch_call& c) { ... }
///     };
///
/// One model can describe several ops: `names` instead of `name` if only the names differ, or `rows`, an array of
/// structs with a `name` each, or several `names` that blanks divide, and the data specific to these ops; `from` then
/// also takes the row. A row may have its own `category` and `sheet`.
///
/// The family provides `category`, the name of its category `sheet`, and the engine `compute`. Optional members:
/// - `computes`: the argument whose type determines the precision, -1 for none; by default the shape's `argument`,
///   else 0
/// - `compute_type(call, shape)`: the type that determines the precision, if it is not that of an argument
/// - `parameters(out, call, shape)`: see torch_shown
/// - `backward(shape)`: the cost of the backward pass, if it differs from the shape's own gradients
/// - `undefined(shape)`: whether to leave out the op silently
/// - `describes(call)`: whether the call has the data that the model needs
/// - `asks_kernel(name)`: which kernel's name the model needs in the call
/// - `counts_kernels`: the model also needs the number of these kernels
/// - `annotated`: the model needs the range around the call
/// - `of_forward`: the arguments are those of the forward op with the same sequence number, its own shapes `gradient`
/// - `alone`: the model covers calls that launch GPU work with no op in between; an op that a call dispatches to
///   counts instead
/// - `own_work`: the same, but ops in between may copy, which is part of the call, and communicate, which is not
/// - `beside_ops`: the model covers the kernels that it asks for where the op launches them itself, and whatever else
///   it launches; the ops below count for themselves
/// - `prefix`: the name is a prefix of the names it describes
/// - `example`: a call that the model must be able to read, checked at compile time
namespace ridgeline {

constexpr std::string_view without_direction(std::string_view category) {
  if (category.ends_with("_fwd") || category.ends_with("_bwd")) category.remove_suffix(4);
  return category;
}

/// The common properties of ops in a category; by default, `Sheet` is the category without its direction.
template <fixed_string Category, fixed_string Sheet = "", engine Compute = engine::vector>
struct torch_family {
  static constexpr std::string_view category = text_of<Category>;
  static constexpr std::string_view sheet = text_of<Sheet>.empty() ? without_direction(category) : text_of<Sheet>;
  static constexpr engine compute = Compute;
};
/// The same for ops that run on matrix engines.
template <fixed_string Category>
using torch_matrix_family = torch_family<Category, "", engine::matrix>;

/// A shape read from argument `argument` on.
template <class Shape>
struct torch_from : Shape {
  int argument = 0;
};

template <class M>
concept names_one_op = requires {
  { M::name } -> std::convertible_to<std::string_view>;
  requires !std::is_member_object_pointer_v<decltype(&M::name)>;  // of each object: `static` is missing
};
template <class M>
concept names_ops = requires { { M::names[0] } -> std::convertible_to<std::string_view>; std::size(M::names); };
template <class M>
concept names_ops_in_rows = requires { M::rows.size(); } &&
                            (requires { { M::rows[0].name } -> std::convertible_to<std::string_view>; } ||
                             requires { { M::rows[0].names } -> std::convertible_to<std::string_view>; });
template <class M>
concept names_any_op = names_one_op<M> || names_ops<M> || names_ops_in_rows<M>;
template <class M>
concept has_category = requires { { M::category } -> std::convertible_to<std::string_view>; } ||
                       requires { { M::rows[0].category } -> std::convertible_to<std::string_view>; };
template <class M>
concept reads_call = requires(const torch_call& c) { M::from(c); } ||
                     requires(const torch_call& c) { M::from(c, M::rows[0]); };

namespace torch_detail {

template <class Row, class Visit>
constexpr void for_each_name_in(const Row& row, Visit&& visit) {
  if constexpr (requires { row.name; }) visit(row.name);
  else core_detail::for_each_word(row.names, visit);
}
/// Calls `visit(name, row)` for each name of a model.
template <class M, class Visit>
constexpr void for_each_name(Visit&& visit) {
  if constexpr (names_ops_in_rows<M>) {
    for (std::size_t row = 0; row < M::rows.size(); ++row)
      for_each_name_in(M::rows[row], [&](std::string_view name) { visit(name, row); });
  } else if constexpr (names_ops<M>) {
    for (const std::string_view name : M::names) visit(name, std::size_t{0});
  } else if constexpr (names_one_op<M>) {
    visit(std::string_view(M::name), std::size_t{0});
  } else {
    visit(std::string_view(), std::size_t{0});
  }
}
template <class M>
constexpr std::size_t names_of() {
  std::size_t n = 0;
  for_each_name<M>([&](std::string_view, std::size_t) { ++n; });
  return n;
}
template <class M>
constexpr std::string_view category_at([[maybe_unused]] std::size_t row) {
  if constexpr (requires { M::rows[row].category; }) return M::rows[row].category;
  else if constexpr (has_category<M>) return M::category;
  else return {};
}
template <class M>
constexpr auto read_call(const torch_call& c, [[maybe_unused]] std::size_t row) {
  if constexpr (requires { M::from(c, M::rows[row]); }) return M::from(c, M::rows[row]);
  else return M::from(c);
}

template <bool>
struct yes_or_no {};
/// Whether a model can read its own example, if it has one.
template <class M>
constexpr bool reads_its_example() {
  if constexpr (requires { torch_call(M::example); }) {
    const auto shape = read_call<M>(M::example, 0);
    return known(flops(shape)) && known(bytes(shape));
  }
  return true;
}
/// The same for compilers, such as clang, that do not treat arithmetic with unknown values as constant.
template <class M>
constexpr bool example_is_read() {
  if constexpr (requires { typename yes_or_no<reads_its_example<M>()>; }) return reads_its_example<M>();
  else return false;
}
/// Whether the positions in a model's rows are valid.
template <class M>
constexpr bool positions_are_possible() {
  if constexpr (requires { M::rows[0].possible(); }) {
    for (std::size_t i = 0; i < M::rows.size(); ++i)
      if (!M::rows[i].possible()) return false;
  }
  return true;
}

/// The result of a model for a call; `usable` if that can be counted.
template <class M, bool Complete = names_any_op<M> && has_category<M> && reads_call<M>>
struct listed_model {
  static constexpr bool flops = true, bytes = true, usable = false;  // other checks report what is missing
};
template <class M>
struct listed_model<M, true> {
  using shape = decltype(read_call<M>(torch_call{}, 0));
  static constexpr bool flops = counts_flops<shape>, bytes = counts_bytes<shape>, usable = flops && bytes;
};

/// Whether each optional part that the model has by name can be used; a part in another form would be passed over.
template <class M>
constexpr bool optional_parts_are_usable() {
  using op_detail::is_function;
  using shape = typename listed_model<M>::shape;
  constexpr bool parameters =
      !requires { &M::parameters; } ||
      requires(torch_parameters& out, const torch_call& c, const shape& s) { M::parameters(out, c, s); };
  constexpr bool backward = !requires { requires is_function<decltype(&M::backward)>; } ||
                            requires(const shape& s) { M::backward(s); };
  constexpr bool undefined = !requires { requires is_function<decltype(&M::undefined)>; } ||
                             requires(const shape& s) { M::undefined(s); };
  constexpr bool describes = !requires { requires is_function<decltype(&M::describes)>; } ||
                             requires(const torch_call& c) { M::describes(c); };
  constexpr bool type = !requires { requires is_function<decltype(&M::compute_type)>; } ||
                        requires(const torch_call& c, const shape& s) { M::compute_type(c, s); };
  constexpr bool kernel = !requires { requires is_function<decltype(&M::asks_kernel)>; } ||
                          requires(std::string_view name) { M::asks_kernel(name); };
  constexpr bool gradients = counts_gradients<shape> ||
                             (!requires { &shape::gradient_flops; } && !requires { &shape::gradient_bytes; });
  static_assert(parameters, "a model's parameters are a torch_shown, or `static void parameters(torch_parameters& out, "
                            "const torch_call& c, const shape& s)`");
  static_assert(backward, "a model's backward is `static constexpr auto backward(const shape& s)`, with the cost");
  static_assert(undefined, "a model's undefined is `static constexpr bool undefined(const shape& s)`");
  static_assert(describes, "a model's describes is `static constexpr bool describes(const torch_call& c)`");
  static_assert(type, "a model's compute_type is `static constexpr std::string_view compute_type(const torch_call& c, "
                      "const shape& s)`");
  static_assert(kernel, "a model's asks_kernel is `static bool asks_kernel(std::string_view name)`");
  static_assert(gradients, "counts_gradients: a backward pass needs `constexpr flop_count gradient_flops() const` and "
                           "`constexpr byte_count gradient_bytes() const`");
  return parameters && backward && undefined && describes && type && kernel && gradients;
}

/// Reports in one sentence what is wrong with a model in a list.
template <class M>
constexpr bool is_complete_model() {
  constexpr bool named = names_any_op<M>, categorised = has_category<M>, reads = reads_call<M>;
  if constexpr (!named && !categorised) {
    static_assert(named, "names_any_op, has_category: a torch model begins with `static constexpr std::string_view "
                         "name = \"my::op\", category = \"elementwise\"`, and reads calls by `from(call)`");
  } else {
    static_assert(named, "names_any_op: a torch model needs `static constexpr std::string_view name` (or an array of "
                         "`names`, or `rows` of structs with a `name`)");
    static_assert(categorised, "has_category: a torch model needs `static constexpr std::string_view category`");
    static_assert(reads, "reads_call: a torch model needs `static constexpr auto from(const torch_call&)`");
  }
  static_assert(listed_model<M>::flops, "counts_flops: what `from` gives needs `constexpr flop_count flops() const`");
  static_assert(listed_model<M>::bytes, "counts_bytes: what `from` gives needs `constexpr byte_count bytes() const`");
  if constexpr (listed_model<M>::usable) {
    [[maybe_unused]] constexpr bool usable = optional_parts_are_usable<M>();
    constexpr bool read = example_is_read<M>(), possible = positions_are_possible<M>();
    static_assert(read, "wrong index: the model's FLOP or bytes of its own example are not known; see which entry of "
                        "the dims, types or concrete inputs it reads");
    static_assert(possible, "wrong index: a row names an argument before 0 or behind 63");
  }
  return true;
}

/// The backward pass of a call, from the model or else from its shape.
template <class M, class Shape>
  requires requires(const Shape& shape) { M::backward(shape); } || counts_gradients<Shape>
constexpr auto backward_of(const Shape& shape) {
  if constexpr (requires { M::backward(shape); }) return M::backward(shape);
  else return gradients_of<Shape>{shape};
}

template <class Shape>
torch_work work_of(const Shape& shape, const torch_model_faults& faults) {
  const torch_work w{torch_work::state::counted, flops(shape), bytes(shape)};
  const bool counted = known(w.flops) || (!faults.bytes_need_flops && known(w.bytes));
  return counted ? w : torch_work{torch_work::state::failed};
}

/// The complete result of model `M` for a call; each user-defined model instantiates one of these.
template <class M>
torch_cost cost_by(const torch_call& recorded, std::size_t row) {
  torch_cost cost;
  bool lacks = recorded.dims.empty() || recorded.types.empty();
  torch_call c = recorded;
  c.lacks = &lacks;
  const auto shape = read_call<M>(c, row);
  cost.forward = work_of(shape, c.faults);
  // a nested tensor is recorded as None; how many elements of a sparse one are stored is not recorded
  const bool of_torch = c.name.starts_with("aten::");
  const bool nested = of_torch && c.is_none(0) && c.dims_text(0) == "[]";
  const bool sparse = of_torch && !c.faults.sparse_is_full && c.any_sparse();
  const bool unreadable = (nested && !c.faults.empty_is_usual) || sparse;
  if (unreadable) lacks = true, cost.forward = {torch_work::state::failed};
  cost.unrecorded = lacks && !cost.forward.complete();
  if constexpr (requires { M::undefined(shape); })
    if (M::undefined(shape)) cost.forward = {};
  if constexpr (requires { shape.is_narrowed(); }) cost.narrowed = cost.forward.complete() && shape.is_narrowed();
  if constexpr (requires { M::describes(c); }) cost.described = M::describes(c);
  if constexpr (requires { backward_of<M>(shape); }) cost.backward = work_of(backward_of<M>(shape), c.faults);
  if (unreadable && cost.backward.counted()) cost.backward = {torch_work::state::failed};
  if constexpr (requires { M::compute; }) cost.compute = M::compute;
  std::string_view type;
  if constexpr (requires { M::compute_type(c, shape); }) type = M::compute_type(c, shape);
  else if constexpr (requires { M::computes; }) type = c.type(M::computes);
  else if constexpr (requires { shape.argument; }) type = c.type(shape.argument);
  else type = c.type(0);
  cost.precision = torch_type_precision(type, c.faults);
  if constexpr (requires { M::spec(c, shape); }) {
    cost.spec = M::spec(c, shape);
  } else if (cost.precision != dtype::any) {
    cost.spec = cost.compute == engine::matrix ? "matrix_" : "vector_";
    cost.spec += name_of(cost.precision);
  }
  if constexpr (requires { M::parameters(cost.parameters, c, shape); }) M::parameters(cost.parameters, c, shape);
  return cost;
}
}  // namespace torch_detail

/// The shape that model `M` reads from a call, for counting without a report, also at compile time. `row`: the row of
/// the model that has the call's name.
template <class M>
constexpr auto torch_read(const torch_call& c, std::size_t row = 0) {
  return torch_detail::read_call<M>(c, row);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_HPP
