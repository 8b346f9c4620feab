#ifndef RIDGELINE_TABLE_TABULATE_HPP
#define RIDGELINE_TABLE_TABULATE_HPP

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/aggregate_row.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/derived_column.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

namespace query_detail {

/// Values shown by name: enumerations with a `name_of`.
template <class Value>
concept shown_by_name = requires(const Value& v) {
  { name_of(v) } -> std::convertible_to<std::string_view>;
};
/// Optionals of such; an empty one is an empty cell.
template <class Value>
concept holds_shown_by_name = requires(const Value& v) { requires shown_by_name<decltype(*v)>; v.has_value(); };

/// A column whose title is derived from what it shows.
template <class Read, class Value, class Unit>
struct derived_column {
  Read read;
  table_detail::shared_object title;
  column_facts facts;

  template <class Record>
  cell at(const Record& record, std::string& scratch) const {
    decltype(auto) v = read(record);
    if constexpr (shown_by_name<Value>) {
      return cell_of_name(v, scratch);
    } else if constexpr (holds_shown_by_name<Value>) {
      return v.has_value() ? cell_of_name(*v, scratch) : cell();
    } else if constexpr (!shown_in<Value, Unit>) {
      return {};
    } else {
      return table_detail::cell_of_result<Unit>(std::forward<decltype(v)>(v), scratch);
    }
  }
  static cell cell_of_name(const auto& named, std::string& scratch) {
    if constexpr (std::is_same_v<std::remove_cv_t<decltype(name_of(named))>, std::string>) {
      scratch = name_of(named);
      return cell::of(std::string_view(scratch));
    } else {
      return cell::of(std::string_view(name_of(named)));
    }
  }
  constexpr colour style(const auto&) const { return colour::none; }
  /// Always true, because `derived` has already checked it.
  template <class>
  static consteval bool shows() {
    return true;
  }
};

template <class What, class Record, class Read>
auto derived(const Read& read) {
  using value = std::remove_cvref_t<decltype(read(std::declval<const Record&>()))>;
  using unit = shown_unit<value, typename unit_of_column<What>::type>;
  constexpr bool can_be_shown = shown_by_name<value> || holds_shown_by_name<value> || shown_in<value, unit>;
  static_assert(can_be_shown, "a quantity is shown in a unit of its kind: sum<us>(time) in aggregate, in<us>(time) in "
                              "tabulate; a symbol is shown by its text, an enumeration by a name_of(it) next to it, "
                              "an address as a std::uintptr_t");
  const auto* const title = new std::string(title_of<What>());
  derived_column<Read, value, unit> c{read, table_detail::shared_object(title), {}};
  c.facts.title = *title;
  c.facts.unit = unit::symbol;
  if constexpr (std::is_convertible_v<const value&, std::string_view>) c.facts.side = align::left;
  return c;
}

/// Reads a column of an aggregate's row by position.
template <bool Key, std::size_t P>
struct read_row {
  constexpr const auto& operator()(const auto& row) const {
    if constexpr (Key) return shown(part<P>(row.keys.values));
    else return shown(part<P>(row.measures.values));
  }
};
template <class What>
struct read_record {
  What what;
  constexpr decltype(auto) operator()(const auto& record) const { return project(what, record); }
};

template <class Row, class... K, class KV, class... M, class MV, std::size_t... KI, std::size_t... MI>
auto columns_of_row(const aggregate_row<described<types<K...>, KV>, described<types<M...>, MV>>*,
                    std::index_sequence<KI...>, std::index_sequence<MI...>) {
  return columns(derived<K, Row>(read_row<true, KI>{})..., derived<M, Row>(read_row<false, MI>{})...);
}
template <class... K, class KV, class... M, class MV>
auto columns_of_row(const aggregate_row<described<types<K...>, KV>, described<types<M...>, MV>>* row) {
  return columns_of_row<std::remove_cvref_t<decltype(*row)>>(row, std::index_sequence_for<K...>{},
                                                             std::index_sequence_for<M...>{});
}

/// Stands in for a table after a compile-time error; later steps add no further errors.
struct refused_table : table {};
template <class Function>
constexpr refused operator|(const refused_table&, const step<Function>&) {
  return {};
}
template <>
inline constexpr bool is_part_of_a_pipeline<refused_table> = true;

template <class Record>
consteval bool owned_by_table() {
  constexpr bool owned = !std::is_pointer_v<Record>;
  static_assert(owned, "a table owns its rows: tabulate records, not pointers to records that may be gone");
  return owned;
}

/// Reports columns without a title, once per table.
template <class... Columns>
consteval bool all_titled() {
  constexpr bool all = (title<Columns>::has && ...);
  static_assert(all, "a pointer to a member and a callable have no title: write titled<\"tokens\">(&request::tokens), "
                     "as a key, in a measure or as a column of tabulate");
  return all;
}
template <class Row>
inline constexpr bool row_is_titled = false;
template <class... K, class KV, class... M, class MV>
inline constexpr bool row_is_titled<aggregate_row<described<types<K...>, KV>, described<types<M...>, MV>>> =
    all_titled<K..., M...>();

/// A column as it is given, or one that is made of what it shows.
template <class What>
struct chosen_column {
  template <class Record>
  static consteval bool shows() {
    if constexpr (!all_titled<What>()) return false;
    else return answers_all<Record, bare_of<What>>();
  }
  template <class Record>
  static auto made(const What& what) {
    return derived<What, Record>(read_record<What>{what});
  }
};
template <fixed_string Title, class Unit, class Projection, class Style>
struct chosen_column<column_of<Title, Unit, Projection, Style>> {
  using given = column_of<Title, Unit, Projection, Style>;
  /// A word, a measure or a key is read from the record as a step reads it.
  template <class Record>
  static constexpr bool is_read = !given::template takes<Record>() && asks<Projection, Record>;
  template <class Record>
  static auto made(const given& column) {
    if constexpr (is_read<Record>)
      return column_of<Title, Unit, read_record<Projection>, Style>{{column.value}, column.style, column.facts};
    else return column;
  }
  template <class Record>
  static consteval bool shows() {
    return decltype(made<Record>(std::declval<const given&>()))::template shows<Record>();
  }
};

template <class... Columns>
struct tabulate_step {
  std::string name;
  pack<Columns...> all;

