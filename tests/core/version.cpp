#include <ridgeline/core/version.hpp>

#include <algorithm>
#include <string_view>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(core_version)

BOOST_AUTO_TEST_CASE(is_three_numbers) {
  const std::string_view text = RIDGELINE_VERSION;
  BOOST_TEST(text.find_first_not_of("0123456789.") == std::string_view::npos);
  BOOST_TEST(std::count(text.begin(), text.end(), '.') == 2);
}

BOOST_AUTO_TEST_SUITE_END()
