// What traces of many ranks can support, and what to fix across ranks, with the arithmetic next to it.

#include <ridgeline/ranks/advise/health.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(health_over_ranks)

using test::program;
using test::program_ends;
using test::rank_text;

namespace {

/// A run and its findings. Files are those of the ranks that exist.
struct judged_run {
  fleet_partial partial{};
  experiment files{};
  std::optional<rank_comparison> all{};
  trace_health health{};

  explicit judged_run(std::vector<rank_facts> ranks, const expected_ranks& expected = {}) {
    partial.ranks = std::move(ranks);
    for (const rank_facts& r : partial.ranks) files.files.push_back({r.rank, r.path});
    all.emplace(partial.ranks);
    health = health_of(partial, &files, expected, &*all);
  }
  judged_run(const judged_run&) = delete;
  judged_run& operator=(const judged_run&) = delete;

  const health_check& check(std::string_view name) const { return *health.find(name); }
  trace_verdict is(std::string_view name) const { return check(name).is; }
  finding_list findings() const { return findings_of(partial, *all, health); }
};

constexpr health_facts kernels_lost{"kernels_lost"};

rank_facts with(rank_facts r, const health_check& c) {
  r.checks.add(c);
  return r;
}
health_check lost(std::uint64_t count, double share, std::int64_t first) {
  return {&kernels_lost, trace_verdict::degraded, count, share, first, "some are lost"};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_that_is_fine_is_silent) {
  const judged_run run({program(0, 0, 0, 8).facts(), program(1, 4e6, 0, 8).facts()});
  BOOST_TEST(run.health.headline() == "sound (3 checks)");  // ranks, clocks, matching
  BOOST_TEST(!run.health.fails_strict());
  BOOST_TEST(run.findings().all.empty());
  BOOST_TEST(rank_health_table(run.partial).rows() == 0u);
}

BOOST_AUTO_TEST_CASE(checks_of_ranks_are_one_check_of_the_run) {
  const judged_run run({with(program(0, 0, 0, 8).facts(), lost(3, 0.01, 70)),
                        with(program(1, 0, 0, 8).facts(), {&kernels_lost, trace_verdict::sound}),
                        with(rank_text(2).facts(), lost(5, 0.1, 90))});
  const health_check& c = run.check("kernels_lost");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 8u);     // 3 + 5
  BOOST_TEST(c.share == 0.1);    // of rank 2, which has the larger one
  BOOST_TEST(c.first == 90);     // present
  BOOST_TEST(c.message == "2 of 3 ranks, most of all rank 2: some are lost");
  BOOST_TEST(run.health.fails_strict());
  BOOST_TEST((run.health.of_sheet("gpu_timelines").is == trace_verdict::degraded));
  BOOST_TEST((run.health.of_sheet("clock_offsets").is == trace_verdict::sound));
  BOOST_TEST(rank_health_table(run.partial).rows() == 2u);
  BOOST_TEST((run.is("cut_start") == trace_verdict::not_applicable));  // no rank has it
}

BOOST_AUTO_TEST_CASE(an_unknowable_rank_counts_more_than_a_larger_share) {
  const judged_run run({with(program(0, 0, 0, 8).facts(), lost(9, 0.19, 1)),
                        with(program(1, 0, 0, 8).facts(), {&kernels_lost, trace_verdict::unknowable, 1, 0.01, 2, "m"})});
  BOOST_TEST((run.is("kernels_lost") == trace_verdict::unknowable));
  BOOST_TEST(run.check("kernels_lost").share == 0.01);
  BOOST_TEST(run.check("kernels_lost").message == "2 of 2 ranks, most of all rank 1: m");
}

BOOST_AUTO_TEST_CASE(ranks_without_a_file) {
  rank_facts zero = program(0, 0, 0, 8).facts(), five = program(5, 0, 0, 8).facts();
  zero.world_size = 8;
  const judged_run run({zero, five});
  const health_check& c = run.check("ranks_missing");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 6u);  // 1 to 4, 6, 7
  BOOST_TEST(c.share == 0.75);
  BOOST_TEST(c.first == 1);
  BOOST_TEST(c.message.starts_with("ranks 1-4, 6-7 have no file"), c.message);
  BOOST_TEST((judged_run({zero, five}, {.picked = true}).is("ranks_missing") == trace_verdict::not_applicable));
  BOOST_TEST((judged_run({zero}, {.picked = true}).is("ranks_missing") == trace_verdict::not_applicable));
  BOOST_TEST(judged_run({program(0, 0, 0, 8).facts()}, {.world = 3}).check("ranks_missing").count == 2u);
}

