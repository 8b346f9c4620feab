#include <cmath>
#include <limits>

#include <boost/test/unit_test.hpp>

#include <ridgeline/stats/student.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(stats_student)

BOOST_AUTO_TEST_CASE(tails_of_one_and_two_degrees_have_closed_forms) {
  // one degree is Cauchy's: P(T > 1) = 1/2 - atan(1) / pi = 1/4; two: P(T > t) = (1 - t / sqrt(t^2 + 2)) / 2
  BOOST_TEST(std::fabs(rl::student_tail(1, 1) - 0.25) < 1e-13);
  BOOST_TEST(std::fabs(rl::student_tail(1, 2) - (1 - 1 / std::sqrt(3.0)) / 2) < 1e-13);
  BOOST_TEST(std::fabs(rl::student_tail(-1, 2) - (1 + 1 / std::sqrt(3.0)) / 2) < 1e-13);
  BOOST_TEST(rl::student_tail(0, 7.5) == 0.5);
}

BOOST_AUTO_TEST_CASE(points_are_those_of_printed_tables) {
  BOOST_TEST(std::fabs(rl::student_point(0.025, 10) - 2.228139) < 1e-6);
  BOOST_TEST(std::fabs(rl::student_point(0.005, 5) - 4.032143) < 1e-6);
  BOOST_TEST(std::fabs(rl::student_point(0.975, 10) + 2.228139) < 1e-6);
  BOOST_TEST(std::fabs(rl::student_tail(rl::student_point(1e-7, 13.5), 13.5) / 1e-7 - 1) < 1e-8);
}

BOOST_AUTO_TEST_CASE(the_edges_are_answered) {
  const double infinite = std::numeric_limits<double>::infinity();
  BOOST_TEST(rl::student_tail(infinite, 3) == 0.0);
  BOOST_TEST(rl::student_tail(-infinite, 3) == 1.0);
  BOOST_TEST(std::isnan(rl::student_tail(1, 0)));
  BOOST_TEST(rl::student_point(0, 3) == infinite);
  BOOST_TEST(rl::student_point(0.5, 3) == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
