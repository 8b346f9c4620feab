#include <cmath>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/stats/change_points.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/stats/student.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(stats_series)

BOOST_AUTO_TEST_CASE(single_outliers_are_pulled_in) {
  // median 10, distances 1 1 0 0 1 1 40: median distance 1, bound 10 + 4 * 1.4826
  const std::vector<double> values{9, 11, 10, 10, 9, 11, 50};
  const rl::pulled_values p = rl::pull_in(values);
  BOOST_TEST(p.pulled == 1);
  BOOST_TEST(std::fabs(p.values[6] - 15.9304) < 1e-12);
  BOOST_TEST(p.values[0] == 9.0);
}

BOOST_AUTO_TEST_CASE(more_than_one_in_ten_stay) {
  const std::vector<double> two_of_seven{10, 10.1, 9.9, 10, 10, 50, 50};
  BOOST_TEST(rl::pull_in(two_of_seven).pulled == 0);
  const std::vector<double> short_series{10, 10, 10, 10, 50};
  BOOST_TEST(rl::pull_in(short_series).pulled == 0);
}

BOOST_AUTO_TEST_CASE(a_short_series_is_welch_over_its_values) {
  // means 2 and 4; variances of the means 1/3 and 4/3; ratio 2: (2^2 * 1/3 + 4/3) / 2^2 = 2/3
  const rl::two_means m = rl::means_of_series(std::vector<double>{1, 2, 3}, std::vector<double>{2, 4, 6});
  const rl::change_estimate c = rl::relative_change(m);
  BOOST_TEST(c.change == 1.0);
  BOOST_TEST(std::fabs(c.error - std::sqrt(2.0 / 3)) < 1e-12);
  BOOST_TEST(std::fabs(c.freedom - 4) < 1e-12);  // equal parts of two degrees each
  // if nothing had changed: 1/3 / 2^2 + 4/3 / 2^2 = 5/12, of 2 / (1/12^2 + 1/3^2) * 25/144 = 50/17 degrees
  const double p = 2 * rl::student_tail(1 / std::sqrt(5.0 / 12), 50.0 / 17);
  BOOST_TEST(std::fabs(c.p_above_at_bound(0) - p) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_common_slope_is_no_noise) {
  std::vector<double> a, b;
  for (int i = 0; i < 20; ++i) a.push_back(100 + i), b.push_back(2 * (100 + i));
  const rl::change_estimate c = rl::relative_change(rl::means_of_series(a, b));
  BOOST_TEST(std::fabs(c.change - 1) < 1e-12);
  BOOST_TEST(c.error < 1e-9);
  BOOST_TEST(std::fabs(rl::means_of_series(a, b).base.freedom - 6.5) < 1e-12);  // 8 batches, less 1, less a half
}

BOOST_AUTO_TEST_CASE(one_run_takes_the_variance_of_the_others) {
  // runs 9 10 11: variance of a value 1, of the mean 1/3; the single one is twice as long: variance 4
  const rl::two_means m = rl::means_of_runs(std::vector<double>{9, 10, 11}, std::vector<double>{20});
  BOOST_TEST(std::fabs(m.base.variance - 1.0 / 3) < 1e-12);
  BOOST_TEST(std::fabs(m.next.variance - 4) < 1e-12);
  BOOST_TEST(m.next.freedom == 2.0);
}

BOOST_AUTO_TEST_CASE(two_runs_have_a_variance) {
  // 10 and 14: 2^2 + 2^2 = 8 around 12, by 2 - 1 for a value, by 2 for the mean
  const rl::two_means m = rl::means_of_runs(std::vector<double>{10, 14}, std::vector<double>{24});
  BOOST_TEST(m.base.variance == 4.0);
  BOOST_TEST(m.base.freedom == 1.0);
  BOOST_TEST(m.next.variance == 4.0 * 2 * 2 * 2);  // of one value, twice as long
}

BOOST_AUTO_TEST_CASE(p_values_are_adjusted_for_their_number) {
  // sorted 0.01 0.02 0.03 0.5: times 4/1, 4/2, 4/3, 4/4: 0.04, 0.04, 0.04, 0.5
  const std::vector<double> q = rl::adjusted_for_number(std::vector<double>{0.03, 0.5, 0.01, 0.02});
  BOOST_TEST(std::fabs(q[0] - 0.04) < 1e-12);
  BOOST_TEST(std::fabs(q[2] - 0.04) < 1e-12);
  BOOST_TEST(std::fabs(q[3] - 0.04) < 1e-12);
  BOOST_TEST(q[1] == 0.5);
}

BOOST_AUTO_TEST_CASE(nothing_repeated_tells_nothing) {
  const rl::change_estimate c = rl::relative_change(rl::means_of_series(std::vector<double>{10}, std::vector<double>{20}));
  BOOST_TEST(c.change == 1.0);
  BOOST_TEST(!rl::known(c.p_above(0.01)));
  BOOST_TEST(!rl::known(c.half_width(0.01)));
}

BOOST_AUTO_TEST_CASE(without_any_noise_a_change_is_sure) {
  const std::vector<double> a(20, 100.0), b(20, 102.0);
  const rl::change_estimate c = rl::relative_change(rl::means_of_series(a, b));
  BOOST_TEST(c.p_above(0.01) == 0.0);
  BOOST_TEST(c.p_above(0.03) == 1.0);
  BOOST_TEST(c.half_width(0.01) == 0.0);
}

BOOST_AUTO_TEST_CASE(a_step_in_a_series_is_found) {
  const std::vector<double> series{100, 101, 100, 99, 100, 120, 121, 120, 119, 120};
  const std::vector<rl::change_point> found = rl::change_points_of(series, {});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].at == 5u);
  BOOST_TEST(std::fabs(found[0].change - 0.2) < 1e-12);  // 120 / 100 - 1
  BOOST_TEST(found[0].earliest == 5u);
  BOOST_TEST(found[0].latest == 5u);
  const std::vector<double> level{100, 101, 100, 99, 100, 101, 99, 100, 100, 100};
  BOOST_TEST(rl::change_points_of(level, {}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
