// Which ranks are to be fixed together, what that saves and what is chance, with the arithmetic next to it.

#include <ridgeline/ranks/advise/findings.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(findings_over_ranks)

using test::rank_text;

namespace {

const auto exactly = boost::test_tools::tolerance(1e-9);

/// A run and what to fix in it.
struct fixed_run {
  fleet_partial partial{};
  rank_comparison all;
  finding_list findings;

  explicit fixed_run(std::vector<rank_facts> ranks)
      : partial(of(std::move(ranks))), all(partial.ranks), findings(findings_of(partial, all, {})) {}
  static fleet_partial of(std::vector<rank_facts> ranks) {
    fleet_partial p;
    p.ranks = std::move(ranks);
    return p;
  }
  const what_if_analysis& what() const { return all.what_if(); }
};

std::string all_of(std::int64_t ranks) {
  std::string text = "[0";
  for (std::int64_t r = 1; r < ranks; ++r) text += "," + std::to_string(r);
  return text + "]";
}

/// Steps in which ranks compute for `own(rank, step, call)` microseconds before each of `calls` all-reduces of 10 us.
std::vector<rank_facts> all_reducing(std::int64_t ranks, int steps, int calls,
                                     const std::function<double(std::int64_t, int, int)>& own) {
  std::vector<rank_facts> to;
  for (std::int64_t r = 0; r < ranks; ++r) {
    rank_text rank(r);
    double at = 0, worked = 0;
    std::vector<double> begins, works;
    for (int s = 0; s < steps; ++s) {
      const double first = at;
      for (int c = 0; c < calls; ++c) {
        double longest = 0;
        for (std::int64_t other = 0; other < ranks; ++other) longest = std::max(longest, own(other, s, c));
        worked += own(r, s, c);
        begins.push_back(at + own(r, s, c)), works.push_back(worked);
        at += longest + 10;
        begins.push_back(at);
      }
      rank.step(s, first, at, worked);
    }
    for (std::size_t i = 0; i < works.size(); ++i)
      rank.collective("allreduce", begins[2 * i], begins[2 * i + 1] - begins[2 * i], "0", all_of(ranks), ranks)
          .seq(static_cast<std::int64_t>(i))
          .in_step(static_cast<std::int64_t>(i) / calls)
          .worked(works[i], works[i]);
    to.push_back(rank.facts());
    to.back().timeline[5] = at;
  }
  return to;
}

/// Six ranks compute 100 us in each of four steps, then all-reduce in pairs 0 1, 2 3 and 4 5, then 1 2, 3 4 and 5 0,
/// then all of them. A transfer takes 10 us, that of a slow pair 40.
std::vector<rank_facts> ring(const std::function<bool(std::int64_t, std::int64_t)>& is_slow) {
  const auto time = [&](std::int64_t a, std::int64_t b) { return is_slow(a, b) ? 40.0 : 10.0; };
  const auto left = [](std::int64_t r) { return r % 2 == 0 ? r : r - 1; };       // of its first pair, then its second
  const auto next = [](std::int64_t r) { return r % 2 == 1 ? r : (r + 5) % 6; };
  const auto first = [&](std::int64_t r) { return 100 + time(left(r), left(r) + 1); };
  const auto second = [&](std::int64_t r) {
    const std::int64_t a = next(r), b = (a + 1) % 6;
    return std::max(first(a), first(b)) + time(a, b);
  };
  double last = 0;
  for (std::int64_t r = 0; r < 6; ++r) last = std::max(last, second(r) + 10);
  std::vector<rank_facts> to;
  for (std::int64_t r = 0; r < 6; ++r) {
    rank_text rank(r);
    for (int s = 0; s < 4; ++s) rank.step(s, last * s, last * (s + 1), 100.0 * (s + 1));
    for (int s = 0; s < 4; ++s) {
      const double from = last * s, worked = 100.0 * (s + 1);
      const auto call = [&](double begin, double end, const std::string& members, std::int64_t size) {
        rank.collective("allreduce", from + begin, end - begin, members, members, size).seq(s).in_step(s);
        rank.worked(worked, worked);
      };
      const auto pair = [](std::int64_t a, std::int64_t b) {
        return "[" + std::to_string(std::min(a, b)) + "," + std::to_string(std::max(a, b)) + "]";
      };
      call(100, first(r), pair(left(r), left(r) + 1), 2);
      call(first(r), second(r), pair(next(r), (next(r) + 1) % 6), 2);
      call(second(r), last, all_of(6), 6);
    }
    to.push_back(rank.facts());
    to.back().timeline[5] = 4 * last;
  }
  return to;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_that_are_slow_together_are_one_finding) {
  // Of five ranks, 1 computes 150 us in each of four steps, 3 for 140 or as long as 1, the others for 100. Fixing both
  // saves 4 * 50 us. Rank 1 alone: 4 * 10 us, as the others then wait for rank 3; rank 3 alone, or one of two that are
  // equally slow: nothing.
  for (const double third : {140, 150}) {
    const fixed_run run(all_reducing(5, 4, 1, [&](std::int64_t r, int, int) {
      return r == 1 ? 150 : r == 3 ? third : 100;
    }));
    BOOST_TEST(run.what().verdict.straggler == "1 3");
    BOOST_TEST(run.what().ranks[1].saved == 4 * (150 - third), exactly);
    BOOST_TEST(std::abs(run.what().ranks[3].saved) < 1e-9);
    BOOST_TEST(run.what().saved_together == 200, exactly);
    BOOST_REQUIRE(run.findings.all.size() == 1u);
    const finding& f = run.findings.all[0];
    BOOST_TEST(f.key == "comm_imbalance:ranks 1 and 3");
    BOOST_TEST(f.recoverable.in(us) == 200, exactly);
    BOOST_TEST(f.concerned.in(us) == 240, exactly);  // 4 * (50 + 10)
    BOOST_TEST(f.count == 4u);
    BOOST_TEST((f.confidence == finding_confidence::high));
    BOOST_TEST(f.advice == "Move work away from ranks 1 and 3, whose GPUs compute longer: the others wait 200 us of "
                           "640 us for them in 4 collectives.");
    BOOST_TEST(f.evidence.front().name == "allreduce that ranks 1 and 3 join last");
  }
}

/// Rank 3 of four computes for 200 us, the others for 100 and wait, and a second all-reduce follows the first one at
/// once. Where rounded stamps let it begin 1 ns before the first one ends, or 0.9 us in one stream, it follows it all
/// the same: ranks 0 and 1 do not spend the 210 us since the second one of the step before. Fixing rank 3 saves
/// 4 * 100 us.
BOOST_AUTO_TEST_CASE(stamps_that_overlap_make_no_rank_late) {
  for (const double overlap : {0.001, 0.9}) {
    std::vector<rank_facts> ranks = all_reducing(4, 4, 2, [&](std::int64_t r, int, int call) {
      return call == 0 ? (r == 3 ? 200 : 100) : r < 2 ? -overlap : 0;
    });
    for (rank_facts& r : ranks)
      for (std::size_t i = 1; overlap < 0.01 && i < r.collectives.size(); i += 2) r.collectives[i].stream = 8;
    const fixed_run run(std::move(ranks));
    BOOST_TEST(run.what().verdict.straggler == "3");
    BOOST_TEST(run.what().verdict.cause == "compute");
    BOOST_TEST(std::abs(run.what().ranks[3].saved - 400) < 4);
    BOOST_TEST(std::abs(run.what().ranks[0].saved) < 4);
  }
}

BOOST_AUTO_TEST_CASE(ranks_that_are_slow_for_different_causes_have_each_its_own) {
  // Of five ranks, 1 computes 180 us in each of four steps; 3 computes 100 like the others, but begins 50 later. Of the
  // 4 * 190 us, fixing both saves 4 * 80. Of 4 * (80 + 50) us, computing longer is 62 %.
  std::vector<rank_facts> ranks =
      all_reducing(5, 4, 1, [](std::int64_t r, int, int) { return r == 1 ? 180.0 : r == 3 ? 150.0 : 100.0; });
  for (std::int64_t s = 0; s < 4; ++s) {
    collective_use& u = ranks[3].collectives[static_cast<std::size_t>(s)];
    u.work_at_begin = u.work_at_end = ranks[3].steps[static_cast<std::size_t>(s)].work_at_last = 100'000 * (s + 1);
  }
  const fixed_run run(std::move(ranks));
  BOOST_TEST(run.what().verdict.straggler == "1 3");
  BOOST_TEST(run.what().verdict.cause == "compute");
  BOOST_TEST(run.what().ranks[1].cause == "compute");
  BOOST_TEST(run.what().ranks[3].cause == "host");
  BOOST_TEST(run.what().ranks[0].cause == "none");
  BOOST_TEST(run.what().verdict.why == "ranks 1 and 3 make the run 72.7 % slower than the median: its GPU computes "
                                       "longer (rank 1), its launches come late (rank 3)");  // 190 / 110
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  BOOST_TEST(run.findings.all[0].recoverable.in(us) == 320, exactly);
  BOOST_TEST(run.findings.all[0].advice == "Move work away from rank 1 and launch earlier on rank 3: the others wait "
                                           "320 us of 760 us for them in 4 collectives.");
}

BOOST_AUTO_TEST_CASE(a_rank_that_others_hide_in_the_ideal_run_is_blamed_for_what_it_saves) {
  // Ranks 0, 1 and 2 compute 50 us and send to 3, 4 and 5 in 10 us, which compute 50 more; rank 6 computes 120. An
  // all-reduce of 10 us ends the step. Rank 0 takes 60, rank 3 56: a step takes 60 + 10 + 56 + 10 = 136 us instead of
  // 120 + 10. Each of them alone makes it no longer, as rank 6 takes 120; but rank 0 as fast as the others saves 6 us.
  const auto own = [](std::int64_t r) { return r == 0 ? 60.0 : r == 3 ? 56.0 : r == 6 ? 120.0 : 50.0; };
  std::vector<rank_facts> ranks;
  for (std::int64_t r = 0; r < 7; ++r) {
    rank_text rank(r);
    for (int s = 0; s < 4; ++s) rank.step(s, 136.0 * s, 136.0 * (s + 1), own(r) * (s + 1));
    for (int s = 0; s < 4; ++s) {
      const double from = 136.0 * s, before = own(r) * s, worked = own(r) * (s + 1);
      double done = from + own(r);
      if (r < 3) {
        rank.collective("send", done, 10, "p", "[0,1,2,3,4,5]", 6).peers(missing<std::int64_t>, r + 3).in_step(s);
        rank.worked(worked, worked), done += 10;
      } else if (r < 6) {
        rank.collective("recv", from, own(r - 3) + 10, "p", "[0,1,2,3,4,5]", 6).peers(r - 3, missing<std::int64_t>);
        rank.in_step(s).worked(before, before), done += own(r - 3) + 10;
      }
      rank.collective("allreduce", done, from + 136 - done, "0", all_of(7), 7).seq(s).in_step(s).worked(worked, worked);
    }
    ranks.push_back(rank.facts());
    ranks.back().timeline[5] = 4 * 136;
  }
  const fixed_run run(std::move(ranks));
  BOOST_TEST(run.what().stages);
  BOOST_TEST(run.what().verdict.slowdown == 136.0 / 130, exactly);
  BOOST_TEST(run.what().ranks[0].slowdown == 1, exactly);
  BOOST_TEST(run.what().verdict.straggler == "0");
  BOOST_TEST(run.what().verdict.cause == "compute");
  BOOST_TEST(run.what().saved_together == 24, exactly);
}

BOOST_AUTO_TEST_CASE(a_rank_in_whose_stead_others_are_late_saves_the_rest) {
  // Rank 2 computes 140 us in each of six steps, rank 3 100, rank 0 100 and 130 in turn, rank 1 the other way round. In
  // each step the median is 115, and rank 2 is 25 beyond. The scatter: ranks 0 and 1 are 15 above or below, 12 * 15^2 =
  // 2700; over 4 * 5 degrees of freedom and 6 steps the error is sqrt(22.5) = 4.7, and 25 exceeds 3 * (1 + 4 / 20) of
  // these. With rank 2 at 115, the others still take 130: 6 * 10 us are saved of 6 * (140 - 115).
  const fixed_run run(all_reducing(4, 6, 1, [](std::int64_t r, int s, int) {
    return r == 2 ? 140.0 : r == 3 || (r + s) % 2 == 0 ? 100.0 : 130.0;
  }));
  BOOST_TEST(run.what().verdict.straggler == "2");
  BOOST_TEST(run.what().excess == 150, exactly);
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  BOOST_TEST(run.findings.all[0].key == "comm_imbalance:rank 2");
  BOOST_TEST(run.findings.all[0].recoverable.in(us) == 60, exactly);
}

BOOST_AUTO_TEST_CASE(when_another_rank_is_last_in_each_step_none_is_slow) {
  // In step s, rank s computes 130 us, the others 100: 4 * 140 us, of which 4 * 30 are lost. Each rank is 30 beyond the
  // median once, 7.5 in the mean; the error is sqrt(4 * (22.5^2 + 3 * 7.5^2) / 12 / 4) = 7.5. Each waits 3 * 30 us;
  // that is what the same work saves if it is spread evenly.
  const fixed_run run(all_reducing(4, 4, 1, [](std::int64_t r, int s, int) { return r == s ? 130.0 : 100.0; }));
  BOOST_TEST(run.what().verdict.straggler == "none");
  BOOST_TEST(run.what().verdict.cause == "none");
  BOOST_TEST(run.what().verdict.slowdown == 560.0 / 440, exactly);
  BOOST_TEST(run.what().verdict.why == "no rank is slower than the others, but in each step another one is last: 21.4 "
                                       "% of the time is lost to it");  // 120 of 560
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  const finding& f = run.findings.all[0];
  BOOST_TEST(f.key == "comm_imbalance:all ranks");
  BOOST_TEST(f.recoverable.in(us) == 90, exactly);
  BOOST_TEST(f.advice == "Balance each step between ranks (lengths of batches, pauses): in each another one is last, "
                         "and the others wait 90.0 us of 560 us for it in 4 collectives.");
}

BOOST_AUTO_TEST_CASE(when_another_rank_is_last_in_each_call_none_is_slow) {
  // Four times in each step, one rank computes 130 us, the others 100: each rank takes 430 us in a step, which takes
  // 4 * 140. Each waits 3 * 30 us in a step.
  const fixed_run run(all_reducing(4, 4, 4, [](std::int64_t r, int s, int c) {
    return (r + s) % 4 == c ? 130.0 : 100.0;
  }));
  BOOST_TEST(run.what().verdict.straggler == "none");
  BOOST_TEST(run.what().verdict.why ==
             "no rank is slower than the others, but times vary from call to call: 21.4 % of the time is lost to it");
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  BOOST_TEST(run.findings.all[0].recoverable.in(us) == 360, exactly);
  BOOST_TEST(run.findings.all[0].advice == "Balance each exchange between ranks: in each another one is last, and the "
                                           "others wait 360 us of 2.24 ms for it in 16 collectives.");
}

BOOST_AUTO_TEST_CASE(one_long_pause_is_that_of_its_rank) {
  // rank 3 computes 300 us once, everything else takes 100
  const fixed_run run(all_reducing(8, 6, 1, [](std::int64_t r, int s, int) {
    return r == 3 && s == 2 ? 300.0 : 100.0;
  }));
  BOOST_TEST(run.what().verdict.straggler == "3");
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  BOOST_TEST(run.findings.all[0].recoverable.in(us) == 200, exactly);
}

BOOST_AUTO_TEST_CASE(the_slow_link_of_a_rank_is_its_finding_alone) {
  // Both pairs of rank 5 are slow: 4 5 is together at 140 us, 5 0 at 180, all at 190. If they were as fast as the
  // others, a step would take 100 + 3 * 10. Rank 4 comes late to 3 4 because of rank 5, at 140 instead of 110 us.
  const fixed_run run(ring([](std::int64_t a, std::int64_t b) { return a == 5 || b == 5; }));
  BOOST_TEST(run.what().verdict.straggler == "5");
  BOOST_TEST(run.what().verdict.cause == "link");
  BOOST_TEST(run.what().verdict.time == 760, exactly);
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  const finding& f = run.findings.all[0];
  BOOST_TEST(f.key == "comm_imbalance:rank 5");
  BOOST_TEST(f.recoverable.in(us) == 240, exactly);  // 4 * (190 - 130)
  BOOST_TEST(f.concerned.in(us) == 320, exactly);    // 8 * 40
  BOOST_TEST(f.advice == "Check the links of rank 5: transfers of 8 collectives there take 4.0 times as long as the "
                         "same elsewhere.");
}

BOOST_AUTO_TEST_CASE(a_slow_link_between_two_ranks_is_one_finding) {
  // only 5 0 is slow: together at 150 us, all at 160
  const fixed_run run(ring([](std::int64_t a, std::int64_t b) { return a == 5 && b == 0; }));
  BOOST_TEST(run.what().verdict.straggler == "cannot tell");
  BOOST_TEST(run.what().verdict.why == "transfers are slow in one group, and fast in others of its ranks: 0, 5");
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  const finding& f = run.findings.all[0];
  BOOST_TEST(f.key == "comm_imbalance:ranks 0 and 5");
  BOOST_TEST(f.recoverable.in(us) == 120, exactly);  // 4 * (160 - 130)
  BOOST_TEST((f.confidence == finding_confidence::medium));
  BOOST_TEST(f.advice == "Check the links between ranks 0 and 5: transfers of 4 collectives there take 4.0 times as "
                         "long as the same elsewhere.");
}

BOOST_AUTO_TEST_CASE(what_is_saved_is_a_share_of_the_compared_steps) {
  // Rank 2 computes 150 us, the others 100, in four steps; rank 1 has no number for the first one. Of 3 * 160 us,
  // 3 * 50 are lost, a share of 31 %; the time line is 640 us long.
  std::vector<rank_facts> ranks =
      all_reducing(3, 4, 1, [](std::int64_t r, int, int) { return r == 2 ? 150.0 : 100.0; });
  ranks[1].steps[0].number = missing<std::int64_t>;
  const fixed_run run(std::move(ranks));
  BOOST_TEST(run.what().verdict.straggler == "2");
  BOOST_TEST(run.findings.window.in(us) == 480, exactly);
  BOOST_TEST(window_of(run.all).in(us) == 480, exactly);
  BOOST_REQUIRE(run.findings.all.size() == 1u);
  const finding& f = run.findings.all[0];
  BOOST_TEST(f.recoverable.in(us) == 150, exactly);
  BOOST_TEST(f.share == 150.0 / 480, exactly);
  BOOST_TEST(f.count == 3u);
  BOOST_TEST(f.advice == "Move work away from rank 2, whose GPU computes longer: the others wait 150 us of 480 us for "
                         "it in 3 collectives.");
}

BOOST_AUTO_TEST_SUITE_END()
