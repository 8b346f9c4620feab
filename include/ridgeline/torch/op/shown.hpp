#ifndef RIDGELINE_TORCH_OP_SHOWN_HPP
#define RIDGELINE_TORCH_OP_SHOWN_HPP

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

/// A model's `parameters` if they only name columns and members of the shape that it read:
///
///     static constexpr torch_shown parameters{"x_shape=D2 num_elements", &op::unary::outputs};
///
/// A value is a data member or member function of the shape. Positions count from the shape's `argument`, if it has
/// one.
template <class... Values>
class torch_shown {
 public:
  template <std::size_t N>
  consteval torch_shown(const char (&columns)[N], Values... values)  // NOLINT: may be columns alone
      : columns_(columns), values_(values...) {}

  template <class Shape>
  void operator()(torch_parameters& out, const torch_call& c, const Shape& shape) const {
    std::apply([&](const auto&... value) {
      if constexpr (requires { shape.argument; })
        out.show(c.from_argument(shape.argument), columns_, shown_of(shape, value)...);
      else out.show(c, columns_, shown_of(shape, value)...);
    }, values_);
  }

 private:
  template <class Shape, class Value>
  static decltype(auto) shown_of(const Shape& shape, Value value) {
    if constexpr (std::is_member_object_pointer_v<Value>) return (shape.*value);
    else if constexpr (std::is_member_function_pointer_v<Value>) return (shape.*value)();
    else return value(shape);
  }

  torch_columns<sizeof...(Values)> columns_;
  std::tuple<Values...> values_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SHOWN_HPP
