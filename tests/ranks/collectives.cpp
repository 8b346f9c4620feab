#include <ridgeline/ranks/collectives.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_collective_rows)

using test::rank_text;

namespace {

/// Two ranks on one clock that call each name in turn, in one group: rank 1 joins 10 us behind rank 0, and the transfer
/// takes 20 us. 1024 elements go in, how many come out is not known.
std::vector<rank_facts> two_ranks_calling(const std::vector<std::string>& names) {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1}) {
    rank_text rank(r);
    for (std::size_t i = 0; i < names.size(); ++i)
      rank.collective(names[i], 100.0 * static_cast<double>(i) + (r == 0 ? 0 : 10), r == 0 ? 30 : 20)
          .seq(static_cast<std::int64_t>(i));
    ranks.push_back(rank.facts());
    for (collective_use& u : ranks.back().collectives) u.out_elements = missing<std::int64_t>;
  }
  return ranks;
}

}  // namespace

BOOST_AUTO_TEST_CASE(families_and_factors) {
  using enum gpu::collective_kind;
  BOOST_TEST((listed_kind_of("_allgather_base") == allgather));
  BOOST_TEST((listed_kind_of("all_to_allv") == alltoallv));
  BOOST_TEST((listed_kind_of("all_reduce") == unknown));
  for (const std::string_view name : listed_collectives) BOOST_TEST((listed_kind_of(name) != unknown), name);
  BOOST_TEST(!ranks_detail::ends_together(listed_kind_of("broadcast")));
  BOOST_TEST(element_bytes("Half", true) == 2);
  BOOST_TEST(!known(element_bytes("Char", true)));
}

BOOST_AUTO_TEST_CASE(collectives_by_listed_names) {
  // 1024 floats are 4096 B; the all-gather's two shares are 8192 B. In 20 us: 0.2048 and 0.4096 GB/s
  const std::vector<rank_facts> ranks = two_ranks_calling({"all_reduce", "reduce_scatter", "_all_gather_base"});
  const rank_comparison compared(ranks);
  const call_arrangement arranged = compared.arrangement();
  const fleet_collectives all(ranks, {}, &arranged);
  const std::vector<collective_row> rows = collective_rows(all);
  BOOST_REQUIRE(rows.size() == 3u);
  const double megabytes[] = {4096, 4096, 8192}, rates[] = {0.2048, 0.2048, 0.4096};
  const double on_the_bus[] = {0.2048, 0.1024, 0.2048};  // times 2 * 1 / 2, 1 / 2, 1 / 2
  for (std::size_t i = 0; i < rows.size(); ++i) {
    BOOST_TEST(rows[i].full_megabytes == megabytes[i] / 1048576);
    BOOST_TEST(rows[i].latency == 20);
    BOOST_TEST(rows[i].algorithm_rate == rates[i], boost::test_tools::tolerance(1e-9));
    BOOST_TEST(rows[i].bus_rate == on_the_bus[i], boost::test_tools::tolerance(1e-9));
  }
  const std::vector<straggler_row> stragglers = straggler_rows(all, rows);
  BOOST_TEST(stragglers[0].rank == 1u);
  BOOST_TEST(stragglers[0].last == 3);
  BOOST_TEST(stragglers[1].waited == 30, boost::test_tools::tolerance(1e-9));  // 3 * 10 us
  // the original's list has none of the three names
  BOOST_TEST(collective_rows(fleet_collectives(ranks, only(&fleet_faults::collectives_by_listed_names))).empty());
}

BOOST_AUTO_TEST_CASE(an_uneven_exchange_of_any_name_is_one) {
  // what rank 0 sends, 1024 floats, rank 1 receives, and the other way round 4096
  std::vector<rank_facts> ranks = two_ranks_calling({"all_to_all", "all_to_all", "all_to_all"});
  for (collective_use& u : ranks[0].collectives) u.out_elements = 4096;
  for (collective_use& u : ranks[1].collectives) u.in_elements = 4096, u.out_elements = 1024;
  const rank_comparison compared(ranks);
  const call_arrangement arranged = compared.arrangement();
  const fleet_collectives all(ranks, {}, &arranged);
  BOOST_TEST(collective_rows(all).empty());
  const std::vector<exchange_row> rows = exchange_rows(all);
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].elements == 5120);  // 1024 + 4096
  const fleet_collectives listed(ranks, only(&fleet_faults::collectives_by_listed_names));
  BOOST_TEST(exchange_rows(listed).empty());
  BOOST_TEST(collective_rows(listed).size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_the_trace_does_not_state_is_what_was_matched) {
  // no group and no size is stated: both are those of the stream that the two ranks share
  std::vector<rank_facts> ranks = two_ranks_calling({"allreduce", "allreduce", "allreduce"});
  for (rank_facts& r : ranks)
    for (collective_use& u : r.collectives) u.group = u.members = 0, u.size = missing<std::int64_t>;
  const rank_comparison compared(ranks);
  const call_arrangement arranged = compared.arrangement();
  const fleet_collectives all(ranks, {}, &arranged);
  const std::vector<collective_row> rows = collective_rows(all);
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(all.size(all.part(rows[0].first_part)) == 2);
  BOOST_TEST(all.group_name(all.part(rows[0].first_part)) == "stream 0");
  BOOST_TEST(rows[0].bus_rate == 0.2048, boost::test_tools::tolerance(1e-9));  // 4096 B in 20 us, times 2 * 1 / 2
}

