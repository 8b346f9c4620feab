#ifndef RIDGELINE_XLA_OP_MODEL_HPP
#define RIDGELINE_XLA_OP_MODEL_HPP

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/roofline.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/xla/record/faults.hpp>

/// The requirements for a type to be a model of calls in XLA programs, and how a list of such types becomes a table
/// of functions.
///
/// A model states which calls it describes and reads a call into an object that counts its FLOP and bytes, either
/// itself or a shape from `ridgeline/op`:
///
///     struct my_softmax {
///       static bool matches(const xla_call& c) { return c.target == "my_softmax"; }
///       static std::optional<op::unary> from(const xla_call& c) { ... }   // nothing: the shapes do not match
///     };
///     options.models = xla_model_list<my_softmax>;
///
/// `from` may also take the `xla_faults`. The object that `from` returns may have `describe(xla_parameters&)`, the
/// columns of the op sheets; `peak()`, the `math` whose peak applies; `inputs()`, tensors to show instead of the
/// operands.
namespace ridgeline {

/// A parameter that a model read from a call: a number or a text. Its column is `param: NAME`.
struct xla_parameter {
  std::string_view name;
  std::string text;
  double number = missing<double>;
};

/// What an op sheet shows of a call besides its cost, in the order of its columns. Names must outlive the
/// parameters.
struct xla_parameters {
  std::vector<xla_parameter> all;

  void add(std::string_view name, std::string text);
  void add(std::string_view name, double number);
  void add(std::string_view name, bool yes) { add(name, std::string(yes ? "True" : "False")); }
  /// The types of the two operands that are multiplied, as a Python tuple.
  void add_types(std::string_view a, std::string_view b);
  /// The parameter of that name; null if the model has none.
  const xla_parameter* find(std::string_view name) const {
    for (const xla_parameter& p : all)
      if (p.name == name) return &p;
    return nullptr;
  }
};

/// The cost of a call according to its model.
struct xla_cost {
  bool modelled = false;                   ///< a model describes calls of its kind
  bool fits = false;                       ///< the model could read this call
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  math peak{};                             ///< the chip's peak that applies
  xla_parameters parameters{};
  std::vector<xla_tensor> inputs;        ///< tensors to show instead of the operands; empty: the operands

  /// The minimum time on a chip of what took `took`. A limit for which the chip has no figure is unknown.
  roof over(const hw::roofs& on, time_quantity took) const {
    return {on.least_time(flops, peak, took), bytes / on.memory};
  }
};

/// One row in a table of models.
struct xla_model {
  bool (*matches)(const xla_call& call) = nullptr;
  void (*read)(xla_cost& to, const xla_call& call, const xla_faults& faults) = nullptr;
};

/// A table of models, asked in order; the models it points to must outlive it.
struct xla_model_table {
  const xla_model* first = nullptr;
  const xla_model* last = nullptr;

  const xla_model* begin() const { return first; }
  const xla_model* end() const { return last; }
};

namespace xla_detail {

template <class Model>
constexpr auto read_call(const xla_call& call, [[maybe_unused]] const xla_faults& faults) {
  if constexpr (requires { Model::from(call, faults); }) return Model::from(call, faults);
  else return Model::from(call);
}

template <class Shape>
void fill_cost(xla_cost& to, const Shape& shape) {
  static_assert(op_model<Shape>, "what an XLA model's `from` gives needs flops() and bytes(): see op/model.hpp, or "
                                 "specialise op_traits");
  if constexpr (op_model<Shape>) {
    to.fits = true;
    to.flops = ridgeline::flops(shape);
    to.bytes = ridgeline::bytes(shape);
    constexpr bool describes = !requires { requires op_detail::is_function<decltype(&Shape::describe)>; } ||
                               requires { shape.describe(to.parameters); };
    constexpr bool peak = !requires { requires op_detail::is_function<decltype(&Shape::peak)>; } ||
                          requires { { shape.peak() } -> std::convertible_to<math>; };
    constexpr bool inputs = !requires { requires op_detail::is_function<decltype(&Shape::inputs)>; } ||
                            requires { to.inputs = shape.inputs(); };
    static_assert(describes, "an XLA shape's describe is `void describe(xla_parameters& to) const`");
    static_assert(peak, "an XLA shape's peak is `math peak() const`");
    static_assert(inputs, "an XLA shape's inputs is `std::vector<xla_tensor> inputs() const`");
    if constexpr (requires { shape.describe(to.parameters); }) shape.describe(to.parameters);
    if constexpr (requires { { shape.peak() } -> std::convertible_to<math>; }) to.peak = shape.peak();
    if constexpr (requires { to.inputs = shape.inputs(); }) to.inputs = shape.inputs();
  }
}

template <class Model>
constexpr xla_model model_row() {
  constexpr bool found = requires(const xla_call& c) { { Model::matches(c) } -> std::convertible_to<bool>; };
  constexpr bool reads = requires(const xla_call& c) { Model::from(c); } ||
                         requires(const xla_call& c, const xla_faults& f) { Model::from(c, f); };
  static_assert(found, "an XLA model needs `static bool matches(const xla_call&)` to be found");
  static_assert(reads, "an XLA model needs `static SHAPE from(const xla_call&)`, or a std::optional of a shape");
  if constexpr (found && reads) {
    return {[](const xla_call& call) -> bool { return Model::matches(call); },
            [](xla_cost& to, const xla_call& call, const xla_faults& faults) {
              const auto shape = read_call<Model>(call, faults);
              if constexpr (requires { shape.has_value(); }) {
                if (shape.has_value()) fill_cost(to, *shape);
              } else {
                fill_cost(to, shape);
              }
            }};
  }
  return {};
}

template <class... Models>
inline constexpr std::array<xla_model, sizeof...(Models)> model_rows{model_row<Models>()...};

}  // namespace xla_detail

/// User-defined models as a table.
template <class... Models>
inline constexpr xla_model_table xla_model_list{xla_detail::model_rows<Models...>.data(),
                                                xla_detail::model_rows<Models...>.data() + sizeof...(Models)};

/// The cost of a call: from the first of `own` that describes it, else from the built-in models (GEMM, attention,
/// convolution).
xla_cost cost_of(const xla_call& call, const xla_faults& faults = {}, xla_model_table own = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_MODEL_HPP
