#include <ridgeline/timeline/intervals.hpp>

#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(timeline_intervals)

BOOST_AUTO_TEST_CASE(unites_what_overlaps_or_touches) {
  const interval_set u = union_of({{5, 7}, {0, 2}, {2, 3}, {1, 2.5}, {6, 6.5}, {9, 8}});
  BOOST_TEST((u == interval_set{{0, 3}, {5, 7}, {9, 9}}));
  BOOST_TEST(length_of(u) == 5.0);   // 3 + 2 + 0
  BOOST_TEST(extent_of(u) == 9.0);
  BOOST_TEST((gaps_of(u) == interval_set{{3, 5}, {7, 9}}));
  BOOST_TEST(union_of({}).empty());
}

BOOST_AUTO_TEST_CASE(the_length_of_a_union_needs_no_order) {
  const auto length = [](const std::vector<interval>& parts) {
    return length_of_union<double>([&](auto take) {
      for (const interval& p : parts)
        if (!take(p)) return;
    });
  };
  BOOST_TEST(length({}) == 0);
  BOOST_TEST(length({{1, 3}, {2, 4}, {4, 5}, {7, 6}, {8, 10}, {8, 9}}) == 6);  // 1 to 5 and 8 to 10; 7 is a point
  BOOST_TEST(length({{8, 10}, {1, 3}, {2, 4}, {7, 6}, {8, 9}, {4, 5}}) == 6);
}

BOOST_AUTO_TEST_CASE(subtracts) {
  const interval_set a{{0, 10}, {20, 30}};
  BOOST_TEST((difference_of(a, {}) == a));
  BOOST_TEST((difference_of(a, {{2, 3}, {5, 6}}) == interval_set{{0, 2}, {3, 5}, {6, 10}, {20, 30}}));
  BOOST_TEST((difference_of(a, {{-5, 2}, {8, 22}, {29, 40}}) == interval_set{{2, 8}, {22, 29}}));
  BOOST_TEST(difference_of(a, {{0, 30}}).empty());
  BOOST_TEST((difference_of(a, {{10, 20}}) == a));
  BOOST_TEST((difference_of({{0, 1}, {2, 3}, {4, 5}}, {{0, 4.5}}) == interval_set{{4.5, 5}}));
}

BOOST_AUTO_TEST_CASE(intersects) {
  const interval_set a{{0, 10}, {20, 30}};
  BOOST_TEST((intersected(a, {{5, 25}}) == interval_set{{5, 10}, {20, 25}}));
  BOOST_TEST(intersected(a, {{10, 20}}).empty());
  BOOST_TEST((intersected(a, a) == a));
}

BOOST_AUTO_TEST_CASE(a_part_and_the_rest_make_the_whole) {
  for (unsigned seed = 1; seed < 200; ++seed) {
    std::vector<interval> x, y;
    unsigned r = seed;
    for (int i = 0; i < 12; ++i) {
      r = r * 1103515245 + 12345;
      const double first = r >> 16 & 63, length = r >> 24 & 15;
      (i % 2 == 0 ? x : y).push_back({first, first + length});
    }
    const interval_set a = union_of(x), b = union_of(y);
    BOOST_REQUIRE(length_of(difference_of(a, b)) + length_of(intersected(a, b)) == length_of(a));
    x.insert(x.end(), y.begin(), y.end());
    BOOST_REQUIRE(length_of(union_of(x)) == length_of(a) + length_of(difference_of(b, a)));
  }
}

BOOST_AUTO_TEST_SUITE_END()
