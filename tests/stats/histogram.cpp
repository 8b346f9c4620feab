#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/stats/histogram.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(stats_histogram)

BOOST_AUTO_TEST_CASE(bins_are_of_equal_width_and_the_last_one_has_its_end) {
  // (10 - 0) / 5 = 2 wide: 0 1 | 2 3 | 4 | none | 10
  const std::vector<rl::histogram_bin> bins = rl::histogram_of({4, 0, 10, 1, 3, 2}, 5);
  BOOST_REQUIRE(bins.size() == 5u);
  const std::vector<std::int64_t> counts{2, 2, 1, 0, 1};
  for (std::size_t i = 0; i < bins.size(); ++i) {
    BOOST_TEST(bins[i].start == 2.0 * static_cast<double>(i));
    BOOST_TEST(bins[i].end == 2.0 * static_cast<double>(i) + 2);
    BOOST_TEST(bins[i].count == counts[i], i);
  }
}

BOOST_AUTO_TEST_CASE(equal_values_have_bins_around_them) {
  const std::vector<rl::histogram_bin> bins = rl::histogram_of({3, 3}, 2);  // from 2.5 to 3.5
  BOOST_REQUIRE(bins.size() == 2u);
  BOOST_TEST(bins[0].start == 2.5);
  BOOST_TEST(bins[0].end == 3.0);
  BOOST_TEST(bins[0].count == 0);
  BOOST_TEST(bins[1].end == 3.5);
  BOOST_TEST(bins[1].count == 2);
}

BOOST_AUTO_TEST_CASE(without_values_or_bins_there_is_nothing) {
  BOOST_TEST(rl::histogram_of({}, 5).empty());
  BOOST_TEST(rl::histogram_of({1, 2}, 0).empty());
}

BOOST_AUTO_TEST_SUITE_END()
