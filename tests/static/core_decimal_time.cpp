#include <cstdint>
#include <string_view>

#include <ridgeline/core/decimal_time.hpp>

using namespace ridgeline;

namespace test_core_decimal_time {

constexpr std::int64_t no = missing<std::int64_t>;
constexpr auto read = nanoseconds_of_microseconds;

static_assert(read("1690000000123456.789") == 1690000000123456789);
static_assert(read("0") == 0 && read("1") == 1000 && read("1.") == 1000 && read(".5") == 500 && read("007") == 7000);
static_assert(read("-1.5") == -1500 && read("+2") == 2000 && read("-0") == 0);
static_assert(read("1.2") == 1200 && read("0.001") == 1 && read("12.3450") == 12345);

// Parts below a nanosecond are rounded to nearest, ties to even.
static_assert(read("0.0004") == 0 && read("0.0006") == 1 && read("0.0005") == 0 && read("0.0015") == 2);
static_assert(read("0.0025") == 2 && read("0.00250000001") == 3 && read("-0.0015") == -2 && read("0.00049999") == 0);
static_assert(read("0.00001") == 0 && read("0.00009999") == 0);

// Exponents.
static_assert(read("1.5e3") == 1'500'000 && read("15E2") == 1'500'000 && read("1500e-3") == 1500 && read("1e-3") == 1);
static_assert(read("1.690000000123456789e15") == 1690000000123456789 && read("5e-4") == 0 && read("1.5e-3") == 2);
static_assert(read("1e+2") == 100'000 && read("0e99999999999999999999") == 0 && read("1e-99999999999999999999") == 0);
static_assert(read("1234567890123e-16") == 0);  // 0.0001... us: 0.12 ns
static_assert(read("6000e-7") == 1 && read("4000e-7") == 0);  // 0.6 and 0.4 ns

// The ends of the range, 2^63 - 1 nanoseconds on both sides.
static_assert(read("9223372036854775.807") == 9223372036854775807 && read("9223372036854775.808") == no);
static_assert(read("-9223372036854775.807") == -9223372036854775807 && read("-9223372036854775.808") == no);
static_assert(read("9223372036854775.8075") == no, "rounds past the end");
static_assert(read("1e16") == no && read("1e400") == no && read("99999999999999999999999999") == no);

// Texts that are not decimal numbers.
static_assert(read("") == no && read(".") == no && read("-") == no && read("abc") == no && read("1.2.3") == no);
static_assert(read("1e") == no && read("1e+") == no && read("1e2.5") == no && read(" 1") == no && read("1 ") == no);
static_assert(read("nan") == no && read("inf") == no && read("0x10") == no && read("--1") == no && read("1,5") == no);

static_assert(whole_of_decimal("12.5", 0) == 12 && whole_of_decimal("1.5", 9) == 1'500'000'000);
static_assert(whole_of_decimal("1234", -2) == 12 && whole_of_decimal("1250", -2) == 12 &&
              whole_of_decimal("1350", -2) == 14);

int nothing;

}  // namespace test_core_decimal_time
