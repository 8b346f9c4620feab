#ifndef RIDGELINE_QUERY_SORT_BY_HPP
#define RIDGELINE_QUERY_SORT_BY_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/pack.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

/// A key sorted in descending order.
template <class What>
struct descending {
  What what;
};
template <class What>
constexpr descending<What> desc(What what) {
  return {what};
}
template <class What, class... More>
  requires(sizeof...(More) > 0)
constexpr descending<What> desc(What what, More...) {
  static_assert(sizeof...(More) == 0, "desc takes one key: sort_by(desc(time), desc(start))");
  return {what};
}
/// Catches a direction in the place of a step.
template <query_detail::stands_before_steps Left, class What>
constexpr refused operator|(Left&&, descending<What>) {
  static_assert(!std::is_same_v<What, What>, "desc is no step: sort_by(desc(time)), or top<10>(time), which puts the "
                                             "largest first");
  return {};
}

namespace query_detail {

template <class Key>
struct sort_key {
  using what = Key;
  static constexpr int sign = 1;
  static constexpr const Key& of(const Key& key) { return key; }
};
template <class What>
struct sort_key<descending<What>> {
  using what = What;
  static constexpr int sign = -1;
  static constexpr const What& of(const descending<What>& key) { return key.what; }
};

template <class Value>
concept ordered = requires(const Value& a, const Value& b) {
  { a < b } -> std::convertible_to<bool>;
};

/// The type in which a key's value is kept while sorting: text stored in the record is not copied.
template <class Value>
struct kept_key {
  using type = std::remove_cvref_t<Value>;
};
template <>
struct kept_key<const std::string&> {
  using type = std::string_view;
};

template <class Key, class Record>
using kept_value = typename kept_key<decltype(project(
    std::declval<const typename sort_key<Key>::what&>(), std::declval<const Record&>()))>::type;

/// Negative when `a` comes first. Missing values come last in either direction.
template <int Sign, class Value>
constexpr int compared(const Value& a, const Value& b) {
  if constexpr (may_be_missing<Value>) {
    const bool a_known = known(a), b_known = known(b);
    if (!a_known || !b_known) return static_cast<int>(b_known) - static_cast<int>(a_known);
  }
  return a < b ? -Sign : b < a ? Sign : 0;
}

template <class Record, class... Keys>
consteval bool sortable() {
  if constexpr (answers_all<Record, typename sort_key<Keys>::what...>()) {
    constexpr bool all = (ordered<kept_value<Keys, Record>> && ...);
    static_assert(all, "a key of sort_by or top needs an order: its values must compare with <");
    return all;
  } else {
    return false;
  }
}

/// The records of a range as a new list; a temporary list, or one held by a temporary `where`, is moved from.
template <class Range>
auto list_of(Range&& range) {
  static_cast<void>(records_stay<Range>());
  using record = record_of<Range>;
  if constexpr (std::is_same_v<Range, std::vector<record>>) {
    return std::vector<record>(std::move(range));
  } else if constexpr (!can_keep<Range>()) {
    return std::vector<record>();
  } else {
    std::vector<record> list;
    if constexpr (requires { range.size(); }) list.reserve(static_cast<std::size_t>(range.size()));
    for (auto&& r : range) list.push_back(passed_on<Range>(std::forward<decltype(r)>(r)));
    return list;
  }
}

/// Recomputes values that depend on the row order, such as running sums.
template <class Record>
void follow_order(std::vector<Record>& list) {
  if constexpr (requires { Record::follow_order(list); }) Record::follow_order(list);
}

template <class... Keys>
struct sort_step {
  pack<Keys...> keys;

  template <class Range>
  auto operator()(Range&& range) const {
    using record = record_of<Range>;
    if constexpr (sortable<record, Keys...>()) {
      std::vector<record> list = list_of(std::forward<Range>(range));
      sort(list, std::index_sequence_for<Keys...>{});
      follow_order(list);
      return list;
    } else {
      return refused{};
    }
  }

 private:
  template <class Record, std::size_t... P>
  void sort(std::vector<Record>& list, std::index_sequence<P...>) const {
    struct entry {
      pack<kept_value<Keys, Record>...> values;
      std::size_t at;
    };
    std::vector<entry> order;
    order.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      order.push_back({{{project(sort_key<Keys>::of(static_cast<const core_detail::pack_item<P, Keys>&>(keys).value),
                                 list[i])}...},
                       i});
    merge_sorted_runs(order, [](const entry& a, const entry& b) {
      int c = 0;
      static_cast<void>(
          ((c = compared<sort_key<Keys>::sign>(
                static_cast<const core_detail::pack_item<P, kept_value<Keys, Record>>&>(a.values).value,
                static_cast<const core_detail::pack_item<P, kept_value<Keys, Record>>&>(b.values).value)) ||
           ...));
      return c < 0;
    });
    std::vector<Record> sorted;
    sorted.reserve(list.size());
    for (const entry& e : order) sorted.push_back(std::move(list[e.at]));
    list = std::move(sorted);
  }
};

template <std::size_t N, class Key>
struct top_step {
  Key key;

