#include <string_view>
#include <type_traits>

#include <ridgeline/core/fixed_string.hpp>

namespace test_core_fixed_string {

using ridgeline::fixed_string;

template <fixed_string Text>
struct named {
  static constexpr std::string_view name{Text};
};

static_assert(named<"Device Time">::name == "Device Time");
static_assert(named<"">::name.empty());
static_assert(named<"μs">::name.size() == 3);  // two bytes and one
static_assert(named<"a\0b">::name.size() == 3, "a NUL inside is kept, the one at the end is not");
static_assert(std::is_same_v<named<"x">, named<"x">>);
static_assert(!std::is_same_v<named<"x">, named<"y">>);
static_assert(ridgeline::text_of<"OP CODE"> == "OP CODE");
static_assert(fixed_string("ab").view() == "ab");
static_assert(fixed_string("ab") + fixed_string("c") == fixed_string("abc"));
static_assert(fixed_string("") + fixed_string("c") == fixed_string("c"));
static_assert(fixed_string("ab") == fixed_string("ab") && !(fixed_string("ab") == fixed_string("ac")));

}  // namespace test_core_fixed_string
