#ifndef RIDGELINE_QUERY_TAKE_HPP
#define RIDGELINE_QUERY_TAKE_HPP

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/query/step.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

namespace query_detail {

/// Whether records can be moved out of a range: a temporary list, or a `where` over one.
template <class Range>
inline constexpr bool gives_away = false;
template <class Record>
inline constexpr bool gives_away<std::vector<Record>> = true;
template <class Range>
  requires requires { typename Range::filters; }
inline constexpr bool gives_away<Range> = gives_away<typename Range::filters>;

/// Rejects a step that keeps records which can neither be copied nor moved out of their range.
template <class Range>
consteval bool can_keep() {
  constexpr bool fits =
      gives_away<Range> || std::is_constructible_v<record_of<Range>, decltype(*std::begin(std::declval<Range&>()))>;
  static_assert(fits, "these records cannot be copied: let the step take the list itself, "
                      "std::move(list) | sort_by(start)");
  return fits;
}
/// Rejects a step that keeps copies of records which cannot be copied.
template <class Record>
consteval bool can_copy() {
  constexpr bool fits = std::is_copy_constructible_v<Record>;
  static_assert(fits, "gaps, join and within keep copies of records, and these cannot be copied: hold what has one "
                      "owner by a std::shared_ptr, or leave it out");
  return fits;
}

/// Passes a record on into a list: moved if it comes from a temporary list, otherwise as the range yields it.
template <class Range, class Record>
constexpr decltype(auto) passed_on(Record&& r) {
  static_cast<void>(records_stay<Range>());
  if constexpr (gives_away<Range> && std::is_lvalue_reference_v<Record>) return std::move(r);
  else return std::forward<Record>(r);
}

struct take_step {
  std::size_t n;
  template <class Range>
  auto operator()(Range&& range) const {
    std::vector<record_of<Range>> list;
    if (n == 0) return list;
    if constexpr (can_keep<Range>()) {
      for (auto&& r : range) {
        list.push_back(passed_on<Range>(std::forward<decltype(r)>(r)));
        if (list.size() == n) break;
      }
    }
    return list;
  }
};

template <class What>
struct transform_step {
  What what;
  template <class Range>
  auto operator()(Range&& range) const {
    if constexpr (answers_all<record_of<Range>, What>()) {
      std::vector<kept_from<What, Range>> list;
      for (auto&& r : range) list.emplace_back(project(what, r));
      return list;
    } else {
      return refused{};
    }
  }
};

}  // namespace query_detail

/// The first n records, or all of them if there are fewer; none if n is below zero.
template <std::integral Number>
constexpr auto take(Number n) {
  return step{query_detail::take_step{n > 0 ? static_cast<std::size_t>(n) : 0}};
}
template <class Other>
constexpr auto take(Other) {
  static_assert(!std::is_same_v<Other, Other>, "take needs a whole number of records: take(10); it takes them in the "
                                               "order given: sort_by(desc(time)) | take(10), or top<10>(time)");
  return take(0);
}
constexpr lacks_arguments take() { return {}; }
template <std::size_t N>
constexpr auto take() {
  static_assert(N != N, "the number for take goes in parentheses: take(10)");
  return take(N);
}

/// A list of the value of a word, a pointer to a member or a callable for each record.
template <class What>
constexpr auto transform(What what) {
  return step{query_detail::transform_step<What>{what}};
}
constexpr lacks_arguments transform() { return {}; }
/// Catches several values.
template <class... What>
  requires(sizeof...(What) > 1)
constexpr auto transform(What...) {
  static_assert(sizeof...(What) < 2, "transform gives one value for each record, which may be a struct: "
                                     "transform([](const auto& r) { return std::pair(r.name, r.time); })");
  return query_detail::refused_step;
}
/// Catches a measure without its argument.
template <class Never = void>
constexpr auto transform(query_detail::any_measure) {
  static_assert(!std::is_same_v<Never, Never>, "transform takes a word, a member, a callable or a whole measure of the "
                                               "rows: transform(sum(time))");
  return query_detail::refused_step;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_TAKE_HPP
