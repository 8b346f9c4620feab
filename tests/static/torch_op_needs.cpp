#include <string_view>

#include <ridgeline/torch/op/needs.hpp>

using namespace ridgeline;

namespace test_torch_op_needs {

namespace needed = torch_detail::needed;
constexpr torch_call call{.dims = "[[2,3],[]]", .types = R"(["c10::Half",""])",
                          .concrete = R"(["","1e-05","[1, 2]","True"])"};
constexpr bool has(torch_need n) { return n.is_met(call); }

// two arguments have extents or not, two have a type or not, four have a value or not; strides were not recorded
static_assert(has({needed::dims, 1}) && !has({needed::dims, 2}) && has({needed::extent, 0}) && !has({needed::extent, 1}));
static_assert(has({needed::type, 1}) && !has({needed::type, 2}) && !has({needed::type_if_any, 2}));
static_assert(!has({needed::strides, 0}) && has({needed::strides_if_any, 0}) && has({needed::described_if_tensor, 1}));
static_assert(!has({needed::described_if_tensor, 0}));  // without strides
static_assert(has({needed::concrete, 3}) && !has({needed::concrete, 4}) && has({needed::any_concrete}));
static_assert(!has({needed::value, 0}) && has({needed::value, 3}) && has({needed::number, 1}) && !has({needed::number, 3}));
static_assert(has({needed::number_or_none, 0}) && has({needed::number_or_none, 9}) && !has({needed::number_or_none, 3}));
static_assert(has({needed::list, 2}) && !has({needed::list, 1}) && has({needed::list_or_empty, 0}));
static_assert(!has({needed::list_or_empty, 9}) && !has({needed::list_or_empty, 3}));
static_assert(has({needed::size, 0}) && !has({needed::size, 1}) && has({needed::size_if_typed, 9}));
static_assert(!has({needed::size_if_typed, 1}));

// sizes are asked for by themselves: that of argument 1 is unknown, but its dimensions are there
constexpr torch_needs both{{needed::dims, 1}, {needed::size, 1}};
static_assert(both.arguments_are_there(call) && !both.sizes_are_known(call));
static_assert(torch_needs().arguments_are_there({}) && torch_needs().sizes_are_known({}));
static_assert(!torch_needs{{needed::dims, 0}}.arguments_are_there({}));

}  // namespace test_torch_op_needs
