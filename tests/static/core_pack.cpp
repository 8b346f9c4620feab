#include <ridgeline/core/pack.hpp>

namespace test_core_pack {

using namespace ridgeline;

constexpr auto sum = [](const auto& values) {
  double total = 0;
  values.for_each([&](const auto& v) { total += static_cast<double>(v); });
  return total;
};

constexpr pack<int, double> two{{1}, {2.5}};
static_assert(two.size == 2);
static_assert(sum(two) == 3.5);
static_assert(sum(two.with(char{4}, 5L)) == 12.5);
static_assert(sum(two.joined(pack<int>{{10}})) == 13.5);
static_assert(sum(pack<>{}) == 0);
static_assert(pack<int, int, int>{{1}, {1}, {1}}.size == 3);  // equal types keep separate slots

// Order: 1 * 0 + 2.5 * 1 + 7 * 2
static_assert([] {
  double total = 0;
  two.with(7).each_with_index([&](const auto& v, std::size_t i) { total += static_cast<double>(v) * static_cast<double>(i); });
  return total;
}() == 16.5);

}  // namespace test_core_pack
