#ifndef RIDGELINE_QUERY_AGGREGATE_HPP
#define RIDGELINE_QUERY_AGGREGATE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate_row.hpp>
#include <ridgeline/query/group_by.hpp>

namespace ridgeline {

namespace query_detail {

/// Everything one measure needs, derived from its bare form and the groups that it is computed for.
template <class Measure, class Groups>
struct measured {
  using column = bare_of<Measure>;
  using kind = typename column::kind;
  using what = typename column::what;
  using source = typename Groups::template kept<what>;
  using value = content_of<source>;
  using state = typename kind::template state<value>;
  static constexpr bool real = std::is_same_v<state, running_spread> || std::is_same_v<state, all_values>;

  static auto result_of(state& s) {
    auto found = kind::template result<value>(s);
    if constexpr (is_always_data<source> && requires { found.value_or(source()); }) return found.value_or(source());
    else return found;
  }
  using result = decltype(result_of(std::declval<state&>()));
  static void add(state& s, const what& of, const typename Groups::record& record) {
    if constexpr (std::is_same_v<state, record_counter>) {
      s.add();
    } else {
      decltype(auto) v = project(of, record);
      using read = content<std::remove_cvref_t<decltype(v)>>;
      if (!read::given(v)) return;
      if constexpr (real) s.add(arithmetic<value>::number(read::of(v)));
      else if constexpr (std::is_same_v<typename read::type, value>) s.add(read::of(v));
      else s.add(value(read::of(v)));
    }
  }
};

/// Whether values may be shown in a unit: always without one, and quantities in units of their dimension.
template <class Value, class Unit>
inline constexpr bool takes_unit = !requires { typename Unit::quantity_type; } ||
                                   requires(const Value& v) { v.in(Unit{}); };

template <class Record, class Measure>
consteval bool measurable() {
  static_assert(is_measure<bare_of<Measure>>, "aggregate takes measures: count, sum<us>(time), first(name); "
                                              "grouping keys belong in group_by");
  if constexpr (is_measure<bare_of<Measure>>) {
    if constexpr (answers_all<Record, typename bare_of<Measure>::what>()) {
      using value = content_of<projected<typename bare_of<Measure>::what, Record>>;
      constexpr bool fits = !needs_sum<typename bare_of<Measure>::kind> || adds_up<value>;
      static_assert(fits, "this measure needs numbers: integers, doubles, quantities or durations; points in time and "
                          "texts do not add up");
      constexpr bool has_order = !needs_order<typename bare_of<Measure>::kind> || requires(const value& a) { a < a; };
      static_assert(has_order, "min and max need an order: their values must compare with <");
      constexpr bool usable = fits && has_order;
      constexpr bool in_its_unit = usable && takes_unit<value, std::remove_cv_t<decltype(bare_of<Measure>::unit)>>;
      static_assert(in_its_unit || !usable,
                    "the unit of a measure is one of what it measures: sum<us>(time), sum<MB>(size); plain numbers "
                    "have none: sum(&row::tokens)");
      return in_its_unit;
    }
  }
  return false;
}

struct no_state {};

/// One pass over the records. Measures that need the same state for the same word share it: sum, mean and share of
/// `time` all use one sum.
template <class... Measures>
struct aggregate_step {
  using takes_groups = void;
  pack<Measures...> measures;

  template <class Input>
  auto operator()(Input&& input) const {
    if constexpr (requires { typename std::remove_cvref_t<Input>::goes_into_steps; }) {
      return of_groups(input, std::index_sequence_for<Measures...>{});
    } else {
      return of_groups(grouped_records<Input>{held<Input>(std::forward<Input>(input)), {}},
                       std::index_sequence_for<Measures...>{});
    }
  }

 private:
  template <class M>
  static constexpr bool stateless =
      std::is_enum_v<typename bare_of<M>::what> || std::is_empty_v<typename bare_of<M>::what>;

  /// The first measure whose state this one can share.
  template <class Groups, std::size_t P>
  static consteval std::size_t owner() {
    constexpr bool free[] = {stateless<Measures>...};
    std::size_t found = P;
    const auto same = [&]<std::size_t J, class Mine, class Other>() {
      if (J < found && free[P] && std::is_same_v<typename Mine::state, typename Other::state> &&
          std::is_same_v<typename Mine::what, typename Other::what>)
        found = J;
    };
    each_pair<Groups, P>(same, std::index_sequence_for<Measures...>{});
    return found;
  }
  template <class Groups, std::size_t P, class Visitor, std::size_t... J>
  static consteval void each_pair(Visitor same, std::index_sequence<J...>) {
    using mine = measured<std::remove_cvref_t<decltype(part<P>(std::declval<pack<Measures...>&>()))>, Groups>;
    (same.template operator()<J, mine, measured<Measures, Groups>>(), ...);
  }

