#include <ridgeline/table/format.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_format)

namespace {

std::string fixed(double value, int digits, bool separators = false) {
  return separators ? grouped_text(value, digits) : fixed_text(value, digits);
}
std::string integer(std::int64_t value, bool separators) {
  std::string out;
  append_integer(out, value, separators);
  return out;
}
std::string shortest(double value) {
  std::string out;
  append_shortest(out, value);
  return out;
}

/// The C library's output, which rounds the exact binary value, without the sign of a zero.
std::string printed(double value, int digits) {
  std::array<char, 512> text;
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  std::string out = text.data();
  if (out.find_first_not_of("-0.") == std::string::npos && out[0] == '-') out.erase(0, 1);
  return out;
}
std::string without_commas(std::string text) {
  std::erase(text, ',');
  return text;
}

const column_facts plain_facts{};

}  // namespace

BOOST_AUTO_TEST_CASE(shares_are_shown_in_percent) {
  BOOST_TEST(in_percent(0.1234) == "12.3 %");
  BOOST_TEST(in_percent(0.5, 0) == "50 %");
}

BOOST_AUTO_TEST_CASE(ties_go_by_the_exact_binary_value) {
  BOOST_TEST(fixed(0.5, 0) == "0");      // a tie: to even
  BOOST_TEST(fixed(1.5, 0) == "2");
  BOOST_TEST(fixed(2.5, 0) == "2");
  BOOST_TEST(fixed(0.125, 2) == "0.12");
  BOOST_TEST(fixed(0.375, 2) == "0.38");
  BOOST_TEST(fixed(2.675, 2) == "2.67");  // the double is 2.67499999999999982236431605997495353221893310546875
  BOOST_TEST(fixed(1.005, 2) == "1.00");  // 1.00499999999999989...
  BOOST_TEST(fixed(1.115, 2) == "1.11");  // 1.11499999999999999...
  BOOST_TEST(fixed(0.045, 2) == "0.04");  // 0.04499999999999999...
  BOOST_TEST(fixed(1.45, 1) == "1.4");    // 1.44999999999999995...
  BOOST_TEST(fixed(8.35, 1) == "8.3");    // 8.34999999999999964...
  BOOST_TEST(fixed(0.15, 1) == "0.1");    // 0.1499999999999999944...
  BOOST_TEST(fixed(0.25, 1) == "0.2");
  BOOST_TEST(fixed(0.35, 1) == "0.3");    // 0.34999999999999997...
}

BOOST_AUTO_TEST_CASE(carries_and_zeros) {
  BOOST_TEST(fixed(9.999, 2) == "10.00");
  BOOST_TEST(fixed(999.96, 1, true) == "1,000.0");
  BOOST_TEST(fixed(0.0049, 2) == "0.00");
  BOOST_TEST(fixed(5.05, 3) == "5.050");
  BOOST_TEST(fixed(0, 0) == "0");
  BOOST_TEST(fixed(0, 3) == "0.000");
}

BOOST_AUTO_TEST_CASE(what_rounds_to_zero_has_no_sign) {
  BOOST_TEST(fixed(-0.0, 0) == "0");
  BOOST_TEST(fixed(-0.0, 1) == "0.0");
  BOOST_TEST(fixed(-0.4, 0) == "0");
  BOOST_TEST(fixed(-0.5, 0) == "0");     // a tie: to even
  BOOST_TEST(fixed(-1e-300, 5) == "0.00000");
  BOOST_TEST(fixed(-0.6, 0) == "-1");
  BOOST_TEST(fixed(-0.05, 1) == "-0.1");  // -0.05000000000000000277
}

BOOST_AUTO_TEST_CASE(separators) {
  BOOST_TEST(fixed(999, 0, true) == "999");
  BOOST_TEST(fixed(1000, 0, true) == "1,000");
  BOOST_TEST(fixed(-1234567.891, 2, true) == "-1,234,567.89");
  BOOST_TEST(fixed(-123, 0, true) == "-123");
  BOOST_TEST(fixed(123456789012345.0, 1, true) == "123,456,789,012,345.0");
  BOOST_TEST(integer(0, true) == "0");
  BOOST_TEST(integer(-999, true) == "-999");
  BOOST_TEST(integer(31744, true) == "31,744");
  BOOST_TEST(integer(31744, false) == "31744");
  BOOST_TEST(integer(INT64_MIN, true) == "-9,223,372,036,854,775,808");
  BOOST_TEST(integer(INT64_MAX, false) == "9223372036854775807");
}

BOOST_AUTO_TEST_CASE(huge_values_and_what_is_no_number) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  BOOST_TEST(fixed(999999999999999.0, 1, true) == "999,999,999,999,999.0");
  BOOST_TEST(fixed(1e15, 2, true) == "1.00e+15");
  BOOST_TEST(fixed(-1.5e300, 1, true) == "-1.5e+300");
  BOOST_TEST(fixed(std::numeric_limits<double>::max(), 0) == "2e+308");
  BOOST_TEST(fixed(infinity, 1, true) == "inf");
  BOOST_TEST(fixed(-infinity, 1, true) == "-inf");
  BOOST_TEST(fixed(std::nan(""), 1, true) == "nan");
  BOOST_TEST(fixed(-std::nan(""), 1, true) == "nan");
}

