#ifndef RIDGELINE_TABLE_COLUMN_HPP
#define RIDGELINE_TABLE_COLUMN_HPP

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/own_value.hpp>
#include <ridgeline/core/pack.hpp>
#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/colour.hpp>

namespace ridgeline {

enum class align : std::uint8_t { right, left };

/// How a column is displayed, as far as sinks need to know.
struct column_facts {
  std::string_view title{};
  std::string_view unit{};     ///< symbol, such as `μs`; empty: none
  int digits = 2;              ///< decimals of real numbers in output for people
  bool separators = true;      ///< thousands separators in output for people
  align side = align::right;
  int min_width = 0;
  bool on_console = true;      ///< false: only in files
};

namespace table_detail {
/// `value(row, more...)`, or the member of `row` that `value` points to. (Replaces std::invoke, which needs
/// <functional>.)
template <class Projection, class Row, class... More>
constexpr decltype(auto) projected(const Projection& value, const Row& row, More&... more) {
  if constexpr (std::is_member_object_pointer_v<Projection>) {
    return core_detail::member_of(row, value);
  } else if constexpr (std::is_member_function_pointer_v<Projection>) {
    return (row.*value)(more...);
  } else {
    return value(row, more...);
  }
}
/// The cell of what a projection returned. A string that it returned by value is kept in `scratch`.
template <class Unit, class Value>
cell cell_of_result(Value&& value, std::string& scratch) {
  using kind = std::remove_cvref_t<Value>;
  if constexpr (core_detail::foreign_value<kind>) {
    return to_cell(core_detail::own_value(value), Unit{});
  } else if constexpr (std::is_lvalue_reference_v<Value>) {
    return to_cell(value, Unit{});
  } else if constexpr (std::is_same_v<kind, std::string>) {
    scratch = std::forward<Value>(value);
    return to_cell(scratch, Unit{});
  } else if constexpr (std::is_same_v<kind, std::optional<std::string>>) {
    return value.has_value() ? cell_of_result<Unit>(*std::forward<Value>(value), scratch) : cell();
  } else {
    return to_cell(value, Unit{});
  }
}
/// Stands in for a column's projection after a compile-time error.
struct shows_nothing {
  constexpr std::string_view operator()(const auto&) const { return {}; }
};
}  // namespace table_detail

/// No colour in any row.
struct no_style {
  template <class Row>
  constexpr colour operator()(const Row&) const {
    return colour::none;
  }
};

/// One column: a title, a unit, and how to get its value from a row. The projection is a member or a callable taking
/// the row. To build text, return a string, or take a second argument, `std::string& scratch`, and return a view into
/// it.
template <fixed_string Title, class Unit, class Projection, class Style = no_style>
struct column_of {
  Projection value;
  Style style;
  column_facts facts;

  /// Whether this column can show such rows; if not, reports why in a readable error.
  template <class Row>
  static consteval bool shows() {
    using result = typename decltype(result_of<Row>())::type;
    constexpr bool called = !std::is_void_v<result>, has_a_cell = !called || shown_value<result>;
    static_assert(called, "a column's projection is a member of the row or a callable that takes the row");
    static_assert(has_a_cell, "a column shows text, truth values, whole numbers and ratios without a unit, a ratio as "
                              "a percent, and a quantity in a unit of its dimension");
    return called && has_a_cell;
  }
  /// Whether the projection can be called with such rows.
  template <class Row>
  static consteval bool takes() {
    return std::is_invocable_v<const Projection&, const Row&, std::string&> ||
           std::is_invocable_v<const Projection&, const Row&>;
  }
  template <class Row>
  cell at(const Row& row, std::string& scratch) const {
    if constexpr (!shows<Row>()) {
      return {};
    } else if constexpr (std::is_invocable_v<const Projection&, const Row&, std::string&>) {
      return table_detail::cell_of_result<Unit>(table_detail::projected(value, row, scratch), scratch);
    } else {
      return table_detail::cell_of_result<Unit>(table_detail::projected(value, row), scratch);
    }
  }