  template <class Range>
  auto operator()(Range&& range) const {
    using record = record_of<Range>;
    if constexpr (!owned_by_table<record>()) {
      return refused_table();
    } else if constexpr (sizeof...(Columns) > 0) {
      if constexpr ((chosen_column<Columns>::template shows<record>() && ...))
        return table(name, list_of(std::forward<Range>(range)), chosen<record>(std::index_sequence_for<Columns...>{}));
      else return refused_table();
    } else {
      static_assert(is_row<record>, "tabulate knows the columns of an aggregate; those of other records are named: "
                                    "tabulate(\"gaps\", device, in<us>(time))");
      if constexpr (row_is_titled<record>)
        return table(name, list_of(std::forward<Range>(range)), columns_of_row(static_cast<const record*>(nullptr)));
      else return refused_table();
    }
  }

 private:
  template <class Record, std::size_t... P>
  auto chosen(std::index_sequence<P...>) const {
    return columns(chosen_column<Columns>::template made<Record>(part<P>(all))...);
  }
};
/// Stands in for `tabulate` after a compile-time error in its arguments.
struct no_table {
  refused_table operator()(const auto&) const { return {}; }
};

}  // namespace query_detail

namespace query_detail {
template <class First = void, class...>
struct first_type {
  using type = First;
};
}  // namespace query_detail

/// Makes a table of the records. Without columns, for the rows of an aggregate: its keys and measures, titled `name`,
/// `count`, `time_sum`. With columns: words, pointers to members, callables and measures, with a unit (`in<us>(time)`)
/// or a custom title (`titled<"kernel">(name)`) where needed, and columns with options of their own
/// (`column<"Time", us>(time).digits(1)`). The table owns the records; text they refer to must outlive it.
template <class... Columns>
auto tabulate(std::string_view name, Columns... columns) {
  return step{query_detail::tabulate_step<Columns...>{std::string(name), {{columns}...}}};
}
/// The same with a list made by `columns(...)`, which supports every column option.
template <class... Columns>
auto tabulate(std::string_view name, const column_list<Columns...>& list) {
  return step{query_detail::tabulate_step<Columns...>{std::string(name), list.all}};
}

/// Catches a missing table title.
template <class... Columns>
  requires(!std::is_convertible_v<typename query_detail::first_type<Columns...>::type, std::string_view>)
auto tabulate(const Columns&...) {
  static_assert(sizeof...(Columns) != sizeof...(Columns),
                "tabulate begins with the title of the table: tabulate(\"kernels\", name, in<us>(time))");
  return step{query_detail::no_table{}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_TABULATE_HPP
