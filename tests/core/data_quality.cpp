#include <ridgeline/core/data_quality.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(record_data_quality)

BOOST_AUTO_TEST_CASE(counts_by_reason_and_remembers_the_first) {
  data_quality quality;
  BOOST_TEST(quality.empty());
  quality.add("b", {"f", 3, 4}, "x", false);
  quality.add("a", {"f", 1}, "y", false);
  quality.add("b", {"f", 2}, "z", false, 5);
  quality.add("c", {"f", 2}, "z", true, 0);  // nothing happened
  BOOST_REQUIRE(quality.issues().size() == 2u);
  BOOST_TEST(quality.issues()[0].reason == "b");
  BOOST_TEST(quality.issues()[0].count == 6u);  // 1 + 5
  BOOST_TEST(to_string(quality.issues()[0].first) == "f:3:4");
  BOOST_TEST(quality.issues()[0].example == "x");
  BOOST_TEST(!quality.lost_input());
  quality.add("a", {}, "", true);
  BOOST_TEST(quality.lost_input());
}

BOOST_AUTO_TEST_CASE(merging_keeps_the_earlier_place_and_moves_lines_of_the_later_part) {
  data_quality first, later;
  first.add("a", {"f", 7}, "x", false);
  later.add("b", {"f", 2, 9}, "y", false);
  later.add("a", {"f", 1}, "z", true, 2);
  later.add("c", {"row 4"}, "", false);
  first.merge(later, 10);
  BOOST_REQUIRE(first.issues().size() == 3u);
  BOOST_TEST(first.issues()[0].count == 3u);  // 1 + 2
  BOOST_TEST(to_string(first.issues()[0].first) == "f:7");
  BOOST_TEST(first.issues()[0].lost_input);
  BOOST_TEST(to_string(first.issues()[1].first) == "f:12:9");  // line 2 after 10 others
  BOOST_TEST(to_string(first.issues()[2].first) == "row 4");   // no line, so nothing to shift
}

BOOST_AUTO_TEST_CASE(examples_are_short_and_end_between_code_points) {
  data_quality quality;
  std::string text(119, 'x');
  text += "μμ";  // the first one is bytes 119 and 120
  quality.add("long", {}, text);
  BOOST_TEST(quality.issues()[0].example == std::string(119, 'x'));
}

BOOST_AUTO_TEST_CASE(a_loop_goes_over_the_issues) {
  data_quality quality;
  quality.add("a", {}, "x", true, 2);
  quality.add("b", {}, "y", true, 5);
  std::uint64_t all = 0;
  for (const quality_issue& issue : quality) all += issue.count;
  BOOST_TEST(all == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