  constexpr column_of digits(int n) const { return changed([n](column_facts& f) { f.digits = n; }); }
  constexpr column_of left() const { return changed([](column_facts& f) { f.side = align::left; }); }
  constexpr column_of bare() const { return changed([](column_facts& f) { f.separators = false; }); }
  constexpr column_of at_least(int n) const { return changed([n](column_facts& f) { f.min_width = n; }); }
  constexpr column_of for_files() const { return changed([](column_facts& f) { f.on_console = false; }); }
  /// Uses a different symbol for the same unit.
  constexpr column_of shown_as(std::string_view symbol) const {
    return changed([symbol](column_facts& f) { f.unit = symbol; });
  }
  /// This column with a colour per row: `style(row)` returns a `colour`.
  template <class NewStyle>
  constexpr auto coloured(NewStyle by) const {
    return column_of<Title, Unit, Projection, NewStyle>{value, by, facts};
  }

 private:
  /// The type that the projection returns for a row; void if it does not accept the row.
  template <class Row>
  static consteval auto result_of() {
    if constexpr (std::is_invocable_v<const Projection&, const Row&, std::string&>)
      return std::remove_cvref<std::invoke_result_t<const Projection&, const Row&, std::string&>>();
    else if constexpr (std::is_invocable_v<const Projection&, const Row&>)
      return std::remove_cvref<std::invoke_result_t<const Projection&, const Row&>>();
    else return std::remove_cvref<void>();
  }
  template <class Value>
  static constexpr bool shown_value = [] {
    if constexpr (core_detail::foreign_value<Value>)
      return shown_in<std::remove_cvref_t<decltype(core_detail::own_value(std::declval<const Value&>()))>, Unit>;
    else return shown_in<Value, Unit>;
  }();
  template <class Change>
  constexpr column_of changed(Change change) const {
    column_of copy = *this;
    change(copy.facts);
    return copy;
  }
};

/// `column<"Device Time", us>(&row::time)`, `column<"Total %", percent>([](const row& r) { return r.share; })`.
template <fixed_string Title, auto Unit = plain, class Projection>
constexpr auto column(Projection value) {
  using unit_type = std::remove_cv_t<decltype(Unit)>;
  column_facts facts;
  facts.title = text_of<Title>;
  facts.unit = unit_type::symbol;
  return column_of<Title, unit_type, Projection>{value, no_style{}, facts};
}

/// Catches a title passed in parentheses.
template <auto Unit = plain, class... Wrong>
  requires(sizeof...(Wrong) > 1)
constexpr auto column(const Wrong&...) {
  static_assert(sizeof...(Wrong) == 0,
                "a column's title and unit go in angle brackets: column<\"Time\", us>(&row::time)");
  return column<"">(table_detail::shows_nothing{});
}

/// The list of columns used to show rows; every sink uses it.
template <class... Columns>
struct column_list {
  pack<Columns...> all;

  template <class Visitor>
  constexpr void for_each(Visitor&& visit) const {
    all.for_each(visit);
  }
  /// Whether every column can show such rows. Checked where rows and columns are combined rather than where a cell is
  /// created, so that the error appears close to the offending line.
  template <class Row>
  static consteval bool shows() {
    return (Columns::template shows<Row>() && ...);
  }
  /// This list with more columns appended, for user-defined columns.
  template <class... More>
  constexpr auto with(const More&... more) const {
    return column_list<Columns..., More...>{all.with(more...)};
  }
  template <class... More>
  constexpr auto with(const column_list<More...>& more) const {
    return column_list<Columns..., More...>{all.joined(more.all)};
  }
};

template <class... Columns>
constexpr auto columns(const Columns&... all) {
  return column_list<Columns...>{pack<Columns...>{{all}...}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_COLUMN_HPP
