#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/timeline/nested_spans.hpp>

BOOST_AUTO_TEST_SUITE(nested_spans)

namespace {
using ridgeline::missing;
using spans = ridgeline::nested_spans<std::int64_t>;
constexpr auto none = missing<std::uint32_t>;
}  // namespace

BOOST_AUTO_TEST_CASE(the_span_that_began_last_of_those_open) {
  // 0:  0........100   1: 10..40   2: 20..30   3: 50..60
  const spans s({{0, 50, 60, 3}, {0, 0, 100, 0}, {0, 20, 30, 2}, {0, 10, 40, 1}});
  BOOST_TEST(s.innermost(0, 0) == 0u);
  BOOST_TEST(s.innermost(0, 25) == 2u);
  BOOST_TEST(s.innermost(0, 30) == 1u);  // a span is closed at its end
  BOOST_TEST(s.innermost(0, 45) == 0u);
  BOOST_TEST(s.innermost(0, 59) == 3u);
  BOOST_TEST(s.innermost(0, 99) == 0u);
  BOOST_TEST(s.innermost(0, 100) == none);
  BOOST_TEST(s.innermost(0, -1) == none);
}

BOOST_AUTO_TEST_CASE(each_place_has_spans_of_its_own) {
  const spans s({{1, 0, 10, 7}, {2, 5, 6, 8}, {3, 4, 20, 9}});
  BOOST_TEST(s.innermost(1, 5) == 7u);
  BOOST_TEST(s.innermost(2, 5) == 8u);
  BOOST_TEST(s.innermost(2, 7) == none);
  BOOST_TEST(s.innermost(3, 3) == none);  // 2 has begun before, but not here
  BOOST_TEST(s.innermost(4, 5) == none);
}

BOOST_AUTO_TEST_CASE(a_time_has_spans_that_are_open_in_it_or_begin) {
  const spans s({{0, 10, 20, 1}, {0, 30, 40, 2}, {1, 25, 26, 3}});
  BOOST_TEST(s.any_in(0, 0, 11));    // 10 begins in it
  BOOST_TEST(!s.any_in(0, 0, 10));   // behind it
  BOOST_TEST(s.any_in(0, 15, 16));   // 10..20 is open all the time
  BOOST_TEST(s.any_in(0, 10, 10));
  BOOST_TEST(!s.any_in(0, 20, 30));  // the gap of the place; 25..26 is of another one
  BOOST_TEST(s.any_in(1, 20, 30));
  BOOST_TEST(!s.any_in(2, 0, 100));
  BOOST_TEST(!spans({}).any_in(0, 0, 100));
}

BOOST_AUTO_TEST_CASE(of_spans_that_begin_together_the_shorter_is_inside) {
  const spans s({{0, 0, 5, 1}, {0, 0, 10, 2}});
  BOOST_TEST(s.innermost(0, 4) == 1u);
  BOOST_TEST(s.innermost(0, 7) == 2u);
}

BOOST_AUTO_TEST_CASE(spans_that_overlap_without_being_nested) {
  const spans s({{0, 0, 10, 1}, {0, 5, 15, 2}, {0, 12, 13, 3}});
  BOOST_TEST(s.innermost(0, 8) == 2u);
  BOOST_TEST(s.innermost(0, 14) == 2u);
  BOOST_TEST(s.innermost(0, 15) == none);
  BOOST_TEST(spans({}).innermost(0, 0) == none);
}

BOOST_AUTO_TEST_SUITE_END()
