#include <ridgeline/core/units.hpp>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core_units)

// tests/static/core_units.cpp has the rest; clang does not accept "an unknown stays unknown" as a constant expression.
BOOST_AUTO_TEST_CASE(unknown_stays_unknown) {
  const time_quantity never = missing<time_quantity>;
  BOOST_TEST(!known(never + 1 * us));
  BOOST_TEST(!known(1 * us - never));
  BOOST_TEST(!known(never * 0));
  BOOST_TEST(!known(never / 2));
  BOOST_TEST(!known(-never));
  BOOST_TEST(!known(1 * GB / never));
  BOOST_TEST(!known(never / (1 * us)));
  BOOST_TEST(!known(2.0 / never));
  BOOST_TEST(!known(missing<bandwidth> * (1 * us)));
  BOOST_TEST(!known(never.in(us)));
  time_quantity sum = 1 * us;
  sum += never;
  BOOST_TEST(!known(sum));
}

// A rate over no time at all is not a number to report, but it is not "unknown" either.
BOOST_AUTO_TEST_CASE(nothing_over_nothing_is_unknown) {
  BOOST_TEST(!known(0 * B / (0 * ns)));
  BOOST_TEST(known(1 * B / (0 * ns)));
}

BOOST_AUTO_TEST_SUITE_END()
