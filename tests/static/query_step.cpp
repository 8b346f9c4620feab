#include <array>
#include <concepts>
#include <numeric>
#include <utility>

#include <ridgeline/query/step.hpp>

namespace test_query_step {

using ridgeline::step;

constexpr auto total = step{[](auto&& range) { return std::accumulate(std::begin(range), std::end(range), 0); }};
constexpr auto doubled = step{[](std::array<int, 3> range) {
  for (int& i : range) i *= 2;
  return range;
}};
constexpr auto itself = step{[](auto&& range) -> auto& { return range; }};

constexpr std::array<int, 3> three{1, 2, 3};
static_assert((three | total) == 6);                // 1 + 2 + 3
static_assert((three | doubled | total) == 12);     // 2 + 4 + 6
static_assert(&(three | itself) == &three, "a step that returns a reference gives it through");

template <class Left>
using through = decltype(std::declval<Left&>() | total);
static_assert(std::same_as<through<std::array<int, 3>>, int>);
struct holds_no_records {};
static_assert(std::same_as<through<holds_no_records>, ridgeline::refused>, "refused with a sentence");
static_assert(std::same_as<through<int>, ridgeline::refused>, "so is a number");

}  // namespace test_query_step
