#ifndef RIDGELINE_QUERY_STEP_HPP
#define RIDGELINE_QUERY_STEP_HPP

#include <iterator>
#include <utility>

namespace ridgeline {

/// One step of a pipeline, `range | step`: a function over a range, lazy or eager, with any result. Steps compose with
/// the views of range-v3 on either side.
template <class Function>
struct step {
  Function apply;
};
template <class Function>
step(Function) -> step<Function>;

template <class Range, class Function>
  requires requires(Range& r) { std::begin(r); }
constexpr decltype(auto) operator|(Range&& range, const step<Function>& next) {
  return next.apply(std::forward<Range>(range));
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_STEP_HPP
