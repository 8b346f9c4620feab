#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/what_if.hpp>

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;
using test::program;
using test::program_ends;
using test::rank_text;

namespace {

std::size_t complete(const call_matching& all) {
  std::size_t n = 0;
  for (const matched_collective& c : all.collectives()) n += c.complete ? 1 : 0;
  return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fleet_matching)

BOOST_AUTO_TEST_CASE(a_lost_first_call_does_not_shift_the_others) {
  const std::vector<rank_facts> ranks{program(0, 0, 0, 8).facts(), program(1, 4e6, 1, 8).facts()};
  const call_matching all(ranks);
  BOOST_TEST(complete(all) == 7u);
  BOOST_TEST(all.collectives().size() == 8u);
  BOOST_TEST(all.unmatched_of(0) == 0u);
  BOOST_TEST(all.absolute_offset(1) == 4e6, boost::test_tools::tolerance(1e-12));
  for (const matched_collective& c : all.collectives())
    BOOST_TEST((all.missing_of(c) == (c.complete ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{1})));
}

BOOST_AUTO_TEST_CASE(windows_that_are_shifted_by_one_go_by_their_ends_and_not_by_their_order) {
  const std::vector<rank_facts> ranks{program(0, 0, 0, 7).facts(), program(1, -300, 1, 8).facts()};
  const call_matching all(ranks);  // seven calls each, all alike
  BOOST_TEST(complete(all) == 6u);
  BOOST_TEST(all.collectives().size() == 8u);
  for (const matched_collective& c : all.collectives())
    if (c.complete) BOOST_TEST((c.by == match_basis::ends));
}

BOOST_AUTO_TEST_CASE(even_work_with_a_call_missing_is_not_guessed) {
  rank_text zero(0), one(1);
  for (int i = 0; i < 12; ++i) zero.collective("allreduce", 500.0 * i, 20);
  for (int i = 1; i < 12; ++i) one.collective("allreduce", 500.0 * i + 77, 20);
  const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
  const call_matching all(ranks);
  BOOST_TEST(complete(all) == 0u);
  BOOST_TEST(all.unmatched_of(0) == 11u);
  BOOST_TEST(!all.clocks()[1].is_known());
  // with all twelve the lists are equal, and nothing speaks against the order
  one.collective("allreduce", 77, 20);
  const std::vector<rank_facts> whole{zero.facts(), one.facts()};
  const call_matching equal(whole);
  BOOST_TEST(complete(equal) == 12u);
  BOOST_TEST((equal.collectives().front().by == match_basis::order));
}

BOOST_AUTO_TEST_CASE(numbers_decide_where_there_are_any) {
  const std::vector<rank_facts> ranks{
      rank_text(0).collective("allreduce", 0, 9).seq(4).collective("allreduce", 500, 9).seq(5).facts(),
      rank_text(1).collective("allreduce", 480, 9).seq(5).collective("allreduce", 900, 9).seq(6).facts()};
  const call_matching all(ranks);
  BOOST_TEST(complete(all) == 1u);
  BOOST_TEST(all.collectives().size() == 3u);
}

BOOST_AUTO_TEST_CASE(calls_of_one_number_that_differ_are_no_collective) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 0, 9).seq(1).facts(),
                                      rank_text(1).collective("broadcast", 0, 9).seq(1).facts()};
  const call_matching all(ranks);
  BOOST_REQUIRE(all.collectives().size() == 1u);
  BOOST_TEST(all.collectives()[0].disagrees);
  BOOST_TEST(!all.collectives()[0].complete);
  data_quality quality;
  all.judge(quality);
  BOOST_REQUIRE(!quality.empty());
  BOOST_TEST(quality.issues().front().reason.starts_with("collectives disagree"));
}

