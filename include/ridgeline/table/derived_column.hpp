#ifndef RIDGELINE_TABLE_DERIVED_COLUMN_HPP
#define RIDGELINE_TABLE_DERIVED_COLUMN_HPP

#include <string>
#include <type_traits>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/measures.hpp>
#include <ridgeline/table/cell.hpp>

namespace ridgeline::query_detail {

/// The title of a column, derived from the type it shows; pointers to members and callables have none.
template <class What>
struct title {
  static constexpr bool has = query_word<What>;
  static std::string of() {
    if constexpr (has) return std::string(word<What>::title);
    else return {};
  }
};
template <class What>
std::string title_of() {
  return title<What>::of();
}
template <>
struct title<count_word> {
  static constexpr bool has = true;
  static std::string of() { return "count"; }
};
template <fixed_string Title, class Column>
struct title<titled_column<Title, Column>> {
  static constexpr bool has = true;
  static std::string of() { return std::string(text_of<Title>); }
};
template <auto Unit, class What>
struct title<column_in<Unit, What>> : title<What> {};
template <class What, class Part>
struct title<of_part<What, Part>> {
  static constexpr bool has = title<What>::has;
  static std::string of() { return std::string(Part::title) + "_" + title<What>::of(); }
};
template <class Kind, class What, auto Unit>
struct title<measure<Kind, What, Unit>> {
  static constexpr bool has = title<What>::has;
  static std::string of() { return title<What>::of() + "_" + std::string(Kind::suffix); }
};

/// The unit given for a column.
template <class What>
struct unit_of_column {
  using type = unitless_t;
};
template <fixed_string Title, class Column>
struct unit_of_column<titled_column<Title, Column>> : unit_of_column<Column> {};
template <class What, class Part>
struct unit_of_column<of_part<What, Part>> : unit_of_column<What> {};
template <auto Unit, class What>
struct unit_of_column<column_in<Unit, What>> {
  using type = std::remove_cv_t<decltype(Unit)>;
};
template <class Kind, class What, auto Unit>
struct unit_of_column<measure<Kind, What, Unit>> {
  using type = std::remove_cv_t<decltype(Unit)>;
};
template <bool Running, class What, auto Unit>
struct unit_of_column<measure<share_kind<Running>, What, Unit>> {
  using type = percent_t;
};

/// The unit in which a value is shown; time points default to whole nanoseconds.
template <class Value, class Given>
using shown_unit = std::conditional_t<!std::is_same_v<std::remove_cv_t<Given>, std::remove_cv_t<unitless_t>>, Given,
                                      std::conditional_t<std::is_same_v<Value, time_point>, ns_t, plain_t>>;

}  // namespace ridgeline::query_detail

#endif  // RIDGELINE_TABLE_DERIVED_COLUMN_HPP