BOOST_AUTO_TEST_CASE(collectives_are_in_the_order_of_their_first_calls) {
  // by kind, the all-reduces would stand before the others
  std::vector<rank_facts> ranks =
      two_ranks_calling({"reduce_scatter", "allreduce", "reduce_scatter", "allreduce", "reduce_scatter", "allreduce"});
  for (rank_facts& r : ranks)
    for (collective_use& u : r.collectives) u.sequence = missing<std::int64_t>;
  const rank_comparison compared(ranks);
  const call_arrangement arranged = compared.arrangement();
  const std::vector<collective_row> rows = collective_rows(fleet_collectives(ranks, {}, &arranged));
  BOOST_REQUIRE(rows.size() == 6u);
  for (std::uint32_t i = 0; i < 6; ++i) BOOST_TEST(rows[i].first_part == i);  // rank 0's calls
}

BOOST_AUTO_TEST_CASE(one_collective_by_hand) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 100, 50, "0", "[0,1]", 2, 262144).facts(),
                                      rank_text(1).collective("allreduce", 130, 25, "0", "[0,1]", 2, 262144).facts()};
  const fleet_collectives all(ranks, {});
  const std::vector<collective_row> rows = collective_rows(all);
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].latency == 25);      // the shorter of 50 and 25
  BOOST_TEST(rows[0].start_skew == 30);   // 130 - 100
  BOOST_TEST(rows[0].earliest == 0u);
  BOOST_TEST(rows[0].mean_wait == 15);    // (30 + 0) / 2
  BOOST_TEST(rows[0].end_skew == 5);      // 155 - 150
  BOOST_TEST(rows[0].full_megabytes == 1);  // 262144 * 4 / 2^20
  // 1 / 1024 GB in 25e-6 s; two ranks: factor 2 * 1 / 2
  BOOST_TEST(rows[0].algorithm_rate == 1.0 / 1024 / (25 / 1e6));
  BOOST_TEST(rows[0].bus_rate == rows[0].algorithm_rate);
  BOOST_TEST(all.id(all.part(0)) == "0_0");
}

BOOST_AUTO_TEST_CASE(the_nth_of_a_group_matches_by_start_and_not_by_place_in_the_file) {
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("allreduce", 200, 10).collective("allreduce", 100, 10).facts(),
      rank_text(1).collective("allreduce", 101, 10).collective("allreduce", 207, 10).facts()};
  const std::vector<collective_row> rows = collective_rows(fleet_collectives(ranks, {}));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].start_skew == 7);  // the later one comes first in rank 0's file
  BOOST_TEST(rows[1].start_skew == 1);
}

BOOST_AUTO_TEST_CASE(traces_without_groups_are_one_group) {
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("allreduce", 0, 5, "", "", missing<std::int64_t>, missing<std::int64_t>, "").collective("broadcast", 9, 1, "", "", missing<std::int64_t>, missing<std::int64_t>, "").facts(),
      rank_text(1).collective("", 2, 5, "", "", missing<std::int64_t>, missing<std::int64_t>, "").collective("broadcast", 9, 1, "", "", missing<std::int64_t>, missing<std::int64_t>, "").facts()};
  const fleet_collectives all(ranks, only(&fleet_faults::collectives_by_listed_names));
  BOOST_TEST(all.group_name(all.part(0)) == "all");
  BOOST_TEST(all.id(all.part(0)) == "0");
  BOOST_TEST(collective_rows(all).size() == 1u);  // a broadcast does not wait
  BOOST_TEST(!known(collective_rows(all)[0].bus_rate));
}

