#include <ridgeline/query/natural_key.hpp>
#include <ridgeline/query/sort_by.hpp>

#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/take.hpp>
#include <ridgeline/query/where.hpp>

#include "../support/made_records.hpp"

using namespace ridgeline;

namespace {

std::vector<made_kernel> some() {
  std::vector<made_kernel> all{kernel("a", 30, 5), kernel("b", 10, 20, 8), kernel("c", 20, 5), kernel("d", 0, 1, 8)};
  all.back().time = missing<duration>;
  return all;
}
/// A record of a library that cannot be edited.
struct foreign {
  int id;
  double begin_us;
};

}  // namespace

template <>
struct ridgeline::record_traits<foreign> {
  static time_point of(start_word, const foreign& f) { return time_point{} + duration(f.begin_us * us); }
};

BOOST_AUTO_TEST_SUITE(query_sort_by)

using ridgeline::time;

BOOST_AUTO_TEST_CASE(words_members_and_callables_are_keys_alike) {
  const auto all = some();
  BOOST_TEST(names(all | sort_by(start)) == "d b c a");                // 0, 10, 20, 30
  BOOST_TEST(names(all | sort_by(&made_kernel::start)) == "d b c a");
  BOOST_TEST(names(all | sort_by([](const made_kernel& k) { return k.start; })) == "d b c a");
  BOOST_TEST(names(all | sort_by(desc(name))) == "d c b a");
  BOOST_TEST(names(all | sort_by(&made_kernel::is_long, name)) == "a c d b");  // only b takes more than 10 us
  BOOST_TEST(names(all | sort_by(desc(stream), desc(start))) == "b d a c");    // 8: 10, 0; 7: 30, 20
}

BOOST_AUTO_TEST_CASE(equal_records_keep_their_order_and_missing_values_come_last) {
  const auto all = some();
  BOOST_TEST(names(all | sort_by(time)) == "a c b d");        // 5, 5, 20, missing
  BOOST_TEST(names(all | sort_by(desc(time))) == "b a c d");  // 20, 5, 5, missing
  BOOST_TEST(names(all | sort_by(end)) == "c b a d");         // 25, 30, 35, missing
}

BOOST_AUTO_TEST_CASE(top_gives_the_largest_first) {
  const auto all = some();
  BOOST_TEST(names(all | top<2>(time)) == "b a");  // of a and c, which take equally long, the first
  BOOST_TEST(names(all | top<9>(time)) == "b a c d");
  BOOST_TEST(names(all | top<1>(name)) == "d");
  BOOST_TEST((std::vector<made_kernel>{} | top<3>(time)).empty());
}