BOOST_AUTO_TEST_CASE(clocks_that_nothing_ties) {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2, 3, 4}) {
    rank_text rank(r);
    for (int i = 0; i < 4; ++i)
      rank.collective("allreduce", program_ends[i] + static_cast<double>(r) * 1000, 10, r < 3 ? "a" : "b",
                      r < 3 ? "[0,1,2]" : "[3,4]", r < 3 ? 3 : 2)
          .seq(i);
    ranks.push_back(rank.facts());
  }
  const judged_run islands(ranks);
  const health_check& c = islands.check("clock_between_ranks");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 2u);    // 3 and 4: the smaller island
  BOOST_TEST(c.share == 0.4);
  BOOST_TEST(c.first == 3);
  // one collective of two ranks: each arrived before the other left; nothing more is known
  const judged_run one({program(0, 0, 0, 1).facts(), program(1, 50, 0, 1).facts()});
  BOOST_TEST((one.is("clock_between_ranks") == trace_verdict::unknowable));
  BOOST_TEST(one.findings().all.empty());
  // ranks that never communicate have nothing to compare
  const judged_run alone({rank_text(0).collective("allreduce", 0, 9, "x", "[0]", 1).facts(),
                          rank_text(1).collective("allreduce", 0, 9, "y", "[1]", 1).facts()});
  BOOST_TEST((alone.is("clock_between_ranks") == trace_verdict::not_applicable));
}

BOOST_AUTO_TEST_CASE(clocks_that_leave_more_open_than_transfers_take) {
  // ends differ by these around a common clock: its interval is t(7) sqrt(6000 / 7 / 8), 24.5 us, which is more than four
  // of the skews and than a transfer of 5 us. The calls take 5 us and half the skew in the mean.
  constexpr double off[] = {40, -10, 20, -40, 10, -20, 30, -30};
  const auto run_of = [&](double length) {
    rank_text zero(0), one(1);
    for (int i = 0; i < 8; ++i) {
      zero.collective("allreduce", program_ends[i] * 10 - length, length).seq(i);
      one.collective("allreduce", program_ends[i] * 10 + off[i] - length, length).seq(i);
    }
    return std::vector<rank_facts>{zero.facts(), one.facts()};
  };
  const judged_run brief(run_of(5)), lengthy(run_of(500));
  const health_check& c = brief.check("clock_between_ranks");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 4u);
  BOOST_TEST(c.share == 50.0 / 140, boost::test_tools::tolerance(1e-6));  // 2 (5 + 5) + 2 (10 + 5); + 2 (20 + 5) + 2 (15 + 5)
  BOOST_TEST(c.message.find("up to 24.5 us in 4 of 8 collectives") != std::string::npos, c.message);
  BOOST_TEST((lengthy.is("clock_between_ranks") == trace_verdict::sound));
}

BOOST_AUTO_TEST_CASE(calls_without_the_call_of_another_rank) {
  // eight and six calls: two of rank 0 are unmatched, 2 of 14
  const judged_run run({program(0, 0, 0, 8).facts(), program(1, 0, 0, 6).facts()});
  const health_check& c = run.check("collectives_unmatched");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 2u);
  BOOST_TEST(c.share == 2.0 / 14);
  // when the other rank has no file, that is the problem, not this
  const judged_run half({program(0, 0, 0, 8).facts()}, {.world = 2});
  BOOST_TEST((half.is("collectives_unmatched") == trace_verdict::not_applicable));
  // a single unmatched call is the edge of a window
  const judged_run edge({program(0, 0, 0, 8).facts(), program(1, 0, 0, 7).facts()});
  BOOST_TEST((edge.is("collectives_unmatched") == trace_verdict::sound));
}