BOOST_AUTO_TEST_CASE(groups_by_name_alone) {
  // pipeline stages: both pairs call their group "1"
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 100, 10, "1", "[0,1]").facts(),
                                      rank_text(1).collective("allreduce", 103, 7, "1", "[0,1]").facts(),
                                      rank_text(2).collective("allreduce", 900, 10, "1", "[2,3]").facts(),
                                      rank_text(3).collective("allreduce", 905, 5, "1", "[2,3]").facts()};
  const fleet_collectives apart(ranks, {});
  const std::vector<collective_row> rows = collective_rows(apart);
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].start_skew == 3);  // 103 - 100
  BOOST_TEST(rows[1].start_skew == 5);  // 905 - 900
  BOOST_TEST(apart.id(apart.part(2)) == "1[2,3]_0");
  const fleet_collectives mixed(ranks, {.groups_by_name_alone = true});
  BOOST_REQUIRE(collective_rows(mixed).size() == 1u);
  BOOST_TEST(collective_rows(mixed)[0].start_skew == 805);  // 905 - 100
  BOOST_TEST(mixed.id(mixed.part(2)) == "1_0");
}

BOOST_AUTO_TEST_CASE(ranks_by_position) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 0, 1).facts(),
                                      rank_text(3).collective("allreduce", 0, 1).facts()};
  BOOST_TEST(fleet_collectives(ranks, {}).rank_number(1) == 3);
  BOOST_TEST(fleet_collectives(ranks, {.ranks_by_position = true}).rank_number(1) == 1);
}

BOOST_AUTO_TEST_CASE(collectives_of_old_types) {
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("allreduce", 0, 1, "0", "[0]", 1, 1048576, "Float8_e4m3fn").facts()};
  const fleet_collectives all(ranks, {}), old(ranks, {.collectives_of_old_types = true});
  BOOST_TEST(megabytes_of(all, all.part(0), 1048576) == 1);  // one byte each
  BOOST_TEST(!known(megabytes_of(old, old.part(0), 1048576)));
}

BOOST_AUTO_TEST_CASE(an_uneven_exchange_by_hand) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("all_to_allv", 10, 20, "0", "[0,1]", 2, 262144).facts(),
                                      rank_text(1).collective("all_to_allv", 14, 26, "0", "[0,1]", 2, 786432).facts()};
  const std::vector<exchange_row> rows = exchange_rows(fleet_collectives(ranks, {}));
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].megabytes == 4);       // 1 and 3 times 2^20 B
  BOOST_TEST(rows[0].wall == 30);           // 40 - 10
  BOOST_TEST(rows[0].imbalance == 1.5);     // 3 over a mean of 2
  BOOST_TEST(rows[0].rate == 4.0 / 1024 / (30 / 1e6));
  BOOST_TEST(rows[0].best_rate == 3.0 / 1024 / (26 / 1e6));
  BOOST_TEST(rows[0].worst_rate == 1.0 / 1024 / (20 / 1e6));
  BOOST_TEST(rows[0].start_skew == 4);
  BOOST_TEST(rows[0].end_skew == 10);       // 40 - 30
}

BOOST_AUTO_TEST_CASE(a_sum_with_an_unknown_size_is_unknown) {
  std::vector<rank_facts> ranks{rank_text(0).collective("all_to_allv", 10, 20, "0", "[0,1]", 2, 262144).facts(),
                                rank_text(1).collective("all_to_allv", 14, 26, "0", "[0,1]", 2, 786432).facts()};
  ranks[1].collectives[0].in_elements = missing<std::int64_t>;
  for (const fleet_faults& faults : {fleet_faults{}, fleet_faults::parity()}) {
    const exchange_row row = exchange_rows(fleet_collectives(ranks, faults))[0];
    BOOST_TEST(!known(row.megabytes));
    BOOST_TEST(!known(row.elements));
    BOOST_TEST(!known(row.rate));
    BOOST_TEST(!known(row.imbalance));
    BOOST_TEST(row.best_rate == 1.0 / 1024 / (20 / 1e6));  // that of rank 0 is known
  }
}

BOOST_AUTO_TEST_CASE(splits_by_position) {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {4, 6})
    ranks.push_back(rank_text(r).collective("all_to_allv", 0, 1, "0", "[4,6]", 2, 1048576).splits("[262144,786432]").facts());
  const std::vector<sent_row> sent = sent_rows(fleet_collectives(ranks, {}));
  BOOST_REQUIRE(sent.size() == 4u);
  BOOST_TEST(sent[1].from == 4);
  BOOST_TEST(sent[1].to == 6);             // the group's second member
  BOOST_TEST(sent[1].megabytes == 3);      // 786432 * 4 / 2^20
  const std::vector<sent_row> old = sent_rows(fleet_collectives(ranks, {.splits_by_position = true}));
  BOOST_TEST(old[1].to == 1);
  ranks[0].collectives[0].size = 3;        // a split is missing: the distribution is not known
  BOOST_TEST(sent_rows(fleet_collectives(ranks, {})).size() == 2u);
}

