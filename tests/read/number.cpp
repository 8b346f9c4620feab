#include <ridgeline/read/number.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_number)

BOOST_AUTO_TEST_CASE(numbers_are_the_whole_text) {
  BOOST_TEST(to_double("12.5").value() == 12.5);
  BOOST_TEST(to_double("-1.5e3").value() == -1500.0);
  BOOST_TEST(to_double("+7").value() == 7.0);
  BOOST_TEST(to_double(".5").value() == 0.5);
  for (std::string_view text : {"", "+", "-", ".", "e5", "1e", "1.2.3", "12 ", " 12", "0x10", "1,5", "1_0", "6x4", "++1",
                                "+-1", "-+1", "--1", "1e5x", "\0"})
    BOOST_TEST(!to_double(text), "number: '" << text << "'");
}

BOOST_AUTO_TEST_CASE(words_and_what_is_too_large_are_no_numbers) {
  for (std::string_view text : {"inf", "-inf", "infinity", "nan", "NaN", "1e309", "-1e400"})
    BOOST_TEST(!to_double(text), "number: '" << text << "'");
  BOOST_TEST(to_double("1e308").value() == 1e308);
  BOOST_TEST(to_double("1e-400").value() == 0.0);  // too small to be distinguished from zero
}

BOOST_AUTO_TEST_CASE(whole_numbers_may_be_written_as_reals) {
  BOOST_TEST(to_int("64").value() == 64);
  BOOST_TEST(to_int("64.0").value() == 64);
  BOOST_TEST(to_int("+64").value() == 64);
  BOOST_TEST(to_int("6.4e1").value() == 64);
  BOOST_TEST(to_int("-0.0").value() == 0);
  BOOST_TEST(to_int("9223372036854775807").value() == INT64_MAX);
  BOOST_TEST(to_int("-9223372036854775808").value() == INT64_MIN);
  for (std::string_view text : {"", "64.5", "9223372036854775808", "1e300", "1e16", "-1e16", "nan", "0x40", "64 "})
    BOOST_TEST(!to_int(text), "whole number: '" << text << "'");
  BOOST_TEST(to_int("9007199254740992.0").value() == 9007199254740992);  // 2^53
}

BOOST_AUTO_TEST_CASE(eight_digits_at_once) {
  std::uint64_t value = 7;
  BOOST_TEST((read_detail::eight_digits("12345678", value) && value == 12'345'678));
  BOOST_TEST((read_detail::eight_digits("00000090,", value) && value == 90));
  for (int place = 0; place < 8; ++place)
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = "11111111";
      text[static_cast<std::size_t>(place)] = static_cast<char>(byte);
      const bool digit = byte >= '0' && byte <= '9';
      BOOST_TEST(read_detail::eight_digits(text.data(), value) == digit, "byte " << byte << " at " << place);
    }
}

BOOST_AUTO_TEST_CASE(words_for_empty_cells) {
  for (std::string_view text : {"", "nan", "NaN", "NA", "N/A", "None", "null", "<NA>"}) BOOST_TEST(says_missing(text));
  for (std::string_view text : {"0", "-", "none", "naN", "missing", " "}) BOOST_TEST(!says_missing(text));
  BOOST_TEST(says_no_value("-"));
  BOOST_TEST(says_no_value("nan"));
  BOOST_TEST(!says_no_value("--"));
}

BOOST_AUTO_TEST_SUITE_END()