BOOST_AUTO_TEST_CASE(files_may_have_bases_of_their_own) {
  // rank 1 counts from 5 s later, and its clock is 100 us ahead
  const std::vector<rank_facts> ranks{program(0, 5'000'000, 0, 8).base(1'000'000'000).facts(),
                                      program(1, 100, 0, 8).base(6'000'000'000).facts()};
  const call_matching all(ranks);
  BOOST_TEST(all.absolute_offset(1) == 100, boost::test_tools::tolerance(1e-9));
  // 230.000 us and 100 ahead on its file are 5'000'130 us on that of rank 0
  BOOST_TEST(all.merged_clock_of(1).moved(230'000) == 5'000'130'000);
}

BOOST_AUTO_TEST_CASE(ranks_that_nothing_connects_are_islands) {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2, 3}) {
    rank_text rank(r);
    for (int i = 0; i < 4; ++i)
      rank.collective("allreduce", program_ends[i] + static_cast<double>(r) * 1000, 10, r < 2 ? "a" : "b",
                      r < 2 ? "[0,1]" : "[2,3]")
          .seq(i);
    ranks.push_back(rank.facts());
  }
  const call_matching all(ranks);
  BOOST_TEST(all.clocks()[1].reference == 0u);
  BOOST_TEST(all.clocks()[3].reference == 2u);
  BOOST_TEST(!all.one_clock());
  BOOST_TEST(what_if_of(all, figures_of(all)).verdict.straggler == "cannot tell");
  for (const collective_figures& f : figures_of(all)) BOOST_TEST(known(f.skew));
}

BOOST_AUTO_TEST_CASE(figures_by_hand) {
  // rank 1's clock is 50 us ahead and it comes 10 us after rank 0, which waits; 1 MB in 20 us
  rank_text zero(0), one(1);
  for (int i = 0; i < 4; ++i) {
    const double end = program_ends[i];
    zero.collective("allreduce", end - 30, 30, "0", "[0,1]", 2, 250'000).seq(i);
    one.collective("allreduce", end - 20 + 50, 20, "0", "[0,1]", 2, 250'000).seq(i);
  }
  const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
  const call_matching all(ranks);
  const std::vector<collective_figures> figures = figures_of(all);
  BOOST_REQUIRE(figures.size() == 4u);
  const collective_figures& f = figures.front();
  BOOST_TEST(f.skew == 10, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(f.raw_skew == 60, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(f.mean_wait == 5, boost::test_tools::tolerance(1e-9));  // (10 + 0) / 2
  BOOST_TEST(f.transfer == 20);
  BOOST_TEST(all.calls()[f.last_call].rank == 1u);
  BOOST_TEST(f.message == 1e6);                                                      // 250 000 * 4
  BOOST_TEST(f.algorithm_rate == 1e6 / 20e-6, boost::test_tools::tolerance(1e-12));  // 50 GB/s
  BOOST_TEST(f.bus_rate == f.algorithm_rate);                                        // 2 * 1 / 2
  BOOST_TEST(bus_factor(gpu::collective_kind::allgather, 4) == 0.75);
  BOOST_TEST(element_bytes("c10::BFloat16") == 2);
  BOOST_TEST(element_bytes("bf16") == 2);  // as XLA has it
  BOOST_TEST(element_bytes("s4") == 0.5);
  BOOST_TEST(!known(element_bytes("Quarter")));
}

BOOST_AUTO_TEST_CASE(the_slow_rank_of_three_by_hand) {
  // two steps of one collective each: ranks 0 and 1 compute 100 us before it, rank 2 150; the transfer takes 10.
  // Measured 2 * 160 us; with all at the median 2 * 110: a slowdown of 16 / 11, all of it rank 2's.
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2}) {
    rank_text rank(r);
    const double own = r == 2 ? 150 : 100;
    for (int s = 0; s < 4; ++s) rank.step(s, 160.0 * s, 160.0 * s + 160);
    for (int s = 0; s < 4; ++s) {
      const double begin = 160.0 * s;
      rank.collective("allreduce", begin + own, 160 - own, "0", "[0,1,2]", 3)
          .seq(s)
          .in_step(s)
          .worked(own * (s + 1), own * (s + 1));
    }
    ranks.push_back(rank.facts());
  }
  const call_matching all(ranks);
  const what_if_analysis what = what_if_of(all, figures_of(all));
  BOOST_TEST(what.replayed_error < 1e-6);  // nothing replaced: the run itself
  BOOST_TEST(what.verdict.time == 640, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(what.verdict.ideal == 440, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(what.verdict.slowdown == 16.0 / 11, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(what.verdict.straggler == "2");
  BOOST_TEST(what.verdict.cause == "compute");
  BOOST_TEST(what.verdict.confidence == 100, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(what.ranks[2].compute == 200, boost::test_tools::tolerance(1e-9));  // 4 * 50
  BOOST_TEST(what.ranks[0].slowdown == 1, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(what.ranks[2].last == 4);
}

BOOST_AUTO_TEST_CASE(medians_may_be_longer_than_the_run) {
  // three steps, each of two ranks' work and a collective of 10 us: 20 us of work in the first, 100 in the others. With
  // the median of 100 in each of them the run of 30 + 110 + 110 would take 330: nobody could save less than nothing.
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1}) {
    rank_text rank(r);
    double begin = 0;
    for (int s = 0; s < 3; ++s) {
      const double own = s == 0 ? 20 : 100;
      rank.step(s, begin, begin + own + 10);
      rank.collective("allreduce", begin + own, 10, "0", "[0,1]", 2).seq(s).in_step(s).worked(own, own);
      begin += own + 10;
    }
    ranks.push_back(rank.facts());
  }
  const call_matching all(ranks);
  const straggler_verdict verdict = what_if_of(all, figures_of(all)).verdict;
  BOOST_TEST(verdict.slowdown < 1);
  BOOST_TEST(verdict.straggler == "none");
  BOOST_TEST(verdict.why == "with every rank as fast as the median the run would be 0.0 % shorter");
}

BOOST_AUTO_TEST_SUITE_END()