BOOST_AUTO_TEST_CASE(splits_are_elements) {
  // 4 rows of 131072 floats: 1 row (0.5 * 2^20 B) stays, 3 rows (1.5 * 2^20 B) go to the other rank
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("all_to_allv", 0, 1, "0", "[0,1]", 2, 4 * 131072).splits("[1,3]").facts()};
  const std::vector<sent_row> sent = sent_rows(fleet_collectives(ranks, {}));
  BOOST_REQUIRE(sent.size() == 2u);
  BOOST_TEST(sent[0].megabytes == 0.5);
  BOOST_TEST(sent[1].megabytes == 1.5);
  const std::vector<sent_row> old = sent_rows(fleet_collectives(ranks, {.splits_are_elements = true}));
  BOOST_TEST(old[1].megabytes == 3 * 4 / 1048576.0);
  const auto each = [](std::vector<std::int64_t> splits, std::int64_t elements) {
    return elements_per_split(splits, elements);
  };
  BOOST_TEST(each({12, 20}, 32 * 7) == 7);
  BOOST_TEST(each({12, 20}, 32) == 1);         // a flat tensor
  BOOST_TEST(each({12, 20}, 33) == 1);         // no whole rows
  BOOST_TEST(each({0, 0}, 0) == 1);            // nothing is sent
  BOOST_TEST(each({-1, 3}, 4) == 1);
  BOOST_TEST(each({12, 20}, missing<std::int64_t>) == 1);
  BOOST_TEST(each({INT64_MAX, INT64_MAX}, 64) == 1);
}

BOOST_AUTO_TEST_CASE(lists_of_numbers) {
  BOOST_TEST((numbers_in("[1, 22,3]") == std::vector<std::int64_t>{1, 22, 3}));
  for (const char* text : {"", "[", "[]", "[1,x]", "[1.5]", "[99999999999999999999]", "1,2"})
    BOOST_TEST(numbers_in(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(share_of_all_collectives) {
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("allreduce", 0, 9, "a", "[0,1]").collective("allreduce", 20, 9, "b", "[0,2]").facts(),
      rank_text(1).collective("allreduce", 4, 5, "a", "[0,1]").facts(),
      rank_text(2).collective("allreduce", 22, 7, "b", "[0,2]").facts()};
  const fleet_collectives all(ranks, {});
  const std::vector<straggler_row> rows = straggler_rows(all, collective_rows(all));
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].rank == 1u);        // does not wait
  BOOST_TEST(rows[0].last == 1);
  BOOST_TEST(rows[0].last_share == 100);  // of the one in which it took part
  BOOST_TEST(rows[2].rank == 0u);
  BOOST_TEST(rows[2].waited == 6);       // 4 + 2
  BOOST_TEST(rows[2].mean_wait == 3);
  BOOST_TEST(rows[2].first == 2);
  BOOST_TEST(rows[2].busy == 18);
  const fleet_collectives old(ranks, {.share_of_all_collectives = true});
  BOOST_TEST(straggler_rows(old, collective_rows(old))[0].last_share == 50);  // of two
}

/// Ranks 0 and 1 reduce together; the other member of rank 2's group has no trace, so nobody knows how long it waited.
BOOST_AUTO_TEST_CASE(a_rank_without_a_complete_collective_waits_unknown_long) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 0, 9, "a", "[0,1]").facts(),
                                      rank_text(1).collective("allreduce", 4, 5, "a", "[0,1]").facts(),
                                      rank_text(2).collective("allreduce", 2, 7, "b", "[2,3]").facts()};
  const fleet_collectives all(ranks, {});
  std::vector<collective_row> complete = collective_rows(all);
  std::erase_if(complete, [&](const collective_row& r) { return all.instances().of(r.instance).size() < 2; });
  const std::vector<straggler_row> rows = straggler_rows(all, complete);
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].rank == 1u);
  BOOST_TEST(rows[0].waited == 0);
  BOOST_TEST(rows[1].waited == 4);
  BOOST_TEST(rows[2].rank == 2u);  // behind those whose waits are known
  BOOST_TEST(!known(rows[2].waited));
  BOOST_TEST(!known(rows[2].mean_wait));
}

BOOST_AUTO_TEST_CASE(stragglers_with_equal_times_are_in_the_order_of_their_ranks) {
  // rank 0 waits 3.003 us for the first, rank 1 3.001 us for the second: both are shown as 3.0
  rank_text zero(0), one(1);
  for (int i = 0; i < 10; ++i) {
    zero.collective("allreduce", 20 * i + (i == 1 ? 3.001 : 0), 0.1);
    one.collective("allreduce", 20 * i + (i == 0 ? 3.003 : 0), 0.1);
  }
  const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
  const fleet_collectives all(ranks, {});
  const std::vector<straggler_row> rows = straggler_rows(all, collective_rows(all));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].rank == 0u);
  BOOST_TEST(rows[0].waited > rows[1].waited);
  BOOST_TEST(rows[0].busy == 1.0);  // added one by one, ten tenths are 0.9999999999999999
}

BOOST_AUTO_TEST_SUITE_END()
