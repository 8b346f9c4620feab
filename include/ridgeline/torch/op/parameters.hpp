#ifndef RIDGELINE_TORCH_OP_PARAMETERS_HPP
#define RIDGELINE_TORCH_OP_PARAMETERS_HPP

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/call.hpp>

/// The columns a report shows for a call: the parameters that a model read.
namespace ridgeline {

/// The value of a model's parameter. Lists are JSON and are shown as Python writes them: with all lists as tuples,
/// all as lists, or as a list of tuples.
struct torch_value {
  enum class kind : unsigned char { none, integer, real, boolean, text, tuple, list, list_of_tuples };
  kind is = kind::none;
  double number = 0;   ///< for integer, real and boolean
  std::string text{};

  static torch_value real(double x) { return {kind::real, x, {}}; }
  /// Lists of the trace; `none` if absent.
  static torch_value tuple(std::string_view json) { return list_of(kind::tuple, json); }
  static torch_value list(std::string_view json) { return list_of(kind::list, json); }
  static torch_value list_of_tuples(std::string_view json) { return list_of(kind::list_of_tuples, json); }
  /// A list as Python prints it among the concrete inputs: `[True, False]`.
  static torch_value python_list(std::string_view text);
  static torch_value tuple(const torch_shape& shape);
  /// Types; null if absent.
  static torch_value tuple(std::span<const std::string_view> types);
  /// The value shown for a number, flag, text, shape or size; `none` if it is unknown.
  template <class Value>
  static torch_value of(const Value& v) {
    if constexpr (std::same_as<Value, torch_value>) return v;
    else if constexpr (std::same_as<Value, torch_shape>) return tuple(v);
    else if constexpr (std::same_as<Value, byte_count>) return of(v.base());
    else if constexpr (std::same_as<Value, bool>) return {kind::boolean, v ? 1.0 : 0.0, {}};
    else if constexpr (std::is_arithmetic_v<Value>) {
      const auto number = static_cast<double>(v);
      return known(number) ? torch_value{kind::integer, number, {}} : torch_value();
    }
    else return v.data() == nullptr ? torch_value() : torch_value{kind::text, 0, std::string(v)};
  }

  bool is_number() const { return is == kind::integer || is == kind::real; }
  friend bool operator==(const torch_value&, const torch_value&) = default;

 private:
  static torch_value list_of(kind what, std::string_view json) {
    return json.empty() ? torch_value() : torch_value{what, 0, std::string(json)};
  }
};

/// Names of columns separated by blanks, each with its source: `D0`, `S0`, `T0` are dims, strides and type of
/// argument 0, `L0` its dims as a list, `D0[1]` one extent, `C0` a list among the concrete inputs, `(T0,T1)` types
/// as a tuple; `-` is none, and so are `S0?` and `T0?` if the argument is not a tensor; numbers, `true`, `false` and
/// `'texts'` are literals. A name without a source takes the next of `Values` values; their number is checked at
/// compile time.
template <std::size_t Values>
struct torch_columns {
  std::string_view text;

  template <std::size_t N>
  consteval torch_columns(const char (&columns)[N]) : text(columns, N - 1) {  // NOLINT: a literal is meant to convert
    std::size_t alone = 0;
    core_detail::for_each_word(text, [&](std::string_view column) {
      if (column.find('=') == column.npos) ++alone;
    });
    if (alone != Values) throw "the numbers of names without a source and of values differ";
  }
};

/// The parameters that a model read from a call, in the order of the report's columns. Names must outlive the
/// object.
class torch_parameters {
 public:
  struct entry {
    std::string_view name;
    torch_value value;
  };
  const std::vector<entry>& entries() const { return entries_; }
  /// The number of a name; missing if there is none.
  double number(std::string_view name) const;

  void add(std::string_view name, torch_value value);
  /// Adds columns for a call.
  template <class... Values>
  void show(const torch_call& c, torch_columns<sizeof...(Values)> columns, const Values&... values) {
    const std::array<torch_value, sizeof...(Values)> all{torch_value::of(values)...};
    add_columns(c, columns.text, all.data());
  }

 private:
  void add_columns(const torch_call& c, std::string_view columns, const torch_value* values);

  std::vector<entry> entries_;
};

/// Appends a parameter's value as Python writes it; a text that stands alone has no quotes.
void append_parameter(std::string& out, const torch_value& v, bool quoted);

/// Appends `{'M': 128, 'bias': False}`; nothing if there are no parameters.
void append_parameters(std::string& out, const torch_parameters& all);

namespace torch_detail {
/// Appends a number as Python writes it; with `as_real`, integers have a decimal point too.
void append_python_number(std::string& out, const torch_value& v, bool as_real);
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PARAMETERS_HPP