BOOST_AUTO_TEST_CASE(numbers_of_decimals_that_make_no_sense) {
  BOOST_TEST(fixed(1.5, -3) == "2");
  BOOST_TEST(fixed(0.1, 20) == "0.10000000000000000555");
  BOOST_TEST(fixed(123456789012345.0, 1000) == "123456789012345." + std::string(100, '0'));
}

BOOST_AUTO_TEST_CASE(random_values_are_rounded_as_the_c_library_does) {
  std::mt19937_64 random(20260125);
  for (int i = 0; i < 300'000; ++i) {
    double value = 0;
    switch (i % 4) {
      case 0: {  // any bits
        const std::uint64_t bits = random();
        std::memcpy(&value, &bits, 8);
        break;
      }
      case 1: value = static_cast<double>(random() % 2'000'000'000) / 1000; break;   // decimals that look like ties
      case 2: value = static_cast<double>(random() % 100'000) / 32; break;           // true ties
      case 3: value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 80) - 75); break;
    }
    if (random() % 2 == 0) value = -value;
    if (!(std::fabs(value) < 1e15)) continue;
    const int digits = static_cast<int>(random() % 6);
    BOOST_REQUIRE_EQUAL(fixed(value, digits), printed(value, digits));
    BOOST_REQUIRE_EQUAL(without_commas(fixed(value, digits, true)), printed(value, digits));
  }
}

BOOST_AUTO_TEST_CASE(neighbours_of_ties_are_rounded_apart) {
  for (int n = 0; n < 2000; ++n)
    for (int digits = 0; digits < 4; ++digits) {
      const double tie = (n + 0.5) / std::pow(10, digits);
      for (double value : {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)})
        BOOST_REQUIRE_EQUAL(fixed(value, digits), printed(value, digits));
    }
}

BOOST_AUTO_TEST_CASE(the_shortest_text_reads_back) {
  BOOST_TEST(shortest(0.1) == "0.1");
  BOOST_TEST(shortest(31744) == "31744");
  BOOST_TEST(shortest(-0.0) == "-0");
  BOOST_TEST(shortest(1e-4) == "0.0001");
  BOOST_TEST(shortest(1e-5) == "1e-05");
  BOOST_TEST(shortest(1e16) == "1e+16");
  BOOST_TEST(shortest(9007199254740993.0) == "9007199254740992");  // 2^53 + 1 is not a double
  BOOST_TEST(shortest(0.1 + 0.2) == "0.30000000000000004");
  BOOST_TEST(shortest(-0.00012345678901234567).size() <= 40u);
  std::mt19937_64 random(20260126);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, 8);
    if (i % 2 == 0) value = std::ldexp(static_cast<double>(bits), static_cast<int>(random() % 140) - 110);
    if (!std::isfinite(value)) continue;
    const std::string text = shortest(value);
    BOOST_REQUIRE_EQUAL(std::strtod(text.c_str(), nullptr), value);
    BOOST_REQUIRE(text.size() <= 24u);
  }
}

BOOST_AUTO_TEST_CASE(cells_for_people) {
  const auto shown = [](const cell& value, const column_facts& facts) {
    std::string out;
    append_for_people(out, value, facts);
    return out;
  };
  column_facts time = plain_facts;
  time.unit = "μs";
  time.digits = 0;
  BOOST_TEST(shown(cell::of(1234.5), time) == "1,234 μs");  // a tie: to even
  BOOST_TEST(shown(cell{}, time).empty());
  BOOST_TEST(shown(cell::of(std::nan("")), time).empty());
  BOOST_TEST(shown(cell::of(std::int64_t{12345}), plain_facts) == "12,345");
  BOOST_TEST(shown(cell::of(true), time) == "yes");
  BOOST_TEST(shown(cell::of(std::string_view("12345")), time) == "12345");
}

BOOST_AUTO_TEST_CASE(nanoseconds_as_microseconds_to_the_last_digit) {
  BOOST_TEST(microseconds_text(0) == "0.000");
  BOOST_TEST(microseconds_text(1'500) == "1.500");
  BOOST_TEST(microseconds_text(-7) == "-0.007");
  BOOST_TEST(microseconds_text(1'751'410'836'000'000'001) == "1751410836000000.001");  // more than a double holds
  BOOST_TEST(microseconds_text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775.808");
}

BOOST_AUTO_TEST_CASE(lists_in_texts) {
  BOOST_TEST(joined_text(std::vector<std::string>{"a", "b c"}) == "a, b c");
  BOOST_TEST(joined_text(std::vector<std::int64_t>{-1, 20}, " ") == "-1 20");
  BOOST_TEST(joined_text(std::vector<std::string>()) == "");
}

BOOST_AUTO_TEST_SUITE_END()
