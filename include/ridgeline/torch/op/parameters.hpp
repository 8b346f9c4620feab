#ifndef RIDGELINE_TORCH_OP_PARAMETERS_HPP
#define RIDGELINE_TORCH_OP_PARAMETERS_HPP

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/torch/op/call.hpp>

/// What a report shows of a call: the parameters that a model read, as columns.
namespace ridgeline {

/// The value of a model's parameter. Lists are JSON texts, shown as Python writes them: all their lists as tuples, all
/// as lists, or a list of tuples.
struct torch_value {
  enum class kind : unsigned char { none, integer, real, boolean, text, tuple, list, list_of_tuples };
  kind is = kind::none;
  double number = 0;   ///< of integer, real and boolean
  std::string text{};

  static torch_value real(double x) { return {kind::real, x, {}}; }
  /// Lists of the trace; one that is not there is none.
  static torch_value tuple(std::string_view json) { return list_of(kind::tuple, json); }
  static torch_value list(std::string_view json) { return list_of(kind::list, json); }
  static torch_value list_of_tuples(std::string_view json) { return list_of(kind::list_of_tuples, json); }
  /// A list as Python prints it among the concrete inputs: `[True, False]`.
  static torch_value python_list(std::string_view text) {
    torch_value v = list(text);
    for (char& c : v.text)
      if (c == 'T' || c == 'F') c = static_cast<char>(c - 'A' + 'a');
    return v;
  }
  static torch_value tuple(const torch_shape& shape) {
    std::string json;
    for (int i = 0; i < shape.rank(); ++i) {
      const double n = shape[i];
      json += i == 0 ? "" : ",";
      json += n > -9e15 && n < 9e15 ? std::to_string(static_cast<long long>(n)) : "null";
    }
    return {kind::tuple, 0, "[" + json + "]"};
  }
  /// Types; one that is not there is null.
  static torch_value tuple(std::span<const std::string_view> types) {
    std::string json;
    for (const std::string_view type : types) {
      if (!json.empty()) json += ',';
      if (type.data() == nullptr) json += "null";
      else json.append("\"").append(type) += '"';
    }
    return {kind::tuple, 0, "[" + json + "]"};
  }
  /// What a number, flag, text, shape or size is shown as.
  template <class Value>
  static torch_value of(const Value& v) {
    if constexpr (std::same_as<Value, torch_value>) return v;
    else if constexpr (std::same_as<Value, torch_shape>) return tuple(v);
    else if constexpr (std::same_as<Value, byte_count>) return {kind::integer, v.base(), {}};
    else if constexpr (std::same_as<Value, bool>) return {kind::boolean, v ? 1.0 : 0.0, {}};
    else if constexpr (std::is_arithmetic_v<Value>) return {kind::integer, static_cast<double>(v), {}};
    else return v.data() == nullptr ? torch_value() : torch_value{kind::text, 0, std::string(v)};
  }

  bool is_number() const { return is == kind::integer || is == kind::real; }
  friend bool operator==(const torch_value&, const torch_value&) = default;

 private:
  static torch_value list_of(kind what, std::string_view json) {
    return json.empty() ? torch_value() : torch_value{what, 0, std::string(json)};
  }
};

/// Names of columns with a space between them, each with where it comes from: `D0`, `S0`, `T0` are dims, strides and
/// type of argument 0, `L0` dims as a list, `D0[1]` one extent, `C0` a list among the concrete inputs, `(T0,T1)` types
/// as a tuple; `-` is none, and so are `S0?` and `T0?` of what is no tensor; numbers, `true`, `false` and `'texts'` are
/// themselves. A name alone takes the next of `Values` values: whether their count is right is checked while compiling.
template <std::size_t Values>
struct torch_columns {
  std::string_view text;

