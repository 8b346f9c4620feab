#include <cmath>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/stats/change_points.hpp>
#include <ridgeline/stats/student.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(stats_change_points)

namespace {

std::vector<rl::change_point> found_in(const std::vector<double>& series, const rl::change_point_rule& rule = {}) {
  return rl::change_points_of(series, rule);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_step_is_found_with_its_size_and_its_chance) {
  // 11 and 21 on average, each value 1 away: 8 squares of 1 over 8 - 2 degrees of freedom
  const auto found = found_in({10, 12, 10, 12, 20, 22, 20, 22}, {.fewest = 8});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].at == 4u);
  BOOST_TEST(std::fabs(found[0].change - 10.0 / 11) < 1e-12);
  // changes below 1 % of 11 are none; 7 splits, two sides
  const double spread = std::sqrt(8.0 / 6 * (1.0 / 4 + 1.0 / 4));
  BOOST_TEST(std::fabs(found[0].p / (2 * 7 * rl::student_tail((10 - 0.11) / spread, 6)) - 1) < 1e-9);
  // one earlier or later leaves 208 - 16 * 16 * (1 / 3 + 1 / 5) = 71.5 instead of 8: above 8 * (1 + 3.707^2 / 6) = 26.3
  BOOST_TEST(found[0].earliest == 4u);
  BOOST_TEST(found[0].latest == 4u);
  const auto twice = found_in({10, 12, 10, 12, 20, 22, 20, 22}, {.tests = 3, .fewest = 8});
  BOOST_REQUIRE(twice.size() == 1u);
  BOOST_TEST(std::fabs(twice[0].p / found[0].p - 3) < 1e-9);  // of three series
}

BOOST_AUTO_TEST_CASE(steps_of_both_directions_are_in_order) {
  const auto found = found_in({10, 10.1, 10, 10.1, 10, 10.1, 20, 20.1, 20, 20.1, 20, 20.1, 5, 5.1, 5, 5.1, 5, 5.1});
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].at == 6u);
  BOOST_TEST(found[1].at == 12u);
  BOOST_TEST(found[0].change > 0);
  BOOST_TEST(found[1].change < 0);
}

BOOST_AUTO_TEST_CASE(small_changes_and_noise_are_none) {
  BOOST_TEST(found_in({100, 100, 100, 100, 101, 101, 101, 101}).empty());  // exactly the 1 % that is ignored
  BOOST_TEST(found_in({100, 100, 100, 100, 102, 102, 102, 102}).size() == 1u);
  BOOST_TEST(found_in({10, 20, 10, 20, 10, 20, 10, 20}).empty());
  BOOST_TEST(found_in({10, 10, 10, 20, 20}).empty());                      // fewer than six values
  BOOST_TEST(found_in({0, 0, 0, 0, 1, 1, 1, 1}).empty());                  // a change is relative to the mean before it
}

BOOST_AUTO_TEST_SUITE_END()
