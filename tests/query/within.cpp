#include <ridgeline/query/within.hpp>

#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/tabulate.hpp>

#include "../support/made_records.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(query_within)

namespace {

constexpr auto is_long = titled<"is_long">(&made_kernel::is_long);
constexpr auto half = titled<"half">([](const auto& r) { return r.start < time_point::of(50'000) ? 1 : 2; });

/// Stream 7: a from 0 to 10, b from 5 to 20, a from 60 to 61. Stream 9: a from 30 to 35.
std::vector<made_kernel> four() {
  return {kernel("a", 0, 10), kernel("b", 5, 15), kernel("a", 30, 5, 9), kernel("a", 60, 1)};
}

std::string csv_of(const table& t) {
  string_output out;
  write_csv(out, t);
  return out.text();
}

}  // namespace

BOOST_AUTO_TEST_CASE(intervals_answer_for_the_keys_of_their_group) {
  const auto spans = four() | group_by(stream, half) | within(busy());
  BOOST_REQUIRE(spans.size() == 3u);
  BOOST_TEST(project(stream, spans[1]) == 9);
  BOOST_TEST(project(half, spans[2]) == 2);
  BOOST_TEST(spans[0].end.in(us) == 20);  // members are still there
  const auto streams = spans | group_by(stream) | aggregate(count, sum(elapsed));
  BOOST_REQUIRE(streams.size() == 2u);
  BOOST_TEST(streams[0][stream] == 7);
  BOOST_TEST(streams[0][sum(elapsed)].in(us) == 21);  // 20 and 1
  BOOST_TEST(streams[1][sum(elapsed)].in(us) == 5);
}

BOOST_AUTO_TEST_CASE(groups_in_groups_give_the_keys_of_both) {
  const auto spans = four() | group_by(stream) | within(group_by(half) | within(busy()));
  BOOST_REQUIRE(spans.size() == 3u);
  BOOST_TEST(project(stream, spans[1]) == 7);
  BOOST_TEST(project(half, spans[1]) == 2);
  BOOST_TEST(project(start, spans[1]).in(us) == 60);
}

BOOST_AUTO_TEST_CASE(rows_have_the_keys_in_front) {
  const auto rows = four() | group_by(stream) | within(busy() | aggregate(count, sum<us>(elapsed)));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[1][stream] == 9);
  BOOST_TEST(rows[0][count] == 2);
  BOOST_TEST(csv_of(rows | tabulate("busy")) == "stream,count,time_sum\r\n7,2,21\r\n9,1,5\r\n");
  // of the two keys, the rows know one
  const auto shares = four() | group_by(stream, name) |
                      within(group_by(name, half) | aggregate(count, share(elapsed))) | sort_by(desc(share(elapsed)));
  BOOST_TEST(csv_of(shares | tabulate("shares")).starts_with("stream,name,half,count,time_share\r\n"));
  BOOST_TEST(shares[0][share(elapsed)] == 1.0);  // b of stream 7, or a of stream 9
}

BOOST_AUTO_TEST_CASE(gaps_answer_for_keys_that_no_word_names) {
  const auto found = four() | group_by(&made_kernel::stream, is_long) | within(sort_by(start) | gaps());
  BOOST_REQUIRE(found.size() == 1u);  // of the short ones of stream 7, from 10 to 60
  BOOST_TEST(project(is_long, found[0]) == false);
  BOOST_TEST(project(&made_kernel::stream, found[0]) == 7);
  BOOST_TEST(project(name, found[0]) == "a");  // as before: of the record after it
  BOOST_TEST(found[0].time.in(us) == 50);
  static_assert(std::is_same_v<decltype(four() | group_by(stream, name) | within(gaps())),
                               std::vector<gap<made_kernel>>>);  // which answers for both already
}

BOOST_AUTO_TEST_CASE(records_stay_what_they_are) {
  static_assert(std::is_same_v<decltype(four() | group_by(half) | within(take(1))), std::vector<made_kernel>>);
  BOOST_TEST(names(four() | group_by(half) | within(top<1>(elapsed))) == "b a");
}

BOOST_AUTO_TEST_SUITE_END()
