#include <ridgeline/core/cycles.hpp>

using namespace ridgeline;

namespace test_core_cycles {

constexpr cycle_clock clock_of_device{1 * GHz, cycle_stamp::of(1000), time_point::of(5'000'000)};
static_assert(clock_of_device.time_of(whole_cycles::of(250)) == duration::of(250));
static_assert(clock_of_device.time_of(cycle_stamp::of(1250)) == time_point::of(5'000'250));  // 250 cycles later
static_assert(clock_of_device.time_of(cycle_stamp::of(400)) == time_point::of(4'999'400));   // before the origin
static_assert(cycle_stamp::of(7) - cycle_stamp::of(4) == whole_cycles::of(3) && whole_cycles::of(3).in(cycle) == 3);

constexpr cycle_clock slow{800 * MHz};
static_assert(slow.time_of(whole_cycles::of(3)) == duration::of(4));  // 3 / 0.8 = 3.75
static_assert(slow.time_of(whole_cycles::of(2)) == duration::of(2));  // 2.5, a half to the even one

static_assert(!known(cycle_clock{}.time_of(whole_cycles::of(1))) && !known(cycle_clock{0 * GHz}.time_of(whole_cycles::of(1))));
static_assert(!known(cycle_clock{-1 * GHz}.time_of(whole_cycles::of(1))) && !known(slow.time_of(missing<whole_cycles>)));
static_assert(!known(clock_of_device.time_of(missing<cycle_stamp>)));

template <class A, class B>
concept addable = requires(A a, B b) { a + b; };
static_assert(!addable<whole_cycles, duration> && !addable<cycle_stamp, cycle_stamp> && addable<cycle_stamp, whole_cycles>);

int nothing;

}  // namespace test_core_cycles
