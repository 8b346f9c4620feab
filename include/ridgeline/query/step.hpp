#ifndef RIDGELINE_QUERY_STEP_HPP
#define RIDGELINE_QUERY_STEP_HPP

#include <iterator>
#include <type_traits>
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
/// groups of `group_by` do. What has a `begin` only to say that it is none says so, too (`using is_no_range = ...`).
template <class Range>
concept goes_into_steps =
    (requires(Range& r) { std::begin(r); } && !requires { typename std::remove_cvref_t<Range>::is_no_range; }) ||
    requires { typename std::remove_cvref_t<Range>::goes_into_steps; };

/// What a step gives that has refused its records with a sentence; further steps have nothing to add to that.
struct refused {};
template <class Function>
constexpr refused operator|(refused, const step<Function>&) {
  return {};
}

namespace query_detail {

template <class T>
inline constexpr bool is_part_of_a_pipeline = std::is_same_v<T, refused>;
template <class Function>
inline constexpr bool is_part_of_a_pipeline<step<Function>> = true;

/// Groups go into the steps that say so (`using takes_groups = ...`), everything else into any.
template <class Function, class Range>
constexpr decltype(auto) applied(const Function& function, Range&& range) {
  constexpr bool groups = requires { typename std::remove_cvref_t<Range>::goes_into_steps; };
  constexpr bool fits = !groups || requires { typename Function::takes_groups; };
  static_assert(fits, "behind group_by stands aggregate(count, sum<us>(time)), which makes a row of each group, or "
                      "within(sort_by(start) | gaps()), which runs steps over its records");
  if constexpr (fits) return function(std::forward<Range>(range));
  else return refused{};
}

template <class First, class Second>
struct chained_steps {
  using takes_groups = void;  // what the first step says counts
  First first;
  Second second;
  template <class Range>
  constexpr decltype(auto) operator()(Range&& range) const {
    if constexpr (requires { refused(applied(first, std::forward<Range>(range))); }) return refused{};
    else return applied(second, applied(first, std::forward<Range>(range)));
  }
};

}  // namespace query_detail

template <goes_into_steps Range, class Function>
constexpr decltype(auto) operator|(Range&& range, const step<Function>& next) {
  return query_detail::applied(next.apply, std::forward<Range>(range));
}

/// What holds records, or may hold them, and is none: a profile, the result of reading a file; or what is none at all.
template <class Other, class Function>
  requires(!goes_into_steps<Other> && !query_detail::is_part_of_a_pipeline<std::remove_cvref_t<Other>>)
constexpr refused operator|(Other&&, const step<Function>&) {
  static_assert(!std::is_same_v<Function, Function>,
                "steps go over records: gpu_work(run), cpu_ops(run), kernels(trace), ops(report) or a list of structs; "
                "the result of a read_ function is checked first, and is *result then");
  return {};
}

namespace query_detail {
template <class Range>
concept is_range_of_records = requires(Range& r) { std::begin(r); };
template <class Left>
concept stands_before_steps = goes_into_steps<Left> || is_part_of_a_pipeline<std::remove_cvref_t<Left>>;
}

/// A step that takes nothing, written without its parentheses.
template <query_detail::stands_before_steps Left, class Function>
constexpr refused operator|(Left&&, step<Function> (*)()) {
  static_assert(!std::is_same_v<Function, Function>, "a step without arguments has its parentheses, too: `| gaps()`");
  return {};
}

/// What a step without its arguments is, `top<3>()`. Each step that needs some has this overload, so that `| top<3>`,
/// a name of several templates, is a function of a type that can be refused with a sentence.
struct lacks_arguments {};
template <query_detail::stands_before_steps Left>
constexpr refused operator|(Left&&, lacks_arguments (*)()) {
  static_assert(!std::is_same_v<Left, Left>,
                "this step needs its arguments, in parentheses: top<10>(time), sort_by(start), group_by(name), "
                "where(is_kernel), take(10), transform(name)");
  return {};
}
template <query_detail::stands_before_steps Left>
constexpr refused operator|(Left&& left, lacks_arguments) {
  return std::forward<Left>(left) | static_cast<lacks_arguments (*)()>(nullptr);
}

/// Two steps are one: `constexpr auto longest = sort_by(start) | gaps() | top<10>(time);`
template <class First, class Second>
constexpr auto operator|(const step<First>& first, const step<Second>& second) {
  return step{query_detail::chained_steps<First, Second>{first.apply, second.apply}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_STEP_HPP
