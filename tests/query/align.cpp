#include <ridgeline/query/align.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(flow_align)

namespace {

using sequence = std::vector<std::uint32_t>;

/// The length of a longest common subsequence, by the textbook table.
std::size_t longest(const sequence& a, const sequence& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
  return table[a.size()][b.size()];
}

/// Whether the pairs ascend in both sequences and agree.
bool is_common(const sequence& a, const sequence& b, const matched_positions& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [x, y] = pairs[i];
    if (x >= a.size() || y >= b.size() || a[x] != b[y]) return false;
    if (i > 0 && (x <= pairs[i - 1].first || y <= pairs[i - 1].second)) return false;
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_missing_element_is_left_out) {
  std::size_t budget = 1000;
  const auto pairs = common_subsequence({1, 2, 3, 4}, {1, 3, 4}, budget);
  BOOST_REQUIRE(pairs.has_value());
  const matched_positions want{{0, 0}, {2, 1}, {3, 2}};
  BOOST_TEST((*pairs == want));
}

BOOST_AUTO_TEST_CASE(is_as_long_as_brute_force_says) {
  std::mt19937 random(20240501);
  std::size_t wrong = 0, checked = 0;
  for (int round = 0; round < 30'000; ++round) {
    const auto letters = static_cast<std::uint32_t>(1 + random() % 5);
    const auto make = [&] {
      sequence s(random() % 14);
      for (std::uint32_t& v : s) v = static_cast<std::uint32_t>(random() % letters);
      return s;
    };
    const sequence a = make(), b = make();
    std::size_t budget = 100'000;
    const auto pairs = common_subsequence(a, b, budget);
    if (!pairs || !is_common(a, b, *pairs) || pairs->size() != longest(a, b)) ++wrong;
    ++checked;
  }
  BOOST_TEST(wrong == 0u);
  BOOST_TEST(checked == 30'000u);
}

BOOST_AUTO_TEST_CASE(is_right_for_long_sequences_with_few_differences) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    sequence a(400);
    for (std::uint32_t& v : a) v = static_cast<std::uint32_t>(random() % 20);
    sequence b;
    for (std::uint32_t v : a) {
      if (random() % 25 == 0) continue;
      b.push_back(random() % 25 == 0 ? 99u : v);
    }
    std::size_t budget = 1'000'000;
    const auto pairs = common_subsequence(a, b, budget);
    BOOST_REQUIRE(pairs.has_value());
    BOOST_TEST(is_common(a, b, *pairs));
    BOOST_TEST(pairs->size() == longest(a, b));
  }
}

BOOST_AUTO_TEST_CASE(equal_ends_cost_a_step_each) {
  const sequence a(50'000, 3);
  std::size_t budget = 100'000;
  const auto pairs = common_subsequence(a, a, budget);
  BOOST_REQUIRE(pairs.has_value());
  BOOST_TEST(pairs->size() == 50'000u);
  BOOST_TEST(budget == 100'000u - 50'001u);  // one per element, one for the call
}

BOOST_AUTO_TEST_CASE(what_is_left_of_one_side_alone_costs_nothing) {
  sequence a(60'000);  // b stopped early: nothing in the rest can match, however long it is
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<std::uint32_t>(i);
  const sequence b(a.begin(), a.begin() + 20'000);
  std::size_t budget = 30'000;
  const auto pairs = common_subsequence(a, b, budget);
  BOOST_REQUIRE(pairs.has_value());
  BOOST_TEST(pairs->size() == 20'000u);
  BOOST_TEST(budget == 30'000u - 20'001u);
}

BOOST_AUTO_TEST_CASE(gives_up_at_the_budget) {
  sequence a(2'000), b(2'000);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::uint32_t>(i);
    b[i] = static_cast<std::uint32_t>(i + 5'000);
  }
  std::size_t budget = 100'000;  // 4,000 differences would take about 4,000 * 4,000 / 2 steps
  BOOST_TEST(!common_subsequence(a, b, budget).has_value());
  BOOST_TEST(budget == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
