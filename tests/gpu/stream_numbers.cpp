#include <cstdint>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/stream_numbers.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_stream_numbers)

namespace {
constexpr std::int64_t unknown = missing<std::int64_t>;
}

BOOST_AUTO_TEST_CASE(a_context_that_is_not_known_is_none_of_its_own) {
  stream_numbers s;
  BOOST_TEST(s.number(0, 7, 1) == 0u);
  BOOST_TEST(s.number(0, 7, unknown) == 0u);  // of the first context with a stream 7
  BOOST_TEST(s.number(0, 7, 2) == 1u);        // another context's stream of that number
  BOOST_TEST(s.number(0, 7, unknown) == 0u);
  BOOST_TEST(s.number(0, 8, unknown) == 2u);
  BOOST_TEST(s.number(0, 8, 5) == 2u);  // now it is known
  BOOST_TEST(s.number(0, 8, 6) == 3u);
  BOOST_TEST(s.number(1, 7, 1) == 4u);  // on another device
  BOOST_TEST(s.size() == 5u);
}

BOOST_AUTO_TEST_CASE(streams_without_a_number_are_told_apart_by_context) {
  stream_numbers s;
  BOOST_TEST(s.number(0, unknown, 1) == 0u);
  BOOST_TEST(s.number(0, unknown, 2) == 1u);
  BOOST_TEST(s.number(0, unknown, unknown) == 2u);  // not that of context 1
  BOOST_TEST(s.number(0, unknown, 1) == 0u);
  BOOST_TEST(s.alone() == 3u);
  BOOST_TEST(s.alone() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