BOOST_AUTO_TEST_CASE(waiting_for_one_rank_by_hand) {
  // rank 2 arrives 50 us after the two others, four times, and computes longer; the time line is 640 us long
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2}) {
    rank_text rank(r);
    const double own = r == 2 ? 150 : 100;
    for (int s = 0; s < 4; ++s) rank.step(s, 160.0 * s, 160.0 * s + 160);
    for (int s = 0; s < 4; ++s)
      rank.collective("allreduce", 160.0 * s + own, 160 - own, "0", "[0,1,2]", 3)
          .seq(s)
          .in_step(s)
          .worked(own * (s + 1), own * (s + 1));
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 640;
  }
  const judged_run run(ranks);
  const finding_list list = run.findings();
  BOOST_REQUIRE(list.all.size() == 1u);
  const finding& f = list.all.front();
  BOOST_TEST(f.key == "comm_imbalance:rank 2");
  BOOST_TEST(f.recoverable.in(us) == 200, boost::test_tools::tolerance(1e-6));  // 4 * (50 + 50) / 2
  BOOST_TEST(f.concerned.in(us) == 240, boost::test_tools::tolerance(1e-6));    // and 4 * 10 of transfer
  BOOST_TEST(f.share == 200.0 / 640, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(f.count == 4u);
  BOOST_TEST((f.bound == finding_bound::upper));
  BOOST_TEST(f.advice == "Move work away from rank 2, whose GPU computes longer: the others wait 200 us of 640 us for it "
                         "in 4 collectives.");
  BOOST_TEST(f.evidence.front().sheet == "collectives");
  BOOST_TEST(f.evidence.front().row == 2);
  BOOST_TEST(f.evidence.front().name == "allreduce that rank 2 joins last");
}

BOOST_AUTO_TEST_CASE(a_wait_that_own_work_covers_is_not_lost) {
  // ranks 0 and 1 wait 50 us for rank 2 in the first all-reduce of a step, computing, and 100 us in the second, idle
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2}) {
    ranks.push_back(test::two_buckets(r, {0, r == 2 ? 150.0 : 100.0}, {0, 150}, "[0,1,2]", 3).facts());
    ranks.back().timeline[5] = 4 * 310;
  }
  const finding_list list = judged_run(ranks).findings();
  BOOST_REQUIRE(list.all.size() == 1u);
  const finding& f = list.all.front();
  BOOST_TEST(f.key == "comm_imbalance:rank 2");
  BOOST_TEST(f.recoverable.in(us) == 400, boost::test_tools::tolerance(1e-6));  // 4 * 100
  BOOST_TEST(f.concerned.in(us) == 680, boost::test_tools::tolerance(1e-6));    // 4 * (50 + 100 + 2 * 10)
  BOOST_TEST(f.count == 8u);
}

BOOST_AUTO_TEST_CASE(a_step_that_is_slow_on_all_ranks_keeps_nobody_waiting) {
  // Rank 0 computes 101 us before the all-reduce of a step, the others 100, and 301 and 300 in the third step. That one
  // takes all ranks longer, so that each step is compared alone: the medians are 100, 100, 300 and 100, and rank 0 makes
  // each step 1 us longer. The others wait 4 * 1 us for it.
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2}) {
    rank_text rank(r);
    double from = 0, worked = 0;
    for (int s = 0; s < 4; ++s) rank.step(s, 111.0 * s + (s > 2 ? 200 : 0), 111.0 * (s + 1) + (s > 1 ? 200 : 0));
    for (int s = 0; s < 4; ++s) {
      const double longest = s == 2 ? 301 : 101, own = r == 0 ? longest : longest - 1;
      worked += own;
      rank.collective("allreduce", from + own, longest + 10 - own, "0", "[0,1,2]", 3).seq(s).in_step(s);
      rank.worked(worked, worked);
      from += longest + 10;
    }
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 644;
  }
  const judged_run run(ranks);
  BOOST_TEST(run.all->what_if().ranks[0].saved == 4, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(run.findings().all.empty());  // 4 us are below 10
}