  template <class Range>
  auto operator()(Range&& range) const {
    using record = record_of<Range>;
    if constexpr (sortable<record, Key>() && can_keep<Range>()) {
      using value = kept_value<Key, record>;
      struct entry {
        kept_from<typename sort_key<Key>::what, Range> value;
        std::size_t slot;
      };
      std::vector<std::optional<record>> best;  // in slots, because records need not be assignable
      std::vector<std::size_t> unused;
      std::vector<entry> order;                 // up to 2 N; once there were as many, the first N are the best so far
      bool full = false;
      const auto keep_first = [&] {
        merge_sorted_runs(order, [](const entry& a, const entry& b) {
          return compared<sort_key<Key>::sign, value>(a.value, b.value) < 0;
        });
        for (; order.size() > N; order.pop_back()) unused.push_back(order.back().slot);
      };
      for (auto&& r : range) {
        decltype(auto) v = project(sort_key<Key>::of(key), r);
        if (full && compared<sort_key<Key>::sign, value>(v, order[N - 1].value) >= 0) continue;
        if (unused.empty()) unused.push_back(best.size()), best.emplace_back();
        order.push_back({kept_from<typename sort_key<Key>::what, Range>(v), unused.back()});
        best[unused.back()].emplace(passed_on<Range>(std::forward<decltype(r)>(r)));
        unused.pop_back();
        if (order.size() == 2 * N) keep_first(), full = true;
      }
      keep_first();
      std::vector<record> list;
      list.reserve(order.size());
      for (const entry& e : order) list.push_back(std::move(*best[e.slot]));
      follow_order(list);
      return list;
    } else {
      return refused{};
    }
  }
};

}  // namespace query_detail

/// A sorted list of the records. Each key is a word, a pointer to a member, a callable or a measure of an aggregate;
/// use `desc(key)` for descending order. The sort is stable; missing values come last.
template <class... Keys>
  requires(sizeof...(Keys) > 0)
constexpr auto sort_by(Keys... keys) {
  return step{query_detail::sort_step<Keys...>{{{keys}...}}};
}
constexpr lacks_arguments sort_by() { return {}; }
/// `desc` behind its key or before it, and not around it.
template <class Key>
constexpr auto sort_by(Key, descending<Key> (*)(Key)) {
  static_assert(!std::is_same_v<Key, Key>, "desc goes around its key: sort_by(desc(time), name)");
  return query_detail::refused_step;
}
template <class Key>
constexpr auto sort_by(descending<Key> (*around)(Key), Key key) {
  return sort_by(key, around);
}
/// `desc` without a key: of the functions of that name, the parameter chooses one.
template <class Never = void>
constexpr auto sort_by(descending<time_word> (*)(time_word)) {
  static_assert(!std::is_same_v<Never, Never>, "desc needs its key: sort_by(desc(time))");
  return query_detail::refused_step;
}
template <class First, class Key>
constexpr auto sort_by(First, Key key, descending<Key> (*around)(Key)) {
  return sort_by(key, around);
}

/// Catches a measure without its argument among the keys.
template <class Never = void>
constexpr auto sort_by(query_detail::any_measure, query_detail::any_measure = {}, query_detail::any_measure = {},
                       query_detail::any_measure = {}) {
  static_assert(!std::is_same_v<Never, Never>, "a key of sort_by is a word, a member, a callable or a whole measure of "
                                               "the rows: sort_by(desc(sum(time)), name)");
  return query_detail::refused_step;
}

/// The N records with the largest `what`, in descending order; ties go to the earlier record. Missing values come last.
template <auto N, class What>
constexpr auto top(What what) {
  constexpr bool possible = std::integral<decltype(N)> && N > 0;
  static_assert(possible, "top takes a whole number of records, at least one: top<10>(time)");
  return step{query_detail::top_step<possible ? static_cast<std::size_t>(N) : 1, descending<What>>{{what}}};
}
template <auto N>
constexpr lacks_arguments top() {
  return {};
}
template <auto N, class... What>
  requires(sizeof...(What) > 1)
constexpr auto top(What...) {
  static_assert(sizeof...(What) == 1, "top takes one value: top<10>(time); several are keys of sort_by(desc(time), "
                                      "start) | take(10)");
  return query_detail::refused_step;
}
template <class... What>
  requires(sizeof...(What) > 0)
constexpr auto top(What...) {
  static_assert(sizeof...(What) == 0, "the number for top goes in angle brackets: top<10>(time)");
  return query_detail::refused_step;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_SORT_BY_HPP
