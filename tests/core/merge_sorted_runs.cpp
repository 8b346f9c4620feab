#include <functional>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/merge_sorted_runs.hpp>

BOOST_AUTO_TEST_SUITE(core_merge_sorted_runs)

using namespace ridgeline;
using pairs = std::vector<std::pair<int, char>>;

const auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };

BOOST_AUTO_TEST_CASE(equal_elements_keep_their_order) {
  pairs list{{3, 'a'}, {5, 'b'}, {1, 'c'}, {3, 'd'}, {2, 'e'}, {5, 'f'}};  // runs: 3 5, 1 3, 2 5
  merge_sorted_runs(list, by_number);
  BOOST_TEST((list == pairs{{1, 'c'}, {2, 'e'}, {3, 'a'}, {3, 'd'}, {5, 'b'}, {5, 'f'}}));
  std::vector<int> none;
  merge_sorted_runs(none, std::less<>{});
  BOOST_TEST(none.empty());
}

BOOST_AUTO_TEST_CASE(of_a_part_only) {
  pairs list{{9, 'a'}, {3, 'b'}, {1, 'c'}, {3, 'd'}, {0, 'e'}};
  merge_sorted_runs(list.begin() + 1, list.begin() + 4, by_number);
  BOOST_TEST((list == pairs{{9, 'a'}, {1, 'c'}, {3, 'b'}, {3, 'd'}, {0, 'e'}}));
}

BOOST_AUTO_TEST_CASE(each_value_once_from_a_place_on) {
  std::vector<int> list{7, 7, 4, 2, 4, 2, 9};
  keep_each_once(list, 2);
  BOOST_TEST(list == (std::vector<int>{7, 7, 2, 4, 9}), boost::test_tools::per_element());
  keep_each_once(list);
  BOOST_TEST(list == (std::vector<int>{2, 4, 7, 9}), boost::test_tools::per_element());
  keep_each_once(list, list.size());
  BOOST_TEST(list.size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
