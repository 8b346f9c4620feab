#include <ridgeline/stats/moments.hpp>
#include <ridgeline/stats/statistics.hpp>

#include <cmath>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(stats_statistics)

BOOST_AUTO_TEST_CASE(of_four_numbers) {
  std::vector<double> values{4, 1, missing<double>, 3, 8};
  const statistics s = statistics_of(values);
  BOOST_TEST(s.count == 4);
  BOOST_TEST(s.sum == 16.0);
  BOOST_TEST(s.mean == 4.0);
  BOOST_TEST(s.median == 3.5);  // of 3 and 4
  BOOST_TEST(s.min == 1.0);
  BOOST_TEST(s.max == 8.0);
  // distances 0, -3, -1, 4: squares add up to 26
  BOOST_TEST(s.sample_deviation() == std::sqrt(26.0 / 3));
  BOOST_TEST(s.population_deviation() == std::sqrt(26.0 / 4));
}

BOOST_AUTO_TEST_CASE(equal_numbers_have_no_deviation) {
  // a third of the rounded sum of three is another number
  for (const double x : {0.011264, 0.010933333333333333, -0.011264}) {
    BOOST_TEST((x + x + x) / 3 != x);
    std::vector<double> values{x, x, x};
    const statistics s = statistics_of(values);
    BOOST_TEST(s.mean == x);
    BOOST_TEST(s.sample_deviation() == 0.0);
    moments m;
    for (int i = 0; i < 3; ++i) m.add(x);
    BOOST_TEST(m.mean() == x);
    BOOST_TEST(m.sample_deviation() == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(of_one_and_of_none) {
  std::vector<double> one{2.5}, odd{3, 1, 2}, none{missing<double>};
  BOOST_TEST(statistics_of(one).median == 2.5);
  one = {2.5};
  BOOST_TEST(!known(statistics_of(one).sample_deviation()));
  one = {2.5};
  BOOST_TEST(statistics_of(one).population_deviation() == 0.0);
  BOOST_TEST(statistics_of(odd).median == 2.0);
  const statistics s = statistics_of(none);
  BOOST_TEST(s.count == 0);
  BOOST_TEST(s.sum == 0.0);
  BOOST_TEST(!known(s.mean));
  BOOST_TEST(!known(s.median));
}

BOOST_AUTO_TEST_SUITE_END()