namespace {

/// Four times: all compute 100 us, rank 3 150, then all-reduce in pairs 0 1 and 2 3, then in pairs 0 2 and 1 3, 10 us
/// each. Rank 2 comes 50 us late to the second only because it waits for rank 3 in the first.
std::vector<rank_facts> pairs_of_pairs() {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2, 3}) {
    rank_text rank(r);
    const double own = r == 3 ? 150 : 100, first = r < 2 ? 110 : 160;
    rank.step(missing<std::int64_t>, 0, 4 * 170, 4 * own);
    for (int i = 0; i < 4; ++i) {
      const double from = 170.0 * i, worked = own * (i + 1);
      rank.collective("allreduce", from + own, first - own, r < 2 ? "a" : "b", r < 2 ? "[0,1]" : "[2,3]", 2);
      rank.seq(i).in_step(0).worked(worked, worked);
      rank.collective("allreduce", from + first, 170 - first, r % 2 == 0 ? "c" : "d", r % 2 == 0 ? "[0,2]" : "[1,3]", 2);
      rank.seq(i).in_step(0).worked(worked, worked);
    }
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 680;
  }
  return ranks;
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_steps_the_run_is_one_step) {
  // 4 * 50 us of rank 3; what rank 2 causes is a consequence
  const judged_run run(pairs_of_pairs());
  BOOST_TEST(run.all->what_if().verdict.straggler == "cannot tell");
  BOOST_TEST(run.all->what_if().ranks[3].saved == 200, boost::test_tools::tolerance(1e-6));
  const finding_list list = run.findings();
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].key == "comm_imbalance:rank 3");
  BOOST_TEST(list.all[0].recoverable.in(us) == 200, boost::test_tools::tolerance(1e-6));
  BOOST_TEST((list.all[0].confidence == finding_confidence::medium));
}

BOOST_AUTO_TEST_CASE(without_a_replay_a_rank_is_not_late_by_what_it_waits_itself) {
  // Ranks 4 and 5 share no collective with the others, so that nothing can be replayed. Rank 5 receives from rank 4 what
  // that has computed for 90 us, which is no fault.
  std::vector<rank_facts> ranks = pairs_of_pairs();
  for (const std::int64_t r : {4, 5}) {
    rank_text rank(r);
    rank.step(missing<std::int64_t>, 0, 4 * 170);
    for (int i = 0; i < 4; ++i) {
      const double from = 170.0 * i;
      rank.collective("allreduce", from, 10, "e", "[4,5]").seq(i).in_step(0);
      rank.collective(r == 4 ? "send" : "recv", from + (r == 4 ? 100 : 10), r == 4 ? 10 : 100, "f", "[4,5]");
      rank.peers(r == 4 ? missing<std::int64_t> : 4, r == 4 ? 5 : missing<std::int64_t>).in_step(0);
    }
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 680;
  }
  const judged_run run(ranks);
  BOOST_TEST(!known(run.all->what_if().excess));
  const finding_list list = run.findings();
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].key == "comm_imbalance:rank 3");
  BOOST_TEST(list.all[0].recoverable.in(us) == 200, boost::test_tools::tolerance(1e-6));  // of rank 2, and of rank 1
  BOOST_TEST(list.all[0].count == 8u);
}

BOOST_AUTO_TEST_CASE(what_waits_for_a_rank_without_a_trace_is_not_late_by_it) {
  // Ranks 0 and 2 compute 100 us in a step, so does rank 1, which then all-reduces with rank 3 for 10, 60, 60 and 60 us:
  // it may wait for 50 of these. Of the 60 us that it comes late to the all-reduce of all, 10 are its own.
  const judged_run run(test::beside_a_rank_without_a_trace());
  const straggler_verdict& verdict = run.all->what_if().verdict;
  BOOST_TEST(verdict.straggler == "cannot tell");
  BOOST_TEST(verdict.cause == "cannot tell");
  BOOST_TEST(verdict.why == "4 of 16 calls of collectives lack the call of another rank (no trace of rank 3), and how "
                            "long they wait for it is not known");
  BOOST_TEST(known(verdict.time));
  BOOST_TEST(!known(verdict.ideal));  // 50 us of each step may be waited or not
  BOOST_TEST(run.all->what_if().ranks[1].host == 40, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(run.all->what_if().ranks[1].open == 150, boost::test_tools::tolerance(1e-6));  // 3 * 50
  const finding_list list = run.findings();
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 40, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
