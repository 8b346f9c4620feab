#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/units.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>

namespace {

using namespace ridgeline;

enum class kind : std::uint8_t { device, signpost };

struct event {
  std::string_view code{};
  time_quantity host_start = missing<time_quantity>;
  int number = -1;
  kind type = kind::device;
};

/// 13 bytes: one whole word and five bytes of a second.
struct odd {
  std::array<char, 13> bytes{};
};

struct alignas(32) aligned {
  std::array<std::uint64_t, 3> words{};
};

event at(double start, int number) { return {.code = "op", .host_start = start * ns, .number = number}; }

std::vector<int> numbers(const live::collected<event>& c) {
  std::vector<int> all;
  for (const event& e : c.records) all.push_back(e.number);
  return all;
}

using kept_first = live::recorder<event>;
using kept_latest = live::recorder<event, live::keep_latest>;
using ints = std::vector<int>;

template <class Recorder>
void record_numbers(Recorder& trace, int from, int to) {
  live::producer mine{trace};
  for (int i = from; i < to; ++i) mine.record(at(i, i));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(live_recorder)

BOOST_AUTO_TEST_CASE(nothing_recorded_is_nothing_collected) {
  const kept_first none{{.lanes = 0, .records = 4}};
  BOOST_TEST(none.collect().records.empty());
  BOOST_TEST(none.collect().lanes.empty());

  const kept_first trace{{.lanes = 3, .records = 4}};
  const auto c = trace.collect(&event::host_start);
  BOOST_TEST(c.records.empty());
  BOOST_TEST(c.lanes.size() == 3u);
  BOOST_TEST(c.total().produced() == 0u);
}

BOOST_AUTO_TEST_CASE(what_fits_is_kept_in_order_of_production) {
  kept_first trace{{.lanes = 1, .records = 5}};
  record_numbers(trace, 0, 5);  // exactly full
  const auto c = trace.collect();
  BOOST_TEST(numbers(c) == (ints{0, 1, 2, 3, 4}), boost::test_tools::per_element());
  BOOST_TEST((c.total() == live::tally{5, 0}));
  BOOST_TEST(c.records[4].code == "op");
  BOOST_TEST(c.records[4].host_start.base() == 4.0);
}

BOOST_AUTO_TEST_CASE(keep_first_drops_what_comes_after_it_is_full) {
  kept_first trace{{.lanes = 2, .records = 3}};
  record_numbers(trace, 0, 7);
  const auto c = trace.collect();
  BOOST_TEST(numbers(c) == (ints{0, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST((c.lanes[0] == live::tally{3, 4}));  // 7 - 3
  BOOST_TEST((c.lanes[1] == live::tally{0, 0}));
  BOOST_TEST(c.total().produced() == 7u);
}

BOOST_AUTO_TEST_CASE(keep_latest_drops_the_oldest) {
  kept_latest trace{{.lanes = 1, .records = 3}};
  record_numbers(trace, 0, 2);  // not full yet
  BOOST_TEST(numbers(trace.collect()) == (ints{0, 1}), boost::test_tools::per_element());
  record_numbers(trace, 2, 3);  // just full
  BOOST_TEST(numbers(trace.collect()) == (ints{0, 1, 2}), boost::test_tools::per_element());
  record_numbers(trace, 3, 4);  // one over
  BOOST_TEST(numbers(trace.collect()) == (ints{1, 2, 3}), boost::test_tools::per_element());
  record_numbers(trace, 4, 11);
  const auto c = trace.collect();
  BOOST_TEST(numbers(c) == (ints{8, 9, 10}), boost::test_tools::per_element());
  BOOST_TEST((c.total() == live::tally{3, 8}));  // 11 - 3
}

BOOST_AUTO_TEST_CASE(no_room_keeps_nothing_and_counts_all) {
  kept_first first{{.lanes = 1, .records = 0}};
  kept_latest latest{{.lanes = 1, .records = 0}};
  record_numbers(first, 0, 4);
  record_numbers(latest, 0, 4);
  BOOST_TEST((first.collect().total() == live::tally{0, 4}));
  BOOST_TEST((latest.collect(&event::number).total() == live::tally{0, 4}));
}

BOOST_AUTO_TEST_CASE(room_for_one_keeps_the_first_or_the_latest) {
  kept_first first{{.lanes = 1, .records = 1}};
  kept_latest latest{{.lanes = 1, .records = 1}};
  record_numbers(first, 10, 14);
  record_numbers(latest, 10, 14);
  BOOST_TEST(numbers(first.collect()) == ints{10}, boost::test_tools::per_element());
  BOOST_TEST(numbers(latest.collect()) == ints{13}, boost::test_tools::per_element());
  BOOST_TEST((first.collect().total() == live::tally{1, 3}));
  BOOST_TEST((latest.collect().total() == live::tally{1, 3}));
}

BOOST_AUTO_TEST_CASE(a_producer_without_a_lane_is_counted) {
  kept_first trace{{.lanes = 2, .records = 8}};
  live::producer a{trace}, b{trace}, c{trace};
  BOOST_TEST(a.lane() == 0u);
  BOOST_TEST(b.lane() == 1u);
  BOOST_TEST(c.lane() == 2u);  // trace.size().lanes: none
  a.record(at(1, 1));
  b.record(at(2, 2));
  c.record(at(3, 3));
  c.record(at(4, 4));
  const auto got = trace.collect();
  BOOST_TEST(numbers(got) == (ints{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(got.without_lane == 2u);
  BOOST_TEST((got.total() == live::tally{2, 2}));

  kept_first none{{.lanes = 0, .records = 8}};
  record_numbers(none, 0, 3);
  BOOST_TEST((none.collect().total() == live::tally{0, 3}));
}

BOOST_AUTO_TEST_CASE(a_lane_that_is_given_back_goes_on) {
  kept_first trace{{.lanes = 2, .records = 3}};
  auto a = std::make_unique<live::producer<kept_first>>(trace);
  live::producer b{trace};
  a->record(at(1, 1));
  a.reset();
  live::producer c{trace};
  BOOST_TEST(c.lane() == 0u);  // the only free one
  c.record(at(2, 2));
  b.record(at(3, 3));
  for (int i = 4; i < 7; ++i) c.record(at(i, i));  // 1, 2, 4 fill the lane; 5, 6 do not fit
  const auto got = trace.collect();
  BOOST_TEST(numbers(got) == (ints{1, 2, 4, 3}), boost::test_tools::per_element());
  BOOST_TEST((got.lanes[0] == live::tally{3, 2}));
  BOOST_TEST((got.lanes[1] == live::tally{1, 0}));
}

// Four threads of 12 records, one after the other, and four lanes of 10: each finds an empty lane, a fifth a full one.
BOOST_AUTO_TEST_CASE(a_later_thread_takes_the_emptiest_free_lane) {
  kept_first trace{{.lanes = 4, .records = 10}};
  for (int t = 0; t < 4; ++t) std::thread([&trace, t] { record_numbers(trace, 12 * t, 12 * t + 12); }).join();
  BOOST_TEST((trace.collect().total() == live::tally{40, 8}));
  record_numbers(trace, 48, 49);
  BOOST_TEST((trace.collect().total() == live::tally{40, 9}));
}

BOOST_AUTO_TEST_CASE(threads_one_after_the_other_share_a_lane) {
  kept_latest trace{{.lanes = 1, .records = 2}};
  for (int t = 0; t < 3; ++t) std::thread([&trace, t] { record_numbers(trace, 3 * t, 3 * t + 3); }).join();
  const auto c = trace.collect();
  BOOST_TEST(numbers(c) == (ints{7, 8}), boost::test_tools::per_element());
  BOOST_TEST((c.total() == live::tally{2, 7}));
}

BOOST_AUTO_TEST_CASE(collecting_takes_nothing_away) {
  kept_first trace{{.lanes = 1, .records = 4}};
  live::producer mine{trace};
  mine.record(at(1, 1));
  mine.record(at(2, 2));
  BOOST_TEST(numbers(trace.collect()) == (ints{1, 2}), boost::test_tools::per_element());
  BOOST_TEST(numbers(trace.collect()) == (ints{1, 2}), boost::test_tools::per_element());
  mine.record(at(3, 3));
  BOOST_TEST(numbers(trace.collect()) == (ints{1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_key_orders_the_lanes_into_one) {
  kept_first trace{{.lanes = 2, .records = 4}};
  live::producer a{trace}, b{trace};
  b.record(at(20, 3));
  b.record(at(30, 4));
  a.record(at(10, 1));
  a.record(at(30, 5));  // as early as b's 4, but of an earlier lane
  a.record(at(30, 6));
  a.record(at(15, 2));  // an outer scope, recorded when it ended
  const auto c = trace.collect(&event::host_start);
  BOOST_TEST(numbers(c) == (ints{1, 2, 3, 5, 6, 4}), boost::test_tools::per_element());
  BOOST_TEST((c.lanes[0] == live::tally{4, 0}));
  BOOST_TEST((c.lanes[1] == live::tally{2, 0}));
}

BOOST_AUTO_TEST_CASE(an_unknown_key_stays_behind_the_record_before_it) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  kept_first trace{{.lanes = 2, .records = 4}};
  live::producer a{trace}, b{trace};
  a.record(at(unknown, 1));  // nothing before it: in front of all
  a.record(at(10, 2));
  a.record(at(unknown, 3));  // after 2
  a.record(at(30, 5));
  b.record(at(unknown, 0));  // in front too, but of a later lane
  b.record(at(20, 4));
  b.record(at(unknown, 6));  // after 4
  const auto c = trace.collect(&event::host_start);
  BOOST_TEST(numbers(c) == (ints{1, 0, 2, 3, 4, 6, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_key_may_be_a_callable_that_gives_a_pair) {
  kept_first trace{{.lanes = 2, .records = 2}};
  live::producer a{trace}, b{trace};
  a.record(at(10, 2));
  b.record(at(10, 1));
  const auto c = trace.collect([](const event& e) { return std::pair{e.host_start, e.number}; });
  BOOST_TEST(numbers(c) == (ints{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_of_any_size_come_back_as_they_were) {
  live::recorder<odd> odds{{.lanes = 1, .records = 2}};
  live::recorder<aligned, live::keep_latest> wide{{.lanes = 1, .records = 2}};
  live::producer o{odds};
  live::producer w{wide};
  for (char c = 'a'; c < 'd'; ++c) {
    odd r;
    r.bytes.fill(c);
    r.bytes[12] = 'z';
    o.record(r);
    const auto n = static_cast<std::uint64_t>(c - 'a');
    w.record({{n, n * 10, n * 100}});
  }
  const auto first = odds.collect().records;
  BOOST_TEST(first.size() == 2u);
  BOOST_TEST(std::string(first[0].bytes.data(), 13) == "aaaaaaaaaaaaz");
  BOOST_TEST(std::string(first[1].bytes.data(), 13) == "bbbbbbbbbbbbz");
  const auto latest = wide.collect().records;
  BOOST_TEST(latest.size() == 2u);
  BOOST_TEST((latest[0].words == std::array<std::uint64_t, 3>{1, 10, 100}));
  BOOST_TEST((latest[1].words == std::array<std::uint64_t, 3>{2, 20, 200}));
}

BOOST_AUTO_TEST_CASE(a_signpost_is_a_record_among_the_others) {
  kept_first trace{{.lanes = 1, .records = 4}};
  live::producer mine{trace};
  mine.record(at(1, 1));
  mine.record(live::signpost<event>("decode", 2.0 * ns));
  mine.record(live::signpost<event>("end"));
  const auto c = trace.collect();
  BOOST_TEST((c.records[0].type == kind::device));
  BOOST_TEST((c.records[1].type == kind::signpost));
  BOOST_TEST(c.records[1].code == "decode");
  BOOST_TEST(c.records[1].host_start.base() == 2.0);
  BOOST_TEST(c.records[2].code == "end");
  BOOST_TEST(!known(c.records[2].host_start));
}

BOOST_AUTO_TEST_CASE(a_timed_scope_hands_over_its_begin_and_end) {
  kept_first trace{{.lanes = 1, .records = 4}};
  live::producer mine{trace};
  int ticks = 0;
  const auto clock = [&ticks] { return 10 * ++ticks; };
  const auto done = [&mine](int begin, int end) { mine.record(at(begin, end - begin)); };
  {
    const live::timed outer(clock, done);    // begins at 10
    { const live::timed inner(clock, done); }  // 20 to 30
  }                                          // ends at 40
  const auto c = trace.collect();
  BOOST_TEST(numbers(c) == (ints{10, 30}), boost::test_tools::per_element());  // 30 - 20, 40 - 10
  BOOST_TEST(c.records[0].host_start.base() == 20.0);
  BOOST_TEST(c.records[1].host_start.base() == 10.0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(live_names)

BOOST_AUTO_TEST_CASE(each_name_is_kept_once) {
  live::names table{{.names = 4, .bytes = 64}};
  std::string text = "matmul";
  const std::string_view kept = table.keep(text);
  text = "xxxxxx";  // the table has its own copy
  BOOST_TEST(kept == "matmul");
  BOOST_TEST(static_cast<const void*>(table.keep("matmul").data()) == static_cast<const void*>(kept.data()));
  BOOST_TEST(table.count() == 1u);
  BOOST_TEST(table.keep("").empty());
  BOOST_TEST(table.count() == 1u);
}

BOOST_AUTO_TEST_CASE(a_full_table_says_so) {
  live::names few{{.names = 1, .bytes = 64}};
  BOOST_TEST(few.keep("a") == "a");
  BOOST_TEST(few.keep("b") == live::names::no_room);
  BOOST_TEST(few.keep("b") == live::names::no_room);
  BOOST_TEST(few.keep("a") == "a");  // existing names are still found
  BOOST_TEST(few.refused() == 2u);
  BOOST_TEST(few.count() == 1u);

  live::names small{{.names = 10, .bytes = 5}};
  BOOST_TEST(small.keep("abc") == "abc");
  BOOST_TEST(small.keep("def") == live::names::no_room);  // 3 + 3 > 5
  BOOST_TEST(small.keep("de") == "de");                   // 3 + 2
  BOOST_TEST(small.keep("f") == live::names::no_room);
  BOOST_TEST(small.refused() == 2u);

  live::names none{{.names = 0, .bytes = 0}};
  BOOST_TEST(none.keep("a") == live::names::no_room);
}

BOOST_AUTO_TEST_CASE(threads_that_keep_the_same_names_share_them) {
  constexpr int count = 500;
  live::names table{{.names = count, .bytes = 4170}};  // 10 * 1 + 90 * 2 + 400 * 3 = 1390 digits, for each thread
  std::vector<std::vector<std::string_view>> kept(3);
  std::vector<std::thread> threads;
  for (auto& mine : kept)
    threads.emplace_back([&table, &mine] {
      for (int i = 0; i < count; ++i) mine.push_back(table.keep(std::to_string(i)));
    });
  for (std::thread& t : threads) t.join();
  BOOST_TEST(table.count() == static_cast<std::size_t>(count));
  BOOST_TEST(table.refused() == 0u);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    for (const auto& mine : kept) {
      const auto n = static_cast<std::size_t>(i);
      if (mine[n] != std::to_string(i) || mine[n].data() != kept[0][n].data()) ++wrong;
    }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(threads_that_meet_the_last_name_in_one_moment_both_have_it) {
  constexpr std::size_t rounds = 10000;
  std::deque<live::names> tables;
  for (std::size_t i = 0; i < rounds; ++i) tables.emplace_back(live::name_room{.names = 1, .bytes = 2});
  std::atomic<std::size_t> here{0};
  std::atomic<int> wrong{0};
  const auto keep = [&] {
    for (std::size_t i = 0; i < rounds; ++i) {
      ++here;
      for (int looked = 0; here < 2 * (i + 1); ++looked)  // both begin each round together
        if (looked > 2000) std::this_thread::yield();     // unless they share one processor
      if (tables[i].keep("a") != "a") ++wrong;
    }
  };
  std::thread other(keep);
  keep();
  other.join();
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_SUITE_END()
