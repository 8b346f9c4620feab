#ifndef RIDGELINE_QUERY_STEP_HPP
#define RIDGELINE_QUERY_STEP_HPP

#include <string_view>  // and std::begin; <iterator> brings streams, 1 % of ridgeline.hpp
#include <type_traits>
#include <utility>

namespace ridgeline {

/// One step of a pipeline, `range | step`: a function over a range, lazy or eager, with any result. Views of range-v3
/// can be used on either side of a step. To apply one after a step, store the step's result in a variable first, a list
/// as well as a `where`, because range-v3 rejects temporaries that are no views of its own.
template <class Function>
struct step {
  Function apply;
};
template <class Function>
step(Function) -> step<Function>;

/// What a step can be applied to: a range, or an intermediate result that declares `using goes_into_steps = ...`, such
/// as the groups of `group_by`. A type whose `begin` exists only to report misuse declares `using is_no_range = ...`.
template <class Range>
concept goes_into_steps =
    (requires(Range& r) { std::begin(r); } && !requires { typename std::remove_cvref_t<Range>::is_no_range; }) ||
    requires { typename std::remove_cvref_t<Range>::goes_into_steps; };

/// The result of a step that rejected its records with a static_assert; later steps add no further errors.
struct refused {
  using is_no_range = void;
  const refused* begin() const { return nullptr; }  // for a loop over it
  const refused* end() const { return nullptr; }
};
template <class Function>
constexpr refused operator|(refused, const step<Function>&) {
  return {};
}

namespace query_detail {

template <class T>
inline constexpr bool is_part_of_a_pipeline = std::is_same_v<T, refused>;
template <class Function>
inline constexpr bool is_part_of_a_pipeline<step<Function>> = true;

/// The step that takes the place of a wrong one, over records and over groups.
struct refusing {
  using takes_groups = void;
  constexpr refused operator()(const auto&) const { return {}; }
};
inline constexpr step<refusing> refused_step{};

/// Groups are only passed to steps that declare `using takes_groups = ...`; everything else goes into any step.
template <class Function, class Range>
constexpr decltype(auto) applied(const Function& function, Range&& range) {
  constexpr bool groups = requires { typename std::remove_cvref_t<Range>::goes_into_steps; };
  constexpr bool fits = !groups || requires { typename Function::takes_groups; };
  static_assert(fits, "group_by must be followed by aggregate(count, sum<us>(time)), which makes a row of each group, "
                      "or within(sort_by(start) | gaps()), which runs steps over its records");
  if constexpr (fits) return function(std::forward<Range>(range));
  else return refused{};
}

template <class First, class Second>
struct chained_steps {
  using takes_groups = void;  // the first step decides
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

/// Catches non-ranges on the left, including types that contain records, such as a profile or a read result.
template <class Other, class Function>
  requires(!goes_into_steps<Other> && !query_detail::is_part_of_a_pipeline<std::remove_cvref_t<Other>>)
constexpr refused operator|(Other&&, const step<Function>&) {
  static_assert(!std::is_same_v<Function, Function>,
                "steps go over records: gpu_work(run), cpu_ops(run), kernels(trace), ops(report) or a list of structs; "
                "check the result of a read_ function first, then use *result");
  return {};
}

namespace query_detail {
template <class Range>
concept is_range_of_records = requires(Range& r) { std::begin(r); };
template <class Left>
concept stands_before_steps = goes_into_steps<Left> || is_part_of_a_pipeline<std::remove_cvref_t<Left>>;
}

/// Catches records that stand behind a step.
template <class Function, goes_into_steps Range>
constexpr refused operator|(const step<Function>&, Range&&) {
  static_assert(!std::is_same_v<Function, Function>, "the records come first: records | gaps()");
  return {};
}

/// Catches a step without arguments that is written without its parentheses.
template <query_detail::stands_before_steps Left, class Function>
constexpr refused operator|(Left&&, step<Function> (*)()) {
  static_assert(!std::is_same_v<Function, Function>, "a step without arguments needs its parentheses: `| gaps()`");
  return {};
}

/// The result of a step called without its required arguments, such as `top<3>()`. Each such step has this overload, so
/// that `| top<3>`, which names several templates, resolves to a function type that can be rejected with a readable
/// error.
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

namespace query_detail {
/// A measure or a key, or the name of a measure without its argument.
struct any_measure {
  constexpr any_measure() = default;
  template <class Measure>
  constexpr any_measure(const Measure&) {}
  constexpr any_measure(lacks_arguments (*)()) {}
};
}  // namespace query_detail

/// Combines two steps into one: `constexpr auto longest = sort_by(start) | gaps() | top<10>(time);`
template <class First, class Second>
constexpr auto operator|(const step<First>& first, const step<Second>& second) {
  return step{query_detail::chained_steps<First, Second>{first.apply, second.apply}};
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_STEP_HPP
