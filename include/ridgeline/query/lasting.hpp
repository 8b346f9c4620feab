#ifndef RIDGELINE_QUERY_LASTING_HPP
#define RIDGELINE_QUERY_LASTING_HPP

#include <iterator>
#include <type_traits>
#include <utility>

namespace ridgeline {

/// A range that does not own its elements (no container, which has an allocator), or that is given by name: lazy steps
/// over it may outlive the expression. `Range` is the type with which it was given, reference included.
template <class Range>
concept lasting_range =
    std::is_lvalue_reference_v<Range> || !requires { typename std::remove_cvref_t<Range>::allocator_type; };

/// A lasting range that gives its elements by reference, so that pointers to them stay good.
template <class Range>
concept lasting_elements =
    lasting_range<Range> && std::is_lvalue_reference_v<decltype(*std::begin(std::declval<Range&>()))>;

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_LASTING_HPP
