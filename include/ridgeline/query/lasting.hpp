#ifndef RIDGELINE_QUERY_LASTING_HPP
#define RIDGELINE_QUERY_LASTING_HPP

#include <type_traits>
#include <utility>

namespace ridgeline {

/// A range that does not own its elements (it has no allocator, so it is not a container) or that was passed as an
/// lvalue: lazy steps over it may outlive the expression. `Range` is the type as passed, including the reference.
template <class Range>
concept lasting_range =
    std::is_lvalue_reference_v<Range> || !requires { typename std::remove_cvref_t<Range>::allocator_type; };

/// A lasting range whose iterators yield references, so pointers to its elements stay valid.
template <class Range>
concept lasting_elements =
    lasting_range<Range> && std::is_lvalue_reference_v<decltype(*std::begin(std::declval<Range&>()))>;

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_LASTING_HPP
