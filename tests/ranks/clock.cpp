#include <ridgeline/ranks/clock.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/fleet.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_clock)

using test::rank_text;

namespace {

/// An approximately normal number: the sum of twelve uniform ones has deviation 1.
double bell(std::mt19937_64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) * 0x1p-53;
  return sum;
}
double even(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}
double nanoseconds(double us) { return std::rint(us * 1000) / 1000; }

/// A run of two ranks: a collective each 500 us; rank 1's clock is off and drifts, ends have jitter, starts have skew.
struct run {
  double offset, drift, jitter;
  std::vector<rank_facts> ranks{};

  run(std::mt19937_64& random, int collectives)
      : offset(even(random, -5000, 5000)), drift(even(random, -20e-6, 20e-6)), jitter(even(random, 0.1, 5)) {
    rank_text zero(0), one(1);
    constexpr double base = 1.4e12;
    for (int i = 0; i < collectives; ++i) {
      const double last = 500.0 * i + 300;  // when the last rank arrives
      const double early = even(random, 0, 80);
      const bool zero_early = random() % 2 == 0;
      const double start0 = last - (zero_early ? early : 0), start1 = last - (zero_early ? 0 : early);
      const double end0 = last + 40 + jitter * bell(random), end1 = last + 40 + jitter * bell(random);
      const auto on_one = [&](double t) { return base + t + offset + drift * t; };
      zero.collective("allreduce", nanoseconds(base + start0), nanoseconds(end0 - start0));
      one.collective("allreduce", nanoseconds(on_one(start1)), nanoseconds(on_one(end1) - on_one(start1)));
    }
    ranks = {zero.facts(), one.facts()};
  }
  double truth_at(double stamp) const { return offset + drift * (stamp - 1.4e12); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_interval_holds_the_true_offset_in_95_of_100_runs) {
  int held = 0, drift_held = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    std::mt19937_64 random(seed);
    const run r(random, 5 + static_cast<int>(random() % 60));
    const fleet_collectives all(r.ranks, {});
    const std::vector<clock_estimate> clocks = clocks_of(all);
    BOOST_REQUIRE((clocks[1].by == clock_estimate::basis::ends));
    held += std::fabs(clocks[1].offset - r.truth_at(clocks[1].at)) <= clocks[1].half_width ? 1 : 0;
    drift_held += std::fabs(clocks[1].drift - r.drift * 1e6) <= clocks[1].drift_half_width ? 1 : 0;
    BOOST_TEST(clocks[1].half_width < 10 * r.jitter);  // an interval that contains everything would prove nothing
  }
  BOOST_TEST_MESSAGE("offset held in " << held << ", drift in " << drift_held);
  BOOST_TEST(held >= 90);
  BOOST_TEST(drift_held >= 90);
}

BOOST_AUTO_TEST_CASE(a_line_through_three_ends_by_hand) {
  // differences of ends 10, 13, 13 at 0, 100, 200: mean 12, slope 0.015; rests -0.5, 1, -0.5, squares 1.5
  const clock_estimate e = estimate_clock({{-5, 0, 0, 10}, {95, 100, 100, 113}, {195, 200, 205, 213}});
  BOOST_TEST(e.offset == 12.0);
  BOOST_TEST(e.at == 100.0);
  BOOST_TEST(e.own_at == 112.0);
  BOOST_TEST(e.drift == 15000.0, boost::test_tools::tolerance(1e-12));  // 0.015 in parts of a million
  // one degree of freedom: t = 12.7062; deviation sqrt(1.5 / 1), over sqrt(3)
  BOOST_TEST(e.half_width == 12.706204736174698 * std::sqrt(1.5) / std::sqrt(3.0), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(one_collective_gives_bounds) {
  // 0 was present from 100 to 150, the other from 1120 to 1140 by its clock: it arrived before 0 left, 1120 - o <= 150,
  // and 0 arrived before it left, 100 <= 1140 - o
  const clock_estimate e = estimate_clock({{100, 150, 1120, 1140}});
  BOOST_TEST((e.by == clock_estimate::basis::bounds));
  BOOST_TEST(e.offset == 1005.0);      // between 970 and 1040
  BOOST_TEST(e.half_width == 35.0);
  BOOST_TEST(!known(e.drift));
}

BOOST_AUTO_TEST_CASE(ranks_without_a_shared_collective_are_unknown) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("allreduce", 0, 9, "a", "[0,1]").facts(),
                                      rank_text(1).collective("allreduce", 0, 9, "a", "[0,1]").facts(),
                                      rank_text(2).collective("allreduce", 0, 9, "b", "[2,3]").facts(),
                                      rank_text(3).collective("allreduce", 0, 9, "b", "[2,3]").facts(),
                                      rank_text(4).facts()};
  const fleet_collectives all(ranks, {});
  const std::vector<clock_estimate> clocks = clocks_of(all);
  BOOST_TEST((clocks[0].by == clock_estimate::basis::reference));
  BOOST_TEST(clocks[1].is_known());
  for (const std::size_t r : {2U, 3U, 4U}) {
    BOOST_TEST(!clocks[r].is_known());
    BOOST_TEST(!known(clocks[r].offset));
  }
  const std::vector<collective_row> rows = collective_rows(all);
  BOOST_TEST(known(corrected_skew_of(all, clocks, rows[0]).skew));
  BOOST_TEST(!known(corrected_skew_of(all, clocks, rows[1]).skew));
}

