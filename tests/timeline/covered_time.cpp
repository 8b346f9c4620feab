#include <ridgeline/timeline/covered_time.hpp>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(timeline_covered_time)

// 10 to 25 is covered by two spans that overlap, 40 to 50 by one: 15 and 10.
BOOST_AUTO_TEST_CASE(what_overlaps_counts_once) {
  const covered_time covered({{40, 50}, {10, 20}, {15, 25}});
  BOOST_TEST(covered.until(0) == 0);
  BOOST_TEST(covered.until(10) == 0);
  BOOST_TEST(covered.until(12) == 2);
  BOOST_TEST(covered.until(30) == 15);
  BOOST_TEST(covered.until(45) == 20);
  BOOST_TEST(covered.until(60) == 25);
  BOOST_TEST(covered.in(20, 42) == 7);
  BOOST_TEST(covered.in(25, 40) == 0);
}

BOOST_AUTO_TEST_CASE(nothing_covers_nothing) {
  BOOST_TEST(covered_time({}).in(0, 100) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