  template <class Groups, std::size_t... P>
  auto of_groups(const Groups& groups, std::index_sequence<P...>) const {
    using record = typename Groups::record;
    if constexpr ((measurable<record, Measures>() && ...)) {
      using states =
          pack<std::conditional_t<owner<Groups, P>() == P, typename measured<Measures, Groups>::state, no_state>...>;
      const pack<bare_of<Measures>...> columns{{bare(part<P>(measures))}...};
      std::vector<states> all;
      auto table = groups.visit([&](std::uint32_t group, const record& r) {
        if (group == all.size()) all.emplace_back();
        states& mine = all[group];
        ([&] {
          if constexpr (owner<Groups, P>() == P) measured<Measures, Groups>::add(part<P>(mine), part<P>(columns).of, r);
        }(), ...);
      });
      if constexpr (std::is_same_v<typename Groups::template key_list<types>, types<>>)
        if (all.empty()) table.number(), all.emplace_back();  // ungrouped input is one group, even when it is empty
      using keys = described<typename Groups::template key_list<types>, typename Groups::template value_list<types>>;
      using values = described<types<Measures...>, types<typename measured<Measures, Groups>::result...>>;
      using row = aggregate_row<keys, values>;
      std::vector<row> rows;
      rows.reserve(all.size());
      for (std::size_t g = 0; g < all.size(); ++g)
        rows.push_back(row{{groups.keys, std::move(table.keys()[g])},
                           {measures, {{measured<Measures, Groups>::result_of(part<owner<Groups, P>()>(all[g]))}...}}});
      (values::template divide_shares<P>(rows), ...);
      values::sum_up_shares(rows);
      return rows;
    } else {
      return refused{};
    }
  }
};

/// A measure without its argument: `sum<us>()`, or the function `sum<us>` itself.
template <class Measure>
inline constexpr bool lacks_what = std::is_same_v<Measure, lacks_arguments> ||
                                   std::is_same_v<Measure, lacks_arguments (*)()>;

}  // namespace query_detail

/// One row per group, computed in one pass: `group_by(name, stream) | aggregate(count, sum<us>(time), share(time))`.
/// Ungrouped records give a single row. Rows are in order of each group's first record. They own their values, except
/// text views, which are valid only as long as the text they refer to.
template <class... Measures>
  requires(!query_detail::lacks_what<Measures> && ...)
constexpr auto aggregate(Measures... measures) {
  return step{query_detail::aggregate_step<Measures...>{{{measures}...}}};
}

/// Catches arguments that name an overloaded template, such as `aggregate(median)`, and explains the error.
template <class Never = void>
constexpr auto aggregate(query_detail::any_measure, query_detail::any_measure = {}, query_detail::any_measure = {},
                         query_detail::any_measure = {}, query_detail::any_measure = {}, query_detail::any_measure = {},
                         query_detail::any_measure = {}, query_detail::any_measure = {}) {
  static_assert(!std::is_same_v<Never, Never>, "a measure needs its argument, in parentheses: median(time), "
                                               "quantile<95, us>(time), sum<us>(time)");
  return query_detail::refused_step;
}

namespace query_detail {
// Neither is a measure a value: `where(sum(time) > 5 * us)` and `where(count > 3)` over rows.
template <class Kind, class What, auto Unit, class Value>
inline constexpr bool compared_word<measure<Kind, What, Unit>, Value> =
    !std::is_same_v<measure<Kind, What, Unit>, Value>;
template <class Value>
inline constexpr bool compared_word<count_word, Value> = !std::is_same_v<count_word, Value>;
}  // namespace query_detail

/// A measure used where a step is expected.
template <query_detail::stands_before_steps Left, class Kind, class What, auto Unit>
constexpr refused operator|(Left&&, const measure<Kind, What, Unit>&) {
  static_assert(!std::is_same_v<Kind, Kind>,
                "use a measure inside aggregate: records | aggregate(count, sum<us>(time))");
  return {};
}

template <query_detail::stands_before_steps Left>
constexpr refused operator|(Left&& left, count_word) {
  return std::forward<Left>(left) | query_detail::bare(count);
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_AGGREGATE_HPP
