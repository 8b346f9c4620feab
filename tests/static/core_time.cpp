#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <ridgeline/core/time.hpp>

using namespace ridgeline;

namespace test_core_time {

constexpr std::int64_t most = 9223372036854775807;
constexpr duration never = missing<duration>;

static_assert(sizeof(duration) == 8 && std::is_trivially_copyable_v<time_point>);
static_assert(std::has_unique_object_representations_v<duration>, "equal durations are equal bytes: a key of distinct");
static_assert(duration{} == duration::of(0) && duration::of(1500).base() == 1500);

// Stamps that a double cannot hold: 1690000000123456789 is 256 nanoseconds from the next double.
constexpr auto start = time_point::of(1'690'000'000'123'456'789);
static_assert(start + duration::of(1) != start && (start + duration::of(1)) - start == duration::of(1));
static_assert(start - duration::of(789) == time_point::of(1'690'000'000'123'456'000) &&
              duration::of(1) + start > start);
static_assert(time_point::of(5) - time_point::of(8) == duration::of(-3));
static_assert(std::same_as<decltype(start - start), duration> &&
              std::same_as<decltype(start - duration{}), time_point>);

// Lengths.
static_assert(duration::of(3) + duration::of(4) == duration::of(7) &&
              duration::of(3) - duration::of(4) == -duration::of(1));
static_assert(duration::of(3) * 4 == duration::of(12) && std::uint8_t{4} * duration::of(3) == duration::of(12));
static_assert(duration::of(6) / duration::of(4) == 1.5 && duration::of(3) < duration::of(4));
constexpr duration total = [] {
  duration t = duration::of(5);
  t += duration::of(7);
  t -= duration::of(2);
  return t;
}();
static_assert(total == duration::of(10));  // 5 + 7 - 2

// As a quantity.
static_assert(duration::of(2500).in(us) == 2.5 && duration::of(1).in(ms) == 1e-6 && duration::of(7).in(ns) == 7);
static_assert(duration::of(11'000) > 10 * us && 10 * us < duration::of(11'000) && duration::of(10'000) == 10 * us);
static_assert(6 * TFLOP / duration::of(2'000'000'000) == 3 * TFLOPps);  // 6e12 FLOP in 2 s
static_assert(6 * KB / duration::of(3000) == 2 * GBps && 2 * GBps * duration::of(3000) == 6 * KB);
static_assert(duration::of(3000) * (2 * GBps) == 6 * KB && duration::of(100) * (1 * GHz) == 100 * cycle);
static_assert(duration::of(3) / 2 == 1.5 * ns && duration::of(3) * 0.5 == 1.5 * ns &&
              0.5 * duration::of(3) == 1.5 * ns);
static_assert(duration::of(3) + 0.5 * ns == 3.5 * ns && 4 * us / duration::of(2000) == 2.0);
static_assert(duration::of(2000) / (4 * us) == 0.5 && 1 / duration::of(2) == 1 / (2 * ns));
static_assert(duration(2.5 * us) == duration::of(2500) && duration(0.4 * ns) == duration{});
static_assert(duration(0.5 * ns) == duration{} && duration(1.5 * ns) == duration::of(2));  // a half to the even one
static_assert(duration(2.5 * ns) == duration::of(2) && duration(-1.5 * ns) == duration::of(-2));
static_assert(duration(-0.5 * ns) == duration{} && duration(-0.6 * ns) == duration::of(-1));

// A point in units: a large stamp keeps its last digits as long as possible. 1690000000123456789 / 1000 as one division
// of doubles is ...456.768, 0.021 off; the nearest double to ...456.789 is ...456.75 (steps of 0.25).
static_assert(start.in(us) == 1690000000123456.789 && time_point::of(2500).in(us) == 2.5);

// A missing value stays missing, and a value that does not fit becomes missing.
static_assert(!known(never + duration::of(1)) && !known(duration::of(1) - never) && !known(-never) &&
              !known(never * 2));
static_assert(!known(missing<time_point> + duration::of(1)) && !known(start - missing<time_point>));
static_assert(!known(start + never) && !known(start - never) && !known(never.in(us)) && !known(time_quantity(never)));
static_assert(!(never == never) && never != never && !(never < duration{}) && !(never > duration{}));
static_assert(!(missing<time_point> <= start) && !(missing<time_point> == missing<time_point>));
static_assert(!known(duration::of(most) + duration::of(1)) && !known(duration::of(-most) - duration::of(1)));
static_assert(known(duration::of(most) + duration::of(0)) && -duration::of(most) == duration::of(-most));
static_assert(!known(duration::of(-most) - duration::of(1)), "INT64_MIN is not a length but what is missing");
static_assert(!known(time_point::of(most) - time_point::of(-1)) && !known(time_point::of(-2) - time_point::of(most)));
static_assert(!known(duration::of(most / 2 + 1) * 2) && !known(duration::of(2) * std::uint64_t(-1)));
static_assert(!known(duration(time_quantity::unknown())) && !known(duration(1e19 * ns)) &&
              !known(duration(-1e19 * ns)));
static_assert(duration(-9e18 * ns) == duration::of(-9'000'000'000'000'000'000));

// What must not compile.
template <class A, class B>
concept addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept comparable = requires(A a, B b) { a < b; };
static_assert(addable<duration, duration> && addable<time_point, duration> && addable<duration, time_point>);
static_assert(!addable<time_point, time_point> && !subtractable<duration, time_point>);
static_assert(!addable<duration, int> && !addable<time_point, int> && !addable<duration, byte_count>);
static_assert(!addable<time_point, time_quantity>, "a stamp moves by whole nanoseconds");
static_assert(comparable<time_point, time_point> && !comparable<time_point, duration>);
static_assert(!comparable<duration, byte_count> && !comparable<duration, int> &&
              !comparable<time_point, time_quantity>);
static_assert(!std::convertible_to<std::int64_t, duration> && !std::convertible_to<duration, double>);
static_assert(!std::convertible_to<time_quantity, duration> && std::convertible_to<duration, time_quantity>);
static_assert(!std::convertible_to<time_point, time_quantity> && !std::convertible_to<duration, time_point>);

template <class T, class Number>
concept made_of = requires(Number n) { T::of(n); };
static_assert(made_of<duration, int> && made_of<time_point, long long> && made_of<duration, unsigned>);
static_assert(!made_of<duration, double> && !made_of<time_point, float>, "1.9 would become 1, and 1.7e18 lose digits");
static_assert(time_point::of(std::uint64_t{1'795'651'200'000'000'001}).base() == 1'795'651'200'000'000'001);
static_assert(!time_point::of(~std::uint64_t{0}).known() && !duration::of(std::uint64_t{1} << 63).known(),
              "a counter that was not recorded is not -1");

int nothing;

}  // namespace test_core_time
