#ifndef RIDGELINE_QUERY_AGGREGATE_ROW_HPP
#define RIDGELINE_QUERY_AGGREGATE_ROW_HPP

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/pack.hpp>
#include <ridgeline/query/measures.hpp>

namespace ridgeline {

namespace query_detail {

template <std::size_t P, class T>
constexpr T& part(core_detail::pack_item<P, T>& item) { return item.value; }
template <std::size_t P, class T>
constexpr const T& part(const core_detail::pack_item<P, T>& item) { return item.value; }

template <class V>
constexpr const V& shown(const V& value) { return value; }
constexpr const double& shown(const part_of_all& value) { return value.shown; }

/// Returned when a pointer to some other member was requested; missing if the type allows it.
template <class V>
inline const V no_value = [] {
  if constexpr (may_be_missing<V>) return missing<V>;
  else return V{};
}();

template <class... Ts>
struct types {};

/// Columns that describe the values, and the values themselves.
template <class Columns, class Values>
struct described;
template <class... C, class... V>
struct described<types<C...>, types<V...>> {
  pack<C...> columns;
  pack<V...> values;

  template <class Wanted>
  static constexpr bool has = (alike<bare_of<C>, bare_of<Wanted>> || ...);

  template <class Wanted>
  constexpr const auto& of(const Wanted& wanted) const {
    if constexpr (distinguishable<bare_of<Wanted>>) return find<0>(bare(wanted));
    else return shown(part<only<bare_of<Wanted>>()>(values));
  }

  template <class Row>
  static void sum_up_shares(std::vector<Row>& rows) {
    sum_up(rows, std::make_index_sequence<sizeof...(C)>{});
  }
  /// Turns sums into fractions of their total.
  template <std::size_t P, class Row>
  static void divide_shares(std::vector<Row>& rows) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(part<P>(std::declval<pack<V...>&>()))>, part_of_all>) {
      compensated_sum all;
      for (const Row& row : rows)
        if (const double x = part<P>(row.measures.values).own; known(x)) all.add(x);
      for (Row& row : rows) {
        part_of_all& value = part<P>(row.measures.values);
        value.own = value.shown = all.value() != 0 ? value.own / all.value() : missing<double>;
      }
    }
  }

 private:
  template <class Row, std::size_t... P>
  static void sum_up(std::vector<Row>& rows, std::index_sequence<P...>) {
    (sum_up_column<P, bare_of<C>>(rows), ...);
  }
  template <std::size_t P, class Column, class Row>
  static void sum_up_column(std::vector<Row>& rows) {
    if constexpr (std::is_same_v<typename Column::kind, share_kind<true>>) {
      compensated_sum so_far;
      for (Row& row : rows) {
        part_of_all& value = part<P>(row.measures.values);
        so_far.add(value.own);
        value.shown = so_far.value();
      }
    }
  }
  template <std::size_t From, class Wanted>
  static constexpr std::size_t next() {
    constexpr bool fits[] = {alike<bare_of<C>, Wanted>...};
    std::size_t at = From;
    while (at < sizeof...(C) && !fits[at]) ++at;
    return at;
  }
  /// The only column that may be the wanted one: of its type, or else of its type in another unit.
  template <class Wanted>
  static consteval std::size_t only() {
    constexpr std::size_t same = (std::size_t{0} + ... + std::size_t{std::is_same_v<bare_of<C>, Wanted>});
    constexpr std::size_t fits = (std::size_t{0} + ... + std::size_t{alike<bare_of<C>, Wanted>});
    constexpr bool clear = same == 1 || fits == 1;
    static_assert(clear, "several columns of this row are callables of this type, which cannot be told apart: write a "
                         "struct with `bool operator==(const it&) const = default`, or a lambda for each column");
    constexpr bool are[] = {(same == 1 ? std::is_same_v<bare_of<C>, Wanted> : alike<bare_of<C>, Wanted>)...};
    std::size_t at = 0;
    while (!are[at]) ++at;
    return at;
  }
  template <std::size_t From, class Wanted>
  constexpr const auto& find(const Wanted& wanted) const {
    constexpr std::size_t at = next<From, Wanted>();
    const auto& value = shown(part<at>(values));
    if (equal_parts(bare(part<at>(columns)), wanted)) return value;
    if constexpr (next<at + 1, Wanted>() < sizeof...(C)) return find<at + 1>(wanted);
    else return no_value<std::remove_cvref_t<decltype(value)>>;
  }
};

}  // namespace query_detail

/// Makes access by member name, as in `row.count`, fail with a readable error.
struct columns_are_asked_for_in_brackets;

/// One result row of `aggregate`: the values of the group's keys and measures. `row[name]` and `row[sum(time)]` access
/// a column, and later steps use the same names: `sort_by(desc(sum(time)))`, `where(equals(stream, 7))`.
template <class Keys, class Measures>
struct aggregate_row {
  using row_of_aggregate = void;
  Keys keys;
  Measures measures;

  template <class Column>
  static constexpr bool has = Keys::template has<Column> || Measures::template has<Column>;

  template <class Column>
    requires(has<Column>)
  constexpr const auto& answers(const Column& column) const {
    if constexpr (Keys::template has<Column>) return keys.of(column);
    else return measures.of(column);
  }
  template <class Column>
  constexpr const auto& operator[](const Column& column) const {
    static_assert(has<Column>, "this row has no such column: a measure or key that is asked of an aggregate's rows "
                               "must appear in its aggregate(...) or group_by(...)");
    if constexpr (has<Column>) return answers(column);
    else return *this;
  }

  template <class Stream>
  friend Stream& operator<<(Stream&, const aggregate_row&) = delete;  // A column of it: `out << row[name]`.

  columns_are_asked_for_in_brackets count() const = delete;  // Use brackets: `row[count]`.
  columns_are_asked_for_in_brackets name() const = delete;  // Use brackets: `row[name]`.
  columns_are_asked_for_in_brackets time() const = delete;  // Use brackets: `row[sum(time)]`.

  /// Recomputes the running sums of `cumulative` in the current row order.
  static void follow_order(std::vector<aggregate_row>& rows) { Measures::sum_up_shares(rows); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_AGGREGATE_ROW_HPP
