#ifndef RIDGELINE_READ_FIELD_HPP
#define RIDGELINE_READ_FIELD_HPP

#include <cstddef>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/pack.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// The unit of a field that holds text or a plain number.
struct no_unit {};

/// How one column of an input is read: its name, the unit of its numbers, and the record member it fills. `also` is an
/// alternative name used by other versions of the format.
template <fixed_string Name, class Unit, class Access>
struct field_of {
  using unit_type = Unit;
  static constexpr std::string_view name{Name};
  Access access;
  std::string_view also{};

  template <class Record>
  constexpr decltype(auto) of(Record& record) const {
    if constexpr (std::is_member_object_pointer_v<Access>) {
      return (record.*access);
    } else {
      return access(record);
    }
  }
  constexpr bool is_named(std::string_view text) const { return text == name || (!also.empty() && text == also); }
};

/// `field<"CORE COUNT">(&tt_op::cores)`, `field<"DURATION [ns]", ns>(&tt_op::time)`. `access` is a member or a callable
/// that returns a reference into the record.
template <fixed_string Name, auto Unit = no_unit{}, class Access>
constexpr auto field(Access access, std::string_view also = {}) {
  return field_of<Name, std::remove_cv_t<decltype(Unit)>, Access>{access, also};
}

/// Catches a name passed in parentheses.
template <class Name, class Access>
constexpr auto field(const Name&, Access access, std::string_view also = {}) {
  static_assert(!std::is_same_v<Name, Name>,
                "a field's name and unit go in angle brackets: field<\"time (us)\", us>(&row::time)");
  return field<"">(access, also);
}

/// The list of fields by which a record is read.
template <class... Fields>
struct field_list {
  static constexpr std::size_t size = sizeof...(Fields);
  pack<Fields...> all;

  /// Calls `visit(field, index)` for each field, in order.
  template <class Visitor>
  constexpr void for_each(Visitor&& visit) const {
    all.each_with_index(visit);
  }
  /// This list with one more field appended, for users who read an additional column.
  template <class Field>
  constexpr auto with(const Field& extra) const {
    return field_list<Fields..., Field>{all.with(extra)};
  }
};

template <class... Fields>
constexpr auto fields(const Fields&... all) {
  constexpr bool are_fields = (requires { typename Fields::unit_type; } && ...);
  static_assert(are_fields, "fields takes fields, each with its column's name: fields(field<\"model\">(&row::model))");
  if constexpr (are_fields) return field_list<Fields...>{pack<Fields...>{{all}...}};
  else return field_list<>{};
}

/// A field whose column name is matched ignoring case.
template <class Field>
struct caseless_field : Field {
  constexpr bool is_named(std::string_view text) const {
    return core_detail::same_letters(text, Field::name) ||
           (!this->also.empty() && core_detail::same_letters(text, this->also));
  }
};
template <class... Fields>
constexpr auto caseless(const Fields&... all) {
  return fields(caseless_field<Fields>{all}...);
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_FIELD_HPP
