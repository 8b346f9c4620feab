#include <ridgeline/ranks/records.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/words.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(ranks_records)

// Two ranks with three calls of 20 us each.
BOOST_AUTO_TEST_CASE(collectives_go_through_pipelines) {
  static_assert(named<collective_record> && timed<collective_record> && placed<collective_record> &&
                sized<collective_record>);
  test::rank_text zero(0), one(1);
  for (int i = 0; i < 3; ++i) {
    zero.collective("allreduce", 500.0 * i, 20);
    one.collective("allreduce", 500.0 * i, 20);
  }
  const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
  const call_matching all(ranks);
  constexpr auto rank = titled<"rank">([](const auto& r) { return r.rank(); });
  const auto by_rank = collectives(all) | group_by(rank, name) | aggregate(count, sum(elapsed));
  BOOST_REQUIRE(by_rank.size() == 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    BOOST_TEST(by_rank[i][rank] == static_cast<std::int64_t>(i));
    BOOST_TEST(by_rank[i][count] == 3);
    BOOST_TEST(by_rank[i][sum(elapsed)].base() == 60'000);
  }
  BOOST_TEST((collectives(all)[0].kind() == gpu::collective_kind::allreduce));
}

BOOST_AUTO_TEST_SUITE_END()
