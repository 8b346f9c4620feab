#include <ridgeline/query/distinct.hpp>

#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(flow_distinct)

namespace {
struct pair_key {
  std::uint32_t a, b;
};
}  // namespace

BOOST_AUTO_TEST_CASE(keys_are_numbered_by_first_appearance) {
  distinct<pair_key> keys;
  BOOST_TEST(keys.number({5, 1}) == 0u);
  BOOST_TEST(keys.number({1, 5}) == 1u);
  BOOST_TEST(keys.number({5, 1}) == 0u);
  BOOST_TEST(keys.size() == 2u);
  BOOST_TEST(keys.keys()[1].a == 1u);
}

BOOST_AUTO_TEST_CASE(many_keys_keep_their_numbers) {
  distinct<pair_key> keys;
  for (std::uint32_t round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < 5000; ++i) BOOST_REQUIRE(keys.number({i * 7, i}) == i);
  BOOST_TEST(keys.size() == 5000u);
}

BOOST_AUTO_TEST_CASE(groups_hold_their_members_in_order) {
  const grouping g = grouped({1, 0, 1, no_group, 1}, 3);
  BOOST_TEST(g.size() == 3u);
  BOOST_TEST(std::vector<std::uint32_t>(g.of(0).begin(), g.of(0).end()) == std::vector<std::uint32_t>{1});
  BOOST_TEST(std::vector<std::uint32_t>(g.of(1).begin(), g.of(1).end()) == (std::vector<std::uint32_t>{0, 2, 4}));
  BOOST_TEST(g.of(2).size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