BOOST_AUTO_TEST_CASE(top_gives_what_sorting_does) {
  // 20,000 records of 997 different times, each with its own start; missing times come last
  std::vector<made_kernel> all;
  for (int i = 0; i < 20'000; ++i) all.push_back(kernel("k", i, i * 7919 % 997));
  for (std::size_t i = 5; i < all.size(); i += 100) all[i].time = missing<duration>;
  const auto sorted = all | sort_by(desc(time));
  const auto same = [&](const std::vector<made_kernel>& first) {
    for (std::size_t i = 0; i < first.size(); ++i)
      if (first[i].start != sorted[i].start) return std::size_t{0};
    return first.size();
  };
  BOOST_TEST(same(all | top<1>(time)) == 1u);
  BOOST_TEST(same(all | top<30>(time)) == 30u);
  BOOST_TEST(same(all | top<9'999>(time)) == 9'999u);
  BOOST_TEST(same(all | top<15'000>(time)) == 15'000u);
  BOOST_TEST(same(all | top<19'900>(time)) == 19'900u);  // with some of those without a time
  BOOST_TEST(same(all | top<50'000>(time)) == 20'000u);
}

BOOST_AUTO_TEST_CASE(fewer_than_no_records_are_none) {
  const auto all = some();
  BOOST_TEST((all | take(-1)).empty());
  BOOST_TEST(names(all | take(2)) == names(all | take(std::size_t{2})));
}

BOOST_AUTO_TEST_CASE(steps_are_one_step_and_own_what_they_keep) {
  constexpr auto on_seven = where(equals(stream, 7)) | sort_by(desc(start));
  BOOST_TEST(names(some() | on_seven) == "a c");                        // a temporary moves in
  const auto kept = some() | where(&made_kernel::is_long);              // and stays
  BOOST_TEST(names(kept) == "b");
  BOOST_TEST(names(some() | where([](const made_kernel& k) { return k.name > "b"; }) | take(1)) == "c");
  BOOST_TEST(names(some() | take(0)).empty());
  BOOST_TEST(names(some() | take(9)) == "a b c d");
  const auto all = some();
  const auto numbers = all | transform(stream);
  BOOST_TEST(numbers == (std::vector<std::int64_t>{7, 8, 7, 8}));
  BOOST_TEST(names(all | where(equals(time, missing<duration>))).empty());  // a missing value equals nothing
}

BOOST_AUTO_TEST_CASE(records_that_only_move_go_through_a_temporary_list) {
  struct owner {
    std::unique_ptr<int> number;
    duration time{};
  };
  const auto made = [] {
    std::vector<owner> all;
    for (const int i : {2, 4, 1, 3}) all.push_back({std::make_unique<int>(i), duration::of(i)});
    return all;
  };
  const auto first = made() | sort_by(time) | take(2);
  BOOST_REQUIRE(first.size() == 2u);
  BOOST_TEST(*first[1].number == 2);
  const auto longest = made() | top<2>(time);  // 2, then 4 2, then 4 3
  BOOST_REQUIRE(longest.size() == 2u);
  BOOST_TEST(*longest[0].number == 4);
  BOOST_TEST(*longest[1].number == 3);
  const auto above_one = where([](const owner& o) { return o.time > duration::of(1); });
  const auto kept = made() | above_one | where([](const owner& o) { return *o.number != 3; }) | sort_by(time);
  BOOST_REQUIRE(kept.size() == 2u);  // 2 and 4: what is kept of a temporary list is moved on
  BOOST_TEST(*kept[0].number == 2);
  BOOST_TEST(*kept[1].number == 4);
  BOOST_TEST(*(made() | above_one | take(1))[0].number == 2);
}

BOOST_AUTO_TEST_CASE(what_is_kept_of_a_list_with_a_name_is_copied) {
  const auto is_a = [](const std::string& s) { return s.front() == 'a'; };
  std::vector<std::string> all{"a long text that does not fit in place", "b"};
  BOOST_TEST((all | where(is_a) | take(1))[0] == all[0]);
  BOOST_TEST(!all[0].empty());
}

/// A record that owns its name and gives a view of it.
struct shows_own_name {
  std::string text;
  std::string_view name() const { return text; }
};

BOOST_AUTO_TEST_CASE(top_compares_names_of_records_that_were_moved_on) {
  const auto made = [] { return std::vector<shows_own_name>{{"b"}, {"d"}, {"a"}, {"c"}}; };
  const auto last = made() | top<2>(name);
  BOOST_TEST(last[0].text == "d");
  BOOST_TEST(last[1].text == "c");
  const auto any = [](const auto&) { return true; };
  BOOST_TEST((made() | where(any) | top<1>(name))[0].text == "d");
}

BOOST_AUTO_TEST_CASE(a_record_that_cannot_be_edited_answers_by_its_traits) {
  static_assert(asks<start_word, foreign> && !asks<time_word, foreign> && !timed<foreign>);
  const std::vector<foreign> all{{1, 2.5}, {2, 0.5}};
  const auto sorted = all | sort_by(start);
  BOOST_TEST(sorted[0].id == 2);
  BOOST_TEST((+start)(all[0]).base() == 2500);  // 2.5 us
}

BOOST_AUTO_TEST_CASE(records_say_what_they_have) {
  static_assert(named<made_kernel> && timed<made_kernel> && placed<made_kernel>);
  static_assert(!launched<made_kernel> && !sized<made_kernel> && !asks<op_name_word, made_kernel>);
  static_assert(asks<end_word, made_kernel>, "the end of a timed record is its start and its time");
  BOOST_TEST(project(end, kernel("k", 3, 4)).in(us) == 7);
}

BOOST_AUTO_TEST_CASE(numbers_in_names_compare_by_value) {
  std::vector<std::string> names{"w-10/a", "w-9/b", "w-2", "w-010/b", "v"};
  names = std::move(names) | sort_by([](const std::string& name) { return natural_key(name); });
  BOOST_TEST(names == (std::vector<std::string>{"v", "w-2", "w-9/b", "w-10/a", "w-010/b"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
