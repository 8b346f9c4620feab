#include <ridgeline/stats/exact_sum.hpp>
#include <ridgeline/stats/moments.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(stats_exact_sum)

BOOST_AUTO_TEST_CASE(nothing_is_rounded_away) {
  exact_sum t;
  for (const double x : {1e100, 1.0, -1e100, 1e-100}) t.add(x);
  BOOST_TEST(t.value() == 1.0);  // 1 + 1e-100, rounded once
  t.add(-1);
  BOOST_TEST(t.value() == 1e-100);
}

BOOST_AUTO_TEST_CASE(rounding_is_to_the_nearest_of_the_whole_sum) {
  exact_sum t;
  for (const double x : {1.0, std::ldexp(1.0, -53), std::ldexp(1.0, -80)}) t.add(x);
  BOOST_TEST(t.value() == 1 + std::ldexp(1.0, -52));  // a little more than halfway up
  exact_sum down;
  for (const double x : {1.0, std::ldexp(1.0, -53), -std::ldexp(1.0, -80)}) down.add(x);
  BOOST_TEST(down.value() == 1.0);
}

BOOST_AUTO_TEST_CASE(order_and_grouping_do_not_matter) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> values;
    for (int i = 0; i < 40; ++i)
      values.push_back(std::ldexp(static_cast<double>(random() % 2001) - 1000, static_cast<int>(random() % 120) - 60));
    exact_sum forward, backward, left, right;
    for (const double v : values) forward.add(v);
    for (std::size_t i = values.size(); i-- > 0;) backward.add(values[i]);
    for (std::size_t i = 0; i < values.size(); ++i) (i % 3 == 0 ? left : right).add(values[i]);
    right.merge(left);
    BOOST_TEST(forward.value() == backward.value());
    BOOST_TEST(forward.value() == right.value());
    BOOST_TEST(forward.canonical() == right.canonical());
    BOOST_TEST(exact_sum::from(forward.canonical(), false).value() == forward.value());
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_makes_it_infinite) {
  exact_sum t;
  t.add(1e308), t.add(5);
  BOOST_TEST(std::isinf(t.value()));
  exact_sum other;
  other.add(3), other.merge(t);
  BOOST_TEST(std::isinf(other.value()));
}

BOOST_AUTO_TEST_CASE(moments_by_hand) {
  moments m;
  for (const double x : {2.0, 4.0, 9.0, missing<double>}) m.add(x);
  BOOST_TEST(m.count == 3);
  BOOST_TEST(m.mean() == 5.0);                  // 15 / 3
  BOOST_TEST(m.squared_distances() == 26.0);    // 9 + 1 + 16
  BOOST_TEST(m.sample_deviation() == std::sqrt(13.0));
  BOOST_TEST(m.population_deviation() == std::sqrt(26.0 / 3));
  BOOST_TEST(m.min == 2.0);
  BOOST_TEST(m.max == 9.0);
  moments one;
  one.add(7);
  BOOST_TEST(!known(one.sample_deviation()));
  BOOST_TEST(one.population_deviation() == 0.0);
}

BOOST_AUTO_TEST_CASE(deviations_of_large_numbers_keep_their_digits) {
  moments m;
  for (const double x : {1e9 + 1, 1e9 + 2, 1e9 + 3}) m.add(x);
  BOOST_TEST(m.sample_deviation() == 1.0);  // in doubles, sums of squares near 3e18 lose the 2
}

BOOST_AUTO_TEST_SUITE_END()
