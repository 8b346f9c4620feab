#include <ridgeline/query/gaps.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/join.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/within.hpp>

#include "../support/made_records.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(query_gaps)

using ridgeline::time;

BOOST_AUTO_TEST_CASE(a_gap_begins_when_all_before_it_have_ended) {
  // a: 0 to 10; b: 2 to 4; c: 15 to 20; d: 20 to 25
  const std::vector<made_kernel> all{kernel("a", 0, 10), kernel("b", 2, 2), kernel("c", 15, 5), kernel("d", 20, 5)};
  const auto found = all | gaps();
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].start.in(us) == 10);
  BOOST_TEST(found[0].time.in(us) == 5);
  BOOST_TEST(found[0].before.name == "a");
  BOOST_TEST(found[0].after.name == "c");
  BOOST_TEST(project(after(name), found[0]) == "c");
  BOOST_TEST(project(stream, found[0]) == 7);
  BOOST_TEST(project(time, found[0]).in(us) == 5);
  BOOST_TEST(project(end, found[0]).in(us) == 15);
}

BOOST_AUTO_TEST_CASE(records_without_a_time_are_passed_over) {
  std::vector<made_kernel> all{kernel("a", 0, 1), kernel("b", 5, 1), kernel("c", 9, 1)};
  all[1].time = missing<duration>;
  const auto found = all | gaps();
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].time.in(us) == 8);  // 1 to 9
  BOOST_TEST((std::vector<made_kernel>{} | gaps()).empty());
}

BOOST_AUTO_TEST_CASE(records_that_end_before_they_start_are_passed_over) {
  // 0 to 10; one that says 15 to 9; 20 to 25: idle from 10 to 20, once
  std::vector<made_kernel> all{kernel("a", 0, 10), kernel("wrong", 15, -6), kernel("c", 20, 5)};
  const auto found = all | gaps();
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].before.name == "a");
  BOOST_TEST(found[0].time.in(us) == 10);
}

BOOST_AUTO_TEST_CASE(records_in_another_order_have_the_same_gaps) {
  // sorted: 0 to 1, 5 to 6, 9 to 10; the one without a start is left out
  std::vector<made_kernel> all{kernel("c", 9, 1), kernel("lost", 0, 1), kernel("a", 0, 1), kernel("b", 5, 1)};
  all[1].start = missing<time_point>;
  const auto found = all | gaps();
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].after.name == "b");
  BOOST_TEST(found[0].time.in(us) == 4);  // 1 to 5
  BOOST_TEST(found[1].after.name == "c");
  BOOST_TEST(found[1].time.in(us) == 3);  // 6 to 9
  BOOST_TEST(all[0].name == "c");         // the list itself stays as it is
}

BOOST_AUTO_TEST_CASE(the_longest_gaps_of_each_stream) {
  constexpr auto longest_gaps = group_by(device, stream) | within(sort_by(start) | gaps() | top<1>(time));
  const std::vector<made_kernel> all{kernel("b", 10, 1, 7), kernel("a", 0, 1, 7),    // 7: 1 to 10, 11 to 12
                                     kernel("x", 0, 1, 8), kernel("c", 12, 1, 7), kernel("y", 3, 1, 8)};  // 8: 1 to 3
  const auto found = all | longest_gaps;
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].time.in(us) == 9);
  BOOST_TEST(found[0].after.name == "b");
  BOOST_TEST(found[1].time.in(us) == 2);
}

BOOST_AUTO_TEST_CASE(busy_is_the_union_and_overlap_what_two_share) {
  // left: 0 to 10, 8 to 12, 20 to 30; right: 11 to 21, 29 to 40
  const std::vector<made_kernel> left_side{kernel("c", 20, 10), kernel("a", 0, 10), kernel("b", 8, 4)};
  const std::vector<made_kernel> right_side{kernel("x", 11, 10), kernel("y", 29, 11)};
  const auto spans = left_side | busy();
  BOOST_REQUIRE(spans.size() == 2u);
  BOOST_TEST(spans[0].end.in(us) == 12);
  BOOST_TEST((left_side | busy() | aggregate(sum(time)))[0][sum(time)].in(us) == 22);  // 12 + 10
  // 11 to 12, 20 to 21, 29 to 30
  BOOST_TEST((left_side | overlap(right_side) | aggregate(sum(time)))[0][sum(time)].in(us) == 3);
  BOOST_TEST((left_side | overlap(std::vector<made_kernel>{})).empty());
}

BOOST_AUTO_TEST_CASE(join_puts_equal_keys_side_by_side) {
  const std::vector<made_kernel> one{kernel("a", 0, 1), kernel("b", 1, 2), kernel("a", 2, 3), kernel("z", 9, 9)};
  const std::vector<made_kernel> two{kernel("b", 0, 20), kernel("a", 1, 10), kernel("a", 2, 30), kernel("a", 3, 99)};
  const auto pairs = one | join(two, name);
  BOOST_REQUIRE(pairs.size() == 3u);  // z has no partner, nor the third a
  BOOST_TEST(project(name, pairs[1]) == "b");
  BOOST_TEST(project(left(time), pairs[2]).in(us) == 3);
  BOOST_TEST(project(right(time), pairs[2]).in(us) == 30);
  BOOST_TEST(project(right(time), pairs[0]).in(us) == 10);
}

BOOST_AUTO_TEST_CASE(an_array_has_gaps) {
  const made_kernel all[] = {kernel("a", 0, 2), kernel("b", 5, 1)};
  BOOST_TEST((all | gaps())[0].time.in(us) == 3);
}

BOOST_AUTO_TEST_CASE(keys_of_two_types_are_equal_by_value) {
  struct in_64 { std::int64_t rank; };
  struct in_32 { std::int32_t rank; };
  struct in_u64 { std::uint64_t rank; };
  struct in_double { double rank; };
  struct maybe { std::optional<int> rank; };
  constexpr auto rank = [](const auto& r) { return r.rank; };
  // the first is 0 in 32 bits
  const std::vector<in_64> wide{{std::int64_t{1} << 32}, {7}, {-1}, {missing<std::int64_t>}};
  const std::vector<in_32> narrow{{0}, {7}, {-1}, {missing<std::int32_t>}};
  const std::vector<in_u64> large{{18446744073709551614u}, {7}};
  const std::vector<in_double> reals{{0.5}, {7.0}, {missing<double>}};
  const std::vector<maybe> some{{7}, {}};
  const auto pairs = wide | join(narrow, rank);
  BOOST_REQUIRE(pairs.size() == 3u);
  BOOST_TEST(pairs[0].left_record.rank == 7);
  BOOST_TEST(pairs[1].right_record.rank == -1);
  BOOST_TEST(!known(pairs[2].left_record.rank));  // missing is missing in any type
  BOOST_TEST((narrow | join(wide, rank)).size() == 3u);
  BOOST_TEST((large | join(wide, rank)).size() == 1u);    // 2^64 - 2 is not -2
  BOOST_TEST((reals | join(narrow, rank)).size() == 2u);  // 0.5 is not 0
  BOOST_TEST((some | join(wide, rank)).size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
