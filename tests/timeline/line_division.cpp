#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/timeline/line_division.hpp>

BOOST_AUTO_TEST_SUITE(line_division)

namespace {

/// The parts as `id:start-end`, and `(id)` for each span that holds another.
std::string parts_of(ridgeline::line_division& line, const std::vector<ridgeline::line_span>& spans) {
  std::string told;
  line.divide(spans,
              [&](std::uint32_t id, std::int64_t start, std::int64_t end) {
                told += std::to_string(id) + ":" + std::to_string(start) + "-" + std::to_string(end) + " ";
              },
              [&](std::uint32_t id) { told += "(" + std::to_string(id) + ") "; });
  return told;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_moment_belongs_to_the_span_that_began_last) {
  ridgeline::line_division line;
  // 0: 0........100   1: 10..60   2: 20..40   3: 70..90
  BOOST_TEST(parts_of(line, {{0, 0, 100}, {1, 10, 60}, {2, 20, 40}, {3, 70, 90}}) ==
             "0:0-10 (0) 1:10-20 (1) 2:20-40 1:40-60 0:60-70 (0) 3:70-90 0:90-100 ");
  BOOST_TEST(parts_of(line, {}) == "");
  BOOST_TEST(parts_of(line, {{4, -5, -3}, {5, 2, 4}}) == "4:-5--3 5:2-4 ");  // an earlier line, and a gap
}

BOOST_AUTO_TEST_CASE(spans_that_end_behind_the_one_in_which_they_began) {
  ridgeline::line_division line;
  // 1 ends at 8 and 2, which began in it, at 9: the sum of the parts is 10, the time that is covered
  BOOST_TEST(parts_of(line, {{0, 0, 10}, {1, 1, 8}, {2, 5, 9}}) == "0:0-1 (0) 1:1-5 2:5-9 0:9-10 ");
  BOOST_TEST(parts_of(line, {{0, 0, 10}, {1, 5, 20}, {2, 6, 8}}) == "0:0-5 1:5-6 (1) 2:6-8 1:8-20 ");
}

BOOST_AUTO_TEST_CASE(spans_without_a_length_keep_their_place) {
  ridgeline::line_division line;
  BOOST_TEST(parts_of(line, {{0, 0, 10}, {1, 4, 4}}) == "0:0-4 1:4-4 0:4-10 ");
  BOOST_TEST(parts_of(line, {{0, 3, 3}}) == "0:3-3 ");
}

BOOST_AUTO_TEST_SUITE_END()