BOOST_AUTO_TEST_CASE(broadcasts_tell_no_clock) {
  const std::vector<rank_facts> ranks{rank_text(0).collective("broadcast", 0, 9).facts(),
                                      rank_text(1).collective("broadcast", 5000, 9).facts()};
  for (const clock_estimate& c : clocks_of(fleet_collectives(ranks, {}))) BOOST_TEST(!c.is_known());
}

BOOST_AUTO_TEST_CASE(offsets_go_from_rank_to_rank_where_none_shares_with_the_first) {
  rank_text zero(0), one(1), two(2);
  for (int i = 0; i < 10; ++i) {  // 0 with 1, 1 with 2; clocks 100 and 250 ahead, no jitter
    const double t = 1000.0 * i;
    zero.collective("allreduce", t, 50, "a", "[0,1]"), one.collective("allreduce", t + 120, 30, "a", "[0,1]");
    one.collective("allreduce", t + 600, 50, "b", "[1,2]"), two.collective("allreduce", t + 760, 40, "b", "[1,2]");
  }
  const std::vector<rank_facts> ranks{zero.facts(), one.facts(), two.facts()};
  const std::vector<clock_estimate> clocks = clocks_of(fleet_collectives(ranks, {}));
  BOOST_TEST(clocks[1].offset == 100.0, boost::test_tools::tolerance(1e-9));  // 120 + 30 - 50
  BOOST_TEST(clocks[2].offset == 250.0, boost::test_tools::tolerance(1e-9));  // 100, and 760 + 40 - 650
  BOOST_TEST(clocks[2].compared_with == 1u);
  BOOST_TEST(clocks[2].reference == 0u);
}

BOOST_AUTO_TEST_CASE(skew_is_told_from_clock_where_it_exceeds_the_uncertainty) {
  const auto told = [](double jitter, double late) {
    std::mt19937_64 random(5);
    rank_text zero(0), one(1);
    for (int i = 0; i < 30; ++i) {
      const double t = 1000.0 * i, end = t + 100;
      const double end0 = end + jitter * bell(random), end1 = end + jitter * bell(random) + 4000;
      const double start1 = t + 4000 + (i % 2 == 0 ? late : 0);
      zero.collective("allreduce", t, end0 - t), one.collective("allreduce", start1, end1 - start1);
    }
    const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
    const fleet_collectives all(ranks, {});
    return corrected_skew_of(all, clocks_of(all), collective_rows(all)[0]);
  };
  BOOST_TEST(told(0.5, 60).is_certain());
  BOOST_TEST(std::fabs(told(0.5, 60).skew - 60) <= told(0.5, 60).half_width + 1);  // 4000 of clock are gone
  BOOST_TEST(!told(60, 3).is_certain());
}

BOOST_AUTO_TEST_CASE(whoever_may_have_come_first_or_last_counts_for_what_is_not_known) {
  // two clocks are known to a nanosecond, one to 58 us: it may have come at -8 or at 108, before the first and after the
  // last by 8
  const std::vector<corrected_stamp> stamps{{0, 0.001}, {50, 58}, {100, 0.001}};
  const corrected_extremes starts = extremes_of(stamps);
  BOOST_TEST(starts.skew() == 100);
  BOOST_TEST(starts.last.half_width == 8, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(starts.half_width() == std::sqrt(128.0), boost::test_tools::tolerance(1e-9));
  // of two ranks, the one with the unknown clock is first or last, not both
  const corrected_extremes two = extremes_of({stamps[0], stamps[1]});
  BOOST_TEST(two.half_width() == 58, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(stamps_are_put_on_the_reference_s_clock) {
  clock_estimate c;
  c.by = clock_estimate::basis::ends;
  c.offset = 100, c.half_width = 3, c.own_at = 5000, c.drift = 10, c.drift_half_width = 4;
  const corrected_stamp s = corrected(c, 1'005'000);   // a second after the offset holds
  BOOST_TEST(s.at == 1'005'000 - 100 - 10);            // drifted by 10 us
  BOOST_TEST(s.half_width == 5);                       // 3, and 4 us of drift
  BOOST_TEST(!known(corrected({}, 7).at));
}

BOOST_AUTO_TEST_SUITE_END()
