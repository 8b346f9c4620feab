#ifndef RIDGELINE_QUERY_STEP_HPP
#define RIDGELINE_QUERY_STEP_HPP

#include <iterator>
#include <utility>

namespace ridgeline {

/// One step of a pipeline, `range | step`: a function over a range, lazy or eager, with any result. The views of
/// range-v3 may stand on either side of a step that a range goes through; behind one, its result has a name first, as
/// range-v3 takes no lists that nobody holds.
template <class Function>
struct step {
  Function apply;
};
template <class Function>
step(Function) -> step<Function>;

/// What a step may be applied to: a range, or what a step made that says so (`using goes_into_steps = ...`), as the
/// groups of `group_by` do.
template <class Range>
concept goes_into_steps = requires(Range& r) { std::begin(r); } || requires { typename Range::goes_into_steps; };

/// What a step gives that has refused its records with a sentence; further steps have nothing to add to that.
struct refused {};
template <class Function>
constexpr refused operator|(refused, const step<Function>&) {
  return {};
}

namespace query_detail {
template <class First, class Second>
struct chained_steps {
  First first;
  Second second;
  template <class Range>
  constexpr decltype(auto) operator()(Range&& range) const {
    if constexpr (requires { refused(first(std::forward<Range>(range))); }) return refused{};
    else return second(first(std::forward<Range>(range)));
  }
};
}  // namespace query_detail

template <goes_into_steps Range, class Function>
constexpr decltype(auto) operator|(Range&& range, const step<Function>& next) {
  return next.apply(std::forward<Range>(range));
}

/// Two steps are one: `constexpr auto longest = sort_by(start) | gaps() | top<10>(time);`
template <class First, class Second>
constexpr auto operator|(const step<First>& first, const step<Second>& second) {
  return step{query_detail::chained_steps<First, Second>{first.apply, second.apply}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_STEP_HPP
