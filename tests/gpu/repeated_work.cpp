#include <ridgeline/gpu/repeated_work.hpp>

#include <cstddef>
#include <tuple>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_repeated_work)

// The third and the fourth span repeat the first; the second and the last differ in length and in start.
BOOST_AUTO_TEST_CASE(later_spans_that_agree_in_everything_are_repeats) {
  struct span {
    int start, length, name;
  };
  const std::vector<span> spans{{1, 5, 7}, {1, 6, 7}, {1, 5, 7}, {1, 5, 7}, {2, 5, 7}};
  const auto again = gpu_detail::repeated_spans(
      spans.size(), [&](std::size_t x, std::size_t y) { return spans[x].start == spans[y].start; },
      [&](std::size_t i) { return std::tuple(spans[i].length, spans[i].name); });
  BOOST_TEST(again == (std::vector<std::size_t>{2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
