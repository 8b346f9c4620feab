#include <ridgeline/advise/idle_gaps.hpp>

#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(advise_idle_gaps)

namespace {

std::vector<advise_detail::idle_gap> gaps_of(const std::vector<std::vector<std::int64_t>>& spans,
                                             std::int64_t shortest) {
  gpu_activity all;
  for (const std::vector<std::int64_t>& s : spans) {
    activity_work w;
    w.start = time_point::of(s[0]), w.time = duration::of(s[1] - s[0]);
    all.works.push_back(w);
  }
  return advise_detail::idle_gaps_of(all, duration::of(shortest));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_gap_counts_from_its_length_on) {
  // 10 to 20 and 25 to 31: 10 and 6 ns
  const std::vector<std::vector<std::int64_t>> spans{{0, 10}, {20, 25}, {31, 40}};
  BOOST_TEST(gaps_of(spans, 6).size() == 2u);
  BOOST_TEST(gaps_of(spans, 7).size() == 1u);
  BOOST_TEST(gaps_of(spans, 11).empty());
  const auto longest = gaps_of(spans, 10);
  BOOST_REQUIRE(longest.size() == 1u);
  BOOST_TEST(longest[0].from.base() == 10);
  BOOST_TEST(longest[0].to().base() == 20);
}

BOOST_AUTO_TEST_CASE(work_of_other_streams_fills_a_gap) {
  BOOST_TEST(gaps_of({{0, 30}, {5, 10}, {20, 25}}, 1).empty());  // the first one still runs
  BOOST_TEST(gaps_of({{0, 10}, {10, 20}}, 0).empty());           // one follows the other
  BOOST_TEST(gaps_of({}, 0).empty());
}

BOOST_AUTO_TEST_SUITE_END()
