#include <ridgeline/timeline/busy_ranges.hpp>
#include <ridgeline/timeline/intervals.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(timeline_busy_ranges)

namespace {

double alone(const std::vector<interval>& spans, interval_range r) {
  return length_of(union_of({spans.begin() + r.first, spans.begin() + r.last}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(unions_of_a_few) {
  const std::vector<interval> spans{{0, 10}, {5, 12}, {20, 25}, {20, 20}, {3, 1}};
  const std::vector<double> busy = busy_in_ranges(
      spans, std::vector<interval_range>{{0, 1}, {0, 2}, {0, 4}, {1, 3}, {3, 4}, {4, 5}, {2, 2}});
  BOOST_TEST(busy == (std::vector<double>{10, 12, 17, 12, 0, 0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nested_ranges_of_many_equal_the_union_of_each) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    const std::uint32_t n = 600;
    std::vector<interval> spans;
    for (std::uint32_t i = 0; i < n; ++i) {
      const double start = static_cast<double>(random() % 2000);
      spans.push_back({start, start + static_cast<double>(random() % 40)});
    }
    std::vector<interval_range> ranges;
    for (std::uint32_t depth = 0; depth < n / 2; ++depth) ranges.push_back({depth, n - depth});  // many to search
    const std::vector<double> busy = busy_in_ranges(spans, ranges);
    for (std::size_t i = 0; i < ranges.size(); ++i) BOOST_REQUIRE(busy[i] == alone(spans, ranges[i]));
  }
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_nested_ranges_end) {
  const std::uint32_t n = 100'000;
  std::vector<interval> spans;
  std::vector<interval_range> ranges;
  for (std::uint32_t i = 0; i < n; ++i) {
    spans.push_back({static_cast<double>(i), static_cast<double>(i) + 1});
    ranges.push_back({i, n});
  }
  const std::vector<double> busy = busy_in_ranges(spans, ranges);
  BOOST_TEST(busy.front() == static_cast<double>(n));
  BOOST_TEST(busy[n / 2] == static_cast<double>(n / 2));
  BOOST_TEST(busy.back() == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()