  template <std::size_t N>
  consteval torch_columns(const char (&columns)[N]) : text(columns, N - 1) {  // NOLINT: a literal is meant to convert
    std::size_t alone = 0;
    for (std::size_t at = 0; at < text.size(); at = std::min(text.find(' ', at), text.size() - 1) + 1)
      if (text.substr(at, text.find(' ', at) - at).find('=') == text.npos) ++alone;
    if (alone != Values) throw "names without a source and values differ in number";
  }
};

/// What a model read off a call, name by name in the order of the report's columns. Names outlive the parameters.
class torch_parameters {
 public:
  struct entry {
    std::string_view name;
    torch_value value;
  };
  const std::vector<entry>& entries() const { return entries_; }

  void add(std::string_view name, torch_value value) { entries_.push_back({name, std::move(value)}); }
  /// Adds columns of a call.
  template <class... Values>
  void show(const torch_call& c, torch_columns<sizeof...(Values)> columns, const Values&... values) {
    const std::array<torch_value, sizeof...(Values)> all{torch_value::of(values)...};
    add_columns(c, columns.text, all.data());
  }

 private:
  void add_columns(const torch_call& c, std::string_view columns, const torch_value* values) {
    while (!columns.empty()) {
      const std::string_view column = columns.substr(0, columns.find(' '));
      columns.remove_prefix(std::min(column.size() + 1, columns.size()));
      const std::size_t name = column.find('=');
      if (name == column.npos) add(column, *values++);
      else add(column.substr(0, name), taken_from(c, column.substr(name + 1)));
    }
  }
  static torch_value taken_from(const torch_call& c, std::string_view source) {
    switch (source.front()) {
      case 'D': {
        const std::size_t bracket = source.find('[');
        if (bracket == source.npos) return torch_value::tuple(c.dims_text(number_of(source)));
        return torch_value::of(c.extent(number_of(source.substr(0, bracket)), number_of(source.substr(bracket))));
      }
      case 'L': return torch_value::list(c.dims_text(number_of(source)));
      case 'S': return torch_value::tuple(is_there(c, source) ? c.stride(number_of(source)) : std::string_view());
      case 'C': return torch_value::python_list(c.value(number_of(source)));
      case 'T': return torch_value::of(type_of(c, source));
      case '(': {
        std::vector<std::string_view> types;
        for (source.remove_prefix(1); !source.empty(); source.remove_prefix(source.find_first_of(",)") + 1))
          types.push_back(type_of(c, source.substr(0, source.find_first_of(",)"))));
        return torch_value::tuple(types);
      }
      case '-': return {};
      case 't':
      case 'f': return torch_value::of(source.front() == 't');
      case '\'': return torch_value::of(source.substr(1, source.size() - 2));
      default: break;
    }
    const double n = torch_detail::number_in(source);
    return source.find('.') == source.npos ? torch_value::of(n) : torch_value::real(n);
  }
  /// The number in `T2`, `S2?` or `[2]`.
  static int number_of(std::string_view source) {
    int n = 0;
    for (const char c : source.substr(1))
      if (c >= '0' && c <= '9') n = n * 10 + (c - '0');
    return n;
  }
  static bool is_there(const torch_call& c, std::string_view source) {
    return !source.ends_with('?') || c.tensor(number_of(source));
  }
  /// A type, or a text in quotes.
  static std::string_view type_of(const torch_call& c, std::string_view source) {
    if (source.starts_with('\'')) return source.substr(1, source.size() - 2);
    return source.starts_with('T') && is_there(c, source) ? c.type(number_of(source)) : std::string_view();
  }

  std::vector<entry> entries_{};
};

/// A model's `parameters` where it only names columns and members of the shape that it read:
///
///     static constexpr torch_shown parameters{"x_shape=D2 num_elements", &op::unary::outputs};
///
/// A value is a member or a function of the shape. Positions count from the shape's `argument`, where it has one.
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
        out.show(c.from_argument(shape.argument), columns_, std::invoke(value, shape)...);
      else out.show(c, columns_, std::invoke(value, shape)...);
    }, values_);
  }

 private:
  torch_columns<sizeof...(Values)> columns_;
  std::tuple<Values...> values_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PARAMETERS_HPP
